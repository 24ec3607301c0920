//! The placements of an ending, folded by the symmetries of the board and numbered.

use super::symmetry::Symmetry;
use super::{Ending, WhitePlacement};

/// Maps each placement to its representative.
#[derive(Debug, Clone)]
pub struct Folding {
    placements: Vec<WhitePlacement>,
    /// By [`WhitePlacement::number`].
    places: Vec<Option<(u32, Symmetry)>>,
}

impl Folding {
    /// Folds the placements of an ending.
    pub fn new(ending: Ending) -> Folding {
        let mut folding = Folding {
            placements: Vec::new(),
            places: vec![None; 1 << 18],
        };
        // In ascending order of their numbers: the first one represents its mirror images.
        for placement in WhitePlacement::all(ending) {
            if folding.places[placement.number()].is_some() {
                continue;
            }
            let id = folding.placements.len() as u32;
            folding.placements.push(placement);
            for symmetry in Symmetry::all() {
                let image = placement.mirrored(symmetry).number();
                folding.places[image].get_or_insert((id, symmetry.inverse()));
            }
        }
        folding
    }

    /// The representatives.
    pub fn placements(&self) -> &[WhitePlacement] {
        &self.placements
    }

    /// The index in [`placements`](Folding::placements) of the representative of `placement`, and
    /// the symmetry that leads there; `None` for a placement of another ending.
    pub fn find(&self, placement: WhitePlacement) -> Option<(usize, Symmetry)> {
        let (id, symmetry) = self.places[placement.number()]?;
        let id = id as usize;
        (self.placements[id].ending() == placement.ending()).then_some((id, symmetry))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_placement_is_found_and_the_way_leads_there() {
        for ending in Ending::ALL {
            let folding = Folding::new(ending);
            for placement in WhitePlacement::all(ending) {
                let (id, symmetry) = folding.find(placement).expect("folded");
                assert_eq!(placement.mirrored(symmetry), folding.placements()[id]);
            }
        }
    }

    #[test]
    fn placements_are_counted() {
        // By Burnside's lemma: only reflections in a diagonal leave placements unchanged.
        for (ending, all, fixed, folded) in [
            (Ending::Rook, 64 * 63, 8 * 7, 518),
            (Ending::Queen, 64 * 63, 8 * 7, 518),
            (Ending::Bishops, 32 * 32 * 62, 0, 7936),
            (Ending::BishopAndKnight, 64 * 63 * 62, 8 * 7 * 6, 31_332),
        ] {
            assert_eq!(WhitePlacement::all(ending).count(), all);
            assert_eq!((all + 2 * fixed) / 8, folded);
            assert_eq!(Folding::new(ending).placements().len(), folded);
        }
    }

    #[test]
    fn placements_of_another_ending_are_not_found() {
        let folding = Folding::new(Ending::Rook);
        let queen = "Kc3 Qa1".parse::<WhitePlacement>().expect("a placement");
        assert_eq!(folding.find(queen), None);
    }
}
