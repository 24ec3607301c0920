//! A game as a page replays it ([`crate::viewer`]): White's board, the umpire's and Black's, with
//! what is announced to each.
//!
//! Only an umpire's record has all three. A player's board shows the own men and nothing else; what
//! was tried is told to the one who tried it, as a list, and to the other as a number.

use std::borrow::Cow;

use shakmaty::{Bitboard, Chess, Color, Position as _};

use super::announcement::{Announcement, Direction, Finish};
use super::check::replay::{TurnReplay, replay};
use super::finding::{Irregularity, RecordFinding};
use super::notation::{Attachment, Game, MoveEntry, Tries, TryList, Turn, Viewpoint};
use crate::viewer::{BoardChange, MenText, PageBoard, PageGame, PageSteps, StepList, marks};

/// The boards from left to right.
const BOARDS: [Option<Color>; 3] = [Some(Color::White), None, Some(Color::Black)];

/// The game as far as it can be played, and everything that is wrong with it.
///
/// # Errors
///
/// The record is a player's, or begins at no position.
pub fn replayed(
    game: &Game,
) -> Result<(PageGame<RecordSteps<'_>>, Vec<RecordFinding>), RecordFinding> {
    if game.filtered() != Some(Viewpoint::No) {
        let text = "only the umpire's record has the boards of both players";
        return Err(RecordFinding::new(game.place, Irregularity::Tag, text));
    }
    let start = game
        .start()
        .map_err(|bad| RecordFinding::new(bad.place, Irregularity::Tag, bad.text))?;
    let made = replay(game, start.clone());
    let boards = BOARDS.map(|player| shown_board(game, player, &start));
    let result = game.termination.map(|result| result.as_str().to_owned());
    let cut = (made.turns.len() < game.turns.len())
        .then(|| "the next half-move cannot be played".to_owned());
    let shown = PageGame {
        title: title(game),
        facts: facts(game),
        boards: boards.into(),
        remarks: said(&game.opening),
        puzzles: Vec::new(),
        steps: RecordSteps {
            turns: &game.turns,
            start,
            made: made.turns,
        },
        end: cut.into_iter().chain(result).collect(),
    };
    Ok((shown, made.findings))
}

/// The half-moves of a record, each put together when it is written: they are nearly all of a page,
/// and in memory they would be a dozen strings each.
pub struct RecordSteps<'a> {
    turns: &'a [Turn],
    start: Chess,
    /// The half-moves that can be played.
    made: Vec<TurnReplay>,
}

impl PageSteps for RecordSteps<'_> {
    fn write(&self, list: &mut StepList<'_>) {
        let mut position = self.start.clone();
        let mut men = BOARDS.map(|player| men_text(player, &position));
        // The number, and what is heard by who did not move, and by who did and the umpire.
        list.expect(self.made.len());
        let mut number = String::new();
        let mut heard: [String; 2] = Default::default();
        for (turn, done) in self.turns.iter().zip(&self.made) {
            number.clear();
            write_number(position.fullmoves().get(), done.mover, &mut number);
            position.play_unchecked(done.played);
            for (player, men) in BOARDS.into_iter().zip(&mut men) {
                // What the other side moves changes nothing on a player's board unless it captures.
                let stays = player.is_some_and(|player| player != done.mover);
                if !stays || done.announcement.capture.is_some() {
                    let shown = seen(player, &position);
                    men.follow(position.board(), shown, Bitboard::EMPTY, done.played);
                }
            }
            for (sees, text) in [false, true].into_iter().zip(&mut heard) {
                text.clear();
                write_news(turn, done, sees, text);
            }
            let boards = BOARDS.into_iter().zip(&men).enumerate();
            let changes = boards.map(|(board, (player, men))| {
                let sees = player.is_none_or(|player| player == done.mover);
                BoardChange {
                    board,
                    men: Some(men),
                    marks: match sees {
                        true => marks(done.played),
                        false => done.announcement.capture.into_iter().collect(),
                    },
                    news: Some(Cow::Borrowed(&heard[usize::from(sees)])),
                    ..BoardChange::default()
                }
            });
            let text = spelt(turn, done);
            list.push(&number, text, changes, &said(&turn.after));
        }
    }
}

fn shown_board(game: &Game, player: Option<Color>, position: &Chess) -> PageBoard {
    let name = match player {
        Some(Color::White) => "White's board",
        None => "the umpire's board",
        Some(Color::Black) => "Black's board",
    };
    PageBoard {
        name: name.to_owned(),
        turned: player == Some(Color::Black),
        players: player_names(game),
        men: men_text(player, position).to_string(),
        hands: Default::default(),
        clocks: Default::default(),
        shade: String::new(),
        covered: false,
    }
}

