//! A player's belief: all positions on the full board that fit what the player has seen and heard.
//!
//! [`Belief`] is the set and how it changes with a half-move, [`history`] follows a record with it.
//! [`board`] and [`moves`] are the packed position and its moves; shakmaty and the umpire judge
//! them in the tests.

pub mod board;
pub mod composed;
pub mod history;
pub mod listing;
pub mod moves;

use std::ops::ControlFlow;

use hashbrown::hash_table::{Entry, HashTable};
use shakmaty::{Color, Role, Square};

use self::board::CompactBoard;
use self::moves::MoveChoice;
use super::announcement::{Announcement, Directions, Finish};
use super::notation::payload::proposal_letter;
use super::own_board::{OwnBoard, Try};

/// What a record says of a half-move's announcement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hearing {
    /// Capture and check.
    pub told: News,
    /// The end of the game.
    pub over: GameOver,
    /// How many pawn captures are legal for the side to move, if that is told.
    pub pawn_tries: Option<u32>,
    /// Whether there was a capture and a check, as the signs at a move of the proposal tell.
    pub signs: Option<(bool, bool)>,
}

/// What is told of capture and check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum News {
    /// All of it.
    All(Option<Square>, Directions),
    /// Of several things one, as in the proposal: there was a capture on this square.
    Capture(Square),
    /// Of several things one: a check with the proposal's letter.
    Check(char),
    /// Nothing, of whatever there was.
    Untold,
}

/// What is told of the end of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameOver {
    /// The game goes on.
    No,
    /// Checkmate.
    Mate,
    /// Nothing: the game may go on or not.
    Untold,
    /// Nothing but the result: the winner, or `None` after a draw. A game may also be given up.
    Result(Option<Color>),
}

impl Hearing {
    fn wanted(self) -> MoveChoice {
        match self.told {
            News::All(Some(square), _) | News::Capture(square) => MoveChoice::Capture(square),
            News::All(None, _) => MoveChoice::Quiet,
            News::Check(_) | News::Untold => MoveChoice::All,
        }
    }

    /// Tells whether a move that captured on `capture` and led to `after` fits.
    fn fits(self, capture: Option<Square>, after: &CompactBoard) -> bool {
        let told = match self.told {
            News::All(square, checks) => square == capture && checks == after.checks(),
            News::Capture(square) => capture == Some(square),
            News::Check(letter) => after
                .checks()
                .iter()
                .any(|direction| proposal_letter(direction).chars().eq([letter])),
            News::Untold => true,
        };
        told && match self.over {
            GameOver::No => after.has_move(),
            GameOver::Mate => after.is_mate(),
            GameOver::Untold => true,
            GameOver::Result(winner) => {
                let mated = after.checkers().any().then_some(!after.turn());
                winner == mated || after.has_move()
            }
        } && self
            .pawn_tries
            .is_none_or(|number| pawn_tries(after).contains(&number))
            && self
                .signs
                .is_none_or(|signs| signs == (capture.is_some(), after.checkers().any()))
    }
}

/// How many pawn captures are legal for the side to move. A pawn that may become four pieces counts
/// four times, and then once: nowhere is it said which is meant.
pub fn pawn_tries(board: &CompactBoard) -> [u32; 2] {
    let (mut all, mut least) = (0, 0);
    let _ = board.each_move(MoveChoice::All, |tried, _| {
        if let Try::Step { promotion, .. } = tried
            && tried.is_pawn_capture()
        {
            all += 1;
            least += u32::from(matches!(promotion, None | Some(Role::Queen)));
        }
        ControlFlow::<()>::Continue(())
    });
    [all, least]
}

/// Why a belief is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unknown {
    /// It has more positions than are kept.
    TooLarge,
    /// It was not to take any longer.
    Stopped,
}

/// How many positions are looked at between two looks at the clock.
const STRETCH: usize = 256;

