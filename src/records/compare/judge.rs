//! Compares one record with its counterpart: [`judge`].

use std::collections::BTreeSet;

use super::Change;
use super::pairing::FileLine;
use crate::epd::Epd;
use crate::epd::moves::{read_move, written_moves};
use crate::record::duplex;
use crate::record::line::PlayedLine;
use crate::record::stated::{
    Absence, Distance, NamedMoves, RecordClaim, Stated, Viewpoints, asked, claimed_count,
    contradicts_itself, is_mate,
};
use keymove_solve::{Kind, Length, Stipulation};

/// The verdict, whether it is a regression, and what differs.
type Judgement = (Change, bool, String);

/// Compares the actual record with the expected one.
pub fn judge(expected: &FileLine, actual: &FileLine) -> Judgement {
    let (Ok(expected), Ok(actual)) = (expected.record(), actual.record()) else {
        // Lines that are not records are paired only when they are equal.
        return same();
    };
    let judgement = compare_side(&expected, &actual);
    if judgement.0 == Change::Same
        && duplex::is_asked(&expected)
        && let (Some(expected), Some(actual)) =
            (duplex::other_side(&expected), duplex::other_side(&actual))
    {
        let (change, is_worse, what) = compare_side(&expected, &actual);
        return match change {
            Change::Same => judgement,
            change => (change, is_worse, format!("duplex: {what}")),
        };
    }
    judgement
}

/// Compares the claims about the side to move.
fn compare_side(expected: &Epd, actual: &Epd) -> Judgement {
    let (expected, actual) = (&Stated::read(expected), &Stated::read(actual));
    let judgement = compare_claims(expected, actual);
    if let RecordClaim::Solved(length) = actual.claim
        && !judgement.1
        && let Err(fault) = check_line(expected.record, actual.record, length)
    {
        return (Change::Error, true, fault);
    }
    judgement
}

/// Compares everything except the line.
fn compare_claims(expected: &Stated<'_>, actual: &Stated<'_>) -> Judgement {
    if let Some(judgement) = compare_unsolved(expected, actual) {
        return judgement;
    }
    let (should, is) = (&expected.claim, &actual.claim);
    let verdict = match (should, is) {
        (RecordClaim::Error(_), RecordClaim::Error(_)) => Change::Same,
        (_, RecordClaim::Error(cause)) => return (Change::Error, true, cause.to_string()),
        (RecordClaim::Solved(due), RecordClaim::Solved(found)) => match lengths(*due, *found) {
            Change::Same => return moves(expected, actual),
            verdict => verdict,
        },
        (RecordClaim::Stalemate, RecordClaim::Stalemate) => Change::Same,
        (RecordClaim::Solved(_) | RecordClaim::Stalemate, _) => Change::Lost,
        (RecordClaim::Absent(due), RecordClaim::Absent(found)) => match absences(*due, *found) {
            Change::Same if is_mated(*found) && !found.gave_up => {
                return moves(expected, actual);
            }
            verdict => verdict,
        },
        (RecordClaim::Absent(should), RecordClaim::BestMoves | RecordClaim::Nothing) => {
            if should.refuted == Length::NONE && should.safe == Length::NONE {
                Change::Same
            } else {
                Change::Lost
            }
        }
        (RecordClaim::BestMoves, RecordClaim::Solved(_))
        | (
            RecordClaim::BestMoves | RecordClaim::Nothing,
            RecordClaim::BestMoves | RecordClaim::Nothing,
        ) => {
            return moves(expected, actual);
        }
        (RecordClaim::BestMoves | RecordClaim::Nothing, RecordClaim::Absent(is)) if is.gave_up => {
            Change::Same
        }
        (
            RecordClaim::Error(_)
            | RecordClaim::Absent(_)
            | RecordClaim::BestMoves
            | RecordClaim::Nothing,
            _,
        ) => Change::New,
    };
    match verdict {
        Change::Same => same(),
        verdict => (
            verdict,
            matches!(verdict, Change::Longer | Change::Lost | Change::Weaker),
            format!("{should}, now {is}"),
        ),
    }
}

/// Compares a problem that is not solved yet with its answer, as far as the problem says something
/// of its solution that the answer does not bear out.
fn compare_unsolved(expected: &Stated<'_>, actual: &Stated<'_>) -> Option<Judgement> {
    let is = &actual.claim;
    match (&expected.claim, is) {
        (RecordClaim::BestMoves | RecordClaim::Nothing, RecordClaim::Absent(absence)) => {
            let claim = claimed_solution(expected.record)?;
            let change = match refutes(*absence, asked(expected.record)) {
                true => Change::KeysDiffer,
                false if absence.gave_up => Change::Lost,
                false => return None,
            };
            Some((change, true, format!("{claim}, now {is}")))
        }
        (RecordClaim::Nothing, RecordClaim::Solved(_)) => {
            let judgement = moves(expected, actual);
            (judgement.0 != Change::Same).then_some(judgement)
        }
        _ => None,
    }
}

