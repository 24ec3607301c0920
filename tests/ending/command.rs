//! `solver kriegspiel ending` as a program.

use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::support::feed::fed;

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_solver"));
    command
        .args(["kriegspiel", "ending"])
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn ending(arguments: &[&str]) -> Output {
    program(arguments).output().expect("the program runs")
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("UTF-8")
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("UTF-8")
}

#[test]
fn a_table_is_built_and_asked() {
    let built = ending(&["krk", "--no-time"]);
    assert_eq!(built.status.code(), Some(0), "{}", stderr(&built));
    assert!(stdout(&built).contains("won from full uncertainty          315 in 25 to 33 moves\n"));
    let one = "\
Kf6 Ra1, black king on 3 squares (h7 g8 h8): mate in 3
1. Ra1-h1, legal on 3 squares (h7 g8 h8): mate in 3
   silent: it is on g8; after its move on f8: mate in 1
   F: it is on 2 squares (h7 h8); after its move on g8: mate in 2
";
    let position = ["krk", "--position", "Kf6 Ra1", "--king", "h8 g8,h7"];
    assert_eq!(stdout(&ending(&position)), one);
    // Of many positions each has a line.
    let lines = "Kf6 Ra1: h8 g8,h7\nKc3 Ra8: c5 h1 e7\nKc3 Qa8\nKf6 Ra1: a3\n\n";
    let asked = fed(&mut program(&["krk", "--ask"]), lines);
    let text = stdout(&asked);
    let rest = text.strip_prefix(one).expect(text);
    assert!(
        rest.starts_with("Kc3 Ra8, black king on 3 squares (h1 c5 e7): mate in "),
        "{text}"
    );
    assert!(rest.contains("\nerror Kc3 Qa8 is a position of K+Q, not of K+R\n"));
    assert!(rest.contains("\nerror the black king cannot be on a3, White to move"));
    assert_eq!(rest.matches("error ").count(), 3, "{text}");
    assert_eq!(asked.status.code(), Some(0));

    let json = ["krk", "--ask", "--format", "json"];
    let asked = fed(&mut program(&json), "Kf6 Rg1: h8\nKf6\n");
    let lines: Vec<Value> = stdout(&asked)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines[0]["moves"], 2);
    assert_eq!(lines[0]["king"], serde_json::json!(["h8"]));
    assert_eq!(lines[0]["tries"][0]["legal"], serde_json::json!(["h8"]));
    assert!(lines[1]["error"].is_string());
}

#[test]
fn what_is_not_won_is_said_so() {
    // The rook is attacked on two squares and protected on none.
    let asked = ending(&["krk", "--position", "Kh8 Ra1"]);
    assert_eq!(asked.status.code(), Some(0));
    assert!(
        stdout(&asked).ends_with(": not won for sure\n"),
        "{}",
        stdout(&asked)
    );
    assert_eq!(stdout(&asked).lines().count(), 1);
}

#[test]
fn a_build_out_of_time_names_the_level() {
    let stopped = ending(&["kbnk", "--time", "0.001"]);
    assert_eq!(stopped.status.code(), Some(124));
    assert_eq!(stdout(&stopped), "");
    assert_eq!(
        stderr(&stopped),
        "solver: out of time: stopped before the first level was complete; there is no table\n"
    );
}

#[test]
#[cfg(unix)]
fn a_signal_ends_a_build_that_names_the_level() {
    use std::io::{BufRead, BufReader, Read};

    let mut child = Command::new(env!("CARGO_BIN_EXE_solver"))
        .args(["kriegspiel", "ending", "kbnk", "--progress", "always"])
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
        last.starts_with("solver: stopped: levels 1 to ")
            && last.ends_with(" are complete, later ones are not; there is no table"),
        "{last}"
    );
}

#[test]
fn the_command_line_is_checked_before_anything_is_built() {
    for (arguments, message) in [
        (&["kppk"][..], "an ending is krk, kqk, kbbk or kbnk"),
        (
            &["kqk", "--position", "Kc3 Ra1"],
            "Kc3 Ra1 is a position of K+R, not of K+Q",
        ),
        (
            &["krk", "--position", "Kc3 Ra1", "--king", "c4"],
            "the black king cannot be on c4",
        ),
        (
            &["krk", "--position", "Kc3 Ra1", "--king", "z9"],
            "\"z9\" is not a square",
        ),
        (
            &["krk", "--position", "Kc3"],
            "the men beside the king are R, Q, two B, or B and N",
        ),
        (&["krk", "--king", "c4"], "--position"),
    ] {
        let output = ending(arguments);
        assert_eq!(output.status.code(), Some(64), "{arguments:?}");
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
}

#[test]
fn every_placement_is_listed_with_its_value() {
    use keymove::kriegspiel::ending::{Ending, EndingTable, WhitePlacement};

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
