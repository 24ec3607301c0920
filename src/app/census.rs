//! `solver stats`: what answered records came to, on standard output.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::reading::inputs;
use keymove_base::desk::{complain, ended, tell_if_typed};
use keymove_base::exit::Exit;
use keymove_base::stop::Stop;
use keymove_forms::collection::Reading;
use keymove_forms::collection::encoding::text_of;
use keymove_run::batch::lines::{Input, InputLine, InputLines, Item};
use keymove_run::census::{Census, table};

/// Count answered records: by outcome and length, histograms of nodes and seconds, the slowest
///
/// Reads the records that `solver -b` wrote, in one run or many. Records hold whole seconds, so times
/// are counted in whole seconds, too.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes: 0 done, 2 a file cannot be read (the rest is counted), 64 usage, 74 the output cannot be \
written.")]
pub struct Stats {
    /// The form of the output; tsv: a row for each record instead of the counts
    #[arg(long, value_enum, default_value = "text")]
    format: CensusFormat,
    /// Files of records in any form that is read, plain or compressed; none, or -: standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CensusFormat {
    Text,
    Json,
    Tsv,
}

impl Stats {
    /// Counts. What cannot be read is told, and the rest counted.
    pub fn run(self) -> Result<Exit, Exit> {
        let inputs = inputs(Vec::new(), self.files).map_err(|refused| refused.show())?;
        if inputs.contains(&Input::Stdin) {
            tell_if_typed("answered records");
        }
        let mut lines = InputLines::new(inputs, &Reading::default());
        let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
        let done = match self.format {
            CensusFormat::Tsv => listed(&mut lines, &mut out),
            format => counted(&mut lines, format == CensusFormat::Json, &mut out),
        };
        if done.is_err() {
            // The buffer is not to be written again when it is dropped.
            let _ = out.into_parts();
        }
        Ok(ended(done, &Stop::new()))
    }
}

/// Writes the counts.
fn counted(lines: &mut InputLines, is_json: bool, out: &mut impl Write) -> io::Result<Exit> {
    let mut census = Census::default();
    let exit = each(lines, |line| {
        match line {
            Some(line) if line.refusal().is_some() => census.malformed(),
            Some(line) => census.count(&line.file, line.number, text_of(&line.bytes).as_bytes()),
            None => census.unreadable(),
        }
        Ok(())
    })?;
    let figures = census.figures();
    match is_json {
        true => out.write_all(&figures.to_json())?,
        false => writeln!(out, "{figures}")?,
    }
    out.flush().map(|()| exit)
}

/// Writes the table.
fn listed(lines: &mut InputLines, out: &mut impl Write) -> io::Result<Exit> {
    writeln!(out, "{}", *table::HEADER)?;
    let exit = each(lines, |line| {
        let row = line.and_then(|line| match line.refusal() {
            Some(reason) => Some(table::refused_row(line.number, &line.bytes, reason)),
            None => table::row(line.number, text_of(&line.bytes).as_bytes()),
        });
        match row {
            Some(row) => out.write_all(&row).and_then(|()| out.write_all(b"\n")),
            None => Ok(()),
        }
    })?;
    out.flush().map(|()| exit)
}

/// Gives `f` each line, and nothing for a file that cannot be read, which is told, as it is where no
/// line is a record.
fn each(
    lines: &mut InputLines,
    mut f: impl FnMut(Option<&InputLine>) -> io::Result<()>,
) -> io::Result<Exit> {
    let mut exit = Exit::Success;
    let (mut is_asked, mut is_read) = (false, false);
    while let Some(item) = lines.next_item() {
        match item {
            Item::Line(line) => {
                if !is_read && line.is_job() {
                    is_asked = true;
                    is_read = line.is_record();
                }
                f(Some(&line))?;
            }
            Item::Unreadable(message) => {
                complain(message);
                exit = Exit::Malformed;
                f(None)?;
            }
            Item::Rest(_) | Item::Note(_) => {}
        }
    }
    if is_asked && !is_read {
        complain("no line is a record");
        exit = Exit::Malformed;
    }
    Ok(exit)
}
