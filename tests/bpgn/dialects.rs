//! What the programs of today write, in matches of our own: analysis trees, half-moves sent twice,
//! moves of engines, drops that became NAGs, endings by seat, other games.

use crate::bpgn::command_line::run;
use crate::bpgn::{checked, errors, formatted, kept, said, show};

const TAGS: &str = "[WhiteA \"Ann\"][BlackA \"Bob\"][WhiteB \"Cid\"][BlackB \"Dee\"]\n";

/// How many half-moves of a text are played.
fn played(text: &str) -> usize {
    checked(text.as_bytes())
        .1
        .iter()
        .map(|one| one.played)
        .sum()
}

/// What is said of a text with players, but for the tags that it lacks.
fn told(moves: &str) -> Vec<String> {
    let text = format!("{TAGS}\n{moves}");
    let mut told = said(text.as_bytes());
    told.retain(|line| !line.contains("no tag "));
    told
}

/// The movetext of the normal form.
fn moves(text: &str) -> String {
    show(&formatted(text.as_bytes())).trim_end().to_owned()
}

#[test]
fn variations_are_passed_over_and_kept_to_the_byte() {
    for varied in [
        "1A. d4 1a. d5 (1a. Nf6 2A. c4 1b. e5) 2A. Nf3 1B. e4 *",
        "1A. d4 (1A. e4 (1A. c4) 1a. e5 {a ) in a comment}) 1a. d5 2A. Nf3 1B. e4 *",
        "1A. d4 1a. d5 (1a. Nf6 1-0) 2A. Nf3 (2A. c4 $1) 1B. e4 *",
        "1A. (1A. e4 *) d4 1a. d5 () 2A. Nf3 1B. e4 (1B. Nf3) *",
        "1A. d4 1a. d5 (1a. Nf6\n2A. c4 $146@g4)\n2A. Nf3 1B. e4 *",
    ] {
        assert_eq!(played(varied), 4, "{varied}");
        assert_eq!(errors(varied.as_bytes()), [""; 0], "{varied}");
        assert!(
            said(varied.as_bytes())
                .iter()
                .any(|line| line.contains("variation is passed over: ("))
        );
        let normal = moves(varied);
        for variation in varied.match_indices('(').map(|(at, _)| &varied[at..]) {
            let end = variation.find(')').expect("an end");
            assert!(normal.contains(&variation[..=end]), "{variation}: {normal}");
        }
        assert_eq!(moves(&normal), normal);
        assert_eq!(
            show(&kept(varied.as_bytes())).trim_end(),
            normal,
            "{varied}"
        );
    }
}

#[test]
fn a_parenthesis_that_nothing_closes_takes_nothing_along() {
    for text in [
        "1A. d4 1a. d5 ( 2A. Nf3 1B. e4 *",
        "1A. d4 ((1A. e4) 1a. d5 2A. Nf3 1B. e4 *",
        "1A. d4 1a. d5 ) 2A. Nf3 1B. e4 *",
        "1A. d4 1a. d5 2A. Nf3 1B. e4 (",
    ] {
        assert_eq!(played(text), 4, "{text}");
        let errors = errors(text.as_bytes());
        assert_eq!(errors.len(), 1, "{text}: {errors:?}");
        assert!(errors[0].contains("not understood: "), "{errors:?}");
    }
    // It does not reach into the next game either.
    let two = "[Event \"x\"]\n1A. d4 (1a. d5\n\n[Event \"y\"]\n1A. e4 1a. e5)\n";
    assert_eq!((played(two), checked(two.as_bytes()).1.len()), (4, 2));
    let two = "1A. d4 (1a. d5\n\n1A. e4 1a. e5 *\n";
    assert_eq!((played(two), checked(two.as_bytes()).1.len()), (4, 2));
}

