//! The claim of a record about its position, whether it was written by this program, by another one,
//! or by the author of a suite. [`RecordClaim::of`] is the inverse of `record::write`.
//!
//! For a job, this is a pair of bounds: the goal is reached within one [`Length`] and is not
//! reached within another. A [`Distance`] has both bounds, an [`Absence`] only the second.

use std::cell::LazyCell;
use std::fmt;

use super::{Claim, is_answer};
use crate::cause::Cause;
use crate::epd::{Epd, Operation};
use keymove_base::error::excerpt;
use keymove_rules::position::Position;
use keymove_solve::{Kind, Length, Stipulation};

/// The claim of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordClaim {
    /// The job failed for this cause.
    Error(Cause),
    /// The goal is reached in this number of moves; being already mated is a distance of 0.
    Solved(Distance),
    /// The side to move is already stalemated.
    Stalemate,
    /// As far as is known, the goal is not reached within this number of moves.
    Absent(Absence),
    /// Some moves are best, without a reason.
    BestMoves,
    /// Nothing.
    Nothing,
}

/// The position of a record with either side as the defender, to whom the reserve belongs in
/// bughouse.
#[derive(Debug, Clone)]
pub struct Viewpoints {
    /// The side to move attacks.
    attack: Position,
    /// The side to move is to be mated.
    defence: Position,
}

impl Viewpoints {
    /// The viewpoints of `record`.
    pub fn of(record: &Epd) -> Viewpoints {
        Viewpoints {
            attack: Kind::MATE.settle(record.position()),
            defence: Kind::MATED.settle(record.position()),
        }
    }

    /// The position for play of this kind.
    pub fn position(&self, kind: Kind) -> &Position {
        match kind {
            Kind::MATED => &self.defence,
            _ => &self.attack,
        }
    }
}

/// A claimed length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Distance {
    /// The goal that is reached, with its length.
    pub stipulation: Stipulation,
    /// The goal is proved not to be reached within this number of moves; `None` if nobody says so.
    pub refuted: Option<Length>,
    /// The number of solutions (help play).
    pub count: Option<u64>,
}

impl Distance {
    /// The goal is proved not to be reached within this number of moves; [`Length::NONE`] if nothing
    /// is proved.
    pub fn below(self) -> Length {
        self.refuted.unwrap_or(Length::NONE)
    }

    /// Whether nothing shorter is left to find.
    pub fn is_shortest(self) -> bool {
        // One length differs from the next by a whole move.
        self.below() >= self.stipulation.length.shorter()
    }

    /// The number of plies of a line of this length.
    pub fn plies(self) -> u32 {
        self.stipulation.length.plies(self.stipulation.kind)
    }
}

/// `Refuted` and `Safe`, with the job they belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Absence {
    /// The job; `None` if both directions were tried.
    pub asked: Option<Stipulation>,
    /// The depth within which the goal is not reached.
    pub refuted: Length,
    /// The depth within which the side to move is not mated.
    pub safe: Length,
    /// A limit was met: nothing is decided.
    pub gave_up: bool,
}

impl fmt::Display for RecordClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordClaim::Error(cause) => write!(f, "error {cause}"),
            RecordClaim::Solved(length) => {
                length.stipulation.fmt(f)?;
                match length.refuted {
                    Some(refuted) if !length.is_shortest() => {
                        write!(f, " (only {refuted} refuted)")
                    }
                    _ => Ok(()),
                }
            }
            RecordClaim::Stalemate => f.write_str("stalemate"),
            RecordClaim::Absent(absence) => {
                let mut parts = Vec::new();
                if absence.refuted > Length::NONE {
                    parts.push(format!("refuted {}", absence.refuted));
                }
                if absence.safe > Length::NONE {
                    parts.push(format!("safe {}", absence.safe));
                }
                if absence.gave_up {
                    parts.push("gave up".to_owned());
                }
                if parts.is_empty() {
                    parts.push("nothing proved".to_owned());
                }
                f.write_str(&parts.join(", "))
            }
            RecordClaim::BestMoves => f.write_str("best moves only"),
            RecordClaim::Nothing => f.write_str("nothing"),
        }
    }
}

impl RecordClaim {
    /// The kind of the answered job; mate if there were two or none is named.
    pub fn kind(&self) -> Kind {
        match self {
            RecordClaim::Solved(length) => length.stipulation.kind,
            RecordClaim::Absent(absence) => absence.asked.map_or(Kind::MATE, |asked| asked.kind),
            _ => Kind::MATE,
        }
    }

    /// Whether the moves in `bm` and `am` are results rather than opinions.
    pub fn is_result(&self) -> bool {
        match self {
            RecordClaim::Solved(_) | RecordClaim::Stalemate => true,
            RecordClaim::Absent(absence) => !absence.gave_up,
            RecordClaim::Error(_) | RecordClaim::BestMoves | RecordClaim::Nothing => false,
        }
    }

    /// Whether a mate is only claimed, by a suite or by another program.
    pub fn is_claimed(&self) -> bool {
        matches!(self, RecordClaim::Solved(length) if length.refuted.is_none())
    }

    /// The same claim as an author means it: a length is the shortest, unless the record says less.
    pub fn as_meant(self) -> RecordClaim {
        match self {
            RecordClaim::Solved(length) => RecordClaim::Solved(Distance {
                refuted: length.refuted.or(Some(length.stipulation.length.shorter())),
                ..length
            }),
            other => other,
        }
    }

