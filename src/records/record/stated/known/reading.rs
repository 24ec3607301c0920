//! Turns a record or a verdict into what is known: [`Stated::known`], [`KnownResult::of_verdict`].

use std::time::Duration;

use shakmaty::Move;

use super::{AskedBounds, AskedGoal, KnownResult};
use crate::epd::Epd;
use crate::epd::moves::written_moves;
use crate::record::line::PlayedLine;
use crate::record::stated::{
    Absence, Distance, NamedMoves, RecordClaim, Stated, asked, unclear, value,
};
use keymove_rules::bounds::{Bounds, MoveRange, Over, Reached};
use keymove_rules::position::Position;
use keymove_solve::{Counters, Kind, Length, LimitKind, Stipulation, Verdict};

/// Why the claims of a record cannot be taken as known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unclear(pub String);

impl std::fmt::Display for Unclear {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unclear {}

impl Stated<'_> {
    /// The result as far as it is known. A record with an `Error` says nothing but still has a goal.
    ///
    /// # Errors
    ///
    /// [`Unclear`] if the result cannot be read, or could not have been written by this program.
    pub fn known(&self) -> Result<KnownResult, Unclear> {
        let Stated { record, claim } = self;
        if !matches!(claim, RecordClaim::Error(_))
            && let Some((_, why)) = unclear(record).into_iter().next()
        {
            return Err(Unclear(why));
        }
        let goal = match claim {
            RecordClaim::Solved(distance) => Some(distance.stipulation),
            RecordClaim::Absent(absence) => absence.asked,
            RecordClaim::Stalemate => None,
            RecordClaim::Error(_) | RecordClaim::BestMoves | RecordClaim::Nothing => asked(record),
        };
        let limit = record
            .operation("Limit")
            .map(|limit| LimitKind::named(&limit.text()));
        // What another program has spent on its claim is no cost of a search here.
        let costs = |opcode| record.operation(opcode).filter(|_| !claim.is_claimed());
        let number = |opcode| costs(opcode).and_then(value::<u64>);
        let seconds = number("acs");
        let goal = goal.map_or(AskedGoal::Unnamed, AskedGoal::of);
        let mut known = KnownResult {
            limit: limit.flatten(),
            counters: number("acn").map(|nodes| Counters {
                nodes,
                elapsed: Duration::from_secs(seconds.unwrap_or(0)),
            }),
            timed: seconds.is_some(),
            ..KnownResult::unknown(record.position(), goal)
        };
        match claim {
            RecordClaim::Solved(distance)
                if distance.stipulation == Stipulation::new(Kind::MATED, 0) =>
            {
                if !Kind::MATED.settle(record.position()).is_checkmate() {
                    return Err(Unclear("the side to move is not mated already".to_owned()));
                }
                known.end(Over::Checkmate);
            }
            RecordClaim::Solved(distance) => {
                known.directions = vec![solved(self, *distance)?];
            }
            RecordClaim::Absent(absence) => known.absent(self, *absence)?,
            RecordClaim::Stalemate => known.end(Over::Stalemate),
            RecordClaim::Error(_) | RecordClaim::BestMoves | RecordClaim::Nothing => {
                known.limit = None;
                known.counters = None;
                if let Some(asked) = asked(record) {
                    known.directions[0].asked = asked.length;
                }
            }
        }
        Ok(known)
    }
}

impl KnownResult {
    /// The result of a search.
    pub fn of_verdict(verdict: &Verdict) -> KnownResult {
        let direction = AskedBounds {
            bounds: verdict.bounds.clone(),
            asked: verdict.stipulation.length,
        };
        KnownResult {
            directions: vec![direction],
            limit: verdict.limit(),
            counters: Some(verdict.counters),
            timed: true,
            ..KnownResult::unknown(&verdict.position, AskedGoal::of(verdict.stipulation))
        }
    }

    /// Records that the play is over, whatever the goal.
    fn end(&mut self, over: Over) {
        for direction in &mut self.directions {
            direction.bounds.over = Some(over);
        }
    }

