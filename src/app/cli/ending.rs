//! The arguments of `solver kriegspiel ending`.

use std::io::{IsTerminal, stderr};
use std::time::Duration;

use clap::Args;
use shakmaty::Bitboard;

use super::kriegspiel::KriegspielFormat;
use super::units::seconds;
use super::{NoCommand, ShowProgress, usage};
use crate::command::kriegspiel::ending::{EndingRequest, king_squares, squares};
use keymove_kriegspiel::ending::{Ending, WhitePlacement};

/// Exact tables of the endings against a bare king: which sets of its squares are won for sure, and
/// how
#[derive(Debug, Args)]
#[command(after_help = "\
Without --position: how many placements are won from full uncertainty, and in how many moves. \
A build that is stopped says which level was complete.")]
pub(super) struct EndingArguments {
    /// krk, kqk, kbbk (bishops on different colours) or kbnk; also K+R and so on
    #[arg(value_name = "TYPE")]
    ending: Ending,

    /// Where White's men stand: "Kc3 Ra1"
    #[arg(long, value_name = "MEN")]
    position: Option<WhitePlacement>,

    /// The squares the black king may be on: "e5,e6 f7" [default: all that are free and not
    /// attacked]
    #[arg(long, value_name = "SQUARES", requires = "position", value_parser = squares)]
    king: Option<Bitboard>,

    /// List every placement, up to symmetry, with the moves to mate from full uncertainty: as TSV,
    /// or JSON, one object a line
    #[arg(long, conflicts_with = "position")]
    all: bool,

    /// Answer positions, a line on standard input each: "Kf6 Ra1" or "Kf6 Ra1: h8 g8 h7"
    #[arg(long, conflicts_with_all = ["position", "all"])]
    ask: bool,

    /// Seconds the build may take, fractions allowed, or as 5m or 1.5h; exit 124 if it
    /// needs more [default: no limit]
    #[arg(long, value_name = "SEC", value_parser = seconds)]
    time: Option<Duration>,

    /// Leave out time and memory, so that equal work gives equal bytes
    #[arg(long)]
    no_time: bool,

    /// The form of the output
    #[arg(long, value_enum, default_value = "text")]
    format: KriegspielFormat,

    /// One line on stderr for every level; auto: when that is a terminal
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto")]
    progress: ShowProgress,
}

impl EndingArguments {
    pub(super) fn meant(self) -> Result<EndingRequest, NoCommand> {
        let position = match self.position {
            Some(placement) => {
                let kings = king_squares(self.ending, placement, self.king);
                Some((placement, kings.map_err(|text| usage(&text))?))
            }
            None => None,
        };
        Ok(EndingRequest {
            ending: self.ending,
            position,
            all: self.all,
            ask: self.ask,
            json: self.format == KriegspielFormat::Json,
            no_time: self.no_time,
            time: self.time,
            progress: match self.progress {
                ShowProgress::Auto => stderr().is_terminal(),
                ShowProgress::Always => true,
                ShowProgress::Never => false,
            },
        })
    }
}
