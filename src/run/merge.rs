//! Merges many files of records: for each position and job, one record with the best of all
//! results.
//!
//! ```text
//! lines -> Shelves (by position, in memory, then in temporary files)
//!       -> pool: one shelf after the other is read, its records are joined -> Stream each
//!       -> streams interleaved by place or by position -> records
//! ```
//!
//! [`run`] connects the parts; joining itself is defined in [`keymove_rules::bounds`] and
//! [`keymove_records::record::stated`]. The method is to hash and spill, not to sort
//! externally: equal positions must meet but need not be in order, so each record is written to a
//! temporary file once (not at all below the memory limit), and only the heads of the shelves are
//! compared at the end. Measured in CPU time for two million
//! records of kings and pawns, 180 MB in two files: 54 MB/s if three of ten are deeper results for the others, 65
//! MB/s for records that occur once and are copied unchanged
//! ([`is_canonical`](keymove_records::epd)), and 31 MB/s if each has to be joined with another,
//! half of which is reading, interpreting and writing.
//!
#![doc = include_str!("merge/manual.md")]

mod shelf;
mod shelves;
mod streams;

use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::batch::lines::{Input, InputLines, Item};
use keymove_base::desk::counted;
use keymove_base::exit::Exit;
use keymove_base::pool::queue::Window;
use keymove_base::pool::{self, End, Failure, Plan};
use keymove_base::stop::Stop;
use keymove_forms::collection::Reading;
use shelf::{Joiner, ShelfJoin};
use shelves::Shelves;
use streams::Streams;

/// Results of many runs joined: the manual `merge`.
pub const MANUAL: &str = include_str!("merge/manual.md");

/// The options of a merge.
#[derive(Debug, Clone)]
pub struct Merging {
    /// The files of records.
    pub inputs: Vec<Input>,
    /// Whether records are ordered by position (ASCII) instead of by first appearance.
    pub by_position: bool,
    /// The number of bytes of records held in memory; further records go into temporary files.
    pub memory: usize,
    /// The directory of the temporary files.
    pub spill: PathBuf,
    /// The number of workers, at least 1.
    pub workers: usize,
}

/// The totals of a merge.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MergeTotals {
    /// Records read.
    pub read: u64,
    /// Records written.
    pub written: u64,
    /// Records whose `id` differs from that of the first record with their position and job.
    pub other_ids: u64,
    /// Records that contradict another one, and so were not joined.
    pub contradictions: u64,
    /// Records that are malformed, or whose results cannot be read.
    pub malformed: u64,
    /// Files that could not be read.
    pub unreadable: u64,
}

impl MergeTotals {
    /// The exit code.
    pub fn exit(&self) -> Exit {
        if self.malformed + self.unreadable > 0 {
            Exit::Malformed
        } else if self.contradictions > 0 {
            Exit::Found
        } else {
            Exit::Success
        }
    }

    fn add(&mut self, other: &MergeTotals) {
        self.written += other.written;
        self.other_ids += other.other_ids;
        self.contradictions += other.contradictions;
        self.malformed += other.malformed;
    }
}

impl fmt::Display for MergeTotals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let read = counted(self.read, "record", "records");
        write!(f, "{read}, {} written", self.written)?;
        for (count, what) in [
            (self.other_ids, "with another id than the first"),
            (self.contradictions, "contradicting another"),
            (self.malformed, "malformed"),
        ] {
            if count > 0 {
                write!(f, ", {count} {what}")?;
            }
        }
        Ok(())
    }
}

/// A message of a merge.
#[derive(Debug, Serialize, Deserialize)]
pub struct MergeMessage {
    /// The message.
    pub text: String,
    /// The records that it is about and that are shown below it, each after its place.
    pub records: Vec<String>,
}

impl From<String> for MergeMessage {
    fn from(text: String) -> MergeMessage {
        let records = Vec::new();
        MergeMessage { text, records }
    }
}

/// Why a merge failed.
#[derive(Debug)]
pub enum MergeError {
    /// A temporary file cannot be written or read.
    Spill(PathBuf, io::Error),
    /// The output cannot be written.
    Write(io::Error),
    /// A thread cannot be started, or has failed.
    Thread(io::Error),
    /// A signal came.
    Stopped,
}

/// The place of a record: the index of its input, and its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct LinePlace(u64);

impl LinePlace {
    /// The number of bits for the line number.
    const LINES: u32 = 40;

    fn new(input: usize, line: u64) -> LinePlace {
        LinePlace(((input as u64) << LinePlace::LINES) + line)
    }

