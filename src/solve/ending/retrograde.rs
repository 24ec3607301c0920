//! Retrograde analysis: backwards from the mates to every won position, one move deeper at a time.
//!
//! Ströhlein 1970, Thompson 1986. First every position is examined once ([`Retrograde::look_at`]):
//! is it legal, is it mate, where do its captures lead? Captures change the material, so their
//! lengths are known from smaller tables. Then, for n = 0, 1, 2, ...:
//!
//! - a position from which the attacker can move to a position lost in n is won in n + 1;
//! - a position in which every move of the defender leads to a position won within n + 1 is lost in
//!   n + 1.
//!
//! Taking back the attacker's moves finds positions of the first kind. Taking back the defender's
//! moves, and then looking forward from the result, finds positions of the second kind. There are no
//! counters of the moves left: a second look forward is as cheap as keeping them, and nothing goes
//! wrong if two slots are the same position. The analysis needs one byte per slot and no more
//! memory.
//!
//! The work can stop and continue between any two [`CHUNK`]s, so that a run can be ended while a
//! table is being made, and a job whose time is over leaves its work to the next one.

use std::sync::Arc;

use memchr::memchr_iter;

use super::Ending;
use super::roster::{MOST, Roster, Squares};
use crate::attacks::{self, Bits, Sq, bit, pop};
use crate::board::{BISHOP, KING, KNIGHT, QUEEN, ROOK};

/// A byte of this value or more is not a length. With the defender to move `OPEN + n` means:
/// undecided, and its best capture loses in n moves (0: it has no capture).
pub const OPEN: u8 = 128;

/// The defender escapes by capturing, or has no move and is not in check.
const ESCAPES: u8 = 254;

/// Two men on one square, or the side that is not to move is in check.
pub const ILLEGAL: u8 = 255;

/// Slots between two checks of the limits that may end the work; at most a few milliseconds.
const CHUNK: usize = 1 << 12;

/// The stage of the analysis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RetroStage {
    /// Every position is examined.
    Beginning,
    /// The attacker's moves into positions lost in this many moves are taken back.
    Lost(u8),
    /// The defender's moves into positions won in this many moves are taken back.
    Won(u8),
    /// Everything is decided.
    Complete,
}

/// An unfinished table.
#[derive(Debug)]
pub struct Retrograde {
    roster: Roster,
    /// By man: the table without it; none if neither side could mate there.
    after: Vec<Option<Arc<Ending>>>,
    /// By slot, the attacker to move: moves to mate.
    attack: Vec<u8>,
    /// By slot, the defender to move: moves of the attacker to mate.
    defence: Vec<u8>,
    stage: RetroStage,
    /// The next slot of the stage.
    next: usize,
    /// The greatest length in the table.
    longest: u8,
}

impl Retrograde {
    /// A table on which no work is done yet; `after` are the tables that captures lead to, by man.
    pub fn new(roster: Roster, after: Vec<Option<Arc<Ending>>>) -> Retrograde {
        Retrograde {
            roster,
            after,
            attack: vec![OPEN; roster.slots()],
            defence: vec![OPEN; roster.slots()],
            stage: RetroStage::Beginning,
            next: 0,
            longest: 0,
        }
    }

    /// Does the next piece of work; returns whether any is left.
    pub fn advance(&mut self) -> bool {
        let chunk = self.next..(self.next + CHUNK).min(self.attack.len());
        match self.stage {
            RetroStage::Beginning => chunk.clone().for_each(|slot| self.look_at(slot)),
            RetroStage::Lost(n) => {
                let found: Vec<usize> = memchr_iter(n, &self.defence[chunk.clone()]).collect();
                for i in found {
                    self.take_back_attack(chunk.start + i, n + 1);
                }
            }
            RetroStage::Won(n) => {
                let found: Vec<usize> = memchr_iter(n, &self.attack[chunk.clone()]).collect();
                for i in found {
                    self.take_back_defence(chunk.start + i, n);
                }
            }
            RetroStage::Complete => return false,
        }
        self.next = chunk.end;
        if self.next == self.attack.len() {
            self.next = 0;
            self.stage = match self.stage {
                RetroStage::Beginning => RetroStage::Lost(0),
                RetroStage::Lost(n) => RetroStage::Won(n + 1),
                RetroStage::Won(n) if n <= self.longest => RetroStage::Lost(n),
                RetroStage::Won(_) | RetroStage::Complete => RetroStage::Complete,
            };
        }
        self.stage != RetroStage::Complete
    }

    /// The finished table.
    pub fn finish(self) -> Ending {
        assert!(
            self.stage == RetroStage::Complete,
            "the table is not finished"
        );
        Ending {
            roster: self.roster,
            after: self.after,
            attack: self.attack,
            defence: self.defence,
        }
    }

