//! Stalemates: no black man may be left that can move, and few of them can be stopped in the moves that are left.
//!
//! A man that does not stand still by itself has to be captured, pinned, or shut in by its own side; a white man
//! that stands in the way of anything but a pawn can be captured. [`Freedom`] says which can be the last moves;
//! [`Mobility`] counts the officers that White has to capture or pin.

use super::net::Sides;
use super::reach;
use crate::solve::attacks::{self, Bits, Sq, bit, pop};
use crate::solve::board::{BISHOP, Board, KING, KNIGHT, Move, PAWN, QUEEN, ROOK};
use crate::solve::movegen;

/// A black man that is free to move, and what takes its freedom.
#[derive(Debug, Clone, Copy, Default)]
struct FreeMan {
    sq: Sq,
    /// Where a white move has to end: it captures the man, stands before the pawn, or may pin it.
    to: Bits,
    /// Where else it has to begin: it may open a line that pins the man, or is what the pawn could capture.
    from: Bits,
    /// Where a black move has to end: it fills the only square to go to.
    filled: Bits,
    /// The line through the king on which the man may get pinned.
    line: Bits,
}

/// The black men that are free to move, when only the last moves are left.
#[derive(Debug, Default)]
pub struct Freedom {
    men: [FreeMan; 16],
    free: usize,
}

impl Freedom {
    /// The men that are free in a position; none if they are too many for any last moves.
    pub fn new(board: &Board) -> Option<Freedom> {
        let king = board.king::<false>();
        let (white, black) = (board.us::<true>(), board.us::<false>());
        let occupied = white | black;
        let promotes = white & board.roles[PAWN] & SEVENTH != 0;
        let straight = promotes || white & board.straight_sliders() != 0;
        let diagonal = promotes || white & board.diagonal_sliders() != 0;
        let mut freedom = Freedom::default();
        let mut men = black & !bit(king) & !movegen::pinned::<false>(board, king);
        while let Some(sq) = pop(&mut men) {
            let role = board.role_at(sq);
            let (mut to, mut from) = (bit(sq), 0);
            let exits;
            if role == PAWN {
                let front = bit(sq) >> 8;
                exits = (front & !occupied) | (attacks::pawn::<false>(sq) & white);
                if exits & front != 0 {
                    to |= front;
                } else if exits.is_power_of_two() {
                    from = exits;
                }
            } else {
                exits = exits_of(role, sq) & !black;
            }
            if exits == 0 {
                continue;
            }
            let mut line = attacks::ray(king, sq);
            if line != 0 {
                let along_diagonal = attacks::bishop(king, 0) & bit(sq) != 0;
                let (pinner, mobile) = if along_diagonal {
                    (diagonal, BISHOP)
                } else {
                    (straight, ROOK)
                };
                if !pinner || role == mobile || role == QUEEN {
                    line = 0;
                }
            }
            if freedom.free == freedom.men.len() {
                return None;
            }
            freedom.men[freedom.free] = FreeMan {
                sq,
                to: to | line,
                from: from | (line & white),
                filled: if exits.is_power_of_two() { exits } else { 0 },
                line,
            };
            freedom.free += 1;
        }
        Some(freedom)
    }

    fn men(&self) -> &[FreeMan] {
        &self.men[..self.free]
    }

    /// Whether one white move may leave all of them without a move, but for those that `except` holds.
    fn can_end_except(&self, except: impl Fn(&FreeMan) -> bool) -> bool {
        let (mut to, mut from) = (!0, 0);
        for man in self.men().iter().filter(|man| !except(man)) {
            to &= man.to;
            from |= man.from;
        }
        to | from != 0
    }

    /// Whether some white move may be the last one.
    #[inline]
    pub fn can_end(&self) -> bool {
        self.can_end_except(|_| false)
    }

    /// Whether a white move may be the last one: it takes the freedom of every man.
    #[inline]
    pub fn allows(&self, m: Move) -> bool {
        // Castling and capturing en passant change more than two squares, and are rare.
        m.is_castle()
            || m.is_en_passant()
            || self
                .men()
                .iter()
                .all(|man| man.to & bit(m.to()) != 0 || man.from & bit(m.from()) != 0)
    }

    /// Where the man on `from`, not the king, may go with Black's last move, so that one white move may take the freedom
    /// of all the others.
    pub fn black_targets(&self, from: Sq) -> Bits {
        let others = || self.men().iter().filter(|man| man.sq != from);
        if others().any(|man| man.line & bit(from) != 0)
            || self.can_end_except(|man| man.sq == from)
        {
            return !0;
        }
        let (mut once, mut twice, mut enough) = (0, 0, 0);
        for man in others().filter(|man| man.filled != 0) {
            twice |= once & man.filled;
            once |= man.filled;
            if self.can_end_except(|other| other.sq == from || other.sq == man.sq) {
                enough |= man.filled;
            }
        }
        enough | twice
    }
}

