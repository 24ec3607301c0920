//! SAN of Kriegspiel, disambiguated over all moves that are possible on the own board: at least as
//! specific as the SAN of chess, because a player does not see what blocks the way.

use shakmaty::{Bitboard, CastlingSide, Role, Square};
use smallvec::{SmallVec, smallvec};
use smol_str::SmolStr;

use super::super::own_board::{OwnBoard, Try, becomes};
use super::payload::text_of;
use keymove_games::pgn::{Mark, MoveText};

/// The spelling of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spelling {
    /// Whether it is written with `x`.
    pub capture: bool,
    /// The sign after the move.
    pub mark: Option<Mark>,
}

/// Why a text does not denote a try.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SanError {
    /// Not a move at all.
    Unreadable,
    /// No own man can go there.
    Impossible,
    /// Several own men can go there; with the spelling.
    Ambiguous(Vec<Try>, Spelling),
}

impl SanError {
    /// The message for a move with this error.
    pub fn text(&self) -> &'static str {
        match self {
            SanError::Unreadable => "is not a move",
            SanError::Impossible => "is impossible: no own man can go there",
            SanError::Ambiguous(..) => "may be made by several own men",
        }
    }
}

/// The try that `text` denotes on the own board, and its spelling. A pawn may name its own file
/// (`dd3`, an example of the proposal).
///
/// # Errors
///
/// [`SanError`]: no try matches, or several do.
pub fn read(text: impl AsRef<[u8]>, own: &OwnBoard) -> Result<(Try, Spelling), SanError> {
    let text = text.as_ref();
    let (written, mark) = MoveText::read(text).ok_or(SanError::Unreadable)?;
    let spelling = Spelling {
        capture: written.is_capture(),
        mark,
    };
    match candidates(written, own).as_slice() {
        [] => Err(SanError::Impossible),
        [tried] => Ok((*tried, spelling)),
        several => Err(SanError::Ambiguous(several.to_vec(), spelling)),
    }
}

/// The tries that match the text on the own board, nearly always one.
fn candidates(written: MoveText, own: &OwnBoard) -> SmallVec<[Try; 1]> {
    match written {
        MoveText::Castle(side) => {
            let castle = Try::Castle(side);
            own.allows(castle).then_some(castle).into_iter().collect()
        }
        MoveText::Step {
            role,
            file,
            rank,
            capture,
            to,
            promotion,
        } if becomes(role, to, promotion) => {
            let mut from = own.origins(role, to);
            if let Some(file) = file {
                from &= Bitboard::from_file(file);
            }
            if let Some(rank) = rank {
                from &= Bitboard::from_rank(rank);
            }
            if role == Role::Pawn {
                // A pawn's capture names its file; its step captures nothing.
                let ahead = Bitboard::from_file(to.file());
                if file.is_none() {
                    from &= ahead;
                }
                if capture {
                    from &= !ahead;
                }
            }
            let step = |from| Try::step(role, from, to, promotion);
            match from.single_square() {
                Some(from) => smallvec![step(from)],
                None => from.into_iter().map(step).collect(),
            }
        }
        // Men in hand do not exist.
        MoveText::Step { .. } | MoveText::Drop { .. } => SmallVec::new(),
    }
}

/// Writes a try that is possible on the own board: without signs for check or capture, except for a
/// pawn's capture.
pub fn write(tried: Try, own: &OwnBoard) -> SmolStr {
    write_move(tried, own, tried.is_pawn_capture(), None)
}

/// Writes a move that was made.
pub fn write_move(made: Try, own: &OwnBoard, capture: bool, mark: Option<Mark>) -> SmolStr {
    text_of(letters(made, own, capture, mark, &mut [0; LONGEST]))
}

/// The length of `Qa1xb2=Q#`, which no move reaches.
const LONGEST: usize = 9;

/// Writes the letters of a move that was made.
fn letters<'a>(
    made: Try,
    own: &OwnBoard,
    capture: bool,
    mark: Option<Mark>,
    text: &'a mut [u8; LONGEST],
) -> &'a [u8] {
    let mut length = 0;
    let mut push = |letters: &[u8]| {
        text[length..length + letters.len()].copy_from_slice(letters);
        length += letters.len();
    };
    match made {
        Try::Castle(CastlingSide::KingSide) => push(b"O-O"),
        Try::Castle(CastlingSide::QueenSide) => push(b"O-O-O"),
        Try::Step {
            role,
            from,
            to,
            promotion,
        } => {
            let letter = |c: char| [c as u8];
            let (file, rank) = named(role, from, to, own);
            if role != Role::Pawn {
                push(&letter(role.upper_char()));
            }
            if file {
                push(&letter(from.file().char()));
            }
            if rank {
                push(&letter(from.rank().char()));
            }
            if capture {
                push(b"x");
            }
            push(&letter(to.file().char()));
            push(&letter(to.rank().char()));
            if let Some(piece) = promotion {
                push(b"=");
                push(&letter(piece.upper_char()));
            }
        }
    }
    push(mark.map_or("", Mark::sign).as_bytes());
    &text[..length]
}

/// The spelling by [`write_move`], if `text` differs from it, which is rare.
pub fn respelled(
    text: &[u8],
    made: Try,
    own: &OwnBoard,
    capture: bool,
    mark: Option<Mark>,
) -> Option<SmolStr> {
    let mut letters_of_move = [0; LONGEST];
    let written = letters(made, own, capture, mark, &mut letters_of_move);
    (text != written).then(|| text_of(written))
}

/// Whether to include the file and the rank of a man's origin: for a piece, if others can try to go
/// there too; for a pawn, the file if it captures.
fn named(role: Role, from: Square, to: Square, own: &OwnBoard) -> (bool, bool) {
    if role == Role::Pawn {
        return (from.file() != to.file(), false);
    }
    let others = own.origins(role, to).without(from);
    let shares_file = (others & Bitboard::from_file(from.file())).any();
    let shares_rank = (others & Bitboard::from_rank(from.rank())).any();
    let file = others.any() && (!shares_file || shares_rank);
    (file, shares_file)
}
