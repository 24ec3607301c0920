//! The evaluation functions: features of a metaposition, each with a weight.
//!
//! The weights and the two matrices are the paper's. Its text leaves these points open, and the scan garbles
//! some; what was chosen:
//!
//! - *The matrix v* has `1 0 0 0 0 0 0 1` in its second row and nothing like it below; `1 1 0 0 0 0 1 1` is read, which makes the
//!   matrix symmetric, as b is.
//! - *The distance between the two kings*, where there are many of Black's: the farthest counts.
//! - *The quadrants and areas*: a king on a line of the man itself (it has just been checked) counts for the next area towards a1,
//!   so that a check does not look as if no king were left.
//! - *Between king and man*: the rectangle with its edges.
//! - *Under attack*: Black, to move, can take it. After a refusal White moves first, so then nothing is under attack.
//! - *The rectangle of king and bishop*, *the areas of the bishop's diagonals*, *the bishop's row or column*: with two bishops the first and the
//!   last are true if they are for one of them; the second is summed over both.
//! - *The seventh feature of the bishops* is weighted "if f6 < -600: -4; otherwise 1/6". A boolean is never below -600, so f5, the
//!   matrix, is meant; a reward for more kings contradicts "it reduces", so -1/6.
//! - *Key positions* of the bishops are in a figure that is lost; its one example, a king on c7 and bishops on c4 and c5, is taken with
//!   its mirror images.
//! - *Bishop and knight*: the paper gives no list. The bishop's features are those of the bishops' ending; the knight's are
//!   -1 for each king (the paper: "reducing the number"), and +2 where it protects the bishop ("supporting"). The "large set" of
//!   key positions is not given and left out.

mod areas;

use shakmaty::{Bitboard, Square, attacks};

use super::Metaposition;
use super::placement::{Ending, Placement, Symmetry};
use super::umpire::neighbours;
use areas::{between, diagonal_areas, quadrants};

/// A grade in sixths of the paper's points: one of its weights is 1/6.
pub type Grade = i32;

/// Sixths in a point.
pub const POINT: Grade = 6;

/// One weighted feature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Feature {
    /// What it looks at.
    pub name: &'static str,
    /// Its weight in sixths of a point.
    pub weight: Grade,
    /// Its value; 0 or 1 where the paper calls it a boolean.
    pub value: i32,
}

/// What is added up for one metaposition.
pub struct Features {
    list: [Feature; 8],
    len: usize,
}

impl Features {
    /// Looks at a metaposition; `black_moves` where the umpire has let White's move pass.
    pub fn of(metaposition: &Metaposition, black_moves: bool) -> Features {
        let none = Feature {
            name: "",
            weight: 0,
            value: 0,
        };
        let mut features = Features {
            list: [none; 8],
            len: 0,
        };
        let placement = metaposition.placement;
        let kings = metaposition.kings;
        let takeable = placement.takeable() & !placement.attacked();
        let attacked = black_moves && takeable.intersects(neighbours(kings));
        features.points("jeopardy", -1000, attacked.into());
        features.points("distance", -1, farthest(placement.king(), kings));
        match placement.ending() {
            Ending::Rook => features.of_lines(placement, kings),
            Ending::Queen => {
                features.of_lines(placement, kings);
                features.points("kings", -1, count(kings));
                let areas = parted(diagonal_areas(placement.men()[0]), kings);
                features.points("diagonal areas", -1, areas);
            }
            Ending::Bishops | Ending::BishopKnight => features.of_bishops(placement, kings),
        }
        features
    }

    /// The features in the paper's order, but for the first two they are those of the ending.
    pub fn list(&self) -> &[Feature] {
        &self.list[..self.len]
    }

    /// The sum, in sixths of a point.
    pub fn grade(&self) -> Grade {
        let weighted = |feature: &Feature| feature.weight * feature.value;
        self.list().iter().map(weighted).sum()
    }

    /// The rook's, and the queen's as a rook.
    fn of_lines(&mut self, placement: Placement, kings: Bitboard) {
        let man = placement.men()[0];
        let inside = between(placement.king(), man).intersects(kings);
        self.points("quadrants", -1, parted(quadrants(man), kings));
        self.points("between", -500, inside.into());
        self.points("together", 1, (man.distance(placement.king()) == 1).into());
        self.points("corner", 1, corner(kings));
    }