fn same() -> Judgement {
    (Change::Same, false, String::new())
}

/// Compares two lengths, then the proofs that nothing is shorter.
fn lengths(should: Distance, is: Distance) -> Change {
    if !same_goal(should.stipulation, is.stipulation) {
        return Change::Lost;
    }
    match is.plies().cmp(&should.plies()) {
        std::cmp::Ordering::Less => Change::Shorter,
        std::cmp::Ordering::Greater => Change::Longer,
        std::cmp::Ordering::Equal if is.refuted.is_some_and(|is| is < should.below()) => {
            Change::Weaker
        }
        std::cmp::Ordering::Equal => Change::Same,
    }
}

/// Whether the same side is to be brought to the same end. In help play, half a move more makes it
/// the other side.
fn same_goal(a: Stipulation, b: Stipulation) -> bool {
    (a.kind, a.length.has_half()) == (b.kind, b.length.has_half())
}

/// The claims of an unsolved problem about its solution: its keys, or their number.
fn claimed_solution(expected: &Epd) -> Option<String> {
    asked(expected)?;
    let said = |opcode| {
        let operations = expected.all(opcode);
        let texts = operations.map(|o| String::from_utf8_lossy(o.as_bytes()).into_owned());
        texts.reduce(|all, one| format!("{all}, {one}"))
    };
    said("bm").or_else(|| said("Count").filter(|_| claimed_count(expected) != Some(0)))
}

/// Whether `absence` proves that what was asked for does not exist.
fn refutes(absence: Absence, asked: Option<Stipulation>) -> bool {
    asked.is_some_and(|asked| {
        let proved = if asked.kind == Kind::MATED {
            absence.safe
        } else {
            absence.refuted
        };
        !absence.gave_up
            && absence
                .asked
                .map_or(is_mate(asked), |own| same_goal(own, asked))
            && proved >= asked.length
    })
}

fn is_mated(absence: Absence) -> bool {
    absence.asked.is_some_and(|asked| asked.kind == Kind::MATED)
}

/// Compares two proofs of absence.
fn absences(should: Absence, is: Absence) -> Change {
    // Both directions include mate, and `-#`; a record that does not name a job asks for both.
    let covers = match (should.asked, is.asked) {
        (Some(should), Some(is)) => same_goal(should, is),
        (Some(one), None) | (None, Some(one)) => is_mate(one),
        (None, None) => true,
    };
    if !covers || is.refuted < should.refuted || is.safe < should.safe {
        Change::Lost
    } else if is.refuted > should.refuted || is.safe > should.safe {
        Change::New
    } else {
        Change::Same
    }
}

/// Compares the keys, the replies that lose sooner, and the numbers of solutions.
fn moves(expected: &Stated<'_>, actual: &Stated<'_>) -> Judgement {
    let meant = expected.as_meant();
    let is_list = actual.moves("bm").len() > 1;
    let is_choice = expected.is_choice() && actual.is_choice() && !is_list;
    // Of a side that is mated, `am` has the replies that lose sooner.
    let is_mated = actual.claim.kind() == Kind::MATED;
    let opcodes: &[&str] = if is_mated { &["bm", "am"] } else { &["bm"] };
    let listed = |moves: BTreeSet<String>| Vec::from_iter(moves).join(" ");
    let mut differences = Vec::new();
    let mut worse = false;
    for opcode in opcodes {
        let Some(should) = meant.move_set(opcode) else {
            continue;
        };
        let found = match is_choice {
            true => played(actual),
            false => actual.moves(opcode),
        };
        let (missing, added) = (&should.moves - &found, &found - &should.moves);
        let is_lacking = match is_choice {
            true => missing.len() == should.moves.len(),
            false => missing.len() > actual.as_meant().open(),
        };
        if is_lacking {
            differences.push(format!("{opcode} lacks {}", listed(missing)));
            worse |= *opcode == "bm";
        }
        if added.len() > should.open {
            differences.push(format!("{opcode} has also {}", listed(added)));
        }
    }
    let avoided = avoided(expected, actual);
    if let Some(unjudged) = unjudged(expected, actual) {
        differences.push(unjudged);
        worse = true;
    } else if !avoided.is_empty() {
        differences.push(format!("{} of am is in bm", listed(avoided)));
        worse = true;
    }
    if let Some((difference, fewer)) = count(expected, actual) {
        differences.push(difference);
        worse |= fewer;
    }
    if differences.is_empty() {
        same()
    } else {
        (Change::KeysDiffer, worse, differences.join(", "))
    }
}

