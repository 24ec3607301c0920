//! `solver --proof` and `solver verify` as programs among others.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

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

/// The exit code and what was said on stderr.
fn refused(arguments: &[&str]) -> (i32, String) {
    let output = run(arguments);
    let said = String::from_utf8(output.stderr).unwrap();
    (output.status.code().unwrap(), said)
}

#[test]
fn answers_are_the_same_with_and_without_and_certificates_for_any_number_of_workers() {
    let scratch = Scratch::new();
    let input = scratch.file("in.epd", RECORDS);
    let bulk = ["-b", "-M", "1", "--no-time", text(&input)];
    let plain = run(&bulk);
    let mut certificates = Vec::new();
    for workers in ["1", "2", "7"] {
        let proof = scratch.file("proof", "what it held is lost\n".repeat(10_000));
        let more = ["-j", workers, "--proof", text(&proof)];
        let output = run(&[&bulk[..], &more].concat());
        assert_eq!(output.status.code(), Some(2), "there is a malformed line");
        assert_eq!(
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&plain.stdout)
        );
        certificates.push(fs::read_to_string(&proof).unwrap());
    }
    assert!(certificates.iter().all(|c| *c == certificates[0]));
    // Each record that is one has a certificate, in the order of the input.
    let count = |word: &str| {
        certificates[0]
            .lines()
            .filter(|l| l.starts_with(word))
            .count()
    };
    assert_eq!((count("epd "), count("end ")), (8, 8));
    assert!(certificates[0].contains("\nplay #\n") && certificates[0].contains("\nplay -#\n"));
    assert!(certificates[0].ends_with("\ntotal 8\n"));
}

#[test]
fn readers_get_certificates_too() {
    let scratch = Scratch::new();
    let input = scratch.file("in.epd", RECORDS);
    let (bulk, read) = (scratch.0.join("bulk"), scratch.0.join("read"));
    run(&["-b", "-M", "1", "--proof", text(&bulk), text(&input)]);
    run(&["-M", "1", "--proof", text(&read), text(&input)]);
    let nodes = |path: &Path| verified(&[path], 0).0.nodes;
    assert_eq!(nodes(&bulk), nodes(&read));
    assert!(nodes(&read) > 0);
}

#[test]
fn claims_are_shown_by_the_certificates_beside_them() {
    let scratch = Scratch::new();
    let input = scratch.file("in.epd", RECORDS.replace("rubbish\n", ""));
    let proof = scratch.0.join("proof");
    let output = run(&["-b", "-M", "1", "--proof", text(&proof), text(&input)]);
    let answers = scratch.file("out.epd", output.stdout);

    let alone = verified(&[&answers], 0).0.sums();
    let (with, said) = verified(&[&answers, &proof], 0);
    assert!(alone[0] > 0 && alone[1] > 10 && alone[2] == 0, "{alone:?}");
    // That help play has no shorter and no other solutions is left; both files say so.
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
fn exit_codes_of_verify() {
    let scratch = Scratch::new();
    let good = "7k/5Q2/6K1/8/8/8/8/8 w - - acd 1; acn 5; bm Qe8# Qf8# Qg7# Qh7#; ce 32766; dm 1; pm Qe8#; pv Qe8#;\n";
    let bad = good.replace(" Qf8#", "");
    let code = |records: &str| {
        let file = scratch.file("records", records);
        run(&["verify", text(&file)]).status.code()
    };
    assert_eq!(code(""), Some(2), "nothing to verify");
    assert_eq!(code(good), Some(0));
    assert_eq!(code(&bad), Some(1));
    assert_eq!(code("rubbish\n"), Some(2));
    assert_eq!(code(&format!("{bad}rubbish\n")), Some(2));
    assert_eq!(
        code("keymove-proof 1\n"),
        Some(2),
        "a certificate without end"
    );
    assert_eq!(
        code("keymove-proof 1\ntotal 0\n"),
        Some(2),
        "nothing to verify"
    );
    let nothing = scratch.0.join("nothing");
    assert_eq!(run(&["verify", text(&nothing)]).status.code(), Some(2));

    let mut child = solver(&["verify"]).stdin(Stdio::piped()).spawn().unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(bad.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(
        said.starts_with("-:1: complete: Qf8# wins within 1\n"),
        "{said}"
    );
}

#[test]
fn what_cannot_be_is_refused_and_nothing_is_touched() {
    let scratch = Scratch::new();
    let input = scratch.file("in.epd", RECORDS);
    let kept = scratch.file("kept", "kept\n");
    let (input, file) = (text(&input), text(&kept));
    for arguments in [
        vec!["-b", "--proof", file, "-o", "x", "--resume", input],
        vec!["-b", "--proof", "-", input],
        vec!["-b", "--proof-limit", "5", input],
        vec!["-b", "--proof", file, "--proof-limit", "0", input],
        vec!["-b", "--proof", input, input],
        vec!["-b", "--proof", file, "-o", file, input],
    ] {
        let (code, said) = refused(&arguments);
        assert_eq!(code, 64, "{arguments:?}: {said}");
    }
    assert_eq!(fs::read_to_string(file).unwrap(), "kept\n");
    assert_eq!(fs::read_to_string(input).unwrap(), RECORDS);
    // Files that are not there yet are known by being made.
    let (new, also) = (scratch.0.join("new"), scratch.0.join("./new"));
    let (code, said) = refused(&["-b", "--proof", text(&also), "-o", text(&new), input]);
    assert_ne!(code, 0, "{said}");
}

#[test]
fn certificates_that_cannot_be_written_end_the_run() {
    let scratch = Scratch::new();
    let input = scratch.file("in.epd", RECORDS);
    let (code, said) = refused(&["-b", "--proof", "/dev/full", text(&input)]);
    assert_eq!(code, 74, "{said}");
    assert!(said.contains("solver: /dev/full: write error: "), "{said}");
    let nowhere = scratch.0.join("no/such/folder");
    let (code, _) = refused(&["-b", "--proof", text(&nowhere), text(&input)]);
    assert_eq!(code, 74);
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
    // The first answer is there: the second is being looked for.
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
