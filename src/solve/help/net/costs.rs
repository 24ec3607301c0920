//! The cost of the sets of squares around a king, man by man: the answers that [`Net`](super::Net)
//! keeps.

use std::iter;

use super::{Sets, capturable};
use crate::attacks::{self, Bits, Sq, bit, pop};
use crate::board::{Board, KING, PAWN, QUEEN, ROOK};
use crate::help::reach::{self, CAPTURES, CENTRE, Journey, PROMOTED, Zone, index, zone_of};
use crate::side::{Black, Side, White};

/// The least number of moves for each set of squares that White guards, extended man by man.
struct Costs {
    least: [u8; 512],
    /// The sets that are possible at all.
    had: Vec<u16>,
}

const NEVER: u8 = u8::MAX;

impl Costs {
    fn new() -> Costs {
        let mut least = [NEVER; 512];
        least[0] = 0;
        Costs {
            least,
            had: vec![0],
        }
    }

    /// Adds a man that can contribute one of `options`, each a set with the moves it takes, within
    /// `moves` in total. The cheapest options come first, so that the rest can be left out: an h#10
    /// takes 0.4 times the instructions here.
    fn add(&mut self, options: &[(Zone, u8)], moves: usize) {
        if options.is_empty() {
            return;
        }
        let before = self.least;
        for i in 0..self.had.len() {
            let had = self.had[i];
            let spent = before[usize::from(had)];
            for &(set, cost) in options {
                let cost = usize::from(spent) + usize::from(cost);
                if cost > moves {
                    break;
                }
                let union = usize::from(had | set);
                if cost < usize::from(self.least[union]) {
                    if self.least[union] == NEVER {
                        self.had.push(union as u16);
                    }
                    self.least[union] = cost as u8;
                }
            }
        }
    }
}

/// The number of kept options, 128 KB and the options themselves.
const KEPT: usize = 1 << 12;

/// The options of single men. Positions with different men have most of the men in common, so they
/// are kept: two h#10 take 0.84 and 0.94 times the instructions, an h#5 0.96 times.
#[derive(Debug)]
pub(super) struct Options {
    mate: bool,
    kept: Vec<(u32, Vec<(Zone, u8)>)>,
}

impl Options {
    /// An empty cache.
    pub(super) fn new(mate: bool) -> Options {
        Options {
            mate,
            kept: vec![(u32::MAX, Vec::new()); KEPT],
        }
    }

    /// The sets of squares around `king` that a man on `from` can guard, or block if it is black,
    /// within `moves`, each with the moves it takes, the cheapest first; as a pawn it may capture
    /// this many `enemies`.
    fn of<C: Side>(
        &mut self,
        role: usize,
        from: Sq,
        enemies: u32,
        king: Sq,
        moves: usize,
    ) -> &[(Zone, u8)] {
        let most = moves.min(reach::LONGEST);
        let enemies = match role {
            PAWN => enemies.min(CAPTURES as u32),
            _ => 0,
        };
        let key = (most as u32) << 18 | enemies << 16 | (role as u32) << 13;
        let key = key | u32::from(from) << 7 | u32::from(king) << 1 | u32::from(C::WHITE);
        let at = key.wrapping_mul(0x9e37_79b1) as usize >> 16 & (KEPT - 1);
        let kept = &mut self.kept[at];
        if kept.0 != key {
            let mut options = if C::WHITE {
                guardable(role, from, enemies, self.mate, king, !0, most)
            } else {
                blockable(role, from, enemies, king, most)
            };
            options.sort_unstable_by_key(|&(_, cost)| cost);
            *kept = (key, options);
        }
        &kept.1
    }
}

pub(super) fn unguarded(
    board: &Board,
    doubled: Bits,
    king: Sq,
    moves: usize,
    options: &mut Options,
) -> Sets {
    let all = zone_of(king, !0);
    let mut costs = Costs::new();
    let enemies = capturable::<White>(board);
    for (role, from) in men(board, board.us::<White>(), doubled) {
        costs.add(options.of::<White>(role, from, enemies, king, moves), moves);
    }
    let mut sets = [0; 4];
    for &guarded in &costs.had {
        if !options.mate || guarded & CENTRE != 0 {
            let rest = index(all & !guarded);
            sets[rest / 64] |= 1 << (rest % 64);
        }
    }
    sets
}

/// The men of a side, which are on `squares`. After a castling two may share a square: then it has
/// both, and two rooks if it is in `doubled`.
fn men(board: &Board, squares: Bits, doubled: Bits) -> impl Iterator<Item = (usize, Sq)> {
    let each = |mut squares: Bits| iter::from_fn(move || pop(&mut squares));
    let roles = board.roles.iter().enumerate();
    let men =
        roles.flat_map(move |(role, of_role)| each(of_role & squares).map(move |sq| (role, sq)));
    men.chain(each(doubled).map(|sq| (ROOK, sq)))
}

