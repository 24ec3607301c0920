//! Matches of the player, move by move.

use shakmaty::{Bitboard, Square};

use super::Metaposition;
use super::evaluation::Grade;
use super::opponent::King;
use super::ruling::{Answer, Pseudomove, Ruling};
use super::search::{History, Search};

/// How a match ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
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
pub struct Tried {
    /// What White knew.
    pub before: Metaposition,
    /// What White tried.
    pub pseudomove: Pseudomove,
    /// The umpire's answer; none if the game is over.
    pub answer: Option<Answer>,
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
    search: &mut Search,
    start: Metaposition,
    square: Square,
    mut king: King<'_>,
    limit: u16,
    mut seen: impl FnMut(Tried),
) -> End {
    let mut square = square;
    go_through(
        search,
        start,
        limit,
        |before, pseudomove, ruling, search| {
            let mut tried = Tried {
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
                    Step::Mate
                } else {
                    Step::End(End::Stalemate)
                };
            };
            tried.answer = Some(answer);
            tried.grade = Some(search.player().grade(before, ruling, answer, kings));
            let mut taken = false;
            if answer != Answer::Illegal {
                tried.reply = king.reply(ruling, square);
                square = tried.reply.unwrap_or(square);
                taken = ruling.after.takeable().contains(square);
            }
            seen(tried);
            if taken {
                Step::End(End::Taken)
            } else {
                Step::Answer(answer, kings)
            }
        },
    )
}

/// Plays a match of at most `limit` moves against the umpire that is no friend of White's; see
/// [`Opponent::Worst`](super::opponent::Opponent::Worst). `seen` hears of every try.
pub fn play_worst(
    search: &mut Search,
    start: Metaposition,
    limit: u16,
    mut seen: impl FnMut(Tried),
) -> End {
    go_through(
        search,
        start,
        limit,
        |before, pseudomove, ruling, search| {
            let mut tried = Tried {
                before: *before,
                pseudomove,
                answer: None,
                grade: None,
                king: None,
                reply: None,
            };
            let worst = search.player().worst(before, ruling);
            let step = if ruling.takers.any() {
                Step::End(End::Taken)
            } else if ruling.stalemated.any() {
                Step::End(End::Stalemate)
            } else if let Some((grade, index)) = worst {
                let (answer, kings) = ruling.answers()[index];
                tried.answer = Some(answer);
                tried.grade = Some(grade);
                Step::Answer(answer, kings)
            } else {
                Step::Mate
            };
            seen(tried);
            step
        },
    )
}

enum Step {
    Mate,
    End(End),
    Answer(Answer, Bitboard),
}

fn go_through(
    search: &mut Search,
    start: Metaposition,
    limit: u16,
    mut judge: impl FnMut(&Metaposition, Pseudomove, &Ruling, &Search) -> Step,
) -> End {
    let player = search.player();
    let mut metaposition = start;
    let mut history = History::default();
    let mut moves = 0;
    // A lone king blocks nobody: White always has a move.
    while let Some(pseudomove) = search.choose(&metaposition, &history) {
        let ruling = Ruling::new(&metaposition, pseudomove, player.announcements);
        let (answer, kings) = match judge(&metaposition, pseudomove, &ruling, search) {
            Step::Mate => return End::Mate(moves + 1),
            Step::End(end) => return end,
            Step::Answer(answer, kings) => (answer, kings),
        };
        metaposition = ruling.next(&metaposition, answer, kings);
        if answer != Answer::Illegal {
            history.add(pseudomove, player.memory);
            moves += 1;
            if moves >= limit {
                break;
            }
        }
    }
    End::Endless
}
