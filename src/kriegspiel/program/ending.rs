//! `kriegspiel ending`: builds a table, and asks it.

use std::cell::Cell;
use std::fs;
use std::io::{self, BufRead, BufWriter, Write};
use std::time::{Duration, Instant};

use clap::{ArgAction, Args};
use serde::Serialize;
use serde_json::json;
use shakmaty::{Bitboard, Square};

use keymove_base::desk::{When, complained, ended, tell};
use keymove_base::error::excerpt;
use keymove_base::exit::Exit;
use keymove_base::reason::Reason;
use keymove_base::stop::Stop;
use keymove_base::units::{named, seconds};
use keymove_kriegspiel::ending::answer::PositionAnswer;
use keymove_kriegspiel::ending::roll;
use keymove_kriegspiel::ending::statistics::Statistics;
use keymove_kriegspiel::ending::table::EndingTable;
use keymove_kriegspiel::ending::{Ending, WhitePlacement};
use keymove_terminal::arguments::{TEXT_OR_JSON, when};
use keymove_terminal::usage;

/// Exact tables of the endings against a bare king: which sets of its squares are won for sure, and
/// how
#[derive(Debug, Args)]
#[command(after_help = "\
Without --position: how many placements are won from full uncertainty, and in how many moves. \
A build that is stopped says which level was complete.")]
pub struct EndingRequest {
    /// krk, kqk, kbbk (bishops on different colours) or kbnk; also K+R and so on
    #[arg(value_name = "TYPE")]
    ending: Ending,

    #[command(flatten)]
    position: PositionArguments,

    /// List every placement, up to symmetry, with the moves to mate from full uncertainty: as TSV,
    /// or JSON, one object a line
    #[arg(long, conflicts_with = "position")]
    all: bool,

    /// Answer positions, a line on standard input each: "Kf6 Ra1" or "Kf6 Ra1: h8 g8 h7"
    #[arg(long, conflicts_with_all = ["position", "all"])]
    ask: bool,

    /// Seconds the build may take, fractions allowed, or as 5m or 1.5h; exit 124 if it
    /// needs more [default: no limit]
    #[arg(long, value_name = "SEC", value_parser = seconds)]
    time: Option<Duration>,

    /// Leave out time and memory, so that equal work gives equal bytes
    #[arg(long)]
    no_time: bool,

    /// The form of the output
    #[arg(long = "format", value_name = "FORMAT", default_value = "text")]
    #[arg(action = ArgAction::Set, value_parser = named(TEXT_OR_JSON))]
    json: bool,

    /// One line on stderr for every level; auto: when that is a terminal
    #[arg(long, value_name = "WHEN", value_parser = when(), default_value = "auto")]
    progress: When,
}

/// A position of an ending.
#[derive(Debug, Args)]
pub struct PositionArguments {
    /// Where White's men stand: "Kc3 Ra1"
    #[arg(long, value_name = "MEN")]
    position: Option<WhitePlacement>,

    /// The squares the black king may be on: "e5,e6 f7" [default: all that are free and not
    /// attacked]
    #[arg(long, value_name = "SQUARES", requires = "position", value_parser = squares)]
    king: Option<Bitboard>,
}

impl PositionArguments {
    /// The placement, and the squares of the black king that are meant; `ending`: what it must be a
    /// position of.
    ///
    /// # Errors
    ///
    /// The exit code of a usage error, which is told.
    pub fn read(&self, ending: Option<Ending>) -> Result<Option<(WhitePlacement, Bitboard)>, Exit> {
        let Some(placement) = self.position else {
            return Ok(None);
        };
        match king_squares(ending.unwrap_or(placement.ending()), placement, self.king) {
            Ok(kings) => Ok(Some((placement, kings))),
            Err(text) => Err(usage(text).show()),
        }
    }
}

/// Time and memory, which differ from run to run.
#[derive(Debug, Clone, Copy, Serialize)]
struct TableCost {
    /// Wall-clock time to build the table.
    seconds: f64,
    /// The most memory the process had; none where the system does not say.
    peak_memory_bytes: Option<u64>,
}

impl EndingRequest {
    /// Does what is asked for: answers on stdout, everything else on stderr. `stop` ends a build.
    pub fn run(self, stop: &Stop) -> Result<Exit, Exit> {
        let position = self.position.read(Some(self.ending))?;
        let started = Instant::now();
        let progress = self.progress.on_stderr();
        let table = table(self.ending, self.time, progress, stop)?;
        let cost = TableCost {
            seconds: started.elapsed().as_secs_f64(),
            peak_memory_bytes: peak_memory(),
        };
        let mut out = BufWriter::new(io::stdout().lock());
        let written = match self.ask {
            true => {
                // It does nothing but wait for the next line: a signal ends it as if it were the
                // second.
                stop.raise();
                self.answer(&table, io::stdin().lock(), &mut out)
            }
            false => self.write(position, &table, cost, &mut out),
        };
        let written = written.and_then(|()| out.flush());
        Ok(ended(written.map(|()| Exit::Success), stop))
    }

