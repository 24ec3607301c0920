//! The answer of a table for one position, as text and JSON.

use std::fmt::Display;
use std::io::{self, Write};

use serde::{Serialize, Serializer};
use shakmaty::Bitboard;

use super::WhitePlacement;
use super::geometry::{WhiteTry, around, possible, square_names, tries};
use super::table::EndingTable;
use crate::announcement::Directions;

/// The answer for a placement and a set of king squares.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PositionAnswer {
    /// The white men: `Kc3 Ra1`.
    #[serde(serialize_with = "text")]
    placement: WhitePlacement,
    /// The squares of the black king.
    #[serde(serialize_with = "squares")]
    king: Bitboard,
    /// The number of moves to mate; `None` if the win is not certain.
    moves: Option<u16>,
    /// The tries in order; `None` if the win is not certain.
    tries: Vec<Advice>,
}

/// A try that keeps the win, and its consequences.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Advice {
    /// The try.
    #[serde(rename = "try", serialize_with = "text")]
    pub try_move: WhiteTry,
    /// The squares of the black king for which it is legal.
    #[serde(serialize_with = "squares")]
    pub legal: Bitboard,
    /// The other squares: if the umpire says no, White knows that the king is on one of them, and
    /// makes the next try.
    #[serde(serialize_with = "squares")]
    pub refused: Bitboard,
    /// The number of moves to mate if it is legal, including this one.
    pub moves: u16,
    /// The possible announcements in that case, silence first.
    pub answers: Vec<Prospect>,
}

/// A possible announcement after a move, and what White knows then.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Prospect {
    /// The checks.
    #[serde(rename = "announced", serialize_with = "checks")]
    pub announcement: Directions,
    /// The squares of the black king on which it is mated: the game is over.
    #[serde(serialize_with = "squares")]
    pub mates: Bitboard,
    /// The other possible squares of the black king before its reply.
    #[serde(serialize_with = "squares")]
    pub before: Bitboard,
    /// The possible squares after its reply: the set with White to move again.
    #[serde(serialize_with = "squares")]
    pub after: Bitboard,
    /// The number of moves to mate from there; 0 if every square is mate.
    pub moves: u16,
}

impl EndingTable {
    /// The tries in the order in which White should make them until one is legal; `None` if the win
    /// is not certain.
    ///
    /// Each of them keeps the win in [`moves_to_mate`](EndingTable::moves_to_mate). Such tries are
    /// ordered by the number of squares for which they are legal, largest first, then by the number
    /// of moves to mate, so only a few are needed.
    pub fn best(&self, placement: WhitePlacement, king: Bitboard) -> Option<Vec<Advice>> {
        let within = self.moves_to_mate(placement, king)?;
        let tries = tries(placement);
        let mut left = king.0 & possible(placement);
        let mut advice = Vec::new();
        while left != 0 {
            let cost = |&(tried, moves): &(&WhiteTry, u16)| {
                (64 - (left & !tried.refused).count_ones(), moves)
            };
            let (tried, moves) = self.keeping(&tries, left, within).min_by_key(cost)?;
            advice.push(self.advice(tried, left, moves)?);
            left &= tried.refused;
        }
        Some(advice)
    }

    fn advice(&self, tried: &WhiteTry, king: u64, moves: u16) -> Option<Advice> {
        let mut answers = Vec::new();
        for (announcement, squares) in tried.announced() {
            let squares = squares & king;
            if squares == 0 {
                continue;
            }
            let before = squares & !tried.mates;
            answers.push(Prospect {
                announcement,
                mates: Bitboard(squares & tried.mates),
                before: Bitboard(before),
                after: Bitboard(around(before) & tried.free),
                moves: self.moves_after(tried.after, squares)?,
            });
        }
        Some(Advice {
            try_move: *tried,
            legal: Bitboard(king & !tried.refused),
            refused: Bitboard(king & tried.refused),
            moves,
            answers,
        })
    }
}

impl PositionAnswer {
    /// The answer of the table.
    pub fn of(table: &EndingTable, placement: WhitePlacement, king: Bitboard) -> PositionAnswer {
        let king = king & EndingTable::possible(placement);
        PositionAnswer {
            placement,
            king,
            moves: table.moves_to_mate(placement, king),
            tries: table.best(placement, king).unwrap_or_default(),
        }
    }

    /// Writes the answer as text.
    ///
    /// # Errors
    ///
    /// Errors of `out`.
    pub fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let won = match self.moves {
            Some(moves) => format!("mate in {moves}"),
            None => "not won for sure".to_owned(),
        };
        let (placement, king) = (self.placement, listed(self.king));
        writeln!(out, "{placement}, black king on {king}: {won}")?;
        for (index, step) in self.tries.iter().enumerate() {
            let (count, name, legal) = (index + 1, step.try_move, listed(step.legal));
            let mate = match step.moves {
                1 => "mate".to_owned(),
                moves => format!("mate in {moves}"),
            };
            writeln!(out, "{count}. {name}, legal on {legal}: {mate}")?;
            for answer in &step.answers {
                answer.write_text(out)?;
            }
            if step.refused.any() {
                writeln!(out, "   no: it is on {}; next try", listed(step.refused))?;
            }
        }
        Ok(())
    }
}

impl Prospect {
    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let said = check_text(self.announcement);
        if self.mates.any() {
            writeln!(out, "   {said} and mate: it is on {}", listed(self.mates))?;
        }
        if self.before.any() {
            let (before, after, moves) = (listed(self.before), listed(self.after), self.moves);
            writeln!(
                out,
                "   {said}: it is on {before}; after its move on {after}: mate in {moves}"
            )?;
        }
        Ok(())
    }
}

fn check_text(checks: Directions) -> String {
    match checks.is_empty() {
        true => "silent".to_owned(),
        false => checks.to_string(),
    }
}

fn checks<S: Serializer>(checks: &Directions, to: S) -> Result<S::Ok, S::Error> {
    text(&check_text(*checks), to)
}

fn text<S: Serializer>(what: &impl Display, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(what)
}

/// The names of squares, a1 first.
fn squares<S: Serializer>(set: &Bitboard, to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(square_names(*set))
}

fn listed(set: Bitboard) -> String {
    let names = square_names(set);
    match &names[..] {
        [one] => one.clone(),
        _ => format!("{} squares ({})", names.len(), names.join(" ")),
    }
}
