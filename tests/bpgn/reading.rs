//! What real files hold is accepted, what is wrong is told with its place, and nothing is lost.

use proptest::prelude::*;

use crate::seed::{GNEJS, LAG};
use crate::{checked, each_game, errors, formatted, formatted_as, said, show};
use keymove::bpgn::format::{Style, Version};

/// The half-moves of a text: number with letter, move, clock.
fn moves(text: &str) -> Vec<String> {
    let mut moves = Vec::new();
    each_game(text.as_bytes(), |game| {
        for (index, half_move) in game.half_moves().iter().enumerate() {
            let clock = game.clock(index).map_or("-".to_owned(), |c| c.to_string());
            let san = show(game.bytes(half_move.san));
            moves.push(format!(
                "{}{} {san} {clock}",
                half_move.number,
                half_move.seat.letter()
            ));
        }
    });
    moves
}

#[test]
fn layout_means_nothing() {
    let plain = "1A. e4 {178.5} 1B. d4 {179} 1a. e5 {177}";
    for text in [
        "1A. e4 {178.5}1B. d4 {179}1a.e5{177}",
        "1A.e4{178.5}\r\n\r\n1B.\r\nd4\r\n{ 179 } 1a e5 {177}",
        "1A... e4\t{178.5} 1B. d4 {[%clk 0:02:59]} 1a. e5 {177} *",
        "\u{feff}[WhiteA \"x\"]1A. e4 {178.5} 1B. d4 {179} 1a. e5 {177}{C: x}",
    ] {
        assert_eq!(moves(text), moves(plain), "{text:?}");
        assert_eq!(errors(text.as_bytes()), [""; 0], "{text:?}");
    }
}

#[test]
fn games_end_where_they_end() {
    for (text, games) in [
        ("1A. e4 1-0 1A. d4 0-1", 2),
        ("[Event \"x\"]\n1A. e4\n[Event \"y\"]\n1A. d4", 2),
        ("1A. e4 1a. e5\n\n1A. d4 *", 2),
        ("1A. e4 1a. e5\n1B. d4 *", 1),
        ("[Event \"x\"]\n\n[Event \"y\"]\n", 2),
        ("1A. e4 {white resigns} 0-1 {of one line}\n1A. e4", 2),
        ("", 0),
        (" \n\n\t", 0),
    ] {
        let mut found = 0;
        each_game(text.as_bytes(), |_| found += 1);
        assert_eq!(found, games, "{text:?}");
    }
}

