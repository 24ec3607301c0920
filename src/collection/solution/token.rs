//! The words of a solution, in the order in which they are written: [`tokens`].
//!
//! Read are the ways in which composers, their programs and editors write: long and short algebraic
//! notation with the letters `S` or `N` for the knight, those of German, French, Spanish, Italian
//! and Russian, and figurines, `*`, `:` and `x` for captures, several moves of one man
//! (`Qd6/d5/:d7`), moves with a choice in them (`S(x)c5`, `R(B)d4`, `Kd4(d6)`, `Sc~`, `~xb5`), and
//! the words of [`word`]. Passed over are comments in braces, the letters of themes (`[A]`) and
//! brackets without a move or a number in them; rows of prose are [`SolutionToken::Remark`].
//!
//! Moves come out in the letters of SAN (`S` is `N`, `*` is `x`); where one word can mean several
//! moves they are joined by `/`, and any of them may be meant.

use super::LEFT_OUT;
use super::word::{self, WordMeaning};
use super::written::{WrittenMove, any_capture, en_passant, written_move};

/// The results of games.
const RESULTS: [&str; 3] = ["1-0", "0-1", "1/2-1/2"];

/// A part of a solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SolutionToken<'a> {
    /// `2.`, or with dots `2...`.
    Number(usize, bool),
    /// A move, in the letters of SAN.
    Move(String),
    /// Signs behind a move: `!`, `? #`.
    Mark(&'a str),
    /// `...` alone, or a dash right behind a number: a move that is left out.
    Dots,
    /// `--`: a side passes.
    Pass,
    /// `/`, `and`, `or`: another move in the same place.
    Or,
    /// A comma or semicolon: another move in the same place, or nothing.
    Comma,
    /// `e.p.`
    EnPassant,
    /// `but`, `refuted by`.
    But,
    /// `threat:` or `>`.
    Threat,
    /// `Set play:`, a heading.
    SetPlay,
    /// `Solution:`, `Tries:`, a heading of anything but set play.
    Heading,
    /// A bracket.
    Open,
    /// Its end.
    Close,
    /// A row of words of which none is known to say anything about the moves.
    Remark(&'a str),
    /// Anything else.
    Word(&'a str),
}

/// The parts of `text`, which is [`plain`], in their order.
pub fn tokens(text: &str) -> Vec<SolutionToken<'_>> {
    let mut reader = TokenReader {
        has_foreign_men: has_foreign_men(text),
        ..TokenReader::default()
    };
    let mut rest = text;
    loop {
        let bare = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '"');
        let before = &rest[..rest.len() - bare.len()];
        if (rest.len() == text.len() || before.contains('\n'))
            && let Some(length) = remark(bare)
        {
            reader.tokens.push(SolutionToken::Remark(&bare[..length]));
            reader.last = None;
            rest = &bare[length..];
            continue;
        }
        let Some(length) = reader.read(bare, bare.len() == rest.len()) else {
            break;
        };
        rest = &bare[length..];
    }
    without_asides(reader.tokens)
}

