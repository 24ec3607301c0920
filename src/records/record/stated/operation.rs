//! The claims of single operations: kind and depth of the job, rules 1 to 4.
//!
//! [`Claim::read`] also distinguishes a mate `ce` from an ordinary one, a `bm #3` from a `bm` with
//! moves, and a mating `pv` from any other: the former are claims, which are removed when a record
//! is answered.

use crate::epd::length::{CountedMate, length_apart};
use crate::epd::moves::written_moves;
use crate::epd::{Epd, Operation};
use crate::job::DEPTHS;
use keymove_base::error::excerpt;
use keymove_base::reason::Reason;
use keymove_rules::stipulation::StipulationError;
use keymove_solve::{Kind, Stipulation};

/// The largest centipawn value, of either sign, that does not mean mate (as in the client's memo,
/// after the standard).
const PLAIN: i64 = 32000;

/// The claim of an operation about its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claim {
    /// The kind and the length. The length is 0 for a `ce` that says "already mated".
    pub stipulation: Stipulation,
    /// Whether the value was between two lengths and has been rounded up.
    pub rounded: bool,
}

impl Claim {
    fn new(kind: Kind, moves: u16) -> Claim {
        Claim {
            stipulation: Stipulation::new(kind, moves),
            rounded: false,
        }
    }

    /// Reads the claim of the `Stip` of `record`, with half a move for a helpmate without a number if
    /// the mating side begins.
    ///
    /// # Errors
    ///
    /// The reason, if it cannot be understood.
    pub fn stipulated(record: &Epd) -> Option<Result<Claim, Reason>> {
        let read = record.operation("Stip").and_then(Claim::read)?;
        Some(read.map(|claim| Claim {
            stipulation: begun(record, claim.stipulation),
            ..claim
        }))
    }

    /// Reads the claim of `operation`, if it makes one.
    ///
    /// # Errors
    ///
    /// The reason, if the operation should name a job but cannot be understood.
    pub fn read(operation: &Operation) -> Option<Result<Claim, Reason>> {
        match operation.opcode() {
            b"Stip" => Some(Stipulation::read(&operation.text()).map_or_else(
                |error| Err(error.reason()),
                |stipulation| {
                    Ok(Claim {
                        stipulation,
                        rounded: false,
                    })
                },
            )),
            b"ce" => evaluation(operation),
            b"dm" => {
                let text = operation.text();
                Some(signed_mate("dm", &text))
            }
            b"bm" => {
                if let Some((_, mate)) = length_apart(operation) {
                    return Some(counted(&mate));
                }
                let operands = operation.operands();
                let number = operands.first()?.strip_prefix(b"#")?;
                let digits = number.strip_prefix(b"-").unwrap_or(number);
                let is_number = digits.first().is_some_and(u8::is_ascii_digit);
                is_number.then(|| signed_mate("bm", number))
            }
            b"pv" => variation(operation),
            _ => None,
        }
    }

    /// Whether `operation` claims a length. Such operations are removed from an answered record.
    pub fn is_made_by(operation: &Operation) -> bool {
        operation.is("dm") || Claim::read(operation).is_some()
    }
}

/// The stipulation; a helpmate without a number has half a move if the mating side begins. Black is
/// mated, or White with `HalfDuplex`.
pub(crate) fn begun(record: &Epd, asked: Stipulation) -> Stipulation {
    if !asked.is_of_any_length() || asked.kind != Kind::HELPMATE {
        return asked;
    }
    let is_black_mated = record.operation("HalfDuplex").is_none();
    let half = record.position().turn().is_white() == is_black_mated;
    Stipulation {
        length: asked.length.with_half(half),
        ..asked
    }
}

/// `ce 32762`, `ce -32757`, `ce +M3`; `None` for other values.
fn evaluation(operation: &Operation) -> Option<Result<Claim, Reason>> {
    let text = operation.text();
    if let Some(mate) = CountedMate::read(&text) {
        return Some(counted(&mate));
    }
    let value = number(&text)?;
    let (kind, plies) = match value {
        // A mate in n full moves is worth 32768 - 2n, being mated in n is worth -32767 + 2n.
        v if v > PLAIN => (Kind::MATE, 32768 - v),
        v if v < -PLAIN => (Kind::MATED, v + 32767),
        _ => return None,
    };
    if plies < 0 || (plies == 0 && kind == Kind::MATE) {
        let text = excerpt(&text);
        return Some(Err(format!("ce {text} is beyond every mate").into()));
    }
    // At most 768 plies, so it fits.
    let moves = u16::try_from((plies + 1) / 2).unwrap_or(u16::MAX);
    Some(Ok(Claim {
        stipulation: Stipulation::new(kind, moves),
        rounded: plies % 2 == 1,
    }))
}

/// The claim of a mate whose length is counted in moves.
fn counted(mate: &CountedMate) -> Result<Claim, Reason> {
    let kind = if mate.is_mated {
        Kind::MATED
    } else {
        Kind::MATE
    };
    positive(kind, &mate.digits)
}

/// A `pv` that ends in mate.
fn variation(operation: &Operation) -> Option<Result<Claim, Reason>> {
    let moves = written_moves(operation);
    let last = moves.last()?;
    // `Qg7#!` and `Qg7#` alike.
    let signs = last.iter().rev().take_while(|b| b"#+!?".contains(b));
    if !signs.into_iter().any(|&b| b == b'#') {
        return None;
    }
    let kind = if moves.len() % 2 == 1 {
        Kind::MATE
    } else {
        Kind::MATED
    };
    let length = moves.len().div_ceil(2);
    Some(positive(kind, length.to_string().as_bytes()))
}

/// `5`, `#5`, `M5`: mate in 5. `-5`: mated in 5.
fn signed_mate(opcode: &'static str, text: &[u8]) -> Result<Claim, Reason> {
    if let Some(mate) = CountedMate::read(text) {
        return counted(&mate);
    }
    let (kind, digits) = match text {
        [b'-', digits @ ..] => (Kind::MATED, digits),
        [b'+', digits @ ..] => (Kind::MATE, digits),
        digits => (Kind::MATE, digits),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        let text = excerpt(text);
        return Err(format!("{opcode} {text} is not a number of moves").into());
    }
    positive(kind, digits)
}

/// A claim whose length must be a possible depth.
fn positive(kind: Kind, digits: &[u8]) -> Result<Claim, Reason> {
    match depth_of(digits)? {
        0 => Err(StipulationError::Length(excerpt(digits)).reason()),
        moves => Ok(Claim::new(kind, moves)),
    }
}

/// Digits as a depth; 0 is accepted.
fn depth_of(digits: &[u8]) -> Result<u16, Reason> {
    number(digits)
        .and_then(|n| u16::try_from(n).ok())
        .filter(|n| n <= DEPTHS.end())
        .ok_or_else(|| StipulationError::Length(excerpt(digits)).reason())
}

/// An integer, with or without a sign.
fn number(text: &[u8]) -> Option<i64> {
    std::str::from_utf8(text).ok()?.parse().ok()
}
