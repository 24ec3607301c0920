//! Stalemates: which moves can be the last ones.
//!
//! A black man that is free to move has to be captured, pinned, or shut in by its own side (a white
//! man in the way of anything but a pawn can be captured). With one white move left, that move must
//! do this to every free man; a black move before it may help with one or two. Nearly all moves
//! fail to do so, and are not tried: [`Freedom::allows`] and [`Freedom::black_targets`].

use super::reach::exits;
use crate::attacks::{self, Bits, Sq, bit, pop};
use crate::board::{BISHOP, Board, Move, PAWN, QUEEN, ROOK};
use crate::movegen;
use crate::side::{Black, White};

const SEVENTH: Bits = 0x00ff_0000_0000_0000;

/// A black man that is free to move, and the ways to take its freedom.
#[derive(Debug, Clone, Copy, Default)]
struct FreeMan {
    sq: Sq,
    /// Where a white move has to end: it captures the man, blocks the pawn, or may pin the man.
    to: Bits,
    /// Otherwise, where it has to begin: it may open a line that pins the man, or moves the man
    /// that the pawn could capture.
    from: Bits,
    /// Where a black move has to end to help: it fills the only square to go to, or one of a pawn's
    /// squares. The pawn's last move may then be taken away when the white man that it could
    /// capture moves.
    filled: Bits,
    /// The line through the king on which the man may get pinned.
    line: Bits,
}

/// The black men that are free to move when only the last moves are left.
#[derive(Debug, Default)]
pub struct Freedom {
    men: [FreeMan; 16],
    free: usize,
}

impl Freedom {
    /// The men that are free in a position; `None` if they are too many for any last moves.
    pub fn new(board: &Board) -> Option<Freedom> {
        let king = board.king::<Black>();
        let (white, black) = (board.us::<White>(), board.us::<Black>());
        let occupied = white | black;
        let promotes = white & board.roles[PAWN] & SEVENTH != 0;
        let straight = promotes || white & board.straight_sliders() != 0;
        let diagonal = promotes || white & board.diagonal_sliders() != 0;
        let mut freedom = Freedom::default();
        let mut men = black & !bit(king) & !movegen::pinned::<Black>(board, king);
        while let Some(sq) = pop(&mut men) {
            let role = board.role_at(sq);
            let (mut to, mut from) = (bit(sq), 0);
            let ways;
            if role == PAWN {
                let front = bit(sq) >> 8;
                ways = (front & !occupied) | (attacks::pawn::<Black>(sq) & white);
                if ways & front != 0 {
                    to |= front;
                } else if ways.is_power_of_two() {
                    from = ways;
                }
            } else {
                ways = exits(role, sq) & !black;
            }
            if ways == 0 {
                continue;
            }
            let mut line = attacks::ray(king, sq);
            if line != 0 {
                let along_diagonal = attacks::bishop(king, 0) & bit(sq) != 0;
                let (pinner, mobile) = if along_diagonal {
                    (diagonal, BISHOP)
                } else {
                    (straight, ROOK)
                };
                if !pinner || role == mobile || role == QUEEN {
                    line = 0;
                }
            }
            if freedom.free == freedom.men.len() {
                return None;
            }
            freedom.men[freedom.free] = FreeMan {
                sq,
                to: to | line,
                from: from | (line & white),
                filled: if role == PAWN || ways.is_power_of_two() {
                    ways
                } else {
                    0
                },
                line,
            };
            freedom.free += 1;
        }
        Some(freedom)
    }

    fn men(&self) -> &[FreeMan] {
        &self.men[..self.free]
    }

    /// Whether one white move may leave all of them without a move, except those in `except`.
    fn can_end_except(&self, except: impl Fn(&FreeMan) -> bool) -> bool {
        let (mut to, mut from) = (!0, 0);
        for man in self.men().iter().filter(|man| !except(man)) {
            to &= man.to;
            from |= man.from;
        }
        to | from != 0
    }

    /// Whether some white move may be the last one.
    #[inline]
    pub fn can_end(&self) -> bool {
        self.can_end_except(|_| false)
    }

    /// Removes the white moves, from the one at `first` on, that can't be the last move.
    pub fn retain(&self, moves: &mut Vec<Move>, first: usize) {
        let mut kept = first;
        for i in first..moves.len() {
            if self.allows(moves[i]) {
                moves[kept] = moves[i];
                kept += 1;
            }
        }
        moves.truncate(kept);
    }

    /// Whether a white move may be the last one: it takes the freedom of every man.
    #[inline]
    fn allows(&self, m: Move) -> bool {
        // Castling and capturing en passant change more than two squares, and are rare.
        m.is_castle()
            || m.is_en_passant()
            || self
                .men()
                .iter()
                .all(|man| man.to & bit(m.to()) != 0 || man.from & bit(m.from()) != 0)
    }

    /// The squares to which the man on `from`, not the king, may go with Black's last move, so that
    /// one white move may take the freedom of all the others.
    pub fn black_targets(&self, from: Sq) -> Bits {
        let others = || self.men().iter().filter(|man| man.sq != from);
        if others().any(|man| man.line & bit(from) != 0)
            || self.can_end_except(|man| man.sq == from)
        {
            return !0;
        }
        let (mut once, mut twice, mut enough) = (0, 0, 0);
        for man in others().filter(|man| man.filled != 0) {
            twice |= once & man.filled;
            once |= man.filled;
            if self.can_end_except(|other| other.sq == from || other.sq == man.sq) {
                enough |= man.filled;
            }
        }
        enough | twice
    }
}
