//! Moves in SAN, disambiguated over everything that is possible on the own board: at least as
//! specific as the SAN of chess, since a player does not see what stands in the way.

use shakmaty::{CastlingSide, File, Rank, Role, Square};

use super::super::own_board::{OwnBoard, Try};

/// The sign after a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// `+`
    Check,
    /// `#`
    Mate,
}

impl Mark {
    /// The sign.
    pub fn sign(self) -> &'static str {
        match self {
            Mark::Check => "+",
            Mark::Mate => "#",
        }
    }
}

/// A move as it is spelt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spelling {
    way: Way,
    /// Whether it is written with `x`.
    pub capture: bool,
    /// The sign after it.
    pub mark: Option<Mark>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Castle(CastlingSide),
    Step {
        role: Role,
        file: Option<File>,
        rank: Option<Rank>,
        to: Square,
        promotion: Option<Role>,
    },
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
    /// Reads a move. `x` and `=` may be missing, zeros may stand for castling's letters, and a pawn
    /// may name its own file (`dd3`, an example of the proposal).
    pub fn parse(text: &str) -> Option<Spelling> {
        let (body, mark) = match text.as_bytes() {
            [body @ .., b'+', b'+'] | [body @ .., b'+'] => (body, Some(Mark::Check)),
            [body @ .., b'#'] => (body, Some(Mark::Mate)),
            body => (body, None),
        };
        let castle = |side| Spelling {
            way: Way::Castle(side),
            capture: false,
            mark,
        };
        match body {
            b"O-O" | b"0-0" => return Some(castle(CastlingSide::KingSide)),
            b"O-O-O" | b"0-0-0" => return Some(castle(CastlingSide::QueenSide)),
            _ => {}
        }
        let (role, body) = match body {
            [letter @ (b'K' | b'Q' | b'R' | b'B' | b'N'), body @ ..] => (role_of(*letter)?, body),
            body => (Role::Pawn, body),
        };
        let (body, promotion) = match body {
            [body @ .., b'=', letter] => (body, Some(role_of(*letter)?)),
            [body @ .., letter @ (b'Q' | b'R' | b'B' | b'N')] => (body, Some(role_of(*letter)?)),
            body => (body, None),
        };
        let (origin, to) = body.split_at_checked(body.len().checked_sub(2)?)?;
        let to = Square::from_ascii(to).ok()?;
        let (origin, capture) = match origin {
            [origin @ .., b'x'] => (origin, true),
            origin => (origin, false),
        };
        let file = |byte: u8| File::from_char(char::from(byte));
        let rank = |byte: u8| Rank::from_char(char::from(byte));
        let (file, rank) = match origin {
            [] => (None, None),
            [byte @ b'a'..=b'h'] => (file(*byte), None),
            [byte @ b'1'..=b'8'] => (None, rank(*byte)),
            [first @ b'a'..=b'h', second @ b'1'..=b'8'] => (file(*first), rank(*second)),
            _ => return None,
        };
        Some(Spelling {
            way: Way::Step {
                role,
                file,
                rank,
                to,
                promotion,
            },
            capture,
            mark,
        })
    }

    /// What it may mean on the own board.
    pub fn candidates(&self, own: &OwnBoard) -> Vec<Try> {
        match self.way {
            Way::Castle(side) => {
                let castle = Try::Castle(side);
                own.allows(castle).then_some(castle).into_iter().collect()
            }
            Way::Step {
                role,
                file,
                rank,
                to,
                promotion,
            } => own
                .origins(role, to)
                .into_iter()
                .filter(|from| file.is_none_or(|file| from.file() == file))
                .filter(|from| rank.is_none_or(|rank| from.rank() == rank))
                .map(|from| Try::Step {
                    role,
                    from,
                    to,
                    promotion,
                })
                // A pawn's capture names its file, its step takes nothing.
                .filter(|tried| {
                    role != Role::Pawn
                        || if tried.is_pawn_capture() {
                            file.is_some()
                        } else {
                            !self.capture
                        }
                })
                .filter(|tried| own.allows(*tried))
                .collect(),
        }
    }
}

/// The try that `text` means on the own board, and how it is spelt.
///
/// # Errors
///
/// [`SanError`]: none, or several.
pub fn read(text: &str, own: &OwnBoard) -> Result<(Try, Spelling), SanError> {
    let spelling = Spelling::parse(text).ok_or(SanError::Unreadable)?;
    match spelling.candidates(own).as_slice() {
        [] => Err(SanError::Impossible),
        [tried] => Ok((*tried, spelling)),
        several => Err(SanError::Ambiguous(several.to_vec())),
    }
}

/// Writes a try, which is possible on the own board: without check or capture, but for a pawn's
/// capture.
pub fn write(tried: Try, own: &OwnBoard) -> String {
    write_move(tried, own, tried.is_pawn_capture(), None)
}

/// Writes a move that was made.
pub fn write_move(made: Try, own: &OwnBoard, capture: bool, mark: Option<Mark>) -> String {
    let mut text = String::with_capacity(8);
    match made {
        Try::Castle(CastlingSide::KingSide) => text.push_str("O-O"),
        Try::Castle(CastlingSide::QueenSide) => text.push_str("O-O-O"),
        Try::Step {
            role,
            from,
            to,
            promotion,
        } => {
            if role == Role::Pawn {
                if made.is_pawn_capture() {
                    text.push(from.file().char());
                }
            } else {
                text.push(role.upper_char());
                let mut others = own.origins(role, to);
                others.discard(from);
                let shares_file = others.into_iter().any(|o| o.file() == from.file());
                let shares_rank = others.into_iter().any(|o| o.rank() == from.rank());
                if others.any() && (!shares_file || shares_rank) {
                    text.push(from.file().char());
                }
                if shares_file {
                    text.push(from.rank().char());
                }
            }
            if capture {
                text.push('x');
            }
            text.push_str(&to.to_string());
            if let Some(piece) = promotion {
                text.push('=');
                text.push(piece.upper_char());
            }
        }
    }
    text.push_str(mark.map_or("", Mark::sign));
    text
}

fn role_of(letter: u8) -> Option<Role> {
    Role::from_char(char::from(letter))
}
