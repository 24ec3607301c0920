//! Parse, run, exit code.

use std::env;
use std::process::ExitCode;

use keymove::app;

fn main() -> ExitCode {
    app::processor::give_way(env::args_os());
    let exit = match app::parse(env::args_os()) {
        Ok(command) => command.run(),
        Err(instead) => instead.show(),
    };
    exit.into()
}
