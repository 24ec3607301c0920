//! The job of a record: each of the six rules, and the result if they disagree.

use insta::assert_snapshot;
use keymove::epd::Epd;
use keymove::job::{DEPTHS, Defaults, Job};
use keymove::solve::{Extent, Kind, Limits};

/// Mate in 1, for White.
const FIELDS: &str = "7k/8/6K1/8/8/8/Q7/8 w - -";

/// Black is mated.
const MATED: &str = "R5k1/5ppp/8/8/8/8/8/4K3 b - -";

fn select(fields: &str, operations: &str, defaults: &Defaults) -> String {
    let (epd, _) = Epd::read(format!("{fields} {operations}").as_bytes()).expect("a record");
    let before = fields.len() + 1;
    match Job::select(&epd, defaults) {
        Err(error) => format!("error at {}: {error}", error.column.saturating_sub(before)),
        Ok((job, warnings)) => {
            let asked: Vec<String> = job.asked().iter().map(ToString::to_string).collect();
            let mut text = asked.join(", then ");
            // Another test checks which side begins help play.
            for warning in warnings.iter().filter(|w| !w.text.contains("usually")) {
                text += &format!(
                    " | {}: {}",
                    warning.column.saturating_sub(before),
                    warning.text
                );
            }
            text
        }
    }
}

/// The job of a record with `operations` if the command line has no job.
fn job(operations: &str) -> String {
    select(FIELDS, operations, &Defaults::default())
}

#[test]
fn a_word_that_was_meant_as_a_stipulation_is_refused_unless_something_else_asks() {
    for word in ["z#2", "pser-h#7", "mate in x", "##2"] {
        let error = format!("error at 7: stipulation {word} is not supported");
        assert_eq!(job(&format!("id x; {word};")), error);
        // An answer keeps the words, but not the signs, which are no operation.
        let told = match word {
            "##2" => " | 7: ##2 is not an operation and was left out",
            _ => "",
        };
        assert_eq!(job(&format!("dm 2; {word};")), job("dm 2;") + told);
    }
    for operations in [
        "id \"#2\"; c0 \"mate in 2\";",
        "c3 x; v5 1; rc 3; noop;",
        "Qg7#; e8=Q; 1-0; v=179;",
    ] {
        assert_eq!(job(operations), job(""), "{operations}");
    }
}

#[test]
fn roles_exchanged_in_help_play_are_reported() {
    let warned = |turn: &str, operations: &str, duplex: bool| {
        let line = format!("7k/8/8/4K3/8/8/6Q1/8 {turn} - - {operations}");
        let defaults = Defaults {
            duplex,
            ..Defaults::default()
        };
        let (epd, _) = Epd::read(line.as_bytes()).expect("a record");
        let (_, warnings) = Job::select(&epd, &defaults).expect("a job");
        warnings.first().map(ToString::to_string)
    };
    for (turn, stip) in [
        ("w", "h#1"),
        ("w", "H=2"),
        ("w", "ser-h#3"),
        ("w", "exact-h#2"),
        ("b", "h#2.5"),
    ] {
        let warning = warned(turn, stip, false).expect(stip);
        let usual = if turn == "w" {
            ("black", "b")
        } else {
            ("white", "w")
        };
        let told = format!(
            "usually {} begins: write {} as the side to move",
            usual.0, usual.1
        );
        assert!(warning.contains(&told), "{warning}");
        assert_eq!(warned(turn, stip, true), None, "duplex");
        assert_eq!(warned(turn, &format!("{stip}; dup;"), false), None, "dup");
    }
    for (turn, stip) in [
        ("b", "h#1"),
        ("w", "h#2.5"),
        ("b", "#2"),
        ("b", "hs#2"),
        ("b", "ser-#3"),
        ("b", "ser-s#3"),
    ] {
        assert_eq!(warned(turn, stip, false), None, "{turn} {stip}");
    }
}

