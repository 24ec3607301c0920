//! The position after the reply, measured once: [`Scene`].
//!
//! There are two separate views of a line. The exact one is blocked by every man. The one *through*
//! is blocked by the defender's men alone: whatever the attacker's men do in two moves, none of
//! their lines reaches further. The defending king never blocks, since it may flee along a line.

use std::cell::OnceCell;

use crate::attacks::{self, Bits, Sq, bit, lowest, pop};
use crate::board::{BISHOP, Board, KING, KNIGHT, PAWN, QUEEN, ROOK};
use crate::side::{Black, White};

const SIXTH_AND_SEVENTH: Bits = 0x00ff_ff00_0000_0000;
const FOURTH: Bits = 0xff00_0000;
const EIGHTH: Bits = 0xff00_0000_0000_0000;

/// A man of the attacker other than a pawn.
#[derive(Debug, Clone, Copy)]
pub struct Officer {
    pub from: Sq,
    pub role: usize,
    /// The squares that it attacks.
    pub reach: Bits,
}

/// The squares that the attacker's line pieces gain when a man leaves.
#[derive(Debug, Clone, Copy, Default)]
pub struct Opened {
    /// The additional squares that they see when only that man is gone.
    pub exact: Bits,
    /// The whole lines, through the attacker's men.
    pub through: Bits,
}

/// The defending king's lines.
#[derive(Debug, Clone, Copy, Default)]
pub struct KingLines {
    pub straight: Bits,
    pub diagonal: Bits,
}

impl KingLines {
    /// The lines of the king on `target`.
    #[inline(always)]
    pub fn new(target: Sq, occupied: Bits) -> KingLines {
        KingLines {
            straight: attacks::rook(target, occupied),
            diagonal: attacks::bishop(target, occupied),
        }
    }

    #[inline(always)]
    pub fn all(self) -> Bits {
        self.straight | self.diagonal
    }

    /// The lines along which a line piece of `role` checks.
    #[inline(always)]
    pub fn of(self, role: usize) -> Bits {
        match role {
            BISHOP => self.diagonal,
            ROOK => self.straight,
            QUEEN => self.all(),
            _ => 0,
        }
    }
}

/// The squares to which the defender's free men can go.
#[derive(Debug)]
pub struct FreeMoves {
    /// Where they capture.
    pub captures: Bits,
    /// Where they go if nothing is there, except by double steps.
    pub others: Bits,
}

/// The position after the reply, if the attacker has passed.
#[derive(Debug)]
pub struct Scene {
    pub board: Board,
    /// The defending king's square.
    pub target: Sq,
    pub us: Bits,
    pub them: Bits,
    pub occupied: Bits,
    /// The defender's men except the king: they block a line whatever the attacker plays.
    pub walls: Bits,
    /// The defender's men, except the king, that no man of the attacker can pin: none is the first
    /// of the defender's men on a line from the king.
    free: Bits,
    /// Computed when it is needed.
    free_moves: OnceCell<FreeMoves>,
    /// The squares to which the king could step; the attacker's men may be captured.
    pub flights: Bits,
    /// Squares covered by one man of the attacker or more, and by two or more.
    once: Bits,
    twice: Bits,
    /// Squares reached by line pieces.
    swept: Bits,
    pub lines: KingLines,
    /// The parts of the lines behind the attacker's nearest man on each.
    pub behind: KingLines,
    pub pawn_checks: Bits,
    pub knight_checks: Bits,
    /// Men that uncover a check by leaving a line.
    pub batteries: Bits,
    /// Men whose moves are not judged: batteries and men that may become one, pawns before their
    /// promotion, men on a square that a pawn or a battery waits for.
    pub beyond: Bits,
    /// Men on a square from which another man that can reach it would check.
    pub in_the_way: Bits,
    pub officers: Vec<Officer>,
}

impl Scene {
    /// The scene of `board`; `officers` is the list of an earlier scene, reused for its memory.
    pub fn new(board: &Board, mut officers: Vec<Officer>) -> Scene {
        officers.clear();
        let (us, them) = (board.us::<White>(), board.them::<White>());
        let occupied = us | them;
        let target = board.king::<Black>();
        let lines = KingLines::new(target, occupied);
        let without = KingLines::new(target, occupied & !(lines.all() & us));
        let mut scene = Scene {
            board: *board,
            target,
            us,
            them,
            occupied,
            walls: them & !bit(target),
            free: them & !bit(target) & !attacks::queen(target, them),
            free_moves: OnceCell::new(),
            flights: attacks::king(target) & !them,
            once: 0,
            twice: 0,
            swept: 0,
            lines,
            behind: KingLines {
                straight: without.straight & !lines.straight,
                diagonal: without.diagonal & !lines.diagonal,
            },
            pawn_checks: attacks::pawn::<Black>(target),
            knight_checks: attacks::knight(target),
            batteries: 0,
            beyond: 0,
            in_the_way: 0,
            officers,
        };
        scene.find_batteries();
        scene.cover_by_pawns();
        scene.cover_by_officers();
        scene
    }

    /// One man between a line piece and the king is a battery; of two men, each becomes one when
    /// the other leaves.
    fn find_batteries(&mut self) {
        let mut snipers = self.us
            & ((attacks::rook(self.target, self.them) & self.board.straight_sliders())
                | (attacks::bishop(self.target, self.them) & self.board.diagonal_sliders()));
        while let Some(sniper) = pop(&mut snipers) {
            let men = attacks::between(self.target, sniper) & self.us;
            match men.count_ones() {
                1 => self.batteries |= men,
                2 => self.beyond |= men,
                _ => {}
            }
        }
        self.beyond |= self.batteries;
    }

