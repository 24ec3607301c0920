//! The paper's search: every pseudomove, the worst of the umpire's answers, the metamove, and so on
//! to the given depth.
//!
//! The value of a pseudomove is the grade of the metaposition under its worst answer, plus the
//! value of the best pseudomove that follows. Choices made where the paper says nothing:
//!
//! - A refused try is not a move, so no metamove of Black follows it, but it uses up one unit of
//!   depth, so that the search ends.
//! - A move that mates whichever king is real is made immediately. Inside the tree, such a mate
//!   follows only the *worst* answers, so it proves nothing; it is worth [`MATE_AHEAD`] points.
//!   With a higher value, the player gives away men for mates that are not forced.
//! - A move that stalemates one of the kings is made only if there is no other.
//! - Among pseudomoves with equal values, the one with the better average grade over the kings is
//!   chosen; then the one generated first.
//! - History: a move that was made in the last [`MEMORY`] moves is neither repeated nor reversed,
//!   as long as there is another one that does not offer a man where the best move offers none.
//!   Refused tries do not count.
//!
//! A metaposition is searched only once: the ranking of its pseudomoves does not depend on the
//! history and is stored.

use std::cmp::Reverse;
use std::collections::{HashMap, VecDeque};

use shakmaty::Bitboard;

use super::evaluation::{Grade, MOST_POINTS, POINT, evaluate};
use super::{Metaposition, Signal};
use crate::ending::geometry::{Pseudomove, WhiteTry};

/// The value, in points, of a mate for all kings at the end of a line of worst answers.
pub const MATE_AHEAD: i32 = 200;

/// Worse than all grades: every king has captured a man.
const LOST: Grade = -100_000 * POINT;

/// Even worse: a stalemate.
const STALEMATE: Grade = 2 * LOST;

/// The number of moves that are remembered.
pub const MEMORY: usize = 30;

/// The maximum number of stored rankings, about 100 MB.
const MOST_KEPT: usize = 200_000;

/// The default depth of the search, in pseudomoves.
pub const DEPTH: u8 = 2;

/// The grade after an answer to a try.
pub fn grade(before: &Metaposition, tried: &WhiteTry, answer: Signal, kings: Bitboard) -> Grade {
    let next = before.next(tried, answer, kings);
    if next.kings.is_empty() {
        return LOST;
    }
    evaluate(&next, answer != Signal::Illegal && tried.takers() != 0)
}

/// All tries with their values, the highest first; among equal ones, in the order of generation.
pub fn votes(metaposition: &Metaposition, depth: u8) -> Vec<(WhiteTry, Grade)> {
    let vote = |tried| (tried, value(metaposition, &tried, depth, Grade::MIN));
    let mut votes: Vec<_> = metaposition.tries().map(vote).collect();
    votes.sort_by_key(|(_, value)| Reverse(*value));
    votes
}

/// The value of a try; if it is not above `least`, any number that is not above it either.
fn value(before: &Metaposition, tried: &WhiteTry, depth: u8, least: Grade) -> Grade {
    if tried.stalemates != 0 {
        return STALEMATE;
    }
    if tried.mates_all() {
        return MATE_AHEAD * POINT * Grade::from(depth);
    }
    if depth <= 1 {
        let mut worst = Grade::MAX;
        for (answer, kings) in tried.answers() {
            worst = worst.min(grade(before, tried, answer, kings));
            if worst <= least {
                break;
            }
        }
        return worst;
    }
    let graded = tried.answers().map(|(answer, kings)| {
        let grade = grade(before, tried, answer, kings);
        (grade, before.next(tried, answer, kings))
    });
    // Among equal ones, the first.
    let Some((grade, next)) = graded.min_by_key(|(grade, _)| *grade) else {
        return LOST;
    };
    if grade + most_ahead(depth - 1) <= least {
        return least;
    }
    let mut best = LOST;
    for tried in next.tries() {
        let least = best.max(least.saturating_sub(grade));
        best = best.max(value(&next, &tried, depth - 1, least));
    }
    grade + best
}

/// An upper bound for the sum along a line of this number of pseudomoves.
fn most_ahead(depth: u8) -> Grade {
    const { assert!(MOST_POINTS < MATE_AHEAD) };
    MATE_AHEAD * POINT * Grade::from(depth)
}

/// A pseudomove and its merits.
#[derive(Debug, Clone, Copy)]
struct Choice {
    pseudomove: Pseudomove,
    value: Grade,
    /// The sum over the kings; mated ones count 0.
    mean: i64,
    is_mate: bool,
    is_stalemate: bool,
    /// Whether a man can be captured.
    is_jeopardy: bool,
}

/// The player of the paper, with its stored rankings.
#[derive(Debug)]
pub struct Deliberation {
    depth: u8,
    known: HashMap<Metaposition, Box<[Choice]>>,
}

impl Deliberation {
    /// A player without stored rankings that searches to `depth` pseudomoves, at least 1.
    pub fn new(depth: u8) -> Deliberation {
        Deliberation {
            depth,
            known: HashMap::new(),
        }
    }

    /// The pseudomove to try; `None` if there is no move at all.
    pub fn choose(
        &mut self,
        metaposition: &Metaposition,
        history: &RecentMoves,
    ) -> Option<Pseudomove> {
        if self.known.len() >= MOST_KEPT {
            self.known.clear();
        }
        let depth = self.depth;
        let ranking = self
            .known
            .entry(*metaposition)
            .or_insert_with(|| rank(metaposition, depth));
        if let Some(mate) = ranking.iter().find(|choice| choice.is_mate) {
            return Some(mate.pseudomove);
        }
        let best = ranking.first()?;
        let fresh = ranking
            .iter()
            .find(|choice| !choice.is_stalemate && !history.holds(choice.pseudomove));
        let choice = match fresh {
            Some(fresh) if best.is_jeopardy || !fresh.is_jeopardy => fresh,
            _ => best,
        };
        Some(choice.pseudomove)
    }
}

/// All pseudomoves, the best first.
fn rank(metaposition: &Metaposition, depth: u8) -> Box<[Choice]> {
    let choice = |tried: WhiteTry| {
        let graded = tried.answers().map(|(answer, kings)| {
            let grade = grade(metaposition, &tried, answer, kings);
            i64::from(grade) * kings.count() as i64
        });
        Choice {
            pseudomove: tried.step,
            value: value(metaposition, &tried, depth, Grade::MIN),
            mean: graded.sum(),
            is_mate: tried.mates_all(),
            is_stalemate: tried.stalemates != 0,
            is_jeopardy: tried.takers() != 0,
        }
    };
    let mut choices: Vec<Choice> = metaposition.tries().map(choice).collect();
    choices.sort_by_key(|choice| Reverse((choice.value, choice.mean)));
    choices.into()
}

/// The most recent moves.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct RecentMoves(VecDeque<Pseudomove>);

impl RecentMoves {
    /// Adds a move, and forgets all but the last [`MEMORY`] moves.
    pub fn add(&mut self, pseudomove: Pseudomove) {
        self.0.push_back(pseudomove);
        while self.0.len() > MEMORY {
            self.0.pop_front();
        }
    }

    /// Whether the move was made, or reverses one that was.
    pub fn holds(&self, pseudomove: Pseudomove) -> bool {
        self.0
            .iter()
            .any(|&made| made == pseudomove || made == pseudomove.back())
    }
}
