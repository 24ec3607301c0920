//! `solver bpgn`: the arguments as typed.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::resources::Workers;
use super::units::number;
use crate::command::bpgn::{Bpgn, Treatment};
use keymove_bpgn::format::{NormalForm, Version};
use keymove_bpgn::mine::MateMining;
use keymove_bpgn::position::Point;

/// Read, check and convert bughouse games (BPGN)
#[derive(Debug, Args)]
#[command(after_help = "\
Exit codes: 0 done, 1 errors in games (notes are none), 2 files that cannot be read, 64 usage, 74 output cannot be \
written, 130 stopped by a signal.")]
pub(super) struct BpgnArguments {
    #[command(subcommand)]
    action: BpgnAction,
}

#[derive(Debug, Subcommand)]
enum BpgnAction {
    /// Find what is wrong: legality, hands, numbers, clocks, lag, result
    Check(Files),
    /// Write the normal form: moves in SAN, clocks in seconds, tags in order
    Format {
        /// Leave moves, clocks, dates and positions as they are written
        #[arg(long)]
        keep: bool,
        /// The version of BPGN to write [default: clocks as exact, and tags as they stand]
        // The specification's own name for it, `--version`, looked like the long form of -V.
        #[arg(long, alias = "version", value_enum, value_name = "VERSION")]
        to: Option<BpgnVersion>,
        /// Write the result that the mate or the comment at the end shows
        #[arg(long)]
        fix_result: bool,
        #[command(flatten)]
        files: Files,
    },
    /// Write the four-column display
    Columns(Files),
    /// Write one JSON object a game
    Json(Files),
    /// Write two PGNs a game; join puts them together again
    Split {
        /// Write PREFIX-A.pgn and PREFIX-B.pgn [default: both boards of each game to standard
        /// output]
        #[arg(short, long, value_name = "PREFIX")]
        output: Option<PathBuf>,
        #[command(flatten)]
        files: Files,
    },
    /// Make one game of the PGNs, or FICS movelists, of its boards
    Join {
        /// The PGN or movelist of board A, or of both boards, one behind the other
        a: PathBuf,
        /// That of board B
        b: Option<PathBuf>,
    },
    /// Write both boards at a point of the game, as BFEN
    Position {
        /// A BPGN file; none, or -: standard input
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
        /// After which half-move, as 12b; 0 is the start [default: the end]
        #[arg(long, value_name = "HALF-MOVE")]
        at: Option<Point>,
        /// Which game of the file
        #[arg(long, value_name = "N", default_value = "1")]
        #[arg(value_parser = number::<u32>(1..=u32::MAX.into()))]
        game: u32,
    },
    /// Write positions with a mate in one, and those before a mate that was played, as EPD jobs for
    /// solver -b; of crazyhouse in PGN, too
    Mine {
        /// How many moves before the end of a game that ends in mate
        #[arg(long, value_name = "N", default_value = "3")]
        #[arg(value_parser = number::<u32>(1..=20))]
        moves: u32,
        /// The loser's positions, too: is it mated in N?
        #[arg(long)]
        losses: bool,
        #[command(flatten)]
        files: Files,
    },
    /// Write a page that replays the games on both boards, for any browser
    Html {
        /// Games with a mate in one only, and each such moment as a puzzle: solved by clicking,
        /// wrong moves refuted
        #[arg(long)]
        puzzles: bool,
        #[command(flatten)]
        files: Files,
    },
}

#[derive(Debug, Args)]
struct Files {
    /// BPGN files; none, or -: standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    workers: Workers,
}

impl Files {
    /// What is done with each of their games.
    fn each(self, action: Treatment) -> Bpgn {
        Bpgn {
            action,
            files: self.files,
            workers: self.workers.number(),
        }
    }
}

/// What is done with games in their order.
fn in_order(action: Treatment, files: Vec<PathBuf>) -> Bpgn {
    Bpgn {
        action,
        files,
        workers: 1,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum BpgnVersion {
    #[value(name = "1.0")]
    V10,
    #[value(name = "1.1")]
    V11,
    #[value(name = "1.2")]
    V12,
}

impl BpgnArguments {
    /// What is meant.
    pub(super) fn meant(self) -> Bpgn {
        match self.action {
            BpgnAction::Check(files) => files.each(Treatment::Check),
            BpgnAction::Format {
                keep,
                to,
                fix_result,
                files,
            } => {
                let version = to.map(|version| match version {
                    BpgnVersion::V10 => Version::V10,
                    BpgnVersion::V11 => Version::V11,
                    BpgnVersion::V12 => Version::V12,
                });
                files.each(Treatment::Format(NormalForm {
                    keep,
                    version,
                    fix_result,
                }))
            }
            BpgnAction::Columns(files) => files.each(Treatment::Columns),
            BpgnAction::Json(files) => files.each(Treatment::Json),
            BpgnAction::Split { output, files } => files.each(Treatment::Split(output)),
            BpgnAction::Join { a, b } => {
                in_order(Treatment::Join, [a].into_iter().chain(b).collect())
            }
            BpgnAction::Position { file, at, game } => {
                let at = at.unwrap_or_default();
                let game = game as usize;
                in_order(Treatment::Position { at, game }, file.into_iter().collect())
            }
            BpgnAction::Mine {
                moves,
                losses,
                files,
            } => files.each(Treatment::Mine(MateMining { moves, losses })),
            BpgnAction::Html { puzzles, files } => files.each(Treatment::Html { puzzles }),
        }
    }
}
