//! `solver` and `solver -b`: the run over records, until the input ends or a signal comes. What is
//! to be found, how hard it is tried, what is written.

use std::io;
use std::path::PathBuf;

use clap::Args;

use super::arguments::{MessageArguments, Resources};
use super::reading::ReadingArguments;
use super::{instead_of_command, own_name};
use keymove_base::desk::{When, complained, tell_if_typed};
use keymove_base::exit::Exit;
use keymove_base::stop::signals;
use keymove_base::units::{count, named, number};
use keymove_forms::collection::Reading;
use keymove_forms::form::PlayShown;
use keymove_forms::report::Style;
use keymove_forms::report::svg::Look;
use keymove_records::job::{Defaults, TYPED_DEPTHS};
use keymove_run::answer::{Format, Settings};
use keymove_run::batch::fail_on::FailOn;
use keymove_run::batch::lines::Input;
use keymove_run::batch::{self, Config, Output, Summary};
use keymove_solve::{Extent, Kind, Wanted};
use keymove_terminal::arguments::{is_dash, when};
use keymove_terminal::{NoCommand, caught, color, refuse, usage};

#[derive(Debug, Args)]
pub struct Solve {
    // The first: a heading is that of all arguments behind it.
    /// EPD, PGN, .olv, Popeye's input; -: standard input
    #[arg(
        value_name = "FILE|POSITION",
        long_help = "\
Files of EPD records, PGN, Olive's documents (.olv) or Popeye's input; none, or -: standard input. A position in \
quotes is a record: '7k/8/6K1/8/8/8/8/R7 w - - #1'"
    )]
    files: Vec<PathBuf>,

    #[command(flatten)]
    asked: Defaults,

    /// Mate in N for records that name no task: -J mate -z N
    #[arg(long, value_name = "N", help_heading = "What to solve", value_parser = number::<u16>(TYPED_DEPTHS))]
    #[arg(conflicts_with_all = ["depth", "mated", "job", "stip"])]
    mate: Option<u16>,

    #[command(flatten, next_help_heading = "What to solve")]
    reading: ReadingArguments,

    #[command(flatten)]
    found: FoundArguments,

    #[command(flatten, next_help_heading = "How hard to try")]
    resources: Resources,

    /// Known results in EPD, such as those of merge: complete ones are taken as answers, bounds are
    /// where the search begins, and lines of play (pv, PV:) guide it. Results are trusted without a
    /// check: run `solver verify` first. With the input itself (--known F F), only open records are
    /// searched
    #[arg(long, value_name = "FILE", help_heading = "How hard to try")]
    known: Vec<PathBuf>,

    #[command(flatten)]
    written: WrittenArguments,

    #[command(flatten)]
    looks: LooksArguments,

    #[command(flatten)]
    watched: WatchedArguments,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "How much to find")]
struct FoundArguments {
    /// Stop at the first key; otherwise all keys are found
    #[arg(
        long,
        long_help = "Stop at the first key; otherwise all keys are found"
    )]
    first: bool,

    /// Stop at any proved mate, even if a shorter one exists
    #[arg(long, conflicts_with = "first")]
    #[arg(long_help = "\
Stop at any proved mate within the depth, or of any length if none is named, even if a shorter one exists")]
    any: bool,

    #[command(flatten)]
    wanted: Wanted,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
struct WrittenArguments {
    /// EPD records in, EPD records out; otherwise text
    #[arg(short, long, display_order = 0)]
    #[arg(long_help = "One EPD record in, one EPD record out; otherwise text for people")]
    bulk: bool,

