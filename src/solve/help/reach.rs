//! The range of men on an empty board: the squares within a number of moves, and the squares that
//! they guard around a king from there.
//!
//! An empty board is the best case. Men in the way, pins, checks and the side to move can only make
//! a journey longer, so a square that is out of reach here is out of reach in every position. Pawns
//! may capture, as often as there are men to capture, and promote. Castling is left to the caller.

use std::sync::LazyLock;

use crate::attacks::{self, Bits, Sq, bit, pop};
use crate::board::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
use crate::side::{Black, White};

/// The most moves that are distinguished; nothing takes longer. The longest journey is that of a
/// pawn that promotes with its fifth or sixth move and continues as a knight.
pub const LONGEST: usize = 12;

/// The most captures by one pawn that are distinguished; the last number means itself and more.
pub const CAPTURES: usize = 3;

/// The squares within 0, 1, 2, ... moves.
pub type Journey = [Bits; LONGEST + 1];

/// The light squares.
const LIGHT: Bits = 0x55aa_55aa_55aa_55aa;

/// The roles that pawns may take; the queen does everything that rook and bishop do.
const BECOMES: [usize; 3] = [PAWN, KNIGHT, QUEEN];

/// The squares around a king and its own, as bits `3 * rank + file` of a 3 by 3 board with the king
/// in the middle.
pub type Zone = u16;

/// The king's own square in a [`Zone`].
pub const CENTRE: Zone = 1 << 4;

struct Reach {
    /// The squares that a man attacks.
    attacks: [[Bits; 64]; 6],
    officers: [[Journey; 64]; 6],
    /// By colour (Black first), number of captures and final role of the pawn.
    pawns: [[[[Journey; 64]; BECOMES.len()]; CAPTURES + 1]; 2],
}

static REACH: LazyLock<Box<Reach>> = LazyLock::new(|| {
    let mut reach = Box::new(Reach {
        attacks: [[0; 64]; 6],
        officers: [[[0; LONGEST + 1]; 64]; 6],
        pawns: [[[[[0; LONGEST + 1]; 64]; BECOMES.len()]; CAPTURES + 1]; 2],
    });
    for (role, attacks) in reach.attacks.iter_mut().enumerate() {
        for (from, attacked) in attacks.iter_mut().enumerate() {
            *attacked = attacks_of(role, from as Sq);
        }
    }
    for (role, journeys) in reach.officers.iter_mut().enumerate().skip(KNIGHT) {
        for (from, journey) in journeys.iter_mut().enumerate() {
            *journey = officer_journey(role, bit(from as Sq));
        }
    }
    let officers = reach.officers;
    for (color, of_color) in reach.pawns.iter_mut().enumerate() {
        for (captures, of_captures) in of_color.iter_mut().enumerate() {
            for (of_role, role) in of_captures.iter_mut().zip(BECOMES) {
                for (from, journey) in of_role.iter_mut().enumerate() {
                    *journey = pawn_journey(color == 1, captures, role, from as Sq, &officers);
                }
            }
        }
    }
    reach
});

/// The squares that an officer attacks on an empty board; `PAWN` is a white one.
#[inline]
pub fn attacked_from(role: usize, from: Sq) -> Bits {
    REACH.attacks[role][usize::from(from)]
}

/// The same, before there is a table.
fn attacks_of(role: usize, from: Sq) -> Bits {
    match role {
        PAWN => attacks::pawn::<White>(from),
        KNIGHT => attacks::knight(from),
        BISHOP => attacks::bishop(from, 0),
        ROOK => attacks::rook(from, 0),
        QUEEN => attacks::queen(from, 0),
        _ => attacks::king(from),
    }
}

/// The next squares in the directions of an officer; if its own men are on all of them, it can't
/// move.
pub fn exits(role: usize, sq: Sq) -> Bits {
    let near = attacks::king(sq);
    let of_its_colour = match bit(sq) & LIGHT {
        0 => !LIGHT,
        _ => LIGHT,
    };
    match role {
        KNIGHT => attacks::knight(sq),
        BISHOP => near & of_its_colour,
        ROOK => near & !of_its_colour,
        _ => near,
    }
}

