//! Solves a problem and writes it in Popeye's layout.
//!
//! All results come from [`solve`]; here they are only put into Popeye's order. If a limit left
//! something open, or not everything is listed, the output ends with `Partial solution` in place of
//! `solution finished.`, like an unfinished search of Popeye.

use std::time::{Duration, Instant};

use keymove_base::error::excerpt;
use keymove_base::language::Language;
use keymove_base::stop::Stop;
use keymove_forms::composition::language::Phrases;
use keymove_forms::composition::write::head;
use keymove_forms::composition::write::lines::LineStart;
use keymove_forms::composition::write::solution::SolutionWriter;
use keymove_forms::composition::{
    Composition, Opening, PopeyeError, PopeyeErrorKind, Simplex, TwinForm,
};
use keymove_records::epd::EpdErrorKind;
use keymove_rules::position::Position;
use keymove_solve::{Extent, Kind, Limits, Problem, Stipulation, Tables, Verdict, Wanted, solve};

/// The options for solving and writing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PopeyeSettings {
    /// The time for one problem with its twins (`-maxtime`), unless its own options give less.
    pub time: Option<Duration>,
    /// Whether the elapsed time is written; not with `-regression`.
    pub timed: bool,
}

/// The output for a problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenSolutions {
    /// The text.
    pub text: Vec<u8>,
    /// Whether it contains everything that was asked for.
    pub complete: bool,
    /// The parts that were not solved, with their places.
    pub refused: Vec<PopeyeError>,
}

/// Solves a problem with all its twins and writes the result.
pub fn answer(
    composition: &Composition,
    manner: PopeyeSettings,
    tables: &mut Tables,
    stop: &Stop,
) -> WrittenSolutions {
    let begun = Instant::now();
    let allowed = [manner.time, composition.choices.time];
    let phrases = Phrases::of(composition.language);
    let mut session = PopeyeSession {
        composition,
        phrases,
        tables,
        stop,
        end: allowed.into_iter().flatten().min().map(|time| begun + time),
        page: SolutionWriter::new(&composition.choices, phrases),
        refused: Vec::new(),
    };
    if composition.choices.board {
        head::write(&mut session.page.out, composition, session.phrases);
    }
    if composition.zero_position {
        head::write_zero_position(&mut session.page.out, session.phrases);
    }
    for twin in &composition.twins {
        if session.is_over() {
            session.page.complete = false;
            break;
        }
        head::write_twin(&mut session.page.out, twin);
        session.page.interrupted = false;
        session.twin(twin);
    }
    let PopeyeSession { page, refused, .. } = session;
    let SolutionWriter {
        mut out,
        complete,
        interrupted,
        ..
    } = page;
    let word = if complete {
        phrases.finished
    } else {
        phrases.partial
    };
    // Popeye omits an empty line if it stops at a number of solutions.
    let gap = if interrupted { "" } else { "\n" };
    out.extend_from_slice(format!("{gap}{word}").as_bytes());
    if manner.timed {
        let time = clock(begun.elapsed());
        out.extend_from_slice(format!(" {} = {time}", phrases.time).as_bytes());
    }
    out.extend_from_slice(b"\n\n\n");
    WrittenSolutions {
        text: out,
        complete,
        refused,
    }
}

/// The output for a problem that is not solved.
pub fn refusal(error: &PopeyeError, language: Language) -> Vec<u8> {
    let phrases = Phrases::of(language);
    let word = excerpt(error.word.as_bytes());
    format!(
        "\n{}{error}\n{}{word}\n\n{}\n\n\n",
        phrases.input_error, phrases.offending, phrases.partial
    )
    .into_bytes()
}

/// A time in Popeye's format: `0.078 s`, `1:02.500 m:s`, `2:00:00.000 h:m:s`.
fn clock(time: Duration) -> String {
    let (seconds, thousandths) = (time.as_secs(), time.subsec_millis());
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, s) => format!("{s}.{thousandths:03} s"),
        (0, m, s) => format!("{m}:{s:02}.{thousandths:03} m:s"),
        (h, m, s) => format!("{h}:{m:02}:{s:02}.{thousandths:03} h:m:s"),
    }
}

struct PopeyeSession<'a> {
    composition: &'a Composition,
    phrases: &'static Phrases,
    tables: &'a mut Tables,
    stop: &'a Stop,
    end: Option<Instant>,
    page: SolutionWriter<'a>,
    refused: Vec<PopeyeError>,
}

