//! `solver FILE` as a program among others.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use crate::report::feed::fed;
use crate::report::scratch::Scratch;

/// The reader's run with little memory and without times; stdin is empty, stdout and stderr are
/// gathered.
fn solver(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_solver"));
    command
        .args(["-M", "1", "--no-time", "--ascii", "--details"])
        .args(arguments);
    piped(command)
}

fn piped(mut command: Command) -> Command {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// The same with `-b`.
fn bulk(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_solver"));
    command.args(["-b", "-M", "1", "--no-time"]).args(arguments);
    piped(command)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("text")
}

const RECORDS: &str = "\
# Two problems and what is none
kbK5/pp6/1P6/8/8/8/8/R7 w - - dm 2; id \"Morphy\";

8/8/8/8/8/8/8/4K3 w - - id \"no king\";
7k/8/5KQ1/8/8/8/8/8 w - - dm 1; id \"../one/\";
";

#[test]
fn records_of_standard_input_are_answered_in_order() {
    let output = fed(&mut solver(&["-j", "2"]), RECORDS);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stderr), "-:4:1: black has no king\n");
    let text = text(&output.stdout);
    let places = [
        "# Two problems",
        "Morphy\n======",
        "error in column 1: black has no king\n   8/8",
        "../one/\n",
    ];
    let found: Vec<Option<usize>> = places.iter().map(|p| text.find(p)).collect();
    assert!(
        found.iter().all(Option::is_some) && found.is_sorted(),
        "{text}"
    );
    assert!(text.ends_with("\n1 node\n\n"), "{text}");
}

#[test]
fn the_bytes_do_not_depend_on_the_number_of_workers() {
    let input = RECORDS.repeat(50);
    let output = |workers| fed(&mut solver(&["-j", workers]), &input).stdout;
    assert_eq!(output("1"), output("4"));
}

#[test]
fn a_closed_pipe_is_a_quiet_end() {
    let mut child: Child = solver(&["-j", "2"])
        .stdin(Stdio::piped())
        .spawn()
        .expect("a process");
    let mut stdin = child.stdin.take().expect("stdin");
    let mut stdout = BufReader::new(child.stdout.take().expect("stdout"));
    stdin.write_all(RECORDS.as_bytes()).expect("a pipe");
    let mut line = String::new();
    stdout.read_line(&mut line).expect("a line");
    drop(stdout);
    while stdin.write_all(b"# more\n").is_ok() {}
    assert_eq!(child.wait().expect("an end").code(), Some(0));
    let mut stderr = String::new();
    child
        .stderr
        .expect("stderr")
        .read_to_string(&mut stderr)
        .expect("text");
    assert!(!stderr.contains("solver:"), "{stderr}");
}

#[test]
fn a_file_and_an_output_file() {
    let scratch = Scratch::new();
    let directory = &scratch.0;
    let (input, out) = (directory.join("in.epd"), directory.join("out.txt"));
    fs::write(&input, RECORDS).expect("a file");
    let paths = [&input, &out].map(|p| p.to_str().expect("a path"));
    let output = solver(&["-o", paths[1], paths[0]])
        .output()
        .expect("output");
    assert_eq!(output.status.code(), Some(2));
    let from_stdin = fed(&mut solver(&[]), RECORDS).stdout;
    // The record without an id is called by its place.
    let place = format!("{}:4", paths[0]);
    let named = format!("{place}\n{}\n", "=".repeat(place.len()));
    let from_stdin = String::from_utf8(from_stdin).expect("UTF-8");
    let expected = from_stdin.replace("-:4\n===\n", &named);
    assert_ne!(expected, from_stdin);
    assert_eq!(fs::read_to_string(&out).expect("a file"), expected);
}

#[test]
fn pictures_are_called_by_line_and_id() {
    let pictures = |command: &mut Command, directory: &Path| {
        let output = fed(command, RECORDS);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
        let mut names: Vec<String> = fs::read_dir(directory)
            .expect("a directory")
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .into_string()
                    .expect("text")
            })
            .collect();
        names.sort_unstable();
        names
    };
    let expected = ["00002-Morphy.svg", "00005-one.svg"];
    for name in ["svg-text", "svg-bulk"] {
        let scratch = Scratch::new();
        let directory = scratch.0.join("made");
        let path = directory.to_str().expect("a path");
        let mut command = match name {
            "svg-text" => solver(&["--svg", path]),
            _ => bulk(&["--svg", path]),
        };
        assert_eq!(pictures(&mut command, &directory), expected);
        let svg = fs::read_to_string(directory.join(expected[0])).expect("a picture");
        assert!(svg.contains("<polygon class=\"key\""), "{svg}");
    }
}

#[test]
fn a_picture_that_cannot_be_written_ends_the_run() {
    let scratch = Scratch::new();
    let directory = &scratch.0;
    let path = directory.to_str().expect("a path");
    // Where a picture would go stands a directory.
    fs::create_dir(directory.join("00002-Morphy.svg")).expect("a directory");
    let output = fed(&mut bulk(&["--svg", path]), RECORDS);
    assert_eq!(output.status.code(), Some(74));
    let stderr = text(&output.stderr);
    assert!(
        stderr.contains("00002-Morphy.svg: write error: "),
        "{stderr}"
    );

    let file = directory.join("file");
    fs::write(&file, "").expect("a file");
    let output = fed(
        &mut bulk(&["--svg", file.to_str().expect("a path")]),
        RECORDS,
    );
    assert_eq!(output.status.code(), Some(74));
    assert_eq!(text(&output.stdout), "");
}

#[test]
fn json_is_the_same_with_and_without_b() {
    let with = fed(
        &mut bulk(&["--format", "json", "--tries", "--set-play"]),
        RECORDS,
    );
    let mut without = Command::new(env!("CARGO_BIN_EXE_solver"));
    without.args([
        "-M",
        "1",
        "--no-time",
        "--format",
        "json",
        "--tries",
        "--set-play",
    ]);
    let without = fed(&mut piped(without), RECORDS);
    assert_eq!(text(&with.stdout), text(&without.stdout));
    // Of the five lines one is a comment and one is blank.
    assert_eq!(text(&with.stdout).lines().count(), 3);
    for line in text(&with.stdout).lines() {
        let object: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert!(object["line"].is_u64(), "{line}");
    }
    assert!(text(&with.stdout).contains("\"set_play\":[{\"san\":"));
}
