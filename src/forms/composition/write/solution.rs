//! Writes the play of a solved problem in Popeye's order: everything below the head.
//!
//! This does not depend on how the problem is solved: `solver popeye` and the answers for Olive's
//! documents supply their verdicts, and both get the same text.

use shakmaty::Move;

use super::lines::{self, LineStart};
use super::play::Phase;
use crate::composition::Choices;
use crate::composition::language::Phrases;
use crate::composition::order::{Generator, sort};
use keymove_rules::position::Position;
use keymove_solve::{
    Continuation, Kind, Lines, Outcome, PlayKind, Stipulation, Tree, Variation, Verdict,
};

/// Writes the play of several problems, one after the other.
#[derive(Debug)]
pub struct SolutionWriter<'a> {
    /// The output so far.
    pub out: Vec<u8>,
    /// Whether everything that was found is in the output: no tree was cut, no maximum number of
    /// solutions reached.
    pub complete: bool,
    /// Whether the maximum number of solutions was reached.
    pub interrupted: bool,
    pub(super) choices: &'a Choices,
    pub(super) phrases: &'static Phrases,
    /// The kind of the play that is being written.
    pub(super) kind: Kind,
}

impl<'a> SolutionWriter<'a> {
    /// An empty writer.
    pub fn new(choices: &'a Choices, phrases: &'static Phrases) -> SolutionWriter<'a> {
        SolutionWriter {
            out: Vec::new(),
            complete: true,
            interrupted: false,
            choices,
            phrases,
            kind: Kind::MATE,
        }
    }

    /// Appends text unchanged.
    pub fn push(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    /// Writes the result of one search: `stipulation` was asked for `verdict`'s position. If a side
    /// is mated, every reply is written, since the threats are unknown.
    pub fn verdict(&mut self, stipulation: Stipulation, verdict: &Verdict) {
        let position = &*verdict.position;
        let none = Tree::default();
        let tree = verdict.tree.as_deref().unwrap_or(&none);
        let kind = stipulation.kind;
        match verdict.outcome() {
            _ if kind == Kind::MATED => {
                let choices = Choices {
                    threats: false,
                    ..self.choices.clone()
                };
                let mut page = SolutionWriter::new(&choices, self.phrases);
                let refuting = &verdict.bounds.escapes.moves;
                let moves = stipulation.length.moves();
                page.after_the_key(position, moves, &[], &tree.defences, refuting);
                self.complete &= page.complete;
                self.out.append(&mut page.out);
            }
            _ if kind.has_lines() => {
                self.help(verdict, LineStart::of(stipulation.length, false));
            }
            _ => self.battle(position, stipulation, tree),
        }
    }

    /// Writes direct and self play: set play, then keys and tries.
    pub fn battle(&mut self, position: &Position, stipulation: Stipulation, tree: &Tree) {
        let choices = self.choices;
        self.kind = stipulation.kind;
        if let (Some(set_play), Some(passed)) = (&tree.set_play, position.passed()) {
            self.blank();
            let full = stipulation.length.moves().checked_sub(1);
            self.variations(1, &passed, set_play, full);
        }
        self.blank();
        let mut numbered = position.legal_moves();
        let forced = stipulation.kind.forced_moves(position);
        let generator = if stipulation == Stipulation::new(Kind::MATE, 1) {
            Generator::Mating
        } else if !forced.is_empty() && !choices.move_numbers {
            // Nothing else is written in that case.
            Generator::last_of(stipulation.kind.aim)
        } else {
            Generator::Every
        };
        sort(&mut numbered, generator, |&m| m);
        let mut keys = 0;
        for (number, m) in (1..).zip(numbered) {
            if !choices.first_moves.contains(&number) {
                continue;
            }
            if choices.move_numbers {
                self.move_number(number, position, m);
            }
            if forced.contains(&m) {
                self.forced_move(position, m);
            }
            if let Some(phase) = phase(tree, m) {
                self.phase(position, phase);
                keys += usize::from(matches!(phase, Phase::Key(_)));
            }
            if choices.most_solutions == Some(keys) {
                self.interrupted = true;
                self.complete = false;
                break;
            }
        }
    }

    /// Writes the play after a key that has already been played: the threats and the replies. The
    /// attacker has `moves` left; the replies in `refuting` escape.
    pub fn after_the_key(
        &mut self,
        position: &Position,
        moves: u16,
        threats: &[Continuation],
        defences: &[Variation],
        refuting: &[Move],
    ) {
        self.kind = Kind::MATED;
        self.blank();
        self.threats(position, threats);
        let mut replies = position.legal_moves();
        sort(&mut replies, Generator::Every, |&m| m);
        for m in replies {
            if refuting.contains(&m) {
                self.reply(1, position, m, false);
                self.refutes();
                continue;
            }
            let of_reply: Vec<_> = defences
                .iter()
                .filter(|variation| variation.reply == m)
                .map(|variation| Variation {
                    shown: variation.parries(threats),
                    ..variation.clone()
                })
                .collect();
            self.variations(1, position, &of_reply, Some(moves));
        }
    }

    /// Writes help and series play, whose lines begin at `start`: the set play, then the solutions,
    /// each after an empty line.
    pub fn help(&mut self, verdict: &Verdict, start: LineStart) {
        let position = &*verdict.position;
        self.kind = verdict.stipulation.kind;
        if let (Some(set_play), Some(passed)) = (&verdict.set_play, position.passed()) {
            self.blank();
            self.lines(&passed, set_play.clone(), start.before());
        }
        let solutions = match verdict.outcome() {
            Outcome::Helped(help) => help.solutions,
            _ => Vec::new(),
        };
        self.blank();
        self.forced(position, start);
        if self.choices.move_numbers {
            self.numbered(position, solutions, start);
        } else {
            let solutions = self.chosen(position, solutions);
            self.lines(position, solutions, start);
        }
    }

    /// Writes the moves of a side that can reach the aim at once and therefore must: then there is
    /// no solution. This is a fault (`?!?`) unless that side is to reach the aim in the end.
    fn forced(&mut self, position: &Position, start: LineStart) {
        let kind = self.kind;
        if !matches!(kind.play, PlayKind::HelpReflex | PlayKind::SeriesReflex) {
            return;
        }
        let mut moves = position.legal_moves();
        moves.retain(|&m| kind.aim.is_reached(&position.after(m)));
        sort(&mut moves, Generator::last_of(kind.aim), |&m| m);
        let fault = match start {
            LineStart::Half => "",
            LineStart::Move | LineStart::Second => " ?!?",
        };
        let goal = format!("{}{fault}", kind.aim.sign());
        for m in moves {
            self.line(position, &[m], start, &goal);
        }
    }

    /// The solutions whose first moves have the wanted numbers.
    fn chosen(&self, position: &Position, mut solutions: Vec<Lines>) -> Vec<Lines> {
        let first_moves = &self.choices.first_moves;
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

    /// Writes solutions, each length separately, up to the maximum number.
    fn lines(&mut self, position: &Position, solutions: Vec<Lines>, start: LineStart) {
        let most = self.choices.most_solutions;
        let mut left = most.unwrap_or(usize::MAX);
        for mut solutions in solutions {
            lines::sort(&mut solutions.lines, Generator::last_of(self.kind.aim));
            for line in &solutions.lines {
                if left == 0 {
                    break;
                }
                left -= 1;
                self.line(position, line, start, self.kind.aim.sign());
            }
        }
        if left == 0 {
            self.complete = false;
        }
    }

    /// Writes every first move with its number, and the solutions that begin with it.
    fn numbered(&mut self, position: &Position, solutions: Vec<Lines>, start: LineStart) {
        let choices = self.choices;
        let mut numbered = position.legal_moves();
        sort(&mut numbered, Generator::Every, |&m| m);
        for (number, m) in (1..).zip(numbered) {
            if !choices.first_moves.contains(&number) {
                continue;
            }
            self.move_number(number, position, m);
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
            self.lines(position, of_move, start);
        }
    }
}

/// The play after `m`, if it is a key or a try.
fn phase(tree: &Tree, m: Move) -> Option<Phase<'_>> {
    let key = tree.keys.iter().find(|key| key.m == m).map(Phase::Key);
    key.or_else(|| {
        let tries = tree.tries.as_deref().unwrap_or_default();
        tries
            .iter()
            .find(|try_move| try_move.play.m == m)
            .map(Phase::Try)
    })
}
