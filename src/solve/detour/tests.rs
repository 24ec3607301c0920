//! The detour, broken off at every turn, against depth-first search: its answer, what it leaves in
//! the table, and what is answered with that table afterwards. `KEYMOVE_SEED=2` takes other
//! positions.

use super::*;
use crate::mix::SplitMix64;
use crate::solve::board::{Board, Orientation};
use crate::solve::goal::{Mate, Selfmate, Stalemate};
use crate::solve::limit::Limits;
use crate::solve::rare::{Rare, RareBoard};
use crate::solve::small::{judge_bounds, position};
use crate::solve::stipulation::Kind;
use crate::solve::table::Table;
use crate::stop::Stop;

/// What came of the detours: neither proved nor refuted, refuted, proved; and of all where a longer
/// solution was in hand.
#[derive(Debug, Default)]
struct Seen {
    open: usize,
    refuted: usize,
    proved: usize,
    longer: usize,
}

/// Takes a detour to a solution within `bound`, `turns` turns of which each has twice the nodes.
fn judge<G: Goal>(board: &G::Rules, bound: Depth, turns: u32, seen: &mut Seen) {
    let stop = Stop::new();
    let (mut table, mut other) = (Table::new(1), Table::new(1));
    table.begin_job();
    other.begin_job();
    let mut search = Search::<G>::new(&mut table, Limits::default(), &stop);
    let mut detour = Detour::default();
    let mut length = Interval::default();
    for turn in 0..turns {
        if length.proved.is_none() && length.refuted < bound {
            let turn = search.take_detour(board, bound, 4 << turn, &mut detour);
            length = turn.expect("there is no limit");
        }
    }
    let mut judge = Search::<G>::new(&mut other, Limits::default(), &stop);
    let truth = judge.attack(board, bound).expect("there is no limit");
    if let Some(proved) = length.proved {
        assert!(proved <= bound, "{length:?} for {bound}");
        let within = judge.attack(board, proved).expect("there is no limit");
        assert!(within, "{length:?} at {:?}", board.men());
        seen.proved += 1;
    } else if length.refuted > 0 {
        let refuted = judge.attack(board, length.refuted);
        let refuted = refuted.expect("there is no limit");
        assert!(!refuted, "{length:?} at {:?}", board.men());
        seen.refuted += usize::from(length.refuted == bound);
    }
    if length.proved.is_none() && length.refuted < bound {
        seen.open += 1;
    }
    seen.longer += usize::from(detour.guide.is_some());
    judge_bounds(&mut search, board);
    // Nothing is left of a search that was broken off but what is in the table.
    let answer = search.prove(board, bound).expect("there is no limit");
    assert_eq!(answer, truth, "within {bound} at {:?}", board.men());
}

#[test]
fn a_longer_solution_is_never_taken_for_one_of_the_length_asked_for() {
    let seed = std::env::var("KEYMOVE_SEED").ok();
    let more: u64 = seed.map_or(0, |text| text.parse().expect("a number"));
    let mut random = SplitMix64(262 + more);
    let mut seen: [Seen; 4] = Default::default();
    for _ in 0..800 {
        let Some(position) = position(&mut random) else {
            continue;
        };
        let board: Board = Orientation::new(position.turn()).board(position.chess());
        let turns = 1 + random.below(10) as u32;
        let bound = 1 + random.below(3) as Depth;
        judge::<Mate>(&board, bound, turns, &mut seen[0]);
        judge::<Stalemate>(&board, bound.min(2), turns, &mut seen[1]);
        judge::<Selfmate>(&board, bound.min(2), turns, &mut seen[2]);
        // Of exact play no longer one is any.
        let exact = RareBoard::new(board, Kind::MATE, Some(bound));
        judge::<Rare<false>>(&exact, bound, turns, &mut seen[3]);
    }
    let [mates, stalemates, selfmates, exact] = seen;
    assert!(mates.proved > 50 && mates.longer > 10, "{mates:?}");
    assert!(stalemates.proved > 20, "{stalemates:?}");
    assert!(selfmates.refuted > 20, "{selfmates:?}");
    assert!(exact.longer == 0 && exact.open > 20, "{exact:?}");
}
