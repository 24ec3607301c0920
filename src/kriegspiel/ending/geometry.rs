//! The tries of a placement, and the umpire's answers for each square of the black king.

use std::fmt;

use shakmaty::{Bitboard, Color, Role, Square, attacks};

use super::placement::WhitePlacement;
use crate::announcement::{Direction, Directions};

/// The squares attacked by a man as if the black king were not on the board: squares behind the
/// king stay attacked, because it cannot stay on the line.
fn attacked_by(role: Role, square: Square, occupied: Bitboard) -> u64 {
    attacks::attacks(square, role.of(Color::White), occupied).0
}

/// The squares to which the black king may move: neither attacked nor occupied by a protected man.
/// Unprotected men can be captured.
pub fn replies(placement: WhitePlacement) -> u64 {
    let occupied = placement.occupied();
    let king = attacks::king_attacks(placement.king()).0 | (1 << placement.king().to_u32());
    let attacked = placement.men().fold(king, |all, (role, square)| {
        all | attacked_by(role, square, occupied)
    });
    !attacked
}

/// The possible squares of the black king with White to move: neither attacked nor occupied.
pub fn possible(placement: WhitePlacement) -> u64 {
    replies(placement) & !placement.occupied().0
}

/// The possible squares of the black king with Black to move: empty, and not next to the white
/// king.
pub fn possible_after(placement: WhitePlacement) -> u64 {
    !(placement.occupied() | attacks::king_attacks(placement.king())).0
}

/// The squares from which every move of the black king leads into `set`, including squares
/// without a move. `replies` are the [`replies`] of the placement.
#[inline]
pub fn kept_within(replies: u64, set: u64) -> u64 {
    !around(replies & !set)
}

/// The names of squares.
pub fn square_names(set: Bitboard) -> Vec<String> {
    set.into_iter().map(|square| square.to_string()).collect()
}

/// The squares that are a king's step away from a square of the set.
#[inline]
pub(crate) fn around(set: u64) -> u64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let sides = ((set << 1) & NOT_A) | ((set >> 1) & NOT_H);
    let row = set | sides;
    sides | (row << 8) | (row >> 8)
}

/// A move that White can try; the real position decides whether it is legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pseudomove {
    /// The man.
    pub role: Role,
    /// Its origin.
    pub from: Square,
    /// Its target.
    pub to: Square,
}

impl Pseudomove {
    /// Whether a text denotes this move: `Ra1-h1`, `a1h1`, `Rh1` or `Ra1h1`.
    pub fn is_named_by(self, text: &str) -> bool {
        let Pseudomove { role, from, to } = self;
        let (man, bare) = (role.upper_char(), format!("{from}{to}"));
        text == bare
            || text == format!("{man}{bare}")
            || text == format!("{man}{to}")
            || text == self.to_string()
    }

    /// The reverse move.
    pub fn back(self) -> Pseudomove {
        Pseudomove {
            from: self.to,
            to: self.from,
            ..self
        }
    }
}

/// `Ra1-a4`.
impl fmt::Display for Pseudomove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}-{}", self.role.upper_char(), self.from, self.to)
    }
}

/// A try, and the umpire's answer for each possible square of the black king. The sets `refused`,
/// `silent`, `checked`, `mates` and `stalemates` form a partition of these squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WhiteTry {
    /// The move.
    pub step: Pseudomove,
    /// The placement if the umpire says yes.
    pub after: WhitePlacement,
    /// The [`replies`] in that case.
    pub free: u64,
    /// The squares for which the try is illegal; only a king's move can be.
    pub refused: u64,
    /// The squares without check from which the king can move.
    pub silent: u64,
    /// The squares with check from which the king can move.
    pub checked: u64,
    /// The squares on which the king is mated.
    pub mates: u64,
    /// The squares on which the king is stalemated.
    pub stalemates: u64,
}

/// `Ra1-a4`.
impl fmt::Display for WhiteTry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.step.fmt(f)
    }
}

