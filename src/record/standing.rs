//! The way back from a record to what was found, and the join of two records: [`Standing`].
//!
//! `record::write` turns findings into operations; here operations become what is known again
//! ([`Standing::of`], over [`Knowledge`]), what is known of the same [`Goal`] is joined, and written
//! as the solver would have ([`Standing::record`]): bounds of two records that meet make a proved
//! shortest solution, without a `Refuted`; one whose `bm` may lack first moves says so with `Open`.
//!
//! What a record claims is believed, whoever wrote it: `solver verify` is for doubts.

use std::time::Duration;

use super::knowledge::{Absence, Distance, Knowledge, MoveSet, asked, means_every_move};
use super::lattice::{Contradiction, KnownBounds, MoveRange, Reached};
use super::{Findings, LEFT_OUT, answered};
use crate::epd::Epd;
use crate::epd::moves::{read_move, written_moves};
use crate::position::Position;
use crate::solve::{
    Counters, Extent, Help, Kind, Length, LimitKind, Lines, Loss, Outcome, Problem, Solution,
    Stipulation, Verdict,
};
use shakmaty::Move;

/// What a record is about, beside its position. Lengths with half a move are another side's goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Goal {
    /// Play of that kind.
    Named {
        /// The kind.
        kind: Kind,
        /// Whether there is half a move beside the whole ones.
        half: bool,
        /// The length that play must have, where shorter play is no solution: what is known of
        /// another length says nothing of it.
        exact: Option<Length>,
    },
    /// None is named: whether the side to move mates or is mated, or nothing at all.
    Unnamed,
}

impl Goal {
    /// That of `stipulation`.
    pub fn of(stipulation: Stipulation) -> Goal {
        Goal::Named {
            kind: stipulation.kind,
            half: stipulation.length.has_half(),
            exact: stipulation.exact.then_some(stipulation.length),
        }
    }

    /// Whether it is that the side to move mates, or is mated, as soon as may be.
    pub fn is_mate(self) -> bool {
        matches!(
            self,
            Goal::Named {
                kind: Kind::MATE | Kind::MATED,
                exact: None,
                ..
            }
        )
    }
}

/// Play that is over before it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    Checkmate,
    Stalemate,
}

/// One direction of a goal: what is known, within which depth it was asked, and a line that shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Direction {
    bounds: KnownBounds,
    asked: Length,
    /// As long as `bounds.reached` says, or empty.
    line: Vec<Move>,
}

impl Direction {
    fn unknown() -> Direction {
        Direction {
            bounds: KnownBounds::unknown(),
            asked: Length::NONE,
            line: Vec::new(),
        }
    }

    fn join(&self, other: &Direction) -> Direction {
        let bounds = self.bounds.join(&other.bounds);
        let length = |bounds: &KnownBounds| bounds.reached.as_ref().map(|r| r.length);
        let fits =
            |one: &&Direction| !one.line.is_empty() && length(&one.bounds) == length(&bounds);
        let line = [self, other].into_iter().find(fits);
        // What was asked stands beside the solution that is kept.
        let asked = match (length(&self.bounds), length(&other.bounds)) {
            (Some(one), Some(two)) if one < two => self.asked,
            (Some(one), Some(two)) if two < one => other.asked,
            (Some(_), None) => self.asked,
            (None, Some(_)) => other.asked,
            _ => self.asked.max(other.asked),
        };
        Direction {
            asked,
            line: line.map_or_else(Vec::new, |one| one.line.clone()),
            bounds,
        }
    }

    /// Whether nothing is left to do within the depth asked for.
    fn is_finished(&self, is_joint: bool) -> bool {
        let KnownBounds {
            reached,
            refuted,
            escapes,
        } = &self.bounds;
        match reached {
            Some(reached) => {
                self.bounds.shortest().is_some()
                    && reached.keys.is_complete()
                    && (!is_joint || reached.counts.is_some())
            }
            None => {
                let every = escapes.moves.is_empty() || escapes.is_complete();
                self.asked > Length::NONE && *refuted >= self.asked && every
            }
        }
    }
}

