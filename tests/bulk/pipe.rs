//! Pipes: answers are written as soon as possible, and a reader that has enough ends the run
//! quietly.

#[cfg(target_os = "linux")]
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::bulk::{Scratch, ended, fed, signal, solver, text, until};
use crate::support::programs::called;

#[test]
fn a_line_is_answered_before_the_next_is_written() {
    let mut child = solver(&["-j", "8"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for i in 0..200 {
        writeln!(stdin, "# line {i}").unwrap();
        let mut answer = String::new();
        stdout.read_line(&mut answer).unwrap();
        assert_eq!(answer, format!("# line {i}\n"));
    }
    drop(stdin);
    assert_eq!(ended(&mut child).code(), Some(0));
}

#[test]
fn a_closed_pipe_is_a_quiet_end() {
    let mut child = solver(&["-j", "2"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    writeln!(stdin, "# first").unwrap();
    let mut answer = String::new();
    stdout.read_line(&mut answer).unwrap();
    drop(stdout);
    // Endless input: only the closed pipe can end this.
    while stdin.write_all(b"# more\n").is_ok() {}
    assert_eq!(ended(&mut child).code(), Some(0));
    let mut stderr = String::new();
    child.stderr.unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!(stderr, "");
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_is_closed_takes_no_answers() {
    let scratch = Scratch::new();
    let line = "7k/8/6K1/8/8/8/8/R7 w - - dm 1;";
    fs::write(scratch.0.join("a.epd"), line).unwrap();
    let run = |command: &str, redirected: &str| {
        let script = format!(
            "exec {} {command} {redirected}",
            env!("CARGO_BIN_EXE_solver")
        );
        let mut shell = Command::new("sh");
        shell.stdout(Stdio::piped()).stderr(Stdio::piped());
        fed(shell.args(["-c", &script]).current_dir(&scratch.0), b"")
    };
    for command in [
        "-b a.epd",
        "a.epd",
        "--format json -b a.epd",
        "check a.epd",
        "compare a.epd a.epd",
        "merge a.epd",
        "verify a.epd",
        "stats a.epd",
        "popeye -regression a.epd",
        "schema",
        "help epd",
        "--help",
        "-V",
    ] {
        let output = run(command, ">&-");
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(74), "{command}: {said}");
        assert!(
            said.contains("standard output") && said.contains("closed"),
            "{said}"
        );
        let output = run(command, ">/dev/null");
        assert_ne!(
            output.status.code(),
            Some(74),
            "{command}: {}",
            text(&output.stderr)
        );
    }
    // Nothing is written there, or to a closed stream that is not the output.
    for (command, redirected) in [("-b -o out.epd a.epd", ">&-"), ("-b a.epd", "<&- 2>&-")] {
        let output = run(command, redirected);
        assert_eq!(
            output.status.code(),
            Some(0),
            "{command}: {}",
            text(&output.stderr)
        );
    }
}

#[test]
fn empty_input_gives_empty_output() {
    let output = fed(&mut solver(&[]), b"");
    assert_eq!(text(&output.stdout), "");
    assert_eq!(output.status.code(), Some(0));
}

/// Runs a command with endless input and a reader that stalls after the first line; when the
/// command takes no more input, the reader closes the pipe, after a signal or without one. Returns
/// the exit code.
#[cfg(target_os = "linux")]
fn closed_after_a_stall(arguments: &[&str], input: &str, signalled: bool) -> Option<i32> {
    let mut child = called(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let fed = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let fed = &fed;
        scope.spawn(move || {
            while stdin.write_all(input.as_bytes()).is_ok() {
                fed.fetch_add(1, Ordering::SeqCst);
            }
        });
        stdout.read_exact(&mut [0]).unwrap();
        // If the program has read nothing in a hundred checks, it is blocked in a write to a full
        // pipe. If it is only slow, it still ends, but the test proves less.
        let (mut before, mut looks) = (0, 0);
        until("the program stalls", || {
            let now = fed.load(Ordering::SeqCst);
            looks = if now == before { looks + 1 } else { 0 };
            before = now;
            looks == 100
        });
        if signalled {
            signal(&child, "INT");
            let status = format!("/proc/{}/status", child.id());
            until("the signal is taken", || {
                let status = std::fs::read_to_string(&status).unwrap();
                let pending =
                    |line: &&str| line.starts_with("ShdPnd:") || line.starts_with("SigPnd:");
                let mut masks = status.lines().filter(pending);
                masks.all(|line| !line.ends_with('2'))
            });
        }
        drop(stdout);
        ended(&mut child).code()
    })
}

#[cfg(target_os = "linux")]
#[test]
fn a_pipe_that_closes_after_a_signal_is_the_signals_in_every_command() {
    let kriegspiel = "[Event \"x\"]\n\n1. e4 {(:)} e5 {(:)} 2. Nf3 {(:)} Nc6 {(:)} *\n\n";
    let bughouse = "[Event \"x\"]\n\n1A. e4 1B. d4 1a. e5 1b. d5 *\n\n";
    for (arguments, input) in [
        (&["-b", "-M", "1", "-j", "2"][..], "# a comment\n"),
        (&["kriegspiel", "filter", "--for", "white"], kriegspiel),
        (&["kriegspiel", "convert", "--to", "proposal"], kriegspiel),
        (&["bpgn", "format"], bughouse),
        (&["bpgn", "json"], bughouse),
    ] {
        let input = input.repeat(40);
        for (signalled, code) in [(false, 0), (true, 130)] {
            let found = closed_after_a_stall(arguments, &input, signalled);
            assert_eq!(found, Some(code), "{arguments:?}, {signalled}");
        }
    }
}
