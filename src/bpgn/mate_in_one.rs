//! Whether there is a mate in one, without trying every move.
//!
//! A check that no man may ever answer from afar ([`MateRule::Unblockable`]) leaves no gap: it
//! comes from beside the king, from a knight, or it is a double one. Whatever a move opens is a
//! check from afar, so that the man that moved must give check as well, and the king, which gives
//! none, mates never. So only moves to the squares from which a man checks are tried, and captures
//! in passing, which may open two lines.
//!
//! Beside the king a man must be covered by another: by one that reaches the square already, or by
//! one behind it on its line (`Reach`). Every square to which the king could go must be covered,
//! too. What is left, one position in some twenty, is played and looked at.
//!
//! Where a check from afar is mate, too ([`MateRule::Now`]), every move is tried.

use shakmaty::attacks::{
    attacks, between, bishop_attacks, king_attacks, knight_attacks, pawn_attacks, rook_attacks,
};
use shakmaty::{Bitboard, Board as Men, CastlingSide, Color, File, Move, Rank, Role, Square};

use super::board::{BughouseBoard, DROPPABLE};
use super::mate::MateRule;

impl BughouseBoard {
    /// Whether the side to move has a mate in one.
    pub fn has_mate_in_one(&self, rule: MateRule) -> bool {
        match rule {
            MateRule::Unblockable => MateTrial::new(self).is_some_and(|trial| trial.succeeds()),
            MateRule::Now => self.has_mating_move(rule),
        }
    }

    fn has_mating_move(&self, rule: MateRule) -> bool {
        self.legal_moves().into_iter().any(|m| self.mates(m, rule))
    }

    fn mates(&self, m: Move, rule: MateRule) -> bool {
        let mut after = self.clone();
        after.play(m);
        after.is_mate(rule)
    }
}

/// The squares that the men of a colour attack, those with own men included.
struct Reach {
    knights: Bitboard,
    bishops: Bitboard,
    rooks: Bitboard,
    queens: Bitboard,
    /// By any man.
    once: Bitboard,
    /// By two, or by one with another one behind it that goes along the same line.
    twice: Bitboard,
}

impl Reach {
    #[inline]
    fn new(men: &Men, us: Color, occupied: Bitboard) -> Reach {
        let own = men.by_color(us);
        let pawns = men.pawns() & own;
        let (left, right) = us.fold_wb((7, 9), (-9, -7));
        let left = (pawns & !Bitboard::from_file(File::A)).shift(left);
        let right = (pawns & !Bitboard::from_file(File::H)).shift(right);
        let mut once = left | right;
        let mut twice = left & right;
        let mut all = |movers: Bitboard, attacks: &dyn Fn(Square) -> Bitboard| {
            let mut reached = Bitboard::EMPTY;
            for from in movers {
                let from = attacks(from);
                twice |= once & from;
                once |= from;
                reached |= from;
            }
            reached
        };
        all(men.kings() & own, &king_attacks);
        let knights = all(men.knights() & own, &knight_attacks);
        let diagonal = |from| bishop_attacks(from, occupied);
        let straight = |from| rook_attacks(from, occupied);
        let bishops = all(men.bishops() & own, &diagonal);
        let rooks = all(men.rooks() & own, &straight);
        let queens = men.queens() & own;
        let (aslant, along) = (all(queens, &diagonal), all(queens, &straight));
        let in_line = (bishops | aslant) & men.bishops_and_queens()
            | (rooks | along) & men.rooks_and_queens();
        if (in_line & own).any() {
            // Two behind each other: rare enough to take all for covered twice.
            twice = once;
        }
        Reach {
            knights,
            bishops,
            rooks,
            queens: aslant | along,
            once,
            twice,
        }
    }
}

/// What is known of the king that is to be mated.
struct MateTrial<'a> {
    board: &'a BughouseBoard,
    us: Color,
    king: Square,
    reach: Reach,
    /// Squares beside the king that it could go to now, if it were its turn.
    flights: Bitboard,
    /// All men but that king.
    others: Bitboard,
}

