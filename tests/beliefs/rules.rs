//! Beliefs and problems follow the rules that the record names.

use keymove_kriegspiel::belief::history::follow;

use crate::beliefs::examples::{answer, end, game};

/// The rook checks; the knight interposes on a4, where a pawn can take it, or on a2. Ra4 mates in
/// the one position, Nc2 in the other; both are legal in both, and the capture does not mate: so a
/// player can mate only if the rules announce whether there is a pawn capture.
const TOLD_APART: &str = "[SetUp \"1\"]\n[FEN \"R6K/8/8/8/3N4/1Pn5/1p6/kr6 b - - 0 1\"]\n[Filtered \"white\"]\n\
                          [depth \"1\"]\n?? {(:0)} *";

const OTHERS: [&str; 4] = ["Berkeley + Any", "Cincinnati", "ICC", "wild16"];

fn by(rules: &str, record: &str) -> String {
    format!("[Rules \"{rules}\"]\n{record}")
}

#[test]
fn if_announcements_are_unrecorded_the_answer_is_never_no() {
    assert_eq!(end(TOLD_APART), Ok(2));
    let berkeley = answer(&by("Berkeley", TOLD_APART));
    assert!(berkeley.contains("[Solved \"no\"]"), "{berkeley}");
    assert!(
        berkeley.contains("2 could be won by a player who sees everything"),
        "{berkeley}"
    );
    for rules in OTHERS {
        let other = answer(&by(rules, TOLD_APART));
        assert!(other.contains("[Solved \"undecided\"]"), "{other}");
        assert!(
            other.contains("by these rules more is told than a record holds"),
            "{other}"
        );
    }
    // The announcement leaves one of the positions, and both are won.
    for fen in [
        "R6K/8/8/8/n2N4/1P6/1p6/kr6 w - - 0 1",
        "R6K/8/8/8/3N4/1P6/np6/kr6 w - - 0 1",
    ] {
        let told = answer(&by(
            "Cincinnati",
            &format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n[depth \"1\"]\n*"),
        ));
        assert!(told.contains("[Solved \"yes\"]"), "{told}");
    }
}

#[test]
fn a_plan_is_one_by_all_rules() {
    for rules in OTHERS {
        let solved =
            answer(&crate::beliefs::examples::SEED.replace("Kriegspiel (Berkeley)", rules));
        assert!(
            solved.contains("[Solved \"yes\"]\n[Keys \"Bh5\"]\n"),
            "{solved}"
        );
    }
}

#[test]
fn if_a_player_who_sees_everything_has_no_plan_nobody_has() {
    for (fen, why) in [
        (
            "6k1/8/5K2/8/8/8/8/4R3 w - - 0 1",
            "there is no pawn to be told of",
        ),
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "nobody mates in one",
        ),
    ] {
        for rules in OTHERS {
            let record = format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n[depth \"1\"]\n*");
            let none = answer(&by(rules, &record));
            assert!(none.contains("[Solved \"no\"]"), "{why}: {none}");
        }
    }
    // The same for a belief of three positions.
    let bare = "[SetUp \"1\"]\n[FEN \"6k1/8/5K2/8/8/8/8/4R3 b - - 0 1\"]\n[Filtered \"white\"]\n?? {(:0)} *";
    for rules in OTHERS {
        let none = answer(&by(rules, bare));
        assert!(none.contains("[Solved \"no\"]"), "{none}");
    }
}

#[test]
fn a_first_move_that_wins_for_a_player_who_is_told_more_is_left_open() {
    let record = "[SetUp \"1\"]\n[FEN \"6k1/8/5K2/8/8/p7/P7/4R3 b - - 0 1\"]\n[Filtered \"white\"]\n[depth \"3\"]\n?? {(:0)} *";
    let tag = |text: &str, name: &str| -> Vec<String> {
        let begin = format!("[{name} \"");
        let line = text.lines().find_map(|line| line.strip_prefix(&begin));
        let words = line.unwrap_or("").trim_end_matches("\"]");
        words.split_whitespace().map(str::to_owned).collect()
    };
    let berkeley = answer(&by("Berkeley", record));
    let keys = tag(&berkeley, "Keys");
    assert!(
        !keys.is_empty() && tag(&berkeley, "Open").is_empty(),
        "{berkeley}"
    );
    for rules in OTHERS {
        let other = answer(&by(rules, record));
        assert_eq!(tag(&other, "Keys"), keys);
        let open = tag(&other, "Open");
        assert!(!open.is_empty(), "{other}");
        assert!(open.iter().all(|tried| !keys.contains(tried)), "{other}");
    }
}

