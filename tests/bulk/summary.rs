//! The file of numbers and the summary: of a run with times, of a stopped run, and of a run whose
//! reader leaves.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

use serde_json::Value;

use crate::bulk::{Scratch, ended, fed, signal, solver, suite, until};

/// A mate in 1, a refutation, a mate on the board, a line that is not a record; with comments.
const LINES: &[u8] = b"# comment\n\
    7k/8/6K1/8/8/8/Q7/8 w - - dm 1;\n\
    4k3/8/8/8/8/8/8/4K3 b - - dm 1;\n\
    R6k/8/7K/8/8/8/8/8 b - - dm 1;\n\
    nonsense\n\
    \n";

/// Far more than the test waits for.
const ENDLESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

fn numbers(path: &str) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

#[test]
fn with_times_there_are_seconds_of_wall_and_processors() {
    let scratch = Scratch::new();
    let path = scratch.path("stats");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_solver"));
    command.args(["-b", "-M", "1", "-z", "1", "--stats", &path]);
    fed(command.stdout(Stdio::null()), LINES);
    let value = numbers(&path);
    assert!(value["wall_seconds"].as_f64().unwrap() > 0.0, "{value}");
    assert_eq!(
        value.get("cpu_seconds").is_some(),
        cfg!(target_os = "linux")
    );
    assert!(value["slowest"][0]["seconds"].as_f64().is_some(), "{value}");
}

#[test]
fn a_signal_ends_a_run_with_summary_and_numbers_and_usr1_shows_them() {
    let scratch = Scratch::new();
    let path = scratch.path("stats");
    let mut child = solver(&[
        "-Z",
        "40",
        "-j",
        "2",
        "--summary",
        "always",
        "--stats",
        &path,
    ])
    .stdin(Stdio::piped())
    .spawn()
    .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    writeln!(stdin, "7k/8/6K1/8/8/8/Q7/8 w - - dm 1;\n{ENDLESS}").unwrap();
    let mut answer = String::new();
    stdout.read_line(&mut answer).unwrap();
    let value = numbers(&path);
    assert_eq!(
        (&value["end"], &value["lines"]),
        (&"running".into(), &0.into())
    );
    until("the first record is counted", || {
        signal(&child, "USR1");
        numbers(&path)["solved"]["records"] == 1
    });
    assert_eq!(numbers(&path)["end"], "running");
    signal(&child, "INT");
    assert_eq!(ended(&mut child).code(), Some(130));
    assert_eq!(numbers(&path)["end"], "stopped");
    let mut stderr = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut stderr)
        .unwrap();
    assert!(stderr.contains(" nodes; stopped\n"), "{stderr}");
    assert!(stderr.contains("\nsolved    1: #1 1\n"), "{stderr}");
}

#[test]
fn closing_the_output_still_leaves_statistics() {
    let scratch = Scratch::new();
    let path = scratch.path("stats");
    let input = scratch.file("in", suite(200_000));
    let mut child = solver(&["--stats", &path, "--summary", "auto", &input])
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert_eq!(ended(&mut child).code(), Some(0));
    assert_eq!(numbers(&path)["end"], "closed");
}
