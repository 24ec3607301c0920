//! The arguments of `solver kriegspiel player`.

use std::io::{IsTerminal, stderr};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::kriegspiel::KriegspielFormat;
use super::units::{number, seconds};
use super::{ShowProgress, all_cores};
use crate::command::kriegspiel::player::PlayerRequest;
use crate::kriegspiel::ending::Ending;
use crate::kriegspiel::metaposition::Announcements;
use crate::kriegspiel::metaposition::evaluation::Grading;
use crate::kriegspiel::metaposition::experiment::Experiment;
use crate::kriegspiel::metaposition::opponent::Opponent;
use crate::kriegspiel::metaposition::search::Player;

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

    /// Draw N starts [default: all]
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=u32::MAX.into()))]
    games: Option<u32>,

    /// Play from N of the kings of each start, drawn, or from all of them [default: all; 1 with two
    /// men beside the king]
    #[arg(long, value_name = "N|all", value_parser = kings)]
    kings: Option<KingPlaces>,

    /// Depth of the search in pseudomoves
    #[arg(long, value_name = "D", default_value = "2", value_parser = number::<u8>(1..=6))]
    depth: u8,

    /// Moves that are remembered: they are neither made again nor taken back
    #[arg(long, value_name = "N", default_value = "30", value_parser = number::<u16>(0..=1000))]
    memory: u16,

    /// What is graded: the metaposition an answer leaves, as the paper says, or what is left of it
    /// after Black's reply
    #[arg(long, value_name = "WHEN", value_enum, default_value = "reply")]
    graded: GradingChoice,

    /// What the umpire tells of a check: that it is one, or where from
    #[arg(long, value_name = "WHAT", value_enum, default_value = "paper")]
    announcements: AnnouncementChoice,

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

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum GradingChoice {
    Answer,
    Reply,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum KingPlaces {
    All,
    Some(usize),
}

fn kings(text: &str) -> Result<KingPlaces, String> {
    match text.parse() {
        Ok(number @ 1..) => Ok(KingPlaces::Some(number)),
        _ if text == "all" => Ok(KingPlaces::All),
        _ => Err("a number from 1 on, or all".to_owned()),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum AnnouncementChoice {
    Paper,
    Full,
}

impl GradingChoice {
    pub(super) fn meant(self) -> Grading {
        match self {
            GradingChoice::Answer => Grading::Answer,
            GradingChoice::Reply => Grading::Reply,
        }
    }
}

impl AnnouncementChoice {
    pub(super) fn meant(self) -> Announcements {
        match self {
            AnnouncementChoice::Paper => Announcements::Paper,
            AnnouncementChoice::Full => Announcements::Full,
        }
    }
}

impl PlayerArguments {
    pub(super) fn meant(self) -> PlayerRequest {
        PlayerRequest {
            endings: self.endings,
            experiment: Experiment {
                player: Player {
                    depth: self.depth,
                    announcements: self.announcements.meant(),
                    grading: self.graded.meant(),
                    memory: self.memory.into(),
                },
                opponent: match self.against {
                    Against::Random => Opponent::Random,
                    Against::Best => Opponent::Best,
                },
                seed: self.seed,
                starts: self.games.map(|games| games as usize),
                kings: match self.kings {
                    Some(KingPlaces::Some(number)) => Some(number),
                    Some(KingPlaces::All) | None => None,
                },
                limit: self.longest,
            },
            workers: self.workers.map_or_else(all_cores, usize::from),
            all_kings: self.kings == Some(KingPlaces::All),
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