/// Rules with the umpire's draw for want of men, and rules without it.
const DRAWN: [&str; 2] = ["Berkeley", "Berkeley + Any"];
const NOT_DRAWN: [&str; 2] = ["Cincinnati", "wild16"];

#[test]
fn positions_without_mating_men_end_the_game() {
    // White's knight takes the pawn, after which each side has one knight, or it takes the knight.
    let record = |end: &str| {
        format!(
            "[SetUp \"1\"]\n[FEN \"7k/8/8/1n6/2p5/8/8/KN6 b - - 0 1\"]\n[Filtered \"white\"]\n\
             ?? {{(:0)}} Nxc3 {{(Xc3:)}} {end}"
        )
    };
    for (ending, drawn, not_drawn) in [
        ("*", 1, 2),
        ("1-0", 1, 2),
        ("1/2-1/2", 2, 2),
        // The king moves in three ways, the knight in five.
        ("?? {(:0)} *", 3, 11),
    ] {
        for rules in DRAWN {
            assert_eq!(
                end(&by(rules, &record(ending))),
                Ok(drawn),
                "{rules} {ending}"
            );
        }
        for rules in NOT_DRAWN {
            assert_eq!(
                end(&by(rules, &record(ending))),
                Ok(not_drawn),
                "{rules} {ending}"
            );
        }
    }
}

#[test]
fn no_plan_goes_on_after_the_umpires_draw() {
    // Qa2+ Nxa2, Nb3#.
    let record = "[SetUp \"1\"]\n[FEN \"8/5Q2/8/8/8/2n5/2K5/k1N5 w - - 0 1\"]\n[depth \"3\"]\n*";
    for (rules, solves) in [(DRAWN, false), (NOT_DRAWN, true)] {
        for rules in rules {
            let text = answer(&by(rules, record));
            let keys = text.lines().find(|line| line.starts_with("[Keys "));
            let keys = keys.expect("other queen moves win by all rules");
            assert_eq!(keys.contains("Qa2"), solves, "{rules}: {keys}");
        }
    }
}

#[test]
fn in_wild_16_the_number_of_the_other_sides_tries_is_unknown() {
    // At most two tries of the king can be illegal.
    let record =
        "[SetUp \"1\"]\n[FEN \"k7/8/1K6/8/8/8/8/7R b - - 0 1\"]\n[Filtered \"white\"]\n?? {(:3)}";
    for rules in ["Berkeley", "Berkeley + Any", "Cincinnati"] {
        assert!(end(&by(rules, record)).is_err(), "{rules}");
    }
    for rules in ["ICC", "wild16"] {
        assert_eq!(end(&by(rules, record)), Ok(1), "{rules}");
    }
}

#[test]
fn an_unknown_variant_names_no_rules() {
    let plain = end(TOLD_APART);
    for variant in ["", "Standard", "From Position", "chess"] {
        let record = format!("[Variant \"{variant}\"]\n{TOLD_APART}");
        assert_eq!(end(&record), plain, "{variant}");
    }
}

#[test]
fn rules_that_are_not_known_are_refused_by_name() {
    for tag in ["Rules", "Variant"] {
        for rules in ["Kriegspiel (RAND)", "English", "Dark chess"] {
            let record = format!("[{tag} \"{rules}\"]\n{TOLD_APART}");
            let refused = end(&record).expect_err("rules nobody knows");
            assert!(
                refused.starts_with("1:1: ") && refused.contains(rules),
                "{refused}"
            );
        }
    }
}

#[test]
fn the_output_says_whether_the_record_holds_all_announcements() {
    for (rules, is_whole) in [("Berkeley", true), ("Cincinnati", false)] {
        let history =
            follow(&game(&by(rules, TOLD_APART)), 100, || false, |_| {}).expect("a record");
        assert_eq!(history.is_whole, is_whole, "{rules}");
    }
}
