//! The answers of `--format json` have the same contents as the answers of `-b`.

use keymove::epd::Epd;
use serde_json::Value;

use crate::formats::feed::fed;
use crate::formats::{solver, text};

fn lossy(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}

/// The operands of an operation, in SAN or as numbers.
fn operands(epd: &Epd, opcode: &str) -> Vec<String> {
    let operation = epd.operation(opcode);
    let operands = operation.map(|operation| operation.operands());
    operands
        .into_iter()
        .flatten()
        .map(|operand| lossy(&operand))
        .collect()
}

/// The moves of a record, which may be in quotes together.
fn named(epd: &Epd, opcode: &str) -> Vec<String> {
    let text = operands(epd, opcode).join(" ");
    text.split_whitespace().map(str::to_owned).collect()
}

/// The moves of a list of an object, in SAN.
fn moves(list: &Value) -> Vec<String> {
    let moves = list.as_array().into_iter().flatten();
    moves
        .map(|m| m["san"].as_str().unwrap_or("--").to_owned())
        .collect()
}

/// Checks that an object says the same as a record.
fn same(object: &Value, record: &str) {
    let epd = Epd::from_ascii(record.as_bytes()).expect("a record");
    if epd.operation("Error").is_some() {
        let error = operands(&epd, "Error").concat();
        assert_eq!(object["error"], error, "{record}");
        return;
    }
    assert_eq!(object["fen"], epd.fields(), "{record}");
    // A position without a search has no `acn`.
    let nodes = operands(&epd, "acn").concat().parse::<u64>().unwrap_or(0);
    assert_eq!(object["nodes"], nodes, "{record}");
    let listed = [&object["keys"], &object["longest"], &object["escapes"]];
    let listed = listed
        .into_iter()
        .map(moves)
        .find(|moves| !moves.is_empty());
    if let Some(listed) = listed {
        let mut keys = named(&epd, "bm");
        let mut listed = listed;
        keys.sort();
        listed.sort();
        assert_eq!(listed, keys, "{record}: {object}");
    }
    assert_eq!(
        moves(&object["pv"]),
        named(&epd, "pv"),
        "{record}: {object}"
    );
    let kept = object["operations"].as_object().into_iter().flatten();
    for (opcode, texts) in kept {
        let texts = texts.as_array().into_iter().flatten();
        let texts: Vec<&str> = texts.filter_map(Value::as_str).collect();
        let all: Vec<String> = epd
            .all(opcode)
            .flat_map(|operation| operation.operands())
            .map(|operand| lossy(&operand))
            .collect();
        assert_eq!(texts, all, "{opcode} of {record}");
    }
}

/// The writer of JSON against the writer of EPD, over records of every outcome and stipulation.
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
        let objects = text(&json);
        let objects: Vec<&str> = objects.lines().collect();
        let is_record = |line: &&str| !keymove::epd::passes_through(line.as_bytes());
        let as_epd = text(&as_epd);
        let records: Vec<&str> = as_epd.lines().filter(is_record).collect();
        assert_eq!(records.len(), objects.len(), "{name}");
        for (record, object) in records.iter().zip(&objects) {
            let object = serde_json::from_str(object).expect("an object");
            same(&object, record);
            compared += 1;
        }
    }
    assert!(compared > 400, "only {compared}");
}
