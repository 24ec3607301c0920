//! The arguments of a run over records: what is to be found, how hard it is tried, what is written.

use std::path::PathBuf;
use std::sync::LazyLock;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum};

use super::reading::ReadingArguments;
use super::resources::Resources;
use super::units::{count, number};
use super::{NoCommand, ShowProgress, ShowStatus, instead_of_command, usage, version};
use keymove_base::language::Language;
use keymove_forms::form::PlayShown;
use keymove_forms::report::svg::Look;
use keymove_forms::report::{Book, Style};
use keymove_records::job::Defaults;
use keymove_run::answer::{Format, Settings};
use keymove_run::batch::fail_on::FailOn;
use keymove_run::batch::lines::Input;
use keymove_run::batch::progress::When;
use keymove_run::batch::reused::Reuse;
use keymove_run::batch::{Config, Output};
use keymove_solve::{Extent, Kind, Length, Limits, Wanted};

/// The depths that `-z` and `-Z` take, in full moves: half of those a record may name.
pub(super) const DEPTHS: std::ops::RangeInclusive<u64> = 1..=Length::LONGEST as u64 / 2;

#[derive(Debug, Args)]
pub(super) struct SolveArguments {
    /// One EPD record in, one EPD record out; otherwise text for people
    #[arg(short, long)]
    bulk: bool,

    /// Depth in full moves for records that name none [default: 5; any for mates with --any]
    #[arg(short = 'z', long, value_name = "N", value_parser = number::<u16>(DEPTHS))]
    depth: Option<u16>,

    /// Depth for every record, whatever it names; its goal and side stay the same
    #[arg(short = 'Z', long, value_name = "N", value_parser = number::<u16>(DEPTHS))]
    force_depth: Option<u16>,

    /// The side to move is mated
    #[arg(short = 'x', long, conflicts_with = "stip")]
    mated: bool,

