//! Many records of many files: read one after the other, worked on side by side by the pool,
//! written in their order.
//!
//! The number of workers changes neither the output nor the order of the messages. A panic concerns one
//! record: it is reported in the place of its answer, and the other records are answered.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use crate::record_stream::{Record, RecordContent, RecordStream};
use keymove_base::desk::{StatusLine, When, clock, complain_in_lines, counted, tell};
use keymove_base::error::{self, printable};
use keymove_base::exit::Exit;
use keymove_base::pool::panics::Panic;
use keymove_base::pool::queue::{Weigh, Window};
use keymove_base::pool::{self, Plan, PoolJob, Sink};
use keymove_base::stop::Stop;
use keymove_kriegspiel::finding::RecordFinding;
use keymove_kriegspiel::notation::read::{Games, Read, ReadError};
use keymove_terminal::arguments::tell_if_read;
use keymove_terminal::pooled;

/// A record weighs some 16 bytes for one of its text (see [`Record`]), so this is 64 KiB of text
/// that waits: dozens of games as they are played, but nothing behind one that is longer. As much
/// may wait of what is finished, behind a record that takes its time.
const WINDOW: Window = Window {
    items: 1024,
    bytes: 1 << 20,
};

/// The output for one record.
#[derive(Debug, Clone, Default)]
pub struct Sheet {
    /// To standard output.
    pub out: Vec<u8>,
    /// To standard output behind it, unless another record wrote such text before.
    pub once: Vec<u8>,
    /// To standard error, whole lines.
    pub messages: String,
    /// To standard error after them, unless another record said it before.
    pub note: Option<String>,
    /// The exit code of the record.
    pub exit: Exit,
    /// The counts of the record.
    pub census: RecordCounts,
}

impl Sheet {
    /// A complaint that something cannot be read, in place of an answer.
    pub fn malformed(message: String) -> Sheet {
        Sheet {
            messages: said(message),
            exit: Exit::Malformed,
            ..Sheet::default()
        }
    }

    /// Says what was found in `file`.
    pub fn say(&mut self, file: &str, finding: &RecordFinding) {
        // What a finding says is printable.
        let line = format!("{}:{finding}\n", printable(file));
        self.messages.push_str(&line);
    }
}

/// A message as a line for standard error.
pub fn said(message: String) -> String {
    format!("{}\n", error::message(&message))
}

impl Weigh for Sheet {
    fn bytes(&self) -> usize {
        size_of::<Sheet>() + self.out.len() + self.once.len() + self.messages.len()
    }
}

/// The counts of all records.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct RecordCounts {
    /// Games that were read.
    pub games: usize,
    /// Their half-moves.
    pub half_moves: usize,
    /// Faults in them.
    pub findings: usize,
    /// Oddities in them.
    pub notes: usize,
    /// Games that are no PGN or cut, and files that cannot be read.
    pub unreadable: usize,
    /// Games in which nothing is announced.
    pub plain: usize,
}

impl RecordCounts {
    fn add(&mut self, other: RecordCounts) {
        self.games += other.games;
        self.half_moves += other.half_moves;
        self.findings += other.findings;
        self.notes += other.notes;
        self.unreadable += other.unreadable;
        self.plain += other.plain;
    }

    /// Games and half-moves, in words.
    pub fn games_in_words(&self) -> String {
        format!(
            "{}, {}",
            counted(self.games as u64, "game", "games"),
            counted(self.half_moves as u64, "half-move", "half-moves")
        )
    }
}

/// The work on every record.
pub trait RecordWork: Send + Sync + 'static {
    /// The sheet of a record of `file`, as far as it gets until `stop` is raised.
    fn sheet(&self, file: &str, read: Read, stop: &Stop) -> Sheet;

    /// The sheet of a game that is not PGN.
    fn broken(&self, file: &str, finding: &RecordFinding) -> Sheet {
        Sheet::malformed(format!("{file}:{finding}"))
    }

    /// A record that was made up, in the place of files, with what it is called.
    fn made_up(&self) -> Option<(&str, Read)> {
        None
    }

    /// Says what is to be said before all.
    fn begin(&self) {}

    /// Whether there is a status line on standard error.
    fn progress(&self) -> When {
        When::Never
    }

    /// Whether records are rewritten: an empty line stands between two, and what is said about one
    /// comes before it.
    fn is_spaced(&self) -> bool {
        false
    }

    /// Prints the totals after the output, unless a signal ended it.
    ///
    /// # Errors
    ///
    /// `out` fails.
    fn finish(&self, _: Exit, _: &RecordCounts, _: &mut dyn Write) -> io::Result<()> {
        Ok(())
    }
}

