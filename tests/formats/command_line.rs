//! Positions as arguments, and `--stip`.

use std::fs;

use crate::formats::feed::fed;
use crate::formats::{Scratch, problems, run, solver, text, written};

const MATE: &str = "7k/8/5KQ1/8/8/8/8/8";

#[test]
fn a_position_is_a_record() {
    let output = run(&["-b", &format!("{MATE} w - - #1")]);
    assert!(text(&output.stdout).contains("Stip") || text(&output.stdout).contains("bm Qg7#"));
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    let readable = run(&[&format!("{MATE} w - - #1")]);
    assert!(text(&readable.stdout).contains("1.Qg7#!"), "{readable:?}");
    let epd = run(&["-b", &format!("{MATE} w - - dm 1; id \"x\";")]);
    assert!(text(&epd.stdout).contains("id \"x\""), "{epd:?}");
}

#[test]
fn what_is_asked_may_be_an_argument_of_its_own() {
    let scratch = Scratch::new();
    let line = |asked: &str| format!("{MATE} w - - {asked}");
    let apart = format!("{MATE} w - -");
    let once = run(&["-b", &line("#1"), &line("h#0.5")]);
    assert_eq!(
        run(&["-b", &apart, "#1", &apart, "h#0.5"]).stdout,
        once.stdout
    );
    assert_eq!(
        run(&["-b", "--fen", &apart, "#1", &line("h#0.5")]).stdout,
        once.stdout
    );
    // A file of this name is a file; and so is a stipulation behind nothing.
    fs::write(scratch.0.join("#1"), line("h#0.5")).expect("written");
    let mut beside = solver(&["-b", &apart, "#1"]);
    let beside = beside.current_dir(&scratch.0).output().expect("it ran");
    assert_eq!(text(&beside.stdout).lines().count(), 2, "{beside:?}");
    assert_eq!(run(&["-b", "#1", &apart]).status.code(), Some(2));
}

#[test]
fn a_bare_board_is_whites_and_that_is_said() {
    for (more, board) in [("", " w - -"), (" b", " b - -"), (" h#1", " w - -")] {
        let output = run(&["-b", "-z", "1", &format!("{MATE}{more}")]);
        assert!(
            text(&output.stdout).starts_with(&format!("{MATE}{board} ")),
            "{output:?}"
        );
        assert!(
            text(&output.stderr).contains("argument 1:1:1: warning: "),
            "{output:?}"
        );
    }
}

/// One text, one meaning: as an argument, in a file and on standard input.
#[test]
fn a_stipulation_as_a_word_means_the_same_everywhere() {
    let scratch = Scratch::new();
    for asked in [
        "#1",
        "0 1 #1",
        "h#0.5",
        "-#1",
        "#1;",
        "#1; id \"x\";",
        "#2000",
        "2#",
    ] {
        let line = format!("{MATE} w - - {asked}");
        let file = written(&scratch, "asked.epd", format!("{line}\n"));
        let argument = run(&["-b", "-z", "1", &line]);
        let from_file = run(&["-b", "-z", "1", &file]);
        let typed = fed(&mut solver(&["-b", "-z", "1"]), line.as_bytes());
        assert_eq!(text(&from_file.stdout), text(&argument.stdout), "{asked}");
        assert_eq!(text(&typed.stdout), text(&argument.stdout), "{asked}");
        assert_eq!(from_file.status, argument.status, "{asked}");
        let reason = |output: &std::process::Output| {
            let told = text(&output.stderr);
            told.rsplit(": ").next().unwrap_or_default().to_owned()
        };
        assert_eq!(reason(&from_file), reason(&argument), "{asked}");
    }
}

#[test]
fn a_file_that_is_not_there_and_looks_like_a_command_is_asked_about() {
    let scratch = Scratch::new();
    let output = written(&scratch, "out", "kept\n");
    for (written, hint) in [
        ("chek", "did you mean solver check?"),
        ("verfy", "did you mean solver verify?"),
        ("solve", "without a command"),
        ("version", "--version"),
        ("stat", "did you mean solver stats?"),
    ] {
        let asked = run(&["-b", "-o", &output, written, &problems("epd")]);
        assert_eq!(asked.status.code(), Some(64), "{written}");
        assert!(text(&asked.stderr).contains(hint), "{asked:?}");
        assert_eq!(std::fs::read(&output).expect("a file"), b"kept\n");
    }
    for file in ["checks.epd", "./check", "mates", "x"] {
        let missing = run(&["-b", file]);
        assert_eq!(missing.status.code(), Some(2), "{missing:?}");
    }
    assert_eq!(
        run(&["-b", "-z", "3", "-z", "1", "-j", "1", "--jobs", "2", MATE])
            .status
            .code(),
        Some(0)
    );
}

