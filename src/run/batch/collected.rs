//! Answers a problem from a file in another form than EPD, or a document of Olive with all its
//! twins.

use crate::answer::{Answer, Format, Question, RecordOutcome, Settings, refused};
use keymove_base::error::Warning;
use keymove_forms::collection::{
    CollectedDocument, CollectedProblem, OliveDocument, PlayWanted, Unsolved,
};
use keymove_records::cause::Cause;

/// Answers a question.
pub(super) type Answering<'a> = dyn FnMut(Question<'_>, &Settings) -> Answer + 'a;

/// Answers a problem. Its record has no columns of the file; messages name the problem's.
pub(super) fn problem(
    problem: &CollectedProblem,
    settings: &Settings,
    answer: &mut Answering<'_>,
) -> Answer {
    let mut answer = match &problem.record {
        Ok(record) => answer(Question::of_record(problem.number, record), settings),
        Err(Unsolved { line, cause }) => refused(
            (problem.number, problem.column),
            line,
            cause.clone(),
            settings,
        ),
    };
    let notes = problem.notes.iter().map(|note| Warning::new(1, note));
    answer.warnings.splice(0..0, notes);
    for warning in &mut answer.warnings {
        warning.column = problem.column;
    }
    if let Some((column, _)) = &mut answer.cause {
        *column = problem.column;
    }
    answer
}

/// A document with the solutions of its problems; unchanged if none can be solved.
pub(super) fn document(
    asked: &CollectedDocument,
    settings: &Settings,
    answer: &mut Answering<'_>,
) -> Answer {
    debug_assert!(
        settings.format.form().layout().has_documents,
        "only there documents are records"
    );
    match asked.problems.is_empty() {
        true => unchanged(asked, Answer::default()),
        false => with_solution(asked, settings, answer),
    }
}

/// The answer to a document that is not solved because of `cause`.
pub(super) fn unsolved(
    asked: &CollectedDocument,
    cause: impl Into<Cause>,
    settings: &Settings,
) -> Answer {
    unchanged(asked, refused((asked.number, 1), b"", cause, settings))
}

/// `answer` with the document as it is.
fn unchanged(asked: &CollectedDocument, answer: Answer) -> Answer {
    Answer {
        text: asked.document.as_bytes().to_vec(),
        ..answer
    }
}

/// A document with the solutions of its twins.
fn with_solution(
    asked: &CollectedDocument,
    settings: &Settings,
    answer: &mut Answering<'_>,
) -> Answer {
    let mut whole = Answer::default();
    let mut solution = String::new();
    let (mut unfinished, mut unsolved) = (false, false);
    // Whether nothing follows the last caption yet: the other side of a duplex has none.
    let mut is_bare = true;
    for (index, twin) in asked.problems.iter().enumerate() {
        let answer = problem(twin, &asking(settings, twin.wanted), answer);
        if answer.outcome >= RecordOutcome::Unsupported {
            // A partial solution must not overwrite anything.
            return unchanged(asked, answer);
        }
        whole.outcome = whole.outcome.max(answer.outcome);
        whole.stopped |= answer.stopped;
        unfinished |= answer
            .measure
            .is_some_and(|measure| measure.limit.is_some());
        whole.warnings.extend(answer.warnings);
        whole.drawing = whole.drawing.or(answer.drawing);
        whole.cut |= answer.cut;
        if !twin.caption.is_empty() {
            unsolved |= index > 0 && is_bare;
            is_bare = true;
            solution.push_str(&format!("\n{}\n", twin.caption));
        }
        is_bare &= answer.text.is_empty();
        solution.push_str(&String::from_utf8_lossy(&answer.text));
    }
    match kept(unfinished, whole.cut, unsolved || is_bare) {
        Some(reason) => {
            let text = format!("{reason}; the document keeps its solution");
            whole.warnings.push(Warning::new(1, text));
            unchanged(asked, whole)
        }
        None => put_into(&asked.document, &solution, whole),
    }
}

/// The settings with the play that a document asks for.
fn asking(settings: &Settings, asked: PlayWanted) -> Settings {
    let mut asking = Settings {
        format: Format::Solution,
        ..settings.clone()
    };
    let wanted = &mut asking.defaults.wanted;
    wanted.set_play |= asked.set_play;
    wanted.tries = wanted.tries.max(asked.tries);
    asking
}

/// Why a document keeps its existing solution, if it does: the existing one may be more complete.
/// Olive cannot read a solution in which a twin has none.
fn kept(unfinished: bool, cut: bool, unsolved: bool) -> Option<&'static str> {
    match (unfinished, cut, unsolved) {
        (true, ..) => Some("a limit came first"),
        (_, true, _) => Some("there are more solutions than are listed"),
        (_, _, true) => Some("a problem in it has no solution"),
        _ => None,
    }
}

/// The answer with the document and its new `solution`.
fn put_into(document: &OliveDocument, solution: &str, mut whole: Answer) -> Answer {
    match document.solved(solution.trim_start_matches('\n')) {
        Ok(text) => whole.text = text,
        Err(reason) => {
            let reason = format!("the solution has no place in this document: {reason}");
            whole.text = document.as_bytes().to_vec();
            whole.cause = Some((1, reason.into()));
            whole.outcome = RecordOutcome::Malformed;
        }
    }
    whole
}
