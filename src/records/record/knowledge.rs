//! What a record says about its position, whoever wrote it: this program, another, or a suite's
//! author. [`RecordClaim::of`] is the way back from `record::write`.
//!
//! For a job that is a pair of bounds: the goal is reached within one [`Length`], and is not
//! reached within another. A [`Distance`] has both, an [`Absence`] the second one.

use std::cell::LazyCell;
use std::collections::BTreeSet;
use std::fmt;

use super::claims::NamedMoves;
use crate::epd::{Epd, Operation};
use crate::job::Claim;
use keymove_base::error::excerpt;
use keymove_rules::position::Position;
use keymove_solve::{Kind, Length, Stipulation};

/// What a record says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordClaim {
    /// The job failed, for that reason.
    Error(String),
    /// The goal is reached in so many moves; being mated already is that in 0.
    Solved(Distance),
    /// The side to move is stalemated already.
    Stalemate,
    /// The goal is not reached within so many moves, as far as is known.
    Absent(Absence),
    /// Moves are best, nobody says why.
    BestMoves,
    /// Nothing.
    Nothing,
}

/// The position of a record, as either side is the defender, whose the reserve is in bughouse.
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

    /// The position that play of this kind is about.
    pub fn position(&self, kind: Kind) -> &Position {
        match kind {
            Kind::MATED => &self.defence,
            _ => &self.attack,
        }
    }
}

/// A length claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Distance {
    /// What is reached, and when.
    pub stipulation: Stipulation,
    /// The goal is proved not to be reached within so many moves.
    pub below: Length,
    /// The number of solutions (help play).
    pub count: Option<u64>,
}

impl Distance {
    /// Whether nothing shorter is left to find.
    pub fn is_shortest(self) -> bool {
        // A length differs from the next by a whole move.
        self.below >= self.stipulation.length.shorter()
    }

    /// The plies of a line of that length.
    pub fn plies(self) -> u32 {
        self.stipulation.length.plies(self.stipulation.kind)
    }
}

/// `Refuted`, `Safe` and the kind they are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Absence {
    /// The job; none when both directions were tried.
    pub asked: Option<Stipulation>,
    /// The depth in which the goal is not reached.
    pub refuted: Length,
    /// The depth in which the side to move is not mated.
    pub safe: Length,
    /// A limit was met: nothing is decided.
    pub gave_up: bool,
}

impl fmt::Display for RecordClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordClaim::Error(reason) => write!(f, "error {reason}"),
            RecordClaim::Solved(length) => {
                length.stipulation.fmt(f)?;
                if length.is_shortest() {
                    Ok(())
                } else {
                    write!(f, " (only {} refuted)", length.below)
                }
            }
            RecordClaim::Stalemate => f.write_str("stalemate"),
            RecordClaim::Absent(absence) => {
                let mut said = Vec::new();
                if absence.refuted > Length::NONE {
                    said.push(format!("refuted {}", absence.refuted));
                }
                if absence.safe > Length::NONE {
                    said.push(format!("safe {}", absence.safe));
                }
                if absence.gave_up {
                    said.push("gave up".to_owned());
                }
                if said.is_empty() {
                    said.push("nothing proved".to_owned());
                }
                f.write_str(&said.join(", "))
            }
            RecordClaim::BestMoves => f.write_str("best moves only"),
            RecordClaim::Nothing => f.write_str("nothing"),
        }
    }
}

impl RecordClaim {
    /// The kind of job that is answered; mate, if two were or none is named.
    pub fn kind(&self) -> Kind {
        match self {
            RecordClaim::Solved(length) => length.stipulation.kind,
            RecordClaim::Absent(absence) => absence.asked.map_or(Kind::MATE, |asked| asked.kind),
            _ => Kind::MATE,
        }
    }

    /// Whether the moves in `bm` and `am` are results, and no opinions.
    pub fn is_result(&self) -> bool {
        match self {
            RecordClaim::Solved(_) | RecordClaim::Stalemate => true,
            RecordClaim::Absent(absence) => !absence.gave_up,
            RecordClaim::Error(_) | RecordClaim::BestMoves | RecordClaim::Nothing => false,
        }
    }

