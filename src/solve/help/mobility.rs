//! Stalemates: whether all of Black's men can be stopped in the moves that are left.
//!
//! In the end each of them is captured, pinned, shut in by its own side, or a pawn with a man
//! before it. For each square on which the black king may end it is asked, on a board without
//! obstacles ([`super::reach`]),
//!
//! - where White can capture, stand and pin while it still guards what Black doesn't block around
//!   the king ([`SpareMoves`]),
//! - where Black's men can be shut in ([`SelfBlocks`]),
//! - how many moves of their own the men need to come to such an end, and to block what White can't
//!   guard ([`Fates`]): not more than Black has beside its king's way.
//!
//! Composed helpstalemates, million nodes without the three, with the first, with the fates (and no
//! cells, but whether a man has one), and with all: five h=5 13.6 / 4.6 / 1.9 / 0.84, four h=6 16.9
//! / more than 10 / 4.6 / 2.8, an h=8 81.7 / more than 5 / more than 5 / 4.2. That a white move
//! captures one man only takes away a tenth in the longest h=5, hardly anything elsewhere.

use super::immobilisation::{Fates, Immobilisations, Means};
use super::mobile_men::MobileMen;
use super::move_order::MovesLeft;
use super::net::{Net, Sides, distance};
use super::picture::{self, PictureLimits};
use super::reach::{self, Journey};
use super::self_blocks::{self, NO_CELLS, SelfBlocks, at_large};
use super::spare_moves::SpareMoves;
use crate::solve::attacks::{self, Bits, Sq, bit, pop};
use crate::solve::board::{BISHOP, Board, KING, KNIGHT, PAWN, ROOK};
use crate::solve::side::{Black, White};

/// Entries of each cache when so many plies are left or less: short problems are too many to make
/// room for long ones. All of them take 3 MB at most.
fn entries(plies: u16) -> usize {
    1 << (4 + plies).min(14)
}

/// What is known of the final positions of all lines from a position on.
#[derive(Debug, Clone, Copy)]
pub struct FinalPosition {
    /// Where the black king may be.
    pub kings: Bits,
    /// Men that White may pin, at most.
    pub pins: u8,
}

/// What was found of positions of one side's men.
#[derive(Debug)]
pub struct Mobility {
    /// Where Black's men can be shut in.
    cells: Vec<(u64, SelfBlocks)>,
    /// Where White's men but the king may be on the way.
    ways: Vec<(u64, Bits)>,
    /// What White's men may do.
    errands: Vec<(u64, Option<SpareMoves>)>,
    fates: Fates,
    /// Pictures that may still be looked at.
    patience: usize,
    /// The most plies that were left.
    longest: u16,
}

/// Pictures that are looked at of one position at most.
const ROOM: usize = 1000;

/// Pictures for which every position pays, and what there is at first: where they cut little, they
/// must not take most of the time. Tests ask always.
const PAID: usize = 128;
const AT_FIRST: usize = if cfg!(test) { usize::MAX >> 1 } else { 1 << 22 };

/// Lines of more plies than that are not asked for their pictures: there are too many that fit.
/// Four h=6 take 3.0 s with them and 2.5 s without.
const MOST_PLIES: u16 = if cfg!(test) { 1 << 15 } else { 10 };

impl Mobility {
    /// Nothing is known yet.
    pub fn new() -> Mobility {
        Mobility {
            cells: Vec::new(),
            ways: Vec::new(),
            errands: Vec::new(),
            fates: Fates::new(),
            patience: AT_FIRST,
            longest: 0,
        }
    }

    fn make_room(&mut self, plies: u16) {
        let entries = entries(plies);
        if self.ways.len() < entries {
            self.cells = vec![(0, NO_CELLS); entries];
            self.ways = vec![(0, 0); entries];
            self.errands = vec![(0, None); entries];
        }
    }