    fn of_bishops(&mut self, placement: Placement, kings: Bitboard) {
        let king = placement.king();
        let bishops = match placement.ending() {
            Ending::BishopKnight => &placement.men()[..1],
            _ => placement.men(),
        };
        let other = placement.men()[1];
        let inside = |&&bishop: &&Square| between(king, bishop).intersects(kings);
        let in_line =
            |&&bishop: &&Square| bishop.file() == king.file() || bishop.rank() == king.rank();
        let edge = edge(kings);
        let areas: i32 = bishops
            .iter()
            .map(|&bishop| parted(diagonal_areas(bishop), kings))
            .sum();
        let found = bishops.iter().any(|bishop| inside(&bishop));
        self.points("between", -500, found.into());
        if placement.ending() == Ending::Bishops {
            let beside = bishops[0].distance(other) == 1;
            self.points("together", 2, beside.into());
        } else {
            let protects = attacks::knight_attacks(other).contains(bishops[0]);
            self.points("support", 2, protects.into());
        }
        self.points("edge", 1, edge);
        let found = bishops.iter().any(|bishop| in_line(&bishop));
        self.points("in line", 1, found.into());
        let weight = if edge < -600 { -4 * POINT } else { -1 };
        self.sixths("diagonal areas", weight, areas);
        if placement.ending() == Ending::Bishops {
            self.points("key position", 30, is_key_position(placement).into());
        } else {
            self.points("kings", -1, count(kings));
        }
    }

    fn points(&mut self, name: &'static str, weight: i32, value: i32) {
        self.sixths(name, weight * POINT, value);
    }

    fn sixths(&mut self, name: &'static str, weight: Grade, value: i32) {
        if let Some(place) = self.list.get_mut(self.len) {
            *place = Feature {
                name,
                weight,
                value,
            };
            self.len += 1;
        }
    }
}

/// The grade of a metaposition in sixths of a point; see [`Features::of`].
pub fn evaluate(metaposition: &Metaposition, black_moves: bool) -> Grade {
    Features::of(metaposition, black_moves).grade()
}

fn count(kings: Bitboard) -> i32 {
    kings.count() as i32
}

fn farthest(from: Square, kings: Bitboard) -> i32 {
    let distances = kings.into_iter().map(|king| from.distance(king) as i32);
    distances.max().unwrap_or(0)
}

/// The areas that hold a king, times the kings in all of them.
fn parted(areas: &[Bitboard; 4], kings: Bitboard) -> i32 {
    let held = areas.iter().filter(|area| area.intersects(kings)).count() as i32;
    held * areas.iter().map(|&area| count(area & kings)).sum::<i32>()
}

/// The paper's matrix v, summed over the kings.
fn corner(kings: Bitboard) -> i32 {
    // Figure 3: the four squares in each corner, and the inner sixteen, of which the corners weigh half.
    const CORNERS: Bitboard = Bitboard(0xc3c3_0000_0000_c3c3);
    const INNER: Bitboard = Bitboard(0x0000_183c_3c18_0000);
    const INNER_CORNERS: Bitboard = Bitboard(0x0000_2400_0024_0000);
    count(kings & CORNERS) - 4 * count(kings & INNER) - 2 * count(kings & INNER_CORNERS)
}

/// The paper's matrix b, summed over the kings.
fn edge(kings: Bitboard) -> i32 {
    // Figure 4, by weights: the corners are 0, all squares not named here -40.
    const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);
    const TENS: Bitboard = Bitboard(0x42c3_0000_0000_c342);
    const FIFTIES: Bitboard = Bitboard(0x2400_8118_1881_0024);
    const HUNDREDS: Bitboard = Bitboard(0x1800_0081_8100_0018);
    let others = !(CORNERS | TENS | FIFTIES | HUNDREDS);
    -10 * count(kings & TENS)
        - 40 * count(kings & others)
        - 50 * count(kings & FIFTIES)
        - 100 * count(kings & HUNDREDS)
}

