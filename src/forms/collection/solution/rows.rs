//! The rows of a solution: rows that are not play, signs between rows, and rows without a move
//! number.

use super::bracketed;
use super::token::{SolutionToken, number};
use super::word::{self, WordMeaning};
use super::written::written_move;

/// Beginnings of rows that say who tested a problem, and with which program, or that the diagram is
/// no problem.
const PROGRAM_ROWS: &str = "\
    c+|c +|popeye|solution finished|partial solution|computer tested|computer-tested|computer\
    |tested|checked by|geprüft|testé|both sides need a king|gustav|time =|winchloe|zeroposition|nullstellung";

/// Parts of words that occur in prose about the stipulation, or about facts not known here.
const ASKING: &str = "white black weiß weiss schwarz blanc noir bianc nero neri negr бел черн чёрн castl roch roqu rok \
    arroc enroq retro passant e.p illegal impossib unmöglich last condition bedingung circe cylind zylind maximum chess \
    schach twin";

/// The length in bytes of the row at the beginning of `text` if it is prose: at least four words,
/// without a move, a sign or a number other than a year, that have no meaning in the play of a
/// solution. Shorter rows may name a condition.
pub(super) fn remark(text: &str) -> Option<usize> {
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

/// The length in bytes of a row in which a program or an editor says who tested the problem: `C+
/// Popeye 4.61`, `solution finished. Time = 0.016 s`.
pub(super) fn program_row(text: &str) -> Option<usize> {
    let row = text.lines().next()?.trim_end();
    let lower = row.trim_start_matches(['(', '[']).to_lowercase();
    let begins = PROGRAM_ROWS.split('|').any(|begin| {
        let behind = lower.strip_prefix(begin);
        behind.is_some_and(|behind| !behind.starts_with(char::is_alphanumeric))
    });
    let has_move = row.split_whitespace().any(|word| {
        written_move(word.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.')).is_some()
    });
    (begins && !has_move).then_some(row.len())
}

/// The tokens with rows put into their places: if a number follows the move at the beginning of a
/// row, the move is the reply before that number. A row that continues the previous one is not a
/// row of its own.
pub(super) fn with_rows_placed(tokens: Vec<SolutionToken<'_>>) -> Vec<SolutionToken<'_>> {
    let mut placed: Vec<SolutionToken<'_>> = Vec::with_capacity(tokens.len());
    for (at, token) in tokens.iter().enumerate() {
        if *token != SolutionToken::Row(None) {
            placed.push(token.clone());
            continue;
        }
        let mut is_beside = true;
        let number = tokens[at + 1..].iter().find_map(|token| match token {
            SolutionToken::Move(_) if !std::mem::take(&mut is_beside) => Some(None),
            SolutionToken::Or | SolutionToken::Comma => {
                is_beside = true;
                None
            }
            SolutionToken::Move(_)
            | SolutionToken::Mark(_)
            | SolutionToken::EnPassant
            | SolutionToken::Unsure(_) => None,
            SolutionToken::Number(number @ 2.., false) => Some(Some(number - 1)),
            _ => Some(None),
        });
        let number = number.flatten();
        let goes_on = match placed.last() {
            Some(SolutionToken::Or | SolutionToken::Comma) => number.is_none(),
            Some(
                SolutionToken::Number(..)
                | SolutionToken::Open
                | SolutionToken::Threat
                | SolutionToken::But
                | SolutionToken::SetPlay
                | SolutionToken::Heading
                | SolutionToken::Dots
                | SolutionToken::Pass,
            ) => true,
            _ => false,
        };
        if !goes_on {
            placed.push(SolutionToken::Row(number));
        }
    }
    placed
}

/// A sign before or between rows: a line (`-----`), a bullet, an HTML tag, the star of set play.
pub(super) fn sign_of_a_row(text: &str) -> Option<(SolutionToken<'_>, usize)> {
    let first = text.chars().next()?;
    if "-=*_~#".contains(first) {
        let run = text.chars().take_while(|&c| c == first).count();
        if run > 2 {
            return Some((SolutionToken::Mark(""), run));
        }
    }
    let behind = &text[first.len_utf8()..];
    if first == '*' && number(behind).is_some_and(|(_, dots, _)| dots) {
        return Some((SolutionToken::SetPlay, 1));
    }
    let is_bullet = "*\u{2022}\u{b7}\u{25ba}\u{25aa}\u{25e6}".contains(first)
        && behind.starts_with(|c: char| c.is_whitespace() || c.is_ascii_digit());
    if is_bullet {
        return Some((SolutionToken::Mark(""), first.len_utf8()));
    }
    let (tag, _) = bracketed(text, '<', b'>')?;
    let name = tag.trim_matches('/').trim();
    let is_tag = (1..=10).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_alphabetic());
    is_tag.then_some((SolutionToken::Mark(""), tag.len() + 2))
}