fn officer_journey(role: usize, start: Bits) -> Journey {
    let mut journey = [start; LONGEST + 1];
    for moves in 1..=LONGEST {
        journey[moves] = journey[moves - 1];
        let mut men = journey[moves - 1];
        while let Some(from) = pop(&mut men) {
            journey[moves] |= attacks_of(role, from);
        }
    }
    journey
}

/// The journey of a pawn that captures at most `captures` men ([`CAPTURES`]: any number) and ends
/// as `role`.
fn pawn_journey(
    white: bool,
    captures: usize,
    role: usize,
    from: Sq,
    officers: &[[Journey; 64]; 6],
) -> Journey {
    let mut journey = [0; LONGEST + 1];
    // The squares on which the pawn can be after this many moves, by the captures it has made.
    let mut here = [0; CAPTURES + 1];
    here[0] = bit(from) & !attacks::LAST_RANKS;
    for moves in 0..=LONGEST {
        let arrived = here.iter().fold(0, |all, squares| all | squares);
        if moves > 0 {
            journey[moves] |= journey[moves - 1];
        }
        if role == PAWN {
            journey[moves] |= arrived & !attacks::LAST_RANKS;
        } else {
            let mut promoted = arrived & attacks::LAST_RANKS;
            while let Some(at) = pop(&mut promoted) {
                for (later, squares) in journey[moves..].iter_mut().enumerate() {
                    *squares |= officers[role][usize::from(at)][later];
                }
            }
        }
        let mut next = [0; CAPTURES + 1];
        for (taken, squares) in here.iter().enumerate() {
            let pawns = squares & !attacks::LAST_RANKS;
            next[taken] |= steps(white, pawns);
            let taken = if captures == CAPTURES {
                taken
            } else {
                taken + 1
            };
            if captures > 0 && taken <= captures {
                next[taken] |= if white {
                    attacks::pawns::<White>(pawns)
                } else {
                    attacks::pawns::<Black>(pawns)
                };
            }
        }
        here = next;
    }
    journey
}

/// One step of each pawn, or two from squares where that is allowed.
fn steps(white: bool, pawns: Bits) -> Bits {
    if white {
        let one = pawns << 8;
        one | (one & 0xff_0000) << 8
    } else {
        let one = pawns >> 8;
        one | (one & 0xff00_0000_0000) >> 8
    }
}

/// The squares of an officer of `role` that was on `from`.
#[inline]
pub fn officer(role: usize, from: Sq) -> &'static Journey {
    &REACH.officers[role][usize::from(from)]
}

/// The squares of a pawn on `from`, and of the knight and the queen that it may become; `men` is
/// the number of hostile men it may capture.
#[inline]
pub fn pawn(white: bool, men: u32, from: Sq) -> [&'static Journey; 3] {
    let of_pawns = &REACH.pawns[usize::from(white)][(men as usize).min(CAPTURES)];
    [0, 1, 2].map(|i| &of_pawns[i][usize::from(from)])
}

/// The possible final roles of a man on `from`, with its squares in each role: an officer keeps its
/// role, a pawn may also become a knight or a queen, and the queen includes rook and bishop.
#[inline(always)]
pub fn journeys(
    white: bool,
    men: u32,
    role: usize,
    from: Sq,
) -> impl Iterator<Item = (usize, &'static Journey)> {
    let (journeys, count) = if role == PAWN {
        let [pawn, knight, queen] = pawn(white, men, from);
        ([(PAWN, pawn), (KNIGHT, knight), (QUEEN, queen)], 3)
    } else {
        ([(role, officer(role, from)); 3], 1)
    };
    journeys.into_iter().take(count)
}

/// The squares from which one kind of man guards one set of squares around a king.
#[derive(Debug, Clone, Copy)]
pub struct Guard {
    /// The squares that are guarded.
    pub zone: Zone,
    /// The squares from which they are guarded.
    pub squares: Bits,
}

