//! Stipulations as Popeye writes them: `#2`, `h=3.5`, `s#4`.

use super::error::PopeyeErrorKind;
use keymove_rules::stipulation::StipulationError;
use keymove_solve::{Kind, Length, Stipulation};

/// A stipulation, and the form in which it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenStipulation {
    /// In the usual form, `#1.5`.
    pub text: String,
    /// Its meaning. Direct play with half a move more than `n` is `n + 1` here.
    pub stipulation: Stipulation,
    /// Whether it had half a move of direct play, so that the other side begins, as after a key.
    pub half: bool,
}

impl WrittenStipulation {
    /// Reads a stipulation.
    ///
    /// # Errors
    ///
    /// It is not supported, or its length is out of range.
    pub fn read(text: &[u8]) -> Result<WrittenStipulation, PopeyeErrorKind> {
        let read = Stipulation::read_any(text).map_err(|error| match error {
            StipulationError::Unknown { .. } => PopeyeErrorKind::Stipulation,
            StipulationError::Length(_) => PopeyeErrorKind::Length,
        })?;
        // Popeye does not have mates of any length.
        let has_length = text.iter().any(u8::is_ascii_digit);
        if read.kind == Kind::MATED || !has_length {
            return Err(PopeyeErrorKind::Stipulation);
        }
        let half = read.length.has_half() && !read.kind.is_help();
        let length = if half {
            Length::of_moves(read.length.rounded_up())
        } else {
            read.length
        };
        if length.rounded_up() > Length::LONGEST {
            return Err(PopeyeErrorKind::Length);
        }
        Ok(WrittenStipulation {
            stipulation: Stipulation { length, ..read },
            text: read.to_string(),
            half,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_that_are_solved_are_read_and_others_are_not() {
        for (text, meant, written, half) in [
            ("#2", "#2", "#2", false),
            ("=12", "=12", "=12", false),
            ("S#3", "s#3", "s#3", false),
            ("s=1", "s=1", "s=1", false),
            ("H#2.5", "h#2.5", "h#2.5", false),
            ("h=0.5", "h=0.5", "h=0.5", false),
            ("#1.5", "#2", "#1.5", true),
            ("SER-H#3", "ser-h#3", "ser-h#3", false),
            ("hs#2.5", "hs#2.5", "hs#2.5", false),
            ("==2", "==2", "==2", false),
            ("R#2", "r#2", "r#2", false),
            ("semi-r=3", "semi-r=3", "semi-r=3", false),
            ("Exact-#3", "exact-#3", "exact-#3", false),
            ("exact-h#2.5", "exact-h#2.5", "exact-h#2.5", false),
            ("h#4.0", "h#4", "h#4", false),
            ("Ser-h#17.", "ser-h#17", "ser-h#17", false),
        ] {
            let read = WrittenStipulation::read(text.as_bytes()).expect("known");
            assert_eq!(read.stipulation.to_string(), meant);
            assert_eq!((read.text, read.half), (written.to_owned(), half));
        }
        for text in [
            "reci-h#2", "rr#2", "pser-h#3", "#", "h#", "##2", "-#2", "+1", "#2.3", "#x",
            "exact-x2", "#=2", "===2",
        ] {
            let read = WrittenStipulation::read(text.as_bytes());
            assert_eq!(read, Err(PopeyeErrorKind::Stipulation), "{text}");
        }
        for text in ["#0", "h#0", "#1001", "#99999", "#1000.5"] {
            let read = WrittenStipulation::read(text.as_bytes());
            assert_eq!(read, Err(PopeyeErrorKind::Length), "{text}");
        }
    }
}