/// The text with signs that everybody has, and with Latin letters for the men and squares of moves
/// that are written in Cyrillic.
pub fn plain(text: &str) -> String {
    let has_king = text.contains("\u{41a}\u{440}");
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let begins_word = !plain.ends_with(char::is_alphanumeric);
        let next = rest.peek().copied().unwrap_or(' ');
        let is_square = |c: char| c.is_ascii_alphanumeric() || "*:x~\u{445}(".contains(c);
        match c {
            '\u{2026}' => plain.push_str("..."),
            '\u{2010}'..='\u{2015}' | '\u{2212}' => plain.push('-'),
            '\u{d7}' => plain.push('x'),
            // Letters of Cyrillic that look like x, a, c and e.
            '\u{445}' | '\u{425}' if next.is_ascii_alphanumeric() || !begins_word => {
                plain.push('x')
            }
            '\u{430}' if next.is_ascii_digit() => plain.push('a'),
            '\u{441}' if next.is_ascii_digit() => plain.push('c'),
            '\u{435}' if next.is_ascii_digit() => plain.push('e'),
            '\u{41a}' if begins_word && next == '\u{440}' => {
                plain.push('K');
                rest.next();
            }
            '\u{41a}' if begins_word && is_square(next) => {
                plain.push(if has_king { 'N' } else { 'K' });
            }
            '\u{424}' if begins_word && is_square(next) => plain.push('Q'),
            '\u{41b}' if begins_word && is_square(next) => plain.push('R'),
            '\u{421}' if begins_word && is_square(next) => plain.push('B'),
            '\u{2020}' => plain.push('+'),
            '\u{2021}' | '\u{2260}' => plain.push('#'),
            '\u{223c}' | '\u{ff5e}' => plain.push('~'),
            '\u{a0}' => plain.push(' '),
            '\u{2654}' | '\u{265a}' => plain.push('K'),
            '\u{2655}' | '\u{265b}' => plain.push('Q'),
            '\u{2656}' | '\u{265c}' => plain.push('R'),
            '\u{2657}' | '\u{265d}' => plain.push('B'),
            '\u{2658}' | '\u{265e}' => plain.push('N'),
            // A pawn has no letter; then a sign that a figurine is to be shown as text.
            '\u{2659}' | '\u{265f}' | '\u{fe0e}' | '\u{fe0f}' => {}
            c => plain.push(c),
        }
    }
    plain
}

/// Whether a man has a letter that English has not: then `R` may be a king (*roi*, *rey*, *re*).
fn has_foreign_men(text: &str) -> bool {
    text.match_indices(['D', 'T', 'F', 'C', 'A'])
        .any(|(at, _)| {
            let begins_word = !text[..at].ends_with(char::is_alphanumeric);
            begins_word && written_move(&text[at..]).is_some()
        })
}

/// Parts of words with which a row of prose is about the question, or about what is not known here.
const ASKING: &str = "white black weiß weiss schwarz blanc noir bianc nero neri negr бел черн чёрн castl roch roqu rok \
    arroc enroq retro passant e.p illegal impossib unmöglich last condition bedingung circe cylind zylind maximum chess \
    schach twin";

/// The bytes of the row that `text` begins with if it is prose: four words or more without a move, a
/// sign or a number, other than a year, that say nothing in the play of a solution. What is shorter
/// may name a condition.
fn remark(text: &str) -> Option<usize> {
    let row = text.lines().next()?.trim_end();
    let is_sign = |c: char| "(){}[]#+*=~/<>|_:".contains(c);
    let lower = row.to_lowercase();
    if row.contains(is_sign) || ASKING.split(' ').any(|part| lower.contains(part)) {
        return None;
    }
    let words = row.split_whitespace();
    let is_prose = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric());
        let year = word
            .parse::<u16>()
            .is_ok_and(|year| (1500..2100).contains(&year));
        let is_word = word
            .chars()
            .all(|c| c.is_alphabetic() || "'\u{2019}-.".contains(c));
        // `de` and `ed` are words, too.
        year || is_word && (word.len() == 2 || written_move(word).is_none())
    };
    let begins_with_letters = row
        .trim_start_matches(['"', '\''])
        .starts_with(char::is_alphabetic);
    let says_nothing = |at: usize| {
        let (meaning, _) = word::meaning(&row[at..]);
        matches!(
            meaning,
            WordMeaning::Unknown | WordMeaning::Silent | WordMeaning::Or
        )
    };
    let mut starts = row.char_indices().filter(|&(at, c)| {
        !c.is_whitespace() && !row[..at].ends_with(|c: char| !c.is_whitespace())
    });
    let is_remark = words.clone().count() > 3
        && begins_with_letters
        && words.clone().all(is_prose)
        && starts.all(|(at, _)| says_nothing(at));
    is_remark.then_some(row.len())
}

