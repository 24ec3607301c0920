//! The operations that mean something to this program, one row each: [`Opcode`]. Any other operation
//! is a remark, which is kept unchanged.
//!
//! A new operation is a row here, a field of what a record states (`record::stated`), and a line of
//! the manual `epd`.

use super::Operation;
use Operands::{Moves, Number, Other, Word};
use Role::{Analysis, Answer, AnyCase, Counter, Found, MoveSet, Result, Several};

/// An operation that means something to this program.
#[derive(Debug)]
pub struct Opcode {
    name: &'static str,
    key: u64,
    operands: Operands,
    roles: &'static [Role],
}

/// The operands of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operands {
    /// Moves, perhaps with the length of a mate.
    Moves,
    /// A number.
    Number,
    /// A name.
    Word,
    /// Anything else.
    Other,
}

/// A property of an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// It is read in any case: `DM 3`.
    AnyCase,
    /// Only a result of this program has it, although an analysis of another program may.
    Result,
    /// An answer may have it in addition to its results.
    Answer,
    /// It belongs to an analysis, which is its cost and what it found.
    Analysis,
    /// The part of an analysis that was found.
    Found,
    /// It names moves without proof, unless it is a result.
    MoveSet,
    /// A record may have it several times. A record has all others once, as the EPD specification
    /// says (section 5.1).
    Several,
    /// A counter of a FEN: the first one counts, and the others are of no interest to problems.
    Counter,
}

/// All rows, sorted by name.
static OPCODES: [Opcode; 30] = [
    row("Assumed", Other, &[Result]),
    row("Count", Other, &[Result]),
    row("Dist", Other, &[Result]),
    row("Error", Other, &[Result]),
    row("Limit", Other, &[Result]),
    row("Line", Other, &[Several]),
    row("Open", Other, &[Result]),
    row("PV:", Other, &[]),
    row("Refuted", Other, &[Result]),
    row("Safe", Other, &[Result]),
    row("SetPlay", Other, &[Several]),
    row("Stip", Other, &[AnyCase]),
    row("Try", Other, &[Several]),
    row("Unread", Other, &[Several]),
    row("Unsure", Other, &[Several]),
    row("acd", Number, &[Result, Analysis]),
    row("acn", Number, &[Result, Analysis]),
    row("acs", Number, &[Result, Analysis]),
    row("am", Moves, &[AnyCase, Answer, MoveSet]),
    row("bm", Moves, &[AnyCase, Answer, MoveSet]),
    row("ce", Number, &[AnyCase, Answer, Analysis, Found]),
    row("dm", Number, &[AnyCase, Answer]),
    row("eco", Word, &[]),
    row("fmvn", Number, &[Counter]),
    row("hmvc", Number, &[Counter]),
    row("id", Word, &[]),
    row("nic", Word, &[]),
    row("pm", Moves, &[Result, Analysis, Found]),
    row("pv", Moves, &[AnyCase, Answer, Analysis, Found]),
    row("rc", Word, &[]),
];

const fn row(name: &'static str, operands: Operands, roles: &'static [Role]) -> Opcode {
    Opcode {
        name,
        key: key(name.as_bytes()),
        operands,
        roles,
    }
}

/// The bytes of a name as one number: comparing texts took 2.5 % of a merge.
const fn key(name: &[u8]) -> u64 {
    let (mut key, mut at) = (0, 0);
    while at < name.len() {
        key = key << 8 | name[at] as u64;
        at += 1;
    }
    key << (8 * (8 - name.len()))
}

impl Opcode {
    /// The row of an opcode, which is spelled exactly so.
    pub(super) fn named(opcode: &[u8]) -> Option<&'static Opcode> {
        let key = (1..8).contains(&opcode.len()).then(|| key(opcode))?;
        let at = OPCODES.binary_search_by_key(&key, |row| row.key);
        Some(&OPCODES[at.ok()?])
    }

    /// The row of an opcode in any case.
    pub(super) fn spelled(opcode: &[u8]) -> Option<&'static Opcode> {
        let mut rows = OPCODES.iter();
        rows.find(|row| row.name.as_bytes().eq_ignore_ascii_case(opcode))
    }

    /// The name.
    pub(super) fn name(&self) -> &'static str {
        self.name
    }

    /// Whether it has `role`.
    pub(super) fn has(&self, role: Role) -> bool {
        self.roles.contains(&role)
    }
}

impl Operation {
    /// Whether the operation has `role`.
    pub fn has(&self, role: Role) -> bool {
        Opcode::named(self.opcode()).is_some_and(|row| row.has(role))
    }
}

/// Whether the operands of an opcode are moves or numbers and none of them is text, so that another
/// opcode among them begins an operation of its own: `bm Kf6 dm 2;`.
pub(super) fn has_moves_or_numbers(opcode: &[u8]) -> bool {
    Opcode::named(opcode).is_some_and(|row| matches!(row.operands, Moves | Number))
}

/// Whether a word is an opcode, and neither a move nor part of one, as `c3` and `v5` may be.
pub(super) fn is_never_move(word: &[u8]) -> bool {
    // Most words are moves, and have a digit or a capital.
    word.iter().all(u8::is_ascii_lowercase)
        && Opcode::named(word).is_some_and(|row| row.operands != Other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_found() {
        for row in &OPCODES {
            let found = Opcode::named(row.name.as_bytes()).map(Opcode::name);
            assert_eq!(found, Some(row.name));
        }
    }
}