    fn absent(&mut self, stated: &Stated<'_>, absence: Absence) -> Result<(), Unclear> {
        let record = stated.record;
        let Absence {
            asked,
            refuted,
            safe,
            gave_up,
        } = absence;
        match asked {
            Some(asked) => {
                let known = match asked.kind {
                    Kind::MATED => safe,
                    _ => refuted,
                };
                let main = &mut self.directions[0];
                main.bounds.refuted = known;
                main.asked = if gave_up { asked.length } else { known };
                if asked.kind == Kind::MATED && asked.length == known {
                    let position = Kind::MATED.settle(record.position());
                    main.bounds.escapes = range(stated, &position, true)?;
                }
            }
            None => {
                let whole_move = Length::of_moves(1);
                let more = Length::of_half_moves(refuted.half_moves() + whole_move.half_moves());
                let depth = match (gave_up, record.operation("Safe").is_some()) {
                    (false, true) => refuted.min(safe),
                    (true, true) => refuted,
                    (_, false) if gave_up => more,
                    (_, false) => refuted,
                };
                for (direction, known) in self.directions.iter_mut().zip([refuted, safe]) {
                    direction.bounds.refuted = known;
                    direction.asked = depth;
                }
            }
        }
        Ok(())
    }
}

/// The bounds of a record that has a solution.
fn solved(stated: &Stated<'_>, distance: Distance) -> Result<AskedBounds, Unclear> {
    let record = stated.record;
    let Distance {
        stipulation, count, ..
    } = distance;
    let below = distance.below();
    let position = &stipulation.kind.settle(record.position());
    if let Some(asked) =
        asked(record).filter(|asked| asked.exact && asked.length != stipulation.length)
    {
        let length = stipulation.length;
        return Err(Unclear(format!("Dist {length} is not a length of {asked}")));
    }
    let shortest = distance.is_shortest();
    if stipulation.kind.has_lines() && !shortest {
        return Err(Unclear(
            "help play with a Refuted below its length".to_owned(),
        ));
    }
    if below > Length::NONE && below >= stipulation.length {
        return Err(Unclear(format!("{stipulation} with {below} refuted")));
    }
    let is_every = stated.means_every_move(stipulation.length.rounded_up());
    let keys = range(stated, position, is_every)?;
    let keys = match stipulation.kind {
        // Which replies hold out longest is known only if the length is.
        Kind::MATED if !shortest => MoveRange::UNKNOWN,
        Kind::MATED => MoveRange {
            others: NamedMoves::of(record, "am", position).moves,
            ..keys
        },
        _ => keys,
    };
    Ok(AskedBounds {
        asked: asked(record).map_or(stipulation.length, |asked| asked.length),
        bounds: Bounds {
            reached: Some(Reached {
                length: stipulation.length,
                keys,
                counts: count.map(|count| (count, count)),
                line: line(record, position, distance),
            }),
            ..Bounds::refuted(below)
        },
    })
}

/// The moves of `bm`. With `is_every`, only the number of moves in `Open` is missing.
fn range(stated: &Stated<'_>, position: &Position, is_every: bool) -> Result<MoveRange, Unclear> {
    let NamedMoves { moves, wrong } = NamedMoves::of(stated.record, "bm", position);
    if let Some((_, error)) = wrong.first() {
        return Err(Unclear(format!("bm: {error}")));
    }
    let said_open = stated.record.operation("Open").and_then(value);
    let open = match (stated.move_set("bm"), said_open) {
        // Even if the length may not be the shortest, the other moves are refuted.
        (Some(_), Some(open)) => open,
        (Some(set), None) if is_every => set.open,
        _ => usize::MAX,
    };
    Ok(MoveRange::new(moves, open))
}

/// The line in `pv`, if it is play of the right length; otherwise an empty line.
fn line(record: &Epd, position: &Position, distance: Distance) -> Vec<Move> {
    let Some(written) = record.operation("pv").map(written_moves) else {
        return Vec::new();
    };
    let line = PlayedLine::walk(position, distance.stipulation, &written);
    match line.fault {
        Some(_) => Vec::new(),
        None => line.moves().collect(),
    }
}
