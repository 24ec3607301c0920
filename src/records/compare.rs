//! Comparing records with what was expected of them: [`compare`]. Start reading there.
//!
//! Records are paired by position, and by `id` where positions repeat (`pairing`); each is boiled
//! down to what it says ([`crate::record::knowledge`]); the two are held against each other
//! (`judge`); and the outcome is printed (`print`). Nothing is searched: EXPECTED is believed, and
//! ACTUAL too, but for its lines, which are replayed.
//!
//! What is not proved by a record need not be in it: a `bm` beside `Open` or of a mate not proved
//! shortest is a part of the set. A `bm` or `ce` below the mates that an unsolved record kept from
//! its input says nothing.

mod judge;
mod pairing;
mod print;

use serde::Serialize;

use keymove_base::exit::Exit;
pub use pairing::FileLine;

/// How a record fares against what was expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// The record says what was expected.
    Same,
    /// A shorter solution.
    Shorter,
    /// A longer solution.
    Longer,
    /// Something was proved, and is not any more.
    Lost,
    /// Something is proved that was not.
    New,
    /// The length is the same, but the moves are not.
    KeysDiffer,
    /// An error, or a line that does not show what the record claims.
    Error,
    /// The record is not in ACTUAL.
    Missing,
    /// The record is not in EXPECTED.
    Extra,
}

impl Change {
    /// All verdicts, in the order of the totals.
    pub const ALL: [Change; 9] = [
        Change::Same,
        Change::Shorter,
        Change::Longer,
        Change::Lost,
        Change::New,
        Change::KeysDiffer,
        Change::Error,
        Change::Missing,
        Change::Extra,
    ];

    /// The name in text and JSON.
    pub fn name(self) -> &'static str {
        match self {
            Change::Same => "same",
            Change::Shorter => "shorter",
            Change::Longer => "longer",
            Change::Lost => "lost",
            Change::New => "new",
            Change::KeysDiffer => "keys-differ",
            Change::Error => "error",
            Change::Missing => "missing",
            Change::Extra => "extra",
        }
    }
}

/// A record of EXPECTED and the one of ACTUAL that belongs to it; one of them may be absent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pair {
    /// How the record fares.
    pub verdict: Change,
    /// Whether that is a regression.
    pub worse: bool,
    /// The line in EXPECTED, counted from 1.
    pub expected_line: Option<u64>,
    /// The line in ACTUAL, counted from 1.
    pub actual_line: Option<u64>,
    /// The four fields; for a line that is no record, its beginning.
    pub position: String,
    /// The `id` of the record, if it has one.
    pub id: Option<String>,
    /// What differs, for a reader.
    pub detail: String,
}

/// The outcome of a comparison: every pair, in the order of EXPECTED, then what is extra in that of
/// ACTUAL.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    pairs: Vec<Pair>,
    unreadable: usize,
}

impl Report {
    /// Every pair.
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }

    /// How many pairs have that verdict.
    pub fn count(&self, verdict: Change) -> usize {
        self.pairs.iter().filter(|p| p.verdict == verdict).count()
    }

    /// How many pairs are regressions.
    pub fn worse(&self) -> usize {
        self.pairs.iter().filter(|p| p.worse).count()
    }

    /// How many lines are neither records nor found in both files alike.
    pub fn unreadable(&self) -> usize {
        self.unreadable
    }

    /// How the program is to end: `Malformed` if there were unreadable lines, `Found` if
    /// something is worse.
    pub fn exit(&self) -> Exit {
        match (self.unreadable, self.worse()) {
            (0, 0) => Exit::Success,
            (0, _) => Exit::Found,
            _ => Exit::Malformed,
        }
    }
}

/// Compares the records of `actual` with those of `expected`, both whole files of EPD.
///
/// A line that is no record belongs to the same line in the other file (`Error` apart), and is the
/// same then; elsewhere it is [`Report::unreadable`].
pub fn compare(expected: &[u8], actual: &[u8]) -> Report {
    compare_lines(&pairing::read(expected), &pairing::read(actual))
}

/// The comparison of lines that were read already, in the order of their files.
pub fn compare_lines(expected: &[FileLine], actual: &[FileLine]) -> Report {
    let mut report = Report::default();
    for (e, a) in pairing::pair(expected, actual) {
        let (verdict, worse, detail) = match (e, a) {
            (Some(e), Some(a)) => judge::judge(e, a),
            (Some(e), None) => (Change::Missing, true, reason(e)),
            (None, Some(a)) => (Change::Extra, false, reason(a)),
            (None, None) => continue,
        };
        let alone = e.xor(a);
        report.unreadable += usize::from(alone.is_some_and(|line| line.record.is_err()));
        let shown = e.or(a);
        report.pairs.push(Pair {
            verdict,
            worse,
            expected_line: e.map(|line| line.number),
            actual_line: a.map(|line| line.number),
            position: shown.map(FileLine::position).unwrap_or_default(),
            id: shown.and_then(FileLine::id),
            detail,
        });
    }
    report
}

/// Why a line alone is no record.
fn reason(line: &FileLine) -> String {
    match &line.record {
        Ok(_) => String::new(),
        Err(error) => format!("unreadable at column {}: {error}", error.column),
    }
}
