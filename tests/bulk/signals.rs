//! Ctrl-C and TERM: once for an orderly end, twice for an end at once.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

use crate::{Scratch, ended, signal, solver, text, until};

#[test]
fn one_signal_ends_a_run_that_waits_for_input() {
    for name in ["INT", "TERM"] {
        let mut child = solver(&["-j", "2"]).stdin(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        writeln!(stdin, "# first").unwrap();
        let mut answer = String::new();
        stdout.read_line(&mut answer).unwrap();
        signal(&child, name);
        assert_eq!(ended(&mut child).code(), Some(130), "{name}");
        drop(stdin);
    }
}

#[test]
fn one_signal_ends_a_resume_that_waits_for_input_and_leaves_the_file_alone() {
    let scratch = Scratch::new();
    let path = scratch.file("out", b"# 1\n# 2\n# torn");
    let mut child = solver(&["-o", &path, "--resume"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // More than a pipe holds, so that the program must have begun to read when this ends.
    let mut comment = b"# 1\n# 2".to_vec();
    comment.resize(1 << 20, b' ');
    comment.extend_from_slice(b"no line feed");
    stdin.write_all(&comment).unwrap();
    signal(&child, "INT");
    assert_eq!(ended(&mut child).code(), Some(130));
    assert_eq!(text(&fs::read(&path).unwrap()), "# 1\n# 2\n# torn");
}

#[test]
fn what_was_answered_before_the_signal_is_written_whole() {
    let scratch = Scratch::new();
    let path = scratch.path("out");
    let mut child = solver(&["-j", "8", "-o", &path])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        let mut written = 0;
        while writeln!(stdin, "# line {written}").is_ok() {
            written += 1;
        }
    });
    until("a part is written", || {
        fs::metadata(&path).is_ok_and(|data| data.len() > 100_000)
    });
    signal(&child, "TERM");
    assert_eq!(ended(&mut child).code(), Some(130));
    writer.join().unwrap();
    let written = text(&fs::read(&path).unwrap());
    assert!(written.ends_with('\n'));
    for (i, line) in written.lines().enumerate() {
        assert_eq!(line, format!("# line {i}"));
    }
}

#[test]
fn a_job_under_way_is_ended_and_says_so() {
    // Far more than anybody waits for.
    let job = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let mut child = solver(&["-Z", "40", "-j", "2"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    writeln!(stdin, "# first\n{job}").unwrap();
    let mut answer = String::new();
    stdout.read_line(&mut answer).unwrap();
    signal(&child, "INT");
    assert_eq!(ended(&mut child).code(), Some(130));
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).unwrap();
    // The signal may come before the job was begun: then there is no record of it.
    assert!(rest.lines().count() <= 1, "{rest}");
    let passed_through = rest.trim_end() == job;
    assert!(rest.is_empty() || passed_through || rest.contains("Limit \"stopped\";"));
}

#[test]
fn a_second_signal_ends_even_a_run_that_cannot_write() {
    // Nobody reads the output: the program sits in the middle of a write, which no flag can end.
    let mut child = solver(&[]).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut comment = vec![b'#'; 4 << 20];
    comment.push(b'\n');
    stdin.write_all(&comment).unwrap();
    let mut status = None;
    until("the second signal ends the program", || {
        // Two signals at once may come as one.
        signal(&child, "INT");
        status = child.try_wait().unwrap();
        status.is_some()
    });
    assert_eq!(status.unwrap().code(), Some(130));
}
