//! `solver FILE` with a reader that leaves.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};

/// A run for readers with little memory and without times; stdin is empty, stdout and stderr are
/// collected.
fn solver(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_solver"));
    command
        .args(["-M", "1", "--no-time", "--ascii", "--details"])
        .args(arguments);
    piped(command)
}

fn piped(mut command: Command) -> Command {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

const RECORDS: &str = "\
# Two problems and what is none
kbK5/pp6/1P6/8/8/8/8/R7 w - - dm 2; id \"Morphy\";

8/8/8/8/8/8/8/4K3 w - - id \"no king\";
7k/8/5KQ1/8/8/8/8/8 w - - dm 1; id \"../one/\";
";

#[test]
fn a_closed_pipe_is_a_quiet_end() {
    let mut child: Child = solver(&["-j", "2"])
        .stdin(Stdio::piped())
        .spawn()
        .expect("a process");
    let mut stdin = child.stdin.take().expect("stdin");
    let mut stdout = BufReader::new(child.stdout.take().expect("stdout"));
    stdin.write_all(RECORDS.as_bytes()).expect("a pipe");
    let mut line = String::new();
    stdout.read_line(&mut line).expect("a line");
    drop(stdout);
    while stdin.write_all(b"# more\n").is_ok() {}
    assert_eq!(child.wait().expect("an end").code(), Some(0));
    let mut stderr = String::new();
    child
        .stderr
        .expect("stderr")
        .read_to_string(&mut stderr)
        .expect("text");
    let expected = "solver: -:4:1: black has no king";
    assert!(stderr.lines().all(|line| line == expected), "{stderr}");
}
