//! A program with input on its standard input.

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::thread;

/// Runs `command` with `input` on stdin and collects the streams that are pipes.
pub fn fed(command: &mut Command, input: impl AsRef<[u8]>) -> Output {
    let mut child = command.stdin(Stdio::piped()).spawn().expect("a program");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.as_ref();
    // Both pipes may be full at once.
    thread::scope(|scope| {
        scope.spawn(move || {
            // A program that ends early closes the pipe.
            let _ = stdin.write_all(input);
        });
        child.wait_with_output().expect("an end")
    })
}
