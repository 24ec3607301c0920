//! The arguments of `solver kriegspiel show`.

use std::path::PathBuf;

use clap::Args;
use shakmaty::{Bitboard, Role};

use super::kriegspiel::KriegspielFormat;
use super::units::{count, number};
use super::{NoCommand, usage};
use crate::command::kriegspiel::ending::{king_squares, squares};
use crate::command::kriegspiel::show::{ShowRequest, Subject};
use keymove_kriegspiel::ending::WhitePlacement;
use keymove_kriegspiel::metaposition::Metaposition;

/// What a player knows, as a board: a belief with the men on each square counted, or a reference
/// board of an ending with the metaposition player's votes
#[derive(Debug, Args)]
pub(super) struct ShowArguments {
    /// A player's record, or -: standard input
    #[arg(value_name = "FILE", conflicts_with = "position", default_value = "-")]
    file: PathBuf,

    /// Which game of FILE
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::<u32>(1..=u32::MAX.into()))]
    game: u32,

    /// After so many half-moves [default: at the end]
    #[arg(long, value_name = "N", value_parser = count(0..=u64::MAX))]
    at: Option<u64>,

    /// Count only men of this kind: K, Q, R, B, N or P
    #[arg(long, value_name = "MAN", value_parser = man)]
    man: Option<Role>,

    /// Undecided when more than N positions have to be reckoned with
    #[arg(long, value_name = "N", default_value = "100000", value_parser = count(1..=50_000_000))]
    positions: u64,

    /// Where White's men stand: "Kc5 Rf3"
    #[arg(long, value_name = "MEN")]
    position: Option<WhitePlacement>,

    /// The squares the black king may be on: "e5,e6 f7" [default: all that are free and not
    /// attacked]
    #[arg(long, value_name = "SQUARES", requires = "position", value_parser = squares)]
    king: Option<Bitboard>,

    /// The reference boards after each answer to this try: Rf3-e3, f3e3 or Re3
    #[arg(long = "try", value_name = "MOVE", requires = "position")]
    tried: Option<String>,

    /// The form of the output
    #[arg(long, value_enum, default_value = "text")]
    format: KriegspielFormat,
}

fn man(text: &str) -> Result<Role, String> {
    let mut letters = text.chars();
    match (letters.next().and_then(Role::from_char), letters.next()) {
        (Some(role), None) => Ok(role),
        _ => Err("a man is K, Q, R, B, N or P".to_owned()),
    }
}

impl ShowArguments {
    pub(super) fn meant(self) -> Result<ShowRequest, NoCommand> {
        let subject = match self.position {
            Some(placement) => Subject::Metaposition {
                known: Metaposition {
                    placement,
                    kings: king_squares(placement.ending(), placement, self.king)
                        .map_err(|text| usage(&text))?,
                },
                tried: self.tried,
            },
            None => Subject::Record {
                file: self.file,
                game: self.game as usize,
                at: self.at.map(|at| usize::try_from(at).unwrap_or(usize::MAX)),
                man: self.man,
                positions: self.positions as usize,
            },
        };
        Ok(ShowRequest {
            subject,
            json: self.format == KriegspielFormat::Json,
        })
    }
}
