//! `solver kriegspiel ...`: arguments as typed -> a [`Command`] as meant.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};
use shakmaty::Color;

use super::ending::EndingArguments;
use super::metaposition::PlayerArguments;
use super::play::PlayArguments;
use super::resources::Workers;
use super::show::ShowArguments;
use super::units::{count, number, seconds};
use super::{Command, NoCommand, ShowProgress};
use crate::command::kriegspiel::batch::{Source, Way};
use crate::command::kriegspiel::belief::Listing;
use crate::command::kriegspiel::check::Inspection;
use crate::command::kriegspiel::page::PageRequest;
use crate::command::kriegspiel::problem::{self, DEEPEST, ProblemRequest};
use crate::command::kriegspiel::rewrite::Rewrite;
use crate::command::kriegspiel::{RecordTask, Task};
use keymove_kriegspiel::check::POSITIONS;
use keymove_kriegspiel::filter::Comments;
use keymove_kriegspiel::mine::ProblemMining;
use keymove_kriegspiel::notation::{Dialect, Viewpoint};
use keymove_kriegspiel::own_page::OwnPage;
use keymove_kriegspiel::problem::certain::Lookout;

/// Kriegspiel: check, filter and convert records of games, follow beliefs, solve problems
#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes: 0 done, 1 check has findings, 2 a file or a game cannot be read, 64 usage, 70 internal error, \
74 output cannot be written, 124 out of time (ending, player), 130 stopped by a signal.")]
pub(super) struct Kriegspiel {
    #[command(subcommand)]
    action: KriegspielAction,
}

#[derive(Debug, Subcommand)]
enum KriegspielAction {
    /// Replay every move, try and announcement; FILE:LINE:COLUMN: what is wrong
    Check {
        #[command(flatten)]
        input: RecordFiles,
        #[command(flatten)]
        workers: Workers,
        /// The form of the output
        #[arg(long, value_enum, default_value = "text")]
        format: KriegspielFormat,
        /// A player's record: follow at most N positions that fit; 0: look at the own board only
        #[arg(long, value_name = "N", default_value_t = POSITIONS as u64)]
        #[arg(value_parser = count(0..=u64::MAX))]
        positions: u64,
    },
    /// Write the umpire's record as one player knows it, or anew
    Filter {
        /// The player; no: the umpire's record in the normal form
        #[arg(long = "for", value_name = "WHO", value_enum)]
        wanted: Who,
        /// Comments and NAGs; keep: all, with a note for each on a hidden move; own: those on the
        /// player's own moves
        #[arg(long, value_name = "WHICH", value_enum, default_value = "own")]
        comments: CommentChoice,
        #[command(flatten)]
        input: RecordFiles,
        #[command(flatten)]
        workers: Workers,
    },
    /// Write records in the other notation; what that cannot say is named on stderr
    Convert {
        /// The notation
        #[arg(long, value_name = "NOTATION", value_enum)]
        to: To,
        #[command(flatten)]
        input: RecordFiles,
        #[command(flatten)]
        workers: Workers,
    },
    /// Write a page that replays records: an umpire's on three boards, a player's on the player's
    /// own with the squares shaded where the other side's men may stand
    Html {
        /// Of an umpire's record, or a plain PGN, make this player's page
        #[arg(long = "for", value_name = "PLAYER", value_enum)]
        player: Option<PlayerColor>,
        /// The umpire's records of the players' records: their boards are shown at a click
        #[arg(long, value_name = "FILE")]
        umpire: Option<PathBuf>,
        /// Follow at most N positions that fit; past that only the own men are shown
        #[arg(long, value_name = "N", default_value = "20000")]
        #[arg(value_parser = count(1..=50_000_000))]
        positions: u64,
        /// Show the own men only: nothing is shaded, counted or looked for
        #[arg(long, conflicts_with = "positions")]
        no_beliefs: bool,
        #[command(flatten)]
        input: RecordFiles,
        #[command(flatten)]
        workers: Workers,
        /// A status line on stderr; auto: when that is a terminal and stdout is none
        #[arg(long, value_name = "WHEN", value_enum, default_value = "auto")]
        progress: ShowProgress,
    },
    /// Write problems for solve: each moment of games at which the side to move could force mate
    /// whatever the other side held
    Mine {
        /// Half-moves until mate: 1 is mate with this move, 3 with the next
        #[arg(long, value_name = "N", default_value = "1")]
        #[arg(value_parser = number::<u32>(1..=3))]
        depth: u32,
        /// Follow a player as long as at most N positions fit
        #[arg(long, value_name = "N", default_value = "20000")]
        #[arg(value_parser = count(1..=50_000_000))]
        positions: u64,
        /// Look for mate with the next move where at most N positions fit
        #[arg(long, value_name = "N", default_value = "1000")]
        #[arg(value_parser = count(1..=50_000_000))]
        deep: u64,
        /// Only problems with at least N positions
        #[arg(long, value_name = "N", default_value = "2")]
        #[arg(value_parser = count(1..=50_000_000))]
        least: u64,
        #[command(flatten)]
        input: RecordFiles,
        #[command(flatten)]
        workers: Workers,
    },
    /// The positions a player has to reckon with, after each half-move of the player's record
    Belief {
        #[command(flatten)]
        input: RecordFiles,
        #[command(flatten)]
        effort: Effort,
        /// The positions, too, as FEN
        #[arg(long)]
        list: bool,
        /// The form of the output
        #[arg(long, value_enum, default_value = "text")]
        format: KriegspielFormat,
    },
    /// Can a player who knows only a filtered record mate for sure? Give the plan
    Solve(Solve),
    Ending(EndingArguments),
    Player(PlayerArguments),
    Play(PlayArguments),
    Show(ShowArguments),
    // Not a doc comment: it would take [FEN] for a link.
    #[command(
        about = "Be the umpire of a game: new [FEN], try e2e4, tries, board, help; one answer a line"
    )]
    Umpire,
}