    /// What `record` says.
    pub fn of(record: &Epd) -> RecordClaim {
        if let Some(error) = record.operation("Error") {
            return RecordClaim::Error(String::from_utf8_lossy(&error.text()).into_owned());
        }
        let asked = record.operation("Stip").and_then(read_claim);
        let may_be_half = asked.is_some_and(|asked| asked.length.has_half());
        let proved = |opcode| {
            let length = Length::read(&record.operation(opcode)?.text())?;
            (!length.has_half() || may_be_half).then_some(length)
        };
        let (refuted, safe) = (proved("Refuted"), proved("Safe"));
        // The first rule that names the job is `Stip`: beside one for another goal, a `dm` or `pv`
        // says nothing.
        let length = match asked {
            Some(asked) if !is_mate(asked) => distance(record, asked),
            _ => claimed_length(record),
        };
        if let Some(length) = length {
            let known = match length.kind {
                Kind::MATED => safe,
                _ => refuted,
            };
            return RecordClaim::Solved(Distance {
                stipulation: length,
                below: known.unwrap_or(length.length.shorter()),
                count: record.operation("Count").and_then(value),
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

/// Whether a job is one of mate as soon as may be, whichever side is mated: those are claimed by
/// other operations too.
pub fn is_mate(stipulation: Stipulation) -> bool {
    matches!(stipulation.kind, Kind::MATE | Kind::MATED) && !stipulation.exact
}

/// The length that `Dist` gives to the stipulation asked for. Half a move more or less would be
/// another side's goal.
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

/// The operations that claim something, but leave open what: they can't be read, or are not the
/// only ones of their name. Each with the reason.
pub fn unclear(record: &Epd) -> Vec<(&'static str, String)> {
    let may_be_half = LazyCell::new(|| {
        let asked = record.operation("Stip").and_then(read_claim);
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

/// The job that `record` names, whether it is answered or not.
pub fn asked(record: &Epd) -> Option<Stipulation> {
    let stipulation = record.operation("Stip").and_then(read_claim);
    stipulation.or_else(|| claimed_length(record))
}

/// Whether `record` says that its `bm` lacks nothing but what it says, `length` being that of its
/// job in moves, half a move counted as one: it is an answer of this program, whose `bm` holds
/// *every* such move (it has `acn`, and the `acd` is that length), or it says with `Open` how many
/// are lacking, or with `am` which are sooner. Another program's `bm` is the one move it would
/// play.
pub fn means_every_move(record: &Epd, length: u16) -> bool {
    let searched = record.operation("acd").map(|acd| acd.text());
    let is_answer = record.operation("acn").is_some()
        && searched.is_some_and(|acd| *acd == *length.to_string().as_bytes());
    is_answer
        || ["Open", "am"]
            .iter()
            .any(|opcode| record.operation(opcode).is_some())
}

/// Whether `ce` and `dm`, if both name a mate, name the same.
pub fn contradicts_itself(record: &Epd) -> bool {
    let of = |opcode| record.operation(opcode).and_then(read_claim);
    matches!((of("ce"), of("dm")), (Some(ce), Some(dm)) if ce != dm)
}

fn read_claim(operation: &Operation) -> Option<Stipulation> {
    Some(Claim::read(operation)?.ok()?.stipulation)
}

fn value<N: std::str::FromStr>(operation: &Operation) -> Option<N> {
    std::str::from_utf8(&operation.text()).ok()?.parse().ok()
}

fn number_is(record: &Epd, opcode: &str, text: &str) -> bool {
    record
        .operation(opcode)
        .is_some_and(|o| *o.text() == *text.as_bytes())
}

/// A set of moves as SAN, and how many more may belong to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveSet {
    /// The moves; what is no legal move stands as it is written.
    pub moves: BTreeSet<String>,
    /// Moves of the whole set that may be lacking.
    pub open: usize,
}

impl MoveSet {
    /// The moves of `bm` or `am`, if the record has some.
    pub fn of(record: &Epd, opcode: &str, knowledge: &RecordClaim) -> Option<MoveSet> {
        let position = &knowledge.kind().settle(record.position());
        let moves: BTreeSet<String> = NamedMoves::of(record, opcode, position)
            .written(position)
            .collect();
        let open = match knowledge {
            RecordClaim::Solved(length) if !length.is_shortest() => usize::MAX,
            // Where every solution is counted, every first move is decided, whatever limit was met.
            RecordClaim::Solved(length) if length.count.is_some() => 0,
            _ if record.operation("Limit").is_some() && record.operation("Open").is_none() => {
                usize::MAX
            }
            _ => record.operation("Open").and_then(value).unwrap_or(0),
        };
        (!moves.is_empty()).then_some(MoveSet { moves, open })
    }
}
