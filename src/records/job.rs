//! The task of a record: [`Epd`] and [`Defaults`] -> [`Job`].
//!
//! Kind, side and depth come from the first rule that applies:
//!
//! 1. `Stip "s#3";`
//! 2. `ce` beyond 32000 either way, `ce +M3`
//! 3. `dm 3`, `dm -3`, `bm #3`, `bm #-3`
//! 4. a `pv` that ends in `#`
//! 5. the command line's stipulation, or its depth, kind and side
//! 6. mate in 5, and if that is refuted, whether the side to move is mated in 5
//!
//! A task that an earlier command line has set gives way to a deeper one (`Assumed`).
//! If any solution will do, the depth of rules 5 and 6 is not 5 but unlimited: mate in however many
//! moves.
//!
//! If a later rule says something else, there is a warning. A forced depth replaces the depth and
//! nothing else. Nothing is guessed: an operation that should name a job and cannot be understood
//! is an error; so is, before rule 5, a word that looks like a stipulation but cannot be read.

mod options;
mod problem;

use std::fmt;
use std::ops::RangeInclusive;

pub use options::{Defaults, TYPED_DEPTHS};
pub use problem::{ProblemError, problem};

use crate::cause::Cause;
use crate::epd::length::seems_to_name_length;
use crate::epd::stray::left_out;
use crate::epd::{Epd, Operation};
use crate::record::duplex;
use crate::record::stated::{AskedGoal, Claim, begun, is_assumed};
use keymove_base::error::{Warning, excerpt};
use keymove_base::reason::Reason;
use keymove_rules::stipulation::{StipulationError, asks_something, is_unsolved, may_ask};
use keymove_solve::{Aim, Extent, Kind, Length, PlayKind, Problem, Stipulation};

/// The possible depths of a job, in full moves.
pub const DEPTHS: RangeInclusive<u16> = 1..=Length::LONGEST;

/// The depth used if neither the record nor the command line names one.
const DEFAULT_DEPTH: u16 = 5;

/// The task of one record: at least one question about its position (rule 6 asks two).
/// A question is asked only if all questions before it are refuted; the limits of the job apply to
/// all of them together.
#[derive(Debug, Clone)]
pub struct Job {
    /// The questions, in the order of asking.
    pub questions: Vec<Problem>,
}

/// Why a record has no job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobError {
    /// The column in bytes, counted from 1.
    pub column: usize,
    /// The fault.
    pub cause: Cause,
}

impl JobError {
    fn new(column: usize, cause: impl Into<Cause>) -> JobError {
        let cause = cause.into();
        JobError { column, cause }
    }
}

impl fmt::Display for JobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cause.fmt(f)
    }
}

impl std::error::Error for JobError {}

impl Job {
    /// The job of a record, and warnings about rules that disagree.
    ///
    /// # Errors
    ///
    /// [`JobError`] if the first rule that applies cannot be understood, or its depth is not in
    /// [`DEPTHS`].
    pub fn select(epd: &Epd, defaults: &Defaults) -> Result<(Job, Vec<Warning>), JobError> {
        let mut warnings = Vec::new();
        check_supported(epd)?;
        let stipulation = match named_by_record(epd, &mut warnings)? {
            Some((operation, claimed)) => {
                // A stipulation in signs that cannot be read is not in the answer.
                warnings.extend(epd.operations().iter().filter_map(left_out));
                Some(match asked_on(epd, claimed.stipulation, defaults)? {
                    Some(deeper) => deeper,
                    None => depth_allowed(claimed, operation, epd, defaults)?,
                })
            }
            None => {
                check_words(epd)?;
                asked_for(defaults)?
            }
        };
        let stipulation = stipulation.map(|asked| begun(epd, asked));
        if stipulation.is_some_and(|asked| asked.kind.is_help() && asked.is_of_any_length())
            && is_duplex(epd, defaults)
        {
            // Each side would have lengths of another sort.
            let column = epd.operation("Stip").map_or(1, Operation::column);
            let reason = "a duplex of h# needs a number of moves";
            return Err(JobError::new(column, reason));
        }
        warnings.extend(stipulation.and_then(|asked| other_beginner(epd, asked, defaults)));
        let problem = |stipulation: Stipulation| Problem {
            position: epd.position().clone(),
            stipulation,
            claimed: is_claimed(stipulation.length.moves(), defaults),
            lines: Vec::new(),
            extent: defaults.extent,
            limits: defaults.limits,
            wanted: defaults.wanted,
        };
        let questions = match stipulation {
            Some(stipulation) => vec![problem(stipulation)],
            None => {
                let unnamed = || default_depth(Kind::MATE, defaults);
                let depth = check_depth(defaults.force_depth.unwrap_or_else(unnamed), 1)?;
                let asked = [Kind::MATE, Kind::MATED];
                Vec::from(asked.map(|kind| problem(Stipulation::new(kind, depth))))
            }
        };
        Ok((Job { questions }, warnings))
    }
}

