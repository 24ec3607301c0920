//! Side lines of an unfinished proof, used as guides.
//!
//! When the walk along a line waits, the defence of the line is answered and another one is not.
//! Proof-number search has been there and has left its numbers, which show the other defence: the
//! reply with the greatest estimated cost, against it the move with the least estimated cost, and
//! so on. The attacker's positions of this side line are searched like the line's own, from the end
//! backwards: proofs late in it answer most questions early in it.
//!
//! Measured on claims with their lines. The 163 of #21 and more of matetrack within a million nodes
//! each: 121 proved instead of 119. The 37 of them that four seconds do not prove: in 30 s of CPU
//! each 11 instead of 10 (two more, one less), and the mates proved in both runs take 0.56 times
//! the nodes (geometric mean; one of them in 1.03 times, eight in fewer); in 60 s 13. Every sixth
//! of #8 to #20, 313, within 8 million nodes: 307 instead of 306.

use std::cmp::Reverse;

use super::board::Move;
use super::decide::{Question, SHALLOW};
use super::goal::Goal;
use super::rules::Rules;
use super::search::{Proof, Search};
use super::side::{Black, Side, White};
use super::table::{Depth, key_of};

impl<G: Goal> Search<'_, G> {
    /// Searches the positions of the side line from `board`, where the defender is to move, with at
    /// most `slice` nodes each, until one of them is not answered. `n` is the number of the
    /// attacker's moves, including the move that led here.
    pub fn walk_side_line(&mut self, board: &G::Rules, n: Depth, slice: u64) -> Proof<()> {
        for (board, left) in self.side_line(board, n).into_iter().rev() {
            let answer = self.find_within(Question::Attack(&board), left, slice)?;
            if answer.is_none() {
                break;
            }
        }
        Ok(())
    }

    /// The attacker's positions of the side line from `board`, and the moves left there.
    fn side_line(&self, board: &G::Rules, n: Depth) -> Vec<(G::Rules, Depth)> {
        let mut positions = Vec::new();
        let mut board = *board;
        for left in (SHALLOW + 1..n).rev() {
            let replies = self.open_moves::<Black>(&board, left);
            let Some((_, reply)) = replies.into_iter().min_by_key(|&(pn, _)| Reverse(pn)) else {
                break;
            };
            board = board.play::<Black>(reply);
            positions.push((board, left));
            let moves = self.open_moves::<White>(&board, left);
            let Some((_, best)) = moves.into_iter().min_by_key(|&(pn, _)| pn) else {
                break;
            };
            board = board.play::<White>(best);
        }
        positions
    }

    /// The moves after which the table holds numbers for `left` moves but no answer, with their
    /// proof numbers.
    fn open_moves<C: Side>(&self, board: &G::Rules, left: Depth) -> Vec<(u32, Move)> {
        let mut moves = Vec::new();
        board.list::<C>(&mut moves);
        let open = |m| {
            let key = key_of::<C::Other>(board.play::<C>(m).hash());
            let numbers = self.news(key, left)?;
            (!numbers.is_solved()).then_some((numbers.pn, m))
        };
        moves.into_iter().filter_map(open).collect()
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Position as _;

    use super::*;
    use crate::board::{Board, Orientation};
    use crate::goal::Mate;
    use crate::limit::Limits;
    use crate::small;
    use crate::table::{Table, attacker_key};
    use keymove_base::stop::Stop;

    /// The number of the attacker's moves: the key, which mates within 6, and 2 more than
    /// necessary.
    const N: Depth = 8;

    #[test]
    fn a_side_line_is_open_and_goes_one_move_down_a_step_and_its_walk_answers_it() {
        let (mut lines, mut longest) = (0, 0);
        for position in small::suite("mates-6") {
            let orientation = Orientation::new(position.turn());
            let stop = Stop::new();
            let mut table = Table::new(1);
            table.begin_job();
            let mut search = Search::<Mate>::new(&mut table, Limits::default(), &stop);
            let board = orientation.board(&position);
            assert_eq!(search.prove(&board, 6), Ok(true), "{position:?}");
            let known = search.table.bounds(attacker_key(board.hash()));
            let key = board.find::<White>(|m| m.id() == known.best);
            let after = board.play::<White>(key.expect("a key"));

            // The same with nothing proved: only the numbers of a search that was stopped.
            let mut table = Table::new(1);
            table.begin_job();
            let mut search = Search::<Mate>::new(&mut table, Limits::default(), &stop);
            assert_eq!(search.side_line(&after, N).len(), 0, "nobody was here");
            let question = Question::Defence(&after);
            for slice in [16, 32, 64, 128] {
                let answer = search.find_within(question, N, slice);
                let answer = answer.expect("there is no limit");
                assert_ne!(answer, Some(false), "the key wins: {position:?}");
            }
            let line = search.side_line(&after, N);
            let mut at = after;
            for (place, (board, left)) in line.iter().enumerate() {
                assert_eq!(*left, N - 1 - place as Depth);
                let known = search.table.bounds(attacker_key(board.hash()));
                assert!(known.proved > *left && known.refuted < *left, "{known:?}");
                let mut replies = Vec::new();
                at.list::<Black>(&mut replies);
                let from = |at: &Board| at.hash() == board.hash();
                assert!(replies.iter().any(|&m| from(&at.play::<Black>(m))));
                if let Some((next, _)) = line.get(place + 1) {
                    let leads = |m| {
                        let child = board.play::<White>(m);
                        child
                            .find::<Black>(|r| child.play::<Black>(r).hash() == next.hash())
                            .is_some()
                    };
                    let own = board.find::<White>(leads).expect("a move between them");
                    at = board.play::<White>(own);
                }
            }
            lines += usize::from(!line.is_empty());
            longest = longest.max(line.len());
            let decided = search.walk_side_line(&after, N, u64::MAX);
            assert_eq!(decided, Ok(()), "there is no limit");
            for (board, left) in line {
                let known = search.table.bounds(attacker_key(board.hash()));
                assert!(known.proved <= left || known.refuted >= left, "{known:?}");
            }
        }
        assert!(lines > 10 && longest == 3, "{lines} lines, {longest}");
    }
}