/// The tokens without brackets in which no move and no number stands.
fn without_asides(tokens: Vec<SolutionToken<'_>>) -> Vec<SolutionToken<'_>> {
    let mut kept: Vec<SolutionToken<'_>> = Vec::with_capacity(tokens.len());
    // Where each open bracket stands, and whether anything is claimed in it.
    let mut open: Vec<(usize, bool)> = Vec::new();
    for token in tokens {
        match token {
            SolutionToken::Open => open.push((kept.len(), false)),
            SolutionToken::Close => {
                if let Some((at, claims)) = open.pop() {
                    if !claims {
                        kept.truncate(at);
                        continue;
                    }
                    if let Some((_, outside)) = open.last_mut() {
                        *outside = true;
                    }
                }
            }
            SolutionToken::Number(..) | SolutionToken::Threat => {
                open.iter_mut().for_each(|(_, claims)| *claims = true);
            }
            SolutionToken::Move(ref m) if !m.ends_with('~') => {
                open.iter_mut().for_each(|(_, claims)| *claims = true);
            }
            _ => {}
        }
        kept.push(token);
    }
    kept
}

/// Reads a text token by token.
#[derive(Debug, Default)]
struct TokenReader<'a> {
    tokens: Vec<SolutionToken<'a>>,
    /// The last move and how it is made, until a number, a word or a bracket comes.
    last: Option<WrittenMove>,
    /// Inside of brackets that are passed over: what stands in them stands beside the last move.
    in_choice: bool,
    /// `R` may be a king.
    has_foreign_men: bool,
}

impl<'a> TokenReader<'a> {
    /// Reads the first token of `text`, `glued` to the one before if no blank is between; the bytes
    /// that it takes, nothing at the end.
    fn read(&mut self, text: &'a str, glued: bool) -> Option<usize> {
        let first = *text.as_bytes().first()?;
        if first == b'{' {
            let length = comment(text);
            if length.is_none() {
                self.tokens.push(SolutionToken::Word("{"));
            }
            return Some(length.unwrap_or(1));
        }
        if let Some(length) = theme_letters(text) {
            return Some(length);
        }
        if let Some(length) = self.choice(text, glued) {
            return Some(length);
        }
        if first == b')' && std::mem::take(&mut self.in_choice) {
            return Some(1);
        }
        if let Some((captures, length)) = any_capture(text) {
            self.tokens.push(SolutionToken::Move(captures));
            self.last = None;
            return Some(length);
        }
        // `~Sa5` is a move of the knight, whichever.
        if first == b'~' && text[1..].starts_with(|c: char| c.is_ascii_alphanumeric()) {
            return Some(1);
        }
        if let Some((mut found, length)) = self.next_move(text) {
            if self.has_foreign_men && text.starts_with('R') {
                found.or_king();
            }
            self.tokens.push(SolutionToken::Move(found.san()));
            self.last = Some(found);
            return Some(length);
        }
        let (token, length) = token(text, self.tokens.last());
        let length = length.clamp(1, text.len());
        match token {
            SolutionToken::Mark(_) | SolutionToken::Or | SolutionToken::Comma => {}
            _ => self.last = None,
        }
        match (&token, self.tokens.last_mut()) {
            // `1. ... Kf8`
            (SolutionToken::Dots, Some(SolutionToken::Number(_, dots @ false))) => *dots = true,
            _ => self.tokens.push(token),
        }
        Some(length)
    }

