//! Converts between the search's board and shakmaty's position: [`Orientation`].

use shakmaty::{Chess, Color, EnPassantMode, Move as ChessMove, Position as _, Role, Square};

use super::{Board, Move, NO_SQUARE, PAWN};
use crate::attacks::{Bits, Sq};
use crate::side::{Black, White};

/// Which way up the board is: the attacker always plays White inside the search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Orientation {
    flipped: bool,
}

impl Orientation {
    /// The orientation that makes `attacker` White.
    pub fn new(attacker: Color) -> Orientation {
        Orientation {
            flipped: attacker.is_black(),
        }
    }

    /// Whether `color` is the attacker.
    pub fn is_attacker(self, color: Color) -> bool {
        color.is_white() != self.flipped
    }

    fn square(self, sq: Square) -> Sq {
        let sq = u32::from(sq) as Sq;
        if self.flipped { sq ^ 56 } else { sq }
    }

    pub fn bits(self, bits: shakmaty::Bitboard) -> Bits {
        if self.flipped {
            bits.0.swap_bytes()
        } else {
            bits.0
        }
    }

    /// The board of a position.
    pub fn board(self, position: &Chess) -> Board {
        let men = position.board();
        let mut roles = [0; 6];
        for role in Role::ALL {
            roles[role as usize - 1] = self.bits(men.by_role(role));
        }
        let color = |white: bool| self.bits(men.by_color(Color::from_white(white != self.flipped)));
        let mut board = Board {
            roles,
            colors: [color(false), color(true)],
            hash: 0,
            castling: [NO_SQUARE; 4],
            may_castle: false,
            ep: NO_SQUARE,
        };
        for sq in position.castles().castling_rights() {
            let white = position.board().color_at(sq) == Some(Color::from_white(!self.flipped));
            let sq = self.square(sq);
            let king = if white {
                board.king::<White>()
            } else {
                board.king::<Black>()
            };
            board.castling[usize::from(white) * 2 + usize::from(sq > king)] = sq;
            board.may_castle = true;
        }
        if let Some(sq) = position.ep_square(EnPassantMode::Legal) {
            board.ep = self.square(sq);
        }
        board.hash = board.key();
        board
    }

    /// A move of the search as a move of shakmaty.
    pub fn chess_move(self, m: Move, board: &Board) -> ChessMove {
        let square = |sq: Sq| Square::new(u32::from(if self.flipped { sq ^ 56 } else { sq }));
        let role = |index: usize| Role::ALL[index];
        let (from, to) = (square(m.from()), square(m.to()));
        if m.is_drop() {
            ChessMove::Put {
                role: role(m.role()),
                to,
            }
        } else if m.is_castle() {
            ChessMove::Castle {
                king: from,
                rook: to,
            }
        } else if m.is_en_passant() {
            ChessMove::EnPassant { from, to }
        } else {
            ChessMove::Normal {
                role: role(m.role()),
                from,
                capture: m.is_capture().then(|| role(board.role_at(m.to()))),
                to,
                promotion: (m.promoted() != PAWN).then(|| role(m.promoted())),
            }
        }
    }
}