    /// The goal of records that name none (also semireflexmate, doublestalemate and so on)
    #[arg(
        short = 'J',
        long,
        value_name = "STIP",
        value_enum,
        conflicts_with = "stip"
    )]
    job: Option<JobKind>,

    #[command(flatten)]
    resources: Resources,

    /// Stop at the first key; otherwise all keys are found
    #[arg(long)]
    first: bool,

    /// Any proved mate within the depth, or of any length if none is named; the shortest need not be
    /// proved
    #[arg(long, conflicts_with = "first")]
    any: bool,

    /// Find the tries as well: first moves that fail to at most N replies (default 1)
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true,
          default_missing_value = "1", value_parser = number::<u16>(1..=u16::MAX.into()))]
    tries: Option<u16>,

    /// Find the longer keys as well: those that reach the goal within the stipulated length, but not
    /// as fast as possible
    #[arg(long)]
    longer_keys: bool,

    /// Find the set play as well: what happens if the other side begins
    #[arg(long)]
    set_play: bool,

    /// Answer for the other side as well, as if it were to move; records with dup do so anyway
    #[arg(long)]
    duplex: bool,

    /// Lines of play that tell the search where to look first: records, PGN, Olive's documents, logs
    /// of engines. Lines of the records (pv, PV:) are used anyway; no verdict depends on a line
    #[arg(long, value_name = "FILE")]
    lines: Vec<PathBuf>,

    /// Use no lines
    #[arg(long, conflicts_with = "lines")]
    no_lines: bool,

    /// Leave out seconds (acs), so that equal work gives equal bytes
    #[arg(long)]
    no_time: bool,

    /// Write to FILE instead of standard output (-)
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Continue after the records that the output file already holds; they must be answers to this
    /// input, made with the same options
    #[arg(long, requires = "output")]
    resume: bool,

    /// The form of the output [default: epd with -b, otherwise text]
    #[arg(long, value_enum)]
    format: Option<RunFormat>,

    /// TSV: put an apostrophe in front of cells that a spreadsheet takes for formulas (=, +, -, @)
    #[arg(long)]
    tsv_safe: bool,

    /// JSON: write the whole tree as well; --tries and --set-play imply it
    #[arg(long)]
    tree: bool,

    /// JSON: write an object for each comment and blank line as well
    #[arg(long)]
    copied: bool,

    /// Draw the diagrams of the text with plain letters
    #[arg(long)]
    ascii: bool,

    /// The language of the text and of the letters of the men [default: en]
    #[arg(long, value_enum)]
    language: Option<LanguageName>,

    /// Text, HTML, LaTeX: add the cost of each search; HTML and LaTeX: add the verdict on each
    /// record's claims, and its line
    #[arg(long)]
    details: bool,

    /// HTML, LaTeX: the title of the page or document
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// HTML, LaTeX: solutions below their diagrams, or all at the end in a magazine's run-in style
    /// [default: below]
    #[arg(long, value_name = "WHERE", value_enum)]
    solutions: Option<SolutionPlace>,

    /// Draw a picture of each record into DIR, with its keys as arrows, named after its line
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,

    /// How pictures look: book is black and white, without coordinates and arrows [default: screen]
    #[arg(long, value_name = "STYLE", value_enum, requires = "svg")]
    svg_style: Option<SvgStyle>,

    /// Letters of files and numbers of ranks in pictures [default: yes with screen, no with book]
    #[arg(long, value_name = "WHEN", value_enum, requires = "svg")]
    svg_coordinates: Option<YesNo>,

    /// Keys in pictures: arrows, promotions, drops [default: yes with screen, no with book]
    #[arg(long, value_name = "WHEN", value_enum, requires = "svg")]
    svg_arrows: Option<YesNo>,

    /// Write the whole proof of each record to FILE, for `verify`
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    proof: Option<PathBuf>,

    /// Nodes of one record's proof; a larger proof is left out, with a message
    #[arg(long, value_name = "N", requires = "proof", default_value = "100000")]
    #[arg(value_parser = count(1..=100_000_000))]
    proof_limit: u64,

    /// A status line on stderr; auto: if that is a terminal
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto")]
    progress: ShowStatus,

    /// A summary of the run on stderr; auto: if that is a terminal and there are several records
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto")]
    summary: ShowProgress,

    /// Write the summary as JSON to FILE, at the end, after a signal, and on USR1
    #[arg(long, value_name = "FILE")]
    stats: Option<PathBuf>,

    /// Exit with code 3, after all is done, if a record met a limit, was malformed or unreadable
    /// (error), or was refuted; separate several with commas
    #[arg(long, value_name = "WHAT", value_enum, value_delimiter = ',')]
    fail_on: Vec<Unwanted>,

    /// Known results, such as those of merge: complete ones are taken as answers, and bounds are where
    /// the search begins. They are believed: verify them first
    #[arg(long, value_name = "FILE")]
    known: Vec<PathBuf>,

    /// Believe the results in the input: search only records with Limit or Open; none gets worse
    #[arg(long, conflicts_with = "dedup")]
    only_open: bool,

    /// Search a position and task that several lines have only once; the answers take as much memory
    /// as -M allows
    #[arg(long)]
    dedup: bool,

    #[command(flatten)]
    reading: ReadingArguments,

    /// Files of EPD records, PGN, Olive's (.olv), CSV, TSV or JSON Lines, also as gzip, zstd or bzip2;
    /// none, or -: standard input. A position in quotes is a record: '7k/8/6K1/8/8/8/8/R7 w - - #1'
    #[arg(value_name = "FILE|POSITION")]
    files: Vec<PathBuf>,
}

/// A kind of stipulation by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct JobKind(Kind);

impl ValueEnum for JobKind {
    fn value_variants<'a>() -> &'a [JobKind] {
        static KINDS: LazyLock<Vec<JobKind>> = LazyLock::new(|| {
            let named = |kind: &Kind| *kind != Kind::MATED && kind.is_solved();
            Kind::ALL.into_iter().filter(named).map(JobKind).collect()
        });
        &KINDS
    }

