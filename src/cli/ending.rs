//! The arguments of `solver kriegspiel ending`.

use std::io::{IsTerminal, stderr};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use shakmaty::{Bitboard, Square};

use super::kriegspiel::KriegspielFormat;
use super::units::seconds;
use super::{NoCommand, ShowProgress, usage};
use crate::command::kriegspiel::ending::EndingRequest;
use crate::kriegspiel::ending::{Ending, EndingTable, WhitePlacement};

/// Exact tables of the endings against a bare king: which sets of its squares are won for sure, and
/// how
#[derive(Debug, Args)]
#[command(after_help = "\
Without --position: how many placements are won from full uncertainty, and in how many moves. \
A build that is stopped says which level was complete, and writes nothing.")]
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

    /// Read the table from FILE instead of building it
    #[arg(long, value_name = "FILE", conflicts_with = "time")]
    load: Option<PathBuf>,

    /// Keep the table in FILE
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

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
                let kings = king_squares(self.ending, placement, self.king)?;
                Some((placement, kings))
            }
            None => None,
        };
        Ok(EndingRequest {
            ending: self.ending,
            load: self.load,
            save: self.save,
            position,
            all: self.all,
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

/// The squares of the black king that are meant: those typed, or all that are possible.
pub(super) fn king_squares(
    ending: Ending,
    placement: WhitePlacement,
    typed: Option<Bitboard>,
) -> Result<Bitboard, NoCommand> {
    if placement.ending() != ending {
        return Err(usage(&format!(
            "{placement} is a position of {}, not of {ending}",
            placement.ending(),
        )));
    }
    let possible = EndingTable::possible(placement);
    let king = typed.unwrap_or(possible);
    match (king & !possible).first() {
        Some(square) => Err(usage(&format!(
            "the black king cannot be on {square}, White to move: it is occupied or attacked"
        ))),
        None => Ok(king),
    }
}

pub(super) fn squares(text: &str) -> Result<Bitboard, String> {
    let mut squares = Bitboard::EMPTY;
    for word in text.split([' ', '\t', ',']).filter(|word| !word.is_empty()) {
        let square: Square = word
            .parse()
            .map_err(|_| format!("{word:?} is not a square"))?;
        squares.add(square);
    }
    if squares.is_empty() {
        return Err("no square".to_owned());
    }
    Ok(squares)
}