    /// Reads the bracket of `Kd4(d6)`, `Bb4(c3 or d2)`, `a3 (or Kb6)`, in which other moves for the
    /// one before it stand, and passes over `(+)`; the bytes, if it is such a bracket.
    fn choice(&mut self, text: &'a str, glued: bool) -> Option<usize> {
        let (inside, _) = text.strip_prefix('(')?.split_once(')')?;
        if glued && !inside.is_empty() && inside.bytes().all(|b| b"+#!?=x".contains(&b)) {
            return Some(inside.len() + 2);
        }
        let last = self.last.as_ref()?;
        let is_other = |word: &str| {
            let is_move = written_move(word).is_some_and(|(_, length)| length == word.len());
            is_move || last.beside(word).is_some() || word == "or"
        };
        let mut words = inside
            .split([' ', ',', '/'])
            .map(|word| word.trim_end_matches(['+', '#', '!', '?']))
            .filter(|word| !word.is_empty())
            .peekable();
        let begins = glued || words.peek() == Some(&"or");
        if !begins || words.peek().is_none() || !words.all(is_other) {
            return None;
        }
        self.tokens.push(SolutionToken::Or);
        self.in_choice = true;
        Some(1)
    }

    /// The move that `text` begins with, perhaps one that borrows from the move before.
    fn next_move(&self, text: &str) -> Option<(WrittenMove, usize)> {
        let is_beside = matches!(
            self.tokens.last(),
            Some(SolutionToken::Or | SolutionToken::Comma)
        );
        if let Some(last) = self.last.as_ref().filter(|_| is_beside) {
            let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || "=*:-".contains(c)));
            let word = &text[..end.unwrap_or(text.len())];
            if let Some(found) = last.beside(word) {
                return Some((found, word.len()));
            }
        }
        written_move(text)
    }
}

/// The bytes of a comment in braces, which may hold others; nothing if it does not end.
fn comment(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    text.bytes()
        .position(|b| {
            depth += usize::from(b == b'{');
            depth -= usize::from(b == b'}');
            depth == 0
        })
        .map(|at| at + 1)
}

/// The bytes of letters of themes in square brackets: `[A]`, `[a1]`, `[A,b]`, `[x/y]`.
fn theme_letters(text: &str) -> Option<usize> {
    let (inside, _) = text.strip_prefix('[')?.split_once(']')?;
    let is_letter = |part: &str| {
        let letters = part
            .trim()
            .trim_end_matches(['\'', '!', '?', '*', '+', '#']);
        let digits = letters.trim_end_matches(|c: char| c.is_ascii_digit());
        digits.chars().count() == 1
            && digits.chars().all(char::is_alphabetic)
            && letters.len() <= digits.len() + 1
    };
    inside
        .split([',', '/', ' ', ';', '=', '-'])
        .all(is_letter)
        .then_some(inside.len() + 2)
}

/// The first token of a text that begins with no move, and its bytes; `before`: the last token.
fn token<'a>(text: &'a str, before: Option<&SolutionToken<'a>>) -> (SolutionToken<'a>, usize) {
    if let Some(length) = en_passant(text) {
        return (SolutionToken::EnPassant, length);
    }
    if let Some((number, dots, length)) = number(text) {
        return (SolutionToken::Number(number, dots), length);
    }
    if let Some(length) = length_of_play(text) {
        return (SolutionToken::Mark(""), length);
    }
    if let Some(result) = RESULTS.iter().find(|result| text.starts_with(**result)) {
        return (SolutionToken::Word(result), result.len());
    }
    let dots = text.bytes().take_while(|&b| b == b'.').count();
    let marks = text.bytes().take_while(|b| b"!?+#=".contains(b)).count();
    let is_numbered = matches!(before, Some(SolutionToken::Number(..)));
    match text.as_bytes()[0] {
        b'-' if text.starts_with(LEFT_OUT) => (SolutionToken::Pass, LEFT_OUT.len()),
        b'-' if is_numbered => (SolutionToken::Dots, 1),
        b'.' if dots > 1 => (SolutionToken::Dots, dots),
        b'.' | b':' | b'-' | b'\'' | b'\\' => (SolutionToken::Mark(""), 1),
        b'(' | b'[' => (SolutionToken::Open, 1),
        b')' | b']' => (SolutionToken::Close, 1),
        b'/' | b'&' => (SolutionToken::Or, 1),
        b',' | b';' => (SolutionToken::Comma, 1),
        b'>' => (SolutionToken::Threat, 1),
        _ if marks > 0 => (SolutionToken::Mark(&text[..marks]), marks),
        _ => {
            let (meaning, length) = word::meaning(text);
            let token = match meaning {
                WordMeaning::Silent => SolutionToken::Mark(""),
                WordMeaning::Or => SolutionToken::Or,
                WordMeaning::But => SolutionToken::But,
                WordMeaning::Threat => SolutionToken::Threat,
                WordMeaning::SetPlay => SolutionToken::SetPlay,
                WordMeaning::Heading => SolutionToken::Heading,
                WordMeaning::AnyMove => SolutionToken::Move("~".to_owned()),
                WordMeaning::Unknown => SolutionToken::Word(&text[..length]),
            };
            (token, length)
        }
    }
}

