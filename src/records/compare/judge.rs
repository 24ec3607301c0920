//! Compares one record with its counterpart: [`judge`].

use std::collections::BTreeSet;

use super::Change;
use super::pairing::FileLine;
use crate::epd::Epd;
use crate::epd::moves::{read_move, written_moves};
use crate::record::claims::NamedMoves;
use crate::record::duplex;
use crate::record::knowledge::{
    Absence, Distance, MoveSet, RecordClaim, Viewpoints, asked, claimed_count, contradicts_itself,
    is_mate,
};
use crate::record::line::PlayedLine;
use crate::record::stated::means_every_move;
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
    let should = RecordClaim::of(expected);
    let is = RecordClaim::of(actual);
    let judgement = compare_claims(expected, &should, actual, &is);
    if let RecordClaim::Solved(length) = is
        && !judgement.1
        && let Err(fault) = check_line(expected, actual, length)
    {
        return (Change::Error, true, fault);
    }
    judgement
}

/// Compares everything except the line.
fn compare_claims(
    expected: &Epd,
    should: &RecordClaim,
    actual: &Epd,
    is: &RecordClaim,
) -> Judgement {
    if let Some(judgement) = compare_unsolved(expected, should, actual, is) {
        return judgement;
    }
    let verdict = match (should, is) {
        (RecordClaim::Error(_), RecordClaim::Error(_)) => Change::Same,
        (_, RecordClaim::Error(cause)) => return (Change::Error, true, cause.to_string()),
        (RecordClaim::Solved(due), RecordClaim::Solved(found)) => match lengths(*due, *found) {
            Change::Same => return moves(expected, should, actual, is),
            verdict => verdict,
        },
        (RecordClaim::Stalemate, RecordClaim::Stalemate) => Change::Same,
        (RecordClaim::Solved(_) | RecordClaim::Stalemate, _) => Change::Lost,
        (RecordClaim::Absent(due), RecordClaim::Absent(found)) => match absences(*due, *found) {
            Change::Same if is_mated(*found) && !found.gave_up => {
                return moves(expected, should, actual, is);
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
            return moves(expected, should, actual, is);
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
fn compare_unsolved(
    expected: &Epd,
    should: &RecordClaim,
    actual: &Epd,
    is: &RecordClaim,
) -> Option<Judgement> {
    match (should, is) {
        (RecordClaim::BestMoves | RecordClaim::Nothing, RecordClaim::Absent(absence)) => {
            let claim = claimed_solution(expected)?;
            let change = match refutes(*absence, asked(expected)) {
                true => Change::KeysDiffer,
                false if absence.gave_up => Change::Lost,
                false => return None,
            };
            Some((change, true, format!("{claim}, now {is}")))
        }
        (RecordClaim::Nothing, RecordClaim::Solved(_)) => {
            let judgement = moves(expected, should, actual, is);
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

/// What a problem that is not solved yet says of its solution: its keys, or how many there are.
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
fn moves(expected: &Epd, should: &RecordClaim, actual: &Epd, is: &RecordClaim) -> Judgement {
    let meant = should.clone().as_meant();
    let is_list = MoveSet::moves_of(actual, "bm", is).len() > 1;
    let is_choice = is_choice(expected, should) && is_choice(actual, is) && !is_list;
    // Of a side that is mated, `am` has the replies that lose sooner.
    let is_mated = is.kind() == Kind::MATED;
    let opcodes: &[&str] = if is_mated { &["bm", "am"] } else { &["bm"] };
    let listed = |moves: BTreeSet<String>| Vec::from_iter(moves).join(" ");
    let mut differences = Vec::new();
    let mut worse = false;
    for opcode in opcodes {
        let Some(should) = MoveSet::of(expected, opcode, &meant) else {
            continue;
        };
        let found = match is_choice {
            true => played(actual, is),
            false => MoveSet::moves_of(actual, opcode, is),
        };
        let (missing, added) = (&should.moves - &found, &found - &should.moves);
        let is_lacking = match is_choice {
            true => missing.len() == should.moves.len(),
            false => missing.len() > MoveSet::open_of(actual, &is.clone().as_meant()),
        };
        if is_lacking {
            differences.push(format!("{opcode} lacks {}", listed(missing)));
            worse |= *opcode == "bm";
        }
        if added.len() > should.open {
            differences.push(format!("{opcode} has also {}", listed(added)));
        }
    }
    let avoided = avoided(expected, should, actual, is);
    if let Some(unjudged) = unjudged(expected, should, actual, is) {
        differences.push(unjudged);
        worse = true;
    } else if !avoided.is_empty() {
        differences.push(format!("{} of am is in bm", listed(avoided)));
        worse = true;
    }
    if let Some((difference, fewer)) = count(expected, should, is) {
        differences.push(difference);
        worse |= fewer;
    }
    if differences.is_empty() {
        same()
    } else {
        (Change::KeysDiffer, worse, differences.join(", "))
    }
}

/// Whether the `bm` of a record is not every move of its kind, but the moves that a suite allows or
/// the move that a program would play.
fn is_choice(record: &Epd, claim: &RecordClaim) -> bool {
    match claim {
        RecordClaim::Solved(length) => {
            claim.is_claimed() && !means_every_move(record, length.stipulation.length.rounded_up())
        }
        RecordClaim::Absent(_) => false,
        _ => true,
    }
}

/// The moves that a record would play: every key of an answer; else `pm`, `bm` or the first of `pv`.
fn played(record: &Epd, claim: &RecordClaim) -> BTreeSet<String> {
    let opcodes = match is_choice(record, claim) {
        true => ["pm", "bm"],
        false => ["bm", "pm"],
    };
    let mut named = opcodes
        .map(|opcode| MoveSet::moves_of(record, opcode, claim))
        .into_iter();
    named.find(|moves| !moves.is_empty()).unwrap_or_else(|| {
        let position = claim.kind().settle(record.position());
        let line = record.operation("pv").map_or_else(Vec::new, written_moves);
        let first = line.first().and_then(|m| read_move(&position, m).ok());
        first.map(|m| position.san(m)).into_iter().collect()
    })
}

/// The moves of the expected `am` that the actual record plays. If the side to move is mated, `am`
/// has the replies that lose sooner.
fn avoided(
    expected: &Epd,
    should: &RecordClaim,
    actual: &Epd,
    is: &RecordClaim,
) -> BTreeSet<String> {
    if is.kind() == Kind::MATED || matches!(is, RecordClaim::Absent(_)) {
        return BTreeSet::new();
    }
    &played(actual, is) & &MoveSet::moves_of(expected, "am", should)
}

/// Why nobody can say whether the actual record plays a move of the expected `am`: it names no legal
/// move, or the `am` has a word that is no legal move. A record with the same `am` is of the same suite.
fn unjudged(
    expected: &Epd,
    should: &RecordClaim,
    actual: &Epd,
    is: &RecordClaim,
) -> Option<String> {
    let position = should.kind().settle(expected.position());
    let avoided = NamedMoves::of(expected, "am", &position);
    if avoided == NamedMoves::of(actual, "am", &position) {
        return None;
    }
    if let Some((word, error)) = avoided.wrong.first() {
        return Some(format!("am {word} of the expected record: {error}"));
    }
    let is_choice = is_choice(expected, should) && is_choice(actual, is);
    if avoided.moves.is_empty() || !is_choice {
        return None;
    }
    let legal: BTreeSet<String> = position
        .legal_moves()
        .into_iter()
        .map(|m| position.san(m))
        .collect();
    let played = played(actual, is);
    (!played.is_subset(&legal) || played.is_empty())
        .then(|| "am, but no legal move is played".to_owned())
}

/// How the numbers of solutions differ, and whether there are fewer than expected. A problem that is
/// not solved yet claims its number for the length it asks for.
fn count(expected: &Epd, should: &RecordClaim, is: &RecordClaim) -> Option<(String, bool)> {
    let RecordClaim::Solved(is) = is else {
        return None;
    };
    let due = match should {
        RecordClaim::Solved(should) => should.count,
        _ if asked(expected) == Some(is.stipulation) => claimed_count(expected),
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
