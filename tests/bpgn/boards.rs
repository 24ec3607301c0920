//! Files with a board a game: FICS's movelists, which become matches, and crazyhouse, which is mined.

use std::collections::BTreeSet;
use std::fmt::Write;

use keymove::bpgn::bfen::{BfenMen, Holdings, StateFields};
use keymove::bpgn::check::check;
use keymove::bpgn::clock::{Clock, TimeControl};
use keymove::bpgn::finding::Severity;
use keymove::bpgn::game::BpgnGame;
use keymove::bpgn::join::{JoinedMatch, join};
use keymove::bpgn::mate::MateRule;
use keymove::bpgn::movelist::MovelistReader;
use keymove::bpgn::pgn::PgnGame;
use keymove::bpgn::read::Reader;
use keymove::bpgn::replay::BpgnReplay;
use keymove::bpgn::seat::{BoardName, Seat};
use keymove::house::{House, Variant};
use keymove::position::Position;
use shakmaty::{Chess, Color};

use crate::bpgn::archives::{MOVES, movetext};
use crate::bpgn::command_line::run;
use crate::bpgn::seed::{GNEJS, LAG};
use crate::bpgn::{each_game, errors, formatted, show};

/// A log as a user kept it, rebuilt after what is known of the form: prompts and talk, a game of
/// blitz between, lines that end with LF CR, and the match of the other archives.
pub const LOG: &str = include_str!("fics.log");

fn lists(text: &str) -> (Vec<PgnGame>, u64) {
    let mut reader = MovelistReader::new(text.as_bytes());
    let mut games = Vec::new();
    while let Some(game) = reader.next_game().expect("memory can be read") {
        games.push(game);
    }
    (games, reader.left_out())
}

fn joined(text: &str) -> JoinedMatch {
    let (games, _) = lists(text);
    let [a, b] = &games[..] else {
        panic!("{} lists", games.len());
    };
    join(a, b)
}

#[test]
fn movelists_of_a_log_become_the_match() {
    for log in [LOG.to_owned(), LOG.replace('\n', "\n\r")] {
        assert_eq!(lists(&log).1, 1, "the blitz game is left out");
        let joined = joined(&log);
        assert_eq!(joined.remarks.len(), 1, "{:?}", joined.remarks);
        let normal = formatted(&joined.bpgn);
        assert_eq!(
            movetext(&normal),
            MOVES.replace("1-0\n", "{Bob checkmated} 1-0\n")
        );
        assert!(
            show(&joined.bpgn).ends_with("{Bob checkmated} 1-0\n\n"),
            "{}",
            show(&joined.bpgn)
        );
        assert_eq!(errors(&joined.bpgn), [""; 0]);
        let tags = show(&normal);
        for tag in [
            "[Event \"rated bughouse match\"]",
            "[Date \"1996.08.07\"]",
            "[Time \"13:37\"]",
            "[BlackB \"Dee\"][BlackBElo \"1910\"]",
            "[TimeControl \"180+0\"]",
            "[Result \"1-0\"]",
        ] {
            assert!(tags.contains(tag), "{tag} in {tags}");
        }
    }
}

/// The movelists that FICS would have printed of a match: every move's time is what its player's
/// clock lost.
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
                // Whole seconds leave the order open; it must be one that can be played.
                count += check(again, &mut Vec::new()).played;
            });
            assert_eq!(count, half_moves);
        });
    }
}

#[test]
fn boards_of_different_matches_are_told() {
    for (log, told) in [
        (LOG.replace("Cid", "Bob"), "Bob plays on both boards"),
        (
            LOG.replacen("3 minutes", "2 minutes", 2)
                .replacen("2 minutes", "3 minutes", 1),
            "board A is played with time control 120+0, board B with 180+0",
        ),
    ] {
        let remarks = joined(&log).remarks;
        let errors: Vec<&str> = remarks
            .iter()
            .filter(|(severity, _)| *severity == Severity::Error)
            .map(|(_, text)| text.as_str())
            .collect();
        assert_eq!(errors, [told]);
    }
}

#[test]
fn a_name_that_begins_with_a_colour_stays_whole() {
    let log = LOG
        .replace("Bob", "Blackjack")
        .replace("{Black checkmated}", "{Blackjack resigns}");
    let bpgn = joined(&log).bpgn;
    assert!(
        show(&bpgn).contains("{Blackjack resigns}"),
        "{}",
        show(&bpgn)
    );
}

