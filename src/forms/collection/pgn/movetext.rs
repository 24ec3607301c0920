//! Splits the text after the tags of a game into parts: [`parts`] is the only reader of move text,
//! used for the final position of a game ([`last_position`]) and for the claims in it.
//!
//! Joined words are split (`1.e4`, `Nf3!?`, `exd6e.p.`, `Qg7#{mate}`), and comments are dropped.
//! Nothing else is: a word that is neither a move nor an annotation of one is
//! [`MovetextPart::Unread`], and the reader of the moves has to stop there.

use std::borrow::Cow;
use std::collections::VecDeque;

use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode, Position as _};

use keymove_records::epd::moves::{in_ascii, is_comment, move_length, read_move};
use keymove_rules::house::{House, MateRule, Variant};
use keymove_rules::position::Position;

/// A part of move text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum MovetextPart {
    /// The number of a move.
    Number(u32),
    /// A word that looks like a move, in ASCII and without signs.
    Move(String),
    /// A side passes: `--`, `Z0`.
    Pass,
    /// An annotation of the previous move: `!?`, `$2`, `e.p.`; empty except for `!` and `?`.
    Mark(&'static str),
    /// A variation begins.
    Open,
    /// A variation ends.
    Close,
    /// The result.
    Result,
    /// An unreadable word, as written.
    Unread(String),
}

/// The results that games end with.
const RESULTS: [&str; 7] = ["*", "1-0", "0-1", "1/2-1/2", "1/2", "½-½", "½"];

/// Moves that are not made.
const PASSES: [&str; 5] = ["--", "<>", "Z0", "0000", "@@@@"];

/// Signs of a move, and their numbers in PGN.
const MARKS: [(&str, &str); 6] = [
    ("!!", "$3"),
    ("??", "$4"),
    ("!?", "$5"),
    ("?!", "$6"),
    ("!", "$1"),
    ("?", "$2"),
];

/// Whether a word of move text is a result.
pub(super) fn is_result(word: &[u8]) -> bool {
    RESULTS.iter().any(|result| result.as_bytes() == word)
}

/// Whether a line is move text: it is completely readable, and begins with a number or has two
/// moves.
pub(crate) fn is_movetext(line: &[u8]) -> bool {
    let Ok(line) = std::str::from_utf8(line) else {
        return false;
    };
    let (mut first, mut moves) = (None, 0);
    for (_, part) in parts(line) {
        match &part {
            MovetextPart::Unread(_) => return false,
            MovetextPart::Move(written) => {
                moves += 1;
                if first.is_none() && !written.contains(|c: char| c.is_ascii_digit()) {
                    return false;
                }
            }
            _ => {}
        }
        first.get_or_insert(part);
    }
    moves > 1 || moves == 1 && matches!(first, Some(MovetextPart::Number(_)))
}

/// The parts of `text`, each with the offset of its word.
pub(super) fn parts(text: &str) -> MovetextParts<'_> {
    MovetextParts {
        text,
        at: 0,
        depth: 0,
        numbers_close: false,
        word: VecDeque::new(),
    }
}

/// See [`parts`].
pub(super) struct MovetextParts<'a> {
    text: &'a str,
    at: usize,
    /// The number of open variations.
    depth: usize,
    /// Whether a number was written as in `12)`.
    numbers_close: bool,
    /// The remaining parts of the last word.
    word: VecDeque<(usize, MovetextPart)>,
}