/// A half-move in the SAN of Kriegspiel.
pub(super) fn spelt<'a>(turn: &'a Turn, done: &'a TurnReplay) -> &'a str {
    match (&done.san, &turn.written) {
        (Some(san), _) | (None, MoveEntry::San(san)) => san,
        (None, MoveEntry::Hidden) => "??",
    }
}

/// The names of White and Black.
pub(super) fn player_names(game: &Game) -> [String; 2] {
    ["White", "Black"].map(|tag| tag_text(game, tag).unwrap_or_else(|| tag.to_owned()))
}

/// What stands on the umpire's board, or the men of one player.
pub(super) fn men_text(player: Option<Color>, position: &Chess) -> MenText {
    MenText::new(position.board(), seen(player, position), Bitboard::EMPTY)
}

/// The men that a player sees, or all.
fn seen(player: Option<Color>, position: &Chess) -> Bitboard {
    player.map_or(Bitboard::FULL, |player| position.board().by_color(player))
}

/// `12.` or `12...`
pub(super) fn write_number(number: u32, turn: Color, text: &mut String) {
    text.push_str(itoa::Buffer::new().format(number));
    text.push_str(turn.fold_wb(".", "..."));
}

/// Appends what is heard at a board: what was tried, and what the umpire says.
fn write_news(turn: &Turn, done: &TurnReplay, sees: bool, text: &mut String) {
    let written = turn.payload().and_then(|payload| match &payload.tries {
        Tries::List(list) => Some(done.respelled.as_ref().unwrap_or(list)),
        Tries::Count(_) => None,
    });
    let count = written.map_or(0, TryList::len);
    if count == 0 && done.announcement == Announcement::default() {
        text.push_str(done.mover.fold_wb("White has moved", "Black has moved"));
        return;
    }
    match (count, sees) {
        (0, _) => {}
        (_, true) => {
            for (index, tried) in written.into_iter().flat_map(TryList::iter).enumerate() {
                text.push_str(if index == 0 { "no: " } else { ", " });
                text.push_str(&String::from_utf8_lossy(tried));
            }
        }
        (1, false) => text.push_str("1 try"),
        (tries, false) => {
            text.push_str(itoa::Buffer::new().format(tries));
            text.push_str(" tries");
        }
    }
    if done.announcement != Announcement::default() {
        if !text.is_empty() {
            text.push_str("; ");
        }
        write_words(done.announcement, text);
    }
}

/// The umpire's words.
pub(super) fn umpire_says(announcement: Announcement) -> String {
    let mut text = String::new();
    write_words(announcement, &mut text);
    text
}

fn write_words(announcement: Announcement, text: &mut String) {
    let begin = text.len();
    if let Some(square) = announcement.capture {
        text.push_str("capture on ");
        text.extend([square.file().char(), square.rank().char()]);
    }
    let mut say = |words: &str| {
        if text.len() > begin {
            text.push_str(", ");
        }
        text.push_str(words);
    };
    for direction in announcement.checks.iter() {
        say(match direction {
            Direction::Rank => "check (rank)",
            Direction::File => "check (file)",
            Direction::Long => "check (long diagonal)",
            Direction::Short => "check (short diagonal)",
            Direction::Knight => "check (knight)",
        });
    }
    match announcement.end {
        Some(Finish::Mate) => say("checkmate"),
        Some(Finish::Stalemate) => say("stalemate"),
        None => {}
    }
}

fn text_of(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().copied().map(char::from).collect(),
    }
}

fn tag_text(game: &Game, name: &str) -> Option<String> {
    game.tag(name).map(|tag| text_of(&tag.value))
}

pub(super) fn title(game: &Game) -> String {
    let player = |tag| tag_text(game, tag).unwrap_or_else(|| "?".to_owned());
    let result = game.termination.map_or("*", |result| result.as_str());
    format!("{} against {}, {result}", player("White"), player("Black"))
}

pub(super) fn facts(game: &Game) -> Vec<(String, String)> {
    game.tags
        .iter()
        .filter(|tag| !matches!(&*tag.name, b"White" | b"Black" | b"FEN"))
        .map(|tag| (text_of(&tag.name), text_of(&tag.value)))
        .collect()
}

/// What is said behind a half-move, beside what is announced.
pub(super) fn said(after: &[Attachment]) -> Vec<String> {
    after
        .iter()
        .filter_map(|attachment| match attachment {
            Attachment::Comment(text) | Attachment::LineComment(text) => Some(text_of(text)),
            Attachment::Payload(payload) => match [&payload.before[..], &payload.rest[..]] {
                [[], []] => None,
                both => Some(text_of(&both.concat())),
            },
            _ => None,
        })
        .map(|text| text.trim().to_owned())
        .filter(|text| !text.is_empty())
        .collect()
}
