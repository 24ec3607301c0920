//! The arguments of `solver chest`, and the names `chest` and `dchest` for it.
//!
//! Chest had one letter an option, what belongs to it in the same word or in the next (`-LS`,
//! `-M 128`). Programs that call it may pass letters that mean nothing here: those are taken out
//! before clap sees them, as far as the word goes, since nobody can tell which of them take one
//! more.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::NoCommand;
use super::run::DEPTHS;
use super::units::{count, megabytes, number, seconds};
use super::usage;
use crate::command::Command;
use crate::command::chest::ChestRequest;
use keymove_base::language::Language;
use keymove_doors::chest::kind_of;
use keymove_records::job::Defaults;
use keymove_solve::{Kind, Limits, Wanted};

/// Letters that mean something here, those of help and version among them.
const LETTERS: &[u8] = b"brLMzZxjhV";

/// Do what Chest does: read its input, answer in its layout; for Olive and others that call it.
/// The same as calling this program by the name chest or dchest
#[derive(Debug, Args)]
pub(super) struct ChestArguments {
    /// EPD records in, EPD records out: the bulk run, as `solver -b`
    #[arg(short, long)]
    bulk: bool,
    /// Write the variations as well
    #[arg(short = 'r', long)]
    tree: bool,
    /// Letters of the men: E (N for the knight), S (S for the knight), D (German)
    #[arg(
        short = 'L',
        long,
        value_enum,
        default_value = "E",
        value_name = "LETTERS"
    )]
    letters: LetterSet,
    /// Memory for the tables, in megabytes, or as 2G
    #[arg(short = 'M', long, value_name = "MB", default_value = "256", value_parser = megabytes)]
    memory: u32,
    /// Depth in full moves for jobs that name none [default: 5]
    #[arg(short = 'z', long, value_name = "N", value_parser = number::<u16>(DEPTHS))]
    depth: Option<u16>,
    /// Depth for every job, whatever it names
    #[arg(short = 'Z', long, value_name = "N", value_parser = number::<u16>(DEPTHS))]
    force_depth: Option<u16>,
    /// The side to move is mated
    #[arg(short = 'x', long)]
    mated: bool,
    /// The goal of jobs that name none: o mate, O stalemate, s selfmate, S selfstalemate, h
    /// helpmate, H helpstalemate
    #[arg(short = 'j', long, value_name = "LETTER", value_parser = job)]
    job: Option<Kind>,
    /// Nodes for one job, as 5000, 20k, 1.5M, 2G or 1e6 [default: no limit]
    #[arg(long, value_name = "N", value_parser = count(1..=u64::MAX))]
    nodes: Option<u64>,
    /// Seconds for one job, fractions allowed, or as 90s, 5m or 1.5h [default: no limit]
    #[arg(long, value_name = "SEC", value_parser = seconds)]
    time: Option<Duration>,
    /// Files in Chest's input language; none, or -: standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LetterSet {
    #[value(name = "E")]
    English,
    #[value(name = "S")]
    ProblemEnglish,
    #[value(name = "D")]
    German,
}

impl ChestArguments {
    pub(super) fn is_bulk(&self) -> bool {
        self.bulk
    }

    /// The command line of the bulk run that this asks for.
    pub(super) fn bulk(self) -> Vec<OsString> {
        let mut words: Vec<OsString> = vec!["solver".into(), "-b".into()];
        let mut option = |name: &str, value: Option<String>| {
            words.extend(value.map(|value| format!("{name}={value}").into()));
        };
        option("--memory", Some(self.memory.to_string()));
        option("--depth", self.depth.map(|depth| depth.to_string()));
        option(
            "--force-depth",
            self.force_depth.map(|depth| depth.to_string()),
        );
        option("--job", self.job.map(|kind| kind.name().to_owned()));
        option("--nodes", self.nodes.map(|nodes| nodes.to_string()));
        option(
            "--time",
            self.time.map(|time| time.as_secs_f64().to_string()),
        );
        if self.mated {
            words.push("--mated".into());
        }
        words.push("--".into());
        words.extend(self.files.into_iter().map(PathBuf::into_os_string));
        words
    }

    pub(super) fn meant(self, passed_over: Vec<String>) -> Result<Command, NoCommand> {
        if self.mated && self.job.is_some_and(|kind| kind != Kind::MATE) {
            return Err(usage("-x asks for mate; it cannot be used with another -j"));
        }
        Ok(Command::Chest(ChestRequest {
            files: self.files,
            defaults: Defaults {
                depth: self.depth,
                force_depth: self.force_depth,
                kind: self.job,
                mated: self.mated,
                limits: Limits {
                    nodes: self.nodes,
                    time: self.time,
                },
                wanted: Wanted {
                    tree: self.tree,
                    ..Wanted::default()
                },
                ..Defaults::default()
            },
            language: match self.letters {
                LetterSet::English => Language::English,
                LetterSet::ProblemEnglish => Language::ProblemEnglish,
                LetterSet::German => Language::German,
            },
            memory: self.memory as usize,
            passed_over,
        }))
    }
}

/// The arguments with the command `chest` written out where the program's name says it, and those
/// options of that command, as text, that mean nothing here: they are no longer among the
/// arguments.
pub(super) fn as_command(mut arguments: Vec<OsString>) -> (Vec<OsString>, Vec<String>) {
    let name = arguments
        .first()
        .and_then(|name| Path::new(name).file_stem());
    let is_chest = |name: &OsStr| {
        ["chest", "dchest"]
            .iter()
            .any(|own| name.eq_ignore_ascii_case(own))
    };
    if name.is_some_and(is_chest) {
        arguments[0] = "solver".into();
        arguments.insert(1, "chest".into());
    }
    let mut passed_over = Vec::new();
    if arguments.get(1).is_some_and(|word| word == "chest") {
        let mut files_only = false;
        arguments.retain(|word| {
            files_only |= word == "--";
            let foreign = !files_only && is_foreign(word.as_encoded_bytes());
            if foreign {
                passed_over.push(word.to_string_lossy().into_owned());
            }
            !foreign
        });
    }
    (arguments, passed_over)
}

/// Whether a word is an option of one letter that means nothing here.
fn is_foreign(word: &[u8]) -> bool {
    matches!(word, [b'-', letter, ..] if letter.is_ascii_alphanumeric() && !LETTERS.contains(letter))
}

fn job(letter: &str) -> Result<Kind, String> {
    kind_of(letter.as_bytes()).ok_or_else(|| {
        "o, O, s, S, h and H are jobs; what Chest has no letter for is asked in EPD (-b, Stip) or of \
         solver popeye"
            .to_owned()
    })
}
