//! The subcommands of `solver kriegspiel`.

use clap::{Args, Subcommand};

use super::ending::EndingArguments;
use super::metaposition::PlayerArguments;
use super::{Command, Instead};

/// Kriegspiel: chess for players who do not see the other side's men
#[derive(Debug, Args)]
pub(super) struct Kriegspiel {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    Ending(EndingArguments),
    Player(PlayerArguments),
}

impl Kriegspiel {
    pub(super) fn meant(self) -> Result<Command, Instead> {
        match self.action {
            Action::Ending(arguments) => arguments.meant().map(Command::Ending),
            Action::Player(arguments) => arguments.meant().map(Command::Player),
        }
    }
}