/// A pawn that became a queen, rook or bishop, as the role of [`guards`]: in a stalemate a queen
/// may give check where the others don't.
pub const PROMOTED: usize = KING + 1;

/// For stalemate and mate, every role and every square of a black king: the squares that white men
/// can guard around it, most guarded squares first; squares from which they guard nothing come
/// last.
static GUARDS: [LazyLock<Vec<Vec<Guard>>>; 2] = [
    LazyLock::new(|| all_guards(false)),
    LazyLock::new(|| all_guards(true)),
];

fn all_guards(mate: bool) -> Vec<Vec<Guard>> {
    let of_role = |role| (0..64).map(move |king| guards_around(mate, role, king));
    (PAWN..=PROMOTED).flat_map(of_role).collect()
}

fn guards_around(mate: bool, role: usize, king: Sq) -> Vec<Guard> {
    let near = attacks::king(king);
    let roles: &[usize] = match role {
        PROMOTED => &[QUEEN, ROOK, BISHOP],
        _ => &[role],
    };
    let mut guards: Vec<Guard> = Vec::new();
    for (&role, from) in roles
        .iter()
        .flat_map(|role| (0..64).map(move |from| (role, from)))
    {
        let possible = match role {
            PAWN => bit(from) & attacks::LAST_RANKS == 0,
            KING => bit(from) & near == 0,
            _ => true,
        };
        if from == king || !possible {
            continue;
        }
        let guarded = if mate {
            attacked_from(role, from)
        } else {
            // There is no check: a man on the line to the king stops the line piece before it, or
            // the king itself hides the squares behind it.
            let seen = match role {
                BISHOP => attacks::bishop(from, bit(king)),
                ROOK => attacks::rook(from, bit(king)),
                QUEEN => attacks::queen(from, bit(king)),
                _ => attacked_from(role, from),
            };
            let stoppable = matches!(role, BISHOP | ROOK | QUEEN) && bit(from) & near == 0;
            if seen & bit(king) != 0 && !stoppable {
                continue;
            }
            seen & !bit(king)
        };
        let zone = zone_of(king, guarded);
        match guards.iter_mut().find(|guard| guard.zone == zone) {
            Some(guard) => guard.squares |= bit(from),
            None => guards.push(Guard {
                zone,
                squares: bit(from),
            }),
        }
    }
    guards.sort_by_key(|guard| std::cmp::Reverse(guard.zone.count_ones()));
    guards
}

/// The squares that white men of `role` (which includes [`PROMOTED`]) can guard around a black king
/// on `king` that is mated or stalemated in the final position. A square that is in none of these
/// can't be theirs.
#[inline]
pub fn guards(mate: bool, role: usize, king: Sq) -> &'static [Guard] {
    &GUARDS[usize::from(mate)][role * 64 + usize::from(king)]
}

/// The squares of a set that are around `king` or its own, as seen from the king.
#[inline]
pub fn zone_of(king: Sq, squares: Bits) -> Zone {
    const TWO_FILES: Bits = 0x0303_0303_0303_0303;
    const THREE_FILES: Bits = 0x0707_0707_0707_0707;
    // The board is moved so that the zone's lower left corner comes to a1; squares that would leave
    // it at an edge are removed before.
    let (rank, file) = (king / 8, king % 8);
    let squares = match file {
        0 => (squares & TWO_FILES) << 1,
        7 => (squares >> 6) & TWO_FILES,
        _ => (squares >> (file - 1)) & THREE_FILES,
    };
    let squares = if rank == 0 {
        squares << 8
    } else {
        squares >> (8 * (rank - 1))
    };
    ((squares & 7) | (squares >> 8 & 7) << 3 | (squares >> 16 & 7) << 6) as Zone
}

/// The squares around a king with this [`index`].
#[inline]
pub fn zone(index: u8) -> Zone {
    let index = Zone::from(index);
    index & 15 | index >> 4 << 5
}

/// A set of the squares around a king, without its own square, as a number below 256.
#[inline]
pub fn index(zone: Zone) -> usize {
    usize::from(zone & 15 | zone >> 5 << 4)
}
