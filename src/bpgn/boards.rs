//! The two boards of a match: a man captured on one board goes to a hand on the other.

use shakmaty::{Color, Move, Role};

use super::board::{BughouseBoard, DROPPABLE};
use super::seat::{BoardName, Seat};

/// Both boards.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Boards {
    boards: [BughouseBoard; 2],
    /// Whether board A belongs to crazyhouse, and board B is unused.
    crazyhouse: bool,
}

impl Boards {
    /// The match with these two positions, board A first.
    pub fn new(a: BughouseBoard, b: BughouseBoard) -> Boards {
        Boards {
            boards: [a, b],
            crazyhouse: false,
        }
    }

    /// A crazyhouse board, as board A.
    pub fn crazyhouse(board: BughouseBoard) -> Boards {
        Boards {
            crazyhouse: true,
            ..Boards::new(board, BughouseBoard::default())
        }
    }

    /// One of the boards.
    #[inline]
    pub fn board(&self, name: BoardName) -> &BughouseBoard {
        &self.boards[name.index()]
    }

    /// Plays a legal move; the captured man goes to the partner, in crazyhouse to the capturer.
    #[inline]
    pub fn play(&mut self, name: BoardName, m: Move) {
        match self.boards[name.index()].play(m) {
            None => (),
            Some(man) if self.crazyhouse => {
                self.boards[name.index()].give(man.role.of(!man.color));
            }
            // The partner's colour is that of the captured man.
            Some(man) => self.boards[name.other().index()].give(man),
        }
    }

    /// Whether `seat` is to move on its board.
    #[inline]
    pub fn is_turn(&self, seat: Seat) -> bool {
        self.board(seat.board).turn() == seat.color
    }

    /// The kinds of men of which the boards and hands do not have exactly two sets, with promoted
    /// men counted as pawns: `17 of 16 P`; empty if all sixty-four men are correct.
    pub fn imbalances(&self) -> Vec<String> {
        let men = Color::ALL
            .into_iter()
            .flat_map(|color| DROPPABLE.map(|role| role.of(color)));
        men.filter_map(|piece| {
            let expected = match piece.role {
                Role::Pawn => 16,
                Role::Queen | Role::King => 2,
                _ => 4,
            };
            let on = |board: &BughouseBoard| {
                let men = board.men();
                let found = match piece.role {
                    Role::Pawn => men.pawns() | board.promoted(),
                    role => men.by_role(role) & !board.promoted(),
                };
                let found = found & men.by_color(piece.color);
                found.count() as u32 + u32::from(*board.hands().piece(piece))
            };
            let found: u32 = self.boards.iter().map(on).sum();
            (found != expected).then(|| format!("{found} of {expected} {}", piece.char()))
        })
        .collect()
    }
}
