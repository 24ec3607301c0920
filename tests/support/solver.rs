//! The program as a user runs it.

use std::process::{Command, Stdio};

/// The program with nothing on stdin; its output is collected.
pub fn solver(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_solver"));
    command
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}
