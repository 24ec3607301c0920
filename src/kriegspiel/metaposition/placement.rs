//! The four endings, and where White's men stand.

use std::fmt;
use std::str::FromStr;

use shakmaty::{Bitboard, Role, Square, attacks};

/// One of the endings in which Black has nothing but the king.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ending {
    /// King and rook.
    Rook,
    /// King and queen.
    Queen,
    /// King and two bishops on squares of different colours.
    Bishops,
    /// King, bishop and knight.
    BishopKnight,
}

impl Ending {
    /// All of them, the paper's order.
    pub const ALL: [Ending; 4] = [
        Ending::Rook,
        Ending::Queen,
        Ending::Bishops,
        Ending::BishopKnight,
    ];

    /// White's men beside the king.
    pub fn roles(self) -> &'static [Role] {
        match self {
            Ending::Rook => &[Role::Rook],
            Ending::Queen => &[Role::Queen],
            Ending::Bishops => &[Role::Bishop, Role::Bishop],
            Ending::BishopKnight => &[Role::Bishop, Role::Knight],
        }
    }

    /// The name on the command line: `krk`, `kqk`, `kbbk` or `kbnk`.
    pub fn name(self) -> &'static str {
        match self {
            Ending::Rook => "krk",
            Ending::Queen => "kqk",
            Ending::Bishops => "kbbk",
            Ending::BishopKnight => "kbnk",
        }
    }
}

/// White's side as players write it: `K+R`.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("K")?;
        for role in self.roles() {
            write!(f, "+{}", role.upper_char())?;
        }
        Ok(())
    }
}

impl FromStr for Ending {
    type Err = PlacementError;

    /// Reads `krk` or `K+R`, in upper or lower case, with Black's king at the end or without it.
    fn from_str(text: &str) -> Result<Ending, PlacementError> {
        let letters: String = text
            .chars()
            .filter(|&c| c != '+')
            .map(|c| c.to_ascii_lowercase())
            .collect();
        Ending::ALL
            .into_iter()
            .find(|ending| {
                let name = ending.name();
                letters == name || letters == name[..name.len() - 1]
            })
            .ok_or_else(|| PlacementError::Ending(text.to_owned()))
    }
}

/// Why a text is not a placement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlacementError {
    /// There is no such ending.
    Ending(String),
    /// This is not a man and a square, as in `Ra1`.
    Man(String),
    /// These are not White's men of the ending.
    Men(Ending),
    /// Two men stand on this square.
    Shared(Square),
    /// Both bishops stand on squares of one colour.
    SameColour,
    /// This is not a square.
    Square(String),
    /// Black's king cannot stand here with White to move: the square is attacked or occupied.
    NoKing(Square),
    /// There is no square for Black's king.
    NoKings,
}

impl fmt::Display for PlacementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlacementError::Ending(text) => {
                write!(f, "'{text}' is no ending; these are: krk, kqk, kbbk, kbnk")
            }
            PlacementError::Man(text) => {
                write!(f, "'{text}' is not a man and a square, as in Ra1")
            }
            PlacementError::Men(ending) => write!(f, "White's men have to be {ending}"),
            PlacementError::Shared(square) => write!(f, "two men on {square}"),
            PlacementError::SameColour => f.write_str("both bishops on squares of one colour"),
            PlacementError::Square(text) => write!(f, "'{text}' is not a square"),
            PlacementError::NoKing(square) => {
                write!(
                    f,
                    "{square} is attacked or occupied: no place for Black's king"
                )
            }
            PlacementError::NoKings => f.write_str("no square is left for Black's king"),
        }
    }
}

impl std::error::Error for PlacementError {}

/// Where White's men stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Placement {
    ending: Ending,
    king: Square,
    /// In the order of [`Ending::roles`], the bishop on dark squares first; a single man stands twice.
    men: [Square; 2],
}

impl Placement {
    /// Puts the king and the other men, in the order of [`Ending::roles`], on their squares.
    ///
    /// # Errors
    ///
    /// Too many or too few squares, two men on one, or bishops on one colour.
    pub fn new(ending: Ending, king: Square, men: &[Square]) -> Result<Placement, PlacementError> {
        let mut men = match (ending.roles().len(), men) {
            (1, &[man]) => [man, man],
            (2, &[first, second]) => {
                if first == second {
                    return Err(PlacementError::Shared(first));
                }
                [first, second]
            }
            _ => return Err(PlacementError::Men(ending)),
        };
        if men.contains(&king) {
            return Err(PlacementError::Shared(king));
        }
        if ending == Ending::Bishops {
            if men[0].is_light() == men[1].is_light() {
                return Err(PlacementError::SameColour);
            }
            men.sort_by_key(|square| square.is_light());
        }
        Ok(Placement { ending, king, men })
    }

