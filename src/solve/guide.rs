//! A given line as a guide: it only decides where the search looks first.
//!
//! A mate in forty is seldom found from its first position: the proof is small, but the search does
//! not know where it is. A line shows most of the way. [`Search::walk`] takes the attacker's
//! positions of the line from its end backwards and searches each for a solution within the moves
//! that are left, always with the same table: proofs late in the line answer most questions early
//! in it. A position gets a slice of nodes; if that is not enough, the walk waits there and
//! continues with its next slice, which is twice as large.
//!
//! In each position the line's own move is searched first, alone, and gets most of the nodes,
//! because the search knows least which moves are worth a proof.
//!
//! No move of the line is believed. Each position is proved with every defence, or not at all; a
//! refuted position is skipped (the guide keeps its place), since another move may reach the goal
//! before it. So a line changes the order of work and never the answer.

use shakmaty::Move as ChessMove;

use super::board::{Move, Orientation};
use super::decide::{Question, SHALLOW};
use super::goal::Goal;
use super::problem::Problem;
use super::rules::Rules;
use super::search::{Proof, Search};
use super::side::{Black, Side, White};
use super::table::{Depth, defender_key};
use super::verdict::RefutedLine;
use keymove_rules::bounds::Length;
use keymove_rules::stipulation::Kind;

/// The number of slices that the line's own move gets for each slice of all moves together. 62
/// claims of mates in 21 to 126 that take more than 1.5 s, 3 million nodes each: 12 proved with 0,
/// 22 with 1 (in a third of the nodes), 26 with 4.
const OWN_MOVE: u64 = 4;

/// A line, as far as it is legal.
#[derive(Debug)]
pub struct Guide<R> {
    /// The attacker's positions in order, each with the move of the line there; the last one may
    /// have none.
    steps: Vec<(R, Option<Move>)>,
    /// Whether the line ends with its goal.
    reaches: bool,
    /// The number of the line among the lines of the problem.
    number: usize,
    /// The length within which its first position is searched.
    length: Depth,
    /// The positions from here on are decided.
    decided: usize,
    /// The last refuted position.
    refuted: Option<usize>,
}

impl<R: Rules> Guide<R> {
    /// The lines of a problem whose position is `board`. If the side to move is the side that is
    /// mated, a guide begins after the first move of its line.
    pub fn of_problem<G: Goal<Rules = R>>(
        problem: &Problem,
        orientation: Orientation,
        board: &R,
    ) -> Vec<Guide<R>> {
        let longest = problem.stipulation.length.moves().min(Length::LONGEST);
        let guide = |(number, line): (usize, &Vec<ChessMove>)| {
            let (board, moves) = if problem.stipulation.kind == Kind::MATED {
                let (&first, rest) = line.split_first()?;
                let first = legal::<Black, R>(orientation, board, first)?;
                (board.play::<Black>(first), rest)
            } else {
                (*board, &line[..])
            };
            Some(Guide::new::<G>(number, moves, orientation, &board, longest))
        };
        problem.lines.iter().enumerate().filter_map(guide).collect()
    }

    /// Line `number` of a problem: its `moves` as far as they are legal from `board` on, where the
    /// attacker is to move; at most `longest` positions.
    fn new<G: Goal<Rules = R>>(
        number: usize,
        moves: &[ChessMove],
        orientation: Orientation,
        board: &R,
        longest: Depth,
    ) -> Guide<R> {
        let mut moves = moves.iter();
        Guide::along::<G>(number, board, longest, |board, is_own| {
            let &written = moves.next()?;
            if is_own {
                legal::<White, R>(orientation, board, written)
            } else {
                legal::<Black, R>(orientation, board, written)
            }
        })
    }

    /// The longest line of a proof in hand, `board` its first position.
    pub fn of_proof<G: Goal<Rules = R>>(board: &R, line: &[Move]) -> Guide<R> {
        let mut moves = line.iter().copied();
        Guide::along::<G>(0, board, Length::LONGEST, |_, _| moves.next())
    }

