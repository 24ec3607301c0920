//! One board of a match: men, hands, and the legal moves.
//!
//! Captured men leave the board: [`BughouseBoard::play`] returns them, and [`super::boards`] gives
//! them to the partner. There may be more men than one set has, so shakmaty's positions cannot be
//! used, although its boards and attack tables are: its `Crazyhouse`, which also gives captured men
//! to the capturer, refuses 1,318 of the 2,005 positions of twenty real games. With those errors
//! ignored, it lists as many legal moves in all 2,005. In comparison, this board (112 bytes instead
//! of 160) plays 48 to 62 million half-moves per second against 34 to 57, which matters for
//! replaying, and lists 1.2 million positions per second against 1.9 to 3.3, which matters only for
//! mining (2026-11-22, one core).

use shakmaty::attacks::{between, king_attacks, ray};
use shakmaty::{Bitboard, ByColor, ByRole, CastlingSide, Color, Move, Piece, Rank, Role};
use shakmaty::{Board as Men, Square};

use keymove_base::reason::Reason;

/// The roles that a man in hand can have.
pub const DROPPABLE: [Role; 5] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
];

/// The men in the hands of both sides.
pub type Hands = ByColor<ByRole<u8>>;

/// A position on one board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BughouseBoard {
    pub(super) men: Men,
    pub(super) promoted: Bitboard,
    pub(super) hands: Hands,
    pub(super) turn: Color,
    /// The rooks that may castle.
    pub(super) rooks: Bitboard,
    /// The square that a pawn has just passed.
    pub(super) en_passant: Option<Square>,
    /// The men that give check to the side to move.
    checkers: Bitboard,
}

impl Default for BughouseBoard {
    fn default() -> BughouseBoard {
        BughouseBoard {
            men: Men::new(),
            promoted: Bitboard::EMPTY,
            hands: Hands::default(),
            turn: Color::White,
            rooks: Bitboard::CORNERS,
            en_passant: None,
            checkers: Bitboard::EMPTY,
        }
    }
}

impl BughouseBoard {
    /// A position with these men, without castling rights and en passant.
    ///
    /// # Errors
    ///
    /// A message if a game with them is impossible.
    pub fn new(
        men: Men,
        promoted: Bitboard,
        hands: Hands,
        turn: Color,
    ) -> Result<BughouseBoard, Reason> {
        for color in Color::ALL {
            if men.by_piece(color.king()).count() != 1 {
                return Err(Reason::new(
                    "{} has not exactly one king",
                    [color.to_string()],
                ));
            }
        }
        if (men.pawns() & Bitboard::BACKRANKS).any() {
            return Err("a pawn on the first or last rank".into());
        }
        let mut board = BughouseBoard {
            promoted: promoted & men.occupied(),
            men,
            hands,
            turn,
            rooks: Bitboard::EMPTY,
            en_passant: None,
            checkers: Bitboard::EMPTY,
        };
        board.checkers = board.attackers_of_king();
        Ok(board)
    }

    /// Allows castling with the rook on `square`; `false` if the rook or its king is on a wrong
    /// square, the rook was a pawn, or another rook castles to that side.
    pub fn allow_castling(&mut self, square: Square) -> bool {
        let Some(color) = self.men.color_at(square) else {
            return false;
        };
        let Some(king) = self.men.king_of(color) else {
            return false;
        };
        let others = (self.rooks & self.men.by_color(color)).without(square);
        let possible = square.rank() == color.backrank()
            && king.rank() == color.backrank()
            && self.men.by_piece(color.rook()).contains(square)
            && !self.promoted.contains(square)
            && others
                .into_iter()
                .all(|other| (king < other) != (king < square));
        if possible {
            self.rooks.add(square);
        }
        possible
    }

