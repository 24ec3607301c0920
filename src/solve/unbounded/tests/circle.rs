//! Play on graphs: positions are numbers, and nearly every path leads in circles.

use super::*;
use crate::board::{Board, NO_SQUARE};
use crate::finish::Unchecked;
use crate::long::{least, share};
use keymove_base::mix::SplitMix64;

static NO_MEN: Board = Board {
    roles: [0; 6],
    colors: [0; 2],
    hash: 0,
    castling: [NO_SQUARE; 4],
    may_castle: false,
    ep: NO_SQUARE,
};

/// A position of a graph.
#[derive(Debug, Clone, Copy)]
struct Place {
    on: &'static Positions,
    at: u32,
}

impl Place {
    fn moves<C: Side>(&self) -> &'static [u32] {
        match C::WHITE {
            true => &self.on.attacks[self.at as usize],
            false => &self.on.defences[self.at as usize],
        }
    }
}

impl Rules for Place {
    type Gauge = ();

    fn men(&self) -> &Board {
        &NO_MEN
    }

    fn hash(&self) -> u64 {
        SplitMix64(self.at.into()).next()
    }

    fn play<C: Side>(&self, m: Move) -> Place {
        Place {
            at: m.0 - 1,
            ..*self
        }
    }

    fn play_unkeyed<C: Side>(&self, m: Move) -> Place {
        self.play::<C>(m)
    }

    fn pass<C: Side>(&self) -> Place {
        *self
    }

    fn list<C: Side>(&self, moves: &mut Vec<Move>) {
        moves.extend(self.moves::<C>().iter().map(|&to| Move(to + 1)));
    }

    fn count<C: Side>(&self) -> u32 {
        self.moves::<C>().len() as u32
    }

    fn any<C: Side>(&self) -> bool {
        !self.moves::<C>().is_empty()
    }

    fn is_legal<C: Side>(&self, m: Move) -> bool {
        self.moves::<C>().contains(&(m.0 - 1))
    }

    fn is_check<C: Side>(&self) -> bool {
        false
    }

    fn mobility(&self) -> u32 {
        self.count::<White>()
    }

    fn gauge(&self) {}
}

/// The goal of reaching one of the goals of the graph.
struct Arrival;

impl Goal for Arrival {
    type Rules = Place;
    type End = Unchecked;

    fn is_reached_by(place: &Place) -> bool {
        !place.any::<Black>() && Arrival::is_reached_without_defence(place)
    }

    fn is_reached_without_defence(place: &Place) -> bool {
        place.on.goals[place.at as usize]
    }
}

/// Searches from every position of the graph, in the order of `from`, with one table, and judges
/// all entries after each search.
fn judge(positions: Positions, from: &[u32], table: &mut Table, count: &mut Count) {
    let [attack, defence] = positions.lengths();
    let on: &'static Positions = Box::leak(Box::new(positions));
    table.begin_job();
    for &at in from {
        let place = Place { on, at };
        count.ask::<Arrival>(table, &place, Some(attack[at as usize]), 4000);
        for at in 0..on.attacks.len() {
            let hash = Place { on, at: at as u32 }.hash();
            count.judge(table, attacker_key(hash), attack[at]..=attack[at]);
            let led_here = defence[at].saturating_add(1).min(UNPROVED);
            count.judge(table, defender_key(hash), led_here..=led_here);
        }
    }
}

/// A random graph: most moves lead to a neighbour, back or on, so that solutions are long.
fn random(random: &mut SplitMix64) -> Positions {
    let size = 4 + random.below(40);
    let reach = 2 + random.below(4);
    let goals = 5 + random.below(40);
    let mut moves = |most: usize| -> Vec<Vec<u32>> {
        let of = |at: usize, random: &mut SplitMix64| {
            let mut to: Vec<u32> = (0..random.below(most + 1))
                .map(|_| match random.below(8) {
                    0 => random.below(size) as u32,
                    _ => ((at + random.below(2 * reach + 1) + 2 * size - reach) % size) as u32,
                })
                .collect();
            to.sort_unstable();
            to.dedup();
            to
        };
        (0..size).map(|at| of(at, random)).collect()
    };
    let (attacks, defences) = (moves(4), moves(3));
    let goals = (0..size).map(|_| random.chance(goals)).collect();
    Positions {
        attacks,
        defences,
        goals,
    }
}

#[test]
fn circles_are_never_taken_for_more_than_they_are() {
    let mut source = SplitMix64(2004);
    let mut table = Table::new(1);
    let mut count = Count::default();
    for _ in 0..share(20_000) {
        let positions = random(&mut source);
        let size = positions.attacks.len();
        let from: Vec<u32> = (0..8).map(|_| source.below(size) as u32).collect();
        judge(positions, &from, &mut table, &mut count);
    }
    eprintln!("{count:?}");
    assert!(
        count.won > least(20_000) && count.lost > least(60_000),
        "{count:?}"
    );
    assert!(count.open * 1000 < count.won + count.lost, "{count:?}");
}

/// A graph from the attacker's moves and the defender's at each position, by number; a defender
/// without a move has lost.
fn drawn(moves: &[(&[u32], &[u32])]) -> Positions {
    Positions {
        attacks: moves.iter().map(|m| m.0.to_vec()).collect(),
        defences: moves.iter().map(|m| m.1.to_vec()).collect(),
        goals: vec![true; moves.len()],
    }
}

#[test]
fn traps_of_the_literature_catch_nothing() {
    // 3 wins only through 2, which is on the path when 2 tries 3 first.
    let crossing: &[(&[u32], &[u32])] = &[
        (&[1], &[]),
        (&[1], &[2, 3]),
        (&[3, 4], &[2]),
        (&[2], &[3]),
        (&[5], &[4]),
        (&[], &[]),
    ];
    // A wheel: every position leads to the next and back, and one of them has the exit.
    let wheel: &[(&[u32], &[u32])] = &[
        (&[1, 4], &[0]),
        (&[2, 0], &[1]),
        (&[3, 1], &[2]),
        (&[4, 2], &[3]),
        (&[0, 3, 5], &[4]),
        (&[], &[]),
    ];
    // The same without an exit: nothing is won, whichever position is searched.
    let closed: &[(&[u32], &[u32])] = &[
        (&[1, 4], &[0]),
        (&[2, 0], &[1]),
        (&[3, 1], &[2]),
        (&[4, 2], &[3]),
        (&[0, 3], &[4]),
    ];
    let mut table = Table::new(1);
    for (trap, won) in [(crossing, 5), (wheel, 5), (closed, 0)] {
        let size = trap.len() as u32;
        for first in 0..size {
            let mut count = Count::default();
            let from: Vec<u32> = (0..size).map(|i| (first + i) % size).collect();
            judge(drawn(trap), &from, &mut table, &mut count);
            assert_eq!((count.won, count.open), (won, 0), "{trap:?} from {first}");
        }
    }
}