    /// The line whose moves are given by `next` for a position and whether the attacker is to move
    /// there.
    fn along<G: Goal<Rules = R>>(
        number: usize,
        board: &R,
        longest: Depth,
        mut next: impl FnMut(&R, bool) -> Option<Move>,
    ) -> Guide<R> {
        let mut guide = Guide {
            steps: Vec::new(),
            reaches: false,
            number,
            length: 0,
            decided: 0,
            refuted: None,
        };
        let mut board = *board;
        while guide.steps.len() < usize::from(longest) {
            let own = next(&board, true);
            guide.steps.push((board, own));
            let Some(own) = own else {
                break;
            };
            board = board.play::<White>(own);
            if G::is_reached_by(&board) {
                guide.reaches = true;
                break;
            }
            let Some(reply) = next(&board, false) else {
                break;
            };
            board = board.play::<Black>(reply);
            if G::is_self(&board) && G::is_reached(&board) {
                guide.reaches = true;
                break;
            }
        }
        guide
    }

    /// Lets the walk begin at the end: the first position is searched for a solution within
    /// `length`.
    pub fn begin(&mut self, length: Depth) {
        self.length = length;
        self.decided = self.steps.len().min(usize::from(length));
        self.refuted = None;
    }

    /// The moves that the line takes to reach its goal, if it does.
    pub fn own_length(&self) -> Option<Depth> {
        let moves = Depth::try_from(self.steps.len()).ok()?;
        self.reaches.then_some(moves)
    }

    /// The length within which its first position is searched.
    pub fn length(&self) -> Depth {
        self.length
    }

    /// Whether `board` is its first position.
    pub fn begins_at(&self, board: &R) -> bool {
        self.steps[0].0.hash() == board.hash()
    }
}

/// The move that `written` is for colour `C` on `board`, if it is legal there.
fn legal<C: Side, R: Rules>(
    orientation: Orientation,
    board: &R,
    written: ChessMove,
) -> Option<Move> {
    board.find::<C>(|m| orientation.chess_move(m, board.men()) == written)
}

impl<G: Goal> Search<'_, G> {
    /// Continues the walk along `guide`, with a few times `slice` nodes per position: whether its
    /// first position is won within its length, if the walk gets there.
    pub fn walk(&mut self, guide: &mut Guide<G::Rules>, slice: u64) -> Proof<Option<bool>> {
        let mut answer = None;
        while guide.decided > 0 {
            let place = guide.decided - 1;
            let left = guide.length - place as Depth;
            let (board, own) = &guide.steps[place];
            let node = Question::Attack(board);
            let mut found = None;
            if left <= SHALLOW {
                found = self.refute_within(node, left, slice)?;
            }
            if found.is_none() {
                if let Some(own) = own {
                    let after = board.play::<White>(*own);
                    self.find_within(
                        Question::Defence(&after),
                        left,
                        slice.saturating_mul(OWN_MOVE),
                    )?;
                }
                found = self.find_within(node, left, slice)?;
            }
            match found {
                None => return Ok(None),
                Some(true) => {}
                Some(false) if guide.refuted.is_none() => guide.refuted = Some(place),
                Some(false) => {}
            }
            guide.decided = place;
            answer = found;
        }
        Ok(answer)
    }

    /// Where the walk refuted a line: the last position that is proved to be refuted.
    pub fn refuted_line(
        &self,
        guide: &Guide<G::Rules>,
        orientation: Orientation,
    ) -> Option<RefutedLine> {
        let place = guide.refuted?;
        let left = guide.length - place as Depth;
        let (board, own) = &guide.steps[place];
        let reply = own.and_then(|own| {
            let child = board.play::<White>(own);
            let known = self.table.bounds(defender_key(child.hash()));
            let refuter = child.find::<Black>(|m| m.id() == known.best);
            refuter
                .filter(|_| known.refuted >= left)
                .map(|m| orientation.chess_move(m, child.men()))
        });
        Some(RefutedLine {
            line: guide.number,
            moves: place as u16,
            left,
            reply,
        })
    }
}

#[cfg(test)]
mod tests;
