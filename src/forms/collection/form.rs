//! Recognizes files that are not EPD by their beginning.
//!
//! Only the first line that is neither blank nor a comment is examined. Some forms have a reader of
//! their own. Lines of the other forms are still read as EPD: a line that is a record is answered,
//! every line has its place in the output, and one message says what the file seems to be.

use std::fmt;

use super::pgn::is_movetext;
use crate::composition::read::begins_input;
use keymove_base::error::{BINARY, is_binary};
use keymove_records::epd::passes_through;

/// The form of a file that is not EPD.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileForm {
    /// Games, `[Event "..."]`.
    Pgn,
    /// Popeye's input, `BeginProblem`.
    Popeye,
    /// Olive's YAML (`.olv`), or other YAML.
    Olive,
    /// Compressed by a program with this name; another one decompresses it.
    Compressed {
        /// The name of the program.
        program: &'static str,
        /// The program that decompresses it.
        reader: &'static str,
    },
    /// No text at all.
    Binary,
    /// JSON.
    Json,
    /// A table with a heading.
    Table,
}

impl FileForm {
    /// Whether there is a reader for this form.
    pub fn is_read(self) -> bool {
        match self {
            FileForm::Pgn | FileForm::Popeye | FileForm::Json => true,
            FileForm::Olive | FileForm::Table => cfg!(feature = "collections"),
            FileForm::Compressed { .. } | FileForm::Binary => false,
        }
    }
}

impl fmt::Display for FileForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileForm::Pgn => f.write_str("this is PGN without positions"),
            FileForm::Popeye => {
                f.write_str("this is input for Popeye; EPD has one position on each line")
            }
            FileForm::Olive => {
                f.write_str("this looks like YAML, as of Olive; EPD has one position on each line")
            }
            FileForm::Compressed { program, reader } => {
                write!(
                    f,
                    "this is compressed by {program}; try {reader} FILE | solver"
                )
            }
            FileForm::Binary => f.write_str(BINARY),
            FileForm::Json => f.write_str("this is JSON; EPD has no quotes around a line"),
            FileForm::Table => {
                f.write_str("this looks like a table (CSV); EPD has blanks between its fields")
            }
        }
    }
}

/// The form of a file whose first relevant line is `line`; `None` if the file may be EPD.
///
/// ```
/// use keymove_forms::collection::form::{FileForm, recognise};
///
/// assert_eq!(recognise(b"[Event \"x\"]"), Some(FileForm::Pgn));
/// assert_eq!(recognise(b"8/8/8/8/8/2k5/8/K1R5 w - -"), None);
/// ```
pub fn recognise(line: &[u8]) -> Option<FileForm> {
    if let Some(form) = compressed(line) {
        return Some(form);
    }
    if is_binary(line) {
        return Some(FileForm::Binary);
    }
    if passes_through(line) {
        return None;
    }
    let line = line.trim_ascii();
    let lower = line[..line.len().min(200)].to_ascii_lowercase();
    if is_tag(line) || is_comment(line) || is_movetext(line) {
        return Some(FileForm::Pgn);
    }
    if begins_input(line) {
        return Some(FileForm::Popeye);
    }
    let is_item = lower.strip_prefix(b"- ").unwrap_or(&lower);
    if line == b"---"
        || line.starts_with(b"--- {")
        || [
            &b"algebraic:"[..],
            b"authors:",
            b"author:",
            b"stipulation:",
            b"source:",
        ]
        .iter()
        .any(|key| is_item.starts_with(key))
    {
        return Some(FileForm::Olive);
    }
    if is_json(line) {
        return Some(FileForm::Json);
    }
    let is_table = is_heading(&lower) || separator(line).is_some() || is_row(line);
    is_table.then_some(FileForm::Table)
}

