//! A player's belief: all positions on the full board that are consistent with what the player has
//! seen and heard.
//!
//! [`Belief`] is the set, which changes with every half-move; [`history`] follows a record with it.
//! [`board`] and [`moves`] are the packed position and its moves, which the tests compare with
//! shakmaty and the umpire.

pub mod board;
pub mod composed;
pub mod history;
pub mod moves;
pub mod squares;

use std::ops::ControlFlow;

use hashbrown::hash_table::{Entry, HashTable};
use shakmaty::{ByRole, Color, Role, Square};

use self::board::CompactBoard;
use self::moves::MoveChoice;
use super::announcement::{Announcement, Directions, Finish};
use super::notation::payload::proposal_letter;
use super::own_board::{OwnBoard, Try};
use super::rules::RuleSet;

/// The information in a record about the announcement after a half-move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hearing {
    /// The information about capture and check.
    pub news: News,
    /// The end of the game.
    pub over: GameOver,
    /// The number of legal pawn captures of the side to move, if announced.
    pub pawn_tries: Option<u32>,
    /// Whether there was a capture and a check, according to the signs at a move of the proposal.
    pub signs: Option<(bool, bool)>,
    /// The rules, by which a game may end for want of men.
    pub rules: RuleSet,
}

/// The information about capture and check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum News {
    /// Complete.
    All(Option<Square>, Directions),
    /// The one item that the proposal announces: a capture on this square.
    Capture(Square),
    /// The one item that the proposal announces: a check with the proposal's letter.
    Check(char),
    /// None, whatever happened.
    Unannounced,
}

/// The information about the end of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameOver {
    /// The game goes on.
    No,
    /// Checkmate.
    Mate,
    /// None: the game may go on or not.
    Unannounced,
    /// Only the result: the winner, or `None` after a draw. The game may also have been resigned.
    Result(Option<Color>),
}

impl Hearing {
    fn wanted(self) -> MoveChoice {
        match self.news {
            News::All(Some(square), _) | News::Capture(square) => MoveChoice::Capture(square),
            News::All(None, _) => MoveChoice::Quiet,
            News::Check(_) | News::Unannounced => MoveChoice::All,
        }
    }

    /// Whether a move that captured on `capture` and led to `after` is consistent.
    fn fits(self, capture: Option<Square>, after: &CompactBoard) -> bool {
        let fits = match self.news {
            News::All(square, checks) => square == capture && checks == after.checks(),
            News::Capture(square) => capture == Some(square),
            News::Check(letter) => after
                .checks()
                .iter()
                .any(|direction| proposal_letter(direction).chars().eq([letter])),
            News::Unannounced => true,
        };
        fits && match self.over {
            GameOver::No => self.rules.goes_on(after),
            GameOver::Mate => after.is_mate(),
            GameOver::Unannounced => true,
            GameOver::Result(winner) => {
                let mated = after.checkers().any().then_some(!after.turn());
                winner == mated || self.rules.goes_on(after)
            }
        } && self
            .pawn_tries
            .is_none_or(|number| pawn_tries(after).contains(&number))
            && self
                .signs
                .is_none_or(|signs| signs == (capture.is_some(), after.checkers().any()))
    }
}

/// The number of legal pawn captures of the side to move. A pawn that can promote to four pieces
/// counts four times in the first number and once in the second, because no rule set says which is
/// meant.
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

/// Why a belief is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unknown {
    /// It has more positions than the limit.
    TooLarge,
    /// It was taking too long.
    Stopped,
}

/// The number of positions between two checks of the clock.
const STRETCH: usize = 256;

/// A set of positions, all with the same side to move and the same own men. Their order is the
/// order in which they were found, which is the same in every run.
#[derive(Debug, Clone, Default)]
pub struct Belief {
    boards: Vec<CompactBoard>,
    /// Indices of the boards by their hashes.
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

    /// The own men of the side to move, which are the same in all positions; `None` if there are no
    /// positions.
    pub fn own_board(&self) -> Option<OwnBoard> {
        let board = self.boards.first()?;
        Some(board.own_board(board.turn()))
    }

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.boards.len()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.boards.is_empty()
    }

    /// Adds a position; `false` if it is already present.
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

    /// Forgets the positions that fail `test`.
    pub fn retain(&mut self, test: impl Fn(&CompactBoard) -> bool) {
        if self.boards.iter().all(&test) {
            return;
        }
        let boards = std::mem::take(self).boards;
        for board in boards.into_iter().filter(test) {
            self.insert(board);
        }
    }

    /// The belief after the player's move `made`, before which all of `refused` were illegal.
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

    /// The belief after a hidden move, before which `count` tries were illegal; at most `cap`
    /// positions.
    ///
    /// # Errors
    ///
    /// [`Unknown`]: there are more positions, or `is_over` returned true.
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

    /// The maximum number of tries that can be illegal before a consistent hidden move; `None` if
    /// there is no such move.
    pub fn most_tries(&self, heard: Hearing) -> Option<usize> {
        let fitting = self.boards.iter().filter(|board| {
            board.some_move(heard.wanted(), |made| heard.fits(made.capture, &made.after))
        });
        fitting.map(most_illegal).max()
    }
}

/// The number of illegal tries of the side to move that are possible on its own board.
fn most_illegal(board: &CompactBoard) -> usize {
    let mut illegal = board.own_board(board.turn()).count_tries();
    // Every legal move is one of the tries.
    board.some_move(MoveChoice::All, |_| {
        illegal = illegal.saturating_sub(1);
        false
    });
    illegal
}

/// For each square, the numbers of positions in which the other side of `player` has each man there.
pub fn hidden_men(boards: &[CompactBoard], player: Color) -> [ByRole<u32>; 64] {
    let mut counts = [ByRole::default(); 64];
    for board in boards {
        for role in Role::ALL {
            for square in board.men(role) & board.side(!player) {
                counts[square.to_usize()][role] += 1;
            }
        }
    }
    counts
}

/// The umpire's announcement after a move, by these rules.
pub fn announced(rules: RuleSet, capture: Option<Square>, after: &CompactBoard) -> Announcement {
    let checks = after.checks();
    let dead = || rules.is_dead(after).then_some(Finish::Stalemate);
    Announcement {
        capture,
        checks,
        end: Finish::of(after.has_move(), checks).or_else(dead),
    }
}