/// The sets of squares of `need` that a white man can guard within `moves`, with the moves that
/// each set takes, around a black king that is mated or stalemated on `king`; as a pawn it may
/// capture this many `men`. Sets that are part of others with no more moves are left out.
pub fn guardable(
    role: usize,
    from: Sq,
    men: u32,
    mate: bool,
    king: Sq,
    need: Zone,
    moves: usize,
) -> Vec<(Zone, u8)> {
    let most = moves.min(reach::LONGEST);
    let mut options: Vec<(Zone, u8)> = Vec::with_capacity(64);
    for (becomes, journey) in reach::journeys(true, men, role, from) {
        let becomes = match becomes {
            QUEEN if role == PAWN => PROMOTED,
            becomes => becomes,
        };
        for guard in reach::guards(mate, becomes, king) {
            let zone = guard.zone & need;
            if zone == 0 || journey[most] & guard.squares == 0 {
                continue;
            }
            let cost = cost(journey, guard.squares, most);
            let dominated = options
                .iter()
                .any(|&(other, least)| least <= cost && zone & !other == 0);
            if !dominated {
                options.push((zone, cost));
            }
        }
    }
    options
}

/// The number of moves of a journey to one of `squares`, at most `most`.
fn cost(journey: &Journey, squares: Bits, most: usize) -> u8 {
    let farther = journey[..most]
        .iter()
        .take_while(|&&within| within & squares == 0);
    farther.count() as u8
}

/// For each square around a king, by its [`index`], the bits of the sets that have it, as far as
/// they are in one word.
const HAS: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// The sets that do not have a square yet, with it.
fn with_square(sets: &Sets, square: u32) -> Sets {
    match square {
        0..6 => sets.map(|word| (word & !HAS[square as usize]) << (1 << square)),
        6 => [0, sets[0], 0, sets[2]],
        _ => [0, 0, sets[0], sets[1]],
    }
}

/// The sets are extended man by man, all sets of a number of moves at once: an h#4 with eleven black
/// men takes 0.81 times the time.
pub(super) fn blocked(
    board: &Board,
    doubled: Bits,
    king: Sq,
    moves: usize,
    options: &mut Options,
) -> Sets {
    // Eight men fill all squares.
    let moves = moves.min(8 * reach::LONGEST);
    // The sets that take 0, 1, 2, ... moves or fewer: at first no man blocks anything.
    let mut within = vec![[1, 0, 0, 0]; moves + 1];
    let enemies = capturable::<Black>(board);
    let men = men(board, board.us::<Black>(), doubled);
    for (role, from) in men.filter(|&(role, _)| role != KING) {
        let options = options.of::<Black>(role, from, enemies, king, moves);
        // From the top, so that this man is not in the sets before.
        for moves in (0..=moves).rev() {
            let mut sets = within[moves];
            for &(square, cost) in options {
                let Some(before) = moves.checked_sub(usize::from(cost)) else {
                    break;
                };
                let more = with_square(&within[before], square.trailing_zeros());
                for (word, more) in sets.iter_mut().zip(more) {
                    *word |= more;
                }
            }
            within[moves] = sets;
        }
    }
    within[moves]
}

/// The squares that a black man can block, each with the moves it takes.
fn blockable(role: usize, from: Sq, men: u32, king: Sq, moves: usize) -> Vec<(Zone, u8)> {
    let most = moves.min(reach::LONGEST);
    let mut options = Vec::new();
    let mut squares = attacks::king(king);
    while let Some(sq) = pop(&mut squares) {
        let ways = reach::journeys(false, men, role, from)
            .filter(|(_, journey)| journey[most] & bit(sq) != 0)
            .map(|(_, journey)| cost(journey, bit(sq), most));
        if let Some(cost) = ways.min() {
            options.push((index(zone_of(king, bit(sq))) as Zone, cost));
        }
    }
    options
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The set of sets with this one alone.
    fn only(set: usize) -> Sets {
        let mut sets = [0; 4];
        sets[set / 64] = 1 << (set % 64);
        sets
    }

    #[test]
    fn a_square_is_added_to_every_set_without_it() {
        for set in 0..256 {
            for square in 0..8 {
                let with = match set >> square & 1 {
                    0 => only(set | 1 << square),
                    _ => [0; 4],
                };
                assert_eq!(with_square(&only(set), square), with, "{set} {square}");
            }
        }
    }
}
