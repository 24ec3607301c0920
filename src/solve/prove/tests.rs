//! What proof-number search leaves in the table against depth-first search, which keeps the length
//! that it has proved and nothing else.

use super::*;
use crate::mix::SplitMix64;
use crate::solve::board::{Board, Orientation};
use crate::solve::goal::{Mate, Stalemate};
use crate::solve::limit::Limits;
use crate::solve::small::{judge_bounds, position};
use crate::solve::table::Table;
use crate::stop::Stop;

/// Nodes that a proof may take here.
const NODES: u64 = 20_000;

/// Asks for the goal within `n` moves and judges all bounds that are known afterwards; counts
/// proofs that take all moves and proofs that take fewer than were left.
fn judge<G: Goal<Rules = Board>>(board: &Board, n: Depth, seen: &mut [usize; 2]) {
    let stop = Stop::new();
    let mut table = Table::new(1);
    table.begin_job();
    let limits = Limits {
        nodes: Some(NODES),
        time: None,
    };
    let mut search = Search::<G>::new(&mut table, limits, &stop);
    if search.prove(board, n) == Ok(true) && n > 1 {
        let known = search.table.bounds(attacker_key(board.hash()));
        seen[usize::from(known.proved < n)] += 1;
    }
    judge_bounds(&mut search, board);
}

#[test]
fn a_proof_is_known_by_the_moves_that_it_takes_and_that_many_suffice() {
    let mut random = SplitMix64(2611);
    let mut seen = [[0; 2]; 2];
    for _ in 0..400 {
        let Some(position) = position(&mut random) else {
            continue;
        };
        let board = Orientation::new(position.turn()).board(position.chess());
        let n = 3 + random.below(6) as Depth;
        judge::<Mate>(&board, n, &mut seen[0]);
        judge::<Stalemate>(&board, n, &mut seen[1]);
    }
    let [mates, stalemates] = seen;
    assert!(mates[0] > 5 && mates[1] > 50, "{seen:?}");
    assert!(stalemates[1] > 50, "{seen:?}");
}
