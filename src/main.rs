//! Parse, run, exit code.

use std::env;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::process::ExitCode;

use keymove::batch::{self, Config};
use keymove::cli::{self, Command, Comparison};
use keymove::compare::compare_files;
use keymove::exit::Exit;
use keymove::verify::{self, Verification};
use keymove::{bench, bpgn, stop::signals};

/// An exit code, and the reason where nothing else has told it.
type Ended = Result<Exit, (Exit, String)>;

fn main() -> ExitCode {
    let ended = match cli::parse(env::args_os()) {
        Ok(Command::Solve(config)) => solve(&config),
        Ok(Command::Compare(comparison)) => compare(&comparison),
        Ok(Command::Bench) => bench(),
        Ok(Command::Bpgn(work)) => Ok(bpgn::command::run(&work)),
        Ok(Command::Verify(verification)) => verify(&verification),
        Ok(Command::Kriegspiel(task)) => Ok(task.run()),
        Err(instead) => Ok(instead.show()),
    };
    let exit = ended.unwrap_or_else(|(exit, reason)| {
        // There is nobody else to tell.
        let _ = writeln!(io::stderr(), "solver: {reason}");
        exit
    });
    exit.into()
}

fn solve(config: &Config) -> Ended {
    let stop = signals::on_signals()
        .map_err(|error| (Exit::Internal, format!("cannot catch signals: {error}")))?;
    match batch::run(config, &stop) {
        Ok(summary) => Ok(summary.exit()),
        Err(error) => Err((error.exit(), error.to_string())),
    }
}

fn compare(comparison: &Comparison) -> Ended {
    let report = compare_files(&comparison.expected, &comparison.actual)
        .map_err(|error| (Exit::Malformed, error.to_string()))?;
    let mut out = BufWriter::new(io::stdout().lock());
    let written = if comparison.json {
        report.write_json(comparison.all, &mut out)
    } else {
        report.write_text(comparison.all, &mut out)
    };
    printed(written.and_then(|()| out.flush()), report.exit())
}

fn bench() -> Ended {
    let total = bench::run(io::stdout().lock());
    if let Ok(total) = &total {
        // The nodes stand on stdout already.
        let _ = writeln!(io::stderr(), "{total}");
    }
    printed(total.map(drop), Exit::Success)
}

fn verify(verification: &Verification) -> Ended {
    let mut out = BufWriter::new(io::stdout().lock());
    match verify::run(verification, &mut out) {
        Ok(totals) => printed(out.flush(), totals.exit()),
        Err(error) => printed(Err(error), Exit::Success),
    }
}

fn printed(written: io::Result<()>, exit: Exit) -> Ended {
    match written {
        Ok(()) => Ok(exit),
        // Whoever closed the stream had enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(Exit::Success),
        Err(error) => Err((Exit::WriteError, format!("standard output: {error}"))),
    }
}
