//! Colour in text for people. The command line decides whether there is any; text for programs never has it.

use anstyle::{AnsiColor, Style};

/// The meaning of a part of a text, which decides its colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Paint {
    /// Proved, sound.
    Good,
    /// Refuted, unsound, an error.
    Bad,
    /// Not decided, a warning.
    Unsure,
    /// The first move of a solution.
    Key,
    /// A heading, or a place in a file.
    Strong,
    /// Something to be typed.
    Code,
}

impl Paint {
    /// `text` between the escape sequences of its colour.
    pub fn on(self, text: &str) -> String {
        let style = match self {
            Paint::Good => AnsiColor::Green.on_default().bold(),
            Paint::Bad => AnsiColor::Red.on_default().bold(),
            Paint::Unsure => AnsiColor::Yellow.on_default().bold(),
            Paint::Key => AnsiColor::Cyan.on_default().bold(),
            Paint::Strong => Style::new().bold(),
            Paint::Code => AnsiColor::Cyan.on_default(),
        };
        format!("{style}{text}{style:#}")
    }
}
