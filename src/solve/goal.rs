//! The goal of the attacker in forced play, who moves first and has to reach it against every defence.
//!
//! Goals differ in two ways: which side's lack of moves ends the play, and how that side ends
//! ([`Finish`]). The search is written once, over [`Goal`], and compiled three times: for [`Mate`], where
//! its speed counts; for men in hand ([`HousePlay`](super::house::HousePlay)); and for all other
//! stipulations ([`Rare`](super::rare::Rare)), whose positions know at run time which one it is. Help
//! play takes [`Mate`], [`Stalemate`] and [`DoubleStalemate`] from here.
//!
//! A goal only defines how play ends and how the last move is found fast. In self play the last move is
//! the defender's, so that `n` moves are `2 * n` plies.

use super::attacks::{Bits, bit};
use super::board::{Board, Move};
use super::finish::{BothStuck, Finish, InCheck, Unchecked, last_move};
use super::mate_in_one::{Room, is_checkmate, mate_in_one, mate_in_one_and_room, mates_again};
use super::movegen::{self, MoveSink, Targets};
use super::rules::Rules;
use super::side::{Black, Side, White};
use super::sieve::Sieve;
use keymove_rules::stipulation::Aim;

/// A goal of forced play.
pub trait Goal: 'static {
    /// The stipulation.
    type Rules: Rules;

    /// How the play of the side without a move ends.
    type End: Finish;

    /// Whether the side without a move has to be in check at the end.
    const MATE: bool = matches!(<Self::End as Finish>::AIM, Aim::Mate);

    /// Whether there is a [`Sieve`] for the goal.
    const SIEVED: bool = false;

    /// Whether the tables of bare endings hold its lengths.
    const RETROGRADE: bool = false;

    /// Whether the attacker may be after the defender's king. Where not, searches for that are not compiled.
    const MAY_HUNT: bool = false;

    /// Whether the play ends when the attacker has no move.
    #[inline(always)]
    fn is_self(_board: &Self::Rules) -> bool {
        false
    }

    /// Whether the attacker is after the defender's king.
    #[inline(always)]
    fn is_after_king(_board: &Self::Rules) -> bool {
        Self::MAY_HUNT
    }

    /// Sets the sieve to a reply that is legal although it is the attacker's turn; false if it is
    /// of no use.
    fn set_sieve(_sieve: &mut Sieve, _board: &Self::Rules, _reply: Move) -> bool {
        false
    }

    /// Appends the attacker's legal moves that pass a sieve which has been set on `board`.
    fn list_passing(_sieve: &mut Sieve, board: &Self::Rules, moves: &mut Vec<Move>) {
        board.list::<White>(moves);
    }

    /// An attacker's move that reaches the goal at once (in self play, with any reply), if there is
    /// one. The attacker is to move.
    fn in_one(board: &Self::Rules) -> Option<Move> {
        let mut moves = Vec::new();
        board.list::<White>(&mut moves);
        moves
            .into_iter()
            .find(|&m| Self::is_reached_by(&board.play_unkeyed::<White>(m)))
    }

    /// The same, with the surroundings of the defending king, which is not in check.
    fn in_one_and_room(board: &Self::Rules) -> (Option<Move>, Room) {
        (Self::in_one(board), Room::of(board.men()))
    }

    /// Whether the goal is reached by the attacker's move that led here (in self play, with every
    /// reply). The defender is to move.
    fn is_reached_by(board: &Self::Rules) -> bool;

    /// Whether the goal is reached when the attacker, to move, has no move.
    #[inline]
    fn is_reached_without_attack(board: &Self::Rules) -> bool {
        Self::is_self(board) && Self::End::is_end_without_move::<White>(board)
    }

    /// Whether the goal is reached when the defender, to move, has no move.
    #[inline]
    fn is_reached_without_defence(board: &Self::Rules) -> bool {
        !Self::is_self(board) && Self::End::is_end_without_move::<Black>(board)
    }

    /// Whether the goal is already reached, with the attacker to move.
    #[inline]
    fn is_reached(board: &Self::Rules) -> bool {
        Self::is_self(board) && Self::is_reached_without_attack(board) && !board.any::<White>()
    }

    /// Whether the attacker, to move, has reached the goal or does so with one move.
    #[inline]
    fn is_within_one(board: &Self::Rules) -> bool {
        Self::in_one(board).is_some() || Self::is_reached(board)
    }

    /// The same for one of many neighbouring positions: `guess` is the move that did it in an
    /// earlier one, which may do it again.
    #[inline(always)]
    fn is_within_one_like(board: &Self::Rules, _guess: &mut Option<Move>) -> bool {
        Self::is_within_one(board)
    }
}

