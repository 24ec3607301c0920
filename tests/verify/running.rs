//! How it runs: workers, the form of the output, progress, signals.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::verify::{said, text, verify};

const GOOD: &str = "7k/8/8/4K3/8/8/6Q1/8 w - - bm Kf6; dm 2; id \"good\"; pv Kf6 Kh7 Qg7#;";
const BAD: &str = "7k/8/8/4K3/8/8/6Q1/8 w - - bm Qg3; dm 2; id \"bad\";";

fn signal(child: &Child, name: &str) {
    let id = child.id().to_string();
    let status = Command::new("kill").args(["-s", name, &id]).status();
    assert!(status.expect("sent").success());
}

#[test]
fn the_bytes_do_not_depend_on_the_number_of_workers() {
    let mut input = String::new();
    for number in 0..300 {
        let line = match number % 7 {
            0 => BAD,
            1 => "rubbish",
            2 => "# a comment",
            3 => "",
            _ => GOOD,
        };
        input.push_str(line);
        input.push('\n');
    }
    let of = |workers| said(&["-j", workers], &input);
    let alone = of("1");
    let shown = text(&alone.stdout);
    assert_eq!(alone.status.code(), Some(2));
    assert_eq!(
        shown.matches(": keys: Qg3 does not win").count(),
        43,
        "{shown}"
    );
    assert!(shown.contains("\n171 records, 0 errors, 0 certificates of 0 nodes, 43 unreadable\n"));
    for workers in ["2", "7"] {
        assert_eq!(text(&of(workers).stdout), shown);
    }
}

#[test]
fn one_record_is_not_many() {
    let shown = text(&said(&[], GOOD).stdout);
    assert!(shown.starts_with("1 record, 0 errors, 0 certificates of 0 nodes, 0 unreadable\n"));
}

#[test]
fn json_has_an_object_for_each_failure_and_one_for_the_totals() {
    let input = format!("{GOOD}\n{BAD}\nrubbish\n");
    let output = said(&["--format", "json"], &input);
    assert_eq!(output.status.code(), Some(2));
    let lines = text(&output.stdout);
    let objects: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let [failed, unreadable, totals] = &objects[..] else {
        panic!("{lines}");
    };
    assert_eq!(
        *failed,
        serde_json::json!({
            "file": "-", "line": 2, "id": "bad", "claim": "keys",
            "failed": "Qg3 does not win within 2"
        })
    );
    assert_eq!(unreadable["line"], 3);
    assert!(unreadable["error"].is_string());
    let totals = &totals["totals"];
    assert_eq!(
        (&totals["records"], &totals["failed"]),
        (&2.into(), &1.into())
    );
    assert_eq!(totals["claims"]["line"]["checked"], 1);
    assert_eq!(totals["stopped"], false);
    assert!(
        totals["seconds"]
            .as_f64()
            .is_some_and(|seconds| seconds > 0.0)
    );
}

#[test]
fn the_status_line_is_on_stderr_and_tells_the_speed() {
    let quiet = said(&[], GOOD);
    assert_eq!(text(&quiet.stderr), "");
    let loud = said(&["--progress", "always"], GOOD);
    assert_eq!(loud.stdout, quiet.stdout);
    let status = text(&loud.stderr);
    let last = status.trim_end().rsplit('\r').next().expect("a line");
    assert!(
        last.starts_with("1 record, claims: 3 checked, 0 unchecked, 0 failed; "),
        "{last}"
    );
    assert!(last.ends_with("/s") && status.ends_with('\n'), "{status:?}");
}

#[test]
fn a_signal_ends_it_with_the_totals_of_what_was_judged() {
    let mut child = verify(&["-j", "2"]);
    let mut stdin = child.stdin.take().expect("a pipe");
    writeln!(stdin, "{GOOD}\n{BAD}").expect("written");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    stdout.read_line(&mut line).expect("read");
    assert_eq!(line, "-:2: keys: Qg3 does not win within 2\n");
    // It waits for more.
    signal(&child, "INT");
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    drop(stdin);
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).expect("read");
    assert!(rest.starts_with("2 records, "), "{rest}");
}

#[test]
fn a_signal_ends_a_claim_that_takes_for_ever() {
    let mut child = verify(&["-j", "1", "--effort", "1000000000000"]);
    let mut stdin = child.stdin.take().expect("a pipe");
    let forever = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - Refuted 12; Stip \"#12\";";
    writeln!(stdin, "{BAD}\n{forever}").expect("written");
    drop(stdin);
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    stdout.read_line(&mut String::new()).expect("read");
    std::thread::sleep(Duration::from_millis(300));
    let start = Instant::now();
    signal(&child, "TERM");
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    assert!(start.elapsed() < Duration::from_secs(5));
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).expect("read");
    assert!(
        rest.starts_with("1 record, "),
        "what was cut short is not counted: {rest}"
    );
}

#[test]
fn a_signal_ends_it_before_there_is_anything_to_read() {
    let mut child = verify(&[]);
    let stdin = child.stdin.take().expect("a pipe");
    // Until it catches signals, one ends it by itself.
    std::thread::sleep(Duration::from_millis(500));
    signal(&child, "INT");
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    drop(stdin);
}
