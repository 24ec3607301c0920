//! One input line in, one output line out: the whole way of a record, without threads.
//!
//! line -> [`crate::epd`] -> [`crate::job`] -> [`mod@crate::solve`] -> [`crate::record`] -> line
//!
//! For a reader, [`crate::report`] stands in the place of the record, and the answer has several
//! lines.
//!
#![doc = include_str!("answer/manual.md")]

mod guide;
pub mod known;
mod olive;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

pub use guide::LineBook;
pub(crate) use guide::OPCODES;

use crate::epd::{Epd, EpdErrorKind, Operation, passes_through, with_error, without_error};
use crate::error::Warning;
use crate::job::{Defaults, Job};
use crate::record::duplex::{self, Duplex};
use crate::record::{self, Findings};
use crate::report::svg::{Drawing, Look, draw};
use crate::report::{self, Style};
use crate::solve::{
    Counters, Length, LimitKind, Limits, Outcome, Problem, Stipulation, Tables, Unsupported,
    Verdict, solve,
};
use crate::soundness::{self, Soundness};
use crate::stop::Stop;

/// How records are read and written.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// What a record that says nothing is taken to ask.
    pub defaults: Defaults,
    /// Leave out `acs` (in JSON and tables, `seconds`).
    pub no_time: bool,
    /// No line guides the search, be it a record's own.
    pub no_lines: bool,
    /// Lines that guide it beside the records' own.
    pub lines: Arc<LineBook>,
    /// The form of the output.
    pub format: Format,
    /// How [`Format::Text`] looks, and the language of [`Format::Html`] and [`Format::Latex`].
    pub style: Style,
    /// Whether a picture of each record is wanted.
    pub svg: bool,
    /// How pictures look.
    pub look: Look,
    /// In tables: an apostrophe before what a spreadsheet would take for a formula.
    pub tsv_safe: bool,
    /// In JSON: lines that are no jobs have an object, too. Otherwise they are left out.
    pub copied: bool,
}

/// The form of the output.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Format {
    /// One EPD record a line.
    #[default]
    Epd,
    /// One JSON object a line.
    Json,
    /// One row of a table a line.
    Tsv,
    /// Text for a reader: diagram and variations.
    Text,
    /// Documents of Olive, with the solution as Popeye writes it. Only the play is written here;
    /// whoever has the document puts it there.
    Olive,
    /// A part of a page for a reader, [`report::html`].
    Html,
    /// A part of a document for TeX, [`report::latex`].
    Latex,
    /// An editor's verdict, one line a record.
    Check,
    /// The same as JSON Lines.
    CheckJson,
}

impl Format {
    /// Whether it is for people to read, so that an answer may have several lines or none.
    pub fn is_read(self) -> bool {
        matches!(self, Format::Text | Format::Html | Format::Latex)
    }

    /// Whether lines that are no records, and records that claim nothing, are judged without a
    /// search.
    fn is_check(self) -> bool {
        matches!(self, Format::Check | Format::CheckJson)
    }
}

/// What became of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Not a job: blank or a comment, copied through.
    Passed,
    /// Solved: a mate (or being mated) is proved, the position is mate or stalemate already.
    Solved,
    /// Proved absent.
    Refuted,
    /// A limit was met first.
    Unknown,
    /// Malformed, illegal or not supported.
    Malformed,
}

/// What an answer is counted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Measure {
    /// The goal that is reached, or suffered, and its length; nothing where there is no solution, or
    /// the play is over already.
    pub reached: Option<Stipulation>,
    /// The limit that was met, whatever was found.
    pub limit: Option<LimitKind>,
    /// The nodes, as the record says them.
    pub nodes: u64,
}