/// The stipulation in a text, as [`Stipulation::read`] understands it.
pub fn stipulation_named(text: &[u8]) -> Option<Stipulation> {
    Stipulation::read(text).ok()
}

impl Job {
    /// The question, if the record names one.
    pub fn single(&self) -> Option<&Problem> {
        match &self.questions[..] {
            [problem] => Some(problem),
            _ => None,
        }
    }

    /// The stipulation of each question.
    pub fn asked(&self) -> Vec<Stipulation> {
        let questions = self.questions.iter();
        questions.map(|problem| problem.stipulation).collect()
    }

    /// The job of a duplex: one question; mate if the record does not name one.
    pub fn for_duplex(mut self) -> Job {
        self.questions.truncate(1);
        self
    }

    /// The same job for the position of `record`, without a line to guide the search.
    pub fn on(&self, record: &Epd) -> Job {
        let moved = |problem: &Problem| Problem {
            position: record.position().clone(),
            lines: Vec::new(),
            ..problem.clone()
        };
        Job {
            questions: self.questions.iter().map(moved).collect(),
        }
    }
}

/// Refuses a word that looks like a stipulation but cannot be read, if nothing else names the job:
/// `w - - z#2`, `#3 Loyd 1870;`.
fn check_words(epd: &Epd) -> Result<(), JobError> {
    let is_meant = |o: &&Operation| may_ask(o.opcode()) && asks_something(o.as_bytes());
    let Some(operation) = epd.operations().iter().find(is_meant) else {
        return Ok(());
    };
    match Stipulation::read(operation.as_bytes()) {
        // There are two of them: the first has become `Stip` by now.
        Ok(_) => Ok(()),
        Err(error) => Err(JobError::new(operation.column(), error.reason())),
    }
}

/// Whether both sides are asked.
fn is_duplex(epd: &Epd, defaults: &Defaults) -> bool {
    defaults.duplex || duplex::is_asked(epd)
}

/// A warning if, in help play or a series that ends in help play, the side to move is not the side
/// that begins by convention: the sides are easily exchanged by mistake.
fn other_beginner(epd: &Epd, asked: Stipulation, defaults: &Defaults) -> Option<Warning> {
    let is_unsaid = matches!(asked.kind.play, PlayKind::Help | PlayKind::SeriesHelp);
    let (turn, usual) = (epd.position().turn(), asked.beginner());
    let is_exchanged = is_duplex(epd, defaults) || epd.operation("HalfDuplex").is_some();
    (is_unsaid && turn != usual && !is_exchanged).then(|| {
        let (begins, letter) = (turn.to_string(), usual.char());
        Warning::new(
            epd.operation("Stip").map_or(1, Operation::column),
            format!(
                "{asked} is solved with {begins} to move, as the record says; usually {usual} \
                 begins: write {letter} as the side to move to ask for that"
            ),
        )
    })
}

