//! `solver kriegspiel ending`: builds or loads a table, saves it, asks it.

use std::cell::Cell;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use serde::Serialize;
use shakmaty::Bitboard;

use crate::command::{apart, unwritten};
use crate::desk::{complained, ended, tell};
use crate::exit::Exit;
use crate::kriegspiel::ending::answer::PositionAnswer;
use crate::kriegspiel::ending::roll;
use crate::kriegspiel::ending::statistics::Statistics;
use crate::kriegspiel::ending::table::EndingTable;
use crate::kriegspiel::ending::{Ending, WhitePlacement};
use crate::stop::Stop;

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EndingRequest {
    /// The ending.
    pub ending: Ending,
    /// Read the table from this file instead of building it.
    pub load: Option<PathBuf>,
    /// Keep the table in this file.
    pub save: Option<PathBuf>,
    /// Placement and squares of the black king to be answered for; none: the statistics.
    pub position: Option<(WhitePlacement, Bitboard)>,
    /// List every placement with its value.
    pub all: bool,
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
    pub(super) fn of(ending: Ending, load: Option<PathBuf>) -> EndingRequest {
        EndingRequest {
            ending,
            load,
            save: None,
            position: None,
            all: false,
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
    /// Wall-clock time to build or load the table.
    seconds: f64,
    /// The most memory the process had; none where the system does not say.
    peak_memory_bytes: Option<u64>,
}

/// Does what is asked for: answers on stdout, everything else on stderr. `stop` ends a build.
pub fn run(request: &EndingRequest, stop: &Stop) -> Result<Exit, Exit> {
    let (load, save) = (request.load.iter(), request.save.iter());
    apart(
        load.map(|path| ("--load", path)),
        save.map(|path| ("--save", path)),
    )?;
    let started = Instant::now();
    let table = table(request, stop)?;
    let cost = TableCost {
        seconds: started.elapsed().as_secs_f64(),
        peak_memory_bytes: peak_memory(),
    };
    if let Some(path) = &request.save {
        table.save(path).map_err(|error| unwritten(path, error))?;
    }
    let mut out = BufWriter::new(io::stdout().lock());
    let written = write(request, &table, cost, &mut out).and_then(|()| out.flush());
    Ok(ended(written.map(|()| Exit::Success), stop))
}

/// The table, built or loaded; what is wrong is said.
pub(super) fn table(request: &EndingRequest, stop: &Stop) -> Result<EndingTable, Exit> {
    if let Some(path) = &request.load {
        let unread =
            |why: String| complained(format!("{}: {why}", path.display()), Exit::Malformed);
        let table = EndingTable::load(path).map_err(|error| unread(error.to_string()))?;
        return match (table.ending(), request.ending) {
            (loaded, wanted) if loaded == wanted => Ok(table),
            (loaded, wanted) => Err(unread(format!("a table of {loaded}, not {wanted}"))),
        };
    }
    let started = Instant::now();
    let timed_out = Cell::new(false);
    let ends = || {
        if request.time.is_some_and(|time| started.elapsed() >= time) {
            timed_out.set(true);
        }
        timed_out.get() || stop.is_raised()
    };
    let report = |level: &crate::kriegspiel::ending::build::Level| {
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
            return cost.map_or(Ok(()), |cost| cost.write_text(request, out));
        }
        serde_json::to_writer(&mut *out, &AnswerWithCost { what, cost })?;
    }
    writeln!(out)
}

impl TableCost {
    fn write_text(self, request: &EndingRequest, out: &mut impl Write) -> io::Result<()> {
        let done = if request.load.is_some() {
            "loaded"
        } else {
            "built"
        };
        write!(out, "{done} in {:.2} s", self.seconds)?;
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
