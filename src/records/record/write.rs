//! Writes an answer: [`Findings`] -> operations. [`super`] lists the operations of each outcome.

use std::slice;

use shakmaty::Move;

use super::Findings;
use super::stated::{ASSUMED, is_assumed, is_mate};
use crate::epd::length::without_length;
use crate::epd::stray::is_operation;
use crate::epd::{Epd, Operation, Role};
use crate::record::stated::Claim;
use keymove_rules::house::Reserve;
use keymove_rules::position::Position;
use keymove_solve::{Help, Kind, Loss, Outcome, Solution, Stipulation};

/// The length in full moves of the longest mate that has a `ce` value.
const LONGEST_CE: u16 = 383;

/// The mark in a line for the omitted reply of a side that waits.
pub const LEFT_OUT: &str = "--";

/// The record `epd` with the findings about it; without `acs` if `no_time`.
pub fn answered(epd: &Epd, findings: &Findings, no_time: bool) -> Epd {
    // `.#` beside `dm 3` is no question, and must not become one when its answer is read.
    let is_kept = |o: &Operation| !o.has(Role::Result) && !o.is("Stip") && is_operation(o);
    let mut record = epd.with(|o| is_kept(o) && !Claim::is_made_by(o));
    // `bm #3 #3` has no moves.
    let moves = epd.all("bm").filter_map(without_length);
    let moves = moves.filter(|o| !Claim::is_made_by(o));
    moves.for_each(|moves| record.add(moves));
    let verdict = findings.decisive();
    let stipulation = verdict.stipulation;
    let position = &verdict.position;
    match &findings.outcome() {
        Outcome::Checkmate => {
            replace(&mut record, &["am", "bm", "ce", "pv"]);
            record.add(Operation::number("ce", -32767));
            return record;
        }
        Outcome::Stalemate => {
            replace(&mut record, &["am", "bm", "ce", "pv"]);
            record.add(Operation::number("ce", 0));
            return record;
        }
        Outcome::Solved(solution) => solved(&mut record, position, stipulation, solution),
        Outcome::Helped(help) => helped(&mut record, position, stipulation.kind, help),
        Outcome::Lost(loss) => lost(&mut record, position, loss),
        Outcome::Refuted { escapes, open, .. } => {
            if findings.is_named() && !escapes.is_empty() {
                replace(&mut record, &["bm"]);
                add_moves(&mut record, "bm", position, escapes);
                add_open(&mut record, *open);
            }
        }
        Outcome::GaveUp { .. } => (),
    }
    let is_reached = verdict.bounds.reached.is_some() && !verdict.is_longer();
    let is_said_by_length = is_reached && is_mate(stipulation);
    if findings.is_named() && !is_said_by_length {
        record.add(Operation::string("Stip", &stipulation.to_string()));
        if !is_reached && is_assumed(epd) {
            record.add(Operation::words::<&str>(ASSUMED, []));
        }
    }
    for (opcode, length) in [("Refuted", findings.refuted()), ("Safe", findings.safe())] {
        if let Some(length) = length {
            record.add(Operation::words(opcode, [length.to_string()]));
        }
    }
    if let Some(depth) = findings.depth() {
        record.add(Operation::number("acd", depth));
    }
    if let Some(limit) = findings.limit() {
        record.add(Operation::string("Limit", limit.name()));
    }
    let counters = findings.counters();
    record.add(Operation::number("acn", counters.nodes));
    if !no_time {
        record.add(Operation::number("acs", counters.elapsed.as_secs()));
    }
    record
}

/// Removes the operations that are about to be written.
fn replace(record: &mut Epd, opcodes: &[&str]) {
    record.retain(|o| !opcodes.iter().any(|opcode| o.is(opcode)));
}

/// Writes a solution of forced play.
fn solved(record: &mut Epd, position: &Position, stipulation: Stipulation, solution: &Solution) {
    replace(record, &["bm", "pv"]);
    add_moves(record, "bm", position, &solution.keys);
    if is_mate(stipulation) {
        replace(record, &["ce"]);
        record.add(Operation::number("dm", solution.moves));
        if solution.moves <= LONGEST_CE {
            record.add(Operation::number(
                "ce",
                32768 - 2 * i32::from(solution.moves),
            ));
        }
    } else {
        record.add(Operation::number("Dist", solution.moves));
    }
    add_open(record, solution.open);
    add_line(record, position, stipulation.kind, &solution.line);
}

