//! What a run came to: the summary, the file of numbers, the policy of failure, the log.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Output, Stdio};

use serde_json::Value;

use crate::bulk::{Scratch, ended, fed, signal, solver, suite, text, until};

/// A mate in 1, a refutation, a mate on the board, a line that is no record; with comments.
const LINES: &[u8] = b"# comment\n\
    7k/8/6K1/8/8/8/Q7/8 w - - dm 1;\n\
    4k3/8/8/8/8/8/8/4K3 b - - dm 1;\n\
    R6k/8/7K/8/8/8/8/8 b - - dm 1;\n\
    nonsense\n\
    \n";

/// Far more than anybody waits for.
const ENDLESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

fn run(arguments: &[&str], input: &[u8]) -> Output {
    fed(&mut solver(arguments), input)
}

fn numbers(path: &str) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

#[test]
fn the_summary_counts_what_the_records_say() {
    let output = run(&["--summary", "always", "-j", "1"], LINES);
    let nodes: u64 = text(&output.stdout)
        .split("; ")
        .filter_map(|operation| operation.split_once("acn "))
        .map(|(_, nodes)| nodes.split(';').next().unwrap().parse::<u64>().unwrap())
        .sum();
    let stderr = text(&output.stderr);
    let lines: Vec<&str> = stderr.lines().skip(1).collect();
    assert!(stderr.starts_with("-:5:"), "{stderr}");
    assert_eq!(lines[0], format!("4 records, {nodes} nodes"));
    assert_eq!(
        lines[1..5],
        [
            "solved    2: #1 1, over already 1",
            "refuted   1",
            "gave up   0",
            "errors    1"
        ]
    );
    assert!(
        lines[5].starts_with("slowest   ") && lines[5].contains(" -:"),
        "{stderr}"
    );
    assert_eq!(lines.len(), 8, "three records were read: {stderr}");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn there_is_no_summary_where_nobody_looks() {
    for arguments in [&[][..], &["--summary", "never"], &["--summary", "auto"]] {
        let stderr = text(&run(arguments, LINES).stderr);
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
    }
}

#[test]
fn the_file_of_numbers_adds_up_and_is_the_same_for_every_j() {
    let scratch = Scratch::new();
    let input = scratch.file("in", suite(2000));
    let paths = [scratch.path("one"), scratch.path("three")];
    for (path, workers) in paths.iter().zip(["1", "3"]) {
        let output = run(&["-j", workers, "--stats", path, &input], b"");
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(text(&output.stderr), "");
    }
    let bytes = paths.clone().map(|path| fs::read(path).unwrap());
    assert_eq!(text(&bytes[0]), text(&bytes[1]));
    let value = numbers(&paths[0]);
    let number = |pointer: &str| value.pointer(pointer).unwrap().as_u64().unwrap();
    assert_eq!(value["end"], "complete");
    assert_eq!((number("/lines"), number("/kept")), (2000, 0));
    let records = number("/solved/records") + number("/refuted") + number("/gave_up");
    assert_eq!(records, number("/records"));
    let lengths = value["solved"]["by_length"].as_array().unwrap();
    let reached: u64 = lengths
        .iter()
        .map(|length| length["records"].as_u64().unwrap())
        .sum();
    assert_eq!(reached + number("/solved/over"), number("/solved/records"));
    assert_eq!(value["slowest"].as_array().unwrap().len(), 5);
    let written = text(&run(&[&input], b"").stdout);
    let nodes: u64 = written
        .split("acn ")
        .skip(1)
        .map(|rest| rest.split(';').next().unwrap().parse::<u64>().unwrap())
        .sum();
    assert_eq!(number("/nodes"), nodes);
    let left: Vec<_> = fs::read_dir(&scratch.0).unwrap().collect();
    assert_eq!(left.len(), 3, "{left:?}");
}

#[test]
fn with_times_there_are_seconds_of_wall_and_processors() {
    let scratch = Scratch::new();
    let path = scratch.path("stats");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_solver"));
    command.args(["-b", "-M", "1", "-z", "1", "--stats", &path]);
    fed(command.stdout(Stdio::null()), LINES);
    let value = numbers(&path);
    assert!(value["wall_seconds"].as_f64().unwrap() > 0.0, "{value}");
    assert_eq!(
        value.get("cpu_seconds").is_some(),
        cfg!(target_os = "linux")
    );
    assert!(value["slowest"][0]["seconds"].as_f64().is_some(), "{value}");
}

#[test]
fn kept_lines_are_counted_and_are_one_number_besides() {
    let scratch = Scratch::new();
    let input = scratch.file("in", suite(100));
    let (out, stats) = (scratch.path("out"), scratch.path("stats"));
    let whole = run(&[&input], b"").stdout;
    run(&["-o", &out], crate::bulk::head(&suite(100), 60));
    let arguments = [
        "-o",
        &out,
        "--resume",
        "--stats",
        &stats,
        "--summary",
        "always",
        &input,
    ];
    let output = run(&arguments, b"");
    assert_eq!(fs::read(&out).unwrap(), whole);
    let value = numbers(&stats);
    assert_eq!((&value["kept"], &value["lines"]), (&60.into(), &100.into()));
    let stderr = text(&output.stderr);
    assert!(
        stderr.contains("\nkept      60 lines of an earlier run, counted below\n"),
        "{stderr}"
    );
}

#[test]
fn a_signal_ends_a_run_with_summary_and_numbers_and_usr1_shows_them() {
    let scratch = Scratch::new();
    let path = scratch.path("stats");
    let mut child = solver(&[
        "-Z",
        "40",
        "-j",
        "2",
        "--summary",
        "always",
        "--stats",
        &path,
    ])
    .stdin(Stdio::piped())
    .spawn()
    .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    writeln!(stdin, "7k/8/6K1/8/8/8/Q7/8 w - - dm 1;\n{ENDLESS}").unwrap();
    let mut answer = String::new();
    stdout.read_line(&mut answer).unwrap();
    let value = numbers(&path);
    assert_eq!(
        (&value["end"], &value["lines"]),
        (&"running".into(), &0.into())
    );
    until("the first record is counted", || {
        signal(&child, "USR1");
        numbers(&path)["solved"]["records"] == 1
    });
    assert_eq!(numbers(&path)["end"], "running");
    signal(&child, "INT");
    assert_eq!(ended(&mut child).code(), Some(130));
    assert_eq!(numbers(&path)["end"], "stopped");
    let mut stderr = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut stderr)
        .unwrap();
    assert!(stderr.contains(" nodes; stopped\n"), "{stderr}");
    assert!(stderr.contains("\nsolved    1: #1 1\n"), "{stderr}");
}

