//! `solver check`: an editor's verdict on each record.

use std::process::{Command, Output};

use super::scratch::Scratch;

/// Boards of the tables by name.
const BOARDS: [(&str, &str); 6] = [
    ("one", "7k/8/8/4K3/8/8/6Q1/8 w - -"),
    ("three", "8/8/pQ6/p1P5/P1p5/5p2/2k2P2/R3K3 w Q -"),
    ("cooked", "k7/8/1K6/8/8/8/8/6QR w - -"),
    ("help", "4N1b1/3P4/1B3k2/8/p7/7p/2p4P/7K b - -"),
    ("series", "3K1R2/2Q2R2/7k/8/8/8/8/7r w - -"),
    ("both", "6k1/5ppp/8/8/8/8/r4PPP/R5K1 w - -"),
];

/// The output of the program for a file of this name and text, after these arguments.
fn output(arguments: &[&str], name: &str, text: &str) -> Output {
    let folder = Scratch::new();
    std::fs::write(folder.0.join(name), text).expect("written");
    Command::new(env!("CARGO_BIN_EXE_solver"))
        .current_dir(&folder.0)
        .args(arguments)
        .args(["--progress", "never", name])
        .output()
        .expect("started")
}

/// The lines that `solver check` writes on a file, without its name, and the exit code.
fn checked(name: &str, text: &str, options: &[&str]) -> (Vec<String>, Option<i32>) {
    let output = output(&[&["check", "-M", "1"], options].concat(), name, text);
    let place = format!("{name}:");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let lines = text.lines().map(|line| line.replace(&place, "")).collect();
    (lines, output.status.code())
}

/// The verdicts on the problems of a file in one of the forms.
fn verdicts(name: &str, problems: &[String]) -> Vec<String> {
    let (mut lines, _) = checked(name, &problems.concat(), &[]);
    assert_eq!(lines.len(), problems.len() + 1, "{lines:?}");
    lines.pop();
    let said = |line: &String| line.split_once(": ").expect("a place").1.to_owned();
    lines.iter().map(said).collect()
}

/// Checks documents of one file. In each line of the table, the verdict is behind the text from which
/// `document` makes a document.
fn hold_documents_to(name: &str, document: impl Fn(&str) -> String, table: &str) {
    let is_row = |line: &&str| !line.is_empty() && !line.starts_with("//");
    let rows = table.lines().filter(is_row);
    let rows = rows.map(|row| row.split_once(" => ").expect("a verdict"));
    let (texts, dues): (Vec<&str>, Vec<&str>) = rows.unzip();
    let document = |text: &&str| document(&text.replace("\\n", "\n"));
    let documents: Vec<String> = texts.iter().map(document).collect();
    assert_eq!(verdicts(name, &documents), dues);
}

/// Checks the records of a table. The line below each record is its verdict. Records with the same
/// exit code are written to one file. Boards are given by name.
fn hold_to(table: &str) {
    let mut by_code = [Vec::new(), Vec::new(), Vec::new()];
    let lines: Vec<&str> = table.lines().filter(|line| !line.is_empty()).collect();
    for pair in lines.chunks(2) {
        let (record, due) = (pair[0], pair[1].trim_start());
        let named = record.split_once(' ').and_then(|(name, rest)| {
            let board = BOARDS.iter().find(|(known, _)| *known == name)?.1;
            Some(format!("{board} {rest}\n"))
        });
        let code = match due.split(' ').next() {
            Some("sound") => 0,
            Some("illegal:") => 2,
            _ => 1,
        };
        by_code[code].push((named.unwrap_or(format!("{record}\n")), due));
    }
    for (code, judged) in (0..).zip(by_code) {
        if judged.is_empty() {
            continue;
        }
        let text: String = judged.iter().map(|(record, _)| record.as_str()).collect();
        let (lines, exit) = checked("table.epd", &text, &[]);
        assert_eq!(
            (lines.len(), exit),
            (judged.len() + 1, Some(code)),
            "{lines:?}"
        );
        for (number, ((record, due), line)) in (1..).zip(judged.iter().zip(&lines)) {
            let said = line.strip_prefix(&format!("{number}: ")).expect("a place");
            assert_eq!(said, *due, "{record}");
        }
    }
}

