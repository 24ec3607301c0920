//! `solver check`: an editor's verdict on each record.

use std::process::Command;

use super::scratch::Scratch;

/// The output of `solver check` for `records`, and its exit code.
fn checked(name: &str, records: &str, options: &[&str]) -> (Vec<String>, Option<i32>) {
    let folder = Scratch::new();
    let path = folder.0.join(format!("{name}.epd"));
    std::fs::write(&path, records).expect("written");
    let output = Command::new(env!("CARGO_BIN_EXE_solver"))
        .args(["check", "-M", "1", "--progress", "never"])
        .args(options)
        .arg(&path)
        .output()
        .expect("started");
    let place = format!("{}:", path.display());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let lines = text.lines().map(|line| line.replace(&place, "")).collect();
    (lines, output.status.code())
}

#[test]
fn every_verdict_is_given_for_its_reason() {
    let one = "7k/8/8/4K3/8/8/6Q1/8 w - -";
    let three = "8/8/pQ6/p1P5/P1p5/5p2/2k2P2/R3K3 w Q -";
    let cooked = "k7/8/1K6/8/8/8/8/6QR w - -";
    let help = "4N1b1/3P4/1B3k2/8/p7/7p/2p4P/7K b - -";
    let series = "3K1R2/2Q2R2/7k/8/8/8/8/7r w - -";
    for (record, due) in [
        (format!("{three} Stip \"#3\";"), "sound #3: Qf6"),
        (format!("{three} bm Qf6; Stip \"#3\";"), "sound #3: Qf6"),
        (format!("{three} Stip \"#\";"), "sound #: Qf6"),
        (
            format!("{three} Stip \"#4\"; id \"x\";"),
            "short #4 \"x\": solved in 3, not 4",
        ),
        (
            format!("{three} Stip \"#2\";"),
            "no solution #2: no solution within 2",
        ),
        (
            format!("{one} bm Qg3; Stip \"#2\";"),
            "key #2: Qg3 is no key, Kf6 is",
        ),
        (
            format!("{one} pv Qg3 Kh7 Qg7#;"),
            "key #2: Qg3 is no key, Kf6 is",
        ),
        (
            format!("{one} bm Kf6 Qg3; Stip \"#2\";"),
            "key #2: Qg3 is no key, Kf6 is",
        ),
        (
            format!("{cooked} Stip \"#1\";"),
            "cooked #1: 2 keys: Qg8#, Rh8#",
        ),
        (
            format!("{cooked} bm Rh8; Stip \"#1\";"),
            "cooked #1: cooked by Qg8#",
        ),
        (
            format!("{cooked} bm Rh8 Qg8; Stip \"#1\";"),
            "sound #1: Qg8#, Rh8#",
        ),
        (
            format!("{help} Count 2; Stip \"h#2\";"),
            "sound h#2: 2 solutions (2 meant)",
        ),
        (
            format!("{help} bm Ke7; Stip \"h#2\";"),
            "cooked h#2: 2 solutions, not 1: Ke7 Nd6 Be6 d8=Q#, Ke7 Ng7 Bf7 d8=Q#",
        ),
        (
            format!("{help} Stip \"h#2\";"),
            "several h#2: 2 solutions, and the record does not say how many are meant",
        ),
        (
            format!("{series} Stip \"ser-#2\";"),
            "several ser-#2: 4 solutions, and the record does not say how many are meant",
        ),
        (
            format!("{help} pv Ke7 Nd6 Be6 d8=Q#; Stip \"h#2\";"),
            "cooked h#2: 2 solutions, not 1: Ke7 Ng7 Bf7 d8=Q#, ...",
        ),
        (
            format!("{help} Count 3; Stip \"h#2\";"),
            "count h#2: 2 solutions, not 3",
        ),
        (
            format!("{help} Count 2; Stip \"h#1\";"),
            "no solution h#1: no solution within 1; 2 solutions meant",
        ),
        (
            // The shortest helpmate of any length.
            format!("{help} pv Ke7 Nd6 Be6 d8=Q#; Count 2; Stip \"h#\";"),
            "sound h#: 2 solutions (2 meant)",
        ),
        (
            format!("{help} Stip \"h#3\";"),
            "short h#3: solved in 2, not 3",
        ),
        (
            format!("{help} bm Kf7; Count 2; Stip \"h#2\";"),
            "key h#2: Kf7 is no key, Ke7 is; 2 solutions (2 meant)",
        ),
        (
            // The bishop does not end the check; the king may go there.
            format!("{help} bm Bf7; Count 2; Stip \"h#2\";"),
            "unread h#2: not read: Bf7; 2 solutions (2 meant)",
        ),
        (
            format!("{one} id \"n\";"),
            "unclaimed \"n\": the record claims nothing",
        ),
        (
            format!("{one} Stip \"z#2\";"),
            "illegal: stipulation z#2 is not supported",
        ),
        (
            "4k3/8/8/8/8/8/8/8 w - -".to_owned(),
            "illegal: white has no king",
        ),
    ] {
        let (lines, code) = checked("check-verdict", &(record.clone() + "\n"), &[]);
        let said = lines[0].strip_prefix("1: ").expect("a place");
        // For a shorter solution, the answer also says how many there are of the claimed length.
        let is_said = said == due || said.starts_with(&format!("{due}; "));
        assert!(is_said, "{record}\n{said}");
        let due_code = match due.split(' ').next() {
            Some("sound") => 0,
            Some("illegal:") => 2,
            _ => 1,
        };
        assert_eq!(code, Some(due_code), "{record}");
        assert_eq!(lines.len(), 2);
    }
}

