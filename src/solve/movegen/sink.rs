//! Where generated moves go: [`MoveSink`], and the sinks that list the moves, count them, tell
//! whether there are any, or look for one.

use super::{pawn_steps, pawn_targets};
use crate::attacks::{self, Bits, Sq, bit, pop};
use crate::board::{BISHOP, KNIGHT, Move, PAWN, QUEEN, ROOK};
use crate::side::Side;

/// All moves of one man: its target squares.
#[derive(Debug, Clone, Copy)]
pub struct Targets {
    /// Its role.
    pub role: usize,
    /// The square it is on.
    pub from: Sq,
    /// The squares it may go to.
    pub to: Bits,
    /// Every man of the other side: shows which of the moves are captures.
    pub them: Bits,
}

impl Targets {
    /// The same man with only the targets in `squares`.
    #[inline(always)]
    pub fn within(self, squares: Bits) -> Targets {
        Targets {
            to: self.to & squares,
            ..self
        }
    }

    /// Calls `take` with each move; the man is not a pawn about to promote.
    #[inline(always)]
    pub fn moves(mut self, mut take: impl FnMut(Move)) {
        while let Some(to) = pop(&mut self.to) {
            take(Move::new(
                self.role,
                self.from,
                to,
                self.them & bit(to) != 0,
            ));
        }
    }

    /// Calls `take` with each promotion of the pawn: queens first, knights next, since only they
    /// can do what the other pieces can't.
    #[inline(always)]
    pub fn promotions(mut self, mut take: impl FnMut(Move)) {
        while let Some(to) = pop(&mut self.to) {
            for role in [QUEEN, KNIGHT, ROOK, BISHOP] {
                take(Move::promotion(
                    self.from,
                    to,
                    role,
                    self.them & bit(to) != 0,
                ));
            }
        }
    }
}

/// The pawns of one side, and what limits their moves.
#[derive(Debug, Clone, Copy)]
pub struct Pawns {
    /// Their squares.
    pub men: Bits,
    /// The squares that answer a check, or all squares without own men.
    pub mask: Bits,
    /// The men that may only move along a line with their king.
    pub pinned: Bits,
    /// Their king's square.
    pub king: Sq,
    /// Every man.
    pub occupied: Bits,
    /// Every man of the other side.
    pub them: Bits,
}

impl Pawns {
    /// Passes the moves of one pawn after another to a sink. Returns whether the sink ended the
    /// generation.
    #[inline(always)]
    fn pass_to<C: Side, S: MoveSink>(self, sink: &mut S) -> bool {
        let mut men = self.men;
        while let Some(from) = pop(&mut men) {
            let mut to = pawn_targets::<C>(from, self.occupied, self.them) & self.mask;
            if self.pinned & bit(from) != 0 {
                to &= attacks::ray(self.king, from);
            }
            let pawn = Targets {
                role: PAWN,
                from,
                to,
                them: self.them,
            };
            let ended = if to & attacks::LAST_RANKS != 0 {
                sink.promotions(pawn)
            } else {
                sink.targets(pawn)
            };
            if ended {
                return true;
            }
        }
        false
    }

    /// The targets of most pawns by one step, by two, and by captures to each side, where a square
    /// stands for one move; and the other pawns, which are pinned or about to promote.
    #[inline(always)]
    fn sets<C: Side>(self) -> ([Bits; 4], Pawns) {
        let seventh = if C::WHITE { 0xff << 48 } else { 0xff << 8 };
        let apart = self.pinned | seventh;
        let most = self.men & !apart;
        let [one, two] = pawn_steps::<C>(most, self.occupied);
        let [left, right] = attacks::pawn_wings::<C>(most);
        let sets = [one, two, left & self.them, right & self.them];
        let men = self.men & apart;
        (sets.map(|set| set & self.mask), Pawns { men, ..self })
    }
}

/// Receives generated moves. Every method may end the generation by returning `true`.
pub trait MoveSink: Sized {
    /// Moves of all pawns, by default one by one.
    #[inline(always)]
    fn pawns<C: Side>(&mut self, pawns: Pawns) -> bool {
        pawns.pass_to::<C, Self>(self)
    }

    /// Moves of one man that is not a pawn about to promote.
    fn targets(&mut self, man: Targets) -> bool;

    /// Promotions of one pawn; each square means four moves.
    #[inline(always)]
    fn promotions(&mut self, pawn: Targets) -> bool {
        let mut is_over = false;
        pawn.promotions(|m| is_over = is_over || self.special(m));
        is_over
    }

    /// An en-passant capture, castling, or a promotion.
    fn special(&mut self, m: Move) -> bool;
}

/// Writes the moves out.
#[derive(Debug)]
pub struct List<'a>(pub &'a mut Vec<Move>);

impl MoveSink for List<'_> {
    #[inline(always)]
    fn targets(&mut self, man: Targets) -> bool {
        man.moves(|m| self.0.push(m));
        false
    }

    #[inline(always)]
    fn special(&mut self, m: Move) -> bool {
        self.0.push(m);
        false
    }
}

/// Adds the numbers of moves up.
#[derive(Debug)]
pub struct Count(pub u32);

impl MoveSink for Count {
    #[inline(always)]
    fn pawns<C: Side>(&mut self, pawns: Pawns) -> bool {
        let (sets, others) = pawns.sets::<C>();
        for set in sets {
            self.0 += set.count_ones();
        }
        others.pass_to::<C, Self>(self)
    }

    #[inline(always)]
    fn targets(&mut self, man: Targets) -> bool {
        self.0 += man.to.count_ones();
        false
    }

    #[inline(always)]
    fn promotions(&mut self, pawn: Targets) -> bool {
        self.0 += 4 * pawn.to.count_ones();
        false
    }

    #[inline(always)]
    fn special(&mut self, _: Move) -> bool {
        self.0 += 1;
        false
    }
}

/// Whether there is a move.
#[derive(Debug)]
pub struct Any(pub bool);

impl MoveSink for Any {
    #[inline(always)]
    fn pawns<C: Side>(&mut self, pawns: Pawns) -> bool {
        let (sets, others) = pawns.sets::<C>();
        self.0 |= sets.into_iter().fold(0, |all, set| all | set) != 0;
        self.0 || others.pass_to::<C, Self>(self)
    }

    #[inline(always)]
    fn targets(&mut self, man: Targets) -> bool {
        self.0 |= man.to != 0;
        self.0
    }

    #[inline(always)]
    fn promotions(&mut self, pawn: Targets) -> bool {
        self.targets(pawn)
    }

    #[inline(always)]
    fn special(&mut self, _: Move) -> bool {
        self.0 = true;
        true
    }
}

/// Tests one move after another until one of them fits.
#[derive(Debug)]
pub struct Find<F> {
    pub is_it: F,
    pub found: Option<Move>,
}

impl<F: FnMut(Move) -> bool> MoveSink for Find<F> {
    #[inline(always)]
    fn targets(&mut self, mut man: Targets) -> bool {
        while let Some(to) = pop(&mut man.to) {
            if self.special(Move::new(man.role, man.from, to, man.them & bit(to) != 0)) {
                return true;
            }
        }
        false
    }

    #[inline(always)]
    fn special(&mut self, m: Move) -> bool {
        let is_it = (self.is_it)(m);
        if is_it {
            self.found = Some(m);
        }
        is_it
    }
}
