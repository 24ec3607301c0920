//! Recognizes the form of a file by its beginning.
//!
//! Only the first line that is neither blank nor a comment is examined. A file in a form that no
//! reader takes is a [`stranger`]: it gets one message, with a command that turns it into EPD.

use super::pgn::movetext::is_movetext;
use super::stranger::{Stranger, stranger};
use crate::composition::read::begins_input;
use keymove_records::epd::passes_through;

/// The form of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputForm {
    /// EPD records, one on each line.
    Epd,
    /// Games, `[Event "..."]`.
    Pgn,
    /// Olive's YAML (`.olv`), or other YAML.
    Olive,
    /// Popeye's input, `BeginProblem`.
    Popeye,
}

impl InputForm {
    /// All forms with their names, as `--from` takes them.
    pub const NAMES: [(&str, InputForm); 4] = [
        ("epd", InputForm::Epd),
        ("pgn", InputForm::Pgn),
        ("olv", InputForm::Olive),
        ("popeye", InputForm::Popeye),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        let own = InputForm::NAMES.iter().find(|(_, form)| *form == self);
        own.expect("every form has a name").0
    }

    /// Its name for people.
    pub fn title(self) -> &'static str {
        match self {
            InputForm::Epd => "EPD",
            InputForm::Pgn => "PGN",
            InputForm::Olive => "Olive",
            InputForm::Popeye => "Popeye",
        }
    }
}

/// The form of a file whose first relevant line is `line`. A line that resembles no other form may
/// be EPD.
///
/// ```
/// use keymove_forms::collection::form::{InputForm, recognise};
///
/// assert_eq!(recognise(b"[Event \"x\"]"), Ok(InputForm::Pgn));
/// assert_eq!(recognise(b"8/8/8/8/8/2k5/8/K1R5 w - -"), Ok(InputForm::Epd));
/// assert!(recognise(b"PuzzleId,FEN,Moves").is_err());
/// ```
///
/// # Errors
///
/// No reader takes the file.
pub fn recognise(line: &[u8]) -> Result<InputForm, Stranger> {
    if let Some(stranger) = stranger(line) {
        return Err(stranger);
    }
    if passes_through(line) {
        return Ok(InputForm::Epd);
    }
    let line = line.trim_ascii();
    if is_tag(line) || line.starts_with(b"{") || is_movetext(line) {
        return Ok(InputForm::Pgn);
    }
    if begins_input(line) {
        return Ok(InputForm::Popeye);
    }
    let lower = line[..line.len().min(200)].to_ascii_lowercase();
    let item = lower.strip_prefix(b"- ").unwrap_or(&lower);
    let keys: [&[u8]; 5] = [
        b"algebraic:",
        b"authors:",
        b"author:",
        b"stipulation:",
        b"source:",
    ];
    let is_olive = line == b"---"
        || line.starts_with(b"--- {")
        || keys.iter().any(|key| item.starts_with(key));
    Ok(match is_olive {
        true => InputForm::Olive,
        false => InputForm::Epd,
    })
}

/// `[Event "..."]`
fn is_tag(line: &[u8]) -> bool {
    let Some(inside) = line.strip_prefix(b"[") else {
        return false;
    };
    let inside = inside.trim_ascii_start();
    let name = inside
        .iter()
        .take_while(|b| b.is_ascii_alphanumeric() || **b == b'_')
        .count();
    name > 0 && inside[name..].trim_ascii_start().starts_with(b"\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_their_first_line() {
        let cases: [(&[u8], InputForm); 16] = [
            (b"[Event \"Casual game\"]\r", InputForm::Pgn),
            (b"[White\t\"x\"]", InputForm::Pgn),
            (b"[  White \"x\"  ]", InputForm::Pgn),
            (b"{ a comment }", InputForm::Pgn),
            (b"1. e4 e5 2. Nf3", InputForm::Pgn),
            (b"e4 e5", InputForm::Pgn),
            (b"1.e2-e4", InputForm::Pgn),
            (b"BeginProblem", InputForm::Popeye),
            (b"beginproblem stip #2", InputForm::Popeye),
            (b"AnfangProblem", InputForm::Popeye),
            (b"begin", InputForm::Popeye),
            (b"anfang ford #2", InputForm::Popeye),
            (b"DebutProbleme", InputForm::Popeye),
            (b"---", InputForm::Olive),
            (b"- algebraic:", InputForm::Olive),
            (b"authors:", InputForm::Olive),
        ];
        for (line, form) in cases {
            assert_eq!(recognise(line), Ok(form), "{line:?}");
        }
    }

    #[test]
    fn a_line_that_may_be_epd_is_left_alone() {
        let lines: [&[u8]; 18] = [
            b"",
            b"# [Event \"x\"]",
            b"%YAML",
            b"8/8/8/8/8/2k5/8/K1R5 w - - id \"{x}\";",
            b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
            b"b7/8/8/8/8/2k5/8/K1R5 w - - id \"fen,depth\";",
            b"nonsense",
            b"8/8/8/8/8/2k5/8/K1R5 w - - ; id a,b; #2;",
            b"8/8/8/8/8/2k5/8/K1R5 w - - 0 1;h#2",
            b"7k/8/5KQ1/8/8/8/8/8 w - - bm Qg7#; id \"a,b\";",
            b"8/8/8/8/8/2k5/8/K1R5 w - - 0 1 | 250 | 1.0",
            b"begi",
            b"begin of text",
            b"[x]",
            b"1,2,3",
            b"feed",
            b"e4",
            b"position fen 8/8/8/8/8/2k5/8/K1R5 w - - moves a1a2",
        ];
        for line in lines {
            assert_eq!(recognise(line), Ok(InputForm::Epd), "{line:?}");
        }
    }
}
