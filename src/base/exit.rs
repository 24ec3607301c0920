//! The program's exit codes.

use std::process::ExitCode;

/// The exit codes. If several apply, the one listed first here counts: it is the smallest in their
/// order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Output could not be written: disk full, no permission. Partially written output does not
    /// count as done.
    WriteError,
    /// Ended by Ctrl-C, TERM or HUP.
    Interrupted,
    /// A bug in this program: a job panicked, or a thread could not be started.
    Internal,
    /// A record had an outcome that `--fail-on` names; everything was done.
    Unwanted,
    /// Malformed records or input that cannot be read; everything else was done.
    Malformed,
    /// The limit of `--time` was met before everything was done; the output up to then was written.
    OutOfTime,
    /// Something that was looked for was found: a regression in a comparison, a false claim, a game
    /// that contradicts the rules or itself.
    Found,
    /// The command line was not understood; nothing was done.
    Usage,
    /// Success.
    #[default]
    Success,
}

impl Exit {
    /// The number that the shell sees.
    pub fn code(self) -> u8 {
        match self {
            Exit::Success => 0,
            Exit::Found => 1,
            Exit::Malformed => 2,
            Exit::Unwanted => 3,
            Exit::Usage => 64,
            Exit::Internal => 70,
            Exit::WriteError => 74,
            // The code used by timeout(1).
            Exit::OutOfTime => 124,
            Exit::Interrupted => 130,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}
