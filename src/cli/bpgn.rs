//! `solver bpgn`: the arguments as typed.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use crate::bpgn::format::{NormalForm, Version};
use crate::bpgn::position::Point;
use crate::command::bpgn::{Bpgn, Treatment};

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
        /// The version to write [default: clocks as exact, and tags as they stand]
        #[arg(long, value_enum, value_name = "V")]
        version: Option<BpgnVersion>,
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
    /// Make one game of the PGNs of its boards
    Join {
        /// The PGN of board A, or of both boards, one behind the other
        a: PathBuf,
        /// The PGN of board B
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
        #[arg(value_parser = clap::value_parser!(u32).range(1..))]
        game: u32,
    },
    /// Write positions with a mate in one, and those before a mate that was played, as EPD jobs for
    /// solver -b
    Mine {
        /// How many moves before the end of a game that ends in mate
        #[arg(long, value_name = "N", default_value = "3")]
        #[arg(value_parser = clap::value_parser!(u32).range(1..=20))]
        moves: u32,
        #[command(flatten)]
        files: Files,
    },
}

#[derive(Debug, Args)]
struct Files {
    /// BPGN files; none, or -: standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
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
        let (action, files) = match self.action {
            BpgnAction::Check(files) => (Treatment::Check, files.files),
            BpgnAction::Format {
                keep,
                version,
                fix_result,
                files,
            } => {
                let version = version.map(|version| match version {
                    BpgnVersion::V10 => Version::V10,
                    BpgnVersion::V11 => Version::V11,
                    BpgnVersion::V12 => Version::V12,
                });
                let style = NormalForm {
                    keep,
                    version,
                    fix_result,
                };
                (Treatment::Format(style), files.files)
            }
            BpgnAction::Columns(files) => (Treatment::Columns, files.files),
            BpgnAction::Json(files) => (Treatment::Json, files.files),
            BpgnAction::Split { output, files } => (Treatment::Split(output), files.files),
            BpgnAction::Join { a, b } => (Treatment::Join, [a].into_iter().chain(b).collect()),
            BpgnAction::Position { file, at, game } => (
                Treatment::Position {
                    at: at.unwrap_or_default(),
                    game: game as usize,
                },
                file.into_iter().collect(),
            ),
            BpgnAction::Mine { moves, files } => (Treatment::Mine { moves }, files.files),
        };
        Bpgn { action, files }
    }
}
