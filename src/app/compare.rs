//! `solver compare`: two files of records, and what is worse in the second.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use keymove_base::desk::{complained, ended};
use keymove_base::exit::Exit;
use keymove_base::stop::Stop;
use keymove_base::units::named;
use keymove_records::compare::{FileLine, Report, compare_lines};
use keymove_records::judgement::JudgementForm;
use keymove_run::record_lines::{RecordLines, open};
use keymove_terminal::arguments::is_dash;
use keymove_terminal::refuse;

/// Compare results with expected ones; exit 1 if something is worse
#[derive(Debug, Args)]
pub struct Compare {
    /// The records with the expected results
    expected: PathBuf,
    /// The records with the actual results
    actual: PathBuf,
    /// Show equal records as well
    #[arg(long)]
    all: bool,
    /// The form of the output
    #[arg(long, value_parser = named(&JudgementForm::NAMES), default_value = "text")]
    format: JudgementForm,
}

impl Compare {
    pub fn run(self) -> Result<Exit, Exit> {
        let is_read_twice = is_dash(&self.expected) && is_dash(&self.actual);
        refuse(&[(
            is_read_twice,
            "only one of the two files can be standard input",
        )])
        .map_err(|refused| refused.show())?;
        let report = compare_files(&self.expected, &self.actual)
            .map_err(|error| complained(error, Exit::Malformed))?;
        let mut out = BufWriter::new(io::stdout().lock());
        let written = match self.format {
            JudgementForm::Json => report.write_json(self.all, &mut out),
            JudgementForm::Text => report.write_text(self.all, &mut out),
        };
        let written = written.and_then(|()| out.flush()).map(|()| report.exit());
        Ok(ended(written, &Stop::new()))
    }
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
        .map(|line| {
            let line = line.map_err(|remark| io::Error::other(remark.to_string()))?;
            Ok(match line.cause {
                Some(cause) => FileLine::illegal(line.number, &line.bytes, &cause.to_string()),
                None => FileLine::read(line.number, &line.bytes),
            })
        })
        .collect()
}
