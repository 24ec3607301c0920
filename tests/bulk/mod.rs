//! The promises of `solver -b` towards other programs, one file each.

mod command_line;
mod disk;
use crate::support::feed;
mod lines;
mod pipe;
mod processor;
mod resume;
mod roles;
use crate::support::scratch;
mod signals;
mod summary;

use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::support::waiting::waits_for_a_pipe;
use feed::fed;
use scratch::Scratch;

/// After this time a process counts as hung.
const DEADLOCK: Duration = Duration::from_secs(60);

/// The bulk run with little memory; stdin is empty, stdout and stderr are collected. It has no
/// times and, unless the arguments say otherwise, depth 1: it is fast and its bytes are always the
/// same.
fn solver(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_solver"));
    command.args(["-b", "-M", "1", "--no-time"]);
    if !arguments.contains(&"-Z") {
        command.args(["-Z", "1"]);
    }
    command
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Waits for the end of `child`.
fn ended(child: &mut Child) -> ExitStatus {
    let mut status = None;
    until("the program ends", || {
        status = child.try_wait().unwrap();
        status.is_some()
    });
    status.unwrap()
}

/// Waits until `condition` holds.
fn until(what: &str, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < DEADLOCK, "waited in vain until {what}");
        thread::sleep(Duration::from_millis(2));
    }
}

/// Sends a signal by its name.
fn signal(child: &Child, name: &str) {
    let status = Command::new("kill")
        .args(["-s", name, &child.id().to_string()])
        .status()
        .unwrap();
    assert!(status.success());
}

/// `count` lines: comments, blank lines, and small positions.
fn suite(count: usize) -> Vec<u8> {
    let boards = [
        "7k/8/5KQ1/8/8/8/8/8 w - -",
        "4k3/8/8/8/8/8/8/4K3 b - -",
        "R6k/8/7K/8/8/8/8/8 b - -",
        "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1",
    ];
    let mut text = Vec::new();
    for i in 0..count {
        let line = match i % 7 {
            0 => format!("# comment {i}"),
            1 => String::new(),
            r => format!("{} id \"{i}\";", boards[r % boards.len()]),
        };
        text.extend_from_slice(line.as_bytes());
        text.push(b'\n');
    }
    text
}

/// The bytes of the first `count` lines.
fn head(text: &[u8], count: usize) -> &[u8] {
    let end = text
        .iter()
        .enumerate()
        .filter(|(_, b)| **b == b'\n')
        .map(|(at, _)| at + 1)
        .nth(count.wrapping_sub(1))
        .unwrap_or(0);
    &text[..end]
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
