//! Pseudomoves and the umpire's answers, for all kings of a metaposition at once.
//!
//! The men are few and never pinned, so whole sets of kings are judged with a handful of operations on bitboards:
//! with `free` the squares that White does not attack after the move, a king on k can move exactly if a neighbour of k is
//! free. The squares behind a king in check count as attacked, because the attacks are made on a board without it.

use std::fmt;

use shakmaty::{Bitboard, File, Rank, Role, Square, attacks};

use super::Metaposition;
use super::placement::{Placement, reach};

/// A move that White can try: the real position decides whether it is legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pseudomove {
    /// The man.
    pub role: Role,
    /// Where it stands.
    pub from: Square,
    /// Where it is to go.
    pub to: Square,
}

/// `Ra1-a4`.
impl fmt::Display for Pseudomove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}-{}", self.role.upper_char(), self.from, self.to)
    }
}

/// What the umpire tells of a check.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Announcements {
    /// Only that it is check, as in the paper.
    #[default]
    Paper,
    /// Where from: rank, file, long or short diagonal, knight.
    Full,
}

/// The kinds of check that the umpire tells apart, a bit each; none where he only says check.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Letters(u8);

impl Letters {
    const ALL: [char; 5] = ['F', 'L', 'N', 'R', 'S'];
}

/// ` R`, ` LN`, or nothing.
impl fmt::Display for Letters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 != 0 {
            f.write_str(" ")?;
        }
        for (bit, letter) in Letters::ALL.into_iter().enumerate() {
            if self.0 & 1 << bit != 0 {
                write!(f, "{letter}")?;
            }
        }
        Ok(())
    }
}

/// What the umpire says to a try that does not end the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Answer {
    /// The move is made; the umpire is silent.
    Silent,
    /// The move is made and gives check.
    Check(Letters),
    /// The move is illegal; White tries again.
    Illegal,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Silent => f.write_str("silent"),
            Answer::Check(letters) => write!(f, "check{letters}"),
            Answer::Illegal => f.write_str("illegal"),
        }
    }
}

/// What a pseudomove means for each king of a metaposition. The sets of all answers, `mated` and `stalemated` part
/// the metaposition's kings.
#[derive(Debug, Clone, Copy)]
pub struct Ruling {
    /// White's men after the move.
    pub after: Placement,
    /// The kings for which the move is mate.
    pub mated: Bitboard,
    /// The kings for which it is stalemate.
    pub stalemated: Bitboard,
    /// Those of `silent` and `checks` that can take a man.
    pub takers: Bitboard,
    /// The squares that White does not attack after the move, unprotected men among them.
    pub free: Bitboard,
    answers: [(Answer, Bitboard); Ruling::MOST],
    len: usize,
}

impl Ruling {
    /// Silent, illegal, and five kinds of check (bishop and knight: L, S, N, and two with N).
    const MOST: usize = 8;

    /// Judges a pseudomove.
    pub fn new(
        metaposition: &Metaposition,
        pseudomove: Pseudomove,
        announcements: Announcements,
    ) -> Ruling {
        let Metaposition { placement, kings } = *metaposition;
        let after = placement.after(pseudomove.from, pseudomove.to);
        // Lines of men never end at Black's king with White to move, so only the own king's moves can be refused.
        let illegal = if pseudomove.role == Role::King {
            kings & attacks::king_attacks(pseudomove.to)
        } else {
            Bitboard::EMPTY
        };
        let legal = kings & !illegal;
        let attacked = after.attacked();
        let free = !attacked & !Bitboard::from_square(after.king());
        let mobile = neighbours(free);
        let stuck = legal & !mobile;
        let going = legal & mobile;
        let mut ruling = Ruling {
            after,
            mated: stuck & attacked,
            stalemated: stuck & !attacked,
            takers: going & neighbours(free & after.takeable()),
            free,
            answers: [(Answer::Silent, Bitboard::EMPTY); Ruling::MOST],
            len: 0,
        };
        ruling.answer(Answer::Silent, going & !attacked);
        match announcements {
            Announcements::Paper => ruling.answer(Answer::Check(Letters(0)), going & attacked),
            Announcements::Full => ruling.lettered(going & attacked),
        }
        ruling.answer(Answer::Illegal, illegal);
        ruling
    }

