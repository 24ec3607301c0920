//! A game of crazyhouse on one board, as lichess writes them: what a side captures is its own to
//! drop, a promoted man as a pawn.
//!
//! The moves are read and the board is played as in bughouse ([`BughouseBoard`]); only the man that
//! a capture hands out goes to another hand, in the other colour.

use super::bfen::{BfenErrorKind, one_board};
use super::board::BughouseBoard;
use super::game::{BpgnGame, HalfMove};
use super::replay::MoveRefusal;
use super::san::Illegal;
use super::tags::is_played;
use crate::pgn::MoveText;

/// The board after some half-moves.
#[derive(Debug, Clone)]
pub struct CrazyhouseReplay {
    /// The board.
    pub board: BughouseBoard,
}

impl CrazyhouseReplay {
    /// The starting position: that of the game's `FEN`, or all men at home.
    ///
    /// # Errors
    ///
    /// [`BfenErrorKind`] when the `FEN` cannot be read.
    pub fn start(game: &BpgnGame<'_>) -> Result<CrazyhouseReplay, BfenErrorKind> {
        let board = match game.tag("FEN") {
            Some(fen) => one_board(fen)?,
            None => BughouseBoard::default(),
        };
        Ok(CrazyhouseReplay { board })
    }

    /// Plays a half-move; nothing changes if it cannot be played.
    ///
    /// # Errors
    ///
    /// [`MoveRefusal`]
    pub fn step(&mut self, game: &BpgnGame<'_>, half_move: &HalfMove) -> Result<(), MoveRefusal> {
        let (san, _) =
            MoveText::read_loosely(game.bytes(half_move.san)).ok_or(MoveRefusal::NotAMove)?;
        if self.board.turn() != half_move.seat.color {
            return Err(MoveRefusal::Illegal(Illegal::NotItsTurn));
        }
        let m = san.resolve(&self.board).map_err(MoveRefusal::Illegal)?;
        if let Some(captured) = self.board.play(m) {
            self.board.give(captured.role.of(!captured.color));
        }
        Ok(())
    }
}

/// Whether a game is one of crazyhouse, by its `Variant`.
pub fn is_crazyhouse(game: &BpgnGame<'_>) -> bool {
    let variant = game.tag("Variant").unwrap_or_default();
    is_played(variant, &["crazyhouse"]) && !is_played(variant, &[])
}
