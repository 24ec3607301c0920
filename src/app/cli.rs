//! The command line: arguments as typed -> a [`Command`] as meant. Only this file and those under
//! it know clap.
//!
//! A usage error ends with exit code 64, so that a script can tell "nothing was done" from 2, "all
//! was done but the malformed records".

#[cfg(feature = "wings")]
mod bpgn;
mod census;
mod check;
mod chest;
#[cfg(feature = "wings")]
mod ending;
mod examples;
mod face;
mod files;
#[cfg(feature = "wings")]
mod kriegspiel;
mod manuals;
mod merge;
#[cfg(feature = "wings")]
mod metaposition;
mod papers;
#[cfg(feature = "wings")]
mod play;
mod popeye;
pub mod processor;
mod reading;
mod resources;
mod run;
mod shard;
#[cfg(feature = "wings")]
mod show;
mod units;
mod verify;
mod version;
#[cfg(feature = "window")]
mod window;

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use crate::command::Command;
use crate::command::compare::Comparison;
use keymove_base::error::printable_lines;
use keymove_base::exit::Exit;
use keymove_base::notices::NoticeForm;
use keymove_solve::Stipulation;

/// Why there is no [`Command`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoCommand {
    /// Help or the version was asked for: this text, for stdout.
    Text(String),
    /// A usage error: this text, for stderr.
    Usage(String),
}

impl NoCommand {
    /// The exit code.
    pub fn exit(&self) -> Exit {
        match self {
            NoCommand::Text(_) => Exit::Success,
            NoCommand::Usage(_) => Exit::Usage,
        }
    }

    /// Shows the text and gives the exit code.
    pub fn show(&self) -> Exit {
        let mut stdout = io::stdout().lock();
        let written = match self {
            NoCommand::Text(text) => stdout
                .write_all(text.as_bytes())
                .and_then(|()| stdout.flush()),
            // Nobody else can be told.
            NoCommand::Usage(text) => {
                let _ = io::stderr().write_all(printable_lines(text).as_bytes());
                Ok(())
            }
        };
        match written {
            // Whoever closed the stream does not want the text.
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                let _ = writeln!(io::stderr(), "solver: standard output: {error}");
                Exit::WriteError
            }
            _ => self.exit(),
        }
    }
}

/// Reads the arguments, of which the first is the program's name.
///
/// # Errors
///
/// [`NoCommand`]: there is nothing to do but to show a text.
pub fn parse(arguments: impl IntoIterator<Item = OsString>) -> Result<Command, NoCommand> {
    let arguments = popeye::as_command(arguments);
    let (arguments, passed_over) = chest::as_command(arguments);
    if let Some(answer) = manuals::asked(&arguments) {
        return answer;
    }
    let first = arguments.get(1).cloned();
    let instead = |error| instead(&error, first.as_deref());
    let mut defined = face::on_screen(examples::added(definition()), &arguments);
    let matches = defined
        .try_get_matches_from_mut(arguments)
        .map_err(instead)?;
    files::apart(&defined, &matches)?;
    let arguments = Arguments::from_arg_matches(&matches).map_err(instead)?;
    match arguments.action {
        Some(Tool::Merge(merge)) => merge.meant().map(Command::Merge),
        Some(Tool::Compare(compare)) => Ok(Command::Compare(Comparison {
            expected: compare.expected,
            actual: compare.actual,
            all: compare.all,
            json: compare.format == CompareFormat::Json,
            notices: compare.format.notices(),
        })),
        Some(Tool::Check(check)) => check.meant().map(Command::Check),
        Some(Tool::Bench) => Ok(Command::Bench),
        Some(Tool::Uci) => Ok(Command::Uci),
        Some(Tool::Schema) => Ok(Command::Schema),
        #[cfg(feature = "wings")]
        Some(Tool::Kriegspiel(kriegspiel)) => kriegspiel.meant(),
        #[cfg(feature = "wings")]
        Some(Tool::Bpgn(arguments)) => Ok(Command::Bpgn(arguments.meant())),
        Some(Tool::Chest(chest)) if chest.is_bulk() => parse(chest.bulk()),
        Some(Tool::Chest(chest)) => chest.meant(passed_over),
        Some(Tool::Completions(shell)) => Ok(Command::Papers(shell.meant(&mut definition()))),
        Some(Tool::Man(man)) => Ok(Command::Papers(man.meant(definition()))),
        Some(Tool::Verify(verify)) => Ok(Command::Verify(verify.meant())),
        Some(Tool::Popeye(popeye)) => Ok(Command::Popeye(popeye.meant())),
        #[cfg(feature = "window")]
        Some(Tool::Window(window)) => Ok(Command::Window(window.meant())),
        Some(Tool::Stats(census)) => census.meant().map(Command::Census),
        Some(Tool::Split(split)) => split.meant().map(Command::Shard),
        Some(Tool::Join(join)) => Ok(Command::Shard(join.meant())),
        None => arguments.run.meant().map(Command::Solve),
    }
}

/// All commands with their arguments.
fn definition() -> clap::Command {
    examples::mended(face::under_headings(Arguments::command()))
}

