//! `solver kriegspiel ending`: builds a table, and asks it.

use std::cell::Cell;
use std::fs;
use std::io::{self, BufRead, BufWriter, Write};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde_json::json;
use shakmaty::{Bitboard, Square};

use keymove_base::desk::{complained, ended, tell};
use keymove_base::exit::Exit;
use keymove_base::stop::Stop;
use keymove_kriegspiel::ending::answer::PositionAnswer;
use keymove_kriegspiel::ending::roll;
use keymove_kriegspiel::ending::statistics::Statistics;
use keymove_kriegspiel::ending::table::EndingTable;
use keymove_kriegspiel::ending::{Ending, WhitePlacement};

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndingRequest {
    /// The ending.
    pub ending: Ending,
    /// Placement and squares of the black king to be answered for; none: the statistics.
    pub position: Option<(WhitePlacement, Bitboard)>,
    /// List every placement with its value.
    pub all: bool,
    /// Answer what stands on the lines of standard input.
    pub ask: bool,
    /// JSON, not text.
    pub json: bool,
    /// Leave out time and memory.
    pub no_time: bool,
    /// The longest the build may take.
    pub time: Option<Duration>,
    /// Every complete level on stderr.
    pub progress: bool,
}

impl EndingRequest {
    /// Nothing but the table.
    pub(super) fn of(ending: Ending) -> EndingRequest {
        EndingRequest {
            ending,
            position: None,
            all: false,
            ask: false,
            json: false,
            no_time: true,
            time: None,
            progress: false,
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

/// Does what is asked for: answers on stdout, everything else on stderr. `stop` ends a build.
pub fn run(request: &EndingRequest, stop: &Stop) -> Result<Exit, Exit> {
    let started = Instant::now();
    let table = table(request, stop)?;
    let cost = TableCost {
        seconds: started.elapsed().as_secs_f64(),
        peak_memory_bytes: peak_memory(),
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let written = match request.ask {
        true => {
            // It does nothing but wait for the next line: a signal ends it as if it were the second.
            stop.raise();
            answer(request, &table, io::stdin().lock(), &mut out)
        }
        false => write(request, &table, cost, &mut out),
    };
    let written = written.and_then(|()| out.flush());
    Ok(ended(written.map(|()| Exit::Success), stop))
}

/// Answers the positions of `lines`.
fn answer(
    request: &EndingRequest,
    table: &EndingTable,
    lines: impl BufRead,
    out: &mut impl Write,
) -> io::Result<()> {
    for line in lines.lines() {
        match asked(request.ending, &line?) {
            Ok((placement, king)) => {
                let what = PositionAnswer::of(table, placement, king);
                match request.json {
                    true => writeln!(out, "{}", serde_json::to_string(&what)?)?,
                    false => what.write_text(out)?,
                }
            }
            Err(text) if request.json => writeln!(out, "{}", json!({ "error": text }))?,
            Err(text) => writeln!(out, "error {text}")?,
        }
        // Whoever asks waits for it.
        out.flush()?;
    }
    Ok(())
}

/// The position of a line, `Kf6 Ra1: h8 g8`.
fn asked(ending: Ending, line: &str) -> Result<(WhitePlacement, Bitboard), String> {
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
/// What is wrong with them, or with the men.
pub fn king_squares(
    ending: Ending,
    placement: WhitePlacement,
    typed: Option<Bitboard>,
) -> Result<Bitboard, String> {
    if placement.ending() != ending {
        let other = placement.ending();
        return Err(format!(
            "{placement} is a position of {other}, not of {ending}"
        ));
    }
    let possible = EndingTable::possible(placement);
    let king = typed.unwrap_or(possible);
    match (king & !possible).first() {
        Some(square) => Err(format!(
            "the black king cannot be on {square}, White to move: it is occupied or attacked"
        )),
        None => Ok(king),
    }
}

/// Reads squares: `e5,e6 f7`.
///
/// # Errors
///
/// A word is none, or there is none at all.
pub fn squares(text: &str) -> Result<Bitboard, String> {
    let mut squares = Bitboard::EMPTY;
    for word in text.split([' ', '\t', ',']).filter(|word| !word.is_empty()) {
        let square: Square = word
            .parse()
            .map_err(|_| format!("{word:?} is not a square"))?;
        squares.add(square);
    }
    if squares.is_empty() {
        return Err("no square".to_owned());
    }
    Ok(squares)
}

/// The table; what ended its building is said.
pub(super) fn table(request: &EndingRequest, stop: &Stop) -> Result<EndingTable, Exit> {
    let started = Instant::now();
    let timed_out = Cell::new(false);
    let ends = || {
        if request.time.is_some_and(|time| started.elapsed() >= time) {
            timed_out.set(true);
        }
        timed_out.get() || stop.is_raised()
    };
    let report = |level: &keymove_kriegspiel::ending::build::Level| {
        if request.progress {
            let seconds = started.elapsed().as_secs_f64();
            tell(format!(
                "level {}: {} fresh, {} maximal sets, {} placements won, {seconds:.1} s",
                level.moves, level.fresh, level.maximal, level.won
            ));
        }
    };
    EndingTable::build(request.ending, ends, report).map_err(|stopped| {
        if timed_out.get() {
            complained(format!("out of time: {stopped}"), Exit::OutOfTime)
        } else {
            complained(stopped, Exit::Interrupted)
        }
    })
}

fn write(
    request: &EndingRequest,
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
    if request.all {
        return roll::write(table, request.json, out);
    }
    let cost = (!request.no_time).then_some(cost);
    if let Some((placement, king)) = request.position {
        let what = PositionAnswer::of(table, placement, king);
        if !request.json {
            return what.write_text(out);
        }
        serde_json::to_writer(&mut *out, &what)?;
    } else {
        let what = Statistics::of(table);
        if !request.json {
            what.write_text(out)?;
            return cost.map_or(Ok(()), |cost| cost.write_text(out));
        }
        serde_json::to_writer(&mut *out, &AnswerWithCost { what, cost })?;
    }
    writeln!(out)
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
