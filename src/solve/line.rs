//! The `pv`: one line from the proof.
//!
//! [`Search::shortest_line`] writes out a solution of known shortest length: every defender's move
//! holds out as long as possible. [`Search::longest_line_of_proof`] is for proofs that are not
//! known to be the shortest: it measures the proof, one attacker's move at each attacker's node,
//! and follows its longest branch. Results that the table has forgotten are proved again.

use super::side::{Black, White};
use std::collections::HashMap;

use super::board::Move;
use super::decide::{Question, Share};
use super::goal::Goal;
use super::limit::LimitKind;
use super::rules::Rules;
use super::search::{Abort, Proof, Search};
use super::table::{Depth, attacker_key, defender_key};

/// The most nodes of a proof that are measured, so that memory stays bounded: about 40 MB while the
/// map grows.
const LARGEST_PROOF: usize = 1 << 19;

/// An attacker's node of a proof.
#[derive(Debug, Clone, Copy)]
struct ProofStep {
    /// Moves to mate on the longest branch.
    height: Depth,
    /// The proving move's 16-bit identity.
    m: u16,
    /// The bound that the proof of this node keeps.
    bound: Depth,
}

type Heights = HashMap<(u64, Depth), ProofStep>;

impl<G: Goal> Search<'_, G> {
    /// The line of a solution whose shortest length is `n`: `2 * n - 1` plies, one more in self
    /// play.
    pub fn shortest_line(&mut self, board: &G::Rules, n: Depth) -> Proof<Vec<Move>> {
        let mut line = Vec::with_capacity(usize::from(n) * 2);
        let mut board = *board;
        let mut left = n;
        loop {
            let m = self.proving_move(&board, left)?;
            line.push(m);
            board = board.play::<White>(m);
            left -= 1;
            if left == 0 && !G::is_self(&board) {
                return Ok(line);
            }
            let Some(reply) = self.longest_reply(&board, left)? else {
                // The win took fewer moves than was believed.
                return Ok(line);
            };
            line.push(reply);
            if left == 0 {
                return Ok(line);
            }
            board = board.play::<Black>(reply);
        }
    }

    /// A move after which the defender loses within `n`; it is known to exist.
    pub fn proving_move(&mut self, board: &G::Rules, n: Depth) -> Proof<Move> {
        if let Some(m) = G::in_one(board) {
            return Ok(m);
        }
        let key = attacker_key(board.hash());
        if self.table.bounds(key).proved > n {
            self.decide(Question::Attack(board), n, Share::Find)?;
        }
        let known = self.table.bounds(key);
        let mut moves = Vec::new();
        board.list::<White>(&mut moves);
        if known.proved <= n
            && let Some(&m) = moves.iter().find(|m| m.id() == known.best)
        {
            return Ok(m);
        }
        for m in moves {
            if self.decide(Question::Defence(&board.play::<White>(m)), n, Share::Find)? {
                return Ok(m);
            }
        }
        unreachable!("no move wins within {n}, though that was proved")
    }

    /// A reply after which the shortest way to the goal takes `n` moves, which is known to exist:
    /// either proved, or claimed by the caller. If the claim was wrong, any reply, if there is one.
    fn longest_reply(&mut self, board: &G::Rules, n: Depth) -> Proof<Option<Move>> {
        let mut replies = Vec::new();
        board.list::<Black>(&mut replies);
        let best = self.table.bounds(defender_key(board.hash())).best;
        if let Some(i) = replies.iter().position(|m| m.id() == best) {
            replies.swap(0, i);
        }
        for &reply in &replies {
            let child = board.play::<Black>(reply);
            let holds_out = match n {
                0 => true,
                1 => !G::is_reached(&child),
                _ => self.table.bounds(attacker_key(child.hash())).refuted >= n - 1,
            };
            if holds_out {
                return Ok(Some(reply));
            }
        }
        for &reply in &replies {
            let child = board.play::<Black>(reply);
            if !self.decide(Question::Attack(&child), n - 1, Share::Refute)? {
                return Ok(Some(reply));
            }
        }
        assert!(
            self.begun > 0,
            "every reply loses before move {n}, though that was refuted"
        );
        Ok(replies.first().copied())
    }

    /// The longest line of the proof that `board` is won within `n`.
    pub fn longest_line_of_proof(&mut self, board: &G::Rules, n: Depth) -> Proof<Vec<Move>> {
        let mut heights = Heights::new();
        self.measure(board, n, &mut heights)?;
        let mut line = Vec::new();
        let mut board = *board;
        let mut bound = n;
        while let Some(step) = heights.get(&(board.hash(), bound)) {
            let mut moves = Vec::new();
            board.list::<White>(&mut moves);
            let Some(&m) = moves.iter().find(|m| m.id() == step.m) else {
                break;
            };
            line.push(m);
            board = board.play::<White>(m);
            bound = step.bound - 1;
            let mut replies = Vec::new();
            board.list::<Black>(&mut replies);
            let longest = replies.into_iter().max_by_key(|&reply| {
                heights
                    .get(&(board.play::<Black>(reply).hash(), bound))
                    .map_or(0, |s| s.height)
            });
            let Some(reply) = longest else {
                break;
            };
            line.push(reply);
            board = board.play::<Black>(reply);
        }
        Ok(line)
    }

    /// The number of moves of the proof that the attacker wins within `n`.
    fn measure(&mut self, board: &G::Rules, n: Depth, heights: &mut Heights) -> Proof<Depth> {
        if G::is_reached(board) {
            return Ok(0);
        }
        if let Some(step) = heights.get(&(board.hash(), n)) {
            return Ok(step.height);
        }
        if heights.len() >= LARGEST_PROOF {
            return Err(Abort::Limit(LimitKind::Nodes));
        }
        self.count()?;
        let m = self.proving_move(board, n)?;
        // The table's bounds may be those of another move, found while this one was searched.
        let known = self.table.bounds(attacker_key(board.hash()));
        let bound = if known.best == m.id() {
            n.min(known.proved)
        } else {
            n
        };
        let child = board.play::<White>(m);
        let mut replies = Vec::new();
        child.list::<Black>(&mut replies);
        let mut height = 1;
        for reply in replies {
            let below = self.measure(&child.play::<Black>(reply), bound - 1, heights)?;
            height = height.max(below + 1);
        }
        let step = ProofStep {
            height,
            m: m.id(),
            bound,
        };
        heights.insert((board.hash(), n), step);
        Ok(height)
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{CastlingMode, Chess, Color, fen::Fen};

    use super::super::board::{Board, Orientation};
    use super::super::goal::Mate;
    use super::super::limit::Limits;
    use super::super::table::{Table, TableBounds};
    use super::*;
    use keymove_base::stop::Stop;

    #[test]
    fn a_bound_of_another_move_is_not_asked_of_this_one() {
        let fen: Fen = "7k/8/5K2/8/8/8/Q7/8 w - - 0 1".parse().expect("a FEN");
        let position: Chess = fen
            .into_position(CastlingMode::Standard)
            .expect("a position");
        let board: Board = Orientation::new(Color::White).board(&position);
        let mut table = Table::new(1);
        table.begin_job();
        // It is mate in two, but the move is unknown, and the first to be found takes longer.
        let bounds = TableBounds {
            proved: 2,
            refuted: 1,
            best: 0,
        };
        table.store_bounds(attacker_key(board.hash), bounds, u64::MAX);
        let stop = Stop::new();
        let mut search = Search::<Mate>::new(&mut table, Limits::default(), &stop);
        let first = search.proving_move(&board, 5).expect("there is no limit");
        let child = board.play::<White>(first);
        let sooner = search.decide(Question::Defence(&child), 2, Share::Find);
        assert!(!sooner.expect("there is no limit"), "it takes longer");
        search
            .table
            .store_bounds(attacker_key(board.hash), bounds, u64::MAX);
        let line = search
            .longest_line_of_proof(&board, 5)
            .expect("there is no limit");
        assert!(
            (5..=9).contains(&line.len()) && line.len() % 2 == 1,
            "{line:?}"
        );
    }
}
