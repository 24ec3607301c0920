//! A match for a page that replays it ([`keymove_games::viewer`]): both boards as the players sit,
//! partners side by side, with hands, clocks and comments.

use std::borrow::Cow;

use shakmaty::{Color, Move};

use super::board::DROPPABLE;
use super::check::played_in_san;
use super::clock::Clock;
use super::finding::BpgnFinding;
use super::game::{BpgnGame, GameItem, ItemKind};
use super::replay::BpgnReplay;
use super::san::SanList;
use super::seat::{BoardName, Seat};
use super::tags::{decode, on_one_line, player};
use keymove_games::men::MenText;
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
    let texts = SeatTexts::new(&start);
    let player = |seat| decode(&player(game, seat)).into_owned();
    let board = |name: BoardName| PageBoard {
        name: format!("board {name}"),
        turned: name == BoardName::B,
        players: Color::ALL.map(|color| player(Seat { board: name, color })),
        men: men(&start, name).to_string(),
        hands: texts.hands(name).map(str::to_owned),
        clocks: texts.clocks(name).map(str::to_owned),
        ..PageBoard::default()
    };
    let result = game.result().map(|(result, _)| result.as_str().to_owned());
    let mut end: Vec<String> = unplayed.into_iter().chain(result).collect();
    end.extend(remarks_in(game, game.trailing(), None));
    Some(PageGame {
        title: title(game),
        facts: facts(game),
        boards: BoardName::ALL.map(board).into(),
        remarks: remarks_in(game, game.preamble(), None).collect(),
        steps: steps(game, start.clone(), texts, &sans),
        end,
    })
}

/// The half-moves that can be played.
fn steps(
    game: &BpgnGame<'_>,
    mut replay: BpgnReplay,
    mut texts: SeatTexts,
    sans: &SanList,
) -> WrittenSteps {
    let mut steps = WrittenSteps::with_capacity(sans.played());
    let mut men = BoardName::ALL.map(|name| men(&replay, name));
    let mut number = String::new();
    for (index, half_move) in game.half_moves().iter().enumerate() {
        let Some((m, san)) = sans.get(index) else {
            break;
        };
        let name = half_move.seat.board;
        replay.boards.play(name, m);
        let clock = game.clock_item(index);
        if let Some((_, clock)) = clock {
            texts.set_clock(half_move.seat, clock);
        }
        let board = replay.boards.board(name);
        men[name.index()].follow(board.men(), board.promoted(), m);
        let is_capture = m.is_capture();
        match m {
            Move::Put { .. } => texts.set_hands(&replay, name),
            _ if is_capture => texts.set_hands(&replay, name.other()),
            _ => {}
        }
        let own = BoardChange {
            board: name.index(),
            men: Some(&men[name.index()]),
            hands: Some(texts.hands(name)),
            clocks: clock.map(|_| texts.clocks(name)),
            marks: marks(m),
            ..BoardChange::default()
        };
        let other = BoardChange {
            board: name.other().index(),
            hands: Some(texts.hands(name.other())),
            ..BoardChange::default()
        };
        let (text, remarks) = annotated(game, index, san, clock.map(|(place, _)| place));
        number.clear();
        number.push_str(itoa::Buffer::new().format(half_move.number));
        number.extend([half_move.seat.letter(), '.']);
        steps.push(&PageStep {
            number: &number,
            text: &text,
            changes: &[own, other][..1 + usize::from(is_capture)],
            remarks: &remarks,
        });
    }
    steps
}

/// A move with the judgements of it, and the remarks after it.
fn annotated<'a>(
    game: &BpgnGame<'_>,
    index: usize,
    san: &'a [u8],
    clock: Option<usize>,
) -> (Cow<'a, str>, Vec<String>) {
    let items = game.items(index);
    let (mut text, mut remarks) = (decode(san), Vec::new());
    for signs in items.iter().filter_map(|item| game.signs(item)) {
        text.to_mut().push_str(&decode(signs));
    }
    for remark in remarks_in(game, items, clock) {
        match remark.strip_prefix("A:") {
            Some(judgement) => text.to_mut().push_str(judgement.trim()),
            None => remarks.push(remark),
        }
    }
    (text, remarks)
}

fn men(replay: &BpgnReplay, name: BoardName) -> MenText {
    let board = replay.boards.board(name);
    MenText::new(board.men(), board.promoted())
}

/// The hand and the clock of each seat as text. A half-move changes few of them.
struct SeatTexts {
    hands: [String; 4],
    clocks: [String; 4],
}

impl SeatTexts {
    fn new(replay: &BpgnReplay) -> SeatTexts {
        let mut texts = SeatTexts {
            hands: Default::default(),
            clocks: Default::default(),
        };
        for name in BoardName::ALL {
            texts.set_hands(replay, name);
        }
        for seat in Seat::ALL {
            if let Some(clock) = replay.clocks[seat.index()] {
                texts.set_clock(seat, clock);
            }
        }
        texts
    }

    /// Writes the men in both hands of a board, in upper case.
    fn set_hands(&mut self, replay: &BpgnReplay, board: BoardName) {
        for color in Color::ALL {
            let hand = replay.boards.board(board).hands().get(color);
            let text = &mut self.hands[Seat { board, color }.index()];
            text.clear();
            for role in DROPPABLE {
                text.extend((0..*hand.get(role)).map(|_| role.upper_char()));
            }
        }
    }

    /// Writes minutes and seconds, and tenths if the clock has them.
    fn set_clock(&mut self, seat: Seat, clock: Clock) {
        let text = &mut self.clocks[seat.index()];
        text.clear();
        let millis = clock.millis.unsigned_abs();
        let (minutes, seconds) = (millis / 60_000, millis / 1000 % 60);
        let digit = |number: u64| char::from(b'0' + (number % 10) as u8);
        text.extend((clock.millis < 0).then_some('-'));
        text.push_str(itoa::Buffer::new().format(minutes));
        text.extend([':', digit(seconds / 10), digit(seconds)]);
        if clock.decimals > 0 {
            text.extend(['.', digit(millis / 100)]);
        }
    }

    /// White's and Black's men in hand.
    fn hands(&self, board: BoardName) -> [&str; 2] {
        Color::ALL.map(|color| self.hands[Seat { board, color }.index()].as_str())
    }

    /// White's and Black's clocks; empty if the game has no clocks.
    fn clocks(&self, board: BoardName) -> [&str; 2] {
        Color::ALL.map(|color| self.clocks[Seat { board, color }.index()].as_str())
    }
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
fn remarks_in<'a>(
    game: &BpgnGame<'a>,
    items: &'a [GameItem],
    clock: Option<usize>,
) -> impl Iterator<Item = String> {
    let words = move |(place, item): (usize, &GameItem)| {
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
        .filter(|words| !words.is_empty())
        .map(|words| {
            let words = decode(&words).into_owned();
            match words.strip_prefix("C:") {
                Some(chat) => chat.trim().to_owned(),
                None => words,
            }
        })
        .filter(|words| !words.is_empty() && words != "D:")
}