#[test]
fn a_line_is_checked_to_its_end() {
    let one = "7k/8/8/4K3/8/8/6Q1/8 w - -";
    let three = "8/8/pQ6/p1P5/P1p5/5p2/2k2P2/R3K3 w Q -";
    let help = "4N1b1/3P4/1B3k2/8/p7/7p/2p4P/7K b - -";
    let series = "3K1R2/2Q2R2/7k/8/8/8/8/7r w - -";
    for (record, due) in [
        (
            format!("{one} pv Kf6 Kh7 Qg7#; Stip \"#2\";"),
            "sound #2: Kf6",
        ),
        (
            format!("{one} pv Kf6; Stip \"#2\";"),
            "line #2: pv has 1 ply, #2 takes 3",
        ),
        (
            format!("{one} pv Kf6 Kh7 Qg6+; Stip \"#2\";"),
            "line #2: pv does not end as #2 asks",
        ),
        (
            format!("{one} pv Kf6 Kg8 Qg7#; Stip \"#2\";"),
            "line #2: pv at ply 2: Kg8 is not a legal move",
        ),
        (
            format!("{three} pv Qf6 Kb3 Qxf3+ Kb4 Qa3#; Stip \"#3\";"),
            "line #3: pv Qf6 Kb3: Qxf3+ does not reach the goal in time",
        ),
        (
            format!("{help} pv Ke7 Nd6 Be6 d8=Q#; Count 2; Stip \"h#2\";"),
            "sound h#2: 2 solutions (2 meant)",
        ),
        (
            format!("{help} pv Ke7 Nd6; Count 2; Stip \"h#2\";"),
            "line h#2: pv has 2 plies, h#2 takes 4; 2 solutions (2 meant)",
        ),
        (
            format!("{help} pv Ke7 Nd6 Bf7 d8=Q#; Count 2; Stip \"h#2\";"),
            "line h#2: pv does not end as h#2 asks; 2 solutions (2 meant)",
        ),
        (
            format!("{series} pv Qg3 -- Rh8#; Count 4; Stip \"ser-#2\";"),
            "sound ser-#2: 4 solutions (4 meant)",
        ),
        (
            format!("{series} pv Qg3 -- Rh7+; Count 4; Stip \"ser-#2\";"),
            "line ser-#2: pv does not end as ser-#2 asks; 4 solutions (4 meant)",
        ),
        // Black does not move in the line.
        (
            format!("{series} pv Qg3 Rh2 Rh8#; Count 4; Stip \"ser-#2\";"),
            "line ser-#2: pv at ply 2: Rh2 stands where -- is due; 4 solutions (4 meant)",
        ),
    ] {
        let (lines, code) = checked("check-line", &(record.clone() + "\n"), &[]);
        assert_eq!(lines[0], format!("1: {due}"), "{record}");
        assert_eq!(code, Some(i32::from(!due.starts_with("sound"))), "{record}");
    }
}