#[test]
fn odd_words_and_tags_take_nothing_along() {
    for text in [
        "1A. e4 xyz 1a. e5 *",
        "1A. e4, 1a. e5 *",
        "1A. e4 -+ 1a. e5 *",
        "1A. e4-+ 1a. e5 *",
        "1A. e4 N 1a. e5 *",
        "1A. . e4 1a. e5 *",
        "1A. xyz e4 1a. e5 *",
        "1A. e4 $ 1a. e5 *",
        "1A. e4 ] 1a. e5 *",
        "[WhiteA \"x\"\n[BlackA \"y\"]\n1A. e4 1a. e5 *",
        "[WhiteA \"x\"[BlackA \"y\"]\n1A. e4 1a. e5 *",
        "[WhiteA x][BlackA \"y\"]\n1A. e4 1a. e5 *",
    ] {
        assert_eq!(played(text), 2, "{text}");
        let errors = errors(text.as_bytes());
        assert_eq!(errors.len(), 1, "{text}: {errors:?}");
        assert_eq!(
            text.contains("BlackA"),
            moves(text).contains("[BlackA \"y\"]"),
            "{text}"
        );
    }
    // What looks like a move of another language is one that cannot be played.
    let german = said(b"1A. Sf3 e5 *");
    assert!(
        german.contains(&"error: 1A: Sf3: this is no move".to_owned()),
        "{german:?}"
    );
}

#[test]
fn what_is_sent_again_is_passed_over_and_a_letter_says_whose_a_number_is() {
    let plain = "1A. e4 1B. d4 1a. e5 2A. Nf3 2a. Nc6 1b. d5";
    for text in [
        "1A. e4 1A. e4 1B. d4 1a. e5 2A. Nf3 2a. Nc6 1b. d5",
        "1A. e4 1B. d4 1a. e5 2A. Nf3 2a. Nc6 2A. Nf3! 2a. Nc6 1b. d5",
        "1A. e4 1B. d4 1a. e5 1A. e4 1B. d4 1a. e5 2A. Nf3 2a. Nc6 1b. d5 1b. d5",
        // Without letters of Black's: pychess.
        "1A. e4 1A. e4 1B. d4 1A. e5 2A. Nf3 2A. Nc6 2A. Nf3 2A. Nc6 1B. d5",
    ] {
        assert_eq!(
            (played(text), errors(text.as_bytes())),
            (6, vec![]),
            "{text}"
        );
        let again = said(text.as_bytes());
        let again = again.iter().filter(|line| line.contains("sent again"));
        assert_eq!(again.count(), 1, "{text}");
        let normal = moves(text);
        let mut kept = normal.clone();
        while let Some(start) = kept.find("{C:") {
            let end = kept[start..].find('}').expect("a brace");
            kept.replace_range(start..=start + end, "");
        }
        assert_eq!(
            kept.split_whitespace().collect::<Vec<_>>().join(" "),
            format!("{plain} *")
        );
        assert_eq!(moves(&normal), normal);
    }
    // Another move with White's letter is never Black's.
    let other = "1A. e4 1a. e5 2A. Nf3 2A. Nc3 2a. Nc6 *";
    assert_eq!(errors(other.as_bytes()).len(), 1);
    assert!(moves(other).contains("2A. Nf3 2A. Nc3 2a. Nc6"));
    // Both sides may castle, or capture on one square.
    let alike = "1A. e4 1A. e5 2A. Nf3 2A. Nf6 3A. Be2 3A. Be7 4A. O-O 4A. O-O *";
    assert_eq!((played(alike), errors(alike.as_bytes())), (8, vec![]));
    let alike = "1A. e4 1A. d5 2A. exd5 2A. Nf6 3A. d4 3A. Nxd5 4A. c4 4A. e6 5A. cxd5 5A. exd5 *";
    assert_eq!((played(alike), errors(alike.as_bytes())), (10, vec![]));
}