/// What is shown in place of a command that `error` says is none.
fn instead(error: &clap::Error, first: Option<&OsStr>) -> NoCommand {
    if error.kind() == ErrorKind::DisplayVersion {
        // Not the name of the subcommand: there is one program.
        return NoCommand::Text(version::text());
    }
    if let (Some(ContextValue::String(argument)), Some(ContextValue::String(value))) = (
        error.get(ContextKind::InvalidArg),
        error.get(ContextKind::InvalidValue),
    ) && argument.contains("--job")
        && let Ok(stipulation) = value.parse()
    {
        return usage(&instead_of_job(value, stipulation));
    }
    // An option of the command that was meant: `solver verfy --effort 5`.
    if error.kind() == ErrorKind::UnknownArgument
        && let Some(word) = first.and_then(OsStr::to_str)
        && !Path::new(word).exists()
        && let Some(instead) = instead_of_command(word)
    {
        return instead;
    }
    let text = error.render().to_string();
    if error.use_stderr() {
        NoCommand::Usage(text)
    } else {
        NoCommand::Text(text)
    }
}

/// What says `stipulation`, which was given to `--job`.
fn instead_of_job(value: &str, stipulation: Stipulation) -> String {
    format!("--job takes no length; for {value} use --stip '{stipulation}'")
}

/// What is said of a file that is not there and may have been meant as a command: `solver chek x`.
/// A file may be called like a command, so it is another name.
fn instead_of_command(written: &str) -> Option<NoCommand> {
    if written == "version" {
        return Some(usage(
            "version is no command and no file; the version is told by --version",
        ));
    }
    let commands = definition();
    let names = commands
        .get_subcommands()
        .flat_map(|command| std::iter::once(command.get_name()).chain(command.get_all_aliases()))
        .chain(["help", "solver"]);
    Some(usage(&match nearest(written, names)? {
        "solver" => {
            format!("{written} is no command and no file; files are solved without a command")
        }
        name => format!("{written} is no command and no file; did you mean solver {name}?"),
    }))
}

/// The name that was meant by a word that is none of them: a slip for every four letters.
fn nearest<'a>(written: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let (slips, name) = names
        .map(|name| (strsim::damerau_levenshtein(name, written), name))
        .min()?;
    (1..=name.len() / 4).contains(&slips).then_some(name)
}

/// Solves chess problems and proves the answers: diagrams and variations for people, or with -b EPD
/// in, EPD out.
#[derive(Debug, Parser)]
#[command(name = "solver", version, args_conflicts_with_subcommands = true)]
#[command(
    propagate_version = true,
    allow_negative_numbers = true,
    args_override_self = true
)]
#[command(after_help = "\
Exit codes: 0 done, 2 malformed records or unreadable files (the rest is done), 3 a record came to \
what --fail-on names (all is done), 64 usage, \
70 internal error, 74 output cannot be written, 130 stopped by a signal.")]
struct Arguments {
    #[command(flatten)]
    run: run::SolveArguments,
    #[command(subcommand)]
    action: Option<Tool>,
}

#[derive(Debug, Subcommand)]
enum Tool {
    Compare(Compare),
    Merge(merge::MergeArguments),
    Check(check::Check),
    /// Search fixed positions and count nodes
    Bench,
    /// Print the JSON Schema of the lines of --format json
    Schema,
    #[cfg(feature = "wings")]
    Kriegspiel(kriegspiel::Kriegspiel),
    #[cfg(feature = "wings")]
    Bpgn(bpgn::BpgnArguments),
    Chest(chest::ChestArguments),
    Completions(papers::Completions),
    Man(papers::ManPages),
    Verify(verify::Verify),
    /// Talk to a chess GUI: an engine of the UCI protocol
    ///
    /// Commands are read from standard input and answered on standard output until `quit` or the
    /// end of the input. Every mate that is shown is proved, and its line is complete; what cannot
    /// be proved has the score 0. Options: Hash, MultiPV, SearchDepth (the greatest length in
    /// moves), Stipulation (mate, stalemate, selfmate and so on), UCI_Chess960, UCI_Variant
    /// (chess, crazyhouse, bughouse), and others that GUIs expect.
    Uci,
    Popeye(popeye::PopeyeArguments),
    Split(shard::Split),
    Join(shard::Join),
    Stats(census::CensusArguments),
    #[cfg(feature = "window")]
    Window(window::WindowArguments),
}

/// Compare results with expected ones; exit 1 if something is worse
#[derive(Debug, Args)]
struct Compare {
    /// The records with the expected results
    expected: PathBuf,
    /// The records with the actual results
    actual: PathBuf,
    /// Show equal records as well
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
    /// Annotations for GitHub's actions
    Github,
    /// JUnit's XML, for other CI services
    Junit,
}

impl CompareFormat {
    /// The form of notices, if it is one.
    fn notices(self) -> Option<NoticeForm> {
        match self {
            CompareFormat::Text | CompareFormat::Json => None,
            CompareFormat::Github => Some(NoticeForm::Github),
            CompareFormat::Junit => Some(NoticeForm::Junit),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ShowProgress {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ShowStatus {
    Auto,
    Always,
    Never,
    /// A line each minute, for logs
    Plain,
}

fn all_cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}

fn usage(message: &str) -> NoCommand {
    NoCommand::Usage(format!(
        "error: {message}\n\nFor more information, try '--help'.\n"
    ))
}