/// The program that compressed a file with this beginning, if any; six bytes are enough.
pub fn compressed(beginning: &[u8]) -> Option<FileForm> {
    let (program, reader) = match beginning {
        [0x1f, 0x8b, 0x08, ..] => ("gzip", "zcat"),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => ("zstd", "zstdcat"),
        [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => ("xz", "xzcat"),
        [b'B', b'Z', b'h', b'1'..=b'9', ..] => ("bzip2", "bzcat"),
        [b'P', b'K', 3, 4, ..] => ("zip", "unzip -p"),
        [b'7', b'z', 0xbc, 0xaf, 0x27, 0x1c, ..] => ("7-Zip", "7z e -so"),
        [0x04, 0x22, 0x4d, 0x18, ..] => ("lz4", "lz4cat"),
        [b'L', b'Z', b'I', b'P', 1, ..] => ("lzip", "lzip -dc"),
        [0x1f, 0x9d, ..] => ("compress", "zcat"),
        [0x5d, 0, 0, _, _, 0xff, ..] => ("lzma", "lzcat"),
        [b'R', b'a', b'r', b'!', 0x1a, 0x07, ..] => ("rar", "unrar p -inul"),
        _ => return None,
    };
    Some(FileForm::Compressed { program, reader })
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

/// `{ a comment }`, as opposed to an object of JSON.
fn is_comment(line: &[u8]) -> bool {
    line.starts_with(b"{") && !is_json(line)
}

/// `{"fen": ...`, `[{`, or a bracket on a line of its own.
fn is_json(line: &[u8]) -> bool {
    match line {
        [b'{', rest @ ..] => matches!(rest.trim_ascii_start().first(), None | Some(b'"' | b'}')),
        [b'[', rest @ ..] => matches!(rest.trim_ascii_start().first(), None | Some(b'{' | b'"')),
        _ => false,
    }
}

#[cfg(feature = "collections")]
use super::table::is_row;

/// Tables are not read.
#[cfg(not(feature = "collections"))]
fn is_row(_: &[u8]) -> bool {
    false
}

/// The separator that a first line of its own names, as Excel writes it: `sep=;`.
pub(super) fn separator(line: &[u8]) -> Option<u8> {
    let bare = line.strip_suffix(b"\n").unwrap_or(line);
    let bare = bare.strip_suffix(b"\r").unwrap_or(bare);
    let bare = bare.strip_prefix(b"\"").unwrap_or(bare);
    let bare = bare.strip_suffix(b"\"").unwrap_or(bare);
    match bare {
        [b's' | b'S', b'e' | b'E', b'p' | b'P', b'=', rest @ ..] => match rest {
            // Blanks at the end of the line may be missing.
            [] => Some(b'\t'),
            [separator @ (b',' | b';' | b'\t')] => Some(*separator),
            _ => None,
        },
        _ => None,
    }
}

/// Column names, one of which is a name for positions.
fn is_heading(line: &[u8]) -> bool {
    let columns: Vec<&[u8]> = line
        .split(|b| b",;\t".contains(b))
        .map(|name| name.trim_ascii().trim_ascii_end())
        .map(|name| name.strip_prefix(b"\"").unwrap_or(name))
        .map(|name| name.strip_suffix(b"\"").unwrap_or(name))
        .collect();
    columns.len() > 1
        && columns.iter().any(|name| {
            matches!(
                *name,
                b"fen" | b"epd" | b"position" | b"board" | b"puzzleid"
            )
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_their_first_line() {
        let gzip = FileForm::Compressed {
            program: "gzip",
            reader: "zcat",
        };
        let zstd = FileForm::Compressed {
            program: "zstd",
            reader: "zstdcat",
        };
        let cases: [(&[u8], FileForm); 26] = [
            (b"[Event \"Casual game\"]\r", FileForm::Pgn),
            (b"[White\t\"x\"]", FileForm::Pgn),
            (b"BeginProblem", FileForm::Popeye),
            (b"beginproblem stip #2", FileForm::Popeye),
            (b"AnfangProblem", FileForm::Popeye),
            (b"begin", FileForm::Popeye),
            (b"begin stip #2", FileForm::Popeye),
            (b"anfang ford #2", FileForm::Popeye),
            (b"DebutProbleme", FileForm::Popeye),
            (b"---", FileForm::Olive),
            (b"- algebraic:", FileForm::Olive),
            (b"authors:", FileForm::Olive),
            (b"\x1f\x8b\x08\x00\x00", gzip),
            (b"\x28\xb5\x2f\xfd\x04", zstd),
            (b"[  White \"x\"  ]", FileForm::Pgn),
            (b"{ a comment }", FileForm::Pgn),
            (b"1. e4 e5 2. Nf3", FileForm::Pgn),
            (b"e4 e5", FileForm::Pgn),
            (b"1.e2-e4", FileForm::Pgn),
            (b"{\"fen\": \"x\"}", FileForm::Json),
            (b"[{\"fen\": 1}]", FileForm::Json),
            (b"{", FileForm::Json),
            (b"fen,depth", FileForm::Table),
            (b"\"id\",\"FEN\"\r", FileForm::Table),
            (b"sep=;\r", FileForm::Table),
            (b"\"sep=,\"", FileForm::Table),
        ];
        for (line, form) in cases {
            assert_eq!(recognise(line), Some(form), "{line:?}");
        }
    }

    #[test]
    fn what_may_be_epd_is_left_alone() {
        let lines: [&[u8]; 17] = [
            b"",
            b"# [Event \"x\"]",
            b"%YAML",
            b"8/8/8/8/8/2k5/8/K1R5 w - - id \"{x}\";",
            b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
            b"b7/8/8/8/8/2k5/8/K1R5 w - - id \"fen,depth\";",
            b"nonsense",
            b"8/8/8/8/8/2k5/8/K1R5 w - - ; id a,b; #2;",
            b"8/8/8/8/8/2k5/8/K1R5 w - - 0 1;h#2",
            b"begi",
            b"begin of text",
            b"[x]",
            b"1,2,3",
            b"feed",
            b"e4",
            b"fen",
            b"k\x00",
        ];
        for line in lines {
            assert_eq!(recognise(line), None, "{line:?}");
        }
    }
}
