//! `kriegspiel show`: boards and votes, judged by shakmaty and by other commands.

use crate::support::data::project;
use std::collections::BTreeMap;
use std::process::{Command, Output};

use keymove_kriegspiel::belief::Belief;
use keymove_kriegspiel::belief::history::follow;
use keymove_kriegspiel::ending::{EndingTable, WhitePlacement};
use keymove_kriegspiel::metaposition::Metaposition;
use keymove_kriegspiel::metaposition::search::{DEPTH, Deliberation, RecentMoves};
use keymove_kriegspiel::notation::read::Games;
use keymove_kriegspiel::problem::show::fens;
use serde_json::Value;
use shakmaty::{Position as _, Square};

use crate::metaposition::real;

fn program(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kriegspiel"))
        .args(arguments)
        .current_dir(project())
        .output()
        .expect("the program runs")
}

fn shown(arguments: &[&str]) -> String {
    let output = program(&[&["show"], arguments].concat());
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{told}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

fn json(arguments: &[&str]) -> Value {
    let text = shown(&[arguments, &["--format", "json"]].concat());
    serde_json::from_str(&text).expect("one object")
}

/// The answer of shakmaty's umpire for each square of the king: `illegal`, `silent`, `check`,
/// `mate`, `stalemate`.
fn said(placement: WhitePlacement, from: Square, to: Square) -> BTreeMap<String, Vec<String>> {
    let mut said: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for king in EndingTable::possible(placement) {
        let mut position = real(placement, king);
        let made = position
            .legal_moves()
            .into_iter()
            .find(|made| made.from() == Some(from) && made.to() == to);
        let word = match made {
            None => "illegal",
            Some(made) => {
                position.play_unchecked(made);
                match (position.is_check(), position.legal_moves().is_empty()) {
                    (true, true) => "mate",
                    (false, true) => "stalemate",
                    (true, false) => "check",
                    (false, false) => "silent",
                }
            }
        };
        said.entry(word.to_owned())
            .or_default()
            .push(king.to_string());
    }
    said
}

fn names(value: &Value) -> Vec<String> {
    let names = value.as_array().expect("squares").iter();
    names
        .map(|name| name.as_str().expect("a square").to_owned())
        .collect()
}

#[test]
fn the_boards_after_each_answer_are_those_of_an_umpire() {
    let mut judged = 0;
    for men in ["Kc5 Rf3", "Kc3 Qd5", "Kb6 Bc4 Bc5", "Kc7 Be4 Nd5"] {
        let placement: WhitePlacement = men.parse().expect("a placement");
        let all = json(&["--position", men]);
        for vote in all["pseudomoves"].as_array().expect("pseudomoves") {
            let name = vote["pseudomove"].as_str().expect("a move");
            let [from, to] = [&name[1..3], &name[4..6]].map(|at| at.parse().expect("a square"));
            let mut due = said(placement, from, to);
            assert_eq!(
                names(&vote["mates"]),
                due.remove("mate").unwrap_or_default()
            );
            let stalemates = due.remove("stalemate").unwrap_or_default();
            assert_eq!(names(&vote["stalemates"]), stalemates);
            let mut found = BTreeMap::new();
            for answer in vote["answers"].as_array().expect("answers") {
                let word = answer["answer"].as_str().expect("a word").to_owned();
                found.insert(word, names(&answer["kings"]));
            }
            assert_eq!(found, due, "{men} {name}");
            judged += 1;
        }
    }
    assert!(judged > 80, "{judged}");
}

#[test]
fn the_first_vote_is_the_players_choice() {
    for men in [
        "Kc5 Rf3",
        "Ka1 Rb1",
        "Kd4 Qh8",
        "Kb6 Bc4 Bc5",
        "Kc7 Be4 Nd5",
    ] {
        let known = Metaposition::uncertain(men.parse().expect("a placement"));
        let choice = Deliberation::new(DEPTH).choose(&known, &RecentMoves::default());
        let all = json(&["--position", men]);
        let votes = all["pseudomoves"].as_array().expect("votes");
        assert_eq!(votes.len(), known.tries().count());
        let best = votes[0]["value"].as_f64().expect("a value");
        let choice = choice.expect("a move").to_string();
        let chosen = votes
            .iter()
            .find(|vote| vote["pseudomove"] == choice.as_str());
        assert_eq!(
            chosen.expect("it is listed")["value"].as_f64(),
            Some(best),
            "{men}"
        );
    }
}

#[test]
fn a_belief_counts_the_men_of_its_positions() {
    let record = "tests/kriegspiel/examples/game.pgn";
    let filtered = program(&["filter", "--for", "white", record]);
    let file = std::env::temp_dir().join(format!("keymove-show-{}.pgn", std::process::id()));
    std::fs::write(&file, &filtered.stdout).expect("written");
    let file = file.to_str().expect("UTF-8").to_owned();
    let read = Games::new(&filtered.stdout[..]).next().expect("a game");
    let mut listed: Vec<Vec<String>> = Vec::new();
    let list = |belief: &Belief| listed.push(fens(belief.boards()));
    follow(&read.expect("PGN").game, 100_000, || false, list).expect("a record");
    for at in [0, 1, 2, 5, 7] {
        let fens = &listed[at];
        let shown = json(&["--at", &at.to_string(), &file]);
        assert_eq!(shown["positions"], fens.len());
        let mut due: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
        for fen in fens {
            let ranks = fen.split(' ').next().expect("a board").split('/');
            for (rank, row) in ('1'..='8').rev().zip(ranks) {
                let mut file = b'a';
                for letter in row.chars() {
                    if let Some(skip) = letter.to_digit(10) {
                        file += skip as u8;
                        continue;
                    }
                    if letter.is_ascii_lowercase() {
                        let square = format!("{}{rank}", char::from(file));
                        *due.entry(square)
                            .or_default()
                            .entry(letter.to_string())
                            .or_default() += 1;
                    }
                    file += 1;
                }
            }
        }
        let found: BTreeMap<String, BTreeMap<String, u64>> =
            serde_json::from_value(shown["squares"].clone()).expect("counts");
        assert_eq!(found, due, "after {at}");
        let text = self::shown(&["--at", &at.to_string(), "--man", "K", &file]);
        let number = match shown["positions"].as_u64() {
            Some(1) => "1 position".to_owned(),
            _ => format!("{} positions", shown["positions"]),
        };
        assert!(text.contains(&format!("{number}\n")), "{text}");
    }
    std::fs::remove_file(&file).expect("it was there");
}
