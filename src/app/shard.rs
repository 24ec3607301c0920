//! `solver split` and `solver join`: a collection into shards, and their results put together. A
//! signal ends them as it ends other programs: half-made files have other names.

use std::ffi::OsString;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args};

use super::arguments::output_file;
use super::reading::inputs;
use super::units::count;
use super::{Command, NoCommand, parse, usage, version};
use keymove_base::desk::{complain, counted, ended, tell, tell_if_typed};
use keymove_base::exit::Exit;
use keymove_base::replacement::Replacement;
use keymove_base::roles::Roles;
use keymove_base::stop::Stop;
use keymove_run::answer::Format;
use keymove_run::batch::lines::Input;
use keymove_run::batch::run_file::RunOptions;
use keymove_run::batch::{Config, Output};
use keymove_run::shard::{ShardError, ShardSize, Splitting, join, split};

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
pub struct Split {
    /// Records in a shard, as 500, 10k or 1M
    #[arg(long, value_name = "N", value_parser = count::<u64>(1..=u64::MAX), group = "size")]
    records: Option<u64>,
    /// Shards of one size; the input is read twice
    #[arg(long, value_name = "K", value_parser = count::<u64>(1..=u64::MAX), group = "size")]
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
pub struct Join {
    /// The file for all answers [default: standard output]
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// The folder that split made, with a folder `results`
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl Split {
    pub fn run(self) -> Result<Exit, Exit> {
        let splitting = self.splitting().map_err(|refused| refused.show())?;
        if splitting.inputs.contains(&Input::Stdin) {
            tell_if_typed("EPD records");
        }
        Ok(exit(split(&splitting).map(|manifest| {
            tell(format_args!(
                "{} in {}",
                counted(manifest.records, "record", "records"),
                counted(manifest.shards.len() as u64, "shard", "shards")
            ));
        })))
    }

    fn splitting(self) -> Result<Splitting, NoCommand> {
        let (known, run) = options_of_shards(&self.options)?;
        let inputs = inputs(Vec::new(), self.files)?;
        let position = inputs.iter().find_map(|input| match input {
            Input::Position { argument, .. } => Some(argument),
            _ => None,
        });
        if let Some(argument) = position {
            return Err(usage(&format!(
                "argument {argument} is a position, not a file"
            )));
        }
        Ok(Splitting {
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
        })
    }
}

impl Join {
    pub fn run(self) -> Exit {
        if let Some(path) = output_file(self.output) {
            return exit(join_into(&self.folder, &path));
        }
        let name = PathBuf::from("standard output");
        let mut out = BufWriter::new(io::stdout().lock());
        match join(&self.folder, &mut out, &name) {
            // What pipes make of the end is decided in one place.
            Err(ShardError::Write(path, error)) if path == name => {
                // The buffer is not to be written again when it is dropped.
                let _ = out.into_parts();
                ended(Err(error), &Stop::new())
            }
            joined => exit(joined.map(|_| ())),
        }
    }
}

/// The exit code; what went wrong is told.
fn exit(done: Result<(), ShardError>) -> Exit {
    match done {
        Ok(()) => Exit::Success,
        Err(error) => {
            for line in error.to_string().lines() {
                complain(line);
            }
            error.exit()
        }
    }
}

/// Puts together into a file that takes the place of `path` when all of it is on the disk.
fn join_into(folder: &Path, path: &Path) -> Result<(), ShardError> {
    let failed = |error| ShardError::Write(path.to_owned(), error);
    if path.is_symlink() && !path.exists() {
        // Where it leads to may be among shards and results.
        let why = io::Error::new(io::ErrorKind::NotFound, "it is a link that leads nowhere");
        return Err(failed(why));
    }
    let mut roles = Roles::default();
    for name in ["shards", "results"] {
        roles.owns(name, &folder.join(name), |_| true);
    }
    roles.writes("-o", path);
    roles.check().map_err(ShardError::SameFile)?;
    let mut out = BufWriter::with_capacity(1 << 16, Replacement::of(path).map_err(failed)?);
    join(folder, &mut out, path)?;
    let written = out.into_inner().map_err(io::IntoInnerError::into_error);
    written.and_then(Replacement::put).map_err(failed)
}

/// The files of `--known` among the options, and what these come to, if each shard can have them:
/// they are understood, and about records alone.
fn options_of_shards(options: &[String]) -> Result<(Vec<PathBuf>, RunOptions), NoCommand> {
    // As every shard is read.
    let words = ["solver", "-b", "--from", "epd"]
        .into_iter()
        .chain(options.iter().map(String::as_str));
    let config = match parse(words.map(OsString::from))? {
        Command::Solve(solve) => solve.config()?,
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
