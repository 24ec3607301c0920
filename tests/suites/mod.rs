//! The suites keep their claims: each record is answered, and the answers are compared with the
//! claims.
//!
//! The claims were established without this program, by exhaustion.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use keymove::answer::{RecordOutcome, Settings, answer};
use keymove::compare::{Change, Report, compare};
use keymove::epd::{Epd, passes_through};
use keymove::solve::{Limits, Tables};
use keymove::stop::Stop;

use crate::support::long::step;

/// Every record has a claim, and every claim is true.
const TRUE: [&str; 19] = [
    "mates-1",
    "mates-2",
    "mates-3",
    "mates-4",
    "mates-5",
    "mates-6",
    "mated",
    "en-passant",
    "castling",
    "under-promotion",
    "refuted",
    "series",
    "helpselfmates",
    "reflexmates",
    "reflexstalemates",
    "double-stalemates",
    "exact",
    "bughouse",
    "crazyhouse",
];

fn suite(name: &str) -> Vec<u8> {
    let path = directory().join(name).with_extension("epd");
    fs::read(&path).expect("the suite can be read")
}

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("suites")
}

/// The lines of a file, without their line feeds.
fn lines(file: &[u8]) -> Vec<&[u8]> {
    file.strip_suffix(b"\n")
        .unwrap_or(file)
        .split(|&b| b == b'\n')
        .collect()
}

/// The answers to a suite, and the result of each line.
fn answers(suite: &[u8]) -> (Vec<u8>, Vec<RecordOutcome>) {
    let mut settings = Settings {
        no_time: true,
        ..Settings::default()
    };
    settings.defaults.limits = Limits {
        nodes: Some(1_000_000),
        time: None,
    };
    let mut tables = Tables::new(16);
    let stop = Stop::new();
    let mut text = Vec::new();
    let mut statuses = Vec::new();
    for line in lines(suite) {
        let answer = answer(line, &settings, &mut tables, &stop);
        text.extend_from_slice(&answer.text);
        text.push(b'\n');
        statuses.push(answer.outcome);
    }
    (text, statuses)
}

fn shown(report: &Report) -> String {
    let mut text = Vec::new();
    report
        .write_text(false, &mut text)
        .expect("a Vec takes everything");
    String::from_utf8_lossy(&text).into_owned()
}

/// The lines of a suite that are judged.
fn judged(suite: &[u8]) -> Vec<u8> {
    let mut some: Vec<&[u8]> = lines(suite).into_iter().step_by(step()).collect();
    some.push(b"");
    some.join(&b'\n')
}

#[test]
fn true_claims_are_proved() {
    for name in TRUE {
        let claims = judged(&suite(name));
        let report = compare(&claims, &answers(&claims).0);
        let same = report.count(Change::Same);
        assert_eq!(same, report.pairs().len(), "{name}:\n{}", shown(&report));
    }
}

#[test]
fn false_claims_are_refuted() {
    let claims = suite("false-claims");
    let (answers, statuses) = answers(&claims);
    let report = compare(&claims, &answers);
    let lost = report.count(Change::Lost);
    assert_eq!(lost, report.pairs().len(), "{}", shown(&report));
    assert!(
        statuses
            .iter()
            .all(|s| matches!(s, RecordOutcome::Refuted | RecordOutcome::Passed))
    );
}

#[test]
fn every_quirk_is_understood() {
    let (_, statuses) = answers(&suite("quirks"));
    for (number, status) in (1..).zip(statuses) {
        assert!(
            matches!(
                status,
                RecordOutcome::Passed | RecordOutcome::Solved | RecordOutcome::Refuted
            ),
            "line {number}: {status:?}"
        );
    }
}

#[test]
fn every_malformed_line_is_passed_on() {
    let malformed = suite("malformed");
    let (text, statuses) = answers(&malformed);
    let (before, after) = (lines(&malformed), lines(&text));
    assert_eq!(before.len(), after.len());
    assert_eq!(statuses.len(), before.len());
    let solved = statuses
        .iter()
        .filter(|s| **s == RecordOutcome::Solved)
        .count();
    assert_eq!(solved, 2, "the good records at both ends");
    for ((before, after), status) in before.into_iter().zip(after).zip(statuses) {
        if status == RecordOutcome::Malformed {
            let bare = before.strip_suffix(b";").unwrap_or(before);
            assert!(after.starts_with(bare), "{}", before.escape_ascii());
        }
    }
}

#[test]
fn ids_name_the_suite_and_are_unique() {
    let mut ids = HashSet::new();
    let mut claims = 0;
    for entry in fs::read_dir(directory()).expect("there are suites") {
        let path = entry.expect("the directory can be read").path();
        let name = path.file_stem().expect("a name").to_string_lossy();
        if name == "malformed" {
            continue;
        }
        for line in lines(&suite(&name)) {
            if passes_through(line) {
                continue;
            }
            let epd = Epd::from_ascii(line).expect("a record");
            let Some(id) = epd.operation("id") else {
                assert_eq!(name, "quirks", "{}", line.escape_ascii());
                continue;
            };
            let id = String::from_utf8_lossy(&id.text()).into_owned();
            assert!(id.starts_with(&format!("{name}.")), "{id} in {name}");
            assert!(ids.insert(id.clone()), "{id} twice");
            claims += usize::from(TRUE.contains(&&*name));
        }
    }
    assert!(claims >= 300, "{claims}");
}
