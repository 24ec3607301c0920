//! Somebody's line as a guide: it says where the search looks first, and nothing else.
//!
//! A mate in forty is seldom found from its first position: the proof is small, but nobody tells
//! the search where it is. Who has a line knows most of the way. [`Search::walk`] asks the
//! attacker's positions of the line from its end backwards, each for a solution within the moves
//! that are left, with the same table all along: what was proved late in the line answers most of
//! what the search meets early in it. A position gets a slice of nodes; where that is not enough
//! the walk waits there, and goes on when its next slice, twice as large, comes.
//!
//! Where the walk waits, a side line is walked next, see [`side_line`].
//!
//! [`side_line`]: super::side_line
//!
//! Of a position the line's own move is asked first, alone, and gets most of the nodes: which moves
//! are worth a proof is what the search knows least.
//!
//! No move of the line is believed. Each position is proved with every defence, or not at all; a
//! position that is refuted is passed over (the guide keeps its place), since another move may
//! reach the goal before it. So a line changes the order of work and never the answer.

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

/// The line's own move gets so many slices where all moves together get one. 62 claims of mates in
/// 21 to 126 that take more than 1.5 s, 3 million nodes each: 12 proved with 0, 22 with 1 (in a
/// third of the nodes), 26 with 4.
const OWN_MOVE: u64 = 4;

/// A position of a side line gets one part in so many of a slice; figures in [`side_line`].
///
/// [`side_line`]: super::side_line
const SIDE_LINE: u64 = 2;

/// A line, as far as it is legal.
#[derive(Debug)]
pub struct Guide<R> {
    /// The attacker's positions and the move of the line there, the first position first; the last
    /// one may have none.
    steps: Vec<(R, Option<Move>)>,
    /// Whether the line ends with its goal.
    reaches: bool,
    /// Which line of the problem it is.
    number: usize,
    /// The length that its first position is asked for.
    length: Depth,
    /// The positions from here on are decided.
    decided: usize,
    /// The last position that is refuted.
    refuted: Option<usize>,
}

impl<R: Rules> Guide<R> {
    /// The lines of a problem whose position is `board`. Where its side to move is the one that is
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

    /// Line `number` of a problem, `moves`, as far as they are legal from `board` on, the attacker
    /// to move; at most `longest` positions.
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

    /// The line whose moves are what `next` gives for a position and whether the attacker is to
    /// move there.
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
            if G::SELF && G::is_reached(&board) {
                guide.reaches = true;
                break;
            }
        }
        guide
    }

    /// Has the walk begin at the end: the first position is asked for a solution within `length`.
    pub fn begin(&mut self, length: Depth) {
        self.length = length;
        self.decided = self.steps.len().min(usize::from(length));
        self.refuted = None;
    }

    /// The moves that the line takes to its goal, if it gets there.
    pub fn own_length(&self) -> Option<Depth> {
        let moves = Depth::try_from(self.steps.len()).ok()?;
        self.reaches.then_some(moves)
    }

    /// The length that its first position is asked for.
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
    /// Goes on with the walk along `guide`, a few times `slice` nodes a position: whether its
    /// first position is won within its length, if the walk gets there.
    pub fn walk(&mut self, guide: &mut Guide<G::Rules>, slice: u64) -> Proof<Option<bool>> {
        let mut answer = None;
        for m in guide.steps.iter().filter_map(|step| step.1) {
            self.experience.add_line_move(m);
        }
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
                None => {
                    if let Some(own) = own {
                        let after = board.play::<White>(*own);
                        self.walk_side_line(&after, left, slice / SIDE_LINE)?;
                    }
                    return Ok(None);
                }
                Some(true) => {}
                Some(false) if guide.refuted.is_none() => guide.refuted = Some(place),
                Some(false) => {}
            }
            guide.decided = place;
            answer = found;
        }
        Ok(answer)
    }

    /// Where a line was refuted on the walk: its last position of which that is proved.
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
