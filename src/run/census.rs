//! Counts the outcomes of answered records: [`Census`] takes them line by line, [`CensusFigures`]
//! are the published numbers.
//!
//! The numbers are those of a run ([`crate::batch::stats`]), but taken from written records: of any
//! number of files and runs, and of records answered by another program. [`table`] lists the
//! records instead. The steps of histograms grow by a factor of about three; seconds are whole
//! numbers, as in `acs`. Memory use depends only on the number of slowest records.

mod histogram;
pub mod table;
mod words;

use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;

use crate::answer::{AnswerStats, RecordOutcome};
use crate::batch::stats::{LengthFigures, OutcomeFigures, RunStage, Stats};
use crate::batch::tally::Tally;
pub use histogram::{Bar, Histogram};
use keymove_records::epd::{Epd, passes_through};
use keymove_records::record::knowledge::RecordClaim;
use keymove_records::record::result::JobResult;
use keymove_solve::LimitKind;

/// The number of slowest records that are listed.
const SLOWEST: usize = 10;

/// The counts so far.
#[derive(Debug)]
pub struct Census {
    stats: Stats,
    tally: Tally,
    unanswered: u64,
    nodes: Histogram,
    seconds: Histogram,
    slowest: Vec<CostlyRecord>,
}

/// The published numbers.
#[derive(Debug, Clone, Serialize)]
pub struct CensusFigures {
    /// The lines.
    pub lines: u64,
    /// The outcomes of the records, including unanswered ones.
    #[serde(flatten)]
    pub outcomes: OutcomeFigures,
    /// Records without an answer.
    pub unanswered: u64,
    /// The distribution of the records by nodes.
    pub by_nodes: Vec<Bar>,
    /// The distribution by seconds of the records that have them.
    pub by_seconds: Vec<Bar>,
    /// The records that took longest, the longest first.
    pub slowest: Vec<CostlyRecord>,
}

/// A record among the slowest.
#[derive(Debug, Clone, Serialize)]
pub struct CostlyRecord {
    /// Its file, for messages.
    pub file: String,
    /// Its line number, from 1.
    pub line: u64,
    /// What it claims about its position.
    pub says: String,
    /// Whole seconds, if it has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u64>,
    /// Nodes.
    pub nodes: u64,
    /// The four fields of the position.
    pub fen: String,
    /// Its `id`, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
}

impl Default for Census {
    fn default() -> Census {
        Census {
            stats: Stats::new(true),
            tally: Tally::default(),
            unanswered: 0,
            nodes: Histogram::default(),
            seconds: Histogram::default(),
            slowest: Vec::with_capacity(SLOWEST + 1),
        }
    }
}

impl Census {
    /// Counts line `number` of `file`; `line` is without its line feed.
    pub fn count(&mut self, file: &Arc<str>, number: u64, line: &[u8]) {
        if passes_through(line) {
            self.tally.count(RecordOutcome::Passed);
            return;
        }
        let Ok((epd, _)) = Epd::read(line) else {
            return self.malformed();
        };
        let knowledge = RecordClaim::of(&epd);
        let Some(result) = JobResult::with_claim(&epd, &knowledge) else {
            self.unanswered += 1;
            return;
        };
        let outcome = result.outcome;
        let nodes = number_of(&epd, "acn");
        let seconds = number_of(&epd, "acs");
        let measure = AnswerStats {
            reached: result.reached,
            limit: limit(&epd),
            nodes: nodes.unwrap_or(0),
        };
        self.tally.count(outcome);
        self.stats.count(outcome, measure, None, Duration::ZERO);
        if let Some(nodes) = nodes {
            self.nodes.count(nodes);
        }
        if let Some(seconds) = seconds {
            self.seconds.count(seconds);
        }
        let cost = (seconds.unwrap_or(0), nodes.unwrap_or(0));
        let place = self
            .slowest
            .partition_point(|slow| (slow.seconds.unwrap_or(0), slow.nodes) >= cost);
        if place < SLOWEST && cost > (0, 0) {
            let slow = CostlyRecord {
                file: file.to_string(),
                line: number,
                says: knowledge.to_string(),
                seconds,
                nodes: cost.1,
                fen: epd.fields(),
                id: epd
                    .operation("id")
                    .map(|id| String::from_utf8_lossy(&id.text()).into_owned()),
            };
            self.slowest.insert(place, slow);
            self.slowest.truncate(SLOWEST);
        }
    }

