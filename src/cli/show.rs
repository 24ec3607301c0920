//! The arguments of `solver kriegspiel show`.

use std::path::PathBuf;

use clap::Args;
use shakmaty::{Bitboard, Role};

use super::NoCommand;
use super::ending::{king_squares, squares};
use super::kriegspiel::KriegspielFormat;
use super::metaposition::{AnnouncementChoice, GradingChoice};
use super::units::{count, number};
use crate::command::kriegspiel::show::{ShowRequest, Subject};
use crate::kriegspiel::ending::WhitePlacement;
use crate::kriegspiel::metaposition::Metaposition;
use crate::kriegspiel::metaposition::search::Player;

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

    /// Depth of the search in pseudomoves
    #[arg(long, value_name = "D", default_value = "2", requires = "position")]
    #[arg(value_parser = number::<u8>(1..=6))]
    depth: u8,

    /// What is graded, as of player
    #[arg(
        long,
        value_name = "WHEN",
        value_enum,
        default_value = "reply",
        requires = "position"
    )]
    graded: GradingChoice,

    /// What the umpire tells of a check: that it is one, or where from
    #[arg(
        long,
        value_name = "WHAT",
        value_enum,
        default_value = "paper",
        requires = "position"
    )]
    announcements: AnnouncementChoice,

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
                    kings: king_squares(placement.ending(), placement, self.king)?,
                },
                tried: self.tried,
                player: Player {
                    depth: self.depth,
                    announcements: self.announcements.meant(),
                    grading: self.graded.meant(),
                    ..Player::default()
                },
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