/// The answer to one line.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The output line, without its line feed; of JSON and tables, nothing at all for a line that is
    /// left out. With [`Format::Text`]: the output lines, each with its line feed, or nothing at all.
    pub text: Vec<u8>,
    /// What became of the line.
    pub status: Status,
    /// Whether the line is malformed because its first word is no board at all, so that the file may
    /// be something else.
    pub alien: bool,
    /// Whether it is a record, or should be one, that has no `id` (or none that could be read) to
    /// stand over it in text.
    pub untitled: bool,
    /// Whether it was ended by the [`Stop`] flag (`Limit "stopped"`).
    pub stopped: bool,
    /// What was found in numbers, if it is a record that could be read.
    pub measure: Option<Measure>,
    /// Reasons (for `Malformed`) and warnings, each with its column in bytes, counted from 1. A
    /// warning begins with `warning: `.
    pub messages: Vec<(usize, String)>,
    /// The picture, if one was wanted and there is a position.
    pub drawing: Option<Drawing>,
    /// The certificates, each without its last line feed, if they were wanted: of the other side,
    /// too, in a duplex.
    pub certificates: Vec<Vec<u8>>,
    /// With [`Format::Olive`]: there are more solutions than the text has.
    pub cut: bool,
    /// What totals are made of, where the form of the output has some.
    pub gist: Option<Gist>,
}

/// What is kept of an answer until the end of a run.
#[derive(Debug, Clone)]
pub struct Gist {
    /// The editor's verdict.
    pub soundness: Soundness,
    /// The name of the outcome, as a page has it.
    pub outcome: &'static str,
    /// The length of the solution, if one was found.
    pub length: Option<Length>,
    /// What the search cost, if there was one.
    pub cost: Option<Counters>,
}

impl Gist {
    /// That of an answer.
    fn of(findings: &Findings, soundness: Soundness) -> Gist {
        Gist {
            soundness,
            outcome: report::html::outcome(findings.outcome()),
            length: findings.reached().map(|reached| reached.length),
            cost: Some(findings.counters()),
        }
    }

    /// That of a line without a search.
    fn unsearched(soundness: Soundness) -> Gist {
        Gist {
            soundness,
            outcome: "error",
            length: None,
            cost: None,
        }
    }
}

impl Answer {
    /// The answer to what is no job: `text`.
    pub fn passed(text: Vec<u8>) -> Answer {
        Answer {
            text,
            status: Status::Passed,
            alien: false,
            untitled: false,
            stopped: false,
            measure: None,
            messages: Vec::new(),
            drawing: None,
            certificates: Vec::new(),
            cut: false,
            gist: None,
        }
    }
}

/// Answers one line (without its line feed) that stands alone: [`answer_line`] of line 1.
///
/// ```
/// use keymove::answer::{Settings, Status, answer};
/// use keymove::solve::Tables;
/// use keymove::stop::Stop;
///
/// let line = b"7k/8/6K1/8/8/8/Q7/8 w - - dm 1; id \"x\";";
/// let answer = answer(line, &Settings::default(), &mut Tables::new(1), &Stop::new());
/// assert_eq!(answer.status, Status::Solved);
/// assert!(answer.text.ends_with(b"bm Qa8#; ce 32766; dm 1; id \"x\"; pm Qa8#; pv Qa8#;"));
/// ```
pub fn answer(line: &[u8], settings: &Settings, tables: &mut Tables, stop: &Stop) -> Answer {
    answer_line(1, line, settings, tables, stop)
}

/// Answers line `number` of an input (without its line feed). The answer has no line feed either,
/// but for [`Format::Text`].
///
/// Lines that are no jobs are copied through; JSON has them only where [`Settings::copied`] says
/// so, tables never, and text has no blank ones. A malformed line comes back as it is, and where its four fields
/// can be read, with `Error "reason";` at its end (in the place of an earlier run's).
pub fn answer_line(
    number: u64,
    line: &[u8],
    settings: &Settings,
    tables: &mut Tables,
    stop: &Stop,
) -> Answer {
    answer_found(number, line, settings, &mut |_, job| {
        find(job, tables, stop).map(Found::searched)
    })
}

/// What was found for a job, by a search or elsewhere.
#[derive(Debug, Clone)]
pub struct Found {
    /// What is known.
    pub findings: Arc<Findings>,
    /// The nodes that were searched for it, where it is not those that the record says.
    pub nodes: Option<u64>,
    /// What is to be told about it.
    pub warnings: Vec<String>,
}

impl Found {
    /// The findings of a search.
    pub fn searched(findings: Findings) -> Found {
        Found {
            findings: Arc::new(findings),
            nodes: None,
            warnings: Vec::new(),
        }
    }
}