    /// Write to FILE in the form of its ending
    #[arg(short, long, value_name = "FILE")]
    #[arg(
        long_help = "Write to FILE instead of standard output (-), without --format in the form of its ending: .epd, \
                     .json, .tsv, .olv, .html, .tex, .pgn, .inp (Popeye)"
    )]
    output: Option<PathBuf>,

    /// Continue after the records that the output file already holds; they must be answers to this
    /// input, made with the same options
    #[arg(long, requires = "output")]
    resume: bool,

    /// epd, json, tsv, text, olv, html, latex, pgn or popeye
    #[arg(long, value_parser = named(&Format::NAMES))]
    #[arg(long_help = "The form of the output [default: epd with -b, otherwise text]")]
    format: Option<Format>,

    /// The same as --format json
    #[arg(long, conflicts_with = "format", hide = true)]
    json: bool,

    /// Omit timings, for reproducible output
    #[arg(long)]
    #[arg(long_help = "Omit timings (acs), for reproducible output")]
    no_time: bool,

    /// Write the whole proof of each record to FILE, for `verify`
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    proof: Option<PathBuf>,

    /// Nodes of one record's proof; a larger proof is left out, with a message
    #[arg(long, value_name = "N", requires = "proof", default_value = "100000")]
    #[arg(value_parser = count::<usize>(1..=100_000_000))]
    proof_limit: usize,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Diagrams and language")]
struct LooksArguments {
    #[command(flatten)]
    style: Style,

    /// HTML, LaTeX: the title of the page or document
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// Draw a picture of each record into DIR, with its keys as arrows, named after its line
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,

    /// How pictures look: book is black and white, without coordinates and arrows [default: screen]
    #[arg(long, value_name = "STYLE", requires = "svg", value_parser = named(&Look::NAMES))]
    #[arg(default_value = "screen", hide_default_value = true)]
    svg_style: Look,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "How the run goes")]
struct WatchedArguments {
    #[command(flatten)]
    messages: MessageArguments,

    /// A status line on stderr; auto: if that is a terminal; always: in a log a line each minute
    #[arg(long, value_name = "WHEN", value_parser = when(), default_value = "auto")]
    progress: When,

    /// A summary of the run on stderr; auto: if that is a terminal and there are several records
    #[arg(long, value_name = "WHEN", value_parser = when(), default_value = "auto")]
    summary: When,

    /// Write the summary as JSON to FILE, at the end, after a signal, and on USR1
    #[arg(long, value_name = "FILE")]
    stats: Option<PathBuf>,

    /// Exit with code 3, after all is done, if a record met a limit, was malformed or unreadable
    /// (error), or was refuted; separate several with commas
    #[arg(long, value_name = "WHAT", value_delimiter = ',', value_parser = named(&FailOn::NAMES))]
    fail_on: Vec<FailOn>,
}

/// Endings of files that are not written, with what to do instead.
const NOT_WRITTEN: &[(&[&str], &str)] = &[
    (
        &["gz", "zst", "xz", "bz2"],
        "-o does not compress; without it, add to the command: | gzip >FILE.gz",
    ),
    (
        &["pdf"],
        "-o writes no PDF; write NAME.tex, and lualatex NAME.tex makes one",
    ),
    (
        &["csv", "xls", "xlsx", "ods", "parquet"],
        "-o writes no such table; write NAME.tsv, which spreadsheets and DuckDB read",
    ),
    (
        &["svg", "png", "jpg", "jpeg", "gif"],
        "-o writes no pictures; --svg DIR writes one of each record",
    ),
    (
        &["doc", "docx", "odt", "rtf", "md"],
        "-o writes no such document; write NAME.html, NAME.tex or NAME.txt",
    ),
];

impl WrittenArguments {
    /// The ending of the name of the output.
    fn ending(&self) -> Option<String> {
        let ending = self.output.as_deref()?.extension()?.to_str()?;
        Some(ending.to_ascii_lowercase())
    }

    /// The form of the output, and whether it is one line for each record.
    fn form(&self) -> Result<(Format, bool), NoCommand> {
        if let Some(format) = self.format.or(self.json.then_some(Format::Json)) {
            return Ok((format, self.bulk));
        }
        let ending = self.ending().unwrap_or_default();
        let mut refused = NOT_WRITTEN.iter();
        if let Some((_, instead)) = refused.find(|(endings, _)| endings.contains(&&ending[..])) {
            return Err(usage(instead));
        }
        Ok(match Format::of_ending(&ending) {
            Some(Format::Epd) => (Format::Epd, true),
            Some(format) => (format, self.bulk),
            None if self.bulk => (Format::Epd, true),
            None => (Format::Text, false),
        })
    }