/// Writes a solution of help play.
fn helped(record: &mut Epd, position: &Position, kind: Kind, help: &Help) {
    replace(record, &["bm", "pv"]);
    add_moves(record, "bm", position, &help.keys);
    record.add(Operation::words("Dist", [help.length.to_string()]));
    add_open(record, help.open);
    if let Some(shortest) = help.solutions.first() {
        if let Some(count) = shortest.count {
            record.add(Operation::words("Count", [count.to_string()]));
        }
        if let Some(line) = shortest.lines.first() {
            add_line(record, position, kind, line);
        }
    }
}

/// Writes that the side to move is mated.
fn lost(record: &mut Epd, position: &Position, loss: &Loss) {
    replace(record, &["am", "bm", "ce", "pv"]);
    add_moves(record, "bm", position, &loss.longest);
    add_moves(record, "am", position, &loss.sooner);
    add_open(record, loss.open);
    if loss.moves <= LONGEST_CE {
        record.add(Operation::number("ce", 2 * i32::from(loss.moves) - 32767));
    }
    add_line(record, position, Kind::MATED, &loss.line);
}

/// Adds `pv` and its first move, `pm`.
fn add_line(record: &mut Epd, position: &Position, kind: Kind, line: &[Move]) {
    let written = san_line(position, kind, line);
    if let Some(first) = written.first() {
        let first = slice::from_ref(first);
        record.add(of_moves(
            "pm",
            first,
            draws_on_reserve(position, &line[..1]),
        ));
        record.add(of_moves("pv", &written, draws_on_reserve(position, line)));
    }
}

/// An operation of moves, quoted if one of them is not legal for python-chess 1.11.2, which refuses the
/// whole record otherwise.
fn of_moves(opcode: &str, moves: &[String], are_quoted: bool) -> Operation {
    let operation = Operation::words(opcode, moves);
    match are_quoted {
        true => operation.quoted(),
        false => operation,
    }
}

/// Whether one of `moves`, made by turns, drops a man out of a reserve that is not in hand.
fn draws_on_reserve(position: &Position, moves: &[Move]) -> bool {
    let Some(house) = position.house() else {
        return false;
    };
    let mut hands = house.hands;
    let mut sides = [position.turn(), !position.turn()].into_iter().cycle();
    moves.iter().any(|m| {
        let side = sides
            .next()
            .filter(|side| house.reserve == Reserve::Of(*side));
        let (Some(side), Move::Put { role, .. }) = (side, m) else {
            return false;
        };
        let count = hands.get_mut(side).get_mut(*role);
        let is_in_hand = *count > 0;
        *count = count.saturating_sub(1);
        !is_in_hand
    })
}

/// Adds the number of first moves that `bm` may lack, if there are any.
fn add_open(record: &mut Epd, open: usize) {
    if open > 0 {
        record.add(Operation::words("Open", [open.to_string()]));
    }
}

/// Adds a set of moves, if there are any.
fn add_moves(record: &mut Epd, opcode: &str, position: &Position, moves: &[Move]) {
    let is_from_reserve = moves.iter().any(|m| draws_on_reserve(position, &[*m]));
    let moves = san_set(position, moves);
    if !moves.is_empty() {
        record.add(of_moves(opcode, &moves, is_from_reserve));
    }
}

/// First moves in SAN, sorted (ASCII), each once.
pub fn san_set(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut set: Vec<String> = moves.iter().map(|&m| position.san(m)).collect();
    set.sort_unstable();
    set.dedup();
    set
}

/// A line of `kind` from `position` in SAN, with [`LEFT_OUT`] for every omitted reply of a side
/// that waits.
pub fn san_line(position: &Position, kind: Kind, line: &[Move]) -> Vec<String> {
    let mut position = position.clone();
    let mut written = Vec::with_capacity(line.len());
    for (&m, left) in line.iter().zip((0..line.len()).rev()) {
        written.push(position.play_with_san(m));
        if kind.is_reply_left_out(left) {
            written.push(LEFT_OUT.to_owned());
            position = position
                .passed()
                .expect("within a series nobody is in check");
        }
    }
    written
}
