//! Matches of the player, move by move.

use shakmaty::{Bitboard, Square};

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
    /// Where Black's king stood; none against
    /// [`Opponent::Worst`](super::opponent::Opponent::Worst).
    pub king: Option<Square>,
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
    let mut square = square;
    go_through(
        search,
        start,
        limit,
        |before, pseudomove, ruling, search| {
            let mut tried = MatchTry {
                before: *before,
                pseudomove,
                answer: None,
                grade: None,
                king: Some(square),
                reply: None,
            };
            let mut answers = ruling.answers().iter();
            let found = answers.find(|(_, kings)| kings.contains(square));
            let Some(&(answer, kings)) = found else {
                seen(tried);
                return if ruling.mated.contains(square) {
                    TryEvent::Mate
                } else {
                    TryEvent::End(MatchEnd::Stalemate)
                };
            };
            tried.answer = Some(answer);
            tried.grade = Some(search.player().grade(before, ruling, answer, kings));
            let mut taken = false;
            if answer != Signal::Illegal {
                tried.reply = king.reply(ruling, square);
                square = tried.reply.unwrap_or(square);
                taken = ruling.after.takeable().contains(square);
            }
            seen(tried);
            if taken {
                TryEvent::End(MatchEnd::Taken)
            } else {
                TryEvent::Answer(answer, kings)
            }
        },
    )
}

/// Plays a match of at most `limit` moves against the umpire that is no friend of White's; see
/// [`Opponent::Worst`](super::opponent::Opponent::Worst). `seen` hears of every try.
pub fn play_worst(
    search: &mut Deliberation,
    start: Metaposition,
    limit: u16,
    mut seen: impl FnMut(MatchTry),
) -> MatchEnd {
    go_through(
        search,
        start,
        limit,
        |before, pseudomove, ruling, search| {
            let mut tried = MatchTry {
                before: *before,
                pseudomove,
                answer: None,
                grade: None,
                king: None,
                reply: None,
            };
            let worst = search.player().worst(before, ruling);
            let step = if ruling.takers.any() {
                TryEvent::End(MatchEnd::Taken)
            } else if ruling.stalemated.any() {
                TryEvent::End(MatchEnd::Stalemate)
            } else if let Some((grade, index)) = worst {
                let (answer, kings) = ruling.answers()[index];
                tried.answer = Some(answer);
                tried.grade = Some(grade);
                TryEvent::Answer(answer, kings)
            } else {
                TryEvent::Mate
            };
            seen(tried);
            step
        },
    )
}

enum TryEvent {
    Mate,
    End(MatchEnd),
    Answer(Signal, Bitboard),
}

fn go_through(
    search: &mut Deliberation,
    start: Metaposition,
    limit: u16,
    mut judge: impl FnMut(&Metaposition, Pseudomove, &Ruling, &Deliberation) -> TryEvent,
) -> MatchEnd {
    let player = search.player();
    let mut metaposition = start;
    let mut history = RecentMoves::default();
    let mut moves = 0;
    // A lone king blocks nobody: White always has a move.
    while let Some(pseudomove) = search.choose(&metaposition, &history) {
        let ruling = Ruling::new(&metaposition, pseudomove, player.announcements);
        let (answer, kings) = match judge(&metaposition, pseudomove, &ruling, search) {
            TryEvent::Mate => return MatchEnd::Mate(moves + 1),
            TryEvent::End(end) => return end,
            TryEvent::Answer(answer, kings) => (answer, kings),
        };
        metaposition = ruling.next(&metaposition, answer, kings);
        if answer != Signal::Illegal {
            history.add(pseudomove, player.memory);
            moves += 1;
            if moves >= limit {
                break;
            }
        }
    }
    MatchEnd::Endless
}
