//! Lines that guide the search for a record: they are collected, played as far as possible, and
//! judged after the search.
//!
//! A record's own lines are its `pv` and the `PV:` that collections of mates put after the
//! operations. A faulty line is reported but has no other effect: see `solve/guide.rs`.

use keymove_base::error::Warning;
use keymove_records::epd::Epd;
use keymove_records::epd::moves::written_moves;
use keymove_records::job::Job;
use keymove_records::record::Findings;
use keymove_records::record::line::{LineFault, PlayedLine};
use keymove_solve::{Kind, RefutedLine, Stipulation};

/// The place where a line was read, and its moves as written.
pub type WrittenLine = (String, Vec<Vec<u8>>);

/// Gives the lines that records elsewhere claim from the position of a record.
pub type ClaimedLines<'a> = dyn Fn(&Epd) -> Vec<WrittenLine> + 'a;

/// Operations with lines.
pub const OPCODES: [&str; 2] = ["pv", "PV:"];

/// Up to this length, a search needs no guide.
const SHORT: u16 = 4;

/// The maximum number of lines per position.
const MOST_LINES: usize = 16;

/// The lines of a record, in the order of [`Problem::lines`](keymove_solve::Problem::lines).
#[derive(Debug, Default)]
pub(super) struct Guides {
    lines: Vec<Named>,
    stipulation: Option<Stipulation>,
    /// The `acn` of an earlier answer whose `pv` is one of the lines, and its column.
    earlier_nodes: Option<(u64, usize)>,
}

/// A line and the place it comes from.
#[derive(Debug)]
struct Named {
    name: String,
    column: usize,
    /// Whether the line has any words.
    is_written: bool,
    line: PlayedLine,
}

/// Lets the lines of `record`, and `others` claimed elsewhere, guide the search for `job`.
pub(super) fn lines(record: &Epd, job: &mut Job, others: &ClaimedLines<'_>) -> Guides {
    let [problem] = &mut job.questions[..] else {
        return Guides::default();
    };
    let stipulation = problem.stipulation;
    if stipulation.kind.has_lines()
        || stipulation.length.moves() <= SHORT
        || !stipulation.is_solved()
    {
        return Guides::default();
    }
    let position = stipulation.kind.settle(&problem.position);
    let named = |name: &str, column: usize, moves: &[Vec<u8>]| Named {
        name: name.to_owned(),
        column,
        is_written: !moves.is_empty(),
        line: PlayedLine::walk(&position, stipulation, moves),
    };
    let operations = OPCODES.into_iter().flat_map(|opcode| record.all(opcode));
    let mut written: Vec<(usize, WrittenLine)> = operations
        .map(|operation| {
            let name = String::from_utf8_lossy(operation.opcode());
            let name = name.trim_end_matches(':').to_owned();
            (operation.column(), (name, written_moves(operation)))
        })
        .collect();
    for line in others(record) {
        if written.iter().all(|(_, (_, moves))| *moves != line.1) {
            written.push((1, line));
        }
    }
    let written = written.iter().take(MOST_LINES);
    let lines: Vec<Named> = written
        .map(|(column, (name, moves))| named(name, *column, moves))
        .collect();
    problem.lines = lines.iter().map(|l| l.line.moves().collect()).collect();
    Guides {
        lines,
        stipulation: Some(stipulation),
        earlier_nodes: record.operation("pv").and_then(|_| earlier_nodes(record)),
    }
}

/// The `acn` of a record, and its column.
fn earlier_nodes(record: &Epd) -> Option<(u64, usize)> {
    let acn = record.operation("acn")?;
    let nodes = String::from_utf8_lossy(&acn.text()).parse().ok()?;
    Some((nodes, acn.column()))
}

impl Guides {
    /// The faults of the lines that are known before any search.
    pub(super) fn faults(&self) -> impl Iterator<Item = Warning> {
        // In exact play, a shorter line is not a solution.
        let kind = self.stipulation.filter(|stipulation| !stipulation.exact);
        let kind = kind.map(|stipulation| stipulation.kind);
        self.lines.iter().filter_map(move |named| {
            let fault = named.line.fault.as_ref().filter(|_| named.is_written)?;
            let is_shorter = matches!(fault, LineFault::TooShort(..))
                && kind.is_some_and(|kind| named.line.reaches(kind));
            (!is_shorter).then(|| Warning::new(named.column, format!("{} {fault}", named.name)))
        })
    }

    /// A warning if a search of `nodes` nodes differs from the earlier answer in the record because
    /// the record's own line guided it.
    pub(super) fn recount(&self, nodes: u64) -> Option<Warning> {
        let (earlier, column) = self
            .earlier_nodes
            .filter(|(earlier, _)| *earlier != nodes)?;
        let reason = format!("acn was {earlier}: this time the record's pv guided the search");
        Some(Warning::new(column, reason))
    }

    /// The faults of the lines that the search found.
    pub(super) fn refuted(&self, findings: &Findings) -> Vec<Warning> {
        let Some(stipulation) = self.stipulation else {
            return Vec::new();
        };
        let warning = |refuted: &RefutedLine| {
            let named = self.lines.get(refuted.line)?;
            Some(Warning::new(
                named.column,
                message(named, refuted, stipulation),
            ))
        };
        let refuted = &findings.decisive().refuted_lines;
        refuted.iter().filter_map(warning).collect()
    }
}

/// `pv at ply 13: after Kf6 Kh7 no #3 is left`.
fn message(named: &Named, refuted: &RefutedLine, stipulation: Stipulation) -> String {
    // The side that is mated begins; after its move, the other side has a problem to solve.
    let (begun, kind) = match stipulation.kind {
        Kind::MATED => (1, Kind::MATE),
        kind => (0, kind),
    };
    let name = &named.name;
    let place = begun + 2 * usize::from(refuted.moves);
    let aim = Stipulation::new(kind, refuted.left);
    let step = named.line.with_positions().nth(place);
    let (Some((before, Some(own))), Some(reply)) = (step, refuted.reply) else {
        return format!("{name}: behind ply {place} there is no {aim}");
    };
    let after = before.after(own);
    let (own, reply) = (before.san(own), after.san(reply));
    let ply = place + 1;
    match refuted.left {
        1 => format!("{name} at ply {ply}: {own} is no {aim}, {reply} answers it"),
        left => {
            let rest = Stipulation::new(kind, left - 1);
            format!(
                "{name} at ply {ply}: {own} is answered by {reply}, and there is no {rest} then"
            )
        }
    }
}
