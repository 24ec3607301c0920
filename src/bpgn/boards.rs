//! The two boards of a match: a man captured on one is in a hand on the other.

use shakmaty::{ByColor, ByRole, Color, Move, Piece, Role};

use super::board::{BughouseBoard, DROPPABLE};
use super::seat::{BoardName, Seat};

/// Both boards.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Boards {
    boards: [BughouseBoard; 2],
}

/// A kind of man of which the boards do not hold as many as two sets have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Imbalance {
    /// The man.
    pub piece: Piece,
    /// How many there are on both boards and in the hands; promoted men are pawns.
    pub found: u32,
    /// How many two sets have.
    pub expected: u32,
}

impl Boards {
    /// These two positions, board A first.
    pub fn new(a: BughouseBoard, b: BughouseBoard) -> Boards {
        Boards { boards: [a, b] }
    }

    /// One of the boards.
    #[inline]
    pub fn board(&self, name: BoardName) -> &BughouseBoard {
        &self.boards[name.index()]
    }

    /// Plays a move that is legal on its board; the partner gets what it captures.
    #[inline]
    pub fn play(&mut self, name: BoardName, m: Move) {
        if let Some(captured) = self.boards[name.index()].play(m) {
            // The partner plays the colour that the captured man has.
            self.boards[name.other().index()].give(captured);
        }
    }

    /// Whether `seat` is to move on its board.
    #[inline]
    pub fn is_turn(&self, seat: Seat) -> bool {
        self.board(seat.board).turn() == seat.color
    }

    /// What keeps the boards from holding two sets, sixty-four men; empty when they do.
    pub fn imbalances(&self) -> Vec<Imbalance> {
        let mut found: ByColor<ByRole<u32>> = ByColor::default();
        for board in &self.boards {
            for (square, piece) in board.men().iter() {
                let role = if board.promoted().contains(square) {
                    Role::Pawn
                } else {
                    piece.role
                };
                *found.piece_mut(role.of(piece.color)) += 1;
            }
            for color in Color::ALL {
                for role in DROPPABLE {
                    let piece = role.of(color);
                    *found.piece_mut(piece) += u32::from(*board.hands().piece(piece));
                }
            }
        }
        let mut imbalances = Vec::new();
        for color in Color::ALL {
            for role in DROPPABLE {
                let piece = role.of(color);
                let expected = match role {
                    Role::Pawn => 16,
                    Role::Queen | Role::King => 2,
                    _ => 4,
                };
                let found = *found.piece(piece);
                if found != expected {
                    imbalances.push(Imbalance {
                        piece,
                        found,
                        expected,
                    });
                }
            }
        }
        imbalances
    }
}
