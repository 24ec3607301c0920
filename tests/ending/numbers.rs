//! The number of won placements, and of the moves that they take.

use crate::support::data::project;
use std::fs;
use std::path::PathBuf;

use keymove_kriegspiel::ending::statistics::Statistics;
use keymove_kriegspiel::ending::{Ending, EndingTable, WhitePlacement};
use serde_json::Value;

use crate::ending::{table, tables};

#[test]
fn rook_and_queen_have_the_numbers_that_are_known() {
    let rook = Statistics::of(table(Ending::Rook));
    assert_eq!((rook.placements, rook.won), (518, 315));
    assert_eq!((rook.shortest, rook.longest), (Some(25), Some(33)));
    assert_eq!(rook.longest_of_any_set, 37);
    let queen = Statistics::of(table(Ending::Queen));
    assert_eq!((queen.placements, queen.won), (518, 518));
    assert_eq!((queen.shortest, queen.longest), (Some(13), Some(18)));
}

#[test]
fn statistics_are_those_recorded() {
    let recorded = include_str!("numbers.json");
    let recorded: Vec<Value> = recorded
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(recorded.len(), 4);
    for table in tables() {
        let found = serde_json::to_value(Statistics::of(table)).expect("JSON");
        let due = recorded.iter().find(|one| one["ending"] == found["ending"]);
        assert_eq!(Some(&found), due);
    }
}

#[test]
fn statistics_are_those_of_the_positions() {
    for table in tables() {
        let step = table.placements().len() / 500;
        let statistics = Statistics::of(table);
        let mut won = std::collections::BTreeMap::<u16, usize>::new();
        for &placement in table.placements().iter().step_by(step) {
            if let Some(moves) = table.moves_to_mate(placement, EndingTable::possible(placement)) {
                *won.entry(moves).or_default() += 1;
            }
        }
        if step == 1 {
            assert_eq!(won, statistics.histogram);
        }
        for (moves, placements) in won {
            assert!(placements <= statistics.histogram[&moves]);
        }
    }
}

#[test]
fn every_placement_has_the_numbers_of_another_program() {
    let data = match std::env::var_os("KEYMOVE_DATA") {
        Some(folder) => PathBuf::from(folder),
        None => project().join("../shared/data"),
    };
    if !data.is_dir() {
        eprintln!("skipped: there are no collections at {}", data.display());
        return;
    }
    for (name, ending) in [("krk", Ending::Rook), ("kqk", Ending::Queen)] {
        let file = data.join(format!("kriegspiel/{name}-placements.tsv"));
        let table = table(ending);
        let mut lines = 0;
        for line in fs::read_to_string(file).expect("a file").lines() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let ["PL", king, man, moves, full, largest] = words[..] else {
                continue;
            };
            let number = |text: &str| text.parse::<usize>().expect("a number");
            let after = |text: &str, name: &str| number(text.strip_prefix(name).expect(name));
            let square = |text: &str| text.parse().expect("a square");
            let placement =
                WhitePlacement::new(ending, square(king), &[square(man)]).expect("free");
            let possible = EndingTable::possible(placement);
            assert_eq!(possible.count(), after(full, "unc="), "{line}");
            let found = table.moves_to_mate(placement, possible).unwrap_or(0);
            assert_eq!(usize::from(found), number(moves), "{line}");
            let sets = table.maximal_sets(placement, table.longest());
            let size = sets.iter().map(|set| set.count()).max();
            assert_eq!(size, Some(after(largest, "best=")), "{line}");
            lines += 1;
        }
        assert_eq!(lines, 518);
    }
}
