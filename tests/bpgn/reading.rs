//! The contents of real files are accepted, errors are reported with their place, and nothing is
//! lost.

use proptest::prelude::*;

use crate::bpgn::seed::{GNEJS, LAG};
use crate::bpgn::{checked, each_game, errors, formatted, formatted_as, kept, said, show};
use keymove_bpgn::format::{NormalForm, Version};
use keymove_bpgn::join::KEPT;

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
    f:2:1: error: this is not a tag: [Round -1-]
    f:3:8: error: 1a: Ke4: no such king can go to e4
    f:4:17: error: 1B: not understood: foo bar
    f:5:1: error: 1B: a number without a move: 12b.
    f:6:1: error: 1B: a comment without its brace: {open
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
        keymove_bpgn::columns::write(game, &mut display, &mut Vec::new()).expect("written");
    });
    assert!(display.starts_with(b"J\xf6rg"));
}

#[test]
fn no_comment_is_lost() {
    let text = "{before}\n[Event \"x\"]\n{C: a\r\nb} $1\n1A. e4 {179} {A:!} ; to the end {not this\n1a. e5 $2 {C:x}\n% escaped\n* {after}\n";
    let normal = show(&formatted(text.as_bytes()));
    assert_eq!(
        normal,
        "[Event \"x\"]\n\n{before} {C: a\nb} $1\n1A. e4 {179} {A:!} ; to the end {not this\n1a. e5 $2 {C:x} % escaped\n{after} *\n\n"
    );
    assert_eq!(show(&formatted(normal.as_bytes())), normal);
}

#[test]
fn unknown_text_becomes_a_comment() {
    let text = "[Round -1-]\n[Event \"x\"]\n1A. e4 {1} and so } on 2B. *\n";
    assert_eq!(
        show(&formatted(text.as_bytes())),
        "[Event \"x\"]\n\n{C:[Round -1-]}\n1A. e4 {1} {C:and so  on} {C:2B.} *\n\n"
    );
}