impl Iterator for MovetextParts<'_> {
    type Item = (usize, MovetextPart);

    fn next(&mut self) -> Option<(usize, MovetextPart)> {
        loop {
            if let Some(part) = self.word.pop_front() {
                return Some(part);
            }
            let rest = self.text[self.at..].trim_start_matches(is_blank);
            let start = self.text.len() - rest.len();
            let first = rest.chars().next()?;
            let behind = |end: char| rest.find(end).map_or(rest.len(), |at| at + 1);
            let (part, length) = match first {
                '{' => (None, behind('}')),
                ';' => (None, behind('\n')),
                '%' if self.text[..start].ends_with('\n') => (None, behind('\n')),
                '(' => {
                    self.depth += 1;
                    (Some(MovetextPart::Open), 1)
                }
                ')' => {
                    self.depth = self.depth.saturating_sub(1);
                    (Some(MovetextPart::Close), 1)
                }
                '}' => (Some(MovetextPart::Unread("}".to_owned())), 1),
                _ => {
                    let word = &rest[..word_length(rest)];
                    self.word
                        .extend(word_parts(word).into_iter().map(|part| (start, part)));
                    let sign = match self.depth == 0 || self.numbers_close {
                        true => number_sign(word, &rest[word.len()..]),
                        false => 0,
                    };
                    self.numbers_close |= sign > 0;
                    (None, word.len() + sign)
                }
            };
            self.at = start + length;
            if let Some(part) = part {
                return Some((start, part));
            }
        }
    }
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{200b}' || c == '\u{feff}' || c == '\0'
}

/// The length in bytes of the word at the beginning of `text`. The promoted man may be in brackets.
fn word_length(text: &str) -> usize {
    let ends = |(at, c): (usize, char)| {
        let is_promotion = c == '('
            && matches!(
                text.as_bytes().get(at + 1..at + 3),
                Some([b'A'..=b'Z' | b'a'..=b'z', b')'])
            )
            && text[..at].ends_with(['1', '8', '=']);
        let is_promoted = c == ')' && at > 2 && text.as_bytes()[at - 2] == b'(';
        let ends = is_blank(c) || "{}();".contains(c) && !is_promotion && !is_promoted;
        // A sign given by its number ends the move before it.
        (ends || c == '$' && at > 0).then_some(at)
    };
    text.char_indices().find_map(ends).unwrap_or(text.len())
}

/// The length of the sign behind a number in `12)`. It closes nothing: no variation is open, or the
/// game is written so.
fn number_sign(word: &str, behind: &str) -> usize {
    let number = word.trim_end_matches('.');
    let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
    let signs = [").", ")"]
        .into_iter()
        .find(|sign| behind.starts_with(sign));
    signs.filter(|_| is_number).map_or(0, str::len)
}

/// The parts of a word; the whole word if any of it is unreadable.
fn word_parts(word: &str) -> Vec<MovetextPart> {
    if is_result(word.as_bytes()) {
        return vec![MovetextPart::Result];
    }
    // Any move, which cannot be played.
    if ["~", "\u{223c}", "\u{ff5e}"].contains(&word) {
        return vec![MovetextPart::Unread(word.to_owned())];
    }
    let plain: Cow<'_, str> = in_ascii(word);
    let mut rest = &*plain;
    let mut parts = Vec::new();
    while !rest.is_empty() {
        let Some((part, length)) = beginning(rest) else {
            return vec![MovetextPart::Unread(word.to_owned())];
        };
        parts.push(part);
        rest = &rest[length..];
    }
    parts
}

/// The part at the beginning of a word, and its length in bytes.
fn beginning(word: &str) -> Option<(MovetextPart, usize)> {
    if let Some(pass) = PASSES.iter().find(|pass| word.starts_with(**pass)) {
        return Some((MovetextPart::Pass, pass.len()));
    }
    if let Some(length) = move_length(word) {
        return Some((MovetextPart::Move(word[..length].to_owned()), length));
    }
    if is_result(word.as_bytes()) {
        return Some((MovetextPart::Result, word.len()));
    }
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    if (1..=4).contains(&digits) && !word.starts_with('0') {
        let dots = word[digits..].bytes().take_while(|&b| b == b'.').count();
        // `5254` is e2e4 in numeric notation, as used in correspondence chess.
        if digits == 4 && dots == 0 {
            return None;
        }
        let number = word[..digits].parse().ok()?;
        return Some((MovetextPart::Number(number), digits + dots));
    }
    if let Some(number) = word.strip_prefix('$') {
        let mark = MARKS.iter().find(|(_, nag)| *nag == word);
        let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
        let mark = MovetextPart::Mark(mark.map_or("", |(mark, _)| mark));
        return is_number.then_some((mark, word.len()));
    }
    if let Some((mark, _)) = MARKS.iter().find(|(mark, _)| word.starts_with(mark)) {
        return Some((MovetextPart::Mark(mark), mark.len()));
    }
    if word.starts_with('#') {
        return Some((MovetextPart::Mark("#"), 1));
    }
    // A sign of its own, or the rest annotates the move: `e.p.`, `+-`, `mate`. `N` is a novelty.
    let first = word.chars().next()?.len_utf8();
    if is_comment(&word[..first]) {
        return Some((MovetextPart::Mark(""), first));
    }
    (word == "N" || is_comment(word)).then_some((MovetextPart::Mark(""), word.len()))
}