    /// Refuses options that do not belong together, or not to `format`.
    fn check(&self, format: Format, is_bulk: bool, wanted: Wanted) -> Result<(), NoCommand> {
        let is = |other| format == other;
        let name = format.name().unwrap_or_default();
        let not_bulk = match (self.format, self.ending()) {
            (None, Some(ending)) => {
                format!("-b does not write .{ending}; leave out -b, or name the form: --format epd")
            }
            _ => format!("--format {name} cannot be used with -b"),
        };
        let layout = format.form().layout();
        let (output, proof) = (self.output.as_deref(), self.proof.as_deref());
        refuse(&[
            (
                is(Format::Olive) && self.resume,
                "--resume goes on with EPD, JSON and TSV, not with --format olv",
            ),
            (
                is(Format::Olive) && proof.is_some(),
                "--proof cannot be used with --format olv",
            ),
            (is(Format::Epd) && !is_bulk, "--format epd needs -b"),
            (is_bulk && layout.for_readers, &not_bulk),
            (
                layout.play != PlayShown::Asked && wanted.tree,
                "--tree is for --format json",
            ),
            (
                self.resume && output.is_some_and(is_dash),
                "--resume needs a file to go on with, not -",
            ),
            (self.resume && !is_bulk, "--resume needs -b"),
            (proof.is_some_and(is_dash), "--proof needs a file, not -"),
        ])
    }
}

impl Solve {
    pub fn run(self) -> Result<Exit, Exit> {
        let config = self.config().map_err(|refused| refused.show())?;
        summary(&config).map(|summary| summary.exit())
    }

    /// The run that is asked for.
    ///
    /// # Errors
    ///
    /// A usage error.
    pub fn config(mut self) -> Result<Config, NoCommand> {
        if self.mate.is_some() {
            self.asked.depth = self.mate;
            self.asked.kind = Some(Kind::MATE);
        }
        let (format, is_bulk) = self.written.form()?;
        self.check(format, is_bulk)?;
        let settings = self.settings(format);
        let reading = Reading {
            documents: format == Format::Olive,
            keeps_bytes: format == Format::Epd,
            ..self.reading.reading.clone()
        };
        Ok(Config {
            solver: own_name(),
            inputs: inputs_or_command(&self.reading, self.files)?,
            reading: reading.asking(self.asked.kind, self.asked.depth),
            output: match self.written.output.filter(|path| !is_dash(path)) {
                Some(path) if self.written.resume => Output::Resume(path),
                Some(path) => Output::File(path),
                None => Output::Stdout,
            },
            settings,
            known: self.known,
            svg: self.looks.svg,
            proof: self.written.proof,
            memory: self.resources.memory,
            workers: self.resources.workers(),
            threads: self.resources.threads,
            messages: self.watched.messages.most(),
            progress: self.watched.messages.when(self.watched.progress),
            summary: self.watched.messages.when(self.watched.summary),
            stats: self.watched.stats,
            fail_on: self.watched.fail_on,
        })
    }

