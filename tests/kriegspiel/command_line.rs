//! `solver kriegspiel` as a program among others.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Output, Stdio};

use crate::kriegspiel::examples::{FILTERED, UNFILTERED};
use crate::kriegspiel::feed::fed;
use crate::support::packed::{bzip2, gzip, zstd};

pub fn solver(arguments: &[&str], input: &(impl AsRef<[u8]> + ?Sized)) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_solver"));
    command
        .arg("kriegspiel")
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    fed(&mut command, input)
}

fn shown(output: &Output) -> String {
    format!(
        "{}-- stderr\n{}-- exit {}\n",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
        output.status.code().expect("a code"),
    )
}

#[test]
fn check_says_what_is_wrong_and_with_how_many() {
    insta::assert_snapshot!(shown(&solver(
        &["check"],
        &format!("{UNFILTERED}\n{FILTERED}")
    )));
    insta::assert_snapshot!(shown(&solver(
        &["check", "--format", "json", "-"],
        UNFILTERED
    )));
    insta::assert_snapshot!(shown(&solver(&["check", "-"], FILTERED)));
    insta::assert_snapshot!(shown(&solver(&["check"], "1. e4 {(:) e5 *\n")));
}

#[test]
fn a_file_that_cannot_be_read_is_reported_and_the_rest_goes_on() {
    let output = solver(&["check", "no such file", "-"], UNFILTERED);
    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.starts_with("no such file: "), "{stderr}");
    assert!(stderr.ends_with("1 game, 9 half-moves, 1 finding, 0 notes, 1 unreadable\n"));
}

#[test]
fn filter_and_convert_leave_out_what_cannot_be_made() {
    let games = format!("{FILTERED}\n{UNFILTERED}\n[Event \"broken\"]\n1. e5 {{(:)}} *\n");
    insta::assert_snapshot!(shown(&solver(&["filter", "--for", "black"], &games)));
    insta::assert_snapshot!(shown(&solver(&["convert", "--to", "proposal"], &games)));
}

/// Many games of which the first takes longest, with what every command has to complain about.
fn mixture() -> String {
    let mut games = String::from("[Event \"long\"]\n\n");
    for number in (1..600).step_by(2) {
        let moves = "Nf3 {(:exd3)} Nf6 {(:)}";
        games += &format!(
            "{number}. {moves} {}. Ng1 {{(:)}} Ng8 {{(:)}}\n",
            number + 1
        );
    }
    games += "*\n\n";
    for number in 0..40 {
        games += &format!("[Event \"{number}\"]\n{FILTERED}\n[Event \"{number}\"]\n{UNFILTERED}\n");
        games += "[Event \"broken\"]\n1. e5 {(:)} *\n[Event \"none\"]\n1. e4 {(:)} (*\n";
        games += "[Event \"spelt\"]\n1. e2e4 {(:) best} $1 e5 {(:0} *\n";
    }
    games
}

#[test]
fn workers_change_neither_the_bytes_nor_the_order_of_the_messages() {
    let games = mixture();
    let mut said = 0;
    for arguments in [
        &["check"][..],
        &["check", "--format", "json", "no such file", "-"],
        &["filter", "--for", "white", "--comments", "keep"],
        &["filter", "--for", "no", "no such file", "-"],
        &["convert", "--to", "proposal"],
        &["convert", "--to", "v0.9"],
    ] {
        let [one, several @ ..] = ["1", "2", "7"].map(|workers| {
            // Both streams in one, as a terminal has them.
            let (mut both, writer) = std::io::pipe().expect("a pipe");
            let mut command = Command::new(env!("CARGO_BIN_EXE_solver"));
            command
                .arg("kriegspiel")
                .args(arguments)
                .args(["-j", workers]);
            command.stdout(writer.try_clone().expect("an end"));
            command.stderr(writer).stdin(Stdio::piped());
            let mut child = command.spawn().expect("a program");
            // The ends of the pipe that the command holds.
            drop(command);
            let mut stdin = child.stdin.take().expect("a pipe");
            let games = games.clone();
            let fed = std::thread::spawn(move || stdin.write_all(games.as_bytes()));
            let mut text = String::new();
            both.read_to_string(&mut text).expect("text");
            fed.join().expect("no panic").expect("all is read");
            (child.wait().expect("an end").code(), text)
        });
        assert!(one.1.lines().count() > 100, "{arguments:?}: {}", one.1);
        said += one
            .1
            .lines()
            .filter(|line| line.contains("left out"))
            .count();
        for other in several {
            assert_eq!(one, other, "{arguments:?}");
        }
    }
    assert!(said > 100, "{said} messages");
}

