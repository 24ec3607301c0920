//! What the program's exit code says.

use std::process::ExitCode;

/// The exit codes. Where several apply, the one that is named first here counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Output could not be written: disk full, no permission. Nothing half-written counts as done.
    WriteError,
    /// Ended by Ctrl-C, TERM or HUP.
    Interrupted,
    /// A bug in this program: a job panicked, or a thread could not be had.
    Internal,
    /// Malformed records or input that cannot be read; everything else was done.
    Malformed,
    /// A comparison found something worse, or a game contradicts the rules or itself.
    Regression,
    /// The command line is not understood; nothing was done.
    Usage,
    /// All is well.
    Success,
}

impl Exit {
    /// The number the shell sees.
    pub fn code(self) -> u8 {
        match self {
            Exit::Success => 0,
            Exit::Regression => 1,
            Exit::Malformed => 2,
            Exit::Usage => 64,
            Exit::Internal => 70,
            Exit::WriteError => 74,
            Exit::Interrupted => 130,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}