/// Does `work` on each record and writes its sheet to `out`. When `stop` is raised, the records
/// that were begun are finished, which `work` should make short, and no more are taken.
///
/// # Errors
///
/// `out` fails.
pub fn run(
    files: &[PathBuf],
    workers: usize,
    work: Arc<dyn RecordWork>,
    stop: &Stop,
    out: &mut impl Write,
) -> io::Result<(Exit, RecordCounts)> {
    work.begin();
    let progress = work
        .progress()
        .or(|| io::stderr().is_terminal() && !io::stdout().is_terminal());
    let mut printer = SheetPrinter::new(out, work.is_spaced(), progress, stop);
    let records: Box<dyn Iterator<Item = Vec<Record>> + Send> = match work.made_up() {
        Some((name, read)) => Box::new(std::iter::once(vec![Record {
            file: Arc::from(name),
            content: RecordContent::of_read(Ok(Box::new(read)), 0),
        }])),
        None => {
            tell_if_read(files, "games");
            Box::new(RecordStream::of_files(files))
        }
    };
    let plan = Plan {
        window: WINDOW,
        ..Plan::searching(workers)
    };
    let job = RecordJob {
        work,
        stop: stop.clone(),
    };
    let end = pool::run(&plan, records, job, &mut printer, stop);
    printer.status.clear();
    Ok((pooled(end, printer.exit)?, printer.census))
}

/// The job of the pool: a record in, its sheet out; of a text the sheets of its games.
struct RecordJob {
    work: Arc<dyn RecordWork>,
    stop: Stop,
}

impl RecordJob {
    fn sheet(&self, file: &str, read: Result<Read, ReadError>) -> Sheet {
        match read {
            Ok(read) => {
                let half_moves = read.game.turns.len();
                let mut sheet = self.work.sheet(file, read, &self.stop);
                sheet.census.games += 1;
                sheet.census.half_moves += half_moves;
                sheet
            }
            Err(error) => {
                let mut sheet = match error {
                    ReadError::Syntax(finding) => self.work.broken(file, &finding),
                    ReadError::Io(error) => Sheet::malformed(format!("{file}: {error}")),
                };
                sheet.census.unreadable += 1;
                sheet
            }
        }
    }
}

impl PoolJob for RecordJob {
    type Input = Record;
    type Output = Vec<Sheet>;
    type State = ();

    fn state(&self) {}

    fn run(&self, (): &mut (), record: &Record) -> Vec<Sheet> {
        let file = &*record.file;
        match &record.content {
            RecordContent::Read(read, ..) => {
                let read = read.take().into_iter();
                read.map(|read| self.sheet(file, read.map(|read| *read)))
                    .collect()
            }
            RecordContent::Text(text, place) => Games::whole(*place, text.to_vec())
                .map(|read| self.sheet(file, read))
                .collect(),
        }
    }

    fn failed(&self, record: &Record, panic: &Panic) -> Vec<Sheet> {
        let place = match &record.content {
            RecordContent::Read(.., place) => *place,
            RecordContent::Text(_, place) => Some(*place),
        };
        let place = place.map_or(String::new(), |at| format!(":{}:{}", at.line, at.column));
        let message = format!("{}{place}: {panic}", record.file);
        vec![Sheet {
            messages: said(message),
            exit: Exit::Internal,
            ..Sheet::default()
        }]
    }
}

/// The destination of sheets, and their totals.
struct SheetPrinter<'a, W> {
    out: &'a mut W,
    spaced: bool,
    status: StatusLine,
    stop: Stop,
    start: Instant,
    /// Records done.
    done: u64,
    /// Whether anything stands on standard output.
    written: bool,
    /// Whether a text that is written once was written.
    once_written: bool,
    /// Whether the note was said.
    noted: bool,
    exit: Exit,
    census: RecordCounts,
}

