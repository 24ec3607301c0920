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
use super::notation::{Attachment, Game, Payload, Tries, TryList, Turn, Viewpoint};
use super::problem::show::counted;
use crate::viewer::{BoardChange, MenText, PageBoard, PageGame, PageSteps, StepList, marks};

/// The boards from left to right.
const BOARDS: [Option<Color>; 3] = [Some(Color::White), None, Some(Color::Black)];
const UMPIRE: usize = 1;

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
    let start = game.start()?;
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
        let mut men = MenText::of(position.board());
        list.expect(self.made.len());
        // The number, what the umpire says, and what is heard by who did not move.
        let [mut number, mut words, mut heard] = [const { String::new() }; 3];
        for (turn, done) in self.turns.iter().zip(&self.made) {
            number.clear();
            write_number(position.fullmoves().get(), done.mover, &mut number);
            position.play_unchecked(done.played);
            men.follow(
                position.board(),
                Bitboard::FULL,
                Bitboard::EMPTY,
                done.played,
            );
            let refused = turn.payload().and_then(|payload| match &payload.tries {
                Tries::List(list) => Some(done.respelled.as_ref().unwrap_or(list)),
                Tries::Count(_) => None,
            });
            words.clear();
            write_words(done.announcement, &mut words);
            if let Some(number) = turn.payload().and_then(Payload::pawn_tries) {
                let parted = if words.is_empty() { "" } else { ", " };
                words.push_str(parted);
                words.push_str(&counted(number as usize, "pawn try", "pawn tries"));
            }
            heard.clear();
            match refused.map_or(0, TryList::len) {
                0 if words.is_empty() => {
                    words.push_str(done.mover.fold_wb("White has moved", "Black has moved"));
                }
                0 => {}
                1 => heard.push_str("1 try"),
                tries => {
                    heard.push_str(itoa::Buffer::new().format(tries));
                    heard.push_str(" tries");
                }
            }
            if !heard.is_empty() && !words.is_empty() {
                heard.push_str("; ");
            }
            heard.push_str(&words);
            let umpires = BoardChange {
                board: UMPIRE,
                also: Some(done.mover.fold_wb(0, 2)),
                men: Some(&men),
                marks: marks(done.played),
                refused: refused.map(TryList::text).unwrap_or_default(),
                news: Some(Cow::Borrowed(&words)),
                ..BoardChange::default()
            };
            let others = BoardChange {
                board: done.mover.fold_wb(2, 0),
                marks: done.announcement.capture.into_iter().collect(),
                news: Some(Cow::Borrowed(&heard)),
                ..BoardChange::default()
            };
            let text = spelt(turn, done);
            list.push(&number, text, [umpires, others], &said(&turn.after));
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
        men: match player {
            Some(_) => String::new(),
            None => MenText::of(position.board()).to_string(),
        },
        part: player.map(|player| (UMPIRE, player.is_white())),
        ..PageBoard::default()
    }
}

/// A half-move in the SAN of Kriegspiel.
pub(super) fn spelt<'a>(turn: &'a Turn, done: &'a TurnReplay) -> &'a str {
    let written = turn.written.text();
    done.san.as_deref().unwrap_or(written)
}

/// The names of White and Black.
pub(super) fn player_names(game: &Game) -> [String; 2] {
    ["White", "Black"].map(|tag| tag_text(game, tag).unwrap_or_else(|| tag.to_owned()))
}

/// `12.` or `12...`
pub(super) fn write_number(number: u32, turn: Color, text: &mut String) {
    text.push_str(itoa::Buffer::new().format(number));
    text.push_str(turn.fold_wb(".", "..."));
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
