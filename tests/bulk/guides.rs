//! Lines of play guide the search: whatever they are, the verdict stays, messages say what is wrong
//! with them, and the bytes do not depend on the workers.

use crate::bulk::{Scratch, fed, solver, text};

/// A mate in 6 that takes more nodes than the search spends before it looks at a line.
const SIX: &str = "8/3P4/8/8/8/7k/8/5K2 w - -";

/// Its solution.
const LINE: &str = "d8=Q Kg3 Qg5+ Kf3 Qe5 Kg4 Kg2 Kh4 Kf3 Kh3 Qg3";

/// Records of that position with lines of all kinds, the last without one.
fn records() -> String {
    let half = "d8=Q Kg3 Qg5+ Kf3";
    let spoilt = "d8=Q Kg3 Qd1 Kf4 Qd2+ Ke4 Qa5 Kd4 Kf2 Kc4 Qe5";
    let round = "Kf2 Kh2 Kf1 Kh3 ".repeat(2_500);
    let uci = "d7d8q h3g3 d8g5 g3f3 g5e5 f3g4 f1g2 g4h4 g2f3 h4h3 e5g3";
    let mut records = String::new();
    for line in [
        &format!("pv {LINE};"),
        &format!("pv {LINE};"),
        &format!("PV: {uci};"),
        &format!("pv {half};"),
        &format!("pv {spoilt}; pv {LINE};"),
        "pv Qh8 Kxh8;",
        "pv Ke2 Kg2 Qe4;",
        &format!("pv {round};"),
        "pv ;",
        "",
    ] {
        records.push_str(&format!("{SIX} dm 6; {line}\n"));
    }
    records
}

/// What a record says of the solution, but for its line and the nodes. With --first it depends on the
/// way how many moves are left undecided; then `Open` is left out, too.
fn verdict(record: &str, is_first: bool) -> String {
    let is_kept = |operation: &&str| {
        let name = operation.split(' ').next().unwrap_or_default();
        match name {
            "acn" | "pv" | "pm" | "PV:" => false,
            "Open" => !is_first,
            _ => true,
        }
    };
    let operations = record.splitn(5, ' ').nth(4).expect("operations");
    let kept: Vec<&str> = operations.split("; ").filter(is_kept).collect();
    kept.join("; ").trim_end_matches(';').to_owned()
}

#[test]
fn a_line_changes_no_verdict_and_the_bytes_are_the_same_for_any_workers() {
    for depth in ["6", "5", "8"] {
        for extent in [&[][..], &["--first"]] {
            let arguments = [&["-Z", depth, "-j", "1"], extent].concat();
            let output = fed(&mut solver(&arguments), records());
            let answers = text(&output.stdout);
            let is_first = !extent.is_empty();
            let verdict = |record| verdict(record, is_first);
            let verdicts: Vec<String> = answers.lines().map(verdict).collect();
            assert_eq!(verdicts.len(), 10);
            let alone = verdicts.last().expect("a record without a line");
            assert!(
                alone.contains(if depth == "5" { "Refuted 5" } else { "dm 6" }),
                "{alone}"
            );
            for verdict in &verdicts {
                assert_eq!(verdict, alone);
            }
            let arguments = [&["-Z", depth, "-j", "2"], extent].concat();
            let two = fed(&mut solver(&arguments), records());
            assert_eq!(output.stdout, two.stdout);
            assert_eq!(output.stderr, two.stderr);
            let arguments = [&["-Z", depth, "--no-lines"], extent].concat();
            let without = fed(&mut solver(&arguments), records());
            assert_eq!(text(&without.stderr), "", "no line is read");
            let verdicts: Vec<String> = text(&without.stdout).lines().map(verdict).collect();
            assert!(verdicts.iter().all(|verdict| verdict == alone));
        }
    }
}

