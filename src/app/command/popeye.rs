//! `solver popeye`: problems in Popeye's language, solutions in Popeye's layout.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::caught;
use keymove_base::desk::{complain, ended, reads_standard_input, tell, tell_if_typed};
use keymove_base::error::{Location, UTF16, is_utf16};
use keymove_base::exit::Exit;
use keymove_base::stop::{Stop, signals};
use keymove_doors::popeye::session::refusal;
use keymove_doors::popeye::{Manner, answer};
use keymove_forms::composition::{Compositions, PopeyeError};
use keymove_solve::Tables;

/// What `solver popeye` is to do.
#[derive(Debug, Clone)]
pub struct PopeyeInput {
    /// Files of problems; `-` is standard input.
    pub files: Vec<PathBuf>,
    /// Memory for the tables, in megabytes of 2^20 bytes.
    pub memory: u32,
    /// Whether the first line has the program's name.
    pub greeting: bool,
    /// How problems are solved and written.
    pub manner: Manner,
}

/// Solves all problems; a signal ends the one under way, and what is found by then is written.
pub fn run(work: &PopeyeInput) -> Result<Exit, Exit> {
    let stop = caught(signals::on_signals())?;
    if reads_standard_input(&work.files) {
        tell_if_typed("problems for Popeye");
    }
    let mut solving = Solving {
        tables: Tables::new(work.memory as usize),
        out: io::stdout().lock(),
        exit: Exit::Success,
        work,
        stop: &stop,
    };
    Ok(ended(solving.all(), &stop))
}

/// Files of problems, answered one after the other.
struct Solving<'a, W> {
    work: &'a PopeyeInput,
    stop: &'a Stop,
    tables: Tables,
    out: W,
    exit: Exit,
}

impl<W: Write> Solving<'_, W> {
    /// Answers all files.
    fn all(&mut self) -> io::Result<Exit> {
        if self.work.greeting {
            let (version, memory) = (env!("CARGO_PKG_VERSION"), self.work.memory);
            writeln!(self.out, "Popeye keymove v{version} ({memory} MB)")?;
        }
        for file in &self.work.files {
            if self.stop.is_raised() {
                break;
            }
            // Nothing is lost while input is waited for.
            let what = match self.stop.while_waiting(|| contents(file)) {
                Ok(input) if !is_utf16(&input) => {
                    self.problems(file, &input)?;
                    continue;
                }
                Ok(_) => UTF16.to_owned(),
                Err(error) => error.to_string(),
            };
            complain(format_args!("{}: {what}", file.display()));
            self.exit = self.exit.min(Exit::Malformed);
        }
        Ok(match self.stop.is_raised() {
            true => Exit::Interrupted,
            false => self.exit,
        })
    }

    /// Answers the problems of a file, until it is stopped.
    fn problems(&mut self, file: &Path, input: &[u8]) -> io::Result<()> {
        let mut compositions = Compositions::new(input);
        while let Some(read) = compositions.next() {
            if self.stop.is_raised() {
                return Ok(());
            }
            match read {
                Ok(composition) => {
                    for note in &composition.notes {
                        told(file, "warning: ", note);
                    }
                    let manner = self.work.manner;
                    let written = answer(&composition, manner, &mut self.tables, self.stop);
                    for error in &written.refused {
                        told(file, "", error);
                        self.exit = self.exit.min(Exit::Malformed);
                    }
                    self.out.write_all(&written.text)?;
                }
                Err(error) => {
                    told(file, "", &error);
                    self.exit = self.exit.min(Exit::Malformed);
                    self.out
                        .write_all(&refusal(&error, compositions.language()))?;
                }
            }
            self.out.flush()?;
        }
        Ok(())
    }
}

fn contents(file: &Path) -> io::Result<Vec<u8>> {
    if file.as_os_str() == "-" {
        let mut input = Vec::new();
        io::stdin().lock().read_to_end(&mut input)?;
        return Ok(input);
    }
    fs::read(file)
}

fn told(file: &Path, before: &str, error: &PopeyeError) {
    let place = Location {
        file: file.to_string_lossy().into_owned(),
        line: error.line,
        column: error.column,
    };
    tell(format_args!("{place}: {before}{error}"));
}
