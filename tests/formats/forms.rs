//! Every form gives the answers of EPD, plain and compressed, from files and standard input.

use std::fs;

use crate::formats::feed::fed;
use crate::formats::{FORMS, Scratch, bzip2, gzip, problems, run, solver, text, written, zstd};

/// Every record, in order, without what says where it came from.
fn answers(output: &[u8]) -> Vec<String> {
    let text = text(output);
    let records = text
        .lines()
        .filter(|line| !line.starts_with(['#', ';']) && !line.is_empty());
    records
        .map(|record| {
            let mut fields = record.splitn(5, ' ');
            let position: Vec<&str> = fields.by_ref().take(4).collect();
            let operations = fields.next().unwrap_or_default().split_inclusive("; ");
            let is_origin = |operation: &&str| {
                let opcode = operation.split(' ').next().unwrap_or_default();
                matches!(opcode, "c0" | "c1" | "id" | "fmvn" | "hmvc")
            };
            let kept: String = operations
                .filter(|operation| !is_origin(operation))
                .collect();
            format!("{} {}", position.join(" "), kept)
        })
        .collect()
}

#[test]
fn every_form_has_the_answers_of_epd() {
    let expected = answers(&run(&["-b", &problems("epd")]).stdout);
    assert_eq!(expected.len(), 5);
    assert!(
        expected[4].contains("Kq - Refuted 1;") && expected[0].contains("bm Qg7#"),
        "{expected:?}"
    );
    for form in FORMS {
        let output = run(&["-b", &problems(form)]);
        assert_eq!(answers(&output.stdout), expected, "{form}");
        assert_eq!(output.status.code(), Some(0), "{form}");
        assert_eq!(text(&output.stderr), "", "{form}");
        let first = text(&output.stdout);
        let first = first
            .lines()
            .find(|line| line.starts_with("7k"))
            .expect("a record");
        assert!(
            first.contains("c0 \"A. Author\"; c1 \"Journal, 1999\""),
            "{form}: {first}"
        );
        assert!(first.contains("; id \""), "{form}: {first}");
    }
}

#[test]
fn compressed_files_and_standard_input_give_the_same_bytes() {
    let scratch = Scratch::new();
    for form in FORMS {
        let plain = fs::read(problems(form)).expect("a file");
        let expected = run(&["-b", &problems(form)]).stdout;
        for (name, packed) in [
            ("gz", gzip(&plain)),
            ("zst", zstd(&plain)),
            ("bz2", bzip2(&plain)),
        ] {
            let file = written(&scratch, &format!("{form}.{name}"), &packed);
            let output = run(&["-b", &file]);
            assert_eq!(text(&output.stdout), text(&expected), "{form}.{name}");
            assert_eq!(output.status.code(), Some(0), "{form}.{name}");
            let piped = fed(&mut solver(&["-b"]), &packed);
            assert_eq!(text(&piped.stdout), text(&expected), "{form}.{name} piped");
        }
        let piped = fed(&mut solver(&["-b", "-"]), &plain);
        assert_eq!(text(&piped.stdout), text(&expected), "{form} piped");
        for workers in ["1", "4"] {
            let output = run(&["-b", "-j", workers, &problems(form)]);
            assert_eq!(text(&output.stdout), text(&expected), "{form} -j {workers}");
        }
    }
}

#[test]
fn all_forms_of_output_know_what_was_read() {
    for form in FORMS {
        let json = run(&["--format", "json", &problems(form)]).stdout;
        let objects: Vec<serde_json::Value> = text(&json)
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect();
        assert_eq!(objects.len(), 5, "{form}");
        let source = fs::read_to_string(problems(form)).expect("text");
        let lines: Vec<&str> = source.lines().collect();
        for object in &objects {
            // The line of the file is where the problem begins.
            let number =
                usize::try_from(object["line"].as_u64().expect("a number")).expect("small");
            let line = lines[number - 1];
            let begins = match form {
                "pgn" => line.starts_with("[Event"),
                // The first word of the problem, behind that which ended the last one.
                "inp" => ["Author", "title", "next", "Forderung"]
                    .iter()
                    .any(|word| line.starts_with(word)),
                "olv" => line.starts_with("algebraic"),
                _ => line.contains("/8/"),
            };
            assert!(begins, "{form}: {number}: {line}");
        }
        let readable = text(&run(&[&problems(form)]).stdout);
        assert!(
            readable.contains("mate in 2, 3 keys") || readable.contains("mate in 2, "),
            "{form}"
        );
    }
}

