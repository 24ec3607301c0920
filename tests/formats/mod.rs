//! Files in forms other than EPD: real collections, and answers in JSON.

use crate::support::data;
use crate::support::feed;
mod json;
mod olive;
mod popeye;
use crate::support::scratch;

use std::process::{Command, Output, Stdio};

use scratch::Scratch;

/// The program with little memory and without times; stdin is empty, its output is collected.
fn solver(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_solver"));
    command
        .args(["-M", "1", "--no-time"])
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str]) -> Output {
    solver(arguments).output().expect("a program")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

/// Writes a file and returns its path.
fn written(scratch: &Scratch, name: &str, bytes: impl AsRef<[u8]>) -> String {
    let path = scratch.0.join(name);
    std::fs::write(&path, bytes).expect("a file");
    path.to_str().expect("text").to_owned()
}
