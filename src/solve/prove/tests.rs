//! The entries that proof-number search leaves in the table against depth-first search, which keeps
//! only the length that it has proved.

use super::*;
use crate::board::{Board, Orientation};
use crate::goal::{Mate, Stalemate};
use crate::limit::Limits;
use crate::small::position;
use crate::table::{Table, TableBounds, UNPROVED};
use keymove_base::mix::SplitMix64;
use keymove_base::stop::Stop;

/// Nodes that a proof may take here.
const NODES: u64 = 20_000;

/// The attacker's nodes two moves deep below `board`, and the defender's between them.
fn below(board: &Board) -> (Vec<Board>, Vec<Board>) {
    let (mut attacker, mut defender) = (vec![*board], Vec::new());
    let mut place = 0;
    while place < attacker.len() {
        let at = attacker[place];
        place += 1;
        let mut moves = Vec::new();
        at.list::<White>(&mut moves);
        for m in moves {
            let child = at.play::<White>(m);
            defender.push(child);
            if place == 1 {
                let mut replies = Vec::new();
                child.list::<Black>(&mut replies);
                attacker.extend(replies.into_iter().map(|m| child.play::<Black>(m)));
            }
        }
    }
    (attacker, defender)
}

/// Searches for the goal within `n` moves and judges all bounds that are known afterwards; counts
/// proofs that take all moves and proofs that take fewer than were left.
fn judge<G: Goal<Rules = Board>>(board: &Board, n: Depth, seen: &mut [usize; 2]) {
    let stop = Stop::new();
    let (mut table, mut other) = (Table::new(1), Table::new(1));
    table.begin_job();
    other.begin_job();
    let limits = Limits {
        nodes: Some(NODES),
        time: None,
    };
    table.add_up([Easier::ALL, Easier::SOME][usize::from(n % 2)]);
    let mut search = Search::<G>::new(&mut table, limits, &stop);
    if search.prove(board, n) == Ok(true) && n > 1 {
        let known = search.table.bounds(attacker_key(board.hash()));
        seen[usize::from(known.proved < n)] += 1;
    }
    let mut judge = Search::<G>::new(&mut other, Limits::default(), &stop);
    // Beyond this length depth-first search takes long.
    let is_judged = |known: TableBounds| known.proved != UNPROVED && known.proved <= 4;
    let (attacker, defender) = below(board);
    for at in attacker {
        let known = search.table.bounds(attacker_key(at.hash()));
        if is_judged(known) {
            let wins = judge.attack(&at, known.proved).expect("there is no limit");
            assert!(wins, "{known:?} at {:?}", at.men());
        }
    }
    for at in defender {
        let known = search.table.bounds(defender_key(at.hash()));
        if is_judged(known) {
            let wins = judge.defend(&at, known.proved).expect("there is no limit");
            assert!(wins, "{known:?} before {:?}", at.men());
        }
    }
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
