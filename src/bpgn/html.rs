//! A match for a page that replays it ([`keymove_games::viewer`]): both boards as the players sit,
//! partners side by side, with hands, clocks and comments.

use std::borrow::Cow;
use std::fmt::Write;

use shakmaty::{Bitboard, Color, Move};

use super::bfen::{BfenMen, men_text};
use super::board::DROPPABLE;
use super::boards::Boards;
use super::check::played_in_san;
use super::clock::Clock;
use super::finding::BpgnFinding;
use super::format::write_number;
use super::game::{BpgnGame, GameItem, ItemKind};
use super::replay::BpgnReplay;
use super::san::SanList;
use super::seat::{BoardName, Seat};
use super::tags::{decode, on_one_line, player};
use keymove_games::pgn::GameResult;
use keymove_games::pgn::tag::unescape;
use keymove_games::viewer::{BoardChange, PageBoard, PageGame, PageSteps, StepList, marks};

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
pub fn replayed<'a>(
    game: &'a BpgnGame<'a>,
    findings: &mut Vec<BpgnFinding>,
) -> Option<PageGame<MatchSteps<'a>>> {
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
    let texts = SideTexts::new(&start);
    let player = |seat| decode(&player(game, seat)).into_owned();
    let board = |name: BoardName| PageBoard {
        name: format!("board {name}"),
        turned: name == BoardName::B,
        players: Color::ALL.map(|color| player(Seat { board: name, color })),
        men: BfenMen(start.boards.board(name)).to_string(),
        hands: texts.hands(name).map(Cow::into_owned),
        clocks: texts.clocks(name).map(Cow::into_owned),
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
        puzzles: Vec::new(),
        steps: MatchSteps { game, start, sans },
        end,
    })
}

/// The half-moves of a match, each built only when it is written: they are nearly all of a page,
/// and each would take a dozen strings in memory.
pub struct MatchSteps<'a> {
    game: &'a BpgnGame<'a>,
    start: BpgnReplay,
    /// The half-moves that can be played.
    sans: SanList,
}

impl PageSteps for MatchSteps<'_> {
    fn write(&self, list: &mut StepList<'_>) {
        let game = self.game;
        let mut replay = self.start.clone();
        let mut texts = SideTexts::new(&replay);
        let mut men = BoardName::ALL.map(|name| men_text(replay.boards.board(name)));
        let mut number = Vec::new();
        for (index, half_move) in game.half_moves().iter().enumerate() {
            let (Some(san), Ok(played)) = (self.sans.get(index), replay.step(game, half_move))
            else {
                break;
            };
            let name = half_move.seat.board;
            let clock = game.clock_item(index);
            if let Some((_, clock)) = clock {
                texts.set_clock(half_move.seat, clock);
            }
            texts.follow(&replay.boards, name, played.m);
            number.clear();
            write_number(half_move.number.into(), &mut number);
            number.extend_from_slice(&[half_move.seat.letter() as u8, b'.']);
            let board = replay.boards.board(name);
            men[name.index()].follow(board.men(), Bitboard::FULL, board.promoted(), played.m);
            let (mut text, mut remarks) = (decode(san), Vec::new());
            let own = BoardChange {
                board: name.index(),
                men: Some(&men[name.index()]),
                hands: Some(texts.hands(name)),
                clocks: clock.map(|_| texts.clocks(name)),
                marks: marks(played.m),
                ..BoardChange::default()
            };
            let other = played.m.is_capture().then(|| BoardChange {
                board: name.other().index(),
                hands: Some(texts.hands(name.other())),
                ..BoardChange::default()
            });
            for signs in game.items(index).iter().filter_map(|item| game.signs(item)) {
                text.to_mut().push_str(&decode(signs));
            }
            for remark in remarks_in(game, game.items(index), clock.map(|(place, _)| place)) {
                match remark.strip_prefix("A:") {
                    Some(judgement) => text.to_mut().push_str(judgement.trim()),
                    None => remarks.push(remark),
                }
            }
            let changes = [own].into_iter().chain(other);
            list.push(&decode(&number), &text, changes, &remarks);
        }
    }
}

/// The hands and clocks of each seat, in written form; a half-move changes only a few of them.
struct SideTexts {
    hands: [String; 4],
    clocks: [String; 4],
}

impl SideTexts {
    fn new(replay: &BpgnReplay) -> SideTexts {
        let mut texts = SideTexts {
            hands: Default::default(),
            clocks: Default::default(),
        };
        for name in BoardName::ALL {
            texts.write_hands(&replay.boards, name);
        }
        for (seat, clock) in Seat::ALL.into_iter().zip(replay.clocks) {
            if let Some(clock) = clock {
                texts.set_clock(seat, clock);
            }
        }
        texts
    }

    /// Updates the texts for a half-move that was played on a board.
    fn follow(&mut self, boards: &Boards, name: BoardName, m: Move) {
        match m {
            Move::Put { .. } => self.write_hands(boards, name),
            _ if m.is_capture() => self.write_hands(boards, name.other()),
            _ => (),
        }
    }

    /// Writes the men in the hands of a board, in upper case.
    fn write_hands(&mut self, boards: &Boards, board: BoardName) {
        for color in Color::ALL {
            let hand = boards.board(board).hands().get(color);
            let text = &mut self.hands[Seat { board, color }.index()];
            text.clear();
            for role in DROPPABLE {
                text.extend((0..*hand.get(role)).map(|_| role.upper_char()));
            }
        }
    }

    /// Writes minutes and seconds, and tenths if the clock has them.
    fn set_clock(&mut self, seat: Seat, clock: Clock) {
        let sign = if clock.millis < 0 { "-" } else { "" };
        let millis = clock.millis.unsigned_abs();
        let (minutes, seconds) = (millis / 60_000, millis / 1000 % 60);
        let digit = |number: u64| char::from(b'0' + (number % 10) as u8);
        let text = &mut self.clocks[seat.index()];
        text.clear();
        write!(text, "{sign}{minutes}:").expect("a string takes everything");
        text.extend([digit(seconds / 10), digit(seconds)]);
        if clock.decimals > 0 {
            text.extend(['.', digit(millis / 100)]);
        }
    }

    fn hands(&self, board: BoardName) -> [Cow<'_, str>; 2] {
        Color::ALL.map(|color| Cow::Borrowed(&*self.hands[Seat { board, color }.index()]))
    }

    fn clocks(&self, board: BoardName) -> [Cow<'_, str>; 2] {
        Color::ALL.map(|color| Cow::Borrowed(&*self.clocks[Seat { board, color }.index()]))
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
