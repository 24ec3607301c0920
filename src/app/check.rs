//! `solver check`: an editor's verdict on each record, and whether something is unsound.

use std::io;
use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;

use super::arguments::{MessageArguments, Resources};
use super::own_name;
use super::reading::ReadingArguments;
use super::solve::summary;
use keymove_base::desk::When;
use keymove_base::exit::Exit;
use keymove_base::units::{named, number};
use keymove_forms::collection::Reading;
use keymove_forms::report::Style;
use keymove_records::job::{Defaults, TYPED_DEPTHS};
use keymove_records::judgement::JudgementForm;
use keymove_records::soundness::Defect;
use keymove_run::answer::{Format, Settings};
use keymove_run::batch::Config;
use keymove_solve::Wanted;
use keymove_terminal::arguments::when;
use keymove_terminal::{NoCommand, color};

/// Reads a verdict that `--allow` takes.
fn allowed() -> PossibleValuesParser {
    let never = |name: &&str| ["illegal", Defect::UNSUPPORTED].contains(name);
    PossibleValuesParser::new(Defect::NAMES.into_iter().filter(|name| !never(name)))
}

/// An editor's verdict on each record: sound, cooked, short, dual ...; exit 1 if one is not sound
///
/// sound: solved as claimed, by one key (help play: one solution) or the keys and the number that
/// the record names in bm, pm or pv, and Count. Otherwise the most serious of: illegal (no position,
/// or an unreadable task), no solution, short (a solution shorter than claimed), key (a claimed key
/// is not a key), avoided (a move of am is a key), try (a claimed try is a key, or fails to other
/// replies than claimed), line (pv, or a line of a solution, is wrong somewhere), cooked
/// (more keys or solutions than claimed), count (fewer), dual (more than one continuation after a
/// reply), several (help play has several solutions, and nothing says how many are meant),
/// undecided (a limit came first), unread (a part of a solution could not be read), unclaimed (the
/// record claims nothing), unsupported (a study, a stipulation, a condition or fairy men that this
/// program does not solve). All defects are reported, of both sides in a duplex.
#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes: 0 all sound, unsupported or allowed; 1 something is not; 2 something is illegal, or a file cannot be \
read (whatever is allowed); 64 usage; 70 internal error; 130 stopped by a signal.")]
pub struct Check {
    /// Depth in full moves for records that name none
    #[arg(short = 'z', long, value_name = "N", value_parser = number::<u16>(TYPED_DEPTHS))]
    depth: Option<u16>,
    /// Override the depth of every record; its goal and side stay the same
    #[arg(short = 'Z', long, value_name = "N", value_parser = number::<u16>(TYPED_DEPTHS))]
    force_depth: Option<u16>,
    /// Check the other side as well, as if it were to move; done anyway for records with dup
    #[arg(long)]
    duplex: bool,
    /// Verdicts that do not make the exit code 1
    #[arg(long, value_name = "VERDICTS", value_delimiter = ',')]
    #[arg(value_parser = allowed())]
    allow: Vec<String>,
    #[command(flatten)]
    resources: Resources,
    /// The form of the output; json: an object for each record, then the totals
    #[arg(long, value_parser = named(&JudgementForm::NAMES), default_value = "text")]
    format: JudgementForm,
    #[command(flatten)]
    messages: MessageArguments,
    /// A status line on stderr; auto: if that is a terminal
    #[arg(long, value_name = "WHEN", value_parser = when(), default_value = "auto")]
    progress: When,
    #[command(flatten)]
    reading: ReadingArguments,
    /// Files of problems; none, or -: standard input. A position in quotes is a record
    #[arg(value_name = "FILE|POSITION")]
    files: Vec<PathBuf>,
}

impl Check {
    pub fn run(self) -> Result<Exit, Exit> {
        let allow = self.allow.clone();
        let config = self.config().map_err(|refused| refused.show())?;
        let summary = summary(&config)?;
        // A reader who closed the pipe did not ask for the verdict on the rest.
        let is_whole = summary.end.is_some();
        let is_unsound = is_whole && summary.ledger.unsound(&allow) > 0;
        Ok(match is_unsound {
            true => summary.exit().min(Exit::Found),
            false => summary.exit(),
        })
    }

    fn config(self) -> Result<Config, NoCommand> {
        Ok(Config {
            solver: own_name(),
            inputs: self.reading.inputs(self.files)?,
            reading: Reading {
                claims: true,
                keeps_bytes: false,
                ..self.reading.reading.clone()
            },
            settings: Settings {
                defaults: Defaults {
                    depth: self.depth,
                    force_depth: self.force_depth,
                    stipulation: self.reading.stip(),
                    duplex: self.duplex || self.reading.is_duplex(),
                    limits: self.resources.limits,
                    wanted: Wanted {
                        tree: true,
                        ..Wanted::default()
                    },
                    ..Defaults::default()
                },
                no_time: true,
                style: Style {
                    color: color::is_on(io::stdout()),
                    ..Style::default()
                },
                format: Format::Check(self.format),
                ..Settings::default()
            },
            memory: self.resources.memory,
            workers: self.resources.workers(),
            threads: self.resources.threads,
            messages: self.messages.most(),
            progress: self.messages.when(self.progress),
            // The totals of the verdicts say more.
            summary: When::Never,
            ..Config::default()
        })
    }
}
