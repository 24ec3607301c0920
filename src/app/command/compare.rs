//! `solver compare`: two files of records, and what is worse in the second.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::records::{RecordLines, open};
use keymove_base::desk::{complained, ended};
use keymove_base::exit::Exit;
use keymove_base::notices::{Notice, NoticeForm};
use keymove_base::stop::Stop;
use keymove_records::compare::{FileLine, Report, compare_lines};

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
    /// Notices in their place.
    pub notices: Option<NoticeForm>,
}

/// Compares.
pub fn run(comparison: &Comparison) -> Result<Exit, Exit> {
    let report = compare_files(&comparison.expected, &comparison.actual)
        .map_err(|error| complained(error, Exit::Malformed))?;
    let mut out = BufWriter::new(io::stdout().lock());
    let written = if let Some(form) = comparison.notices {
        write_notices(&report, form, &comparison.actual, &mut out)
    } else if comparison.json {
        report.write_json(comparison.all, &mut out)
    } else {
        report.write_text(comparison.all, &mut out)
    };
    let written = written.and_then(|()| out.flush()).map(|()| report.exit());
    Ok(ended(written, &Stop::new()))
}

/// A notice for each pair, at its line of ACTUAL; a regression is wrong.
fn write_notices(
    report: &Report,
    form: NoticeForm,
    actual: &Path,
    out: &mut impl Write,
) -> io::Result<()> {
    out.write_all(form.head("compare").as_bytes())?;
    let file = actual.to_string_lossy();
    for pair in report.pairs() {
        let name = match &pair.id {
            Some(id) => format!("{} {id}", pair.verdict.name()),
            None => pair.verdict.name().to_owned(),
        };
        let wrong = format!("{}: {}", pair.position, pair.detail);
        let notice = Notice {
            file: &file,
            line: pair.actual_line.unwrap_or(0),
            name: &name,
            wrong: pair.worse.then_some(&wrong),
        };
        out.write_all(form.written(&notice).as_bytes())?;
    }
    out.write_all(form.tail().as_bytes())
}

/// Compares two files, of which one may be `-`, standard input. An error has the name of the file.
fn compare_files(expected: &Path, actual: &Path) -> io::Result<Report> {
    Ok(compare_lines(&lines(expected)?, &lines(actual)?))
}

/// The records of a file.
fn lines(path: &Path) -> io::Result<Vec<FileLine>> {
    let name = path.to_string_lossy().into();
    let opened = open(path)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))?;
    RecordLines::of(&name, opened)
        .map(|line| match line.refusal {
            Some(message) if line.number == 0 => Err(io::Error::other(message)),
            Some(reason) => Ok(FileLine::refused(line.number, &line.bytes, &reason)),
            None => Ok(FileLine::read(line.number, &line.bytes)),
        })
        .collect()
}
