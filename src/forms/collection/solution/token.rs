//! Splits a solution into words, in their order: [`tokens`].
//!
//! Understood are the spellings of composers, their programs and editors: long and short algebraic
//! notation with the letters `S` or `N` for the knight, the letters of German, French, Spanish,
//! Italian and Russian, and figurines, `*`, `:` and `x` for captures, several moves of one man
//! (`Qd6/d5/:d7`), moves with alternatives (`S(x)c5`, `R(B)d4`, `Kd4(d6)`, `Sc~`, `~xb5`), and the
//! words of [`word`]. Comments in braces, the letters of themes (`[A]`), and brackets without a
//! move or a number are skipped; rows of prose become [`SolutionToken::Remark`].
//!
//! Moves are converted to the letters of SAN (`S` becomes `N`, `*` becomes `x`). If a word can mean
//! several moves, they are joined by `/`.

use super::rows::{program_row, remark, sign_of_a_row, with_rows_placed};
use super::word::{self, WordMeaning};
use super::written::{WrittenMove, any_capture, en_passant, written_move};
use super::{LEFT_OUT, bracketed};

/// The results of games.
const RESULTS: [&str; 3] = ["1-0", "0-1", "1/2-1/2"];

/// A part of a solution.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SolutionToken<'a> {
    /// `2.`, or with dots `2...`.
    Number(usize, bool),
    /// A move, in the letters of SAN.
    Move(String),
    /// Signs after a move: `!`, `? #`.
    Mark(&'a str),
    /// `...` alone, or a dash directly after a number: an omitted move.
    Dots,
    /// `--`: a side passes.
    Pass,
    /// `/`, `and`, `or`: an alternative to the last move.
    Or,
    /// A comma or semicolon: an alternative to the last move, or nothing.
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
    /// A row begins with a move without a number. It is a reply to the move with this number, if
    /// the number after it says so.
    Row(Option<usize>),
    /// The following text is ambiguous.
    Unsure(&'a str),
    /// A row of words without a known meaning in play.
    Remark(&'a str),
    /// Anything else.
    Word(&'a str),
}

/// The parts of `text`, which is [`plain`](super::plain::plain), in order.
pub fn tokens(text: &str) -> Vec<SolutionToken<'_>> {
    let mut reader = TokenReader {
        has_foreign_men: has_foreign_men(text),
        ..TokenReader::default()
    };
    let mut rest = text;
    loop {
        let bare = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '"');
        let before = &rest[..rest.len() - bare.len()];
        let begins_row = rest.len() == text.len() || before.contains('\n');
        if begins_row && let Some(length) = program_row(bare) {
            rest = &bare[length..];
            continue;
        }
        if begins_row && let Some(length) = remark(bare) {
            reader.tokens.push(SolutionToken::Remark(&bare[..length]));
            reader.last = None;
            rest = &bare[length..];
            continue;
        }
        let at = reader.tokens.len();
        let Some(length) = reader.read(bare, bare.len() == rest.len()) else {
            break;
        };
        if begins_row && at > 0 && matches!(reader.tokens.get(at), Some(SolutionToken::Move(_))) {
            reader.tokens.insert(at, SolutionToken::Row(None));
        }
        rest = &bare[length..];
    }
    without_asides(with_rows_placed(reader.tokens))
}

/// Whether a man has a letter that does not occur in English: then `R` may be a king (*roi*, *rey*,
/// *re*).
fn has_foreign_men(text: &str) -> bool {
    text.match_indices(['D', 'T', 'F', 'C', 'A'])
        .any(|(at, _)| {
            let begins_word = !text[..at].ends_with(char::is_alphanumeric);
            begins_word && written_move(&text[at..]).is_some()
        })
}

/// The tokens without those brackets that contain neither a move nor a number.
fn without_asides(tokens: Vec<SolutionToken<'_>>) -> Vec<SolutionToken<'_>> {
    let mut kept: Vec<SolutionToken<'_>> = Vec::with_capacity(tokens.len());
    // The position of each open bracket, and whether it contains a claim.
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
                open.last_mut()
                    .into_iter()
                    .for_each(|(_, claims)| *claims = true);
            }
            SolutionToken::Move(ref m) if !m.ends_with('~') => {
                open.last_mut()
                    .into_iter()
                    .for_each(|(_, claims)| *claims = true);
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
    /// The last move, until a number, a word or a bracket comes.
    last: Option<WrittenMove>,
    /// Whether the reader is inside skipped brackets: their moves are alternatives to the last
    /// move.
    in_choice: bool,
    /// Whether a comment did not end; braces after it are not looked at.
    is_open: bool,
    /// Whether `R` may be a king.
    has_foreign_men: bool,
    /// The number of open brackets.
    depth: usize,
}

impl<'a> TokenReader<'a> {
    /// Reads the first token of `text`; `glued`: no blank separates it from the previous one.
    /// Returns its length in bytes, `None` at the end.
    fn read(&mut self, text: &'a str, glued: bool) -> Option<usize> {
        let first = *text.as_bytes().first()?;
        if first == b'{' {
            let length = if self.is_open { None } else { comment(text) };
            if length.is_none() {
                self.is_open = true;
                self.tokens.push(SolutionToken::Word("{"));
            }
            return Some(length.unwrap_or(1));
        }
        if let Some(length) = theme_letters(text).or_else(|| what_is_not_played(text)) {
            return Some(length);
        }
        if let Some(length) = self.left_out(text) {
            return Some(length);
        }
        if let Some((token, length)) = sign_of_a_row(text) {
            self.tokens.push(token);
            self.last = None;
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
        // `~Sa5` is a move of either knight.
        if first == b'~' && text[1..].starts_with(|c: char| c.is_ascii_alphanumeric()) {
            return Some(1);
        }
        if let Some((mut found, length)) = self.next_move(text) {
            if self.has_foreign_men && text.starts_with('R') {
                found.or_king();
            }
            if found.is_spaced {
                self.tokens.push(SolutionToken::Unsure(&text[..length]));
            }
            self.tokens.push(SolutionToken::Move(found.san()));
            self.last = Some(found);
            return Some(length);
        }
        if self.depth == 0
            && let Some((number, length)) = bracketed_number(text)
        {
            self.tokens.push(SolutionToken::Unsure(&text[..length]));
            self.tokens.push(SolutionToken::Number(number, false));
            self.last = None;
            return Some(length);
        }
        let (mut token, length) = token(text, self.tokens.last());
        let follows = match self.tokens.last() {
            // `Q~a` is a move along the file.
            Some(SolutionToken::Move(_)) => !glued,
            Some(SolutionToken::Mark(_)) => true,
            _ => false,
        };
        if matches!(token, SolutionToken::Word(word) if follows && is_theme_letter(word)) {
            token = SolutionToken::Mark("");
        }
        let length = length.clamp(1, text.len());
        match token {
            SolutionToken::Mark(_) | SolutionToken::Or | SolutionToken::Comma => {}
            _ => self.last = None,
        }
        match token {
            SolutionToken::Open => self.depth += 1,
            SolutionToken::Close => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        match (&token, self.tokens.last_mut()) {
            // `2 ..., Kd5`
            (SolutionToken::Comma, Some(SolutionToken::Number(_, true))) => {}
            // `1. ... Kf8`
            (SolutionToken::Dots, Some(SolutionToken::Number(_, dots @ false))) => *dots = true,
            _ => self.tokens.push(token),
        }
        Some(length)
    }

    /// Skips the text after a number that stands for an omitted move, `1.(...)`, `1.?? Kd4`,
    /// `1.[any]`; the number then counts as one with dots.
    fn left_out(&mut self, text: &str) -> Option<usize> {
        let Some(SolutionToken::Number(_, dots)) = self.tokens.last_mut() else {
            return None;
        };
        let round = bracketed(text, '(', b')');
        let bracket = round.or_else(|| bracketed(text, '[', b']'));
        let length = match bracket {
            Some((inside, _)) => {
                let word = inside.trim();
                let is_sign = !word.is_empty() && word.chars().all(|c| ".~-?_".contains(c));
                let is_word = word::meaning(word) == (WordMeaning::AnyMove, word.len());
                (is_sign || is_word).then_some(inside.len() + 2)?
            }
            None => {
                let signs = text.len() - text.trim_start_matches(['?', '_']).len();
                let ends = !text[signs..].starts_with(|c: char| !c.is_whitespace());
                (signs > 0 && ends).then_some(signs)?
            }
        };
        *dots = true;
        Some(length)
    }

    /// Reads the bracket of `Kd4(d6)`, `Bb4(c3 or d2)`, `a3 (or Kb6)`, which contains alternatives
    /// to the move before it, and skips `(+)`. Returns the length in bytes, if it is such a
    /// bracket.
    fn choice(&mut self, text: &'a str, glued: bool) -> Option<usize> {
        let (inside, _) = bracketed(text, '(', b')')?;
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

    /// The move at the beginning of `text`, which may take its man from the previous move.
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

/// The length in bytes of a comment in braces, which may be nested; `None` if it does not end.
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

/// The length in bytes of the letters of themes in square brackets: `[A]`, `[a1]`, `[A,b]`,
/// `[x/y]`.
fn theme_letters(text: &str) -> Option<usize> {
    let (inside, _) = bracketed(text, '[', b']')?;
    let is_letter = |part: &str| {
        let signs = ['\'', '!', '?', '*', '+', '#'];
        is_letter(part.trim().trim_end_matches(signs))
    };
    inside
        .split([',', '/', ' ', ';', '=', '-'])
        .all(is_letter)
        .then_some(inside.len() + 2)
}

/// The length in bytes of a bracket with moves that are not played: `(not 2.Qa1?)`.
fn what_is_not_played(text: &str) -> Option<usize> {
    let round = bracketed(text, '(', b')');
    let (inside, _) = round.or_else(|| bracketed(text, '[', b']'))?;
    let words = [
        "not ",
        "but not ",
        "nicht ",
        "aber nicht ",
        "pas ",
        "non ",
        "no ",
        "\u{43d}\u{435} ",
        "instead of ",
        "statt ",
    ];
    let lower = inside.to_lowercase();
    let word = words.iter().find(|word| lower.starts_with(**word))?;
    let behind =
        lower[word.len()..].trim_start_matches(|c: char| c.is_ascii_digit() || ". ".contains(c));
    let is_move = behind.starts_with(|c: char| c.is_ascii_lowercase());
    (is_move && behind.contains(|c: char| c.is_ascii_digit())).then_some(inside.len() + 2)
}

/// `2) Kd4`: the number of a move, and its length in bytes.
fn bracketed_number(text: &str) -> Option<(usize, usize)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let number = text.get(..digits).filter(|_| digits < 3)?.parse().ok()?;
    let behind = text[digits..].strip_prefix(')')?;
    let m = behind.trim_start().trim_start_matches('.');
    written_move(m)
        .is_some()
        .then_some((number, text.len() - m.len()))
}

/// Whether a word after a move is a letter for it: `A`, `b'`.
fn is_theme_letter(word: &str) -> bool {
    is_letter(word.trim_end_matches(['\'', '.', ':', '!', '?', '*', ')']))
}

/// Whether a text is a letter, with or without a digit.
fn is_letter(text: &str) -> bool {
    let letter = text.trim_end_matches(|c: char| c.is_ascii_digit());
    letter.chars().count() == 1
        && letter.chars().all(char::is_alphabetic)
        && text.len() <= letter.len() + 1
}

/// The first token of a text that does not begin with a move, and its length in bytes; `before` is
/// the previous token.
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

/// `2.`, `2...`, `2 ...`, and `2` before a move: the number, whether there are dots, the length in
/// bytes.
pub(super) fn number(text: &str) -> Option<(usize, bool, usize)> {
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

/// The length in bytes of `in 7` or `in 7 moves`, which gives the length of a solution.
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