#[test]
fn am_and_the_number_of_keys_are_held_to() {
    let one = "7k/8/8/4K3/8/8/6Q1/8 w - -";
    let cooked = "k7/8/1K6/8/8/8/8/6QR w - -";
    for (record, due) in [
        (
            format!("{one} am Kf6; Stip \"#2\";"),
            "avoided #2: am Kf6 is a key",
        ),
        (format!("{one} am Qg3; Stip \"#2\";"), "sound #2: Kf6"),
        (format!("{one} Count 1; Stip \"#2\";"), "sound #2: Kf6"),
        (
            format!("{one} Count 2; Stip \"#2\";"),
            "count #2: 1 key, not 2",
        ),
        (
            format!("{cooked} Count 2; Stip \"#1\";"),
            "sound #1: Qg8#, Rh8#",
        ),
        (
            format!("{cooked} Count 1; Stip \"#1\";"),
            "cooked #1: 2 keys: Qg8#, Rh8#",
        ),
        (
            format!("{cooked} bm Rh8; Count 2; Stip \"#1\";"),
            "sound #1: Qg8#, Rh8#",
        ),
    ] {
        let (lines, _) = checked("check-am", &(record.clone() + "\n"), &[]);
        assert_eq!(lines[0], format!("1: {due}"), "{record}");
    }
}

#[test]
fn both_sides_of_a_duplex_are_judged() {
    let both = "6k1/5ppp/8/8/8/8/r4PPP/R5K1 w - -";
    for (record, due) in [
        (
            format!("{both} Stip \"#1\"; dup;"),
            "no solution #1: no solution within 1; duplex sound: Rxa1#",
        ),
        (
            format!("{both} Duplexbm Ra8; Stip \"=1\"; dup;"),
            "no solution =1: no solution within 1; duplex no solution: no solution within 1",
        ),
        (
            "r5k1/5ppp/8/8/8/8/5PPP/R5K1 w - - Stip \"#1\"; dup;".to_owned(),
            "sound #1: Rxa8#; duplex sound: Rxa1#",
        ),
        (
            "r5k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Rxa8; Duplexbm Rb8; Stip \"#1\"; dup;".to_owned(),
            "key #1: Rxa8#; duplex key: Rb8 is no key, Rxa1# is",
        ),
    ] {
        let (lines, code) = checked("check-duplex", &(record.clone() + "\n"), &[]);
        assert_eq!(lines[0], format!("1: {due}"), "{record}");
        assert_eq!(code, Some(i32::from(!due.starts_with("sound"))), "{record}");
        let verdict = due
            .split(" #")
            .next()
            .expect("a verdict")
            .split(" =")
            .next();
        let total = format!("1 record: 1 {}", verdict.expect("a verdict"));
        assert_eq!(lines[1], total, "{record}");
    }
    let plain = "r5k1/5ppp/8/8/8/8/5PPP/R5K1 w - - Stip \"#1\";\n";
    let (lines, _) = checked("check-duplex", plain, &["--duplex", "--format", "json"]);
    let object: serde_json::Value = serde_json::from_str(&lines[0]).expect("JSON");
    assert_eq!(object["verdict"], "sound");
    assert_eq!(
        object["duplex"],
        serde_json::json!({ "verdict": "sound", "claimed": {}, "keys": ["Rxa1#"], "defects": [] })
    );
}

#[test]
fn the_command_line_supplies_the_task_of_records_without_one() {
    let board = "7k/8/8/4K3/8/8/6Q1/8 w - -";
    let first =
        |name: &str, records: &str, options: &[&str]| checked(name, records, options).0[0].clone();
    let stipulated = first("check-stip", &format!("{board}\n"), &["--stip", "#2"]);
    assert_eq!(stipulated, "1: sound #2: Kf6");
    let said = format!("{board} Stip \"#2\";\n");
    assert_eq!(
        first("check-z", &said, &["-Z", "3"]),
        "1: short #3: solved in 2, not 3"
    );
    assert_eq!(
        checked("check-both", &said, &["--stip", "#2", "-z", "2"]).1,
        Some(64)
    );
}