    /// Those of the final positions `last` in which neither the black king nor any other black man
    /// has a move, when `left` moves have been made in `plies` plies.
    pub fn narrow(
        &mut self,
        net: &mut Net,
        board: &Board,
        sides: Sides,
        last: FinalPosition,
        left: MovesLeft,
        plies: u16,
    ) -> FinalPosition {
        let MovesLeft {
            white: white_moves,
            black: black_moves,
        } = left;
        // Castling and a capture en passant would have to be reckoned with; they are not worth it.
        let Some(loose) = MobileMen::of(board, white_moves) else {
            return last;
        };
        if white_moves > reach::LONGEST {
            return last;
        }
        self.make_room(plies);
        self.patience = self.patience.saturating_add(PAID);
        self.longest = self.longest.max(plies);
        let is_short = self.longest <= MOST_PLIES;
        let from = board.king::<Black>();
        let ways = self.ways(board, sides, white_moves);
        let mut narrowed = FinalPosition { kings: 0, pins: 0 };
        let mut kings = last.kings;
        while let Some(king) = pop(&mut kings) {
            let way = distance(from, king);
            let Some(moves) = black_moves.checked_sub(way) else {
                continue;
            };
            if !loose.can_be_stopped(left, way, last.pins) {
                continue;
            }
            let cells = self.cells(board, sides, king, moves);
            let blocks = net.blockable(board, sides, king, moves);
            let Some(errands) = self.errands(board, sides, king, blocks, white_moves) else {
                continue;
            };
            let pins = errands.pins.min(last.pins);
            if !loose.can_be_stopped(left, way, pins) {
                continue;
            }
            let at_large = at_large(board, &cells);
            let officers = at_large & !board.roles[PAWN];
            if officers.count_ones() as usize > white_moves + usize::from(pins) {
                continue;
            }
            let stops = Stops {
                king,
                errands: SpareMoves { pins, ..errands },
                ways,
                cells,
                white_moves,
                black_moves: moves,
            };
            let fates = &mut self.fates;
            if stops.are_enough(board, at_large, fates)
                && net.is_closed(board, sides, king, white_moves, fates.blocked())
                && (!is_short || stops.fit(board, plies, &mut self.patience))
            {
                narrowed.kings |= bit(king);
                narrowed.pins = pins.max(narrowed.pins);
            }
        }
        narrowed
    }

    /// Those of the squares `kings` around which White can guard what Black's men can't block for
    /// good, if nothing pins them. Asked before the position is looked up: the h=8 of 26 million
    /// nodes takes 6.7 s instead of 10.1 s, and 8.7 s if it is asked after that.
    pub fn closed(
        &mut self,
        net: &mut Net,
        board: &Board,
        sides: Sides,
        mut kings: Bits,
        left: MovesLeft,
        plies: u16,
    ) -> Bits {
        self.make_room(plies);
        let from = board.king::<Black>();
        let mut squares = 0;
        while let Some(king) = pop(&mut kings) {
            let Some(moves) = left.black.checked_sub(distance(from, king)) else {
                continue;
            };
            let cells = self.cells(board, sides, king, moves);
            let blocks = self_blocks::blocks(board, &cells, king, moves);
            if net.is_closed(board, sides, king, left.white, std::iter::once(blocks)) {
                squares |= bit(king);
            }
        }
        squares
    }

    fn cells(&mut self, board: &Board, sides: Sides, king: Sq, moves: usize) -> SelfBlocks {
        // With more moves than that a cell is any square, whatever their number.
        let moves = moves.min(reach::LONGEST + 1);
        let key = sides.black_with_king(king, moves);
        let at = key as usize % self.ways.len();
        if self.cells[at].0 != key {
            self.cells[at] = (key, self_blocks::cells(board, king, moves));
        }
        self.cells[at].1
    }

    fn ways(&mut self, board: &Board, sides: Sides, moves: usize) -> Bits {
        let key = sides.white_with(moves | 1 << 20);
        let at = key as usize % self.ways.len();
        if self.ways[at].0 != key {
            self.ways[at] = (key, ways(board, moves));
        }
        self.ways[at].1
    }

    fn errands(
        &mut self,
        board: &Board,
        sides: Sides,
        king: Sq,
        blocks: u8,
        moves: usize,
    ) -> Option<SpareMoves> {
        let key = sides.white_with(moves << 16 | usize::from(blocks) << 8 | usize::from(king));
        let at = key as usize % self.errands.len();
        if self.errands[at].0 != key {
            self.errands[at] = (key, SpareMoves::new(board, king, blocks, moves));
        }
        self.errands[at].1
    }
}

/// The squares on which White's men but the king may be within `moves`.
fn ways(board: &Board, moves: usize) -> Bits {
    let mut ways = 0;
    let men = board.them::<White>().count_ones() - 1;
    for (role, of_role) in board.roles.iter().enumerate().take(KING) {
        let mut of_role = of_role & board.us::<White>();
        while let Some(from) = pop(&mut of_role) {
            if role == PAWN {
                for (_, journey) in reach::pawn(true, men, from) {
                    ways |= journey[moves];
                }
            } else {
                ways |= reach::officer(role, from)[moves];
            }
        }
    }
    ways
}

/// How many men the black pawn on `sq` may capture, of `men`, if those are on `ways` only.
fn captures(sq: Sq, men: u32, ways: Bits) -> u32 {
    let below = 0x0101_0101_0101_0101u64 << (sq % 8) & (bit(sq) | (bit(sq) - 1));
    if attacks::pawns::<Black>(below) & ways == 0 {
        0
    } else {
        men
    }
}

