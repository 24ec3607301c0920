//! What the player thinks of every pseudomove: the paper's figures 1 and 2 in words.

use shakmaty::Bitboard;

use super::evaluation::Grade;
use super::ruling::{Pseudomove, Ruling, Signal};
use super::search::Player;
use super::{Metaposition, WhitePlacement};

/// What the umpire may answer to a pseudomove, and the reference board then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AnswerBoard {
    /// The answer.
    pub answer: Signal,
    /// The kings that bring it about, before Black's reply: the paper's figure 1.
    pub kings: Bitboard,
    /// Those when White is to move again, after the metamove.
    pub next: Bitboard,
    /// The grade of it, in sixths of a point; the lowest one counts.
    pub grade: Grade,
}

/// A pseudomove with its vote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vote {
    /// The pseudomove.
    pub pseudomove: Pseudomove,
    /// White's men after it.
    pub after: WhitePlacement,
    /// What the search makes of it, in sixths of a point.
    pub value: Grade,
    /// The kings for which it is mate.
    pub mated: Bitboard,
    /// The kings for which it is stalemate.
    pub stalemated: Bitboard,
    /// The kings that could take a man.
    pub takers: Bitboard,
    /// The answers that are possible.
    pub answers: Vec<AnswerBoard>,
}

impl Player {
    /// All pseudomoves, the one the search thinks most of first; of equal ones the one generated
    /// first.
    pub fn votes(&self, metaposition: &Metaposition) -> Vec<Vote> {
        let vote = |pseudomove| {
            let ruling = Ruling::new(metaposition, pseudomove, self.announcements);
            let answers = ruling.answers().iter();
            Vote {
                pseudomove,
                after: ruling.after,
                value: self.value(metaposition, &ruling, self.depth, Grade::MIN),
                mated: ruling.mated,
                stalemated: ruling.stalemated,
                takers: ruling.takers,
                answers: answers
                    .map(|&(answer, kings)| AnswerBoard {
                        answer,
                        kings,
                        next: ruling.next(metaposition, answer, kings).kings,
                        grade: self.grade(metaposition, &ruling, answer, kings),
                    })
                    .collect(),
            }
        };
        let mut votes: Vec<Vote> = metaposition.pseudomoves().map(vote).collect();
        votes.sort_by_key(|vote| std::cmp::Reverse(vote.value));
        votes
    }
}
