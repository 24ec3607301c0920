//! The front desk: what every command does at its end, decided once.
//!
//! A command writes to its streams and comes back with a result. What a closed pipe, a full disk or
//! a signal makes of it stands in [`ended`] alone, and what people are told goes through
//! [`complain`] and [`tell`].

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};

use crate::exit::Exit;
use crate::stop::Stop;

/// The exit code of a command that wrote to standard output: `written`, unless that failed.
///
/// Whoever closed the stream had enough, so that is success. But Ctrl-C ends all programs of a
/// pipe, and then the reader may die first: after a signal a closed pipe is the signal's.
pub fn ended(written: io::Result<Exit>, stop: &Stop) -> Exit {
    match written {
        Ok(exit) => exit,
        Err(error) if error.kind() == ErrorKind::BrokenPipe && stop.is_raised() => {
            Exit::Interrupted
        }
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Exit::Success,
        Err(error) => {
            complain(format_args!("standard output: {error}"));
            Exit::WriteError
        }
    }
}

/// Says on standard error why something was not done, as this program.
pub fn complain(message: impl Display) {
    tell(format_args!("solver: {message}"));
}

/// Says a line on standard error.
pub fn tell(line: impl Display) {
    // There is nobody else to tell.
    let _ = writeln!(io::stderr(), "{line}");
}

/// A number of things, as a sentence says it.
pub fn counted(number: impl Into<u128>, one: &str, many: &str) -> String {
    match number.into() {
        1 => format!("1 {one}"),
        number => format!("{number} {many}"),
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
    fn one_is_not_many() {
        assert_eq!(counted(1u64, "record", "records"), "1 record");
        assert_eq!(counted(0u64, "record", "records"), "0 records");
    }
}
