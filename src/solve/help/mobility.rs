//! Stalemates: whether all of Black's men can be stopped in the moves that are left.
//!
//! In the final position each of them is captured, pinned, shut in by its own side, or a pawn with
//! a man before it. For each square on which the black king may end, two questions are asked, on a
//! board without obstacles ([`super::reach`]):
//!
//! - on which squares can White capture, stand and pin while it still guards the squares around the
//!   king that Black doesn't block ([`SpareMoves`])?
//! - is there a picture with a place for every man in the moves that are left ([`super::picture`]),
//!   in which officers are shut in only on squares of [`SelfBlocks`]?
//!
//! Without spare moves 111 help problems take 1.2 times as long, with 1.3 times the nodes.

use super::castlings;
use super::mobile_men::MobileMen;
use super::move_order::MovesLeft;
use super::net::{Net, Sides, distance};
use super::picture::{FittingPictures, PictureBudget, PictureLimits};
use super::reach;
use super::self_blocks::{self, NO_CELLS, SelfBlocks};
use super::spare_moves::SpareMoves;
use crate::attacks::{Bits, Sq, bit, pop};
use crate::board::{Board, KING, NO_SQUARE};
use crate::side::{Black, White};

/// Entries of each cache with this many plies left or fewer: short problems are too many to make
/// room for long ones. All of them together take 3 MB at most.
fn entries(plies: u16) -> usize {
    1 << (8 + plies).min(14)
}

/// A position on the way: its men, the moves of each side and the number of plies left.
#[derive(Clone, Copy)]
pub struct Stage<'a> {
    pub board: &'a Board,
    pub sides: Sides,
    pub left: MovesLeft,
    pub plies: u16,
}

/// The known limits of the final positions of all lines from a position on.
#[derive(Debug, Clone, Copy)]
pub struct FinalPosition {
    /// The squares on which the black king may be.
    pub kings: Bits,
    /// The most men that White may pin.
    pub pins: u8,
}

/// The results for positions of one side's men.
#[derive(Debug)]
pub struct Mobility {
    /// The squares on which Black's men can be shut in.
    cells: Vec<(u64, SelfBlocks)>,
    /// The squares on which White's men may capture, stand and pin.
    errands: Vec<(u64, Option<SpareMoves>)>,
}

impl Mobility {
    /// Empty caches.
    pub fn new() -> Mobility {
        Mobility {
            cells: Vec::new(),
            errands: Vec::new(),
        }
    }

    fn make_room(&mut self, plies: u16) {
        let entries = entries(plies);
        if self.cells.len() < entries {
            self.cells = vec![(0, NO_CELLS); entries];
            self.errands = vec![(0, None); entries];
        }
    }

    /// The subset of the final positions `last` in which neither the black king nor any other black
    /// man has a move after the moves that are left.
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
        // A capture en passant would need rules of its own, which are not worth it.
        let Some(loose) = MobileMen::of(board, white_moves) else {
            return last;
        };
        if white_moves > reach::LONGEST {
            return last;
        }
        self.make_room(plies);
        let from = board.king::<Black>();
        let mut narrowed = FinalPosition { kings: 0, pins: 0 };
        let men = board.us::<White>().count_ones() - 1;
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
            let blocks = net.blockable(board, sides, king, moves);
            let Some(errands) = self.errands(board, sides, king, blocks, white_moves) else {
                continue;
            };
            let pins = errands.pins.min(last.pins);
            if !loose.can_be_stopped(left, way, pins) {
                continue;
            }
            // With two plies only pictures that are known are worth their cost.
            let room = match plies > 2 || pictures.is_carried(king) {
                true => budget.room(plies),
                false => 0,
            };
            let mut unused = room;
            if room > 0 {
                asked += 1;
                let cells = self.cells(board, sides, king, moves);
                let limits = PictureLimits {
                    mate: false,
                    king,
                    white_moves,
                    black_moves: moves,
                    captures: errands.captures,
                    stands: errands.stands,
                    pins: pins > 0,
                    men: board.us::<Black>() & !board.roles[KING],
                    cells,
                };
                let fits = pictures.exist(board, limits, &mut unused, men);
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

    /// The same for a position with rights to castle: the final positions after any castlings, and
    /// without them.
    pub fn narrow_castling(
        &mut self,
        net: &mut Net,
        stage: Stage<'_>,
        last: FinalPosition,
        budget: &mut PictureBudget,
        pictures: &mut FittingPictures,
    ) -> FinalPosition {
        let board = stage.board;
        let boards = match board.ep {
            NO_SQUARE => castlings::boards(board, stage.left),
            _ => None,
        };
        let Some(boards) = boards else {
            return last;
        };
        let mut narrowed = FinalPosition { kings: 0, ..last };
        for (board, left) in &boards {
            let stage = Stage {
                board,
                sides: Sides::new(board),
                left: *left,
                ..stage
            };
            let last = FinalPosition {
                kings: last.kings & !narrowed.kings,
                ..last
            };
            narrowed.kings |= self.narrow(net, stage, last, budget, pictures).kings;
        }
        pictures.forget();
        narrowed
    }

    fn cells(&mut self, board: &Board, sides: Sides, king: Sq, moves: usize) -> SelfBlocks {
        // With more moves than that every square is a cell, whatever the number of moves.
        let moves = moves.min(reach::LONGEST + 1);
        let key = sides.black_with_king(king, moves);
        let at = key as usize % self.cells.len();
        if self.cells[at].0 != key {
            self.cells[at] = (key, self_blocks::cells(board, king, moves));
        }
        self.cells[at].1
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
