//! Verifies a table: sampled levels are derived again from the level before, with the [`Arbiter`]
//! as the umpire.
//!
//! For a placement p and a number of moves n, three sorts of sets are judged: members of W(p, n),
//! which must be won in n moves, given the sets that the table says are won in n - 1; members with
//! one more square, which must not be won; and members with some squares removed and some added,
//! which must be won exactly if the table says so. Level 1 needs no table. So, as far as the
//! samples go, the levels are right one after the other, in both directions.
//!
//! Some of the samples are proved *entirely*: every member of W(p, n) is won, and every minimal set
//! that is contained in no member is not; each other set is within one of the first or contains one
//! of the second, so the answer for all sets is right.

use std::fmt;

use keymove_kriegspiel::ending::EndingTable;
use keymove_kriegspiel::ending::chance::Chance;
use shakmaty::Bitboard;

use crate::ending::judge::Arbiter;

/// For each group of this many members one sample is proved entirely.
const MEMBERS_FOR_A_PROOF: u64 = 20;

/// A proof may judge this many sets; if it needs more, another sample is taken.
const LARGEST_PROOF: usize = 1000;

/// The number of judged sets, and of the sets on which the table disagrees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Audit {
    /// Members of a level that are not won one level below.
    pub members: u64,
    /// Members with one more square.
    pub extended: u64,
    /// Members with squares removed and added.
    pub changed: u64,
    /// The number of changed sets that are won.
    pub changed_won: u64,
    /// Placements and levels for which every set is decided.
    pub proved: u64,
    /// Answers of the table that the judge contradicts.
    pub mismatches: u64,
}

impl fmt::Display for Audit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "derived again: {} members, {} with one more square, {} changed ({} of them won); \
             {} levels of placements proved entirely; {} mismatches",
            self.members,
            self.extended,
            self.changed,
            self.changed_won,
            self.proved,
            self.mismatches
        )
    }
}

/// Judges sets until `members` members of levels have been derived again. No more than four members
/// are taken from one level of one placement. `tell` is called for every mismatch.
pub fn verify(table: &EndingTable, members: u64, seed: u64, mut tell: impl FnMut(&str)) -> Audit {
    let mut random = Chance::new(seed);
    let mut done = Audit::default();
    while done.members < members {
        let placement = table.placements()[random.below(table.placements().len())];
        let moves = 1 + random.below(usize::from(table.longest())) as u16;
        let sets = table.maximal_sets(placement, moves);
        let mut fresh: Vec<Bitboard> = sets
            .iter()
            .copied()
            .filter(|&set| table.moves_to_mate(placement, set) == Some(moves))
            .collect();
        if fresh.is_empty() {
            continue;
        }
        let judge = Arbiter::new(placement);
        let possible = judge.possible();
        if possible != EndingTable::possible(placement) {
            done.mismatches += 1;
            tell(&format!("{placement}: possible squares differ"));
        }
        let mut judged = |set: Bitboard, won: bool| {
            let found = judge.is_won(set, |after, king| {
                table
                    .moves_to_mate(after, king)
                    .is_some_and(|needed| needed < moves)
            });
            if found != won {
                done.mismatches += 1;
                let squares: Vec<String> = set.into_iter().map(|s| s.to_string()).collect();
                let squares = squares.join(" ");
                tell(&format!(
                    "{placement}, {squares}: mate in {moves} is {found}, not {won}"
                ));
            }
            u64::from(found)
        };
        for _ in 0..4 {
            if fresh.is_empty() {
                break;
            }
            let set = fresh.swap_remove(random.below(fresh.len()));
            judged(set, true);
            done.members += 1;
            if let Some(square) = random.square_of(possible & !set) {
                judged(set.with(square), false);
                done.extended += 1;
            }
            let set = changed(&mut random, set, possible);
            let needed = table.moves_to_mate(placement, set);
            let won = needed.is_some_and(|needed| needed <= moves);
            done.changed_won += judged(set, won);
            done.changed += 1;
        }
        if done.proved * MEMBERS_FOR_A_PROOF < done.members
            && let Some(lost) = minimal_uncovered(&sets, possible)
        {
            for &set in &sets {
                judged(set, true);
            }
            for set in lost {
                judged(set, false);
            }
            done.proved += 1;
        }
    }
    done
}

/// A set with up to three squares fewer, and up to two more of the `possible` squares.
pub fn changed(random: &mut Chance, set: Bitboard, possible: Bitboard) -> Bitboard {
    let mut changed = set;
    for _ in 0..random.below(4) {
        if let Some(square) = random.square_of(set) {
            changed.discard(square);
        }
    }
    for _ in 0..random.below(3) {
        if let Some(square) = random.square_of(possible) {
            changed.add(square);
        }
    }
    changed
}

/// Minimal sets: none of them contains another.
#[derive(Debug, Clone, Default)]
pub struct Minimal(Vec<u64>);

impl Minimal {
    /// A family of sets none of which contains another.
    pub fn of(sets: Vec<u64>) -> Minimal {
        Minimal(sets)
    }

    /// Adds a set and drops the sets that contain it, unless it contains one itself.
    pub fn insert(&mut self, set: u64) {
        if self.0.iter().all(|other| other & !set != 0) {
            self.0.retain(|other| set & !other != 0);
            self.0.push(set);
        }
    }

    /// The sets.
    pub fn into_sets(self) -> Vec<u64> {
        self.0
    }
}

/// The minimal sets that are contained in none of `sets`; none if there are too many of them.
fn minimal_uncovered(sets: &[Bitboard], possible: Bitboard) -> Option<Vec<Bitboard>> {
    // Such a set has a square outside each member: the members are added one by one.
    let mut minimal = vec![0_u64];
    for &member in sets {
        let outside = (possible & !member).0;
        let (done, open): (Vec<u64>, Vec<u64>) =
            minimal.iter().partition(|&&set| set & outside != 0);
        let mut next = Minimal::of(done);
        for set in open {
            for square in Bitboard(outside) {
                next.insert(set | (1 << square.to_u32()));
            }
        }
        minimal = next.into_sets();
        if minimal.len() + sets.len() > LARGEST_PROOF {
            return None;
        }
    }
    Some(minimal.into_iter().map(Bitboard).collect())
}

#[test]
fn minimal_uncovered_sets_are_those_of_all_subsets() {
    let mut random = Chance::new(7);
    let possible = Bitboard(0b1111_1111);
    let within =
        |set: Bitboard, sets: &[Bitboard]| sets.iter().any(|&member| set.is_subset(member));
    for _ in 0..200 {
        let sets: Vec<Bitboard> = (0..random.below(6))
            .map(|_| Bitboard(random.number()) & possible)
            .collect();
        let mut found = minimal_uncovered(&sets, possible).expect("few");
        found.sort();
        let uncovered: Vec<Bitboard> = (0..256)
            .map(Bitboard)
            .filter(|&set| !within(set, &sets))
            .collect();
        let minimal: Vec<Bitboard> = uncovered
            .iter()
            .copied()
            .filter(|&set| {
                uncovered
                    .iter()
                    .all(|&other| other == set || !other.is_subset(set))
            })
            .collect();
        assert_eq!(found, minimal);
    }
}