/// What is known of a position and a goal, from one record or several.
#[derive(Debug, Clone)]
pub struct Standing {
    /// What it is about.
    pub goal: Goal,
    position: Position,
    ending: Option<Ending>,
    /// The goal's direction; mate, if none is named.
    main: Direction,
    /// Without a named goal: whether the side to move is mated.
    mated: Direction,
    limit: Option<LimitKind>,
    /// What the searches cost, if it is said.
    counters: Option<Counters>,
    /// Whether seconds are said.
    timed: bool,
}

/// Why what a record says cannot be taken for known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unclear(pub String);

impl std::fmt::Display for Unclear {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unclear {}

impl Standing {
    /// What `record` says. One with an `Error` says nothing, but is about its goal.
    ///
    /// # Errors
    ///
    /// [`Unclear`]: a result that cannot be read, or no run of this program could write.
    pub fn of(record: &Epd) -> Result<Standing, Unclear> {
        let said = Knowledge::of(record);
        if !matches!(said, Knowledge::Error(_))
            && let Some((_, why)) = super::knowledge::unclear(record).into_iter().next()
        {
            return Err(Unclear(why));
        }
        let goal = match &said {
            Knowledge::Solved(distance) => Some(distance.stipulation),
            Knowledge::Absent(absence) => absence.asked,
            Knowledge::Stalemate => None,
            Knowledge::Error(_) | Knowledge::BestMoves | Knowledge::Nothing => asked(record),
        };
        let limit = record
            .operation("Limit")
            .map(|limit| LimitKind::named(&limit.text()));
        let number = |opcode| -> Option<u64> {
            let text = record.operation(opcode)?.text().into_owned();
            String::from_utf8(text).ok()?.parse().ok()
        };
        let seconds = number("acs");
        let mut standing = Standing {
            goal: goal.map_or(Goal::Unnamed, Goal::of),
            position: record.position().clone(),
            ending: None,
            main: Direction::unknown(),
            mated: Direction::unknown(),
            limit: limit.flatten(),
            counters: number("acn").map(|nodes| Counters {
                nodes,
                elapsed: Duration::from_secs(seconds.unwrap_or(0)),
            }),
            timed: seconds.is_some(),
        };
        match &said {
            Knowledge::Solved(distance)
                if distance.stipulation == Stipulation::new(Kind::MATED, 0) =>
            {
                if !Kind::MATED.settle(record.position()).is_checkmate() {
                    return Err(Unclear("the side to move is not mated already".to_owned()));
                }
                standing.ending = Some(Ending::Checkmate);
            }
            Knowledge::Solved(distance) => standing.main = solved(record, *distance, &said)?,
            Knowledge::Absent(absence) => standing.absent(record, *absence, &said)?,
            Knowledge::Stalemate => standing.ending = Some(Ending::Stalemate),
            Knowledge::Error(_) | Knowledge::BestMoves | Knowledge::Nothing => {
                standing.limit = None;
                standing.counters = None;
            }
        }
        Ok(standing)
    }

    /// What a search for `stipulation` found.
    pub fn found(stipulation: Stipulation, verdict: &Verdict) -> Standing {
        let mut standing = Standing {
            limit: verdict.outcome.limit(),
            counters: Some(verdict.counters),
            timed: true,
            ..Standing::unknown(&verdict.position, Goal::of(stipulation))
        };
        let main = &mut standing.main;
        main.asked = stipulation.length;
        let reached = |length, keys, counts| {
            Some(Reached {
                length,
                keys,
                counts,
            })
        };
        match &verdict.outcome {
            Outcome::Checkmate => standing.ending = Some(Ending::Checkmate),
            Outcome::Stalemate => standing.ending = Some(Ending::Stalemate),
            Outcome::Solved(solution) => {
                let keys = MoveRange::new(solution.keys.clone(), solution.open);
                main.bounds.reached = reached(Length::of_moves(solution.moves), keys, None);
                main.bounds.refuted = Length::of_moves(solution.refuted);
                main.line.clone_from(&solution.line);
            }
            Outcome::Helped(help) => {
                let shortest = help.solutions.first();
                let count = shortest.and_then(|lines| lines.count);
                let keys = MoveRange::new(help.keys.clone(), help.open);
                main.bounds.reached = reached(help.length, keys, count.map(|n| (n, n)));
                main.bounds.refuted = help.length.shorter();
                let line = shortest.and_then(|lines| lines.lines.first());
                main.line = line.cloned().unwrap_or_default();
            }
            Outcome::Lost(loss) => {
                let keys = match loss.safe + 1 == loss.moves {
                    true => MoveRange::new(loss.longest.clone(), 0),
                    false => MoveRange::UNKNOWN,
                };
                main.bounds.reached = reached(Length::of_moves(loss.moves), keys, None);
                main.bounds.refuted = Length::of_moves(loss.safe);
                main.line.clone_from(&loss.line);
            }
            Outcome::Refuted {
                length,
                escapes,
                open,
                ..
            } => {
                main.bounds.refuted = *length;
                if stipulation.kind == Kind::MATED {
                    main.bounds.escapes = MoveRange::new(escapes.clone(), *open);
                }
            }
            Outcome::GaveUp { refuted, .. } => main.bounds.refuted = *refuted,
        }
        standing
    }

