//! What the program's exit code says.

use std::process::ExitCode;

/// The exit codes. Where several apply, the one that is named first here counts: it is the least
/// in their order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Output could not be written: disk full, no permission. Nothing half-written counts as done.
    WriteError,
    /// Ended by Ctrl-C, TERM or HUP.
    Interrupted,
    /// A bug in this program: a job panicked, or a thread could not be had.
    Internal,
    /// A record came to what `--fail-on` says none may; everything was done.
    Unwanted,
    /// Malformed records or input that cannot be read; everything else was done.
    Malformed,
    /// `--time` was over before all was done; what was done by then was written.
    OutOfTime,
    /// What was looked for was found: something worse in a comparison, a claim that is false, a
    /// game that contradicts the rules or itself.
    Found,
    /// The command line is not understood; nothing was done.
    Usage,
    /// All is well.
    #[default]
    Success,
}

impl Exit {
    /// The number the shell sees.
    pub fn code(self) -> u8 {
        match self {
            Exit::Success => 0,
            Exit::Found => 1,
            Exit::Malformed => 2,
            Exit::Unwanted => 3,
            Exit::Usage => 64,
            Exit::Internal => 70,
            Exit::WriteError => 74,
            // As timeout(1) has it.
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