    /// Enters everything that a slot shows without its neighbours.
    fn look_at(&mut self, slot: usize) {
        let squares = self.roster.squares(slot);
        let Some(occupied) = self.roster.occupied(&squares) else {
            self.attack[slot] = ILLEGAL;
            self.defence[slot] = ILLEGAL;
            return;
        };
        let scene = RetroScene::new(self.roster, squares, occupied);
        self.attack[slot] = if scene.is_check(Camp::Defender) {
            ILLEGAL
        } else {
            self.best_capture(&scene)
        };
        self.defence[slot] = if scene.is_check(Camp::Attacker) {
            ILLEGAL
        } else {
            self.prospects(&scene)
        };
        for length in [self.attack[slot], self.defence[slot]] {
            if length < OPEN {
                self.longest = self.longest.max(length);
            }
        }
    }

    /// The number of moves that the attacker needs to mate with its best capture.
    fn best_capture(&self, scene: &RetroScene) -> u8 {
        let mut best = OPEN;
        scene.moves(Camp::Attacker, scene.men_of(Camp::Defender), |_, next| {
            if let (Some(taken), Some(ending)) = (next.taken, self.ending_after(next)) {
                let slot = ending.roster.slot(&without(&next.squares, taken));
                let length = ending.defence[slot];
                if length < OPEN {
                    best = best.min(length + 1);
                }
            }
            false
        });
        best
    }

    /// The defender's best hope: a length if it has only captures, none of which helps.
    fn prospects(&self, scene: &RetroScene) -> u8 {
        let mut bound = 0;
        let mut is_quiet = false;
        let mut is_over = true;
        let escapes = scene.moves(Camp::Defender, !0, |_, next| {
            is_over = false;
            let Some(taken) = next.taken else {
                is_quiet = true;
                return false;
            };
            let Some(ending) = self.ending_after(next) else {
                return true;
            };
            let slot = ending.roster.slot(&without(&next.squares, taken));
            let length = ending.attack[slot];
            bound = bound.max(length);
            length >= OPEN
        });
        if escapes || (is_over && !scene.is_check(Camp::Defender)) {
            ESCAPES
        } else if is_quiet {
            assert!(bound < ESCAPES - OPEN, "a length is stored beside its mark");
            OPEN + bound
        } else {
            bound
        }
    }

    fn ending_after(&self, next: &Next) -> Option<&Ending> {
        self.after[next.taken?].as_deref()
    }

    /// Marks every position from which the attacker moves to `slot` as won within `n`.
    fn take_back_attack(&mut self, slot: usize, n: u8) {
        let squares = self.roster.squares(slot);
        let Some(occupied) = self.roster.occupied(&squares) else {
            return;
        };
        self.longest = self.longest.max(n);
        assert!(n < OPEN, "a length is no mark");
        let roster = self.roster;
        let attack = &mut self.attack;
        RetroScene::new(roster, squares, occupied).origins(Camp::Attacker, |before| {
            let slots = [Some(roster.slot(before)), roster.twin(before)];
            for slot in slots.into_iter().flatten() {
                let length = &mut attack[slot];
                if *length <= OPEN {
                    *length = n.min(*length);
                }
            }
        });
    }

    /// Marks a position from which the defender can move to `slot`, which is won in `n`, as lost if
    /// all its other moves lead to won positions by now, too.
    fn take_back_defence(&mut self, slot: usize, n: u8) {
        let squares = self.roster.squares(slot);
        let Some(occupied) = self.roster.occupied(&squares) else {
            return;
        };
        let roster = self.roster;
        let (attack, defence) = (&self.attack, &mut self.defence);
        let longest = &mut self.longest;
        RetroScene::new(roster, squares, occupied).origins(Camp::Defender, |before| {
            let slots = [Some(roster.slot(before)), roster.twin(before)];
            for slot in slots.into_iter().flatten() {
                if (OPEN..ESCAPES).contains(&defence[slot]) && is_lost(roster, attack, slot, n) {
                    defence[slot] = n.max(defence[slot] - OPEN);
                    *longest = defence[slot].max(*longest);
                }
            }
        });
    }
}

/// Whether every move of the defender except captures leads to a position won within `n`.
fn is_lost(roster: Roster, attack: &[u8], slot: usize, n: u8) -> bool {
    let squares = roster.squares(slot);
    let Some(occupied) = roster.occupied(&squares) else {
        return false;
    };
    let scene = RetroScene::new(roster, squares, occupied);
    let quiet = !scene.men_of(Camp::Attacker);
    !scene.moves(Camp::Defender, quiet, |_, next| {
        attack[roster.slot(&next.squares)] > n
    })
}

/// The squares without the square of man `i`, not counting the kings.
fn without(squares: &Squares, i: usize) -> Squares {
    let mut left = *squares;
    left.copy_within(i + 3.., i + 2);
    left
}

