//! The endings that count as mate: an announced checkmate and, with the tags `forced` and `epsilon`,
//! endings that are known to be won.

use shakmaty::{Bitboard, Color, File, Role, attacks};

use super::super::belief::board::CompactBoard;

/// The endings that count as mate, if the other side has a bare king that cannot capture anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MateEndings {
    /// A queen, a rook, or a pawn outside the edge files, protected by the own king.
    pub forced: bool,
    /// Two bishops on different colours, or bishop and knight, all protected by the own king.
    pub epsilon: bool,
}

impl MateEndings {
    /// Whether `board` is such an ending; the side with the bare king is to move.
    pub fn is_won_ending(self, board: &CompactBoard) -> bool {
        let bare = board.turn();
        if !(self.forced || self.epsilon) || board.side(bare).count() != 1 {
            return false;
        }
        let us = !bare;
        let Some(king) = board.king(us) else {
            return false;
        };
        let protected = attacks::king_attacks(king) & board.side(us);
        let named = (self.forced && self.is_forced(board, protected))
            || (self.epsilon && is_epsilon(board, protected));
        named && !can_take(board, us)
    }

    fn is_forced(self, board: &CompactBoard, protected: Bitboard) -> bool {
        let edge = Bitboard::from_file(File::A) | Bitboard::from_file(File::H);
        let strong =
            board.men(Role::Queen) | board.men(Role::Rook) | (board.men(Role::Pawn) & !edge);
        (strong & protected).any()
    }
}

fn is_epsilon(board: &CompactBoard, protected: Bitboard) -> bool {
    let bishops = board.men(Role::Bishop) & protected;
    let on_both =
        (bishops & Bitboard::LIGHT_SQUARES).any() && (bishops & Bitboard::DARK_SQUARES).any();
    on_both || (bishops.any() && (board.men(Role::Knight) & protected).any())
}

/// Whether the bare king can capture a man of `us`.
fn can_take(board: &CompactBoard, us: Color) -> bool {
    let Some(king) = board.king(!us) else {
        return false;
    };
    (attacks::king_attacks(king) & board.side(us))
        .into_iter()
        .any(|square| {
            let without_king = board.occupied() & !Bitboard::from_square(king);
            board.attackers(square, us, without_king).is_empty()
        })
}
