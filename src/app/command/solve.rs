//! `solver` and `solver -b`: the run over records, until the input ends or a signal comes.

use super::caught;
use keymove_base::desk::{complained, tell_if_typed};
use keymove_base::exit::Exit;
use keymove_base::stop::signals;
use keymove_run::batch::lines::Input;
use keymove_run::batch::{self, Config, Summary};

/// Runs `config`.
pub fn run(config: &Config) -> Result<Exit, Exit> {
    summary(config).map(|summary| summary.exit())
}

/// Runs `config`; an error is the exit code of a run that came to nothing.
pub(super) fn summary(config: &Config) -> Result<Summary, Exit> {
    let stop = caught(signals::on_signals())?;
    if config.inputs.contains(&Input::Stdin) {
        tell_if_typed("EPD records");
    }
    batch::run(config, &stop).map_err(|error| complained(&error, error.exit()))
}