#[test]
fn a_collection_says_how_many_solutions_are_meant() {
    let document = |intended: &str| {
        format!(
            "---\nalgebraic:\n  white: [Kh1, Ph2, Pd7, Se8, Bb6]\n  black: [Kf6, Bg8, Pa4, Ph3, Pc2]\n\
             {intended}stipulation: h#2\n"
        )
    };
    for (intended, due) in [
        ("", "several"),
        ("intended-solutions: 2\n", "sound"),
        ("intended-solutions: '2.1.1...'\n", "sound"),
        ("intended-solutions: 1\n", "cooked"),
        ("intended-solutions: 3\n", "count"),
        ("intended-solutions: several\n", "several"),
    ] {
        let (lines, _) = checked("check-olv", &document(intended), &["--from", "olv"]);
        assert!(
            lines[0].contains(&format!(": {due} h#2")),
            "{intended}: {lines:?}"
        );
    }
}

/// The output of `solver check` for the only problem of a file in another form.
fn said_of(name: &str, text: &str) -> String {
    let (lines, _) = checked(name, text, &[]);
    lines[0].split_once(": ").expect("a place").1.to_owned()
}

#[test]
fn the_solution_of_a_document_is_held_against_the_play() {
    let document = |stipulation: &str, men: &str, solution: &str| {
        format!("---\nalgebraic:\n{men}solution: |2-\n{solution}\nstipulation: '{stipulation}'\n")
    };
    let two = "  black: [Kh8]\n  white: [Ke5, Qg2]\n";
    for (solution, due) in [
        ("  1.Qg2-g3 ! zugzwang.", "key #2: Qg3 is no key, Kf6 is"),
        (
            "  1.Ke5-f6 ! zugzwang.\n      1...Kh8-h7\n          2.Qg2-g7 #",
            "sound #2: Kf6",
        ),
        ("  1.Kf6! Kh7 2.Qg7#", "sound #2: Kf6"),
        ("  1.Kf6! K~ 2.Qg7#", "sound #2: Kf6"),
        (
            "  1.Kf6! Kh7 2.Qg6+",
            "line #2: line Kf6 Kh7 Qg6+: does not end as #2 asks",
        ),
        (
            "  1.Kf6! Kg8 2.Qg7#",
            "line #2: line Kf6: at ply 2: Kg8 is not a legal move",
        ),
        (
            "  1.Kf6! (2.Qg8#)",
            "line #2: line Kf6 -- Qg8+: does not end as #2 asks",
        ),
        ("  1.Kf6? Kh7!", "try #2: try: Kf6 is a key"),
        ("  1.Kf5? but 1...Kh7!\n  1.Kf6!", "sound #2: Kf6"),
        (
            "  1.Kf5? Kh7 2.Qg7#\n  1.Kf6!",
            "line #2: line Kf5 Kh7 Qg7+: does not end as #2 asks",
        ),
        ("  1.Kf6! truly", "unread #2: not read: truly"),
        // Perhaps a line that is put together wrongly, or a letter that may be another man's.
        (
            "  1.Kf6! Kh7 2.Qg7# Kh8",
            "unread #2: not read: Kf6 Kh7 Qg7 Kh8",
        ),
        ("  1.Kf6! Kh7 2.Kg7#", "unread #2: not read: Kf6 Kh7 Kg7"),
        (
            "  1.Qf6! Kh7 2.Qg7#",
            "unread #2: not read: Qf6 Kh7 Qg7 | Qf6",
        ),
        ("  1.Kf6! Kh7 2.Qg2#", "unread #2: not read: Kf6 Kh7 Qg2"),
        (
            "  1.Kf6! Kh7\n  2.Qg6+",
            "line #2: line Kf6 Kh7 Qg6+: does not end as #2 asks",
        ),
        ("  1.Kf6!\n  Kh7 2.Qg6+", "unread #2: not read: Kh7"),
        ("  1.Kf6! Kh7 Qg6+", "unread #2: not read: Qg6"),
        // The letters are those of the language in which the moves are legal.
        ("  1.Krf6! Krh7 2.Fg7#", "sound #2: Kf6"),
        (
            "  1.\u{41a}\u{440}f6! \u{41a}\u{440}h7 2.\u{424}g7#",
            "sound #2: Kf6",
        ),
        ("  1.kf6! kh7 2.qg7#", "sound #2: Kf6"),
        (
            "  1.Krf6! Krh7 2.Fg6#",
            "line #2: line Kf6 Kh7 Qg6+: does not end as #2 asks",
        ),
        // Text that was not understood is never counted against the author.
        ("  1.Qg3! truly", "unread #2: not read: truly"),
        ("  truly 1.Kf6! Kg8 2.Qg7#", "unread #2: not read: truly"),
        (
            "  \"1.Kf6 ! {so} zugzwang. 1...Kh7[a] 2.Qg7 #[A]\"",
            "sound #2: Kf6",
        ),
        ("  1.Kf6! Kh7 2.Qg7# (2.Qg6+? Kh8!)", "sound #2: Kf6"),
        (
            "  1.Kf6! Kh7(g7) 2.Qg7#",
            "unread #2: not read: Kf6 g7/Kg7 Qg7",
        ),
        (
            "  1.Kf6! Kh7 2.Qg7#\n  b) 1.Kf7!",
            "unread #2: not read: 1.Kf7!",
        ),
    ] {
        let said = said_of("check-solution", &document("#2", two, solution));
        assert_eq!(said, due, "{solution}");
    }
    let help = "  white: [Kh1, Ph2, Pd7, Se8, Bb6]\n  black: [Kf6, Bg8, Pa4, Ph3, Pc2]\n";
    let both = "  1.Kf6-e7 Se8-d6   2.Bg8-e6 d7-d8=Q #\n  1.Kf6-e7 Se8-g7   2.Bg8-f7 d7-d8=Q #";
    let (first, second) = both.split_once('\n').expect("two lines");
    for (solution, due) in [
        (both, "sound h#2: 2 solutions"),
        (
            first,
            "cooked h#2: 2 solutions, not 1: Ke7 Ng7 Bf7 d8=Q#, ...",
        ),
        (
            &both.replace("Bg8-f7", "Bg8-h7"),
            "line h#2: line Ke7 Ng7 Bh7 d8=Q+: does not end as h#2 asks",
        ),
        (
            &format!("{second}\n  and more"),
            "unread h#2: not read: more",
        ),
    ] {
        let said = said_of("check-help", &document("h#2", help, solution));
        assert_eq!(said, due, "{solution}");
    }
}

