//! SplitMix64 (Steele, Lea, Flood 2014): pseudo-random numbers, the same in every run, for keys of
//! positions and for random games.

/// The increment of the state: 2^64 divided by the golden ratio, made odd.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A generator of such numbers with its state, initially the seed.
#[derive(Debug, Clone)]
pub struct SplitMix64(pub u64);

impl SplitMix64 {
    /// The next number.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// A number less than `end`, which must not be 0.
    pub const fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// True with a probability of `percent` per cent.
    pub const fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// The number at index `place`, from 0, of the sequence with the seed 0.
    pub const fn at(place: u64) -> u64 {
        SplitMix64(place.wrapping_mul(STEP)).next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_reference_implementation() {
        // The first three of splitmix64.c by Vigna, for the seed 1234567.
        let mut numbers = SplitMix64(1_234_567);
        assert_eq!(numbers.next(), 6_457_827_717_110_365_317);
        assert_eq!(numbers.next(), 3_203_168_211_198_807_973);
        assert_eq!(numbers.next(), 9_817_491_932_198_370_423);
    }

    #[test]
    fn a_place_gives_the_number_that_the_sequence_comes_to() {
        let mut numbers = SplitMix64(0);
        for place in 0..100 {
            assert_eq!(SplitMix64::at(place), numbers.next(), "{place}");
        }
    }
}
