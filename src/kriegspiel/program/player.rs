//! `kriegspiel player`: the experiments from the command line.

use std::io::{self, BufWriter, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::{ArgAction, Args};

use crate::experiment::{self, Halt};
use keymove_base::desk::{When, complain, complained, ended, tell};
use keymove_base::exit::Exit;
use keymove_base::stop::Stop;
use keymove_base::units::{named, number, seconds};
use keymove_kriegspiel::ending::Ending;
use keymove_kriegspiel::metaposition::experiment::{Distribution, Experiment};
use keymove_kriegspiel::metaposition::opponent::Opponent;
use keymove_kriegspiel::metaposition::outcome::EndingOutcome;
use keymove_kriegspiel::metaposition::search::DEPTH;
use keymove_terminal::arguments::{TEXT_OR_JSON, Workers, when};

/// The most kings of a start of an ending with two men that are played by default: there are many
/// starts.
const KINGS_OF_MANY_STARTS: usize = 1;

const OPPONENTS: &[(&str, Opponent)] = &[("random", Opponent::Random), ("best", Opponent::Best)];

/// The metaposition player: matches from every start of greatest uncertainty, and the moves they
/// take
#[derive(Debug, Args)]
pub struct PlayerRequest {
    /// krk, kqk, kbbk or kbnk; also K+R and so on
    #[arg(value_name = "TYPE", required = true)]
    endings: Vec<Ending>,

    /// The opponent: a king that moves at random, or a king that sees everything and resists as long
    /// as possible in ordinary chess
    #[arg(long, value_name = "WHO", default_value = "random", value_parser = named(OPPONENTS))]
    against: Opponent,

    /// The seed of everything that is left to chance
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,

    /// Depth of the search in pseudomoves
    #[arg(long, value_name = "D", default_value_t = DEPTH, value_parser = number::<u8>(1..=6))]
    depth: u8,

    /// Moves after which a match counts as not won
    #[arg(long, value_name = "N", default_value = "300", value_parser = number::<u16>(1..=u16::MAX.into()))]
    longest: u16,

    #[command(flatten)]
    workers: Workers,

    /// Seconds all may take, fractions allowed, or as 5m or 1.5h; exit 124 if it
    /// needs more [default: no limit]
    #[arg(long, value_name = "SEC", value_parser = seconds)]
    time: Option<Duration>,

    /// The form of the output
    #[arg(long = "format", value_name = "FORMAT", default_value = "text")]
    #[arg(action = ArgAction::Set, value_parser = named(TEXT_OR_JSON))]
    json: bool,

    /// One line on stderr for every twentieth part; auto: when that is a terminal
    #[arg(long, value_name = "WHEN", value_parser = when(), default_value = "auto")]
    progress: When,
}

impl PlayerRequest {
    /// Plays the matches: answers on stdout, everything else on stderr. `stop` or the time ends it,
    /// and the matches that were played by then are shown as a part.
    pub fn run(self, stop: &Stop) -> Result<Exit, Exit> {
        let started = Instant::now();
        let (raised, time) = (stop.clone(), self.time);
        let halt: Halt = Arc::new(move || {
            raised.is_raised() || time.is_some_and(|time| started.elapsed() >= time)
        });
        let mut out = BufWriter::new(io::stdout().lock());
        let mut exit = Exit::Success;
        let mut written = Ok(());
        for &ending in &self.endings {
            let (outcome, end) = self.played(ending, started, (&halt, stop))?;
            exit = end;
            written = match self.json {
                true => serde_json::to_writer(&mut out, &outcome)
                    .map_err(io::Error::from)
                    .and_then(|()| writeln!(out)),
                false => outcome.write_text(ending, &mut out),
            }
            .and_then(|()| out.flush());
            if written.is_err() || exit != Exit::Success {
                break;
            }
        }
        Ok(ended(written.map(|()| exit), stop))
    }

    /// Plays the matches of `ending`, as far as `halt` lets it; with the reason why matches are
    /// missing, as an exit code.
    fn played(
        &self,
        ending: Ending,
        started: Instant,
        (halt, stop): (&Halt, &Stop),
    ) -> Result<(EndingOutcome, Exit), Exit> {
        let experiment = Experiment {
            depth: self.depth,
            opponent: self.against,
            seed: self.seed,
            starts: None,
            kings: (ending.men().len() > 1).then_some(KINGS_OF_MANY_STARTS),
            limit: self.longest,
        };
        let progress = self.progress.on_stderr();
        let tell = |done: usize, all: usize| {
            if progress && (done * 20 / all != (done - 1) * 20 / all) {
                let seconds = started.elapsed().as_secs_f64();
                tell(format!("{ending}: {done} of {all} starts, {seconds:.1} s"));
            }
        };
        let workers = self.workers.number();
        let harvest = experiment::run(&experiment, ending, workers, (halt, stop), tell);
        let harvest = harvest.map_err(|error| {
            let message = format!("{ending}: cannot go on with its threads: {error}");
            complained(message, Exit::Internal)
        })?;
        for panic in &harvest.panics {
            complain(format!("{ending}: {panic}"));
        }
        let starts = experiment.placements(ending).len();
        let done = harvest.outcomes.len();
        let partial_of = (done < starts).then_some(starts);
        let (exit, why) = match partial_of {
            None => (Exit::Success, ""),
            Some(_) if stop.is_raised() => (Exit::Interrupted, "stopped"),
            Some(_) if !harvest.panics.is_empty() => (Exit::Internal, "not whole"),
            Some(_) => (Exit::OutOfTime, "out of time: stopped"),
        };
        if partial_of.is_some() {
            complain(format!("{ending}: {why} after {done} of {starts} starts"));
        }
        let outcome = EndingOutcome {
            ending: ending.name(),
            against: experiment.opponent,
            depth: experiment.depth,
            seed: experiment.seed,
            partial_of,
            limit: experiment.limit,
            distribution: Distribution::of(&harvest.outcomes),
        };
        Ok((outcome, exit))
    }
}