#[test]
fn the_umpire_answers_line_by_line() {
    let talk = "new 4k3/8/8/8/1p6/8/P7/R3Kb2 w Q - 0 1\ntries\ntry a2b3\ntry a2b3\ntry a2c3\ntry a2a4\n\
        try b4a3\ntry e1c1\ntry e8e7\nnew\ntry e2e4\nnew 8/8\ntry e2\nhello\n";
    insta::assert_snapshot!(shown(&solver(&["umpire"], talk)));
}

#[test]
fn usage_errors_are_told_apart() {
    for arguments in [
        &["filter"][..],
        &["filter", "--for", "red"],
        &["convert", "--to", "v1"],
        &[],
    ] {
        assert_eq!(
            solver(arguments, "").status.code(),
            Some(64),
            "{arguments:?}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_ends_it_quietly() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_solver"))
        .args(["kriegspiel", "filter", "--for", "white"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a program");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("a pipe");
    for _ in 0..200 {
        if writeln!(stdin, "{UNFILTERED}").is_err() {
            break;
        }
    }
    drop(stdin);
    assert_eq!(child.wait().expect("an end").code(), Some(0));
}

#[cfg(unix)]
fn interrupt(child: &std::process::Child) {
    let status = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(status.expect("kill").success());
}

#[cfg(unix)]
#[test]
fn a_signal_ends_who_waits_for_input_quietly() {
    let commands: [&[&str]; 5] = [
        &["check"],
        &["filter", "--for", "no"],
        &["convert", "--to", "proposal"],
        &["belief", "-j", "2"],
        &["solve", "-j", "2"],
    ];
    for command in commands {
        let mut child = Command::new(env!("CARGO_BIN_EXE_solver"))
            .arg("kriegspiel")
            .args(command)
            .args(["no such file", "-"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a program");
        // It complains of the first file: now it waits for the second.
        let mut stderr = BufReader::new(child.stderr.take().expect("a pipe"));
        let mut complaint = String::new();
        stderr.read_line(&mut complaint).expect("a line");
        assert!(complaint.starts_with("no such file: "), "{complaint}");
        interrupt(&child);
        assert_eq!(child.wait().expect("an end").code(), Some(130));
        let mut rest = String::new();
        stderr.read_to_string(&mut rest).expect("text");
        assert_eq!(rest, "", "{command:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_signal_ends_a_long_problem_as_undecided() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_solver"))
        .args(["kriegspiel", "solve", "-j", "1", "--format", "json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a program");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin
        .write_all(b"[FEN \"7k/5Q2/6K1/8/8/8/8/8 w - - 0 1\"]\n*\n[depth \"21\"]\n*\n")
        .expect("a reader");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut lines = [String::new(), String::new()];
    stdout.read_line(&mut lines[0]).expect("a line");
    interrupt(&child);
    stdout.read_line(&mut lines[1]).expect("a line");
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    assert!(lines[0].contains("\"solved\":\"yes\""), "{lines:?}");
    // The second may not have been begun.
    assert!(
        lines[1].is_empty() || lines[1].contains("\"reason\":\"stopped\""),
        "{lines:?}"
    );
    drop(stdin);
}

#[test]
fn messages_hold_no_control_bytes_and_tokens_are_cut() {
    let long = "Q".repeat(1_000_000);
    let blanks = "a b ".repeat(100_000);
    let records = [
        "1. \u{1b}[2J {(:)} *\n".to_owned(),
        "1. e4 {(\u{1b}[2J:)} *\n".to_owned(),
        "1. e4 {(:\u{1b}[2J)} *\n".to_owned(),
        "[Filtered \"\u{1b}[2J\"]\n\n1. e4 {(:)} *\n".to_owned(),
        "[Filtered \"white\"]\n\n1. \u{1b}[2J {(:)} *\n".to_owned(),
        "[FEN \"\u{1b}[2J\"]\n\n1. e4 {(:)} *\n".to_owned(),
        "[depth \"\u{1b}[2J\"]\n[Filtered \"white\"]\n\n*\n".to_owned(),
        format!("1. {long} {{(:)}} *\n"),
        format!("1. e4 {{(:{long})}} *\n"),
        format!("1. e4 {{(:{blanks})}} *\n"),
        format!("1. e4 {{(C{long}:)}} *\n"),
        format!("1. e4 {{(K::C{long})}} *\n"),
        format!("[Filtered \"white\"]\n\n1. {long} {{(:)}} *\n"),
        format!("[Filtered \"white\"]\n\n1. e4 {{(C{long}:)}} *\n"),
        format!("[Filtered \"white\"]\n\n1. e4 {{(:{blanks})}} ?? {{(C{long}:0)}} *\n"),
        format!("[Filtered \"white\"]\n\n1. e4 {{(:)}} {long} {{(:)}} *\n"),
    ];
    for record in records {
        for arguments in [
            &["check"][..],
            &["filter", "--for", "white"],
            &["convert", "--to", "proposal"],
            &["convert", "--to", "v0.9"],
            &["belief"],
            &["solve"],
        ] {
            let output = solver(arguments, &record);
            let mut told = String::from_utf8(output.stderr).expect("UTF-8");
            if arguments == ["check"] {
                told.push_str(std::str::from_utf8(&output.stdout).expect("UTF-8"));
            }
            let head: String = record.chars().take(60).collect();
            assert!(
                !told.contains(|c: char| c.is_control() && c != '\n'),
                "{arguments:?} {head:?}: {told:?}"
            );
            let longest = told.lines().map(|line| line.chars().count()).max();
            assert!(longest < Some(250), "{arguments:?} {head:?}: {longest:?}");
        }
    }
}

#[test]
fn a_record_that_was_cut_is_written_but_not_solved() {
    let cut = "[Filtered \"white\"]\n\n1. e4 {(:)} ?? {(:0)} 2. d4 {(:)} ?? {(:0)} {cut he";
    for (arguments, lines) in [
        (&["check"][..], 2),
        (&["filter", "--for", "white"], 9),
        (&["convert", "--to", "proposal"], 9),
        (&["belief"], 8),
        (&["solve"], 1),
    ] {
        let output = solver(arguments, cut);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said =
            String::from_utf8_lossy(&output.stderr) + String::from_utf8_lossy(&output.stdout);
        assert!(
            said.contains("-:3:45: the comment is not closed\n"),
            "{said}"
        );
        assert_eq!(said.lines().count(), lines, "{said}");
    }
    let output = solver(&["check"], cut);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        stderr,
        "1 game, 4 half-moves, 0 findings, 0 notes, 1 unreadable\n"
    );
}

#[test]
fn compressed_records_are_read_like_others() {
    let folder = tempfile::tempdir().expect("a folder");
    let expected = solver(&["filter", "--for", "no"], &UNFILTERED.repeat(2));
    assert!(expected.stdout.len() > 500);
    for (name, pack) in [
        ("games.gz", gzip as fn(&[u8]) -> Vec<u8>),
        ("games.pgn.zst", zstd),
        ("games.pgn.bz2", bzip2),
    ] {
        let packed = pack(UNFILTERED.as_bytes()).repeat(2);
        let path = folder.path().join(name);
        std::fs::write(&path, &packed).expect("written");
        let path = path.to_str().expect("text");
        for output in [
            solver(&["filter", "--for", "no", path], ""),
            solver(&["filter", "--for", "no"], &packed),
        ] {
            assert!(output.stdout == expected.stdout, "{}", shown(&output));
            assert_eq!(output.status.code(), Some(0), "{name}");
        }
        std::fs::write(path, &packed[..packed.len() - 9]).expect("written");
        let torn = solver(&["check", path], "");
        assert_eq!(torn.status.code(), Some(2), "{}", shown(&torn));
    }
    let output = solver(&["check"], b"7z\xbc\xaf\x27\x1c\0\x04");
    assert!(shown(&output).contains("-: this is compressed by 7-Zip"));
    assert_eq!(output.status.code(), Some(2), "{}", shown(&output));
}

#[test]
fn the_umpire_shows_its_board_and_its_words() {
    let output = solver(&["umpire"], "board\ntry e2e4\nboard\nhelp\n");
    let lines: Vec<&str> = std::str::from_utf8(&output.stdout)
        .expect("UTF-8")
        .lines()
        .collect();
    assert_eq!(
        lines[..3],
        [
            "board rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "yes - - -",
            "board rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        ]
    );
    assert!(
        lines[3].starts_with("help new [FEN], try MOVE"),
        "{lines:?}"
    );
}
