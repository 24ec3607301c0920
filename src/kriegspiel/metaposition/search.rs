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

use super::Metaposition;
use super::evaluation::{Grade, MOST_POINTS, POINT, evaluate};
use super::ruling::{Announcements, Pseudomove, Ruling, Signal};

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

/// The player of the paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Player {
    /// Depth of the search in pseudomoves, at least 1.
    pub depth: u8,
    /// What the umpire tells of checks.
    pub announcements: Announcements,
}

/// Depth 2, the paper's umpire.
impl Default for Player {
    fn default() -> Player {
        Player {
            depth: 2,
            announcements: Announcements::Paper,
        }
    }
}

impl Player {
    /// The grade of what an answer to a pseudomove leaves.
    pub fn grade(
        &self,
        before: &Metaposition,
        ruling: &Ruling,
        answer: Signal,
        kings: shakmaty::Bitboard,
    ) -> Grade {
        let next = ruling.next(before, answer, kings);
        if next.kings.is_empty() {
            return LOST;
        }
        evaluate(&next, answer != Signal::Illegal && ruling.takers.any())
    }

    /// The answer with the lowest grade, the first of equal ones; none if the move ends the game
    /// for all kings.
    pub fn worst(&self, before: &Metaposition, ruling: &Ruling) -> Option<(Grade, usize)> {
        let answers = ruling.answers().iter().enumerate();
        answers
            .map(|(index, &(answer, kings))| (self.grade(before, ruling, answer, kings), index))
            .min()
    }

    /// The value of a pseudomove, or if that is not above `least`, anything that is neither.
    pub(super) fn value(
        &self,
        before: &Metaposition,
        ruling: &Ruling,
        depth: u8,
        least: Grade,
    ) -> Grade {
        if ruling.stalemated.any() {
            return STALEMATE;
        }
        if ruling.mates_all() {
            return MATE_AHEAD * POINT * Grade::from(depth);
        }
        if depth <= 1 {
            let mut worst = Grade::MAX;
            for &(answer, kings) in ruling.answers() {
                worst = worst.min(self.grade(before, ruling, answer, kings));
                if worst <= least {
                    break;
                }
            }
            return worst;
        }
        let Some((grade, index)) = self.worst(before, ruling) else {
            return LOST;
        };
        if grade + most_ahead(depth - 1) <= least {
            return least;
        }
        let (answer, kings) = ruling.answers()[index];
        let next = ruling.next(before, answer, kings);
        let mut best = LOST;
        for pseudomove in next.pseudomoves() {
            let ruling = Ruling::new(&next, pseudomove, self.announcements);
            let least = best.max(least.saturating_sub(grade));
            best = best.max(self.value(&next, &ruling, depth - 1, least));
        }
        grade + best
    }
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

/// A player with the rankings it has worked out.
#[derive(Debug)]
pub struct Deliberation {
    player: Player,
    known: HashMap<Metaposition, Box<[Choice]>>,
}

impl Deliberation {
    /// A player that knows nothing yet.
    pub fn new(player: Player) -> Deliberation {
        Deliberation {
            player,
            known: HashMap::new(),
        }
    }

    /// The player.
    pub fn player(&self) -> Player {
        self.player
    }

    /// The pseudomove to try; none if there is no move at all.
    pub fn choose(
        &mut self,
        metaposition: &Metaposition,
        history: &RecentMoves,
    ) -> Option<Pseudomove> {
        let ranking = self.ranking(metaposition);
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

    fn ranking(&mut self, metaposition: &Metaposition) -> &[Choice] {
        if self.known.len() >= MOST_KEPT {
            self.known.clear();
        }
        let player = self.player;
        self.known
            .entry(*metaposition)
            .or_insert_with(|| player.rank(metaposition))
    }
}

impl Player {
    /// All pseudomoves, the best first.
    fn rank(&self, metaposition: &Metaposition) -> Box<[Choice]> {
        let mut choices: Vec<Choice> = Vec::with_capacity(40);
        for pseudomove in metaposition.pseudomoves() {
            let ruling = Ruling::new(metaposition, pseudomove, self.announcements);
            let graded = ruling.answers().iter().map(|&(answer, kings)| {
                let grade = self.grade(metaposition, &ruling, answer, kings);
                i64::from(grade) * kings.count() as i64
            });
            choices.push(Choice {
                pseudomove,
                value: self.value(metaposition, &ruling, self.depth, Grade::MIN),
                mean: graded.sum(),
                is_mate: ruling.mates_all(),
                is_stalemate: ruling.stalemated.any(),
                is_jeopardy: ruling.takers.any(),
            });
        }
        choices.sort_by_key(|choice| Reverse((choice.value, choice.mean)));
        choices.into()
    }
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
