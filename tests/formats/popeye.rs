//! The keys of a real collection of Popeye's inputs.

use std::collections::BTreeSet;
use std::fs;

use keymove::Epd;
use serde_json::Value;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingSide, Move, Role};

use crate::formats::{Scratch, data, run, text, written};

/// The squares of a move and the piece that a pawn becomes, as Popeye names them.
fn squares(played: Move) -> String {
    match played {
        Move::Castle { .. } => match played.castling_side() {
            Some(CastlingSide::KingSide) => "0-0".to_owned(),
            _ => "0-0-0".to_owned(),
        },
        _ => {
            let from = played.from().expect("a square");
            let promotion = match played.promotion() {
                Some(Role::Knight) => "=S".to_owned(),
                Some(role) => format!("={}", role.upper_char()),
                None => String::new(),
            };
            format!("{from}{}{promotion}", played.to())
        }
    }
}

/// The keys in an output of Popeye: `   1.Ra1-g1 + !`.
fn stated(output: &str) -> BTreeSet<String> {
    let first_moves = output.lines().filter_map(|line| line.strip_prefix("   1."));
    first_moves
        .filter(|line| line.split_whitespace().any(|word| word == "!"))
        .map(|line| {
            let word = line.split_whitespace().next().expect("a move");
            if word.starts_with('0') {
                return word.to_owned();
            }
            let word = word.trim_start_matches(|c: char| c.is_ascii_uppercase());
            word.replace(['-', '*'], "")
        })
        .collect()
}

#[test]
fn a_real_collection_has_the_keys_that_popeye_found() {
    let Some(folder) = data::folder("popeye") else {
        return;
    };
    let collection = fs::read_to_string(folder.join("text-open.jsonl")).expect("text");
    let problems: Vec<Value> = collection
        .lines()
        .map(|line| serde_json::from_str(line).expect("an object a line"))
        .collect();
    let field = |problem: &Value, name: &str| problem[name].as_str().expect("text").to_owned();
    let scratch = Scratch::new();
    let inputs: String = problems
        .iter()
        .map(|problem| field(problem, "input"))
        .collect();
    let output = run(&["-b", &written(&scratch, "all.inp", inputs)]);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stderr), "");
    let answers = text(&output.stdout);
    assert_eq!((problems.len(), answers.lines().count()), (416, 416));
    let (mut keys, mut full) = (0, 0);
    for (problem, answer) in problems.iter().zip(answers.lines()) {
        let (epd, _) = Epd::read(answer.as_bytes()).expect("a record");
        assert!(answer.starts_with(&field(problem, "fen")), "{answer}");
        let found: BTreeSet<String> = answer
            .split_once(" bm ")
            .and_then(|(_, rest)| rest.split(';').next())
            .unwrap_or_default()
            .split_whitespace()
            .map(|san| {
                let san: SanPlus = san.parse().expect("a move");
                squares(
                    san.san
                        .to_move(epd.position().chess())
                        .expect("a legal move"),
                )
            })
            .collect();
        let stated = stated(&field(problem, "output"));
        // If there is a shorter solution, a record has only its keys; Popeye also has those of full
        // length.
        let asked = field(problem, "stip");
        let asked = asked.trim_start_matches(|c: char| !c.is_ascii_digit());
        let length = answer
            .split_once(" dm ")
            .or_else(|| answer.split_once(" Dist "))
            .and_then(|(_, rest)| rest.split_once(';'))
            .map(|(length, _)| length.parse::<u32>().expect("moves"));
        let is_full = length.is_none_or(|length| Ok(length) == asked.parse());
        if is_full {
            assert_eq!(found, stated, "{answer}");
            full += 1;
        } else {
            assert!(length.is_some_and(|length| length < asked.parse().expect("moves")));
            assert!(!found.is_empty(), "{answer}");
            assert!(found.is_subset(&stated), "{found:?} {stated:?} {answer}");
        }
        keys += found.len();
    }
    eprintln!("{keys} keys of 416 problems, {full} of them without a shorter solution");
    assert!(keys >= 416 && full >= 350, "{keys} {full}");
}