#[test]
fn moves_of_engines_are_those_of_san() {
    for (uci, san) in [
        (
            "1A. e2e4 1a. e7e5 2A. g1f3 2a. b8c6 3A. f1b5 3a. g8f6 4A. e1g1 4a. f6e4",
            "1A. e4 1a. e5 2A. Nf3 2a. Nc6 3A. Bb5 3a. Nf6 4A. O-O 4a. Nxe4",
        ),
        (
            "1A. d2d4 1a. d7d5 2A. b1c3 2a. b8c6 3A. c1f4 3a. c8f5 4A. d1d2 4a. d8d7 5A. e1c1 5a. e8a8",
            "1A. d4 1a. d5 2A. Nc3 2a. Nc6 3A. Bf4 3a. Bf5 4A. Qd2 4a. Qd7 5A. O-O-O 5a. O-O-O",
        ),
        (
            "1A. e2e4 1a. d7d5 2A. e4d5 1B. e2e4 1b. P@e3",
            "1A. e4 1a. d5 2A. exd5 1B. e4 1b. P@e3",
        ),
    ] {
        assert_eq!(moves(uci).replace('\n', " "), format!("{san} *"));
        assert_eq!(errors(uci.as_bytes()), [""; 0], "{uci}");
    }
    for (text, fault) in [
        ("1A. b1d2 *", "1A: b1d2: no such knight can go to d2"),
        ("1A. e1g1 *", "1A: e1g1: castling is not possible"),
        ("1A. e3e4 *", "1A: e3e4: no such pawn can go to e4"),
        (
            "1A. g1f3q *",
            "1A: g1f3q: promotion is missing or out of place",
        ),
    ] {
        assert_eq!(errors(text.as_bytes()), [format!("error: {fault}")]);
    }
}

#[test]
fn a_drop_whose_knight_became_a_nag_is_never_a_pawns() {
    let before = "1A. Nf3 1a. e5 2A. Nxe5 2a. d6 3A. a3 3a. dxe5 1B. e4 1b. e5";
    for (drop, written) in [
        ("2B. $146@g4", Some("2B. N@g4")),
        ("2B. $146@g4!", Some("2B. N@g4 {A:!}")),
        ("2B. $146 @g4", None),
        ("2B. $1@g4", None),
        ("2B. $14@g4", None),
    ] {
        let text = format!("{before} {drop} *");
        let normal = moves(&text).replace('\n', " ");
        match written {
            Some(written) => assert!(normal.ends_with(&format!("{written} *")), "{normal}"),
            None => assert_eq!(errors(text.as_bytes()).len(), 1, "{text}"),
        }
        assert_eq!(
            errors(text.as_bytes()).is_empty(),
            written.is_some(),
            "{text}"
        );
        assert!(
            show(&kept(text.as_bytes()))
                .replace('\n', " ")
                .contains(drop),
            "{text}"
        );
    }
}

#[test]
fn endings_by_seat_are_compared_with_the_result() {
    let lost = |moves: &str| told(&format!("1A. e4 1a. e5 {moves}"));
    for ending in [
        "BB resigns",
        "BlackB forfeits on time",
        "Dee flagged",
        "Ann's partner lost",
        "Dee runs out of time",
        "Dee's flag fell",
        "Bob and Cid won",
        "Cid/Bob win",
        "Bob & Cid won: Ann & Dee checkmated",
    ] {
        let found = lost(&format!("{{{ending}}} 1-0"));
        let who = match ending.contains("Cid") {
            true => "BlackA's team won",
            false => "Dee (BlackB) lost",
        };
        assert_eq!(
            found,
            [format!("error: the result is 1-0, but {who}: 0-1")],
            "{ending}"
        );
        assert_eq!(lost(&format!("{{{ending}}} 0-1")), [""; 0], "{ending}");
    }
    let found = lost("{WA checkmated} 1-0");
    assert_eq!(
        found,
        [
            "error: Ann (WhiteA) is said to be checkmated, but is not",
            "error: the result is 1-0, but Ann (WhiteA) lost: 0-1"
        ]
    );
    // Two players have a colour, one in each team: the result says which of them it is.
    for (ending, found) in [
        ("{White resigns} 1-0", None),
        ("{White resigns} 0-1", None),
        ("{Black forfeits on time} *", None),
        (
            "{White checkmated} 1-0",
            Some("error: Cid (WhiteB) is said to be checkmated, but is not"),
        ),
        (
            "{Black checkmated} 1-0",
            Some("error: Bob (BlackA) is said to be checkmated, but is not"),
        ),
    ] {
        assert_eq!(lost(ending), Vec::from_iter(found), "{ending}");
    }
    let text = format!("{TAGS}[Result \"1-0\"]\n\n1A. e4 {{BB resigns}} 1-0\n");
    let fixed = run(&["format", "--fix-result"], text.as_bytes());
    assert!(show(&fixed.stdout).contains("[Result \"0-1\"]"));
    assert!(show(&fixed.stdout).ends_with("{BB resigns} 0-1\n\n"));
}