/// Refuses what no part of this program solves: a `Task`, as in composers' documents, or a `Stip`
/// of that kind.
fn check_supported(epd: &Epd) -> Result<(), JobError> {
    let study = |stip: &&Operation| is_unsolved(&String::from_utf8_lossy(&stip.text()));
    let task = epd.operation("Task");
    let Some(task) = task.or_else(|| epd.operation("Stip").filter(study)) else {
        return Ok(());
    };
    let named = |opcode| epd.operation(opcode).map(|name| excerpt(&name.text()));
    let restriction = restriction(named("Condition"), named("Option"));
    let asked = || Reason::new("stipulation {}", [excerpt(&task.text())]);
    let reason = restriction.unwrap_or_else(asked);
    Err(JobError::new(task.column(), Cause::Unsupported(reason)))
}

/// The condition and the option because of which a problem is not solved.
pub fn restriction(condition: Option<String>, option: Option<String>) -> Option<Reason> {
    let option = option.map(|option| format!("option {option}"));
    let Some(condition) = condition else {
        return option.map(Reason::from);
    };
    let named: Vec<String> = [condition].into_iter().chain(option).collect();
    Some(Reason::new("condition {}", [named.join(", ")]))
}

/// Rules 1 to 4: the first claim, which is compared with the later ones.
fn named_by_record<'a>(
    epd: &'a Epd,
    warnings: &mut Vec<Warning>,
) -> Result<Option<(&'a Operation, Claim)>, JobError> {
    let mut named: Option<(&Operation, Claim)> = None;
    for operation in ["Stip", "ce", "dm", "bm", "pv"]
        .into_iter()
        .flat_map(|opcode| epd.all(opcode))
    {
        let opcode = String::from_utf8_lossy(operation.opcode());
        match (Claim::read(operation), named) {
            (None, _) if seems_to_name_length(operation) => {
                let text = excerpt(&operation.text());
                let column = operation.column();
                warnings.push(Warning::new(
                    column,
                    format!("{opcode} {text} names no length"),
                ));
            }
            (None, _) => (),
            (Some(Ok(claim)), None) => {
                if claim.rounded {
                    warnings.push(Warning::new(
                        operation.column(),
                        format!(
                            "ce {} is of the wrong parity, taken for {}",
                            String::from_utf8_lossy(&operation.text()),
                            claim.stipulation
                        ),
                    ));
                }
                named = Some((operation, claim));
            }
            (Some(Err(error)), None) => {
                return Err(JobError::new(operation.column(), error));
            }
            // Lines of all other kinds of play may end in mate as well; they do not claim another
            // job.
            (Some(_), Some((_, followed))) if operation.is("pv") && may_end_in_mate(followed) => {}
            (Some(Ok(claim)), Some((first, followed))) => {
                if contradicts(epd, claim.stipulation, followed.stipulation) {
                    warnings.push(Warning::new(
                        operation.column(),
                        format!(
                            "{opcode} says {}, {} says {}, which is followed",
                            claim.stipulation,
                            String::from_utf8_lossy(first.opcode()),
                            followed.stipulation
                        ),
                    ));
                }
            }
            (Some(Err(error)), Some(_)) => {
                warnings.push(Warning::new(operation.column(), error.to_string()));
            }
        }
    }
    Ok(named)
}

/// Whether a claim contradicts the one that is followed. An answer for both sides keeps the
/// stipulation, even if the solution is shorter. Any other answer keeps it only if the solution is
/// longer.
fn contradicts(epd: &Epd, claimed: Stipulation, followed: Stipulation) -> bool {
    let is_answer = match claimed.length <= followed.length {
        true => epd.operation("dup").is_some(),
        false => epd.operation("Limit").is_some(),
    };
    claimed != followed && !(claimed.kind == followed.kind && is_answer)
}

/// Whether a line of what is claimed may end in mate although the claim is not a mate as soon as
/// possible.
fn may_end_in_mate(claim: Claim) -> bool {
    let Stipulation { kind, exact, .. } = claim.stipulation;
    kind.aim == Aim::Mate && (exact || !matches!(kind, Kind::MATE | Kind::MATED))
}

