//! What the sets of squares around a king cost, man by man: the answers that [`Net`](super::Net)
//! keeps.

use super::{Sets, capturable};
use crate::solve::attacks::{self, Bits, Sq, bit, pop};
use crate::solve::board::{Board, KING, PAWN, QUEEN, ROOK};
use crate::solve::help::reach::{self, CENTRE, PROMOTED, index, zone_of};
use crate::solve::side::{Black, White};

/// The least moves for each set of squares, grown man by man.
struct Costs<const SETS: usize> {
    least: [u8; SETS],
    /// The sets that can be had at all.
    had: Vec<u16>,
}

const NEVER: u8 = u8::MAX;

impl<const SETS: usize> Costs<SETS> {
    fn new() -> Costs<SETS> {
        let mut least = [NEVER; SETS];
        least[0] = 0;
        Costs {
            least,
            had: vec![0],
        }
    }

    /// Adds a man that can contribute one of `options`, each a set with the moves it takes, within
    /// `moves` in all.
    fn add(&mut self, options: &[(u16, u8)], moves: usize) {
        let before = self.least;
        for i in 0..self.had.len() {
            let had = self.had[i];
            let spent = before[usize::from(had)];
            for &(set, cost) in options {
                let cost = usize::from(spent) + usize::from(cost);
                let union = usize::from(had | set);
                if cost <= moves && cost < usize::from(self.least[union]) {
                    if self.least[union] == NEVER {
                        self.had.push(union as u16);
                    }
                    self.least[union] = cost as u8;
                }
            }
        }
    }
}

pub(super) fn unguarded(
    board: &Board,
    mut doubled: Bits,
    king: Sq,
    moves: usize,
    mate: bool,
) -> Sets {
    let all = zone_of(king, !0);
    let mut costs = Costs::<512>::new();
    let mut options = Vec::with_capacity(64);
    let men = capturable::<White>(board);
    for (role, of_role) in board.roles.iter().enumerate() {
        let mut of_role = of_role & board.us::<White>();
        while let Some(from) = pop(&mut of_role) {
            options.clear();
            if role == PAWN {
                for (role, journey) in reach::pawn(true, men, from) {
                    let role = if role == QUEEN { PROMOTED } else { role };
                    add_guards(&mut options, mate, role, king, journey, moves);
                }
            } else {
                let journey = reach::officer(role, from);
                add_guards(&mut options, mate, role, king, journey, moves);
            }
            costs.add(&options, moves);
        }
    }
    while let Some(from) = pop(&mut doubled) {
        options.clear();
        let journey = reach::officer(ROOK, from);
        add_guards(&mut options, mate, ROOK, king, journey, moves);
        costs.add(&options, moves);
    }
    let mut sets = [0; 4];
    for &guarded in &costs.had {
        if !mate || guarded & CENTRE != 0 {
            let rest = index(all & !guarded);
            sets[rest / 64] |= 1 << (rest % 64);
        }
    }
    sets
}

/// Adds what a man can guard that makes the journey as `role`, each with the moves it takes, unless
/// it guards no more than with fewer moves.
fn add_guards(
    options: &mut Vec<(u16, u8)>,
    mate: bool,
    role: usize,
    king: Sq,
    journey: &reach::Journey,
    moves: usize,
) {
    let most = moves.min(reach::LONGEST);
    for guard in reach::guards(mate, role, king) {
        if guard.zone == 0 || journey[most] & guard.squares == 0 {
            continue;
        }
        let cost = journey[..most]
            .iter()
            .take_while(|&squares| squares & guard.squares == 0)
            .count() as u8;
        let dominated = options
            .iter()
            .any(|&(zone, least)| least <= cost && guard.zone & !zone == 0);
        if !dominated {
            options.push((guard.zone, cost));
        }
    }
}

pub(super) fn blocked(board: &Board, mut doubled: Bits, king: Sq, moves: usize) -> Sets {
    let mut costs = Costs::<256>::new();
    let mut options = Vec::with_capacity(8);
    let men = capturable::<Black>(board);
    for (role, of_role) in board.roles.iter().enumerate().take(KING) {
        let mut of_role = of_role & board.us::<Black>();
        while let Some(from) = pop(&mut of_role) {
            options.clear();
            if role == PAWN {
                for (_, journey) in reach::pawn(false, men, from) {
                    add_blocks(&mut options, king, journey, moves);
                }
            } else {
                add_blocks(&mut options, king, reach::officer(role, from), moves);
            }
            costs.add(&options, moves);
        }
    }
    while let Some(from) = pop(&mut doubled) {
        options.clear();
        add_blocks(&mut options, king, reach::officer(ROOK, from), moves);
        costs.add(&options, moves);
    }
    let mut sets = [0; 4];
    for &set in &costs.had {
        sets[usize::from(set) / 64] |= 1 << (set % 64);
    }
    sets
}

/// Adds the squares that a man can block on this journey, each with the moves it takes.
fn add_blocks(options: &mut Vec<(u16, u8)>, king: Sq, journey: &reach::Journey, moves: usize) {
    let most = moves.min(reach::LONGEST);
    let mut squares = journey[most] & attacks::king(king);
    while let Some(sq) = pop(&mut squares) {
        let cost = journey[..most]
            .iter()
            .take_while(|&squares| squares & bit(sq) == 0)
            .count() as u8;
        options.push((index(zone_of(king, bit(sq))) as u16, cost));
    }
}