#[test]
fn a_wrong_position_of_a_game_is_told_of_where_it_stands() {
    let scratch = Scratch::new();
    let game = "[Event \"x\"]\n[Site \"y\"]\n[FEN \"7k/8/8/8/8/8/8/8 w - -\"]\n\n*\n";
    let output = run(&["-b", &written(&scratch, "x.pgn", game)]);
    assert!(
        text(&output.stderr).contains("x.pgn:3:1: white has no king"),
        "{output:?}"
    );
}

#[test]
fn positions_and_files_stand_side_by_side() {
    let output = run(&[
        "-b",
        "-z",
        "1",
        &format!("{MATE} w - -"),
        &problems("epd"),
        &format!("{MATE} b - -"),
    ]);
    let lines = text(&output.stdout);
    assert_eq!(lines.lines().count(), 7);
    assert!(
        lines
            .lines()
            .last()
            .is_some_and(|line| line.starts_with(&format!("{MATE} b")))
    );
    let wrong = run(&["-b", "7k/8/5KQ1/8/8/8/8/9 w - -"]);
    assert!(
        text(&wrong.stderr).starts_with("argument 1:1:"),
        "{wrong:?}"
    );
    assert_eq!(wrong.status.code(), Some(2));
    let no_file = run(&["-b", "no/such/file.epd"]);
    assert!(
        text(&no_file.stderr).contains("no/such/file.epd: cannot be read"),
        "{no_file:?}"
    );
}

#[test]
fn a_stipulation_says_what_depth_and_job_cannot() {
    let half = run(&["-b", "--stip", "h#0.5", "7k/8/3Q4/8/8/5rPN/BK6/8 w - -"]);
    assert!(text(&half.stdout).contains("bm Qh6#"), "{half:?}");
    let selfmate = run(&["-b", "--stip", "s#1", &format!("{MATE} w - -")]);
    let job = run(&["-b", "-J", "selfmate", "-z", "1", &format!("{MATE} w - -")]);
    assert_eq!(text(&selfmate.stdout), text(&job.stdout));
    let position = format!("{MATE} w - -");
    let usual = text(&run(&["-b", "--no-time", &position, "#1"]).stdout).to_owned();
    for written in ["1#", "#1.0", "# 1.", "Mate in 1", "mate in one"] {
        let asked = |arguments: &[&str]| {
            let output = run(&[&["-b", "--no-time"], arguments].concat());
            assert_eq!(output.status.code(), Some(0), "{written}: {output:?}");
            text(&output.stdout).to_owned()
        };
        assert_eq!(asked(&["--stip", written, &position]), usual);
        assert_eq!(asked(&[&position, written]), usual);
        assert_eq!(asked(&[&format!("{position} {written}")]), usual);
    }
    for (wrong, hint) in [
        ("h#2 Loyd", "did you mean h#2?"),
        ("z#2", "the stipulations are #N"),
    ] {
        let output = run(&["--stip", wrong, MATE]);
        assert_eq!(output.status.code(), Some(64));
        assert!(text(&output.stderr).contains(hint), "{output:?}");
    }
    for wrong in ["z#2", "pser-#2", "#3 Loyd", "mate in x"] {
        for arguments in [
            vec![format!("{position} {wrong}")],
            vec![position.clone(), wrong.to_owned()],
        ] {
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let output = run(&[&["-b"], &arguments[..]].concat());
            assert_eq!(output.status.code(), Some(2), "{output:?}");
            let told = format!("stipulation {wrong} is not supported");
            assert!(text(&output.stderr).contains(&told), "{output:?}");
        }
    }
    for (side, told) in [
        ("black", "black is not a side to move"),
        ("x", "x is not a side to move"),
    ] {
        let output = run(&["-b", &format!("{MATE} {side} - - #1")]);
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(text(&output.stderr).contains(told), "{output:?}");
    }
    let white = run(&["-b", "--no-time", &format!("{MATE} W - - #1")]);
    assert_eq!(text(&white.stdout), usual);
    let both = run(&["--stip", "#1", "-z", "2", MATE]);
    assert_eq!(both.status.code(), Some(64));
    let hinted = run(&["-J", "h#2.5", MATE]);
    assert!(
        text(&hinted.stderr).contains("--stip 'h#2.5'"),
        "{hinted:?}"
    );
}

