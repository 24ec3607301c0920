//! The boards at a point of the game.

use super::bfen::Bfen;
use super::finding::{Finding, Severity};
use super::game::Game;
use super::replay::Replay;

/// The boards and clocks after a half-move by its name, `12b`; after the last one if none is named; `0` is the start.
///
/// # Errors
///
/// A [`Finding`] when there is no such half-move, or the game cannot be played so far.
pub fn position(game: &Game<'_>, at: Option<&str>) -> Result<Bfen, Finding> {
    let half_moves = game.half_moves();
    let count = match at {
        None => half_moves.len(),
        Some("0") => 0,
        Some(name) => {
            let missing = || {
                Finding::new(
                    Severity::Error,
                    0,
                    format!("there is no half-move {name} in this game"),
                )
            };
            1 + game.half_move_named(name).ok_or_else(missing)?
        }
    };
    let mut replay = Replay::start(game)
        .map_err(|error| Finding::new(Severity::Error, 0, format!("FEN: {error}")))?;
    for (index, half_move) in half_moves[..count].iter().enumerate() {
        replay.step(game, half_move).map_err(|refusal| {
            Finding::at_half_move(Severity::Error, half_move, refusal.to_string())
        })?;
        replay.set_clock(half_move, game.clock(index));
    }
    Ok(replay.bfen())
}
