//! A search without a table, over the sets of king squares themselves, for mates in one, two and
//! three.

use std::collections::HashMap;
use std::rc::Rc;

use keymove_kriegspiel::ending::chance::Chance;
use keymove_kriegspiel::ending::{EndingTable, WhitePlacement};
use shakmaty::Bitboard;

use crate::ending::judge::Arbiter;
use crate::ending::tables;
use crate::ending::verify::changed;
use crate::support::long::share;

#[derive(Default)]
struct Search {
    judges: HashMap<WhitePlacement, Rc<Arbiter>>,
    known: HashMap<(WhitePlacement, Bitboard, u16), bool>,
}

impl Search {
    /// Whether White, to move, mates in at most `moves`.
    fn is_won(&mut self, placement: WhitePlacement, king: Bitboard, moves: u16) -> bool {
        if moves == 0 || king.is_empty() {
            return king.is_empty();
        }
        if let Some(&known) = self.known.get(&(placement, king, moves)) {
            return known;
        }
        let judge = self
            .judges
            .entry(placement)
            .or_insert_with(|| Rc::new(Arbiter::new(placement)))
            .clone();
        let won = judge.is_won(king, |after, king| self.is_won(after, king, moves - 1));
        self.known.insert((placement, king, moves), won);
        won
    }
}

#[test]
fn short_mates_are_those_of_a_search_without_a_table() {
    for table in tables() {
        let mut random = Chance::new(5);
        let mut search = Search::default();
        for (moves, count) in [(1, 2000), (2, 1000), (3, 300)] {
            // Placements in which something is won, and others.
            let of_interest: Vec<WhitePlacement> = table
                .placements()
                .iter()
                .copied()
                .filter(|&placement| table.maximal_sets(placement, moves) != [Bitboard::EMPTY])
                .collect();
            let (mut won, mut judged) = (0, 0);
            while judged < share(count) {
                let placement = of_interest[random.below(of_interest.len())];
                let possible = EndingTable::possible(placement);
                let sets = table.maximal_sets(placement, moves);
                let member = sets[random.below(sets.len())];
                let some = Bitboard(random.number() & random.number() & random.number());
                for set in [
                    member,
                    changed(&mut random, member, possible),
                    some & possible,
                ] {
                    let needed = table.moves_to_mate(placement, set);
                    let due = needed.is_some_and(|needed| needed <= moves);
                    let found = search.is_won(placement, set, moves);
                    assert_eq!(found, due, "{placement} {set:?} in {moves}");
                    won += usize::from(found);
                    judged += 1;
                }
            }
            eprintln!(
                "{}, mate in {moves}: {judged} sets, {won} won",
                table.ending()
            );
            assert!(
                won > judged / 4 && won < judged * 9 / 10,
                "{won} of {judged}"
            );
        }
    }
}
