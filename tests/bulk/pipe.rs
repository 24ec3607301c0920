//! Pipes: answers are there as soon as they can be, and a reader that has enough ends the run
//! quietly.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

use crate::{ended, fed, solver, text};

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

#[test]
fn empty_input_gives_empty_output() {
    let output = fed(&mut solver(&[]), b"");
    assert_eq!(text(&output.stdout), "");
    assert_eq!(output.status.code(), Some(0));
}