/// For a try, the answer says which replies refute it; for every twin, it describes its own part.
#[test]
fn tries_set_play_and_twins_are_held_against_the_play() {
    let document = |solution: &str, more: &str| {
        format!(
            "---\nalgebraic:\n  white: [Kf7, Bb8, Pg5, Qg2, Sf1, Ph2]\n  black: [Kf5, Pf6, Pe4, Sf2, Sd1]\n\
             solution: |2-\n{solution}\nstipulation: '#2'\n{more}"
        )
    };
    for (solution, due) in [
        (
            "  1.Sf1-e3 + ?\n    but\n      1...Sd1*e3 !\n\n  1.h2-h4 !",
            "sound",
        ),
        (
            "  1.Sf1-e3 + ?\n    but\n      1...Kf5-g4 !\n\n  1.h2-h4 !",
            "try",
        ),
        ("  1.Sf1-e3 + ?\n      1...Kf5-f4\n  1.h2-h4 !", "line"),
        (
            "      1...Sd1-c3\n          2.Sf1-e3 #\n\n  1.h2-h4 !",
            "sound",
        ),
        (
            "      1...Sd1-c3\n          2.Sf1-g3 #\n\n  1.h2-h4 !",
            "line",
        ),
    ] {
        let said = said_of("check-try", &document(solution, ""));
        assert!(
            said.starts_with(&format!("{due} #2: ")),
            "{solution}\n{said}"
        );
    }
    let twins = "twins:\n  b: Move h2 h3\n";
    let solution = "  a)\n  1.h2-h4 !\n\n  b) wPh2-->h3\n  1.h2-h4 !";
    let (lines, _) = checked("check-twins", &document(solution, twins), &[]);
    assert!(lines[0].contains(": sound #2 \"a)\": h4"), "{lines:?}");
    assert!(lines[1].contains("h2-h4 is no key"), "{lines:?}");
}

