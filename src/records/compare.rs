//! Compares the records of a run with the records that were expected: [`compare`]. Start reading
//! there.
//!
//! Records are paired by position, and by `id` where a position occurs more than once (`pairing`);
//! each is reduced to what it claims ([`crate::record::stated`]); the two claims are compared
//! (`judge`); and the outcome is printed (`print`). Nothing is searched: EXPECTED is believed, and
//! so is ACTUAL, except for its lines, which are replayed.
//!
//! A length that EXPECTED only claims is met by any mate of that length; a length that it proves asks
//! for the same proof ([`crate::record::stated`]). The moves of a suite are those that it allows, so
//! one of them is enough of another program; an answer has every key.
//!
//! A record need not contain what it does not prove: a `bm` in a record with `Open`, or of a mate
//! not proved shortest, is a subset of the moves. A `bm` or `ce` that an unsolved record has kept
//! from its input claims nothing. The `bm` and `Count` of a problem that is not solved yet are its
//! claims for the length it asks for.

mod judge;
mod pairing;
mod print;

use serde::Serialize;

use keymove_base::exit::Exit;
pub use pairing::FileLine;

/// The result of comparing a record with the expected one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// The record claims what was expected.
    Same,
    /// The solution is shorter.
    Shorter,
    /// The solution is longer.
    Longer,
    /// A proof that was expected is missing.
    Lost,
    /// The length is the same, but it is no longer proved to be the shortest.
    Weaker,
    /// A proof that was not expected has been found.
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
    pub const ALL: [Change; 10] = [
        Change::Same,
        Change::Shorter,
        Change::Longer,
        Change::Lost,
        Change::Weaker,
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
            Change::Weaker => "weaker",
            Change::New => "new",
            Change::KeysDiffer => "keys-differ",
            Change::Error => "error",
            Change::Missing => "missing",
            Change::Extra => "extra",
        }
    }
}

/// A record of EXPECTED and the matching record of ACTUAL; one of the two may be missing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Pair {
    /// The verdict.
    pub verdict: Change,
    /// Whether it is a regression.
    pub worse: bool,
    /// The line in EXPECTED, counted from 1.
    pub expected_line: Option<u64>,
    /// The line in ACTUAL, counted from 1.
    pub actual_line: Option<u64>,
    /// The four fields; the beginning of the line if the line is not a record.
    pub position: String,
    /// The `id` of the record, if it has one.
    pub id: Option<String>,
    /// The difference, in words.
    pub detail: String,
}

/// The outcome of a comparison: every pair in the order of EXPECTED, then the records found only in
/// ACTUAL, in the order of ACTUAL.
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

    /// The number of pairs with this verdict.
    pub fn count(&self, verdict: Change) -> usize {
        self.pairs.iter().filter(|p| p.verdict == verdict).count()
    }

    /// The names of the verdicts with the number of their pairs; of `Weaker` only if there is any.
    fn totals(&self) -> impl Iterator<Item = (&'static str, usize)> {
        let counted = Change::ALL
            .into_iter()
            .map(|verdict| (verdict.name(), self.count(verdict)));
        counted.filter(|&(name, count)| name != Change::Weaker.name() || count > 0)
    }

    /// The number of pairs that are regressions.
    pub fn worse(&self) -> usize {
        self.pairs.iter().filter(|p| p.worse).count()
    }

    /// The number of lines that are not records and have no equal line in the other file.
    pub fn unreadable(&self) -> usize {
        self.unreadable
    }

    /// The exit code: `Malformed` if there were unreadable lines, `Found` if there are regressions.
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
/// A line that is not a record is paired with an equal line of the other file, apart from its
/// `Error`, and counts as the same; without an equal line it is [`Report::unreadable`].
pub fn compare(expected: &[u8], actual: &[u8]) -> Report {
    compare_lines(&pairing::read(expected), &pairing::read(actual))
}

/// Compares lines that have already been read, in the order of their files.
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
        report.unreadable += usize::from(alone.is_some_and(|line| line.record().is_err()));
        let shown = e.or(a);
        report.pairs.push(Pair {
            verdict,
            worse,
            expected_line: e.map(|line| line.number),
            actual_line: a.map(|line| line.number),
            position: shown.map(FileLine::position).unwrap_or_default(),
            id: shown.and_then(|line| line.id.clone()),
            detail,
        });
    }
    report
}

/// Why an unpaired line is not a record.
fn reason(line: &FileLine) -> String {
    match line.record() {
        Ok(_) => String::new(),
        Err(error) => format!("unreadable at column {}: {error}", error.column),
    }
}
