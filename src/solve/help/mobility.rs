//! Stalemates: whether all of Black's men can be stopped in the moves that are left.
//!
//! In the end each of them is captured, pinned, shut in by its own side, or a pawn with a man
//! before it. For each square on which the black king may end it is asked, on a board without
//! obstacles ([`super::reach`]),
//!
//! - where White can capture, stand and pin while it still guards what Black doesn't block around
//!   the king ([`SpareMoves`]),
//! - where Black's men can be shut in ([`SelfBlocks`]),
//! - whether there is a picture with a place for every man in the moves that are left
//!   ([`super::picture`]).
//!
//! Without [`Mobility::closed`] four h=8 take 46 s instead of 26; without white stands and captures
//! eight h=5 take 33 s instead of 6; without cells four h=6 have a third more nodes.

use super::mobile_men::MobileMen;
use super::move_order::MovesLeft;
use super::net::{Net, Sides, distance};
use super::picture::{FittingPictures, PictureBudget, PictureLimits};
use super::reach;
use super::self_blocks::{self, NO_CELLS, SelfBlocks, at_large};
use super::spare_moves::SpareMoves;
use crate::attacks::{self, Bits, Sq, bit, pop};
use crate::board::{Board, KING, PAWN};
use crate::side::{Black, White};

/// Entries of each cache when so many plies are left or less: short problems are too many to make
/// room for long ones. All of them take 3 MB at most.
fn entries(plies: u16) -> usize {
    1 << (4 + plies).min(14)
}

/// A position on the way: its men, the moves of each side and the plies that are left.
#[derive(Clone, Copy)]
pub struct Stage<'a> {
    pub board: &'a Board,
    pub sides: Sides,
    pub left: MovesLeft,
    pub plies: u16,
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
}

impl Mobility {
    /// Nothing is known yet.
    pub fn new() -> Mobility {
        Mobility {
            cells: Vec::new(),
            ways: Vec::new(),
            errands: Vec::new(),
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
    /// has a move, when the moves that are left have been made.
    pub fn narrow(
        &mut self,
        net: &mut Net,
        stage: Stage<'_>,
        last: FinalPosition,
        budget: &mut PictureBudget,
        pictures: &mut FittingPictures,
    ) -> FinalPosition {
        let Stage {
            board,
            sides,
            left,
            plies,
        } = stage;
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
        let from = board.king::<Black>();
        let ways = self.ways(board, sides, white_moves);
        let men = board.us::<White>().count_ones() - 1;
        let mut narrowed = FinalPosition { kings: 0, pins: 0 };
        let (mut asked, mut gone) = (0, 0);
        budget.pay();
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
            let room = budget.room(plies);
            let mut unused = room;
            if room > 0 {
                asked += 1;
                let limits = PictureLimits {
                    mate: false,
                    king,
                    white_moves,
                    black_moves: moves,
                    captures: errands.captures,
                    stands: errands.stands,
                    pins: pins > 0,
                };
                let fits = pictures.exist(board, limits, &mut unused, |sq| captures(sq, men, ways));
                budget.spend(plies, room - unused);
                if !fits {
                    gone += 1;
                    continue;
                }
            }
            narrowed.kings |= bit(king);
            narrowed.pins = pins.max(narrowed.pins);
        }
        budget.earn(plies, gone, asked);
        narrowed
    }

    /// Those of the squares `kings` around which White can guard what Black's men can't block for
    /// good, if nothing pins them. Asked before the position is looked up: the h=8 of 26 million
    /// nodes takes 6.7 s instead of 10.1 s, and 8.7 s if it is asked after that.
    pub fn closed(&mut self, net: &mut Net, stage: Stage<'_>, mut kings: Bits) -> Bits {
        let Stage {
            board,
            sides,
            left,
            plies,
        } = stage;
        self.make_room(plies);
        let from = board.king::<Black>();
        let mut squares = 0;
        while let Some(king) = pop(&mut kings) {
            let Some(moves) = left.black.checked_sub(distance(from, king)) else {
                continue;
            };
            let cells = self.cells(board, sides, king, moves);
            let blocks = self_blocks::blocks(board, &cells, king, moves);
            if net.is_closed(board, sides, king, left.white, blocks) {
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
    let mut left = board.us::<White>() & !board.roles[KING];
    while let Some(from) = pop(&mut left) {
        for (_, journey) in reach::journeys(true, men, board.role_at(from), from) {
            ways |= journey[moves];
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
