//! A check that the attacker could give after the reply, and the known defence against it:
//! [`Threat`].

use super::scene::{Opened, Scene, reach};
use crate::attacks::{self, Bits, Sq, bit, lowest, pop};
use crate::board::{BISHOP, Board, Move, QUEEN};
use crate::mate_in_one::mates;
use crate::movegen::{self, MoveSink, Targets};
use crate::side::{Black, White};

/// A move after the reply that may check.
#[derive(Debug, Clone, Copy)]
pub struct Threat {
    /// The square that its man comes from.
    pub from: Sq,
    /// Squares it newly covers.
    covers: Bits,
    /// The same, through the attacker's men.
    through: Bits,
    /// If a man leaves one of these squares, `through` applies.
    hinges: Bits,
    /// Flights that remain; empty if the defence is a different one.
    flight: Bits,
    /// If a man leaves one of these squares, the defence may be lost, or the move may become a
    /// different check.
    ties: Bits,
    /// The squares to which a man has to go to spoil the defence, for a man that is not a line
    /// piece and for a line piece: all squares if no defence is known.
    spoiling: Bits,
    spoiling_line: Bits,
}

impl Threat {
    /// The threat of the move `m`, whose man arrives as `role`; `None` if it mates.
    pub fn new(scene: &Scene, m: Move, role: usize, opened: Opened) -> Option<Threat> {
        let (from, to) = (m.from(), m.to());
        let seen = reach(role, to, scene.occupied & !bit(from) & !bit(scene.target));
        let is_line_piece = (BISHOP..=QUEEN).contains(&role);
        let mut threat = Threat {
            from,
            covers: seen | opened.exact,
            through: scene.reach_through(role, to) | opened.through,
            hinges: opened.exact | if is_line_piece { seen } else { 0 },
            flight: 0,
            ties: attacks::between(to, scene.target),
            spoiling: !0,
            spoiling_line: !0,
        };
        threat.flight = scene.uncovered_without(m.role(), from) & !threat.covers;
        if threat.flight != 0 {
            return Some(threat);
        }
        if mates(&scene.board, m) {
            return None;
        }
        threat.find_defence(&scene.board.play_unkeyed::<White>(m), to);
        Some(threat)
    }

    /// Looks for a defence against the threat. `next` is the position after it.
    fn find_defence(&mut self, next: &Board, to: Sq) {
        let king = next.king::<Black>();
        let checkers = next.checkers::<Black>();
        if checkers == 0 {
            self.spoiling = 0;
            self.spoiling_line = 0;
            self.ties |= attacks::ray(to, king);
            return;
        }
        let without = next.occupied() ^ bit(king);
        let mut steps = attacks::king(king) & !next.us::<Black>();
        while let Some(sq) = pop(&mut steps) {
            if next.attackers::<White>(sq, without) == 0 {
                self.flight = bit(sq);
                return;
            }
        }
        if !checkers.is_power_of_two() {
            return;
        }
        let mask = checkers | attacks::between(king, lowest(checkers));
        let mut first = FirstMove(None);
        movegen::men::<Black, _>(next, king, mask, &mut first);
        if let Some(m) = first.0 {
            self.spoiling = attacks::between(m.from(), m.to()) | bit(m.from()) | bit(m.to());
            self.spoiling_line = self.spoiling | attacks::ray(king, m.from());
            self.ties |= attacks::ray(king, m.from()) | checkers;
        }
    }

    /// The flights that the man from `from` has to cover from its new square for a mate; `bare` are
    /// the flights that no other man covers, and `opened` the squares that its leaving opens.
    #[inline(always)]
    pub fn left_by(&self, from: Bits, bare: Bits, opened: Bits) -> Bits {
        if self.hinges & from == 0 {
            (bare & !self.covers) | (self.flight & !opened)
        } else {
            (bare | (self.flight & !opened)) & !self.through
        }
    }

    /// The squares to which the man from `from` has to go to spoil the known defence.
    #[inline(always)]
    pub fn spoiling_by(&self, from: Bits, is_line_piece: bool) -> Bits {
        if self.ties & from != 0 {
            !0
        } else if is_line_piece {
            self.spoiling_line
        } else {
            self.spoiling
        }
    }
}

/// Collects the first move that is generated, except en passant.
struct FirstMove(Option<Move>);

impl MoveSink for FirstMove {
    fn targets(&mut self, man: Targets) -> bool {
        if man.to == 0 {
            return false;
        }
        let to = lowest(man.to);
        self.0 = Some(Move::new(man.role, man.from, to, man.them & bit(to) != 0));
        true
    }

    fn promotions(&mut self, pawn: Targets) -> bool {
        self.targets(pawn)
    }

    fn special(&mut self, _: Move) -> bool {
        false
    }
}
