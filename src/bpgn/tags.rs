//! Tags: their order, and their values as text.

use std::borrow::Cow;

use super::game::BpgnGame;
use super::seat::Seat;
use keymove_games::pgn::Tag;
pub use keymove_games::pgn::tag::decode;
use keymove_games::pgn::tag::unescape;
use keymove_games::pgn::token::Span;
use keymove_rules::house::Variant;

/// The tags in the order of the standard's sample games. Those in one row share a line.
pub const ORDER: [&[&str]; 13] = [
    &["Event"],
    &["Site"],
    &["Date"],
    &["Time"],
    &["Round"],
    &["WhiteA", "WhiteAElo"],
    &["BlackA", "BlackAElo"],
    &["WhiteB", "WhiteBElo"],
    &["BlackB", "BlackBElo"],
    &["TimeControl"],
    &["Lag"],
    &["Result"],
    &["Setup", "SetUp", "FEN", "SetUpDualFEN"],
];

/// The line of a tag, and its position in the line; unknown tags come last.
pub fn rank(name: &[u8]) -> (usize, usize) {
    for (line, names) in ORDER.iter().enumerate() {
        if let Some(place) = names.iter().position(|known| known.as_bytes() == name) {
            return (line, place);
        }
    }
    (ORDER.len(), 0)
}

/// Whether two tags with these ranks share a line: a player's name and rating.
pub fn share_line(one: (usize, usize), next: (usize, usize)) -> bool {
    one.0 == next.0 && one.1 + 1 == next.1 && one.0 < ORDER.len() && ORDER[one.0].len() == 2
}

/// The words of a text.
pub fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    let parts = text.split(u8::is_ascii_whitespace);
    parts.filter(|word| !word.is_empty())
}

/// A tag's value on one line: line breaks, which come from wrapping the file, become blanks.
pub fn on_one_line(value: &[u8]) -> Cow<'_, [u8]> {
    if memchr::memchr2(b'\n', b'\r', value).is_none() {
        return Cow::Borrowed(value);
    }
    let mut line = Vec::with_capacity(value.len());
    for part in value.split(|b| matches!(b, b'\n' | b'\r')) {
        let part = part.trim_ascii();
        if !line.is_empty() && !part.is_empty() {
            line.push(b' ');
        }
        line.extend_from_slice(part);
    }
    // A line break separated the last backslash from the quotation mark.
    if line.iter().rev().take_while(|&&b| b == b'\\').count() % 2 == 1 {
        line.push(b' ');
    }
    Cow::Owned(line)
}

/// A player's name with the rating, `raven (2165)`; the seat if there is no name.
pub fn player(game: &BpgnGame<'_>, seat: Seat) -> Vec<u8> {
    let value = |tag: &str| {
        let value = game.tag(tag).filter(|value| !value.is_empty())?;
        Some(unescape(&on_one_line(value)))
    };
    let name = value(seat.tag()).unwrap_or_else(|| seat.tag().into());
    match value(seat.rating_tag()) {
        Some(rating) => [&name[..], b" (", &rating, b")"].concat(),
        None => name,
    }
}

/// The names of bughouse; longer names come before their parts.
const BUGHOUSE: [&str; 7] = [
    "bughouse", "siamese", "tandem", "exchange", "transfer", "bug", "fics",
];

/// The tag that names rules other than those of bughouse: another game's name in `Variant`, or one
/// in addition to that of bughouse, `Bughouse DuckChess`; without such a tag, `Event` if it names
/// crazyhouse and all half-moves are on one board. Fischer's starting positions do not count as
/// other rules.
pub fn foreign_rules<'a>(game: &BpgnGame<'a>) -> Option<&'a Tag<Span, u32>> {
    let value = |tag: &Tag<Span, u32>| game.bytes(tag.value);
    let promotes = |tag: &&Tag<Span, u32>| {
        let value = value(tag).trim_ascii();
        value.eq_ignore_ascii_case(b"steal") || value.eq_ignore_ascii_case(b"discard")
    };
    let variant = game.tag_named("Variant");
    let variant = variant.filter(|tag| !is_played(value(tag), &BUGHOUSE));
    // One board alone is no match of bughouse.
    let is_crazyhouse = |tag: &&Tag<Span, u32>| {
        let letters = letters(value(tag));
        let mut boards = game
            .half_moves()
            .iter()
            .map(|half_move| half_move.seat.board);
        let first = boards.next();
        letters.contains("crazyhouse")
            && !letters.contains("bughouse")
            && is_played(game.tag("Variant").unwrap_or_default(), &[])
            && first.is_some_and(|first| boards.all(|board| board == first))
    };
    variant
        .or_else(|| game.tag_named("Promotion").filter(promotes))
        .or_else(|| game.tag_named("Event").filter(is_crazyhouse))
}

