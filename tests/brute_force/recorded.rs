//! Series, helpself and helpreflex play against the output of Popeye 4.104, if its records are next
//! to the project: every line of every length.
//!
//! Popeye omits five of the 22 lines of one record (`ser-h#4`): each of them ends in the position
//! of a line that it prints, by the same last moves. They are legal and mate, so they are solutions
//! by every definition of the literature; this record is named here and tested separately.

use std::collections::BTreeSet;

use keymove::epd::Epd;
use keymove::solve::{Lines, Outcome, PlayKind, Problem, Stipulation, Tables, Wanted};
use serde_json::Value;
use shakmaty::{CastlingMode, Move};

use crate::brute_force::data;
use crate::brute_force::judge::Judge;
use crate::brute_force::{answer, problem};

/// The record of which Popeye omits lines, and the number of all its lines.
const INCOMPLETE: (&str, usize) = ("4K3/6bk/5Q2/8/8/8/8/8 b - -", 22);

/// A line of Popeye as its moves in UCI.
fn line(text: &str) -> String {
    let moves = text.split(['.', ' ']).filter_map(|word| {
        let word = word.trim_start_matches(['K', 'Q', 'R', 'B', 'S']);
        let squares: String = word.chars().filter(|c| !matches!(c, '-' | '*')).collect();
        let (squares, promoted) = match squares.split_once('=') {
            Some((squares, promoted)) => (squares.to_owned(), promoted.to_lowercase()),
            None => (squares, String::new()),
        };
        (squares.len() == 4).then(|| squares + &promoted.replace('s', "n"))
    });
    moves.collect::<Vec<_>>().join(" ")
}

fn uci(line: &[Move]) -> String {
    let uci = |m: &Move| m.to_uci(CastlingMode::Standard).to_string();
    line.iter().map(uci).collect::<Vec<_>>().join(" ")
}

#[test]
fn popeye_prints_the_lines_that_are_found() {
    let Some(folder) = data::folder("stipulations") else {
        return;
    };
    let text =
        std::fs::read_to_string(folder.join("popeye-open.jsonl")).expect("the file is there");
    let mut tables = Tables::new(16);
    let (mut judged, mut solved) = (0, 0);
    for record in text.lines() {
        let record: Value = serde_json::from_str(record).expect("an object a line");
        let field = |name: &str| record[name].as_str().expect("a string").to_owned();
        let (fen, stip, printed) = (field("fen"), field("stip"), field("popeye"));
        let stipulation: Stipulation = stip.parse().expect("a stipulation");
        let kind = stipulation.kind;
        let is_ours =
            kind.is_series() || matches!(kind.play, PlayKind::HelpSelf | PlayKind::HelpReflex);
        if !is_ours {
            continue;
        }
        let epd = Epd::from_ascii(fen.as_bytes()).expect("a record");
        let problem = Problem {
            stipulation,
            wanted: Wanted {
                tree: true,
                ..Wanted::default()
            },
            ..problem(epd.position(), kind, 1)
        };
        // A solution must not have a forced mate (`?!?`).
        let printed: BTreeSet<String> = printed
            .lines()
            .filter(|text| !text.contains("?!?"))
            .map(line)
            .collect();
        let found: BTreeSet<String> = match answer(&problem, &mut tables) {
            Outcome::Helped(help) => {
                let of_length = |lines: &Lines| {
                    assert_eq!(lines.count, Some(lines.lines.len() as u64), "{fen} {stip}");
                    lines.lines.iter().map(|line| uci(line)).collect::<Vec<_>>()
                };
                help.solutions.iter().flat_map(of_length).collect()
            }
            _ => BTreeSet::new(),
        };
        if fen == INCOMPLETE.0 {
            assert!(printed.is_subset(&found), "{fen} {stip}");
            assert_eq!(found.len(), INCOMPLETE.1, "{fen} {stip}");
            let exhausted: u64 = (1..=stipulation.length.moves())
                .map(|n| {
                    let length = keymove::solve::Length::of_moves(n);
                    Judge::default().count(kind, epd.position(), length.half_moves())
                })
                .sum();
            assert_eq!(exhausted, INCOMPLETE.1 as u64, "{fen} {stip}");
        } else {
            assert_eq!(found, printed, "{fen} {stip}");
        }
        judged += 1;
        solved += usize::from(!found.is_empty());
    }
    eprintln!("{judged} records, {solved} with solutions");
    assert!(
        judged >= 200 && solved >= 100,
        "{judged} records, {solved} with solutions"
    );
}
