//! Moves as real files write them: SAN with missing or superfluous signs, UCI, long algebraic.

use std::fmt;

use shakmaty::san::San;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingSide, File, Move, Rank, Role, Square};

use super::Operation;
use crate::error::excerpt;
use crate::position::Position;

/// Why a text is no move of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MoveError {
    /// The word doesn't look like a move.
    Unreadable(String),
    /// The word looks like a move, but there is no such legal move.
    Illegal(String),
    /// Several legal moves are written like that.
    Ambiguous(String),
    /// The position may have more moves than are counted on (256).
    TooManyMoves,
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveError::Unreadable(text) => write!(f, "{text} is not a move"),
            MoveError::Illegal(text) => write!(f, "{text} is not a legal move"),
            MoveError::Ambiguous(text) => write!(f, "{text} may be several moves"),
            MoveError::TooManyMoves => f.write_str("a side may have more than 256 moves"),
        }
    }
}

impl std::error::Error for MoveError {}

/// The moves among the operands of `bm`, `am`, `pm` or `pv`, as they are written.
///
/// Blanks and commas divide them; move numbers are left out, and signs that stand apart (`Qd1 + ;`,
/// `exd6 e.p.`) are put to their move. What is left need not be moves: see [`read_move`].
pub fn written_moves(operation: &Operation) -> Vec<Vec<u8>> {
    let mut moves: Vec<Vec<u8>> = Vec::new();
    for operand in operation.operands() {
        for word in operand.split(|&b| b == b',' || b.is_ascii_whitespace()) {
            let word = without_move_number(word);
            if word.is_empty() {
                continue;
            }
            match moves.last_mut() {
                Some(last) if is_sign(word) => last.extend_from_slice(word),
                _ => moves.push(word.to_vec()),
            }
        }
    }
    moves
}

/// Whether a word says something about the move before it.
fn is_sign(word: &[u8]) -> bool {
    word.iter().all(|b| b"+#!?=".contains(b))
        || [&b"e.p."[..], b"ep", b"e.p", b"ep."].contains(&word)
}

/// `12.Qd1` and `12...Qd1` without the number; empty for a number (or dots) alone.
fn without_move_number(word: &[u8]) -> &[u8] {
    let digits = word.iter().take_while(|b| b.is_ascii_digit()).count();
    let dots = word[digits..].iter().take_while(|&&b| b == b'.').count();
    if dots > 0 || digits == word.len() {
        &word[digits + dots..]
    } else {
        word
    }
}

/// The legal move of `position` that `text` means.
///
/// Read are SAN (check signs, `x`, `=`, `e.p.` may be missing or superfluous; `!` and `?` are
/// looked over), UCI (castling as the king's two steps or on its rook), long algebraic (`Bh8-f6+`,
/// `f4xe3/ep`) and drops (`P@e4`, `@e4`).
///
/// # Errors
///
/// [`MoveError`], with the text.
pub fn read_move(position: &Position, text: &[u8]) -> Result<Move, MoveError> {
    let bare = without_signs(text);
    if !super::position::moves_fit(position.chess()) {
        return Err(MoveError::TooManyMoves);
    }
    let san = San::from_ascii(bare);
    if let Ok(San::Put { role, to }) = san {
        let drop = Move::Put { role, to };
        return if position.is_legal(drop) {
            Ok(drop)
        } else {
            Err(MoveError::Illegal(excerpt(text)))
        };
    }
    if let Ok(san) = san
        && let Ok(found) = san.to_move(position.chess())
    {
        return Ok(found);
    }
    if let Ok(uci) = UciMove::from_ascii(bare)
        && let Ok(found) = uci.to_move(position.chess())
    {
        return Ok(found);
    }
    let pattern = Pattern::read(bare).ok_or_else(|| MoveError::Unreadable(excerpt(text)))?;
    let mut fitting = position
        .legal_moves()
        .into_iter()
        .filter(|&m| pattern.fits(m));
    match (fitting.next(), fitting.next()) {
        (Some(found), None) => Ok(found),
        (None, _) => Err(MoveError::Illegal(excerpt(text))),
        (Some(_), Some(_)) => Err(MoveError::Ambiguous(excerpt(text))),
    }
}