/// The stipulation of a claim, with the depth that the command line forces, if any.
fn depth_allowed(
    claim: Claim,
    operation: &Operation,
    epd: &Epd,
    defaults: &Defaults,
) -> Result<Stipulation, JobError> {
    let mut stipulation = claim.stipulation;
    if let Some(depth) = defaults.force_depth {
        stipulation.length = Length::of_moves(check_depth(depth, operation.column())?);
    } else if stipulation.length == Length::NONE && stipulation.kind == Kind::MATED {
        // The side is already mated, so the depth does not matter, but a problem's depth cannot be
        // 0.
        if !Kind::MATED.settle(epd.position()).is_checkmate() {
            return Err(JobError::new(
                operation.column(),
                "ce says that the side to move is mated already, but it is not",
            ));
        }
        stipulation.length = Length::of_moves(1);
    }
    Ok(stipulation)
}

/// The stipulation of the command line, if it asks for the same as the record, but deeper, and no
/// author has set the record's task: a file is searched again with one move more.
fn asked_on(
    epd: &Epd,
    answered: Stipulation,
    defaults: &Defaults,
) -> Result<Option<Stipulation>, JobError> {
    let is_deep = defaults.depth.is_some() || defaults.stipulation.is_some();
    if !is_deep || defaults.force_depth.is_some() || !is_assumed(epd) {
        return Ok(None);
    }
    let asked = asked_for(&Defaults {
        kind: defaults.kind.or((!defaults.mated).then_some(answered.kind)),
        ..defaults.clone()
    })?;
    let is_same = |asked: Stipulation| AskedGoal::of(asked) == AskedGoal::of(answered);
    Ok(asked.filter(|&asked| is_same(asked) && asked.length > answered.length))
}

/// Rule 5: the stipulation of the command line, if it names one.
fn asked_for(defaults: &Defaults) -> Result<Option<Stipulation>, JobError> {
    if let Some(stipulation) = defaults.stipulation {
        let length = match defaults.force_depth {
            Some(depth) => Length::of_moves(check_depth(depth, 1)?),
            None => stipulation.length,
        };
        return Ok(Some(Stipulation {
            length,
            ..stipulation
        }));
    }
    if defaults.depth.is_none() && defaults.kind.is_none() && !defaults.mated {
        return Ok(None);
    }
    let kind = match defaults.kind {
        Some(Kind::MATE | Kind::MATED) | None if defaults.mated => Kind::MATED,
        Some(_) if defaults.mated => {
            return Err(JobError::new(1, "only mate jobs have a mated side"));
        }
        kind => kind.unwrap_or(Kind::MATE),
    };
    let named = defaults.force_depth.or(defaults.depth);
    let depth = named.unwrap_or_else(|| default_depth(kind, defaults));
    Ok(Some(Stipulation::new(kind, check_depth(depth, 1)?)))
}

/// The depth if none is named; unlimited for mates that need not be the shortest.
fn default_depth(kind: Kind, defaults: &Defaults) -> u16 {
    match (defaults.extent, kind) {
        (Extent::Any, Kind::MATE | Kind::MATED) => Length::LONGEST,
        _ => DEFAULT_DEPTH,
    }
}

/// `depth`, if it is a possible depth.
fn check_depth(depth: u16, column: usize) -> Result<u16, JobError> {
    if DEPTHS.contains(&depth) {
        Ok(depth)
    } else {
        let error = StipulationError::Length(depth.to_string());
        Err(JobError::new(column, error.reason()))
    }
}

/// Whether a depth counts as the claim of an author rather than as a bound picked in advance.
///
/// A claim within the default depth does not, because such mates are found without knowing the
/// length. So an answer of this program, which names its length, is searched again exactly as the
/// first time, and a run over its own output counts the same nodes.
fn is_claimed(depth: u16, defaults: &Defaults) -> bool {
    let asked = defaults.stipulation.map(|asked| asked.length.moves());
    let picked = asked.or(defaults.depth).unwrap_or(DEFAULT_DEPTH);
    defaults.force_depth.is_none() && depth > picked
}
