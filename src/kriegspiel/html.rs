//! A game for a page that replays it ([`keymove_games::viewer`]): White's board, the umpire's and
//! Black's, with the announcements to each.
//!
//! Only an umpire's record has all three. A player's board shows only the own men; refused tries
//! are shown to the player who made them as a list, and to the other player as a number.

use std::borrow::Cow;

use shakmaty::{Bitboard, Chess, Color, Position as _};

use super::announcement::{Announcement, Finish};
use super::check::replay::{TurnReplay, replay};
use super::finding::{Irregularity, RecordFinding};
use super::notation::{Attachment, Game, GameResult, Payload, Tries, TryList, Turn, Viewpoint};
use super::problem::show::counted;
use keymove_games::viewer::{BoardChange, MenText, PageBoard, PageGame, WrittenSteps, marks};

/// The umpire's board is between the players'.
const UMPIRE: usize = 1;

/// The part of the game that can be played, and all findings about it.
///
/// # Errors
///
/// The record belongs to a player, or has no legal starting position.
pub fn replayed(game: &Game) -> Result<(PageGame, Vec<RecordFinding>), RecordFinding> {
    if game.filtered() != Some(Viewpoint::No) {
        let text = "only the umpire's record has the boards of both players";
        return Err(RecordFinding::new(game.place, Irregularity::Tag, text));
    }
    let start = game.start()?;
    let made = replay(game, start.clone());
    let boards = [Some(Color::White), None, Some(Color::Black)].map(|player| PageBoard {
        men: match player {
            Some(_) => String::new(),
            None => MenText::of(start.board()).to_string(),
        },
        part: player.map(|player| (UMPIRE, player.is_white())),
        ..board(game, player)
    });
    let cut =
        (made.turns.len() < game.turns.len()).then_some("the next half-move cannot be played");
    let steps = steps(game, start, &made.turns);
    let page = page(game, boards.into(), remarks(&game.opening), steps, cut);
    Ok((page, made.findings))
}

/// The page of a game, with a text at its end before the result.
pub(super) fn page(
    game: &Game,
    boards: Vec<PageBoard>,
    remarks: Vec<String>,
    steps: WrittenSteps,
    end: Option<&str>,
) -> PageGame {
    let player = |tag| tag_text(game, tag).unwrap_or_else(|| "?".to_owned());
    let result = game.termination.map(GameResult::as_str);
    let facts = game
        .tags
        .iter()
        .filter(|tag| !matches!(&*tag.name, b"White" | b"Black" | b"FEN"))
        .map(|tag| (text_of(&tag.name), text_of(&tag.value)));
    PageGame {
        title: format!(
            "{} against {}, {}",
            player("White"),
            player("Black"),
            result.unwrap_or("*")
        ),
        facts: facts.collect(),
        boards,
        remarks,
        puzzles: Vec::new(),
        steps,
        end: end.into_iter().chain(result).map(str::to_owned).collect(),
    }
}

/// An empty board for a player, or for the umpire.
pub(super) fn board(game: &Game, player: Option<Color>) -> PageBoard {
    let name = match player {
        Some(Color::White) => "White's board",
        None => "the umpire's board",
        Some(Color::Black) => "Black's board",
    };
    PageBoard {
        name: name.to_owned(),
        turned: player == Some(Color::Black),
        players: ["White", "Black"]
            .map(|tag| tag_text(game, tag).unwrap_or_else(|| tag.to_owned())),
        ..PageBoard::default()
    }
}

/// The half-moves that were replayed.
fn steps(game: &Game, mut position: Chess, made: &[TurnReplay]) -> WrittenSteps {
    let mut steps = WrittenSteps::default();
    let mut list = steps.list();
    let mut men = MenText::of(position.board());
    list.expect(made.len());
    // The move number, the umpire's words, and the words for the player who did not move.
    let [mut number, mut words, mut heard] = [const { String::new() }; 3];
    for (turn, done) in game.turns.iter().zip(made) {
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
            let separator = if words.is_empty() { "" } else { ", " };
            words.push_str(separator);
            words.push_str(&counted(number as usize, "pawn try", "pawn tries"));
        }
        write_heard(
            done.mover,
            refused.map_or(0, TryList::len),
            &mut words,
            &mut heard,
        );
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
        let text = san_of(turn, done);
        list.push(&number, text, [umpires, others], &remarks(&turn.after));
    }
    steps
}

/// Writes into `heard` what the side that did not move hears: the tries, then the umpire's
/// `words`. If there are neither, both sides hear that `mover` has moved.
fn write_heard(mover: Color, tries: usize, words: &mut String, heard: &mut String) {
    heard.clear();
    match tries {
        0 if words.is_empty() => {
            words.push_str(mover.fold_wb("White has moved", "Black has moved"));
        }
        0 => {}
        1 => heard.push_str("1 try"),
        _ => {
            heard.push_str(itoa::Buffer::new().format(tries));
            heard.push_str(" tries");
        }
    }
    if !heard.is_empty() && !words.is_empty() {
        heard.push_str("; ");
    }
    heard.push_str(words);
}

/// A half-move in Kriegspiel SAN.
pub(super) fn san_of<'a>(turn: &'a Turn, done: &'a TurnReplay) -> &'a str {
    let written = turn.written.text();
    done.san.as_deref().unwrap_or(written)
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
    let say = |text: &mut String, words: &str| {
        if text.len() > begin {
            text.push_str(", ");
        }
        text.push_str(words);
    };
    for direction in announcement.checks.iter() {
        say(text, "check (");
        text.push_str(direction.name());
        text.push(')');
    }
    match announcement.end {
        Some(Finish::Mate) => say(text, "checkmate"),
        Some(Finish::Stalemate) => say(text, "stalemate"),
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

/// The remarks after a half-move, apart from its announcement.
pub(super) fn remarks(after: &[Attachment]) -> Vec<String> {
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