/// Set play of help play may be shorter than half a move less than stipulated, unless it must be
/// exact; the set play of a series is the move that ends it.
#[test]
fn set_play_of_help_play_may_be_short() {
    let black = "Kf1, Pd3";
    let white = "Kd1, Bd7, Bb6, Pc4";
    for (stipulation, line, fault) in [
        ("h#2", "1...Bd7-h3 #", None),
        ("h#2", "1...Bd7-g4 2.d3-d2 Bg4-h3 #", None),
        ("h#3", "1...Bd7-h3 #", None),
        ("ser-h#3", "1...Bd7-h3 #", None),
        ("h#2", "1...Bd7-g4", None),
        (
            "exact-h#2",
            "1...Bd7-h3 #",
            Some("Bh3#: has 1 ply, exact-h#2 takes 3"),
        ),
        (
            "ser-h#3",
            "1...Bd7-g4",
            Some("Bg4: does not end as ser-h#3 asks"),
        ),
        (
            "h#2",
            "1...Bd7-h3 # 2.Kf1-f2",
            Some("Bh3#: at ply 2: Kf1-f2 is not a legal move"),
        ),
    ] {
        let document = format!(
            "---\nalgebraic:\n  black: [{black}]\n  white: [{white}]\nsolution: |\n  {line}\nstipulation: {stipulation}\n"
        );
        let said = said_of("check-short-set", &document);
        let said = said.split("; ").find_map(|part| {
            let (_, fault) = part.split_once("set play ")?;
            Some(fault.to_owned())
        });
        assert_eq!(said.as_deref(), fault, "{stipulation} {line}");
    }
}

#[test]
fn the_moves_of_a_game_that_begins_with_a_problem_are_claims() {
    let game = |moves: &str| {
        format!("[Stipulation \"#2\"]\n[FEN \"7k/8/8/4K3/8/8/6Q1/8 w - - 0 1\"]\n\n{moves}\n")
    };
    for (moves, due) in [
        ("1. Kf6 Kh7 2. Qg7# 1-0", "sound #2: Kf6"),
        (
            "1. Kf6 {good} 1... Kh7 (1... Kg8 2. Qg7#) 2. Qg7# *",
            "line #2: line Kf6: at ply 2: Kg8 is not a legal move",
        ),
        ("1. Qg3 Kh7 *", "key #2: Qg3 is no key, Kf6 is"),
        (
            "1. Kf6 (1. Qg3) Kh7 2. Qg7# *",
            "key #2: Qg3 is no key, Kf6 is",
        ),
        ("1. Kf6 (1. Qg3 $2 Kh7) Kh7 2. Qg7# *", "sound #2: Kf6"),
        ("1. Qg3 $6 (1. Kf6 $1) Kh7 *", "sound #2: Kf6"),
        ("1. Kf6 $2 *", "try #2: try: Kf6 is a key"),
        ("1. Kf6 Zh7 2. Qg7# *", "unread #2: not read: Zh7 Qg7"),
        ("1. Kf6 ~ 2. Qg7# *", "unread #2: not read: ~ Qg7"),
        ("*", "sound #2: Kf6"),
    ] {
        assert_eq!(said_of("check-game", &game(moves)), due, "{moves}");
    }
}

