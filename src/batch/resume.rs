//! Going on after an earlier run: which of FILE's records are kept.
//!
//! Kept are whole records from the first on, up to the first that is no answer: one that a stop
//! ended, or that nobody searched ([`JobResult::is_searched`]). It and all that follows are done
//! again, so that the bytes become those of a run that was never interrupted. Each record that is
//! looked at must be the answer to its input line (see [`ReadBack`]), and a last line without its
//! line feed the beginning of one, or nothing is touched at all. With which options the records
//! were made they do not say, nor how many of them were on the disk: that is kept beside FILE, see
//! [`run_file`](super::run_file). What it does not vouch for is not looked at, and where it is
//! missing, records end where zeros are.
//!
//! Kept records count as if this run had made them ([`Kept`]).

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::lines::{InputLine, InputLines, Item};
use super::reused::is_open;
use super::stats::Stats;
use super::tally::{Fate, Tally};
use crate::answer::{AnswerStats, Settings, Status};
use crate::form::ReadBack;
use crate::record::result::{JobOutcome, JobResult};
use crate::solve::LimitKind;

/// What is kept.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ResumePoint {
    /// The number of input lines that are done; of these some may have no record.
    pub lines: u64,
    /// The bytes of their records in FILE.
    pub bytes: u64,
    /// Their bytes in the input.
    pub read: u64,
    /// The kept records of which this run would have known more.
    pub earlier: Option<EarlierLimit>,
    /// FILE and line of the first record that is no answer, as nobody searched it.
    pub question: Option<String>,
    /// FILE and line of the first kept record with an error.
    pub error: Option<String>,
}

impl ResumePoint {
    /// What is to be told of the kept records, which `tally` counts.
    pub fn messages(&self, tally: &Tally) -> Vec<String> {
        let error = self.error.as_ref().map(|first| {
            let after = tally.malformed + tally.panicked - 1;
            let more = match after {
                0 => String::new(),
                after => format!(", and those of {after} after it"),
            };
            format!("{first}: this record is kept, with its error{more}")
        });
        let question = self.question.as_ref().map(|first| {
            format!("{first}: nobody searched this record; it and all after it are done again")
        });
        let earlier = self.earlier.as_ref().map(EarlierLimit::to_string);
        [error, earlier, question].into_iter().flatten().collect()
    }
}

/// Kept records that met a smaller limit of nodes than this run has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EarlierLimit {
    /// FILE and line of the first.
    record: String,
    /// Its nodes.
    nodes: u64,
    /// How many there are.
    count: u64,
}

impl fmt::Display for EarlierLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EarlierLimit {
            record,
            nodes,
            count,
        } = self;
        write!(
            f,
            "{record}: this record is kept, but an earlier run ended its search after {nodes} nodes"
        )?;
        if *count > 1 {
            write!(f, ", and those of {} after it", count - 1)?;
        }
        f.write_str("; --only-open goes on with them")
    }
}

/// Why FILE cannot be gone on with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Mismatch {
    /// A record is not the answer to its input line.
    Other {
        /// FILE and line of the record.
        record: String,
        /// File and line of the input.
        input: String,
    },
    /// The last line, without its line feed, is not the beginning of the answer to its input line.
    NoBeginning {
        /// FILE and line of the record.
        record: String,
        /// File and line of the input.
        input: String,
    },
    /// FILE holds more records than the input has lines.
    Longer {
        /// FILE and line of the first record too many.
        record: String,
    },
    /// FILE does not begin as a table does.
    NoHeader {
        /// FILE and its first line.
        record: String,
    },
    /// What is known of the earlier run forbids it: the reason.
    Run(String),
    /// Either side cannot be read.
    Unreadable(String),
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mismatch::Other { record, input } => {
                write!(f, "{record}: this record is not the answer to {input}")
            }
            Mismatch::NoBeginning { record, input } => write!(
                f,
                "{record}: this line has no end, and is not the beginning of the answer to {input}"
            ),
            Mismatch::Longer { record } => write!(f, "{record}: the input has fewer lines"),
            Mismatch::NoHeader { record } => {
                write!(
                    f,
                    "{record}: this line does not name the columns of --format tsv"
                )
            }
            Mismatch::Run(reason) | Mismatch::Unreadable(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for Mismatch {}

/// The counts of a run, to which kept records are added.
#[derive(Debug)]
pub struct Kept {
    /// What became of lines.
    pub tally: Tally,
    /// What was found in numbers.
    pub stats: Stats,
}

impl Kept {
    /// Counts none yet; without times if `no_time`.
    pub fn new(no_time: bool) -> Kept {
        Kept {
            tally: Tally::default(),
            stats: Stats::new(no_time),
        }
    }

    /// Counts a line of input that has no record, or whose record is no job's.
    fn passed(&mut self) {
        self.tally.keep(Fate::Answered(Status::Passed));
    }

    /// Counts the record of `line`.
    fn count(&mut self, line: &InputLine, result: &JobResult) {
        let fate = Fate::of(result.outcome);
        self.tally.keep(fate);
        let outcome = result.outcome;
        if matches!(
            outcome,
            JobOutcome::Malformed | JobOutcome::Unsupported | JobOutcome::Internal
        ) {
            return;
        }
        let measure = AnswerStats {
            reached: result.reached,
            limit: result.limit,
            nodes: result.nodes.unwrap_or(0),
        };
        let seconds = result.seconds.unwrap_or(0.0);
        let elapsed = Duration::try_from_secs_f64(seconds).unwrap_or_default();
        let place = (Arc::clone(&line.file), line.number);
        self.stats.count(fate, measure, Some(place), elapsed);
    }
}

/// What FILE is held against.
#[derive(Debug, Clone, Copy)]
pub struct Asked<'a> {
    /// How this run reads and writes records.
    pub settings: &'a Settings,
    /// Whether it passes on what is not open as it is (`--only-open`).
    pub only_open: bool,
}

