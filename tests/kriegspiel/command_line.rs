//! `solver kriegspiel` as a program among others.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Output, Stdio};

use crate::examples::{FILTERED, UNFILTERED};

fn solver(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_solver"))
        .arg("kriegspiel")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a program");
    // A program that ends early closes the pipe.
    let _ = child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(input.as_bytes());
    child.wait_with_output().expect("an end")
}

fn shown(output: &Output) -> String {
    format!(
        "{}-- stderr\n{}-- exit {}\n",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
        output.status.code().expect("a code"),
    )
}

#[test]
fn check_says_what_is_wrong_and_with_how_many() {
    insta::assert_snapshot!(shown(&solver(
        &["check"],
        &format!("{UNFILTERED}\n{FILTERED}")
    )));
    insta::assert_snapshot!(shown(&solver(
        &["check", "--format", "json", "-"],
        UNFILTERED
    )));
    insta::assert_snapshot!(shown(&solver(&["check", "-"], FILTERED)));
    insta::assert_snapshot!(shown(&solver(&["check"], "1. e4 {(:) e5 *\n")));
}

#[test]
fn a_file_that_cannot_be_read_is_reported_and_the_rest_goes_on() {
    let output = solver(&["check", "no such file", "-"], UNFILTERED);
    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.starts_with("no such file: "), "{stderr}");
    assert!(stderr.ends_with("1 game, 9 half-moves, 1 finding, 0 notes, 1 unreadable\n"));
}

#[test]
fn filter_and_convert_leave_out_what_cannot_be_made() {
    let games = format!("{FILTERED}\n{UNFILTERED}\n[Event \"broken\"]\n1. e5 {{(:)}} *\n");
    insta::assert_snapshot!(shown(&solver(&["filter", "--for", "black"], &games)));
    insta::assert_snapshot!(shown(&solver(&["convert", "--to", "proposal"], &games)));
}

#[test]
fn the_umpire_answers_line_by_line() {
    let talk = "new 4k3/8/8/8/1p6/8/P7/R3Kb2 w Q - 0 1\ntries\ntry a2b3\ntry a2b3\ntry a2c3\ntry a2a4\n\
        try b4a3\ntry e1c1\ntry e8e7\nnew\ntry e2e4\nnew 8/8\ntry e2\nhello\n";
    insta::assert_snapshot!(shown(&solver(&["umpire"], talk)));
}

#[test]
fn usage_errors_are_told_apart() {
    for arguments in [
        &["filter"][..],
        &["filter", "--for", "red"],
        &["convert", "--to", "v1"],
        &[],
    ] {
        assert_eq!(
            solver(arguments, "").status.code(),
            Some(64),
            "{arguments:?}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_ends_it_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_solver"))
        .args(["kriegspiel", "filter", "--for", "white"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a program");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("a pipe");
    for _ in 0..200 {
        if writeln!(stdin, "{UNFILTERED}").is_err() {
            break;
        }
    }
    drop(stdin);
    assert_eq!(child.wait().expect("an end").code(), Some(0));
}

#[cfg(unix)]
fn interrupt(child: &std::process::Child) {
    let status = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(status.expect("kill").success());
}

#[cfg(unix)]
#[test]
fn a_signal_ends_who_waits_for_input_quietly() {
    let commands: [&[&str]; 5] = [
        &["check"],
        &["filter", "--for", "no"],
        &["convert", "--to", "proposal"],
        &["belief", "-j", "2"],
        &["solve", "-j", "2"],
    ];
    for command in commands {
        let mut child = Command::new(env!("CARGO_BIN_EXE_solver"))
            .arg("kriegspiel")
            .args(command)
            .args(["no such file", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a program");
        // It complains of the first file: now it waits for the second.
        let mut stderr = BufReader::new(child.stderr.take().expect("a pipe"));
        let mut complaint = String::new();
        stderr.read_line(&mut complaint).expect("a line");
        assert!(complaint.starts_with("no such file: "), "{complaint}");
        interrupt(&child);
        assert_eq!(child.wait().expect("an end").code(), Some(130));
        let mut rest = String::new();
        stderr.read_to_string(&mut rest).expect("text");
        assert_eq!(rest, "", "{command:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_long_problem_as_undecided() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_solver"))
        .args(["kriegspiel", "solve", "-j", "1", "--format", "json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a program");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin
        .write_all(b"[FEN \"7k/5Q2/6K1/8/8/8/8/8 w - - 0 1\"]\n*\n[depth \"21\"]\n*\n")
        .expect("a reader");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut lines = [String::new(), String::new()];
    stdout.read_line(&mut lines[0]).expect("a line");
    interrupt(&child);
    stdout.read_line(&mut lines[1]).expect("a line");
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    assert!(lines[0].contains("\"solved\":\"yes\""), "{lines:?}");
    // The second may not have been begun.
    assert!(
        lines[1].is_empty() || lines[1].contains("\"reason\":\"stopped\""),
        "{lines:?}"
    );
    drop(stdin);
}