#[test]
fn every_verdict_is_given_for_its_reason() {
    hold_to(
        r##"
three Stip "#3";
    sound #3: Qf6
three bm Qf6; Stip "#3";
    sound #3: Qf6
three Stip "#";
    sound #: Qf6
three Stip "#4"; id "x";
    short #4 "x": solved in 3, not 4
three Stip "#2";
    no solution #2: no solution within 2
one bm Qg3; Stip "#2";
    key #2: Qg3 is no key, Kf6 is
one pv Qg3 Kh7 Qg7#;
    key #2: Qg3 is no key, Kf6 is; pv does not end as #2 asks
one bm Kf6 Qg3; Stip "#2";
    key #2: Qg3 is no key, Kf6 is
cooked Stip "#1";
    cooked #1: 2 keys: Qg8#, Rh8#
cooked bm Rh8; Stip "#1";
    cooked #1: cooked by Qg8#
cooked bm Rh8 Qg8; Stip "#1";
    sound #1: Qg8#, Rh8#
help Count 2; Stip "h#2";
    sound h#2: 2 solutions (2 meant)
help bm Ke7; Stip "h#2";
    cooked h#2: 2 solutions, not 1: Ke7 Nd6 Be6 d8=Q#, Ke7 Ng7 Bf7 d8=Q#
help Stip "h#2";
    several h#2: 2 solutions, and the record does not say how many are meant
series Stip "ser-#2";
    several ser-#2: 4 solutions, and the record does not say how many are meant
help pv Ke7 Nd6 Be6 d8=Q#; Stip "h#2";
    cooked h#2: 2 solutions, not 1: Ke7 Ng7 Bf7 d8=Q#, ...
help Count 3; Stip "h#2";
    count h#2: 2 solutions, not 3
help Count 2; Stip "h#1";
    no solution h#1: no solution within 1; 2 solutions meant
help pv Ke7 Nd6 Be6 d8=Q#; Count 2; Stip "h#";
    sound h#: 2 solutions (2 meant)
help Stip "h#3";
    short h#3: solved in 2, not 3; 792 solutions, and the record does not say how many are meant
help bm Kf7; Count 2; Stip "h#2";
    key h#2: Kf7 is no key, Ke7 is; 2 solutions (2 meant)
help bm Bf7; Count 2; Stip "h#2";
    unread h#2: not read: Bf7; 2 solutions (2 meant)
one id "n";
    unclaimed "n": the record claims nothing
one Stip "z#2";
    illegal: stipulation z#2 is not supported
4k3/8/8/8/8/8/8/8 w - -
    illegal: white has no king
"##,
    );
}

#[test]
fn a_line_is_checked_to_its_end() {
    hold_to(
        r##"
one pv Kf6 Kh7 Qg7#; Stip "#2";
    sound #2: Kf6
one pv Kf6; Stip "#2";
    line #2: pv has 1 ply, #2 takes 3
one pv Kf6 Kh7 Qg6+; Stip "#2";
    line #2: pv does not end as #2 asks
one pv Kf6 Kg8 Qg7#; Stip "#2";
    line #2: pv at ply 2: Kg8 is not a legal move
three pv Qf6 Kb3 Qxf3+ Kb4 Qa3#; Stip "#3";
    line #3: pv Qf6 Kb3: Qxf3+ does not reach the goal in time
help pv Ke7 Nd6 Be6 d8=Q#; Count 2; Stip "h#2";
    sound h#2: 2 solutions (2 meant)
help pv Ke7 Nd6; Count 2; Stip "h#2";
    line h#2: pv has 2 plies, h#2 takes 4; 2 solutions (2 meant)
help pv Ke7 Nd6 Bf7 d8=Q#; Count 2; Stip "h#2";
    line h#2: pv does not end as h#2 asks; 2 solutions (2 meant)
series pv Qg3 -- Rh8#; Count 4; Stip "ser-#2";
    sound ser-#2: 4 solutions (4 meant)
series pv Qg3 -- Rh7+; Count 4; Stip "ser-#2";
    line ser-#2: pv does not end as ser-#2 asks; 4 solutions (4 meant)
series pv Qg3 Rh2 Rh8#; Count 4; Stip "ser-#2";
    line ser-#2: pv at ply 2: Rh2 stands where -- is due; 4 solutions (4 meant)
"##,
    );
}

