//! `solver verify` ended by a signal.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// `solver verify` with pipes on all streams.
fn verify(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_solver"))
        .arg("verify")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a program")
}

const GOOD: &str = "7k/8/8/4K3/8/8/6Q1/8 w - - bm Kf6; dm 2; id \"good\"; pv Kf6 Kh7 Qg7#;";
const BAD: &str = "7k/8/8/4K3/8/8/6Q1/8 w - - bm Qg3; dm 2; id \"bad\";";

fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    let status = Command::new("kill").args(["-s", name, &id]).status();
    assert!(status.expect("sent").success());
}

#[test]
fn a_signal_ends_it_with_the_totals_of_the_judged_records() {
    let mut child = verify(&["-j", "2"]);
    let mut stdin = child.stdin.take().expect("a pipe");
    writeln!(stdin, "{GOOD}\n{BAD}").expect("written");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    stdout.read_line(&mut line).expect("read");
    assert_eq!(line, "-:2: keys: Qg3 does not win within 2\n");
    // It waits for more.
    signal(&child, "INT");
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    drop(stdin);
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).expect("read");
    assert!(rest.starts_with("2 records, "), "{rest}");
}

#[test]
fn a_signal_ends_a_claim_that_takes_for_ever() {
    let mut child = verify(&["-j", "1", "--effort", "1000000000000"]);
    let mut stdin = child.stdin.take().expect("a pipe");
    let forever = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - Refuted 12; Stip \"#12\";";
    writeln!(stdin, "{BAD}\n{forever}").expect("written");
    drop(stdin);
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    stdout.read_line(&mut String::new()).expect("read");
    std::thread::sleep(Duration::from_millis(300));
    let start = Instant::now();
    signal(&child, "TERM");
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    assert!(start.elapsed() < Duration::from_secs(5));
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).expect("read");
    assert!(
        rest.starts_with("1 record, "),
        "what was cut short is not counted: {rest}"
    );
}

#[test]
fn a_signal_ends_it_before_there_is_anything_to_read() {
    let mut child = verify(&[]);
    let stdin = child.stdin.take().expect("a pipe");
    // Before it catches signals, one signal ends it.
    std::thread::sleep(Duration::from_millis(500));
    signal(&child, "INT");
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    drop(stdin);
}
