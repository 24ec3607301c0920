//! The command line: arguments as typed -> a [`Command`] as meant. Only this file and those under
//! it know clap.
//!
//! A usage error ends with exit code 64, so that a script can tell "nothing was done" from 2, "all
//! was done but the malformed records".

mod bpgn;
mod ending;
mod examples;
mod kriegspiel;
mod metaposition;
mod units;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::thread::available_parallelism;
use std::time::Duration;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum, value_parser};

use crate::answer::{Format, Settings};
use crate::batch::lines::Input;
use crate::batch::progress::When;
use crate::batch::{Config, Output};
use crate::command::Command;
use crate::command::compare::Comparison;
use crate::error::printable;
use crate::exit::Exit;
use crate::job::{Defaults, meant_by};
use crate::report::Style;
use crate::report::language::Language;
use crate::solve::{Extent, Kind, Length, Limits, Stipulation, Wanted};
use crate::verify::Verification;
use units::{count, megabytes, seconds};

/// Why there is no [`Command`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Instead {
    /// Help or the version was asked for: this text, for stdout.
    Text(String),
    /// A usage error: this text, for stderr.
    Usage(String),
}

impl Instead {
    /// The exit code.
    pub fn exit(&self) -> Exit {
        match self {
            Instead::Text(_) => Exit::Success,
            Instead::Usage(_) => Exit::Usage,
        }
    }

    /// Shows the text and gives the exit code.
    pub fn show(&self) -> Exit {
        // Whoever closed the stream does not want the text.
        let _ = match self {
            Instead::Text(text) => io::stdout().write_all(text.as_bytes()),
            Instead::Usage(text) => io::stderr().write_all(printable(text).as_bytes()),
        };
        self.exit()
    }
}

/// Reads the arguments, of which the first is the program's name.
///
/// # Errors
///
/// [`Instead`]: there is nothing to do but to show a text.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Command, Instead> {
    let arguments = examples::added(Arguments::command())
        .try_get_matches_from(arguments)
        .and_then(|matches| Arguments::from_arg_matches(&matches))
        .map_err(|error| instead(&error))?;
    match arguments.action {
        Some(Action::Compare(compare)) => Ok(Command::Compare(Comparison {
            expected: compare.expected,
            actual: compare.actual,
            all: compare.all,
            json: compare.format == CompareFormat::Json,
        })),
        Some(Action::Bench) => Ok(Command::Bench),
        Some(Action::Kriegspiel(kriegspiel)) => kriegspiel.meant(),
        Some(Action::Bpgn(arguments)) => Ok(Command::Bpgn(arguments.meant())),
        Some(Action::Verify(verify)) => Ok(Command::Verify(verify.meant())),
        None => arguments.run.meant().map(Command::Solve),
    }
}

/// What is shown in place of a command that `error` says is none.
fn instead(error: &clap::Error) -> Instead {
    if error.kind() == ErrorKind::DisplayVersion {
        // Not the name of the subcommand: there is one program.
        return Instead::Text(concat!("solver ", env!("CARGO_PKG_VERSION"), "\n").to_owned());
    }
    if let (Some(ContextValue::String(argument)), Some(ContextValue::String(value))) = (
        error.get(ContextKind::InvalidArg),
        error.get(ContextKind::InvalidValue),
    ) && argument.contains("--job")
        && let Some(stipulation) = meant_by(value.as_bytes())
    {
        return usage(&instead_of_job(value, stipulation));
    }
    let text = error.render().to_string();
    if error.use_stderr() {
        Instead::Usage(text)
    } else {
        Instead::Text(text)
    }
}

/// The depths that `-z` and `-Z` take, in full moves: half of those a record may name.
const DEPTHS: std::ops::RangeInclusive<i64> = 1..=Length::LONGEST as i64 / 2;

