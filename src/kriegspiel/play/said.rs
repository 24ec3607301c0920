//! What the program says in a game: a line for programs, a sentence for people.

use std::fmt;

use shakmaty::{Bitboard, Square};

use super::attack::Pledge;
use super::conversation::Seating;
use super::hunt::HuntEnd;
use crate::announcement::{Direction, Directions};
use crate::ending::WhitePlacement;
use crate::ending::geometry::WhiteTry;
use crate::problem::show::counted;

/// One answer. [`Display`](fmt::Display) is the line of the protocol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// A game is set up, or taken back so far; and what White says of the outcome.
    Ready(BoardView, Pledge),
    /// The program, White, tries this; somebody else is the umpire.
    Tries(WhiteTry, Pledge),
    /// The program, White, has moved, and is the umpire, too.
    Moved {
        /// The move.
        made: WhiteTry,
        /// What is announced.
        checks: Directions,
        /// What White said of the outcome before it.
        pledge: Pledge,
        /// The tries that were refused first.
        refused: Vec<WhiteTry>,
    },
    /// The umpire's no.
    No,
    /// The umpire did not listen: impossible on the own board, or said before.
    Nonsense,
    /// The umpire's yes, with the checks.
    Yes(Directions),
    /// The game is over: with this last move of the program's, if it made one, after so many moves.
    Over(HuntEnd, Option<WhiteTry>, usize),
    /// The board.
    Board(BoardView),
    /// What the table would try.
    Hint(WhiteTry, Pledge),
    /// What may be said in such a game.
    Help(Seating),
    /// The end of the conversation.
    Bye,
    /// What was said is not understood.
    Error(String),
    /// What was said is understood, and cannot be.
    Impossible(String),
}

/// The board as it stands now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoardView {
    /// White's men.
    pub placement: WhitePlacement,
    /// The squares on which the black king may stand, by what White was told.
    pub kings: Bitboard,
    /// The square on which it stands, for the side that moves it.
    pub king: Option<Square>,
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Said::Ready(view, pledge) => {
                let (placement, kings) = (view.placement, view.kings.count());
                write!(f, "ready {placement} kings {kings} {pledge}")
            }
            Said::Tries(try_move, pledge) => write!(f, "try {try_move} {pledge}"),
            Said::Moved {
                made,
                checks,
                pledge,
                refused,
            } => {
                write!(f, "white {made} {} {pledge}", letters(*checks))?;
                if !refused.is_empty() {
                    let names: Vec<String> = refused.iter().map(WhiteTry::to_string).collect();
                    write!(f, " refused {}", names.join(","))?;
                }
                Ok(())
            }
            Said::No => f.write_str("no"),
            Said::Nonsense => f.write_str("nonsense"),
            Said::Yes(checks) => write!(f, "yes {}", letters(*checks)),
            Said::Over(end, made, moves) => {
                write!(f, "over {end} moves {moves}")?;
                match made {
                    Some(made) => write!(f, " white {made}"),
                    None => Ok(()),
                }
            }
            Said::Board(view) => {
                let kings = squares(view.kings, ",");
                write!(f, "board {} kings {kings}", view.placement)?;
                match view.king {
                    Some(king) => write!(f, " king {king}"),
                    None => Ok(()),
                }
            }
            Said::Hint(try_move, pledge) => write!(f, "hint {try_move} {pledge}"),
            Said::Help(seating) => write!(f, "help {}", seating.words()),
            Said::Bye => f.write_str("bye"),
            Said::Error(text) | Said::Impossible(text) => write!(f, "error {text}"),
        }
    }
}

impl Said {
    /// The same for people.
    pub fn sentence(&self) -> String {
        match self {
            Said::Ready(view, pledge) => format!(
                "White has {}; the king may be on {} squares. White {}.",
                view.placement,
                view.kings.count(),
                promised(*pledge)
            ),
            Said::Tries(try_move, pledge) => {
                format!("I try {try_move} and {}.", first_person(*pledge))
            }
            Said::Moved {
                made,
                checks,
                pledge,
                refused,
            } => {
                let said = if checks.is_empty() {
                    "no check".to_owned()
                } else {
                    format!("check: {}", named(*checks))
                };
                let before = match refused.len() {
                    0 => String::new(),
                    _ => {
                        let names: Vec<String> = refused.iter().map(WhiteTry::to_string).collect();
                        format!(" after {} was refused", names.join(" and "))
                    }
                };
                let told = first_person(*pledge);
                format!("I play {made}{before}; {said}. Before it I knew: {told}.")
            }
            Said::No => "No.".to_owned(),
            Said::Nonsense => "Nonsense: impossible on the own board, or tried before.".to_owned(),
            Said::Yes(checks) if checks.is_empty() => "Yes.".to_owned(),
            Said::Yes(checks) => format!("Yes, and check: {}.", named(*checks)),
            Said::Over(end, made, moves) => {
                let last = match made {
                    Some(made) => format!("I play {made}. "),
                    None => String::new(),
                };
                let moves = counted(*moves, "move", "moves");
                format!("{last}Over, {end}, after {moves} of White's.")
            }
            Said::Board(view) => {
                let kings = squares(view.kings, " ");
                let known = match view.king {
                    Some(king) => format!("Your king is on {king}; for all that White knows it"),
                    None => "The king".to_owned(),
                };
                format!("White has {}. {known} may be on {kings}.", view.placement)
            }
            Said::Hint(try_move, pledge) => format!("The table tries {try_move}: {pledge}."),
            Said::Help(seating) => seating.explained().to_owned(),
            Said::Bye => "Bye.".to_owned(),
            Said::Error(text) => format!("That I do not understand: {text}."),
            Said::Impossible(text) => format!("I cannot take that: {text}."),
        }
    }

    /// Whether a board should stand beside it.
    pub fn has_board(&self) -> bool {
        matches!(
            self,
            Said::Ready { .. }
                | Said::Tries(..)
                | Said::Moved { .. }
                | Said::Yes(_)
                | Said::No
                | Said::Over(..)
                | Said::Board(..)
        )
    }
}

fn promised(pledge: Pledge) -> String {
    match pledge {
        Pledge::Sure(moves) => format!("mates in at most {moves} moves, wherever it is"),
        Pledge::Odds { caught, of, moves } => {
            format!("cannot be sure to win; on {caught} of {of} squares it is mated within {moves}")
        }
    }
}

fn first_person(pledge: Pledge) -> String {
    match pledge {
        Pledge::Sure(moves) => format!("mate in at most {moves} moves, this one counted"),
        Pledge::Odds { caught, of, moves } => {
            format!("mate within {moves} moves if the king is on one of {caught} of {of} squares")
        }
    }
}

/// The letters of checks, or `-`.
fn letters(checks: Directions) -> String {
    if checks.is_empty() {
        "-".to_owned()
    } else {
        checks.to_string()
    }
}

fn named(checks: Directions) -> String {
    let name = |direction: Direction| match direction {
        Direction::Knight => "by a knight".to_owned(),
        line => format!("on the {}", line.name()),
    };
    let names: Vec<String> = checks.iter().map(name).collect();
    names.join(" and ")
}

/// Squares one after the other; `-` for none.
pub fn squares(set: Bitboard, between: &str) -> String {
    if set.is_empty() {
        return "-".to_owned();
    }
    let names: Vec<String> = set.into_iter().map(|square| square.to_string()).collect();
    names.join(between)
}
