//! A match as a page replays it ([`crate::viewer`]): both boards as the players sit, partners side
//! by side, with hands, clocks and what was said.

use super::bfen::BfenMen;
use super::check::illegal;
use super::clock::Clock;
use super::finding::BpgnFinding;
use super::game::{BpgnGame, Item, ItemKind};
use super::replay::BpgnReplay;
use super::san::SanList;
use super::seat::{BoardName, Seat};
use super::tags::{decode, on_one_line};
use crate::pgn::tag::unescape;
use crate::viewer::{BoardChange, PageBoard, PageGame, PageStep};
use shakmaty::{Color, Move};

/// The tags that stand beside the boards already.
const SHOWN: [&[u8]; 6] = [b"WhiteA", b"BlackA", b"WhiteB", b"BlackB", b"FEN", b"Lag"];

/// The game as far as it can be played; none when it cannot begin, or there is nothing in it. What
/// is wrong with its text and which half-moves are illegal is appended.
pub fn replayed(game: &BpgnGame<'_>, findings: &mut Vec<BpgnFinding>) -> Option<PageGame> {
    findings.extend(game.problems());
    illegal(game, findings);
    if game.tags().is_empty() && game.half_moves().is_empty() {
        return None;
    }
    let mut replay = BpgnReplay::start(game).ok()?;
    let boards = BoardName::ALL.map(|name| shown_board(game, &replay, name));
    let mut remarks = said(game, game.preamble(), None);
    let mut steps = Vec::with_capacity(game.half_moves().len());
    let mut sans = SanList::default();
    let mut unplayed = None;
    for (index, half_move) in game.half_moves().iter().enumerate() {
        let name = half_move.seat.board;
        let Ok(played) = replay.step_in_san(game, half_move, &mut sans) else {
            let san = decode(game.bytes(half_move.san)).into_owned();
            unplayed = Some(format!(
                "{}. {san} cannot be played",
                BpgnGame::name(half_move)
            ));
            break;
        };
        let clock = game.clock_item(index);
        replay.set_clock(half_move, clock.map(|(_, clock)| clock));
        let mut step = PageStep {
            number: format!("{}.", BpgnGame::name(half_move)),
            text: decode(sans.get(index).unwrap_or_default()).into_owned(),
            changes: vec![BoardChange {
                board: name.index(),
                men: Some(men(&replay, name)),
                hands: Some(hands(&replay, name)),
                clocks: clock.map(|_| clocks(&replay, name)),
                marks: marks(played.m),
                news: None,
            }],
            remarks: Vec::new(),
        };
        if played.m.is_capture() {
            step.changes.push(BoardChange {
                board: name.other().index(),
                hands: Some(hands(&replay, name.other())),
                ..BoardChange::default()
            });
        }
        for remark in said(game, game.items(index), clock.map(|(place, _)| place)) {
            match remark.strip_prefix("A:") {
                Some(judgement) => step.text.push_str(judgement.trim()),
                None => step.remarks.push(remark),
            }
        }
        steps.push(step);
    }
    let result = game.result().map(|(result, _)| result.as_str().to_owned());
    let mut end: Vec<String> = unplayed.into_iter().chain(result).collect();
    end.extend(said(game, game.trailing(), None));
    remarks.retain(|remark| !remark.is_empty());
    Some(PageGame {
        title: title(game),
        facts: facts(game),
        boards: boards.into(),
        remarks,
        steps,
        end,
    })
}

fn shown_board(game: &BpgnGame<'_>, replay: &BpgnReplay, name: BoardName) -> PageBoard {
    PageBoard {
        name: format!("board {name}"),
        turned: name == BoardName::B,
        players: Color::ALL.map(|color| player(game, Seat { board: name, color })),
        men: men(replay, name),
        hands: hands(replay, name),
        clocks: clocks(replay, name),
    }
}

/// A player's name with the rating, or the seat.
fn player(game: &BpgnGame<'_>, seat: Seat) -> String {
    let value = |tag: &str| {
        let value = game.tag(tag).filter(|value| !value.is_empty())?;
        Some(text_of(value))
    };
    let name = value(seat.tag()).unwrap_or_else(|| seat.tag().to_owned());
    match value(seat.rating_tag()) {
        Some(rating) => format!("{name} ({rating})"),
        None => name,
    }
}

fn text_of(value: &[u8]) -> String {
    decode(&unescape(&on_one_line(value))).into_owned()
}

fn title(game: &BpgnGame<'_>) -> String {
    let [a, b, c, d] = Seat::ALL.map(|seat| game.tag(seat.tag()).map_or("?".to_owned(), text_of));
    let result = game.result().map_or("*", |(result, _)| result.as_str());
    format!("{a} and {d} against {b} and {c}, {result}")
}

fn facts(game: &BpgnGame<'_>) -> Vec<(String, String)> {
    let shown = |name: &[u8]| SHOWN.contains(&name) || name.ends_with(b"Elo");
    game.tags()
        .iter()
        .map(|tag| (game.bytes(tag.name), game.bytes(tag.value)))
        .filter(|(name, _)| !shown(name))
        .map(|(name, value)| (decode(name).into_owned(), text_of(value)))
        .collect()
}

fn men(replay: &BpgnReplay, name: BoardName) -> String {
    BfenMen(replay.boards.board(name)).to_string()
}

/// The men in White's and Black's hands, in capital letters.
fn hands(replay: &BpgnReplay, name: BoardName) -> [String; 2] {
    let hands = replay.boards.board(name).hands();
    Color::ALL.map(|color| {
        let hand = hands.get(color);
        super::board::DROPPABLE
            .into_iter()
            .flat_map(|role| std::iter::repeat_n(role.upper_char(), usize::from(*hand.get(role))))
            .collect()
    })
}

fn clocks(replay: &BpgnReplay, name: BoardName) -> [String; 2] {
    Color::ALL.map(|color| {
        let clock = replay.clocks[Seat { board: name, color }.index()];
        clock.map_or(String::new(), shown_clock)
    })
}

/// Minutes and seconds, and tenths where the clock has them.
fn shown_clock(clock: Clock) -> String {
    let sign = if clock.millis < 0 { "-" } else { "" };
    let millis = clock.millis.unsigned_abs();
    let (minutes, seconds) = (millis / 60_000, millis / 1000 % 60);
    match clock.decimals {
        0 => format!("{sign}{minutes}:{seconds:02}"),
        _ => format!("{sign}{minutes}:{seconds:02}.{}", millis / 100 % 10),
    }
}

/// The squares a move leaves and reaches.
fn marks(m: Move) -> Vec<String> {
    m.from()
        .into_iter()
        .chain([m.to()])
        .map(|square| square.to_string())
        .collect()
}

/// What items say: comments as they are, but for the clock; `C:` is chat.
fn said(game: &BpgnGame<'_>, items: &[Item], clock: Option<usize>) -> Vec<String> {
    let words = |(place, item): (usize, &Item)| {
        let inside = game.inside(item);
        if clock == Some(place) {
            return Clock::rest(inside);
        }
        match item.kind {
            ItemKind::Nag => Vec::new(),
            _ => inside.trim_ascii().to_vec(),
        }
    };
    items
        .iter()
        .enumerate()
        .map(words)
        .map(|words| {
            let words = decode(&words).into_owned();
            match words.strip_prefix("C:") {
                Some(chat) => chat.trim().to_owned(),
                None => words,
            }
        })
        .filter(|words| !words.is_empty() && words != "D:")
        .collect()
}