#[derive(Debug, Args)]
struct RecordFiles {
    /// Files of games; none, or -: standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl RecordFiles {
    fn meant(self) -> Vec<PathBuf> {
        if self.files.is_empty() {
            vec![PathBuf::from("-")]
        } else {
            self.files
        }
    }

    /// What is to be done with each record of the files.
    fn task(self, way: Way, work: RecordTask) -> Task {
        Task::Records {
            source: Source::Files(self.meant()),
            way,
            work,
        }
    }
}

impl Workers {
    /// The way of what needs no status line.
    fn quiet(&self, spaced: bool) -> Way {
        Way {
            workers: self.number(),
            progress: Some(false),
            spaced,
        }
    }
}

/// How far and how fast records are followed.
#[derive(Debug, Args)]
struct Effort {
    /// Undecided when more than N positions have to be reckoned with
    #[arg(long, value_name = "N", default_value = "100000")]
    #[arg(value_parser = count(1..=50_000_000))]
    positions: u64,
    #[command(flatten)]
    workers: Workers,
    /// A status line on stderr; auto: when that is a terminal and stdout is none
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto")]
    progress: ShowProgress,
}

impl Effort {
    fn way(&self) -> Way {
        Way {
            workers: self.workers.number(),
            spaced: false,
            progress: self.progress.wanted(),
        }
    }
}

impl ShowProgress {
    /// What [`Way`] asks for.
    fn wanted(self) -> Option<bool> {
        match self {
            ShowProgress::Auto => None,
            ShowProgress::Always => Some(true),
            ShowProgress::Never => Some(false),
        }
    }
}

#[derive(Debug, Args)]
struct Solve {
    #[command(flatten)]
    input: RecordFiles,
    /// Solve this position, which both players know, instead of files
    #[arg(long, value_name = "FEN", conflicts_with = "files")]
    fen: Option<String>,
    /// Half-moves until mate for records without the tag depth: 1 is mate with this move, 3 with
    /// the next; an even N is the same as N - 1, as the other side does not mate [default: 1]
    #[arg(long, value_name = "N")]
    #[arg(value_parser = number::<u32>(1..=u64::from(DEEPEST)))]
    depth: Option<u32>,
    /// Half-moves until mate for every record, whatever its tag depth says
    #[arg(short = 'Z', long, value_name = "N")]
    #[arg(value_parser = number::<u32>(1..=u64::from(DEEPEST)))]
    force_depth: Option<u32>,
    /// Every first move that solves
    #[arg(long)]
    keys: bool,
    /// Seconds for one problem, fractions allowed, or as 500ms, 5m or 1h30m [default: no limit]
    #[arg(long, value_name = "SEC", value_parser = seconds)]
    time: Option<Duration>,
    #[command(flatten)]
    effort: Effort,
    /// The positions that are left where there is no plan, too, as FEN
    #[arg(long)]
    list: bool,
    /// The form of the output
    #[arg(long, value_enum, default_value = "text")]
    format: KriegspielFormat,
}