#[test]
fn a_list_without_terms_is_no_game_of_another_kind() {
    let log = LOG.replacen("Rated bughouse match, initial time: 3 minutes", "Rated", 1);
    let (games, left_out) = lists(&log);
    assert_eq!((games.len(), left_out), (2, 1));
    assert!(
        games[0].problems[0]
            .1
            .ends_with("the list does not say what was played"),
        "{:?}",
        games[0].problems
    );
}

#[test]
fn what_is_wrong_with_a_movelist_has_its_line() {
    for (text, told) in [
        (
            LOG.replace("c6      (0:02.400)", "c6 0:02"),
            "line 24: not understood: 3.  Qe2     (0:01.400)      c6 0:02",
        ),
        (
            LOG.replace("      {Black checkmated} 1-0\n", ""),
            "line 27: the movelist before this line has no end",
        ),
        (
            LOG.replace("{Black checkmated} 1-0", "{Black checkmated}"),
            "line 26: not understood: {Black checkmated}",
        ),
    ] {
        let (games, _) = lists(&text);
        let problems: Vec<&String> = games
            .iter()
            .flat_map(|game| &game.problems)
            .map(|(_, problem)| problem)
            .collect();
        assert!(problems[0].starts_with(told), "{problems:?}");
    }
    let output = run(
        &["join", "-"],
        LOG.replace("Movelist for game 8", "x").as_bytes(),
    );
    assert_eq!(output.status.code(), Some(0));
    let output = run(&["check"], LOG.as_bytes());
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        show(&output.stderr),
        "solver: -: movelists of FICS with a board a game: join makes matches of two\n\
         solver: 0 games, 0 half-moves replayed, 0 errors, 0 notes\n"
    );
}

/// A game as lichess writes them: its tags and comments are rebuilt, its moves are a real game's.
const CRAZYHOUSE: &str = include_str!("crazyhouse.pgn");

/// The boards before each half-move and at the end, of the wing's rules and of the solver's.
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
        // The men and both hands, in the words of the solver's own rules.
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

#[test]
fn crazyhouse_is_mined() {
    // python-chess finds a mate in one in this position of the game and in no other.
    let last = "2kr4/pp2Q1pp/3pp3/2BB2p1/5p2/2B3pP/PPP1Pp2/R1BQ1K1R[Npnnnr] w - -";
    let output = run(&["mine"], CRAZYHOUSE.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{}", show(&output.stderr));
    let jobs = show(&output.stdout);
    let jobs: Vec<&str> = jobs.lines().collect();
    let asked = "Variant \"crazyhouse\"; dm";
    assert_eq!(jobs.len(), 3, "{jobs:?}");
    assert_eq!(jobs[2], format!("{last} {asked} 1; id \"- 1 30.\";"));
    assert!(jobs[0].ends_with(&format!("{asked} 3; id \"- 1 28.\";")));
    let output = run(&["mine", "--losses", "--moves", "2"], CRAZYHOUSE.as_bytes());
    let lost = show(&output.stdout);
    let lost: BTreeSet<&str> = lost.lines().filter(|job| job.contains("Stip")).collect();
    assert_eq!(lost.len(), 2, "{lost:?}");
    assert!(
        lost.iter()
            .any(|job| job.ends_with("Stip \"-#1\"; Variant \"crazyhouse\"; id \"- 1 29...\";"))
    );
}

#[test]
fn boards_that_are_not_crazyhouse_are_told_and_variations_passed_over() {
    let chess = CRAZYHOUSE.replace("[Variant \"Crazyhouse\"]\n", "");
    let output = run(&["mine"], chess.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    let told = "-:1:1: error: this is no crazyhouse, and of bughouse only one board; join puts two together\n";
    assert!(show(&output.stderr).starts_with(told));
    let varied = CRAZYHOUSE.replace(
        " 27. Rxd8+",
        " (26... Nc3 27. Qd4 (27. e4)\n a6 *) 27. Rxd8+",
    );
    assert_ne!(varied, CRAZYHOUSE);
    let [plain, varied] = [CRAZYHOUSE, &varied].map(|text| run(&["mine"], text.as_bytes()));
    assert_eq!(plain.stdout, varied.stdout);
    assert_eq!(varied.status.code(), Some(0));
    assert!(show(&varied.stderr).contains("note: 26a: a variation is passed over: (26..."));
}
