//! Moves as they are written, and what they mean on a board.
//!
//! Read generously, as real games need it: more of the origin than is needed, `0-0`, a missing `x`
//! or `=`, `@e4` for a dropped pawn, `e2e4`. Not understood: figurines, pieces' letters of other
//! languages.

mod resolve;

pub use resolve::Illegal;

use shakmaty::{CastlingSide, File, Rank, Role, Square};

/// The sign behind a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// None.
    None,
    /// `+`
    Check,
    /// `#`
    Mate,
}

/// A move as it is written, without a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum San {
    /// `O-O` or `O-O-O`.
    Castle(CastlingSide),
    /// `N@g5`
    Drop {
        /// What is dropped.
        role: Role,
        /// Where.
        to: Square,
    },
    /// Everything else.
    Normal {
        /// What moves.
        role: Role,
        /// The origin's file, if written.
        file: Option<File>,
        /// The origin's rank, if written.
        rank: Option<Rank>,
        /// Whether `x` is written.
        capture: bool,
        /// The target.
        to: Square,
        /// What a pawn becomes.
        promotion: Option<Role>,
    },
}

fn role(letter: u8) -> Option<Role> {
    Some(match letter {
        b'N' => Role::Knight,
        b'B' => Role::Bishop,
        b'R' => Role::Rook,
        b'Q' => Role::Queen,
        b'K' => Role::King,
        b'P' => Role::Pawn,
        _ => return None,
    })
}

#[inline]
fn file(letter: u8) -> Option<File> {
    matches!(letter, b'a'..=b'h').then(|| File::new(u32::from(letter - b'a')))
}

#[inline]
fn rank(digit: u8) -> Option<Rank> {
    matches!(digit, b'1'..=b'8').then(|| Rank::new(u32::from(digit - b'1')))
}

impl San {
    /// Reads a move and the sign behind it; none if this is no move. Any of `!` and `?` may follow.
    #[inline]
    pub fn read(text: &[u8]) -> Option<(San, Mark)> {
        let mut text = text;
        let mut mark = Mark::None;
        while let [head @ .., last] = text {
            match last {
                b'+' if mark == Mark::None => mark = Mark::Check,
                b'#' => mark = Mark::Mate,
                b'+' | b'!' | b'?' => (),
                _ => break,
            }
            text = head;
        }
        let san = match text {
            [b'O', b'-', b'O'] | [b'0', b'-', b'0'] | [b'o', b'-', b'o'] => {
                San::Castle(CastlingSide::KingSide)
            }
            [b'O', b'-', b'O', b'-', b'O']
            | [b'0', b'-', b'0', b'-', b'0']
            | [b'o', b'-', b'o', b'-', b'o'] => San::Castle(CastlingSide::QueenSide),
            [piece, b'@', f, r] => San::Drop {
                role: role(piece.to_ascii_uppercase()).filter(|role| *role != Role::King)?,
                to: Square::from_coords(file(*f)?, rank(*r)?),
            },
            [b'@', f, r] => San::Drop {
                role: Role::Pawn,
                to: Square::from_coords(file(*f)?, rank(*r)?),
            },
            _ => San::normal(text)?,
        };
        Some((san, mark))
    }

    #[inline]
    fn normal(text: &[u8]) -> Option<San> {
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
        let [head @ .., f, r] = rest else {
            return None;
        };
        let to = Square::from_coords(file(*f)?, rank(*r)?);
        let (head, capture) = match head {
            [head @ .., b'x' | b':'] => (head, true),
            [head @ .., b'-'] => (head, false),
            _ => (head, false),
        };
        let (file, rank) = match *head {
            [] => (None, None),
            [f, r] => (Some(file(f)?), Some(rank(r)?)),
            [one] => match file(one) {
                Some(file) => (Some(file), None),
                None => (None, Some(rank(one)?)),
            },
            _ => return None,
        };
        Some(San::Normal {
            role: moved,
            file,
            rank,
            capture,
            to,
            promotion,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bpgn::board::Board;

    fn legal(board: &mut Board, text: &str) -> Result<(), Illegal> {
        let (san, _) = San::read(text.as_bytes()).expect("a move");
        let m = san.resolve(board)?;
        board.play(m);
        Ok(())
    }

    #[test]
    fn moves_are_read_generously() {
        for (written, plain) in [
            ("0-0", "O-O"),
            ("Ng1f3", "Ng1f3"),
            ("exd5e.p.", "exd5"),
            ("e7e8q", "e7e8=Q"),
            ("b8Q", "b8=Q"),
            ("@e4", "P@e4"),
            ("n@e4", "N@e4"),
            ("e2-e4", "e2e4"),
            ("Nf3!?", "Nf3"),
        ] {
            assert_eq!(
                San::read(written.as_bytes()),
                San::read(plain.as_bytes()),
                "{written}"
            );
            assert!(San::read(plain.as_bytes()).is_some(), "{plain}");
        }
        for text in [
            "", "e9", "K@e4", "Nf", "x", "e8=K", "hello", "1-0", "Nabc3", "+", "@",
        ] {
            assert_eq!(San::read(text.as_bytes()), None, "{text}");
        }
        assert_eq!(San::read(b"R@d8#").map(|read| read.1), Some(Mark::Mate));
        assert_eq!(San::read(b"Bb5+!").map(|read| read.1), Some(Mark::Check));
    }

    #[test]
    fn what_cannot_be_played_is_told() {
        let mut board = Board::default();
        assert_eq!(
            legal(&mut board, "N@e4"),
            Err(Illegal::NotInHand(Role::Knight))
        );
        assert_eq!(legal(&mut board, "O-O"), Err(Illegal::Castling));
        assert_eq!(
            legal(&mut board, "Nxf3"),
            Err(Illegal::NothingToCapture(Square::F3))
        );
        assert_eq!(
            legal(&mut board, "Nd2"),
            Err(Illegal::NoSuchMan(Role::Knight, Square::D2))
        );
        board.give(Role::Pawn.of(shakmaty::Color::White));
        assert_eq!(
            legal(&mut board, "P@e8"),
            Err(Illegal::Occupied(Square::E8))
        );
        assert_eq!(
            legal(&mut board, "P@e2"),
            Err(Illegal::Occupied(Square::E2))
        );
        for played in ["e4", "e5", "Nf3", "d6", "Bb5+"] {
            assert_eq!(legal(&mut board, played), Ok(()), "{played}");
        }
        assert_eq!(legal(&mut board, "a6"), Err(Illegal::Check));
        assert_eq!(legal(&mut board, "Nd7"), Ok(()));
    }
}
