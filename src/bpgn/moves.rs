//! All legal moves on one board, drops included.

use shakmaty::attacks::{attacks, pawn_attacks};
use shakmaty::{Bitboard, CastlingSide, Move, Rank, Role, Square};

use super::board::{BughouseBoard, DROPPABLE, behind};

impl BughouseBoard {
    /// The legal moves of the side to move, in no order that means anything.
    pub fn legal_moves(&self) -> Vec<Move> {
        self.moves_into(Bitboard::FULL, Bitboard::FULL)
    }

    /// The legal moves that may matter: pieces' moves and drops to `goals`, all moves of `movers`,
    /// of pawns, and castling.
    pub(super) fn moves_into(&self, goals: Bitboard, movers: Bitboard) -> Vec<Move> {
        let mut moves = Vec::new();
        let us = self.turn();
        let men = self.men();
        let own = men.by_color(us);
        let kings = men.kings();
        for from in own {
            let Some(piece) = men.piece_at(from) else {
                continue;
            };
            if piece.role == Role::Pawn {
                self.pawn_moves(from, &mut moves);
                continue;
            }
            let mut targets = attacks(from, piece, men.occupied()) & !own & !kings;
            if !movers.contains(from) {
                targets &= goals;
            }
            for to in targets.into_iter().filter(|&to| self.is_safe(from, to, to)) {
                moves.push(Move::Normal {
                    role: piece.role,
                    from,
                    capture: men.role_at(to),
                    to,
                    promotion: None,
                });
            }
        }
        moves.extend(
            CastlingSide::ALL
                .into_iter()
                .filter_map(|side| self.castling(side)),
        );
        self.drops(goals, &mut moves);
        moves
    }

    fn pawn_moves(&self, from: Square, moves: &mut Vec<Move>) {
        let us = self.turn();
        let men = self.men();
        let occupied = men.occupied();
        let mut targets = pawn_attacks(us, from) & men.by_color(!us) & !men.kings();
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
        for to in targets.into_iter().filter(|&to| self.is_safe(from, to, to)) {
            let becomes: &[Option<Role>] = if to.rank() == (!us).backrank() {
                &[
                    Some(Role::Queen),
                    Some(Role::Rook),
                    Some(Role::Bishop),
                    Some(Role::Knight),
                ]
            } else {
                &[None]
            };
            moves.extend(becomes.iter().map(|&promotion| Move::Normal {
                role: Role::Pawn,
                from,
                capture: men.role_at(to),
                to,
                promotion,
            }));
        }
        if let Some(to) = self.en_passant()
            && let Some(pawn) = behind(to, us)
            && pawn_attacks(us, from).contains(to)
            && self.is_safe(from, to, pawn)
        {
            moves.push(Move::EnPassant { from, to });
        }
    }

    fn drops(&self, goals: Bitboard, moves: &mut Vec<Move>) {
        let empty = goals & !self.men().occupied();
        let hand = self.hands().get(self.turn());
        for role in DROPPABLE {
            if *hand.get(role) == 0 {
                continue;
            }
            let squares = if role == Role::Pawn {
                empty & !Bitboard::BACKRANKS
            } else {
                empty
            };
            let answers = squares.into_iter().filter(|&to| self.answers_check(to));
            moves.extend(answers.map(|to| Move::Put { role, to }));
        }
    }
}
