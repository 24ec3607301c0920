//! Parse, run, exit code.

use std::env;
use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use keymove::batch::{self, Config, interrupt};
use keymove::bench;
use keymove::cli::{self, Command, Instead};
use keymove::exit::Exit;

fn main() -> ExitCode {
    let exit = match cli::parse(env::args_os()) {
        Ok(Command::Bulk(config)) => bulk(&config),
        Ok(Command::Bench) => bench(),
        Ok(Command::Compare(_)) => {
            complain("not built in this version");
            Exit::Usage
        }
        Err(instead) => show(&instead),
    };
    exit.into()
}

fn bulk(config: &Config) -> Exit {
    let stop = match interrupt::on_signals() {
        Ok(stop) => stop,
        Err(error) => {
            complain(format!("cannot catch signals: {error}"));
            return Exit::Internal;
        }
    };
    match batch::run(config, &stop) {
        Ok(summary) => summary.exit(),
        Err(error) => {
            complain(&error);
            error.exit()
        }
    }
}

fn bench() -> Exit {
    match bench::run(io::stdout().lock()) {
        Ok(total) => {
            // The nodes stand on stdout already.
            let _ = writeln!(io::stderr(), "{total}");
            Exit::Success
        }
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Success,
        Err(error) => {
            complain(format!("standard output: {error}"));
            Exit::WriteError
        }
    }
}

fn show(instead: &Instead) -> Exit {
    // Whoever closed the stream does not want the text.
    let _ = match instead {
        Instead::Text(text) => io::stdout().write_all(text.as_bytes()),
        Instead::Usage(text) => io::stderr().write_all(text.as_bytes()),
    };
    instead.exit()
}

fn complain(message: impl Display) {
    // There is nobody else to tell.
    let _ = writeln!(io::stderr(), "solver: {message}");
}
