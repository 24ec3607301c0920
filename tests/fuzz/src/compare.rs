//! `compare`: two files of records, separated by the first form feed of the input.

use keymove::compare::{Change, Report, compare};
use serde_json::Value;

use crate::shown;

/// Compares two files, and each with itself.
pub fn run(data: &[u8]) {
    let (expected, actual) = match memchr::memchr(0x0c, data) {
        Some(at) => (&data[..at], &data[at + 1..]),
        None => (data, data),
    };
    let report = compare(expected, actual);
    sound(&report, lines(expected), lines(actual));
    for file in [expected, actual] {
        // A file equals itself unless it contradicts itself or repeats a record.
        let itself = compare(file, file);
        assert_eq!(itself.count(Change::Missing), 0, "{}", shown(file));
        assert_eq!(itself.count(Change::Extra), 0, "{}", shown(file));
        assert_eq!(itself.unreadable(), 0, "{}", shown(file));
    }
}

fn lines(file: &[u8]) -> u64 {
    file.split(|&b| b == b'\n').count() as u64
}

/// The totals are those of the pairs, every line is in one pair at most, and both forms can be
/// written.
fn sound(report: &Report, expected: u64, actual: u64) {
    let total: usize = Change::ALL.into_iter().map(|v| report.count(v)).sum();
    assert_eq!(total, report.pairs().len());
    let mut seen = [Vec::new(), Vec::new()];
    for pair in report.pairs() {
        seen[0].extend(pair.expected_line);
        seen[1].extend(pair.actual_line);
        assert!(pair.verdict != Change::Same || !pair.worse);
    }
    for (mut numbers, most) in seen.into_iter().zip([expected, actual]) {
        let count = numbers.len();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), count);
        assert!(numbers.iter().all(|number| (1..=most).contains(number)));
    }
    for all in [false, true] {
        let mut out = Vec::new();
        report.write_text(all, &mut out).expect("memory");
        assert!(std::str::from_utf8(&out).is_ok());
        out.clear();
        report.write_json(all, &mut out).expect("memory");
        for line in out.split(|&b| b == b'\n').filter(|line| !line.is_empty()) {
            let value: Result<Value, _> = serde_json::from_slice(line);
            assert!(value.is_ok(), "{}", shown(line));
        }
    }
}
