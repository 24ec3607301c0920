//! Positions that only composers make.
//!
//! Accepted are too many men, and checks that no move can have given. Accepted is also one pawn on
//! its last rank, of the side that is not to move: composers use it for a man of unknown kind. It
//! can be captured but cannot move.

use shakmaty::{
    Bitboard, CastlingMode, Chess, FromSetup, Move, Position as _, PositionError, Rank, Role,
    Setup, Square,
};

/// The position of `setup`.
///
/// # Errors
///
/// The position is illegal.
pub fn compose(setup: Setup) -> Result<Chess, Box<PositionError<Chess>>> {
    accept(setup.clone()).or_else(|error| fallen_pawn(&setup).ok_or(error))
}

fn accept(setup: Setup) -> Result<Chess, Box<PositionError<Chess>>> {
    Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .map_err(Box::new)
}

/// The position with a pawn on its last rank: the pawn is placed elsewhere and moved there without
/// promotion, since shakmaty validates set-up positions but not moves that are declared legal.
fn fallen_pawn(setup: &Setup) -> Option<Chess> {
    let them = !setup.turn;
    let pawns = setup.board.by_color(them) & setup.board.by_role(Role::Pawn);
    let to =
        (pawns & Bitboard::from_rank(them.fold_wb(Rank::Eighth, Rank::First))).single_square()?;
    let free = !setup.board.occupied() & !Bitboard::BACKRANKS;
    free.into_iter()
        .find_map(|from| come_from(setup, from, to))
        .filter(|position| position.maybe_ep_square().is_none())
}

fn come_from(setup: &Setup, from: Square, to: Square) -> Option<Chess> {
    let mut before = setup.clone();
    let pawn = before.board.remove_piece_at(to)?;
    before.board.set_piece_at(from, pawn);
    before.swap_turn();
    let mut position = accept(before).ok()?;
    position.play_unchecked(Move::Normal {
        role: Role::Pawn,
        from,
        capture: None,
        to,
        promotion: None,
    });
    Some(position)
}
