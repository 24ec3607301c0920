//! Brings what a record asks into one form, which the rest of the program relies on: `Stip "#3";`.
//!
//! `stip "H#2";`, `Stipulation "H#2";` and plain words (`w - - #3`, `w - - White to move, mate in
//! 2;`) are turned into that form. Words count only if they are an operation of their own and the
//! record has no `Stip`; no move and no opcode looks like them. `DM 3` becomes `dm 3`.
//!
//! Anything else in a text becomes an operation of its own, unless the record has it already:
//! `Stip "ser-#2 duplex";` is `dup; Stip "ser-#2";`, and `h#3 2.1.1` is `Count 2; Stip "h#3";`. The
//! side to move is a field of the record; a text that names the other side causes a warning.

use super::length::CountedMate;
use super::opcode::{Opcode, Role};
use super::operation::Operation;
use super::stray;
use keymove_base::error::Warning;
use keymove_rules::bounds::Length;
use keymove_rules::stipulation::{AskedText, Kind, Stipulation, StipulationError, may_ask};
use shakmaty::Color;

/// The opcode for which `opcode` is another spelling: `DM`, `stipulation`.
pub(super) fn canonical_opcode(opcode: &[u8]) -> Option<&'static str> {
    if Opcode::named(opcode).is_some() {
        return None;
    }
    if opcode.eq_ignore_ascii_case(b"Stipulation") {
        return Some("Stip");
    }
    let usual = Opcode::spelled(opcode).filter(|row| row.has(Role::AnyCase))?;
    Some(usual.name())
}

/// Writes every `Stip` in its canonical form; if the record has none, the first word that is a
/// stipulation becomes one. `turn` is the side to move.
pub(super) fn put_stipulation(
    operations: &mut Vec<Operation>,
    turn: Color,
    warnings: &mut Vec<Warning>,
) {
    let mut is_said = false;
    let mut said = None;
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
        if is_usual_opcode && Stipulation::usual(&text).is_some() {
            continue;
        }
        let written = match read_asked(&text) {
            Ok(asked) => {
                said = said.or(Some((asked, operation.column())));
                asked.stipulation.to_string()
            }
            Err(_) if is_usual_opcode => continue,
            Err(_) => String::from_utf8_lossy(&text).into_owned(),
        };
        *operation = Operation::string("Stip", &written).read_at(operation.column());
    }
    if !is_said {
        said = operations.iter_mut().find_map(in_a_word);
    }
    if is_said || said.is_some() {
        // A second stipulation in signs (`#1`) would become the only one in an answer.
        operations.retain(|operation| {
            let left_out = stray::left_out(operation);
            warnings.extend(left_out.clone());
            left_out.is_none()
        });
    }
    if let Some((asked, column)) = said {
        put_additions(operations, asked, column);
        warnings.extend(other_side(asked, turn).map(|text| Warning::new(column, text)));
    }
}

/// Turns an operation that is a stipulation in words into a `Stip`.
fn in_a_word(operation: &mut Operation) -> Option<(AskedText, usize)> {
    let may_ask = may_ask(operation.opcode());
    let asked = read_asked(may_ask.then(|| operation.as_bytes())?).ok()?;
    let column = operation.column();
    *operation = Operation::string("Stip", &asked.stipulation.to_string()).read_at(column);
    Some((asked, column))
}

/// Adds what a stipulation says in addition, unless the record already says it.
fn put_additions(operations: &mut Vec<Operation>, asked: AskedText, column: usize) {
    let duplex = asked.duplex.then(|| Operation::words::<&str>("dup", []));
    let count = asked
        .solutions
        .map(|number| Operation::number("Count", number));
    for operation in [duplex, count].into_iter().flatten() {
        if !operations
            .iter()
            .any(|other| other.opcode() == operation.opcode())
        {
            operations.push(operation.read_at(column));
        }
    }
}

/// A warning if a stipulation names a side other than `turn`.
fn other_side(asked: AskedText, turn: Color) -> Option<String> {
    let named = asked.beginner.filter(|&named| named != turn)?;
    Some(format!(
        "the stipulation says {named} to move, the position says {turn}, which is followed"
    ))
}

/// The question in a text; `mate in -2` is the length of a mate as engines show it.
fn read_asked(text: &[u8]) -> Result<AskedText, StipulationError> {
    let mate = CountedMate::read(text).filter(|mate| mate.is_mated);
    match mate.and_then(|mate| std::str::from_utf8(&mate.digits).ok()?.parse().ok()) {
        Some(moves) if (1..=Length::LONGEST).contains(&moves) => {
            Ok(Stipulation::new(Kind::MATED, moves).into())
        }
        _ => AskedText::read(text),
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
            (" stip \"H# 2\"; #1;", " Stip \"h#2\";"),
            (" STIP 2#;", " Stip \"#2\";"),
            (" Stip \"z#2\"; #1;", " Stip \"z#2\";"),
            (" Stipulation \"H#2\";", " Stip \"h#2\";"),
            (" DM 2; Pv Qg2;", " dm 2; pv Qg2;"),
            (" White to move, mate in 2", " Stip \"#2\";"),
            (" h#2 3.1.1.1;", " Count 3; Stip \"h#2\";"),
            (
                " Stip \"h#2 3 solutions\"; Count 2;",
                " Count 2; Stip \"h#2\";",
            ),
            (" Stip \"ser-#2 duplex\";", " Stip \"ser-#2\"; dup;"),
            (" (#2)", " Stip \"#2\";"),
            (" \"mate in 2\";", " Stip \"#2\";"),
            (" mate in -2;", " Stip \"-#2\";"),
            (" mate -2;", " Stip \"-#2\";"),
            (" Stip \"mate in -2\";", " Stip \"-#2\";"),
            (" mate-in-2;", " Stip \"#2\";"),
            (" #1 Loyd;", " #1 Loyd;"),
            (" #1; Stip \"#2\";", " Stip \"#2\";"),
            (" #1; #2;", " Stip \"#1\";"),
            (" bm #1;", " bm #1;"),
            (" id \"mate in 2\"; c0 #3;", " c0 #3; id \"mate in 2\";"),
        ] {
            let epd: Epd = format!("{fields}{line}").parse().expect("a position");
            assert_eq!(epd.to_string(), format!("{fields}{read}"));
        }
    }

    #[test]
    fn words_that_name_the_other_side_are_pointed_out() {
        let warnings = |line: &str| -> Vec<String> {
            let (_, warnings) = Epd::read(line.as_bytes()).expect("a position");
            warnings.into_iter().map(|warning| warning.text).collect()
        };
        let board = "8/8/8/8/8/1k6/7r/K7";
        let expected =
            "the stipulation says black to move, the position says white, which is followed";
        for said in [
            "Stip \"#1 black to move\";",
            "Black mates in 1",
            "#1 by Black;",
        ] {
            assert_eq!(
                warnings(&format!("{board} w - - {said}")),
                [expected],
                "{said}"
            );
            assert!(
                warnings(&format!("{board} b - - {said}")).is_empty(),
                "{said}"
            );
        }
    }
}