/// Why the moves of a game are not played to their end, and the offset of the fault.
pub(crate) type MovetextFault = (usize, String);

/// Plays the main line of a game; variations are skipped.
///
/// # Errors
///
/// An unreadable word or an illegal move: `position` is the one before it.
pub(crate) fn follow(position: &mut Position, text: &str) -> Result<(), MovetextFault> {
    // The number of open variations, which are skipped, and the offset of the first of them.
    let (mut depth, mut opened) = (0usize, 0);
    let mut plies = 0;
    let mut is_foreign = None;
    for (at, part) in parts(text) {
        let fault = |reason: &str| Err((at, format!("{}{reason}", move_number(plies))));
        match part {
            MovetextPart::Open => {
                opened = if depth == 0 { at } else { opened };
                depth += 1;
            }
            MovetextPart::Close if depth == 0 => return fault(") closes nothing"),
            MovetextPart::Close => depth -= 1,
            _ if depth > 0 => {}
            MovetextPart::Number(_) | MovetextPart::Mark(_) => {}
            MovetextPart::Result => break,
            MovetextPart::Unread(word) => return fault(&format!("{word} cannot be read")),
            MovetextPart::Pass => match position.passed() {
                Some(passed) => (*position, plies) = (passed, plies + 1),
                None => return fault("a side in check does not pass"),
            },
            MovetextPart::Move(written)
                if written.starts_with('P')
                    && *is_foreign.get_or_insert_with(|| has_foreign_men(text)) =>
            {
                return fault(&format!("{written} may be a pawn's or a knight's move"));
            }
            MovetextPart::Move(written) => match read_move(position, written.as_bytes()) {
                Ok(m) => {
                    position.play(m);
                    plies += 1;
                }
                Err(error) => return fault(&error.to_string()),
            },
        }
    }
    if depth > 0 {
        return Err((opened, "the variation does not end".to_owned()));
    }
    Ok(())
}

/// Whether a game has German or Dutch letters for men: then a `P` in it may be a knight.
fn has_foreign_men(text: &str) -> bool {
    parts(text).any(|(_, part)| match part {
        MovetextPart::Move(written) => written.starts_with(['D', 'T', 'L']),
        _ => false,
    })
}

/// The position after the main line of a game from the initial position.
///
/// # Errors
///
/// An unreadable word or an illegal move.
pub(super) fn last_position(text: &str, house: Option<Variant>) -> Result<String, MovetextFault> {
    let mut position = match house {
        None => Position::from(Chess::default()),
        Some(Variant::Crazyhouse) => {
            let empty = House::new(Variant::Crazyhouse, MateRule::Now);
            Position::with_house(Chess::default(), empty)
        }
        Some(Variant::Bughouse) => {
            let reason = "what is in hand comes from the other board of the match";
            return Err((0, reason.to_owned()));
        }
    };
    if let Some((at, MovetextPart::Number(number @ 2..))) = parts(text).next() {
        let reason = format!("the game begins with move {number}, and has no position");
        return Err((at, reason));
    }
    follow(&mut position, text)?;
    let mut setup = position.chess().to_setup(EnPassantMode::Legal);
    if let Some(house) = position.house() {
        setup.pockets = Some(house.hands);
        setup.promoted = house.promoted;
    }
    // Promoted men may be on the board, and no hand holds more than there are men.
    let fen = Fen::try_from_setup(setup).unwrap_or_else(|lossy| lossy.ignore());
    Ok(fen.to_string())
}

/// The number of the move that follows `plies` half moves.
fn move_number(plies: u32) -> String {
    let dots = if plies.is_multiple_of(2) { "." } else { "..." };
    format!("{}{dots}", plies / 2 + 1)
}
