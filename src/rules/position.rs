//! A position of a problem: orthodox chess, or one board of a bughouse or crazyhouse match.
//!
//! [`Position`] is the slow and simple implementation of the rules, used for reading, writing and
//! judging. The search has its own boards (`solve/board.rs`, `solve/house.rs`), which are tested
//! against this one.

use shakmaty::san::San;
use shakmaty::{
    Bitboard, Board, CastlingMode, Chess, Color, Move, Position as _, PositionError, Role, attacks,
};

use crate::house::{House, MateRule, Reserve, Variant};

/// A position with its side to move.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position {
    chess: Chess,
    house: Option<Box<House>>,
}

impl From<Chess> for Position {
    fn from(chess: Chess) -> Position {
        Position { chess, house: None }
    }
}

impl Position {
    /// A position of bughouse or crazyhouse: its men, turn and rights are those of `chess`.
    pub fn with_house(chess: Chess, house: House) -> Position {
        Position {
            chess,
            house: Some(Box::new(house)),
        }
    }

    /// The men on the board, the turn and the rights.
    pub fn chess(&self) -> &Chess {
        &self.chess
    }

    /// The same position with `defender` as the side that is to be mated: the reserve, if there is
    /// one, belongs to it. [`Kind::settle`](crate::stipulation::Kind::settle) determines that side.
    pub fn defended_by(&self, defender: Color) -> Position {
        let mut position = self.clone();
        if let Some(house) = &mut position.house {
            house.reserve = house.reserve.with_defender(defender);
        }
        position
    }

    /// The additional state of bughouse and crazyhouse; `None` in orthodox chess.
    pub fn house(&self) -> Option<&House> {
        self.house.as_deref()
    }

    /// The men on the board.
    pub fn board(&self) -> &Board {
        self.chess.board()
    }

    /// The castling mode: orthodox or Chess960.
    pub fn mode(&self) -> CastlingMode {
        self.chess.castles().mode()
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.chess.turn()
    }

    /// Whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.chess.is_check()
    }

    /// The legal moves: those on the board, then the drops.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves: Vec<Move> = self.chess.legal_moves().into_iter().collect();
        if let Some(house) = &self.house {
            for role in Role::ALL {
                if house.has(self.turn(), role) {
                    moves.extend(
                        squares_for(role, self.drop_squares())
                            .into_iter()
                            .map(|to| Move::Put { role, to }),
                    );
                }
            }
        }
        moves
    }

    /// Whether `m` is legal.
    pub fn is_legal(&self, m: Move) -> bool {
        match (m, &self.house) {
            (Move::Put { role, to }, Some(house)) => {
                house.has(self.turn(), role) && squares_for(role, self.drop_squares()).contains(to)
            }
            (Move::Put { .. }, None) => false,
            _ => self.chess.is_legal(m),
        }
    }

    /// The squares on which a drop answers a check; all empty squares if there is no check.
    fn drop_squares(&self) -> Bitboard {
        let checkers = self.chess.checkers();
        match (checkers.single_square(), self.board().king_of(self.turn())) {
            (Some(checker), Some(king)) => attacks::between(king, checker),
            _ if checkers.any() => Bitboard::EMPTY,
            _ => !self.board().occupied(),
        }
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) {
        let turn = self.turn();
        if let Some(house) = &mut self.house {
            match m {
                Move::Put { role, .. } => house.count(turn, role, |count| count.saturating_sub(1)),
                Move::Normal {
                    from,
                    capture,
                    to,
                    promotion,
                    ..
                } => {
                    let was_promoted = house.promoted.contains(to);
                    if let Some(role) = capture {
                        house.promoted.discard(to);
                        house.keep(turn, if was_promoted { Role::Pawn } else { role });
                    }
                    if house.promoted.remove(from) || promotion.is_some() {
                        house.promoted.add(to);
                    }
                }
                Move::EnPassant { .. } => house.keep(turn, Role::Pawn),
                Move::Castle { .. } => {}
            }
        }
        self.chess.play_unchecked(m);
    }

    /// The position after a legal move.
    pub fn after(&self, m: Move) -> Position {
        let mut next = self.clone();
        next.play(m);
        next
    }

    /// Whether the side to move is mated, by the mate rule of the game.
    pub fn is_checkmate(&self) -> bool {
        let Some(house) = &self.house else {
            return self.chess.is_checkmate();
        };
        self.is_check()
            && self.chess.legal_moves().is_empty()
            && match house.mate_rule {
                MateRule::Unblockable => self.drop_squares().is_empty(),
                MateRule::Now => !Role::ALL.into_iter().any(|role| {
                    house.has(self.turn(), role) && squares_for(role, self.drop_squares()).any()
                }),
            }
    }

    /// Whether the side to move has no move and is not in check.
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && self.legal_moves().is_empty()
    }

    /// Whether the play is over: the side to move has no move and is mated (if `mate`), or
    /// stalemated.
    pub fn is_over(&self, mate: bool) -> bool {
        // The cheap test first: there is no check in nearly all positions.
        self.is_check() == mate
            && if mate {
                self.is_checkmate()
            } else {
                self.is_stalemate()
            }
    }

    /// The position after the side to move passes, with which threats and set play begin. `None` if
    /// it is in check.
    pub fn passed(&self) -> Option<Position> {
        let chess = self
            .chess
            .clone()
            .swap_turn()
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .ok()?;
        Some(Position {
            chess,
            house: self.house.clone(),
        })
    }

    /// A legal move in SAN; a drop with its letter, `P@e4`, as in BPGN.
    pub fn san(&self, m: Move) -> String {
        self.clone().play_with_san(m)
    }

    /// Plays a legal move and returns its SAN.
    pub fn play_with_san(&mut self, m: Move) -> String {
        let mut text = match m {
            Move::Put { role, to } => format!("{}@{to}", role.upper_char()),
            _ => San::from_move(&self.chess, m).to_string(),
        };
        self.play(m);
        if self.is_check() {
            text.push(if self.is_checkmate() { '#' } else { '+' });
        }
        text
    }
}

impl House {
    /// Handles a captured man.
    fn keep(&mut self, color: Color, role: Role) {
        if self.variant == Variant::Crazyhouse {
            self.count(color, role, |count| count.saturating_add(1));
        }
    }

    /// Updates a hand; with a reserve behind it, it never changes.
    fn count(&mut self, color: Color, role: Role, counted: impl Fn(u8) -> u8) {
        if self.reserve != Reserve::Of(color) {
            let count = self.hands.get_mut(color).get_mut(role);
            *count = counted(*count);
        }
    }
}

/// The subset of `squares` on which a man of `role` may be dropped.
fn squares_for(role: Role, squares: Bitboard) -> Bitboard {
    if role == Role::Pawn {
        squares & !Bitboard::BACKRANKS
    } else {
        squares
    }
}