/// Compares the records of FILE (`length` bytes) with the lines of the input, and adds to `kept`
/// what they come to. The first line that is not answered yet is the next that `lines` gives.
///
/// # Errors
///
/// [`Mismatch`].
pub fn check(
    records: &mut InputLines,
    length: u64,
    lines: &mut InputLines,
    asked: Asked<'_>,
    kept: &mut Kept,
) -> Result<ResumePoint, Mismatch> {
    let settings = asked.settings;
    let mut headway = ResumePoint::default();
    let Some(read_back) = settings.format.form().read_back() else {
        return Ok(headway);
    };
    if let Some(columns) = read_back.header() {
        match header(records, length, columns)? {
            Some(end) => headway.bytes = end,
            None => return Ok(headway),
        }
    }
    while let Some(item) = records.next_item() {
        let Some(record) = readable(item)? else {
            continue;
        };
        let next = asked_line(lines, |line| {
            line.is_job() || !read_back.leaves_out(settings)
        })?;
        let Some((line, passed, passed_bytes)) = next else {
            if is_lost(&record) {
                break;
            }
            return Err(Mismatch::Longer {
                record: place(&record),
            });
        };
        let places = || (place(&record), place(&line));
        let end = headway.bytes + record.bytes.len() as u64 + 1;
        // Without its line feed the last record is torn, however whole it looks.
        if end > length {
            if !is_beginning(&record.bytes, &line, read_back) && !is_lost(&record) {
                let (record, input) = places();
                return Err(Mismatch::NoBeginning { record, input });
            }
            lines.put_back(line);
            break;
        }
        let is_answer = is_answer(&record.bytes, &line, read_back);
        if read_back.is_stopped(&record.bytes) || (!is_answer && is_lost(&record)) {
            lines.put_back(line);
            break;
        }
        if !is_answer {
            let (record, input) = places();
            return Err(Mismatch::Other { record, input });
        }
        match came_to(&record.bytes, &line, asked.only_open, read_back) {
            CameTo::Nothing => {
                headway.question = Some(place(&record));
                lines.put_back(line);
                break;
            }
            CameTo::Passed => kept.passed(),
            CameTo::Result(result) => {
                if matches!(result.outcome, JobOutcome::Malformed | JobOutcome::Internal) {
                    headway.error.get_or_insert_with(|| place(&record));
                }
                kept.count(&line, &result);
                note_limit(&mut headway.earlier, &record, &result, settings);
            }
        }
        while let Some(rest) = lines.next_rest() {
            headway.read += rest.read;
        }
        (0..passed).for_each(|_| kept.passed());
        headway.lines += passed + 1;
        headway.bytes = end;
        headway.read += passed_bytes + line.read;
    }
    Ok(headway)
}