/// Whether the bishops and their king stand as on c4, c5 and c7, or as in a mirror image of that.
fn is_key_position(placement: Placement) -> bool {
    let [first, second] = [placement.men()[0], placement.men()[1]];
    Symmetry::ALL.into_iter().any(|symmetry| {
        let [near, far] = [symmetry.square(Square::C5), symmetry.square(Square::C4)];
        placement.king() == symmetry.square(Square::C7)
            && ([first, second] == [near, far] || [first, second] == [far, near])
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(ending: Ending, placement: &str, kings: &[Square], name: &str) -> i32 {
        let metaposition = Metaposition {
            placement: Placement::parse(ending, placement).unwrap(),
            kings: kings.iter().copied().collect(),
        };
        let features = Features::of(&metaposition, true);
        let found = features.list().iter().find(|feature| feature.name == name);
        found.unwrap().value
    }

    #[test]
    fn the_matrices_are_the_papers() {
        let v = |square: Square| corner(square.into());
        let b = |square: Square| edge(square.into());
        let row = |rank: u32, of: &dyn Fn(Square) -> i32| -> Vec<i32> {
            (0..8)
                .map(|file| of(Square::new(8 * rank + file)))
                .collect()
        };
        assert_eq!(row(0, &v), [1, 1, 0, 0, 0, 0, 1, 1]);
        assert_eq!(row(1, &v), [1, 1, 0, 0, 0, 0, 1, 1]);
        assert_eq!(row(2, &v), [0, 0, -2, -4, -4, -2, 0, 0]);
        assert_eq!(row(3, &v), [0, 0, -4, -4, -4, -4, 0, 0]);
        assert_eq!(row(0, &b), [0, -10, -50, -100, -100, -50, -10, 0]);
        assert_eq!(row(1, &b), [-10, -10, -40, -40, -40, -40, -10, -10]);
        assert_eq!(row(2, &b), [-50, -40, -40, -40, -40, -40, -40, -50]);
        assert_eq!(row(3, &b), [-100, -40, -40, -50, -50, -40, -40, -100]);
        for square in Square::ALL {
            for symmetry in Symmetry::ALL {
                assert_eq!(v(square), v(symmetry.square(square)));
                assert_eq!(b(square), b(symmetry.square(square)));
            }
        }
    }

    #[test]
    fn features_of_the_rook() {
        let value = |placement, kings: &[Square], name| value(Ending::Rook, placement, kings, name);
        assert_eq!(value("Kc5 Rf3", &[Square::G4], "jeopardy"), 1);
        assert_eq!(value("Kf2 Rf3", &[Square::G4], "jeopardy"), 0);
        assert_eq!(value("Kc5 Rf3", &[Square::E8, Square::H1], "distance"), 5);
        // One quadrant with two kings; two quadrants with one each.
        assert_eq!(value("Kc5 Rf3", &[Square::G4, Square::H5], "quadrants"), 2);
        assert_eq!(value("Kc5 Rf3", &[Square::G4, Square::A1], "quadrants"), 4);
        assert_eq!(value("Kc5 Rf3", &[Square::E4], "between"), 1);
        assert_eq!(value("Kc5 Rf3", &[Square::G4], "between"), 0);
        assert_eq!(value("Kc5 Rf3", &[Square::G4], "together"), 0);
        assert_eq!(value("Ke2 Rf3", &[Square::G4], "together"), 1);
    }

    #[test]
    fn features_of_the_bishops() {
        let value =
            |placement, kings: &[Square], name| value(Ending::Bishops, placement, kings, name);
        assert_eq!(value("Kc7 Bc4 Bc5", &[Square::A8], "key position"), 1);
        assert_eq!(value("Kf2 Bf5 Bf4", &[Square::H1], "key position"), 1);
        assert_eq!(value("Kc6 Bc4 Bc5", &[Square::A8], "key position"), 0);
        assert_eq!(value("Kc7 Bc4 Bc5", &[Square::A8], "together"), 1);
        assert_eq!(value("Kc7 Bc4 Bc5", &[Square::A8], "in line"), 1);
        assert_eq!(value("Ka1 Bd4 Bd5", &[Square::B3], "between"), 1);
    }

    #[test]
    fn many_kings_change_the_weight_of_the_areas() {
        let placement = Placement::parse(Ending::Bishops, "Kc7 Bc4 Bc5").unwrap();
        let weight = |kings| {
            let features = Features::of(&Metaposition { placement, kings }, true);
            let found = features
                .list()
                .iter()
                .find(|feature| feature.name == "diagonal areas");
            found.unwrap().weight
        };
        assert_eq!(weight(placement.uncontrolled()), -24);
        assert_eq!(weight(Square::A8.into()), -1);
    }
}
