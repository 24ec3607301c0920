//! Normalizes the parts of a game that can be written in several ways: clocks, dates, positions.

use std::borrow::Cow;

use super::{NormalForm, Version};
use crate::bfen::Bfen;
use crate::game::BpgnGame;
use crate::tags::{is_date, on_one_line};
use keymove_games::pgn::GameResult;

/// A clock after a half-move: its index among the items, and its value in milliseconds.
pub(super) type ClockItem = Option<(u32, i64)>;

/// The form of the clocks of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ClockForm {
    /// `{298}`
    Seconds,
    /// `{298.000}`
    Millis,
}

impl ClockForm {
    /// The form for a version; without a version, whole seconds, unless a clock of the game has
    /// decimals.
    pub fn of(style: &NormalForm, clocks: &[ClockItem]) -> ClockForm {
        let whole = |item: &ClockItem| item.is_none_or(|(_, millis)| millis % 1000 == 0);
        match style.version {
            Some(Version::V10 | Version::V11) => ClockForm::Seconds,
            Some(Version::V12) => ClockForm::Millis,
            None if clocks.iter().all(whole) => ClockForm::Seconds,
            None => ClockForm::Millis,
        }
    }

    /// Appends a clock with this value in milliseconds, including braces.
    pub fn write(self, shown: i64, text: &mut Vec<u8>) {
        text.push(b'{');
        let millis = shown.unsigned_abs();
        // A clock that is truncated to zero has no sign.
        if shown < 0 && (self == ClockForm::Millis || millis >= 1000) {
            text.push(b'-');
        }
        write_number(millis / 1000, text);
        if self == ClockForm::Millis {
            let digit = |power: u64| b'0' + (millis / power % 10) as u8;
            text.extend_from_slice(&[b'.', digit(100), digit(10), digit(1)]);
        }
        text.push(b'}');
    }
}

/// Appends a number in decimal.
#[inline]
pub(crate) fn write_number(number: u64, text: &mut Vec<u8>) {
    text.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

/// The value of a tag in the form to be written.
pub(super) fn tag_value<'a>(game: &BpgnGame<'a>, name: &[u8], value: &'a [u8]) -> Cow<'a, [u8]> {
    let value = on_one_line(value);
    match name {
        b"Date" | b"UTCDate" => normal_date(&value).map_or(value, Cow::Owned),
        b"Result" => match GameResult::read_loosely(&value) {
            Some(result) => Cow::Borrowed(result.as_str().as_bytes()),
            None => value,
        },
        // If a tag is repeated, the first one counts.
        b"FEN" if game.tag("FEN") == Some(&*value) => match Bfen::read(&value) {
            Ok(bfen) if bfen.dropped.is_empty() => Cow::Owned(bfen.to_string().into_bytes()),
            _ => value,
        },
        _ => value,
    }
}

/// `YYYY.MM.DD` for a date with year, month and day in this order, separated by hyphens, slashes or
/// points; `None` for all others, which may be ambiguous.
fn normal_date(value: &[u8]) -> Option<Vec<u8>> {
    let sign = *value.get(4)?;
    if !matches!(sign, b'.' | b'-' | b'/') {
        return None;
    }
    let parts: Vec<&[u8]> = value.split(|&b| b == sign).collect();
    let [year, month, day] = parts[..] else {
        return None;
    };
    let two = |part: &[u8]| match *part {
        [b'?'] => b"??".to_vec(),
        [digit] => vec![b'0', digit],
        _ => part.to_vec(),
    };
    let date = [year, &two(month), &two(day)].join(&b'.');
    is_date(&date).then_some(date)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_with_the_year_first_are_turned() {
        for (written, normal) in [
            ("2006-02-05", Some("2006.02.05")),
            ("2006/2/5", Some("2006.02.05")),
            ("1996.8.7", Some("1996.08.07")),
            ("1996.08.07", Some("1996.08.07")),
            ("2006.?.?", Some("2006.??.??")),
            ("2023-02-29", None),
            ("05.02.2006", None),
            ("2006-02.05", None),
            ("2020-03-31T16:28:43", None),
            ("2006-02", None),
            ("", None),
        ] {
            let found = normal_date(written.as_bytes());
            assert_eq!(found.as_deref(), normal.map(str::as_bytes), "{written}");
        }
    }

    #[test]
    fn clocks_have_one_form() {
        for (millis, seconds, exact) in [
            (298_000, "{298}", "{298.000}"),
            (58_345, "{58}", "{58.345}"),
            (-500, "{0}", "{-0.500}"),
            (-61_007, "{-61}", "{-61.007}"),
        ] {
            let written = |form: ClockForm| {
                let mut text = Vec::new();
                form.write(millis, &mut text);
                String::from_utf8(text).expect("ASCII")
            };
            assert_eq!(written(ClockForm::Seconds), seconds);
            assert_eq!(written(ClockForm::Millis), exact);
        }
    }
}
