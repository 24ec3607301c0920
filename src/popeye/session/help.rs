//! Help and series play: lines in Popeye's order, set play before them.

use shakmaty::Move;

use super::Session;
use crate::composition::Simplex;
use crate::popeye::order::{Generator, sort};
use crate::popeye::write::lines::{self, LineStart};
use crate::popeye::write::play::PlayWriter;
use crate::position::Position;
use crate::solve::{Aim, Kind, Length, Lines, Outcome, PlayKind, Stipulation, Wanted};

impl Session<'_> {
    /// Help or series play: set play, then the solutions.
    pub(super) fn help(&mut self, simplex: &Simplex) {
        let choices = &self.composition.choices;
        let Simplex {
            position,
            stipulation,
            ..
        } = simplex;
        let half_moves = stipulation.length.half_moves();
        if choices.set_play
            && !stipulation.kind.is_series()
            && half_moves > 1
            && let Some(passed) = position.passed()
        {
            let set_play = Stipulation {
                length: Length::of_half_moves(half_moves - 1),
                ..*stipulation
            };
            let start = if stipulation.length.has_half() {
                LineStart::Second
            } else {
                LineStart::Half
            };
            self.push("\n");
            let solutions = self.solutions(&passed, set_play);
            let exact = solutions
                .into_iter()
                .filter(|lines| lines.length == set_play.length)
                .collect();
            self.lines(&passed, exact, start, stipulation.kind);
        }
        // A problem of which the set play alone is asked for begins in the middle of a move.
        let start = match (stipulation.length.has_half(), choices.white_to_play) {
            (false, false) => LineStart::Move,
            (true, _) => LineStart::Half,
            (false, true) => LineStart::Second,
        };
        self.push("\n");
        self.forced(position, start, stipulation.kind);
        let solutions = self.solutions(position, *stipulation);
        if choices.move_numbers {
            self.numbered(position, solutions, start, stipulation.kind);
        } else {
            let solutions = self.chosen(position, solutions);
            self.lines(position, solutions, start, stipulation.kind);
        }
    }

    /// The moves of a side that has to reach the aim at once because it can: there is no solution
    /// then.
    fn forced(&mut self, position: &Position, start: LineStart, kind: Kind) {
        if !matches!(kind.play, PlayKind::HelpReflex | PlayKind::SeriesReflex) {
            return;
        }
        let mut moves = position.legal_moves();
        moves.retain(|&m| kind.aim.is_reached(&position.after(m)));
        sort(&mut moves, Generator::last_of(kind.aim), |&m| m);
        let goal = format!("{} ?!?", goal(kind));
        for m in moves {
            lines::write(
                &mut self.out,
                position,
                &[m],
                start,
                kind,
                &goal,
                self.phrases,
            );
        }
    }

    fn solutions(&mut self, position: &Position, stipulation: Stipulation) -> Vec<Lines> {
        let wanted = Wanted {
            tree: true,
            ..Wanted::default()
        };
        let outcome = self
            .solve(position, stipulation, wanted)
            .map(|verdict| verdict.outcome);
        match outcome {
            Some(Outcome::Helped(help)) => {
                for lines in &help.solutions {
                    self.complete &= lines.count == u64::try_from(lines.lines.len()).ok();
                }
                help.solutions
            }
            _ => Vec::new(),
        }
    }

    /// The solutions whose first moves have numbers that are looked at.
    fn chosen(&self, position: &Position, mut solutions: Vec<Lines>) -> Vec<Lines> {
        let first_moves = &self.composition.choices.first_moves;
        if *first_moves != (1..=usize::MAX) {
            let mut numbered = position.legal_moves();
            sort(&mut numbered, Generator::Every, |&m| m);
            let looked_at: Vec<Move> = (1..)
                .zip(numbered)
                .filter(|(number, _)| first_moves.contains(number))
                .map(|(_, m)| m)
                .collect();
            for lines in &mut solutions {
                lines.lines.retain(|line| looked_at.contains(&line[0]));
            }
        }
        solutions
    }

    /// Solutions, each length by itself, as many as are wanted.
    fn lines(&mut self, position: &Position, solutions: Vec<Lines>, start: LineStart, kind: Kind) {
        let most = self.composition.choices.most_solutions;
        let mut left = most.unwrap_or(usize::MAX);
        for mut solutions in solutions {
            lines::sort(&mut solutions.lines, Generator::last_of(kind.aim));
            for line in &solutions.lines {
                if left == 0 {
                    break;
                }
                left -= 1;
                lines::write(
                    &mut self.out,
                    position,
                    line,
                    start,
                    kind,
                    goal(kind),
                    self.phrases,
                );
            }
        }
        if left == 0 {
            self.complete = false;
        }
    }

    /// Every first move with its number, and the solutions that it begins.
    fn numbered(
        &mut self,
        position: &Position,
        solutions: Vec<Lines>,
        start: LineStart,
        kind: Kind,
    ) {
        let choices = &self.composition.choices;
        let mut numbered = position.legal_moves();
        sort(&mut numbered, Generator::Every, |&m| m);
        for (number, m) in (1..).zip(numbered) {
            if !choices.first_moves.contains(&number) {
                continue;
            }
            let mut page = PlayWriter::new(choices, self.phrases, kind);
            page.move_number(number, position, m);
            self.out.append(&mut page.out);
            let of_move = solutions
                .iter()
                .map(|lines| Lines {
                    lines: lines
                        .lines
                        .iter()
                        .filter(|line| line[0] == m)
                        .cloned()
                        .collect(),
                    ..lines.clone()
                })
                .collect();
            self.lines(position, of_move, start, kind);
        }
    }
}

/// The sign of what is reached.
fn goal(kind: Kind) -> &'static str {
    match kind.aim {
        Aim::Mate => "#",
        Aim::Stalemate => "=",
        Aim::DoubleStalemate => "==",
    }
}
