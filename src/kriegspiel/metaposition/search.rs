//! The paper's search: every pseudomove, the worst of the umpire's answers, the metamove, and so on
//! to the depth.
//!
//! The value of a pseudomove is the grade of the metaposition under its worst answer, plus the
//! value of the best pseudomove that follows. What the paper leaves open:
//!
//! - A refused try is no move of Black's: no metamove follows it, but it uses up one unit of depth,
//!   so that the search ends.
//! - A move that is mate whichever king is real is made at once. Inside the tree such a mate
//!   follows only the *worst* answers, so it is no proof; it is worth [`MATE_AHEAD`] points. With
//!   more, the player gives away men for mates that are not forced.
//! - A move that is stalemate for one of the kings is made only if there is no other.
//! - Of pseudomoves with equal values that one is better whose grade is, averaged over the kings;
//!   then the one generated first.
//! - History: a move that was made in the last [`MEMORY`] moves is not made again, nor
//!   taken back, as long as there is another one, and this does not offer a man where the best move
//!   offers none. Refused tries do not count.
//!
//! A metaposition is searched once: the ranking of its pseudomoves does not depend on the history,
//! and is kept.

use std::cmp::Reverse;
use std::collections::{HashMap, VecDeque};

use shakmaty::Bitboard;

use super::evaluation::{Grade, MOST_POINTS, POINT, evaluate};
use super::{Metaposition, Signal};
use crate::ending::geometry::{Pseudomove, WhiteTry};

/// What a mate for all kings at the end of a line of worst answers is worth, in points.
pub const MATE_AHEAD: i32 = 200;

/// Worse than all grades: no king left that has not taken a man.
const LOST: Grade = -100_000 * POINT;

/// Worse than that: a stalemate.
const STALEMATE: Grade = 2 * LOST;

/// Moves that are remembered.
pub const MEMORY: usize = 30;

/// Rankings that are kept at a time, about 100 MB.
const MOST_KEPT: usize = 200_000;

/// The depth of the search that is usual, in pseudomoves.
pub const DEPTH: u8 = 2;

/// The grade of what an answer to a try leaves.
pub fn grade(before: &Metaposition, tried: &WhiteTry, answer: Signal, kings: Bitboard) -> Grade {
    let next = before.next(tried, answer, kings);
    if next.kings.is_empty() {
        return LOST;
    }
    evaluate(&next, answer != Signal::Illegal && tried.takers() != 0)
}

/// All tries with their values, the highest first, of equal ones the one generated first.
pub fn votes(metaposition: &Metaposition, depth: u8) -> Vec<(WhiteTry, Grade)> {
    let vote = |tried| (tried, value(metaposition, &tried, depth, Grade::MIN));
    let mut votes: Vec<_> = metaposition.tries().map(vote).collect();
    votes.sort_by_key(|(_, value)| Reverse(*value));
    votes
}

/// The value of a try, or if that is not above `least`, anything that is neither.
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
    // Of equal ones the first.
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

/// More than any line of so many pseudomoves adds up to.
fn most_ahead(depth: u8) -> Grade {
    const { assert!(MOST_POINTS < MATE_AHEAD) };
    MATE_AHEAD * POINT * Grade::from(depth)
}

/// A pseudomove and what speaks for it.
#[derive(Debug, Clone, Copy)]
struct Choice {
    pseudomove: Pseudomove,
    value: Grade,
    /// Sum over the kings; mated ones count 0.
    mean: i64,
    is_mate: bool,
    is_stalemate: bool,
    /// A man can be taken.
    is_jeopardy: bool,
}

/// The player of the paper, with the rankings it has worked out.
#[derive(Debug)]
pub struct Deliberation {
    depth: u8,
    known: HashMap<Metaposition, Box<[Choice]>>,
}

impl Deliberation {
    /// A player that knows nothing yet and searches to a depth, in pseudomoves, at least 1.
    pub fn new(depth: u8) -> Deliberation {
        Deliberation {
            depth,
            known: HashMap::new(),
        }
    }

    /// The pseudomove to try; none if there is no move at all.
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

/// The moves made last.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct RecentMoves(VecDeque<Pseudomove>);

impl RecentMoves {
    /// Adds a move, and forgets all but the last [`MEMORY`].
    pub fn add(&mut self, pseudomove: Pseudomove) {
        self.0.push_back(pseudomove);
        while self.0.len() > MEMORY {
            self.0.pop_front();
        }
    }

    /// Whether the move was made, or would take back one that was.
    pub fn holds(&self, pseudomove: Pseudomove) -> bool {
        self.0
            .iter()
            .any(|&made| made == pseudomove || made == pseudomove.back())
    }
}
