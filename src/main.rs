//! Parse, run, exit code.

use std::env;
use std::fmt::Display;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::process::ExitCode;

use keymove::batch::{self, Config, interrupt};
use keymove::bench;
use keymove::cli::{self, Command, Comparison, Instead};
use keymove::compare::compare_files;
use keymove::exit::Exit;
use keymove::kriegspiel::ending::command as ending;
use keymove::kriegspiel::metaposition::command as player;

fn main() -> ExitCode {
    let exit = match cli::parse(env::args_os()) {
        Ok(Command::Bulk(config)) => bulk(&config),
        Ok(Command::Compare(comparison)) => compare(&comparison),
        Ok(Command::Bench) => bench(),
        Ok(Command::Ending(request)) => match interrupt::on_signals() {
            Ok(stop) => ending::run(&request, || stop.is_raised()),
            Err(error) => uncatchable(&error),
        },
        Ok(Command::Player(request)) => match interrupt::on_signals() {
            Ok(stop) => player::run(&request, || stop.is_raised()),
            Err(error) => uncatchable(&error),
        },
        Err(instead) => show(&instead),
    };
    exit.into()
}

fn bulk(config: &Config) -> Exit {
    let stop = match interrupt::on_signals() {
        Ok(stop) => stop,
        Err(error) => return uncatchable(&error),
    };
    match batch::run(config, &stop) {
        Ok(summary) => summary.exit(),
        Err(error) => {
            complain(&error);
            error.exit()
        }
    }
}

fn uncatchable(error: &io::Error) -> Exit {
    complain(format!("cannot catch signals: {error}"));
    Exit::Internal
}

fn compare(comparison: &Comparison) -> Exit {
    let report = match compare_files(&comparison.expected, &comparison.actual) {
        Ok(report) => report,
        Err(error) => {
            complain(&error);
            return Exit::Malformed;
        }
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let written = if comparison.json {
        report.write_json(comparison.all, &mut out)
    } else {
        report.write_text(comparison.all, &mut out)
    };
    printed(written.and_then(|()| out.flush()), report.exit())
}

fn bench() -> Exit {
    let total = bench::run(io::stdout().lock());
    if let Ok(total) = &total {
        // The nodes stand on stdout already.
        let _ = writeln!(io::stderr(), "{total}");
    }
    printed(total.map(drop), Exit::Success)
}

fn printed(written: io::Result<()>, exit: Exit) -> Exit {
    match written {
        Ok(()) => exit,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Exit::Success,
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