/// The name of a game means the same in every form, whatever its case.
#[test]
fn a_variant_is_chess_a_house_or_refused_by_name() {
    let forms = |name: &str, fen: &str| {
        [
            ("epd", format!("{fen} Variant \"{name}\"; dm 1;\n")),
            ("epd", format!("{fen} 0 1; variant {name}; dm 1;\n")),
            (
                "json",
                format!("{{\"fen\":\"{fen}\",\"stip\":\"#1\",\"variant\":\"{name}\"}}\n"),
            ),
            ("csv", format!("fen,stip,Variant\n{fen},#1,{name}\n")),
            (
                "pgn",
                format!("[Variant \"{name}\"]\n[FEN \"{fen} 0 1\"]\n[Stipulation \"#1\"]\n\n*\n"),
            ),
        ]
    };
    let answer = |(form, file): (&str, String)| {
        let output = fed(
            &mut solver(&["-b", "--no-time", "--from", form]),
            file.as_bytes(),
        );
        (
            output.status.code(),
            text(&output.stdout).to_owned(),
            text(&output.stderr).to_owned(),
        )
    };
    let fen = format!("{MATE} w - -");
    for name in ["standard", "Standard", "CHESS", "chess960", "Chess960"] {
        for file in forms(name, &fen) {
            let shown = format!("{file:?}");
            let (code, found, _) = answer(file);
            assert!(
                code == Some(0) && found.contains("dm 1;"),
                "{shown}: {found}"
            );
        }
    }
    for name in ["crazyhouse", "Crazyhouse", "CRAZYHOUSE"] {
        for file in forms(name, &format!("{MATE}[] w - -")) {
            let shown = format!("{file:?}");
            let (code, found, _) = answer(file);
            let has_rules = found.contains("dm 1;") && found.contains("Variant \"crazyhouse\";");
            assert!(code == Some(0) && has_rules, "{shown}: {found}");
        }
    }
    for name in ["atomic", "Horde", "kingOfTheHill"] {
        for file in forms(name, &fen) {
            let shown = format!("{file:?}");
            let (code, found, told) = answer(file);
            let reason = format!("variant {name} is not supported");
            let is_refused = told.contains(&reason) && found.contains("Error");
            assert!(code == Some(2) && is_refused, "{shown}: {found}{told}");
        }
    }
    for counter in ["3+3 0 1", "0 1 +0+0", "1+2 4 17"] {
        for (form, file) in [
            ("epd", format!("{fen} {counter}; dm 1;\n")),
            ("csv", format!("fen,stip\n{fen} {counter},#1\n")),
            (
                "pgn",
                format!("[FEN \"{fen} {counter}\"]\n[Stipulation \"#1\"]\n\n*\n"),
            ),
        ] {
            let (code, found, told) = answer((form, file));
            let is_refused = told.contains("variant three-check (") && found.contains("Error");
            assert!(
                code == Some(2) && is_refused,
                "{form} {counter}: {found}{told}"
            );
        }
        let given = run(&["-b", &format!("{fen} {counter}")]);
        assert!(text(&given.stderr).contains("three-check"), "{given:?}");
    }
}

/// One stipulation means the same in every form, however it is written.
#[test]
fn a_stipulation_is_the_same_in_every_form() {
    for (written, usual) in [
        ("Ser-h#2", "ser-h#2"),
        ("H#2.0", "h#2"),
        ("h# 2.", "h#2"),
        ("2h#", "h#2"),
    ] {
        let fen = "8/8/8/8/8/k1K5/8/1R6 b - -";
        let answer = |form: &str, file: String| {
            let output = fed(
                &mut solver(&["-b", "--no-time", "--from", form]),
                file.as_bytes(),
            );
            assert_eq!(
                output.status.code(),
                Some(0),
                "{form} {written}: {output:?}"
            );
            text(&output.stdout).to_owned()
        };
        let wanted = answer("epd", format!("{fen} Stip \"{usual}\";\n"));
        assert!(wanted.contains(&format!("Stip \"{usual}\";")), "{wanted}");
        for (form, file) in [
            ("epd", format!("{fen} Stip \"{written}\";\n")),
            (
                "json",
                format!("{{\"fen\":\"{fen}\",\"stip\":\"{written}\"}}\n"),
            ),
            ("csv", format!("fen,stip\n{fen},{written}\n")),
            (
                "pgn",
                format!("[FEN \"{fen} 0 1\"]\n[Stipulation \"{written}\"]\n\n*\n"),
            ),
            (
                "olv",
                format!(
                    "---\nalgebraic: {{white: [Kc3, Rb1], black: [Ka3]}}\nstipulation: \"{written}\"\n"
                ),
            ),
        ] {
            let found = answer(form, file);
            let without_counters = found.replace(" fmvn 1; hmvc 0;", "");
            assert_eq!(without_counters, wanted, "{form} {written}");
        }
        let given = run(&["-b", "--no-time", "--stip", written, fen]);
        assert_eq!(text(&given.stdout), wanted, "{written}");
        let popeye = |stip: &str| {
            let input = format!("begin pieces white Kc3 Rb1 black Ka3 stip {stip} end\n");
            text(&fed(&mut solver(&["popeye"]), input.as_bytes()).stdout).to_owned()
        };
        if !written.contains(' ') {
            assert_eq!(popeye(written), popeye(usual));
        }
    }
}