/// Who finds what a job asks for, for a record.
pub type Finder<'a> = dyn FnMut(&Epd, &Job) -> Result<Found, Unsupported> + 'a;

/// Answers a line as [`answer_line`] does, with what `find` gives.
pub fn answer_found(
    number: u64,
    line: &[u8],
    settings: &Settings,
    find: &mut Finder<'_>,
) -> Answer {
    let malformed = |column: usize, reason: &dyn fmt::Display, warnings: &[Warning]| {
        malformed(
            number,
            line,
            column,
            &reason.to_string(),
            warnings,
            settings,
        )
    };
    if passes_through(line) {
        return Answer::passed(match settings.format {
            Format::Epd | Format::Olive => line.to_vec(),
            Format::Json if settings.copied => record::copied_object(number, line),
            Format::Json | Format::Tsv => Vec::new(),
            Format::Text => report::passed_text(line),
            Format::Html => report::html::passed(line),
            Format::Latex => report::latex::passed(line),
            Format::Check | Format::CheckJson => Vec::new(),
        });
    }
    let (epd, mut warnings) = match Epd::read(line) {
        Ok(read) => read,
        Err(error) => {
            return Answer {
                alien: matches!(error.kind, EpdErrorKind::Board(_)),
                ..malformed(error.column, &error, &[])
            };
        }
    };
    let (mut job, disagreements) = match Job::select(&epd, &settings.defaults) {
        Ok(selected) => selected,
        Err(error) => return malformed(error.column, &error, &warnings),
    };
    warnings.extend(disagreements);
    let is_duplex = settings.defaults.duplex || duplex::is_asked(&epd);
    if is_duplex {
        job = job.for_duplex();
    }
    if let (Job::Both { .. }, true) = (&job, settings.format.is_check()) {
        let gist = Gist::unsearched(Soundness::unclaimed());
        return checked(number, &epd, gist, &warnings, settings);
    }
    if let (Job::One(problem), true) = (&mut job, settings.format.is_check()) {
        problem.wanted = soundness::wanted(&epd, problem.stipulation, problem.wanted);
    }
    let guides = guide::lines(&epd, &mut job, settings);
    warnings.extend(guides.faults());
    let found = match find(&epd, &job) {
        Ok(found) => found,
        Err(unsupported) => {
            let column = epd.operation("Stip").map_or(1, Operation::column);
            return malformed(column, &unsupported, &warnings);
        }
    };
    warnings.extend(found.warnings.iter().map(|text| Warning::new(1, text)));
    let findings = &*found.findings;
    warnings.extend(guides.refuted(findings));
    let mut nodes = found.nodes.unwrap_or(findings.counters().nodes);
    let mut duplex = None;
    if is_duplex {
        match duplex::other_side(&epd) {
            Some(other) => {
                let other_found = match find(&other, &job.on(&other)) {
                    Ok(found) => found,
                    Err(unsupported) => return malformed(1, &unsupported, &warnings),
                };
                let others = other_found.findings.counters().nodes;
                nodes = nodes.saturating_add(other_found.nodes.unwrap_or(others));
                let told = other_found.warnings.iter();
                warnings.extend(told.map(|text| Warning::new(1, text)));
                duplex = Some(Duplex {
                    epd: other,
                    findings: other_found.findings,
                });
            }
            None => warnings.push(Warning::new(
                1,
                "the side to move is in check, so there is no duplex",
            )),
        }
    }
    let duplex = duplex.as_ref();
    let measure = || Measure {
        reached: findings.reached(),
        limit: findings.limit().or(limit_of(duplex)),
        nodes,
    };
    let stopped = || {
        let limits = [findings.limit(), limit_of(duplex)];
        limits.contains(&Some(LimitKind::Stopped))
    };
    let examined = || {
        let other = duplex.map(|other| soundness::examine(&other.epd, &other.findings));
        soundness::examine(&epd, findings).with_duplex(other)
    };
    if settings.format.is_check() {
        let gist = Gist::of(findings, examined());
        return Answer {
            status: status(findings),
            stopped: stopped(),
            measure: Some(measure()),
            ..checked(number, &epd, gist, &warnings, settings)
        };
    }
    let gist = matches!(settings.format, Format::Html | Format::Latex)
        .then(|| Gist::of(findings, examined()));
    let bound = |record: RecordWriter| match &gist {
        Some(Gist { soundness, .. }) => record(
            number,
            &epd,
            (findings, duplex),
            soundness,
            settings.style,
            settings.no_time,
        ),
        None => Vec::new(),
    };
    let olive = (settings.format == Format::Olive).then(|| olive::solution(findings, duplex));
    let told = olive.as_ref().and_then(|solution| solution.warning);
    warnings.extend(told.map(|text| Warning::new(1, text)));
    let cut = olive.as_ref().is_some_and(|solution| solution.cut);
    Answer {
        text: match settings.format {
            Format::Epd if is_duplex => {
                duplex::answered_for_both(&epd, findings, duplex, settings.no_time).to_bytes()
            }
            Format::Epd => record::answered(&epd, findings, settings.no_time).to_bytes(),
            Format::Json => {
                record::object(number, &epd, findings, duplex, settings.no_time, &warnings)
            }
            Format::Tsv => record::tsv::row(number, &epd, findings, duplex, settings.no_time),
            Format::Text => report::text(&epd, findings, duplex, settings.style, settings.no_time),
            Format::Html => bound(report::html::record),
            Format::Latex => bound(report::latex::record),
            Format::Check | Format::CheckJson => Vec::new(),
            Format::Olive => olive.map_or(Vec::new(), |solution| solution.text),
        },
        status: status(findings),
        alien: false,
        untitled: epd.operation("id").is_none(),
        stopped: stopped(),
        measure: Some(measure()),
        messages: warnings
            .iter()
            .map(|warning| (warning.column, warning.to_string()))
            .collect(),
        drawing: settings.svg.then(|| draw(&epd, findings, settings.look)),
        certificates: certificates(&epd, findings, duplex),
        cut,
        gist,
    }
}