#[test]
fn the_termination_is_compared_with_the_result() {
    let told = |tags: &str, end: &str| {
        let text = format!("{TAGS}{tags}\n1A. e4 1a. e5 {end}\n");
        let mut told = said(text.as_bytes());
        told.retain(|line| !line.contains("no tag "));
        told
    };
    let bob = "[Termination \"Bob won on time\"]\n";
    assert_eq!(told(bob, "0-1"), [""; 0]);
    assert_eq!(
        told(bob, "1-0"),
        ["error: the result is 1-0, but Bob (BlackA) won: 0-1"]
    );
    assert_eq!(
        told(bob, "{Bob resigns} 1-0"),
        ["error: Bob (BlackA) won, as it says here, but the game ended 1-0"]
    );
    // bughouse.pro has it in a tag of its own.
    let both = "[Outcome \"Cid & Bob won: Ann & Dee checkmated\"]\n";
    assert_eq!(told(both, "0-1"), [""; 0]);
    assert_eq!(
        told(both, "1-0"),
        ["error: the result is 1-0, but BlackA's team won: 0-1"]
    );
    // A generator that always ends with `*`.
    let engine = "[WhiteTeam \"Reds\"][BlackTeam \"Blues\"][Result \"1-0\"]\n[Termination \"Reds won by checkmate\"]\n";
    assert_eq!(
        told(engine, "*"),
        [
            "note: the result is *, but the tag says 1-0",
            "note: the result is *, but WhiteA's team won: 1-0"
        ]
    );
    for silent in [
        "normal",
        "time forfeit",
        "unterminated",
        "Eve won by checkmate",
    ] {
        assert_eq!(
            told(&format!("[Termination \"{silent}\"]\n"), "1-0"),
            [""; 0],
            "{silent}"
        );
    }
}

#[test]
fn other_rules_are_refused_by_name_once() {
    let duck = format!("{TAGS}[Variant \"Bughouse DuckChess\"]\n\n1B. e4 1B. @e6 1A. e4 1A. @e6 *");
    let refused = "Variant Bughouse DuckChess: these are not the rules of bughouse; not played";
    assert_eq!(errors(duck.as_bytes()), [format!("error: {refused}")]);
    assert!(
        !said(duck.as_bytes())
            .iter()
            .any(|line| line.contains("capital"))
    );
    assert!(show(&formatted(duck.as_bytes())).contains("1B. e4 1B. @e6 1A. e4 1A. @e6 *"));
    let stolen = format!("{TAGS}[Variant \"Bughouse\"][Promotion \"Steal\"]\n\n1A. e4 *");
    assert!(errors(stolen.as_bytes())[0].contains("Promotion Steal: "));
    for name in ["Bughouse Chess960", "Exchange Chess", "transfer chess"] {
        let text = format!("{TAGS}[Variant \"{name}\"]\n\n1A. e4 *");
        assert_eq!(errors(text.as_bytes()), [""; 0], "{name}");
    }
}

