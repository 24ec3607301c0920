//! Arguments that several commands take, and how values are read that have names.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::units::{count, megabytes, number, seconds};
use keymove_base::desk::{When, tell_if_typed};
use keymove_solve::{Kind, Length, Limits};

/// The depths that `-z` and `-Z` take, in full moves: half of those a record may name.
pub const DEPTHS: std::ops::RangeInclusive<u64> = 1..=Length::LONGEST as u64 / 2;

/// Reads one of `values` by its name.
pub fn named<T: Copy + Send + Sync + 'static>(
    values: &'static [(&'static str, T)],
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(values.iter().map(|(name, _)| *name)).map(|name| {
        let mut values = values.iter();
        values.find(|(own, _)| *own == name).expect("it is one").1
    })
}

/// Reads when something is shown.
pub fn when() -> impl TypedValueParser<Value = When> {
    named(&When::NAMES)
}

/// How hard records are worked on.
#[derive(Debug, Args)]
pub struct Resources {
    /// Megabytes for the tables of one worker
    #[arg(short = 'M', long, value_name = "MB", default_value = "256", value_parser = megabytes)]
    #[arg(long_help = "Memory for the tables of one worker, in megabytes, or as 512M or 2GiB")]
    pub memory: usize,

    /// Workers, each with a record of its own [default: all cores]
    #[arg(short = 'j', long, alias = "jobs", value_name = "N", value_parser = number::<usize>(1..=1024))]
    #[arg(
        long_help = "Workers, each with a record of its own [default: all cores, divided by --threads]"
    )]
    workers: Option<usize>,

    /// Threads on one record, for long jobs; they share its tables
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::<usize>(1..=512))]
    pub threads: usize,

    #[command(flatten)]
    limits: JobLimits,
}

/// How much one job may cost.
#[derive(Debug, Args)]
pub struct JobLimits {
    /// Nodes for one record, as 20k or 1.5M [default: no limit]
    #[arg(long, value_name = "N", value_parser = count::<u64>(1..=u64::MAX))]
    #[arg(long_help = "Nodes for one job, as 5000, 20k, 1.5M, 2G or 1e6 [default: no limit]")]
    pub nodes: Option<u64>,

    /// Seconds for one record, or as 5m [default: no limit]
    #[arg(long, value_name = "SEC", value_parser = seconds)]
    #[arg(
        long_help = "Seconds for one job, fractions allowed, or as 500ms, 5m or 1h30m [default: no limit]"
    )]
    pub time: Option<Duration>,
}

/// How many work side by side, where that is all there is to say.
#[derive(Debug, Args)]
pub struct Workers {
    /// Workers [default: all cores]; the output does not depend on it
    #[arg(short = 'j', long, value_name = "N", value_parser = number::<usize>(1..=1024))]
    workers: Option<usize>,
}

impl Workers {
    /// The number of workers.
    pub fn number(&self) -> usize {
        self.workers.unwrap_or_else(all_cores)
    }
}

impl Resources {
    /// The number of workers.
    pub fn workers(&self) -> usize {
        let divided = || (all_cores() / self.threads).max(1);
        self.workers.unwrap_or_else(divided)
    }

    /// How much one job may cost.
    pub fn limits(&self) -> Limits {
        self.limits.limits()
    }
}

impl JobLimits {
    /// The same for the search.
    pub fn limits(&self) -> Limits {
        let JobLimits { nodes, time } = *self;
        Limits { nodes, time }
    }
}

pub fn all_cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// Reads a kind of stipulation by its name. Being mated is asked for with `-x`. Six are shown:
/// nobody would find them among thirty.
pub fn job() -> impl TypedValueParser<Value = Kind> {
    const SHOWN: [Kind; 6] = [
        Kind::MATE,
        Kind::STALEMATE,
        Kind::SELFMATE,
        Kind::SELFSTALEMATE,
        Kind::HELPMATE,
        Kind::HELPSTALEMATE,
    ];
    let named = |kind: &Kind| *kind != Kind::MATED && kind.is_solved();
    let value = |kind: Kind| PossibleValue::new(kind.name()).hide(!SHOWN.contains(&kind));
    PossibleValuesParser::new(Kind::ALL.into_iter().filter(named).map(value)).map(|name| {
        let mut kinds = Kind::ALL.into_iter();
        kinds.find(|kind| kind.name() == name).expect("it is one")
    })
}

/// The form of what has one for people and one for programs: whether it is JSON.
#[cfg(feature = "wings")]
pub const TEXT_OR_JSON: &[(&str, bool)] = &[("text", false), ("json", true)];

/// The arguments of the program, with `command` written out where it is called by one of the `names`
/// that other programs know.
pub fn called_as(names: &[&str], command: &str, mut arguments: Vec<OsString>) -> Vec<OsString> {
    let name = arguments
        .first()
        .and_then(|name| Path::new(name).file_stem());
    if name.is_some_and(|name| names.iter().any(|own| name.eq_ignore_ascii_case(own))) {
        arguments[0] = "solver".into();
        arguments.insert(1, command.into());
    }
    arguments
}

/// Says on a terminal that `what` is read from there, if one of `files` is standard input.
pub fn tell_if_read(files: &[PathBuf], what: &str) {
    if files.iter().any(|path| is_dash(path)) {
        tell_if_typed(what);
    }
}

/// Whether a path means a standard stream.
pub fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The file of `-o`; none: standard output.
pub fn output_file(output: Option<PathBuf>) -> Option<PathBuf> {
    output.filter(|path| !is_dash(path))
}