    fn input(self) -> usize {
        (self.0 >> LinePlace::LINES) as usize
    }

    fn line(self) -> u64 {
        self.0 & ((1 << LinePlace::LINES) - 1)
    }
}

/// The names of the inputs, for messages.
#[derive(Debug, Default)]
struct InputNames(Vec<Arc<str>>);

impl InputNames {
    /// The index of the input with this name, which is being read.
    fn number(&mut self, name: &Arc<str>) -> usize {
        if self.0.last().is_none_or(|last| !Arc::ptr_eq(last, name)) {
            self.0.push(Arc::clone(name));
        }
        self.0.len() - 1
    }

    fn at(&self, place: LinePlace) -> String {
        format!("{}:{}", self.0[place.input()], place.line())
    }
}

/// Merges: reports messages to `tell`, then passes each record, without a line feed, to `put`.
///
/// Nothing is passed before all inputs have been read completely.
///
/// # Errors
///
/// [`MergeError`].
pub fn run(
    merging: &Merging,
    stop: &Stop,
    tell: &mut dyn FnMut(MergeMessage),
    put: &mut dyn FnMut(&[u8]) -> io::Result<()>,
) -> Result<MergeTotals, MergeError> {
    let spilled = |error| MergeError::Spill(merging.spill.clone(), error);
    let mut totals = MergeTotals::default();
    let mut names = InputNames::default();
    // Nothing has been written yet.
    let shelves = stop.while_waiting(|| shelved(merging, stop, tell, &mut totals, &mut names))?;
    let plan = Plan {
        // A shelf and its result for each worker, and one that waits.
        window: Window {
            items: merging.workers + 1,
            ..Window::default()
        },
        ..Plan::searching(merging.workers)
    };
    let mut streams = Streams::new(shelves.is_spilled().then(|| merging.spill.clone()));
    let joiner = Joiner {
        names,
        by_position: merging.by_position,
    };
    let mut sink = |join: io::Result<ShelfJoin>| {
        let join = join?;
        totals.add(&join.totals);
        streams.add(join.records, join.messages)
    };
    match pool::run(&plan, shelves.into_blocks(), joiner, &mut sink, stop) {
        Ok(End::Complete) => {}
        Ok(End::Stopped) => return Err(MergeError::Stopped),
        Ok(End::Broken) => return Err(MergeError::Thread(io::Error::other("a worker died"))),
        Err(Failure::Sink(error)) => return Err(spilled(error)),
        Err(Failure::Thread(error)) => return Err(MergeError::Thread(error)),
    }
    streams
        .messages(&mut |message| {
            tell(serde_json::from_slice(message)?);
            Ok(())
        })
        .map_err(spilled)?;
    let mut written = Ok(());
    streams
        .records(merging.by_position, &mut |record| {
            if stop.is_raised() {
                return false;
            }
            written = put(record);
            written.is_ok()
        })
        .map_err(spilled)?;
    written.map_err(MergeError::Write)?;
    if stop.is_raised() {
        return Err(MergeError::Stopped);
    }
    Ok(totals)
}

/// The records of all inputs, distributed to shelves; `totals` counts the lines.
fn shelved(
    merging: &Merging,
    stop: &Stop,
    tell: &mut dyn FnMut(MergeMessage),
    totals: &mut MergeTotals,
    names: &mut InputNames,
) -> Result<Shelves, MergeError> {
    let spilled = |error| MergeError::Spill(merging.spill.clone(), error);
    let mut shelves = Shelves::new(merging.memory, &merging.spill);
    let reading = Reading {
        only_epd: true,
        ..Reading::default()
    };
    let mut lines = InputLines::new(merging.inputs.iter().cloned(), &reading);
    while let Some(item) = lines.next_item() {
        match item {
            Item::Line(line) if !line.is_job() => {}
            Item::Rest(_) => {}
            Item::Line(line) => {
                totals.read += 1;
                if let Some(cause) = line.cause() {
                    tell(format!("{}:{}: {cause}; left out", line.file, line.number).into());
                    totals.malformed += 1;
                    continue;
                }
                let place = LinePlace::new(names.number(&line.file), line.number);
                shelves.add(place, &line.bytes()).map_err(spilled)?;
            }
            Item::Unreadable(message) => {
                totals.unreadable += 1;
                tell(message.to_string().into());
            }
            Item::Note(message) => tell(message.to_string().into()),
        }
        if totals.read.is_multiple_of(1024) && stop.is_raised() {
            return Err(MergeError::Stopped);
        }
    }
    Ok(shelves)
}
