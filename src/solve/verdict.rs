//! The types of an answer, without any search. The [`Bounds`] of a [`Verdict`] hold everything that
//! is known; an [`Outcome`] is a view of them for printing.

use std::time::Duration;

use shakmaty::Move;

use super::certificate::Certificate;
use super::limit::LimitKind;
use super::problem::Problem;
use super::tree::Tree;
use keymove_rules::bounds::{Bounds, Length, MoveRange, Over, Reached};
use keymove_rules::position::Position;
use keymove_rules::stipulation::{Kind, Stipulation};

/// The answer to a [`Problem`].
#[derive(Debug, Clone)]
pub struct Verdict {
    /// The stipulation of the problem.
    pub stipulation: Stipulation,
    /// The position of the problem, with a reserve given to the defender.
    pub position: Box<Position>,
    /// The known bounds.
    pub bounds: Bounds,
    /// The limit that left the answer incomplete, if one did.
    pub limit: Option<LimitKind>,
    /// Help play: the solutions of the shortest length and, with
    /// [`Wanted::tree`](super::Wanted::tree), of every longer one up to the stipulated length that
    /// has any, the shortest first.
    pub solutions: Vec<Lines>,
    /// Help and series play: every solution in which the other side begins, up to half a move
    /// shorter than stipulated, each length by itself, the shortest first
    /// ([`Wanted::set_play`](super::Wanted::set_play)); `None` if not asked for, or if the other
    /// side may not begin because there is a check.
    pub set_play: Option<Vec<Lines>>,
    /// The variations of forced play, if they were wanted.
    pub tree: Option<Box<Tree>>,
    /// The whole proof, if it was wanted.
    pub certificate: Option<Box<Certificate>>,
    /// The lines that were to guide the search and that it refuted.
    pub refuted_lines: Vec<RefutedLine>,
    /// The cost of the search.
    pub counters: Counters,
}

impl Verdict {
    /// The verdict with these bounds on `stipulation` for `position`, which is already settled for
    /// it.
    pub fn new(stipulation: Stipulation, position: Position, bounds: Bounds) -> Verdict {
        Verdict {
            stipulation,
            position: Box::new(position),
            bounds,
            limit: None,
            solutions: Vec::new(),
            set_play: None,
            tree: None,
            certificate: None,
            refuted_lines: Vec::new(),
            counters: Counters::default(),
        }
    }

    /// The verdict on a problem that is not searched because `limit` was met before.
    pub fn unsearched(problem: &Problem, limit: LimitKind) -> Verdict {
        let stipulation = problem.stipulation;
        let position = stipulation.kind.settle(&problem.position);
        Verdict {
            limit: Some(limit),
            ..Verdict::new(stipulation, position, Bounds::UNKNOWN)
        }
    }

    /// Whether every solution of help and series play, and all their set play, is in the lists.
    pub fn is_listed(&self) -> bool {
        let set_play = self.set_play.iter().flatten();
        let mut all = self.solutions.iter().chain(set_play);
        all.all(|lines| lines.count == u64::try_from(lines.lines.len()).ok())
    }

    /// The limit that was met, if it left something to find.
    pub fn limit(&self) -> Option<LimitKind> {
        self.limit.filter(|_| self.bounds.over.is_none())
    }

    /// Whether the goal is not reached within the depth that was asked for.
    pub fn is_refuted(&self) -> bool {
        let Bounds { over, reached, .. } = &self.bounds;
        let is_searched = self.limit.is_none() || self.bounds.refuted >= self.stipulation.length;
        over.is_none() && reached.is_none() && is_searched
    }

    /// Whether the goal is reached, but it is open whether it is reached within the depth asked
    /// for.
    pub fn is_longer(&self) -> bool {
        let Bounds {
            reached, refuted, ..
        } = &self.bounds;
        let asked = self.stipulation.length;
        *refuted < asked && reached.as_ref().is_some_and(|r| r.length > asked)
    }

