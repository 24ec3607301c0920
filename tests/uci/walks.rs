//! Along a line and back: results that were proved later in it help at its beginning, in the same
//! game and in no other.

use super::engine::Engine;

/// A mate within 13, and one line of it.
const BEGINNING: &str = "8/8/8/3P4/8/7k/8/5K2 w - - 0 1";
const LINE: &str = "d5d6 h3h4 d6d7 h4h5 d7d8q h5g6 d8f8 g6h7 f8f6 h7g8 f1e1 g8h7 e1e2 h7g8 f6e7 g8h8 \
                    e2d3 h8g8 d3d4 g8h8 d4e5 h8g8 e5f6 g8h8 e7g7";
const MOVES: usize = 13;

/// Too few nodes for the beginning, enough for every other position of the line, and enough for the
/// beginning once these are known.
const FEW: u32 = 15_000;

/// Enough for the beginning.
const ENOUGH: u32 = 100_000;

/// Whether a mate within the rest of the line is found after its first moves.
fn is_found(engine: &mut Engine, played: usize, nodes: u32) -> bool {
    let line: Vec<&str> = LINE.split_whitespace().take(2 * played).collect();
    let heard = engine.said.len();
    engine.say(format!("position fen {BEGINNING} moves {}", line.join(" ")));
    engine.say(format!("go mate {} nodes {nodes}", MOVES - played));
    engine.hear_until("bestmove ");
    let mut said = engine.said[heard..].iter();
    said.any(|line| line.contains(" score mate "))
}

#[test]
fn walking_back_along_a_line_finds_its_beginning() {
    let mut engine = Engine::start();
    assert!(!is_found(&mut engine, 0, FEW), "the line is too easy");
    engine.say("ucinewgame");
    for played in (1..MOVES).rev() {
        assert!(is_found(&mut engine, played, FEW), "{played} moves");
    }
    assert!(is_found(&mut engine, 0, FEW));
    assert_eq!(engine.close().0, Some(0));
}

#[test]
fn another_game_knows_nothing_of_the_one_before() {
    let mut engine = Engine::start();
    for between in [
        &["ucinewgame"][..],
        &["setoption name Clear Hash"],
        &["setoption name clear hash"],
        &["position startpos"],
        &["position fen 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1 moves g5g7"],
        &[
            "setoption name Stipulation value selfmate",
            "setoption name Stipulation value mate",
        ],
        &[
            "setoption name UCI_Variant value crazyhouse",
            "setoption name UCI_Variant value chess",
        ],
        &["setoption name Hash value 32"],
    ] {
        assert!(is_found(&mut engine, 0, ENOUGH), "before {between:?}");
        for line in between {
            engine.say(line);
        }
        assert!(!is_found(&mut engine, 0, FEW), "{between:?}");
    }
    // State of the game is kept.
    assert!(is_found(&mut engine, 0, ENOUGH));
    for between in [
        "setoption name MultiPV value 1",
        "position fen 8/8/8/3P4/8/7k/8/5K2 w - - 7 9 moves f1e1",
        "isready",
    ] {
        engine.say(between);
        assert!(is_found(&mut engine, 0, FEW), "{between}");
    }
    assert_eq!(engine.close().0, Some(0));
}
