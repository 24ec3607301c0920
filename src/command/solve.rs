//! `solver` and `solver -b`: the run over records, until the input ends or a signal comes.

use crate::batch::lines::Input;
use crate::batch::{self, Config};
use crate::desk::{complain, tell_if_typed};
use crate::exit::Exit;
use crate::stop::signals;

/// Runs `config`.
pub fn run(config: &Config) -> Exit {
    let stop = match signals::on_signals() {
        Ok(stop) => stop,
        Err(error) => {
            complain(format_args!("cannot catch signals: {error}"));
            return Exit::Internal;
        }
    };
    if config.inputs.contains(&Input::Stdin) {
        tell_if_typed("EPD records");
    }
    match batch::run(config, &stop) {
        Ok(summary) => summary.exit(),
        Err(error) => {
            complain(&error);
            error.exit()
        }
    }
}
