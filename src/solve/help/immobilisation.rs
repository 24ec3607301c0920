//! Fates: the least moves of Black's own with which every man meets its end, and with which the
//! squares around the king are blocked that White can't guard.
//!
//! Each man takes one [`Immobilisation`] of its [`Immobilisations`]. The moves are its own, so the
//! sum over all men is what Black needs, grown man by man for each set of squares that is blocked,
//! number of men that are pinned, and that are captured.

use super::reach::{self, Journey, index};
use crate::solve::attacks::{self, Bits, Sq, bit, pop};

/// What becomes of a man.
#[derive(Debug, Clone, Copy)]
pub struct Immobilisation {
    /// The square around the king that it blocks, as a set of one or none.
    pub blocks: u8,
    /// The moves that it makes at least.
    pub moves: u8,
    /// Whether it is pinned.
    pub pinned: bool,
    /// Whether it is captured.
    pub taken: bool,
}

/// What there is of everything.
#[derive(Debug, Clone, Copy)]
pub struct Means {
    /// Black's moves but the king's.
    pub moves: usize,
    /// Men that White may pin.
    pub pins: usize,
    /// Men that White may capture.
    pub captures: usize,
}

/// Pins that are told apart; more are no limit.
const MOST_PINS: usize = 2;

/// Captures that are told apart; more are no limit.
const MOST_CAPTURES: usize = 5;

const PIN: u16 = 1 << 8;
const CAPTURE: u16 = 1 << 10;

const NEVER: u8 = u8::MAX;

/// The least moves by what is blocked and how many men are pinned, after some men.
#[derive(Debug)]
struct Sums {
    least: Vec<u8>,
    had: Vec<u16>,
}

impl Sums {
    fn new() -> Sums {
        Sums {
            least: vec![NEVER; 1 << 13],
            had: Vec::with_capacity(256),
        }
    }

    fn clear(&mut self) {
        for &at in &self.had {
            self.least[usize::from(at)] = NEVER;
        }
        self.had.clear();
    }

    fn add(&mut self, at: u16, moves: u8) {
        let least = &mut self.least[usize::from(at)];
        if *least == NEVER {
            self.had.push(at);
        }
        *least = moves.min(*least);
    }
}

/// The sums of one position's men.
#[derive(Debug)]
pub struct Fates {
    now: Sums,
    next: Sums,
}

impl Fates {
    /// Room for the sums of any men.
    pub fn new() -> Fates {
        Fates {
            now: Sums::new(),
            next: Sums::new(),
        }
    }

    /// Forgets all men.
    pub fn clear(&mut self) {
        self.now.clear();
        self.now.add(0, 0);
    }

    /// Adds a man that has one of these fates; false if there can't be so many.
    pub fn add(&mut self, fates: &[Immobilisation], means: Means) -> bool {
        self.next.clear();
        for &at in &self.now.had {
            let spent = usize::from(self.now.least[usize::from(at)]);
            let pins_left = usize::from(at >> 8 & 3) < means.pins;
            let captures_left = usize::from(at >> 10) < means.captures;
            for fate in fates {
                let sum = spent + usize::from(fate.moves);
                if sum > means.moves || fate.pinned && !pins_left || fate.taken && !captures_left {
                    continue;
                }
                let mut to = at | u16::from(fate.blocks);
                if fate.pinned && means.pins <= MOST_PINS {
                    to += PIN;
                }
                if fate.taken && means.captures <= MOST_CAPTURES {
                    to += CAPTURE;
                }
                self.next.add(to, sum as u8);
            }
        }
        std::mem::swap(&mut self.now, &mut self.next);
        !self.now.had.is_empty()
    }

    /// The sets of squares that are blocked.
    pub fn blocked(&self) -> impl Iterator<Item = u8> + '_ {
        self.now.had.iter().map(|&at| at as u8)
    }
}

/// Fates of one man: eight squares around the king and another, pinned or not, by five journeys.
const MOST_FATES: usize = 9 * 2 * 5 + 5;

/// The fates of one man.
#[derive(Debug)]
pub struct Immobilisations {
    king: Sq,
    moves: usize,
    /// Squares around the king.
    near: Bits,
    fates: [Immobilisation; MOST_FATES],
    len: usize,
}

impl Immobilisations {
    /// Those of a man of which nothing is known yet; the black king ends on `king`, and the others
    /// have `moves`.
    pub fn new(king: Sq, moves: usize) -> Immobilisations {
        Immobilisations {
            king,
            moves: moves.min(reach::LONGEST),
            near: attacks::king(king),
            fates: [Immobilisation {
                blocks: 0,
                moves: 0,
                pinned: false,
                taken: false,
            }; MOST_FATES],
            len: 0,
        }
    }

    /// Turns to another man.
    pub fn clear(&mut self) {
        self.len = 0;
    }

    /// What may become of it.
    pub fn fates(&self) -> &[Immobilisation] {
        &self.fates[..self.len]
    }

    fn add(&mut self, fate: Immobilisation) {
        let known = self.fates[..self.len].iter().any(|known| {
            fate.blocks & !known.blocks == 0
                && known.moves <= fate.moves
                && (fate.pinned || !known.pinned)
                && (fate.taken || !known.taken)
        });
        if !known {
            self.fates[self.len] = fate;
            self.len += 1;
        }
    }

    /// The man is captured on one of `squares` at the end of a journey.
    pub fn taken(&mut self, journey: &Journey, squares: Bits) {
        if let Some(moves) = journey[..=self.moves].iter().position(|s| s & squares != 0) {
            self.add(Immobilisation {
                blocks: 0,
                moves: moves as u8,
                pinned: false,
                taken: true,
            });
        }
    }

    /// The man ends on one of `squares`.
    pub fn end(&mut self, journey: &Journey, squares: Bits, pinned: bool) {
        let near = self.near;
        let mut seen = 0;
        let mut elsewhere = false;
        for (moves, within) in journey[..=self.moves].iter().enumerate() {
            let here = within & squares & !seen;
            seen |= here;
            if here & !near != 0 && !elsewhere {
                elsewhere = true;
                self.add(Immobilisation {
                    blocks: 0,
                    moves: moves as u8,
                    pinned,
                    taken: false,
                });
            }
            let mut blocks = here & near;
            while let Some(sq) = pop(&mut blocks) {
                let block = index(reach::zone_of(self.king, bit(sq)));
                self.add(Immobilisation {
                    blocks: block as u8,
                    moves: moves as u8,
                    pinned,
                    taken: false,
                });
            }
            if within & squares == squares {
                break;
            }
        }
    }
}
