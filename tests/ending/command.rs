//! `kriegspiel ending` stopped by a signal, and its list against the table.

use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn ending(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kriegspiel"))
        .args(["ending"])
        .args(arguments)
        .output()
        .expect("the program runs")
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("UTF-8")
}

#[test]
#[cfg(unix)]
fn a_signal_ends_a_build_that_names_the_level() {
    use std::io::{BufRead, BufReader, Read};

    let mut child = Command::new(env!("CARGO_BIN_EXE_kriegspiel"))
        .args(["ending", "kbnk", "--progress", "always"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut errors = BufReader::new(child.stderr.take().expect("piped"));
    let mut line = String::new();
    errors.read_line(&mut line).expect("a level");
    assert!(line.starts_with("level 1: 230 fresh, "), "{line}");
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .expect("kill")
            .success()
    );
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    let mut rest = String::new();
    errors.read_to_string(&mut rest).expect("the rest");
    let last = rest.lines().last().expect("a last line");
    assert!(
        last.starts_with("kriegspiel: stopped: levels 1 to ")
            && last.ends_with(" are complete, later ones are not; there is no table"),
        "{last}"
    );
}

#[test]
fn every_placement_is_listed_with_its_value() {
    use keymove_kriegspiel::ending::{Ending, EndingTable, WhitePlacement};

    let table = crate::ending::table(Ending::Rook);
    let tsv = ending(&["krk", "--all"]);
    let mut rows = stdout(&tsv).lines();
    assert_eq!(
        rows.next(),
        Some("placement\tsquares\tmoves\tlargest\tmaximal")
    );
    let json = ending(&["krk", "--all", "--format", "json"]);
    let mut objects = stdout(&json).lines();
    let (mut won, mut listed) = (0, std::collections::HashSet::new());
    for row in rows {
        let fields: Vec<&str> = row.split('\t').collect();
        let placement: WhitePlacement = fields[0].parse().expect("a placement");
        let possible = EndingTable::possible(placement);
        let moves = table.moves_to_mate(placement, possible);
        assert_eq!(fields[1], possible.count().to_string());
        assert_eq!(
            fields[2],
            moves.map_or(String::new(), |moves| moves.to_string())
        );
        let sets = table.maximal_sets(placement, table.longest());
        let sizes: Vec<usize> = sets
            .iter()
            .map(|set| set.count())
            .filter(|&size| size > 0)
            .collect();
        assert_eq!(
            fields[3],
            sizes.iter().max().copied().unwrap_or(0).to_string()
        );
        assert_eq!(fields[4], sizes.len().to_string());
        let object: Value =
            serde_json::from_str(objects.next().expect("as many objects")).expect("JSON");
        assert_eq!(object["placement"], fields[0]);
        assert_eq!(object["moves"].as_u64(), moves.map(u64::from));
        won += usize::from(moves.is_some());
        assert!(listed.insert(placement));
    }
    assert_eq!((listed.len(), won, objects.next()), (518, 315, None));
}
