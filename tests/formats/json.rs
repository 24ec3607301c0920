//! The answers of `--format json` have the same contents as the answers of `-b`.

use crate::formats::feed::fed;
use crate::formats::{solver, text};

/// Bytes of an answer, with text between quotes: JSON does not keep its spelling.
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
            // An object does not say that the other side cannot begin.
            if record.contains(" dup;") && !record.contains(" Duplex") {
                continue;
            }
            assert_eq!(quoted(back), quoted(record), "{name} {options:?}: {back}");
            compared += 1;
        }
    }
    assert!(compared > 400, "only {compared}");
}