#[test]
fn whoever_closes_the_output_leaves_numbers_behind() {
    let scratch = Scratch::new();
    let path = scratch.path("stats");
    let input = scratch.file("in", suite(200_000));
    let mut child = solver(&["--stats", &path, "--summary", "auto", &input])
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    assert_eq!(ended(&mut child).code(), Some(0));
    assert_eq!(numbers(&path)["end"], "closed");
}

#[test]
fn numbers_that_cannot_be_written_are_told_before_the_work() {
    let scratch = Scratch::new();
    let path = scratch.path("no/such/folder");
    let output = run(&["--stats", &path], LINES);
    assert_eq!(output.status.code(), Some(74));
    assert!(output.stdout.is_empty());
    assert!(text(&output.stderr).contains(&path));
}

#[test]
fn numbers_go_neither_into_the_input_nor_into_another_output() {
    let scratch = Scratch::new();
    let input = scratch.file("in", LINES);
    let out = scratch.path("out");
    let cases: [&[&str]; 4] = [
        &["--stats", &input, &input],
        &["--stats", &out, "-o", &out, &input],
        &["--stats", &out, "-o", &out, "--resume", &input],
        &["--stats", &out, "--proof", &out, &input],
    ];
    for arguments in cases {
        let output = run(arguments, b"");
        assert_eq!(output.status.code(), Some(64), "{arguments:?}");
        assert!(text(&output.stderr).contains("a file of its own"));
        assert!(fs::metadata(&out).is_err(), "{arguments:?}");
    }
    assert_eq!(fs::read(&input).unwrap(), LINES);
}