impl WhiteTry {
    /// Judges a move of `before` for a black king on any of `kings`. The men are never pinned, so
    /// whole sets of squares are judged at once.
    pub fn new(before: WhitePlacement, kings: u64, step: Pseudomove) -> WhiteTry {
        let after = before.after(step.from, step.to);
        let free = replies(after);
        // The black king is on no line of a sliding man, or it would already be in check, so only a
        // king's move is refused.
        let refused = match step.role {
            Role::King => kings & attacks::king_attacks(step.to).0,
            _ => 0,
        };
        let legal = kings & !refused;
        let going = legal & around(free);
        let stuck = legal & !going;
        WhiteTry {
            step,
            after,
            free,
            refused,
            silent: going & free,
            checked: going & !free,
            mates: stuck & !free,
            stalemates: stuck & free,
        }
    }

    /// The squares by announcement, silence first, without those that are refused and those with
    /// stalemate, where the win is lost. Squares with checkmate are listed under their check,
    /// squares from which a man can be captured under their announcement.
    pub fn announced(&self) -> Vec<(Directions, u64)> {
        let mut announced = vec![(Directions::NONE, self.silent | self.checked | self.mates)];
        for (direction, check) in Direction::ALL.into_iter().zip(checks(self.after)) {
            for index in 0..announced.len() {
                let (said, squares) = announced[index];
                announced[index].1 = squares & !check;
                announced.push((said.with(direction), squares & check));
            }
            announced.retain(|&(_, squares)| squares != 0);
        }
        announced.sort_unstable();
        announced
    }

    /// The squares from which the king can then capture a man.
    pub fn takers(&self) -> u64 {
        (self.silent | self.checked) & around(self.free & self.after.takeable().0)
    }

    /// The possible squares of the king after its reply from one of `kings` without a capture.
    pub fn replies_of(&self, kings: u64) -> u64 {
        around(kings) & self.free & !self.after.takeable().0
    }
}

/// All moves of a placement, the king's first, each group ordered by target.
pub fn steps(placement: WhitePlacement) -> impl Iterator<Item = Pseudomove> {
    let occupied = placement.occupied();
    placement.all_men().flat_map(move |(role, from)| {
        let reached = Bitboard(attacked_by(role, from, occupied)) & !occupied;
        let step = move |to| Pseudomove { role, from, to };
        reached.into_iter().map(step)
    })
}

/// All tries of a placement with the king on any possible square, in the order of [`steps`].
pub fn tries(placement: WhitePlacement) -> Vec<WhiteTry> {
    let kings = possible(placement);
    let judged = |step| WhiteTry::new(placement, kings, step);
    steps(placement).map(judged).collect()
}

/// The squares on which the black king is in check after White's move, in the order of
/// [`Direction::ALL`].
fn checks(placement: WhitePlacement) -> [u64; 5] {
    let occupied = placement.occupied();
    let mut checks = [0; 5];
    let [file, long, knight, rank, short] = &mut checks;
    for (man, square) in placement.men() {
        let attacked = attacked_by(man, square, occupied);
        if man == Role::Knight {
            *knight |= attacked;
            continue;
        }
        let on_file = attacked & Bitboard::from_file(square.file()).0;
        let on_rank = attacked & Bitboard::from_rank(square.rank()).0;
        let rising = attacked & rising_through(square);
        let falling = attacked & !(on_file | on_rank | rising);
        *file |= on_file;
        *rank |= on_rank;
        *long |= (rising & RISING_IS_LONG) | (falling & !RISING_IS_LONG);
        *short |= (rising & !RISING_IS_LONG) | (falling & RISING_IS_LONG);
    }
    checks
}

/// The squares whose diagonal parallel to a1-h8 is longer than the other one.
const RISING_IS_LONG: u64 = {
    let mut squares = 0;
    let mut square = 0_i32;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        if (file - rank).abs() < (file + rank - 7).abs() {
            squares |= 1 << square;
        }
        square += 1;
    }
    squares
};

/// The diagonal through a square parallel to a1-h8.
fn rising_through(square: Square) -> u64 {
    const MAIN: u64 = 0x8040_2010_0804_0201;
    // Moved up or down by whole ranks, it keeps its direction.
    let up = i32::from(square.rank()) - i32::from(square.file());
    if up >= 0 {
        MAIN << (8 * up)
    } else {
        MAIN >> (-8 * up)
    }
}
