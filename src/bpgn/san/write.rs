//! Writes moves in PGN's export format; the origin is written as far as needed among the legal
//! moves.

use shakmaty::attacks::attacks;
use shakmaty::{Move, Role, Square};

use crate::board::BughouseBoard;
use crate::mate::MateRule;
use keymove_games::pgn::Mark;

impl BughouseBoard {
    /// Appends a legal move, without the sign for the position it leads to. Letters are English,
    /// and a dropped pawn has one: `P@e4`.
    pub fn write_san(&self, m: Move, text: &mut Vec<u8>) {
        match m {
            Move::Castle { king, rook } if king < rook => text.extend_from_slice(b"O-O"),
            Move::Castle { .. } => text.extend_from_slice(b"O-O-O"),
            Move::Put { role, to } => {
                text.extend_from_slice(&[letter(role), b'@']);
                text.extend_from_slice(&name(to));
            }
            Move::EnPassant { from, to } => {
                text.extend_from_slice(&[name(from)[0], b'x']);
                text.extend_from_slice(&name(to));
            }
            Move::Normal {
                role,
                from,
                capture,
                to,
                promotion,
            } => {
                if role != Role::Pawn {
                    text.push(letter(role));
                    self.write_origin(role, from, to, text);
                } else if capture.is_some() {
                    text.push(name(from)[0]);
                }
                if capture.is_some() {
                    text.push(b'x');
                }
                text.extend_from_slice(&name(to));
                if let Some(role) = promotion {
                    text.extend_from_slice(&[b'=', letter(role)]);
                }
            }
        }
    }

    /// The part of the origin that distinguishes the piece on `from` from others of its kind that
    /// can move to `to`: its file, its rank, or both.
    #[inline]
    fn write_origin(&self, role: Role, from: Square, to: Square, text: &mut Vec<u8>) {
        let men = self.men();
        let piece = role.of(self.turn());
        let others = (attacks(to, piece, men.occupied()) & men.by_piece(piece)).without(from);
        if others.is_empty() {
            return;
        }
        let (mut any, mut file, mut rank) = (false, false, false);
        for other in others.into_iter().filter(|&one| self.is_safe(one, to, to)) {
            any = true;
            file |= other.file() == from.file();
            rank |= other.rank() == from.rank();
        }
        let [file_letter, rank_digit] = name(from);
        match (any, file, rank) {
            (false, ..) => (),
            (true, false, _) => text.push(file_letter),
            (true, true, false) => text.push(rank_digit),
            (true, true, true) => text.extend_from_slice(&[file_letter, rank_digit]),
        }
    }

    /// The sign after the move that led here. Mate means that no man that may still come could
    /// prevent it, see [`MateRule::Unblockable`].
    #[inline]
    pub fn mark(&self) -> Option<Mark> {
        if self.checkers().is_empty() {
            None
        } else if self.is_mate(MateRule::Unblockable) {
            Some(Mark::Mate)
        } else {
            Some(Mark::Check)
        }
    }
}

/// The capital letter, which is ASCII.
fn letter(role: Role) -> u8 {
    role.upper_char() as u8
}

fn name(square: Square) -> [u8; 2] {
    let (file, rank) = (u8::from(square) % 8, u8::from(square) / 8);
    [b'a' + file, b'1' + rank]
}
