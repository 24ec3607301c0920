//! The two boards of a match: a man captured on one is in a hand on the other.

use shakmaty::{Color, Move, Role};

use super::board::{BughouseBoard, DROPPABLE};
use super::seat::{BoardName, Seat};

/// Both boards.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Boards {
    boards: [BughouseBoard; 2],
    /// Whether board A is one of crazyhouse, and B none at all.
    crazyhouse: bool,
}

impl Boards {
    /// These two positions, board A first.
    pub fn new(a: BughouseBoard, b: BughouseBoard) -> Boards {
        Boards {
            boards: [a, b],
            crazyhouse: false,
        }
    }

    /// A board of crazyhouse, as board A.
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

    /// Plays a move that is legal on its board; the partner gets what it captures, in crazyhouse
    /// the capturer.
    #[inline]
    pub fn play(&mut self, name: BoardName, m: Move) {
        match self.boards[name.index()].play(m) {
            None => (),
            Some(man) if self.crazyhouse => {
                self.boards[name.index()].give(man.role.of(!man.color));
            }
            // The partner plays the colour that the captured man has.
            Some(man) => self.boards[name.other().index()].give(man),
        }
    }

    /// Whether `seat` is to move on its board.
    #[inline]
    pub fn is_turn(&self, seat: Seat) -> bool {
        self.board(seat.board).turn() == seat.color
    }

    /// The kinds of men of which the boards and hands do not hold two sets, promoted men counted
    /// as pawns: `17 of 16 P`; empty if there are sixty-four men as there should be.
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