#[test]
fn several_files_of_several_forms_follow_each_other() {
    let files: Vec<String> = FORMS.iter().map(|form| problems(form)).collect();
    let mut arguments = vec!["-b"];
    arguments.extend(files.iter().map(String::as_str));
    let expected: Vec<u8> = files
        .iter()
        .flat_map(|file| run(&["-b", file]).stdout)
        .collect();
    assert_eq!(text(&run(&arguments).stdout), text(&expected));
}

#[test]
fn the_form_can_be_said() {
    let scratch = Scratch::new();
    let moves = written(&scratch, "moves", "1. f3 e5 2. g4 *\n");
    let output = run(&["-b", "--from", "pgn", "--final", "--stip", "#1", &moves]);
    assert!(text(&output.stdout).contains("bm Qh4#;"), "{output:?}");
    let output = run(&["-b", "--from", "epd", &problems("csv")]);
    assert_eq!(
        text(&output.stdout).lines().next(),
        Some("id,fen,stip,author,source")
    );
    assert_eq!(output.status.code(), Some(2));
    let lines = text(&output.stderr);
    assert!(lines.lines().count() > 1, "every line is told of: {lines}");
    let output = run(&["-b", "--from", "csv", &problems("epd")]);
    assert!(
        text(&output.stderr).contains("epd:1: this table has no column fen"),
        "{output:?}"
    );
}

#[test]
fn games_without_positions_are_told_of_once_or_give_their_last_one() {
    let scratch = Scratch::new();
    let games = "[Event \"a\"]\n\n1. f3 e5 2. g4 *\n\n[Event \"b\"]\n\n1. e4 *\n";
    let file = written(&scratch, "games.pgn", games);
    let output = run(&["-b", &file]);
    assert_eq!(text(&output.stdout), "");
    let message = text(&output.stderr);
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(
        message.contains("games.pgn:1: this is PGN without positions"),
        "{message}"
    );
    assert_eq!(output.status.code(), Some(2));
    let output = run(&["-b", "--final", "-z", "1", &file]);
    assert!(text(&output.stdout).contains("bm Qh4#;"), "{output:?}");
    assert_eq!(text(&output.stdout).lines().count(), 2);
    let mixed = format!("{games}[FEN \"7k/8/5KQ1/8/8/8/8/8 w - - 0 1\"]\n");
    let mixed = written(&scratch, "mixed.pgn", mixed);
    let output = run(&["-b", "-z", "1", &mixed]);
    assert_eq!(text(&output.stdout).lines().count(), 1);
    let message = text(&output.stderr);
    assert!(
        message.contains("2 games without a position left out"),
        "{message}"
    );
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn what_cannot_be_solved_has_its_place_and_its_reason() {
    let scratch = Scratch::new();
    let text_of = "fen,stip,id\n7k/8/5KQ1/8/8/8/8/8 w - -,pser-#1,a\nx,#1,b\n,#1,c\n7k/8/5KQ1/8/8/8/8/8,#1,d\n";
    let file = written(&scratch, "t.csv", text_of);
    let output = run(&["-b", &file]);
    let lines = text(&output.stdout);
    let lines: Vec<&str> = lines.lines().collect();
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert!(
        lines[0].contains("Error \"unsupported: stipulation pser-#1\""),
        "{lines:?}"
    );
    assert!(lines[2].starts_with("# ") && lines[2].contains("Error \"this row has no position\""));
    assert!(lines[3].contains("bm Qg7#"), "{lines:?}");
    let messages = text(&output.stderr);
    let messages: Vec<&str> = messages.lines().collect();
    for (message, line) in messages.iter().zip(2..) {
        assert!(message.contains(&format!("t.csv:{line}:")), "{messages:?}");
    }
    assert!(
        messages[3].contains("warning: only a board"),
        "{messages:?}"
    );
    assert_eq!(output.status.code(), Some(2));
}
