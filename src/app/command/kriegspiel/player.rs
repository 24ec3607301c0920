//! `solver kriegspiel player`: the experiments from the command line.

mod plots;

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::experiment::{self, Halt};
use keymove_base::desk::{complain, complained, ended, tell};
use keymove_base::exit::Exit;
use keymove_base::stop::Stop;
use keymove_kriegspiel::ending::Ending;
use keymove_kriegspiel::metaposition::experiment::{Distribution, Experiment};
use keymove_kriegspiel::metaposition::opponent::Opponent;
use plots::Plots;

/// The most kings of a start of an ending with two men that are played by default: there are many
/// starts.
const KINGS_OF_MANY_STARTS: usize = 1;

/// What is asked for.
#[derive(Debug, Clone)]
pub struct PlayerRequest {
    /// The endings, one curve each.
    pub endings: Vec<Ending>,
    /// What is played.
    pub experiment: Experiment,
    /// Workers, at least 1.
    pub workers: usize,
    /// Draw the distribution, per thousand matches won.
    pub svg: Option<PathBuf>,
    /// Draw the grades of White's reference boards along one match from the first start.
    pub trend: Option<PathBuf>,
    /// How far it is, on stderr.
    pub progress: bool,
    /// JSON, not text: one object a line for each ending.
    pub json: bool,
    /// The longest all may take.
    pub time: Option<Duration>,
}

/// The answer for one ending.
#[derive(Debug, Serialize)]
struct EndingReport {
    ending: &'static str,
    against: Opponent,
    depth: u8,
    seed: u64,
    /// Stopped: so many starts would have been played. None: all were.
    #[serde(skip_serializing_if = "Option::is_none")]
    partial_of: Option<usize>,
    /// Matches that were not won in so many moves are `endless`.
    limit: u16,
    #[serde(flatten)]
    distribution: Distribution,
}

/// Plays the matches: answers on stdout, everything else on stderr. `stop` or the time ends it, and
/// the matches that were played by then are shown as a part. The plots are drawn even if nobody
/// reads the answers.
pub fn run(request: &PlayerRequest, stop: &Stop) -> Result<Exit, Exit> {
    let started = Instant::now();
    let (raised, time) = (stop.clone(), request.time);
    let halt: Halt =
        Arc::new(move || raised.is_raised() || time.is_some_and(|time| started.elapsed() >= time));
    let mut out = BufWriter::new(io::stdout().lock());
    let mut plots = Plots::new(request);
    let mut exit = Exit::Success;
    let mut written = Ok(());
    for &ending in &request.endings {
        let played = request.played(ending, started, (&halt, stop))?;
        exit = played.exit;
        plots.add(request, &played.experiment, ending, &played.report);
        if written.is_ok() {
            written = played.report.write(request.json, ending, &mut out);
        }
        let unheard = written.is_err() && request.svg.is_none() && request.trend.is_none();
        if unheard || exit != Exit::Success {
            break;
        }
    }
    stop.while_waiting(|| plots.write(request))?;
    Ok(ended(written.map(|()| exit), stop))
}

/// The matches of an ending.
struct EndingPlayed {
    experiment: Experiment,
    report: EndingReport,
    /// Why matches are missing.
    exit: Exit,
}

impl PlayerRequest {
    /// Plays the matches of `ending`, as far as `halt` lets it.
    fn played(
        &self,
        ending: Ending,
        started: Instant,
        (halt, stop): (&Halt, &Stop),
    ) -> Result<EndingPlayed, Exit> {
        let mut experiment = self.experiment;
        if ending.men().len() > 1 {
            experiment.kings = Some(KINGS_OF_MANY_STARTS);
        }
        let tell = |done: usize, all: usize| {
            if self.progress && (done * 20 / all != (done - 1) * 20 / all) {
                let seconds = started.elapsed().as_secs_f64();
                tell(format!("{ending}: {done} of {all} starts, {seconds:.1} s"));
            }
        };
        let harvest = experiment::run(&experiment, ending, self.workers, (halt, stop), tell);
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
        let report = EndingReport {
            ending: ending.name(),
            against: experiment.opponent,
            depth: experiment.depth,
            seed: experiment.seed,
            partial_of,
            limit: experiment.limit,
            distribution: Distribution::of(&harvest.outcomes),
        };
        Ok(EndingPlayed {
            experiment,
            report,
            exit,
        })
    }
}

impl EndingReport {
    fn write(&self, json: bool, ending: Ending, out: &mut impl Write) -> io::Result<()> {
        if json {
            serde_json::to_writer(&mut *out, self)?;
            writeln!(out)?;
        } else {
            self.write_text(ending, out)?;
        }
        out.flush()
    }

    fn write_text(&self, ending: Ending, out: &mut impl Write) -> io::Result<()> {
        let all = &self.distribution;
        let against = match self.against {
            Opponent::Random => "random",
            Opponent::Best => "best",
        };
        writeln!(out, "{ending} against {against}, depth {}", self.depth)?;
        if let Some(starts) = self.partial_of {
            writeln!(
                out,
                "partial: stopped after {} of {starts} starts",
                all.starts
            )?;
        }
        writeln!(
            out,
            "starts {} (won whole {}), matches {}: won {}, man taken {}, stalemate {}, not won in {} moves {}",
            all.starts,
            all.won_starts,
            all.matches,
            all.won,
            all.taken,
            all.stalemate,
            self.limit,
            all.endless
        )?;
        if let (Some(average), Some(median), Some(longest)) = (all.average, all.median, all.longest)
        {
            writeln!(
                out,
                "moves to mate: {average:.2} on average, median {median}, longest {longest}"
            )?;
        }
        writeln!(out, "moves  matches  per 1000 won")?;
        for (moves, matches) in &all.moves {
            let share = 1000.0 * *matches as f64 / all.won as f64;
            writeln!(out, "{moves:>5}  {matches:>7}  {share:>12.1}")?;
        }
        Ok(())
    }
}