/// `text` without the signs at its end.
fn without_signs(text: &[u8]) -> &[u8] {
    let mut bare = text;
    while let [shorter @ .., b'+' | b'#' | b'!' | b'?' | b'=' | b'.']
    | [shorter @ .., b'/', b'e', b'p']
    | [shorter @ .., b'e', b'p']
    | [shorter @ .., b'e', b'.', b'p'] = bare
    {
        bare = shorter;
    }
    bare
}

/// What a text says about a move, everything but the target optional.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pattern {
    Castle(CastlingSide),
    Step {
        /// Which piece moves; unknown when the text names none but gives the whole origin, as UCI
        /// does.
        role: Option<Role>,
        file: Option<File>,
        rank: Option<Rank>,
        to: Square,
        promotion: Option<Role>,
    },
}

impl Pattern {
    fn read(text: &[u8]) -> Option<Pattern> {
        match text {
            b"O-O" | b"0-0" | b"o-o" => return Some(Pattern::Castle(CastlingSide::KingSide)),
            b"O-O-O" | b"0-0-0" | b"o-o-o" => {
                return Some(Pattern::Castle(CastlingSide::QueenSide));
            }
            _ => (),
        }
        let (role, rest) = match text {
            [
                letter @ (b'N' | b'B' | b'R' | b'Q' | b'K' | b'P'),
                rest @ ..,
            ] => (Role::from_char(char::from(*letter)), rest),
            _ => (None, text),
        };
        let (rest, promotion) = match rest {
            [.., b'1'..=b'8'] => (rest, None),
            [before @ .., b'(', letter, b')']
            | [before @ .., b'=' | b'/', letter]
            | [before @ .., letter] => (before, Some(promoted(*letter)?)),
            [] => return None,
        };
        let (rest, to) = rest.split_last_chunk::<2>()?;
        let to = Square::from_ascii(to).ok()?;
        let from = match rest {
            [from @ .., b'x' | b'X' | b':' | b'-'] => from,
            from => from,
        };
        let mut from = from.iter().copied().peekable();
        let file = from
            .next_if(|b| (b'a'..=b'h').contains(b))
            .and_then(|b| File::from_char(char::from(b)));
        let rank = from
            .next_if(|b| (b'1'..=b'8').contains(b))
            .and_then(|b| Rank::from_char(char::from(b)));
        if from.next().is_some() {
            return None;
        }
        let role = match (role, file, rank) {
            (None, Some(_), Some(_)) => None,
            (None, _, _) => Some(Role::Pawn),
            (named, _, _) => named,
        };
        Some(Pattern::Step {
            role,
            file,
            rank,
            to,
            promotion,
        })
    }

    fn fits(self, m: Move) -> bool {
        match self {
            Pattern::Castle(side) => m.castling_side() == Some(side),
            Pattern::Step {
                role,
                file,
                rank,
                to,
                promotion,
            } => {
                !m.is_castle()
                    && role.is_none_or(|role| m.role() == role)
                    && m.to() == to
                    && m.promotion() == promotion
                    && m.from().is_some_and(|from| {
                        file.is_none_or(|file| from.file() == file)
                            && rank.is_none_or(|rank| from.rank() == rank)
                    })
            }
        }
    }
}

/// The piece a pawn becomes.
fn promoted(letter: u8) -> Option<Role> {
    match letter {
        b'N' | b'n' => Some(Role::Knight),
        b'B' | b'b' => Some(Role::Bishop),
        b'R' | b'r' => Some(Role::Rook),
        b'Q' | b'q' => Some(Role::Queen),
        _ => None,
    }
}
