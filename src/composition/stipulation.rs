//! Stipulations as Popeye writes them: `#2`, `h=3.5`, `s#4`.

use super::error::PopeyeErrorKind;
use crate::solve::{Kind, Length, Stipulation};

/// A stipulation, and how it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenStipulation {
    /// As it was written, in lower case.
    pub text: String,
    /// What it says. Half a move more than `n` of direct play is `n + 1` here.
    pub stipulation: Stipulation,
    /// It said half a move of direct play, so that the other side begins, as after a key.
    pub half: bool,
}

impl WrittenStipulation {
    /// Reads a stipulation.
    ///
    /// # Errors
    ///
    /// It is another than those that are solved, or its length is no good.
    pub fn read(text: &[u8]) -> Result<WrittenStipulation, PopeyeErrorKind> {
        let text = String::from_utf8_lossy(text).to_ascii_lowercase();
        let (exact, signed) = match text.strip_prefix("exact-") {
            Some(signed) => (true, signed),
            None => (false, text.as_str()),
        };
        let (kind, length) = Kind::split(signed.as_bytes())
            .filter(|(kind, length)| {
                *kind != Kind::MATED
                    && kind.is_solved()
                    && length.iter().all(|b| b.is_ascii_digit() || *b == b'.')
            })
            .ok_or(PopeyeErrorKind::Stipulation)?;
        let read = Length::read(length).ok_or(PopeyeErrorKind::Length)?;
        let half = read.has_half() && !kind.is_help();
        let length = if half {
            Length::of_moves(read.rounded_up())
        } else {
            read
        };
        if length == Length::NONE || length.rounded_up() > Length::LONGEST {
            return Err(PopeyeErrorKind::Length);
        }
        Ok(WrittenStipulation {
            stipulation: Stipulation {
                exact,
                ..Stipulation::within(kind, length)
            },
            text,
            half,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_that_are_solved_are_read_and_others_are_not() {
        for (text, meant, half) in [
            ("#2", "#2", false),
            ("=12", "=12", false),
            ("S#3", "s#3", false),
            ("s=1", "s=1", false),
            ("H#2.5", "h#2.5", false),
            ("h=0.5", "h=0.5", false),
            ("#1.5", "#2", true),
            ("SER-H#3", "ser-h#3", false),
            ("hs#2.5", "hs#2.5", false),
            ("==2", "==2", false),
            ("R#2", "r#2", false),
            ("semi-r=3", "semi-r=3", false),
            ("Exact-#3", "exact-#3", false),
            ("exact-h#2.5", "exact-h#2.5", false),
        ] {
            let read = WrittenStipulation::read(text.as_bytes()).expect("known");
            assert_eq!(read.stipulation.to_string(), meant);
            assert_eq!((read.text, read.half), (text.to_ascii_lowercase(), half));
        }
        for text in [
            "reci-h#2", "rr#2", "pser-h#3", "#", "h#", "##2", "2#", "+1", "#x", "exact-x2", "#=2",
            "===2",
        ] {
            let read = WrittenStipulation::read(text.as_bytes());
            assert_eq!(read, Err(PopeyeErrorKind::Stipulation), "{text}");
        }
        for text in ["#0", "h#0", "#1001", "#99999", "#2.3"] {
            let read = WrittenStipulation::read(text.as_bytes());
            assert_eq!(read, Err(PopeyeErrorKind::Length), "{text}");
        }
    }
}
