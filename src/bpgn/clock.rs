//! Clocks in seconds, with or without a fraction, and the time control.

use std::fmt;

/// The time on a player's clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clock {
    /// Milliseconds; negative if the time is over and nobody has claimed it.
    pub millis: i64,
    /// The number of decimals written, 0 to 3.
    pub decimals: u8,
}

/// The maximum accepted time, in seconds: about three years.
const LONGEST: i64 = 99_999_999;

/// The beginning of a clock as written by other programs.
const COMMAND: &[u8] = b"[%clk";
const STAMP: &[u8] = b"[ts=";

impl Clock {
    /// Reads `298`, `178.839` or `-0.5`, with optional blanks around it, or `[%clk 0:02:58.8]`
    /// among other commands. `None` if the text does not contain a clock.
    #[inline]
    pub fn read(comment: &[u8]) -> Option<Clock> {
        let text = comment.trim_ascii();
        Clock::seconds(text).or_else(|| Clock::command(text))
    }

    /// Reads a clock from a comment that contains nothing else: seconds or one `[%clk ...]`.
    pub fn alone(comment: &[u8]) -> Option<Clock> {
        let text = comment.trim_ascii();
        match text.strip_prefix(COMMAND) {
            Some(rest) if memchr::memchr(b']', rest) == rest.len().checked_sub(1) => {
                Clock::command(text)
            }
            Some(_) => None,
            None => Clock::seconds(text),
        }
    }

    /// Reads the seconds since the match began as written by bughouse.pro, `[ts=185.070]`, in
    /// milliseconds.
    pub fn stamp(comment: &[u8]) -> Option<i64> {
        let text = comment.trim_ascii().strip_prefix(STAMP)?;
        let text = &text[..memchr::memchr(b']', text)?];
        Clock::seconds(text).map(|clock| clock.millis)
    }

    /// The content of a comment apart from the command with its clock; empty if there is none.
    pub fn rest(comment: &[u8]) -> Vec<u8> {
        let text = comment.trim_ascii();
        if Clock::seconds(text).is_some() {
            return Vec::new();
        }
        let start = match memchr::memmem::find(text, COMMAND) {
            Some(start) => start,
            None if text.starts_with(STAMP) => 0,
            None => return text.to_vec(),
        };
        let Some(length) = memchr::memchr(b']', &text[start..]) else {
            return text.to_vec();
        };
        let (before, behind) = (&text[..start], &text[start + length + 1..]);
        let parts = [before.trim_ascii(), behind.trim_ascii()];
        let parts: Vec<&[u8]> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        parts.join(&b' ')
    }

    /// Reads seconds.
    #[inline(always)]
    pub fn seconds(text: &[u8]) -> Option<Clock> {
        let (negative, text) = unsigned(text);
        Clock::of(negative, 0, text)
    }

    /// The clock for whole minutes and the text of its seconds.
    #[inline(always)]
    fn of(negative: bool, minutes: i64, seconds: &[u8]) -> Option<Clock> {
        let (seconds, rest) = digits(seconds)?;
        let (fraction, decimals) = fraction(rest)?;
        let millis = 1000 * (60 * minutes + seconds) + fraction;
        Some(Clock {
            millis: if negative { -millis } else { millis },
            decimals,
        })
    }

    /// Reads the hours, minutes and seconds of a `[%clk ...]`.
    fn command(text: &[u8]) -> Option<Clock> {
        if text.first() != Some(&b'[') {
            return None;
        }
        let start = memchr::memmem::find(text, COMMAND)? + COMMAND.len();
        let text = text[start..].trim_ascii_start();
        Clock::hours(text[..memchr::memchr(b']', text)?].trim_ascii())
    }

    /// Reads hours, minutes and seconds, of which the first parts may be missing: `0:02:58.8`,
    /// `2:58`.
    pub fn hours(text: &[u8]) -> Option<Clock> {
        let (negative, mut text) = unsigned(text);
        let mut minutes = 0;
        while let Some(colon) = memchr::memchr(b':', text) {
            let (number, []) = digits(&text[..colon])? else {
                return None;
            };
            minutes = Some(60 * minutes + number).filter(|minutes| *minutes <= LONGEST)?;
            text = &text[colon + 1..];
        }
        Clock::of(negative, minutes, text)
    }

    /// Hours, minutes and seconds, as in `[%clk ...]`.
    pub fn to_hours(self) -> String {
        let (sign, seconds, fraction) = self.parts();
        let (minutes, hours) = (seconds / 60 % 60, seconds / 3600);
        format!("{sign}{hours}:{minutes:02}:{:02}{fraction}", seconds % 60)
    }

