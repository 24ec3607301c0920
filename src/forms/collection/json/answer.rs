//! Turns an answer in `--format json` into the record that `solver -b` writes.
//!
//! The members correspond to the operations (see [`keymove_records::record`], which writes both).
//! The results are copied, not judged.

use super::object::{JsonObject, NamedMove, Scalar, text_of, words};
use crate::collection::record::add;
use keymove_records::epd::Operation;
use keymove_records::job::stipulation_named;
use keymove_solve::Kind;

/// The length in full moves of the longest mate that has a `ce` value.
const LONGEST_CE: i32 = 383;

impl JsonObject {
    /// The EPD line of the answer for the position `fields`.
    pub fn answered(&self, fields: &str) -> Vec<u8> {
        let mut line = fields.as_bytes().to_vec();
        line.extend_from_slice(&self.operations.text);
        let mut add = |operation: Operation| add(&mut line, &operation);
        if let Some(id) = self.id.as_ref().filter(|_| !self.operations.has("id")) {
            add(Operation::string("id", &id.0));
        }
        for (opcode, rule) in [
            ("Variant", text_of(&self.variant)),
            ("MateRule", self.mate_rule.as_deref()),
            ("Reserve", self.reserve.as_deref()),
        ] {
            // If the input names a variant, its rules are added only as far as they differ from the
            // default.
            if let Some(rule) = rule.as_ref().filter(|_| !self.operations.has("Variant")) {
                add(Operation::string(opcode, rule));
            }
        }
        let is_stipulation_written = self.found(&mut add) || self.duplex.is_some();
        let asked = self.asked().filter(|asked| !asked.contains(' '));
        if let Some(asked) = asked.filter(|_| is_stipulation_written) {
            add(Operation::string("Stip", asked));
        }
        if let Some(other) = &self.duplex {
            if !self.operations.has("dup") {
                add(Operation::words::<&str>("dup", []));
            }
            other.found(&mut |operation| add(operation.with_prefix("Duplex")));
        }
        line
    }

    /// The stipulation, if it is named.
    fn asked(&self) -> Option<&str> {
        self.stipulation.as_ref().map(|asked| asked.0.as_str())
    }

    /// Adds the results; returns whether the stipulation is added as well.
    fn found(&self, add: &mut dyn FnMut(Operation)) -> bool {
        let outcome = self.outcome.as_deref().unwrap_or_default();
        let over = match outcome {
            "checkmate" => Some(-32767),
            "stalemate" => Some(0),
            _ => None,
        };
        if let Some(over) = over {
            add(Operation::number("ce", over));
            return false;
        }
        let asked = self.asked().unwrap_or_default();
        let asked_mate = asked.contains(' ')
            || stipulation_named(asked.as_bytes())
                .is_some_and(|s| matches!(s.kind, Kind::MATE | Kind::MATED) && !s.exact);
        let is_unsolved = !matches!(outcome, "solved" | "lost");
        match outcome {
            "solved" => {
                set(add, "bm", &self.keys);
                self.reached(asked_mate, add);
            }
            "lost" => {
                set(add, "bm", &self.longest);
                set(add, "am", &self.sooner);
                if let Some(moves) = self.mate_within_ce() {
                    add(Operation::number("ce", 2 * moves - 32767));
                }
            }
            // If both directions were asked, the moves do not count as an answer.
            _ if asked.contains(' ') => {}
            _ => set(add, "bm", &self.escapes),
        }
        let has_moves = !is_unsolved || !asked.contains(' ');
        if let Some(open) = self.open.filter(|open| *open > 0 && has_moves) {
            add(Operation::number("Open", open));
        }
        if let Some(first) = self.pv.as_ref().and_then(|line| line.first()) {
            add(words("pm", [first.san.as_str()]));
            set(add, "pv", &self.pv);
        }
        let is_bound = is_unsolved || self.shortest == Some(false);
        for (opcode, length) in [("Refuted", &self.refuted), ("Safe", &self.safe)] {
            if let Some(Scalar(length)) = length.as_ref().filter(|_| is_bound) {
                add(words(opcode, [length.as_str()]));
            }
        }
        if let Some(limit) = &self.limit {
            add(Operation::string("Limit", limit));
        }
        if let Some(count) = self.count {
            add(Operation::number("Count", count));
        }
        self.cost(add);
        is_unsolved || !asked_mate
    }

    /// Adds the length of the solution.
    fn reached(&self, is_mate: bool, add: &mut dyn FnMut(Operation)) {
        let Some(moves) = text_of(&self.moves) else {
            return;
        };
        if !is_mate {
            return add(words("Dist", [moves]));
        }
        add(words("dm", [moves]));
        if let Some(moves) = self.mate_within_ce() {
            add(Operation::number("ce", 32768 - 2 * moves));
        }
    }

    /// The number of moves of a mate that has a `ce` value.
    fn mate_within_ce(&self) -> Option<i32> {
        let moves = text_of(&self.moves)?.parse().ok()?;
        (1..=LONGEST_CE).contains(&moves).then_some(moves)
    }

    /// Adds depth, nodes and seconds.
    fn cost(&self, add: &mut dyn FnMut(Operation)) {
        if let Some(Scalar(depth)) = &self.depth {
            add(words("acd", [depth.as_str()]));
        }
        if let Some(nodes) = self.nodes {
            add(Operation::number("acn", nodes));
        }
        if let Some(seconds) = self.seconds {
            // Numbers beyond the range are clamped to it.
            add(Operation::number("acs", seconds as u64));
        }
    }
}

/// Adds `opcode` with these moves, if there are any.
fn set(add: &mut dyn FnMut(Operation), opcode: &str, moves: &Option<Vec<NamedMove>>) {
    if let Some(moves) = moves.as_ref().filter(|moves| !moves.is_empty()) {
        add(words(opcode, moves.iter().map(|m| m.san.as_str())));
    }
}
