//! The job of the pool: it takes a line and returns its result.

use std::sync::Arc;

use keymove::answer::{Found, RecordOutcome, answer_found, find, refused};
use keymove::cause::Cause;
use keymove::pool::PoolJob;
use keymove::pool::panics::Panic;
use keymove::pool::queue::Weigh;
use keymove::record::Findings;
use keymove::record::duplex::AskedSide;
use keymove::solve::Endings;
use keymove::{Settings, Stop, Tables};

/// A line of EPD, and its number in the input.
#[derive(Clone)]
pub(crate) struct Line {
    pub number: u64,
    pub text: Vec<u8>,
}

impl Weigh for Line {
    fn bytes(&self) -> usize {
        self.text.len()
    }
}

/// A line and its result.
pub(crate) struct SolvedLine {
    pub line: Line,
    /// The answer as JSON; empty for a line that is not a record.
    pub json: Vec<u8>,
    /// Whether the line is blank or a comment.
    pub is_passed: bool,
    /// The result for each side of the record; empty if it was not searched.
    pub findings: Vec<Arc<Findings>>,
    /// The cause why a record that could be read was not solved.
    pub cause: Option<Cause>,
}

impl Weigh for SolvedLine {
    fn bytes(&self) -> usize {
        // The result takes about as much memory as its text.
        self.line.text.len() + 2 * self.json.len()
    }
}

/// Solves lines, each independently.
pub(crate) struct LineSolver {
    pub settings: Arc<Settings>,
    /// Megabytes of one worker's tables.
    pub memory: usize,
    /// Threads on one record.
    pub threads: usize,
    /// Whether a blank line or a comment is answered as malformed.
    pub keeps_blank: bool,
    /// Tables of bare endings, the same for all workers.
    pub endings: Endings,
    pub stop: Stop,
}

impl PoolJob for LineSolver {
    type Input = Line;
    type Output = SolvedLine;
    type State = (Tables, Stop);

    fn state(&self) -> (Tables, Stop) {
        let mut tables = Tables::sharing(self.memory, &self.endings);
        tables.set_threads(self.threads);
        (tables, self.stop.for_worker())
    }

    fn run(&self, (tables, stop): &mut (Tables, Stop), line: &Line) -> SolvedLine {
        let (number, text) = (line.number, &line.text[..]);
        if text.contains(&b'\n') {
            return self.unsolved(line, "a record is one line".into());
        }
        let mut findings = Vec::new();
        let mut cause = None;
        let answer = answer_found(number, text, &self.settings, &mut |sides| {
            let search = |side: &AskedSide<'_>| find(&side.job, tables, stop).map(Found::searched);
            let found = sides.iter().map(search).collect::<Result<Vec<_>, _>>();
            match &found {
                Ok(found) => findings = found.iter().map(|one| one.findings.clone()).collect(),
                Err(unsupported) => cause = Some(unsupported.reason().into()),
            }
            found
        });
        let is_passed = answer.outcome == RecordOutcome::Passed;
        if is_passed && self.keeps_blank {
            return self.unsolved(line, "a comment or a blank line, not a record".into());
        }
        SolvedLine {
            line: line.clone(),
            json: answer.text,
            is_passed,
            findings,
            cause,
        }
    }

    fn failed(&self, line: &Line, panic: &Panic) -> SolvedLine {
        self.unsolved(line, Cause::Internal(panic.clone()))
    }
}

impl LineSolver {
    fn unsolved(&self, line: &Line, cause: Cause) -> SolvedLine {
        SolvedLine {
            line: line.clone(),
            json: refused((line.number, 1), &line.text, cause.clone(), &self.settings).text,
            is_passed: false,
            findings: Vec::new(),
            cause: Some(cause),
        }
    }
}