/// A result that the solver proved is never wrong by its own rules: answers that are checked as
/// problems have no wrong keys, lines or numbers, whatever the stipulation.
#[test]
fn answers_are_never_said_to_be_wrong() {
    let mut judged = 0;
    for suite in [
        "mates-2",
        "mates-3",
        "mated",
        "stalemates",
        "selfmates",
        "selfstalemates",
        "reflexmates",
        "reflexstalemates",
        "double-stalemates",
        "helpmates",
        "helpselfmates",
        "series",
        "exact",
    ] {
        let answers = std::fs::read_to_string(format!("expected/{suite}.epd")).expect("read");
        let (lines, _) = checked("check-answers", &answers, &["--nodes", "2000"]);
        for line in &lines[..lines.len() - 1] {
            let (_, said) = line.split_once(": ").expect("a place");
            for wrong in [
                "key", "avoided", "line", "cooked", "count", "several", "illegal",
            ] {
                assert!(!said.starts_with(&format!("{wrong} ")), "{suite}: {line}");
            }
            judged += usize::from(said.starts_with("sound") || said.starts_with("dual"));
        }
    }
    assert!(judged >= 150, "only {judged}");
}

#[test]
fn duals_are_reported_with_the_line_that_leads_to_them() {
    let record = "8/3RP3/7Q/2k5/4K2P/8/6NP/8 w - - Stip \"#2\";\n";
    let (lines, code) = checked("check-dual", record, &[]);
    assert_eq!(lines[0], "1: dual #2: dual 1.Rb7 Kc4 2.Qc1#, Qc6#");
    assert_eq!(code, Some(1));
    assert_eq!(
        checked("check-dual", record, &["--allow", "dual"]).1,
        Some(0)
    );
    let (lines, _) = checked("check-dual", record, &["--format", "json"]);
    let value = |line: &str| -> serde_json::Value { serde_json::from_str(line).expect("JSON") };
    let object = value(&lines[0]);
    assert_eq!(
        (&object["line"], &object["stipulation"]),
        (&1.into(), &"#2".into())
    );
    assert_eq!(object["verdict"], "dual");
    assert_eq!(object["keys"], serde_json::json!(["Rb7"]));
    assert_eq!(
        object["defects"],
        serde_json::json!([{
            "name": "dual",
            "duals": [{ "line": ["Rb7", "Kc4"], "continuations": ["Qc1#", "Qc6#"] }],
        }])
    );
    assert_eq!(value(&lines[1])["totals"]["dual"], 1);
}

#[test]
fn a_limit_leaves_the_verdict_undecided_and_allowed_verdicts_do_not_fail() {
    let record = "8/8/pQ6/p1P5/P1p5/5p2/2k2P2/R3K3 w Q - Stip \"#3\";\n";
    let (lines, code) = checked("check-limit", record, &["--nodes", "50"]);
    assert_eq!(
        lines[0],
        "1: undecided #3: undecided: the node limit was met"
    );
    assert_eq!(lines[1], "1 record: 1 undecided");
    assert_eq!(code, Some(1));
    let allowed = ["--nodes", "50", "--allow", "undecided,dual"];
    assert_eq!(checked("check-allowed", record, &allowed).1, Some(0));
    let unknown = ["--allow", "illegal"];
    assert_eq!(checked("check-unknown", record, &unknown).1, Some(64));
}

#[test]
fn totals_and_order_do_not_depend_on_workers() {
    let suite = std::fs::read_to_string("suites/false-claims.epd").expect("read")
        + &std::fs::read_to_string("suites/mates-2.epd").expect("read");
    let one = checked("check-j1", &suite, &["-j", "1"]);
    let two = checked("check-j1", &suite, &["-j", "2"]);
    assert_eq!(one, two);
    assert_eq!(one.1.map(|code| code > 0), Some(true));
    let total = one.0.last().expect("totals");
    assert!(
        total.starts_with(&format!("{} records: ", one.0.len() - 1)),
        "{total}"
    );
    let sum: usize = total
        .split_once(": ")
        .expect("numbers")
        .1
        .split(", ")
        .map(|part| {
            part.split(' ')
                .next()
                .and_then(|n| n.parse().ok())
                .unwrap_or(0)
        })
        .sum();
    assert_eq!(sum, one.0.len() - 1);
}

