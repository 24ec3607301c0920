//! `solver compare`: two files of records, and what is worse in the second.

use std::fs;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use crate::compare::{Report, compare};
use crate::desk::{complain, ended};
use crate::exit::Exit;
use crate::stop::Stop;

/// What `solver compare` is to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    /// The records with what should be.
    pub expected: PathBuf,
    /// The records with what is.
    pub actual: PathBuf,
    /// Show the records that are the same, too.
    pub all: bool,
    /// One JSON object a line.
    pub json: bool,
}

/// Compares.
pub fn run(comparison: &Comparison) -> Exit {
    let report = match compare_files(&comparison.expected, &comparison.actual) {
        Ok(report) => report,
        Err(error) => {
            complain(error);
            return Exit::Malformed;
        }
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let written = if comparison.json {
        report.write_json(comparison.all, &mut out)
    } else {
        report.write_text(comparison.all, &mut out)
    };
    let written = written.and_then(|()| out.flush()).map(|()| report.exit());
    ended(written, &Stop::new())
}

/// Compares two files, of which one may be `-`, standard input. An error has the name of the file.
fn compare_files(expected: &Path, actual: &Path) -> io::Result<Report> {
    Ok(compare(&contents(expected)?, &contents(actual)?))
}

fn contents(path: &Path) -> io::Result<Vec<u8>> {
    let read = if path == Path::new("-") {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    read.map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}
