//! What searches nothing reads every form that is solved: `stats`, `compare`, `verify`, `merge`; and
//! the answers of `--format json` say what the answers of `-b` say.

use std::process::Output;

use crate::formats::feed::fed;
use crate::formats::{FORMS, Scratch, gzip, problems, run, solver, text, written, zstd};

/// The program without options that only solving has.
fn plain(arguments: &[&str]) -> Output {
    std::process::Command::new(env!("CARGO_BIN_EXE_solver"))
        .args(arguments)
        .output()
        .expect("a program")
}

#[test]
fn stats_counts_the_problems_of_every_form() {
    let scratch = Scratch::new();
    for form in FORMS {
        let bytes = std::fs::read(problems(form)).expect("a file");
        let packed = written(&scratch, &format!("{form}.gz"), gzip(&bytes));
        let frames = written(&scratch, &format!("{form}.zst"), zstd(&bytes));
        for file in [&problems(form), &packed, &frames] {
            let output = plain(&["stats", file]);
            let figures = text(&output.stdout);
            assert!(figures.starts_with("5 records, "), "{form}: {figures}");
            assert!(figures.contains("\nunanswered  5"), "{form}: {figures}");
            assert_eq!(output.status.code(), Some(0), "{form}");
        }
    }
}

#[test]
fn compare_finds_the_same_problems_in_every_form() {
    let scratch = Scratch::new();
    let answers = written(
        &scratch,
        "answers.epd",
        run(&["-b", &problems("epd")]).stdout,
    );
    for form in FORMS {
        let output = plain(&["compare", &problems(form), &answers]);
        let told = text(&output.stdout);
        assert!(
            !told.contains("missing 1") && !told.contains("extra 1"),
            "{form}: {told}"
        );
        assert_eq!(output.status.code(), Some(0), "{form}: {output:?}");
        let itself = plain(&["compare", "--all", &problems(form), &problems("epd")]);
        let told = text(&itself.stdout);
        assert_eq!(told.matches("same").count(), 6, "{form}: {told}");
    }
}

#[test]
fn merge_joins_problems_of_every_form_with_their_answers() {
    let scratch = Scratch::new();
    let answers = written(
        &scratch,
        "answers.epd",
        run(&["-b", &problems("epd")]).stdout,
    );
    for form in FORMS {
        let output = plain(&["merge", &problems(form), &answers]);
        let merged = text(&output.stdout);
        assert_eq!(merged.lines().count(), 5, "{form}: {merged}");
        assert_eq!(merged.matches("acd ").count(), 5, "{form}: {merged}");
    }
}

#[test]
fn verify_judges_claims_in_every_form() {
    let scratch = Scratch::new();
    let json = written(
        &scratch,
        "answers.json",
        run(&["-b", "--format", "json", &problems("epd")]).stdout,
    );
    let output = plain(&["verify", &json]);
    assert!(
        text(&output.stdout).starts_with("5 records, 0 errors"),
        "{output:?}"
    );
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let pgn = written(
        &scratch,
        "false.json.gz",
        gzip(b"{\"fen\":\"7k/8/8/4K3/8/8/6Q1/8 w - -\",\"stip\":\"#2\",\"operations\":{\"bm\":[\"Qg3\"]}}\n"),
    );
    let output = plain(&["verify", &pgn]);
    assert!(
        text(&output.stdout).contains("Qg3 does not win within 2"),
        "{output:?}"
    );
    assert_eq!(output.status.code(), Some(1));
    let broken = written(&scratch, "broken.pgn", "[Event \"x\"]\n\n1. e4 {no end");
    let output = plain(&["verify", &broken]);
    assert!(text(&output.stderr).contains("broken.pgn:"), "{output:?}");
    assert_eq!(output.status.code(), Some(2));
}

/// What cannot be asked is counted and told, not searched for in vain.
#[test]
fn refused_problems_are_malformed_everywhere() {
    let scratch = Scratch::new();
    let fairy = "---\nalgebraic: {white: [Ka1, Gb2], black: [Kh8]}\nstipulation: h#2\n";
    let file = written(&scratch, "fairy.olv", fairy);
    let stats = text(&plain(&["stats", &file]).stdout);
    assert!(
        stats.contains("malformed") || stats.contains("errors      1"),
        "{stats}"
    );
    let merged = plain(&["merge", &file]);
    assert!(
        text(&merged.stderr).contains("unsupported: fairy men: Gb2; left out"),
        "{merged:?}"
    );
    let verified = plain(&["verify", &file]);
    assert!(
        text(&verified.stdout).contains("fairy.olv:2: unsupported: fairy men"),
        "{verified:?}"
    );
    let compared = plain(&["compare", &file, &problems("epd")]);
    assert_eq!(compared.status.code(), Some(2), "{compared:?}");
}