/// A study or a condition is not a fault of its record, and is shown to the reader with its
/// solution.
#[test]
fn unsupported_problems_are_shown_as_such() {
    let document = |more: &str| {
        format!(
            "---\nauthors: [A. B.]\nalgebraic:\n  white: [Kc6, Pa6]\n  black: [Ka8, Bh2]\n{more}solution: \"1.a7 Bg1 wins\"\n"
        )
    };
    let studies = [
        document("stipulation: '='\n"),
        document("stipulation: '\"+\"'\n"),
        document("stipulation: See text\n"),
        document("stipulation: '#3'\nconditions: [Circe]\n"),
        document("stipulation: '#3'\noptions: [Madrasi]\n"),
    ]
    .concat();
    let (lines, code) = checked("check-studies", &studies, &[]);
    assert_eq!(code, Some(0), "{lines:?}");
    for (named, lines) in [("stipulation", &lines[..3]), ("condition", &lines[3..5])] {
        let named = format!(": unsupported: {named} ");
        assert!(lines.iter().all(|line| line.contains(&named)), "{lines:?}");
    }
    assert_eq!(lines[5], "5 records: 5 unsupported");
    let (lines, _) = checked("check-studies", &studies, &["--format", "json"]);
    assert!(lines[5].contains("\"unsupported\":5"), "{lines:?}");
    let folder = Scratch::new();
    let path = folder.0.join("studies.olv");
    std::fs::write(&path, &studies).expect("written");
    for (format, diagram, tasks) in [
        (
            "text",
            "a b c d e f g h",
            &["= (2+2)", "+ (2+2)", "#3 Circe (2+2)"][..],
        ),
        ("html", "<svg", &["<p>= (2+2)</p>", "<p>#3 Circe (2+2)</p>"]),
        ("latex", "\\begin{diagram}", &["\\stip{"]),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_solver"))
            .args(["--progress", "never", "--format", format])
            .arg(&path)
            .output()
            .expect("started");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let book = String::from_utf8(output.stdout).expect("UTF-8");
        assert!(book.matches(diagram).count() >= 5, "{book}");
        assert_eq!(book.matches("1.a7 Bg1 wins").count(), 5, "{book}");
        assert!(tasks.iter().all(|task| book.contains(task)), "{book}");
    }
    let written = |name: &str, text: &str| {
        let path = folder.0.join(name);
        std::fs::write(&path, text).expect("written");
        path
    };
    let fairy = written(
        "fairy.olv",
        "---\nauthors: [C. D.]\nalgebraic: {white: [Kc6, Gb2], black: [Ka8]}\n\
         stipulation: h#2\nsolution: 1.Kb8 Gb4 2.Ka8 Gb7#\n",
    );
    for format in ["text", "html", "latex"] {
        let output = Command::new(env!("CARGO_BIN_EXE_solver"))
            .args(["--progress", "never", "--format", format])
            .arg(&fairy)
            .output()
            .expect("started");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        let book = String::from_utf8(output.stdout).expect("UTF-8");
        for shown in ["C. D.", "Kc6 Gb2 / Ka8", "1.Kb8 Gb4 2.Ka8 Gb7"] {
            assert!(book.contains(shown), "{shown} in {book}");
        }
    }
    let circe = written(
        "circe.inp",
        "BeginProblem\npieces white Kf6 Qg2 black Kh8\nstipulation #2\ncondition Circe\nEndProblem\n",
    );
    // Its men are unknown, and no other men are shown in their place.
    for format in ["text", "html", "latex"] {
        let output = Command::new(env!("CARGO_BIN_EXE_solver"))
            .args(["--progress", "never", "--format", format])
            .arg(&circe)
            .output()
            .expect("started");
        let book = String::from_utf8(output.stdout).expect("UTF-8");
        for start in ["16+16", "PPPPPPPP", "\u{2656} \u{2658} \u{2657}"] {
            assert!(!book.contains(start), "{book}");
        }
    }
    let output = Command::new(env!("CARGO_BIN_EXE_solver"))
        .arg("check")
        .arg(&circe)
        .output()
        .expect("started");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}
