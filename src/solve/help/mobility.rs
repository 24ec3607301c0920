//! Stalemates: no black man may be left that can move, and few of them can be stopped in the moves that are left.
//!
//! A man that does not stand still by itself has to be captured, pinned, or shut in by its own side; a white man
//! that stands in the way of anything but a pawn can be captured. [`Ending`] says which white moves can be the last one;
//! [`Mobility`] counts the officers that White has to capture or pin.

use super::net::Sides;
use super::reach;
use crate::solve::attacks::{self, Bits, Sq, bit, pop};
use crate::solve::board::{BISHOP, Board, KING, KNIGHT, Move, PAWN, QUEEN, ROOK};
use crate::solve::movegen;

/// Conditions on a white move that is to leave Black without a move: for every black man that is free to move now, the
/// move ends on one of its squares or begins on one of them.
#[derive(Debug, Default)]
pub struct Ending {
    /// For each free man the squares to go to, and those to leave.
    squares: [(Bits, Bits); 16],
    free: usize,
}

impl Ending {
    /// The conditions in a position with White to move; none if no move can meet them.
    pub fn new(board: &Board) -> Option<Ending> {
        let king = board.king::<false>();
        let (white, black) = (board.us::<true>(), board.us::<false>());
        let occupied = white | black;
        let promotes = white & board.roles[PAWN] & SEVENTH != 0;
        let straight = promotes || white & board.straight_sliders() != 0;
        let diagonal = promotes || white & board.diagonal_sliders() != 0;
        let mut ending = Ending::default();
        let (mut arrive, mut leave) = (!0, 0);
        let mut men = black & !bit(king) & !movegen::pinned::<false>(board, king);
        while let Some(sq) = pop(&mut men) {
            let role = board.role_at(sq);
            let mut to = bit(sq);
            let mut from = 0;
            if role == PAWN {
                let front = bit(sq) >> 8;
                let victims = attacks::pawn::<false>(sq) & white;
                if occupied & front == 0 {
                    to |= front;
                } else if victims == 0 {
                    continue;
                } else if victims.is_power_of_two() {
                    from |= victims;
                }
            } else {
                let reach = match role {
                    KNIGHT => attacks::knight(sq),
                    BISHOP => attacks::bishop(sq, occupied),
                    ROOK => attacks::rook(sq, occupied),
                    _ => attacks::queen(sq, occupied),
                };
                if reach & !black == 0 {
                    continue;
                }
            }
            let line = attacks::ray(king, sq);
            if line != 0 {
                let along_diagonal = attacks::bishop(king, 0) & bit(sq) != 0;
                let (pinner, immobile) = if along_diagonal {
                    (diagonal, role != BISHOP && role != QUEEN)
                } else {
                    (straight, role != ROOK && role != QUEEN)
                };
                if pinner && immobile {
                    to |= line;
                    from |= line;
                }
            }
            if ending.free == ending.squares.len() {
                return None;
            }
            ending.squares[ending.free] = (to, from & white);
            ending.free += 1;
            arrive &= to;
            leave |= from & white;
        }
        (arrive | leave != 0).then_some(ending)
    }

    /// Whether a white move meets the conditions.
    #[inline]
    pub fn allows(&self, m: Move) -> bool {
        // Castling moves two men and is rare.
        m.is_castle()
            || m.is_en_passant()
            || self.squares[..self.free]
                .iter()
                .all(|&(to, from)| to & bit(m.to()) != 0 || from & bit(m.from()) != 0)
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
                let mut exits = reach::attacked_from(role, at);
                if role != KNIGHT {
                    exits &= attacks::king(at);
                }
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
