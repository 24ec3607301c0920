//! The real collection of Olive's documents.

use std::fs;

use crate::formats::{data, run, text};

/// The document without its solution, line for line.
fn without_solution(text: &str) -> Vec<&str> {
    let mut inside = false;
    text.lines()
        .filter(|line| {
            if line.starts_with("solution:") {
                inside = true;
            } else if line.starts_with(|c: char| !c.is_whitespace()) {
                inside = false;
            }
            !inside
        })
        .collect()
}

/// The letter and the square of a move in any of the notations of such files.
fn essence(written: &str) -> Option<(char, String)> {
    let written = written.trim_end_matches(['!', '?', '#', '+', ' ']);
    let man = match written.chars().next()? {
        'N' | 'S' => 'S',
        letter @ ('K' | 'Q' | 'R' | 'B') => letter,
        'a'..='h' => 'P',
        _ => return None,
    };
    let square = written.get(written.len().checked_sub(2)?..)?;
    Some((man, square.to_owned()))
}

/// The first moves in a solution of a file: the moves after `1.` or `1...`.
fn first_moves(solution: &str) -> Vec<(char, String)> {
    let mut moves = Vec::new();
    // A long text in quotes is broken by a backslash, and continues after another backslash.
    let text = solution.replace("\\\n  \\", "").replace("\\n", "\n");
    for (at, _) in text.match_indices("1.") {
        let rest = text[at + 2..].trim_start_matches('.').trim_start();
        let word: String = rest.chars().take_while(|c| !c.is_whitespace()).collect();
        moves.extend(essence(&word));
    }
    moves
}

#[test]
fn a_real_collection_has_the_keys_it_states() {
    let Some(folder) = data::folder("olv") else {
        return;
    };
    let file = folder.join("broodings-50.olv");
    let source = fs::read_to_string(&file).expect("text");
    let file = file.to_str().expect("text");
    let output = run(&["-b", "--nodes", "300k", file]);
    let answers = text(&output.stdout);
    assert_eq!(
        answers.lines().count(),
        15,
        "twelve documents, one with four twins: {answers}"
    );
    let (unsupported, solved): (Vec<&str>, Vec<&str>) = answers
        .lines()
        .partition(|line| line.contains("Error \"unsupported: "));
    assert_eq!(unsupported.len(), 6, "{answers}");
    let documents: Vec<&str> = source.split("---\n").skip(1).collect();
    let mut judged = 0;
    for answer in solved {
        let complete = !answer.contains(" Limit ");
        let Some(keys) = answer.split("; ").find_map(|o| o.strip_prefix("bm ")) else {
            assert!(!complete, "{answer}");
            continue;
        };
        let id = answer.split("id \"").nth(1).expect("an id");
        let number = id.split("Broodings 50, ").nth(1);
        let document = match number {
            Some(rest) => {
                let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
                documents[digits.parse::<usize>().expect("a number") - 1]
            }
            None => documents[1],
        };
        let stated = first_moves(document.split("solution:").nth(1).expect("a solution"));
        for key in keys.split(' ') {
            let key = essence(key).expect("a move");
            assert!(stated.contains(&key), "{key:?} of {id} in {stated:?}");
            judged += 1;
        }
    }
    assert!(judged >= 10, "{judged}");
}

#[test]
fn a_real_collection_is_written_back() {
    let Some(folder) = data::folder("olv") else {
        return;
    };
    let file = folder.join("broodings-50.olv");
    let source = fs::read_to_string(&file).expect("text");
    let output = run(&[
        "--format",
        "olv",
        "--nodes",
        "300k",
        file.to_str().expect("text"),
    ]);
    let solved = text(&output.stdout);
    assert_eq!(without_solution(&solved), without_solution(&source));
    for solution in [
        "  a)\n\n    1.Rb4-c4 Bc5-b4 +   2.a5*b4 Sd4-b5 #\n",
        "  b) -bPf3  bRb4-->f3\n",
        "  +c) bKc3<-->bPf4\n",
        "  +d) bPd2<-->wPe4\n",
        "     1.Ra7-a6 ! threat:\n            2.Qb7-a7 +\n",
        "        1...Qa2*a3\n            2.d2-d4 +\n                2...c4*d3 ep.\n",
    ] {
        assert!(solved.contains(solution), "{solution}");
    }
}
