//! Prints a report as text or JSON: one line for each pair, then the totals.

use std::io::{self, Write};

use serde_json::json;

use super::{Change, Pair, Report};
use keymove_base::desk::counted;
use keymove_base::error::printable;

impl Report {
    /// Writes a line for every pair that differs (with `all`, for every pair), then the totals.
    ///
    /// A line is `VERDICT EXPECTED:ACTUAL POSITION "id": what differs`. The second word holds the
    /// line numbers (`-` if a record is missing); a regression ends with `(worse)`.
    ///
    /// # Errors
    ///
    /// Errors of `out`.
    pub fn write_text(&self, all: bool, out: &mut impl Write) -> io::Result<()> {
        for pair in self.shown(all) {
            write!(
                out,
                "{} {}:{} {}",
                pair.verdict.name(),
                line_number(pair.expected_line),
                line_number(pair.actual_line),
                printable(&pair.position)
            )?;
            if let Some(id) = &pair.id {
                write!(out, " \"{}\"", printable(id))?;
            }
            if !pair.detail.is_empty() {
                write!(out, ": {}", printable(&pair.detail))?;
            }
            writeln!(out, "{}", if pair.worse { " (worse)" } else { "" })?;
        }
        let totals = self.totals().map(|(name, count)| format!("{count} {name}"));
        let totals: Vec<String> = totals.collect();
        write!(
            out,
            "{}: {}; {} worse",
            counted(self.pairs().len() as u64, "record", "records"),
            totals.join(", "),
            self.worse()
        )?;
        if self.unreadable() > 0 {
            write!(out, "; {} unreadable", self.unreadable())?;
        }
        writeln!(out)
    }

    /// Writes the report as one JSON object per line. The last object has `totals` by verdict,
    /// `worse`, `unreadable` and `exit`, the exit code.
    ///
    /// # Errors
    ///
    /// Errors of `out`.
    pub fn write_json(&self, all: bool, out: &mut impl Write) -> io::Result<()> {
        for pair in self.shown(all) {
            serde_json::to_writer(&mut *out, pair)?;
            writeln!(out)?;
        }
        let totals = self
            .totals()
            .map(|(name, count)| (name.to_owned(), count.into()));
        let totals: serde_json::Map<String, serde_json::Value> = totals.collect();
        let last = json!({
            "totals": totals,
            "records": self.pairs().len(),
            "worse": self.worse(),
            "unreadable": self.unreadable(),
            "exit": self.exit().code(),
        });
        writeln!(out, "{last}")
    }

    fn shown(&self, all: bool) -> impl Iterator<Item = &Pair> {
        self.pairs()
            .iter()
            .filter(move |pair| all || pair.verdict != Change::Same)
    }
}

fn line_number(number: Option<u64>) -> String {
    number.map_or_else(|| "-".to_owned(), |n| n.to_string())
}
