//! Moves as they are written, and what they mean on a board.
//!
//! Read generously, as real games need it: more of the origin than is needed, `0-0`, a missing `x` or `=`, `@e4`
//! for a dropped pawn, `e2e4`. Not understood: figurines, pieces' letters of other languages.

use std::fmt;

use shakmaty::attacks::{
    bishop_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};
use shakmaty::{Bitboard, CastlingSide, File, Move, Rank, Role, Square};

use super::board::{Board, behind};

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

/// Why a move cannot be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Illegal {
    /// The other side is to move.
    NotItsTurn,
    /// Castling is not possible.
    Castling,
    /// The man is not in hand.
    NotInHand(Role),
    /// A drop on a man.
    Occupied(Square),
    /// A pawn dropped on the first or the last rank.
    PawnOnBackrank,
    /// No such man can go there.
    NoSuchMan(Role, Square),
    /// Several men can.
    Ambiguous(Role, Square),
    /// `x`, but there is nothing to capture.
    NothingToCapture(Square),
    /// A pawn reaches the last rank and stays one, or becomes something elsewhere.
    Promotion,
    /// The own king would be in check.
    Check,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::NotItsTurn => f.write_str("the other side is to move"),
            Illegal::Castling => f.write_str("castling is not possible"),
            Illegal::NotInHand(role) => write!(f, "there is no {} in hand", name(*role)),
            Illegal::Occupied(to) => write!(f, "{to} is occupied"),
            Illegal::PawnOnBackrank => {
                f.write_str("no pawn can be dropped on the first or last rank")
            }
            Illegal::NoSuchMan(role, to) => write!(f, "no such {} can go to {to}", name(*role)),
            Illegal::Ambiguous(role, to) => {
                write!(f, "more than one {} can go to {to}", name(*role))
            }
            Illegal::NothingToCapture(to) => write!(f, "there is nothing to capture on {to}"),
            Illegal::Promotion => f.write_str("promotion is missing or out of place"),
            Illegal::Check => f.write_str("the king is left in check"),
        }
    }
}

fn name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
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

    /// The legal move that is meant on this board.
    ///
    /// # Errors
    ///
    /// [`Illegal`] when there is none, or more than one.
    #[inline]
    pub fn resolve(self, board: &Board) -> Result<Move, Illegal> {
        match self {
            San::Castle(side) => board.castling(side).ok_or(Illegal::Castling),
            San::Drop { role, to } => {
                let turn = board.turn();
                if *board.hands().piece(role.of(turn)) == 0 {
                    return Err(Illegal::NotInHand(role));
                }
                if board.men().occupied().contains(to) {
                    return Err(Illegal::Occupied(to));
                }
                if role == Role::Pawn && Bitboard::BACKRANKS.contains(to) {
                    return Err(Illegal::PawnOnBackrank);
                }
                if !board.answers_check(to) {
                    return Err(Illegal::Check);
                }
                Ok(Move::Put { role, to })
            }
            San::Normal {
                role: Role::Pawn,
                file,
                rank,
                capture,
                to,
                promotion,
            } => resolve_pawn(board, (file, rank), capture, to, promotion),
            San::Normal {
                role,
                file,
                rank,
                capture,
                to,
                ..
            } => resolve_piece(board, role, (file, rank), capture, to),
        }
    }
}

/// What is written of the square a man comes from.
type Origin = (Option<File>, Option<Rank>);

#[inline]
fn only(mut from: Bitboard, origin: Origin) -> Bitboard {
    if let Some(file) = origin.0 {
        from &= Bitboard::from_file(file);
    }
    if let Some(rank) = origin.1 {
        from &= Bitboard::from_rank(rank);
    }
    from
}

#[inline]
fn resolve_piece(
    board: &Board,
    role: Role,
    origin: Origin,
    capture: bool,
    to: Square,
) -> Result<Move, Illegal> {
    let men = board.men();
    let occupied = men.occupied();
    let reach = match role {
        Role::Knight => knight_attacks(to),
        Role::Bishop => bishop_attacks(to, occupied),
        Role::Rook => rook_attacks(to, occupied),
        Role::Queen => queen_attacks(to, occupied),
        Role::King | Role::Pawn => shakmaty::attacks::king_attacks(to),
    };
    let from = only(reach & men.by_piece(role.of(board.turn())), origin);
    let captured = captured(board, to, role)?;
    if capture && captured.is_none() {
        return Err(Illegal::NothingToCapture(to));
    }
    let from = one_legal(board, from, role, to, to)?;
    Ok(Move::Normal {
        role,
        from,
        capture: captured,
        to,
        promotion: None,
    })
}

#[inline]
fn resolve_pawn(
    board: &Board,
    origin: Origin,
    capture: bool,
    to: Square,
    promotion: Option<Role>,
) -> Result<Move, Illegal> {
    let turn = board.turn();
    let men = board.men();
    let pawns = men.by_piece(turn.pawn());
    let none = Illegal::NoSuchMan(Role::Pawn, to);
    if promotion.is_some() != (to.rank() == (!turn).backrank()) {
        return Err(Illegal::Promotion);
    }
    let captures = capture || origin.0.is_some_and(|file| file != to.file());
    if !captures {
        if men.occupied().contains(to) {
            return Err(Illegal::Occupied(to));
        }
        let one = behind(to, turn).ok_or(none)?;
        let from = if pawns.contains(one) {
            Bitboard::from_square(one)
        } else if to.rank() == turn.relative_rank(Rank::Fourth) && !men.occupied().contains(one) {
            let two = behind(one, turn).ok_or(none)?;
            pawns & Bitboard::from_square(two)
        } else {
            return Err(none);
        };
        let from = one_legal(board, only(from, origin), Role::Pawn, to, to)?;
        return Ok(Move::Normal {
            role: Role::Pawn,
            from,
            capture: None,
            to,
            promotion,
        });
    }
    let from = only(pawn_attacks(!turn, to) & pawns, origin);
    match captured(board, to, Role::Pawn)? {
        Some(role) => Ok(Move::Normal {
            role: Role::Pawn,
            from: one_legal(board, from, Role::Pawn, to, to)?,
            capture: Some(role),
            to,
            promotion,
        }),
        None if board.en_passant() == Some(to) => {
            let pawn = behind(to, turn).ok_or(none)?;
            Ok(Move::EnPassant {
                from: one_legal(board, from, Role::Pawn, to, pawn)?,
                to,
            })
        }
        None => Err(Illegal::NothingToCapture(to)),
    }
}

/// The role on the target square. Own men and kings cannot be captured.
#[inline]
fn captured(board: &Board, to: Square, mover: Role) -> Result<Option<Role>, Illegal> {
    let men = board.men();
    if !men.occupied().contains(to) {
        return Ok(None);
    }
    match men.piece_at(to) {
        Some(piece) if piece.color != board.turn() && piece.role != Role::King => {
            Ok(Some(piece.role))
        }
        _ => Err(Illegal::NoSuchMan(mover, to)),
    }
}

/// The one man that can go there without leaving its king in check.
#[inline]
fn one_legal(
    board: &Board,
    from: Bitboard,
    role: Role,
    to: Square,
    captured: Square,
) -> Result<Square, Illegal> {
    let mut found = None;
    for square in from {
        if board.is_safe(square, to, captured) && found.replace(square).is_some() {
            return Err(Illegal::Ambiguous(role, to));
        }
    }
    found.ok_or(if from.is_empty() {
        Illegal::NoSuchMan(role, to)
    } else {
        Illegal::Check
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
