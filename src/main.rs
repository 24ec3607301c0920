//! Parse, run, exit code.

use std::env;
use std::process::ExitCode;

use keymove::{app, desk};

fn main() -> ExitCode {
    // First, as the faster build finds the streams as they are here. Without a socket all is as before.
    let _ = desk::fail_closed_output();
    app::processor::give_way(env::args_os());
    let exit = match app::parse(env::args_os()) {
        Ok(command) => command.run(),
        Err(instead) => instead.show(),
    };
    exit.into()
}
