//! `bpgn` as a program that reads input and is stopped.

use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};

use crate::bpgn::feed::fed;
use crate::bpgn::seed::GNEJS;
use crate::bpgn::show;

pub fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bpgn"));
    command
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    fed(&mut command, input)
}

/// A signal ends the program quietly: at once while it waits for input, otherwise after the game. A
/// page is completed.
#[cfg(unix)]
#[test]
fn a_signal_ends_the_run() {
    for (action, signal, waits) in [
        ("format", "-INT", true),
        ("format", "-TERM", true),
        ("format", "-INT", false),
        ("format", "-TERM", false),
        ("html", "-TERM", true),
        ("html", "-TERM", false),
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bpgn"))
            .args([action])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("started");
        let mut stdin = child.stdin.take().expect("a pipe");
        let feeder = std::thread::spawn(move || {
            // Endless input: the pipe breaks when the program has ended, perhaps before this.
            let games = [GNEJS, "\n"].concat().repeat(100);
            while stdin.write_all(games.as_bytes()).is_ok() && !waits {}
            stdin
        });
        let mut stdout = child.stdout.take().expect("a pipe");
        let mut first = [0; 1];
        stdout
            .read_exact(&mut first)
            .expect("the signals are caught by now");
        let id = child.id().to_string();
        let sent = Command::new("kill").args([signal, &id]).status();
        assert!(sent.is_ok_and(|status| status.success()));
        let mut rest = Vec::new();
        stdout.read_to_end(&mut rest).expect("read");
        let output = child.wait_with_output().expect("ended");
        assert_eq!(
            (output.status.code(), show(&output.stderr)),
            (Some(130), String::new())
        );
        if action == "html" {
            let page = show(&rest);
            assert!(page.contains("The run was stopped"), "waits: {waits}");
            assert!(page.ends_with("</html>\n"), "waits: {waits}");
        }
        let _stdin = feeder.join().expect("fed");
    }
}
