//! The results of the search for play that returns to itself, against brute force: the length of
//! every position by plain iteration to a fixpoint, on graphs that are not chess, on whole
//! reachable chess positions by the rules of shakmaty, and on the tables of bare endings. The tests
//! judge the answers and, more than that, all entries that are left in the table: a result that
//! depends on a path shows there as a refutation of a position that is won.
//!
//! One table serves many searches of one graph, each from another position, so that a wrong entry
//! of one search misleads the next.

mod chess;
mod circle;

use std::ops::RangeInclusive;

use super::*;
use crate::limit::Limits;
use crate::prove::Easier;
use crate::table::{Table, UNPROVED, attacker_key, defender_key};
use keymove_base::stop::Stop;

/// The moves of the attacker to the goal from each position, by side to move (attacker, defender);
/// [`UNPROVED`] if there is no way.
type Lengths = [Vec<Depth>; 2];

/// The positions of a game as numbers, the moves from each by side to move, and the flags that say
/// where a defender without a move has reached the goal.
#[derive(Debug, Default)]
struct Positions {
    attacks: Vec<Vec<u32>>,
    defences: Vec<Vec<u32>>,
    goals: Vec<bool>,
}

impl Positions {
    /// The lengths, one more move at a time until nothing changes.
    fn lengths(&self) -> Lengths {
        let mut attack = vec![UNPROVED; self.attacks.len()];
        let mut defence: Vec<Depth> = (0..self.defences.len())
            .map(|at| match self.defences[at].is_empty() && self.goals[at] {
                true => 0,
                false => UNPROVED,
            })
            .collect();
        for n in 1..UNPROVED {
            let mut is_news = false;
            for (length, moves) in attack.iter_mut().zip(&self.attacks) {
                if *length == UNPROVED && moves.iter().any(|&to| defence[to as usize] < n) {
                    *length = n;
                    is_news = true;
                }
            }
            for (length, moves) in defence.iter_mut().zip(&self.defences) {
                let is_lost = || moves.iter().all(|&to| attack[to as usize] <= n);
                if *length == UNPROVED && !moves.is_empty() && is_lost() {
                    *length = n;
                }
            }
            if !is_news {
                break;
            }
        }
        [attack, defence]
    }
}

/// Counts of the judged results.
#[derive(Debug, Default)]
struct Count {
    /// Searches that found a solution, that found that there is none, and that met their limit.
    won: usize,
    lost: usize,
    open: usize,
    /// Entries of the table with a result.
    proofs: usize,
    refutations: usize,
}

impl Count {
    /// Searches `board` for a solution within `nodes` nodes and judges the answer; `length` is the
    /// true length, if it is known.
    fn ask<G: Goal>(
        &mut self,
        table: &mut Table,
        board: &G::Rules,
        length: Option<Depth>,
        nodes: u64,
    ) {
        let stop = Stop::new();
        let limits = Limits {
            nodes: Some(nodes),
            time: None,
        };
        table.add_up([Easier::ALL, Easier::SOME][usize::from(nodes.is_multiple_of(2))]);
        let mut search = Search::<G>::new(table, limits, &stop);
        match search.prove_unbounded(Question::Attack(board)) {
            Ok(true) => {
                assert_ne!(length, Some(UNPROVED), "a solution where there is none");
                self.won += 1;
            }
            Ok(false) => {
                assert_eq!(length.unwrap_or(UNPROVED), UNPROVED, "there is a solution");
                self.lost += 1;
            }
            Err(_) => self.open += 1,
        }
    }

    /// Judges the entry of `table` for a position whose length is in `lengths`, including the
    /// attacker's move that led there.
    fn judge(&mut self, table: &Table, key: u64, lengths: RangeInclusive<Depth>) {
        let known = table.bounds(key);
        assert!(
            known.proved >= *lengths.start(),
            "{known:?}, but {lengths:?}"
        );
        assert!(known.refuted < *lengths.end(), "{known:?}, but {lengths:?}");
        self.proofs += usize::from(known.proved != UNPROVED);
        self.refutations += usize::from(known.refuted >= ANY);
    }
}
