//! EPD line -> record -> answer, in each form of output.
//!
//! The input is a line; the bytes after its first line feed choose the settings (see [`settings`]), 0 if there are
//! none. The search has 2000 nodes and 1 megabyte.

use std::cell::RefCell;

use keymove::answer::{Answer, Format, RecordOutcome, Settings, answer_line};
use keymove::epd::{Epd, passes_through};
use keymove::form::tsv::COLUMNS;
use keymove::job::Defaults;
use keymove::language::Language;
use keymove::proof::check::Records;
use keymove::proof::read::HEADER;
use keymove::proof::write::trailer;
use keymove::report::Style;
use keymove::solve::{Extent, Kind, Limits, Tables, Wanted};
use keymove::stop::Stop;
use serde_json::Value;

use crate::shown;

/// Nodes of one search.
const NODES: u64 = 2000;

/// Nodes of one certificate.
const CERTIFICATE: usize = 200;

/// The longest line, in bytes, whose variations are requested: they need separate searches, beyond the limit of nodes,
/// which take seconds with many men.
const LONGEST_WITH_TREE: usize = 64;

thread_local! {
    // Each job finds them as if new.
    static TABLES: RefCell<Tables> = RefCell::new(Tables::new(1));
}

/// Answers line `number` with the tables of this thread.
pub fn answered(number: u64, line: &[u8], settings: &Settings) -> Answer {
    let stop = Stop::new();
    TABLES.with_borrow_mut(|tables| answer_line(number, line, settings, tables, &stop))
}

/// The settings that these bytes choose: form and extent, depth, kind, and additions to the verdict.
pub fn settings(bytes: &[u8]) -> Settings {
    let byte = |index: usize| bytes.get(index).copied().unwrap_or(0);
    let form = byte(0);
    let depth = byte(1);
    let kind = byte(2);
    let wanted = byte(3);
    let format = [Format::Epd, Format::Json, Format::Text, Format::Tsv][usize::from(form & 3)];
    let record = matches!(format, Format::Epd | Format::Tsv);
    Settings {
        defaults: Defaults {
            depth: (depth & 7 > 0).then(|| u16::from(depth & 7)),
            force_depth: (depth & 0xC0 == 0xC0).then(|| u16::from(depth & 0x38) >> 3),
            kind: Kind::ALL.get(usize::from(kind).wrapping_sub(1)).copied(),
            mated: form & 0x10 != 0,
            stipulation: None,
            extent: [Extent::AllKeys, Extent::First, Extent::Any, Extent::AllKeys]
                [usize::from(form >> 2 & 3)],
            limits: Limits {
                nodes: Some(if form & 0x20 == 0 { NODES } else { 40 }),
                time: None,
            },
            // A record has no variations.
            wanted: Wanted {
                tree: !record && wanted & 1 != 0,
                tries: if record { 0 } else { usize::from(wanted & 2) },
                longer_keys: !record && wanted & 4 != 0,
                set_play: !record && wanted & 4 != 0,
                certificate: (wanted & 8 != 0).then_some(CERTIFICATE),
            },
            duplex: wanted & 16 != 0,
        },
        no_time: true,
        format,
        style: Style {
            ascii: format == Format::Text && wanted & 0x10 != 0,
            language: [
                Language::English,
                Language::German,
                Language::French,
                Language::English,
            ][usize::from(wanted >> 5 & 3)],
            details: wanted & 0x10 != 0,
            color: false,
        },
        look: Default::default(),
        title: None,
        svg: wanted & 0x80 != 0,
    }
}

