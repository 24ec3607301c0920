//! Answers a single record: one input line in, one output line out, without threads.
//!
//! line -> [`keymove_records::epd`] -> [`keymove_records::job`] -> [`mod@keymove_solve`] -> [`keymove_forms::form`] -> line
//!
#![doc = include_str!("answer/manual.md")]

mod guide;
pub mod known;
mod question;
mod search;

use std::sync::Arc;

use keymove_base::error::Warning;
use keymove_base::stop::Stop;
use keymove_forms::form::{AnsweredRecord, Refusal, Unsearched, Written};
use keymove_forms::report::svg::{Drawing, draw};
use keymove_records::cause::Cause;
use keymove_records::epd::{Epd, Operation, noted, passes_through};
use keymove_records::job::Job;
use keymove_records::record::duplex::{self, AnsweredSide, AskedSide};
pub use keymove_records::record::stated::RecordOutcome;
use keymove_records::record::{self, Findings};
use keymove_records::soundness::{self, Soundness};
use keymove_rules::bounds::Bounds;
use keymove_solve::{LimitKind, Stipulation, Tables, Unsupported};

use guide::Guides;
pub use guide::{ClaimedLines, OPCODES, WrittenLine};
pub use keymove_forms::form::{Format, Settings};
pub use question::Question;
pub use search::find;

/// What a record asks and how it is answered: the manual `epd`.
pub const MANUAL: &str = include_str!("answer/manual.md");

/// Lines of play as guides: the manual `lines`.
pub const LINES_MANUAL: &str = include_str!("answer/lines.md");

/// The numbers of an answer, for statistics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnswerStats {
    /// The goal that is reached or suffered, with its length; `None` if there is no solution, or
    /// the play is already over.
    pub reached: Option<Stipulation>,
    /// The limit that was met, whether or not a solution was found.
    pub limit: Option<LimitKind>,
    /// The nodes according to the record.
    pub nodes: u64,
    /// The first question to a record that names no task; the other is the same for the mated side.
    pub unasked: Option<Stipulation>,
}

/// The answer to one line.
#[derive(Debug, Clone, Default)]
pub struct Answer {
    /// The output line, without its line feed; empty in JSON and tables for an omitted line. With
    /// [`Format::Text`]: the output lines, each with its line feed, or nothing.
    pub text: Vec<u8>,
    /// The outcome of the line.
    pub outcome: RecordOutcome,
    /// Whether it is a record, or should be one, without a (readable) `id` to serve as its heading
    /// in text.
    pub untitled: bool,
    /// Whether the [`Stop`] flag ended it (`Limit "stopped"`).
    pub stopped: bool,
    /// The numbers of the answer, if the line is a readable record.
    pub measure: Option<AnswerStats>,
    /// Why the line has no answer, with the column of the fault in bytes, from 1.
    pub cause: Option<(usize, Cause)>,
    /// The warnings.
    pub warnings: Vec<Warning>,
    /// The picture, if one was wanted and there is a position.
    pub drawing: Option<Drawing>,
    /// The certificates, if they were wanted, each without its last line feed; in a duplex, also
    /// that of the other side.
    pub certificates: Vec<Vec<u8>>,
    /// With [`Format::Olive`]: whether there are more solutions than the text contains.
    pub cut: bool,
    /// The editor's verdict, if the form of the output [judges](keymove_forms::form::Layout::judges),
    /// and for each refused line.
    pub soundness: Option<Soundness>,
}

impl Answer {
    /// The answer to a line that is not a job.
    pub fn passed(text: Vec<u8>) -> Answer {
        Answer {
            text,
            ..Answer::default()
        }
    }

    /// The warnings and the cause as messages, each with its column in bytes, from 1.
    pub fn messages(&self) -> impl Iterator<Item = (usize, String)> {
        let warnings = self.warnings.iter();
        let warnings = warnings.map(|warning| (warning.column, warning.to_string()));
        let cause = self.cause.iter();
        warnings.chain(cause.map(|(column, cause)| (*column, cause.message())))
    }
}

/// Answers a single line (without its line feed): [`answer_line`] for line 1.
///
/// ```
/// use keymove_base::stop::Stop;
/// use keymove_run::answer::{RecordOutcome, Settings, answer};
/// use keymove_solve::Tables;
///
/// let line = b"7k/8/6K1/8/8/8/Q7/8 w - - dm 1; id \"x\";";
/// let answer = answer(line, &Settings::default(), &mut Tables::new(1), &Stop::new());
/// assert_eq!(answer.outcome, RecordOutcome::Solved);
/// assert!(answer.text.ends_with(b"bm Qa8#; ce 32766; dm 1; id \"x\"; pm Qa8#; pv Qa8#;"));
/// ```
pub fn answer(line: &[u8], settings: &Settings, tables: &mut Tables, stop: &Stop) -> Answer {
    answer_line(1, line, settings, tables, stop)
}

