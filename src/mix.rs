//! SplitMix64 (Steele, Lea, Flood 2014): numbers that look random and are the same in every run, for
//! keys of positions and for games that are played by chance. [`MixHasher`] is for tables of
//! positions and lines, where the hash of the standard library costs more than the search.

use std::hash::Hasher;

/// How far the state goes from number to number: 2^64 by the golden ratio, odd.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A generator of such numbers, begun with a seed.
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

    /// A number less than `end`, which is not 0.
    pub const fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// True that many times in a hundred.
    pub const fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// The number at a place of the one sequence that begins with the seed 0, counted from 0.
    pub const fn at(place: u64) -> u64 {
        SplitMix64(place.wrapping_mul(STEP)).next()
    }
}

/// A hasher of whole words: each is mixed in by one multiplication of 64 by 64 bits, whose halves
/// are folded (as in wyhash, Wang Yi 2019). It withstands nobody who looks for collisions, so what
/// it finds has to be compared.
#[derive(Debug, Clone)]
pub struct MixHasher(u64);

impl MixHasher {
    /// A hasher whose numbers are those of this seed.
    pub const fn new(seed: u64) -> MixHasher {
        MixHasher(SplitMix64(seed).next())
    }
}

impl Hasher for MixHasher {
    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks();
        for word in words {
            self.write_u64(u64::from_le_bytes(*word));
        }
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        self.write_u64(u64::from_le_bytes(last));
        self.write_u64(bytes.len() as u64);
    }

    fn write_u8(&mut self, number: u8) {
        self.write_u64(number.into());
    }

    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        let product = u128::from(self.0 ^ number) * u128::from(STEP);
        self.0 = (product as u64) ^ ((product >> 64) as u64);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_isize(&mut self, number: isize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        SplitMix64(self.0).next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

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

    #[test]
    fn hashes_of_bytes_that_differ_in_one_place_differ() {
        let hash = |bytes: &[u8]| {
            let mut hasher = MixHasher::new(1);
            hasher.write(bytes);
            hasher.finish()
        };
        let mut seen = HashSet::new();
        for length in 0..18 {
            assert!(seen.insert(hash(&vec![0; length])), "{length} zeros");
            for place in 0..length {
                for byte in 1..=255 {
                    let mut bytes = vec![0; length];
                    bytes[place] = byte;
                    assert!(seen.insert(hash(&bytes)), "{bytes:?}");
                }
            }
        }
        // Each bit of the hash is set in half of them: any may choose a place in a table.
        for bit in 0..64 {
            let set = seen.iter().filter(|hash| *hash >> bit & 1 == 1).count();
            assert!(
                set.abs_diff(seen.len() / 2) < seen.len() / 50,
                "bit {bit}: {set}"
            );
        }
    }
}
