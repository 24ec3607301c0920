//! `solver kriegspiel player`: the experiments from the command line.

mod plots;

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::ending::{EndingRequest, table as built};
use super::experiment::{self, Halt};
use crate::desk::{complain, ended, tell};
use crate::exit::Exit;
use crate::kriegspiel::ending::{Ending, EndingTable};
use crate::kriegspiel::metaposition::comparison::Excess;
use crate::kriegspiel::metaposition::evaluation::Grading;
use crate::kriegspiel::metaposition::experiment::{Distribution, Experiment};
use crate::kriegspiel::metaposition::opponent::Opponent;
use crate::kriegspiel::metaposition::ruling::Announcements;
use crate::stop::Stop;
use plots::Plots;

/// The most kings of a start of an ending with two men that are played by default: there are many
/// starts.
const KINGS_OF_MANY_STARTS: usize = 1;

/// Who plays White.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum By {
    /// The paper's player.
    Paper,
    /// The exact table's.
    Table,
}

/// What is asked for.
#[derive(Debug, Clone)]
pub struct PlayerRequest {
    /// Who plays White: one of them, or one after the other.
    pub by: Vec<By>,
    /// The endings, one curve each.
    pub endings: Vec<Ending>,
    /// What is played.
    pub experiment: Experiment,
    /// Workers, at least 1.
    pub workers: usize,
    /// Compare with the table in this file, and let it play; for one ending.
    pub table: Option<PathBuf>,
    /// Draw the distribution, per thousand matches won.
    pub svg: Option<PathBuf>,
    /// Draw the grades of White's reference boards along one match from the first start.
    pub trend: Option<PathBuf>,
    /// All kings of each start, even where there are many starts and `experiment` does not say how
    /// many.
    pub all_kings: bool,
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
    by: By,
    against: Opponent,
    announcements: Announcements,
    depth: u8,
    memory: usize,
    graded: Grading,
    seed: u64,
    /// Stopped: so many starts would have been played. None: all were.
    #[serde(skip_serializing_if = "Option::is_none")]
    partial_of: Option<usize>,
    /// Matches that were not won in so many moves are `endless`.
    limit: u16,
    #[serde(flatten)]
    distribution: Distribution,
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<Excess>,
}

/// Plays the matches: answers on stdout, everything else on stderr. `stop` or the time ends it, and
/// the matches that were played by then are shown as a part. The plots are drawn even if nobody
/// reads the answers.
pub fn run(request: &PlayerRequest, stop: &Stop) -> Exit {
    let started = Instant::now();
    let (raised, time) = (stop.clone(), request.time);
    let halt: Halt =
        Arc::new(move || raised.is_raised() || time.is_some_and(|time| started.elapsed() >= time));
    let mut out = BufWriter::new(io::stdout().lock());
    let mut plots = Plots::new(request);
    let mut exit = Exit::Success;
    let mut written = Ok(());
    let mut reports: Vec<EndingReport> = Vec::new();
    let all = request.endings.iter();
    for (ending, by) in all.flat_map(|&ending| request.by.iter().map(move |&by| (ending, by))) {
        let loaded = match request.table.as_deref().map(|path| load(path, ending)) {
            None => None,
            Some(Ok(table)) => Some(Arc::new(table)),
            Some(Err(exit)) => return exit,
        };
        let leader = match (by, &loaded) {
            (By::Paper, _) => None,
            (By::Table, Some(table)) => Some(Arc::clone(table)),
            (By::Table, None) => match built(&EndingRequest::of(ending, None), stop) {
                Ok(table) => Some(Arc::new(table)),
                Err(exit) => return exit,
            },
        };
        let mut experiment = request.experiment;
        if experiment.kings.is_none() && !request.all_kings && ending.men().len() > 1 {
            experiment.kings = Some(KINGS_OF_MANY_STARTS);
        }
        let tell = |done: usize, all: usize| {
            if request.progress && (done * 20 / all != (done - 1) * 20 / all) {
                let seconds = started.elapsed().as_secs_f64();
                tell(format!("{ending}: {done} of {all} starts, {seconds:.1} s"));
            }
        };
        let ends = (&halt, stop);
        let white = (ending, leader.as_ref());
        let harvest = match experiment::run(&experiment, white, request.workers, ends, tell) {
            Ok(harvest) => harvest,
            Err(error) => {
                complain(format!("{ending}: cannot go on with its threads: {error}"));
                return Exit::Internal;
            }
        };
        for panic in &harvest.panics {
            complain(format!("{ending}: {panic}"));
        }
        let outcomes = harvest.outcomes;
        let starts = experiment.placements(ending).len();
        let partial_of = (outcomes.len() < starts).then_some(starts);
        if partial_of.is_some() {
            let done = outcomes.len();
            let why = if stop.is_raised() {
                exit = Exit::Interrupted;
                "stopped"
            } else if !harvest.panics.is_empty() {
                exit = Exit::Internal;
                "not whole"
            } else {
                exit = Exit::OutOfTime;
                "out of time: stopped"
            };
            complain(format!("{ending}: {why} after {done} of {starts} starts"));
        }
        let report = EndingReport {
            ending: ending.name(),
            by,
            against: experiment.opponent,
            announcements: match by {
                By::Paper => experiment.player.announcements,
                // The table reckons with all that is told.
                By::Table => Announcements::Full,
            },
            depth: experiment.player.depth,
            memory: experiment.player.memory,
            graded: experiment.player.grading,
            seed: experiment.seed,
            partial_of,
            limit: experiment.limit,
            distribution: Distribution::of(&outcomes),
            table: loaded.or(leader).map(|table| Excess::of(&outcomes, &table)),
        };
        plots.add(request, &experiment, ending, &report);
        if written.is_ok() {
            written = report.write(request.json, ending, &mut out);
        }
        reports.push(report);
        let unheard = written.is_err() && request.svg.is_none() && request.trend.is_none();
        if unheard || exit != Exit::Success {
            break;
        }
    }
    if written.is_ok() && request.by.len() > 1 && !request.json {
        written = write_beside(&reports, &mut out);
    }
    let drawn = plots.write(request);
    if drawn != Exit::Success {
        return drawn;
    }
    ended(written.map(|()| exit), stop)
}

