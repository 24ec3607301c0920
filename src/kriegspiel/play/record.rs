//! A played ending as the umpire's record in the notation 0.9, which `kriegspiel check`
//! replays. The umpire's words are those of the real board, as in every record that
//! [`filter`](crate::filter) writes.

use std::fmt::Write;

use shakmaty::fen::Fen;
use shakmaty::{Color, Role, Setup, Square};

use crate::ending::WhitePlacement;
use crate::filter::{Comments, filter};
use crate::notation::read::Games;
use crate::notation::{Game, GameResult, Viewpoint};
use crate::own_board::Try;

/// A way in which a match may have gone.
#[derive(Debug, Clone)]
pub struct Line {
    /// The position at the beginning.
    pub fen: String,
    /// The square of the king now.
    pub king: Square,
    /// The turns: the refused tries in order, and the move.
    pub turns: Vec<(Vec<Try>, Try)>,
}

/// The record of a line; `None` if the line cannot be played.
pub fn record(line: &Line, result: GameResult) -> Option<Game> {
    let (fen, result) = (&line.fen, result.as_str());
    let mut text = format!(
        "[Event \"kriegspiel play\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"-\"]\n\
         [White \"?\"]\n[Black \"?\"]\n[Result \"{result}\"]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n"
    );
    for (refused, made) in &line.turns {
        let tries = Vec::from_iter(refused.iter().rev().map(|tried| san(*tried))).join(",");
        writeln!(text, "{} {{(:{tries})}}", san(*made)).ok()?;
    }
    text.push_str(result);
    let read = Games::new(text.as_bytes()).next()?.ok()?;
    let made = filter(read.game, Viewpoint::No, Comments::Own).ok()?;
    Some(made.game)
}

/// The position with White to move, as FEN.
pub fn fen(men: WhitePlacement, king: Square) -> String {
    let mut setup = Setup::empty();
    for (role, square) in men.all_men() {
        setup.board.set_piece_at(square, role.of(Color::White));
    }
    setup.board.set_piece_at(king, Role::King.of(Color::Black));
    let fen = Fen::try_from_setup(setup).unwrap_or_else(|error| error.ignore());
    fen.to_string()
}

/// `Rh1`: no two men of an ending can reach the same square, since two bishops are on different
/// colours.
fn san(tried: Try) -> String {
    let [_, to] = tried.squares(Color::White);
    format!("{}{to}", tried.role().upper_char())
}