#[test]
fn links_are_followed_and_devices_written_into() {
    let scratch = Scratch::new();
    let (real, link) = (scratch.file("real", b"old"), scratch.path("link"));
    std::os::unix::fs::symlink(&real, &link).unwrap();
    run(&["--stats", &link], LINES);
    assert_eq!(numbers(&real)["records"], 4);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    let output = run(&["--stats", "/dev/stderr"], LINES);
    assert!(text(&output.stderr).contains("\"end\": \"complete\""));
    // A log behind a device is gone on with.
    let log = scratch.file("log", b"begun\n");
    let mut command = solver(&["--stats", "/dev/stderr"]);
    let appended = fs::File::options().append(true).open(&log).unwrap();
    fed(command.stderr(appended), LINES);
    let held = text(&fs::read(&log).unwrap());
    assert!(
        held.starts_with("begun\n{") && held.contains("-:5:"),
        "{held}"
    );
    assert!(held.ends_with("\n}\n"), "{held}");
}

#[test]
fn what_no_record_may_come_to_gives_an_exit_code_of_its_own() {
    let solved: &[u8] = b"7k/8/6K1/8/8/8/Q7/8 w - - dm 1;\n";
    let refuted: &[u8] = b"4k3/8/8/8/8/8/8/4K3 b - - dm 1;\n";
    let malformed: &[u8] = b"nonsense\n";
    let limited = format!("{ENDLESS}\n");
    let limited = limited.as_bytes();
    let code = |what: &str, input: &[u8]| {
        let mut arguments = vec!["-Z", "3", "--nodes", "100"];
        if !what.is_empty() {
            arguments.extend(["--fail-on", what]);
        }
        run(&arguments, input).status.code().unwrap()
    };
    let inputs = [solved, refuted, malformed, limited];
    let codes = |what: &str| inputs.map(|input| code(what, input));
    assert_eq!(codes(""), [0, 0, 2, 0]);
    assert_eq!(codes("limit"), [0, 0, 2, 3]);
    assert_eq!(codes("error"), [0, 0, 3, 0]);
    assert_eq!(codes("refuted"), [0, 3, 2, 0]);
    assert_eq!(codes("limit,error,refuted"), [0, 3, 3, 3]);
    assert_eq!(code("limit", &[malformed, limited].concat()), 3);
    let missing = run(&["--fail-on", "error", "/no/such/file"], b"");
    assert_eq!(missing.status.code(), Some(3));
}

#[test]
fn a_solution_under_a_limit_counts_as_limited() {
    // The length is found, but not every first move is decided within so few nodes.
    let input = b"nn3rk1/5pp1/p1p4p/8/3p4/8/2p2Kb1/8 b - - dm 5;\n";
    let arguments = ["-Z", "5", "--nodes", "45000", "--fail-on", "limit"];
    let output = run(&arguments, input);
    let record = text(&output.stdout);
    assert!(
        record.contains("Limit") && record.contains("bm"),
        "{record}"
    );
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn a_log_has_no_line_that_is_written_over() {
    let output = run(&["--progress", "plain"], LINES);
    let stderr = text(&output.stderr);
    assert!(!stderr.contains('\r'), "{stderr:?}");
    assert_eq!(stderr.lines().count(), 2, "{stderr}");
    assert!(stderr.ends_with(" in 0:01\n"), "{stderr}");
}
