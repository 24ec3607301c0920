//! Reflex, helpself, helpreflex and series play and double stalemates: the output of Popeye 4.104
//! for 348 positions, in its order, if its records are next to the project.

use serde_json::Value;

use super::{data, written};
use keymove::solve::Tables;

/// Popeye omits five of the 22 lines of this record, each of which is legal and mates
/// (`tests/brute_force/particular.rs`).
const INCOMPLETE: &str = "4K3/6bk/5Q2/8/8/8/8/8 b - -";

/// The play alone: without header, blank lines and final line.
fn play(text: &str) -> Vec<&str> {
    let lines = text.lines().map(str::trim_end);
    let is_play = |line: &&str| line.starts_with("  ") && !line.trim().is_empty();
    lines.filter(is_play).collect()
}

#[test]
fn popeyes_output_for_the_newer_stipulations_is_matched_line_by_line() {
    let Some(folder) = data::folder("stipulations") else {
        return;
    };
    let records =
        std::fs::read_to_string(folder.join("popeye-open.jsonl")).expect("the file is there");
    let mut tables = Tables::new(16);
    let (mut judged, mut solved) = (0, 0);
    for record in records.lines() {
        let record: Value = serde_json::from_str(record).expect("an object a line");
        let field = |name: &str| record[name].as_str().expect("a string").to_owned();
        let (fen, stip, printed) = (field("fen"), field("stip"), field("popeye"));
        if fen == INCOMPLETE {
            continue;
        }
        let board = fen.split(' ').next().expect("a board");
        let board = board.replace('n', "s").replace('N', "S");
        let text = written(
            &format!("BeginProblem Option NoBoard Stipulation {stip} Forsyth {board} EndProblem"),
            &mut tables,
        );
        assert_eq!(play(&text), play(&printed), "{fen} {stip}");
        judged += 1;
        solved += usize::from(!printed.is_empty());
    }
    assert!(judged >= 340 && solved >= 200, "{judged}, {solved} solved");
}
