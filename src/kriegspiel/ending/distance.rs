//! Distances to mate in ordinary chess, where the black king is visible.
//!
//! The levels are those of the exact tables, but for single squares, so no families of sets are
//! needed: the squares lost with Black to move determine those won with White to move, which
//! determine the next level. All 64 squares of a placement are processed at once.

use shakmaty::{Bitboard, Square};

use super::folding::Folding;
use super::geometry::{WhiteTry, kept_within, possible, possible_after, replies, tries};
use super::symmetry::Symmetry;
use super::{Ending, WhitePlacement};

/// Mate cannot be forced.
const NEVER: u8 = u8::MAX;

/// The distance to mate of every position of an ending, in White's moves.
#[derive(Debug, Clone)]
pub struct Distances {
    folding: Folding,
    /// By folded placement and square of the black king, with White to move.
    before: Vec<[u8; 64]>,
}

/// The result of a try, and the squares of the black king for which it is legal.
struct Transition {
    legal: u64,
    after: u32,
    /// Maps the squares of the folded placement to those before the try.
    symmetry: Symmetry,
}

impl Distances {
    /// Computes them: less than a second for three men on the board, about one for four.
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
                // Without a move, it is mate only on attacked squares.
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

    /// The number of White's moves to mate with White to move; `None` if White cannot force mate,
    /// or for a placement of another ending.
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

    /// The longest mates in the literature: rook 16, queen 10, two bishops 19, bishop and knight 33
    /// moves.
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
