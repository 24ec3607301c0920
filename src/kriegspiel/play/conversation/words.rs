//! The lines of the protocol, read.

use shakmaty::{Bitboard, Square};

use crate::announcement::{Direction, Directions};
use crate::ending::WhitePlacement;
use crate::ending::geometry::{WhiteTry, tries};
use crate::play::conversation::Seating;
use crate::play::hiding::Ruled;
use crate::play::hunt::Hunt;

/// What somebody else said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Heard {
    New(Option<WhitePlacement>),
    Go,
    Answer(UmpireWord),
    King(Square),
    /// None: a move that is impossible on White's board.
    Try(Option<WhiteTry>),
    Hint,
    Board,
    Undo,
    Resign,
    Help,
    Quit,
}

/// What an umpire elsewhere said to the program's try, and what Black did then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum UmpireWord {
    No,
    Yes(Directions),
    /// Without letters: whichever check it can have been, if there is but one.
    Mate(Directions),
    Stalemate,
    Taken(Square, Directions),
}

impl UmpireWord {
    /// What it says of a try, the king on one of `kings`.
    pub(super) fn ruled(self, tried: &WhiteTry, kings: Bitboard) -> Result<Ruled, String> {
        let checks = match self {
            UmpireWord::No => return Ok(Ruled::Refused),
            UmpireWord::Yes(checks) => return Ok(Ruled::Made(checks)),
            UmpireWord::Stalemate => return Ok(Ruled::Stalemate),
            UmpireWord::Taken(square, checks) => return Ok(Ruled::Taken(checks, square)),
            UmpireWord::Mate(checks) => checks,
        };
        if !checks.is_empty() {
            return Ok(Ruled::Mate(checks));
        }
        let mates = kings.0 & tried.mates;
        let possible = tried.announced().into_iter();
        let mut possible = possible.filter(|(_, squares)| squares & mates != 0);
        match (possible.next(), possible.next()) {
            (Some((checks, _)), None) => Ok(Ruled::Mate(checks)),
            (Some(_), Some(_)) => {
                Err("it may be mate by several checks: say the letters".to_owned())
            }
            (None, _) => Err(format!("{tried} mates no king that fits")),
        }
    }
}

/// Reads a line.
pub(super) fn hear(line: &str, hunt: &Hunt, seating: Seating) -> Result<Heard, String> {
    let line = line.trim();
    let (word, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
    let rest = rest.trim();
    let alone = |heard: Heard| {
        if rest.is_empty() {
            Ok(heard)
        } else {
            Err(format!("nothing stands after {word}"))
        }
    };
    match word.to_ascii_lowercase().as_str() {
        "new" if rest.is_empty() => Ok(Heard::New(None)),
        "new" => Ok(Heard::New(Some(rest.parse()?))),
        "go" => alone(Heard::Go),
        "no" => alone(Heard::Answer(UmpireWord::No)),
        "yes" => Ok(Heard::Answer(UmpireWord::Yes(checks(rest)?))),
        "mate" => Ok(Heard::Answer(UmpireWord::Mate(checks(rest)?))),
        "stalemate" => alone(Heard::Answer(UmpireWord::Stalemate)),
        "taken" => {
            let (at, letters) = rest.split_once([' ', '\t']).unwrap_or((rest, ""));
            Ok(Heard::Answer(UmpireWord::Taken(
                square(at, "taken")?,
                checks(letters.trim())?,
            )))
        }
        "king" => Ok(Heard::King(square(rest, "king")?)),
        "try" => Ok(Heard::Try(white_try(rest, hunt)?)),
        "hint" => alone(Heard::Hint),
        "board" => alone(Heard::Board),
        "undo" => alone(Heard::Undo),
        "resign" => alone(Heard::Resign),
        "help" => alone(Heard::Help),
        "quit" => alone(Heard::Quit),
        _ if rest.is_empty() && names_square(word) => hear_move(word, hunt, seating),
        _ => Err("no such word; help tells those there are".to_owned()),
    }
}

/// A move without the word before it: `Ke5`, `e5` or `a1h1`. The other side has the king alone, or
/// White's men.
fn hear_move(word: &str, hunt: &Hunt, seating: Seating) -> Result<Heard, String> {
    match seating {
        Seating::Hider => Ok(Heard::Try(white_try(word, hunt)?)),
        Seating::Attacker | Seating::AttackerAndUmpire => {
            let to = word.trim_end_matches(['+', '#']);
            // `d4e5` and `Kd4-e5` name the square that the king leaves, too.
            Ok(Heard::King(square(&to[to.len() - 2..], "king")?))
        }
    }
}

/// Whether a word ends with a square, as moves do.
fn names_square(word: &str) -> bool {
    let word = word.trim_end_matches(['+', '#']).as_bytes();
    matches!(word, [.., file, b'1'..=b'8'] if matches!(file.to_ascii_lowercase(), b'a'..=b'h'))
        && word.is_ascii()
}

/// The square behind a word of the protocol.
fn square(text: &str, word: &str) -> Result<Square, String> {
    let name = text.strip_prefix('K').unwrap_or(text);
    name.to_ascii_lowercase()
        .parse()
        .map_err(|_| format!("a square is needed, as in {word} e5"))
}

fn checks(letters: &str) -> Result<Directions, String> {
    if letters == "-" {
        return Ok(Directions::NONE);
    }
    let read = |letter: char| Direction::from_letter(letter.to_ascii_uppercase());
    let known: Option<Directions> = letters.chars().map(read).collect();
    known.ok_or_else(|| "a check is R, F, L, S or N, or two of them".to_owned())
}

/// `Ra1-h1`, `a1h1`, `Rh1`, or `h1` where one man can go there alone; marks of check left out.
fn white_try(text: &str, hunt: &Hunt) -> Result<Option<WhiteTry>, String> {
    let text = text.trim_end_matches(['+', '#']);
    let text = &match text.split_at_checked(1) {
        _ if text.len() == 2 => text.to_ascii_lowercase(),
        // As it may be typed: `rh1` is Rh1; `bc4`, which is not `b4`, the bishop's.
        Some((man, rest)) if rest.len() % 2 == 0 && matches!(man, "k" | "q" | "r" | "n" | "b") => {
            man.to_ascii_uppercase() + &rest.to_ascii_lowercase()
        }
        Some((man, rest)) => man.to_owned() + &rest.to_ascii_lowercase(),
        None => text.to_owned(),
    };
    let squares = text.get(text.len().saturating_sub(2)..).unwrap_or("");
    if squares.parse::<Square>().is_err() {
        return Err("a move is needed, as in try Ra1-h1, try a1h1 or try Rh1".to_owned());
    }
    let all = tries(hunt.placement);
    if text.len() > 2 {
        return Ok(all.into_iter().find(|tried| tried.step.is_called(text)));
    }
    let mut there = all
        .into_iter()
        .filter(|tried| tried.step.to.to_string() == *text);
    match (there.next(), there.next()) {
        (one, None) => Ok(one),
        _ => Err(format!(
            "several men can go to {text}: say which, as in R{text}"
        )),
    }
}
