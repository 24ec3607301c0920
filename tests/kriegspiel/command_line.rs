//! `kriegspiel` and its streams and signals.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Output, Stdio};

use crate::kriegspiel::examples::{FILTERED, UNFILTERED};
use crate::kriegspiel::feed::fed;

fn program(arguments: &[&str], input: &(impl AsRef<[u8]> + ?Sized)) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kriegspiel"));
    command
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    fed(&mut command, input)
}

/// Many games, the first of which takes longest, with faults for every command.
fn mixture() -> String {
    let mut games = String::from("[Event \"long\"]\n\n");
    for number in (1..600).step_by(2) {
        let moves = "Nf3 {(:exd3)} Nf6 {(:)}";
        games += &format!(
            "{number}. {moves} {}. Ng1 {{(:)}} Ng8 {{(:)}}\n",
            number + 1
        );
    }
    games += "*\n\n";
    for number in 0..40 {
        games += &format!("[Event \"{number}\"]\n{FILTERED}\n[Event \"{number}\"]\n{UNFILTERED}\n");
        games += "[Event \"broken\"]\n1. e5 {(:)} *\n[Event \"none\"]\n1. e4 {(:)} (*\n";
        games += "[Event \"spelt\"]\n1. e2e4 {(:) best} $1 e5 {(:0} *\n";
    }
    games
}

#[test]
fn workers_change_neither_the_bytes_nor_the_order_of_the_messages() {
    let games = mixture();
    let mut said = 0;
    for arguments in [
        &["check"][..],
        &["check", "--format", "json", "no such file", "-"],
        &["filter", "--for", "white", "--comments", "keep"],
        &["filter", "--for", "no", "no such file", "-"],
        &["convert", "--to", "proposal"],
        &["convert", "--to", "v0.9"],
    ] {
        let [one, several @ ..] = ["1", "2", "7"].map(|workers| {
            // Both streams in one, as on a terminal.
            let (mut both, writer) = std::io::pipe().expect("a pipe");
            let mut command = Command::new(env!("CARGO_BIN_EXE_kriegspiel"));
            command.args(arguments).args(["-j", workers]);
            command.stdout(writer.try_clone().expect("an end"));
            command.stderr(writer).stdin(Stdio::piped());
            let mut child = command.spawn().expect("a program");
            // The command's own ends of the pipe.
            drop(command);
            let mut stdin = child.stdin.take().expect("a pipe");
            let games = games.clone();
            let fed = std::thread::spawn(move || stdin.write_all(games.as_bytes()));
            let mut text = String::new();
            both.read_to_string(&mut text).expect("text");
            fed.join().expect("no panic").expect("all is read");
            (child.wait().expect("an end").code(), text)
        });
        assert!(one.1.lines().count() > 100, "{arguments:?}: {}", one.1);
        said += one
            .1
            .lines()
            .filter(|line| line.contains("left out"))
            .count();
        for other in several {
            assert_eq!(one, other, "{arguments:?}");
        }
    }
    assert!(said > 100, "{said} messages");
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_ends_it_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_kriegspiel"))
        .args(["filter", "--for", "white"])
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
    let commands: [&[&str]; 4] = [
        &["check"],
        &["filter", "--for", "no"],
        &["convert", "--to", "proposal"],
        &["solve", "-j", "2"],
    ];
    for command in commands {
        let mut child = Command::new(env!("CARGO_BIN_EXE_kriegspiel"))
            .args(command)
            .args(["no such file", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a program");
        // It reports the first file: now it waits for the second.
        let mut stderr = BufReader::new(child.stderr.take().expect("a pipe"));
        let mut complaint = String::new();
        stderr.read_line(&mut complaint).expect("a line");
        assert!(
            complaint.starts_with("kriegspiel: no such file: "),
            "{complaint}"
        );
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
    let mut child = Command::new(env!("CARGO_BIN_EXE_kriegspiel"))
        .args(["solve", "-j", "1", "--format", "json"])
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
    // The second file may not have been begun.
    assert!(
        lines[1].is_empty() || lines[1].contains("\"reason\":\"stopped\""),
        "{lines:?}"
    );
    drop(stdin);
}

#[test]
fn messages_hold_no_control_bytes_and_tokens_are_cut() {
    let long = "Q".repeat(1_000_000);
    let blanks = "a b ".repeat(100_000);
    let records = [
        "1. \u{1b}[2J {(:)} *\n".to_owned(),
        "1. e4 {(\u{1b}[2J:)} *\n".to_owned(),
        "1. e4 {(:\u{1b}[2J)} *\n".to_owned(),
        "[Filtered \"\u{1b}[2J\"]\n\n1. e4 {(:)} *\n".to_owned(),
        "[Filtered \"white\"]\n\n1. \u{1b}[2J {(:)} *\n".to_owned(),
        "[FEN \"\u{1b}[2J\"]\n\n1. e4 {(:)} *\n".to_owned(),
        "[depth \"\u{1b}[2J\"]\n[Filtered \"white\"]\n\n*\n".to_owned(),
        format!("1. {long} {{(:)}} *\n"),
        format!("1. e4 {{(:{long})}} *\n"),
        format!("1. e4 {{(:{blanks})}} *\n"),
        format!("1. e4 {{(C{long}:)}} *\n"),
        format!("1. e4 {{(K::C{long})}} *\n"),
        format!("[Filtered \"white\"]\n\n1. {long} {{(:)}} *\n"),
        format!("[Filtered \"white\"]\n\n1. e4 {{(C{long}:)}} *\n"),
        format!("[Filtered \"white\"]\n\n1. e4 {{(:{blanks})}} ?? {{(C{long}:0)}} *\n"),
        format!("[Filtered \"white\"]\n\n1. e4 {{(:)}} {long} {{(:)}} *\n"),
    ];
    for record in records {
        for arguments in [
            &["check"][..],
            &["filter", "--for", "white"],
            &["convert", "--to", "proposal"],
            &["convert", "--to", "v0.9"],
            &["solve"],
        ] {
            let output = program(arguments, &record);
            let mut told = String::from_utf8(output.stderr).expect("UTF-8");
            if arguments == ["check"] {
                told.push_str(std::str::from_utf8(&output.stdout).expect("UTF-8"));
            }
            let head: String = record.chars().take(60).collect();
            assert!(
                !told.contains(|c: char| c.is_control() && c != '\n'),
                "{arguments:?} {head:?}: {told:?}"
            );
            let longest = told.lines().map(|line| line.chars().count()).max();
            assert!(longest < Some(250), "{arguments:?} {head:?}: {longest:?}");
        }
    }
}
