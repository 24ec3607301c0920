//! Levels derived again from the level before, with shakmaty's rules.

use keymove_kriegspiel::ending::chance::Chance;
use keymove_kriegspiel::ending::{Ending, EndingTable, WhitePlacement};
use shakmaty::Bitboard;

use crate::ending::judge::Arbiter;
use crate::ending::verify::{changed, verify};
use crate::ending::{table, tables};
use crate::support::long::{least, share};

#[test]
fn sampled_levels_follow_from_those_before() {
    for table in tables() {
        let told = |mismatch: &str| eprintln!("{mismatch}");
        let done = verify(table, share(2000) as u64, 42, told);
        eprintln!("{}: {done}", table.ending());
        assert_eq!(done.mismatches, 0, "{done}");
        let few = least(500) as u64;
        assert!(
            done.members >= least(2000) as u64
                && done.extended >= least(1500) as u64
                && done.proved >= least(50) as u64,
            "{done}"
        );
        assert!(
            done.changed_won >= few && done.changed_won + few <= done.changed,
            "{done}"
        );
    }
}

/// A table that is queried as a table of other numbers is detected: the judge does not approve
/// everything.
#[test]
fn a_level_does_not_follow_from_one_too_low() {
    let table = table(Ending::Rook);
    let mut random = Chance::new(3);
    let mut judged = 0;
    while judged < 50 {
        let placement = table.placements()[random.below(table.placements().len())];
        let set = changed(
            &mut random,
            EndingTable::possible(placement),
            Bitboard::EMPTY,
        );
        let Some(moves) = table.moves_to_mate(placement, set) else {
            continue;
        };
        let judge = Arbiter::new(placement);
        let within = |moves: u16| {
            judge.is_won(set, |after, king| {
                table
                    .moves_to_mate(after, king)
                    .is_some_and(|needed| needed < moves)
            })
        };
        assert!(within(moves) && !within(moves - 1), "{placement}");
        judged += 1;
    }
}

/// The advice leads to mate in the promised number of moves, against every king and every answer,
/// as the judge sees it.
#[test]
fn advice_works_as_promised() {
    for table in tables() {
        let mut random = Chance::new(11);
        for _ in 0..300 {
            let placement = table.placements()[random.below(table.placements().len())];
            let sets = table.maximal_sets(placement, 1 + random.below(40) as u16);
            let set = sets[random.below(sets.len())];
            check_advice(table, placement, set);
        }
    }
}

fn check_advice(table: &EndingTable, placement: WhitePlacement, set: Bitboard) {
    let moves = table
        .moves_to_mate(placement, set)
        .expect("a set that is won");
    let advice = table.best(placement, set).expect("a set that is won");
    let mut left = set;
    for step in &advice {
        assert_eq!(step.legal | step.refused, left, "{placement}");
        assert_eq!(step.refused, left & Bitboard(step.try_move.refused));
        assert!(step.legal.any() && step.moves <= moves);
        let mut said = Bitboard::EMPTY;
        for answer in &step.answers {
            said |= answer.mates | answer.before;
            if answer.before.is_empty() {
                assert_eq!(answer.moves, 0);
                continue;
            }
            let needed = table.moves_to_mate(step.try_move.after, answer.after);
            assert_eq!(needed, Some(answer.moves), "{placement} {}", step.try_move);
            assert!(answer.moves < step.moves);
        }
        assert_eq!(said, step.legal);
        left = step.refused;
    }
    assert!(left.is_empty());
    assert_eq!(
        advice.iter().map(|step| step.moves).max().unwrap_or(0),
        moves
    );
}
