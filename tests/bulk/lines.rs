//! As many lines out as in, in the same order, and the same bytes for every number of workers.

use proptest::collection::vec;
use proptest::prelude::*;

use crate::bulk::{Scratch, fed, solver};
use keymove_base::error::dos_end;

fn line() -> impl Strategy<Value = Vec<u8>> {
    let known = prop::sample::select(vec![
        &b""[..],
        b"\r",
        b" \t",
        b"\0",
        b"# comment",
        b"% escape\r",
        b"; remark",
        b"7k/8/5KQ1/8/8/8/8/8 w - - bm Qg7#;",
        b"7k/8/5KQ1/8/8/8/8/8 w - - 0 1\r",
        b"8/8/8/8/8/8/8/8 w - -",
    ]);
    let bytes = vec(
        any::<u8>().prop_filter("LF and CR end a line", |b| !b"\n\r".contains(b)),
        0..40,
    );
    prop_oneof![4 => known.prop_map(<[u8]>::to_vec), 1 => bytes]
}

/// The lines of a text; the last one needs no LF.
fn split(text: &[u8]) -> Vec<&[u8]> {
    let mut lines: Vec<&[u8]> = text.split(|b| *b == b'\n').collect();
    if lines.last().is_some_and(|last| last.is_empty()) {
        lines.pop();
    }
    lines
}

fn is_passed(line: &[u8]) -> bool {
    matches!(line.first(), None | Some(b'#' | b'%' | b';'))
}

/// Longer than any line that is a record: it is written with its `Error`, and a comment unchanged.
#[test]
fn a_line_of_seventeen_megabytes_is_a_line() {
    let mate = "7k/8/5KQ1/8/8/8/8/8 w - -";
    let long = format!("{mate} c0 \"{}", "x".repeat(17 << 20));
    let comment = format!("# {}", "y".repeat(17 << 20));
    let junk = "z".repeat(17 << 20);
    let input = format!("{mate}\r\n{long}\r\n{comment}\n\n{junk}\n{mate}");
    let asked = split(input.as_bytes());
    let run = |options: &[&str], input: &[u8]| fed(&mut solver(options), input);
    let output = run(&["-j", "1"], input.as_bytes());
    let answered = split(&output.stdout);
    assert_eq!((asked.len(), answered.len()), (6, 6));
    let error = "\"; Error \"the line is longer than 16 MiB\";";
    assert!(answered[1] == [long.as_bytes(), error.as_bytes()].concat());
    assert!(answered[2] == asked[2] && answered[3].is_empty() && answered[4] == asked[4]);
    assert!(answered[5].ends_with(b"pv Qg7#;"));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(told.lines().count(), 2, "{told}");
    assert!(
        told.starts_with("solver: -:2:1: the line is longer"),
        "{told}"
    );
    assert_eq!(output.status.code(), Some(2));
    assert!(run(&["-j", "4"], input.as_bytes()).stdout == output.stdout);
    assert!(
        run(&[], &output.stdout).stdout == output.stdout,
        "its own output"
    );
    for format in ["json", "tsv"] {
        let output = run(&["--format", format], input.as_bytes());
        assert_eq!(
            split(&output.stdout).len(),
            4 + usize::from(format == "tsv")
        );
        assert!(output.stdout.len() < 30_000, "{format}");
    }
    let scratch = Scratch::new();
    let (file, path) = (scratch.file("in", input.as_bytes()), scratch.path("out"));
    for kept in 1..=asked.len() {
        let begun = asked[..kept].join(&b'\n');
        fed(&mut solver(&["-o", &path]), [&begun[..], b"\n"].concat());
        let resumed = fed(&mut solver(&["-o", &path, "--resume", &file]), b"");
        assert!(
            std::fs::read(&path).unwrap() == output.stdout,
            "{kept}: {resumed:?}"
        );
    }
}

/// Records whose parts would take seventy times their bytes: with memory for a few copies of the
/// line each gets its `Error`, and the records after it are answered, both now and when the run is
/// resumed.
#[test]
fn a_record_of_a_million_parts_costs_no_more_than_its_line() {
    let mate = "7k/8/5KQ1/8/8/8/8/8 w - -";
    let scratch = Scratch::new();
    for unit in ["a;", "bm Qg7 Qf7 ", "id \"a\" b "] {
        let long = format!("{mate} {}", unit.repeat((14 << 20) / unit.len()));
        let file = scratch.file("in", format!("{mate}\n{long}\n{mate} bm Qg7;\n"));
        let out = scratch.path("out");
        let _ = std::fs::remove_file(&out);
        let limited = |options: &[&str], file: &str| {
            let mut plain = solver(&["-j", "1", "-o", &out, file]);
            plain.args(options);
            let mut shell = std::process::Command::new("sh");
            shell
                .args(["-c", "ulimit -v 400000; exec \"$@\"", "sh"])
                .arg(plain.get_program())
                .args(plain.get_args());
            let output = shell.output().unwrap();
            let told = String::from_utf8_lossy(&output.stderr).into_owned();
            assert_eq!(output.status.code(), Some(2), "{unit}: {told}");
            let reason = "a record may have 20000 operations and operands at most";
            let is_kept = told.contains(": 1 record with an error is kept");
            assert!(is_kept || told.contains(reason), "{told}");
            std::fs::read(&out).unwrap()
        };
        let whole = limited(&[], &file);
        let answered = split(&whole);
        assert_eq!(answered.len(), 3);
        assert!(answered[1].starts_with(long.trim_end().as_bytes()));
        assert!(answered[1].ends_with(b"at most\";"));
        assert!(answered[2].ends_with(b"pv Qg7#;"));
        let begun = scratch.file("begun", format!("{mate}\n{long}\n"));
        limited(&[], &begun);
        assert!(limited(&["--resume"], &file) == whole, "{unit}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn as_many_lines_out_as_in(lines in vec(line(), 0..60), last in any::<bool>()) {
        let mut input = lines.join(&b'\n');
        if last {
            input.push(b'\n');
        }
        let output = fed(&mut solver(&["--from", "epd", "-j", "1"]), &input).stdout;
        let end = dos_end(&input).unwrap_or(input.len());
        let (asked, answered) = (split(&input[..end]), split(&output));
        prop_assert_eq!(asked.len(), answered.len());
        prop_assert!(output.is_empty() || output.ends_with(b"\n"));
        for (asked, answered) in asked.iter().zip(&answered) {
            prop_assert!(!is_passed(asked) || asked == answered);
        }
        let other = fed(&mut solver(&["--from", "epd", "-j", "8"]), &input).stdout;
        prop_assert_eq!(output, other);
    }
}

#[test]
fn a_line_may_be_very_long() {
    let mut input = b"# ".to_vec();
    input.resize(5_000_000, b'x');
    input.extend_from_slice(b"\n# short\n");
    let output = fed(&mut solver(&[]), &input);
    assert!(output.stdout == input);
}
