//! A position in 40 bytes, with only the information that matters in a belief. (`shakmaty::Chess`
//! takes 136 bytes: a million positions take 40 MB here instead of 136 MB.)
//!
//! Three planes encode the kind of man on each square (0 for an empty square). The third plane
//! marks sliding men; the first two then distinguish diagonals from lines:
//!
//! ```text
//!            plane 2  1  0
//! pawn             0  0  1
//! knight           0  1  0
//! king             0  1  1
//! bishop           1  0  1    slides diagonally: planes 2 and 0
//! rook             1  1  0    slides in lines:   planes 2 and 1
//! queen            1  1  1
//! ```
//!
//! The square that a pawn has just passed is stored only if a pawn of the other side is in place to
//! capture there, legally or not. Otherwise no move, try or announcement depends on it, so both
//! cases are the same position. Read [`CompactBoard::answer`] first; [`moves`](super::moves)
//! generates all moves of a side.

use shakmaty::fen::Fen;
use shakmaty::{
    Bitboard, ByRole, CastlingSide, Chess, Color, EnPassantMode, Piece, Position as _, Role, Setup,
    Square, attacks,
};

use super::super::announcement::Directions;
use super::super::own_board::{OwnBoard, Try, king_start, rook_start};
use super::composed::compose;

/// A position: men, castling rights, en passant, side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CompactBoard {
    planes: [u64; 3],
    white: u64,
    // Bits 0 to 3: castling rights (White's king side, queen side, Black's); bit 4: Black to move;
    // from bit 8: the square where a pawn may be captured en passant, plus 1, or 0.
    state: u64,
}

// Beliefs contain millions of them.
const _: () = assert!(size_of::<CompactBoard>() == 40);

const BLACK_TO_MOVE: u64 = 1 << 4;
const RIGHTS: u64 = 0b1111;
const EN_PASSANT: u32 = 8;

/// The result of a legal move: the position after it, and the square of the captured man.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Successor {
    /// The position, with the other side to move.
    pub after: CompactBoard,
    /// The square of the captured man.
    pub capture: Option<Square>,
}

impl CompactBoard {
    /// The part of the position that the player of `color` sees.
    pub fn own_board(&self, color: Color) -> OwnBoard {
        let side = self.side(color);
        OwnBoard::new(
            color,
            ByRole::new_with(|role| self.men(role) & side),
            CastlingSide::ALL.map(|side| self.may_castle(color, side)),
        )
    }

    /// Packs `position`.
    pub fn of(position: &Chess) -> CompactBoard {
        let mut board = CompactBoard {
            planes: [0; 3],
            white: 0,
            state: 0,
        };
        for (square, piece) in position.board().clone() {
            board.put(square, piece);
        }
        for (color, side) in all_castles() {
            if position.castles().has(color, side) {
                board.state |= right(color, side);
            }
        }
        if position.turn() == Color::Black {
            board.state |= BLACK_TO_MOVE;
        }
        if let Some(square) = position.ep_square(EnPassantMode::Always) {
            board.set_en_passant(square);
        }
        board
    }

    /// The unpacked position; `None` if it is not legal in chess.
    pub fn position(&self) -> Option<Chess> {
        compose(self.setup()).ok()
    }

    /// The position as FEN.
    pub fn fen(&self) -> String {
        // Both kings exist and no number is out of range, so no information is lost.
        Fen::try_from_setup(self.setup())
            .unwrap_or_else(|error| error.ignore())
            .to_string()
    }

    fn setup(&self) -> Setup {
        let mut setup = Setup::empty();
        for square in self.occupied() {
            if let Some(role) = self.role_at(square) {
                let color = Color::from_white(self.white & bit(square) != 0);
                setup.board.set_piece_at(square, Piece { color, role });
            }
        }
        setup.turn = self.turn();
        for (color, side) in all_castles() {
            if self.may_castle(color, side) {
                setup.castling_rights.add(rook_start(color, side));
            }
        }
        setup.ep_square = self.en_passant();
        setup
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        Color::from_white(self.state & BLACK_TO_MOVE == 0)
    }

