//! `solver verify` as a program among others: what it takes for a claim, and how it ends.

mod claims;
mod running;

use std::io::Write;
use std::process::{Child, Command, Output, Stdio};

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

/// What it says to `input` on stdin.
fn said(arguments: &[&str], input: &str) -> Output {
    let mut child = verify(arguments);
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    // Both pipes may be full at once.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("an end");
    // Who is refused at once reads nothing: then the pipe is closed, and that is all.
    let _ = writer.join().expect("a thread that ends");
    output
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// The exit code and the lines before the totals.
fn found(arguments: &[&str], input: &str) -> (Option<i32>, Vec<String>) {
    let output = said(arguments, input);
    let lines = text(&output.stdout);
    let lines = lines.lines().take_while(|line| line.starts_with("-:"));
    (output.status.code(), lines.map(str::to_owned).collect())
}
