//! Certificates next to answers, and the certificates of a run that is stopped.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Output};

use crate::proof::solver::solver;
use crate::proof::{Scratch, python, verified};

const RECORDS: &str = "\
7k/8/8/4K3/8/8/6Q1/8 w - - dm 2; id \"a\";
# a comment
8/8/8/8/8/5k2/8/K6R w - - Stip \"#3\";
rubbish
8/8/8/8/8/2k5/8/K1R5 b - - id \"both directions\";
3B4/8/6K1/8/7Q/8/7k/8 b - - dm -4;
8/8/8/2p5/8/6pk/7p/R6K w - - Stip \"s#2\";
4N1b1/3P4/1B3k2/8/p7/7p/2p4P/7K b - - Stip \"h#2\";
7k/5K2/6Q1/8/8/8/8/8 b - - id \"stalemate\";
nrbbkqrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBKQRN w BGbg - Stip \"#1\";
";

fn run(arguments: &[&str]) -> Output {
    solver(arguments).output().unwrap()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn claims_are_shown_by_the_certificates_next_to_them() {
    let scratch = Scratch::new();
    let input = scratch.file("in.epd", RECORDS.replace("rubbish\n", ""));
    let proof = scratch.0.join("proof");
    let output = run(&["-b", "-M", "1", "--proof", text(&proof), text(&input)]);
    let answers = scratch.file("out.epd", output.stdout);

    let alone = verified(&[&answers], 0).0.sums();
    let (with, said) = verified(&[&answers, &proof], 0);
    assert!(alone[0] > 0 && alone[1] > 10 && alone[2] == 0, "{alone:?}");
    // It is left unproved that help play has no shorter and no other solutions; both files say so.
    let [_, unchecked, failed] = with.sums();
    assert_eq!((unchecked, failed), (2 * 3, 0), "{said}");
    let (all, said) = verified(&[&answers, &proof], 1_000_000);
    assert_eq!(all.sums()[1..], [0, 0], "{said}");

    if let Some(mut python) = python() {
        let output = python.arg(&proof).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(0), "{said}");
    }
}

#[test]
fn a_stopped_run_ends_its_certificates() {
    let scratch = Scratch::new();
    // The second record takes for ever.
    let records = "\
7k/8/8/4K3/8/8/6Q1/8 w - - dm 2;
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - Stip \"#12\";
";
    let input = scratch.file("in.epd", records);
    let proof = scratch.0.join("proof");
    let bulk = [
        "-b",
        "-M",
        "1",
        "-j",
        "1",
        "--proof",
        text(&proof),
        text(&input),
    ];
    let mut child = solver(&bulk).spawn().unwrap();
    // The first answer exists: the search for the second is in progress.
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    answers.read_line(&mut String::new()).unwrap();
    let status = Command::new("kill")
        .args(["-s", "TERM", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(status.success());
    let status = child.wait().unwrap();
    assert_eq!(status.code(), Some(130));
    let (totals, said) = verified(&[&proof], 0);
    assert_eq!(totals.unreadable, 0, "{said}");
    assert_eq!(totals.sums()[2], 0, "{said}");
    assert!(totals.certificates >= 1, "{said}");
}
