//! Every real file passes: as many lines out as in, no panic, and a second run changes nothing.

use keymove::answer::{RecordOutcome, Settings, answer};
use keymove::epd::Epd;
use keymove::job::Defaults;
use keymove::solve::{Limits, Tables};
use keymove::stop::Stop;

/// The lines of a file; its last one may have no line feed.
fn lines(file: &[u8]) -> Vec<&[u8]> {
    let mut lines: Vec<&[u8]> = file.split(|&b| b == b'\n').collect();
    if lines.last().is_some_and(|last| last.is_empty()) {
        lines.pop();
    }
    lines
}

/// The files of the collection, by name.
fn files() -> Vec<(String, Vec<u8>)> {
    let Some(folder) = crate::epd::data::folder("epd-open") else {
        return Vec::new();
    };
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let name = path
                .file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            (name, std::fs::read(path).expect("a file"))
        })
        .collect();
    files.sort();
    assert!(files.len() >= 100, "only {} files", files.len());
    files
}

#[test]
fn every_record_is_written_as_it_is_read() {
    for (name, file) in files() {
        for line in lines(&file) {
            let Ok((epd, _)) = Epd::read(line) else {
                continue;
            };
            let (again, warnings) = Epd::read(&epd.to_bytes()).expect("a record");
            assert_eq!(again, epd, "{name}");
            assert_eq!(warnings, [], "{name}");
        }
    }
}

#[test]
fn every_line_is_answered() {
    // Mates deeper than one move are also claimed, so the depth is forced.
    let settings = Settings {
        defaults: Defaults {
            force_depth: Some(1),
            limits: Limits {
                nodes: Some(20_000),
                time: None,
            },
            ..Defaults::default()
        },
        no_time: true,
        ..Settings::default()
    };
    let stop = Stop::new();
    let mut tables = Tables::new(16);
    let (mut records, mut malformed) = (0, 0);
    for (name, file) in files() {
        for line in lines(&file) {
            let first = answer(line, &settings, &mut tables, &stop);
            assert!(!first.text.contains(&b'\n'), "{name}");
            let second = answer(&first.text, &settings, &mut tables, &stop);
            assert_eq!(
                String::from_utf8_lossy(&second.text),
                String::from_utf8_lossy(&first.text),
                "{name}"
            );
            records += 1;
            malformed += usize::from(first.outcome == RecordOutcome::Malformed);
        }
    }
    // The only malformed lines are those of other variants and those that are meant to be
    // malformed.
    assert!(
        records == 0 || malformed * 100 < records,
        "{malformed} of {records}"
    );
}