    /// Answers the positions of `lines`.
    fn answer(
        &self,
        table: &EndingTable,
        lines: impl BufRead,
        out: &mut impl Write,
    ) -> io::Result<()> {
        for line in lines.lines() {
            match asked(self.ending, &line?) {
                Ok((placement, king)) => {
                    let what = PositionAnswer::of(table, placement, king);
                    match self.json {
                        true => writeln!(out, "{}", serde_json::to_string(&what)?)?,
                        false => what.write_text(out)?,
                    }
                }
                Err(text) if self.json => {
                    writeln!(out, "{}", json!({ "error": text.to_string() }))?
                }
                Err(text) => writeln!(out, "error {text}")?,
            }
            // A program that asks waits for the answer.
            out.flush()?;
        }
        Ok(())
    }

    fn write(
        &self,
        position: Option<(WhitePlacement, Bitboard)>,
        table: &EndingTable,
        cost: TableCost,
        out: &mut impl Write,
    ) -> io::Result<()> {
        #[derive(Serialize)]
        struct AnswerWithCost<T> {
            #[serde(flatten)]
            what: T,
            #[serde(flatten)]
            cost: Option<TableCost>,
        }
        if self.all {
            return roll::write(table, self.json, out);
        }
        let cost = (!self.no_time).then_some(cost);
        if let Some((placement, king)) = position {
            let what = PositionAnswer::of(table, placement, king);
            if !self.json {
                return what.write_text(out);
            }
            serde_json::to_writer(&mut *out, &what)?;
        } else {
            let what = Statistics::of(table);
            if !self.json {
                what.write_text(out)?;
                return cost.map_or(Ok(()), |cost| cost.write_text(out));
            }
            serde_json::to_writer(&mut *out, &AnswerWithCost { what, cost })?;
        }
        writeln!(out)
    }
}

/// The position of a line, `Kf6 Ra1: h8 g8`.
fn asked(ending: Ending, line: &str) -> Result<(WhitePlacement, Bitboard), Reason> {
    let (men, king) = line.split_once(':').unwrap_or((line, ""));
    let placement = men.trim().parse()?;
    let typed = match king.trim() {
        "" => None,
        king => Some(squares(king)?),
    };
    Ok((placement, king_squares(ending, placement, typed)?))
}

/// The squares of the black king that are meant: those typed, or all that are possible.
///
/// # Errors
///
/// A square is impossible, or the men are of another ending.
fn king_squares(
    ending: Ending,
    placement: WhitePlacement,
    typed: Option<Bitboard>,
) -> Result<Bitboard, Reason> {
    if placement.ending() != ending {
        let other = placement.ending();
        return Err(format!("{placement} is a position of {other}, not of {ending}").into());
    }
    let possible = EndingTable::possible(placement);
    let king = typed.unwrap_or(possible);
    match (king & !possible).first() {
        Some(square) => Err(format!(
            "the black king cannot be on {square}, White to move: it is occupied or attacked"
        )
        .into()),
        None => Ok(king),
    }
}

/// Reads squares: `e5,e6 f7`.
///
/// # Errors
///
/// A word is not a square, or there are no words.
fn squares(text: &str) -> Result<Bitboard, Reason> {
    let mut squares = Bitboard::EMPTY;
    for word in text.split([' ', '\t', ',']).filter(|word| !word.is_empty()) {
        let square: Square = word
            .parse()
            .map_err(|_| Reason::new("{} is not a square", [excerpt(word.as_bytes())]))?;
        squares.add(square);
    }
    if squares.is_empty() {
        return Err("no square".into());
    }
    Ok(squares)
}

/// The table; what ended its building is said.
pub fn table(
    ending: Ending,
    time: Option<Duration>,
    progress: bool,
    stop: &Stop,
) -> Result<EndingTable, Exit> {
    let started = Instant::now();
    let timed_out = Cell::new(false);
    let ends = || {
        if time.is_some_and(|time| started.elapsed() >= time) {
            timed_out.set(true);
        }
        timed_out.get() || stop.is_raised()
    };
    let report = |level: &keymove_kriegspiel::ending::build::Level| {
        if progress {
            let seconds = started.elapsed().as_secs_f64();
            tell(format!(
                "level {}: {} fresh, {} maximal sets, {} placements won, {seconds:.1} s",
                level.moves, level.fresh, level.maximal, level.won
            ));
        }
    };
    EndingTable::build(ending, ends, report).map_err(|stopped| {
        if timed_out.get() {
            complained(format!("out of time: {stopped}"), Exit::OutOfTime)
        } else {
            complained(stopped, Exit::Interrupted)
        }
    })
}

impl TableCost {
    fn write_text(self, out: &mut impl Write) -> io::Result<()> {
        write!(out, "built in {:.2} s", self.seconds)?;
        if let Some(bytes) = self.peak_memory_bytes {
            write!(out, ", peak memory {} MB", bytes.div_ceil(1 << 20))?;
        }
        writeln!(out)
    }
}

/// The most memory this process had at a time, in bytes, where the system tells (Linux does).
fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}