    /// Allows the capture of a pawn on the square that it has just passed; `false` if no pawn can
    /// have passed it.
    pub fn allow_en_passant(&mut self, square: Square) -> bool {
        let mover = !self.turn;
        let possible = square.rank() == mover.relative_rank(Rank::Third)
            && !self.men.occupied().contains(square)
            && behind(square, self.turn)
                .is_some_and(|pawn| self.men.by_piece(mover.pawn()).contains(pawn));
        if possible {
            self.en_passant = Some(square);
        }
        possible
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The men on the board.
    pub fn men(&self) -> &Men {
        &self.men
    }

    /// The squares of promoted pawns.
    pub fn promoted(&self) -> Bitboard {
        self.promoted
    }

    /// The men in hand.
    pub fn hands(&self) -> &Hands {
        &self.hands
    }

    /// The square that a pawn has just passed, whether or not it can be captured there.
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The men that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// The king of the side to move.
    #[inline]
    pub(super) fn king(&self) -> Square {
        // Every position has both kings; the corner stands for a bug, and no move starts there.
        self.men.king_of(self.turn).unwrap_or(Square::A1)
    }

    /// Puts a captured man into a hand.
    #[inline]
    pub fn give(&mut self, piece: Piece) {
        let count = self.hands.piece_mut(piece);
        *count = count.saturating_add(1);
    }

    /// Whether the king is safe after the man on `from` has moved to `to` and the man on `captured`
    /// has been removed.
    #[inline]
    pub(super) fn is_safe(&self, from: Square, to: Square, captured: Square) -> bool {
        let king = self.king();
        // `from` is on no line with the king, so the move opens none, and there is no check now.
        // This holds for most moves; en passant removes a second man.
        if self.checkers.is_empty() && from != king && captured == to && ray(king, from).is_empty()
        {
            return true;
        }
        let king = if from == king { to } else { king };
        let gone = Bitboard::from_square(captured);
        let occupied = self.men.occupied().without(from) & !gone | Bitboard::from_square(to);
        (self.men.attacks_to(king, !self.turn, occupied) & !gone & !Bitboard::from_square(to))
            .is_empty()
    }

    /// The subset of `squares` on which a man in hand may be dropped; empty if it is not in hand.
    pub(super) fn droppable(&self, role: Role, squares: Bitboard) -> Bitboard {
        if self.hands.piece(role.of(self.turn)) == &0 {
            return Bitboard::EMPTY;
        }
        let free = squares & !self.men.occupied();
        match role {
            Role::Pawn => free & !Bitboard::BACKRANKS,
            _ => free,
        }
    }

    /// Whether a drop on an empty square answers all checks.
    #[inline]
    pub(super) fn answers_check(&self, to: Square) -> bool {
        match self.checkers.single_square() {
            Some(checker) => between(self.king(), checker).contains(to),
            None => self.checkers.is_empty(),
        }
    }

    /// Castling to `side`, if it is legal now.
    pub fn castling(&self, side: CastlingSide) -> Option<Move> {
        let king = self.king();
        let own = self.rooks & self.men.by_piece(self.turn.rook());
        let rook = own
            .into_iter()
            .find(|rook| side.is_king_side() == (king < *rook))?;
        if self.checkers.any() {
            return None;
        }
        let (king_to, rook_to) = (side.king_to(self.turn), side.rook_to(self.turn));
        let others = self.men.occupied().without(king).without(rook);
        let king_way = between(king, king_to).with(king_to);
        let ways = king_way | between(rook, rook_to).with(rook_to);
        if (ways & others).any() {
            return None;
        }
        let attacked = |square| {
            // On its final square, the king is behind the castled rook.
            let rook = if square == king_to { rook_to } else { rook };
            let occupied = others.with(rook);
            self.men.attacks_to(square, !self.turn, occupied).any()
        };
        if king_way.into_iter().any(attacked) {
            return None;
        }
        Some(Move::Castle { king, rook })
    }

    /// Plays a legal move and returns the captured man in the form in which the partner gets it: a
    /// promoted one as a pawn.
    #[inline]
    pub fn play(&mut self, m: Move) -> Option<Piece> {
        let turn = self.turn;
        let mut captured = None;
        self.en_passant = None;
        match m {
            Move::Normal {
                role,
                from,
                capture,
                to,
                promotion,
            } => {
                self.men.discard_piece_at(from);
                if let Some(role) = capture {
                    let was_pawn = self.promoted.remove(to);
                    captured = Some(if was_pawn { Role::Pawn } else { role }.of(!turn));
                }
                self.men
                    .set_piece_at(to, promotion.unwrap_or(role).of(turn));
                if self.promoted.remove(from) || promotion.is_some() {
                    self.promoted.add(to);
                }
                if self.rooks.any() {
                    self.rooks.discard(from);
                    self.rooks.discard(to);
                    if role == Role::King {
                        self.rooks.discard(Bitboard::from_rank(turn.backrank()));
                    }
                }
                if role == Role::Pawn && from.distance(to) == 2 {
                    self.en_passant = behind(to, turn);
                }
            }
            Move::EnPassant { from, to } => {
                self.men.discard_piece_at(from);
                if let Some(pawn) = behind(to, turn) {
                    self.men.discard_piece_at(pawn);
                }
                self.men.set_piece_at(to, turn.pawn());
                captured = Some((!turn).pawn());
            }
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_king_side(king < rook);
                self.men.discard_piece_at(king);
                self.men.discard_piece_at(rook);
                self.men.set_piece_at(side.king_to(turn), turn.king());
                self.men.set_piece_at(side.rook_to(turn), turn.rook());
                self.rooks.discard(Bitboard::from_rank(turn.backrank()));
            }
            Move::Put { role, to } => {
                let count = self.hands.piece_mut(role.of(turn));
                *count = count.saturating_sub(1);
                self.men.set_piece_at(to, role.of(turn));
            }
        }
        self.turn = !turn;
        self.checkers = self.attackers_of_king();
        captured
    }

    #[inline]
    fn attackers_of_king(&self) -> Bitboard {
        self.men
            .attacks_to(self.king(), !self.turn, self.men.occupied())
    }

    /// Whether the king can move to a square that is not attacked.
    #[inline]
    pub(super) fn has_flight(&self) -> bool {
        let king = self.king();
        let occupied = self.men.occupied().without(king);
        (king_attacks(king) & !self.men.by_color(self.turn))
            .into_iter()
            .any(|to| self.men.attacks_to(to, !self.turn, occupied).is_empty())
    }
}

/// The square one step back from `square` for a pawn of `color`.
#[inline]
pub(super) fn behind(square: Square, color: Color) -> Option<Square> {
    square.offset(color.fold_wb(-8, 8))
}