    /// Reads the placement as [`fmt::Display`] writes it: `Kc3 Ra1`, the men in any order.
    ///
    /// # Errors
    ///
    /// [`PlacementError`].
    pub fn parse(ending: Ending, text: &str) -> Result<Placement, PlacementError> {
        let mut king = None;
        let mut men = [None; 2];
        for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
            let man = || PlacementError::Man(word.to_owned());
            let mut letters = word.chars();
            let role = letters.next().and_then(Role::from_char).ok_or_else(man)?;
            let square: Square = letters.as_str().parse().map_err(|_| man())?;
            let free = if role == Role::King {
                Some(&mut king)
            } else {
                let roles = ending.roles().iter();
                roles
                    .zip(&mut men)
                    .find(|(other, place)| **other == role && place.is_none())
                    .map(|(_, place)| place)
            };
            match free {
                Some(place @ None) => *place = Some(square),
                _ => return Err(PlacementError::Men(ending)),
            }
        }
        let men: Vec<Square> = men.into_iter().flatten().collect();
        Placement::new(ending, king.ok_or(PlacementError::Men(ending))?, &men)
    }

    /// All placements of an ending that remain when those that a symmetry of the board makes alike are
    /// counted once, in ascending order: 518 for one man beside the king.
    pub fn all(ending: Ending) -> Vec<Placement> {
        let mut all = Vec::new();
        for king in Square::ALL {
            for first in Square::ALL {
                let seconds: &[Square] = match ending.roles().len() {
                    1 => &[first],
                    _ => &Square::ALL,
                };
                for &second in seconds {
                    let men = [first, second];
                    let placement = Placement::new(ending, king, &men[..ending.roles().len()]);
                    // Bishops come in either order; one of them is enough.
                    if let Ok(placement) = placement
                        && placement.men == men
                        && placement.folded() == placement
                    {
                        all.push(placement);
                    }
                }
            }
        }
        all
    }

    /// The ending.
    pub fn ending(self) -> Ending {
        self.ending
    }

    /// White's king.
    pub fn king(self) -> Square {
        self.king
    }

    /// The squares of the other men, in the order of [`Ending::roles`].
    pub fn men(&self) -> &[Square] {
        &self.men[..self.ending.roles().len()]
    }

    /// The other men.
    pub fn pieces(&self) -> impl Iterator<Item = (Role, Square)> + '_ {
        let roles = self.ending.roles().iter();
        roles.copied().zip(self.men.iter().copied())
    }

    /// All squares that White occupies.
    pub fn occupied(self) -> Bitboard {
        Bitboard::from_square(self.king)
            .with_const(Bitboard::from_square(self.men[0]))
            .with_const(Bitboard::from_square(self.men[1]))
    }

    /// The squares of White's men beside the king.
    pub fn takeable(self) -> Bitboard {
        Bitboard::from_square(self.men[0]).with_const(Bitboard::from_square(self.men[1]))
    }

    /// The squares that White attacks, those of protected men among them. Black's king stops no line: a king in check does not
    /// shade the squares behind it.
    pub fn attacked(self) -> Bitboard {
        let occupied = self.occupied();
        self.pieces().fold(
            attacks::king_attacks(self.king),
            |attacked, (role, square)| attacked | reach(role, square, occupied),
        )
    }

    /// The squares where Black's king can stand with White to move: neither attacked nor occupied.
    pub fn uncontrolled(self) -> Bitboard {
        !(self.attacked() | self.occupied())
    }

    /// The placement after a move of the man on `from`.
    pub fn after(self, from: Square, to: Square) -> Placement {
        let moved = |square: Square| if square == from { to } else { square };
        Placement {
            ending: self.ending,
            king: moved(self.king),
            men: self.men.map(moved),
        }
    }

    /// The least of the placements that the symmetries of the board make of this one.
    pub fn folded(self) -> Placement {
        Symmetry::ALL
            .into_iter()
            .map(|symmetry| self.seen(symmetry))
            .fold(self, Ord::min)
    }

    /// The placement on a turned or mirrored board.
    pub fn seen(self, symmetry: Symmetry) -> Placement {
        let mut men = self.men.map(|square| symmetry.square(square));
        if self.ending == Ending::Bishops {
            men.sort_by_key(|square| square.is_light());
        }
        Placement {
            ending: self.ending,
            king: symmetry.square(self.king),
            men,
        }
    }
}

/// `Kc3 Ra1`.
impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "K{}", self.king)?;
        for (role, square) in self.pieces() {
            write!(f, " {}{square}", role.upper_char())?;
        }
        Ok(())
    }
}

/// The squares that a man on `square` attacks.
pub(super) fn reach(role: Role, square: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Rook => attacks::rook_attacks(square, occupied),
        Role::Bishop => attacks::bishop_attacks(square, occupied),
        Role::Queen => attacks::queen_attacks(square, occupied),
        Role::Knight => attacks::knight_attacks(square),
        // There are no pawns in these endings.
        Role::King | Role::Pawn => attacks::king_attacks(square),
    }
}

/// One of the eight symmetries of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Symmetry(u8);

impl Symmetry {
    /// All eight, the identity first.
    pub const ALL: [Symmetry; 8] = [
        Symmetry(0),
        Symmetry(1),
        Symmetry(2),
        Symmetry(3),
        Symmetry(4),
        Symmetry(5),
        Symmetry(6),
        Symmetry(7),
    ];

    /// Where a square goes.
    pub fn square(self, mut square: Square) -> Square {
        if self.0 & 1 != 0 {
            square = square.flip_horizontal();
        }
        if self.0 & 2 != 0 {
            square = square.flip_vertical();
        }
        if self.0 & 4 != 0 {
            square = square.flip_diagonal();
        }
        square
    }

    /// Where the squares of a set go.
    pub fn set(self, mut squares: Bitboard) -> Bitboard {
        if self.0 & 1 != 0 {
            squares = squares.flip_horizontal();
        }
        if self.0 & 2 != 0 {
            squares = squares.flip_vertical();
        }
        if self.0 & 4 != 0 {
            squares = squares.flip_diagonal();
        }
        squares
    }
}
