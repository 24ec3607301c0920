//! Plays endings against a person or a program, in the words of the umpire's protocol
//! ([`dialogue`](crate::dialogue)).
//!
//! - [`EndingMatch`]: a match, line by line; start reading there.
//! - [`attack`]: White led by the table; it sees no more than an attacker may.
//! - [`hiding`]: a black king without a fixed square.
//! - `turns`: a try of White's and a move of the king.
//! - [`mod@record`]: the match as a record in PGN.
//!
//! ```text
//! try MOVE       UCI or SAN             -> yes - F - black 0 - - - | no | nonsense
//! tries          the possible tries     -> tries a1a2 a1a3 ...
//! hint           the table's try        -> hint a1h1
//! board          what White knows       -> board Kc3 Ra1 kings e4,e5 mate 27
//! help           the commands           -> help try MOVE, ...
//! king SQUARE    places the reader's king at first
//!                                       -> white 1 - F -
//! ```
//!
//! Behind `yes` and its three words is the turn of the program: its colour, the number of its
//! refused tries, and the announcement. `over` and the result follow at the end. An impossible
//! request is answered with `error` and a text, and changes nothing.
//!
//! `chance 40/44 mate 30` in the place of `mate 27` means: the win is not certain, but if the king is on one of 40 of the 44
//! squares, it is mated within 30 moves.

pub mod attack;
pub mod hiding;
pub mod record;
mod turns;

use shakmaty::{Bitboard, ByRole, Color};

use self::attack::Attack;
use self::record::{Line, fen, record};
use crate::announcement::Directions;
use crate::dialogue::{listed, read_try, uci};
use crate::ending::chance::Chance;
use crate::ending::geometry::{WhiteTry, square_names};
use crate::ending::{EndingTable, WhitePlacement};
use crate::notation::{Game, GameResult};
use crate::own_board::{OwnBoard, Try};
use crate::sketch;
use keymove_base::reason::Reason;

/// The commands.
const WORDS: &str = "king SQUARE (at first), try MOVE (as a1h1 or Rh1), tries, hint, board, help";

/// A match: the program attacks and the reader has the king, or the other way round.
#[derive(Debug)]
pub struct EndingMatch {
    table: EndingTable,
    /// White's knowledge.
    attack: Attack,
    /// Whether the program has the king, and hides it.
    hides: bool,
    /// The king's past: for each of its possible squares one line of play that leads there; for the
    /// reader's king the only one, once it is placed.
    lines: Vec<Line>,
    /// White's move to which the reader's king has not replied yet.
    pending: Option<(WhiteTry, Directions)>,
    /// The refused tries of this turn.
    refused: Vec<Try>,
    /// The result, once the match has ended.
    pub result: Option<GameResult>,
}

impl EndingMatch {
    /// A match with White to move and the king on one of `kings`; the program hides the king, or
    /// attacks.
    pub fn new(
        table: EndingTable,
        (men, kings): (WhitePlacement, Bitboard),
        hides: bool,
    ) -> EndingMatch {
        let attack = Attack::new(&table, men, kings);
        let line = |king| Line {
            fen: fen(men, king),
            king,
            turns: Vec::new(),
        };
        EndingMatch {
            lines: attack.kings.into_iter().map(line).collect(),
            table,
            attack,
            hides,
            pending: None,
            refused: Vec::new(),
            result: None,
        }
    }

    /// White's knowledge as a board; a king that the reader has placed is shown.
    pub fn board(&self) -> String {
        let is_shown = |line: &&Line| !self.hides && !line.turns.is_empty();
        let king = self.lines.first().filter(is_shown).map(|line| line.king);
        sketch::metaposition(self.attack.placement, self.attack.kings, king)
    }

    /// Answers a line by a line.
    pub fn answer(&mut self, line: &str) -> String {
        let line = line.trim();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        let said = match word {
            _ if self.result.is_some() => Err("the match is over".into()),
            "try" => self.hear_try(rest),
            "king" => self.place(rest),
            "tries" => self.tries().map(|(own, tries)| listed(tries, own.color())),
            "hint" if self.hides => {
                let best = self.attack.choose(&self.table);
                let best = best.map(|white| uci(white.attempt(), Color::White));
                Ok(format!("hint {}", best.unwrap_or_default()))
            }
            "board" => {
                let Attack {
                    placement, pledge, ..
                } = &self.attack;
                let kings = square_names(self.attack.kings).join(",");
                Ok(format!("board {placement} kings {kings} {pledge}"))
            }
            "help" => Ok(format!("help {WORDS}")),
            _ => Err(WORDS.into()),
        };
        match (said, self.result) {
            (Ok(said), Some(result)) => format!("{said} over {}", result.as_str()),
            (Ok(said), None) => said,
            (Err(text), _) => format!("error {text}"),
        }
    }

    /// The umpire's record; `None` if no move was made. A hidden king took one of the lines that
    /// fit all answers.
    pub fn record(&self) -> Option<Game> {
        let line = self.lines.first().filter(|line| !line.turns.is_empty())?;
        record(line, self.result.unwrap_or(GameResult::Unknown))
    }

    /// The men of the reader's side, and their remaining tries.
    fn tries(&self) -> Result<(OwnBoard, Vec<Try>), Reason> {
        let mut men = ByRole::<Bitboard>::default();
        let color = match (self.hides, self.pending) {
            (true, _) => {
                let white = self.attack.placement.all_men();
                white.for_each(|(role, square)| men[role].add(square));
                Color::White
            }
            (false, Some(_)) => {
                men.king = self.lines.iter().map(|line| line.king).collect();
                Color::Black
            }
            (false, None) => return Err("place the king first, as in king e5".into()),
        };
        let own = OwnBoard::new(color, men, [false; 2]);
        let mut tries = own.tries();
        tries.retain(|tried| !self.refused.contains(tried));
        Ok((own, tries))
    }

    fn hear_try(&mut self, text: &str) -> Result<String, Reason> {
        let (own, tries) = self.tries()?;
        let tried = read_try(text, &own)?;
        match tried.filter(|tried| tries.contains(tried)) {
            None => Ok("nonsense".to_owned()),
            Some(tried) if self.hides => Ok(self.white_tries(tried)),
            Some(tried) => Ok(self.king_tries(tried)),
        }
    }
}

/// A random start that is certainly won.
pub fn draw(table: &EndingTable, seed: u64) -> WhitePlacement {
    let is_won = |placement: &&WhitePlacement| {
        let kings = EndingTable::possible(**placement);
        table.moves_to_mate(**placement, kings).is_some()
    };
    let won: Vec<&WhitePlacement> = table.placements().iter().filter(is_won).collect();
    *won[Chance::new(seed).below(won.len())]
}