    /// Whether the side to move is mated, now or whatever it does.
    pub fn is_lost(&self) -> bool {
        let is_about_it = matches!(
            self.goal,
            Goal::Named {
                kind: Kind::MATED,
                ..
            }
        );
        let is_mated = self.ending == Some(Ending::Checkmate);
        is_mated || (is_about_it && self.main.bounds.reached.is_some())
    }

    fn absent(&mut self, record: &Epd, absence: Absence, said: &Knowledge) -> Result<(), Unclear> {
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
                self.main.bounds.refuted = known;
                self.main.asked = if gave_up { asked.length } else { known };
                if asked.kind == Kind::MATED && asked.length == known {
                    let position = Kind::MATED.settle(record.position());
                    self.main.bounds.escapes = range(record, &position, said, true)?;
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
                for (direction, known) in [(&mut self.main, refuted), (&mut self.mated, safe)] {
                    direction.bounds.refuted = known;
                    direction.asked = depth;
                }
            }
        }
        Ok(())
    }

    /// Whether anything is known.
    pub fn is_empty(&self) -> bool {
        let nothing = |direction: &Direction| {
            direction.bounds.reached.is_none() && direction.bounds.refuted == Length::NONE
        };
        self.ending.is_none() && self.limit.is_none() && nothing(&self.main) && nothing(&self.mated)
    }

    /// Whether a solution is known, or that the play is over.
    pub fn is_solved(&self) -> bool {
        self.ending.is_some() || self.main.bounds.reached.is_some()
    }

    /// What is known of play of this kind, asked for at that parity.
    pub fn bounds(&self, asked: Stipulation) -> Option<&KnownBounds> {
        match self.goal {
            Goal::Unnamed => match asked.kind {
                _ if asked.exact => None,
                Kind::MATE => Some(&self.main.bounds),
                Kind::MATED => Some(&self.mated.bounds),
                _ => None,
            },
            goal => (goal == Goal::of(asked)).then_some(&self.main.bounds),
        }
    }

    /// That nothing is known of that position and goal.
    pub fn unknown(position: &Position, goal: Goal) -> Standing {
        Standing {
            goal,
            position: position.clone(),
            ending: None,
            main: Direction::unknown(),
            mated: Direction::unknown(),
            limit: None,
            counters: None,
            timed: false,
        }
    }

    /// The answer to a problem of this goal, as far as the stipulated depth goes; nothing where more
    /// is asked than is known. `with_escapes`: where the side to move is not mated, the replies that
    /// escape are asked for.
    pub fn answer(&self, problem: &Problem, with_escapes: bool) -> Option<Verdict> {
        let wanted = problem.wanted;
        if wanted.tree || wanted.certificate.is_some() || self.ending.is_some() {
            return None;
        }
        let asked = problem.stipulation;
        let cut = self.within(asked.length);
        let bounds = &cut.main.bounds;
        let is_known = match &bounds.reached {
            Some(reached) => {
                let plies = reached.length.plies(asked.kind) as usize;
                let is_shortest = bounds.shortest().is_some();
                let some = !reached.keys.moves.is_empty() && cut.main.line.len() == plies;
                some && match problem.extent {
                    Extent::AllKeys => cut.is_finished(),
                    Extent::First => is_shortest,
                    Extent::Any => true,
                }
            }
            None if bounds.refuted < asked.length => false,
            None if asked.kind == Kind::MATED && with_escapes => match problem.extent {
                Extent::AllKeys => bounds.escapes.is_complete(),
                Extent::First | Extent::Any => !bounds.escapes.moves.is_empty(),
            },
            None => true,
        };
        is_known.then(|| cut.verdict(asked.kind, &cut.main, None))
    }