/// What says `stipulation`, which was given to `--job`.
fn instead_of_job(value: &str, stipulation: Stipulation) -> String {
    let options = match stipulation.kind {
        _ if stipulation.length.has_half() => {
            return format!(
                "--job takes no length, and no option takes half a move; \
                 write Stip \"{stipulation}\"; into the records"
            );
        }
        Kind::Mate => "-J mate",
        Kind::Mated => "-x",
        Kind::Stalemate => "-J stalemate",
        Kind::Selfmate => "-J selfmate",
        Kind::Selfstalemate => "-J selfstalemate",
        Kind::Helpmate => "-J helpmate",
        Kind::Helpstalemate => "-J helpstalemate",
    };
    format!(
        "--job takes no length; for {value} use {options} -z {}",
        stipulation.length
    )
}

/// Solves chess problems and proves the answers: diagrams and variations for people, or with -b EPD
/// in, EPD out.
#[derive(Debug, Parser)]
#[command(name = "solver", version, args_conflicts_with_subcommands = true)]
#[command(propagate_version = true, allow_negative_numbers = true)]
#[command(after_help = "\
Exit codes: 0 done, 2 malformed records or unreadable files (the rest is done), 64 usage, \
70 internal error, 74 output cannot be written, 130 stopped by a signal.")]
struct Arguments {
    #[command(flatten)]
    run: Run,
    #[command(subcommand)]
    action: Option<Action>,
}

#[derive(Debug, Subcommand)]
enum Action {
    Compare(Compare),
    /// Search fixed positions and count nodes
    Bench,
    Kriegspiel(kriegspiel::Kriegspiel),
    Bpgn(bpgn::BpgnArguments),
    Verify(Verify),
}

/// Compare results with what was expected; exit 1 when something is worse
#[derive(Debug, Args)]
struct Compare {
    /// The records with what should be
    expected: PathBuf,
    /// The records with what is
    actual: PathBuf,
    /// Show the records that are the same, too
    #[arg(long)]
    all: bool,
    /// The form of the output
    #[arg(long, value_enum, default_value = "text")]
    format: CompareFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CompareFormat {
    Text,
    Json,
}

/// Prove the claims of records or certificates again, without the search; exit 1 when one is false
#[derive(Debug, Args)]
struct Verify {
    /// Positions gone through for one claim that no certificate shows; 0: none
    #[arg(long, value_name = "N", default_value = "100000", value_parser = count(0..=u64::MAX))]
    effort: u64,
    /// Look at these claims only: keys, complete, shortest, line, count, mated, longest, sooner,
    /// over, refuted, safe, escapes. By default all, but that a bm holds every key (complete,
    /// sooner) only where it is an answer of this solver, with acn and acd
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        hide_possible_values = true
    )]
    #[arg(value_parser = clap::builder::PossibleValuesParser::new(crate::verify::NAMES))]
    claims: Option<Vec<String>>,
    /// Workers [default: all cores]
    #[arg(short = 'j', long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    workers: Option<u16>,
    /// The form of the output; json: an object for each claim that fails, then the totals
    #[arg(long, value_enum, default_value = "text")]
    format: CompareFormat,
    /// A status line with the speed on stderr; auto: when that is a terminal
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto")]
    progress: ShowProgress,
    /// Answers of a bulk run, or certificates of its --proof; none, or -: standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Verify {
    fn meant(mut self) -> Verification {
        if self.files.is_empty() {
            self.files.push("-".into());
        }
        Verification {
            files: self.files,
            effort: self.effort,
            claims: self.claims,
            workers: self.workers.map_or_else(all_cores, usize::from),
            json: self.format == CompareFormat::Json,
            progress: match self.progress {
                ShowProgress::Auto => io::stderr().is_terminal(),
                ShowProgress::Always => true,
                ShowProgress::Never => false,
            },
        }
    }
}

#[derive(Debug, Args)]
struct Run {
    /// One EPD record in, one EPD record out; otherwise text for people
    #[arg(short, long)]
    bulk: bool,

    /// Depth in full moves for records that name none [default: 5]
    #[arg(short = 'z', long, value_name = "N", value_parser = value_parser!(u16).range(DEPTHS))]
    depth: Option<u16>,

    /// Depth for every record, whatever it names; kind and side stay the record's
    #[arg(short = 'Z', long, value_name = "N", value_parser = value_parser!(u16).range(DEPTHS))]
    force_depth: Option<u16>,

    /// The side to move is the one that gets mated
    #[arg(short = 'x', long)]
    mated: bool,

