//! Counts answered records: [`census`].
//!
//! The numbers are those of a run, [`Stats`], but taken from written records: of any number of files
//! and runs, and of records answered by another program.

use std::time::Duration;

use crate::answer::{AnswerStats, RecordOutcome};
use crate::batch::lines::Input;
use crate::batch::stats::Stats;
use crate::record_lines::{RecordLine, RecordLines};
use keymove_base::desk::complain;
use keymove_records::epd::Epd;
use keymove_records::record::stated::Stated;

/// The counts of answered records.
#[derive(Debug)]
pub struct Census {
    /// The counts.
    pub stats: Stats,
    /// The number of records without an answer.
    pub unanswered: u64,
    /// The number of those that claim a result.
    pub claims: u64,
    /// Whether every file and every record could be read.
    pub is_whole: bool,
}

/// Counts the records of `inputs`. Messages about the inputs go to stderr.
pub fn census(inputs: Vec<Input>) -> Census {
    let mut census = Census {
        stats: Stats::new(false),
        unanswered: 0,
        claims: 0,
        is_whole: true,
    };
    for line in RecordLines::of_inputs(inputs) {
        match line {
            Ok(line) => census.count(&line),
            Err(error) => {
                complain(error);
                census.is_whole = false;
                census.stats.count(RecordOutcome::Unreadable);
            }
        }
    }
    census
}

impl Census {
    fn count(&mut self, line: &RecordLine) {
        let record = match line.cause {
            Some(_) => None,
            None => Epd::from_ascii(&line.bytes).ok(),
        };
        let Some(epd) = record else {
            self.is_whole = false;
            return self.stats.count(RecordOutcome::Malformed);
        };
        let result = match Stated::read(&epd).result() {
            Some(result) if result.is_searched => result,
            claim => {
                self.unanswered += 1;
                self.claims += u64::from(claim.is_some());
                return;
            }
        };
        let (nodes, seconds) = (result.nodes.unwrap_or(0), result.seconds);
        let measure = AnswerStats {
            reached: result.reached,
            limit: result.limit,
            nodes,
            unasked: None,
        };
        let is_timed = seconds.map_or(nodes > 0, |seconds| seconds > 0.0);
        let place = is_timed.then(|| (line.file.clone(), line.number));
        let seconds = seconds.map(Duration::from_secs_f64);
        self.stats.count(result.outcome);
        self.stats.measure(result.outcome, measure, place, seconds);
    }
}