/// `#n`
#[derive(Debug)]
pub struct Mate;

impl Goal for Mate {
    type Rules = Board;
    type End = InCheck;

    const SIEVED: bool = true;
    const RETROGRADE: bool = true;
    const MAY_HUNT: bool = true;

    #[inline(always)]
    fn set_sieve(sieve: &mut Sieve, board: &Board, reply: Move) -> bool {
        sieve.set(board, reply)
    }

    #[inline(always)]
    fn list_passing(sieve: &mut Sieve, board: &Board, moves: &mut Vec<Move>) {
        sieve.list_passing(board, moves);
    }

    #[inline(always)]
    fn in_one(board: &Board) -> Option<Move> {
        mate_in_one(board)
    }

    fn in_one_and_room(board: &Board) -> (Option<Move>, Room) {
        mate_in_one_and_room(board)
    }

    #[inline(always)]
    fn is_within_one_like(board: &Board, guess: &mut Option<Move>) -> bool {
        if guess.is_some_and(|m| mates_again(board, m)) {
            return true;
        }
        let found = mate_in_one(board);
        if found.is_some() {
            *guess = found;
        }
        found.is_some()
    }

    #[inline(always)]
    fn is_reached_by(board: &Board) -> bool {
        is_checkmate::<Black>(board)
    }
}

/// `=n`
#[derive(Debug)]
pub struct Stalemate;

impl Goal for Stalemate {
    type Rules = Board;
    type End = Unchecked;

    fn in_one(board: &Board) -> Option<Move> {
        last_move::<Unchecked>(board)
    }

    #[inline]
    fn is_reached_by(board: &Board) -> bool {
        is_stalemate::<Black>(board)
    }
}

/// `h==n` and the like, which are not forced play.
#[derive(Debug)]
pub struct DoubleStalemate;

impl Goal for DoubleStalemate {
    type Rules = Board;
    type End = BothStuck;

    fn in_one(board: &Board) -> Option<Move> {
        last_move::<BothStuck>(board)
    }

    #[inline]
    fn is_reached_by(board: &Board) -> bool {
        BothStuck::is_end::<Black>(board)
    }
}

/// Whether the defender, to move, has moves, and every one of them mates the attacker: the end of a
/// selfmate.
pub fn every_reply_mates(board: &Board) -> bool {
    let mut checks = Checks::new(board);
    movegen::generate::<Black, _>(board, &mut checks);
    !checks.others
        && !checks.moves.is_empty()
        && checks
            .moves
            .iter()
            .all(|&m| is_checkmate::<White>(&board.play_unkeyed::<Black>(m)))
}

/// Whether the defender, to move, has moves, and every one of them ends the attacker's play in this
/// way.
pub fn every_reply_ends<E: Finish>(board: &Board) -> bool {
    let mut moves = Vec::new();
    board.list::<Black>(&mut moves);
    !moves.is_empty()
        && moves
            .iter()
            .all(|&m| E::is_end::<White>(&board.play_unkeyed::<Black>(m)))
}

/// Whether colour `C`, to move, is stalemated.
#[inline]
pub fn is_stalemate<C: Side>(board: &impl Rules) -> bool {
    !board.any::<C>() && !board.is_check::<C>()
}

/// Collects the defender's moves as long as each of them may give check, and stops at the first
/// that can't.
struct Checks {
    /// By role: the squares from which a man of the defender would give check.
    squares: [Bits; 6],
    /// Men between a line piece of the defender and the attacker's king: their moves may open the
    /// line.
    batteries: Bits,
    moves: Vec<Move>,
    /// There was a move that gives no check.
    others: bool,
}

impl Checks {
    fn new(board: &Board) -> Checks {
        Checks {
            squares: board.check_squares::<Black>(),
            batteries: movegen::batteries::<Black>(board, board.king::<White>()),
            moves: Vec::new(),
            others: false,
        }
    }
}

impl MoveSink for Checks {
    #[inline(always)]
    fn targets(&mut self, man: Targets) -> bool {
        if self.batteries & bit(man.from) == 0 && man.to & !self.squares[man.role] != 0 {
            self.others = true;
            return true;
        }
        man.moves(|m| self.moves.push(m));
        false
    }

    #[inline(always)]
    fn special(&mut self, m: Move) -> bool {
        self.moves.push(m);
        false
    }
}
