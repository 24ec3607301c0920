//! Plays matches, move by move.

use shakmaty::{Bitboard, Square};

use super::opponent::King;
use super::search::{Deliberation, RecentMoves};
use super::{Metaposition, Signal};
use crate::ending::geometry::WhiteTry;

/// The end of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchEnd {
    /// White mated with this move; refused tries are not counted.
    Mate(u16),
    /// Black's king captured a man.
    Taken,
    /// Black's king is not attacked and has no move.
    Stalemate,
    /// White made the maximum number of moves without mating.
    Endless,
}

/// Plays a match of at most `limit` moves against a king that begins on `square`. Before each try,
/// `seen` is called with White's knowledge, the try, and the real square of the king.
pub fn play(
    search: &mut Deliberation,
    start: Metaposition,
    mut square: Square,
    mut king: King<'_>,
    limit: u16,
    mut seen: impl FnMut(&Metaposition, &WhiteTry, Square),
) -> MatchEnd {
    let mut metaposition = start;
    let mut history = RecentMoves::default();
    let mut moves = 0;
    // A bare king never blocks White completely: White always has a move.
    while let Some(step) = search.choose(&metaposition, &history) {
        let tried = WhiteTry::new(metaposition.placement, metaposition.kings.0, step);
        seen(&metaposition, &tried, square);
        let mut answers = tried.answers();
        let Some((answer, kings)) = answers.find(|(_, kings)| kings.contains(square)) else {
            return match Bitboard(tried.mates).contains(square) {
                true => MatchEnd::Mate(moves + 1),
                false => MatchEnd::Stalemate,
            };
        };
        metaposition = metaposition.next(&tried, answer, kings);
        if answer == Signal::Illegal {
            continue;
        }
        square = king.reply(&tried, square).unwrap_or(square);
        if tried.after.takeable().contains(square) {
            return MatchEnd::Taken;
        }
        history.add(step);
        moves += 1;
        if moves >= limit {
            break;
        }
    }
    MatchEnd::Endless
}
