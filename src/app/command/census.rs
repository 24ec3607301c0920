//! `solver stats`: what answered records came to, on standard output.

use std::io::{self, BufWriter, Write};

use keymove_base::desk::{complain, ended, tell_if_typed};
use keymove_base::exit::Exit;
use keymove_base::stop::Stop;
use keymove_forms::collection::Reading;
use keymove_forms::collection::encoding::text_of;
use keymove_run::batch::lines::{Input, InputLine, InputLines, Item};
use keymove_run::census::{Census, table};

/// What `solver stats` is to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CensusRequest {
    /// Answered records.
    pub inputs: Vec<Input>,
    /// What is written.
    pub form: CensusForm,
}

/// The form of the output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CensusForm {
    /// The counts, for people.
    Text,
    /// The counts as an object of JSON.
    Json,
    /// A row for each record in the place of the counts, see [`table`].
    Table,
}

/// Counts. What cannot be read is told, and the rest counted.
pub fn run(request: &CensusRequest) -> Exit {
    if request.inputs.contains(&Input::Stdin) {
        tell_if_typed("answered records");
    }
    let mut lines = InputLines::new(request.inputs.iter().cloned(), &Reading::default());
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let done = match request.form {
        CensusForm::Table => listed(&mut lines, &mut out),
        form => counted(&mut lines, form == CensusForm::Json, &mut out),
    };
    if done.is_err() {
        // The buffer is not to be written again when it is dropped.
        let _ = out.into_parts();
    }
    ended(done, &Stop::new())
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
