//! The own board of a player: the own men and castling rights, which alone determine the possible
//! tries.

use shakmaty::{
    Bitboard, ByRole, CastlingSide, Chess, Color, Move, Position as _, Rank, Role, Square, attacks,
};

/// A move as a player proposes it to the umpire: it does not say what is captured, because the
/// player does not know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Try {
    /// A man goes from one square to another.
    Step {
        /// The man.
        role: Role,
        /// Its origin.
        from: Square,
        /// Its target.
        to: Square,
        /// The promotion of a pawn on the last rank.
        promotion: Option<Role>,
    },
    /// The king castles.
    Castle(CastlingSide),
}

impl Try {
    /// A man goes from one square to another.
    pub fn step(role: Role, from: Square, to: Square, promotion: Option<Role>) -> Try {
        Try::Step {
            role,
            from,
            to,
            promotion,
        }
    }

    /// The move `played`, as proposed by its player.
    pub fn of(played: Move) -> Try {
        match played {
            Move::Normal {
                role,
                from,
                to,
                promotion,
                ..
            } => Try::step(role, from, to, promotion),
            Move::EnPassant { from, to } => Try::step(Role::Pawn, from, to, None),
            Move::Castle { king, rook } => Try::Castle(if rook > king {
                CastlingSide::KingSide
            } else {
                CastlingSide::QueenSide
            }),
            // Drops belong to other games.
            Move::Put { role, to } => Try::step(role, to, to, None),
        }
    }

    /// The man that moves; the king when castling.
    pub fn role(self) -> Role {
        match self {
            Try::Step { role, .. } => role,
            Try::Castle(_) => Role::King,
        }
    }

    /// The squares that this move of `color` leaves and reaches; for castling, those of the king.
    pub fn squares(self, color: Color) -> [Square; 2] {
        match self {
            Try::Step { from, to, .. } => [from, to],
            Try::Castle(side) => [king_start(color), side.king_to(color)],
        }
    }

    /// Whether it is a pawn's move to another file, which is possible only as a capture.
    pub fn is_pawn_capture(self) -> bool {
        match self {
            Try::Step { role, from, to, .. } => role == Role::Pawn && from.file() != to.file(),
            Try::Castle(_) => false,
        }
    }
}

/// The own men of one side, and its castling rights.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OwnBoard {
    color: Color,
    men: ByRole<Bitboard>,
    occupied: Bitboard,
    // King side, queen side.
    castling: [bool; 2],
}

impl OwnBoard {
    /// The own men by kind; `castling` contains the rights on the king's and on the queen's side.
    pub fn new(color: Color, men: ByRole<Bitboard>, castling: [bool; 2]) -> OwnBoard {
        let occupied = men
            .iter()
            .fold(Bitboard::EMPTY, |all, squares| all | *squares);
        OwnBoard {
            color,
            men,
            occupied,
            castling,
        }
    }

    /// The part of `position` that the player of `color` sees.
    pub fn of(position: &Chess, color: Color) -> OwnBoard {
        let side = position.board().by_color(color);
        OwnBoard::new(
            color,
            ByRole::new_with(|role| position.board().by_role(role) & side),
            CastlingSide::ALL.map(|side| position.castles().has(color, side)),
        )
    }

    /// The side to which the men belong.
    pub fn color(&self) -> Color {
        self.color
    }

    /// The squares of the own men.
    pub fn occupied(&self) -> Bitboard {
        self.occupied
    }

    /// The squares of the own men of one kind.
    pub fn men(&self, role: Role) -> Bitboard {
        *self.men.get(role)
    }

    /// The own man on `square`.
    pub fn role_at(&self, square: Square) -> Option<Role> {
        Role::ALL
            .into_iter()
            .find(|role| self.men.get(*role).contains(square))
    }

    /// All possible tries: the moves that would be possible with only the own men on the board,
    /// including every pawn capture.
    pub fn tries(&self) -> Vec<Try> {
        let mut tries = Vec::with_capacity(64);
        self.each_try(|tried| tries.push(tried));
        tries
    }

    /// The number of possible tries.
    pub fn count_tries(&self) -> usize {
        let mut count = 0;
        self.each_try(|_| count += 1);
        count
    }

    fn each_try(&self, mut visit: impl FnMut(Try)) {
        for role in Role::ALL {
            for from in self.men(role) {
                for to in self.targets(role, from) {
                    let step = |promotion| Try::step(role, from, to, promotion);
                    if role == Role::Pawn && is_last_rank(to) {
                        for piece in PROMOTIONS {
                            visit(step(Some(piece)));
                        }
                    } else {
                        visit(step(None));
                    }
                }
            }
        }
        for side in CastlingSide::ALL {
            if self.can_castle(side) {
                visit(Try::Castle(side));
            }
        }
    }

    /// Whether `tried` is possible on the own board. If not, it is nonsense.
    pub fn allows(&self, tried: Try) -> bool {
        match tried {
            Try::Step {
                role,
                from,
                to,
                promotion,
            } => {
                self.men(role).contains(from)
                    && self.targets(role, from).contains(to)
                    && becomes(role, to, promotion)
            }
            Try::Castle(side) => self.can_castle(side),
        }
    }

    /// The squares from which a `role` can try to move to `to`.
    pub fn origins(&self, role: Role, to: Square) -> Bitboard {
        if self.occupied.contains(to) {
            return Bitboard::EMPTY;
        }
        match role {
            Role::Pawn => {
                let pawns = self.men(Role::Pawn);
                let behind = |square: Square| square.offset(self.color.fold_wb(-8, 8));
                let one = behind(to);
                let is_double = to.rank() == self.color.fold_wb(Rank::Fourth, Rank::Fifth)
                    && one.is_some_and(|one| !self.occupied.contains(one));
                let two = one.filter(|_| is_double).and_then(behind);
                let steps: Bitboard = one.into_iter().chain(two).collect();
                pawns & (attacks::pawn_attacks(!self.color, to) | steps)
            }
            // The moves of these men are symmetric.
            _ => self.men(role) & attacks::attacks(to, role.of(self.color), self.occupied),
        }
    }