#[test]
fn versions_change_clocks_and_lag_only() {
    let style = |version| NormalForm {
        version: Some(version),
        ..NormalForm::default()
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
fn contradictions_are_found() {
    let tags = "[Event \"x\"][Site \"x\"][Date \"2001.01.01\"][WhiteA \"a\"][BlackA \"b\"][WhiteB \"c\"]\
                [BlackB \"d\"][Result \"*\"]";
    for (rest, finding) in [
        ("1A. e4 2a. e5 *", "error: 2a: the number should be 1"),
        (
            "1A. e4 2A. d4 *",
            "error: 2A: d4: the other side is to move",
        ),
        ("1A. N@e4 *", "error: 1A: N@e4: there is no knight in hand"),
        ("1A. e4 1-0", "error: the result is 1-0, but the tag says *"),
        ("1A. e4# *", "error: 1A: marked #, but this is not mate"),
        ("1A. e4+ *", "note: 1A: marked +, but this is not check"),
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
        ("[Lag \"x\"]", "error: lag value 1 is not a number: x"),
        (
            "[TimeControl \"5+0\"]",
            "note: 1A: the clock goes up, from 5 to 7 seconds",
        ),
        ("[WhiteAElo \"good\"]", "note: this is not a rating: good"),
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

#[test]
fn a_file_on_one_line_goes_on_behind_a_line_comment() {
    let text = "1A. e4 ; pieces in hand; all of them [Event \"x\"] 1A. d4 ; [the end]";
    let mut games = Vec::new();
    each_game(text.as_bytes(), |game| games.push(game.half_moves().len()));
    assert_eq!(games, [1, 1]);
    assert_eq!(errors(text.as_bytes()), [""; 0]);
    // On a separate line the comment keeps its line.
    let normal = show(&formatted(text.as_bytes()));
    assert!(normal.starts_with(
        "1A. e4 ; pieces in hand; all of them\n*\n\n[Event \"x\"]\n\n1A. d4 ; [the end]\n"
    ));
}

#[test]
fn clocks_of_other_programs_are_written_as_the_version_has_them() {
    let text = b"1A. e4 {[%clk 0:02:59.9]} 1a. e5 {[%clk 0:02:58] !} 1B. e4 {-0.5} *\n\n";
    assert_eq!(show(&kept(text)), show(text));
    for (version, written) in [
        (
            Version::V10,
            "1A. e4 {179} 1a. e5 {[%clk 0:02:58] !} 1B. e4 {0} *\n\n",
        ),
        (
            Version::V12,
            "1A. e4 {179.900} 1a. e5 {[%clk 0:02:58] !} 1B. e4 {-0.500} *\n\n",
        ),
    ] {
        let style = NormalForm {
            version: Some(version),
            ..KEPT
        };
        assert_eq!(show(&formatted_as(text, &style)), written);
    }
}

#[test]
fn a_game_is_over_after_a_mate() {
    let text = |rest: &str| {
        format!(
            "[WhiteA \"a\"][BlackA \"b\"][WhiteB \"c\"][BlackB \"d\"]\n\
             1A. f3 1a. e5 2A. g4 {rest}"
        )
    };
    // From a distance: a man from the partner could be dropped on g3 or f2, but the hand is empty.
    let afar = "2a. Qh4";
    for (rest, finding) in [
        (
            format!("{afar}+ {{a checkmated}} 0-1"),
            "note: a (WhiteA) is checkmated, unless a man comes that can be put between",
        ),
        (
            format!("{afar}# 0-1"),
            "note: 2a: marked #, but a man that comes could be put between",
        ),
        (
            format!("{afar}+ {{b checkmated}} 1-0"),
            "error: b (BlackA) is said to be checkmated, but is not",
        ),
    ] {
        let said = said(text(&rest).as_bytes());
        assert!(said.iter().any(|line| line == finding), "{rest}: {said:?}");
    }
    let mate_on_b = "1B. e4 1b. e5 2B. Qh5 2b. Nc6 3B. Bc4 3b. Nf6 4B. Qxf7#";
    let said_of = |rest: &str| said(text(&format!("{mate_on_b} {rest}")).as_bytes());
    assert_eq!(said_of("0-1")[1..], [""; 0], "d is WhiteA's partner");
    assert!(
        said_of("2a. d5 3A. gxh4 0-1")
            .iter()
            .any(|line| line.starts_with("note: 2a: the game goes on, but d (BlackB) is mated"))
    );
    // The earlier mate decides.
    let scholar = "1A. e4 1a. e5 2A. Qh5 2a. Nc6 3A. Bc4 3a. Nf6";
    for (rest, result) in [
        (format!("{scholar} {mate_on_b} 4A. Qxf7#"), "0-1"),
        (format!("{scholar} 4A. Qxf7# {mate_on_b}"), "1-0"),
    ] {
        let text = format!("{rest} {result}");
        let (lines, checked) = checked(text.as_bytes());
        assert!(
            lines.iter().all(|line| !line.contains("error")),
            "{lines:?}"
        );
        assert!(lines.iter().any(|line| line.contains("the game goes on")));
        assert!(
            checked[0]
                .mated
                .is_some_and(|seat| (seat.index() == 3) == (result == "0-1"))
        );
    }
}

#[test]
fn lag_repairs_the_order_of_the_clocks() {
    // The boards alternate; the clocks of A stood still while its moves came late.
    let game = |lag: &str| {
        format!(
            "[TimeControl \"60+0\"][Lag \"{lag}\"]\n\
             1A. e4 {{60}} 1B. e4 {{56}} 1a. e5 {{60}} 1b. e5 {{56}} 2A. d4 {{60}} 2B. d4 {{52}} *"
        )
    };
    let lag_of = |lag: &str| {
        said(game(lag).as_bytes())
            .into_iter()
            .filter(|line| line.contains("lag"))
            .collect::<Vec<_>>()
    };
    assert_eq!(lag_of("4000 0 4000 0 4000 0"), [""; 0]);
    assert_eq!(lag_of("0 0 0 0 0 0"), [""; 0], "no worse than none");
    assert_eq!(
        lag_of("0 4000 0 4000 0 4000"),
        ["note: with this lag the half-moves are up to 16 seconds out of order, without it 8"]
    );
    // In the game of the standard: unchanged, from another half-move on, and backwards.
    let lags = LAG
        .split("[Lag \"")
        .nth(1)
        .and_then(|rest| rest.split('"').next());
    let lags = lags.expect("a lag");
    let mut numbers: Vec<&str> = lags.split(' ').collect();
    let mut notes = |change: fn(&mut [&str])| {
        change(&mut numbers);
        let game = LAG.replace(lags, &numbers.join(" "));
        said(game.as_bytes()).len() - 1
    };
    assert_eq!(notes(|_| ()), 0);
    assert_eq!(
        notes(|lags| lags.sort_by_key(|lag| lag.len())),
        0,
        "better than none"
    );
    assert_eq!(notes(|lags| lags.fill("999")), 1);
}

/// Found by the fuzz target: the text after the comment went to another game on the next line.
#[test]
fn a_comment_to_the_end_of_the_line_ends_a_game_that_has_its_result() {
    let text = "1A. e4 * {still} ;c[Event \"x\" y] z\n";
    let normal = formatted(text.as_bytes());
    let games = "1A. e4 {still} * ;c\n\n{C:[Event \"x\" y]} {C:z}\n\n";
    assert_eq!(show(&normal), games);
    assert_eq!(show(&formatted(&normal)), games);
}

proptest! {
    /// A file may be broken between any two words, and words may be joined if nothing is lost.
    #[test]
    fn lines_may_be_broken_anywhere(breaks in prop::collection::vec(0..4usize, 700)) {
        let mut text = String::new();
        let (tags, movetext) = LAG.split_once("\n\n").expect("an empty line");
        text.push_str(tags);
        text.push('\n');
        // Line breaks in comments are kept, so comments are not broken.
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
        prop_assert_eq!(show(&formatted(text.as_bytes())), format!("{LAG}\n").replace("2006-02-05", "2006.02.05"));
    }
}
