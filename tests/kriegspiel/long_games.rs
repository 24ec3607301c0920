//! Records that are long, cut off, or endless: the time is linear, and the text before a cut is
//! kept.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use keymove_kriegspiel::check::{POSITIONS, check};
use keymove_kriegspiel::filter::{Comments, filter};
use keymove_kriegspiel::notation::read::{Games, Read};
use keymove_kriegspiel::notation::{LONGEST_GAME, Viewpoint};

use crate::kriegspiel::examples::{lines, read_all, read_one};

/// Far more than linear time takes (well under a second), less than quadratic time would.
const LINEAR: Duration = Duration::from_secs(15);

fn checked(read: &Read) -> String {
    lines(&check(read, POSITIONS))
}

/// Reads, checks and filters, all of which must end soon.
fn quickly(text: &str) -> (Read, usize) {
    let start = Instant::now();
    let read = read_one(text);
    let found = check(&read, POSITIONS).len();
    let wanted = read.game.filtered().expect("a known value");
    filter(read.game.clone(), wanted, Comments::Keep).expect("legal moves");
    let took = start.elapsed();
    assert!(took < LINEAR, "{took:?}");
    (read, found)
}

#[test]
fn as_many_tags_as_fit_take_linear_time() {
    let mut text = String::new();
    for number in 0..17_000 {
        writeln!(text, "[T{number} \"x\"]").expect("memory");
    }
    text.push_str("\n1. e4 {(:)} *\n");
    let (read, found) = quickly(&text);
    assert_eq!((read.game.tags.len(), found), (17_000, 0));
}

#[test]
fn as_many_tries_of_one_turn_as_fit_take_linear_time() {
    for head in ["", "[Filtered \"white\"]\n\n"] {
        // A pawn can be tried diagonally once; all other tries were made before.
        let tries = ["exd3"; 50_000].join(",");
        let (_, found) = quickly(&format!("{head}1. e4 {{(:{tries})}} *\n"));
        assert_eq!(found, 49_999);
    }
}

#[test]
fn as_many_items_and_comments_of_one_turn_as_fit_take_linear_time() {
    let items = ["Xd2"; 60_000].join(",");
    let (_, found) = quickly(&format!("1. e4 {{({items}:)}} *\n"));
    assert!(found > 0);
    let comments = "{a}".repeat(80_000);
    let (read, _) = quickly(&format!("1. e4 {comments} *\n"));
    assert_eq!(read.game.turns[0].after.len(), 80_000);
}

#[test]
fn many_findings_take_linear_time() {
    // A note about the spelling of every move, and a payload that is broken.
    let mut text = String::new();
    for number in (1..).step_by(2).take(3_700) {
        let moves = "Ng1f3 {(}} Ng8f6 {(:)}\n".replace("}}", "}");
        writeln!(text, "{number}. {moves}").expect("memory");
        writeln!(text, "{}. Nf3g1 {{(:)}} Nf6g8", number + 1).expect("memory");
    }
    let (_, found) = quickly(&format!("{text}*\n"));
    assert!(found >= 22_000, "{found}");
}

#[test]
fn a_record_that_is_cut_inside_a_comment_keeps_its_moves() {
    let mut shown = String::new();
    for text in [
        "1. e4 {(:)} e5 {(:)} 2. Nf3 {(:) cut he",
        "1. e4 {(:)} e5 {(:)} 2. Nf3 {(",
        "1. e4 {(:)} (1. d4 {(:)} d5 {(:)} 2. c4 {cut",
        "1. e4 {(:)} (1. d4 {(:)} d5 {(:)} (1... c5 {cut",
        "1. e4 {open\n[Event \"b\"]\n\n1. d4 {(:)} *\n",
        "[Event \"a\"]\n{open\n[Event \"b\"]\n\n1. d4 {(:)} *\n",
        "{open",
    ] {
        writeln!(shown, "{text:?}").expect("memory");
        for read in Games::new(text.as_bytes()) {
            match read {
                Ok(read) => {
                    let moves = read.game.turns.len();
                    writeln!(shown, "{moves} half-moves\n{}", checked(&read)).expect("memory");
                }
                Err(error) => writeln!(shown, "{error:?}\n").expect("memory"),
            }
        }
    }
    insta::assert_snapshot!(shown);
}

/// This many half-moves of knights that move to and fro.
fn endless(half_moves: usize) -> String {
    let mut text = String::from("[Event \"endless\"]\n\n");
    for number in 0..half_moves / 4 {
        let (first, second) = (2 * number + 1, 2 * number + 2);
        writeln!(
            text,
            "{first}. Nf3 {{(:)}} Nf6 {{(:)}} {second}. Ng1 {{(:)}} Ng8 {{(:)}}"
        )
        .expect("memory");
    }
    text
}

#[test]
fn an_endless_game_is_cut_where_it_is_too_long_and_the_next_one_is_read() {
    let text = endless(100_000) + "*\n\n[Event \"next\"]\n\n1. e4 {(:)} *\n";
    let games = read_all(&text);
    assert_eq!(games.len(), 2);
    let [long, next] = &games[..] else {
        panic!("two games")
    };
    let cut = long.cut.as_ref().expect("a cut");
    assert_eq!(cut.text, "the game is longer than 256 KiB: it is cut here");
    // Everything before that place is there, and nothing after it.
    let line = usize::try_from(cut.place.line).expect("a number");
    let before: usize = text.lines().take(line - 1).map(|line| line.len() + 1).sum();
    let begin = before + cut.place.column - 1;
    assert!(
        begin <= LONGEST_GAME && LONGEST_GAME < begin + 10,
        "{begin}"
    );
    let kept = text[..begin].matches('N').count();
    assert_eq!(long.game.turns.len(), kept);
    assert_eq!(
        checked(long),
        format!("{}:{}: {}\n", cut.place.line, cut.place.column, cut.text)
    );
    assert_eq!((next.game.turns.len(), &next.cut), (1, &None));
    // A game of exactly the maximum length is complete.
    let spaces = " ".repeat(LONGEST_GAME - "1. e4 {(:)} e5 {(:)}*".len());
    let whole = read_one(format!("1. e4 {{(:)}}{spaces} e5 {{(:)}}*"));
    assert_eq!((whole.game.turns.len(), whole.cut), (2, None));
    let more = read_one(format!("1. e4 {{(:)}}{spaces}  e5 {{(:)}}*"));
    assert!(more.cut.is_some());
    assert_eq!(more.game.filtered(), Some(Viewpoint::No));
}

#[test]
fn one_message_tells_that_a_file_is_utf_16() {
    let text = "[Event \"x\"]\n\n1. e4 {(:)} *\n".repeat(100);
    let little =
        |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let big = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_be_bytes).collect() };
    let marked = format!("\u{feff}{text}");
    for bytes in [little(&text), big(&text), little(&marked), big(&marked)] {
        let all: Vec<String> = Games::new(bytes.as_slice())
            .map(|read| format!("{:?}", read.expect_err("UTF-16")))
            .collect();
        assert_eq!(
            all,
            [
                "Syntax(RecordFinding { place: Place { line: 1, column: 1 }, kind: Syntax, \
              text: \"this is UTF-16: convert it to UTF-8\" })"
            ]
        );
    }
}
