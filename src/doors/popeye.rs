//! Popeye's protocol: problems in Popeye's language, answered in Popeye's layout.
//!
//! [`composition`](keymove_forms::composition) reads and writes them, and [`answer`] solves them.
//!
#![doc = include_str!("popeye/manual.md")]

pub mod session;

pub use session::{PopeyeSettings, answer};

/// Popeye's language and layout: the manual `popeye`.
pub const MANUAL: &str = include_str!("popeye/manual.md");

#[cfg(test)]
mod tests {
    use super::MANUAL;
    use keymove_forms::composition::keyword::{CHOICES, PlayOption};
    use keymove_forms::composition::{Compositions, PopeyeErrorKind};

    /// The effect of an option that has no operands, by its reader.
    fn effect(begin: &str, word: &str) -> Option<&'static str> {
        let input = format!("{begin} option {word} end");
        let read = Compositions::new(input.as_bytes()).next()?;
        match read.map_err(|error| error.kind) {
            Err(PopeyeErrorKind::Choice) => Some("refused"),
            Err(PopeyeErrorKind::NoMen | PopeyeErrorKind::NoStipulation) => Some("read"),
            _ => None,
        }
    }

    #[test]
    fn the_manual_has_every_option_with_its_effect() {
        let rows = MANUAL
            .lines()
            .skip_while(|line| !line.starts_with("| option |"));
        let rows: Vec<&str> = rows
            .skip(2)
            .take_while(|line| line.starts_with('|'))
            .collect();
        assert_eq!(rows.len(), CHOICES.len());
        for (option, names) in CHOICES.iter() {
            let names = names.map(|name| format!("`{name}`"));
            let begin = format!("| {} | ", names.join(" | "));
            let mut found = rows.iter().filter_map(|row| row.strip_prefix(&begin));
            let said = found.next().expect(&begin);
            let is_said = match option {
                PlayOption::Unsupported => said == "refused |",
                PlayOption::Idle | PlayOption::Counted => said == "no effect |",
                PlayOption::Intelligent => said == "no effect; with a number, passed over |",
                PlayOption::MaxFlightsquares
                | PlayOption::NonTrivial
                | PlayOption::KeepMatingPiece
                | PlayOption::TrivialTriesAvoid => said.ends_with("passed over |"),
                _ => said.contains("done: "),
            };
            assert!(is_said, "{begin}{said}");
        }
    }

    #[test]
    fn every_option_is_read_or_refused_in_every_language() {
        for (option, names) in CHOICES.iter() {
            for (begin, word) in ["BeginProblem", "AnfangProblem", "DebutProbleme"]
                .iter()
                .zip(names)
            {
                let (seen, is_refused) = (effect(begin, word), *option == PlayOption::Unsupported);
                assert_eq!(seen == Some("refused"), is_refused, "{word}: {seen:?}");
            }
        }
    }

    #[test]
    fn a_problem_has_a_bounded_number_of_messages() {
        let read = |men: &str, options: &str| {
            let input = format!(
                "begin pieces white kg6 ra7{men} black kg8 stip #1 option noboard{options} end"
            );
            let read = Compositions::new(input.as_bytes())
                .next()
                .expect("a problem");
            read.map(|problem| problem.notes.len())
                .map_err(|error| error.kind)
        };
        let (men, options) = (" ra7".repeat(600), " keepmatingpiece".repeat(400));
        assert_eq!(read(&men, &options), Ok(1000));
        let too_many = Err(PopeyeErrorKind::TooManyNotes(1000));
        assert_eq!(read(&format!("{men} ra7"), &options), too_many);
        assert_eq!(read("", &" beep keepmatingpiece".repeat(1001)), too_many);
        assert_eq!(read(&" ra7".repeat(1001), ""), too_many);
    }
}
