//! Matches of the player, move by move.

use shakmaty::Square;

use super::Metaposition;
use super::evaluation::Grade;
use super::opponent::King;
use super::ruling::{Pseudomove, Ruling, Signal};
use super::search::{Deliberation, RecentMoves};

/// How a match ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchEnd {
    /// White mated with the move of this number; refused tries are not counted.
    Mate(u16),
    /// Black's king took a man.
    Taken,
    /// Black's king is not attacked and has no move.
    Stalemate,
    /// White made as many moves as were allowed without a mate.
    Endless,
}

/// A try in a match, for those who look on.
#[derive(Debug, Clone, Copy)]
pub struct MatchTry {
    /// What White knew.
    pub before: Metaposition,
    /// What White tried.
    pub pseudomove: Pseudomove,
    /// The umpire's answer; none if the game is over.
    pub answer: Option<Signal>,
    /// The grade of what White knows by it.
    pub grade: Option<Grade>,
    /// Where Black's king stood.
    pub king: Square,
    /// Where it went.
    pub reply: Option<Square>,
}

/// Plays a match of at most `limit` moves against a king that begins on `square`. `seen` hears of
/// every try.
pub fn play(
    search: &mut Deliberation,
    start: Metaposition,
    square: Square,
    mut king: King<'_>,
    limit: u16,
    mut seen: impl FnMut(MatchTry),
) -> MatchEnd {
    let player = search.player();
    let (mut metaposition, mut square) = (start, square);
    let mut history = RecentMoves::default();
    let mut moves = 0;
    // A lone king blocks nobody: White always has a move.
    while let Some(pseudomove) = search.choose(&metaposition, &history) {
        let ruling = Ruling::new(&metaposition, pseudomove, player.announcements);
        let mut tried = MatchTry {
            before: metaposition,
            pseudomove,
            answer: None,
            grade: None,
            king: square,
            reply: None,
        };
        let mut answers = ruling.answers().iter();
        let Some(&(answer, kings)) = answers.find(|(_, kings)| kings.contains(square)) else {
            seen(tried);
            return match ruling.mated.contains(square) {
                true => MatchEnd::Mate(moves + 1),
                false => MatchEnd::Stalemate,
            };
        };
        tried.answer = Some(answer);
        tried.grade = Some(player.grade(&metaposition, &ruling, answer, kings));
        let made = answer != Signal::Illegal;
        if made {
            tried.reply = king.reply(&ruling, square);
            square = tried.reply.unwrap_or(square);
        }
        seen(tried);
        if made && ruling.after.takeable().contains(square) {
            return MatchEnd::Taken;
        }
        metaposition = ruling.next(&metaposition, answer, kings);
        if made {
            history.add(pseudomove);
            moves += 1;
            if moves >= limit {
                break;
            }
        }
    }
    MatchEnd::Endless
}