    /// The verdict on a problem of this goal; `limit`: the one that the search for it met.
    pub fn verdict_on(&self, asked: Stipulation, limit: Option<LimitKind>) -> Verdict {
        let cut = self.within(asked.length);
        let limit = limit.filter(|_| !cut.is_finished());
        cut.verdict(asked.kind, &cut.main, limit)
    }

    /// What is known of the goal within `depth`.
    fn within(&self, depth: Length) -> Standing {
        let mut cut = self.clone();
        let main = &mut cut.main;
        main.asked = depth;
        let bounds = &mut main.bounds;
        if bounds.reached.as_ref().is_some_and(|r| r.length > depth) {
            bounds.reached = None;
            main.line.clear();
        }
        if bounds.reached.is_none() && bounds.refuted > depth {
            bounds.refuted = depth;
            // More replies may escape for a shorter time.
            bounds.escapes = MoveRange::UNKNOWN;
        }
        cut
    }

    /// What the searches cost, if it is said.
    pub fn counters(&self) -> Option<Counters> {
        self.counters
    }

    /// The same, found at another cost.
    pub fn at_cost(self, counters: Counters) -> Standing {
        Standing {
            counters: Some(counters),
            ..self
        }
    }

    /// What both say together. A goal of mate takes in what is known without a named one.
    pub fn join(&self, other: &Standing) -> Standing {
        let (goal, one, two) = match (self.goal, other.goal) {
            (Goal::Unnamed, goal @ Goal::Named { .. }) => {
                (goal, self.towards(goal), other.main.clone())
            }
            (goal @ Goal::Named { .. }, Goal::Unnamed) => {
                (goal, self.main.clone(), other.towards(goal))
            }
            (goal, _) => (goal, self.main.clone(), other.main.clone()),
        };
        let mut joined = Standing {
            goal,
            position: self.position.clone(),
            ending: self.ending.or(other.ending),
            main: one.join(&two),
            mated: self.mated.join(&other.mated),
            limit: None,
            counters: None,
            timed: self.timed || other.timed,
        };
        // The cost is that of the searches whose results are held.
        let is_stopped = |one: &Standing| one.limit == Some(LimitKind::Stopped);
        let others = joined.adds_nothing_to(other);
        let (limit, counters) = if joined.adds_nothing_to(self) && !(others && is_stopped(self)) {
            (self.limit, self.counters)
        } else if others {
            (other.limit, other.counters)
        } else {
            let sum = |one: Counters, two: Counters| Counters {
                nodes: one.nodes.saturating_add(two.nodes),
                elapsed: one.elapsed.saturating_add(two.elapsed),
            };
            let counters = match (self.counters, other.counters) {
                (Some(one), Some(two)) => Some(sum(one, two)),
                (one, two) => one.or(two),
            };
            (self.limit.or(other.limit), counters)
        };
        joined.counters = counters;
        if !joined.is_finished() {
            joined.limit = match limit {
                // What a stop ended is done again; what met another limit need not be.
                None | Some(LimitKind::Stopped) => self
                    .limit
                    .filter(|l| *l != LimitKind::Stopped)
                    .or(other.limit)
                    .or(limit),
                limit => limit,
            };
        }
        joined
    }

    /// The direction of an unnamed goal that is that of `goal`.
    fn towards(&self, goal: Goal) -> Direction {
        match goal {
            Goal::Named {
                kind: Kind::MATE,
                exact: None,
                ..
            } => self.main.clone(),
            Goal::Named {
                kind: Kind::MATED,
                exact: None,
                ..
            } => self.mated.clone(),
            _ => Direction::unknown(),
        }
    }

