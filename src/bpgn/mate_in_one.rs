//! Whether there is a mate in one, without trying every move.
//!
//! A check that no man may ever answer from afar ([`MateRule::Unblockable`]) leaves no gap: it
//! comes from beside the king, from a knight, or it is a double one. So only moves to the squares
//! from which such a check can come are listed, moves of men that stand between their own line
//! piece and the king, castling and captures in passing; and of these only the moves that leave the
//! king no flight are played.
//!
//! Where a check from afar is mate, too ([`MateRule::Now`]), every move is played.

use shakmaty::attacks::{attacks, between, bishop_attacks, king_attacks, rook_attacks};
use shakmaty::{Bitboard, ByRole, Move, Role, Square};

use super::board::BughouseBoard;
use super::mate::MateRule;

impl BughouseBoard {
    /// Whether the side to move has a mate in one.
    pub fn has_mate_in_one(&self, rule: MateRule) -> bool {
        let (us, men) = (self.turn(), self.men());
        let Some(king) = men.king_of(!us) else {
            return false;
        };
        let beside = king_attacks(king);
        let mut close = ByRole::new_with(|role| attacks(king, role.of(!us), Bitboard::FULL));
        let last = Bitboard::from_rank((!us).backrank());
        close.pawn |= (beside | close.knight) & last | Bitboard::from_iter(self.en_passant());
        // The king gives check by castling alone: the rook comes to stand beside the other king.
        if (beside & Bitboard::from_rank(us.backrank())).is_empty() {
            close.king = Bitboard::EMPTY;
        }
        // From where pawns come to these squares, or seem to around the edge.
        let below = |squares: Bitboard| squares.shift(us.fold_wb(-8, 8));
        let one = below(close.pawn);
        let pawns = men.pawns() & (one | one.shift(1) | one.shift(-1) | below(one));
        let screens = self.screens(king);
        let mut movers = screens | pawns;
        let others = men.occupied().without(king);
        let mut reach = Bitboard::EMPTY;
        for role in Role::ALL {
            for from in men.by_piece(role.of(us)) {
                let squares = attacks(from, role.of(us), others);
                reach |= squares;
                if (squares & close[role]).any() || role == Role::King {
                    movers.add(from);
                }
            }
        }
        let mut found = false;
        // A king in check when it is not its turn: only a game that goes on from somewhere begins
        // so, and any move may mate it.
        if rule == MateRule::Now || reach.contains(king) {
            let all = |_, _| Bitboard::FULL;
            self.each_move(Bitboard::FULL, all, |m| {
                found = found || self.mates(m, rule)
            });
            return found;
        }
        let flights = beside & !men.by_color(!us) & !reach;
        let goals = |role: Role, from: Option<Square>| match from {
            Some(from) if screens.contains(from) => Bitboard::FULL,
            Some(_) => close[role],
            // A drop opens no line, so that it stands on no flight.
            None => close[role] & !flights,
        };
        // Whether the king has no flight from a man that has come to a square.
        let confines = |role: Role, from: Bitboard, to: Square| {
            let occupied = others.with(to) & !from;
            let left = flights.with(to) & beside & !attacks(to, role.of(us), occupied);
            left.into_iter()
                .all(|flight| (men.attacks_to(flight, us, occupied) & !from).any())
        };
        self.each_move(movers, goals, |m| {
            let may = match m {
                Move::EnPassant { .. } | Move::Castle { .. } => true,
                _ => {
                    let from = Bitboard::from_iter(m.from());
                    confines(m.promotion().unwrap_or(m.role()), from, m.to())
                }
            };
            found = found || may && self.mates(m, rule);
        });
        found
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
