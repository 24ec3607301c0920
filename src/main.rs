//! Parse, run, exit code.

use std::env;
use std::process::ExitCode;

use keymove::cli;

fn main() -> ExitCode {
    cli::processor::give_way(env::args_os());
    let exit = match cli::parse(env::args_os()) {
        Ok(command) => command.run(),
        Err(instead) => instead.show(),
    };
    exit.into()
}