#[test]
fn errors_have_their_place() {
    let text = "[Event \"x\"]\n[Round -1-]\n1A. e4 1a. Ke4 {3}\n  1B. hello {4} foo bar\n12b.\n{open\n[Event \"y\"]\n1A. e5";
    let (lines, _) = checked(text.as_bytes());
    let errors: Vec<&String> = lines.iter().filter(|line| line.contains("error")).collect();
    insta::assert_snapshot!(
        errors
            .iter()
            .map(|line| line.as_str())
            .collect::<Vec<_>>()
            .join("\n"),
        @r"
    f:2:1: error: this is no tag: [Round -1-]
    f:3:8: error: 1a: Ke4: no such king can go to e4
    f:4:17: error: not understood: foo bar
    f:5:1: error: a number without a move: 12b.
    f:6:1: error: a comment without its brace: {open
    f:8:1: error: 1A: e5: no such pawn can go to e5
    "
    );
}

#[test]
fn latin_1_goes_through() {
    let text = b"[WhiteA \"J\xf6rg\"]\n\n1A. e4 {179} {C: gr\xfc\xdfe} 1-0\n\n";
    assert_eq!(formatted(text), text);
    let mut display = Vec::new();
    each_game(text, |game| {
        keymove::bpgn::columns::write(game, &mut display, &mut Vec::new()).expect("written");
    });
    assert!(display.starts_with(b"J\xf6rg"));
}

#[test]
fn no_comment_is_lost() {
    let text = "{before}\n[Event \"x\"]\n{C: a\r\nb} $1\n1A. e4 {179} {A:!} ; to the end {not this\n1a. e5 $2 {C:x}\n% escaped\n* {after}\n";
    let normal = show(&formatted(text.as_bytes()));
    assert_eq!(
        normal,
        "[Event \"x\"]\n\n{before} {C: a\nb} $1\n1A. e4 {179} {A:!} ; to the end {not this\n1a. e5 $2 {C:x} % escaped\n* {after}\n\n"
    );
    assert_eq!(show(&formatted(normal.as_bytes())), normal);
}

#[test]
fn what_is_not_understood_becomes_a_comment() {
    let text = "[Round -1-]\n[Event \"x\"]\n1A. e4 {1} and so } on 2B. *\n";
    assert_eq!(
        show(&formatted(text.as_bytes())),
        "[Event \"x\"]\n\n{C:[Round -1-]}\n1A. e4 {1} {C:and so  on} {C:2B.} *\n\n"
    );
}

#[test]
fn versions_change_clocks_and_lag_only() {
    let style = |version| Style {
        version: Some(version),
        ..Style::default()
    };
    let old = show(&formatted_as(LAG.as_bytes(), &style(Version::V10)));
    assert!(!old.contains("[Lag"));
    assert!(old.contains("1A. e4 {178} 1a. Nc6 {179}"));
    assert!(old.contains("{C:This is game number 365771"));
    let new = show(&formatted_as(GNEJS.as_bytes(), &style(Version::V12)));
    assert!(new.contains("1A. d4 {298.000} 1a. e6 {298.000}"));
    assert_eq!(
        show(&formatted_as(new.as_bytes(), &style(Version::V11))),
        show(&formatted(GNEJS.as_bytes()))
    );
}

#[test]
fn what_contradicts_itself_is_found() {
    let tags = "[Event \"x\"][Site \"x\"][Date \"2001.01.01\"][WhiteA \"a\"][BlackA \"b\"][WhiteB \"c\"]\
                [BlackB \"d\"][Result \"*\"]";
    for (rest, finding) in [
        ("1A. e4 2a. e5 *", "error: 2a: the number should be 1"),
        (
            "1A. e4 1A. d4 *",
            "error: 1A: d4: the other side is to move",
        ),
        ("1A. N@e4 *", "error: 1A: N@e4: there is no knight in hand"),
        ("1A. e4 1-0", "error: the result is 1-0, but the tag says *"),
        ("1A. e4# *", "error: 1A: marked #, but this is no mate"),
        ("1A. e4+ *", "note: 1A: marked +, but this is no check"),
        ("1A. e4", "note: no result at the end"),
        ("1A. e4 {5} 1a. e5 *", "note: 1a: no clock"),
        (
            "1A. e4 {a checkmated} *",
            "error: a (WhiteA) is said to be checkmated, but is not",
        ),
        (
            "1A. e4 {b resigns} *",
            "note: the result is *, but b (BlackA) lost: 1-0",
        ),
        (
            "1A. e4 1a. e5 2A. Qh5 2a. Nc6 3A. Bc4 3a. Nf6 4A. Qxf7 *",
            "note: 4A: mate is not marked",
        ),
    ] {
        let said = said(format!("{tags}\n{rest}").as_bytes());
        assert!(said.iter().any(|line| line == finding), "{rest}: {said:?}");
    }
    for (more, finding) in [
        ("[Lag \"1 2\"]", "error: 2 numbers of lag for 1 half-moves"),
        ("[Lag \"x\"]", "error: number 1 of the lag is none: x"),
        (
            "[TimeControl \"5+0\"]",
            "note: 1A: the clock goes up, from 5 to 7 seconds",
        ),
        ("[WhiteAElo \"good\"]", "note: this is no rating: good"),
        ("[Event \"y\"]", "note: no tag"),
        (
            "[Setup \"1\"]",
            "note: a position is announced, but there is no FEN",
        ),
        (
            "[FEN \"x\"]",
            "error: FEN: two boards with | between them are needed",
        ),
    ] {
        let said = said(format!("{tags}{more}\n1A. e4 {{7}} *").as_bytes());
        assert!(
            said.iter().any(|line| line.starts_with(finding)),
            "{more}: {said:?}"
        );
    }
}

proptest! {
    /// A file may be broken between any two words, and words may be glued where nothing is lost.
    #[test]
    fn lines_may_be_broken_anywhere(breaks in prop::collection::vec(0..4usize, 700)) {
        let mut text = String::new();
        let (tags, movetext) = LAG.split_once("\n\n").expect("an empty line");
        text.push_str(tags);
        text.push('\n');
        // Line breaks in comments are kept, so these are not broken.
        let mut breaks = breaks.iter().cycle();
        let mut inside = false;
        let mut letters = movetext.chars().peekable();
        while let Some(letter) = letters.next() {
            inside = (inside || letter == '{') && letter != '}';
            if inside || !letter.is_whitespace() {
                text.push(letter);
                continue;
            }
            let number = letters.peek().is_some_and(char::is_ascii_digit);
            text.push_str(match breaks.next() {
                Some(0) if number && text.ends_with('}') => "",
                Some(1) => "\n",
                Some(2) => "\r\n ",
                _ => " ",
            });
        }
        prop_assert_eq!(show(&formatted(text.as_bytes())), format!("{LAG}\n"));
    }
}
