//! The arguments of `solver kriegspiel play`.

use std::io::{IsTerminal, stdin};
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use shakmaty::Bitboard;

use super::units::number;
use super::{NoCommand, usage};
use crate::command::kriegspiel::ending::{king_squares, squares};
use crate::command::kriegspiel::play::PlayRequest;
use keymove_kriegspiel::ending::{Ending, WhitePlacement};
use keymove_kriegspiel::play::conversation::{Opening, Seating};

/// Play an ending: the program attacks from the exact table, or hides the king; a line in, a line
/// out, boards and sentences on a terminal
#[derive(Debug, Args)]
#[command(after_help = "\
The program attacks and you are the umpire: go, no, yes, yes RF (letters of the checks), mate, stalemate, taken a1. \
--umpire: you only move the king: king e5. --hide: you attack: try Ra1-h1, hint. Always: board, undo, resign, \
new [MEN], help, quit.")]
pub(super) struct PlayArguments {
    /// krk, kqk, kbbk (bishops on different colours) or kbnk; also K+R and so on
    #[arg(value_name = "TYPE")]
    ending: Ending,

    /// The program attacks and is the umpire, too: you place and move the king
    #[arg(long, conflicts_with = "hide")]
    umpire: bool,

    /// The program hides the king and is the umpire: you attack
    #[arg(long)]
    hide: bool,

    /// Where White's men stand in the first game: "Kc3 Ra1" [default: drawn, won for sure]
    #[arg(long, value_name = "MEN")]
    position: Option<WhitePlacement>,

    /// The squares the black king may be on: "e5,e6 f7" [default: all that are free and not
    /// attacked]
    #[arg(long, value_name = "SQUARES", requires = "position", value_parser = squares)]
    king: Option<Bitboard>,

    /// For the starts that are drawn
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,

    /// White's moves after which a game without mate ends
    #[arg(long, value_name = "N", default_value = "300", value_parser = number::<u16>(1..=u16::MAX.into()))]
    longest: u16,

    /// Write the games to FILE, as records that `check` reads
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,

    /// Sentences, boards and a prompt; auto: when standard input is a terminal
    #[arg(long, value_name = "WHEN", value_enum, default_value = "auto")]
    boards: BoardsChoice,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum BoardsChoice {
    Auto,
    Always,
    Never,
}

impl PlayArguments {
    pub(super) fn meant(self) -> Result<PlayRequest, NoCommand> {
        let kings = match self.position {
            Some(placement) => {
                let kings = king_squares(self.ending, placement, self.king);
                Some(kings.map_err(|text| usage(&text))?)
            }
            None => None,
        };
        Ok(PlayRequest {
            ending: self.ending,
            pgn: self.pgn,
            seating: if self.hide {
                Seating::Hider
            } else if self.umpire {
                Seating::AttackerAndUmpire
            } else {
                Seating::Attacker
            },
            opening: Opening {
                placement: self.position,
                kings,
                seed: self.seed,
                longest: self.longest.into(),
            },
            boards: match self.boards {
                BoardsChoice::Auto => stdin().is_terminal(),
                BoardsChoice::Always => true,
                BoardsChoice::Never => false,
            },
        })
    }
}