    /// The claim of `record`.
    pub(super) fn of(record: &Epd) -> RecordClaim {
        if let Some(error) = record.operation("Error") {
            return RecordClaim::Error(Cause::read(&String::from_utf8_lossy(&error.text())));
        }
        let asked = stipulated(record);
        let may_be_half = asked.is_some_and(|asked| asked.length.has_half());
        let proved = |opcode| {
            let length = Length::read(&record.operation(opcode)?.text())?;
            (!length.has_half() || may_be_half).then_some(length)
        };
        let (refuted, safe) = (proved("Refuted"), proved("Safe"));
        // `Stip` is the first rule that names the job: if it names another goal, a `dm` or `pv` has
        // no meaning.
        let length = match asked {
            Some(asked) if !is_mate(asked) => distance(record, asked),
            _ => claimed_length(record),
        };
        if let Some(length) = length {
            let known = match length.kind {
                Kind::MATED => safe,
                _ => refuted,
            };
            let is_exact = || !is_mate(length) || is_answer(record, length.length.rounded_up());
            return RecordClaim::Solved(Distance {
                stipulation: length,
                refuted: known.or_else(|| is_exact().then(|| length.length.shorter())),
                count: claimed_count(record),
            });
        }
        // The cheap question first: legal moves took a tenth of a merge.
        if number_is(record, "ce", "0") && record.position().is_stalemate() {
            return RecordClaim::Stalemate;
        }
        let gave_up = record.operation("Limit").is_some();
        if gave_up || refuted.is_some() || safe.is_some() {
            return RecordClaim::Absent(Absence {
                asked,
                refuted: refuted.unwrap_or(Length::NONE),
                safe: safe.unwrap_or(Length::NONE),
                gave_up,
            });
        }
        if record.operation("bm").is_some() {
            RecordClaim::BestMoves
        } else {
            RecordClaim::Nothing
        }
    }
}

/// Whether a job is mate as soon as possible, whichever side is mated: such mates are also claimed
/// by other operations.
pub fn is_mate(stipulation: Stipulation) -> bool {
    matches!(stipulation.kind, Kind::MATE | Kind::MATED) && !stipulation.exact
}

/// The length that `Dist` gives for the stipulation asked. Half a move more or less would be the
/// goal of the other side.
fn distance(record: &Epd, asked: Stipulation) -> Option<Stipulation> {
    let length = Length::read(&record.operation("Dist")?.text())?;
    (length.has_half() == asked.length.has_half()).then_some(Stipulation { length, ..asked })
}

/// The length of the first claim that can be understood, in the order in which jobs are read.
fn claimed_length(record: &Epd) -> Option<Stipulation> {
    ["ce", "dm", "bm", "pv"]
        .into_iter()
        .flat_map(|opcode| record.operations().iter().filter(move |o| o.is(opcode)))
        .find_map(read_claim)
}

/// The operations that make a claim but leave its meaning open, because they cannot be read or
/// occur more than once. Each has a reason.
pub fn unclear(record: &Epd) -> Vec<(&'static str, String)> {
    let may_be_half = LazyCell::new(|| {
        let asked = stipulated(record);
        asked.is_some_and(|asked| asked.length.has_half())
    });
    let is_readable = |opcode: &str, operation: &Operation| match opcode {
        "dm" => read_claim(operation).is_some(),
        "Count" => value::<u64>(operation).is_some(),
        _ => Length::read(&operation.text()).is_some_and(|length| match opcode {
            // `Dist` is of the stipulation's parity.
            "Dist" => length.has_half() == *may_be_half,
            _ => !length.has_half() || *may_be_half,
        }),
    };
    let mut unclear = Vec::new();
    for opcode in ["Refuted", "Safe", "dm", "Dist", "Count"] {
        let mut all = record.all(opcode);
        let Some(operation) = all.next() else {
            continue;
        };
        if all.next().is_some() {
            unclear.push((opcode, format!("there is more than one {opcode}")));
        } else if !is_readable(opcode, operation) {
            let text = excerpt(&operation.text());
            let what = match opcode {
                "Count" => "number",
                _ => "length of such play",
            };
            unclear.push((opcode, format!("{opcode} {text} is no {what}")));
        }
    }
    unclear
}

/// The job named by `record`, answered or not.
pub fn asked(record: &Epd) -> Option<Stipulation> {
    let stipulation = stipulated(record);
    stipulation.or_else(|| claimed_length(record))
}

/// The number of solutions that `record` names.
pub fn claimed_count(record: &Epd) -> Option<u64> {
    record.operation("Count").and_then(value)
}

/// Whether `ce` and `dm`, if both name a mate, name the same.
pub fn contradicts_itself(record: &Epd) -> bool {
    let of = |opcode| record.operation(opcode).and_then(read_claim);
    matches!((of("ce"), of("dm")), (Some(ce), Some(dm)) if ce != dm)
}

/// The stipulation of the record's `Stip`.
fn stipulated(record: &Epd) -> Option<Stipulation> {
    Some(Claim::stipulated(record)?.ok()?.stipulation)
}

fn read_claim(operation: &Operation) -> Option<Stipulation> {
    Some(Claim::read(operation)?.ok()?.stipulation)
}

/// The number that is the operand of an operation.
pub(super) fn value<N: std::str::FromStr>(operation: &Operation) -> Option<N> {
    std::str::from_utf8(&operation.text()).ok()?.parse().ok()
}

fn number_is(record: &Epd, opcode: &str, text: &str) -> bool {
    record
        .operation(opcode)
        .is_some_and(|o| *o.text() == *text.as_bytes())
}
