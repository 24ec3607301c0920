//! Reads the files of `--lines`: everything that gives moves after a position becomes part of a
//! [`LineBook`].
//!
//! Records contribute their `pv`, `PV:` and `Line`, games in PGN and documents of Olive the lines
//! that [`Reading::claims`] makes of them, and the log of an engine each `info ... pv` after its
//! `position`; any text before these words in a line of a log is ignored. The lines are not
//! trusted, so unreadable ones are only skipped and counted.

use std::io;
use std::path::{Path, PathBuf};

use memchr::memmem;

use super::lines::{Input, InputLine, InputLines, Item};
use crate::answer::{LineBook, OPCODES};
use keymove_base::desk::counted;
use keymove_forms::collection::Reading;
use keymove_forms::collection::played::played;
use keymove_records::epd::moves::written_moves;
use keymove_records::epd::{Epd, passes_through};
use keymove_rules::position::Position;

/// Operations with lines.
const CLAIMED: &str = "Line";

/// The lines of `files`, and messages about them. At most `max_input` bytes of a compressed file
/// are read.
///
/// # Errors
///
/// A file cannot be read; its name is given.
pub(super) fn read(
    files: &[PathBuf],
    max_input: u64,
) -> Result<(LineBook, Vec<String>), (PathBuf, io::Error)> {
    let mut book = LineBook::default();
    let mut messages = Vec::new();
    for path in files {
        read_file(path, max_input, &mut book, &mut messages)
            .map_err(|error| (path.clone(), error))?;
    }
    Ok((book, messages))
}

fn read_file(
    path: &Path,
    max_input: u64,
    book: &mut LineBook,
    messages: &mut Vec<String>,
) -> io::Result<()> {
    let input = Input::File(path.to_owned());
    // First check whether it can be opened: if reading fails later, the beginning is still useful.
    input.can_be_opened()?;
    let reading = Reading {
        claims: true,
        max_input,
        ..Reading::default()
    };
    let mut log = Log::default();
    let mut unread = 0u64;
    for item in InputLines::new([input], &reading).flatten() {
        match item {
            Item::Line(line) => unread += u64::from(!add(&line, book, &mut log)),
            Item::Unreadable(message) => messages.push(message),
            Item::Rest(_) | Item::Note(_) => {}
        }
    }
    if unread > 0 {
        let name = path.display();
        messages.push(format!(
            "{name}: {}",
            counted(
                unread,
                "line is not a line of play and was left out",
                "lines are not lines of play and were left out"
            )
        ));
    }
    Ok(())
}

/// Adds the lines of play in `line`; `false` if it is neither a record, nor a line of a log, nor
/// empty.
fn add(line: &InputLine, book: &mut LineBook, log: &mut Log) -> bool {
    let text = &line.bytes[..];
    let name = format!("{}:{}", line.file, line.number);
    if line.record.is_none() && log.hears(text, &name, book) {
        return true;
    }
    if passes_through(text) {
        return true;
    }
    let Ok(record) = Epd::from_ascii(text) else {
        return false;
    };
    let opcodes = OPCODES.into_iter().chain([CLAIMED]);
    for operation in opcodes.flat_map(|opcode| record.all(opcode)) {
        book.add(record.position(), &name, written_moves(operation));
    }
    true
}

/// The state of reading an engine's log.
#[derive(Debug, Default)]
struct Log {
    /// The last position in the log.
    position: Option<Position>,
}

impl Log {
    /// Whether `line` belongs to a log; if so, its moves are added.
    fn hears(&mut self, line: &[u8], name: &str, book: &mut LineBook) -> bool {
        if let Some(words) = behind(line, b"position ") {
            self.position = position(words);
            return true;
        }
        let Some(info) = behind(line, b"info ") else {
            return false;
        };
        if let (Some(moves), Some(position)) = (behind(info, b" pv "), &self.position) {
            let words = moves.split(u8::is_ascii_whitespace);
            let words = words.filter(|word| !word.is_empty()).map(<[u8]>::to_vec);
            book.add(position, name, words.collect());
        }
        true
    }
}

/// The text after `word` in a line; `word` must be at the beginning or follow a blank.
fn behind<'a>(line: &'a [u8], word: &[u8]) -> Option<&'a [u8]> {
    let at = memmem::find(line, word)?;
    let begins = at == 0 || word[0] == b' ' || line[at - 1].is_ascii_whitespace();
    begins.then(|| &line[at + word.len()..])
}

/// `fen ... moves ...`, `startpos moves ...`.
fn position(words: &[u8]) -> Option<Position> {
    let line = played(words.trim_ascii())?.ok()?;
    Some(Epd::from_ascii(&line).ok()?.position().clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::Chess;

    #[test]
    fn a_log_gives_the_lines_of_the_position_that_was_asked() {
        let mut book = LineBook::default();
        let mut log = Log::default();
        for line in [
            "info depth 3 pv e2e4",
            "12:01 <engine: position startpos moves e2e4",
            ">engine: info depth 9 score mate 3 pv e7e5 g1f3",
            "info string nothing",
            "position fen 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1",
            "info depth 1 pv g5g7",
            "bestmove g5g7",
        ] {
            let line = InputLine::plain("log".into(), 1, line.as_bytes().to_vec());
            let is_read = add(&line, &mut book, &mut log);
            assert_eq!(is_read, !line.bytes.starts_with(b"bestmove"));
        }
        let after = position(b"startpos moves e2e4").expect("a position");
        let mate = position(b"fen 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1").expect("a position");
        let moves = |position: &Position| -> Vec<Vec<Vec<u8>>> {
            book.lines(position)
                .map(|(_, words)| words.to_vec())
                .collect()
        };
        assert_eq!(moves(&after), [[b"e7e5".to_vec(), b"g1f3".to_vec()]]);
        assert_eq!(moves(&mate), [[b"g5g7".to_vec()]]);
        assert!(moves(&Chess::default().into()).is_empty());
    }
}
