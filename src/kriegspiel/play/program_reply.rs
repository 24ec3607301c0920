//! The program's replies in a game: a line for programs, a sentence for people.

use std::fmt;

use shakmaty::{Bitboard, Square};

use super::attack::Pledge;
use super::conversation::Seating;
use super::hunt::HuntEnd;
use crate::announcement::{Direction, Directions};
use crate::ending::WhitePlacement;
use crate::ending::geometry::{WhiteTry, square_names};
use crate::problem::show::counted;

/// A reply. [`Display`](fmt::Display) writes the line of the protocol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProgramReply {
    /// A game has been set up or taken back; with White's statement about the outcome.
    Ready(BoardView, Pledge),
    /// The program, as White, makes this try; the other side is the umpire.
    Tries(WhiteTry, Pledge),
    /// The program, which is White and the umpire, has moved.
    Moved {
        /// The move.
        made: WhiteTry,
        /// The announced checks.
        checks: Directions,
        /// White's statement about the outcome before the move.
        pledge: Pledge,
        /// The refused tries before it.
        refused: Vec<WhiteTry>,
    },
    /// The umpire's no.
    No,
    /// The umpire ignored the try: it is impossible on the own board, or was made before.
    Nonsense,
    /// The umpire's yes, with the checks.
    Yes(Directions),
    /// The game is over: the program's last move, if it made one, and the number of moves.
    Over(HuntEnd, Option<WhiteTry>, usize),
    /// The board.
    Board(BoardView),
    /// The try that the table suggests.
    Hint(WhiteTry, Pledge),
    /// The commands in such a game.
    Help(Seating),
    /// The end of the conversation.
    Bye,
    /// The command is not understood.
    Error(String),
    /// The command is understood but impossible.
    Impossible(String),
}

/// The current board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoardView {
    /// White's men.
    pub placement: WhitePlacement,
    /// The squares on which the black king may be, according to White's knowledge.
    pub kings: Bitboard,
    /// The square of the king, for the side that moves it.
    pub king: Option<Square>,
}

impl fmt::Display for ProgramReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProgramReply::Ready(view, pledge) => {
                let (placement, kings) = (view.placement, view.kings.count());
                write!(f, "ready {placement} kings {kings} {pledge}")
            }
            ProgramReply::Tries(try_move, pledge) => write!(f, "try {try_move} {pledge}"),
            ProgramReply::Moved {
                made,
                checks,
                pledge,
                refused,
            } => {
                write!(f, "white {made} {} {pledge}", checks.or_dash())?;
                if !refused.is_empty() {
                    let names: Vec<String> = refused.iter().map(WhiteTry::to_string).collect();
                    write!(f, " refused {}", names.join(","))?;
                }
                Ok(())
            }
            ProgramReply::No => f.write_str("no"),
            ProgramReply::Nonsense => f.write_str("nonsense"),
            ProgramReply::Yes(checks) => write!(f, "yes {}", checks.or_dash()),
            ProgramReply::Over(end, made, moves) => {
                write!(f, "over {end} moves {moves}")?;
                match made {
                    Some(made) => write!(f, " white {made}"),
                    None => Ok(()),
                }
            }
            ProgramReply::Board(view) => {
                let kings = squares(view.kings, ",");
                write!(f, "board {} kings {kings}", view.placement)?;
                match view.king {
                    Some(king) => write!(f, " king {king}"),
                    None => Ok(()),
                }
            }
            ProgramReply::Hint(try_move, pledge) => write!(f, "hint {try_move} {pledge}"),
            ProgramReply::Help(seating) => write!(f, "help {}", seating.words()),
            ProgramReply::Bye => f.write_str("bye"),
            ProgramReply::Error(text) | ProgramReply::Impossible(text) => write!(f, "error {text}"),
        }
    }
}

impl ProgramReply {
    /// The reply as a sentence for people.
    pub fn sentence(&self) -> String {
        match self {
            ProgramReply::Ready(view, pledge) => format!(
                "White has {}; the king may be on {} squares. White {}.",
                view.placement,
                view.kings.count(),
                promised(*pledge)
            ),
            ProgramReply::Tries(try_move, pledge) => {
                format!("I try {try_move} and {}.", first_person(*pledge))
            }
            ProgramReply::Moved {
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
                let promise = first_person(*pledge);
                format!("I play {made}{before}; {said}. Before it I knew: {promise}.")
            }
            ProgramReply::No => "No.".to_owned(),
            ProgramReply::Nonsense => {
                "Nonsense: impossible on the own board, or tried before.".to_owned()
            }
            ProgramReply::Yes(checks) if checks.is_empty() => "Yes.".to_owned(),
            ProgramReply::Yes(checks) => format!("Yes, and check: {}.", named(*checks)),
            ProgramReply::Over(end, made, moves) => {
                let last = match made {
                    Some(made) => format!("I play {made}. "),
                    None => String::new(),
                };
                let moves = counted(*moves, "move", "moves");
                format!("{last}Over, {end}, after {moves} of White's.")
            }
            ProgramReply::Board(view) => {
                let kings = squares(view.kings, " ");
                let known = match view.king {
                    Some(king) => format!("Your king is on {king}; for all that White knows it"),
                    None => "The king".to_owned(),
                };
                format!("White has {}. {known} may be on {kings}.", view.placement)
            }
            ProgramReply::Hint(try_move, pledge) => {
                format!("The table tries {try_move}: {pledge}.")
            }
            ProgramReply::Help(seating) => seating.explained().to_owned(),
            ProgramReply::Bye => "Bye.".to_owned(),
            ProgramReply::Error(text) => format!("That I do not understand: {text}."),
            ProgramReply::Impossible(text) => format!("I cannot take that: {text}."),
        }
    }

    /// Whether a board should be shown with it.
    pub fn has_board(&self) -> bool {
        matches!(
            self,
            ProgramReply::Ready { .. }
                | ProgramReply::Tries(..)
                | ProgramReply::Moved { .. }
                | ProgramReply::Yes(_)
                | ProgramReply::No
                | ProgramReply::Over(..)
                | ProgramReply::Board(..)
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

fn named(checks: Directions) -> String {
    let name = |direction: Direction| match direction {
        Direction::Knight => "by a knight".to_owned(),
        line => format!("on the {}", line.name()),
    };
    let names: Vec<String> = checks.iter().map(name).collect();
    names.join(" and ")
}

/// The names of squares; `-` for none.
pub fn squares(set: Bitboard, between: &str) -> String {
    if set.is_empty() {
        return "-".to_owned();
    }
    square_names(set).join(between)
}
