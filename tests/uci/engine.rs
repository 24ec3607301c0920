//! The real program over pipes: lines in, lines out, each awaited for a limited time.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than anything takes on a busy machine: a program that is silent for this long hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running engine. Its output is kept.
pub struct Engine {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    /// All output so far.
    pub said: Vec<String>,
}

impl Engine {
    pub fn start() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_solver"))
            .arg("uci")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the engine");
        let stdout = child.stdout.take().expect("a pipe");
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines() {
                if sender.send(line.expect("UTF-8")).is_err() {
                    return;
                }
            }
        });
        Engine {
            stdin: child.stdin.take(),
            child,
            lines,
            said: Vec::new(),
        }
    }

    /// Sends a line; an engine that has ended does not receive it.
    pub fn say(&mut self, line: impl AsRef<[u8]>) {
        let stdin = self.stdin.as_mut().expect("the input is open");
        let _ = stdin
            .write_all(line.as_ref())
            .and_then(|()| stdin.write_all(b"\n"));
    }

    /// The next line, or none if the engine has ended.
    pub fn hear(&mut self) -> Option<String> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => {
                self.said.push(line.clone());
                Some(line)
            }
            Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => None,
            Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {
                panic!(
                    "nothing was heard for {PATIENCE:?}; before:\n{}",
                    self.said.join("\n")
                )
            }
        }
    }

    /// Reads lines up to one that begins with `start`.
    pub fn hear_until(&mut self, start: &str) -> String {
        loop {
            let line = self
                .hear()
                .unwrap_or_else(|| panic!("it ended before {start}:\n{}", self.said.join("\n")));
            if line.starts_with(start) {
                return line;
            }
        }
    }

    /// Closes the input and reads the rest; returns the exit code.
    pub fn close(mut self) -> (Option<i32>, Vec<String>) {
        drop(self.stdin.take());
        while self.hear().is_some() {}
        let since = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("a status") {
                return (status.code(), std::mem::take(&mut self.said));
            }
            assert!(
                since.elapsed() < PATIENCE,
                "it closed its output and goes on"
            );
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // A test that failed leaves no search running.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