    /// Whether all that is known here is known in `other`.
    pub fn adds_nothing_to(&self, other: &Standing) -> bool {
        self.ending == other.ending
            && self.goal == other.goal
            && self.main.bounds == other.main.bounds
            && self.main.asked == other.main.asked
            && self.main.line.len() == other.main.line.len()
            && self.mated.bounds == other.mated.bounds
            && self.mated.asked == other.mated.asked
    }

    /// Whether, and why, not all of it can be true.
    pub fn contradiction(&self) -> Option<Contradiction> {
        let main = self.main.bounds.contradiction();
        let both = main.or_else(|| self.mated.bounds.contradiction());
        if both.is_none() && self.ending.is_some() && self.main.bounds.reached.is_some() {
            return Some(Contradiction::Over);
        }
        both
    }

    /// Whether nothing is left to do.
    pub fn is_finished(&self) -> bool {
        let mated = self.goal != Goal::Unnamed || self.mated.is_finished(false);
        let counts = matches!(self.goal, Goal::Named { kind, .. } if is_joint(kind));
        self.ending.is_some() || (self.main.is_finished(counts) && mated)
    }

    /// `record` with what is known, as the solver would have written it. Only where it is known are
    /// `acn` and `acd` written.
    pub fn record(&self, record: &Epd) -> Epd {
        let mut written = answered(record, &self.findings(), !self.timed);
        if self.counters.is_none() {
            for opcode in ["acd", "acn", "acs"] {
                written.remove(opcode);
            }
        }
        written
    }

    /// The same as findings.
    pub fn findings(&self) -> Findings {
        let verdict = |kind, direction: &Direction| self.verdict(kind, direction, self.limit);
        match self.goal {
            Goal::Named { kind, exact, .. } => Findings::One {
                stipulation: Stipulation {
                    exact: exact.is_some(),
                    ..Stipulation::within(kind, self.main.asked)
                },
                verdict: verdict(kind, &self.main),
            },
            Goal::Unnamed => {
                let mated = self.mated.bounds.refuted > Length::NONE
                    || (self.limit.is_some() && self.main.bounds.refuted >= self.main.asked);
                let mut mate = verdict(Kind::MATE, &self.main);
                let is_asked = mated && self.ending.is_none();
                // Both together cost what is known.
                let mated = is_asked.then(|| Verdict {
                    counters: std::mem::take(&mut mate.counters),
                    ..verdict(Kind::MATED, &self.mated)
                });
                Findings::Both {
                    depth: self.main.asked.max(self.mated.asked).moves(),
                    mate,
                    mated,
                }
            }
        }
    }
}

impl Standing {
    fn verdict(&self, kind: Kind, direction: &Direction, limit: Option<LimitKind>) -> Verdict {
        let position = kind.settle(&self.position);
        Verdict {
            outcome: match self.ending {
                Some(Ending::Checkmate) => Outcome::Checkmate,
                Some(Ending::Stalemate) => Outcome::Stalemate,
                None => outcome(kind, direction, &position, limit),
            },
            position: Box::new(position),
            tree: None,
            certificate: None,
            counters: self.counters.unwrap_or_default(),
        }
    }
}

/// Whether solutions are counted, and their length is always the shortest.
fn is_joint(kind: Kind) -> bool {
    kind.is_help() || kind.is_series()
}

/// The outcome of one direction; `position` is settled for its kind.
fn outcome(
    kind: Kind,
    direction: &Direction,
    position: &Position,
    limit: Option<LimitKind>,
) -> Outcome {
    let KnownBounds {
        reached,
        refuted,
        escapes,
    } = &direction.bounds;
    let line = direction.line.clone();
    let legal = || position.legal_moves();
    let Some(reached) = reached else {
        return match limit {
            Some(limit) if *refuted < direction.asked => Outcome::GaveUp {
                refuted: *refuted,
                limit,
            },
            _ => Outcome::Refuted {
                length: *refuted,
                open: if escapes.moves.is_empty() {
                    0
                } else {
                    escapes.open(legal().len())
                },
                escapes: escapes.moves.clone(),
                limit,
            },
        };
    };
    let keys = reached.keys.moves.clone();
    let open = if keys.is_empty() || reached.keys.is_complete() {
        // It stands beside a `bm`.
        0
    } else {
        reached.keys.open(legal().len())
    };
    match kind {
        Kind::MATED => Outcome::Lost(Loss {
            moves: reached.length.moves(),
            safe: refuted.moves(),
            sooner: if reached.keys.is_complete() {
                let mut others = legal();
                others.retain(|m| !keys.contains(m));
                others
            } else {
                Vec::new()
            },
            longest: keys,
            line,
            limit,
        }),
        kind if is_joint(kind) => Outcome::Helped(Help {
            length: reached.length,
            keys,
            open,
            solutions: vec![Lines {
                length: reached.length,
                count: reached.counts.map(|(least, _)| least),
                lines: if line.is_empty() {
                    Vec::new()
                } else {
                    vec![line]
                },
            }],
            set_play: None,
            limit,
        }),
        _ => Outcome::Solved(Solution {
            moves: reached.length.moves(),
            refuted: refuted.moves(),
            keys,
            open,
            line,
            limit,
        }),
    }
}

