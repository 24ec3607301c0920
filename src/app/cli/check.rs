//! The arguments of `solver check`.

use std::path::PathBuf;

use clap::Args;

use super::reading::ReadingArguments;
use super::resources::Resources;
use super::run::DEPTHS;
use super::units::number;
use super::{CompareFormat, NoCommand, ShowProgress, version};
use crate::command::check::Examination;
use keymove_records::job::Defaults;
use keymove_records::soundness::Defect;
use keymove_run::answer::{Format, Settings};
use keymove_run::batch::fail_on::FailOn;
use keymove_run::batch::progress::When;
use keymove_run::batch::reused::Reuse;
use keymove_run::batch::{Config, Output};
use keymove_solve::{Limits, Wanted};

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
pub(super) struct Check {
    /// Depth in full moves for records that name none
    #[arg(short = 'z', long, value_name = "N", value_parser = number::<u16>(DEPTHS))]
    depth: Option<u16>,
    /// Depth for every record, whatever it names; its goal and side stay the same
    #[arg(short = 'Z', long, value_name = "N", value_parser = number::<u16>(DEPTHS))]
    force_depth: Option<u16>,
    /// Check the other side as well, as if it were to move; done anyway for records with dup
    #[arg(long)]
    duplex: bool,
    /// Verdicts that do not make the exit code 1
    #[arg(long, value_name = "VERDICTS", value_delimiter = ',')]
    #[arg(value_parser = ["no solution", "short", "key", "avoided", "try", "line", "cooked",
          "count", "dual", "several", "undecided", "unread", "unclaimed"])]
    allow: Vec<String>,
    #[command(flatten)]
    resources: Resources,
    /// The form of the output; json: an object for each record, then the totals
    #[arg(long, value_enum, default_value = "text")]
    format: CompareFormat,
    /// A status line on stderr; auto: if that is a terminal
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto")]
    progress: ShowProgress,
    #[command(flatten)]
    reading: ReadingArguments,
    /// Files of problems; none, or -: standard input. A position in quotes is a record
    #[arg(value_name = "FILE|POSITION")]
    files: Vec<PathBuf>,
}

impl Check {
    pub(super) fn meant(self) -> Result<Examination, NoCommand> {
        debug_assert!(
            (self.allow.iter()).all(|name| Defect::NAMES.contains(&name.as_str())),
            "a verdict that nobody gives"
        );
        Ok(Examination {
            config: Config {
                solver: version::name(),
                inputs: self.reading.inputs(self.files)?,
                reading: self.reading.meant(false, true, false),
                output: Output::Stdout,
                svg: None,
                proof: None,
                settings: Settings {
                    defaults: Defaults {
                        depth: self.depth,
                        force_depth: self.force_depth,
                        stipulation: self.reading.stip,
                        duplex: self.duplex,
                        limits: Limits {
                            nodes: self.resources.nodes,
                            time: self.resources.time,
                        },
                        wanted: Wanted {
                            tree: true,
                            ..Wanted::default()
                        },
                        ..Defaults::default()
                    },
                    no_time: true,
                    allowed: self.allow.clone(),
                    format: match self.format {
                        CompareFormat::Text => Format::Check,
                        CompareFormat::Json => Format::CheckJson,
                        CompareFormat::Github => Format::CheckGithub,
                        CompareFormat::Junit => Format::CheckJunit,
                    },
                    ..Settings::default()
                },
                memory: self.resources.memory(),
                workers: self.resources.workers(),
                threads: self.resources.threads(),
                progress: match self.progress {
                    ShowProgress::Auto => When::Auto,
                    ShowProgress::Always => When::Always,
                    ShowProgress::Never => When::Never,
                },
                plain: false,
                // The totals of the verdicts say more.
                summary: When::Never,
                stats: None,
                fail_on: FailOn::default(),
                reuse: Reuse::default(),
                guides: Vec::new(),
            },
            allowed: self.allow,
        })
    }
}
