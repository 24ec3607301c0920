//! Moves in SAN, disambiguated over everything that is possible on the own board: at least as
//! specific as the SAN of chess, since a player does not see what stands in the way.

use shakmaty::{Bitboard, CastlingSide, Role, Square};
use smol_str::SmolStr;

use super::super::own_board::{OwnBoard, Try, becomes};
use crate::pgn::{Mark, MoveText};

/// A move as it is spelt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spelling {
    /// The move.
    pub written: MoveText,
    /// The sign after it.
    pub mark: Option<Mark>,
}

/// Why a spelling is no try.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SanError {
    /// Not a move at all.
    Unreadable,
    /// No own man can go there.
    Impossible,
    /// Several own men can.
    Ambiguous(Vec<Try>),
}

impl Spelling {
    /// Reads a move; a pawn may name its own file (`dd3`, an example of the proposal).
    pub fn parse(text: &[u8]) -> Option<Spelling> {
        let (written, mark) = MoveText::read(text)?;
        Some(Spelling { written, mark })
    }

    /// Whether it is written with `x`.
    pub fn is_capture(&self) -> bool {
        self.written.is_capture()
    }

    /// What it may mean on the own board.
    pub fn candidates(&self, own: &OwnBoard) -> Vec<Try> {
        match self.written {
            MoveText::Castle(side) => {
                let castle = Try::Castle(side);
                own.allows(castle).then_some(castle).into_iter().collect()
            }
            // There is nothing in hand.
            MoveText::Drop { .. } => Vec::new(),
            MoveText::Step {
                role,
                to,
                promotion,
                ..
            } => self
                .origins(own)
                .into_iter()
                .map(|from| Try::Step {
                    role,
                    from,
                    to,
                    promotion,
                })
                .collect(),
        }
    }

    /// The squares from which a man can try to go as it is written; of castling and drops none.
    fn origins(&self, own: &OwnBoard) -> Bitboard {
        let MoveText::Step {
            role,
            file,
            rank,
            capture,
            to,
            promotion,
        } = self.written
        else {
            return Bitboard::EMPTY;
        };
        if !becomes(role, to, promotion) {
            return Bitboard::EMPTY;
        }
        let mut from = own.origins(role, to);
        if let Some(file) = file {
            from &= Bitboard::from_file(file);
        }
        if let Some(rank) = rank {
            from &= Bitboard::from_rank(rank);
        }
        if role == Role::Pawn {
            // A pawn's capture names its file, its step takes nothing.
            let ahead = Bitboard::from_file(to.file());
            if file.is_none() {
                from &= ahead;
            }
            if capture {
                from &= !ahead;
            }
        }
        from
    }

    /// The one try that it means on the own board; none if there are several, or none.
    fn only_candidate(&self, own: &OwnBoard) -> Option<Try> {
        let MoveText::Step {
            role,
            to,
            promotion,
            ..
        } = self.written
        else {
            return None;
        };
        let from = self.origins(own).single_square()?;
        Some(Try::Step {
            role,
            from,
            to,
            promotion,
        })
    }
}

/// The try that `text` means on the own board, and how it is spelt.
///
/// # Errors
///
/// [`SanError`]: none, or several.
pub fn read(text: impl AsRef<[u8]>, own: &OwnBoard) -> Result<(Try, Spelling), SanError> {
    let spelling = Spelling::parse(text.as_ref()).ok_or(SanError::Unreadable)?;
    // Nearly always.
    if let Some(tried) = spelling.only_candidate(own) {
        return Ok((tried, spelling));
    }
    match spelling.candidates(own).as_slice() {
        [] => Err(SanError::Impossible),
        [tried] => Ok((*tried, spelling)),
        several => Err(SanError::Ambiguous(several.to_vec())),
    }
}

/// Writes a try, which is possible on the own board: without check or capture, but for a pawn's
/// capture.
pub fn write(tried: Try, own: &OwnBoard) -> SmolStr {
    write_move(tried, own, tried.is_pawn_capture(), None)
}

/// Writes a move that was made.
pub fn write_move(made: Try, own: &OwnBoard, capture: bool, mark: Option<Mark>) -> SmolStr {
    let (text, length) = spelt(made, own, capture, mark);
    SmolStr::new(std::str::from_utf8(&text[..length]).expect("all signs are ASCII"))
}

/// The same, if `text` is not how the move is written: it nearly always is.
pub fn respelled(
    text: &[u8],
    made: Try,
    own: &OwnBoard,
    capture: bool,
    mark: Option<Mark>,
) -> Option<SmolStr> {
    let (signs, length) = spelt(made, own, capture, mark);
    (*text != signs[..length]).then(|| write_move(made, own, capture, mark))
}

/// The signs of a move, and how many they are.
fn spelt(made: Try, own: &OwnBoard, capture: bool, mark: Option<Mark>) -> ([u8; 16], usize) {
    let (mut text, mut length) = ([0; 16], 0);
    let mut push = |sign: char| {
        text[length] = sign as u8;
        length += 1;
    };
    match made {
        Try::Castle(CastlingSide::KingSide) => "O-O".chars().for_each(&mut push),
        Try::Castle(CastlingSide::QueenSide) => "O-O-O".chars().for_each(&mut push),
        Try::Step {
            role,
            from,
            to,
            promotion,
        } => {
            let (file, rank) = named(role, from, to, own);
            if role != Role::Pawn {
                push(role.upper_char());
            }
            if file || made.is_pawn_capture() {
                push(from.file().char());
            }
            if rank {
                push(from.rank().char());
            }
            if capture {
                push('x');
            }
            push(to.file().char());
            push(to.rank().char());
            if let Some(piece) = promotion {
                push('=');
                push(piece.upper_char());
            }
        }
    }
    mark.map_or("", Mark::sign).chars().for_each(&mut push);
    (text, length)
}

/// Whether a piece's file and rank are to be named, as others can try to go there, too.
fn named(role: Role, from: Square, to: Square, own: &OwnBoard) -> (bool, bool) {
    if role == Role::Pawn {
        return (false, false);
    }
    let others = own.origins(role, to).without(from);
    let shares_file = (others & Bitboard::from_file(from.file())).any();
    let shares_rank = (others & Bitboard::from_rank(from.rank())).any();
    let file = others.any() && (!shares_file || shares_rank);
    (file, shares_file)
}
