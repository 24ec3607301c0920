//! Distances to mate in plain chess, where everybody sees the black king.
//!
//! The same levels as in the exact tables, but for single squares, so that sets need no families:
//! from the squares lost with Black to move follow those won with White to move, and from these the
//! next. All 64 squares of a placement are done at once.

use shakmaty::{Bitboard, Square};

use super::folding::Folding;
use super::geometry::{WhiteTry, kept_within, possible, possible_after, replies, tries};
use super::symmetry::Symmetry;
use super::{Ending, WhitePlacement};

/// No mate can be forced.
const NEVER: u8 = u8::MAX;

/// How far every position of an ending is from mate, in White's moves.
#[derive(Debug, Clone)]
pub struct Distances {
    folding: Folding,
    /// By folded placement and square of the black king, White to move.
    before: Vec<[u8; 64]>,
}

/// What a try leads to, and the squares of the black king where it is legal.
struct Transition {
    legal: u64,
    after: u32,
    /// From the squares of the folded placement to those before the try.
    symmetry: Symmetry,
}

impl Distances {
    /// Works them out: less than a second for three men on the board, about one for four.
    pub fn new(ending: Ending) -> Distances {
        let folding = Folding::new(ending);
        let placements = folding.placements();
        let steps: Vec<Vec<Transition>> = placements
            .iter()
            .map(|&placement| steps(placement, &folding))
            .collect();
        let replies: Vec<u64> = placements.iter().map(|&p| replies(p)).collect();
        let mut distances = Distances {
            before: vec![[NEVER; 64]; placements.len()],
            folding: folding.clone(),
        };
        let mut won = vec![0_u64; placements.len()];
        let mut lost = vec![0_u64; placements.len()];
        for moves in 0..NEVER {
            for (id, &placement) in placements.iter().enumerate() {
                // Without a move it is mate on attacked squares only.
                let without_move = kept_within(replies[id], 0);
                let stalemate = without_move & replies[id];
                let now = kept_within(replies[id], won[id]) & possible_after(placement);
                lost[id] = now & !stalemate;
            }
            let mut changed = false;
            for (id, &placement) in placements.iter().enumerate() {
                let now = steps[id].iter().fold(won[id], |all, step| {
                    all | step.symmetry.set(lost[step.after as usize]) & step.legal
                });
                let now = now & possible(placement);
                changed |= now != won[id];
                for king in Bitboard(now & !won[id]) {
                    distances.before[id][king.to_usize()] = moves + 1;
                }
                won[id] = now;
            }
            if !changed {
                break;
            }
        }
        distances
    }

    /// White's moves to mate with White to move; none if White cannot force it, or for a placement
    /// of another ending.
    pub fn before(&self, placement: WhitePlacement, king: Square) -> Option<u8> {
        let (id, symmetry) = self.folding.find(placement)?;
        let distance = self.before[id][symmetry.square(king).to_usize()];
        (distance != NEVER).then_some(distance)
    }
}

fn steps(placement: WhitePlacement, folding: &Folding) -> Vec<Transition> {
    let all = possible(placement);
    let step = |try_move: WhiteTry| {
        let (after, symmetry) = folding.find(try_move.after)?;
        Some(Transition {
            legal: all & !try_move.refused,
            after: after as u32,
            symmetry: symmetry.inverse(),
        })
    };
    tries(placement).into_iter().filter_map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The longest mates known: rook 16, queen 10, two bishops 19, bishop and knight 33 moves.
    #[test]
    fn the_longest_mates_are_those_of_the_literature() {
        for (ending, longest) in [
            (Ending::Rook, 16),
            (Ending::Queen, 10),
            (Ending::Bishops, 19),
            (Ending::BishopAndKnight, 33),
        ] {
            let distances = Distances::new(ending);
            let found = distances.before.iter().flatten();
            let found = found.filter(|&&moves| moves != NEVER).max();
            assert_eq!(found, Some(&longest), "{ending}");
        }
    }
}