/// Writes a record for a page or a document: number, record, findings of both sides, verdict, style,
/// no time.
type RecordWriter = fn(u64, &Epd, (&Findings, Option<&Duplex>), &Soundness, Style, bool) -> Vec<u8>;

/// The limit that the search for the other side met.
fn limit_of(duplex: Option<&Duplex>) -> Option<LimitKind> {
    duplex.and_then(|duplex| duplex.findings.limit())
}

/// The certificates of both sides, each a record of its own.
fn certificates(epd: &Epd, findings: &Findings, duplex: Option<&Duplex>) -> Vec<Vec<u8>> {
    let other = duplex.and_then(|duplex| record::certificate(&duplex.epd, &duplex.findings));
    let own = record::certificate(epd, findings);
    own.into_iter().chain(other).collect()
}

fn status(findings: &Findings) -> Status {
    match findings.outcome() {
        Outcome::Checkmate
        | Outcome::Stalemate
        | Outcome::Solved(_)
        | Outcome::Helped(_)
        | Outcome::Lost(_) => Status::Solved,
        Outcome::Refuted { .. } => Status::Refuted,
        Outcome::GaveUp { .. } => Status::Unknown,
    }
}

/// The answer that is an editor's verdict.
fn checked(
    number: u64,
    epd: &Epd,
    gist: Gist,
    warnings: &[Warning],
    settings: &Settings,
) -> Answer {
    Answer {
        text: match settings.format {
            Format::CheckJson => soundness::object(number, epd, &gist.soundness),
            _ => soundness::line(epd, &gist.soundness),
        },
        status: Status::Unknown,
        alien: false,
        untitled: false,
        stopped: false,
        messages: warnings
            .iter()
            .map(|warning| (warning.column, warning.to_string()))
            .collect(),
        measure: None,
        drawing: None,
        certificates: Vec::new(),
        cut: false,
        gist: Some(gist),
    }
}

/// Solves a job: one problem, or both directions within the limits of one job.
///
/// # Errors
///
/// [`Unsupported`] if the search doesn't know the kind of the stipulation.
pub fn find(job: &Job, tables: &mut Tables, stop: &Stop) -> Result<Findings, Unsupported> {
    find_within(job, |problem| solve(problem, tables, stop).map(Spent::all))
}