    /// All men.
    pub fn occupied(&self) -> Bitboard {
        Bitboard(self.planes[0] | self.planes[1] | self.planes[2])
    }

    /// The men of one side.
    pub fn side(&self, color: Color) -> Bitboard {
        match color {
            Color::White => Bitboard(self.white),
            Color::Black => self.occupied() & !Bitboard(self.white),
        }
    }

    /// The men of one kind, of both sides.
    pub fn men(&self, role: Role) -> Bitboard {
        let [a, b, c] = self.planes;
        Bitboard(match role {
            Role::Pawn => a & !b & !c,
            Role::Knight => !a & b & !c,
            Role::King => a & b & !c,
            Role::Bishop => a & !b & c,
            Role::Rook => !a & b & c,
            Role::Queen => a & b & c,
        })
    }

    /// The kind of man on `square`.
    pub fn role_at(&self, square: Square) -> Option<Role> {
        let at = |plane: u64| (plane >> u32::from(square)) & 1;
        let found = at(self.planes[0]) | at(self.planes[1]) << 1 | at(self.planes[2]) << 2;
        Role::ALL.into_iter().find(|role| code(*role) == found)
    }

    /// The king of `color`.
    pub fn king(&self, color: Color) -> Option<Square> {
        (self.men(Role::King) & self.side(color)).first()
    }

    /// The square that a pawn has just passed, if a pawn could capture it.
    pub fn en_passant(&self) -> Option<Square> {
        let number = u32::try_from(self.state >> EN_PASSANT).ok()?;
        Square::try_from(number.checked_sub(1)?).ok()
    }

    /// Whether `color` may still castle on `side`.
    pub fn may_castle(&self, color: Color, side: CastlingSide) -> bool {
        self.state & right(color, side) != 0
    }

