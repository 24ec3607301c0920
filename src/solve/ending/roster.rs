//! The men of an ending, and the number of a position among all positions of those men.
//!
//! Without pawns and castling rights a position can be turned and mirrored in eight ways. The
//! attacker's king is brought into the triangle a1-d1-d4, and if it is on the long diagonal the
//! defender's king is brought below or onto that diagonal: 462 pairs of kings are left. Each of the
//! other men can be on 64 squares. If both kings are on the diagonal, a position and its mirror
//! image have two numbers ([`Roster::twin`]); so have two like men and the same two exchanged. Both
//! are kept: this costs a few slots in a hundred, and for like men twice the memory, and keeps the
//! arithmetic plain.

use super::BYTES_A_NODE;
use crate::attacks::{Bits, Sq, bit, pop};
use crate::board::{Board, KING, KNIGHT, PAWN, QUEEN};

/// The most men besides the kings. Each additional man makes a table 64 times as large and takes
/// about 80 times as long to make: 4 MB and a second with two, 240 MB and a minute and a half with
/// three.
pub const MOST: usize = 2;

/// The squares of the men of a [`Roster`]: attacker's king, defender's king, the others in its
/// order.
pub type Squares = [Sq; MOST + 2];

/// The men besides the kings, the attacker's before the defender's, the strong ones first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Roster {
    roles: [usize; MOST],
    attackers: usize,
    men: usize,
}

impl Roster {
    /// The men of `board` and their squares; `None` if there are too many men, if there are pawns,
    /// or if a side may castle.
    #[inline]
    pub fn read(board: &Board) -> Option<(Roster, Squares)> {
        let others = board.occupied() & !board.roles[KING];
        if others.count_ones() as usize > MOST || board.roles[PAWN] != 0 || board.may_castle {
            return None;
        }
        let mut roster = Roster {
            roles: [0; MOST],
            attackers: (board.colors[1] & others).count_ones() as usize,
            men: 0,
        };
        let mut squares = [0; MOST + 2];
        for (i, color) in [board.colors[1], board.colors[0]].into_iter().enumerate() {
            squares[i] = crate::attacks::lowest(color & board.roles[KING]);
            for role in (KNIGHT..=QUEEN).rev() {
                let mut men = board.roles[role] & color;
                while let Some(sq) = pop(&mut men) {
                    roster.roles[roster.men] = role;
                    squares[roster.men + 2] = sq;
                    roster.men += 1;
                }
            }
        }
        Some((roster, squares))
    }

    /// The number of men besides the kings.
    pub fn men(&self) -> usize {
        self.men
    }

    /// The number of the attacker's men besides its king; they come first.
    pub fn attackers(&self) -> usize {
        self.attackers
    }

    /// The role of man `i`, not counting the kings.
    #[inline(always)]
    pub fn role(&self, i: usize) -> usize {
        self.roles[i]
    }

    /// The men without man `i`.
    pub fn without(&self, i: usize) -> Roster {
        let mut roster = *self;
        roster.roles.copy_within(i + 1.., i);
        roster.roles[MOST - 1] = 0;
        roster.men -= 1;
        roster.attackers -= usize::from(i < self.attackers);
        roster
    }

    /// The number of slots.
    pub fn slots(&self) -> usize {
        PAIRS << (6 * self.men)
    }

    /// Whether captures, perhaps none, lead to `other`.
    pub fn leads_to(&self, other: &Roster) -> bool {
        self == other || (0..self.men).any(|i| self.without(i).leads_to(other))
    }

    /// The bytes of its table and of all tables that captures lead to.
    pub fn bytes(&self) -> usize {
        let after: usize = (0..self.men).map(|i| self.without(i).bytes()).sum();
        after
            + if self.attackers == 0 {
                0
            } else {
                2 * self.slots()
            }
    }

    /// The nodes of the search that all these tables are worth.
    pub fn nodes(&self) -> u64 {
        self.bytes() as u64 / BYTES_A_NODE
    }

    /// The number of a position in which the kings do not touch.
    #[inline(always)]
    pub fn slot(&self, squares: &Squares) -> usize {
        let (pair, turn) = KINGS.pairs[usize::from(squares[0])][usize::from(squares[1])];
        debug_assert!(usize::from(pair) < PAIRS, "{squares:?}: the kings touch");
        let turned = &TURNED[usize::from(turn)];
        squares[2..self.men + 2]
            .iter()
            .fold(usize::from(pair), |slot, &sq| {
                slot << 6 | usize::from(turned[usize::from(sq)])
            })
    }

