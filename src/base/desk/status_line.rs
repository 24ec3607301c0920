//! The status line on standard error: the progress of a command, overwritten in place.
//!
//! It uses CR and blanks, no escape sequences; where standard error is no terminal, it is a separate
//! line every minute, for a log.
//! Standard error may be closed: nothing here can fail.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// The minimum time between two drawings.
const REDRAW: Duration = Duration::from_millis(250);

/// The time between two lines in a log.
const LOG: Duration = Duration::from_secs(60);

/// The status line of a command.
#[derive(Debug)]
pub struct StatusLine {
    is_shown: bool,
    /// Whether each drawing is a separate line that is not overwritten.
    is_log: bool,
    /// Whether standard output goes to the same terminal.
    shares_screen: bool,
    drawn: Option<Instant>,
    /// The width of the line on the screen, in columns.
    width: usize,
}

impl StatusLine {
    /// A line that is drawn now and then, if `is_shown`.
    pub fn new(is_shown: bool) -> StatusLine {
        match io::stderr().is_terminal() {
            true => StatusLine::on_screen(is_shown),
            false => StatusLine::log(is_shown),
        }
    }

    fn on_screen(is_shown: bool) -> StatusLine {
        StatusLine {
            is_shown,
            is_log: false,
            shares_screen: io::stdout().is_terminal(),
            drawn: None,
            width: 0,
        }
    }

    /// A line for a log: one every minute, the first after a minute.
    fn log(is_shown: bool) -> StatusLine {
        StatusLine {
            is_log: true,
            drawn: Some(Instant::now()),
            ..StatusLine::on_screen(is_shown)
        }
    }

    /// Whether it is drawn without being requested.
    pub fn is_shown(&self) -> bool {
        self.is_shown
    }

    /// Whether it should be drawn again.
    pub fn is_due(&self) -> bool {
        let interval = if self.is_log { LOG } else { REDRAW };
        self.is_shown && self.drawn.is_none_or(|at| at.elapsed() >= interval)
    }

    /// Draws it.
    pub fn draw(&mut self, text: &str) {
        self.drawn = Some(Instant::now());
        if self.is_log {
            return write(format!("{text}\n").as_bytes());
        }
        // Blanks cover the rest of a longer previous line.
        write(format!("\r{text:width$}", width = self.width).as_bytes());
        self.width = text.len();
    }

    /// Draws it and keeps it there; the next one is drawn below.
    pub fn leave(&mut self, text: &str) {
        self.draw(text);
        if !self.is_log {
            write(b"\n");
        }
        self.width = 0;
    }

    /// Clears it to make room for a message. It is drawn again as soon as it is due.
    pub fn clear(&mut self) {
        if self.width > 0 {
            write(format!("\r{:width$}\r", "", width = self.width).as_bytes());
            self.width = 0;
            self.drawn = None;
        }
    }

    /// Clears it if the next output on standard output would appear after it. It is drawn again
    /// when it is due.
    pub fn make_room(&mut self) {
        if self.shares_screen {
            let drawn = self.drawn;
            self.clear();
            self.drawn = drawn;
        }
    }
}

fn write(bytes: &[u8]) {
    let mut stderr = io::stderr().lock();
    // If standard error fails, there is nowhere else to report it.
    let _ = stderr.write_all(bytes).and_then(|()| stderr.flush());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_has_a_line_each_minute_and_nothing_to_wipe_away() {
        let mut line = StatusLine::log(true);
        let begun = line.drawn.unwrap();
        assert!(line.is_shown() && !line.is_due(), "not before a minute");
        line.drawn = begun.checked_sub(LOG);
        assert!(line.is_due());
        line.draw("1 solved 1");
        assert!(!line.is_due());
        assert_eq!(line.width, 0);
        line.clear();
        assert!(!line.is_due(), "a message does not bring it back");
    }
}
