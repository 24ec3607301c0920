//! Generates the legal moves on one board, including drops.

use shakmaty::attacks::{attacks, pawn_attacks};
use shakmaty::{Bitboard, CastlingSide, Move, Rank, Role, Square};

use super::board::{BughouseBoard, DROPPABLE, behind};

impl BughouseBoard {
    /// The legal moves of the side to move, in no particular order.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.each_move(Bitboard::FULL, |_, _| Bitboard::FULL, |m| moves.push(m));
        moves
    }

    /// Visits the legal moves of `movers` and the drops to `goals`, which are called with a role
    /// and the square it leaves, or `None` for a drop. Castling is visited with the moves of a king
    /// that has any.
    pub(super) fn each_move(
        &self,
        movers: Bitboard,
        goals: impl Fn(Role, Option<Square>) -> Bitboard,
        mut found: impl FnMut(Move),
    ) {
        let men = self.men();
        let own = men.by_color(self.turn());
        for from in own & movers {
            let Some(piece) = men.piece_at(from) else {
                continue;
            };
            let goals = goals(piece.role, Some(from)) & !own & !men.kings();
            if goals.is_empty() {
                continue;
            }
            if piece.role == Role::Pawn {
                self.pawn_moves(from, goals, &mut found);
                continue;
            }
            let targets = attacks(from, piece, men.occupied()) & goals;
            for to in targets.into_iter().filter(|&to| self.is_safe(from, to, to)) {
                found(Move::Normal {
                    role: piece.role,
                    from,
                    capture: men.role_at(to),
                    to,
                    promotion: None,
                });
            }
        }
        if goals(Role::King, Some(self.king())).any() {
            let castling = |side| self.castling(side);
            CastlingSide::ALL
                .into_iter()
                .filter_map(castling)
                .for_each(&mut found);
        }
        for role in DROPPABLE {
            let squares = self.droppable(role, goals(role, None));
            for to in squares.into_iter().filter(|&to| self.answers_check(to)) {
                found(Move::Put { role, to });
            }
        }
    }

    fn pawn_moves(&self, from: Square, goals: Bitboard, found: &mut impl FnMut(Move)) {
        let us = self.turn();
        let men = self.men();
        let occupied = men.occupied();
        let mut targets = pawn_attacks(us, from) & men.by_color(!us);
        if let Some(one) = behind(from, !us)
            && !occupied.contains(one)
        {
            targets.add(one);
            if from.rank() == us.relative_rank(Rank::Second)
                && let Some(two) = behind(one, !us)
                && !occupied.contains(two)
            {
                targets.add(two);
            }
        }
        targets &= goals;
        for to in targets.into_iter().filter(|&to| self.is_safe(from, to, to)) {
            let mut step = |promotion| {
                found(Move::Normal {
                    role: Role::Pawn,
                    from,
                    capture: men.role_at(to),
                    to,
                    promotion,
                });
            };
            if to.rank() == (!us).backrank() {
                let roles = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
                roles.into_iter().map(Some).for_each(step);
            } else {
                step(None);
            }
        }
        if let Some(to) = self.en_passant()
            && let Some(pawn) = behind(to, us)
            && (pawn_attacks(us, from) & goals).contains(to)
            && self.is_safe(from, to, pawn)
        {
            found(Move::EnPassant { from, to });
        }
    }
}