/// Whether a game is one of crazyhouse, by its `Variant`.
pub fn is_crazyhouse(game: &BpgnGame<'_>) -> bool {
    let variant = game.tag("Variant").unwrap_or_default();
    is_played(variant, &["crazyhouse"]) && !is_played(variant, &[])
}

/// Whether a `Variant` names only one of these games, or chess, in any spelling.
fn is_played(variant: &[u8], games: &[&str]) -> bool {
    let without = |rest: String, name: &&str| rest.replace(name, "");
    let others = games.iter().fold(letters(variant), without);
    matches!(Variant::read(&others), Ok(None))
}

/// The letters and digits of a tag's value, in lower case.
fn letters(value: &[u8]) -> String {
    let text = decode(value);
    let letters: String = text.chars().filter(|c| c.is_alphanumeric()).collect();
    letters.to_lowercase()
}

/// Whether a date is `YYYY.MM.DD`; question marks stand for unknown digits.
pub fn is_date(value: &[u8]) -> bool {
    let number = |part: &[u8], range: std::ops::RangeInclusive<u32>| {
        part.iter().all(|&b| b == b'?')
            || std::str::from_utf8(part)
                .ok()
                .filter(|part| part.bytes().all(|b| b.is_ascii_digit()))
                .and_then(|part| part.parse().ok())
                .is_some_and(|number| range.contains(&number))
    };
    match *value {
        [y1, y2, y3, y4, b'.', m1, m2, b'.', d1, d2] => {
            number(&[y1, y2, y3, y4], 1000..=9999)
                && number(&[m1, m2], 1..=12)
                && number(&[d1, d2], 1..=days([y1, y2, y3, y4], [m1, m2]))
        }
        _ => false,
    }
}

/// The number of days of a month; the maximum if the month or the year is unknown.
fn days(year: [u8; 4], month: [u8; 2]) -> u32 {
    match &month {
        b"04" | b"06" | b"09" | b"11" => 30,
        b"02" => {
            let year = year.iter().try_fold(0, |sum, digit| {
                let digit = digit.is_ascii_digit().then(|| u32::from(digit - b'0'))?;
                Some(10 * sum + digit)
            });
            let leap = |year: u32| {
                year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
            };
            28 + u32::from(year.is_none_or(leap))
        }
        _ => 31,
    }
}

/// Whether a rating is a number (`1500P` and `1500E` are provisional and estimated ones) or one of
/// the servers' notations for no rating.
pub fn is_rating(value: &[u8]) -> bool {
    let digits = value.iter().take_while(|b| b.is_ascii_digit()).count();
    match &value[digits..] {
        [] => true,
        [letter] if digits > 0 => letter.is_ascii_alphabetic(),
        b"UNR" | b"----" | b"++++" | b"-" | b"?" => digits == 0,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_rules_are_known_by_their_names() {
        for variant in [
            "",
            "Bughouse",
            "BUGHOUSE ",
            "bughouse960",
            "Bughouse Chess960",
            "Bughouse / Fischer Random",
            "Siamese chess",
            "Bughouse (FICS)",
            "Standard",
        ] {
            assert!(is_played(variant.as_bytes(), &BUGHOUSE), "{variant}");
        }
        for variant in [
            "Bughouse DuckChess",
            "Bughouse Accolade Chess960",
            "Bughouse DarkChess",
            "Crazyhouse",
            "Atomic",
            "Three-check",
            "Koedem",
        ] {
            assert!(!is_played(variant.as_bytes(), &BUGHOUSE), "{variant}");
        }
    }

    #[test]
    fn dates_and_ratings() {
        assert!(is_date(b"1996.08.07") && is_date(b"2001.??.??"));
        assert!(is_date(b"2024.02.29") && is_date(b"????.02.29") && is_date(b"2000.02.29"));
        assert!(!is_date(b"2023.02.29") && !is_date(b"1900.02.29") && !is_date(b"2024.02.30"));
        for date in ["2006-02-05", "1996.13.01", "1996.8.7", "", "96.08.07"] {
            assert!(!is_date(date.as_bytes()), "{date}");
        }
        for rating in ["2165", "UNR", "----", "0", "", "1500E"] {
            assert!(is_rating(rating.as_bytes()), "{rating}");
        }
        assert!(!is_rating(b"good"));
    }
}
