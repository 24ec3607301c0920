//! Records that are small enough to be worked out by hand.

use std::process::{Command, Stdio};

use crate::support::feed::fed;
use keymove_kriegspiel::belief::Belief;
use keymove_kriegspiel::belief::history::follow;
use keymove_kriegspiel::notation::Game;
use keymove_kriegspiel::notation::read::Games;

/// The filtered example of the notation 0.9: a problem.
pub const SEED: &str = include_str!("seed.pgn");

pub fn game(text: &str) -> Game {
    let mut games = Games::new(text.as_bytes());
    games.next().expect("a game").expect("PGN").game
}

/// The size of the belief at the end, or the error.
pub fn end(text: &str) -> Result<usize, String> {
    follow(&game(text), 100_000, || false, |_| {})
        .map(|history| history.belief.expect("a belief").len())
        .map_err(|finding| finding.to_string())
}

/// The answer's tag and comment.
pub fn answer(text: &str) -> String {
    let written = solved(text);
    // An answer is also a problem, and has the same answer.
    assert_eq!(solved(&written), written);
    written
}

fn solved(text: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_kriegspiel"));
    command
        .args(["solve", "--keys", "--list", "--positions", "100000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let output = fed(&mut command, text.as_bytes());
    let messages = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{messages}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn the_example_of_the_notation_is_solved() {
    let mut sizes = Vec::new();
    let count = |belief: &Belief| sizes.push(belief.len());
    follow(&game(SEED), 100_000, || false, count).expect("a history");
    assert_eq!(sizes, [1, 1, 20, 19, 3, 1, 1, 1, 1]);
    let answer = answer(SEED);
    assert!(
        answer.contains("[Solved \"yes\"]\n[Keys \"Bh5\"]\n"),
        "{answer}"
    );
    assert!(answer.contains("\nBxh5#  1 position\n"), "{answer}");
}

#[test]
fn announcements_rule_positions_out() {
    let start = "[SetUp \"1\"]\n[FEN \"k7/8/1K6/8/8/8/8/7R b - - 0 1\"]\n[Filtered \"white\"]\n";
    // The king can only go to b8.
    assert_eq!(end(&format!("{start}?? {{(:0)}}")), Ok(1));
    // That move gives no check and takes nothing.
    let wrong = end(&format!("{start}?? {{(Xh1:0)}}")).expect_err("no king takes there");
    assert!(
        wrong.ends_with("no position fits what is recorded up to here"),
        "{wrong}"
    );
    // Five squares round it, one of them legal: four tries can fail, two more would be nonsense.
    assert_eq!(end(&format!("{start}?? {{(:2)}}")), Ok(1));
    assert!(end(&format!("{start}?? {{(:3)}}")).is_err());
    // A sign after the own move announces mate: Rh8 mates, Rh7 does not.
    let mate = format!("{start}?? {{(:0)}} Rh8# {{(CR:)}} 1-0");
    assert_eq!(end(&mate), Ok(1));
    assert!(end(&format!("{start}?? {{(:0)}} Rh7# {{(:)}} 1-0")).is_err());
    // Without the sign the game would continue.
    assert!(end(&format!("{start}?? {{(:0)}} Rh8+ {{(CR:)}} *")).is_err());
}

#[test]
fn the_result_rules_ends_out() {
    // Both rooks give check on the first rank: the bishop takes one of them, the other one mates.
    let check = "[SetUp \"1\"]\n[FEN \"3rr3/7k/8/8/8/1B6/6PP/7K b - - 0 1\"]\n[Filtered \"white\"]\n?? {(CR:0)}";
    assert_eq!(end(&format!("{check} *")), Ok(1));
    assert_eq!(end(&format!("{check} 0-1")), Ok(2));
    assert_eq!(end(&format!("{check} 1-0")), Ok(1));
    assert_eq!(end(&format!("{check} 1/2-1/2")), Ok(1));
    // One move of the queen is stalemate.
    let quiet =
        "[SetUp \"1\"]\n[FEN \"7k/8/8/6Q1/8/8/8/K7 w - - 0 1\"]\n[Filtered \"black\"]\n?? {(:0)}";
    let going_on = end(&format!("{quiet} *")).expect("positions");
    assert_eq!(end(&format!("{quiet} 1-0")), Ok(going_on));
    assert_eq!(end(&format!("{quiet} 1/2-1/2")), Ok(going_on + 1));
}

#[test]
fn an_umpires_record_is_refused() {
    let refused = end("[Filtered \"no\"]\n1. e4 {(:)} *").expect_err("everything is seen");
    assert!(
        refused.contains("filter it for a player first"),
        "{refused}"
    );
}

#[test]
fn without_a_certain_mate_positions_are_left() {
    // After Kh8 the rook mates on the last rank; after Kf8 it is taken there; after a pawn's move
    // the king escapes.
    let problem = "[SetUp \"1\"]\n[FEN \"6k1/5ppp/8/8/8/8/8/K3R3 b - - 0 1\"]\n[Filtered \"white\"]\n\
        [depth \"1\"]\n\n?? {(:0)} *\n";
    let answer = answer(problem);
    assert!(answer.contains("[Solved \"no\"]"), "{answer}");
    assert!(
        answer.contains("depth 1, 8 positions, 8 left, 1 could be won"),
        "{answer}"
    );
    assert!(
        answer.contains("\n5k2/5ppp/8/8/8/8/8/K3R3 w - - 0 1\n"),
        "{answer}"
    );
}

#[test]
fn an_ending_that_counts_as_mate() {
    let problem = |tags: &str| {
        format!("[SetUp \"1\"]\n[FEN \"8/8/8/4k3/8/8/4K3/1Q6 w - - 0 1\"]\n{tags}\n*\n")
    };
    let plain = answer(&problem("[depth \"1\"]"));
    assert!(plain.contains("[Solved \"no\"]"), "{plain}");
    let forced = answer(&problem("[depth \"1\"]\n[forced \"T\"]"));
    assert!(forced.contains("[Solved \"yes\"]"), "{forced}");
    assert!(forced.contains(": a won ending\n"), "{forced}");
    let epsilon = answer(&problem("[depth \"1\"]\n[epsilon \"T\"]"));
    assert!(epsilon.contains("[Solved \"no\"]"), "{epsilon}");
}
