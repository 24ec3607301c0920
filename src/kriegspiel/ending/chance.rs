//! Random numbers and squares, the same in every run.

use shakmaty::{Bitboard, Square};

use keymove_base::mix::SplitMix64;

/// A random number generator whose numbers are the same in every run.
#[derive(Debug, Clone)]
pub struct Chance(SplitMix64);

impl Chance {
    /// The generator for a seed.
    pub fn new(seed: u64) -> Chance {
        Chance(SplitMix64(seed))
    }

    /// An independent generator for one of many games.
    pub fn of_game(seed: u64, game: u64) -> Chance {
        let first = SplitMix64(seed).next();
        Chance(SplitMix64(first ^ game.wrapping_mul(0xd134_2543_de82_ef95)))
    }

    /// The next number.
    pub fn number(&mut self) -> u64 {
        self.0.next()
    }

    /// A number below `end`, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.number() % end.max(1) as u64) as usize
    }

    /// A random square of a set; `None` if the set is empty.
    pub fn square_of(&mut self, set: Bitboard) -> Option<Square> {
        set.into_iter().nth(self.below(set.count()))
    }
}
