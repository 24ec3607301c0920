//! SpareMoves: what White can do on the way to the net around the black king.
//!
//! In a stalemate with the black king on a square `k`, White's men stand so that they guard all
//! squares around it that Black doesn't block. That alone takes moves of this man or that, and what
//! is left of White's moves says how far each man may stray from its way: where it can capture
//! something before the end, where it can stand at the end, and whether it can stand on a line
//! through the king, as a man that pins. All this on a board without obstacles ([`super::reach`]),
//! for each man as if the others went straight to their places.

use super::reach::{self, Journey, PROMOTED, guards, index, zone_of};
use crate::solve::attacks::{self, Bits, Sq, bit, pop};
use crate::solve::board::{BISHOP, Board, KING, KNIGHT, PAWN, QUEEN, ROOK};
use crate::solve::side::{Black, White};

/// What White can do beside guarding.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SpareMoves {
    /// Where it can capture.
    pub captures: Bits,
    /// Where its men can stand in the end.
    pub stands: Bits,
    /// Men that can pin in the end.
    pub pins: u8,
}

/// White men of more than this number are not looked at.
const MOST_MEN: usize = 16;

const NEVER: u8 = u8::MAX;

/// Moves by the set of squares that is guarded at least.
type Covers = [u8; 256];

impl SpareMoves {
    /// What White can do within `moves`, at most [`reach::LONGEST`], if the squares around `king`
    /// that Black may block are `blocks`; none if it can't guard the others in time.
    pub fn new(board: &Board, king: Sq, blocks: u8, moves: usize) -> Option<SpareMoves> {
        let need = index(zone_of(king, !0)) as u8 & !blocks;
        let mut men = [(PAWN, 0); MOST_MEN];
        let mut count = 0;
        for (role, of_role) in board.roles.iter().enumerate() {
            let mut of_role = of_role & board.us::<White>();
            while let Some(from) = pop(&mut of_role) {
                if count == MOST_MEN {
                    return Some(SpareMoves {
                        captures: !0,
                        stands: !0,
                        pins: NEVER,
                    });
                }
                men[count] = (role, from);
                count += 1;
            }
        }
        let men = &men[..count];
        let enemies = board.them::<White>().count_ones() - 1;
        // The moves of the men before each one, and of those behind it.
        let mut before = [[0u8; 256]; MOST_MEN + 1];
        let mut behind = [[0u8; 256]; MOST_MEN + 1];
        before[0] = [NEVER; 256];
        before[0][0] = 0;
        behind[count] = before[0];
        let mut options = [Options::default(); MOST_MEN];
        for (i, &(role, from)) in men.iter().enumerate() {
            options[i].fill(role, from, king, need, enemies, moves);
            before[i + 1] = options[i].added(&before[i], need, moves);
        }
        for i in (1..count).rev() {
            behind[i] = options[i].added(&behind[i + 1], need, moves);
        }
        if usize::from(before[count][usize::from(need)]) > moves {
            return None;
        }
        let mut errands = SpareMoves::default();
        for (i, &(role, from)) in men.iter().enumerate() {
            let mut man = Man {
                king,
                need,
                moves,
                others: [&before[i], &behind[i + 1]],
                least: [NEVER - 1; 256],
            };
            if role == PAWN {
                man.add_pawn(&mut errands, from, enemies);
            } else {
                man.add_officer(&mut errands, role, from);
            }
        }
        Some(errands)
    }
}

/// What one man can guard of the squares that are needed, each set with the moves it takes.
#[derive(Debug, Clone, Copy)]
struct Options {
    sets: [(u8, u8); 64],
    len: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            sets: [(0, 0); 64],
            len: 0,
        }
    }
}

impl Options {
    fn fill(&mut self, role: usize, from: Sq, king: Sq, need: u8, enemies: u32, moves: usize) {
        self.sets[0] = (0, 0);
        self.len = 1;
        if role == PAWN {
            for (role, journey) in reach::pawn(true, enemies, from) {
                let role = if role == QUEEN { PROMOTED } else { role };
                self.add(role, king, journey, need, moves);
            }
        } else {
            self.add(role, king, reach::officer(role, from), need, moves);
        }
    }

    fn add(&mut self, role: usize, king: Sq, journey: &Journey, need: u8, moves: usize) {
        for guard in guards(false, role, king) {
            let set = index(guard.zone) as u8 & need;
            if set == 0 || journey[moves] & guard.squares == 0 {
                continue;
            }
            let cost = journey
                .iter()
                .take_while(|&squares| squares & guard.squares == 0)
                .count() as u8;
            let dominated = self.sets[..self.len]
                .iter()
                .any(|&(other, least)| least <= cost && set & !other == 0);
            if dominated {
                continue;
            }
            if self.len == self.sets.len() {
                // Too many to be told apart: this man can do everything.
                self.len = 0;
                self.sets[0] = (need, 0);
            } else {
                self.sets[self.len] = (set, cost);
            }
            self.len += 1;
        }
    }

    /// The moves of these men and another.
    fn added(&self, others: &Covers, need: u8, moves: usize) -> Covers {
        let mut least = [NEVER; 256];
        let mut set = 0u8;
        loop {
            let at = usize::from(set);
            for &(guarded, cost) in &self.sets[..self.len] {
                let cost = others[usize::from(set & !guarded)].saturating_add(cost);
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
}

/// One man among the others.
struct Man<'a> {
    king: Sq,
    need: u8,
    moves: usize,
    /// The moves of those before and behind it.
    others: [&'a Covers; 2],
    /// The least moves of the others for each set, as far as they were asked for.
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

    /// Where a man of `role` may end.
    fn ends(&mut self, role: usize) -> Ends {
        let mut ends = [0; reach::LONGEST + 1];
        for guard in guards(false, role, self.king) {
            if let Some(left) = self.left(index(guard.zone) as u8 & self.need) {
                ends[left] |= guard.squares;
            }
        }
        ends
    }

    /// What a man does that is captured in the end: the others guard everything.
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
            // A man that captures where it stood has to leave that square first.
            let there = if left < 2 { !bit(from) } else { !0 };
            errands.captures |= way & journey[left] & there;
        }
        errands.pins += u8::from(pins);
    }

    fn add_pawn(&mut self, errands: &mut SpareMoves, from: Sq, enemies: u32) {
        let [(_, as_pawn), (_, as_knight), (_, as_queen)] = reach::pawn(true, enemies, from);
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

/// Where an officer of `role` comes from and goes to, with the squares it is on.
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

/// From where a line piece pins, with room for a man between it and the king.
fn pinning(role: usize, king: Sq) -> Bits {
    let lines = match role {
        BISHOP => attacks::bishop(king, 0),
        ROOK => attacks::rook(king, 0),
        QUEEN => attacks::queen(king, 0),
        _ => return 0,
    };
    lines & !reach::attacked_from(KING, king)
}
