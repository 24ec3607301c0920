//! Pseudomoves and the umpire's answers, for all kings of a metaposition at once.
//!
//! The men are few and never pinned, so whole sets of kings are judged with a handful of operations
//! on bitboards: with `free` the squares that White does not attack after the move, a king on k can
//! move exactly if a neighbour of k is free. The squares behind a king in check count as attacked,
//! because the attacks are made on a board without it.

use std::fmt;

use shakmaty::{Bitboard, Role, Square, attacks};

use super::Metaposition;
use crate::kriegspiel::announcement::{Direction, Directions};
use crate::kriegspiel::ending::WhitePlacement;
use crate::kriegspiel::ending::geometry::{WhiteTry, around, checks, replies};

/// A move that White can try: the real position decides whether it is legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pseudomove {
    /// The man.
    pub role: Role,
    /// Where it stands.
    pub from: Square,
    /// Where it is to go.
    pub to: Square,
}

impl Pseudomove {
    /// The move that takes this one back.
    pub fn back(self) -> Pseudomove {
        Pseudomove {
            from: self.to,
            to: self.from,
            ..self
        }
    }
}

/// The same move, without what the umpire says to it.
impl From<&WhiteTry> for Pseudomove {
    fn from(tried: &WhiteTry) -> Pseudomove {
        Pseudomove {
            role: tried.man,
            from: tried.from,
            to: tried.to,
        }
    }
}

/// `Ra1-a4`.
impl fmt::Display for Pseudomove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}-{}", self.role.upper_char(), self.from, self.to)
    }
}

/// What the umpire tells of a check.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Announcements {
    /// Only that it is check, as in the paper.
    #[default]
    Paper,
    /// Where from: rank, file, long or short diagonal, knight.
    Full,
}

/// What the umpire says to a try that does not end the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Signal {
    /// The move is made; the umpire is silent.
    Silent,
    /// The move is made and gives check; where from, if the umpire tells.
    Check(Directions),
    /// The move is illegal; White tries again.
    Illegal,
}

/// `silent`, `check`, `check FN`, `illegal`.
impl fmt::Display for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Signal::Silent => f.write_str("silent"),
            Signal::Check(checks) if checks.is_empty() => f.write_str("check"),
            Signal::Check(checks) => write!(f, "check {checks}"),
            Signal::Illegal => f.write_str("illegal"),
        }
    }
}

/// What a pseudomove means for each king of a metaposition. The sets of all answers, `mated` and
/// `stalemated` part the metaposition's kings.
#[derive(Debug, Clone, Copy)]
pub struct Ruling {
    /// White's men after the move.
    pub after: WhitePlacement,
    /// The kings for which the move is mate.
    pub mated: Bitboard,
    /// The kings for which it is stalemate.
    pub stalemated: Bitboard,
    /// Those of `silent` and `checks` that can take a man.
    pub takers: Bitboard,
    /// The squares that White does not attack after the move, unprotected men among them.
    pub free: Bitboard,
    answers: [(Signal, Bitboard); Ruling::MOST],
    len: usize,
}

impl Ruling {
    /// Silent, illegal, and five kinds of check (bishop and knight: L, S, N, and two with N).
    const MOST: usize = 8;

    /// Judges a pseudomove.
    pub fn new(
        metaposition: &Metaposition,
        pseudomove: Pseudomove,
        announcements: Announcements,
    ) -> Ruling {
        let Metaposition { placement, kings } = *metaposition;
        let after = placement.after(pseudomove.from, pseudomove.to);
        // Lines of men never end at Black's king with White to move, so only the own king's moves
        // can be refused.
        let illegal = if pseudomove.role == Role::King {
            kings & attacks::king_attacks(pseudomove.to)
        } else {
            Bitboard::EMPTY
        };
        let legal = kings & !illegal;
        let free = Bitboard(replies(after));
        let mobile = neighbours(free);
        let stuck = legal & !mobile;
        let going = legal & mobile;
        let mut ruling = Ruling {
            after,
            mated: stuck & !free,
            stalemated: stuck & free,
            takers: going & neighbours(free & after.takeable()),
            free,
            answers: [(Signal::Silent, Bitboard::EMPTY); Ruling::MOST],
            len: 0,
        };
        ruling.answer(Signal::Silent, going & free);
        match announcements {
            Announcements::Paper => ruling.answer(Signal::Check(Directions::NONE), going & !free),
            Announcements::Full => ruling.tell_checks(going & !free),
        }
        ruling.answer(Signal::Illegal, illegal);
        ruling
    }

    /// The answers that are possible, with the kings that bring them about.
    pub fn answers(&self) -> &[(Signal, Bitboard)] {
        &self.answers[..self.len]
    }

    /// Whether the move is mate, whichever of the kings is the real one.
    pub fn mates_all(&self) -> bool {
        self.len == 0 && self.stalemated.is_empty()
    }

    /// The metaposition that an answer leaves with Black to move, or with White to move again after
    /// a refusal.
    pub fn left(&self, before: &Metaposition, answer: Signal, kings: Bitboard) -> Metaposition {
        let placement = if answer == Signal::Illegal {
            before.placement
        } else {
            self.after
        };
        Metaposition { placement, kings }
    }

    /// The squares the king may have gone to from one of `kings` without taking a man: the
    /// metamove.
    pub fn metamove(&self, kings: Bitboard) -> Metaposition {
        Metaposition {
            placement: self.after,
            kings: neighbours(kings) & self.free & !self.after.takeable(),
        }
    }

    /// What White knows when it is to move again: after the metamove, unless the try was refused.
    pub fn next(&self, before: &Metaposition, answer: Signal, kings: Bitboard) -> Metaposition {
        match answer {
            Signal::Illegal => self.left(before, answer, kings),
            Signal::Silent | Signal::Check(_) => self.metamove(kings),
        }
    }

    fn answer(&mut self, answer: Signal, kings: Bitboard) {
        if kings.any() {
            self.answers[self.len] = (answer, kings);
            self.len += 1;
        }
    }

    /// One answer for each combination of checks.
    fn tell_checks(&mut self, checked: Bitboard) {
        let lines = checks(self.after).map(Bitboard);
        let mut rest = checked;
        while let Some(king) = rest.first() {
            let mut same = rest;
            let mut said = Directions::NONE;
            for (direction, line) in Direction::ALL.into_iter().zip(lines) {
                if line.contains(king) {
                    said = said.with(direction);
                    same &= line;
                } else {
                    same &= !line;
                }
            }
            self.answer(Signal::Check(said), same);
            rest &= !same;
        }
    }
}

/// All squares a king's step away from one of `squares`.
pub(super) fn neighbours(squares: Bitboard) -> Bitboard {
    Bitboard(around(squares.0))
}
