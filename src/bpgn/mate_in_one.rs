//! Whether there is a mate in one, without trying every move.
//!
//! A check that no man may ever answer from afar ([`MateRule::Unblockable`]) leaves no gap: it
//! comes from beside the king, from a knight, or it is a double one. So only moves to the squares
//! from which such a check can come are tried, moves of men that stand between their own line piece
//! and the king, castling and captures in passing.
//!
//! Where a check from afar is mate, too ([`MateRule::Now`]), every move is tried.

use shakmaty::attacks::{
    attacks, between, bishop_attacks, king_attacks, knight_attacks, rook_attacks,
};
use shakmaty::{Bitboard, Move, Square};

use super::board::BughouseBoard;
use super::mate::MateRule;

impl BughouseBoard {
    /// Whether the side to move has a mate in one.
    pub fn has_mate_in_one(&self, rule: MateRule) -> bool {
        let (us, men) = (self.turn(), self.men());
        let Some(king) = men.king_of(!us) else {
            return false;
        };
        // A king in check when it is not its turn: only a game that goes on from somewhere begins
        // so, and any move may mate it.
        let checked = men.attacks_to(king, us, men.occupied()).any();
        let (goals, movers) = if rule == MateRule::Now || checked {
            (Bitboard::FULL, Bitboard::FULL)
        } else {
            let close = king_attacks(king) | knight_attacks(king);
            (close, self.screens(king))
        };
        // Where the king could go now, if it were its turn.
        let others = men.occupied().without(king);
        let flights: Bitboard = (king_attacks(king) & !men.by_color(!us))
            .into_iter()
            .filter(|&to| men.attacks_to(to, us, others).is_empty())
            .collect();
        self.moves_into(goals, movers).into_iter().any(|m| {
            let may = match m {
                Move::Normal { from, to, .. } => goals.contains(to) || movers.contains(from),
                // A drop opens no line: it must cover all flights, and stand on none.
                Move::Put { role, to } => {
                    let covered = attacks(to, role.of(us), others.with(to));
                    (flights & !covered).is_empty()
                }
                _ => true,
            };
            may && self.mates(m, rule)
        })
    }

    fn mates(&self, m: Move, rule: MateRule) -> bool {
        let mut after = self.clone();
        after.play(m);
        after.is_mate(rule)
    }

    /// The own men that alone stand between an own line piece and the other king.
    fn screens(&self, king: Square) -> Bitboard {
        let men = self.men();
        let own = men.by_color(self.turn());
        let straight = rook_attacks(king, Bitboard::EMPTY) & men.rooks_and_queens();
        let diagonal = bishop_attacks(king, Bitboard::EMPTY) & men.bishops_and_queens();
        ((straight | diagonal) & own)
            .into_iter()
            .filter_map(|line| (between(line, king) & men.occupied()).single_square())
            .filter(|&screen| own.contains(screen))
            .collect()
    }
}