/// A verdict, and what of its cost was spent on this job.
struct Spent {
    verdict: Verdict,
    searched: Counters,
}

impl Spent {
    /// All of it.
    fn all(verdict: Verdict) -> Spent {
        Spent {
            searched: verdict.counters,
            verdict,
        }
    }
}

/// Does a job with `solve`, within the limits of one job.
fn find_within(
    job: &Job,
    mut solve: impl FnMut(&Problem) -> Result<Spent, Unsupported>,
) -> Result<Findings, Unsupported> {
    match job {
        Job::One(problem) => Ok(Findings::One {
            stipulation: problem.stipulation,
            verdict: solve(problem)?.verdict,
        }),
        Job::Both { mate, mated } => {
            let depth = mate.stipulation.length.moves();
            let Spent {
                verdict: mate,
                searched,
            } = solve(mate)?;
            match mate.outcome {
                Outcome::Refuted { .. } => {
                    let mated = solve_rest(mated, searched, solve)?;
                    Ok(Findings::Both {
                        depth,
                        mate,
                        mated: Some(mated),
                    })
                }
                _ => Ok(Findings::Both {
                    depth,
                    mate,
                    mated: None,
                }),
            }
        }
    }
}

/// Solves `problem` with what `spent` has left of its limits.
fn solve_rest(
    problem: &Problem,
    spent: Counters,
    mut solve: impl FnMut(&Problem) -> Result<Spent, Unsupported>,
) -> Result<Verdict, Unsupported> {
    let limits = Limits {
        nodes: problem.limits.nodes.map(|n| n.saturating_sub(spent.nodes)),
        time: problem.limits.time.map(|t| t.saturating_sub(spent.elapsed)),
    };
    let exhausted = if limits.nodes == Some(0) {
        Some(LimitKind::Nodes)
    } else if limits.time == Some(Duration::ZERO) {
        Some(LimitKind::Time)
    } else {
        None
    };
    match exhausted {
        Some(limit) => Ok(Verdict::unsearched(problem, limit)),
        None => {
            let problem = Problem {
                limits,
                ..problem.clone()
            };
            solve(&problem).map(|spent| spent.verdict)
        }
    }
}

/// The answer to a line that is no job that can be solved.
fn malformed(
    number: u64,
    line: &[u8],
    column: usize,
    reason: &str,
    warnings: &[Warning],
    settings: &Settings,
) -> Answer {
    let mut messages: Vec<(usize, String)> = warnings
        .iter()
        .map(|warning| (warning.column, warning.to_string()))
        .collect();
    messages.push((column, reason.to_owned()));
    Answer {
        text: match settings.format {
            Format::Epd => with_error(line, reason),
            Format::Olive => line.to_vec(),
            Format::Json => record::error_object(number, without_error(line), reason, column),
            Format::Tsv => record::tsv::error_row(number, without_error(line), reason),
            Format::Text => report::error_text(without_error(line), reason, column, settings.style),
            Format::Html => {
                let line = without_error(line);
                report::html::error(number, line, reason, column, settings.style)
            }
            Format::Latex => report::latex::error(number, without_error(line), reason),
            Format::Check => soundness::illegal_line(reason),
            Format::CheckJson => {
                soundness::illegal_object(number, without_error(line), reason, column)
            }
        },
        status: Status::Malformed,
        alien: false,
        untitled: true,
        stopped: false,
        measure: None,
        messages,
        drawing: None,
        certificates: Vec::new(),
        cut: false,
        gist: Some(Gist::unsearched(Soundness::illegal(reason))),
    }
}

/// The answer to a problem that is known to be none that can be solved, for `reason`; `line` stands
/// in its place.
pub fn refused(number: u64, line: &[u8], reason: &str, settings: &Settings) -> Answer {
    malformed(number, line, 1, reason, &[], settings)
}

/// The line, `number` of its input, of a job that failed inside the program: its own bytes with
/// `Error "internal: ..."`, in the form that `settings` ask for.
pub fn internal_error(number: u64, line: &[u8], what: &str, settings: &Settings) -> Answer {
    malformed(number, line, 1, &format!("internal: {what}"), &[], settings)
}
