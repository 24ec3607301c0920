//! SpareMoves: White's possibilities on the way to the net around the black king.
//!
//! In a stalemate with the black king on a square `k`, White's men guard all squares around it that
//! Black doesn't block. That alone takes moves of some men, and the rest of White's moves
//! determines how far each man may stray from its way: where it can capture before the end, where
//! it can be at the end, and whether it can be on a line through the king, as a man that pins. All
//! this is computed on a board without obstacles ([`super::reach`]), for each man as if the others
//! went straight to their places.

use super::net::costs::guardable;
use super::reach::{self, PROMOTED, Zone, guards, index, zone, zone_of};
use crate::attacks::{self, Bits, Sq, bit, pop};
use crate::board::{BISHOP, Board, KING, KNIGHT, PAWN, QUEEN, ROOK};
use crate::side::{Black, White};

/// White's possibilities in addition to guarding.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SpareMoves {
    /// The squares on which it can capture.
    pub captures: Bits,
    /// The squares on which its men can end.
    pub stands: Bits,
    /// The number of men that can pin in the end.
    pub pins: u8,
}

const NEVER: u8 = u8::MAX;

/// The number of moves by the set of squares that is guarded at least.
type Covers = [u8; 256];

impl SpareMoves {
    /// White's possibilities within `moves`, at most [`reach::LONGEST`], if `blocks` are the
    /// squares around `king` that Black may block; `None` if White can't guard the others in time.
    pub fn new(board: &Board, king: Sq, blocks: u8, moves: usize) -> Option<SpareMoves> {
        let need = index(zone_of(king, !0)) as u8 & !blocks;
        let enemies = board.them::<White>().count_ones() - 1;
        // The moves of the men before each one, and of those after it.
        let mut nobody = [NEVER; 256];
        nobody[0] = 0;
        let mut before = vec![nobody];
        let mut men = Vec::with_capacity(16);
        let mut left = board.us::<White>();
        while let Some(from) = pop(&mut left) {
            let role = board.role_at(from);
            let options = guardable(role, from, enemies, false, king, zone(need), moves);
            before.push(added(&options, &before[men.len()], need, moves));
            men.push((role, from, options));
        }
        if usize::from(before[men.len()][usize::from(need)]) > moves {
            return None;
        }
        let mut behind = nobody;
        let mut errands = SpareMoves::default();
        for (&(role, from, ref options), before) in men.iter().zip(&before).rev() {
            let mut man = Man {
                king,
                need,
                moves,
                others: [before, &behind],
                least: [NEVER - 1; 256],
            };
            if role == PAWN {
                man.add_pawn(&mut errands, from, enemies);
            } else {
                man.add_officer(&mut errands, role, from);
            }
            behind = added(options, &behind, need, moves);
        }
        Some(errands)
    }
}

/// The moves of these men and one more, which has these options.
fn added(options: &[(Zone, u8)], others: &Covers, need: u8, moves: usize) -> Covers {
    // It may also guard nothing.
    let mut least = *others;
    let mut set = 0u8;
    loop {
        let at = usize::from(set);
        for &(guarded, cost) in options {
            let rest = set & !(index(guarded) as u8);
            let cost = others[usize::from(rest)].saturating_add(cost);
            if cost < least[at] && usize::from(cost) <= moves {
                least[at] = cost;
            }
        }
        if set == need {
            return least;
        }
        set = set.wrapping_sub(need) & need;
    }
}

/// One man among the others.
struct Man<'a> {
    king: Sq,
    need: u8,
    moves: usize,
    /// The moves of the men before and after it.
    others: [&'a Covers; 2],
    /// The least number of moves of the others for each set, as far as it was needed.
    least: Covers,
}

/// Squares by the moves that are left for the man that ends there.
type Ends = [Bits; reach::LONGEST + 1];

