//! Moves in the notation of problem literature: short algebraic with the letters of a language,
//! `0-0`, `exd6ep`, and `=` after a move that reaches a stipulated stalemate, `==` after one that
//! reaches a double stalemate.

use shakmaty::san::San;
use shakmaty::{CastlingMode, Move, Role};

use super::language::Words;
use super::sheet;
use keymove_rules::position::Position;
use keymove_solve::{Aim, Kind, PlayKind};

/// The notation for the moves of one problem.
#[derive(Debug, Clone, Copy)]
pub(super) struct MoveNotation {
    pub words: &'static Words,
    /// The goal.
    aim: Aim,
    /// Whether every move is marked, so that a [`super::sheet`] can find it.
    marked: bool,
}

impl MoveNotation {
    pub fn new(words: &'static Words, kind: Kind) -> MoveNotation {
        MoveNotation {
            words,
            aim: kind.aim,
            marked: false,
        }
    }

    /// The same notation with or without marks.
    pub fn marked(self, marked: bool) -> MoveNotation {
        MoveNotation { marked, ..self }
    }

    /// The text for `m`, marked if moves are.
    pub fn standing_for(&self, m: Move, text: String) -> String {
        match self.marked {
            true => sheet::around(&text, m.to_uci(CastlingMode::Chess960)),
            false => text,
        }
    }

    /// Writes a legal move and plays it.
    pub fn play(&self, position: &mut Position, m: Move) -> String {
        let text = self.write(position, m);
        self.standing_for(m, text)
    }

    fn write(&self, position: &mut Position, m: Move) -> String {
        let translated = |c: char| match Role::from_char(c) {
            Some(role) if c.is_ascii_uppercase() => self.words.letter(role),
            _ if c == 'O' => '0',
            _ => c,
        };
        let mut text: String = match m {
            Move::Put { role, to } => format!("{}@{to}", self.words.letter(role)),
            _ => San::from_move(position.chess(), m)
                .to_string()
                .chars()
                .map(translated)
                .collect(),
        };
        if m.is_en_passant() {
            text.push_str("ep");
        }
        position.play(m);
        if position.is_checkmate() {
            text.push('#');
        } else if position.is_check() {
            text.push('+');
        } else if self.aim != Aim::Mate && self.aim.is_reached(position) {
            text.push_str(self.aim.sign());
        }
        text
    }

    /// Writes `m` without playing it, with its number.
    pub fn numbered(&self, position: &Position, m: Move, ply: usize) -> String {
        format!("{}{}", number(ply), self.play(&mut position.clone(), m))
    }

    /// A line of series play: every move of the series has a number, the reply to the last one has
    /// none.
    pub fn series(&self, position: &Position, kind: Kind, moves: &[Move]) -> String {
        let mut position = position.clone();
        let mut words = Vec::with_capacity(moves.len());
        let mut number = 1;
        for (&m, left) in moves.iter().zip((0..moves.len()).rev()) {
            let written = self.play(&mut position, m);
            if left == 0 && kind.play != PlayKind::Series {
                words.push(written);
                continue;
            }
            words.push(format!("{number}.{written}"));
            number += 1;
            if kind.is_reply_left_out(left) {
                position = position
                    .passed()
                    .expect("within a series nobody is in check");
            }
        }
        words.join(" ")
    }

    /// A line of legal moves, beginning with ply `first`.
    pub fn line(&self, position: &Position, moves: &[Move], first: usize) -> String {
        let mut position = position.clone();
        let words: Vec<String> = moves
            .iter()
            .zip(first..)
            .map(|(&m, ply)| {
                let written = self.play(&mut position, m);
                if ply == first || ply % 2 == 0 {
                    format!("{}{written}", number(ply))
                } else {
                    written
                }
            })
            .collect();
        words.join(" ")
    }
}

/// The number before a move: `1.` for ply 0, `1...` for ply 1, `2.` for ply 2.
pub(super) fn number(ply: usize) -> String {
    let dots = if ply.is_multiple_of(2) { "." } else { "..." };
    format!("{}{dots}", ply / 2 + 1)
}
