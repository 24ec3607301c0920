//! Reads the lines of the protocol.

use shakmaty::{Bitboard, Square};

use crate::announcement::{Direction, Directions};
use crate::ending::WhitePlacement;
use crate::ending::geometry::{WhiteTry, tries};
use crate::play::conversation::Seating;
use crate::play::hiding::Ruling;
use crate::play::hunt::Hunt;

/// A command of the other side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Command {
    New(Option<WhitePlacement>),
    Go,
    Answer(Ruling),
    King(Square),
    /// `None`: a move that is impossible on White's board.
    Try(Option<WhiteTry>),
    Hint,
    Board,
    Undo,
    Resign,
    Help,
    Quit,
}

/// The ruling about White's try, in which a mate may come without its checks, if only one fits.
pub(super) fn complete(
    ruling: Ruling,
    tried: &WhiteTry,
    kings: Bitboard,
) -> Result<Ruling, String> {
    if ruling != Ruling::Mate(Directions::NONE) {
        return Ok(ruling);
    }
    let mates = kings.0 & tried.mates;
    let possible = tried.announced().into_iter();
    let mut possible = possible.filter(|(_, squares)| squares & mates != 0);
    match (possible.next(), possible.next()) {
        (Some((checks, _)), None) => Ok(Ruling::Mate(checks)),
        (Some(_), Some(_)) => Err("it may be mate by several checks: say the letters".to_owned()),
        (None, _) => Err(format!("{tried} mates no king that fits")),
    }
}

/// Reads a line.
pub(super) fn read_command(line: &str, hunt: &Hunt, seating: Seating) -> Result<Command, String> {
    let line = line.trim();
    let (word, rest) = line.split_once([' ', '\t']).unwrap_or((line, ""));
    let rest = rest.trim();
    let alone = |heard: Command| {
        if rest.is_empty() {
            Ok(heard)
        } else {
            Err(format!("nothing stands after {word}"))
        }
    };
    match word.to_ascii_lowercase().as_str() {
        "new" if rest.is_empty() => Ok(Command::New(None)),
        "new" => Ok(Command::New(Some(rest.parse()?))),
        "go" => alone(Command::Go),
        "no" => alone(Command::Answer(Ruling::Refused)),
        "yes" => Ok(Command::Answer(Ruling::Made(checks(rest)?))),
        "mate" => Ok(Command::Answer(Ruling::Mate(checks(rest)?))),
        "stalemate" => alone(Command::Answer(Ruling::Stalemate)),
        "taken" => {
            let (at, letters) = rest.split_once([' ', '\t']).unwrap_or((rest, ""));
            let at = square(at, "taken")?;
            Ok(Command::Answer(Ruling::Taken(checks(letters.trim())?, at)))
        }
        "king" => Ok(Command::King(square(rest, "king")?)),
        "try" => Ok(Command::Try(white_try(rest, hunt)?)),
        "hint" => alone(Command::Hint),
        "board" => alone(Command::Board),
        "undo" => alone(Command::Undo),
        "resign" => alone(Command::Resign),
        "help" => alone(Command::Help),
        "quit" => alone(Command::Quit),
        _ if rest.is_empty() && names_square(word) => hear_move(word, hunt, seating),
        _ => Err("no such word; help tells those there are".to_owned()),
    }
}

/// Reads a move without a command before it: `Ke5`, `e5` or `a1h1`. The other side has only the
/// king, or White's men.
fn hear_move(word: &str, hunt: &Hunt, seating: Seating) -> Result<Command, String> {
    match seating {
        Seating::Hider => Ok(Command::Try(white_try(word, hunt)?)),
        Seating::Attacker | Seating::AttackerAndUmpire => {
            let to = word.trim_end_matches(['+', '#']);
            // `d4e5` and `Kd4-e5` also name the square that the king leaves.
            Ok(Command::King(square(&to[to.len() - 2..], "king")?))
        }
    }
}

/// Whether a word ends with a square, like a move.
fn names_square(word: &str) -> bool {
    let word = word.trim_end_matches(['+', '#']).as_bytes();
    matches!(word, [.., file, b'1'..=b'8'] if matches!(file.to_ascii_lowercase(), b'a'..=b'h'))
        && word.is_ascii()
}

/// The square after a command.
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

/// Reads `Ra1-h1`, `a1h1`, `Rh1`, or `h1` if only one man can go there; signs of check are ignored.
fn white_try(text: &str, hunt: &Hunt) -> Result<Option<WhiteTry>, String> {
    let text = text.trim_end_matches(['+', '#']);
    let text = &match text.split_at_checked(1) {
        _ if text.len() == 2 => text.to_ascii_lowercase(),
        // The man may be typed in lower case: `rh1` is Rh1; `bc4`, as opposed to `b4`, is the
        // bishop's move.
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
        return Ok(all.into_iter().find(|tried| tried.step.is_named_by(text)));
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