/// Answers line `number` of an input (without its line feed). The answer has no line feed either,
/// except with [`Format::Text`].
///
/// Lines that are not jobs are copied unchanged; JSON and tables never contain them, and text omits
/// blank lines. A malformed line is returned unchanged or, if its four
/// fields can be read, with `Error "reason";` at its end (replacing the `Error` of an earlier run).
pub fn answer_line(
    number: u64,
    line: &[u8],
    settings: &Settings,
    tables: &mut Tables,
    stop: &Stop,
) -> Answer {
    answer_found(number, line, settings, &mut |sides| {
        searched(sides, tables, stop)
    })
}

/// The findings of a search for each of these sides.
pub(crate) fn searched(
    sides: &[AskedSide<'_>],
    tables: &mut Tables,
    stop: &Stop,
) -> Result<Vec<Found>, Unsupported> {
    let search = |side: &AskedSide<'_>| find(&side.job, tables, stop).map(Found::searched);
    sides.iter().map(search).collect()
}

/// The findings for a job, from a search or from elsewhere.
#[derive(Debug, Clone)]
pub struct Found {
    /// The findings.
    pub findings: Arc<Findings>,
    /// The nodes that were searched, if they differ from those in the record.
    pub nodes: Option<u64>,
    /// The warnings about it.
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

    /// Findings that already exist.
    pub fn again(findings: &Arc<Findings>) -> Found {
        Found {
            findings: Arc::clone(findings),
            nodes: Some(0),
            warnings: Vec::new(),
        }
    }
}

/// Finds the answers for the sides of a record, in order: the side to move and, in a duplex, the
/// other side if it can begin.
pub type Finder<'a> = dyn FnMut(&[AskedSide<'_>]) -> Result<Vec<Found>, Unsupported> + 'a;

/// Answers a line like [`answer_line`], with the findings returned by `find`.
pub fn answer_found(
    number: u64,
    line: &[u8],
    settings: &Settings,
    find: &mut Finder<'_>,
) -> Answer {
    if passes_through(line) {
        let form = settings.format.form();
        return Answer::passed(form.passed(number, line, settings));
    }
    let question = Question::read(number, line);
    answer_guided(question, settings, &|_| Vec::new(), find)
}

/// Answers a question with the findings returned by `find`; lines that are `claimed` elsewhere
/// guide the search.
pub fn answer_guided(
    question: Question<'_>,
    settings: &Settings,
    claimed: &ClaimedLines<'_>,
    find: &mut Finder<'_>,
) -> Answer {
    let form = settings.format.form();
    let Question {
        number,
        line,
        record,
    } = question;
    let unanswered =
        |epd, cause, warnings| unanswered((number, &line), epd, cause, warnings, settings);
    let (epd, mut warnings) = match record {
        Ok(read) => read,
        Err(error) => {
            let cause = error.kind.reason().into();
            return unanswered(None, (error.column, cause), Vec::new());
        }
    };
    let (job, disagreements) = match Job::select(&epd, &settings.defaults) {
        Ok(selected) => selected,
        Err(error) => return unanswered(Some(&epd), (error.column, error.cause), warnings),
    };
    warnings.extend(disagreements);
    let is_duplex = settings.defaults.duplex || duplex::is_asked(&epd);
    let job = if is_duplex { job.for_duplex() } else { job };
    let mut job = match form.job(number, &epd, job, settings) {
        Ok(job) => job,
        Err(Unsearched::Written(text)) => {
            return Answer {
                outcome: RecordOutcome::GaveUp,
                warnings,
                soundness: Some(Soundness::unclaimed()),
                ..Answer::passed(text)
            };
        }
        Err(Unsearched::Refused(reason)) => {
            let cause = Cause::Unsupported(reason);
            return unanswered(Some(&epd), (1, cause), warnings);
        }
    };
    let guides = guide::lines(&epd, &mut job, claimed);
    warnings.extend(guides.faults());
    let sides = duplex::sides(&epd, job, is_duplex);
    if is_duplex && sides.len() == 1 {
        let message = "the side to move is in check, so there is no duplex";
        warnings.push(Warning::new(1, message));
    }
    match found_for(sides, &guides, &mut warnings, find) {
        Ok((sides, nodes)) => answered((number, nodes), &sides, is_duplex, warnings, settings),
        Err(unsupported) => {
            let column = epd.operation("Stip").map_or(1, Operation::column);
            let cause = unsupported.reason().into();
            unanswered(Some(&epd), (column, cause), warnings)
        }
    }
}

