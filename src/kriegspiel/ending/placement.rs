//! Placements: the squares of the white men.

use std::fmt;
use std::str::FromStr;

use shakmaty::{Bitboard, Role, Square};

use super::Ending;
use super::symmetry::Symmetry;
use keymove_base::reason::Reason;

/// The squares of White's king and men.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WhitePlacement {
    ending: Ending,
    king: Square,
    /// In the order of [`Ending::men`]; if there is only one, the second equals the first.
    men: [Square; 2],
}

impl WhitePlacement {
    /// A placement of the king and men, which are in the order of [`Ending::men`] (two bishops in
    /// any order).
    ///
    /// # Errors
    ///
    /// There are too many or too few men, two on one square, or two bishops on squares
    /// of the same colour.
    pub fn new(ending: Ending, king: Square, men: &[Square]) -> Result<WhitePlacement, Reason> {
        let mut men = match *men {
            [man] if ending.men().len() == 1 => [man, man],
            [first, second] if ending.men().len() == 2 && first == second => {
                return Err(format!("two men on {first}").into());
            }
            [first, second] if ending.men().len() == 2 => [first, second],
            _ => return Err(format!("these are not the men of {ending}").into()),
        };
        if ending == Ending::Bishops {
            men.sort_by_key(|man| !man.is_dark());
            if men[0].is_dark() == men[1].is_dark() {
                return Err("both bishops on squares of one colour".into());
            }
        }
        if men.contains(&king) {
            return Err(format!("two men on {king}").into());
        }
        Ok(WhitePlacement { ending, king, men })
    }

    /// Every placement of an ending.
    pub fn all(ending: Ending) -> impl Iterator<Item = WhitePlacement> {
        let second: &'static [Square] = if ending.men().len() == 1 {
            &Square::ALL[..1]
        } else {
            &Square::ALL
        };
        Square::ALL.into_iter().flat_map(move |king| {
            Square::ALL.into_iter().flat_map(move |man| {
                second.iter().filter_map(move |&other| {
                    let men = [man, other];
                    let placement =
                        WhitePlacement::new(ending, king, &men[..ending.men().len()]).ok()?;
                    // Two bishops are generated in both orders.
                    (placement.men[0] == man).then_some(placement)
                })
            })
        })
    }

    /// The ending.
    pub fn ending(self) -> Ending {
        self.ending
    }

    /// The square of the white king.
    pub fn king(self) -> Square {
        self.king
    }

    /// The men other than the king, with their squares.
    pub fn men(self) -> impl Iterator<Item = (Role, Square)> {
        self.ending.men().iter().copied().zip(self.men)
    }

    /// The king and the men, with their squares.
    pub fn all_men(self) -> impl Iterator<Item = (Role, Square)> {
        [(Role::King, self.king)].into_iter().chain(self.men())
    }

    /// The squares of the men other than the king.
    pub fn squares(&self) -> &[Square] {
        &self.men[..self.ending.men().len()]
    }

    /// All squares with a white man.
    pub fn occupied(self) -> Bitboard {
        Bitboard::from_square(self.king) | self.men[0] | self.men[1]
    }

    /// The men other than the king: the black king can capture them if they are not protected.
    pub fn takeable(self) -> Bitboard {
        Bitboard::from_square(self.men[0]) | self.men[1]
    }

    /// The placement after a move of the man or king on `from` to `to`, which must be empty.
    pub fn after(self, from: Square, to: Square) -> WhitePlacement {
        let moved = |square| if square == from { to } else { square };
        WhitePlacement {
            king: moved(self.king),
            men: self.men.map(moved),
            ..self
        }
    }

    /// The placement transformed by a symmetry of the board.
    pub fn mirrored(self, symmetry: Symmetry) -> WhitePlacement {
        let men = self.men.map(|man| symmetry.square(man));
        WhitePlacement {
            king: symmetry.square(self.king),
            // Reflections may exchange the colours of squares.
            men: if self.ending == Ending::Bishops && !men[0].is_dark() {
                [men[1], men[0]]
            } else {
                men
            },
            ..self
        }
    }

    /// A unique number for each placement of an ending, less than 64^3.
    pub fn number(self) -> usize {
        (self.king.to_usize() << 12) | (self.men[0].to_usize() << 6) | self.men[1].to_usize()
    }
}

/// Writes `Kc3 Ra1`.
impl fmt::Display for WhitePlacement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "K{}", self.king)?;
        self.men()
            .try_for_each(|(man, square)| write!(f, " {}{square}", man.upper_char()))
    }
}

/// Reads `Kc3 Ra1`: letters and squares in any order, separated by white space or commas.
impl FromStr for WhitePlacement {
    type Err = Reason;

    fn from_str(text: &str) -> Result<WhitePlacement, Reason> {
        let mut kings = Vec::new();
        let mut men = Vec::new();
        for word in text.split([' ', '\t', ',']).filter(|word| !word.is_empty()) {
            let mut letters = word.chars();
            let role = letters.next().and_then(Role::from_char);
            match (role, letters.as_str().parse::<Square>()) {
                (None | Some(Role::Pawn), _) | (_, Err(_)) => {
                    let fault = format!("{word:?} is not a man and its square, as in Kc3");
                    return Err(fault.into());
                }
                (Some(Role::King), Ok(square)) => kings.push(square),
                (Some(man), Ok(square)) => men.push((man, square)),
            }
        }
        let [king] = kings[..] else {
            return Err("a placement has exactly one king".into());
        };
        // A bishop comes before a knight, as in `Ending::men`.
        men.sort_by_key(|&(man, _)| man == Role::Knight);
        let (roles, squares): (Vec<Role>, Vec<Square>) = men.into_iter().unzip();
        let ending = Ending::ALL
            .into_iter()
            .find(|ending| ending.men() == roles)
            .ok_or("the men beside the king are R, Q, two B, or B and N")?;
        WhitePlacement::new(ending, king, &squares)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_placement_is_read_as_it_is_written() {
        for ending in Ending::ALL {
            for placement in WhitePlacement::all(ending).step_by(97) {
                assert_eq!(placement.to_string().parse(), Ok(placement));
            }
        }
        assert_eq!(
            "Ne4,  Bc1 Kh8"
                .parse::<WhitePlacement>()
                .map(|p| p.to_string()),
            Ok("Kh8 Bc1 Ne4".to_owned())
        );
    }

    #[test]
    fn what_is_no_placement_is_refused() {
        let error = |text: &str| text.parse::<WhitePlacement>().expect_err(text).to_string();
        assert_eq!(
            error("Kc3 Rz1"),
            "\"Rz1\" is not a man and its square, as in Kc3"
        );
        assert_eq!(
            error("Kc3 Pa2"),
            "\"Pa2\" is not a man and its square, as in Kc3"
        );
        assert_eq!(error("Ra1"), "a placement has exactly one king");
        assert_eq!(error("Ka1 Kb1 Ra8"), "a placement has exactly one king");
        assert_eq!(
            error("Kc3"),
            "the men beside the king are R, Q, two B, or B and N"
        );
        assert_eq!(error("Kc3 Rc3"), "two men on c3");
        assert_eq!(
            error("Kc3 Ba1 Bb2"),
            "both bishops on squares of one colour"
        );
    }
}
