//! Moves as written, without a board; the crates with boards determine their meaning.

use shakmaty::{CastlingSide, File, Rank, Role, Square};

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

/// A move as written, without a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveText {
    /// `O-O` or `O-O-O`.
    Castle(CastlingSide),
    /// `N@g5`
    Drop {
        /// The dropped man.
        role: Role,
        /// The target.
        to: Square,
    },
    /// Any other move.
    Step {
        /// The man that moves.
        role: Role,
        /// The file of the origin, if written.
        file: Option<File>,
        /// The rank of the origin, if written.
        rank: Option<Rank>,
        /// Whether `x` is written.
        capture: bool,
        /// The target.
        to: Square,
        /// The promotion of a pawn.
        promotion: Option<Role>,
    },
}

/// The man denoted by an upper-case letter.
fn role(letter: u8) -> Option<Role> {
    Role::from_char(char::from(letter)).filter(|_| letter.is_ascii_uppercase())
}

#[inline]
fn file(letter: u8) -> Option<File> {
    File::from_char(char::from(letter))
}

#[inline]
fn rank(digit: u8) -> Option<Rank> {
    Rank::from_char(char::from(digit))
}

#[inline]
fn square(file_letter: u8, rank_digit: u8) -> Option<Square> {
    Some(Square::from_coords(file(file_letter)?, rank(rank_digit)?))
}

/// The written part of the origin.
#[inline]
fn origin(text: &[u8]) -> Option<(Option<File>, Option<Rank>)> {
    Some(match *text {
        [] => (None, None),
        [f, r] => (Some(file(f)?), Some(rank(r)?)),
        [one] => match file(one) {
            Some(file) => (Some(file), None),
            None => (None, Some(rank(one)?)),
        },
        _ => return None,
    })
}

impl MoveText {
    /// Whether `x` is written.
    pub fn is_capture(&self) -> bool {
        matches!(self, MoveText::Step { capture: true, .. })
    }

    /// Reads a move of chess and the sign after it; `None` if this is not a move. `x` and `=` may
    /// be missing, `-` may be between two squares, zeros may stand for the letters of castling, and
    /// any file and rank may be given.
    pub fn read(text: &[u8]) -> Option<(MoveText, Option<Mark>)> {
        let (body, mark) = match text {
            [body @ .., b'+', b'+'] | [body @ .., b'+'] => (body, Some(Mark::Check)),
            [body @ .., b'#'] => (body, Some(Mark::Mate)),
            body => (body, None),
        };
        match body {
            b"O-O" | b"0-0" => return Some((MoveText::Castle(CastlingSide::KingSide), mark)),
            b"O-O-O" | b"0-0-0" => {
                return Some((MoveText::Castle(CastlingSide::QueenSide), mark));
            }
            _ => {}
        }
        let (moved, body) = match body {
            [letter @ (b'K' | b'Q' | b'R' | b'B' | b'N'), body @ ..] => (role(*letter)?, body),
            body => (Role::Pawn, body),
        };
        let (body, promotion) = match body {
            [body @ .., b'=', letter] => (body, Some(role(letter.to_ascii_uppercase())?)),
            [body @ .., letter @ (b'Q' | b'R' | b'B' | b'N')] => (body, Some(role(*letter)?)),
            body => (body, None),
        };
        if body.starts_with(b"-") {
            return None;
        }
        let step = MoveText::step(moved, body, promotion, b"x-")?;
        Some((step, mark))
    }

    /// Reads a move as in real games of bughouse, and the sign after it; `None` if this is not a
    /// move. Any combination of `!` and `?` may follow.
    #[inline]
    pub fn read_loosely(text: &[u8]) -> Option<(MoveText, Option<Mark>)> {
        let mut text = text;
        let mut mark = None;
        while let [head @ .., last] = text {
            match last {
                b'+' if mark.is_none() => mark = Some(Mark::Check),
                b'#' => mark = Some(Mark::Mate),
                b'+' | b'!' | b'?' => (),
                _ => break,
            }
            text = head;
        }
        let san = match text {
            [b'O', b'-', b'O'] | [b'0', b'-', b'0'] | [b'o', b'-', b'o'] => {
                MoveText::Castle(CastlingSide::KingSide)
            }
            [b'O', b'-', b'O', b'-', b'O']
            | [b'0', b'-', b'0', b'-', b'0']
            | [b'o', b'-', b'o', b'-', b'o'] => MoveText::Castle(CastlingSide::QueenSide),
            [piece, b'@', f, r] => MoveText::Drop {
                role: role(piece.to_ascii_uppercase()).filter(|role| *role != Role::King)?,
                to: square(*f, *r)?,
            },
            [b'@', f, r] => MoveText::Drop {
                role: Role::Pawn,
                to: square(*f, *r)?,
            },
            // python-chess takes the `N` in `N@g4` for a novelty, NAG 146.
            [b'$', b'1', b'4', b'6', b'@', f, r] => MoveText::Drop {
                role: Role::Knight,
                to: square(*f, *r)?,
            },
            _ => MoveText::step_loosely(text)?,
        };
        Some((san, mark))
    }

    #[inline]
    fn step_loosely(text: &[u8]) -> Option<MoveText> {
        let (moved, mut rest) = match text {
            [letter, rest @ ..] if letter.is_ascii_uppercase() => (role(*letter)?, rest),
            _ => (Role::Pawn, text),
        };
        let mut promotion = None;
        if moved == Role::Pawn {
            rest = rest
                .strip_suffix(b"e.p.")
                .or_else(|| rest.strip_suffix(b"ep"))
                .unwrap_or(rest);
            if let [head @ .., letter] = rest
                && !letter.is_ascii_digit()
            {
                promotion = Some(role(letter.to_ascii_uppercase())?);
                if matches!(promotion, Some(Role::Pawn | Role::King)) {
                    return None;
                }
                rest = head.strip_suffix(b"=").unwrap_or(head);
            }
        }
        MoveText::step(moved, rest, promotion, b"x:-")
    }

    /// A move between two squares, the first of which may be partly written, or not at all; one of
    /// `signs` may be between them, and all but `-` mean a capture.
    #[inline]
    fn step(role: Role, text: &[u8], promotion: Option<Role>, signs: &[u8]) -> Option<MoveText> {
        let [head @ .., f, r] = text else {
            return None;
        };
        let to = square(*f, *r)?;
        let (head, capture) = match head {
            [head @ .., sign] if signs.contains(sign) => (head, *sign != b'-'),
            _ => (head, false),
        };
        let (file, rank) = origin(head)?;
        Some(MoveText::Step {
            role,
            file,
            rank,
            capture,
            to,
            promotion,
        })
    }
}
