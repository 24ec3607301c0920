//! `solver popeye`: problems in Popeye's language, solutions in Popeye's layout.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::composition::{Compositions, PopeyeError};
use crate::desk::{complain, ended, reads_standard_input, tell, tell_if_typed};
use crate::error::{Location, UTF16, is_utf16};
use crate::exit::Exit;
use crate::popeye::session::refusal;
use crate::popeye::{Manner, answer};
use crate::solve::Tables;
use crate::stop::signals;

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
pub fn run(work: &PopeyeInput) -> Exit {
    let stop = match signals::on_signals() {
        Ok(stop) => stop,
        Err(error) => {
            complain(format_args!("cannot catch signals: {error}"));
            return Exit::Internal;
        }
    };
    // Nothing is lost while input is waited for.
    let waiting = Arc::new(AtomicBool::new(true));
    if let Err(error) = signals::end_while(&waiting) {
        complain(format_args!("cannot catch signals: {error}"));
        return Exit::Internal;
    }
    if reads_standard_input(&work.files) {
        tell_if_typed("problems for Popeye");
    }
    let mut tables = Tables::new(work.memory as usize);
    let mut out = io::stdout().lock();
    let mut exit = Exit::Success;
    let mut write = || -> io::Result<Exit> {
        if work.greeting {
            let version = env!("CARGO_PKG_VERSION");
            writeln!(out, "Popeye keymove v{version} ({} MB)", work.memory)?;
        }
        for file in &work.files {
            waiting.store(true, Ordering::Relaxed);
            let read = contents(file);
            waiting.store(false, Ordering::Relaxed);
            let input = match read {
                Ok(input) if !is_utf16(&input) => input,
                Ok(_) => {
                    complain(format_args!("{}: {UTF16}", file.display()));
                    exit = exit.min(Exit::Malformed);
                    continue;
                }
                Err(error) => {
                    complain(format_args!("{}: {error}", file.display()));
                    exit = exit.min(Exit::Malformed);
                    continue;
                }
            };
            let mut compositions = Compositions::new(&input);
            while let Some(read) = compositions.next() {
                if stop.is_raised() {
                    return Ok(Exit::Interrupted);
                }
                match read {
                    Ok(composition) => {
                        for note in &composition.notes {
                            told(file, "warning: ", note);
                        }
                        let written = answer(&composition, work.manner, &mut tables, &stop);
                        for error in &written.refused {
                            told(file, "", error);
                            exit = exit.min(Exit::Malformed);
                        }
                        out.write_all(&written.text)?;
                    }
                    Err(error) => {
                        told(file, "", &error);
                        exit = exit.min(Exit::Malformed);
                        out.write_all(&refusal(&error, compositions.language()))?;
                    }
                }
                out.flush()?;
            }
        }
        Ok(if stop.is_raised() {
            Exit::Interrupted
        } else {
            exit
        })
    };
    let written = write();
    ended(written, &stop)
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