/// The means to stop Black's men.
struct Stops {
    /// Where the black king ends.
    king: Sq,
    errands: SpareMoves,
    /// Where there may be men that pawns capture.
    ways: Bits,
    cells: SelfBlocks,
    white_moves: usize,
    /// What is left of Black's moves beside the king's.
    black_moves: usize,
}

impl Stops {
    /// Whether there may be a picture of all men together.
    fn fit(&self, board: &Board, plies: u16, patience: &mut usize) -> bool {
        if plies < 3 {
            return true;
        }
        let men = board.us::<White>().count_ones() - 1;
        let limits = PictureLimits {
            mate: false,
            king: self.king,
            white_moves: self.white_moves,
            black_moves: self.black_moves,
            captures: self.errands.captures,
            stands: self.errands.stands,
            pins: self.errands.pins > 0,
        };
        let room = ROOM.min(*patience);
        let mut left = room;
        let enemies = |sq| captures(sq, men, self.ways);
        let fits = picture::exists(board, limits, &mut left, enemies);
        *patience -= room - left;
        fits
    }

    /// Whether they are enough for all men; then `fates` holds what is blocked.
    fn are_enough(&self, board: &Board, at_large: Bits, fates: &mut Fates) -> bool {
        let pins = usize::from(self.errands.pins);
        let taken = self.errands.captures;
        let black = board.us::<Black>() & !board.roles[KING];
        let men = board.us::<White>().count_ones() - 1;
        let pawns = black & board.roles[PAWN];
        // A man that stands before a pawn in the end is no man at large, unless it is pinned.
        let fillers = if pins > 0 {
            black & !pawns
        } else {
            black & !pawns & !at_large
        };
        let mut filled = self.errands.stands | bit(self.king);
        let mut left = fillers;
        while let Some(sq) = pop(&mut left) {
            filled |= self.within(reach::officer(board.role_at(sq), sq));
        }
        let (mut once, mut twice) = (0, 0);
        let mut left = pawns;
        while let Some(sq) = pop(&mut left) {
            let within = self.within_as_any(sq, captures(sq, men, self.ways));
            twice |= once & within;
            once |= within;
        }
        let (straight, diagonal) = (attacks::rook(self.king, 0), attacks::bishop(self.king, 0));
        let means = Means {
            moves: self.black_moves,
            pins,
            captures: self.white_moves,
        };
        fates.clear();
        let mut man = Immobilisations::new(self.king, self.black_moves);
        let mut left = black & !pawns;
        while let Some(sq) = pop(&mut left) {
            man.clear();
            let role = board.role_at(sq);
            let journey = reach::officer(role, sq);
            man.end(journey, self.cell(black, sq), false);
            man.taken(journey, taken);
            if pins > 0 {
                // Along its line a pinned man can go and capture.
                let pinned = match role {
                    KNIGHT => straight | diagonal,
                    BISHOP => straight,
                    ROOK => diagonal,
                    _ => 0,
                };
                man.end(journey, pinned, true);
            }
            if !fates.add(man.fates(), means) {
                return false;
            }
        }
        let mut left = pawns;
        while let Some(sq) = pop(&mut left) {
            man.clear();
            let men = captures(sq, men, self.ways);
            let others = twice | (once & !self.within_as_any(sq, men));
            let [(_, as_pawn), (_, as_knight), (_, as_queen)] = reach::pawn(false, men, sq);
            man.taken(as_pawn, taken);
            man.end(as_pawn, (filled | others) << 8, false);
            let cell = self.cell(black, sq);
            man.end(as_knight, cell, false);
            man.end(as_queen, cell, false);
            man.taken(as_knight, taken);
            man.taken(as_queen, taken);
            if pins > 0 {
                man.end(as_pawn, straight | diagonal, true);
                man.end(as_knight, straight | diagonal, true);
                man.end(as_queen, straight | diagonal, true);
            }
            if !fates.add(man.fates(), means) {
                return false;
            }
        }
        true
    }

    /// Where the man on `sq` of these can be shut in.
    fn cell(&self, black: Bits, sq: Sq) -> Bits {
        let before = (black & (bit(sq) - 1)).count_ones() as usize;
        self.cells.get(before).copied().unwrap_or(!0)
    }

    /// The squares within Black's moves.
    fn within(&self, journey: &Journey) -> Bits {
        journey[self.black_moves.min(reach::LONGEST)]
    }

    /// The squares of a pawn within Black's moves, promoted or not.
    fn within_as_any(&self, sq: Sq, men: u32) -> Bits {
        reach::pawn(false, men, sq)
            .iter()
            .fold(0, |all, (_, journey)| all | self.within(journey))
    }
}