/// The next line that has a record, with the number of lines before it that have none, and their
/// bytes: those are done with its record. Nothing at the end of the input.
fn asked_line(
    lines: &mut InputLines,
    has_record: impl Fn(&InputLine) -> bool,
) -> Result<Option<(InputLine, u64, u64)>, Mismatch> {
    let (mut passed, mut bytes) = (0, 0);
    while let Some(item) = lines.next_item() {
        let Some(line) = readable(item)? else {
            continue;
        };
        if has_record(&line) {
            return Ok(Some((line, passed, bytes)));
        }
        passed += 1;
        bytes += line.read;
    }
    Ok(None)
}

/// The end of the first row of a table, which names its columns; nothing where it is torn, or
/// missing.
fn header(records: &mut InputLines, length: u64, columns: &str) -> Result<Option<u64>, Mismatch> {
    let Some(item) = records.next_item() else {
        return Ok(None);
    };
    let Some(header) = readable(item)? else {
        return Ok(None);
    };
    let end = header.bytes.len() as u64 + 1;
    let is_torn = end > length;
    let columns = columns.as_bytes();
    if is_lost(&header) || is_torn && columns.starts_with(&header.bytes) {
        return Ok(None);
    }
    if is_torn || header.bytes != columns {
        return Err(Mismatch::NoHeader {
            record: place(&header),
        });
    }
    Ok(Some(end))
}

/// The line; nothing for what is only said of a file.
fn readable(item: Item) -> Result<Option<InputLine>, Mismatch> {
    match item {
        Item::Line(line) => Ok(Some(line)),
        Item::Rest(_) | Item::Note(_) => Ok(None),
        Item::Unreadable(message) => Err(Mismatch::Unreadable(message)),
    }
}

fn place(line: &InputLine) -> String {
    format!("{}:{}", line.file, line.number)
}

/// What a record that stands in the place of an answer comes to.
enum CameTo {
    /// The record is no answer: nobody searched it.
    Nothing,
    /// There was nothing to search.
    Passed,
    /// The record is an answer.
    Result(JobResult),
}

/// What `record`, which is of the same position as `line`, comes to.
fn came_to(record: &[u8], line: &InputLine, only_open: bool, read_back: &dyn ReadBack) -> CameTo {
    let is_as_it_was = record == line.bytes;
    if !line.is_job() || (only_open && is_as_it_was && !is_open(record)) {
        return CameTo::Passed;
    }
    let result = match is_passed_on(line, read_back) {
        true => line.refusal().map(JobResult::error),
        false => read_back.result(record, &line.bytes),
    };
    // A problem of another form may have no line of its own.
    let refused = || Some(JobResult::error(line.refusal()?)).filter(|_| is_as_it_was);
    match result.filter(|result| result.is_searched).or_else(refused) {
        Some(result) => CameTo::Result(result),
        None => CameTo::Nothing,
    }
}

/// Notes that a kept record met a smaller limit of nodes than this run has.
fn note_limit(
    earlier: &mut Option<EarlierLimit>,
    record: &InputLine,
    result: &JobResult,
    settings: &Settings,
) {
    let limit = settings.defaults.limits.nodes.unwrap_or(u64::MAX);
    let nodes = result
        .nodes
        .filter(|_| result.limit == Some(LimitKind::Nodes));
    if let Some(nodes) = nodes.filter(|&nodes| nodes < limit) {
        let first = || EarlierLimit {
            record: place(record),
            nodes,
            count: 0,
        };
        earlier.get_or_insert_with(first).count += 1;
    }
}

/// Whether `line` stands in FILE in its whole length, too long as it is.
fn is_passed_on(line: &InputLine, read_back: &dyn ReadBack) -> bool {
    line.is_cut && read_back.keeps_lines()
}

/// Whether `record` can be the answer to `line`.
fn is_answer(record: &[u8], line: &InputLine, read_back: &dyn ReadBack) -> bool {
    match is_passed_on(line, read_back) {
        true => record.starts_with(&line.bytes),
        false => read_back.is_answer(record, &line.bytes, line.number),
    }
}

/// Whether `torn`, the last line of FILE without an end, can be the beginning of the answer to
/// `line`.
fn is_beginning(torn: &[u8], line: &InputLine, read_back: &dyn ReadBack) -> bool {
    match is_passed_on(line, read_back) {
        true => line.bytes.starts_with(torn) || torn.starts_with(&line.bytes),
        false => read_back.is_beginning(torn, &line.bytes, line.number),
    }
}

/// Whether `record`, which is no answer, is what a write that was lost with the power leaves behind:
/// zeros are in it.
fn is_lost(record: &InputLine) -> bool {
    record.bytes.contains(&0)
}

#[cfg(test)]
mod tests;