    /// Makes a move of the own side. It must be possible; castling also moves the rook.
    pub fn play(&mut self, played: Try) {
        match played {
            Try::Step {
                role,
                from,
                to,
                promotion,
            } => {
                self.remove(from);
                self.put(promotion.unwrap_or(role), to);
                if role == Role::King {
                    self.castling = [false, false];
                }
            }
            Try::Castle(side) => {
                let king = king_start(self.color);
                self.remove(king);
                self.remove(rook_start(self.color, side));
                self.put(Role::King, side.king_to(self.color));
                self.put(Role::Rook, side.rook_to(self.color));
                self.castling = [false, false];
            }
        }
    }

    /// Removes the own man on `square`, which the other side has captured; returns its role.
    pub fn lose(&mut self, square: Square) -> Option<Role> {
        let role = self.role_at(square);
        self.remove(square);
        role
    }

    fn remove(&mut self, square: Square) {
        for men in &mut self.men {
            men.discard(square);
        }
        self.occupied.discard(square);
        for (right, side) in self.castling.iter_mut().zip(CastlingSide::ALL) {
            *right &= square != rook_start(self.color, side);
        }
    }

    fn put(&mut self, role: Role, square: Square) {
        self.men.get_mut(role).add(square);
        self.occupied.add(square);
    }

    fn targets(&self, role: Role, from: Square) -> Bitboard {
        let mut reached = attacks::attacks(from, role.of(self.color), self.occupied);
        if role == Role::Pawn {
            reached |= pawn_steps(self.color, from, self.occupied);
        }
        reached & !self.occupied
    }

    fn can_castle(&self, side: CastlingSide) -> bool {
        let king = king_start(self.color);
        let rook = rook_start(self.color, side);
        self.castling[side.is_queen_side() as usize]
            && self.men(Role::King).contains(king)
            && self.men(Role::Rook).contains(rook)
            && (attacks::between(king, rook) & self.occupied).is_empty()
    }
}

/// The squares to which a pawn on `from` may step, given the occupied squares.
pub(super) fn pawn_steps(color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    let ahead = color.fold_wb(8, -8);
    let free = |square: &Square| !occupied.contains(*square);
    let Some(one) = from.offset(ahead).filter(free) else {
        return Bitboard::EMPTY;
    };
    let mut steps = Bitboard::from_square(one);
    if from.rank() == color.fold_wb(Rank::Second, Rank::Seventh)
        && let Some(two) = one.offset(ahead).filter(free)
    {
        steps.add(two);
    }
    steps
}

/// The possible promotions of a pawn on the last rank.
pub(super) const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

/// Whether `promotion` is right for a man that moves to a square: a pawn on the last rank must be
/// promoted.
pub(super) fn becomes(role: Role, to: Square, promotion: Option<Role>) -> bool {
    match promotion {
        Some(piece) => role == Role::Pawn && is_last_rank(to) && PROMOTIONS.contains(&piece),
        None => role != Role::Pawn || !is_last_rank(to),
    }
}

// A pawn can never reach its own first rank.
fn is_last_rank(square: Square) -> bool {
    matches!(square.rank(), Rank::First | Rank::Eighth)
}

/// The square of a king that may castle.
pub(super) fn king_start(color: Color) -> Square {
    color.fold_wb(Square::E1, Square::E8)
}

/// The square of the rook.
pub(super) fn rook_start(color: Color, side: CastlingSide) -> Square {
    match side {
        CastlingSide::KingSide => color.fold_wb(Square::H1, Square::H8),
        CastlingSide::QueenSide => color.fold_wb(Square::A1, Square::A8),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_the_start_every_pawn_may_try_to_capture() {
        let board = OwnBoard::of(&Chess::default(), Color::White);
        let tries = board.tries();
        // 20 moves of chess and 14 captures by pawns.
        assert_eq!(tries.len(), 34);
        assert_eq!(tries.iter().filter(|t| t.is_pawn_capture()).count(), 14);
        assert_eq!(board.count_tries(), 34);
        assert!(tries.iter().all(|t| board.allows(*t)));
    }

    #[test]
    fn every_legal_move_is_a_possible_try_and_both_boards_go_on_alike() {
        let mut position = Chess::default();
        let mut seed = 1_u64;
        for _ in 0..2_000 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                position = Chess::default();
                continue;
            }
            let us = position.turn();
            let mut boards =
                [Color::White, Color::Black].map(|color| OwnBoard::of(&position, color));
            for board in &boards {
                for role in Role::ALL {
                    for to in Square::ALL {
                        let goes = |from: &Square| board.targets(role, *from).contains(to);
                        let slow = board.men(role).into_iter().filter(goes).collect();
                        assert_eq!(board.origins(role, to), slow, "{role:?} {to}");
                    }
                }
            }
            assert!(
                moves
                    .iter()
                    .all(|m| boards[us as usize ^ 1].allows(Try::of(*m))),
            );
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let played = moves[(seed >> 33) as usize % moves.len()];
            if let Some(square) = super::super::announcement::captured_square(played) {
                boards[us as usize].lose(square);
            }
            boards[us as usize ^ 1].play(Try::of(played));
            position.play_unchecked(played);
            for (board, color) in boards.iter().zip([Color::White, Color::Black]) {
                assert_eq!(*board, OwnBoard::of(&position, color));
            }
        }
    }
}
