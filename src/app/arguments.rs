//! Arguments that several commands take.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use keymove_solve::{Kind, Length, Limits};
use keymove_terminal::arguments::{all_cores, is_dash};
use keymove_terminal::units::{count, megabytes, number, seconds};

/// The depths that `-z` and `-Z` take, in full moves: half of those a record may name.
pub const DEPTHS: std::ops::RangeInclusive<u64> = 1..=Length::LONGEST as u64 / 2;

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

/// The file of `-o`; none: standard output.
pub fn output_file(output: Option<PathBuf>) -> Option<PathBuf> {
    output.filter(|path| !is_dash(path))
}