impl PopeyeSession<'_> {
    /// Whether the time is used up.
    fn is_over(&self) -> bool {
        self.stop.is_raised() || self.end.is_some_and(|end| Instant::now() >= end)
    }

    fn twin(&mut self, twin: &TwinForm) {
        for &changed in &self.composition.choices.sides {
            match self.composition.simplex(twin, changed) {
                Ok(simplex) => self.simplex(&simplex),
                Err(error) => {
                    self.explain(&error);
                    self.refused.push(error);
                }
            }
        }
    }

    /// Writes why there is no play.
    fn explain(&mut self, error: &PopeyeError) {
        let phrases = self.phrases;
        let text = match &error.kind {
            PopeyeErrorKind::Position(EpdErrorKind::NoKing(_)) => {
                // Popeye warns, and solves it.
                self.page.complete = false;
                phrases.king_missing.to_owned()
            }
            PopeyeErrorKind::Position(EpdErrorKind::OppositeCheck) => phrases.king_hangs.to_owned(),
            _ => {
                self.page.complete = false;
                format!("{}{error}", phrases.input_error)
            }
        };
        self.page.push(&format!("\n{text}\n"));
    }

    fn simplex(&mut self, simplex: &Simplex) {
        match simplex.opening {
            Opening::Reply => self.after_the_key(simplex),
            Opening::Key if simplex.stipulation.kind.has_lines() => self.help(simplex),
            Opening::Key => self.battle(simplex),
        }
    }

    /// Solves a problem; anything left open makes the solution a partial one.
    fn solve(
        &mut self,
        position: &Position,
        stipulation: Stipulation,
        wanted: Wanted,
    ) -> Option<Verdict> {
        let time = self
            .end
            .map(|end| end.saturating_duration_since(Instant::now()));
        let problem = Problem {
            position: position.clone(),
            stipulation,
            claimed: true,
            lines: Vec::new(),
            extent: Extent::AllKeys,
            limits: Limits { nodes: None, time },
            wanted,
        };
        let Ok(verdict) = solve(&problem, self.tables, self.stop) else {
            unreachable!("orthodox chess has every stipulation");
        };
        let cut = verdict
            .tree
            .as_ref()
            .is_some_and(|tree| tree.limit.is_some());
        self.page.complete &= verdict.limit().is_none() && !cut;
        Some(verdict)
    }

    /// Writes help or series play: set play, then the solutions.
    fn help(&mut self, simplex: &Simplex) {
        let choices = &self.composition.choices;
        let Simplex {
            position,
            stipulation,
            ..
        } = simplex;
        let start = LineStart::of(stipulation.length, choices.white_to_play);
        let wanted = Wanted {
            tree: true,
            set_play: choices.set_play,
            ..Wanted::default()
        };
        if let Some(verdict) = self.solve(position, *stipulation, wanted) {
            self.page.complete &= verdict.is_listed();
            self.page.help(&verdict, start);
        }
    }

    /// Writes direct and self play: set play, then keys and tries.
    fn battle(&mut self, simplex: &Simplex) {
        let choices = &self.composition.choices;
        let wanted = Wanted {
            tree: true,
            tries: choices.tries,
            longer_keys: true,
            set_play: choices.set_play,
            certificate: None,
        };
        let tree = self
            .solve(&simplex.position, simplex.stipulation, wanted)
            .and_then(|verdict| verdict.tree)
            .unwrap_or_default();
        self.page
            .battle(&simplex.position, simplex.stipulation, &tree);
    }

    /// Writes the play after a key that has already been played: the threats and the replies.
    fn after_the_key(&mut self, simplex: &Simplex) {
        let position = &simplex.position;
        let wanted = Wanted {
            tree: true,
            ..Wanted::default()
        };
        let moves = simplex.stipulation.length.moves();
        let threats = match position.passed() {
            Some(passed) => {
                let verdict = self.solve(&passed, Stipulation::new(Kind::MATE, moves), wanted);
                let tree = verdict.and_then(|verdict| verdict.tree);
                tree.map_or(Vec::new(), |tree| tree.keys)
            }
            None => Vec::new(),
        };
        let Some(verdict) = self.solve(position, simplex.stipulation, wanted) else {
            return;
        };
        let defences = verdict.tree.unwrap_or_default().defences;
        let refuting = &verdict.bounds.escapes.moves;
        self.page
            .after_the_key(position, moves, &threats, &defences, refuting);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_the_units_that_they_need() {
        assert_eq!(clock(Duration::from_millis(78)), "0.078 s");
        assert_eq!(clock(Duration::from_millis(62_500)), "1:02.500 m:s");
        assert_eq!(clock(Duration::from_secs(7200)), "2:00:00.000 h:m:s");
    }
}