/// The moves that a record would play: every key of an answer; else `pm`, `bm` or the first of `pv`.
fn played(stated: &Stated<'_>) -> BTreeSet<String> {
    let opcodes = match stated.is_choice() {
        true => ["pm", "bm"],
        false => ["bm", "pm"],
    };
    let mut named = opcodes.map(|opcode| stated.moves(opcode)).into_iter();
    named.find(|moves| !moves.is_empty()).unwrap_or_else(|| {
        let record = stated.record;
        let position = stated.claim.kind().settle(record.position());
        let line = record.operation("pv").map_or_else(Vec::new, written_moves);
        let first = line.first().and_then(|m| read_move(&position, m).ok());
        first.map(|m| position.san(m)).into_iter().collect()
    })
}

/// The moves of the expected `am` that the actual record plays. If the side to move is mated, `am`
/// has the replies that lose sooner.
fn avoided(expected: &Stated<'_>, actual: &Stated<'_>) -> BTreeSet<String> {
    if actual.claim.kind() == Kind::MATED || matches!(actual.claim, RecordClaim::Absent(_)) {
        return BTreeSet::new();
    }
    &played(actual) & &expected.moves("am")
}

/// Why nobody can say whether the actual record plays a move of the expected `am`: it names no legal
/// move, or the `am` has a word that is no legal move. A record with the same `am` is of the same suite.
fn unjudged(expected: &Stated<'_>, actual: &Stated<'_>) -> Option<String> {
    let position = expected.claim.kind().settle(expected.record.position());
    let avoided = NamedMoves::of(expected.record, "am", &position);
    if avoided == NamedMoves::of(actual.record, "am", &position) {
        return None;
    }
    if let Some((word, error)) = avoided.wrong.first() {
        return Some(format!("am {word} of the expected record: {error}"));
    }
    let is_choice = expected.is_choice() && actual.is_choice();
    if avoided.moves.is_empty() || !is_choice {
        return None;
    }
    let legal: BTreeSet<String> = position
        .legal_moves()
        .into_iter()
        .map(|m| position.san(m))
        .collect();
    let played = played(actual);
    (!played.is_subset(&legal) || played.is_empty())
        .then(|| "am, but no legal move is played".to_owned())
}

/// The difference between the numbers of solutions, and whether there are fewer than expected. A problem that is
/// not solved yet claims its number for the length it asks for.
fn count(expected: &Stated<'_>, actual: &Stated<'_>) -> Option<(String, bool)> {
    let RecordClaim::Solved(is) = &actual.claim else {
        return None;
    };
    let due = match &expected.claim {
        RecordClaim::Solved(should) => should.count,
        _ if asked(expected.record) == Some(is.stipulation) => claimed_count(expected.record),
        _ => None,
    };
    let (due, found) = (due?, is.count?);
    let plural = if due == 1 { "" } else { "s" };
    (due != found).then(|| (format!("{due} solution{plural}, now {found}"), found < due))
}

/// Checks that the record's `pv` shows what the record claims: it must be legal, as long as
/// claimed, end in the goal, and begin with `pm`. A record may lack a `pv` if none was expected.
fn check_line(expected: &Epd, actual: &Epd, claimed: Distance) -> Result<(), String> {
    if contradicts_itself(actual) {
        return Err("ce and dm disagree".to_owned());
    }
    let Some(line) = actual.operation("pv") else {
        return match expected.operation("pv") {
            Some(_) if claimed.plies() > 0 => Err("there is no pv".to_owned()),
            _ => Ok(()),
        };
    };
    let line = written_moves(line);
    let views = Viewpoints::of(actual);
    let begin = views.position(claimed.stipulation.kind);
    if let Some(fault) = PlayedLine::walk(begin, claimed.stipulation, &line).fault {
        return Err(format!("pv {fault}"));
    }
    let first = actual
        .operation("pm")
        .and_then(|pm| written_moves(pm).into_iter().next());
    if let (Some(pm), Some(first)) = (first, line.first())
        && read_move(begin, &pm) != read_move(begin, first)
    {
        return Err("pm is not the first move of pv".to_owned());
    }
    Ok(())
}
