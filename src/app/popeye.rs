//! `solver popeye`: problems in Popeye's language, solutions in Popeye's layout; the arguments may
//! be written in Popeye's own way, `-maxtime 60`.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::arguments::called_as;
use keymove_base::desk::{complain, ended};
use keymove_base::error::{Location, UTF16, is_utf16};
use keymove_base::exit::Exit;
use keymove_base::stop::{Stop, signals};
use keymove_base::units::{megabytes, seconds};
use keymove_doors::popeye::session::refusal;
use keymove_doors::popeye::{PopeyeSettings, answer};
use keymove_forms::composition::{Compositions, PopeyeError};
use keymove_solve::Tables;
use keymove_terminal::arguments::{is_dash, tell_if_read};
use keymove_terminal::caught;

/// The names under which programs call Popeye.
const NAMES: [&str; 2] = ["py", "popeye"];

/// Popeye's options, as it writes them with one dash.
const OPTIONS: [&str; 5] = ["maxmem", "maxtime", "regression", "nogreeting", "nosound"];

/// Solve problems in Popeye's language and write them as Popeye does: BeginProblem ... EndProblem.
/// The same as calling this program by the name py or popeye
#[derive(Debug, Args)]
#[command(after_help = "\
Options are written as Popeye's, too: -maxmem 512M -maxtime 60 -regression. As there, -maxmem with one
dash counts kilobytes where no letter says otherwise.")]
pub struct Popeye {
    /// Memory for the tables, in megabytes, or as 2G
    #[arg(long, value_name = "N", default_value = "256", value_parser = megabytes)]
    maxmem: usize,

    /// Seconds for one problem with its twins, or as 5m [default: no limit]
    #[arg(long, value_name = "N", value_parser = seconds)]
    maxtime: Option<Duration>,

    /// Write neither the program's name nor times, so that equal work gives equal bytes
    #[arg(long)]
    regression: bool,

    /// Write no program name in the first line
    #[arg(long)]
    nogreeting: bool,

    /// Passed over: there is no sound
    #[arg(long, hide = true)]
    nosound: bool,

    /// Files of problems; none, or -: standard input
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    files: Vec<PathBuf>,
}

impl Popeye {
    /// Solves all problems; a signal ends the one under way, and what is found by then is written.
    pub fn run(self) -> Result<Exit, Exit> {
        let stop = caught(signals::on_signals())?;
        tell_if_read(&self.files, "problems for Popeye");
        let mut solving = Solving {
            tables: Tables::new(self.maxmem),
            out: io::stdout().lock(),
            exit: Exit::Success,
            manner: PopeyeSettings {
                time: self.maxtime,
                timed: !self.regression,
            },
            stop: &stop,
        };
        let greeted = match self.regression || self.nogreeting {
            true => Ok(()),
            false => {
                let (version, memory) = (env!("CARGO_PKG_VERSION"), self.maxmem);
                writeln!(solving.out, "Popeye keymove v{version} ({memory} MB)")
            }
        };
        Ok(ended(
            greeted.and_then(|()| solving.all(&self.files)),
            &stop,
        ))
    }
}

/// Files of problems, answered one after the other.
struct Solving<'a, W> {
    manner: PopeyeSettings,
    stop: &'a Stop,
    tables: Tables,
    out: W,
    exit: Exit,
}

impl<W: Write> Solving<'_, W> {
    /// Answers all files.
    fn all(&mut self, files: &[PathBuf]) -> io::Result<Exit> {
        for file in files {
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
                    let written = answer(&composition, self.manner, &mut self.tables, self.stop);
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
    if is_dash(file) {
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
    complain(format_args!("{place}: {before}{error}"));
}

/// The arguments with the command `popeye` written out where the program's name says it, and with
/// Popeye's options as this program writes them: `-maxmem` as `--maxmem`. `-maxpos` is left out:
/// there are as many positions as memory holds. Arguments of other commands stay as they are.
pub fn as_command(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments = called_as(&NAMES, "popeye", arguments.into_iter().collect());
    if arguments.get(1).is_none_or(|command| command != "popeye") {
        return arguments;
    }
    let mut words = arguments.split_off(2).into_iter().peekable();
    while let Some(word) = words.next() {
        let own = word.to_str().and_then(|text| text.strip_prefix('-'));
        match own {
            Some("maxpos" | "-maxpos") => {
                words.next_if(is_number);
            }
            Some("maxmem") => {
                arguments.push("--maxmem".into());
                if let Some(memory) = words.next() {
                    arguments.push(in_megabytes(memory));
                }
            }
            Some(option) if OPTIONS.contains(&option) => {
                arguments.push(format!("--{option}").into());
            }
            _ => arguments.push(word),
        }
    }
    arguments
}

fn is_number(word: &OsString) -> bool {
    let text = word.as_encoded_bytes();
    !text.is_empty() && text.iter().all(u8::is_ascii_digit)
}

/// Memory as Popeye counts it, in kilobytes where no letter says otherwise.
fn in_megabytes(memory: OsString) -> OsString {
    let kilobytes = memory.to_str().filter(|_| is_number(&memory));
    match kilobytes.and_then(|text| text.parse::<u64>().ok()) {
        Some(kilobytes) => kilobytes.div_ceil(1024).max(1).to_string().into(),
        None => memory,
    }
}
