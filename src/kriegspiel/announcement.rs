//! The umpire's announcement to both players after a legal move: the square of the captured man,
//! the directions of a check, the end of the game. Promotion and castling are not announced.

use std::fmt;

use smol_str::SmolStr;

use shakmaty::{Bitboard, Chess, Move, Position as _, Role, Square, attacks};

/// One direction of a check, seen from the checked king.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// `F`: along the king's file.
    File,
    /// `L`: along the longer of the king's two diagonals.
    Long,
    /// `N`: by a knight.
    Knight,
    /// `R`: along the king's rank.
    Rank,
    /// `S`: along the shorter of the king's two diagonals.
    Short,
}

impl Direction {
    /// All directions, in the order of their letters.
    pub const ALL: [Direction; 5] = [
        Direction::File,
        Direction::Long,
        Direction::Knight,
        Direction::Rank,
        Direction::Short,
    ];

    /// The letter in the notation: `F`, `L`, `N`, `R` or `S`.
    pub fn letter(self) -> char {
        char::from(b"FLNRS"[self as usize])
    }

    /// The name.
    pub fn name(self) -> &'static str {
        ["file", "long diagonal", "knight", "rank", "short diagonal"][self as usize]
    }

    /// Reads a letter of the notation.
    pub fn from_letter(letter: char) -> Option<Direction> {
        Direction::ALL.into_iter().find(|d| d.letter() == letter)
    }

    /// The direction in which a man on `checker` attacks a king on `king`.
    ///
    /// The two diagonals through a square never have the same length: one has squares of even
    /// distance, the other of odd distance from its corner-to-corner diagonal. A man on none of the
    /// king's lines is taken for a knight.
    pub fn between(king: Square, checker: Square) -> Direction {
        let file = checker.file() as i32 - king.file() as i32;
        let rank = checker.rank() as i32 - king.rank() as i32;
        let (king_file, king_rank) = (king.file() as i32, king.rank() as i32);
        // The distances of the diagonals from the longest ones in their direction.
        let rising = (king_file - king_rank).abs();
        let falling = (king_file + king_rank - 7).abs();
        match (file, rank) {
            (0, _) => Direction::File,
            (_, 0) => Direction::Rank,
            _ if file.abs() != rank.abs() => Direction::Knight,
            _ if (file == rank) == (rising < falling) => Direction::Long,
            _ => Direction::Short,
        }
    }
}

/// The directions of a check: none, one, or two for a double check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Directions(u8);

impl Directions {
    /// No check.
    pub const NONE: Directions = Directions(0);

    /// The directions in which the king of the side to move is checked in `position`.
    pub fn of(position: &Chess) -> Directions {
        Directions::seen_from(position.our(Role::King).first(), position.checkers())
    }

    /// The directions in which these men check a king; none if there is no king.
    pub fn seen_from(king: Option<Square>, checkers: Bitboard) -> Directions {
        let direction = |checker| Some(Direction::between(king?, checker));
        checkers.into_iter().filter_map(direction).collect()
    }

    /// Whether there is no check.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of directions.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether `direction` is one of them.
    pub fn contains(self, direction: Direction) -> bool {
        self.0 & (1 << direction as u8) != 0
    }

    /// The same directions and `direction`.
    #[must_use]
    pub fn with(self, direction: Direction) -> Directions {
        Directions(self.0 | 1 << direction as u8)
    }

    /// The directions in the order of their letters.
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        Direction::ALL
            .into_iter()
            .filter(move |&direction| self.contains(direction))
    }
}

impl FromIterator<Direction> for Directions {
    fn from_iter<I: IntoIterator<Item = Direction>>(directions: I) -> Directions {
        directions
            .into_iter()
            .fold(Directions::NONE, Directions::with)
    }
}

impl Directions {
    /// The letters in alphabetical order, without the `C`.
    pub fn letters(self) -> SmolStr {
        self.iter().map(Direction::letter).collect()
    }

    /// The letters; `-` for none.
    pub fn or_dash(self) -> SmolStr {
        match self.is_empty() {
            true => SmolStr::new_static("-"),
            false => self.letters(),
        }
    }
}

/// The letters in alphabetical order, without the `C`.
impl fmt::Display for Directions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.letters())
    }
}

/// The end of a game on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Finish {
    /// The side to move is checkmated.
    Mate,
    /// The side to move is stalemated.
    Stalemate,
}

impl Finish {
    /// The end of the game for a side to move with these checks, if `can_move` is false.
    pub fn of(can_move: bool, checks: Directions) -> Option<Finish> {
        match (can_move, checks.is_empty()) {
            (true, _) => None,
            (false, false) => Some(Finish::Mate),
            (false, true) => Some(Finish::Stalemate),
        }
    }
}

/// The announcement to both players after a legal move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Announcement {
    /// The square of the captured man; for a capture en passant, the square of the pawn, not the
    /// target of the move.
    pub capture: Option<Square>,
    /// The directions in which the other side's king is checked.
    pub checks: Directions,
    /// Checkmate or stalemate, if the move ends the game.
    pub end: Option<Finish>,
}

