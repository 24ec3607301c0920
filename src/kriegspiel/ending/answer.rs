//! What a table says of one position, for readers and as JSON.

use std::fmt::Display;
use std::io::{self, Write};

use serde::{Serialize, Serializer};
use shakmaty::{Bitboard, Square};

use super::WhitePlacement;
use super::geometry::{WhiteTry, around, possible, tries};
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
    /// Moves to mate; none if the win is not sure.
    moves: Option<u16>,
    /// The tries in their order; none if the win is not sure.
    tries: Vec<Advice>,
}

/// A try that keeps the win, and what comes of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Advice {
    /// The try.
    #[serde(rename = "try", serialize_with = "text")]
    pub try_move: WhiteTry,
    /// The squares of the black king on which it is legal.
    #[serde(serialize_with = "squares")]
    pub legal: Bitboard,
    /// The other squares: White knows that the king is there when the umpire says no, and tries the
    /// next one.
    #[serde(serialize_with = "squares")]
    pub refused: Bitboard,
    /// The moves up to mate if it is legal, this one counted.
    pub moves: u16,
    /// What may be announced then, silent first.
    pub answers: Vec<Prospect>,
}

/// What the umpire may announce after a move, and what White knows then.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Prospect {
    /// The checks.
    #[serde(rename = "announced", serialize_with = "checks")]
    pub announcement: Directions,
    /// The squares on which the black king was and is mated: the game is over.
    #[serde(serialize_with = "squares")]
    pub mates: Bitboard,
    /// The other squares on which the black king may be before its reply.
    #[serde(serialize_with = "squares")]
    pub before: Bitboard,
    /// Those on which it may be after its reply: the set with White to move again.
    #[serde(serialize_with = "squares")]
    pub after: Bitboard,
    /// The moves up to mate from there; 0 if every square is mate.
    pub moves: u16,
}

impl EndingTable {
    /// The tries in the order in which White should make them, until one is legal; none if the win
    /// is not sure.
    ///
    /// Each keeps the win in [`moves_to_mate`](EndingTable::moves_to_mate). Of such tries those
    /// that are legal on more squares come first, then those that mate sooner, so there are few.
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
    /// Asks the table.
    pub fn of(table: &EndingTable, placement: WhitePlacement, king: Bitboard) -> PositionAnswer {
        let king = king & EndingTable::possible(placement);
        PositionAnswer {
            placement,
            king,
            moves: table.moves_to_mate(placement, king),
            tries: table.best(placement, king).unwrap_or_default(),
        }
    }

    /// Writes it for a reader.
    ///
    /// # Errors
    ///
    /// Those of `out`.
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
        let said = told(self.announcement);
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

fn told(checks: Directions) -> String {
    match checks.is_empty() {
        true => "silent".to_owned(),
        false => checks.to_string(),
    }
}

fn checks<S: Serializer>(checks: &Directions, to: S) -> Result<S::Ok, S::Error> {
    text(&told(*checks), to)
}

fn text<S: Serializer>(what: &impl Display, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(what)
}

/// The names of squares, a1 first.
fn squares<S: Serializer>(set: &Bitboard, to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(names(*set))
}

fn names(set: Bitboard) -> impl Iterator<Item = String> {
    set.into_iter().map(|square: Square| square.to_string())
}

fn listed(set: Bitboard) -> String {
    let names: Vec<String> = names(set).collect();
    match &names[..] {
        [one] => one.clone(),
        _ => format!("{} squares ({})", names.len(), names.join(" ")),
    }
}