/// The squares next on the ways of an officer; if its own men are on all of them, it can't move.
fn exits_of(role: usize, sq: Sq) -> Bits {
    let reach = reach::attacked_from(role, sq);
    if role == KNIGHT {
        reach
    } else {
        reach & attacks::king(sq)
    }
}

const SEVENTH: Bits = 0x00ff_0000_0000_0000;

/// Entries of the cache: 256 KB.
const ENTRIES: usize = 1 << 14;

/// How many of Black's officers are at large, kept for positions of Black's men.
#[derive(Debug)]
pub struct Mobility {
    entries: Vec<(u64, u32)>,
}

impl Mobility {
    /// Nothing is known yet.
    pub fn new() -> Mobility {
        Mobility {
            entries: vec![(0, 0); ENTRIES],
        }
    }

    /// Whether White can still stop, with exactly `plies` plies left, the officers that Black can't shut in: one capture
    /// with each move, one pin by each line piece that there may be.
    pub fn can_end(&mut self, board: &Board, sides: Sides, plies: u16) -> bool {
        let officers = board.us::<false>() & !board.roles[PAWN] & !board.roles[KING];
        let white_moves = u32::from(plies.div_ceil(2));
        let white = board.us::<true>();
        let near = match 8u32.saturating_sub(white_moves + 1) {
            0 => !0,
            ranks => !0 << (8 * ranks),
        };
        let line_pieces = board.straight_sliders() | board.diagonal_sliders();
        let pinners = (white & (line_pieces | (board.roles[PAWN] & near))).count_ones();
        // Castling would have to be reckoned with; it is not worth it.
        if officers.count_ones() <= white_moves + pinners || board.may_castle {
            return true;
        }
        let moves = usize::from(plies / 2).min(reach::LONGEST);
        let key = sides.black_with_king(board.king::<false>(), moves);
        let at = key as usize % ENTRIES;
        if self.entries[at].0 != key {
            self.entries[at] = (key, officers_at_large(board, moves));
        }
        self.entries[at].1 <= white_moves + pinners
    }
}

/// The number of Black's officers that can't be shut in by their own side within `moves` of its moves.
fn officers_at_large(board: &Board, moves: usize) -> u32 {
    let fill = Fill::new(board, moves);
    let mut officers = board.us::<false>() & !board.roles[PAWN] & !board.roles[KING];
    let mut at_large = 0;
    while let Some(sq) = pop(&mut officers) {
        at_large += u32::from(!fill.can_shut_in(board.role_at(sq), sq, moves));
    }
    at_large
}

/// For each square the least moves with which a black man gets there, on an empty board.
struct Fill {
    /// The nearest man, by the square it comes from, and its moves.
    nearest: [(u8, Sq); 64],
    /// The moves of the nearest other man.
    second: [u8; 64],
}

const NEVER: u8 = u8::MAX;

impl Fill {
    fn new(board: &Board, moves: usize) -> Fill {
        let mut fill = Fill {
            nearest: [(NEVER, 0); 64],
            second: [NEVER; 64],
        };
        let men = board.us::<true>().count_ones() - 1;
        for (role, of_role) in board.roles.iter().enumerate() {
            let mut of_role = of_role & board.us::<false>();
            while let Some(from) = pop(&mut of_role) {
                if role == PAWN {
                    for (_, journey) in reach::pawn(false, men, from) {
                        fill.add(from, journey, moves);
                    }
                } else {
                    fill.add(from, reach::officer(role, from), moves);
                }
            }
        }
        fill
    }

    fn add(&mut self, from: Sq, journey: &reach::Journey, moves: usize) {
        let mut before = 0;
        for (cost, &within) in journey[..=moves].iter().enumerate() {
            let cost = cost as u8;
            let mut squares = within & !before;
            before = within;
            while let Some(sq) = pop(&mut squares) {
                let sq = usize::from(sq);
                let (least, man) = self.nearest[sq];
                if cost < least {
                    if man != from {
                        self.second[sq] = least;
                    }
                    self.nearest[sq] = (cost, from);
                } else if man != from {
                    self.second[sq] = self.second[sq].min(cost);
                }
            }
        }
    }

    /// Whether the officer on `from` can get to a square all of whose exits are filled by other men.
    fn can_shut_in(&self, role: usize, from: Sq, moves: usize) -> bool {
        let journey = reach::officer(role, from);
        let mut before = 0;
        for (way, &within) in journey[..=moves].iter().enumerate() {
            let mut squares = within & !before;
            before = within;
            while let Some(at) = pop(&mut squares) {
                let mut exits = exits_of(role, at);
                let mut cost = way;
                while let Some(exit) = pop(&mut exits) {
                    let exit = usize::from(exit);
                    let (least, man) = self.nearest[exit];
                    cost += usize::from(if man == from {
                        self.second[exit]
                    } else {
                        least
                    });
                    if cost > moves {
                        break;
                    }
                }
                if cost <= moves {
                    return true;
                }
            }
        }
        false
    }
}
