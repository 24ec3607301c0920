//! The arguments of `solver popeye`, in Popeye's own way of writing them: `-maxtime 60`.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::units::{megabytes, seconds};
use crate::command::popeye::PopeyeInput;
use keymove_doors::popeye::Manner;

/// The names under which programs call Popeye.
const NAMES: [&str; 2] = ["py", "popeye"];

/// Popeye's options, as it writes them with one dash.
const OPTIONS: [&str; 5] = ["maxmem", "maxtime", "regression", "nogreeting", "nosound"];

/// Solve problems in Popeye's language (BeginProblem ... EndProblem) and write them as Popeye does.
/// The same as calling this program by the name py or popeye
#[derive(Debug, Args)]
#[command(after_help = "\
Options are written as Popeye's, too: -maxmem 512M -maxtime 60 -regression. As there, -maxmem with one
dash counts kilobytes where no letter says otherwise.")]
pub(super) struct PopeyeArguments {
    /// Memory for the tables, in megabytes, or as 2G
    #[arg(long, value_name = "N", default_value = "256", value_parser = megabytes)]
    maxmem: u32,

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
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl PopeyeArguments {
    pub(super) fn meant(mut self) -> PopeyeInput {
        if self.files.is_empty() {
            self.files.push("-".into());
        }
        PopeyeInput {
            files: self.files,
            memory: self.maxmem,
            greeting: !self.regression && !self.nogreeting,
            manner: Manner {
                time: self.maxtime,
                timed: !self.regression,
            },
        }
    }
}

/// The arguments with the command `popeye` written out where the program's name says it, and with
/// Popeye's options as this program writes them: `-maxmem` as `--maxmem`. `-maxpos` is left out:
/// there are as many positions as memory holds. Arguments of other commands stay as they are.
pub(super) fn as_command(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    let name = arguments
        .first()
        .and_then(|name| Path::new(name).file_stem());
    if name.is_some_and(|name| NAMES.iter().any(|own| name.eq_ignore_ascii_case(own))) {
        arguments[0] = "solver".into();
        arguments.insert(1, "popeye".into());
    }
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