/// The direction of a record that has a solution.
fn solved(record: &Epd, distance: Distance, said: &Knowledge) -> Result<Direction, Unclear> {
    let Distance {
        stipulation,
        below,
        count,
    } = distance;
    let position = &stipulation.kind.settle(record.position());
    let shortest = distance.is_shortest();
    if is_joint(stipulation.kind) && !shortest {
        return Err(Unclear(
            "help play with a Refuted below its length".to_owned(),
        ));
    }
    if below > Length::NONE && below >= stipulation.length {
        return Err(Unclear(format!("{stipulation} with {below} refuted")));
    }
    let is_every = means_every_move(record, stipulation.length.rounded_up());
    let keys = range(record, position, said, is_every)?;
    let keys = match stipulation.kind {
        // Which reply holds out longest is known when the length is.
        Kind::MATED if !shortest => MoveRange::UNKNOWN,
        _ => keys,
    };
    Ok(Direction {
        asked: asked(record).map_or(stipulation.length, |asked| asked.length),
        line: line(record, position, distance),
        bounds: KnownBounds {
            reached: Some(Reached {
                length: stipulation.length,
                keys,
                counts: count.map(|count| (count, count)),
            }),
            refuted: below,
            escapes: MoveRange::UNKNOWN,
        },
    })
}

/// The moves of `bm`; `is_every`: none is lacking but those that `Open` says.
fn range(
    record: &Epd,
    position: &Position,
    said: &Knowledge,
    is_every: bool,
) -> Result<MoveRange, Unclear> {
    let mut moves = Vec::new();
    for text in record.all("bm").flat_map(written_moves) {
        if !text.starts_with(b"#") {
            let m = read_move(position, &text);
            moves.push(m.map_err(|error| Unclear(format!("bm: {error}")))?);
        }
    }
    let said_open = record
        .operation("Open")
        .and_then(|open| String::from_utf8_lossy(&open.text()).parse().ok());
    let open = match (MoveSet::of(record, "bm", said), said_open) {
        // Of a length that may not be the shortest, too, the others are refuted.
        (Some(_), Some(open)) => open,
        (Some(set), None) if is_every => set.open,
        _ => usize::MAX,
    };
    Ok(MoveRange::new(moves, open))
}

/// The line of `pv`, if it is legal and so long; otherwise it shows nothing.
fn line(record: &Epd, position: &Position, distance: Distance) -> Vec<Move> {
    let Some(written) = record.operation("pv").map(written_moves) else {
        return Vec::new();
    };
    if written.len() != distance.plies() as usize {
        return Vec::new();
    }
    let waits = |text: &Vec<u8>| text == LEFT_OUT.as_bytes();
    let kind = distance.stipulation.kind;
    let mut left = written.iter().filter(|text| !waits(text)).count();
    let mut is_left_out = false;
    let mut position = position.clone();
    let mut line = Vec::with_capacity(left);
    for text in &written {
        if waits(text) != is_left_out {
            return Vec::new();
        }
        if is_left_out {
            let Some(passed) = position.passed() else {
                return Vec::new();
            };
            position = passed;
            is_left_out = false;
        } else {
            let Ok(m) = read_move(&position, text) else {
                return Vec::new();
            };
            position.play(m);
            line.push(m);
            left -= 1;
            is_left_out = kind.is_reply_left_out(left);
        }
    }
    line
}

#[cfg(test)]
mod tests;