impl Announcement {
    /// The announcement for the move `played` that led to the position `after`.
    pub fn of(played: Move, after: &Chess) -> Announcement {
        let checks = Directions::of(after);
        Announcement {
            capture: captured_square(played),
            checks,
            end: Finish::of(can_move(after, !checks.is_empty()), checks),
        }
    }
}

/// Whether the side to move has a legal move. This is nearly always shown by a man that is not on a
/// line with its own king, and so cannot be pinned, or in check by a flight of the king; only
/// otherwise are all moves generated.
pub(super) fn can_move(position: &Chess, is_check: bool) -> bool {
    let (board, turn) = (position.board(), position.turn());
    let (own, occupied) = (position.us(), board.occupied());
    if let Some(king) = board.king_of(turn) {
        let is_shown = if is_check {
            let is_flight = |to| {
                let attackers = board.attacks_to(to, !turn, occupied.without(king));
                attackers.is_empty()
            };
            let flights = attacks::king_attacks(king) & !own;
            flights.into_iter().any(is_flight)
        } else {
            let free = own & !attacks::queen_attacks(king, occupied);
            let pieces = free & !(board.pawns() | board.kings());
            let ahead = |pawns: Bitboard| turn.fold_wb(pawns.shift(8), pawns.shift(-8));
            (ahead(free & board.pawns()) & !occupied).any()
                || pieces
                    .into_iter()
                    .any(|from| (board.attacks_from(from) & !own).any())
        };
        if is_shown {
            return true;
        }
    }
    !position.legal_moves().is_empty()
}

/// The square of the man that `played` captures.
pub fn captured_square(played: Move) -> Option<Square> {
    match played {
        Move::Normal {
            to,
            capture: Some(_),
            ..
        } => Some(to),
        Move::EnPassant { from, to } => Some(Square::from_coords(to.file(), from.rank())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_letters_of_the_directions() {
        let direction = |king: &str, checker: &str| {
            let square = |name: &str| name.parse::<Square>().unwrap();
            Direction::between(square(king), square(checker)).letter()
        };
        assert_eq!(direction("e8", "e1"), 'F');
        assert_eq!(direction("e8", "a8"), 'R');
        assert_eq!(direction("e8", "f6"), 'N');
        // e8-h5 has four squares, e8-a4 five.
        assert_eq!(direction("e8", "h5"), 'S');
        assert_eq!(direction("e8", "a4"), 'L');
        assert_eq!(direction("a1", "h8"), 'L');
        assert_eq!(direction("a2", "b1"), 'S');
        assert_eq!(direction("d4", "c5"), 'S');
    }

    #[test]
    fn no_square_has_two_diagonals_of_the_same_length() {
        for king in Square::ALL {
            let letters: Vec<_> = Square::ALL
                .into_iter()
                .filter(|checker| {
                    king != *checker
                        && (king.file() as i32 - checker.file() as i32).abs()
                            == (king.rank() as i32 - checker.rank() as i32).abs()
                })
                .map(|checker| {
                    let rising = (checker.file() > king.file()) == (checker.rank() > king.rank());
                    (rising, Direction::between(king, checker))
                })
                .collect();
            for (rising, direction) in &letters {
                for (other_rising, other) in &letters {
                    assert_eq!(rising == other_rising, direction == other, "{king}");
                }
            }
        }
    }

    #[test]
    fn a_side_can_move_where_it_has_a_legal_move() {
        let mut seed = 1_u64;
        let (mut ends, mut position) = (0, Chess::default());
        for _ in 0..20_000 {
            let moves = position.legal_moves();
            assert_eq!(
                can_move(&position, position.is_check()),
                !moves.is_empty(),
                "{position:?}"
            );
            if moves.is_empty() || position.board().occupied().count() < 4 {
                ends += 1;
                position = Chess::default();
                continue;
            }
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            position.play_unchecked(moves[(seed >> 33) as usize % moves.len()]);
        }
        assert!(ends > 20, "{ends}");
        // All men are pinned or blocked; only the last one can capture en passant.
        for (fen, can) in [
            ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", false),
            ("8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", false),
            ("k7/P7/K7/8/8/p7/P7/8 b - - 0 1", false),
            ("kb5R/8/1K6/8/8/8/8/8 b - - 0 1", false),
            ("k7/2Q5/8/pP6/8/8/8/K7 w - a6 0 1", true),
            ("k7/2Q5/8/8/8/8/p7/K7 b - - 0 1", false),
        ] {
            let fen: shakmaty::fen::Fen = fen.parse().unwrap();
            let setup = fen.into_position(shakmaty::CastlingMode::Standard);
            let position: Chess = setup.unwrap();
            assert_eq!(
                can_move(&position, position.is_check()),
                can,
                "{position:?}"
            );
            assert_eq!(!position.legal_moves().is_empty(), can);
        }
    }

    #[test]
    fn two_letters_are_alphabetical() {
        let checks: Directions = [Direction::Rank, Direction::Knight].into_iter().collect();
        assert_eq!(checks.to_string(), "NR");
        assert_eq!(checks.len(), 2);
    }
}
