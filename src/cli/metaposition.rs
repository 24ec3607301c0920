//! The arguments of `solver kriegspiel player`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum, value_parser};

use super::{Instead, all_cores, seconds, usage};
use crate::kriegspiel::metaposition::command::Request;
use crate::kriegspiel::metaposition::experiment::{Experiment, Resistance};
use crate::kriegspiel::metaposition::search::{LONGEST_MEMORY, Player};
use crate::kriegspiel::metaposition::{Announcements, Ending};

/// The metaposition player: matches from every start of greatest uncertainty, and the moves they take
#[derive(Debug, Args)]
pub(super) struct PlayerArguments {
    /// krk, kqk, kbbk or kbnk; also K+R and so on
    #[arg(value_name = "TYPE", required = true)]
    endings: Vec<Ending>,

    /// Who has Black's king
    #[arg(long, value_name = "WHO", value_enum, default_value = "random")]
    against: Against,

    /// For the random king and the starts drawn
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,

    /// Draw N starts; each is played once from each of its kings [default: all starts]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    games: Option<u32>,

    /// Depth of the search in pseudomoves
    #[arg(long, value_name = "D", default_value = "2", value_parser = value_parser!(u8).range(1..=6))]
    depth: u8,

    /// Moves that are remembered: a man does not go back to where one of them went
    #[arg(long, value_name = "N", default_value = "8", value_parser = value_parser!(u8).range(0..=LONGEST_MEMORY as i64))]
    memory: u8,

    /// What the umpire tells of a check: that it is one, or where from
    #[arg(long, value_enum, default_value = "paper")]
    announcements: Told,

    /// Moves after which a match against the random king is given up
    #[arg(long, value_name = "N", default_value = "300", value_parser = value_parser!(u16).range(1..))]
    longest: u16,

    /// --against best: the most metapositions of one start; with more it is undecided
    #[arg(long, value_name = "N", default_value = "200000", value_parser = value_parser!(u32).range(1..))]
    nodes: u32,

    /// Compare with the exact table in FILE, as `ending --save` writes it
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,

    /// Draw the distribution of moves to mate
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,

    /// Draw the grades along one match
    #[arg(long, value_name = "FILE")]
    trend: Option<PathBuf>,

    /// Threads [default: all cores]; the answer does not depend on it
    #[arg(short = 'j', long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    workers: Option<u16>,

    /// Seconds all may take, fractions allowed; exit 1 if it needs more [default: no limit]
    #[arg(long, value_name = "SEC", value_parser = seconds)]
    time: Option<Duration>,

    /// The form of the output
    #[arg(long, value_enum, default_value = "text")]
    format: PlayerFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Against {
    Random,
    Best,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Told {
    Paper,
    Full,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PlayerFormat {
    Text,
    Json,
}

impl PlayerArguments {
    pub(super) fn meant(self) -> Result<Request, Instead> {
        if self.table.is_some() && self.endings.len() != 1 {
            return Err(usage("--table is for one ending"));
        }
        Ok(Request {
            endings: self.endings,
            experiment: Experiment {
                player: Player {
                    depth: self.depth,
                    announcements: match self.announcements {
                        Told::Paper => Announcements::Paper,
                        Told::Full => Announcements::Full,
                    },
                    memory: self.memory.into(),
                },
                resistance: match self.against {
                    Against::Random => Resistance::Random,
                    Against::Best => Resistance::Best,
                },
                seed: self.seed,
                starts: self.games.map(|games| games as usize),
                longest: self.longest,
                nodes: self.nodes as usize,
                workers: self.workers.map_or_else(all_cores, usize::from),
            },
            table: self.table,
            svg: self.svg,
            trend: self.trend,
            json: self.format == PlayerFormat::Json,
            time: self.time,
        })
    }
}