impl Man<'_> {
    /// The moves that are left for this man if it guards `set`.
    fn left(&mut self, set: u8) -> Option<usize> {
        let rest = self.need & !set;
        let at = usize::from(rest);
        if self.least[at] == NEVER - 1 {
            let mut least = NEVER;
            let mut some = 0u8;
            loop {
                let cost = self.others[0][usize::from(some)]
                    .saturating_add(self.others[1][usize::from(rest & !some)]);
                least = least.min(cost);
                if some == rest {
                    break;
                }
                some = some.wrapping_sub(rest) & rest;
            }
            self.least[at] = least;
        }
        self.moves.checked_sub(usize::from(self.least[at]))
    }

    /// The squares on which a man of `role` may end.
    fn ends(&mut self, role: usize) -> Ends {
        let mut ends = [0; reach::LONGEST + 1];
        for guard in guards(false, role, self.king) {
            if let Some(left) = self.left(index(guard.zone) as u8 & self.need) {
                ends[left] |= guard.squares;
            }
        }
        ends
    }

    /// The possibilities of a man that is captured in the end: the others guard everything.
    fn lost(&mut self) -> Ends {
        let mut lost = [0; reach::LONGEST + 1];
        if let Some(left) = self.left(0) {
            lost[left] = !0;
        }
        lost
    }

    fn add_officer(&mut self, errands: &mut SpareMoves, role: usize, from: Sq) {
        let ends = self.ends(role);
        let lost = self.lost();
        let journey = reach::officer(role, from);
        let mut pins = false;
        let mut way = 0;
        for left in (0..=self.moves).rev() {
            let stands = ends[left] & journey[left];
            errands.stands |= stands;
            pins |= stands & pinning(role, self.king) != 0;
            way = step(role, way) | ends[left] | lost[left];
            // A man that captures on its first square has to leave that square first.
            let there = if left < 2 { !bit(from) } else { !0 };
            errands.captures |= way & journey[left] & there;
        }
        errands.pins += u8::from(pins);
    }

    fn add_pawn(&mut self, errands: &mut SpareMoves, from: Sq, enemies: u32) {
        let [as_pawn, as_knight, as_queen] = reach::pawn(true, enemies, from);
        let pawns = self.ends(PAWN);
        let knights = self.ends(KNIGHT);
        let queens = self.ends(PROMOTED);
        let lost = self.lost();
        let mut pins = false;
        let (mut pawn_way, mut knight_way, mut queen_way, mut arrival) = (0, 0, 0, 0);
        for left in (0..=self.moves).rev() {
            errands.stands |= (pawns[left] & as_pawn[left])
                | (knights[left] & as_knight[left])
                | (queens[left] & as_queen[left]);
            pins |= queens[left] & as_queen[left] & pinning(QUEEN, self.king) != 0;
            let mut came = arrival >> 8 | (arrival & 0xff00_0000) >> 16;
            if enemies > 0 {
                came |= attacks::pawns::<Black>(arrival);
            }
            pawn_way |= (came | pawns[left] | lost[left]) & !attacks::LAST_RANKS;
            knight_way = step(KNIGHT, knight_way) | knights[left] | lost[left];
            queen_way = step(QUEEN, queen_way) | queens[left] | lost[left];
            arrival = pawn_way | ((knight_way | queen_way) & attacks::LAST_RANKS);
            errands.captures |= (knight_way & as_knight[left]) | (queen_way & as_queen[left]);
            if left > 0 && enemies > 0 {
                errands.captures |= attacks::pawns::<White>(as_pawn[left - 1]) & arrival;
            }
        }
        errands.pins += u8::from(pins);
    }
}

/// The squares that an officer of `role` comes from and goes to, including the squares it is on.
fn step(role: usize, squares: Bits) -> Bits {
    if squares == !0 {
        return !0;
    }
    let mut all = squares;
    let mut left = squares;
    while let Some(sq) = pop(&mut left) {
        all |= reach::attacked_from(role, sq);
    }
    all
}

/// The squares from which a line piece pins, with room for a man between it and the king.
fn pinning(role: usize, king: Sq) -> Bits {
    let lines = match role {
        BISHOP => attacks::bishop(king, 0),
        ROOK => attacks::rook(king, 0),
        QUEEN => attacks::queen(king, 0),
        _ => return 0,
    };
    lines & !reach::attacked_from(KING, king)
}