impl Solve {
    fn meant(self) -> Task {
        let depth = self.depth.unwrap_or(1);
        Task::Records {
            way: self.effort.way(),
            source: match self.fen {
                Some(fen) => Source::Record(
                    "--fen".to_owned(),
                    Box::new(problem::record(&fen, self.force_depth.or(Some(depth)))),
                ),
                None => Source::Files(self.input.meant()),
            },
            work: RecordTask::Solve(ProblemRequest {
                depth,
                force_depth: self.force_depth,
                is_asked: self.depth.is_some(),
                keys: self.keys,
                positions: self.effort.positions as usize,
                time: self.time,
                json: self.format == KriegspielFormat::Json,
                list: self.list,
            }),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum KriegspielFormat {
    Text,
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Who {
    White,
    Black,
    No,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PlayerColor {
    White,
    Black,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CommentChoice {
    Keep,
    Own,
    None,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum To {
    #[value(name = "v0.9")]
    V09,
    Proposal,
}

impl Kriegspiel {
    pub(super) fn meant(self) -> Result<Command, NoCommand> {
        let task = match self.action {
            KriegspielAction::Check {
                input,
                workers,
                format,
                positions,
            } => {
                let inspection = Inspection {
                    json: format == KriegspielFormat::Json,
                    positions: usize::try_from(positions).unwrap_or(usize::MAX),
                };
                input.task(workers.quiet(false), RecordTask::Check(inspection))
            }
            KriegspielAction::Filter {
                wanted,
                comments,
                input,
                workers,
            } => {
                let wanted = match wanted {
                    Who::White => Viewpoint::For(Color::White),
                    Who::Black => Viewpoint::For(Color::Black),
                    Who::No => Viewpoint::No,
                };
                let comments = match comments {
                    CommentChoice::Keep => Comments::Keep,
                    CommentChoice::Own => Comments::Own,
                    CommentChoice::None => Comments::None,
                };
                let filter = Rewrite::Filter(wanted, comments);
                input.task(workers.quiet(true), RecordTask::Rewrite(filter))
            }
            KriegspielAction::Convert { to, input, workers } => {
                let to = match to {
                    To::V09 => Dialect::V09,
                    To::Proposal => Dialect::Proposal,
                };
                let convert = Rewrite::Convert(to);
                input.task(workers.quiet(true), RecordTask::Rewrite(convert))
            }
            KriegspielAction::Html {
                player,
                umpire,
                positions,
                no_beliefs,
                input,
                workers,
                progress,
            } => {
                let lookout = Lookout {
                    depth: 3,
                    deep: 200,
                };
                let positions = if no_beliefs { 0 } else { positions as usize };
                let request = PageRequest {
                    player: player.map(|player| Color::from_white(player == PlayerColor::White)),
                    umpire,
                    own: OwnPage { positions, lookout },
                };
                let way = Way {
                    progress: progress.wanted(),
                    ..workers.quiet(false)
                };
                input.task(way, RecordTask::Html(request))
            }
            KriegspielAction::Mine {
                depth,
                positions,
                deep,
                least,
                input,
                workers,
            } => {
                let deep = deep as usize;
                let mining = ProblemMining {
                    positions: positions as usize,
                    least: least as usize,
                    lookout: Lookout { depth, deep },
                };
                input.task(workers.quiet(true), RecordTask::Mine(mining))
            }
            KriegspielAction::Belief {
                input,
                effort,
                list,
                format,
            } => {
                let listing = Listing {
                    positions: effort.positions as usize,
                    list,
                    json: format == KriegspielFormat::Json,
                };
                input.task(effort.way(), RecordTask::Belief(listing))
            }
            KriegspielAction::Solve(solve) => solve.meant(),
            KriegspielAction::Ending(arguments) => Task::Ending(arguments.meant()?),
            KriegspielAction::Player(arguments) => Task::Player(arguments.meant()),
            KriegspielAction::Play(arguments) => Task::Play(arguments.meant()?),
            KriegspielAction::Show(arguments) => Task::Show(arguments.meant()?),
            KriegspielAction::Umpire => Task::Umpire,
        };
        Ok(Command::Kriegspiel(task))
    }
}
