//! The arguments of `solver kriegspiel player`.

use std::io::{IsTerminal, stderr};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::kriegspiel::KriegspielFormat;
use super::units::{number, seconds};
use super::{ShowProgress, all_cores};
use crate::command::kriegspiel::player::PlayerRequest;
use keymove_kriegspiel::ending::Ending;
use keymove_kriegspiel::metaposition::experiment::Experiment;
use keymove_kriegspiel::metaposition::opponent::Opponent;
use keymove_kriegspiel::metaposition::search::DEPTH;

/// The metaposition player: matches from every start of greatest uncertainty, and the moves they
/// take
#[derive(Debug, Args)]
pub(super) struct PlayerArguments {
    /// krk, kqk, kbbk or kbnk; also K+R and so on
    #[arg(value_name = "TYPE", required = true)]
    endings: Vec<Ending>,

    /// Who plays Black: a king that moves at random, or the king that sees all and resists longest
    /// in plain chess
    #[arg(long, value_name = "WHO", value_enum, default_value = "random")]
    against: Against,

    /// For all that is left to chance
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,

    /// Depth of the search in pseudomoves
    #[arg(long, value_name = "D", default_value_t = DEPTH, value_parser = number::<u8>(1..=6))]
    depth: u8,

    /// Moves after which a match counts as not won
    #[arg(long, value_name = "N", default_value = "300", value_parser = number::<u16>(1..=u16::MAX.into()))]
    longest: u16,

    /// Draw the distribution of moves to mate, as SVG
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Draw the grades along one match, as SVG
    #[arg(long, value_name = "FILE")]
    trend: Option<PathBuf>,

    /// Threads [default: all cores]; the answer does not depend on it
    #[arg(short = 'j', long, value_name = "N", value_parser = number::<u16>(1..=1024))]
    workers: Option<u16>,

    /// Seconds all may take, fractions allowed, or as 5m or 1.5h; exit 124 if it
    /// needs more [default: no limit]
    #[arg(long, value_name = "SEC", value_parser = seconds)]
    time: Option<Duration>,

    /// The form of the output
    #[arg(long, value_enum, default_value = "text")]
    format: KriegspielFormat,

    /// One line on stderr for every twentieth part; auto: when that is a terminal
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto")]
    progress: ShowProgress,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Against {
    Random,
    Best,
}

impl PlayerArguments {
    pub(super) fn meant(self) -> PlayerRequest {
        PlayerRequest {
            endings: self.endings,
            experiment: Experiment {
                depth: self.depth,
                opponent: match self.against {
                    Against::Random => Opponent::Random,
                    Against::Best => Opponent::Best,
                },
                seed: self.seed,
                starts: None,
                kings: None,
                limit: self.longest,
            },
            workers: self.workers.map_or_else(all_cores, usize::from),
            progress: match self.progress {
                ShowProgress::Auto => stderr().is_terminal(),
                ShowProgress::Always => true,
                ShowProgress::Never => false,
            },
            svg: self.svg,
            trend: self.trend,
            json: self.format == KriegspielFormat::Json,
            time: self.time,
        }
    }
}