    /// Being mated is asked for with `-x`. Six are shown: nobody would find them among thirty.
    fn to_possible_value(&self) -> Option<PossibleValue> {
        const SHOWN: [Kind; 6] = [
            Kind::MATE,
            Kind::STALEMATE,
            Kind::SELFMATE,
            Kind::SELFSTALEMATE,
            Kind::HELPMATE,
            Kind::HELPSTALEMATE,
        ];
        let JobKind(kind) = *self;
        Some(PossibleValue::new(kind.name()).hide(!SHOWN.contains(&kind)))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Unwanted {
    Limit,
    Error,
    Refuted,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum RunFormat {
    Epd,
    Json,
    Tsv,
    Text,
    #[cfg(feature = "collections")]
    Olv,
    Html,
    Latex,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SvgStyle {
    Screen,
    Book,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SolutionPlace {
    Below,
    End,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum YesNo {
    Yes,
    No,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum LanguageName {
    En,
    De,
    Fr,
}

impl SolveArguments {
    pub(super) fn meant(self) -> Result<Config, NoCommand> {
        let format = self.form()?;
        if self.mated && self.job.is_some_and(|job| job.0 != Kind::MATE) {
            return Err(usage(
                "-x (--mated) asks for mate; it cannot be used with another --job",
            ));
        }
        let output = self.output()?;
        for (option, path) in [("--proof", &self.proof), ("--stats", &self.stats)] {
            if is_dash(path) {
                return Err(usage(&format!("{option} needs a file, not -")));
            }
        }
        self.is_no_number_of_tries()?;
        let settings = self.settings(format);
        let has = |unwanted| self.fail_on.contains(&unwanted);
        let fail_on = FailOn {
            limit: has(Unwanted::Limit),
            error: has(Unwanted::Error),
            refuted: has(Unwanted::Refuted),
        };
        let reuse = Reuse {
            known: self.known,
            only_open: self.only_open,
            dedup: self.dedup,
        };
        is_reusable(&reuse, format, self.proof.is_some())?;
        Ok(Config {
            solver: version::name(),
            reuse,
            guides: self.lines,
            inputs: inputs_or_command(&self.reading, self.files)?,
            reading: self
                .reading
                .meant(format == Format::Olive, false, format == Format::Epd),
            output,
            svg: self.svg,
            settings,
            proof: self.proof,
            memory: self.resources.memory(),
            workers: self.resources.workers(),
            threads: self.resources.threads(),
            progress: match self.progress {
                ShowStatus::Auto => When::Auto,
                ShowStatus::Always | ShowStatus::Plain => When::Always,
                ShowStatus::Never => When::Never,
            },
            plain: self.progress == ShowStatus::Plain,
            summary: match self.summary {
                ShowProgress::Auto => When::Auto,
                ShowProgress::Always => When::Always,
                ShowProgress::Never => When::Never,
            },
            stats: self.stats,
            fail_on,
        })
    }

    /// Refuses `--tries 2`, where the number would be a file.
    fn is_no_number_of_tries(&self) -> Result<(), NoCommand> {
        let is_number = |path: &&PathBuf| {
            path.to_str()
                .is_some_and(|text| text.parse::<u16>().is_ok())
        };
        let number = self
            .files
            .iter()
            .find(|path| is_number(path) && !path.exists());
        match number.filter(|_| self.tries.is_some()) {
            Some(number) => Err(usage(&format!(
                "{0} is no file; did you mean --tries={0}?",
                number.display()
            ))),
            None => Ok(()),
        }
    }

    /// Where the answers go.
    fn output(&self) -> Result<Output, NoCommand> {
        match &self.output {
            Some(_) if is_dash(&self.output) && self.resume => {
                Err(usage("--resume needs a file to go on with, not -"))
            }
            Some(_) if is_dash(&self.output) => Ok(Output::Stdout),
            Some(_) if self.resume && !self.bulk => Err(usage("--resume needs -b")),
            Some(path) if self.resume => Ok(Output::Resume(path.clone())),
            Some(path) => Ok(Output::File(path.clone())),
            None => Ok(Output::Stdout),
        }
    }

    /// How records are read and written.
    fn settings(&self, format: Format) -> Settings {
        let play = self.tree || self.tries.is_some() || self.set_play || self.longer_keys;
        let wanted = Wanted {
            tree: match format.form().layout().play {
                PlayShown::Never => false,
                PlayShown::Asked => play,
                PlayShown::Always => true,
            },
            tries: self.tries.map_or(0, usize::from),
            longer_keys: self.longer_keys,
            set_play: self.set_play,
            certificate: self.proof.as_ref().map(|_| self.proof_limit as usize),
        };
        let defaults = Defaults {
            depth: self.depth,
            force_depth: self.force_depth,
            // `-x -J mate` says no more than `-x`.
            kind: self.job.filter(|_| !self.mated).map(|job| job.0),
            mated: self.mated,
            duplex: self.duplex,
            stipulation: self.reading.stip,
            extent: match (self.first, self.any) {
                (true, _) => Extent::First,
                (_, true) => Extent::Any,
                _ => Extent::AllKeys,
            },
            limits: Limits {
                nodes: self.resources.nodes,
                time: self.resources.time,
            },
            wanted,
        };
        Settings {
            defaults,
            no_lines: self.no_lines,
            no_time: self.no_time,
            copied: self.copied,
            tsv_safe: self.tsv_safe,
            format,
            look: self.look(),
            book: Book {
                title: self.title.clone(),
                solutions_at_end: self.solutions == Some(SolutionPlace::End),
            },
            style: Style {
                ascii: self.ascii,
                language: self.language.map_or_else(Language::default, Language::from),
                details: self.details,
            },
            ..Settings::default()
        }
    }
}

/// Whether it is the `-` of standard output.
fn is_dash(path: &Option<PathBuf>) -> bool {
    path.as_ref().is_some_and(|path| path.as_os_str() == "-")
}

/// Refuses to reuse what this form of output has no place for, or what is to be `proved`.
fn is_reusable(reuse: &Reuse, format: Format, proved: bool) -> Result<(), NoCommand> {
    let is_taken = match format {
        Format::Epd => true,
        Format::Tsv => !reuse.only_open,
        _ => false,
    };
    if *reuse != Reuse::default() && !is_taken {
        return Err(usage(
            "--known, --only-open and --dedup need -b and EPD as output; --known and --dedup go \
             with --format tsv, too",
        ));
    }
    if *reuse != Reuse::default() && proved {
        return Err(usage(
            "what is taken from a file is not proved here: --proof cannot be used with --known, \
             --only-open and --dedup",
        ));
    }
    Ok(())
}

impl SolveArguments {
    /// The form of the output, if all options belong to it.
    fn form(&self) -> Result<Format, NoCommand> {
        let not_bulk = |name| usage(&format!("--format {name} cannot be used with -b"));
        let format = match (self.format, self.bulk) {
            (Some(RunFormat::Json), _) => Format::Json,
            #[cfg(feature = "collections")]
            (Some(RunFormat::Olv), _) if self.resume => {
                return Err(usage(
                    "--resume goes on with EPD, JSON and TSV, not with --format olv",
                ));
            }
            #[cfg(feature = "collections")]
            (Some(RunFormat::Olv), _) if self.proof.is_some() => {
                return Err(usage("--proof cannot be used with --format olv"));
            }
            #[cfg(feature = "collections")]
            (Some(RunFormat::Olv), _) => Format::Olive,
            (Some(RunFormat::Tsv), _) => Format::Tsv,
            (None | Some(RunFormat::Epd), true) => Format::Epd,
            (None | Some(RunFormat::Text), false) => Format::Text,
            (Some(RunFormat::Epd), false) => return Err(usage("--format epd needs -b")),
            (Some(RunFormat::Html), false) => Format::Html,
            (Some(RunFormat::Latex), false) => Format::Latex,
            (Some(RunFormat::Text), true) => return Err(not_bulk("text")),
            (Some(RunFormat::Html), true) => return Err(not_bulk("html")),
            (Some(RunFormat::Latex), true) => return Err(not_bulk("latex")),
        };
        let play = self.tries.is_some() || self.set_play || self.longer_keys;
        if play && format.form().layout().play == PlayShown::Never {
            return Err(usage(match format {
                Format::Epd => {
                    "EPD has no place for --tries, --set-play and --longer-keys; leave out -b, or \
                     use --format json"
                }
                _ => {
                    "TSV has no place for --tries, --set-play and --longer-keys; use --format json"
                }
            }));
        }
        if format.form().layout().play != PlayShown::Asked && (self.tree || self.copied) {
            return Err(usage("--tree and --copied are for --format json"));
        }
        if format != Format::Tsv && self.tsv_safe {
            return Err(usage("--tsv-safe is for --format tsv"));
        }
        let is_book = matches!(format, Format::Html | Format::Latex);
        if !is_book && (self.title.is_some() || self.solutions.is_some()) {
            return Err(usage(
                "--title and --solutions are for --format html and latex",
            ));
        }
        let has_words = format.form().layout().for_readers;
        let asks_words = self.language.is_some() || self.details;
        if (format != Format::Text && self.ascii) || (!has_words && asks_words) {
            return Err(usage(
                "--ascii, --language and --details are for text; leave out -b and --format",
            ));
        }
        Ok(format)
    }

    /// How pictures look.
    fn look(&self) -> Look {
        let look = match self.svg_style {
            Some(SvgStyle::Book) => Look::BOOK,
            Some(SvgStyle::Screen) | None => Look::SCREEN,
        };
        let chosen = |choice: Option<YesNo>, usual| choice.map_or(usual, |c| c == YesNo::Yes);
        Look {
            coordinates: chosen(self.svg_coordinates, look.coordinates),
            arrows: chosen(self.svg_arrows, look.arrows),
            ..look
        }
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

/// The same where a command may have been meant: asked before anything is opened.
fn inputs_or_command(
    reading: &ReadingArguments,
    files: Vec<PathBuf>,
) -> Result<Vec<Input>, NoCommand> {
    let missing = files.iter().filter(|path| !path.exists());
    match missing
        .filter_map(|path| instead_of_command(path.to_str()?))
        .next()
    {
        Some(instead) => Err(instead),
        None => reading.inputs(files),
    }
}
