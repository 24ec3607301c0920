//! The tries of a placement, and what the umpire says to them for each square of the black king.

use std::fmt;

use shakmaty::{Bitboard, Role, Square, attacks};

use super::placement::WhitePlacement;
use crate::kriegspiel::announcement::{Direction, Directions};

/// The squares a man attacks, as if the black king were not on the board: what it shields stays
/// attacked, for it cannot stay in the line.
pub(in crate::kriegspiel) fn attacked_by(role: Role, square: Square, occupied: Bitboard) -> u64 {
    let attacked = match role {
        Role::Rook => attacks::rook_attacks(square, occupied),
        Role::Queen => attacks::queen_attacks(square, occupied),
        Role::Bishop => attacks::bishop_attacks(square, occupied),
        Role::Knight => attacks::knight_attacks(square),
        Role::King | Role::Pawn => attacks::king_attacks(square),
    };
    attacked.0
}

/// The squares the black king may go to: neither attacked nor, of the men, protected. Whoever
/// stands there unprotected can be taken.
pub fn replies(placement: WhitePlacement) -> u64 {
    let occupied = placement.occupied();
    let king = attacks::king_attacks(placement.king()).0 | (1 << placement.king().to_u32());
    let attacked = placement.men().fold(king, |all, (role, square)| {
        all | attacked_by(role, square, occupied)
    });
    !attacked
}

/// The squares on which the black king may stand when White is to move: neither attacked nor
/// occupied.
pub fn possible(placement: WhitePlacement) -> u64 {
    replies(placement) & !placement.occupied().0
}

/// The squares on which the black king may stand when it is Black's turn: free, and not beside the
/// white king.
pub fn possible_after(placement: WhitePlacement) -> u64 {
    !(placement.occupied() | attacks::king_attacks(placement.king())).0
}

/// Of the board's 64 squares those from which every move of the black king leads into `set`,
/// squares without a move among them. `replies` are the [`replies`] of the placement.
#[inline]
pub fn kept_within(replies: u64, set: u64) -> u64 {
    !around(replies & !set)
}

/// Where the black king can be after a move from one of the squares `from`.
pub fn replies_from(placement: WhitePlacement, from: u64) -> u64 {
    around(from) & replies(placement)
}

/// The squares a king's step away from a square of the set.
#[inline]
pub(in crate::kriegspiel) fn around(set: u64) -> u64 {
    const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
    const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let sides = ((set << 1) & NOT_A) | ((set >> 1) & NOT_H);
    let row = set | sides;
    sides | (row << 8) | (row >> 8)
}

/// A move that White can try.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WhiteTry {
    /// Who goes.
    pub man: Role,
    /// From where.
    pub from: Square,
    /// To where.
    pub to: Square,
    /// The placement when the umpire said yes.
    pub after: WhitePlacement,
    /// The possible squares of the black king on which the try is illegal; only a king's move can
    /// be.
    pub refused: u64,
    /// The other possible squares by what is announced, silent first. Squares with stalemate are
    /// left out: the ending is lost for a win there. Those with checkmate stand under their check,
    /// those on which a man can be taken under what is announced.
    pub announced: Vec<(Directions, u64)>,
    /// The possible squares on which the move mates.
    pub mates: u64,
    /// The possible squares on which the move stalemates.
    pub stalemates: u64,
}

/// Writes `Ra1-a5`.
impl fmt::Display for WhiteTry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}-{}", self.man.upper_char(), self.from, self.to)
    }
}

/// Every try of a placement, the king's first, each kind ordered by its target.
pub fn tries(placement: WhitePlacement) -> Vec<WhiteTry> {
    let occupied = placement.occupied();
    let king = placement.king();
    let mut tries = Vec::new();
    for to in attacks::king_attacks(king) & !occupied {
        tries.push(try_of(placement, (Role::King, king, to)));
    }
    for (man, from) in placement.men() {
        for to in Bitboard(attacked_by(man, from, occupied)) & !occupied {
            tries.push(try_of(placement, (man, from, to)));
        }
    }
    tries
}

fn try_of(before: WhitePlacement, (man, from, to): (Role, Square, Square)) -> WhiteTry {
    let (possible, after) = (possible(before), before.after(from, to));
    // The black king stands in no line of a sliding man, or it would be in check already: only the
    // king is refused.
    let refused = if man == Role::King {
        possible & attacks::king_attacks(to).0
    } else {
        0
    };
    let legal = possible & !refused;
    let checks = checks(after);
    let silent = checks.iter().fold(legal, |left, check| left & !check);
    let without_reply = legal & kept_within(replies(after), 0);
    let stalemates = silent & without_reply;
    let mut announced = vec![(Directions::NONE, legal & !stalemates)];
    for (direction, check) in Direction::ALL.into_iter().zip(checks) {
        for index in 0..announced.len() {
            let (said, squares) = announced[index];
            announced[index].1 = squares & !check;
            announced.push((said.with(direction), squares & check));
        }
        announced.retain(|&(_, squares)| squares != 0);
    }
    announced.sort_unstable();
    WhiteTry {
        man,
        from,
        to,
        after,
        refused,
        announced,
        mates: without_reply & !silent,
        stalemates,
    }
}

/// The squares on which the black king is in check after White's move, in the order of
/// [`Direction::ALL`].
pub(in crate::kriegspiel) fn checks(placement: WhitePlacement) -> [u64; 5] {
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

/// The squares whose diagonal in the direction of a1-h8 has more squares than the other one.
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

/// The diagonal through a square in the direction of a1-h8.
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