#[test]
fn am_and_the_number_of_keys_are_held_to() {
    hold_to(
        r##"
one am Kf6; Stip "#2";
    avoided #2: am Kf6 is a key
one am Qg3; Stip "#2";
    sound #2: Kf6
one Count 1; Stip "#2";
    sound #2: Kf6
one Count 2; Stip "#2";
    count #2: 1 key, not 2
cooked Count 2; Stip "#1";
    sound #1: Qg8#, Rh8#
cooked Count 1; Stip "#1";
    cooked #1: 2 keys: Qg8#, Rh8#
cooked bm Rh8; Count 2; Stip "#1";
    sound #1: Qg8#, Rh8#
"##,
    );
}

#[test]
fn both_sides_of_a_duplex_are_judged() {
    hold_to(
        r##"
both Stip "#1"; dup;
    no solution #1: no solution within 1; duplex sound: Rxa1#
both Duplexbm Ra8; Stip "=1"; dup;
    no solution =1: no solution within 1; duplex no solution: no solution within 1
r5k1/5ppp/8/8/8/8/5PPP/R5K1 w - - Stip "#1"; dup;
    sound #1: Rxa8#; duplex sound: Rxa1#
r5k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Rxa8; Duplexbm Rb8; Stip "#1"; dup;
    key #1: Rxa8#; duplex key: Rb8 is no key, Rxa1# is
"##,
    );
    let plain = "r5k1/5ppp/8/8/8/8/5PPP/R5K1 w - - Stip \"#1\";\n";
    let (lines, _) = checked("plain.epd", plain, &["--duplex", "--format", "json"]);
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
    let stipulated = first("stip.epd", &format!("{board}\n"), &["--stip", "#2"]);
    assert_eq!(stipulated, "1: sound #2: Kf6");
    let said = format!("{board} Stip \"#2\";\n");
    assert_eq!(
        first("z.epd", &said, &["-Z", "3"]),
        "1: short #3: solved in 2, not 3"
    );
    assert_eq!(
        checked("both.epd", &said, &["--stip", "#2", "-z", "2"]).1,
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
        let (lines, _) = checked("some.olv", &document(intended), &["--from", "olv"]);
        assert!(
            lines[0].contains(&format!(": {due} h#2")),
            "{intended}: {lines:?}"
        );
    }
}

