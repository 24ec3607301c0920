//! Words in the place of an operation that are none, because an opcode begins with a letter: broken
//! counters after the fields (`w - - -1 -1 dm 2;`) and remarks (`dm 2; # checked`).
//!
//! A remark is left out with a warning, and so are words in front of a well-known opcode, which would
//! take that operation with them. Two kinds are kept, because real files have them: a stipulation
//! (`#2`), and values, such as `;48;1893` of perft suites and `; 00:03 @ C20;` of composers'
//! databases. Operations are written in sorted order, so it does not matter where such words stand.

use super::operation::{Operation, is_blank};
use super::read::NEVER_MOVES;
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
    let begins = text
        .first()
        .is_some_and(|b| b.is_ascii() && !b.is_ascii_alphabetic());
    if !begins {
        return Some(operation);
    }
    let asks = asks_something(text) || AskedText::read(text).is_ok();
    let is_remark = is_remark(text) && !(is_first && asks);
    if asks && !is_remark {
        return Some(operation);
    }
    let behind = match is_remark {
        true => None,
        false => words(text).find(|&(_, word)| NEVER_MOVES.contains(&word) || word == b"Stip"),
    };
    if !is_remark && behind.is_none() {
        return Some(operation);
    }
    let at = behind.map_or(text.len(), |(at, _)| at);
    let stray = text[..at].trim_ascii_end();
    let text = format!("{} is not an operation and was left out", excerpt(stray));
    warnings.push(Warning::new(operation.column(), text));
    behind.map(|(at, _)| operation.cut_at(at))
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
            " ;48;1893",
            " 00:00; ep;",
            " bm #3; 00:03 @ C20/R0;",
            " #1 Loyd;",
            " +- no repet - StackOverflow;",
            " ? ? D1 20; D2 400;",
        ] {
            let read = Epd::read(format!("{fields}{line}").as_bytes());
            assert!(read.expect("a record").1.is_empty(), "{line}");
        }
    }
}