/// Without a number Black is mated, with `HalfDuplex` White; whoever mates begins with half a move.
#[test]
fn a_helpmate_without_a_number_begins_with_either_side() {
    let select = |turn: &str, operations: &str, duplex: bool| {
        let line = format!("7k/8/8/4K3/8/8/6Q1/8 {turn} - - Stip \"h#\"; {operations}");
        let defaults = Defaults {
            duplex,
            ..Defaults::default()
        };
        let (epd, _) = Epd::read(line.as_bytes()).expect("a record");
        Job::select(&epd, &defaults)
    };
    for (turn, operations, has_half) in [
        ("b", "", false),
        ("w", "", true),
        ("b", "HalfDuplex;", true),
        ("w", "HalfDuplex;", false),
    ] {
        let (job, warnings) = select(turn, operations, false).expect("a job");
        let asked = job.single().expect("a question").stipulation;
        assert_eq!(asked.length.has_half(), has_half, "{turn} {operations}");
        assert_eq!(asked.to_string(), "h#");
        assert_eq!(warnings, [], "{turn} {operations}");
    }
    for (operations, duplex) in [("dup;", false), ("", true)] {
        let error = select("b", operations, duplex).expect_err("a duplex");
        assert_eq!(error.to_string(), "a duplex of h# needs a number of moves");
    }
}

#[test]
fn a_string_that_swallows_an_operation_is_reported() {
    let warnings = |operations: &str| {
        let line = format!("7k/8/8/4K3/8/8/6Q1/8 w - - {operations}");
        let (_, warnings) = Epd::read(line.as_bytes()).unwrap();
        warnings.len()
    };
    for swallowed in [
        "id \"abc; Stip \"#1\";",
        "id \"abc; Stip \"#1\"; c0 \"x\";",
        "c0 \"a; b \"c;",
    ] {
        assert_eq!(warnings(swallowed), 1, "{swallowed}");
    }
    for fine in [
        "id \"a; Stip b\"; Stip \"#1\";",
        "c0 \"a\"b;",
        "c0 \"a\\\"; b\";",
        "c0 \"a;b\"c;",
    ] {
        assert_eq!(warnings(fine), 0, "{fine}");
    }
}

/// Ten thousand operations of each meaningful name: linear, otherwise it takes minutes.
#[test]
fn a_record_of_many_operations_takes_no_longer_than_its_bytes() {
    for operation in [
        "Stip \"#1\";",
        "#1;",
        "dm 1;",
        "dm 2;",
        "ce 32766;",
        "bm Qg7;",
        "pv Qg7#;",
        "id \"x\";",
        "c0 x;",
        "Error \"x\";",
        "hmvc 1;",
        "x;",
        "bm \"Qg7;",
        "id \"\\\";",
        "Refuted 1;",
        "DuplexDist 2;",
    ] {
        let time = |count: usize| {
            let line = format!("7k/8/5KQ1/8/8/8/8/8 w - - {}", operation.repeat(count));
            let start = std::time::Instant::now();
            let (epd, _) = Epd::read(line.as_bytes()).unwrap();
            let _ = Job::select(&epd, &Defaults::default());
            let _ = epd.to_bytes();
            start.elapsed()
        };
        // Ten times as many take ten times as long; on a busy machine, four times that.
        let (some, many) = (time(1_000).max(time(1_000)), time(10_000));
        assert!(
            many.as_secs() < 3 || many < 40 * some,
            "{operation}: {some:?}, {many:?}"
        );
    }
}

#[test]
fn rule_2_mated_already() {
    assert_eq!(select(MATED, "ce -32767;", &Defaults::default()), "-#1");
    assert_snapshot!(job("ce -32767;"), @"error at 1: ce says that the side to move is mated already, but it is not");
}

