//! Finds the legal move denoted by a written move, by bitboards and without a list of moves.

use std::fmt;

use shakmaty::attacks::{attacks, pawn_attacks};
use shakmaty::{Bitboard, CastlingSide, File, Move, Rank, Role, Square};

use crate::board::{BughouseBoard, behind};
use keymove_games::pgn::MoveText;

/// Why a move cannot be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Illegal {
    /// The text is not a move.
    NotAMove,
    /// The other side is to move.
    NotItsTurn,
    /// Castling is not possible.
    Castling,
    /// The man is not in hand.
    NotInHand(Role),
    /// A drop on an occupied square.
    Occupied(Square),
    /// A pawn dropped on the first or the last rank.
    PawnOnBackrank,
    /// No such man can move there.
    NoSuchMan(Role, Square),
    /// Several men can move there.
    Ambiguous(Role, Square),
    /// `x`, but there is nothing to capture.
    NothingToCapture(Square),
    /// A pawn reaches the last rank without promotion, or a promotion is elsewhere.
    Promotion,
    /// The own king would be in check.
    Check,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::NotAMove => f.write_str("this is not a move"),
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

/// `knight`
fn name(role: Role) -> String {
    format!("{role:?}").to_lowercase()
}

impl BughouseBoard {
    /// The legal move denoted by a written one.
    ///
    /// # Errors
    ///
    /// [`Illegal`] if there is none, or more than one.
    #[inline]
    pub fn resolve(&self, written: MoveText) -> Result<Move, Illegal> {
        match written {
            MoveText::Castle(side) => self.castling(side).ok_or(Illegal::Castling),
            MoveText::Drop { role, to } => {
                let turn = self.turn();
                if *self.hands().piece(role.of(turn)) == 0 {
                    return Err(Illegal::NotInHand(role));
                }
                if self.men().occupied().contains(to) {
                    return Err(Illegal::Occupied(to));
                }
                if role == Role::Pawn && Bitboard::BACKRANKS.contains(to) {
                    return Err(Illegal::PawnOnBackrank);
                }
                if !self.answers_check(to) {
                    return Err(Illegal::Check);
                }
                Ok(Move::Put { role, to })
            }
            MoveText::Step {
                role: Role::Pawn,
                file,
                rank,
                capture,
                to,
                promotion,
            } => match file.zip(rank) {
                Some((file, rank)) => {
                    let from = Square::from_coords(file, rank);
                    resolve_squares(self, from, capture, to, promotion)
                }
                None => resolve_pawn(self, (file, rank), capture, to, promotion),
            },
            MoveText::Step {
                role,
                file,
                rank,
                capture,
                to,
                ..
            } => resolve_piece(self, role, (file, rank), capture, to),
        }
    }
}

/// The written part of a move's origin.
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

/// The move of the man on a square in UCI notation: `b1c3`, `e1g1` or `e1h1` for castling, `e7e8q`.
fn resolve_squares(
    board: &BughouseBoard,
    from: Square,
    capture: bool,
    to: Square,
    promotion: Option<Role>,
) -> Result<Move, Illegal> {
    let (men, turn) = (board.men(), board.turn());
    let origin = (Some(from.file()), Some(from.rank()));
    let own = men.piece_at(from).filter(|piece| piece.color == turn);
    match own.map_or(Role::Pawn, |piece| piece.role) {
        Role::Pawn => resolve_pawn(board, origin, capture, to, promotion),
        _ if promotion.is_some() => Err(Illegal::Promotion),
        Role::King
            if from.rank() == to.rank()
                && (from.distance(to) == 2 || men.by_piece(turn.rook()).contains(to)) =>
        {
            let side = CastlingSide::from_king_side(from < to);
            board.castling(side).ok_or(Illegal::Castling)
        }
        role => resolve_piece(board, role, origin, capture, to),
    }
}

#[inline]
fn resolve_piece(
    board: &BughouseBoard,
    role: Role,
    origin: Origin,
    capture: bool,
    to: Square,
) -> Result<Move, Illegal> {
    let men = board.men();
    let piece = role.of(board.turn());
    // The moves of pieces are symmetric.
    let from = only(
        attacks(to, piece, men.occupied()) & men.by_piece(piece),
        origin,
    );
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
    board: &BughouseBoard,
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
    let (from, captured, removed) = if captures {
        let from = pawn_attacks(!turn, to) & pawns;
        match captured(board, to, Role::Pawn)? {
            Some(role) => (from, Some(role), to),
            None if board.en_passant() == Some(to) => (from, None, behind(to, turn).ok_or(none)?),
            None => return Err(Illegal::NothingToCapture(to)),
        }
    } else {
        if men.occupied().contains(to) {
            return Err(Illegal::Occupied(to));
        }
        let one = behind(to, turn).ok_or(none)?;
        let from = if pawns.contains(one) {
            one
        } else if to.rank() == turn.relative_rank(Rank::Fourth) && !men.occupied().contains(one) {
            behind(one, turn).ok_or(none)?
        } else {
            return Err(none);
        };
        (pawns & Bitboard::from_square(from), None, to)
    };
    let from = one_legal(board, only(from, origin), Role::Pawn, to, removed)?;
    if removed != to {
        return Ok(Move::EnPassant { from, to });
    }
    Ok(Move::Normal {
        role: Role::Pawn,
        from,
        capture: captured,
        to,
        promotion,
    })
}

/// The role of the man on the target square. Own men and kings cannot be captured.
#[inline]
fn captured(board: &BughouseBoard, to: Square, mover: Role) -> Result<Option<Role>, Illegal> {
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

/// The only man that can move there without leaving its king in check.
#[inline]
fn one_legal(
    board: &BughouseBoard,
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