    /// The sign, the seconds, and the fraction as written.
    fn parts(self) -> (&'static str, u64, String) {
        let sign = if self.millis < 0 { "-" } else { "" };
        let millis = self.millis.unsigned_abs();
        let fraction = match usize::from(self.decimals) {
            0 => String::new(),
            decimals => format!(".{:03}", millis % 1000)[..1 + decimals.min(3)].to_owned(),
        };
        (sign, millis / 1000, fraction)
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, seconds, fraction) = self.parts();
        write!(f, "{sign}{seconds}{fraction}")
    }
}

/// Whether a text begins with a minus sign, and the rest.
#[inline(always)]
fn unsigned(text: &[u8]) -> (bool, &[u8]) {
    match text {
        [b'-', rest @ ..] => (true, rest),
        _ => (false, text),
    }
}

/// The number at the beginning, and the rest.
#[inline(always)]
fn digits(text: &[u8]) -> Option<(i64, &[u8])> {
    let mut number = 0;
    let mut length = 0;
    while let Some(digit) = text.get(length).filter(|b| b.is_ascii_digit()) {
        number = 10 * number + i64::from(digit - b'0');
        length += 1;
        if number > LONGEST {
            return None;
        }
    }
    (length > 0).then(|| (number, &text[length..]))
}

/// The milliseconds and number of decimals of the text after the whole seconds: empty, or a point
/// and digits.
#[inline(always)]
fn fraction(text: &[u8]) -> Option<(i64, u8)> {
    match *text {
        [] => Some((0, 0)),
        [b'.', a] => Some((100 * digit(a)?, 1)),
        [b'.', a, b] => Some((100 * digit(a)? + 10 * digit(b)?, 2)),
        [b'.', a, b, c] => Some((100 * digit(a)? + 10 * digit(b)? + digit(c)?, 3)),
        _ => None,
    }
}

#[inline]
fn digit(byte: u8) -> Option<i64> {
    byte.is_ascii_digit().then(|| i64::from(byte - b'0'))
}

/// A time control such as `180+0`: the total time and an increment for every move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeControl {
    /// Milliseconds at the start.
    pub start: i64,
    /// Milliseconds for every move.
    pub increment: i64,
}

impl TimeControl {
    /// Reads the tag's value; a missing increment is zero. `None` for `?`, `-` and other kinds of
    /// time control.
    pub fn read(value: &[u8]) -> Option<TimeControl> {
        let value = value.trim_ascii();
        let (start, increment) = match memchr::memchr(b'+', value) {
            Some(plus) => (&value[..plus], &value[plus + 1..]),
            None => (value, &b"0"[..]),
        };
        Some(TimeControl {
            start: Clock::seconds(start)?.millis,
            increment: Clock::seconds(increment)?.millis,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_and_written() {
        for (text, millis) in [
            ("298", 298_000),
            ("178.839", 178_839),
            ("119.9", 119_900),
            ("-0.5", -500),
            ("0", 0),
        ] {
            let clock = Clock::read(text.as_bytes()).expect(text);
            assert_eq!(clock.millis, millis, "{text}");
            assert_eq!(clock.to_string(), text);
        }
        let clock = Clock::read(b" [%ply 3] [%clk 0:02:58.8] ").expect("a clock");
        assert_eq!(clock.millis, 178_800);
        assert_eq!(clock.to_hours(), "0:02:58.8");
        assert_eq!(Clock::alone(b" [%clk 0:02:58.8] "), Some(clock));
        for text in [
            "[%clk 0:01] !",
            "[%ply 3] [%clk 0:01]",
            "[%clk ",
            "[%clk ]",
            "x",
        ] {
            assert_eq!(Clock::alone(text.as_bytes()), None, "{text}");
        }
        for (comment, millis, rest) in [
            ("[ts=185.070]", Some(185_070), ""),
            (" [ts=0.0] !", Some(0), "!"),
            ("[ts=x]", None, ""),
            ("[%clk 0:01] !", None, "!"),
            ("a [%clk 0:01] b", None, "a b"),
            ("12.5", None, ""),
            ("a", None, "a"),
        ] {
            assert_eq!(Clock::stamp(comment.as_bytes()), millis, "{comment}");
            assert_eq!(
                Clock::rest(comment.as_bytes()),
                rest.as_bytes(),
                "{comment}"
            );
        }
        for text in [
            "",
            "-",
            "C:",
            "1.",
            ".5",
            "1.2345",
            "12 13",
            "999999999999999999999",
            "1e3",
        ] {
            assert_eq!(Clock::read(text.as_bytes()), None, "{text}");
        }
    }
}