    /// A hash of the position.
    pub fn hash(&self) -> u64 {
        let [a, b, c] = self.planes;
        [b, c, self.white, self.state].iter().fold(a, |hash, word| {
            (hash.rotate_left(29) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    }

    /// The men of `by` that attack `square`, if `occupied` are the squares that block sliding men.
    pub fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let slide = self.planes[2];
        let diagonal = Bitboard(slide & self.planes[0]);
        let straight = Bitboard(slide & self.planes[1]);
        let attackers = (attacks::knight_attacks(square) & self.men(Role::Knight))
            | (attacks::king_attacks(square) & self.men(Role::King))
            | (attacks::pawn_attacks(!by, square) & self.men(Role::Pawn))
            | (attacks::bishop_attacks(square, occupied) & diagonal)
            | (attacks::rook_attacks(square, occupied) & straight);
        attackers & self.side(by)
    }

    /// The men that check the side to move.
    pub fn checkers(&self) -> Bitboard {
        let turn = self.turn();
        self.king(turn).map_or(Bitboard::EMPTY, |king| {
            self.attackers(king, !turn, self.occupied())
        })
    }

    /// The directions in which the side to move is checked.
    pub fn checks(&self) -> Directions {
        Directions::seen_from(self.king(self.turn()), self.checkers())
    }

    /// Whether `color` is not in check.
    pub fn is_safe(&self, color: Color) -> bool {
        self.king(color)
            .is_none_or(|king| self.attackers(king, !color, self.occupied()).is_empty())
    }

    /// Makes `tried` for the side to move; `None` if it is illegal here. It must be possible on the
    /// own board.
    pub fn answer(&self, tried: Try) -> Option<Successor> {
        let us = self.turn();
        let occupied = self.occupied();
        match tried {
            Try::Step { role, from, to, .. } => {
                let reached = match role {
                    Role::Pawn if from.file() == to.file() => {
                        !occupied.contains(to) && (attacks::between(from, to) & occupied).is_empty()
                    }
                    Role::Pawn => occupied.contains(to) || self.en_passant() == Some(to),
                    Role::Knight | Role::King => true,
                    Role::Bishop | Role::Rook | Role::Queen => {
                        (attacks::between(from, to) & occupied).is_empty()
                    }
                };
                if !reached {
                    return None;
                }
                let made = self.play(tried);
                made.after.is_safe(us).then_some(made)
            }
            Try::Castle(side) => self.castles(us, side).then(|| self.play(tried)),
        }
    }

    /// Whether castling is legal.
    pub fn castles(&self, us: Color, side: CastlingSide) -> bool {
        let king = king_start(us);
        let occupied = self.occupied();
        let crossed = attacks::between(king, side.king_to(us)).with(side.king_to(us)) | king;
        self.may_castle(us, side)
            && (attacks::between(king, rook_start(us, side)) & occupied).is_empty()
            && crossed
                .into_iter()
                .all(|square| self.attackers(square, !us, occupied).is_empty())
    }

    /// Makes a move that must be possible here, though it may leave the own king in check.
    pub fn play(&self, played: Try) -> Successor {
        let us = self.turn();
        let mut after = *self;
        let mut capture = None;
        after.state &= RIGHTS | BLACK_TO_MOVE;
        after.state ^= BLACK_TO_MOVE;
        match played {
            Try::Step {
                role,
                from,
                to,
                promotion,
            } => {
                let ahead = role == Role::Pawn;
                if self.occupied().contains(to) {
                    capture = Some(to);
                } else if ahead && from.file() != to.file() {
                    capture = Some(Square::from_coords(to.file(), from.rank()));
                }
                if let Some(square) = capture {
                    after.remove(square);
                }
                after.remove(from);
                let role = promotion.unwrap_or(role);
                after.put(to, Piece { color: us, role });
                after.state &= kept(from) & kept(to);
                if ahead && from.distance(to) == 2 && from.file() == to.file() {
                    attacks::between(from, to)
                        .into_iter()
                        .for_each(|passed| after.set_en_passant(passed));
                }
            }
            Try::Castle(side) => {
                let king = king_start(us);
                after.remove(king);
                after.remove(rook_start(us, side));
                let man = |role| Piece { color: us, role };
                after.put(side.king_to(us), man(Role::King));
                after.put(side.rook_to(us), man(Role::Rook));
                after.state &= kept(king);
            }
        }
        Successor { after, capture }
    }

    /// Stores the square that a pawn has just passed, if the side to move has a pawn that may
    /// capture it.
    fn set_en_passant(&mut self, square: Square) {
        let us = self.turn();
        let ready = attacks::pawn_attacks(!us, square) & self.men(Role::Pawn) & self.side(us);
        if ready.is_empty() {
            return;
        }
        self.state |= u64::from(u32::from(square) + 1) << EN_PASSANT;
    }

    fn remove(&mut self, square: Square) {
        let keep = !bit(square);
        for plane in &mut self.planes {
            *plane &= keep;
        }
        self.white &= keep;
    }

    /// Puts a man on an empty square.
    fn put(&mut self, square: Square, piece: Piece) {
        let bit = bit(square);
        let code = code(piece.role);
        for (index, plane) in self.planes.iter_mut().enumerate() {
            if code >> index & 1 != 0 {
                *plane |= bit;
            }
        }
        if piece.color == Color::White {
            self.white |= bit;
        }
    }
}

/// The bits of a kind of man in the planes.
fn code(role: Role) -> u64 {
    match role {
        Role::Pawn => 1,
        Role::Knight => 2,
        Role::King => 3,
        Role::Bishop => 5,
        Role::Rook => 6,
        Role::Queen => 7,
    }
}

fn bit(square: Square) -> u64 {
    1 << u32::from(square)
}

fn all_castles() -> impl Iterator<Item = (Color, CastlingSide)> {
    let sides = |color| CastlingSide::ALL.map(|side| (color, side));
    Color::ALL.into_iter().flat_map(sides)
}

fn right(color: Color, side: CastlingSide) -> u64 {
    1 << (color.fold_wb(0, 2) + u32::from(side.is_queen_side()))
}

/// The state without the rights that are lost when a man leaves or captures on `square`.
fn kept(square: Square) -> u64 {
    !match square {
        Square::E1 => 0b0011,
        Square::H1 => 0b0001,
        Square::A1 => 0b0010,
        Square::E8 => 0b1100,
        Square::H8 => 0b0100,
        Square::A8 => 0b1000,
        _ => 0,
    }
}
