//! A game as a page replays it ([`crate::viewer`]): White's board, the umpire's and Black's, with
//! what is announced to each.
//!
//! Only an umpire's record has all three. A player's board shows the own men and nothing else; what
//! was tried is told to the one who tried it, as a list, and to the other as a number.

use std::borrow::Cow;

use shakmaty::{Chess, Color, Position as _};

use super::announcement::Announcement;
use super::check::replay::{TurnReplay, replay};
use super::finding::{Irregularity, RecordFinding};
use super::notation::{Attachment, Game, Turn, Viewpoint};
use crate::viewer::{BoardChange, PageBoard, PageGame, PageStep, PageSteps, StepList, marks};

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
        let mut texts: [String; 3] = Default::default();
        for (turn, done) in self.turns.iter().zip(&self.made) {
            let number = number_of(position.fullmoves().get(), position.turn());
            position.play_unchecked(done.played);
            let cells = cells(&position);
            for (player, text) in BOARDS.into_iter().zip(&mut texts) {
                text.clear();
                write_men(player, &cells, text);
            }
            let changes = BOARDS.iter().zip(&texts).enumerate();
            let changes = changes.map(|(board, (player, men))| {
                let sees = player.is_none_or(|player| player == done.mover);
                BoardChange {
                    board,
                    men: Some(Cow::Borrowed(men.as_str())),
                    marks: match sees {
                        true => marks(done.played),
                        false => done.announcement.capture.into_iter().collect(),
                    },
                    news: Some(news(done, sees)),
                    ..BoardChange::default()
                }
            });
            list.push(&PageStep {
                number: Cow::Owned(number),
                text: Cow::Borrowed(done.san.as_str()),
                changes: changes.collect(),
                remarks: said(&turn.after),
            });
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
        men: men(player, position),
        hands: Default::default(),
        clocks: Default::default(),
        shade: String::new(),
        covered: false,
    }
}

/// The names of White and Black.
pub(super) fn player_names(game: &Game) -> [String; 2] {
    ["White", "Black"].map(|tag| tag_text(game, tag).unwrap_or_else(|| tag.to_owned()))
}

/// What stands on the umpire's board, or the men of one player, as a FEN has it.
pub(super) fn men(player: Option<Color>, position: &Chess) -> String {
    let mut text = String::new();
    write_men(player, &cells(position), &mut text);
    text
}

/// The letters of the men, rank by rank from the eighth; 0 where none stands.
fn cells(position: &Chess) -> [u8; 64] {
    let mut cells = [0; 64];
    for (square, piece) in position.board() {
        cells[square.flip_vertical().to_usize()] = piece.char() as u8;
    }
    cells
}

/// Appends the men that a player sees, or all.
fn write_men(player: Option<Color>, cells: &[u8; 64], text: &mut String) {
    let sees = |cell: u8| match player {
        None => cell != 0,
        Some(Color::White) => cell.is_ascii_uppercase(),
        Some(Color::Black) => cell.is_ascii_lowercase(),
    };
    for (index, rank) in cells.chunks(8).enumerate() {
        if index > 0 {
            text.push('/');
        }
        let mut empty = 0;
        let end = |empty: u8, text: &mut String| {
            if empty > 0 {
                text.push(char::from(b'0' + empty));
            }
        };
        for &cell in rank {
            if sees(cell) {
                end(empty, text);
                empty = 0;
                text.push(char::from(cell));
            } else {
                empty += 1;
            }
        }
        end(empty, text);
    }
}

/// `12.` or `12...`
pub(super) fn number_of(number: u32, turn: Color) -> String {
    format!("{number}{}", turn.fold_wb(".", "..."))
}

/// What is heard at a board: what was tried, and what the umpire says.
fn news(done: &TurnReplay, sees: bool) -> Cow<'static, str> {
    if done.tries.is_empty() && done.announcement == Announcement::default() {
        return Cow::Borrowed(done.mover.fold_wb("White has moved", "Black has moved"));
    }
    let tries = match (done.tries.len(), sees) {
        (0, _) => String::new(),
        (_, true) => format!("no: {}; ", done.tries.join(", ")),
        (1, false) => "1 try; ".to_owned(),
        (tries, false) => format!("{tries} tries; "),
    };
    let says = umpire_says(done.announcement);
    Cow::Owned(match says.is_empty() {
        false => format!("{tries}{says}"),
        true => tries.trim_end_matches("; ").to_owned(),
    })
}

/// The umpire's words.
pub(super) fn umpire_says(announcement: Announcement) -> String {
    use super::announcement::{Direction, Finish};
    let capture = announcement
        .capture
        .map(|square| format!("capture on {square}"));
    let checks = announcement.checks.iter().map(|direction| {
        let way = match direction {
            Direction::Rank => "rank",
            Direction::File => "file",
            Direction::Long => "long diagonal",
            Direction::Short => "short diagonal",
            Direction::Knight => "knight",
        };
        format!("check ({way})")
    });
    let end = announcement.end.map(|end| match end {
        Finish::Mate => "checkmate".to_owned(),
        Finish::Stalemate => "stalemate".to_owned(),
    });
    let words: Vec<String> = capture.into_iter().chain(checks).chain(end).collect();
    words.join(", ")
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
