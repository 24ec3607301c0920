//! Real matches as FICS's movelists, and crazyhouse with the rules of the solver.

use std::fmt::Write;

use keymove_bpgn::bfen::{BfenMen, Holdings, StateFields};
use keymove_bpgn::check::check;
use keymove_bpgn::clock::{Clock, TimeControl};
use keymove_bpgn::game::BpgnGame;
use keymove_bpgn::join::{JoinedMatch, join};
use keymove_bpgn::mate::MateRule;
use keymove_bpgn::movelist::MovelistReader;
use keymove_bpgn::pgn::PgnGame;
use keymove_bpgn::read::Reader;
use keymove_bpgn::replay::BpgnReplay;
use keymove_bpgn::seat::{BoardName, Seat};
use keymove_rules::house::{House, Variant};
use keymove_rules::position::Position;
use shakmaty::{Chess, Color};

use crate::bpgn::seed::{GNEJS, LAG};
use crate::bpgn::{each_game, show};

fn joined(text: &str) -> JoinedMatch {
    let mut reader = MovelistReader::new(text.as_bytes());
    let mut games: Vec<PgnGame> = Vec::new();
    while let Some(game) = reader.next_game().expect("memory can be read") {
        games.push(game);
    }
    let [a, b] = &games[..] else {
        panic!("{} lists", games.len());
    };
    join(a, b)
}

/// The movelists that FICS would have printed for a match: the time of every move is the time that
/// its player's clock lost.
fn movelists(game: &BpgnGame<'_>) -> String {
    let control = game.tag("TimeControl").and_then(TimeControl::read);
    let control = control.expect("a time control");
    let mut text = String::new();
    for name in BoardName::ALL {
        let [white, black] = Color::ALL.map(|color| {
            let seat = Seat { board: name, color };
            String::from_utf8_lossy(game.tag(seat.tag()).expect("a player")).into_owned()
        });
        let (minutes, seconds) = (control.start / 60_000, control.increment / 1000);
        write!(
            text,
            "\nMovelist for game 1:\n\n{white} (1) vs. {black} (UNR) --- Wed Aug  7, 13:37 PDT 1996\n\
             Rated bughouse match, initial time: {minutes} minutes, increment: {seconds} seconds.\n\n\
             Move  {white}   {black}\n----  ----   ----\n"
        )
        .expect("memory");
        let mut last = [control.start; 2];
        for (index, half_move) in game.half_moves().iter().enumerate() {
            if half_move.seat.board != name {
                continue;
            }
            let side = usize::from(half_move.seat.color.is_black());
            let clock = game.clock(index).expect("a clock");
            let used = last[side] + control.increment - clock.millis;
            last[side] = clock.millis;
            let time = Clock {
                millis: used,
                decimals: clock.decimals,
            }
            .to_hours();
            let time = time.strip_prefix("0:0").unwrap_or(&time);
            let san = show(game.bytes(half_move.san));
            if half_move.seat.color.is_white() {
                write!(text, "\n{:3}.  ", half_move.number).expect("memory");
            }
            write!(text, "{san:7} ({time})     ").expect("memory");
        }
        text.push_str("\n      {White resigns} 0-1\n");
    }
    text
}

#[test]
fn real_matches_survive_being_printed_as_movelists() {
    for (text, half_moves) in [(GNEJS, 88), (LAG, 135)] {
        each_game(text.as_bytes(), |game| {
            let joined = joined(&movelists(game));
            let mut count = 0;
            each_game(&joined.bpgn, |again| {
                let board = |game: &BpgnGame<'_>, name: BoardName| -> Vec<String> {
                    let half_moves = game.half_moves().iter().enumerate();
                    half_moves
                        .filter(|(_, half_move)| half_move.seat.board == name)
                        .map(|(index, half_move)| {
                            let millis = game.clock(index).expect("a clock").millis;
                            let san = show(game.bytes(half_move.san));
                            format!("{} {san} {millis}", BpgnGame::name(half_move))
                        })
                        .collect()
                };
                for name in BoardName::ALL {
                    assert_eq!(board(again, name), board(game, name));
                }
                // Whole seconds leave the order open; the result must be playable.
                count += check(again, &mut Vec::new()).played;
            });
            assert_eq!(count, half_moves);
        });
    }
}

/// A game in the form of lichess: its tags and comments are rebuilt, its moves are those of a real
/// game.
const CRAZYHOUSE: &str = include_str!("crazyhouse.pgn");

/// The boards before each half-move and at the end, by the rules of this crate and of the solver.
fn both(text: &str) -> Vec<(String, bool, Position)> {
    let mut reader = Reader::pgn(text.as_bytes());
    let game = reader.next_game().expect("memory").expect("a game");
    let mut replay = BpgnReplay::crazyhouse(&game).expect("a start");
    let house = House::new(Variant::Crazyhouse, MateRule::Now);
    let mut position = Position::with_house(Chess::default(), house);
    let mut all = Vec::new();
    let seen = |replay: &BpgnReplay| {
        let board = replay.boards.board(BoardName::A);
        let (men, hands) = (BfenMen(board), Holdings(board.hands()));
        let text = format!("{men}[{hands}] {}", StateFields(board));
        (text, board.has_mate_in_one(MateRule::Now))
    };
    for half_move in game.half_moves() {
        let (text, mate) = seen(&replay);
        all.push((text, mate, position.clone()));
        let san = show(game.bytes(half_move.san));
        let m = position
            .legal_moves()
            .into_iter()
            .find(|&m| position.san(m) == san);
        position.play(m.unwrap_or_else(|| panic!("{san}")));
        replay.step(&game, half_move).expect("legal");
    }
    let (text, mate) = seen(&replay);
    all.push((text, mate, position));
    all
}

#[test]
fn crazyhouse_is_played_by_the_rules_of_the_solver() {
    let all = both(CRAZYHOUSE);
    assert_eq!(all.len(), 60, "python-chess counts 59 half-moves");
    let mut drops = 0;
    for (text, mate, position) in &all {
        let house = position.house().expect("hands");
        for color in Color::ALL {
            let hand: u32 = house
                .hands
                .get(color)
                .into_iter()
                .map(|&count| u32::from(count))
                .sum();
            drops += hand;
        }
        let moves = position.legal_moves();
        let mates = moves.iter().any(|&m| position.after(m).is_checkmate());
        assert_eq!(*mate, mates, "{text}");
        // The men and both hands, in the form of the solver's own rules.
        let board = position.board().board_fen_with_promoted(house.promoted);
        let board = board.unwrap_or_else(|lossy| lossy.ignore()).to_string();
        assert_eq!(text.split('[').next(), Some(board.as_str()));
        let letters = |held: &str| held.chars().collect::<Vec<char>>();
        let mut held = letters(text.split(['[', ']']).nth(1).expect("brackets"));
        held.sort_unstable();
        let mut counted: Vec<char> = Vec::new();
        for color in Color::ALL {
            for role in shakmaty::Role::ALL {
                let count = *house.hands.get(color).get(role);
                counted.extend(std::iter::repeat_n(role.of(color).char(), count.into()));
            }
        }
        counted.sort_unstable();
        assert_eq!(held, counted, "{text}");
    }
    assert!(drops > 100, "{drops} men in hands");
}
