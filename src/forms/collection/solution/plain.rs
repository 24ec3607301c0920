//! Replaces the signs and letters of a solution by common ones: [`plain`].

use std::borrow::Cow;

/// The text with common signs, and with Latin letters for the men and squares of moves written in
/// Cyrillic.
pub fn plain(text: &str) -> String {
    let text = &with_signs(text);
    // The knight has the king's usual letter if another man has its own Russian letter.
    let is_knight = has_cyrillic_men(text);
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        let begins_word = !plain.ends_with(char::is_alphanumeric);
        let next = rest.peek().copied().unwrap_or(' ');
        let is_square = |c: char| c.is_ascii_alphanumeric() || "*:x~\u{445}(".contains(c);
        if let Some(man) = promoted_man(c)
            && is_promotion(&plain)
            && !next.is_alphanumeric()
        {
            plain.push(man);
            continue;
        }
        match c {
            '\u{2026}' => plain.push_str("..."),
            '\u{2010}'..='\u{2015}' | '\u{2212}' => plain.push('-'),
            '\u{d7}' => plain.push('x'),
            // Cyrillic letters that look like x, a, c and e.
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
                plain.push(if is_knight { 'N' } else { 'K' });
            }
            '\u{424}' if begins_word && is_square(next) => plain.push('Q'),
            '\u{41b}' if begins_word && is_square(next) => plain.push('R'),
            '\u{421}' if begins_word && is_square(next) => plain.push('B'),
            '\u{2020}' => plain.push('+'),
            '\u{2021}' | '\u{2260}' => plain.push('#'),
            '\u{223c}' | '\u{ff5e}' => plain.push('~'),
            '\u{a0}' => plain.push(' '),
            '\u{201c}'..='\u{201f}' | '\u{ab}' | '\u{bb}' => plain.push('"'),
            '\u{2654}' | '\u{265a}' => plain.push('K'),
            '\u{2655}' | '\u{265b}' => plain.push('Q'),
            '\u{2656}' | '\u{265c}' => plain.push('R'),
            '\u{2657}' | '\u{265d}' => plain.push('B'),
            '\u{2658}' | '\u{265e}' => plain.push('N'),
            // A pawn has no letter; the other two are variation selectors for figurines.
            '\u{2659}' | '\u{265f}' | '\u{fe0e}' | '\u{fe0f}' => {}
            c => plain.push(c),
        }
    }
    plain
}

/// The man that a Russian letter stands for in a promotion.
fn promoted_man(letter: char) -> Option<char> {
    Some(match letter {
        '\u{424}' => 'Q',
        '\u{41b}' => 'R',
        '\u{421}' => 'B',
        '\u{41a}' => 'N',
        _ => return None,
    })
}

/// Whether a text ends where a move names the man that a pawn becomes: `d8=`, `xe1`.
fn is_promotion(text: &str) -> bool {
    let square = text.strip_suffix('=').unwrap_or(text).as_bytes();
    matches!(square, [.., b'a'..=b'h', b'1' | b'8'])
}

/// The text with HTML's named characters replaced by the characters.
fn with_signs(text: &str) -> Cow<'_, str> {
    const NAMES: [(&str, &str); 9] = [
        ("&gt;", ">"),
        ("&lt;", "<"),
        ("&times;", "x"),
        ("&nbsp;", " "),
        ("&quot;", "\""),
        ("&hellip;", "..."),
        ("&ndash;", "-"),
        ("&mdash;", "-"),
        ("&amp;", "&"),
    ];
    let replace =
        |text: Cow<'_, str>, (name, sign): (&str, &str)| Cow::Owned(text.replace(name, sign));
    match text.contains('&') {
        true => NAMES.into_iter().fold(Cow::Borrowed(text), replace),
        false => Cow::Borrowed(text),
    }
}

/// Whether a queen, rook, bishop or king has its Russian letter.
fn has_cyrillic_men(text: &str) -> bool {
    text.contains("\u{41a}\u{440}")
        || text
            .match_indices(['\u{424}', '\u{41b}', '\u{421}'])
            .any(|(at, man)| {
                let begins_word = !text[..at].ends_with(char::is_alphanumeric);
                let mut behind = text[at + man.len()..]
                    .trim_start_matches(['*', ':', 'x', '\u{445}'])
                    .chars();
                let is_square = behind
                    .next()
                    .is_some_and(|c| ('a'..='h').contains(&c) || c.is_ascii_digit());
                begins_word && is_square
            })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn russian_letters_are_read_in_promotions_too() {
        for (text, read) in [
            ("1.d8=Ф#", "1.d8=Q#"),
            ("1.d8Ф#", "1.d8Q#"),
            ("1...cxb1=К+ 2.Крb1", "1...cxb1=N+ 2.Kb1"),
            ("1.e8=С! e1Л", "1.e8=B! e1R"),
            ("1.Фd8 Сe1", "1.Qd8 Be1"),
        ] {
            assert_eq!(plain(text), read);
        }
    }
}