    /// Refuses options that do not belong together, or not to `format`.
    fn check(&self, format: Format, is_bulk: bool) -> Result<(), NoCommand> {
        let (wanted, looks) = (self.found.wanted, &self.looks);
        self.written.check(format, is_bulk, wanted)?;
        let layout = format.form().layout();
        let is = |other| format == other;
        let no_play = wanted.has_play() && layout.play == PlayShown::Never;
        let is_book = is(Format::Text) || is(Format::Html) || is(Format::Latex);
        let has_known = !self.known.is_empty();
        let style = Style {
            ascii: false,
            ..looks.style
        };
        refuse(&[
            (
                is(Format::Epd) && no_play,
                "EPD has no place for --tries, --set-play and --longer-keys; leave out -b, or use \
                 --format json",
            ),
            (
                no_play,
                "TSV has no place for --tries, --set-play and --longer-keys; use --format json",
            ),
            (
                !is(Format::Html) && !is(Format::Latex) && looks.title.is_some(),
                "--title is for --format html and latex",
            ),
            (
                !is(Format::Text) && looks.style.ascii || !is_book && style != Style::default(),
                "--ascii, --language and --details are for text; leave out -b and --format",
            ),
            (
                is(Format::Pgn) && wanted.set_play,
                "PGN has no place for --set-play, which the other side begins",
            ),
            (
                is(Format::Popeye) && (self.written.proof.is_some() || looks.svg.is_some()),
                "--format popeye does not solve: --proof and --svg cannot be used with it",
            ),
            (
                self.asked.mated && self.asked.kind.is_some_and(|kind| kind != Kind::MATE),
                "-x (--mated) asks for mate; it cannot be used with another --job",
            ),
            (
                self.watched.stats.as_deref().is_some_and(is_dash),
                "--stats needs a file, not -",
            ),
            (
                has_known && !is(Format::Epd) && !is(Format::Tsv),
                "--known needs -b and EPD as output, or --format tsv",
            ),
            (
                has_known && self.written.proof.is_some(),
                "results from a file are not proved here: --proof cannot be used with --known",
            ),
        ])?;
        // `--tries 2`, where the number would be a file.
        let number = self.files.iter().find(|path| {
            let number = path.to_str().map(str::parse::<u16>);
            matches!(number, Some(Ok(_))) && !path.exists()
        });
        match number.filter(|_| wanted.tries > 0) {
            Some(number) => Err(usage(format_args!(
                "{0} is no file; did you mean --tries={0}?",
                number.display()
            ))),
            None => Ok(()),
        }
    }

    /// The settings for reading and writing records.
    fn settings(&self, format: Format) -> Settings {
        let (written, found, looks) = (&self.written, &self.found, &self.looks);
        Settings {
            defaults: Defaults {
                // `-x -J mate` says no more than `-x`.
                kind: self.asked.kind.filter(|_| !self.asked.mated),
                duplex: self.asked.duplex || self.reading.is_duplex(),
                stipulation: self.reading.stip(),
                extent: found.extent(),
                limits: self.resources.limits,
                wanted: Wanted {
                    tree: match format.form().layout().play {
                        PlayShown::Never => false,
                        PlayShown::Asked => found.wanted.tree || found.wanted.has_play(),
                        PlayShown::Always => true,
                    },
                    certificate: written.proof.as_ref().map(|_| written.proof_limit),
                    ..found.wanted
                },
                ..self.asked.clone()
            },
            no_time: written.no_time,
            format,
            look: looks.svg_style,
            title: looks.title.clone(),
            style: Style {
                color: written.output.as_ref().is_none_or(|path| is_dash(path))
                    && color::is_on(io::stdout()),
                ..looks.style
            },
            ..Settings::default()
        }
    }
}

impl FoundArguments {
    fn extent(&self) -> Extent {
        match (self.first, self.any) {
            (true, _) => Extent::First,
            (_, true) => Extent::Any,
            _ => Extent::AllKeys,
        }
    }
}

/// Runs `config`. If the run fails, the error is its exit code.
pub fn summary(config: &Config) -> Result<Summary, Exit> {
    let stop = caught(signals::on_signals())?;
    if config.inputs.contains(&Input::Stdin) {
        tell_if_typed("EPD records");
    }
    batch::run(config, &stop).map_err(|error| complained(&error, error.exit()))
}

/// The inputs; a file that is not there may have been meant as a command, which is asked before
/// anything is opened.
fn inputs_or_command(
    reading: &ReadingArguments,
    files: Vec<PathBuf>,
) -> Result<Vec<Input>, NoCommand> {
    let mut missing = files.iter().filter(|path| !path.exists());
    match missing.find_map(|path| instead_of_command(path.to_str()?)) {
        Some(instead) => Err(instead),
        None => reading.inputs(files),
    }
}