    /// The answer in one word, as in JSON and tables.
    pub fn name(&self) -> &'static str {
        match self.outcome() {
            _ if self.is_longer() => "longer",
            Outcome::Checkmate => "checkmate",
            Outcome::Stalemate => "stalemate",
            Outcome::Solved(_) | Outcome::Helped(_) => "solved",
            Outcome::Lost(_) => "lost",
            Outcome::Refuted { .. } => "refuted",
            Outcome::GaveUp { .. } => "gave up",
        }
    }

    /// The proved result, for printing.
    pub fn outcome(&self) -> Outcome {
        let Bounds {
            over,
            reached,
            refuted,
            escapes,
        } = &self.bounds;
        let limit = self.limit;
        match over {
            Some(Over::Checkmate) => return Outcome::Checkmate,
            Some(Over::Stalemate) => return Outcome::Stalemate,
            None => {}
        }
        let Some(reached) = reached else {
            return match limit {
                Some(limit) if !self.is_refuted() => Outcome::GaveUp {
                    refuted: *refuted,
                    limit,
                },
                _ => Outcome::Refuted {
                    length: *refuted,
                    open: self.open(escapes),
                    escapes: escapes.moves.clone(),
                    limit,
                },
            };
        };
        match self.stipulation.kind {
            Kind::MATED => Outcome::Lost(self.loss(reached)),
            kind if kind.has_lines() => Outcome::Helped(self.help(reached)),
            _ => Outcome::Solved(Solution {
                moves: reached.length.moves(),
                refuted: refuted.moves(),
                keys: reached.keys.moves.clone(),
                open: self.open(&reached.keys),
                line: reached.line.clone(),
                limit,
            }),
        }
    }

    /// The number of first moves that may be missing from the moves shown.
    fn open(&self, shown: &MoveRange) -> usize {
        match shown.moves.is_empty() || shown.is_complete() {
            true => 0,
            false => shown.open(self.position.legal_moves().len()),
        }
    }

    fn loss(&self, reached: &Reached) -> Loss {
        let longest = reached.keys.moves.clone();
        let mut sooner = reached.keys.others.clone();
        if reached.keys.is_complete() {
            sooner = self.position.legal_moves();
            sooner.retain(|m| !longest.contains(m));
        }
        Loss {
            moves: reached.length.moves(),
            safe: self.bounds.refuted.moves(),
            sooner,
            open: match self.limit {
                // The limit was met before the length of any reply was known.
                Some(_) if longest.is_empty() => self.position.legal_moves().len(),
                _ => self.open(&reached.keys),
            },
            longest,
            line: reached.line.clone(),
            limit: self.limit,
        }
    }

    fn help(&self, reached: &Reached) -> Help {
        let line = Some(&reached.line).filter(|line| !line.is_empty());
        let shown = || Lines {
            length: reached.length,
            count: reached.counts.map(|(least, _)| least),
            lines: line.into_iter().cloned().collect(),
        };
        Help {
            length: reached.length,
            keys: reached.keys.moves.clone(),
            open: self.open(&reached.keys),
            solutions: match self.solutions.is_empty() {
                true => vec![shown()],
                false => self.solutions.clone(),
            },
            limit: self.limit,
        }
    }
}

/// The place where a line is wrong: from there the goal is not reached within the length asked for.
/// Another line may reach it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RefutedLine {
    /// The index of the line in [`Problem::lines`].
    pub line: usize,
    /// The number of whole moves of the attacker before the position from which the goal is not
    /// reached in time.
    pub moves: u16,
    /// The moves of the attacker that are left there.
    pub left: u16,
    /// A reply to the line's next move after which the goal is not reached with one move less, if
    /// one is known.
    pub reply: Option<Move>,
}

/// The proved result, for printing: a view of [`Verdict::bounds`]. Forced play counts whole moves
/// of the attacker: the side that mates, in self play the side that is mated.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// The side to move is already checkmated.
    Checkmate,
    /// The side to move is already stalemated.
    Stalemate,
    /// The side to move reaches the goal (direct and self play).
    Solved(Solution),
    /// Both sides together reach the goal (`Kind::HELPMATE`, `Kind::HELPSTALEMATE`).
    Helped(Help),
    /// The side to move is mated, whatever it does (`Kind::MATED`).
    Lost(Loss),
    /// Proved: not within `length`.
    Refuted {
        /// The refuted depth.
        length: Length,
        /// `Kind::MATED`: the replies after which there is no mate within `length`: all such
        /// replies with [`Extent::AllKeys`](super::Extent::AllKeys), at least one otherwise. Empty
        /// for every other kind.
        escapes: Vec<Move>,
        /// `Kind::MATED`: the number of replies for which it is not decided whether they escape; 0
        /// with [`Extent::AllKeys`](super::Extent::AllKeys) unless a limit was met.
        open: usize,
        /// The limit that was met before every reply was decided; the refutation is valid all the
        /// same.
        limit: Option<LimitKind>,
    },
    /// Nothing was decided except the absence of solutions within `refuted`.
    GaveUp {
        /// The largest refuted depth, [`Length::NONE`] if there is none; in help play rounded down
        /// to whole moves.
        refuted: Length,
        /// The limit that was met.
        limit: LimitKind,
    },
}