impl MateTrial<'_> {
    #[inline]
    fn new(board: &BughouseBoard) -> Option<MateTrial<'_>> {
        let us = board.turn();
        let men = board.men();
        let king = men.king_of(!us)?;
        let others = men.occupied().without(king);
        let reach = Reach::new(men, us, others);
        Some(MateTrial {
            flights: king_attacks(king) & !men.by_color(!us) & !reach.once,
            board,
            us,
            king,
            reach,
            others,
        })
    }

    fn succeeds(&self) -> bool {
        if self.reach.once.contains(self.king) {
            // Only at the beginning of a game that goes on from somewhere. Any move leaves a check.
            return self.board.has_mating_move(MateRule::Unblockable);
        }
        let screens = self.screens();
        self.drops() || self.pieces(screens) || self.pawns(screens) || self.castles()
    }

    /// The squares beside the king from which a rook checks.
    #[inline]
    fn straight(&self) -> Bitboard {
        let lines = Bitboard::from_file(self.king.file()) | Bitboard::from_rank(self.king.rank());
        king_attacks(self.king) & lines
    }

    /// The squares beside the king from which a bishop checks.
    #[inline]
    fn diagonal(&self) -> Bitboard {
        king_attacks(self.king) & !self.straight()
    }

    #[inline]
    fn drops(&self) -> bool {
        // What stands on a flight is not covered.
        let free = !self.board.men().occupied() & !self.flights;
        let hand = self.board.hands().get(self.us);
        let held = |count: u8, squares: Bitboard| {
            // No branch: which men are in hand is anybody's guess.
            Bitboard(squares.0 & u64::from(count > 0).wrapping_neg()) & free
        };
        let pawn = pawn_attacks(!self.us, self.king) & !Bitboard::BACKRANKS;
        let squares = [
            held(hand.pawn, pawn),
            held(hand.knight, knight_attacks(self.king)),
            held(hand.bishop, self.diagonal()),
            held(hand.rook, self.straight()),
            held(hand.queen, king_attacks(self.king)),
        ];
        if squares.iter().all(|squares| squares.is_empty()) {
            return false;
        }
        DROPPABLE.into_iter().zip(squares).any(|(role, squares)| {
            squares.into_iter().any(|to| {
                // A drop opens no line.
                let covered = attacks(to, role.of(self.us), self.others.with(to));
                (self.flights & !covered).is_empty()
                    && self.board.answers_check(to)
                    && self.mates(Move::Put { role, to })
            })
        })
    }

    /// Moves of knights, bishops, rooks and queens.
    #[inline]
    fn pieces(&self, screens: Bitboard) -> bool {
        let men = self.board.men();
        let free = !men.by_color(self.us) & !men.kings();
        let leaps = knight_attacks(self.king) & self.reach.knights & free;
        // Where one of the others checks beside the king and something else covers it.
        let beside = self.reach.bishops & self.diagonal()
            | self.reach.rooks & self.straight()
            | self.reach.queens & king_attacks(self.king);
        let beside = beside & self.reach.twice & free;
        if (leaps | beside | screens).is_empty() {
            return false;
        }
        [Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
            .into_iter()
            .any(|role| {
                let piece = role.of(self.us);
                let direct = if role == Role::Knight { leaps } else { beside };
                let mut movers = men.by_piece(piece);
                if direct.is_empty() {
                    movers &= screens;
                }
                movers.into_iter().any(|from| {
                    let goals = if screens.contains(from) { free } else { direct };
                    let goals = goals & attacks(from, piece, men.occupied());
                    if goals.is_empty() {
                        return false;
                    }
                    let checking = attacks(self.king, piece, self.others.without(from));
                    (goals & checking).into_iter().any(|to| {
                        self.covers(role, from, to)
                            && self.board.is_safe(from, to, to)
                            && self.mates(Move::Normal {
                                role,
                                from,
                                capture: men.role_at(to),
                                to,
                                promotion: None,
                            })
                    })
                })
            })
    }

    /// Whether the king has no flight from a piece that has gone from one square to another.
    #[inline]
    fn covers(&self, role: Role, from: Square, to: Square) -> bool {
        let occupied = self.others.without(from).with(to);
        let left = self.flights & !attacks(to, role.of(self.us), occupied);
        // What it leaves open may still be reached along the lines on which it stood.
        left.into_iter().all(|flight| {
            let by = self.board.men().attacks_to(flight, self.us, occupied);
            by.without(from).any()
        })
    }

    #[inline]
    fn pawns(&self, screens: Bitboard) -> bool {
        let men = self.board.men();
        let pawns = men.by_piece(self.us.pawn());
        let checking = pawn_attacks(!self.us, self.king);
        // From where a pawn comes to a square: from below it, or from below on a file beside it.
        // Those on the other edge come along and are sorted out with the moves.
        let below = |squares: Bitboard| squares.shift(self.us.fold_wb(-8, 8));
        let free = !men.occupied();
        let one = below(checking & free);
        let two = below(one & free);
        let captured = below(checking & men.by_color(!self.us));
        let seventh = Bitboard::from_rank(self.us.relative_rank(Rank::Seventh));
        let mut movers = pawns & (one | two | captured.shift(1) | captured.shift(-1) | seventh);
        if let Some(to) = self.board.en_passant() {
            movers |= self.board.en_passant_pawns(to);
        }
        if movers.is_empty() {
            return false;
        }
        let close = king_attacks(self.king) | knight_attacks(self.king);
        let mut moves = Vec::new();
        for from in movers {
            self.board.pawn_moves(from, &mut moves);
        }
        moves.into_iter().any(|m| {
            let may = match m {
                Move::Normal {
                    from,
                    to,
                    promotion,
                    ..
                } => match promotion {
                    None => checking.contains(to),
                    Some(_) => screens.contains(from) || close.contains(to),
                },
                _ => true,
            };
            may && self.mates(m)
        })
    }

    /// Castling checks by the rook alone, unless the king stands on the same rank: no other line
    /// goes through a square at the edge. So the rook must come to stand beside it.
    #[inline]
    fn castles(&self) -> bool {
        let home = Bitboard::from_rank(self.us.backrank());
        let beside = (king_attacks(self.king).with(self.king) & home).any();
        beside
            && CastlingSide::ALL
                .into_iter()
                .filter_map(|side| self.board.castling(side))
                .any(|m| self.mates(m))
    }

    /// The own men that alone stand between an own line piece and the king.
    #[inline]
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