    /// Counts a line that is not a record.
    pub fn malformed(&mut self) {
        self.tally.count(RecordOutcome::Malformed);
    }

    /// Counts a file that cannot be read.
    pub fn unreadable(&mut self) {
        self.tally.count(RecordOutcome::Unreadable);
    }

    /// The published numbers.
    pub fn figures(&self) -> CensusFigures {
        let counted = self.stats.figures(&self.tally, RunStage::Complete);
        CensusFigures {
            lines: counted.lines + self.unanswered,
            outcomes: OutcomeFigures {
                records: counted.outcomes.records + self.unanswered,
                ..counted.outcomes
            },
            unanswered: self.unanswered,
            by_nodes: self.nodes.steps(),
            by_seconds: self.seconds.steps(),
            slowest: self.slowest.clone(),
        }
    }
}

impl CensusFigures {
    /// A JSON object, followed by a line feed.
    pub fn to_json(&self) -> Vec<u8> {
        let mut json = serde_json::to_vec_pretty(self)
            .expect("strings, numbers and lists can always be written");
        json.push(b'\n');
        json
    }

    /// The lengths, as in the statistics of a run.
    pub fn lengths(&self) -> &[LengthFigures] {
        &self.outcomes.solved.by_length
    }
}

fn number_of(epd: &Epd, opcode: &str) -> Option<u64> {
    std::str::from_utf8(&epd.operation(opcode)?.text())
        .ok()?
        .parse()
        .ok()
}

fn limit(epd: &Epd) -> Option<LimitKind> {
    let text = epd.operation("Limit")?;
    [LimitKind::Nodes, LimitKind::Time, LimitKind::Stopped]
        .into_iter()
        .find(|kind| *text.text() == *kind.name().as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn census(lines: &[&str]) -> CensusFigures {
        let mut census = Census::default();
        let file: Arc<str> = "in".into();
        for (number, line) in (1..).zip(lines) {
            census.count(&file, number, line.as_bytes());
        }
        census.figures()
    }

    #[test]
    fn each_outcome_has_its_count() {
        let figures = census(&[
            "# a comment",
            "7k/8/8/4K3/8/8/6Q1/8 w - - acd 2; acn 69; acs 3; bm Kf6; ce 32764; dm 2; id \"a\"; pv Kf6 Kh7 Qg7#;",
            "7k/8/8/4K3/8/8/6Q1/8 w - - Refuted 1; Stip \"#1\"; acd 1; acn 2; acs 0;",
            "7k/8/8/4K3/8/8/6Q1/8 w - - Limit \"nodes\"; Refuted 1; Stip \"#4\"; acn 1000;",
            "7k/8/8/4K3/8/8/6Q1/8 w - - Error \"no such thing\";",
            "7k/8/8/4K3/8/8/6Q1/8 w - - Error \"internal: a bug\";",
            "7k/5K1Q/8/8/8/8/8/8 b - - ce -32767;",
            "7k/8/8/4K3/8/8/6Q1/8 w - - id \"nobody looked\";",
            "what is this",
        ]);
        let counts = (
            figures.lines,
            figures.outcomes.records,
            figures.outcomes.solved.records,
            figures.outcomes.solved.over,
        );
        assert_eq!(counts, (9, 8, 2, 1));
        assert_eq!(
            (
                figures.outcomes.refuted,
                figures.outcomes.gave_up,
                figures.unanswered
            ),
            (1, 1, 1)
        );
        assert_eq!(
            (figures.outcomes.malformed, figures.outcomes.internal_errors),
            (2, 1)
        );
        assert_eq!(
            (figures.outcomes.limits.nodes, figures.outcomes.nodes),
            (1, 1071)
        );
        assert_eq!(figures.lengths()[0].stipulation, "#2");
        let slow: Vec<(u64, u64)> = figures
            .slowest
            .iter()
            .map(|slow| (slow.line, slow.nodes))
            .collect();
        assert_eq!(slow, [(2, 69), (4, 1000), (3, 2)]);
    }
}