/// A set of positions, all with the same side to move and the same own men. Their order is that in
/// which they were found, the same in every run.
#[derive(Debug, Clone, Default)]
pub struct Belief {
    boards: Vec<CompactBoard>,
    /// Indices into the boards, by their hashes.
    known: HashTable<u32>,
}

impl Belief {
    /// The belief of a player who knows the position.
    pub fn certain(board: CompactBoard) -> Belief {
        let mut belief = Belief::default();
        belief.insert(board);
        belief
    }

    /// The positions.
    pub fn boards(&self) -> &[CompactBoard] {
        &self.boards
    }

    /// The own men of the side to move, which are the same in all positions; none if there are no
    /// positions.
    pub fn own_board(&self) -> Option<OwnBoard> {
        let board = self.boards.first()?;
        Some(board.own_board(board.turn()))
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.boards.len()
    }

    /// Tells whether no position fits.
    pub fn is_empty(&self) -> bool {
        self.boards.is_empty()
    }

    /// Adds a position; false if it is there already.
    pub fn insert(&mut self, board: CompactBoard) -> bool {
        let boards = &self.boards;
        let is_it = |&index: &u32| boards[index as usize] == board;
        let hash_of = |&index: &u32| boards[index as usize].hash();
        let Entry::Vacant(place) = self.known.entry(board.hash(), is_it, hash_of) else {
            return false;
        };
        place.insert(u32::try_from(boards.len()).unwrap_or(u32::MAX));
        self.boards.push(board);
        true
    }

    /// The belief after the player's `made`, before which all of `refused` were illegal.
    pub fn own_move(&self, refused: &[Try], made: Try, heard: Hearing) -> Belief {
        let mut next = Belief::default();
        for board in &self.boards {
            if refused.iter().any(|tried| board.answer(*tried).is_some()) {
                continue;
            }
            let Some(made) = board.answer(made) else {
                continue;
            };
            if heard.fits(made.capture, &made.after) {
                next.insert(made.after);
            }
        }
        next
    }

    /// The belief after a hidden move, before which `count` tries were illegal. At most `cap`
    /// positions.
    ///
    /// # Errors
    ///
    /// [`Unknown`]: there are more, or `is_over` said that it is to end.
    pub fn hidden_move(
        &self,
        heard: Hearing,
        count: usize,
        cap: usize,
        is_over: impl Fn() -> bool,
    ) -> Result<Belief, Unknown> {
        let mut next = Belief::default();
        for (index, board) in self.boards.iter().enumerate() {
            if index % STRETCH == STRETCH - 1 && is_over() {
                return Err(Unknown::Stopped);
            }
            if board.vain_pawn_captures() < count && most_illegal(board) < count {
                continue;
            }
            let too_many = board.some_move(heard.wanted(), |made| {
                heard.fits(made.capture, &made.after) && next.insert(made.after) && next.len() > cap
            });
            if too_many {
                return Err(Unknown::TooLarge);
            }
        }
        Ok(next)
    }

    /// The most tries that can be illegal before a hidden move that fits; `None` if no move does.
    pub fn most_tries(&self, heard: Hearing) -> Option<usize> {
        let fitting = self.boards.iter().filter(|board| {
            board.some_move(heard.wanted(), |made| heard.fits(made.capture, &made.after))
        });
        fitting.map(most_illegal).max()
    }
}

/// How many tries that are possible on its own board are illegal for the side to move.
fn most_illegal(board: &CompactBoard) -> usize {
    let mut illegal = board.own_board(board.turn()).count_tries();
    // Every legal move is one of the tries.
    board.some_move(MoveChoice::All, |_| {
        illegal = illegal.saturating_sub(1);
        false
    });
    illegal
}

/// What the umpire announces of a move.
pub fn announced(capture: Option<Square>, after: &CompactBoard) -> Announcement {
    let checks = after.checks();
    Announcement {
        capture,
        checks,
        end: Finish::of(after.has_move(), checks),
    }
}
