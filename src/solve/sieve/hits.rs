//! The squares from which a man hits the flights that are left open: [`Hits`].

use crate::attacks::{self, Bits, Sq, bit, pop};
use crate::board::{BISHOP, KING, KNIGHT, PAWN, ROOK};
use crate::side::Black;

/// The squares seen from the flights through the attacker's men, computed once for all men.
#[derive(Debug)]
pub struct Rays {
    walls: Bits,
    /// Flights whose lines are known.
    lit: Bits,
    /// By flight: the squares that a bishop and a rook there would see.
    lines: [[Bits; 2]; 64],
}

impl Rays {
    pub fn new() -> Rays {
        Rays {
            walls: 0,
            lit: 0,
            lines: [[0; 2]; 64],
        }
    }

    /// Forgets everything; from now on `walls` block.
    pub fn begin(&mut self, walls: Bits) {
        self.walls = walls;
        self.lit = 0;
    }

    /// The squares from which a line piece of `role` sees `sq`.
    #[inline(always)]
    fn of(&mut self, role: usize, sq: Sq) -> Bits {
        let lines = &mut self.lines[usize::from(sq)];
        if self.lit & bit(sq) == 0 {
            self.lit |= bit(sq);
            *lines = [
                attacks::bishop(sq, self.walls),
                attacks::rook(sq, self.walls),
            ];
        }
        let [diagonal, straight] = *lines;
        match role {
            BISHOP => diagonal,
            ROOK => straight,
            _ => diagonal | straight,
        }
    }
}

/// The squares from which a man of one role hits flights. Neighbouring threats leave the same
/// flights open.
pub struct Hits<'a> {
    rays: &'a mut Rays,
    role: usize,
    last: (Bits, Bits),
}

impl<'a> Hits<'a> {
    pub fn new(rays: &'a mut Rays, role: usize) -> Hits<'a> {
        Hits {
            rays,
            role,
            last: (0, !0),
        }
    }

    /// The squares from which all of `flights` are hit.
    #[inline(always)]
    pub fn all_of(&mut self, flights: Bits) -> Bits {
        if flights != self.last.0 {
            self.last = (flights, self.find(flights));
        }
        self.last.1
    }

    #[inline(always)]
    fn find(&mut self, mut flights: Bits) -> Bits {
        let mut squares = !0;
        while squares != 0
            && let Some(sq) = pop(&mut flights)
        {
            squares &= match self.role {
                PAWN => attacks::pawn::<Black>(sq),
                KNIGHT => attacks::knight(sq),
                KING => attacks::king(sq),
                role => self.rays.of(role, sq),
            };
        }
        squares
    }
}
