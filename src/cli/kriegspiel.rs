//! `solver kriegspiel ...`: arguments as typed -> a [`Command`] as meant.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use shakmaty::Color;

use super::{Command, Instead};
use crate::kriegspiel::check::Extent;
use crate::kriegspiel::notation::{Filtered, Notation};
use crate::kriegspiel::task::Task;

/// Kriegspiel: check, filter and convert records of games
#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes: 0 done, 1 check has findings, 2 a file or a game cannot be read, 64 usage, 74 output cannot be written.")]
pub(super) struct Kriegspiel {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Replay every move, try and announcement; FILE:LINE:COLUMN: what is wrong
    Check {
        #[command(flatten)]
        input: Input,
        /// The form of the output
        #[arg(long, value_enum, default_value = "text")]
        format: Format,
        /// A player's record: follow at most N positions that fit; 0: look at the own board only
        #[arg(long, value_name = "N", default_value_t = Extent::default().positions)]
        positions: usize,
    },
    /// Write the umpire's record as one player knows it, or anew
    Filter {
        /// The player; no: the umpire's record in the normal form
        #[arg(long = "for", value_name = "WHO", value_enum)]
        wanted: Who,
        #[command(flatten)]
        input: Input,
    },
    /// Write records in the other notation; what that cannot say is named on stderr
    Convert {
        /// The notation
        #[arg(long, value_name = "NOTATION", value_enum)]
        to: To,
        #[command(flatten)]
        input: Input,
    },
    /// Be the umpire of a game: new [FEN], try e2e4, tries; one answer a line
    Umpire,
}

#[derive(Debug, Args)]
struct Input {
    /// Files of games; none, or -: standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Input {
    fn meant(self) -> Vec<PathBuf> {
        if self.files.is_empty() {
            vec![PathBuf::from("-")]
        } else {
            self.files
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Who {
    White,
    Black,
    No,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum To {
    #[value(name = "v0.9")]
    V09,
    Proposal,
}

impl Kriegspiel {
    pub(super) fn meant(self) -> Result<Command, Instead> {
        let task = match self.action {
            Action::Check {
                input,
                format,
                positions,
            } => Task::Check {
                files: input.meant(),
                json: format == Format::Json,
                extent: Extent { positions },
            },
            Action::Filter { wanted, input } => Task::Filter {
                files: input.meant(),
                wanted: match wanted {
                    Who::White => Filtered::For(Color::White),
                    Who::Black => Filtered::For(Color::Black),
                    Who::No => Filtered::No,
                },
            },
            Action::Convert { to, input } => Task::Convert {
                files: input.meant(),
                to: match to {
                    To::V09 => Notation::V09,
                    To::Proposal => Notation::Proposal,
                },
            },
            Action::Umpire => Task::Umpire,
        };
        Ok(Command::Kriegspiel(task))
    }
}