    /// What to reach in records that do not say
    #[arg(short = 'J', long, value_name = "STIP", value_enum)]
    job: Option<JobKind>,

    /// Memory for the tables of one worker, in megabytes, or as 2G
    #[arg(short = 'M', long, value_name = "MB", default_value = "256", value_parser = megabytes)]
    memory: u32,

    /// Workers [default: all cores]
    #[arg(short = 'j', long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    workers: Option<u16>,

    /// Nodes for one job, as 5000, 20k, 1.5M, 2G or 1e6 [default: no limit]
    #[arg(long, value_name = "N", value_parser = count(1..=u64::MAX))]
    nodes: Option<u64>,

    /// Seconds for one job, fractions allowed, or as 90s, 5m or 1.5h [default: no limit]
    #[arg(long, value_name = "SEC", value_parser = seconds)]
    time: Option<Duration>,

    /// Stop at the first key; otherwise all keys are found
    #[arg(long)]
    first: bool,

    /// Any proved mate within the depth; the shortest need not be proved
    #[arg(long, conflicts_with = "first")]
    any: bool,

    /// Find the tries as well: first moves that fail to at most N replies (default 1)
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true,
          default_missing_value = "1", value_parser = clap::value_parser!(u16).range(1..))]
    tries: Option<u16>,

    /// Find the longer keys as well: those that do not reach the goal as fast as can be, but within
    /// the stipulated length
    #[arg(long)]
    longer_keys: bool,

    /// Find the set play as well: what happens if the other side begins
    #[arg(long)]
    set_play: bool,

    /// Leave out seconds (acs), so that equal work gives equal bytes
    #[arg(long)]
    no_time: bool,

    /// Write to FILE, from its beginning; - is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Go on after the records that the output file already holds; they must be answers to this
    /// input, and were made with the same options
    #[arg(long, requires = "output")]
    resume: bool,

    /// The form of the output [default: epd with -b, otherwise text]
    #[arg(long, value_enum)]
    format: Option<RunFormat>,

    /// JSON: the whole tree, too; --tries and --set-play bring it with them
    #[arg(long)]
    tree: bool,

    /// JSON: an object for each comment and blank line, too
    #[arg(long)]
    copied: bool,

    /// Draw diagrams in text as plain letters
    #[arg(long)]
    ascii: bool,

    /// The language of text and of its letters for the men [default: en]
    #[arg(long, value_enum)]
    language: Option<LanguageName>,

    /// Draw a picture of each record, its keys as arrows, into DIR; it is called by its line
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,

    /// Write the whole proof of each record to FILE, for `verify`
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    proof: Option<PathBuf>,

    /// Nodes of one record's proof; what takes more is left out, and said to be
    #[arg(long, value_name = "N", requires = "proof", default_value = "100000")]
    #[arg(value_parser = count(1..=100_000_000))]
    proof_limit: u64,

    /// One status line on stderr; auto: when that is a terminal
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto")]
    progress: ShowProgress,

    /// Files of EPD records; none, or -: standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum JobKind {
    Mate,
    Stalemate,
    Selfmate,
    Selfstalemate,
    Helpmate,
    Helpstalemate,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum RunFormat {
    Epd,
    Json,
    Text,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LanguageName {
    En,
    De,
    Fr,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ShowProgress {
    Auto,
    Always,
    Never,
}

impl Run {
    fn meant(self) -> Result<Config, Instead> {
        let format = self.form()?;
        if self.mated && self.job.is_some_and(|job| job != JobKind::Mate) {
            return Err(usage(
                "-x (--mated) asks for mate; it cannot be used with another --job",
            ));
        }
        let output = match self.output {
            Some(path) if path.as_os_str() == "-" => {
                if self.resume {
                    return Err(usage("--resume needs a file to go on with, not -"));
                }
                Output::Stdout
            }
            Some(_) if self.resume && !self.bulk => {
                return Err(usage("--resume needs -b"));
            }
            Some(path) if self.resume => Output::Resume(path),
            Some(path) => Output::File(path),
            None => Output::Stdout,
        };
        if self
            .proof
            .as_ref()
            .is_some_and(|path| path.as_os_str() == "-")
        {
            return Err(usage("--proof needs a file, not -"));
        }
        let mut inputs: Vec<Input> = self.files.into_iter().map(input).collect();
        if inputs.is_empty() {
            inputs.push(Input::Stdin);
        }
        Ok(Config {
            inputs,
            output,
            svg: self.svg,
            settings: Settings {
                defaults: Defaults {
                    depth: self.depth,
                    force_depth: self.force_depth,
                    // `-x -J mate` says no more than `-x`.
                    kind: self.job.filter(|_| !self.mated).map(Kind::from),
                    mated: self.mated,
                    extent: match (self.first, self.any) {
                        (true, _) => Extent::First,
                        (_, true) => Extent::Any,
                        _ => Extent::AllKeys,
                    },
                    limits: Limits {
                        nodes: self.nodes,
                        time: self.time,
                    },
                    wanted: Wanted {
                        tree: match format {
                            Format::Epd => false,
                            Format::Json => {
                                self.tree
                                    || self.tries.is_some()
                                    || self.set_play
                                    || self.longer_keys
                            }
                            Format::Text => true,
                        },
                        tries: self.tries.map_or(0, usize::from),
                        longer_keys: self.longer_keys,
                        set_play: self.set_play,
                        certificate: self.proof.as_ref().map(|_| self.proof_limit as usize),
                    },
                },
                no_time: self.no_time,
                copied: self.copied,
                format,
                style: Style {
                    ascii: self.ascii,
                    language: self.language.map_or_else(Language::default, Language::from),
                },
                ..Settings::default()
            },
            proof: self.proof,
            memory: self.memory as usize,
            workers: self.workers.map_or_else(all_cores, usize::from),
            progress: match self.progress {
                ShowProgress::Auto => When::Auto,
                ShowProgress::Always => When::Always,
                ShowProgress::Never => When::Never,
            },
        })
    }
}

impl Run {
    /// The form of the output, if all options belong to it.
    fn form(&self) -> Result<Format, Instead> {
        let format = match (self.format, self.bulk) {
            (Some(RunFormat::Json), _) => Format::Json,
            (None | Some(RunFormat::Epd), true) => Format::Epd,
            (None | Some(RunFormat::Text), false) => Format::Text,
            (Some(RunFormat::Epd), false) => return Err(usage("--format epd needs -b")),
            (Some(RunFormat::Text), true) => {
                return Err(usage("--format text cannot be used with -b"));
            }
        };
        let play = self.tries.is_some() || self.set_play || self.longer_keys;
        if format == Format::Epd && play {
            return Err(usage(
                "EPD has no place for --tries, --set-play and --longer-keys; leave out -b, or use \
                 --format json",
            ));
        }
        if format != Format::Json && (self.tree || self.copied) {
            return Err(usage("--tree and --copied are for --format json"));
        }
        if format != Format::Text && (self.ascii || self.language.is_some()) {
            return Err(usage(
                "--ascii and --language are for text; leave out -b and --format",
            ));
        }
        Ok(format)
    }
}

impl From<LanguageName> for Language {
    fn from(name: LanguageName) -> Language {
        match name {
            LanguageName::En => Language::English,
            LanguageName::De => Language::German,
            LanguageName::Fr => Language::French,
        }
    }
}

impl From<JobKind> for Kind {
    fn from(job: JobKind) -> Kind {
        match job {
            JobKind::Mate => Kind::Mate,
            JobKind::Stalemate => Kind::Stalemate,
            JobKind::Selfmate => Kind::Selfmate,
            JobKind::Selfstalemate => Kind::Selfstalemate,
            JobKind::Helpmate => Kind::Helpmate,
            JobKind::Helpstalemate => Kind::Helpstalemate,
        }
    }
}

fn input(path: PathBuf) -> Input {
    if path.as_os_str() == "-" {
        Input::Stdin
    } else {
        Input::File(path)
    }
}

fn all_cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}

fn usage(message: &str) -> Instead {
    Instead::Usage(format!(
        "error: {message}\n\nFor more information, try '--help'.\n"
    ))
}
