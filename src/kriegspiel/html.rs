//! A game as a page replays it ([`crate::viewer`]): White's board, the umpire's and Black's, with
//! what is announced to each.
//!
//! Only an umpire's record has all three. A player's board shows the own men and nothing else; what
//! was tried is told to the one who tried it, as a list, and to the other as a number.

use shakmaty::{Chess, Color, Position as _};

use super::announcement::Announcement;
use super::check::replay::{TurnReplay, replay};
use super::finding::{Irregularity, RecordFinding};
use super::notation::san;
use super::notation::{Attachment, Game, Viewpoint};
use super::own_board::OwnBoard;
use super::umpire::legal;
use crate::viewer::{BoardChange, PageBoard, PageGame, PageStep, marks};

/// The boards from left to right.
const BOARDS: [Option<Color>; 3] = [Some(Color::White), None, Some(Color::Black)];

/// The game as far as it can be played, and everything that is wrong with it.
///
/// # Errors
///
/// The record is a player's, or begins at no position.
pub fn replayed(game: &Game) -> Result<(PageGame, Vec<RecordFinding>), RecordFinding> {
    if game.filtered() != Some(Viewpoint::No) {
        let text = "only the umpire's record has the boards of both players";
        return Err(RecordFinding::new(game.place, Irregularity::Tag, text));
    }
    let start = game
        .start()
        .map_err(|bad| RecordFinding::new(bad.place, Irregularity::Tag, bad.text))?;
    let made = replay(game, start.clone());
    let mut position = start;
    let boards = BOARDS.map(|player| shown_board(game, player, &position));
    let mut steps = Vec::with_capacity(made.turns.len());
    for (turn, done) in game.turns.iter().zip(&made.turns) {
        let number = number_of(&position);
        let Some(played) = san::read(&done.san, &OwnBoard::of(&position, done.mover))
            .ok()
            .and_then(|(tried, _)| legal(&position, tried))
        else {
            break;
        };
        position.play_unchecked(played);
        let squares = marks(played);
        let changes = BOARDS.iter().enumerate().map(|(board, player)| {
            let sees = player.is_none_or(|player| player == done.mover);
            let captured = done.announcement.capture;
            let marked = if sees {
                squares.clone()
            } else {
                captured.into_iter().collect()
            };
            BoardChange {
                board,
                men: Some(men(*player, &position).into()),
                marks: marked,
                news: Some(news(done, sees).into()),
                ..BoardChange::default()
            }
        });
        steps.push(PageStep {
            number: number.into(),
            text: done.san.clone().into(),
            changes: changes.collect(),
            remarks: said(&turn.after),
        });
    }
    let result = game.termination.map(|result| result.as_str().to_owned());
    let cut =
        (steps.len() < game.turns.len()).then(|| "the next half-move cannot be played".to_owned());
    let shown = PageGame {
        title: title(game),
        facts: facts(game),
        boards: boards.into(),
        remarks: said(&game.opening),
        steps,
        end: cut.into_iter().chain(result).collect(),
    };
    Ok((shown, made.findings))
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
        players: ["White", "Black"]
            .map(|tag| tag_text(game, tag).unwrap_or_else(|| tag.to_owned())),
        men: men(player, position),
        hands: Default::default(),
        clocks: Default::default(),
    }
}

/// What stands on the umpire's board, or the men of one player.
fn men(player: Option<Color>, position: &Chess) -> String {
    let mut board = position.board().clone();
    if let Some(player) = player {
        for square in board.by_color(!player) {
            board.discard_piece_at(square);
        }
    }
    board.to_string()
}

/// `12.` or `12...`
fn number_of(position: &Chess) -> String {
    let dots = position.turn().fold_wb(".", "...");
    format!("{}{dots}", position.fullmoves())
}

/// What is heard at a board: what was tried, and what the umpire says.
fn news(done: &TurnReplay, sees: bool) -> String {
    let tries = match (done.tries.len(), sees) {
        (0, _) => String::new(),
        (_, true) => format!("no: {}; ", done.tries.join(", ")),
        (1, false) => "1 try; ".to_owned(),
        (tries, false) => format!("{tries} tries; "),
    };
    let says = umpire_says(done.announcement);
    match (tries.is_empty(), says.is_empty()) {
        (_, false) => format!("{tries}{says}"),
        (false, true) => tries.trim_end_matches("; ").to_owned(),
        (true, true) => format!("{} has moved", done.mover.fold_wb("White", "Black")),
    }
}

/// The umpire's words.
fn umpire_says(announcement: Announcement) -> String {
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

fn title(game: &Game) -> String {
    let player = |tag| tag_text(game, tag).unwrap_or_else(|| "?".to_owned());
    let result = game.termination.map_or("*", |result| result.as_str());
    format!("{} against {}, {result}", player("White"), player("Black"))
}

fn facts(game: &Game) -> Vec<(String, String)> {
    game.tags
        .iter()
        .filter(|tag| !matches!(&*tag.name, b"White" | b"Black" | b"FEN"))
        .map(|tag| (text_of(&tag.name), text_of(&tag.value)))
        .collect()
}

/// What is said behind a half-move, beside what is announced.
fn said(after: &[Attachment]) -> Vec<String> {
    after
        .iter()
        .filter_map(|attachment| match attachment {
            Attachment::Comment(text) | Attachment::LineComment(text) => Some(text_of(text)),
            Attachment::Payload(payload) => {
                Some([&payload.before[..], &payload.rest[..]].concat()).map(|text| text_of(&text))
            }
            _ => None,
        })
        .map(|text| text.trim().to_owned())
        .filter(|text| !text.is_empty())
        .collect()
}