    fn cover_by_pawns(&mut self) {
        let pawns = self.us & self.board.roles[PAWN];
        let mut men = pawns;
        while let Some(from) = pop(&mut men) {
            self.cover(attacks::pawn::<White>(from));
        }
        let one = pawns << 8;
        let two = pawns << 16;
        // A man in front of a pawn whose step would check, promote or uncover a check.
        self.beyond |= one & self.us & (self.pawn_checks | EIGHTH);
        self.beyond |= one & self.us & ((self.pawn_checks & FOURTH) >> 8);
        self.beyond |= two & self.us & self.pawn_checks & FOURTH;
        let batteries = pawns & self.batteries;
        self.beyond |= (batteries << 8 | batteries << 16) & self.us;
        self.beyond |= pawns & SIXTH_AND_SEVENTH;
    }

    fn cover_by_officers(&mut self) {
        for role in [KING, KNIGHT, BISHOP, ROOK, QUEEN] {
            let mut men = self.us & self.board.roles[role];
            while let Some(from) = pop(&mut men) {
                let reach = reach(role, from, self.occupied);
                if (BISHOP..=QUEEN).contains(&role) {
                    self.swept |= reach;
                }
                self.cover(reach);
                if self.batteries & bit(from) != 0 {
                    self.beyond |= reach & self.us;
                } else {
                    self.in_the_way |= reach & self.us & self.checks(role);
                }
                self.officers.push(Officer { from, role, reach });
            }
        }
    }

    #[inline(always)]
    fn cover(&mut self, reach: Bits) {
        self.twice |= self.once & reach;
        self.once |= reach;
    }

    /// The squares from which a man of `role` checks.
    #[inline(always)]
    pub fn checks(&self, role: usize) -> Bits {
        match role {
            PAWN => self.pawn_checks,
            KNIGHT => self.knight_checks,
            _ => self.lines.of(role),
        }
    }

    /// The flights that no man covers except perhaps the man of `role` on `sq`.
    #[inline(always)]
    pub fn uncovered_without(&self, role: usize, sq: Sq) -> Bits {
        self.flights & !self.twice & !(self.once & !reach(role, sq, self.occupied))
    }

    /// The most squares that a man of `role` on `sq` may cover.
    #[inline(always)]
    pub fn reach_through(&self, role: usize, sq: Sq) -> Bits {
        reach(role, sq, self.walls & !bit(sq))
    }

    /// The king's lines after the man on `gone` has left.
    #[inline(always)]
    pub fn lines_without(&self, gone: Bits) -> KingLines {
        if self.lines.all() & gone == 0 {
            self.lines
        } else {
            KingLines::new(self.target, self.occupied & !gone)
        }
    }

    /// The squares to which a man has to go so that no free man can capture the man that checks by
    /// going from `from` to `to`; `None` if no free man can, or if there is another check as well.
    #[inline(always)]
    pub fn spoiling_capture(&self, from: Sq, to: Sq) -> Option<Bits> {
        if self.batteries & bit(from) != 0 {
            return None;
        }
        let capturers = self.board.attackers::<Black>(to, self.occupied) & self.free;
        match capturers.count_ones() {
            0 => None,
            1 => Some(capturers | attacks::between(lowest(capturers), to)),
            // Nobody is in the way of two.
            _ => Some(0),
        }
    }

    /// The moves of free men, whichever man of the attacker leaves its square.
    #[inline(always)]
    pub fn free_moves(&self) -> &FreeMoves {
        self.free_moves.get_or_init(|| {
            let pawns = self.free & self.board.roles[PAWN];
            let mut officers = 0;
            for role in [KNIGHT, BISHOP, ROOK, QUEEN] {
                let mut men = self.free & self.board.roles[role];
                while let Some(from) = pop(&mut men) {
                    officers |= reach(role, from, self.occupied);
                }
            }
            FreeMoves {
                captures: officers | attacks::pawns::<Black>(pawns),
                others: officers | pawns >> 8,
            }
        })
    }

    /// Whether the line pieces see any of `squares`.
    #[inline(always)]
    pub fn sweeps(&self, squares: Bits) -> bool {
        self.swept & squares != 0
    }

    /// The squares that the line pieces gain when the man on `sq` is gone.
    #[inline(always)]
    pub fn opened(&self, sq: Sq) -> Opened {
        let mut opened = Opened::default();
        if self.swept & bit(sq) == 0 {
            return opened;
        }
        let before = self.occupied & !bit(self.target);
        let after = before & !bit(sq);
        let mut add = |from: Sq, line: fn(Sq, Bits) -> Bits| {
            opened.exact |= line(from, after) & !line(from, before);
            opened.through |= line(from, self.walls) & attacks::ray(from, sq);
        };
        let mut men = attacks::rook(sq, self.occupied) & self.us & self.board.straight_sliders();
        while let Some(from) = pop(&mut men) {
            add(from, attacks::rook);
        }
        let mut men = attacks::bishop(sq, self.occupied) & self.us & self.board.diagonal_sliders();
        while let Some(from) = pop(&mut men) {
            add(from, attacks::bishop);
        }
        opened
    }
}

/// The squares that an attacker's man of `role` on `sq` attacks.
#[inline(always)]
pub fn reach(role: usize, sq: Sq, occupied: Bits) -> Bits {
    match role {
        PAWN => attacks::pawn::<White>(sq),
        KNIGHT => attacks::knight(sq),
        BISHOP => attacks::bishop(sq, occupied),
        ROOK => attacks::rook(sq, occupied),
        QUEEN => attacks::queen(sq, occupied),
        _ => attacks::king(sq),
    }
}
