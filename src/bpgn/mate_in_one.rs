//! Whether there is a mate in one, without trying every move.
//!
//! A check that no man can ever block ([`MateRule::Unblockable`]) leaves no gap: it comes from a
//! square next to the king, from a knight, or it is a double check. So the only moves listed are
//! those to squares from which such a check is possible, moves of men between their own line piece
//! and the king, castling, and captures en passant; and of these, only the moves that leave the
//! king no flight are played.
//!
//! If a check from a distance is mate, too ([`MateRule::Now`]), every move is played.

use shakmaty::attacks::{attacks, between, bishop_attacks, king_attacks, rook_attacks};
use shakmaty::{Bitboard, ByRole, File, Move, Role, Square};

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
        // The king gives check only by castling, if the rook arrives next to the other king.
        if (beside & Bitboard::from_rank(us.backrank())).is_empty() {
            close.king = Bitboard::EMPTY;
        }
        // The squares from which pawns move to these squares, or seem to around the edge.
        let below = |squares: Bitboard| squares.shift(us.fold_wb(-8, 8));
        let one = below(close.pawn);
        let pawns = men.pawns() & (one | one.shift(1) | one.shift(-1) | below(one));
        let screens = self.screens(king);
        let mut movers = screens | pawns;
        let others = men.occupied().without(king);
        let mut reach = self.pawn_reach();
        for role in Role::ALL.into_iter().filter(|role| *role != Role::Pawn) {
            for from in men.by_piece(role.of(us)) {
                let squares = attacks(from, role.of(us), others);
                reach |= squares;
                if (squares & close[role]).any() || role == Role::King {
                    movers.add(from);
                }
            }
        }
        let mut found = false;
        // A king in check when it is not its turn: only a game that continues from a position can
        // begin like that, and any move may mate.
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
            // A drop opens no line, so it must not be on a flight.
            None => close[role] & !flights,
        };
        // Whether the king has no flight after a man has arrived on a square.
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

    /// The squares that the own pawns attack.
    fn pawn_reach(&self) -> Bitboard {
        let us = self.turn();
        let pawns = self.men().by_piece(us.pawn());
        let (left, right) = us.fold_wb((7, 9), (-9, -7));
        (pawns & !Bitboard::from_file(File::A)).shift(left)
            | (pawns & !Bitboard::from_file(File::H)).shift(right)
    }

    fn mates(&self, m: Move, rule: MateRule) -> bool {
        let mut after = self.clone();
        after.play(m);
        after.is_mate(rule)
    }

    /// The own men that are alone between an own line piece and the other king.
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
