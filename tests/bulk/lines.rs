//! As many lines out as in, in the same order, and the same bytes for every number of workers.

use proptest::collection::vec;
use proptest::prelude::*;

use crate::{Scratch, fed, solver, suite};

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
        any::<u8>().prop_filter("LF ends a line", |b| *b != b'\n'),
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn as_many_lines_out_as_in(lines in vec(line(), 0..60), last in any::<bool>()) {
        let mut input = lines.join(&b'\n');
        if last {
            input.push(b'\n');
        }
        let output = fed(&mut solver(&["-j", "1"]), &input).stdout;
        let (asked, answered) = (split(&input), split(&output));
        prop_assert_eq!(asked.len(), answered.len());
        prop_assert!(output.is_empty() || output.ends_with(b"\n"));
        for (asked, answered) in asked.iter().zip(&answered) {
            prop_assert!(!is_passed(asked) || asked == answered);
        }
        let other = fed(&mut solver(&["-j", "8"]), &input).stdout;
        prop_assert_eq!(output, other);
    }
}

#[test]
fn equal_bytes_for_any_number_of_workers() {
    let input = suite(5000);
    let one = fed(&mut solver(&["-j", "1"]), &input);
    assert_eq!(one.stdout.iter().filter(|b| **b == b'\n').count(), 5000);
    for workers in ["2", "8"] {
        let many = fed(&mut solver(&["-j", workers]), &input);
        assert!(one.stdout == many.stdout, "{workers} workers");
        assert!(one.stderr == many.stderr, "{workers} workers");
        assert_eq!(one.status, many.status);
    }
}

#[test]
fn files_follow_each_other_and_a_hyphen_is_standard_input() {
    let scratch = Scratch::new();
    let first = scratch.file("first", b"# 1");
    let last = scratch.file("last", b"# 3\n# 4");
    let output = fed(&mut solver(&[&first, "-", &last]), b"# 2\r");
    assert_eq!(output.stdout, b"# 1\n# 2\r\n# 3\n# 4\n");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_line_may_be_very_long() {
    let mut input = b"# ".to_vec();
    input.resize(5_000_000, b'x');
    input.extend_from_slice(b"\n# short\n");
    let output = fed(&mut solver(&[]), &input);
    assert!(output.stdout == input);
}

#[test]
fn a_byte_order_mark_is_left_out() {
    let scratch = Scratch::new();
    let marked = b"\xef\xbb\xbf7k/8/5KQ1/8/8/8/8/8 w - - id \"x\";\n";
    let file = scratch.file("marked", marked);
    let output = fed(&mut solver(&[&file, "-"]), marked);
    let plain = fed(&mut solver(&[]), &marked[3..]);
    assert_eq!(output.stdout, plain.stdout.repeat(2));
    assert_eq!(output.status.code(), Some(0));
}
