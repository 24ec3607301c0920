//! The front desk: what every command does at its end, decided in one place.
//!
//! A command writes to its streams and returns a result. Only [`ended`] decides what a closed pipe,
//! a full disk or a signal means; messages for people go through [`complain`], [`inform`]
//! and [`tell`].

mod closed_output;
mod status_line;

use std::fmt::Display;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::error::message;
use crate::exit::Exit;
use crate::paint::Paint;
use crate::stop::Stop;
pub use closed_output::fail_closed_output;
pub use status_line::StatusLine;

/// The exit code of a command that wrote to standard output: `written`, unless writing failed.
///
/// If the reader closed the stream, it had enough, so that is success. But Ctrl-C ends all programs
/// of a pipe, and the reader may end first; so after a signal, a closed pipe counts as the signal.
pub fn ended(written: io::Result<Exit>, stop: &Stop) -> Exit {
    match written {
        Ok(exit) => exit,
        Err(error) if error.kind() == ErrorKind::BrokenPipe && stop.is_raised() => {
            Exit::Interrupted
        }
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Exit::Success,
        Err(error) => {
            complain(format_args!("standard output: {}", fault(&error)));
            Exit::WriteError
        }
    }
}

/// The name of this program, which begins its messages.
static NAME: OnceLock<&str> = OnceLock::new();

/// Sets the name of this program; without a name it is `solver`. The first call counts.
pub fn name_program(name: &'static str) {
    let _ = NAME.set(name);
}

/// The beginning of each message.
fn beginning() -> String {
    format!("{}:", NAME.get().unwrap_or(&"solver"))
}

/// The text of an error of standard output.
pub fn fault(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotConnected => "closed".to_owned(),
        _ => error.to_string(),
    }
}

/// Whether messages have colour.
static COLORED: AtomicBool = AtomicBool::new(false);

/// Sets whether messages on standard error have colour; by default they have none.
pub fn color_messages(are_colored: bool) {
    COLORED.store(are_colored, Ordering::Relaxed);
}

/// Prints on standard error, in the name of this program, why something was not done or what was changed:
/// `solver: FILE:LINE:COLUMN: warning: text`, without the parts of the place that are not known.
pub fn complain(text: impl Display) {
    complain_in_lines(&message(&text.to_string()));
}

/// The same for several messages, each a printable line. They are written at once: many single lines are slow.
pub fn complain_in_lines(messages: &str) {
    let is_colored = COLORED.load(Ordering::Relaxed);
    let lines: String = messages
        .lines()
        .map(|line| match is_colored {
            true => painted(line),
            false => format!("{} {line}\n", beginning()),
        })
        .collect();
    // There is nobody else to tell.
    let _ = io::stderr().write_all(lines.as_bytes());
}

/// A message in colour: red for errors, yellow for warnings and notes.
fn painted(line: &str) -> String {
    let kinds = ["warning:", "note:"];
    match kinds
        .iter()
        .find_map(|kind| line.split_once(kind).map(|parts| (kind, parts)))
    {
        Some((kind, (before, behind))) => {
            let (name, kind) = (Paint::Strong.on(&beginning()), Paint::Unsure.on(kind));
            format!("{name} {before}{kind}{behind}\n")
        }
        None => format!("{} {line}\n", Paint::Bad.on(&beginning())),
    }
}

/// Prints information on standard error in the name of this program, such as totals.
pub fn inform(message: impl Display) {
    tell(format_args!("{} {message}", beginning()));
}

/// Prints on standard error why something was not done, and returns the exit code.
pub fn complained(message: impl Display, exit: Exit) -> Exit {
    complain(message);
    exit
}

/// Prints a line on standard error, without anything that controls a terminal or looks like another
/// line.
pub fn tell(line: impl Display) {
    // If standard error fails, there is nowhere else to report it.
    let _ = writeln!(io::stderr(), "{}", message(&line.to_string()));
}

/// A number of items in a sentence.
pub fn counted(number: impl Into<u128>, one: &str, many: &str) -> String {
    match number.into() {
        1 => format!("1 {one}"),
        number => format!("{number} {many}"),
    }
}

/// If standard input is a terminal, prints that input is expected, and how to end it. `what` names
/// the input.
pub fn tell_if_typed(what: &str) {
    if io::stdin().is_terminal() {
        let end = if cfg!(windows) { "Z" } else { "D" };
        inform(format_args!(
            "reading {what} from the terminal; Ctrl-{end} ends them, --help says what else there is"
        ));
    }
}

/// When something is shown that helps people but would disturb programs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum When {
    /// If it helps, usually if stderr is a terminal.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl When {
    /// All variants with their names.
    pub const NAMES: [(&str, When); 3] = [
        ("auto", When::Auto),
        ("always", When::Always),
        ("never", When::Never),
    ];

    /// Whether it is shown; `auto` decides for [`When::Auto`].
    pub fn or(self, auto: impl FnOnce() -> bool) -> bool {
        match self {
            When::Auto => auto(),
            When::Always => true,
            When::Never => false,
        }
    }

    /// Whether it is shown on stderr; for [`When::Auto`], if stderr is a terminal.
    pub fn on_stderr(self) -> bool {
        self.or(|| io::stderr().is_terminal())
    }
}

/// A time as on a clock, with seconds rounded up: `m:ss`, or `h:mm:ss`.
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs() + u64::from(time.subsec_nanos() > 0);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_closed_pipe_is_the_readers_choice_unless_a_signal_came_before() {
        let closed = || Err(io::Error::from(ErrorKind::BrokenPipe));
        let stop = Stop::new();
        assert_eq!(ended(closed(), &stop), Exit::Success);
        assert_eq!(ended(Ok(Exit::Malformed), &stop), Exit::Malformed);
        assert_eq!(
            ended(Err(io::Error::other("full")), &stop),
            Exit::WriteError
        );
        stop.raise();
        assert_eq!(ended(closed(), &stop), Exit::Interrupted);
        assert_eq!(ended(Ok(Exit::Success), &stop), Exit::Success);
        assert_eq!(
            ended(Err(io::Error::other("full")), &stop),
            Exit::WriteError
        );
    }

    #[test]
    fn warnings_look_other_than_errors() {
        let line = "a.epd:1:39: warning: castling Q was dropped";
        let yellow = "a.epd:1:39: \u{1b}[1m\u{1b}[33mwarning:\u{1b}[0m castling Q was dropped\n";
        assert_eq!(painted(line), format!("\u{1b}[1msolver:\u{1b}[0m {yellow}"));
        let error = "a.epd: cannot be read: Is a directory";
        assert_eq!(
            painted(error),
            format!("\u{1b}[1m\u{1b}[31msolver:\u{1b}[0m {error}\n")
        );
    }

    #[test]
    fn long_times_have_hours() {
        assert_eq!(clock(Duration::from_millis(200)), "0:01");
        assert_eq!(clock(Duration::from_secs(3725)), "1:02:05");
    }

    #[test]
    fn one_is_not_many() {
        assert_eq!(counted(1u64, "record", "records"), "1 record");
        assert_eq!(counted(0u64, "record", "records"), "0 records");
    }
}