impl<'a, W: Write> SheetPrinter<'a, W> {
    /// A printer that nothing has come to; starts the clock.
    fn new(out: &'a mut W, spaced: bool, progress: bool, stop: &Stop) -> SheetPrinter<'a, W> {
        SheetPrinter {
            out,
            spaced,
            status: StatusLine::new(progress),
            stop: stop.clone(),
            start: Instant::now(),
            done: 0,
            written: false,
            once_written: false,
            noted: false,
            exit: Exit::Success,
            census: RecordCounts::default(),
        }
    }

    fn print(&mut self, out: &[u8]) -> io::Result<()> {
        if out.is_empty() {
            return Ok(());
        }
        if self.spaced && self.written {
            self.out.write_all(b"\n")?;
        }
        self.written = true;
        self.out.write_all(out)
    }

    fn put_sheet(&mut self, mut sheet: Sheet) -> io::Result<()> {
        self.done += 1;
        self.exit = self.exit.min(sheet.exit);
        self.census.add(sheet.census);
        if !self.spaced {
            self.print(&sheet.out)?;
        }
        if let Some(note) = sheet.note.filter(|_| !self.noted) {
            self.noted = true;
            sheet.messages.push_str(&said(note));
        }
        if !sheet.messages.is_empty() {
            // The answers before it are flushed first, for a reader of both streams.
            self.out.flush()?;
            self.status.clear();
        }
        // All at once: a conversion may say something about every move.
        complain_in_lines(&sheet.messages);
        if self.spaced {
            self.print(&sheet.out)?;
        }
        if !self.once_written && !sheet.once.is_empty() {
            self.once_written = true;
            self.print(&sheet.once)?;
        }
        if self.status.is_due() {
            self.status.draw(&counted(self.done, "record", "records"));
        }
        Ok(())
    }
}

impl<W: Write> Sink<Vec<Sheet>> for SheetPrinter<'_, W> {
    type Error = io::Error;

    fn put(&mut self, sheets: Vec<Sheet>) -> io::Result<()> {
        sheets
            .into_iter()
            .try_for_each(|sheet| self.put_sheet(sheet))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn tick(&mut self) -> io::Result<()> {
        if self.stop.take_question() {
            self.status.clear();
            let done = counted(self.done, "record", "records");
            tell(format_args!("{done} in {}", clock(self.start.elapsed())));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use keymove_base::pool::End;
    use keymove_kriegspiel::notation::read::Games;

    /// Writes how many half-moves there are, and panics where there are two.
    struct Wary;

    impl RecordWork for Wary {
        fn sheet(&self, _: &str, read: Read, _: &Stop) -> Sheet {
            let half_moves = read.game.turns.len();
            assert!(half_moves != 2, "two half-moves");
            Sheet {
                out: format!("{half_moves}\n").into_bytes(),
                note: Some("said once".to_owned()),
                ..Sheet::default()
            }
        }
    }

    fn job() -> RecordJob {
        RecordJob {
            work: Arc::new(Wary),
            stop: Stop::new(),
        }
    }

    fn record(text: &str) -> Record {
        let read = Games::new(text.as_bytes()).next().expect("a game");
        Record {
            file: Arc::from("games"),
            content: RecordContent::of_read(read.map(Box::new), text.len() as u64),
        }
    }

    #[test]
    fn a_panic_is_the_records_and_names_its_place() {
        let job = job();
        let record = record("\n 1. e4 {(:)} e5 {(:)} *\n");
        let panic = pool::panics::quietly(|| job.run(&mut (), &record)).expect_err("two");
        let [sheet] = &job.failed(&record, &panic)[..] else {
            panic!("one record")
        };
        assert_eq!((sheet.exit, sheet.out.len()), (Exit::Internal, 0));
        let message = &sheet.messages;
        assert!(
            message.starts_with("games:2:2: internal: two half-moves (at src/"),
            "{message}"
        );
    }

    #[test]
    fn the_others_are_done_and_the_run_ends_as_an_internal_error() {
        let games: Vec<Vec<Record>> = ["1. e4 {(:)} *", "1. e4 {(:)} e5 {(:)} *", "1. d4 {(:)} *"]
            .map(|text| vec![record(text)])
            .into();
        let mut out = Vec::new();
        let mut printer = SheetPrinter::new(&mut out, true, false, &Stop::new());
        let plan = Plan {
            window: WINDOW,
            ..Plan::searching(2)
        };
        let end = pool::run(&plan, games.into_iter(), job(), &mut printer, &Stop::new());
        assert_eq!(end.expect("a sink that takes all"), End::Complete);
        assert_eq!((printer.exit, printer.done), (Exit::Internal, 3));
        assert_eq!(out, b"1\n\n1\n");
    }
}