fn load(path: &Path, ending: Ending) -> Result<EndingTable, Exit> {
    let complain = |text: String| {
        complain(format!("{}: {text}", path.display()));
        Exit::Malformed
    };
    let table = EndingTable::load(path).map_err(|error| complain(error.to_string()))?;
    if table.ending() != ending {
        return Err(complain(format!(
            "a table of {}, not {ending}",
            table.ending()
        )));
    }
    Ok(table)
}

/// The players of an ending beside each other, one line each.
fn write_beside(reports: &[EndingReport], out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "ending  player  matches     won   taken  stalemate  not won  open  average  median  longest"
    )?;
    for report in reports {
        let all = &report.distribution;
        let by = match report.by {
            By::Paper => "paper",
            By::Table => "table",
        };
        let number = |number: Option<u16>| number.map_or("-".to_owned(), |it| it.to_string());
        let average = all.average.map_or("-".to_owned(), |it| format!("{it:.2}"));
        writeln!(
            out,
            "{:<6}  {by:<6}  {:>7}  {:>6}  {:>6}  {:>9}  {:>7}  {:>4}  {average:>7}  {:>6}  {:>7}",
            report.ending,
            all.matches,
            all.won,
            all.taken,
            all.stalemate,
            all.endless,
            all.undecided,
            number(all.median),
            number(all.longest),
        )?;
    }
    out.flush()
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
            Opponent::Worst => "worst",
            Opponent::Every => "every choice",
        };
        let announcements = match self.announcements {
            Announcements::Paper => "paper",
            Announcements::Full => "full",
        };
        match self.by {
            By::Paper => writeln!(
                out,
                "{ending} against {against}, depth {}, announcements {announcements}",
                self.depth
            ),
            By::Table => writeln!(
                out,
                "{ending} by the table against {against}, announcements {announcements}"
            ),
        }?;
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
        if let (undecided @ 1.., Some(moves)) = (all.undecided, all.at_least) {
            writeln!(
                out,
                "not gone through: {undecided} starts; a match of {moves} moves is among them"
            )?;
        }
        if let (Some(average), Some(median), Some(longest)) = (all.average, all.median, all.longest)
        {
            writeln!(
                out,
                "moves to mate: {average:.2} on average, median {median}, longest {longest}"
            )?;
        }
        if let Some(table) = &self.table {
            table.write_text(out)?;
        }
        writeln!(out, "moves  matches  per 1000 won")?;
        for (moves, matches) in &all.moves {
            let share = 1000.0 * *matches as f64 / all.won as f64;
            writeln!(out, "{moves:>5}  {matches:>7}  {share:>12.1}")?;
        }
        Ok(())
    }
}