/// A line that is too long is one bad line.
#[test]
fn a_line_of_seventeen_megabytes_costs_itself_alone() {
    let scratch = Scratch::new();
    let mate = "7k/8/5KQ1/8/8/8/8/8 w - - acd 1; acn 1; bm Qg7#; dm 1;";
    let long = format!("{mate} c0 \"{}\";", "x".repeat(17 << 20));
    let file = written(
        &scratch,
        "long.epd",
        format!("{mate}\n{long}\n{mate} id \"z\";\n"),
    );
    let stats = text(&plain(&["stats", &file]).stdout);
    assert!(stats.starts_with("3 records, "), "{stats}");
    let verified = plain(&["verify", &file]);
    let told = text(&verified.stdout);
    assert!(
        told.contains("long.epd:2: the line is longer than 16 MiB"),
        "{told}"
    );
    assert!(
        told.contains("2 records, 0 errors") && told.contains("1 unreadable"),
        "{told}"
    );
    let merged = plain(&["merge", &file]);
    assert!(text(&merged.stderr).contains("long.epd:2: the line is longer than 16 MiB; left out"));
    assert_eq!(text(&merged.stdout).lines().count(), 1, "both are joined");
    let compared = plain(&["compare", "--all", &file, &file]);
    assert_eq!(
        text(&compared.stdout).matches("same").count(),
        4,
        "{compared:?}"
    );
    assert_eq!(compared.status.code(), Some(0));
    let other = written(
        &scratch,
        "other.epd",
        format!(
            "{mate}\n{}y\";\n{mate} id \"z\";\n",
            &long[..long.len() - 3]
        ),
    );
    let compared = plain(&["compare", &file, &other]);
    assert_eq!(compared.status.code(), Some(2), "{compared:?}");
}

/// Bytes of an answer, with text between quotes: JSON does not know how it was written.
fn quoted(line: &str) -> String {
    keymove::epd::Epd::from_ascii(line.as_bytes()).map_or_else(
        |_| line.to_owned(),
        |epd| {
            let operations = epd.operations().iter().map(|operation| {
                let operands: Vec<String> = operation
                    .operands()
                    .iter()
                    .map(|operand| String::from_utf8_lossy(operand).into_owned())
                    .collect();
                format!(
                    "{} {operands:?}",
                    String::from_utf8_lossy(operation.opcode())
                )
            });
            let mut operations: Vec<String> = operations.collect();
            operations.sort();
            operations.dedup();
            format!("{:?} {operations:?}", epd.position())
        },
    )
}

/// The reader of JSON against the writer of EPD, over records of every outcome and stipulation.
#[test]
fn an_answer_in_json_is_the_answer_in_epd() {
    let mut compared = 0;
    let plain_run = &["--nodes", "3000", "-z", "3"][..];
    let both = &["--nodes", "300", "-z", "2", "--duplex"][..];
    let first = &["--nodes", "1000", "-x", "-z", "2", "--first"][..];
    for (name, options) in [
        ("mates-1", plain_run),
        ("mates-3", &["--nodes", "2000", "--any"]),
        ("mated", plain_run),
        ("refuted", plain_run),
        ("refuted", first),
        ("helpmates", &["-Z", "2"]),
        ("helpstalemates", &["-Z", "2", "--duplex"]),
        ("selfmates", both),
        ("mates-2", both),
        ("exact", plain_run),
        ("series", plain_run),
        ("stalemates", plain_run),
        ("castling", plain_run),
        ("en-passant", first),
        ("bughouse", plain_run),
        ("crazyhouse", plain_run),
        ("limits", plain_run),
        ("quirks", plain_run),
    ] {
        let path = format!("{}/suites/{name}.epd", env!("CARGO_MANIFEST_DIR"));
        let input = std::fs::read(path).expect("a suite");
        let lines = input.split_inclusive(|b| *b == b'\n');
        let input: Vec<u8> = lines.take(60).flatten().copied().collect();
        let as_epd = fed(solver(&["-b", "-"]).args(options), &input).stdout;
        let json = fed(
            solver(&["-b", "--format", "json", "-"]).args(options),
            &input,
        )
        .stdout;
        let back = keymove::batch::lines::InputLines::of_any_form(
            &"x".into(),
            Box::new(std::io::Cursor::new(json)),
            &keymove::collection::Reading::default(),
        );
        let back: Vec<String> = back
            .flatten()
            .map(|item| match item {
                keymove::batch::lines::Item::Line(line) => text(&line.bytes),
                other => panic!("{other:?}"),
            })
            .collect();
        let is_record = |line: &&str| !keymove::epd::passes_through(line.as_bytes());
        let as_epd = text(&as_epd);
        let records: Vec<&str> = as_epd.lines().filter(is_record).collect();
        assert_eq!(records.len(), back.len(), "{name}");
        for (record, back) in records.iter().zip(&back) {
            // That nobody can begin for the other side is no member of an object.
            if record.contains(" dup;") && !record.contains(" Duplex") {
                continue;
            }
            assert_eq!(quoted(back), quoted(record), "{name} {options:?}: {back}");
            compared += 1;
        }
    }
    assert!(compared > 400, "only {compared}");
}

#[test]
fn stats_shows_nothing_that_a_terminal_obeys() {
    let scratch = Scratch::new();
    let record =
        "7k/8/5KQ1/8/8/8/8/8 w - - acd 1; acn 5; bm Qg7#; dm 1; id \"\u{1b}]0;x\u{7}a\\nb\";\n";
    let file = written(&scratch, "x.epd", record);
    let stats = text(&plain(&["stats", &file]).stdout);
    assert!(
        stats.contains("#1 ") || stats.contains("slowest"),
        "{stats}"
    );
    assert!(!stats.contains(['\u{1b}', '\u{7}']), "{stats:?}");
    assert!(
        stats
            .lines()
            .any(|line| line.starts_with("slowest") && line.ends_with("a\u{fffd}b")),
        "{stats:?}"
    );
}