#[test]
fn two_fens_with_counters_are_a_start() {
    let text = format!(
        "{TAGS}[SetUpDualFEN \"4k3/8/8/8/8/8/4P3/4K3[] w - - 3 17|4k3/8/8/8/8/8/8/4K3[-] b - - 0 9\"]\n\n\
         17A. e4 9b. Kd7 17a. Kd7 *\n"
    );
    assert_eq!((played(&text), errors(text.as_bytes())), (3, vec![]));
    assert!(
        !said(text.as_bytes())
            .iter()
            .any(|line| line.contains("clock"))
    );
    let normal = show(&formatted(text.as_bytes()));
    assert!(
        normal.contains("[SetUpDualFEN \"4k3/8/8/8/8/8/4P3/4K3[] w - - 3 17|"),
        "{normal}"
    );
    let position = run(&["position", "--at", "0"], text.as_bytes());
    assert!(show(&position.stdout).starts_with("4k3/8/8/8/8/8/4P3/4K3 w - - | 4k3/"));
}

#[test]
fn the_menu_of_a_page_has_the_result_of_the_tag() {
    for (end, result) in [("", "0-1"), ("*", "0-1"), ("1-0", "1-0")] {
        let text = format!("{TAGS}[Result \" 0-1\"]\n\n1A. e4 1a. e5 {end}\n");
        let page = show(&run(&["html"], text.as_bytes()).stdout);
        let title = format!("\"title\":\"Ann and Dee against Bob and Cid, {result}\"");
        assert!(page.contains(&title), "{end}");
    }
}

#[test]
fn crazyhouse_is_known_by_its_variant_alone() {
    for head in [
        "[Variant \"Crazyhouse\"]\n\n",
        "[Event \"x\"]\n[Variant \"crazyhouse\"]\n",
        "{games of mine}\n% and more\n[Variant \"Crazyhouse\"]\n\n",
    ] {
        let text = format!("{head}1. e4 d5 2. exd5 Qxd5 3. Nc3 @d4 *\n");
        let mined = run(&["mine"], text.as_bytes());
        assert_eq!(mined.status.code(), Some(0));
        assert_eq!(
            show(&mined.stderr),
            "solver: 1 game, 0 positions, 0 errors, 0 notes\n"
        );
    }
}

#[test]
fn a_move_behind_the_result_is_no_half_move() {
    let text = "[Variant \"Crazyhouse\"]\n\n1. e4 e5 * {a} {b} Nf3\n";
    let mined = run(&["mine"], text.as_bytes());
    assert_eq!(
        show(&mined.stderr),
        "-:3:20: error: 1a: not understood: Nf3\n\
         solver: 1 game, 0 positions, 1 error, 0 notes\n"
    );
}

#[test]
fn plain_games_are_told_once_and_searches_end_with_a_sum() {
    let game = "[Event \"x\"]\n[White \"a\"]\n[Black \"b\"]\n\n1. e4 e5 2. Nf3 *\n\n";
    let games = game.repeat(300);
    for text in [
        &games,
        "1. e4 e5 2. Nf3 Nc6 *\n",
        "[Event \"x\"]\n\n1. e4 e5 *\n",
    ] {
        for action in ["check", "format", "html"] {
            let output = run(&[action], text.as_bytes());
            assert_eq!(output.status.code(), Some(2), "{action}");
            let told = show(&output.stderr);
            let lines = told.lines().filter(|line| !line.contains("0 games"));
            assert_eq!(lines.count(), 1, "{action}: {told}");
        }
    }
    let mined = run(&["mine"], games.as_bytes());
    assert_eq!(mined.status.code(), Some(1));
    let told = show(&mined.stderr);
    assert_eq!(told.lines().count(), 2, "{told}");
    assert!(
        told.ends_with("solver: 300 games, 300 left out, 0 positions, 1 error, 0 notes\n"),
        "{told}"
    );
    let smothered = include_bytes!("smothered.bpgn");
    let sum = |arguments: &[&str]| show(&run(arguments, smothered).stderr);
    assert_eq!(
        sum(&["mine"]),
        "solver: 1 game, 3 positions, 0 errors, 0 notes\n"
    );
    assert_eq!(
        sum(&["html", "--puzzles"]),
        "solver: 1 game, 1 puzzle in 1 game, 0 errors, 0 notes\n"
    );
    assert_eq!(sum(&["html"]), "");
}
