//! Brings what a record asks into one form, which the rest of the program relies on: `Stip "#3";`.
//!
//! `stip "H#2";`, `Stipulation "H#2";` and plain words (`w - - #3`, `w - - White to move, mate in
//! 2;`) are turned into that form. Words count only if they are an operation of their own and the
//! record has no `Stip`; no move and no opcode looks like them. `DM 3` becomes `dm 3`.

use super::operation::Operation;
use keymove_rules::stipulation::{Stipulation, may_ask};

/// Opcodes that name what is asked, in their proper case.
const ASKING: [&str; 6] = ["am", "bm", "ce", "dm", "pv", "Stip"];

/// The opcode for which `opcode` is another spelling: `DM`, `stipulation`.
pub(super) fn canonical_opcode(opcode: &[u8]) -> Option<&'static str> {
    if opcode.eq_ignore_ascii_case(b"Stipulation") {
        return Some("Stip");
    }
    let mut usual = ASKING.into_iter();
    let usual = usual.find(|usual| opcode.eq_ignore_ascii_case(usual.as_bytes()))?;
    (opcode != usual.as_bytes()).then_some(usual)
}

/// Writes every `Stip` in its canonical form; if the record has none, the first word that is a
/// stipulation becomes one.
pub(super) fn put_stipulation(operations: &mut [Operation]) {
    let mut is_said = false;
    for operation in operations.iter_mut() {
        let is_usual_opcode = operation.is("Stip");
        if let Some(usual) = canonical_opcode(operation.opcode()) {
            *operation = operation.renamed(usual);
        }
        if !operation.is("Stip") {
            continue;
        }
        is_said = true;
        let text = operation.text();
        let is_usual = is_usual_opcode && Stipulation::usual(&text).is_some();
        let written = match Stipulation::read(&text) {
            _ if is_usual => continue,
            Ok(read) => read.to_string(),
            Err(_) if is_usual_opcode => continue,
            Err(_) => String::from_utf8_lossy(&text).into_owned(),
        };
        *operation = Operation::string("Stip", &written).read_at(operation.column());
    }
    if is_said {
        return;
    }
    for operation in operations.iter_mut() {
        if may_ask(operation.opcode())
            && let Ok(read) = Stipulation::read(operation.as_bytes())
        {
            *operation = Operation::string("Stip", &read.to_string()).read_at(operation.column());
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::epd::Epd;

    #[test]
    fn a_word_is_read_as_what_it_says_unless_something_else_does() {
        let fields = "7k/8/6K1/8/8/8/Q7/8 w - -";
        for (line, read) in [
            (" #1", " Stip \"#1\";"),
            (" 0 1 h#2.5;", " Stip \"h#2.5\"; fmvn 1; hmvc 0;"),
            (" id x; #1;", " Stip \"#1\"; id x;"),
            (" mate in 2; id x", " Stip \"#2\"; id x;"),
            (" Ser-H#17.0;", " Stip \"ser-h#17\";"),
            (" stip \"H# 2\"; #1;", " #1; Stip \"h#2\";"),
            (" STIP 2#;", " Stip \"#2\";"),
            (" Stip \"z#2\"; #1;", " #1; Stip \"z#2\";"),
            (" Stipulation \"H#2\";", " Stip \"h#2\";"),
            (" DM 2; Pv Qg2;", " dm 2; pv Qg2;"),
            (" White to move, mate in 2", " Stip \"#2\";"),
            (" (#2)", " Stip \"#2\";"),
            (" \"mate in 2\";", " Stip \"#2\";"),
            (" #1 Loyd;", " #1 Loyd;"),
            (" #1; Stip \"#2\";", " #1; Stip \"#2\";"),
            (" #1; #2;", " #2; Stip \"#1\";"),
            (" bm #1;", " bm #1;"),
            (" id \"mate in 2\"; c0 #3;", " c0 #3; id \"mate in 2\";"),
        ] {
            let epd: Epd = format!("{fields}{line}").parse().expect("a position");
            assert_eq!(epd.to_string(), format!("{fields}{read}"));
        }
    }
}
