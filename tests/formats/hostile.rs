//! Files that are made to do harm: each ends with a clear message, memory stays flat, and the next
//! file is read.

use std::process::Output;

use crate::formats::{Scratch, bzip2, gzip, shown, solver, text, written, zstd};

const MATE: &str = "7k/8/5KQ1/8/8/8/8/8 w - - dm 1;";

/// Runs the program over `name` and then a good file, with no more address space than it needs.
fn over(scratch: &Scratch, name: &str, bytes: &[u8], arguments: &str) -> Output {
    let hostile = written(scratch, name, bytes);
    let next = written(scratch, "next.epd", format!("{MATE}\n"));
    let program = solver(&[]).get_program().to_owned();
    let program = shown(program.as_ref());
    std::process::Command::new("sh")
        .arg("-c")
        .arg(format!(
            "ulimit -v 400000; exec '{program}' -b -M 1 -j 1 --no-time {arguments} '{hostile}' '{next}'"
        ))
        .output()
        .expect("a program")
}

/// That the message is said once, and the next file is answered.
fn check(output: &Output, message: &str) {
    let stderr = text(&output.stderr);
    assert!(stderr.contains(message), "{message} in {stderr}");
    assert_eq!(stderr.lines().count(), 1, "{stderr}");
    let stdout = text(&output.stdout[output.stdout.len().saturating_sub(200)..]);
    let last = stdout.lines().last().unwrap_or_default();
    assert!(last.contains("bm Qg7#"), "the next file: {last}");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn a_bomb_of_one_line() {
    let scratch = Scratch::new();
    let plain = vec![b'x'; 200 << 20];
    for (name, packed) in [("bomb.gz", gzip(&plain)), ("bomb.zst", zstd(&plain))] {
        assert!(packed.len() < 1 << 20);
        let output = over(&scratch, name, &packed, "");
        check(
            &output,
            &format!("{name}:1:1: the line is longer than 16 MiB"),
        );
        assert!(output.stdout.starts_with(&plain), "{name}");
    }
}

#[test]
fn a_bomb_of_many_lines_ends_at_the_limit() {
    let scratch = Scratch::new();
    let plain = vec![b'\n'; 3 << 20];
    for (name, packed) in [("bomb.gz", gzip(&plain)), ("bomb.zst", zstd(&plain))] {
        let output = over(&scratch, name, &packed, "--max-input 100k");
        check(
            &output,
            "unpacked it has more than 102400 bytes, see --max-input",
        );
        let lines = output.stdout.iter().filter(|b| **b == b'\n').count();
        assert_eq!(lines, 102_401, "{name}");
    }
    let pgn = format!("[FEN \"{MATE}\"]\n{}", "1. e4 \n".repeat(100_000));
    let output = over(
        &scratch,
        "bomb.pgn.gz",
        &gzip(pgn.as_bytes()),
        "--max-input 100k",
    );
    check(&output, "bomb.pgn.gz:");
}

#[test]
fn a_torn_or_false_file_is_told_of() {
    let scratch = Scratch::new();
    let plain = format!("{MATE}\n").repeat(10_000);
    for (name, packed) in [
        ("torn.gz", gzip(plain.as_bytes())),
        ("torn.zst", zstd(plain.as_bytes())),
        ("torn.bz2", bzip2(plain.as_bytes())),
    ] {
        let output = over(&scratch, name, &packed[..packed.len() - 9], "");
        check(&output, "cannot be read");
        let output = over(&scratch, name, &packed[..5], "");
        check(&output, "cannot be read");
    }
}

#[test]
fn a_line_without_end_in_every_form() {
    let scratch = Scratch::new();
    let long = "x".repeat(80 << 20);
    for (name, beginning) in [
        ("long.pgn", "[Event \"x\"]\n\n"),
        ("long.pgn", "[Event \""),
        ("long.olv", "---\na: "),
        ("long.inp", "BeginProblem\n"),
        ("long.inp", "BeginProblem\ntitle next "),
        ("long.csv", "fen,id\n"),
        ("long.csv", "fen,id\n\""),
    ] {
        let output = over(&scratch, name, format!("{beginning}{long}").as_bytes(), "");
        check(
            &output,
            "longer than 16 MiB; the rest of the file is not read",
        );
    }
    let rows = "\"x\nx\n".to_owned() + &"y\n".repeat(20 << 20);
    let output = over(
        &scratch,
        "rows.csv",
        format!("fen,id\n{rows}").as_bytes(),
        "",
    );
    check(&output, "rows.csv:2: longer than 16 MiB");
    let rows = "author end\n".repeat(2 << 20);
    let output = over(
        &scratch,
        "rows.inp",
        format!("\n\nbegin\n{rows}").as_bytes(),
        "",
    );
    check(&output, "rows.inp:3: a problem longer than 1 MiB");
    let rows = "- y\n".repeat(10 << 20);
    let output = over(&scratch, "rows.olv", format!("---\n{rows}").as_bytes(), "");
    check(&output, "rows.olv:1: longer than 16 MiB");
}

#[test]
fn aliases_and_depth_in_yaml() {
    let scratch = Scratch::new();
    let mut laughs =
        "---\nalgebraic: &a0 {white: [Ka1, Qb2], black: [Kh8]}\nstipulation: '#1'\n".to_owned();
    for level in 1..60 {
        let below = vec![format!("*a{}", level - 1); 9].join(", ");
        laughs += &format!("l{level}: &a{level} [{below}]\n");
    }
    laughs += "authors: *a59\noptions: *a58\nsource: *a57\ntwins: *a56\nconditions: *a55\n";
    for arguments in ["", "--format olv"] {
        let output = over(&scratch, "laughs.olv", laughs.as_bytes(), arguments.trim());
        let stdout = text(&output.stdout);
        assert!(stdout.len() < 20_000, "{arguments}");
        if arguments.is_empty() {
            assert!(stdout.starts_with("7k/8/8/8/8/8/1Q6/K7 w - - "), "{stdout}");
            assert!(
                stdout
                    .lines()
                    .last()
                    .is_some_and(|line| line.contains("bm Qg7#"))
            );
        }
    }
    let huge = format!(
        "---\nx: &x \"{}\"\nalgebraic: {{white: [Ka1, Qb2], black: [Kh8]}}\nauthors: [{}]\ntwins: {{{}}}\nstipulation: *x\n",
        "A".repeat(1 << 20),
        vec!["*x"; 5000].join(","),
        (0..5000)
            .map(|n| format!("b{n}: *x"))
            .collect::<Vec<_>>()
            .join(","),
    );
    let output = over(&scratch, "huge.olv", huge.as_bytes(), "");
    assert!(output.stdout.len() < 10 << 20, "{}", output.stdout.len());
    assert!(
        text(&output.stdout)
            .lines()
            .last()
            .is_some_and(|line| line.contains("bm Qg7#"))
    );
    let twin = format!(
        "---\nalgebraic: {{white: [Ka1, Qc1], black: [Kh8]}}\nstipulation: '#1'\ntwins: {{b: 'Remove {}'}}\n",
        "a1".repeat(7 << 20),
    );
    let output = over(&scratch, "twin.olv", twin.as_bytes(), "");
    check(&output, "longer than 4096 bytes");
    for deep in [
        "[".repeat(1 << 20),
        "{a: ".repeat(1 << 20),
        "- ".repeat(1 << 20),
    ] {
        let output = over(
            &scratch,
            "deep.olv",
            format!("---\n{deep}\n").as_bytes(),
            "",
        );
        check(&output, "this YAML cannot be read");
    }
}

#[test]
fn a_million_variations() {
    let scratch = Scratch::new();
    let deep = format!(
        "[Event \"#1\"]\n[FEN \"7k/8/5KQ1/8/8/8/8/8 w - - 0 1\"]\n\n1. Qg7 {}{} *\n",
        "(1. Qh7 ".repeat(1_000_000),
        ")".repeat(1_000_000)
    );
    for arguments in ["", "--final"] {
        let output = over(&scratch, "deep.pgn", deep.as_bytes(), arguments);
        let stdout = text(&output.stdout);
        assert_eq!(stdout.matches("bm Qg7#").count(), 2, "{stdout}");
        assert_eq!(output.status.code(), Some(0));
    }
}