/// Positions that take more nodes than the search spends before it looks at a line, what is asked of them,
/// and a line that holds.
const OTHERS: [[&str; 3]; 4] = [
    [
        "3Q4/8/8/8/8/6k1/8/5K2 w - -",
        "Stip \"exact-#5\"",
        "Qg5+ Kh2 Qg1+ Kh3 Qg5 Kh2 Qg4 Kh1 Qg1#",
    ],
    [
        "8/8/8/8/7p/5k1p/7P/6QK w - -",
        "Stip \"r#5\"",
        "Qd4 Ke2 Qc3 Kd1 Qb2 Ke1 Qc2 Kf1 Qg2+ hxg2#",
    ],
    [
        "8/8/8/8/7p/5k1p/7P/1Q5K w - -",
        "Stip \"semi-r#5\"",
        "Qb2 Ke4 Qc3 Kd5 Qb4 Kc6 Qc5+ Kxc5",
    ],
    [
        "8/3P4/8/8/8/7k/8/5K2 b - -",
        "dm -7",
        "Kg3 d8=Q Kf4 Qd5 Ke3 Ke1 Kf4 Kf2 Kg4 Qe5 Kh4 Kf3 Kh3 Qg3#",
    ],
];

#[test]
fn a_line_changes_no_verdict_of_exact_reflex_and_mated_play() {
    for ([position, asked, line], (depth, decided, message)) in OTHERS.into_iter().zip([
        ("5", "Dist 5", "pv has 4 plies, exact-#5 takes 9"),
        ("5", "Dist 5", "pv has 5 plies, r#5 takes 10"),
        ("5", "Refuted 5", "pv has 4 plies, semi-r#5 takes 10"),
        ("7", "ce -32753", "pv has 7 plies, -#7 takes 14"),
    ]) {
        let words: Vec<&str> = line.split(' ').collect();
        let half = words[..words.len() / 2].join(" ");
        let illegal = format!("{} Na9", words[0]);
        let round = format!("{} ", words[..2].join(" ")).repeat(5_000);
        let record = |line: &str| format!("{position} {asked}; pv {line};\n");
        let records: String = [line, &half, &illegal, &round]
            .into_iter()
            .map(record)
            .collect();
        let answers = |workers| fed(&mut solver(&["-Z", depth, "-j", workers]), &records);
        let output = answers("1");
        let two = answers("2");
        assert_eq!((&output.stdout, &output.stderr), (&two.stdout, &two.stderr));
        let without = fed(&mut solver(&["-Z", depth, "--no-lines"]), record(line));
        assert_eq!(text(&without.stderr), "", "no line is read");
        let alone = verdict(text(&without.stdout).trim_end(), false);
        assert!(alone.contains(decided), "{alone}");
        let answers = text(&output.stdout);
        assert_eq!(answers.lines().count(), 4);
        for answer in answers.lines() {
            assert_eq!(verdict(answer, false), alone);
        }
        let messages = text(&output.stderr);
        let said = |number: usize, what: &str| {
            let mut lines = messages.lines();
            lines.any(|line| line.starts_with(&format!("-:{number}:")) && line.contains(what))
        };
        assert!(said(2, message), "{messages}");
        assert!(said(3, "pv at ply 2: Na9 is not"), "{messages}");
        assert!(said(4, "pv at ply "), "{messages}");
    }
}

#[test]
fn a_line_that_ends_sooner_is_told_in_exact_play_alone() {
    let [position, asked, _] = OTHERS[0];
    let told = |asked: &str| -> String {
        let record = format!("{position} {asked}; pv Qg5+ Kh2 Qg4 Kh1 Qg1#;\n");
        text(&fed(&mut solver(&["-Z", "5", "--any"]), record).stderr)
    };
    let direct = told("dm 5");
    assert!(!direct.contains(" takes "), "{direct}");
    let exact = told(asked);
    assert!(
        exact.contains("pv has 5 plies, exact-#5 takes 9"),
        "{exact}"
    );
}