    /// The answers that are possible, with the kings that bring them about.
    pub fn answers(&self) -> &[(Answer, Bitboard)] {
        &self.answers[..self.len]
    }

    /// Whether the move is mate, whichever of the kings is the real one.
    pub fn mates_all(&self) -> bool {
        self.len == 0 && self.stalemated.is_empty()
    }

    /// The squares the king may have gone to from one of `kings` without taking a man: the metamove.
    pub fn metamove(&self, kings: Bitboard) -> Metaposition {
        Metaposition {
            placement: self.after,
            kings: neighbours(kings) & self.free & !self.after.takeable(),
        }
    }

    /// The metaposition that an answer leaves, before the metamove if Black has one.
    pub fn left(&self, before: &Metaposition, answer: Answer, kings: Bitboard) -> Metaposition {
        let placement = if answer == Answer::Illegal {
            before.placement
        } else {
            self.after
        };
        Metaposition { placement, kings }
    }

    fn answer(&mut self, answer: Answer, kings: Bitboard) {
        if kings.any() {
            self.answers[self.len] = (answer, kings);
            self.len += 1;
        }
    }

    /// One answer for each combination of letters.
    fn lettered(&mut self, checked: Bitboard) {
        let lines = Lines::of(self.after);
        let mut rest = checked;
        while let Some(king) = rest.first() {
            let mut same = rest;
            let mut letters = 0;
            for (bit, line) in lines.0.into_iter().enumerate() {
                if line.contains(king) {
                    letters |= 1 << bit;
                    same &= line;
                } else {
                    same &= !line;
                }
            }
            self.answer(Answer::Check(Letters(letters)), same);
            rest &= !same;
        }
    }
}

/// The squares on which a king would be in check along each kind of line, in the order of [`Letters::ALL`].
struct Lines([Bitboard; 5]);

impl Lines {
    fn of(placement: Placement) -> Lines {
        let occupied = placement.occupied();
        let mut lines = [Bitboard::EMPTY; 5];
        for (role, square) in placement.pieces() {
            let reached = reach(role, square, occupied);
            if role == Role::Knight {
                lines[2] |= reached;
                continue;
            }
            let file = reached & Bitboard::from_file(square.file());
            let rank = reached & Bitboard::from_rank(square.rank());
            lines[0] |= file;
            lines[3] |= rank;
            for seen in reached & !file & !rank {
                // Rising from a1's side to h8's, or falling.
                let rising = (seen.file() > square.file()) == (seen.rank() > square.rank());
                let long = if rising == rising_is_long(seen) { 1 } else { 4 };
                lines[long].add(seen);
            }
        }
        Lines(lines)
    }
}

/// Whether of the two diagonals through a square the one parallel to a1-h8 has more squares. They never have
/// the same number.
fn rising_is_long(square: Square) -> bool {
    let off_rising = square.file().distance(File::new(square.rank().to_u32()));
    let off_falling = square
        .file()
        .distance(File::new(Rank::Eighth.to_u32() - square.rank().to_u32()));
    off_rising < off_falling
}

/// All squares a king's step away from one of `squares`.
pub(super) fn neighbours(squares: Bitboard) -> Bitboard {
    let set = squares.0;
    let not_a = !Bitboard::from_file(File::A).0;
    let not_h = !Bitboard::from_file(File::H).0;
    let sides = (set << 1 & not_a) | (set >> 1 & not_h);
    let row = set | sides;
    Bitboard(sides | row << 8 | row >> 8)
}
