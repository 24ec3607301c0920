//! Parse, run, exit code.

use std::env;
use std::process::ExitCode;

use keymove::cli;

fn main() -> ExitCode {
    let exit = match cli::parse(env::args_os()) {
        Ok(command) => command.run(),
        Err(instead) => instead.show(),
    };
    exit.into()
}
