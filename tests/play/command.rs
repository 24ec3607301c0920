//! `kriegspiel play` stopped by a signal, and with a reader that leaves.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};

fn program() -> Child {
    Command::new(env!("CARGO_BIN_EXE_kriegspiel"))
        .args(["play", "krk", "--position", "Kf6 Ra1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a program")
}

#[test]
fn a_reader_that_leaves_ends_it() {
    let mut child = program();
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
}

#[cfg(unix)]
#[test]
fn a_signal_ends_it_while_it_waits_and_the_record_is_written() {
    let mut child = program();
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
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    assert!(
        rest.starts_with("\n[Event \"kriegspiel play\"]\n") && rest.ends_with("*\n"),
        "{rest}"
    );
}
