//! `solver kriegspiel play` with a reader that leaves, and stopped by a signal.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

use crate::play::named::scratch;

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_solver"));
    command
        .args(["kriegspiel", "play"])
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

#[test]
fn a_reader_that_leaves_ends_it_and_the_record_is_kept() {
    let (path, file) = scratch("left.pgn");
    let mut child = program(&["krk", "--umpire", "--position", "Kf6 Ra1", "--pgn", &file])
        .stdin(Stdio::piped())
        .spawn()
        .expect("a program");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    writeln!(stdin, "king h8").expect("it listens");
    let mut line = String::new();
    reader.read_line(&mut line).expect("an answer");
    assert!(line.starts_with("white "), "{line}");
    drop(reader);
    // The system determines whether it notices at the first or at the second line.
    for _ in 0..20 {
        if writeln!(stdin, "board").is_err() {
            break;
        }
    }
    drop(stdin);
    assert_eq!(child.wait().expect("an end").code(), Some(0));
    assert!(
        fs::read_to_string(path)
            .expect("a record")
            .contains("[SetUp \"1\"]")
    );
}

#[cfg(unix)]
#[test]
fn a_signal_ends_it_while_it_waits_and_the_record_is_kept() {
    let (path, file) = scratch("stopped.pgn");
    let mut child = program(&["krk", "--umpire", "--position", "Kf6 Ra1", "--pgn", &file])
        .stdin(Stdio::piped())
        .spawn()
        .expect("a program");
    let mut stdin = child.stdin.take().expect("a pipe");
    writeln!(stdin, "king h8").expect("it listens");
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    reader.read_line(&mut line).expect("an answer");
    let kill = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.expect("kill").success());
    let mut rest = String::new();
    reader.read_to_string(&mut rest).expect("UTF-8");
    assert_eq!(
        (rest.as_str(), child.wait().expect("an end").code()),
        ("", Some(130))
    );
    assert!(fs::read_to_string(path).expect("a record").ends_with("*\n"));
}