/// `2.`, `2...`, `2 ...`, and `2` before a move: the number, whether there are dots, the bytes.
fn number(text: &str) -> Option<(usize, bool, usize)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    if !(1..=4).contains(&digits) {
        return None;
    }
    let number = text[..digits].parse().ok()?;
    let behind = text[digits..].trim_start();
    let dots = behind.bytes().take_while(|&b| b == b'.').count();
    if dots > 0 {
        return Some((number, dots > 1, text.len() - behind.len() + dots));
    }
    let is_apart = behind.len() < text.len() - digits;
    (is_apart && written_move(behind).is_some()).then_some((number, false, digits))
}

/// The bytes of `in 7`, `in 7 moves`, which says how long a solution is.
fn length_of_play(text: &str) -> Option<usize> {
    let number = text.strip_prefix("in ")?.trim_start();
    let behind = number.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_number = behind.len() < number.len() && !behind.starts_with(['.', ')']);
    let words = behind.trim_start();
    let moves = ["moves", "Z\u{fc}gen", "coups"];
    let behind = moves
        .iter()
        .find_map(|word| words.strip_prefix(word))
        .unwrap_or(behind);
    let ends = !behind.starts_with(char::is_alphanumeric);
    (is_number && ends).then_some(text.len() - behind.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<String> {
        let found = tokens(text).into_iter().map(|token| match token {
            SolutionToken::Move(m) => m,
            other => format!("{other:?}"),
        });
        found.collect()
    }

    #[test]
    fn moves_beside_each_other_borrow_their_man() {
        for (text, due) in [
            ("Qd6/d5/:d7", &["Qd6", "Or", "d5/Qd5", "Or", "Qxd7"][..]),
            ("Rd1, xe1", &["Rd1", "Comma", "Rxe1"]),
            ("e8=Q/S", &["e8=Q", "Or", "e8=N"]),
            ("exd4/:f4", &["exd4", "Or", "exf4"]),
            ("Kd4(d6)", &["Kd4", "Or", "d6/Kd6"]),
            ("Kd4+(Kd6)", &["Kd4", "Mark(\"+\")", "Or", "Kd6"]),
            ("a3 (or Ka6)", &["a3", "Or", "Or", "Ka6"]),
            ("S~(+)", &["N~"]),
            ("~Sa5", &["Na5"]),
        ] {
            assert_eq!(moves(text), due, "{text}");
        }
    }

    #[test]
    fn comments_letters_and_asides_are_passed_over() {
        for text in [
            "Qd4{x}",
            "{a {b} Qe1\n c}Qd4",
            "Qd4[A]",
            "[a1]Qd4",
            "[A,b]/[x]Qd4",
            "Qd4 (a fine move) [Novotny]",
            "Qd4 (Qf~)",
        ] {
            let found = moves(text);
            let found: Vec<&String> = found.iter().filter(|m| *m != "Or").collect();
            assert_eq!(found, ["Qd4"], "{text}");
        }
        assert_eq!(moves("Qd4 {open")[1], "Word(\"{\")");
    }
}
