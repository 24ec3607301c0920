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
    for (wrong, hint) in [
        ("2#", "did you mean #2?"),
        ("H#2", "did you mean h#2?"),
        ("mate in 2", "did you mean #2?"),
    ] {
        let output = run(&["--stip", wrong, MATE]);
        assert_eq!(output.status.code(), Some(64));
        assert!(text(&output.stderr).contains(hint), "{output:?}");
    }
    let both = run(&["--stip", "#1", "-z", "2", MATE]);
    assert_eq!(both.status.code(), Some(64));
    let hinted = run(&["-J", "h#2.5", MATE]);
    assert!(
        text(&hinted.stderr).contains("--stip 'h#2.5'"),
        "{hinted:?}"
    );
    let named = run(&["-b", "--stip", "#1", &format!("{MATE} w - - 2#")]);
    assert!(
        text(&named.stderr).contains("Stip \"#2\" was likely meant"),
        "{named:?}"
    );
}
