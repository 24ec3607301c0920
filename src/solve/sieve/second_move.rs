//! A mate by the second move of the man that made the first.

use super::scene::{KingLines, Opened, Scene, reach};
use crate::attacks::{self, Bits, Sq, bit, pop};
use crate::board::{BISHOP, KING, KNIGHT, Move, PAWN, ROOK};
use crate::mate_in_one::mates;
use crate::side::{Black, White};

impl Scene {
    /// The squares without a man of the defender from which the man of `role`, coming from `from`,
    /// may mate on one of the squares `mating`: there it checks and covers all flights as far as it
    /// is known. `opened` are the squares that its leaving opens.
    ///
    /// All other men stand where they stood, so it mates only where it covers the flights exactly
    /// and no free man of the defender can capture it or step in between. A square that it could go
    /// to at once is one of the threats.
    #[inline(always)]
    pub fn before_second_move(
        &self,
        role: usize,
        from: Sq,
        mut mating: Bits,
        opened: Opened,
    ) -> Bits {
        // A king mates only by uncovering a check, and there is nothing behind an empty square.
        if role == KING {
            return 0;
        }
        mating &= !self.us;
        if role != PAWN {
            mating &= !reach(role, from, self.occupied);
        }
        if mating == 0 {
            return 0;
        }
        let free = self.free_moves();
        mating &= !free.captures;
        let left = self.uncovered_without(role, from) & !opened.exact;
        let occupied = self.occupied & !bit(from);
        let mut squares = 0;
        while let Some(sq) = pop(&mut mating) {
            if attacks::between(sq, self.target) & free.others != 0
                || left & !reach(role, sq, occupied & !bit(self.target)) != 0
            {
                continue;
            }
            squares |= match role {
                PAWN => attacks::pawn::<Black>(sq) | bit(sq) >> 8 | bit(sq) >> 16,
                _ => reach(role, sq, occupied),
            };
        }
        squares
    }

    /// Whether the man that captures by `m` may mate with its second move, which leaves an empty
    /// square where a man of the defender was. `bare` are the flights that no other man covers.
    pub fn capturer_may_mate(&self, m: Move, bare: Bits) -> bool {
        let (role, from, to) = (m.role(), m.from(), m.to());
        let gone = bit(from);
        let lines = self.lines_without(gone);
        if lines.all() & bit(to) != 0 && self.is_before_line_piece(to, gone) {
            return true;
        }
        if role == KING {
            return false;
        }
        let occupied = self.occupied & !gone;
        let mut targets = match role {
            PAWN => (attacks::pawn::<White>(to) | bit(to) << 8) & self.pawn_checks,
            KNIGHT => attacks::knight(to) & self.knight_checks,
            _ => reach(role, to, occupied) & lines.of(role),
        } & !(self.us & !gone);
        if targets == 0 {
            return false;
        }
        let walls = self.walls & !bit(to);
        let mut left = bare;
        let mut men = attacks::rook(to, occupied) & self.us & self.board.straight_sliders();
        while let Some(sq) = pop(&mut men) {
            left &= !attacks::rook(sq, walls);
        }
        let mut men = attacks::bishop(to, occupied) & self.us & self.board.diagonal_sliders();
        while let Some(sq) = pop(&mut men) {
            left &= !attacks::bishop(sq, walls);
        }
        while let Some(sq) = pop(&mut targets) {
            if left & !reach(role, sq, walls & !bit(sq)) == 0 {
                let second = Move::new(role, to, sq, self.them & bit(sq) != 0);
                if mates(&self.board.play_unkeyed::<White>(m), second) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether a man that has gone from `gone` to `to`, on a line of the king, uncovers a check by
    /// leaving again.
    fn is_before_line_piece(&self, to: Sq, gone: Bits) -> bool {
        let lines = KingLines::new(self.target, self.occupied & !gone & !bit(to));
        let line_pieces = (lines.of(ROOK) & self.board.straight_sliders())
            | (lines.of(BISHOP) & self.board.diagonal_sliders());
        line_pieces & self.us & !gone & attacks::ray(self.target, to) != 0
    }
}
