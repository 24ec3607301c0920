//! The metaposition player: shakmaty judges every transition and whole matches, the opponents are
//! as good as claimed, the player has to win, and the program shows the moves that were played.

mod command;
mod opponents;
mod player;
mod show;
mod transitions;

use keymove_kriegspiel::ending::WhitePlacement;
use shakmaty::{CastlingMode, Chess, Color, FromSetup, Role, Setup, Square};

/// The real position with White to move.
fn real(placement: WhitePlacement, king: Square) -> Chess {
    let mut setup = Setup::empty();
    let white = placement.men().chain([(Role::King, placement.king())]);
    for (role, square) in white {
        setup.board.set_piece_at(square, role.of(Color::White));
    }
    setup.board.set_piece_at(king, Role::King.of(Color::Black));
    Chess::from_setup(setup, CastlingMode::Standard).unwrap()
}