    /// The position of a number; two men may be on one square, and then it is not a position.
    #[inline(always)]
    pub fn squares(&self, slot: usize) -> Squares {
        let mut squares = [0; MOST + 2];
        let mut rest = slot;
        for i in (2..self.men + 2).rev() {
            squares[i] = (rest & 63) as Sq;
            rest >>= 6;
        }
        [squares[0], squares[1]] = KINGS.squares[rest];
        squares
    }

    /// The number of the mirror image, if it has a different one: both kings are on the diagonal.
    #[inline(always)]
    pub fn twin(&self, squares: &Squares) -> Option<usize> {
        let diagonal = |sq: Sq| sq & 7 == sq >> 3;
        let [a, b] = [squares[0], squares[1]];
        // The other diagonal counts, too, because the kings are then turned onto the first one.
        if !(diagonal(a) && diagonal(b) || diagonal(a ^ 7) && diagonal(b ^ 7)) {
            return None;
        }
        let slot = self.slot(squares);
        let mut mirrored = self.squares(slot);
        for sq in &mut mirrored {
            *sq = turn(*sq, SWAP);
        }
        Some(self.slot(&mirrored))
    }

    /// All occupied squares; `None` if two men are on one square.
    #[inline(always)]
    pub fn occupied(&self, squares: &Squares) -> Option<Bits> {
        let men = &squares[..self.men + 2];
        let occupied = men.iter().fold(0, |bits, &sq| bits | bit(sq));
        (occupied.count_ones() as usize == men.len()).then_some(occupied)
    }
}

/// Pairs of squares for the kings, see the top of the file.
const PAIRS: usize = 462;

/// Bits of a symmetry: files are mirrored, ranks are mirrored, and then files and ranks are
/// exchanged.
const FILES: u8 = 1;
const RANKS: u8 = 2;
const SWAP: u8 = 4;

const fn turn(sq: Sq, by: u8) -> Sq {
    let mut sq = sq;
    if by & FILES != 0 {
        sq ^= 7;
    }
    if by & RANKS != 0 {
        sq ^= 56;
    }
    if by & SWAP != 0 {
        sq = sq >> 3 | (sq & 7) << 3;
    }
    sq
}

static TURNED: [[Sq; 64]; 8] = {
    let mut turned = [[0; 64]; 8];
    let mut i = 0;
    while i < 512 {
        turned[i / 64][i % 64] = turn((i % 64) as Sq, (i / 64) as u8);
        i += 1;
    }
    turned
};

struct Kings {
    /// By both kings' squares: the number of the pair, and the symmetry that brings them there.
    pairs: [[(u16, u8); 64]; 64],
    /// By number: the squares.
    squares: [[Sq; 2]; PAIRS],
}

static KINGS: Kings = {
    let mut kings = Kings {
        pairs: [[(PAIRS as u16, 0); 64]; 64],
        squares: [[0; 2]; PAIRS],
    };
    let mut found = 0;
    let mut i = 0;
    // Two rounds: pairs that are already in place get their numbers first, then all others use
    // them.
    while i < 2 * 4096 {
        let (a, b) = ((i / 64 % 64) as Sq, (i % 64) as Sq);
        let mut by = 0;
        if a & 7 > 3 {
            by |= FILES;
        }
        if a >> 3 > 3 {
            by |= RANKS;
        }
        let (corner, other) = (turn(a, by), turn(b, by));
        if corner >> 3 > corner & 7 || (corner >> 3 == corner & 7 && other >> 3 > other & 7) {
            by |= SWAP;
        }
        let apart = (a & 7).abs_diff(b & 7) > 1 || (a >> 3).abs_diff(b >> 3) > 1;
        if apart && i < 4096 && by == 0 {
            kings.pairs[a as usize][b as usize] = (found, 0);
            kings.squares[found as usize] = [a, b];
            found += 1;
        } else if apart && i >= 4096 && by != 0 {
            let (number, _) = kings.pairs[turn(a, by) as usize][turn(b, by) as usize];
            kings.pairs[a as usize][b as usize] = (number, by);
        }
        i += 1;
    }
    assert!(found as usize == PAIRS);
    kings
};
