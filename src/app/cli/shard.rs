//! The arguments of `solver split` and `solver join`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{ArgGroup, Args};

use super::units::count;
use super::{NoCommand, parse, usage, version};
use crate::command::Command;
use crate::command::shard::ShardWork;
use keymove_run::answer::Format;
use keymove_run::batch::lines::Input;
use keymove_run::batch::run_file::RunOptions;
use keymove_run::batch::{Config, Output};
use keymove_run::shard::{ShardSize, Splitting};

/// Cut a collection into shards that any machine can solve; join puts their results together
///
/// DIR gets a folder `shards` with the lines of the input, byte for byte, and a manifest with the
/// SHA-256 of each. Solve each DIR/shards/NAME with `solver -b --from epd OPTIONS -o
/// DIR/results/NAME`; join then writes the bytes of one run over the whole input.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("size").required(true))]
#[command(after_help = "\
Exit codes: 0 done, 2 an input cannot be read or is no EPD, 64 usage, or there are shards already, 74 \
a shard cannot be written.")]
pub(super) struct Split {
    /// Records in a shard, as 500, 10k or 1M
    #[arg(long, value_name = "N", value_parser = count(1..=u64::MAX), group = "size")]
    records: Option<u64>,
    /// Shards of one size; the input is read twice
    #[arg(long, value_name = "K", value_parser = count(1..=u64::MAX), group = "size")]
    shards: Option<u64>,
    /// The folder for the shards, made if it is missing
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Files of EPD, plain or compressed; none, or -: standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The options of `solver -b` for every shard; the manifest keeps them
    #[arg(value_name = "OPTIONS", last = true)]
    options: Vec<String>,
}

/// Put the results of shards together, in order, if every line answers its line
///
/// Every result is checked before anything is written: one that is missing, too short, doubled,
/// from another run or different from its SHA-256 is reported with its file and line.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes: 0 done, 2 shards or results are not what they should be (nothing is written), 64 usage, 74 \
the output cannot be written.")]
pub(super) struct Join {
    /// The file for all answers [default: standard output]
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// The folder that split made, with a folder `results`
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl Split {
    pub(super) fn meant(self) -> Result<ShardWork, NoCommand> {
        let (known, run) = meant_for_shards(&self.options)?;
        let inputs = super::reading::inputs(Vec::new(), self.files)?;
        if let Some(Input::Position { argument, .. }) = inputs
            .iter()
            .find(|input| matches!(input, Input::Position { .. }))
        {
            return Err(usage(&format!(
                "argument {argument} is a position, not a file"
            )));
        }
        Ok(ShardWork::Split(Splitting {
            inputs,
            size: match (self.records, self.shards) {
                (Some(records), _) => ShardSize::Records(records),
                (None, shards) => ShardSize::Shards(shards.expect("one of both is required")),
            },
            folder: self.output,
            options: self.options,
            known,
            run,
            solver: version::name(),
        }))
    }
}

impl Join {
    pub(super) fn meant(self) -> ShardWork {
        ShardWork::Join {
            output: self.output.filter(|path| path.as_os_str() != "-"),
            folder: self.folder,
        }
    }
}

/// The files of `--known` among the options, and what these come to, if each shard can have them:
/// they are understood, and about records alone.
fn meant_for_shards(options: &[String]) -> Result<(Vec<PathBuf>, RunOptions), NoCommand> {
    // As every shard is read.
    let words = ["solver", "-b", "--from", "epd"]
        .into_iter()
        .chain(options.iter().map(String::as_str));
    let config = match parse(words.map(OsString::from))? {
        Command::Solve(config) => config,
        _ => return Err(usage("only options of solver -b can stand behind --")),
    };
    let run = RunOptions::of(&config);
    let Config {
        inputs,
        output,
        svg,
        proof,
        stats,
        settings,
        reuse,
        ..
    } = config;
    let refused = [
        (inputs != [Input::Stdin], "files"),
        (output != Output::Stdout, "-o"),
        (svg.is_some(), "--svg"),
        (proof.is_some(), "--proof"),
        (stats.is_some(), "--stats"),
        (settings.format != Format::Epd, "a --format but epd"),
    ];
    match refused.iter().find(|(is_there, _)| *is_there) {
        Some((_, what)) => Err(usage(&format!(
            "{what} cannot stand behind --: shards have their own"
        ))),
        None => Ok((reuse.known, run)),
    }
}