#[test]
fn rule_5_the_command_line() {
    let defaults = |depth, kind, mated| Defaults {
        depth,
        kind,
        mated,
        ..Defaults::default()
    };
    for (defaults, job_name) in [
        (defaults(Some(7), None, false), "#7"),
        (defaults(None, Some(Kind::MATE), false), "#5"),
        (defaults(None, None, true), "-#5"),
        (defaults(Some(2), Some(Kind::MATE), true), "-#2"),
        (defaults(Some(2), Some(Kind::HELPMATE), false), "h#2"),
        (defaults(None, Some(Kind::SELFSTALEMATE), false), "s=5"),
    ] {
        assert_eq!(select(FIELDS, "id \"x\";", &defaults), job_name);
        // The record takes precedence.
        assert_eq!(select(FIELDS, "dm 3;", &defaults), "#3");
    }
    assert_snapshot!(select(FIELDS, "", &defaults(None, Some(Kind::SELFMATE), true)), @"error at 0: only mate jobs have a mated side");
    assert_snapshot!(select(FIELDS, "", &defaults(Some(0), None, false)), @"error at 0: depth 0 is not between 1 and 1000");
    assert_snapshot!(select(FIELDS, "", &defaults(Some(u16::MAX), None, false)), @"error at 0: depth 65535 is not between 1 and 1000");
}

#[test]
fn any_solution_of_records_without_a_length_is_one_of_any_length() {
    let any = |kind, depth| Defaults {
        kind,
        depth,
        extent: Extent::Any,
        ..Defaults::default()
    };
    for (operations, kind, depth, job_name) in [
        ("", None, None, "#, then -#"),
        ("", Some(Kind::MATED), None, "-#"),
        ("", Some(Kind::SELFMATE), None, "s#5"),
        ("", None, Some(7), "#7"),
        ("dm 3;", None, None, "#3"),
    ] {
        assert_eq!(select(FIELDS, operations, &any(kind, depth)), job_name);
    }
}

#[test]
fn a_mate_longer_than_asked_does_not_contradict_a_limit() {
    let found = "Refuted 4; Stip \"#9\"; dm 12;";
    assert_eq!(job(&format!("Limit \"nodes\"; {found}")), "#9");
    assert!(job(found).contains("dm says #12, Stip says #9, which is followed"));
}

#[test]
fn a_forced_depth_replaces_the_depth_and_nothing_else() {
    let forced = |depth| Defaults {
        depth: Some(9),
        force_depth: Some(depth),
        ..Defaults::default()
    };
    for (operations, job_name) in [
        ("Stip \"h#2.5\";", "h#2"),
        ("ce -32757;", "-#2"),
        ("dm 7;", "#2"),
        ("pv Qg6 h5#;", "-#2"),
        ("", "#2"),
    ] {
        assert_eq!(select(FIELDS, operations, &forced(2)), job_name);
    }
    let both = Defaults {
        force_depth: Some(2),
        ..Defaults::default()
    };
    assert_eq!(select(FIELDS, "", &both), "#2, then -#2");
    assert_eq!(select(MATED, "ce -32767;", &both), "-#2");
    assert_snapshot!(select(FIELDS, "dm 3;", &forced(0)), @"error at 1: depth 0 is not between 1 and 1000");
    assert_snapshot!(select(FIELDS, "", &forced(1001)), @"error at 0: depth 1001 is not between 1 and 1000");
}

#[test]
fn limits_extent_and_claims_are_handed_on() {
    let (epd, _) = Epd::read(format!("{FIELDS} dm 7;").as_bytes()).expect("a record");
    let defaults = Defaults {
        extent: Extent::Any,
        limits: Limits {
            nodes: Some(7),
            time: None,
        },
        ..Defaults::default()
    };
    let claimed = |defaults: &Defaults| match Job::select(&epd, defaults) {
        Ok((job, _)) => {
            let problem = job.single().expect("one question");
            assert_eq!(problem.limits, defaults.limits);
            assert_eq!(problem.extent, defaults.extent);
            assert_eq!(problem.position, *epd.position());
            problem.claimed
        }
        other => panic!("{other:?}"),
    };
    assert!(claimed(&defaults));
    // A length within the default depth, or a forced one, is searched like a bound.
    assert!(!claimed(&Defaults {
        depth: Some(7),
        ..defaults.clone()
    }));
    assert!(!claimed(&Defaults {
        force_depth: Some(7),
        ..defaults
    }));
    assert_eq!(DEPTHS, 1..=1000);
}