#[test]
fn the_solution_of_a_document_is_held_against_the_play() {
    let document = |stipulation: &str, men: &str, solution: &str| {
        let solution = solution.replace('\n', "\n  ");
        format!("---\nalgebraic:\n{men}solution: |2-\n  {solution}\nstipulation: '{stipulation}'\n")
    };
    let two = "  black: [Kh8]\n  white: [Ke5, Qg2]\n";
    hold_documents_to(
        "two.olv",
        |solution| document("#2", two, solution),
        r##"
1.Qg2-g3 ! zugzwang. => key #2: Qg3 is no key, Kf6 is
1.Ke5-f6 ! zugzwang.\n    1...Kh8-h7\n        2.Qg2-g7 # => sound #2: Kf6
1.Kf6! Kh7 2.Qg7# => sound #2: Kf6
1.Kf6! K~ 2.Qg7# => sound #2: Kf6
1.Kf6! Kh7 2.Qg6+ => line #2: line Kf6 Kh7 Qg6+: does not end as #2 asks
1.Kf6! Kg8 2.Qg7# => line #2: line Kf6: at ply 2: Kg8 is not a legal move
1.Kf6! (2.Qg8#) => line #2: line Kf6 -- Qg8+: does not end as #2 asks
1.Kf6? Kh7! => try #2: try: Kf6 is a key
1.Kf5? but 1...Kh7!\n1.Kf6! => sound #2: Kf6
1.Kf5? Kh7 2.Qg7#\n1.Kf6! => line #2: line Kf5 Kh7 Qg7+: does not end as #2 asks
1.Kf6! truly => unread #2: not read: truly
// Perhaps a line that is put together wrongly, or a letter that may be another man's.
1.Kf6! Kh7 2.Qg7# Kh8 => unread #2: not read: Kf6 Kh7 Qg7 Kh8
1.Kf6! Kh7 2.Kg7# => unread #2: not read: Kf6 Kh7 Kg7
1.Qf6! Kh7 2.Qg7# => unread #2: not read: Qf6 Kh7 Qg7 | Qf6
1.Kf6! Kh7 2.Qg2# => unread #2: not read: Kf6 Kh7 Qg2
1.Kf6! Kh7\n2.Qg6+ => line #2: line Kf6 Kh7 Qg6+: does not end as #2 asks
1.Kf6!\nKh7 2.Qg6+ => unread #2: not read: Kh7
1.Kf6! Kh7 Qg6+ => unread #2: not read: Qg6
// The piece letters are read in the language in which the moves are legal.
1.Krf6! Krh7 2.Fg7# => sound #2: Kf6
1.Крf6! Крh7 2.Фg7# => sound #2: Kf6
1.kf6! kh7 2.qg7# => sound #2: Kf6
1.Krf6! Krh7 2.Fg6# => line #2: line Kf6 Kh7 Qg6+: does not end as #2 asks
// Text that was not understood is never counted against the author.
1.Qg3! truly => unread #2: not read: truly
truly 1.Kf6! Kg8 2.Qg7# => unread #2: not read: truly
"1.Kf6 ! {so} zugzwang. 1...Kh7[a] 2.Qg7 #[A]" => sound #2: Kf6
1.Kf6! Kh7 2.Qg7# (2.Qg6+? Kh8!) => sound #2: Kf6
1.Kf6! Kh7(g7) 2.Qg7# => unread #2: not read: Kf6 g7/Kg7 Qg7
1.Kf6! Kh7 2.Qg7#\nb) 1.Kf7! => unread #2: not read: 1.Kf7!
"##,
    );
    let help = "  white: [Kh1, Ph2, Pd7, Se8, Bb6]\n  black: [Kf6, Bg8, Pa4, Ph3, Pc2]\n";
    hold_documents_to(
        "help.olv",
        |solution| document("h#2", help, solution),
        r##"
1.Kf6-e7 Se8-d6   2.Bg8-e6 d7-d8=Q #\n1.Kf6-e7 Se8-g7   2.Bg8-f7 d7-d8=Q # => sound h#2: 2 solutions
1.Kf6-e7 Se8-d6   2.Bg8-e6 d7-d8=Q # => cooked h#2: 2 solutions, not 1: Ke7 Ng7 Bf7 d8=Q#, ...
1.Kf6-e7 Se8-d6   2.Bg8-e6 d7-d8=Q #\n1.Kf6-e7 Se8-g7   2.Bg8-h7 d7-d8=Q # => line h#2: line Ke7 Ng7 Bh7 d8=Q+: does not end as h#2 asks
1.Kf6-e7 Se8-g7   2.Bg8-f7 d7-d8=Q #\nand more => unread h#2: not read: more
"##,
    );
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
    let solutions = [
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
    ];
    let documents = solutions.map(|(solution, _)| document(solution, ""));
    let said = verdicts("tries.olv", &documents);
    for ((solution, due), said) in solutions.iter().zip(said) {
        let is_said = said.starts_with(&format!("{due} #2: "));
        assert!(is_said, "{solution}\n{said}");
    }
    let twins = "twins:\n  b: Move h2 h3\n";
    let solution = "  a)\n  1.h2-h4 !\n\n  b) wPh2-->h3\n  1.h2-h4 !";
    let (lines, _) = checked("twins.olv", &document(solution, twins), &[]);
    assert!(lines[0].contains(": sound #2 \"a)\": h4"), "{lines:?}");
    assert!(lines[1].contains("h2-h4 is no key"), "{lines:?}");
}

/// Set play of help play may be shorter than half a move less than stipulated, unless it must be
/// exact; the set play of a series is the move that ends it.
#[test]
fn set_play_of_help_play_may_be_short() {
    let black = "Kf1, Pd3";
    let white = "Kd1, Bd7, Bb6, Pc4";
    let set_play = [
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
    ];
    let documents = set_play.map(|(stipulation, line, _)| {
        format!(
            "---\nalgebraic:\n  black: [{black}]\n  white: [{white}]\nsolution: |\n  {line}\nstipulation: {stipulation}\n"
        )
    });
    let said = verdicts("set-play.olv", &documents);
    for ((stipulation, line, fault), said) in set_play.into_iter().zip(said) {
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
        format!("[Stipulation \"#2\"]\n[FEN \"7k/8/8/4K3/8/8/6Q1/8 w - - 0 1\"]\n\n{moves}\n\n")
    };
    hold_documents_to(
        "some.pgn",
        game,
        r##"
1. Kf6 Kh7 2. Qg7# 1-0 => sound #2: Kf6
1. Kf6 {good} 1... Kh7 (1... Kg8 2. Qg7#) 2. Qg7# * => line #2: line Kf6: at ply 2: Kg8 is not a legal move
1. Qg3 Kh7 * => key #2: Qg3 is no key, Kf6 is
1. Kf6 (1. Qg3) Kh7 2. Qg7# * => key #2: Qg3 is no key, Kf6 is
1. Kf6 (1. Qg3 $2 Kh7) Kh7 2. Qg7# * => sound #2: Kf6
1. Qg3 $6 (1. Kf6 $1) Kh7 * => sound #2: Kf6
1. Kf6 $2 * => try #2: try: Kf6 is a key
1. Kf6 Zh7 2. Qg7# * => unread #2: not read: Zh7 Qg7
1. Kf6 ~ 2. Qg7# * => unread #2: not read: ~ Qg7
* => sound #2: Kf6
"##,
    );
}

/// A result that the solver proved is never wrong by its own rules: answers that are checked as
/// problems have no wrong keys, lines or numbers, whatever the stipulation.
#[test]
fn answers_are_never_said_to_be_wrong() {
    let suites = [
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
    ];
    let read = |suite| std::fs::read_to_string(format!("expected/{suite}.epd")).expect("read");
    let (lines, _) = checked(
        "answers.epd",
        &suites.map(read).concat(),
        &["--nodes", "2000"],
    );
    let mut judged = 0;
    for line in &lines[..lines.len() - 1] {
        let (_, said) = line.split_once(": ").expect("a place");
        let verdict = said.split(' ').next().expect("a word");
        let wrong = [
            "key", "avoided", "line", "cooked", "count", "several", "illegal",
        ];
        assert!(!wrong.contains(&verdict), "{line}");
        judged += usize::from(["sound", "dual"].contains(&verdict));
    }
    assert!(judged >= 150, "only {judged}");
}

#[test]
fn duals_are_reported_with_the_line_that_leads_to_them() {
    let record = "8/3RP3/7Q/2k5/4K2P/8/6NP/8 w - - Stip \"#2\";\n";
    let (lines, code) = checked("dual.epd", record, &[]);
    assert_eq!(lines[0], "1: dual #2: dual 1.Rb7 Kc4 2.Qc1#, Qc6#");
    assert_eq!(code, Some(1));
    assert_eq!(checked("dual.epd", record, &["--allow", "dual"]).1, Some(0));
    let (lines, _) = checked("dual.epd", record, &["--format", "json"]);
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
    let (lines, code) = checked("limit.epd", record, &["--nodes", "50"]);
    assert_eq!(lines[0], "1: undecided #3: the node limit was met");
    assert_eq!(lines[1], "1 record: 1 undecided");
    assert_eq!(code, Some(1));
    let allowed = ["--nodes", "50", "--allow", "undecided,dual"];
    assert_eq!(checked("allowed.epd", record, &allowed).1, Some(0));
    let unknown = ["--allow", "illegal"];
    assert_eq!(checked("unknown.epd", record, &unknown).1, Some(64));
}

#[test]
fn totals_and_order_do_not_depend_on_workers() {
    let suite = std::fs::read_to_string("suites/false-claims.epd").expect("read")
        + &std::fs::read_to_string("suites/mates-2.epd").expect("read");
    let one = checked("j1.epd", &suite, &["-j", "1"]);
    let two = checked("j1.epd", &suite, &["-j", "2"]);
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
    let (lines, code) = checked("studies.olv", &studies, &[]);
    assert_eq!(code, Some(0), "{lines:?}");
    for (named, lines) in [("stipulation", &lines[..3]), ("condition", &lines[3..5])] {
        let named = format!(": unsupported: {named} ");
        assert!(lines.iter().all(|line| line.contains(&named)), "{lines:?}");
    }
    assert_eq!(lines[5], "5 records: 5 unsupported");
    let (lines, _) = checked("studies.olv", &studies, &["--format", "json"]);
    assert!(lines[5].contains("\"unsupported\":5"), "{lines:?}");
    let book = |format: &str, name: &str, text: &str| {
        let output = output(&["--format", format], name, text);
        (
            String::from_utf8(output.stdout).expect("UTF-8"),
            output.status.code(),
        )
    };
    let fairy = "---\nauthors: [C. D.]\nalgebraic: {white: [Kc6, Gb2], black: [Ka8]}\n\
         stipulation: h#2\nsolution: 1.Kb8 Gb4 2.Ka8 Gb7#\n";
    let circe = "BeginProblem\npieces white Kf6 Qg2 black Kh8\nstipulation #2\ncondition Circe\n\
         EndProblem\n";
    for (format, diagram, tasks) in [
        (
            "text",
            "a b c d e f g h",
            &["= (2+2)", "+ (2+2)", "#3 Circe (2+2)"][..],
        ),
        ("html", "<svg", &["<p>= (2+2)</p>", "<p>#3 Circe (2+2)</p>"]),
        ("latex", "\\begin{diagram}", &["\\stip{"]),
    ] {
        let (shown, code) = book(format, "studies.olv", &studies);
        assert_eq!(code, Some(0), "{shown}");
        assert!(shown.matches(diagram).count() >= 5, "{shown}");
        assert_eq!(shown.matches("1.a7 Bg1 wins").count(), 5, "{shown}");
        assert!(tasks.iter().all(|task| shown.contains(task)), "{shown}");
        let (shown, code) = book(format, "fairy.olv", fairy);
        assert_eq!(code, Some(0), "{shown}");
        for text in ["C. D.", "Kc6 Gb2 / Ka8", "1.Kb8 Gb4 2.Ka8 Gb7"] {
            assert!(shown.contains(text), "{text} in {shown}");
        }
        // Its men are unknown, and no other men are shown in their place.
        let (shown, _) = book(format, "circe.inp", circe);
        for start in ["16+16", "PPPPPPPP", "\u{2656} \u{2658} \u{2657}"] {
            assert!(!shown.contains(start), "{shown}");
        }
    }
    let (lines, code) = checked("circe.inp", circe, &[]);
    assert_eq!(code, Some(0), "{lines:?}");
}
