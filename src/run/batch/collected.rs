//! Answers a problem from a file in another form than EPD, or a document of Olive with all its
//! twins.

use super::lines::InputLine;
use crate::answer::{Answer, Format, RecordOutcome, Settings, refused};
use keymove_base::error::Warning;
use keymove_forms::collection::{CollectedRecord, OliveDocument};

/// Answers an EPD line.
pub(super) type Answering<'a> = dyn FnMut(&[u8], &Settings) -> Answer + 'a;

/// Answers `line`, whose file says `record` about it. The line was generated, so its columns have
/// no meaning, and messages only name the line of the file.
pub(super) fn collected(
    line: &InputLine,
    record: &CollectedRecord,
    settings: &Settings,
    answer_line: &mut Answering<'_>,
) -> Answer {
    let mut answer = match (&record.document, &record.cause) {
        (Some(document), _) => with_solution(line, document, record, settings, answer_line),
        (None, Some(cause)) => refused(line.number, &line.bytes, cause.clone(), settings),
        (None, None) => answer_line(&line.bytes, settings),
    };
    let notes = record.notes.iter().map(|note| Warning::new(1, note));
    answer.warnings.splice(0..0, notes);
    for warning in &mut answer.warnings {
        warning.column = 1;
    }
    if let Some((column, _)) = &mut answer.cause {
        *column = 1;
    }
    answer
}

/// A document with the solutions of its problems; unchanged if none can be solved.
fn with_solution(
    line: &InputLine,
    document: &OliveDocument,
    record: &CollectedRecord,
    settings: &Settings,
    answer_line: &mut Answering<'_>,
) -> Answer {
    debug_assert!(
        settings.format.form().layout().has_documents,
        "only there documents are records"
    );
    let mut whole = match &record.cause {
        Some(cause) => refused(line.number, &line.bytes, cause.clone(), settings),
        None => Answer::passed(Vec::new()),
    };
    let asking = asking(settings, record);
    let mut solution = String::new();
    let (mut unfinished, mut cut, mut unsolved) = (false, false, false);
    // Whether nothing follows the last caption yet: the other side of a duplex has none.
    let mut is_bare = true;
    for (index, twin) in record.twins.iter().enumerate() {
        let answer = match &twin.line {
            Ok(twin) => answer_line(twin, &asking),
            Err(cause) => refused(line.number, &line.bytes, cause.clone(), settings),
        };
        if answer.outcome >= RecordOutcome::Unsupported {
            // A partial solution must not overwrite anything.
            whole.outcome = answer.outcome;
            whole.cause = answer.cause;
            whole.warnings = answer.warnings;
            break;
        }
        whole.outcome = whole.outcome.max(answer.outcome);
        whole.stopped |= answer.stopped;
        unfinished |= answer
            .measure
            .is_some_and(|measure| measure.limit.is_some());
        whole.warnings.extend(answer.warnings);
        whole.drawing = whole.drawing.or(answer.drawing);
        cut |= answer.cut;
        if !twin.caption.is_empty() {
            unsolved |= index > 0 && is_bare;
            is_bare = true;
            solution.push_str(&format!("\n{}\n", twin.caption));
        }
        is_bare &= answer.text.is_empty();
        solution.push_str(&String::from_utf8_lossy(&answer.text));
    }
    whole.text = document.as_bytes().to_vec();
    if record.twins.is_empty() || whole.outcome >= RecordOutcome::Unsupported {
        return whole;
    }
    match kept(unfinished, cut, unsolved || is_bare) {
        Some(reason) => {
            let text = format!("{reason}; the document keeps its solution");
            whole.warnings.push(Warning::new(1, text));
        }
        None => put_into(document, &solution, &mut whole),
    }
    whole
}

/// The settings with the play that a document asks for.
fn asking(settings: &Settings, record: &CollectedRecord) -> Settings {
    let mut asking = Settings {
        format: Format::Solution,
        ..settings.clone()
    };
    let wanted = &mut asking.defaults.wanted;
    wanted.set_play |= record.wanted.set_play;
    wanted.tries = wanted.tries.max(record.wanted.tries);
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

/// Inserts `solution` into the document that `whole` answers.
fn put_into(document: &OliveDocument, solution: &str, whole: &mut Answer) {
    match document.solved(solution.trim_start_matches('\n')) {
        Ok(text) => whole.text = text,
        Err(reason) => {
            let reason = format!("the solution has no place in this document: {reason}");
            whole.cause = Some((1, reason.into()));
            whole.outcome = RecordOutcome::Malformed;
        }
    }
}