/// The squares that a man attacks.
#[inline(always)]
fn attacked(role: usize, sq: Sq, occupied: Bits) -> Bits {
    match role {
        KNIGHT => attacks::knight(sq),
        BISHOP => attacks::bishop(sq, occupied),
        ROOK => attacks::rook(sq, occupied),
        QUEEN => attacks::queen(sq, occupied),
        _ => attacks::king(sq),
    }
}

/// The side that men belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Camp {
    Attacker,
    Defender,
}

/// A position in which no two men share a square.
struct RetroScene {
    roster: Roster,
    squares: Squares,
    occupied: Bits,
}

/// The position after a move; a captured man is still on its square.
struct Next {
    squares: Squares,
    taken: Option<usize>,
}

impl RetroScene {
    fn new(roster: Roster, squares: Squares, occupied: Bits) -> RetroScene {
        RetroScene {
            roster,
            squares,
            occupied,
        }
    }

    /// The numbers in `squares` of a side's men except its king.
    #[inline(always)]
    fn others(&self, camp: Camp) -> std::ops::Range<usize> {
        let border = self.roster.attackers() + 2;
        match camp {
            Camp::Attacker => 2..border,
            Camp::Defender => border..self.roster.men() + 2,
        }
    }

    /// The numbers in `squares` of a side's men, its king first.
    #[inline(always)]
    fn own(&self, camp: Camp) -> impl Iterator<Item = usize> {
        let king = match camp {
            Camp::Attacker => 0,
            Camp::Defender => 1,
        };
        std::iter::once(king).chain(self.others(camp))
    }

    fn men_of(&self, camp: Camp) -> Bits {
        self.own(camp)
            .fold(0, |bits, i| bits | bit(self.squares[i]))
    }

    #[inline(always)]
    fn role(&self, i: usize) -> usize {
        if i < 2 { KING } else { self.roster.role(i - 2) }
    }

    fn is_check(&self, camp: Camp) -> bool {
        self.is_attacked(camp, &self.squares, self.occupied, None)
    }

    /// Whether the king of `camp` is attacked by the other side's men except `taken` and the king.
    #[inline(always)]
    fn is_attacked(
        &self,
        camp: Camp,
        squares: &Squares,
        occupied: Bits,
        taken: Option<usize>,
    ) -> bool {
        let (king, hostile) = match camp {
            Camp::Attacker => (squares[0], self.others(Camp::Defender)),
            Camp::Defender => (squares[1], self.others(Camp::Attacker)),
        };
        hostile
            .filter(|&i| taken != Some(i - 2))
            .any(|i| attacked(self.role(i), squares[i], occupied) & bit(king) != 0)
    }

    /// Passes to `see` the legal moves of `camp` to `targets`, by man and with the positions after
    /// them, until it returns that it has seen enough; returns whether it did.
    #[inline(always)]
    fn moves(&self, camp: Camp, targets: Bits, mut see: impl FnMut(usize, &Next) -> bool) -> bool {
        let other_king = self.squares[match camp {
            Camp::Attacker => 1,
            Camp::Defender => 0,
        }];
        let targets = targets & !self.men_of(camp) & !bit(other_king);
        for i in self.own(camp) {
            let from = self.squares[i];
            let mut to = attacked(self.role(i), from, self.occupied) & targets;
            if i < 2 {
                to &= !attacks::king(other_king);
            }
            while let Some(sq) = pop(&mut to) {
                let taken = (2..self.roster.men() + 2)
                    .find(|&j| self.squares[j] == sq)
                    .map(|j| j - 2);
                let mut squares = self.squares;
                squares[i] = sq;
                let occupied = self.occupied & !bit(from) | bit(sq);
                if self.is_attacked(camp, &squares, occupied, taken) {
                    continue;
                }
                if see(i, &Next { squares, taken }) {
                    return true;
                }
            }
        }
        false
    }

    /// Passes to `see` the positions from which `camp` can have come here without capturing; some
    /// of them may be illegal.
    #[inline(always)]
    fn origins(&self, camp: Camp, mut see: impl FnMut(&Squares)) {
        let other_king = self.squares[match camp {
            Camp::Attacker => 1,
            Camp::Defender => 0,
        }];
        for i in self.own(camp) {
            let mut from = attacked(self.role(i), self.squares[i], self.occupied) & !self.occupied;
            if i < 2 {
                from &= !attacks::king(other_king);
            }
            while let Some(sq) = pop(&mut from) {
                let mut squares = self.squares;
                squares[i] = sq;
                see(&squares);
            }
        }
    }
}

const _: () = assert!(
    MOST == 2,
    "lengths of endings with more men may not fit beside OPEN"
);
