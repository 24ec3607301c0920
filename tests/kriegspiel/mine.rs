//! `solver kriegspiel mine`: problems made from games are solved again by `solve`.

use std::process::{Command, Stdio};

use crate::support::feed::fed;

/// Mate in two is certain after any first move of Black.
const GAME: &str = include_str!("examples/rook.pgn");

fn run(arguments: &[&str], text: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_solver"));
    command
        .arg("kriegspiel")
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let output = fed(&mut command, text.as_bytes());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn tags<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!("[{name} ");
    text.lines()
        .filter(|line| line.starts_with(&start))
        .collect()
}

#[test]
fn each_moment_is_a_problem_once_and_solve_agrees() {
    let twice = format!("{GAME}\n{GAME}");
    let mined = run(&["mine", "--depth", "3"], &twice);
    assert_eq!(
        tags(&mined, "Filtered"),
        ["[Filtered \"white\"]"],
        "{mined}"
    );
    assert_eq!(tags(&mined, "depth"), ["[depth \"3\"]"]);
    assert_eq!(tags(&mined, "Positions"), ["[Positions \"3\"]"]);
    // Halved once, only one first try, which is quiet, a second move, another try.
    assert_eq!(tags(&mined, "Grade"), ["[Grade \"11\"]"]);
    assert!(mined.ends_with("1... ?? {(:0)}\n*\n\n"), "{mined}");
    let solved = run(&["solve", "--keys"], &mined);
    assert_eq!(tags(&solved, "Solved"), ["[Solved \"yes\"]"]);
    assert_eq!(tags(&solved, "Keys"), tags(&mined, "Keys"));
}

#[test]
fn known_positions_are_problems_if_that_is_wanted() {
    let mined = run(&["mine", "--least", "1"], GAME);
    assert_eq!(tags(&mined, "depth"), ["[depth \"1\"]"], "{mined}");
    assert_eq!(tags(&mined, "Keys"), ["[Keys \"Re8\"]"]);
    assert_eq!(run(&["mine"], GAME), "");
}
