//! `solver kriegspiel play` as a program.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Output, Stdio};

use crate::play::feed::fed;
use crate::play::named::scratch;

fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_solver"));
    command
        .args(["kriegspiel", "play"])
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("UTF-8")
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("UTF-8")
}

#[test]
fn a_line_in_is_a_line_out_and_the_record_is_checked() {
    let (_, file) = scratch("game.pgn");
    let played = fed(
        &mut program(&[
            "krk",
            "--umpire",
            "--position",
            "Kf6 Ra1",
            "--king",
            "h8 g8 h7",
            "--pgn",
            &file,
        ]),
        "king e5\nking h8\nking g8\nking e8\nking g8\n\nquit\nnobody hears this\n",
    );
    assert_eq!(played.status.code(), Some(0), "{}", stderr(&played));
    let lines: Vec<&str> = stdout(&played).lines().collect();
    let nothing = "error no such word; help tells those there are";
    assert!(
        lines[0].starts_with("error the king cannot be on e5"),
        "{lines:?}"
    );
    assert_eq!(lines[1], "white Ra1-h1 F mate 3");
    assert!(
        lines[2].starts_with("white ") && lines[2].ends_with(" mate 2"),
        "{lines:?}"
    );
    assert_eq!(lines[3..], ["nonsense", "nonsense", nothing, "bye"]);
    let checked = Command::new(env!("CARGO_BIN_EXE_solver"))
        .args(["kriegspiel", "check", &file])
        .output()
        .expect("the program runs");
    assert_eq!(
        (checked.status.code(), stderr(&checked)),
        (
            Some(0),
            "1 game, 3 half-moves, 0 findings, 0 notes, 0 unreadable\n"
        )
    );
}

#[test]
fn people_get_boards_and_sentences() {
    let played = fed(
        &mut program(&[
            "krk",
            "--position",
            "Kf6 Ra1",
            "--king",
            "h8 g8 h7",
            "--boards",
            "always",
        ]),
        "go\nyes\n\nmate\n",
    );
    let text = stdout(&played);
    assert!(
        text.contains("8 | . . . . . . ? ?\n7 | . . . . . . . ?\n6 | . . . . . K . .\n"),
        "{text}"
    );
    assert!(
        text.contains("mates in at most 3 moves, wherever it is"),
        "{text}"
    );
    assert!(text.contains("> "), "{text}");
    assert!(
        text.contains("Over, 1-0 mate, after 2 moves of White's."),
        "{text}"
    );
}

#[test]
fn people_see_the_board_as_it_is_when_they_move() {
    let played = fed(
        &mut program(&[
            "krk",
            "--umpire",
            "--position",
            "Kf6 Ra1",
            "--king",
            "h8 g8 h7",
            "--boards",
            "always",
        ]),
        "king h8\nboard\n",
    );
    let text = stdout(&played);
    // White's rook has gone to h1, and the own king is seen.
    assert!(
        text.contains("8 | . . . . . . . k\n7 | . . . . . . . ?\n6 | . . . . . K . .\n"),
        "{text}"
    );
    assert!(text.contains("1 | . . . . . . . R\n"), "{text}");
    assert_eq!(text.matches("1 | R . . . . . . .\n").count(), 1, "{text}");
    assert!(text.starts_with("I am White and attack"), "{text}");
    assert!(
        text.contains(
            "White has Kf6 Rh1. Your king is on h8; for all that White knows it may be on h7 h8."
        ),
        "{text}"
    );
}

#[test]
fn the_end_of_the_input_garbage_and_long_lines_are_survived() {
    let mut input = b"\xff\xfe\0\x1b[2J\n".to_vec();
    input.extend(vec![b'k'; 300_000]);
    input.extend(b"\nboard");
    let played = fed(
        &mut program(&["krk", "--hide", "--position", "Kc3 Ra1"]),
        &input,
    );
    assert_eq!(played.status.code(), Some(0), "{}", stderr(&played));
    let lines: Vec<&str> = stdout(&played).lines().collect();
    assert_eq!(lines.len(), 3, "{lines:?}");
    assert!(
        lines[2].starts_with("board Kc3 Ra1 kings e2,f2,g2,h2,"),
        "{lines:?}"
    );
}