/// Answers a line, and then answers the answer.
pub fn run(data: &[u8]) {
    let (line, options) = match memchr::memchr(b'\n', data) {
        Some(end) => (&data[..end], &data[end + 1..]),
        None => (data, &data[data.len()..]),
    };
    let mut settings = settings(options);
    if line.len() > LONGEST_WITH_TREE {
        settings.defaults.wanted.tree = false;
    }
    let first = answered(1, line, &settings);
    assert_eq!(passes_through(line), first.outcome == RecordOutcome::Passed);
    for (column, message) in first.messages() {
        // A message about the end of the line points right after it.
        assert!(
            (1..=line.len() + 1).contains(&column),
            "{column}: {message}"
        );
        assert!(!message.contains('\n'), "{message:?}");
    }
    let malformed = first.outcome == RecordOutcome::Malformed;
    assert!(!malformed || first.cause.is_some());
    match settings.format {
        Format::Epd => epd(line, &first, &settings),
        Format::Json => json(&first),
        Format::Tsv => table(&first),
        Format::Text => text(&first),
        _ => {
            unreachable!("settings() chooses none of these")
        }
    }
    for certificate in &first.certificates {
        accepted(certificate);
    }
    let wants_picture = settings.svg && !malformed && first.outcome != RecordOutcome::Passed;
    assert_eq!(first.drawing.is_some(), wants_picture);
}

/// One line, which can be read and which a second run does not change.
fn epd(line: &[u8], first: &Answer, settings: &Settings) {
    assert!(!first.text.contains(&b'\n'), "{}", shown(&first.text));
    match first.outcome {
        RecordOutcome::Passed => assert_eq!(first.text, line),
        RecordOutcome::Malformed => {}
        _ => {
            let (_, warnings) = Epd::read(&first.text)
                .unwrap_or_else(|error| panic!("{error}: {}", shown(&first.text)));
            assert!(warnings.is_empty(), "{}: {warnings:?}", shown(&first.text));
        }
    }
    let second = answered(1, &first.text, settings);
    assert_eq!(shown(&second.text), shown(&first.text), "{}", shown(line));
    assert_eq!(second.text, first.text);
    assert_eq!(second.outcome, first.outcome);
    // Warnings about operations that are unchanged stay, too; there is no new one.
    for (_, message) in second.messages() {
        let known = first.messages().any(|(_, known)| known == message);
        assert!(known, "{message}: {}", shown(&first.text));
    }
}

/// One row of text, of as many cells as there are columns; a quoted one may hold tabs, too.
fn table(first: &Answer) {
    assert!(!first.text.contains(&b'\n'), "{}", shown(&first.text));
    if first.outcome == RecordOutcome::Passed {
        assert!(first.text.is_empty(), "{}", shown(&first.text));
        return;
    }
    let row = std::str::from_utf8(&first.text).expect("a table is UTF-8");
    let outside: String = row.split('"').step_by(2).collect();
    assert_eq!(outside.matches('\t').count(), COLUMNS - 1, "{row}");
}

/// One line that is one object, except for lines that are not jobs.
fn json(first: &Answer) {
    assert!(!first.text.contains(&b'\n'), "{}", shown(&first.text));
    let passed = first.outcome == RecordOutcome::Passed;
    if passed {
        assert!(first.text.is_empty(), "{}", shown(&first.text));
        return;
    }
    let value: Value = serde_json::from_slice(&first.text)
        .unwrap_or_else(|error| panic!("{error}: {}", shown(&first.text)));
    let object = value.as_object().expect("an object");
    let has = |field| object.contains_key(field);
    let malformed = first.outcome == RecordOutcome::Malformed;
    assert_eq!(object["line"], 1, "{value}");
    assert_eq!(has("error"), malformed, "{value}");
    assert_eq!(has("text"), malformed, "{value}");
    assert_eq!(has("fen"), !malformed, "{value}");
}

/// Lines of text in UTF-8.
fn text(first: &Answer) {
    assert!(first.text.is_empty() || first.text.ends_with(b"\n"));
    if first.outcome != RecordOutcome::Passed {
        let text = std::str::from_utf8(&first.text).expect("text for people is UTF-8");
        assert!(!text.is_empty());
    }
}

/// The checker, which shares nothing with the search, accepts the certificate.
fn accepted(certificate: &[u8]) {
    let file = [HEADER, certificate, &trailer(1), b""].join(&b'\n');
    for record in Records::new(&file[..]).expect("a certificate file") {
        let shown = record.unwrap_or_else(|error| {
            panic!("{}: {}: {}", error.line, error.what, shown(&file));
        });
        assert_eq!(shown.fault, None, "{}", crate::shown(&file));
    }
}
