//! The collections of real problems beside the project, which are not part of it.

use std::path::{Path, PathBuf};

use keymove::solve::{Kind, Lines, Outcome, Tables, Wanted};
use serde_json::Value;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

use crate::exhaustion::in_uci;
use crate::{problem, run};

/// The folder of the collections: `$KEYMOVE_DATA`, or `../shared/data` beside the project. None, with a remark, where there
/// are no collections.
fn folder() -> Option<PathBuf> {
    let data = match std::env::var_os("KEYMOVE_DATA") {
        Some(folder) => {
            let folder = PathBuf::from(folder);
            assert!(folder.is_dir(), "KEYMOVE_DATA is not a folder");
            folder
        }
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/data"),
    };
    if !data.is_dir() {
        eprintln!("skipped: there are no collections at {}", data.display());
        return None;
    }
    Some(data.join("stipulations"))
}

/// The goal and the plies of a stipulation of help play.
fn stipulation(text: &str) -> Option<(Kind, u16)> {
    let (kind, length) = if let Some(length) = text.strip_prefix("h#") {
        (Kind::Helpmate, length)
    } else {
        (Kind::Helpstalemate, text.strip_prefix("h=")?)
    };
    let (moves, half) = match length.strip_suffix(".5") {
        Some(moves) => (moves, 1),
        None => (length, 0),
    };
    Some((kind, 2 * moves.parse::<u16>().ok()? + half))
}

/// The lines of a record, sorted; none if it has none.
fn lines(record: &Value, field: &str) -> Option<Vec<String>> {
    let mut lines: Vec<String> = record
        .get(field)?
        .as_array()?
        .iter()
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect();
    lines.sort_unstable();
    Some(lines)
}

fn written(lines: &Lines) -> Vec<String> {
    lines
        .lines
        .iter()
        .map(|line| in_uci(line, CastlingMode::Standard).join(" "))
        .collect()
}

/// Solves every problem of help play in a file that is no longer than `longest` plies; gives back how many there were.
fn solve_all(file: &str, longest: u16) -> usize {
    let Some(folder) = folder() else {
        return 0;
    };
    let text = std::fs::read_to_string(folder.join(file)).expect("a file");
    let mut tables = Tables::new(64);
    let mut solved = 0;
    for record in text.lines() {
        let record: Value = serde_json::from_str(record).expect("JSON");
        let stip = record["stip"].as_str().expect("a stipulation");
        let Some((kind, plies)) = stipulation(stip) else {
            continue;
        };
        if plies > longest {
            continue;
        }
        let fen = record["fen"].as_str().expect("a FEN");
        let position: Chess = fen
            .parse::<Fen>()
            .expect("a FEN")
            .into_position(CastlingMode::Standard)
            .expect("a position");
        let name = format!("{fen} {stip}");
        let expected = record.get("expected").unwrap_or(&record);
        let mut problem = problem(&position, kind, plies);
        let set_play = lines(expected, "setplay_lines");
        problem.wanted = Wanted {
            tree: true,
            tries: false,
            set_play: set_play.is_some(),
            certificate: None,
        };
        let solutions = expected["solutions"].as_u64().expect("a number");
        let found = run(&problem, &mut tables).outcome;
        solved += 1;
        let Outcome::Helped(help) = found else {
            assert!(matches!(found, Outcome::Refuted { .. }), "{name}");
            assert_eq!(solutions, 0, "{name}");
            continue;
        };
        // The collection counts the solutions of all lengths together.
        let counts = help.solutions.iter().filter_map(|length| length.count);
        assert_eq!(counts.sum::<u64>(), solutions, "{name}");
        if let Some(full) = expected.get("full_length_solutions") {
            let found = help
                .solutions
                .iter()
                .filter(|length| length.moves == plies / 2)
                .find_map(|length| length.count)
                .unwrap_or(0);
            assert_eq!(full.as_u64(), Some(found), "{name}");
        }
        if let Some(lines) = lines(expected, "lines")
            && solutions <= Lines::LISTED as u64
        {
            let mut found: Vec<String> = help.solutions.iter().flat_map(written).collect();
            found.sort_unstable();
            assert_eq!(found, lines, "{name}");
        }
        if let Some(lines) = set_play {
            let found = help.set_play.as_ref().map(written);
            assert_eq!(found, Some(lines), "{name}");
        }
    }
    solved
}

#[test]
fn computed_solutions_are_found() {
    let solved = solve_all("oracle-open.jsonl", 6);
    assert!(solved == 0 || solved >= 100, "{solved}");
}

/// The longest problems are left to optimised builds.
#[test]
fn composed_problems_have_their_solutions_and_no_others() {
    let longest = if cfg!(debug_assertions) { 6 } else { 18 };
    let solved = solve_all("problems-open.jsonl", longest);
    assert!(solved == 0 || solved >= 60, "{solved}");
}
