//! `solver kriegspiel player`: the experiments from the command line.

use std::fs;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Serialize;

use super::evaluation::POINT;
use super::experiment::{Comparison, Distribution, Experiment, Resistance, known_ending};
use super::matches::{Dice, play};
use super::plan::Plan;
use super::plot::{Curve, Plot};
use super::umpire::Announcements;
use super::{Ending, Metaposition};
use crate::exit::Exit;
use crate::kriegspiel::ending::Table;

/// What is asked for.
#[derive(Debug, Clone)]
pub struct Request {
    /// The endings, one curve each.
    pub endings: Vec<Ending>,
    /// What is played.
    pub experiment: Experiment,
    /// Compare with the table in this file; for one ending.
    pub table: Option<PathBuf>,
    /// Draw the distribution, per thousand matches won.
    pub svg: Option<PathBuf>,
    /// Draw the grades of White's reference boards along one match from the first start.
    pub trend: Option<PathBuf>,
    /// JSON, not text: one object a line for each ending.
    pub json: bool,
    /// The longest all may take.
    pub time: Option<Duration>,
}

/// The answer for one ending.
#[derive(Debug, Serialize)]
struct Report {
    ending: &'static str,
    against: Resistance,
    announcements: &'static str,
    depth: u8,
    memory: usize,
    seed: u64,
    longest: u16,
    #[serde(flatten)]
    distribution: Distribution,
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<Comparison>,
}

/// Plays the matches: answers on stdout, everything else on stderr. `is_stopped` ends it.
pub fn run(request: &Request, is_stopped: impl Fn() -> bool + Sync) -> Exit {
    let started = Instant::now();
    let late = || request.time.is_some_and(|time| started.elapsed() >= time);
    let halt = || is_stopped() || late();
    let mut out = BufWriter::new(io::stdout().lock());
    let mut curves = Vec::new();
    let mut trends = Vec::new();
    for &ending in &request.endings {
        let table = match request.table.as_deref().map(|path| load(path, ending)) {
            None => None,
            Some(Ok(table)) => Some(table),
            Some(Err(exit)) => return exit,
        };
        let outcomes = request.experiment.run(ending, &halt);
        if halt() {
            complain(format!(
                "{ending}: stopped after {} starts; nothing is shown of it",
                outcomes.len()
            ));
            return if is_stopped() {
                Exit::Interrupted
            } else {
                Exit::Regression
            };
        }
        let experiment = &request.experiment;
        let report = Report {
            ending: ending.name(),
            against: experiment.resistance,
            announcements: match experiment.player.announcements {
                Announcements::Paper => "paper",
                Announcements::Full => "full",
            },
            depth: experiment.player.depth,
            memory: experiment.player.memory,
            seed: experiment.seed,
            longest: experiment.longest,
            distribution: Distribution::of(&outcomes),
            table: table.map(|table| Comparison::of(&outcomes, &table)),
        };
        curves.push(curve(ending, &report.distribution));
        if request.trend.is_some() {
            trends.push(trend(ending, experiment));
        }
        let written = if request.json {
            serde_json::to_writer(&mut out, &report)
                .map_err(io::Error::from)
                .and_then(|()| writeln!(out))
        } else {
            write_text(ending, &report, &mut out)
        };
        match written.and_then(|()| out.flush()) {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::BrokenPipe => return Exit::Success,
            Err(error) => {
                complain(format!("standard output: {error}"));
                return Exit::WriteError;
            }
        }
    }
    let against = match request.experiment.resistance {
        Resistance::Random => "a random king",
        Resistance::Best => "the strongest resistance",
    };
    let distribution = Plot {
        title: format!("Moves to mate against {against}"),
        across: "moves to mate".to_owned(),
        up: "matches, of 1000 won".to_owned(),
        curves,
    };
    let trend = Plot {
        title: "White's reference boards along one match".to_owned(),
        across: "tries, refused ones among them".to_owned(),
        up: "grade, points".to_owned(),
        curves: trends,
    };
    for (path, plot) in [(&request.svg, distribution), (&request.trend, trend)] {
        if let Some(path) = path
            && let Err(error) = fs::write(path, plot.svg())
        {
            complain(format!("{}: {error}", path.display()));
            return Exit::WriteError;
        }
    }
    Exit::Success
}

fn load(path: &Path, ending: Ending) -> Result<Table, Exit> {
    let complain = |text: String| {
        complain(format!("{}: {text}", path.display()));
        Exit::Malformed
    };
    let table = Table::load(path).map_err(|error| complain(error.to_string()))?;
    if table.ending() != known_ending(ending) {
        return Err(complain(format!(
            "a table of {}, not {ending}",
            table.ending()
        )));
    }
    Ok(table)
}

fn curve(ending: Ending, distribution: &Distribution) -> Curve {
    let scale = 1000.0 / distribution.won.max(1) as f64;
    let last = distribution.moves.keys().last().copied().unwrap_or(0);
    let count = |moves| distribution.moves.get(&moves).copied().unwrap_or(0) as f64;
    Curve {
        name: match distribution.average {
            Some(average) => format!("{ending}: {average:.1} on average"),
            None => format!("{ending}: none won"),
        },
        points: (0..=last)
            .map(|moves| (f64::from(moves), scale * count(moves)))
            .collect(),
    }
}

/// One match against a random king, from the first start's first king.
fn trend(ending: Ending, experiment: &Experiment) -> Curve {
    let mut points = Vec::new();
    if let Some(&placement) = experiment.placements(ending).first() {
        let mut plan = Plan::new(experiment.player);
        let metaposition = Metaposition::uncertain(placement);
        let start = plan.start(metaposition);
        let mut dice = Dice::new(experiment.seed, 0);
        if let Some(king) = metaposition.kings.first() {
            play(
                &mut plan,
                start,
                king,
                experiment.longest,
                &mut dice,
                |grade| {
                    let grade = f64::from(grade) / f64::from(POINT);
                    points.push((points.len() as f64 + 1.0, grade));
                },
            );
        }
    }
    Curve {
        name: ending.to_string(),
        points,
    }
}

fn write_text(ending: Ending, report: &Report, out: &mut impl Write) -> io::Result<()> {
    let Report { distribution, .. } = report;
    writeln!(
        out,
        "{ending}, depth {}, announcements {}",
        report.depth, report.announcements
    )?;
    writeln!(
        out,
        "starts {} (won whole {}, undecided {}), matches {}: won {}, man taken {}, stalemate {}, endless {}",
        distribution.starts,
        distribution.won_starts,
        distribution.undecided_starts,
        distribution.matches,
        distribution.won,
        distribution.taken,
        distribution.stalemate,
        distribution.endless
    )?;
    if let Some(average) = distribution.average {
        writeln!(out, "moves to mate: {average:.2} on average")?;
    }
    if let Some(table) = &report.table {
        writeln!(
            out,
            "exact table: {} of these starts won for sure; the player wins {} of them, in {} moves where {} would do",
            table.table_won, table.player_won, table.player_moves, table.table_moves
        )?;
        for (wasted, starts) in &table.wasted {
            writeln!(out, "  wasted {wasted:>4}  starts {starts}")?;
        }
    }
    for (moves, matches) in &distribution.moves {
        writeln!(out, "{moves:>5} {matches:>7}")?;
    }
    Ok(())
}

fn complain(message: impl std::fmt::Display) {
    // There is nobody else to tell.
    let _ = writeln!(io::stderr(), "solver: {message}");
}