#[test]
fn messages_say_what_is_wrong_with_a_line() {
    let output = fed(&mut solver(&["-Z", "6"]), records());
    let messages = text(&output.stderr);
    for message in [
        "-:4:34: warning: pv has 4 plies, #6 takes 11",
        "-:6:34: warning: pv at ply 1: Qh8 is not a legal move",
        "-:7:34: warning: pv at ply 3: Qe4 is not a legal move",
        "-:8:34: warning: pv has 10000 plies, #6 takes 11",
    ] {
        let is_there = messages.lines().any(|line| line == message);
        assert!(is_there, "{message}\n{messages}");
    }
    for good in ["-:1:", "-:2:", "-:3:", "-:9:", "-:10:"] {
        assert!(!messages.contains(good), "{messages}");
    }
}

/// A second run may search less, as it has the first one's line: then it says why `acn` is another.
#[test]
fn a_second_run_says_why_its_nodes_are_others() {
    let nodes = |answer: &str| -> String {
        let acn = answer
            .split("; ")
            .find(|operation| operation.starts_with("acn "));
        acn.expect("nodes").to_owned()
    };
    let mut differences = 0;
    for extent in [
        &["-Z", "6"][..],
        &["-Z", "6", "--any"],
        &["-Z", "6", "--first"],
    ] {
        let first = text(&fed(&mut solver(extent), format!("{SIX} dm 6;\n")).stdout);
        let again = fed(&mut solver(extent), &first);
        let (second, messages) = (text(&again.stdout), text(&again.stderr));
        let (before, now) = (nodes(&first), nodes(&second));
        let reason = format!("{} this time", before.replace("acn ", "acn was ") + ":");
        assert_eq!(messages.contains(&reason), before != now, "{messages}");
        differences += usize::from(before != now);
        let third = fed(&mut solver(&[extent, &["--no-lines"]].concat()), &second);
        assert_eq!(nodes(&text(&third.stdout)), before);
        assert!(!text(&third.stderr).contains("acn was"));
    }
    assert!(differences > 0);
}

#[test]
fn lines_of_other_files_guide_as_well() {
    let scratch = Scratch::new();
    let record = format!("{SIX} dm 6;\n");
    let nodes = |arguments: &[&str]| -> String {
        let output = fed(
            &mut solver(&[&["-Z", "6", "--first"], arguments].concat()),
            &record,
        );
        let answer = text(&output.stdout);
        let count = answer.split("acn ").nth(1).expect("nodes");
        count.split(';').next().expect("an end").to_owned()
    };
    let own = fed(
        &mut solver(&["-Z", "6", "--first"]),
        format!("{SIX} dm 6; pv {LINE};\n"),
    );
    let own = text(&own.stdout);
    let own = own.split("acn ").nth(1).expect("nodes");
    let own = own.split(';').next().expect("an end");
    assert_ne!(nodes(&[]), own, "the line is looked at");
    let epd = scratch.file(
        "lines.epd",
        format!("nonsense\n{SIX} id \"x\"; pv {LINE};\n"),
    );
    let log = scratch.file(
        "engine.log",
        format!(
            "> position fen {SIX} 0 1\n< info depth 30 score mate 6 pv d7d8q h3g3 d8g5 g3f3 g5e5 f3g4 \
             f1g2 g4h4 g2f3 h4h3 e5g3\n< bestmove d7d8q\n"
        ),
    );
    let pgn = scratch.file(
        "game.pgn",
        format!(
            "[Event \"#6\"]\n[SetUp \"1\"]\n[FEN \"{SIX} 0 1\"]\n\n1. d8=Q Kg3 2. Qg5+ Kf3 3. Qe5 Kg4 4. Kg2 Kh4 \
             5. Kf3 Kh3 6. Qg3# *\n"
        ),
    );
    for file in [&epd, &log, &pgn] {
        assert_eq!(nodes(&["--lines", file]), own, "{file}");
    }
    let output = fed(&mut solver(&["--lines", &epd]), &record);
    assert!(text(&output.stderr).contains("1 lines of it are no lines of play"));
    let output = fed(&mut solver(&["--lines", &scratch.path("none")]), &record);
    assert_eq!(output.status.code(), Some(2));
}
