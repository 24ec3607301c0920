//! The paper's search: every pseudomove, the worst of the umpire's answers, the metamove, and so on to the depth.
//!
//! The value of a pseudomove is the grade of the metaposition under its worst answer, plus the value of the best pseudomove that
//! follows. What the paper leaves open:
//!
//! - A refused try is no move of Black's: no metamove follows it, but it uses up one unit of depth, so that the search ends.
//! - A move that is mate whichever king is real is made at once. Inside the tree such a mate follows only the *worst* answers, so it
//!   is no proof; it is worth [`MATE_AHEAD`] points. With more, the player gives away men for mates that are not forced.
//! - A move that is stalemate for one of the kings is made only if there is no other.
//! - History: a man does not go to a square that it went to in one of the last [`Player::memory`] moves, as long as there
//!   is another move. Refused tries do not count.

use super::Metaposition;
use super::evaluation::{Grade, POINT, evaluate};
use super::umpire::{Announcements, Answer, Pseudomove, Ruling};

/// What a mate for all kings at the end of a line of worst answers is worth, in points.
pub const MATE_AHEAD: i32 = 200;

/// Worse than all grades: a stalemate, or no king left that has not taken a man.
const LOST: Grade = -100_000 * POINT;

/// Longest memory of a player, in moves.
pub const LONGEST_MEMORY: usize = 8;

/// The moves made last, the latest first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct History([Option<Pseudomove>; LONGEST_MEMORY]);

impl History {
    /// The history after one more move.
    pub fn with(self, pseudomove: Pseudomove, memory: usize) -> History {
        let mut moves = self.0;
        let kept = &mut moves[..memory.min(LONGEST_MEMORY)];
        // The oldest comes to the front, to be replaced.
        if !kept.is_empty() {
            kept.rotate_right(1);
            kept[0] = Some(pseudomove);
        }
        History(moves)
    }

    /// Whether the man has gone to that square.
    pub fn holds(&self, pseudomove: Pseudomove) -> bool {
        self.0
            .iter()
            .flatten()
            .any(|made| made.to == pseudomove.to && made.role == pseudomove.role)
    }
}

/// The player of the paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Player {
    /// Depth of the search in pseudomoves, at least 1.
    pub depth: u8,
    /// What the umpire tells of checks.
    pub announcements: Announcements,
    /// Moves that are remembered, at most [`LONGEST_MEMORY`].
    pub memory: usize,
}

/// Depth 2, the paper's umpire, eight moves.
impl Default for Player {
    fn default() -> Player {
        Player {
            depth: 2,
            announcements: Announcements::Paper,
            memory: LONGEST_MEMORY,
        }
    }
}

impl Player {
    /// The pseudomove to try; none if there is no move at all. Of equal ones the first counts.
    pub fn choose(&self, metaposition: &Metaposition, history: &History) -> Option<Pseudomove> {
        let mut fresh = None;
        let mut stale = None;
        for pseudomove in metaposition.pseudomoves() {
            let ruling = Ruling::new(metaposition, pseudomove, self.announcements);
            if ruling.mates_all() {
                return Some(pseudomove);
            }
            let value = self.value(metaposition, &ruling, self.depth);
            let best = if history.holds(pseudomove) || ruling.stalemated.any() {
                &mut stale
            } else {
                &mut fresh
            };
            if best.is_none_or(|(most, _)| value > most) {
                *best = Some((value, pseudomove));
            }
        }
        fresh.or(stale).map(|(_, pseudomove)| pseudomove)
    }

    fn value(&self, before: &Metaposition, ruling: &Ruling, depth: u8) -> Grade {
        if ruling.stalemated.any() {
            return 2 * LOST;
        }
        if ruling.mates_all() {
            return MATE_AHEAD * POINT * Grade::from(depth);
        }
        let graded = ruling.answers().iter().map(|&(answer, kings)| {
            let left = ruling.left(before, answer, kings);
            (evaluate(&left, answer != Answer::Illegal), answer, left)
        });
        let Some((grade, answer, left)) = graded.min_by_key(|&(grade, ..)| grade) else {
            return LOST;
        };
        if depth <= 1 {
            return grade;
        }
        let next = match answer {
            Answer::Illegal => left,
            Answer::Silent | Answer::Check(_) => ruling.metamove(left.kings),
        };
        let best = next.pseudomoves().map(|pseudomove| {
            let ruling = Ruling::new(&next, pseudomove, self.announcements);
            self.value(&next, &ruling, depth - 1)
        });
        grade + best.max().unwrap_or(LOST)
    }
}
