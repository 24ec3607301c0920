//! Recognizes lines that are already written in canonical form: [`is_canonical`].
//!
//! When a collection is merged, most of its lines come back unchanged. Reading and writing a line
//! takes 3 microseconds and some forty allocations; checking whether that would change anything
//! takes half a microsecond and no allocation. So a yes must be certain, and the answer is no for
//! everything that is not plain: castling, en passant, bughouse, strings with escapes.

use memchr::memchr;

use super::asked::canonical_opcode;
use super::house::rule_named;
use super::opcode::{has_moves_or_numbers, is_never_move};
use super::operation::plain_string;
use super::position::RawPosition;
use super::read::Fields;
use keymove_rules::stipulation::{Stipulation, may_ask};

/// Whether `line` (without its line feed) is a record exactly as [`super::Epd::append_to`] would
/// write it. `false` only means that this is not known.
pub fn is_canonical(line: &[u8]) -> bool {
    let is_plain = after_fields(line).is_some_and(|rest| are_in_order(rest).is_some());
    is_plain
        && Fields::read(line).is_ok_and(|fields| {
            RawPosition::read(&fields).is_ok_and(|p| p.position(&fields, &mut Vec::new()).is_ok())
        })
}

/// The text after the four fields, if they are plain.
fn after_fields(line: &[u8]) -> Option<&[u8]> {
    let (board, rest) = line.split_at(memchr(b' ', line)?);
    let fields = [b" w - -", b" b - -"];
    let rest = fields.into_iter().find_map(|f| rest.strip_prefix(f))?;
    is_board(board).then_some(rest)
}

/// Whether the board has eight ranks of eight squares, without two digits in a row.
fn is_board(board: &[u8]) -> bool {
    let (mut ranks, mut squares, mut after_number) = (1, 0, false);
    for &byte in board {
        match byte {
            b'/' if squares == 8 => {
                ranks += 1;
                squares = 0;
            }
            b'1'..=b'8' if !after_number => squares += byte - b'0',
            b'p' | b'n' | b'b' | b'r' | b'q' | b'k' | b'P' | b'N' | b'B' | b'R' | b'Q' | b'K' => {
                squares += 1;
            }
            _ => return false,
        }
        if squares > 8 {
            return false;
        }
        after_number = byte.is_ascii_digit();
    }
    ranks == 8 && squares == 8
}

/// Whether the operations are sorted, each with one blank before it, and reading would not repair,
/// cut or interpret any of them as rules.
fn are_in_order(mut rest: &[u8]) -> Option<()> {
    let mut last: &[u8] = b"";
    while !rest.is_empty() {
        rest = rest.strip_prefix(b" ")?;
        let is_letter = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
        let length = rest.iter().position(|&b| !is_letter(b))?;
        let (opcode, operands) = rest.split_at(length);
        let is_read =
            rule_named(opcode).is_some() || canonical_opcode(opcode).is_some() || may_ask(opcode);
        if opcode < last || is_read || !opcode.first()?.is_ascii_alphabetic() {
            return None;
        }
        if opcode == b"Stip" {
            let text = operands.strip_prefix(b" \"")?;
            let (text, _) = text.split_at(memchr(b'"', text)?);
            Stipulation::usual(text)?;
        }
        last = opcode;
        rest = after_operands(operands, has_moves_or_numbers(opcode))?;
    }
    Some(())
}

/// The text after the `;` that ends the operands, each of which has one blank before it.
fn after_operands(mut rest: &[u8], may_be_cut: bool) -> Option<&[u8]> {
    while let Some(operand) = rest.strip_prefix(b" ") {
        let length = if operand.starts_with(b"\"") {
            plain_string(operand)?
        } else {
            let length = operand.iter().position(|&b| b == b' ' || b == b';')?;
            let word = &operand[..length];
            let is_plain = |&b: &u8| b.is_ascii_graphic() && b != b'"';
            if word.is_empty()
                || !word.iter().all(is_plain)
                || (may_be_cut && word[0].is_ascii_lowercase() && is_never_move(word))
            {
                return None;
            }
            length
        };
        rest = &operand[length..];
    }
    rest.strip_prefix(b";")
}

#[cfg(test)]
mod tests;
