//! Words in the place of an operation that are none, because an opcode begins with a letter (PGN
//! standard, 16.2.4; python-chess 1.11.2 refuses other lines): broken counters (`w - - -1 -1 dm 2;`),
//! remarks (`dm 2; # checked`), numbers of perft suites (`;48;1893`), moves, columns of tables.
//!
//! They are left out with a warning, up to a well-known opcode, which would be lost with them. Only a
//! stipulation (`#2`) is kept: it becomes `Stip`.

use super::opcode::{Opcode, is_never_move};
use super::operation::{Operation, is_blank};
use super::read::is_counter;
use keymove_base::error::{Warning, excerpt};
use keymove_rules::stipulation::{AskedText, asks_something};

/// `operation` without the stray words at its beginning; `None` if nothing else is left.
///
/// The first operation of a record may be its stipulation even if it is `# 2`.
pub(super) fn removed(
    operation: Operation,
    is_first: bool,
    warnings: &mut Vec<Warning>,
) -> Option<Operation> {
    let text = operation.as_bytes();
    if is_operation(&operation) {
        let glued = glued(operation.opcode());
        warnings.extend(glued.map(|text| Warning::new(operation.column(), text)));
        return Some(operation);
    }
    // `1 #` would be a counter and a remark where it is read as the first operation.
    let asks = || {
        !is_counter(operation.opcode()) && (asks_something(text) || AskedText::read(text).is_ok())
    };
    let is_remark = is_remark(text) && !(is_first && asks());
    if !is_remark && asks() {
        return Some(operation);
    }
    let behind = match is_remark {
        true => None,
        false => words(text).find(|&(_, word)| is_never_move(word) || word == b"Stip"),
    };
    let at = behind.map_or(text.len(), |(at, _)| at);
    let stray = text[..at].trim_ascii_end();
    warnings.push(warning(operation.column(), stray));
    behind.map(|(at, _)| operation.cut_at(at))
}

/// The warning that `operation`, which is not to be the stipulation of its record, is left out;
/// `None` if its opcode begins with a letter.
pub(crate) fn left_out(operation: &Operation) -> Option<Warning> {
    (!is_operation(operation)).then(|| warning(operation.column(), operation.as_bytes()))
}

fn warning(column: usize, stray: &[u8]) -> Warning {
    let text = format!("{} is not an operation and was left out", excerpt(stray));
    Warning::new(column, text)
}

/// The warning about an opcode with a sign behind it, as in other notations or by mistake: `bm: Kf6`,
/// `dm=2`, `id"x"`. It is another opcode, so nothing is claimed.
fn glued(opcode: &[u8]) -> Option<String> {
    let at = opcode.iter().position(|sign| b":=\"".contains(sign))?;
    let name = &opcode[..at];
    let is_named = Opcode::spelled(name).is_some() && Opcode::named(opcode).is_none();
    let text = || format!("{} is not the operation {}", excerpt(opcode), excerpt(name));
    is_named.then(text)
}

/// Whether an opcode begins with a letter of any alphabet, which a stipulation in signs does not.
pub(crate) fn is_operation(operation: &Operation) -> bool {
    let text = operation.as_bytes();
    match text.first() {
        Some(b) if b.is_ascii() => b.is_ascii_alphabetic(),
        _ => {
            let head = String::from_utf8_lossy(&text[..text.len().min(4)]);
            head.starts_with(char::is_alphabetic)
        }
    }
}

/// Whether a text is a remark as in programs: `# checked`, `// checked`.
fn is_remark(text: &[u8]) -> bool {
    match text {
        [b'#', next, ..] => is_blank(*next) || next.is_ascii_alphabetic(),
        _ => text.starts_with(b"//"),
    }
}

/// The words of a text before its first string, each with its offset.
fn words(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
    let mut start = 0;
    let each = text.split(|&b| is_blank(b)).map(move |word| {
        let at = start;
        start += word.len() + 1;
        (at, word)
    });
    each.take_while(|(_, word)| !word.contains(&b'"'))
        .filter(|(_, word)| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use crate::epd::Epd;

    #[test]
    fn stray_words_are_left_out_and_hide_no_operation() {
        let fields = "7k/8/8/4K3/8/8/6Q1/8 w - -";
        let broken = "is not an operation and was left out";
        for (line, read, warning) in [
            (
                " -1 -1 Stip \"#1\"; id x;",
                " Stip \"#1\"; id x;",
                format!("-1 -1 {broken}"),
            ),
            (" 0, 1 dm 2;", " dm 2;", format!("0, 1 {broken}")),
            (
                " 0 1 0 dm 2;",
                " dm 2; fmvn 1; hmvc 0;",
                format!("0 {broken}"),
            ),
            (
                " dm 2; # checked by SF",
                " dm 2;",
                "# checked by SF is not an operation and was left out".to_owned(),
            ),
            (
                " dm 2; # 1",
                " dm 2;",
                "# 1 is not an operation and was left out".to_owned(),
            ),
            (
                " # checked",
                "",
                "# checked is not an operation and was left out".to_owned(),
            ),
            (
                " id x; // see bm Kf6;",
                " id x;",
                "// see bm Kf6 is not an operation and was left out".to_owned(),
            ),
            (
                " 0 1 5 4865609",
                " fmvn 1; hmvc 0;",
                format!("5 4865609 {broken}"),
            ),
            (" {mate in one}", "", format!("{{mate in one}} {broken}")),
            (" 1. Ra8", "", format!("1. Ra8 {broken}")),
            (" | 250 | 1.0", "", format!("| 250 | 1.0 {broken}")),
            (" 1: Kf6", "", format!("1: Kf6 {broken}")),
            (" 250, 1.0", "", format!("250, 1.0 {broken}")),
            (" [%eval 1]; dm 2;", " dm 2;", format!("[%eval 1] {broken}")),
            (" ;48", "", format!("48 {broken}")),
            (" 00:03 @ C20/R0;", "", format!("00:03 @ C20/R0 {broken}")),
            (" (+2.5/12) dm 2;", " dm 2;", format!("(+2.5/12) {broken}")),
            (" *", "", format!("* {broken}")),
            (" 1-0", "", format!("1-0 {broken}")),
            (" \"a title\";", "", format!("\"a title\" {broken}")),
            (" _x 1;", "", format!("_x 1 {broken}")),
            (" \u{2014} x;", "", format!("\u{2014} x {broken}")),
            (
                " bm: Kf6;",
                " bm: Kf6;",
                "bm: is not the operation bm".to_owned(),
            ),
            (
                " dm=2;",
                " dm=2;",
                "dm=2 is not the operation dm".to_owned(),
            ),
            (
                " STIP:#2;",
                " STIP:#2;",
                "STIP:#2 is not the operation STIP".to_owned(),
            ),
            (
                " id x; -1 Stip \"#1\";",
                " Stip \"#1\"; id x;",
                "-1 is not an operation and was left out".to_owned(),
            ),
        ] {
            let (epd, warnings) =
                Epd::read(format!("{fields}{line}").as_bytes()).expect("a record");
            assert_eq!(epd.to_string(), format!("{fields}{read}"));
            let [only] = &warnings[..] else {
                panic!("{line}: {warnings:?}");
            };
            assert_eq!(only.text, warning, "{line}");
        }
        for line in [
            " # 2",
            " dm 2; #2",
            " D1 20; D2 400;",
            " \u{e9} x;",
            " #1 Loyd;",
        ] {
            let read = Epd::read(format!("{fields}{line}").as_bytes());
            assert!(read.expect("a record").1.is_empty(), "{line}");
        }
    }
}
