//! Whether there is a mate in one, without trying every move.
//!
//! A check that no man may ever answer from afar ([`MateRule::Unblockable`]) leaves no gap: it comes
//! from beside the king, from a knight, or it is a double one. So only moves to those squares are
//! tried, moves of men that stand between their own line piece and the king, castling and captures
//! in passing. A drop opens no line: the squares where the king could still go must be covered by
//! the dropped man, and what it stands beside must be covered by another.
//!
//! Where a check from afar is mate, too ([`MateRule::Now`]), every move is tried.

use shakmaty::attacks::{
    attacks, between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks,
};
use shakmaty::{Bitboard, CastlingSide, Color, Move, Role, Square};

use super::board::{BughouseBoard, DROPPABLE};
use super::mate::MateRule;

impl BughouseBoard {
    /// Whether the side to move has a mate in one.
    pub fn has_mate_in_one(&self, rule: MateRule) -> bool {
        match rule {
            MateRule::Unblockable => MateTrial::new(self).is_some_and(|trial| trial.succeeds()),
            MateRule::Now => self.legal_moves().into_iter().any(|m| self.mates(m, rule)),
        }
    }

    fn mates(&self, m: Move, rule: MateRule) -> bool {
        let mut after = self.clone();
        after.play(m);
        after.is_mate(rule)
    }
}

/// What is known of the king that is to be mated.
struct MateTrial<'a> {
    board: &'a BughouseBoard,
    us: Color,
    king: Square,
    /// Squares beside the king that it could go to now, if it were its turn.
    flights: Bitboard,
    /// All men but that king.
    others: Bitboard,
}

impl MateTrial<'_> {
    fn new(board: &BughouseBoard) -> Option<MateTrial<'_>> {
        let us = board.turn();
        let men = board.men();
        let king = men.king_of(!us)?;
        let others = men.occupied().without(king);
        let flights = (king_attacks(king) & !men.by_color(!us))
            .into_iter()
            .filter(|&to| men.attacks_to(to, us, others).is_empty())
            .collect();
        Some(MateTrial {
            board,
            us,
            king,
            flights,
            others,
        })
    }

    fn succeeds(&self) -> bool {
        self.drops() || self.moves()
    }

    fn drops(&self) -> bool {
        let hand = self.board.hands().get(self.us);
        let near = king_attacks(self.king);
        let empty = !self.board.men().occupied();
        DROPPABLE.into_iter().any(|role| {
            if *hand.get(role) == 0 {
                return false;
            }
            let checking = match role {
                Role::Pawn => pawn_attacks(!self.us, self.king) & !Bitboard::BACKRANKS,
                Role::Knight => knight_attacks(self.king),
                Role::Bishop => near & bishop_attacks(self.king, Bitboard::EMPTY),
                Role::Rook => near & rook_attacks(self.king, Bitboard::EMPTY),
                Role::Queen | Role::King => near,
            };
            // What stands on a flight is not covered.
            (checking & empty & !self.flights).into_iter().any(|to| {
                let covered = attacks(to, role.of(self.us), self.others.with(to));
                (self.flights & !covered).is_empty()
                    && self.board.answers_check(to)
                    && self.mates(Move::Put { role, to })
            })
        })
    }

    fn moves(&self) -> bool {
        let men = self.board.men();
        let close = king_attacks(self.king) | knight_attacks(self.king);
        let screens = self.screens();
        let mut pawn_moves = Vec::new();
        for from in men.by_color(self.us) {
            let Some(piece) = men.piece_at(from) else {
                continue;
            };
            let opens = screens.contains(from);
            if piece.role == Role::Pawn {
                // A pawn goes to its own file or one beside it.
                if opens || from.distance(self.king) <= 4 {
                    self.board.pawn_moves(from, &mut pawn_moves);
                }
                continue;
            }
            if piece.role == Role::King && !opens {
                continue;
            }
            let mut targets =
                attacks(from, piece, men.occupied()) & !men.by_color(self.us) & !men.kings();
            if !opens {
                targets &= close & attacks(self.king, piece, self.others.without(from));
            }
            let mates = targets.into_iter().any(|to| {
                self.board.is_safe(from, to, to)
                    && self.mates(Move::Normal {
                        role: piece.role,
                        from,
                        capture: men.role_at(to),
                        to,
                        promotion: None,
                    })
            });
            if mates {
                return true;
            }
        }
        let castlings = CastlingSide::ALL
            .into_iter()
            .filter_map(|side| self.board.castling(side));
        pawn_moves.into_iter().chain(castlings).any(|m| {
            let may = match m {
                Move::Normal { from, to, .. } => screens.contains(from) || close.contains(to),
                _ => true,
            };
            may && self.mates(m)
        })
    }

    /// The own men that alone stand between an own line piece and the king.
    fn screens(&self) -> Bitboard {
        let men = self.board.men();
        let own = men.by_color(self.us);
        let straight = rook_attacks(self.king, Bitboard::EMPTY) & men.rooks_and_queens();
        let diagonal = bishop_attacks(self.king, Bitboard::EMPTY) & men.bishops_and_queens();
        ((straight | diagonal) & own)
            .into_iter()
            .filter_map(|line| (between(line, self.king) & men.occupied()).single_square())
            .filter(|&screen| own.contains(screen))
            .collect()
    }

    fn mates(&self, m: Move) -> bool {
        self.board.mates(m, MateRule::Unblockable)
    }
}
