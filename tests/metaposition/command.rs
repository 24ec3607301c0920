//! `kriegspiel player` as a program.

use std::process::{Command, Output};

use serde_json::Value;

/// All matches of K+R, each of which ends at once.
const SHORT: [&str; 5] = ["krk", "--depth", "1", "--longest", "2"];

fn player(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kriegspiel"))
        .args(["player"])
        .args(arguments)
        .output()
        .expect("the program runs")
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("UTF-8")
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("UTF-8")
}

#[test]
fn text_and_json_say_the_same() {
    let arguments = ["krk", "--depth", "1", "--longest", "4"];
    let text = player(&arguments);
    assert_eq!(text.status.code(), Some(0), "{}", stderr(&text));
    assert_eq!(stderr(&text), "");
    let json = player(&[&arguments[..], &["--format", "json", "-j", "3"]].concat());
    let json: Value = serde_json::from_str(stdout(&json)).expect("one object");

    for (name, value) in [("ending", "krk"), ("against", "random")] {
        assert_eq!(json[name], value);
    }
    for (name, value) in [
        ("depth", 1),
        ("seed", 1),
        ("limit", 4),
        ("starts", 518),
        ("matches", 22_490),
    ] {
        assert_eq!(json[name], value, "{name}");
    }
    let number = |name: &str| json[name].as_u64().expect(name);
    let moves = json["moves"].as_object().expect("moves");
    let counts = moves.values().map(|count| count.as_u64().expect("a count"));
    assert_eq!(counts.sum::<u64>(), number("won"));
    assert_eq!(
        number("won") + number("taken") + number("stalemate") + number("endless"),
        22_490
    );
    assert!(moves.contains_key(&number("longest").to_string()));
    assert!(moves.contains_key(&number("median").to_string()));

    let lines: Vec<&str> = stdout(&text).lines().collect();
    assert_eq!(lines[0], "K+R against random, depth 1");
    let average = json["average"].as_f64().expect("an average");
    let middle = format!(
        "moves to mate: {average:.2} on average, median {}, longest {}",
        number("median"),
        number("longest")
    );
    assert_eq!(lines[2], middle);
    let rows: Vec<Vec<&str>> = lines[4..]
        .iter()
        .map(|line| line.split_whitespace().collect())
        .collect();
    assert_eq!(rows.len(), moves.len());
    for row in &rows {
        assert_eq!(row[1], moves[row[0]].to_string());
    }
}

/// Starts a long run, and sends a signal when a twentieth of the first ending is done.
#[cfg(unix)]
fn interrupted(arguments: &[&str]) -> Output {
    use std::io::{BufRead, BufReader, Read};
    use std::process::Stdio;

    let mut child = Command::new(env!("CARGO_BIN_EXE_kriegspiel"))
        .args(["player", "krk", "kqk"])
        .args(["--longest", "20", "-j", "2", "--progress", "always"])
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut errors = BufReader::new(child.stderr.take().expect("piped"));
    let mut line = String::new();
    errors.read_line(&mut line).expect("progress");
    assert!(line.starts_with("K+R: 26 of 518 starts"), "{line}");
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.expect("kill").success());
    let mut rest = Vec::new();
    errors.read_to_end(&mut rest).expect("read");
    let mut output = child.wait_with_output().expect("an end");
    output.stderr = rest;
    output
}

#[test]
#[cfg(unix)]
fn a_signal_shows_the_matches_that_were_played_and_marks_them() {
    let text = interrupted(&[]);
    assert_eq!(text.status.code(), Some(130));
    let said = stderr(&text).lines().last().expect("a line");
    let done: usize = said
        .strip_prefix("kriegspiel: K+R: stopped after ")
        .and_then(|rest| rest.strip_suffix(" of 518 starts"))
        .expect(said)
        .parse()
        .expect("a number");
    assert!((26..518).contains(&done), "{done}");
    let lines: Vec<&str> = stdout(&text).lines().collect();
    assert_eq!(
        lines[1],
        format!("partial: stopped after {done} of 518 starts")
    );
    assert!(
        lines[2].starts_with(&format!("starts {done} (")),
        "{lines:?}"
    );
    assert!(!stdout(&text).contains("K+Q"));

    let json = interrupted(&["--format", "json"]);
    assert_eq!(json.status.code(), Some(130));
    let json: Value = serde_json::from_str(stdout(&json)).expect("one object");
    assert_eq!(json["partial_of"], 518);
    let starts = json["starts"].as_u64().expect("a number");
    assert!((26..518).contains(&starts), "{starts}");
    assert!(json["matches"].as_u64() > Some(starts));
    // A run that was not stopped is not partial.
    let whole = player(&[&SHORT[..], &["--format", "json"]].concat());
    assert!(!stdout(&whole).contains("partial"));
}
