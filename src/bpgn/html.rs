//! A match for a page that replays it ([`keymove_games::viewer`]): both boards as the players sit,
//! partners side by side, with hands, clocks and comments.

use shakmaty::Color;

use super::bfen::BfenMen;
use super::board::DROPPABLE;
use super::check::played_in_san;
use super::clock::Clock;
use super::finding::BpgnFinding;
use super::game::{BpgnGame, GameItem, ItemKind};
use super::replay::BpgnReplay;
use super::san::SanList;
use super::seat::{BoardName, Seat};
use super::tags::{decode, on_one_line, player};
use keymove_games::pgn::GameResult;
use keymove_games::pgn::tag::unescape;
use keymove_games::viewer::{BoardChange, PageBoard, PageGame, PageStep, WrittenSteps, marks};

/// The tags that are shown next to the boards anyway.
const SHOWN: [&[u8]; 7] = [
    b"WhiteA",
    b"BlackA",
    b"WhiteB",
    b"BlackB",
    b"FEN",
    b"SetUpDualFEN",
    b"Lag",
];

/// The game as far as it can be played; `None` if it cannot begin or is empty. The faults of its
/// text and the illegal half-moves are appended.
pub fn replayed(game: &BpgnGame<'_>, findings: &mut Vec<BpgnFinding>) -> Option<PageGame> {
    findings.extend(game.problems());
    let sans = played_in_san(game, findings);
    if game.tags().is_empty() && game.half_moves().is_empty() {
        return None;
    }
    let start = BpgnReplay::start(game).ok()?;
    let unplayed = game.half_moves().get(sans.played()).map(|half_move| {
        let san = decode(game.bytes(half_move.san));
        format!("{}. {san} cannot be played", BpgnGame::name(half_move))
    });
    let player = |seat| decode(&player(game, seat)).into_owned();
    let board = |name: BoardName| PageBoard {
        name: format!("board {name}"),
        turned: name == BoardName::B,
        players: Color::ALL.map(|color| player(Seat { board: name, color })),
        men: BfenMen(start.boards.board(name)).to_string(),
        hands: hands(&start, name),
        clocks: clocks(&start, name),
        ..PageBoard::default()
    };
    let result = game.result().map(|(result, _)| result.as_str().to_owned());
    let mut end: Vec<String> = unplayed.into_iter().chain(result).collect();
    end.extend(remarks_in(game, game.trailing(), None));
    Some(PageGame {
        title: title(game),
        facts: facts(game),
        boards: BoardName::ALL.map(board).into(),
        remarks: remarks_in(game, game.preamble(), None),
        steps: steps(game, start, &sans),
        end,
    })
}

/// The half-moves that can be played.
fn steps(game: &BpgnGame<'_>, mut replay: BpgnReplay, sans: &SanList) -> WrittenSteps {
    let mut steps = WrittenSteps::default();
    for (index, half_move) in game.half_moves().iter().enumerate() {
        let (Some(san), Ok(played)) = (sans.get(index), replay.step(game, half_move)) else {
            break;
        };
        let name = half_move.seat.board;
        let clock = game.clock_item(index);
        if let Some((_, clock)) = clock {
            replay.clocks[half_move.seat.index()] = Some(clock);
        }
        let own = BoardChange {
            board: name.index(),
            men: Some(BfenMen(replay.boards.board(name)).to_string()),
            hands: Some(hands(&replay, name)),
            clocks: clock.map(|_| clocks(&replay, name)),
            marks: marks(played.m),
            ..BoardChange::default()
        };
        let other = played.m.is_capture().then(|| BoardChange {
            board: name.other().index(),
            hands: Some(hands(&replay, name.other())),
            ..BoardChange::default()
        });
        let (mut text, mut remarks) = (decode(san), Vec::new());
        for signs in game.items(index).iter().filter_map(|item| game.signs(item)) {
            text.to_mut().push_str(&decode(signs));
        }
        for remark in remarks_in(game, game.items(index), clock.map(|(place, _)| place)) {
            match remark.strip_prefix("A:") {
                Some(judgement) => text.to_mut().push_str(judgement.trim()),
                None => remarks.push(remark),
            }
        }
        steps.push(&PageStep {
            number: &format!("{}.", BpgnGame::name(half_move)),
            text: &text,
            changes: [own].into_iter().chain(other).collect(),
            remarks: &remarks,
        });
    }
    steps
}

/// The men in White's and Black's hands on a board, in upper case.
fn hands(replay: &BpgnReplay, name: BoardName) -> [String; 2] {
    Color::ALL.map(|color| {
        let hand = replay.boards.board(name).hands().get(color);
        let men = DROPPABLE
            .into_iter()
            .flat_map(|role| (0..*hand.get(role)).map(move |_| role.upper_char()));
        men.collect()
    })
}

/// White's and Black's clocks on a board: minutes and seconds, and tenths if the clock has them.
fn clocks(replay: &BpgnReplay, board: BoardName) -> [String; 2] {
    Color::ALL.map(|color| {
        let Some(clock) = replay.clocks[Seat { board, color }.index()] else {
            return String::new();
        };
        let sign = if clock.millis < 0 { "-" } else { "" };
        let millis = clock.millis.unsigned_abs();
        let (minutes, seconds) = (millis / 60_000, millis / 1000 % 60);
        let tenths = match clock.decimals {
            0 => String::new(),
            _ => format!(".{}", millis / 100 % 10),
        };
        format!("{sign}{minutes}:{seconds:02}{tenths}")
    })
}

fn text_of(value: &[u8]) -> String {
    decode(&unescape(&on_one_line(value))).into_owned()
}

fn title(game: &BpgnGame<'_>) -> String {
    let [a, b, c, d] = Seat::ALL.map(|seat| game.tag(seat.tag()).map_or("?".to_owned(), text_of));
    // Generators that ignore the end of the game write `*` there.
    let of_tag = || game.tag("Result").and_then(GameResult::read_loosely);
    let of_text = game.result().map(|(result, _)| result);
    let known = of_text.filter(|result| *result != GameResult::Unknown);
    let result = known.or_else(of_tag).map_or("*", GameResult::as_str);
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

/// The remarks in items: comments unchanged, without the clock; `C:` marks chat.
fn remarks_in(game: &BpgnGame<'_>, items: &[GameItem], clock: Option<usize>) -> Vec<String> {
    let words = |(place, item): (usize, &GameItem)| {
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
