//! Reads moves as real files write them: SAN with missing or superfluous signs, UCI, long
//! algebraic.

use std::borrow::Cow;
use std::fmt;

use shakmaty::san::San;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingSide, File, Move, Rank, Role, Square};

use super::Operation;
use super::length::length_apart;
use keymove_base::error::excerpt;
use keymove_rules::position::Position;

/// Why a text is not a move of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MoveError {
    /// The word does not look like a move.
    Unreadable(String),
    /// The word looks like a move, but no legal move matches it.
    Illegal(String),
    /// Several legal moves match the word.
    Ambiguous(String),
    /// The position may have more moves than the supported maximum (256).
    TooManyMoves,
}

impl MoveError {
    /// Whether the text denotes a definite move, so that the fault lies in the move and not in the
    /// text.
    pub fn is_understood(&self) -> bool {
        !matches!(self, MoveError::Unreadable(_) | MoveError::Ambiguous(_))
    }
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
/// Moves are separated by blanks and commas; move numbers are dropped, and detached signs (`Qd1 +
/// ;`, `exd6 e.p.`) are attached to their move. The length of a mate at either end and the result of a
/// game at the end are no moves. What is returned need not be valid moves: see [`read_move`].
pub fn written_moves(operation: &Operation) -> Vec<Vec<u8>> {
    let mut moves: Vec<Vec<u8>> = Vec::new();
    for operand in words_of(operation) {
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
    if moves
        .last()
        .is_some_and(|last| RESULTS.contains(&&last[..]))
    {
        moves.pop();
    }
    moves
}

/// The numbers among the operands of `bm`, `am` or `pm` that belong to no move and no length.
pub fn stray_numbers(operation: &Operation) -> Vec<String> {
    let is_stray = |word: &Vec<u8>| {
        word.iter().all(u8::is_ascii_digit) && without_move_number(word).is_empty()
    };
    let words = words_of(operation);
    words
        .iter()
        .filter(|word| is_stray(word))
        .map(|word| String::from_utf8_lossy(word).into_owned())
        .collect()
}

/// The operands, without the length of a mate at either end.
fn words_of(operation: &Operation) -> Vec<Vec<u8>> {
    let all = || {
        operation
            .operands()
            .into_iter()
            .map(Cow::into_owned)
            .collect()
    };
    length_apart(operation).map_or_else(all, |(moves, _)| moves)
}

/// The results of games, which end a line in PGN.
const RESULTS: [&[u8]; 4] = [b"1-0", b"0-1", b"1/2-1/2", b"*"];

/// Whether a word only annotates the move before it.
fn is_sign(word: &[u8]) -> bool {
    word.iter().all(|b| b"+#!?=".contains(b))
        || [&b"e.p."[..], b"ep", b"e.p", b"ep."].contains(&word)
}

/// `12.Qd1` and `12...Qd1` without the number; empty for a number (or dots) alone, unless it is
/// castling.
fn without_move_number(word: &[u8]) -> &[u8] {
    if matches!(word, b"00" | b"000") {
        return word;
    }
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
/// Accepted are SAN (check signs, `x`, `=` and `e.p.` may be missing or superfluous; words
/// recognized by [`is_comment`] are ignored), UCI (castling as the king's two steps or on its
/// rook), long algebraic (`Bh8-f6+`, `f4xe3/ep`), pawn captures from file to file (`ed`), the men's
/// letters in English and in German (`Sf3`, `e8D`), figurines, and drops (`P@e4`, `@e4`).
///
/// # Errors
///
/// [`MoveError`], with the text.
pub fn read_move(position: &Position, text: &[u8]) -> Result<Move, MoveError> {
    let written = String::from_utf8_lossy(text);
    let written = in_ascii(&written);
    let bare = match move_length(&written) {
        Some(length) if is_comment(&written[length..]) => &written.as_bytes()[..length],
        _ => without_signs(written.as_bytes()),
    };
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
    match pattern.fitting(position)[..] {
        [found] => Ok(found),
        [] => Err(MoveError::Illegal(excerpt(text))),
        [..] => Err(MoveError::Ambiguous(excerpt(text))),
    }
}

/// The legal moves of `position` that match `text` where [`read_move`] reports it as
/// [ambiguous](MoveError::Ambiguous).
pub fn possible_moves(position: &Position, text: &[u8]) -> Vec<Move> {
    let pattern = Pattern::read(without_signs(text));
    pattern.map_or(Vec::new(), |pattern| pattern.fitting(position))
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

/// A text in which figurines and all kinds of dashes and crosses are replaced by their ASCII
/// equivalents.
pub fn in_ascii(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '♔' | '♚' => plain.push('K'),
            '♕' | '♛' => plain.push('Q'),
            '♖' | '♜' => plain.push('R'),
            '♗' | '♝' => plain.push('B'),
            '♘' | '♞' => plain.push('N'),
            // A pawn has no letter; the other characters select how a figurine is drawn.
            '♙' | '♟' | '\u{fe0e}' | '\u{fe0f}' => {}
            '\u{2010}'..='\u{2015}' | '\u{2212}' => plain.push('-'),
            '×' | '✕' | '✗' => plain.push('x'),
            '…' => plain.push_str("..."),
            '‼' => plain.push_str("!!"),
            '⁇' => plain.push_str("??"),
            '⁈' => plain.push_str("?!"),
            '⁉' => plain.push_str("!?"),
            other => plain.push(other),
        }
    }
    Cow::Owned(plain)
}

/// The number of bytes of the move at the beginning of `text`: the longest beginning that looks
/// like a move ([`read_move`]), without signs.
pub fn move_length(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let is_move = |length: &usize| {
        let beginning = &bytes[..*length];
        let is_drop = matches!(San::from_ascii(beginning), Ok(San::Put { .. }));
        is_drop || Pattern::read(beginning).is_some()
    };
    (2..=bytes.len().min(LONGEST)).rev().find(is_move)
}

/// The length in bytes of `Pe7xd8=(Q)`.
const LONGEST: usize = 10;

/// Words that only annotate the move before them.
const COMMENTS: &str =
    "e.p ep mate matt mat checkmate schachmatt check schach ch dis disch dbl dblch";

/// Whether `text` only annotates the move before it: signs (`+`, `!?`, `+-`), `e.p.`, `mate`, `ch`.
pub fn is_comment(text: &str) -> bool {
    let sign = |c: char| "+#!?=-/~^.,:±∓⩲⩱∞□⊕→↑⇆△∆⌓≤≥≠†‡".contains(c);
    let word = text.trim_matches(sign).to_ascii_lowercase();
    word.is_empty() || COMMENTS.split(' ').any(|known| known == word)
}

/// The parts of a move that a text specifies; all except the target are optional.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pattern {
    Castle(CastlingSide),
    Step {
        /// Which piece moves; unknown if the text gives the whole origin instead, as UCI does.
        role: Option<Role>,
        file: Option<File>,
        rank: Option<Rank>,
        to: Square,
        promotion: Option<Role>,
    },
    /// A pawn's capture from one file to another.
    Capture(File, File),
}

impl Pattern {
    fn read(text: &[u8]) -> Option<Pattern> {
        match text {
            b"O-O" | b"0-0" | b"o-o" | b"OO" | b"oo" | b"00" => {
                return Some(Pattern::Castle(CastlingSide::KingSide));
            }
            b"O-O-O" | b"0-0-0" | b"o-o-o" | b"OOO" | b"ooo" | b"000" => {
                return Some(Pattern::Castle(CastlingSide::QueenSide));
            }
            [from @ b'a'..=b'h', to @ b'a'..=b'h']
            | [from @ b'a'..=b'h', b'x' | b'X' | b':', to @ b'a'..=b'h'] => {
                let file = |letter: u8| File::from_char(char::from(letter));
                let (from, to) = (file(*from)?, file(*to)?);
                return (from.distance(to) == 1).then_some(Pattern::Capture(from, to));
            }
            _ => (),
        }
        let (role, rest) = match text {
            [b'P', rest @ ..] => (Some(Role::Pawn), rest),
            [letter @ b'A'..=b'Z', rest @ ..] => (Some(man(*letter)?), rest),
            _ => (None, text),
        };
        let (rest, promotion) = promotion(rest)?;
        let (rest, to) = rest.split_last_chunk::<2>()?;
        let to = Square::from_ascii(to).ok()?;
        let is_promotion = matches!(role, None | Some(Role::Pawn))
            && matches!(to.rank(), Rank::First | Rank::Eighth);
        if promotion.is_some() && !is_promotion {
            return None;
        }
        let from = match rest {
            [from @ .., b'x' | b'X' | b':' | b'*' | b'-'] => from,
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

    /// The legal moves of `position` that match the pattern.
    fn fitting(self, position: &Position) -> Vec<Move> {
        let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
        moves.retain(|&m| self.fits(m));
        moves
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
                // Castling written as the king's two steps needs the king's letter; `e1g1` is UCI.
                let ends = match m.castling_side() {
                    Some(_) if role.is_none() => None,
                    Some(side) => m
                        .from()
                        .map(|king| Square::from_coords(side.king_to_file(), king.rank())),
                    None => Some(m.to()),
                };
                role.is_none_or(|role| m.role() == role)
                    && ends == Some(to)
                    && m.promotion() == promotion
                    && m.from().is_some_and(|from| {
                        file.is_none_or(|file| from.file() == file)
                            && rank.is_none_or(|rank| from.rank() == rank)
                    })
            }
            Pattern::Capture(from, to) => {
                m.role() == Role::Pawn
                    && m.is_capture()
                    && m.promotion().is_none()
                    && m.from().is_some_and(|square| square.file() == from)
                    && m.to().file() == to
            }
        }
    }
}

/// Splits off a promotion: the text before it, and the man it names, if any.
fn promotion(text: &[u8]) -> Option<(&[u8], Option<Role>)> {
    Some(match text {
        [.., b'1'..=b'8'] => (text, None),
        [before @ .., b'=', b'(', letter, b')']
        | [before @ .., b'(', letter, b')']
        | [before @ .., b'=' | b'/', letter]
        | [before @ .., letter] => (before, Some(promoted(*letter)?)),
        [] => return None,
    })
}

/// The man denoted by a letter, English or German.
fn man(letter: u8) -> Option<Role> {
    match letter {
        b'K' => Some(Role::King),
        b'Q' | b'D' => Some(Role::Queen),
        b'R' | b'T' => Some(Role::Rook),
        b'B' | b'L' => Some(Role::Bishop),
        b'N' | b'S' => Some(Role::Knight),
        _ => None,
    }
}

/// The piece a pawn becomes.
fn promoted(letter: u8) -> Option<Role> {
    let small = b"qrbn".contains(&letter);
    let letter = if small {
        letter.to_ascii_uppercase()
    } else {
        letter
    };
    man(letter).filter(|&role| role != Role::King)
}