#[test]
fn a_reader_that_leaves_ends_it_and_the_record_is_kept() {
    let (path, file) = scratch("left.pgn");
    let mut child = program(&["krk", "--umpire", "--position", "Kf6 Ra1", "--pgn", &file])
        .stdin(Stdio::piped())
        .spawn()
        .expect("a program");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    writeln!(stdin, "king h8").expect("it listens");
    let mut line = String::new();
    reader.read_line(&mut line).expect("an answer");
    assert!(line.starts_with("white "), "{line}");
    drop(reader);
    // Whether it notices at the first or at the second line is the system's choice.
    for _ in 0..20 {
        if writeln!(stdin, "board").is_err() {
            break;
        }
    }
    drop(stdin);
    assert_eq!(child.wait().expect("an end").code(), Some(0));
    assert!(
        fs::read_to_string(path)
            .expect("a record")
            .contains("[SetUp \"1\"]")
    );
}

#[cfg(unix)]
#[test]
fn a_signal_ends_it_while_it_waits_and_the_record_is_kept() {
    let (path, file) = scratch("stopped.pgn");
    let mut child = program(&["krk", "--umpire", "--position", "Kf6 Ra1", "--pgn", &file])
        .stdin(Stdio::piped())
        .spawn()
        .expect("a program");
    let mut stdin = child.stdin.take().expect("a pipe");
    writeln!(stdin, "king h8").expect("it listens");
    let mut reader = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut line = String::new();
    reader.read_line(&mut line).expect("an answer");
    let kill = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.expect("kill").success());
    let mut rest = String::new();
    reader.read_to_string(&mut rest).expect("UTF-8");
    assert_eq!(
        (rest.as_str(), child.wait().expect("an end").code()),
        ("", Some(130))
    );
    assert!(fs::read_to_string(path).expect("a record").ends_with("*\n"));
}

#[test]
fn what_cannot_be_played_is_said() {
    for (arguments, code, told) in [
        (
            &["krk", "--position", "Kc3 Qa1"][..],
            64,
            "is a position of K+Q, not of K+R",
        ),
        (&["krk", "--umpire", "--hide"], 64, "cannot be used with"),
        (&["krk", "--king", "a1"], 64, "--position"),
        (
            &["krk", "--pgn", "/nowhere/game.pgn"],
            74,
            "/nowhere/game.pgn: ",
        ),
        (&["kpk"], 64, "an ending is krk"),
    ] {
        let played = fed(&mut program(arguments), "quit\n");
        assert_eq!(played.status.code(), Some(code), "{arguments:?}");
        assert!(stderr(&played).contains(told), "{}", stderr(&played));
        assert_eq!(stdout(&played), "");
    }
}

#[test]
fn a_move_needs_no_word_before_it() {
    let told = |arguments: &[&str], lines: &str| {
        let played = fed(&mut program(arguments), format!("{lines}\nboard\n"));
        stdout(&played).to_owned()
    };
    let hidden = ["krk", "--hide", "--position", "Kf6 Ra1"];
    let tried = told(&hidden, "try Ra1-h1");
    assert!(!tried.contains("error"), "{tried}");
    for line in ["Ra1-h1", "a1h1", "Rh1", "rh1", "Rh1+", "h1", "H1", "Ra1h1"] {
        assert_eq!(told(&hidden, line), tried, "{line}");
    }
    assert!(told(&hidden, "Qd5").starts_with("nonsense\n"));
    let two = ["krk", "--hide", "--position", "Kg2 Ra1"];
    assert!(told(&two, "h1").starts_with("error several men can go to h1: "));
    assert!(!told(&two, "Kh1").contains("error"));
    let king = ["krk", "--umpire", "--position", "Kf6 Ra1"];
    let placed = told(&king, "king h8\nking g8");
    assert!(!placed.contains("error"), "{placed}");
    for lines in ["Kh8\nKg8", "h8\ng8", "kh8\nKh8-g8", "H8\nh8g8"] {
        assert_eq!(told(&king, lines), placed, "{lines}");
    }
    // Whoever is the umpire alone has no move to make.
    let umpire = ["krk", "--position", "Kf6 Ra1"];
    assert!(told(&umpire, "Kg8").starts_with("error not in this game: go, "));
    assert!(told(&umpire, "e9").starts_with("error no such word"));
}