impl Outcome {
    /// The limit that was met, if one was.
    pub fn limit(&self) -> Option<LimitKind> {
        match self {
            Outcome::Checkmate | Outcome::Stalemate => None,
            Outcome::Solved(solution) => solution.limit,
            Outcome::Helped(help) => help.limit,
            Outcome::Lost(loss) => loss.limit,
            Outcome::Refuted { limit, .. } => *limit,
            Outcome::GaveUp { limit, .. } => Some(*limit),
        }
    }
}

/// A proved solution.
#[derive(Debug, Clone)]
pub struct Solution {
    /// The length of the proof; it is the shortest one if `refuted + 1 == moves`.
    pub moves: u16,
    /// The largest depth for which the absence of a solution is proved.
    pub refuted: u16,
    /// First moves proved to reach the goal in `moves`; never empty, in no particular order.
    pub keys: Vec<Move>,
    /// The number of first moves for which it is not decided whether they are keys.
    pub open: usize,
    /// `2 * moves - 1` plies, one more in self play; the defender always holds out as long as
    /// possible. It begins with a key.
    pub line: Vec<Move>,
    /// The limit that was met, if one was.
    pub limit: Option<LimitKind>,
}

/// A solution of both sides together. The length is always proved to be the shortest.
#[derive(Debug, Clone)]
pub struct Help {
    /// The shortest length.
    pub length: Length,
    /// First moves of solutions of that length; in no particular order.
    pub keys: Vec<Move>,
    /// The number of first moves for which it is not decided whether they begin a solution of that
    /// length.
    pub open: usize,
    /// The solutions of the shortest length and, with [`Wanted::tree`](super::Wanted::tree), of
    /// every longer one up to the stipulated length that has any, the shortest first.
    pub solutions: Vec<Lines>,
    /// The limit that left the count incomplete, if one did.
    pub limit: Option<LimitKind>,
}

/// Lines of one length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lines {
    /// Their length, also if there are none.
    pub length: Length,
    /// The number of lines, with different move orders and promotions counted separately; `None` if
    /// a limit was met first, or with [`Extent::First`](super::Extent::First) and
    /// [`Extent::Any`](super::Extent::Any), which stop at one.
    pub count: Option<u64>,
    /// The lines, at most [`Lines::LISTED`] of them, sorted by their moves in UCI; at least one
    /// unless `count` is 0. Fewer than `count` if a limit ended the listing.
    pub lines: Vec<Vec<Move>>,
}

impl Lines {
    /// The most lines that are listed; the others are only counted.
    pub const LISTED: usize = 1000;
}

/// A proof that the side to move is mated.
#[derive(Debug, Clone)]
pub struct Loss {
    /// The mate comes within this many moves of the other side.
    pub moves: u16,
    /// The largest depth for which it is proved that some reply escapes; `moves - 1` if the length
    /// is proved.
    pub safe: u16,
    /// The replies that are proved to hold out for `moves`; empty if this is not known to be the
    /// length.
    pub longest: Vec<Move>,
    /// The number of other replies for which it is not decided whether they hold out as long.
    pub open: usize,
    /// The replies that are proved to lose sooner.
    pub sooner: Vec<Move>,
    /// `2 * moves` plies, beginning with one of `longest` if there are any: then the defender holds
    /// out as long as possible, otherwise as long as in any line of the proof.
    pub line: Vec<Move>,
    /// The limit that was met, if one was.
    pub limit: Option<LimitKind>,
}

/// The cost of a search.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counters {
    /// Nodes: positions entered by the search.
    pub nodes: u64,
    /// Wall-clock time.
    pub elapsed: Duration,
}

impl Counters {
    /// The sum of both costs.
    pub fn and(self, other: Counters) -> Counters {
        Counters {
            nodes: self.nodes.saturating_add(other.nodes),
            elapsed: self.elapsed.saturating_add(other.elapsed),
        }
    }
}