/// Solves the problem for each of these sides with `find`; returns the answers and the number of
/// nodes searched.
fn found_for<'a>(
    asked: Vec<AskedSide<'a>>,
    guides: &Guides,
    warnings: &mut Vec<Warning>,
    find: &mut Finder<'_>,
) -> Result<(Vec<AnsweredSide<'a>>, u64), Unsupported> {
    let found = find(&asked)?;
    let texts = found.iter().flat_map(|found| &found.warnings);
    warnings.extend(texts.map(|text| Warning::new(1, text)));
    warnings.extend(guides.refuted(&found[0].findings));
    let own = |found: &Found| found.nodes.unwrap_or(found.findings.counters().nodes);
    let nodes = found.iter().map(own).fold(0, u64::saturating_add);
    if nodes > 0 {
        warnings.extend(guides.recount(nodes));
    }
    let answered = |(asked, found): (AskedSide<'a>, Found)| AnsweredSide {
        epd: asked.epd,
        findings: found.findings,
    };
    let sides = asked.into_iter().zip(found).map(answered).collect();
    Ok((sides, nodes))
}

/// The answer to the record in line `number` with the findings for its sides, for which `nodes` were
/// searched.
fn answered(
    (number, nodes): (u64, u64),
    sides: &[AnsweredSide<'_>],
    is_duplex: bool,
    mut warnings: Vec<Warning>,
    settings: &Settings,
) -> Answer {
    let form = settings.format.form();
    let AnsweredSide { epd, findings } = &sides[0];
    let soundness = form.layout().judges.then(|| soundness_of(sides));
    let unclaimed = Soundness::unclaimed();
    let record = AnsweredRecord {
        number,
        sides,
        is_duplex,
        soundness: soundness.as_ref().unwrap_or(&unclaimed),
        warnings: &warnings,
    };
    let Written { text, warning, cut } = form.answered(&record, settings);
    warnings.extend(warning.map(|text| Warning::new(1, text)));
    let limits = || sides.iter().filter_map(|side| side.findings.limit());
    let certificate = |side: &AnsweredSide<'_>| record::certificate(&side.epd, &side.findings);
    Answer {
        text,
        outcome: outcome(findings),
        untitled: epd.operation("id").is_none(),
        stopped: limits().any(|limit| limit == LimitKind::Stopped),
        measure: Some(AnswerStats {
            reached: findings.reached(),
            limit: limits().next(),
            nodes,
            unasked: (!findings.is_named()).then(|| findings.asked[0]),
        }),
        cause: None,
        warnings,
        drawing: settings.svg.then(|| draw(epd, findings, settings.look)),
        certificates: sides.iter().filter_map(certificate).collect(),
        cut,
        soundness,
    }
}

/// The editor's verdict on a record, of both sides in a duplex.
fn soundness_of(sides: &[AnsweredSide<'_>]) -> Soundness {
    let mut examined = sides
        .iter()
        .map(|side| soundness::examine(&side.epd, &side.findings));
    let own = examined.next().expect("one side is to move");
    own.with_duplex(examined.next())
}

fn outcome(findings: &Findings) -> RecordOutcome {
    let verdict = findings.decisive();
    let Bounds { over, reached, .. } = &verdict.bounds;
    if verdict.is_longer() {
        RecordOutcome::GaveUp
    } else if over.is_some() || reached.is_some() {
        RecordOutcome::Solved
    } else if verdict.is_refuted() {
        RecordOutcome::Refuted
    } else {
        RecordOutcome::GaveUp
    }
}

/// The answer to line `number`, which is not answered because of `cause`, in this column; `epd` is
/// its record, if it is one.
fn unanswered(
    (number, line): (u64, &[u8]),
    epd: Option<&Epd>,
    (column, cause): (usize, Cause),
    warnings: Vec<Warning>,
    settings: &Settings,
) -> Answer {
    let is_unsolved = cause.is_unsupported();
    // A problem that no chess board can show is a comment.
    let comment = match epd {
        None if is_unsolved => noted(line),
        _ => None,
    };
    let refusal = Refusal {
        number,
        line,
        unsolved: epd.filter(|_| is_unsolved).or(comment.as_ref()),
        column,
        cause: &cause,
    };
    let text = settings.format.form().unanswered(&refusal, settings);
    Answer {
        outcome: (&cause).into(),
        untitled: true,
        soundness: Some(Soundness::of_cause(&cause)),
        cause: Some((column, cause)),
        warnings,
        ..Answer::passed(text)
    }
}

/// The answer to a problem in this line and column that is not solved because of `cause`; `text`
/// stands for it in the output.
pub fn refused(
    (line, column): (u64, usize),
    text: &[u8],
    cause: impl Into<Cause>,
    settings: &Settings,
) -> Answer {
    let cause = (column, cause.into());
    unanswered((line, text), None, cause, Vec::new(), settings)
}
