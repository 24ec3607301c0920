//! Proof and disproof numbers, and a small table of first numbers: [`FirstNumbers`].
//!
//! Proof-number search returns to a node again and again before it expands most of its children,
//! and their first numbers are expensive: flights, mobility, a threat, a mate in one. The large
//! table has no room for nodes on which no work was spent, so they are kept here. They are the same
//! whenever they are computed: a replaced entry changes only the time. The table begins in the
//! processor's second-level cache and doubles as it fills: of 35 million lookups in 2^15 entries
//! only a third found something.
//!
//! Measured on 44 long mates, 21 of them with a line, a million nodes each (user time, three runs;
//! the same answers and nodes): 18.5 to 18.9 s without this table, 14.9 to 15.3 s with it. Sizes,
//! measured at another time: 2^13 entries 16.3 s, 2^14 15.9, 2^16 15.9, 2^17 15.6 and 17.5. If the
//! places of all children are read before the first is needed ([`FirstNumbers::touch`]), four hard
//! mates, two million nodes each, take 7.2 s instead of 8.0 s. After that, 2^19 entries instead of
//! 2^15: with `--any` and 300,000 nodes each, 40 mates in 8 to 39 in 3.88 s instead of 3.98 s, 18 of
//! any length in 3.39 s instead of 3.80 s (user time, means of five runs); 2^17 entries 3.96 and
//! 3.66 s, 2^20 3.88 and 3.45 s. Later there are more positions: 8 million nodes of a #26 take 9.0 s
//! with 2^21 entries at most instead of 9.6 s, in large pages 8.7 s; five other mates, 4 million nodes
//! each, 0.97 of the time.

use super::side::Side;
use keymove_base::large_pages::prefer_large_pages;
use keymove_base::prefetch::prefetch;

/// Proof and disproof number of a node at one depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Numbers {
    /// The least number of leaves to be proved before the node is proved.
    pub pn: u32,
    /// The least number of leaves to be disproved before the node is disproved.
    pub dn: u32,
}

/// Saturation of proof numbers below "solved".
pub const MAX_NUMBER: u32 = (1 << 23) - 1;

/// A node has a number of its side to move (`own`: the leaves until that side reaches its purpose,
/// the proof for the attacker, the disproof for the defender) and a number of the other side. In
/// this view both kinds of nodes are searched by the same code.
impl Numbers {
    pub const UNLIMITED: Numbers = Numbers {
        pn: MAX_NUMBER,
        dn: MAX_NUMBER,
    };

    pub fn of<C: Side>(own: u32, other: u32) -> Numbers {
        if C::WHITE {
            Numbers { pn: own, dn: other }
        } else {
            Numbers { pn: other, dn: own }
        }
    }

    pub fn own<C: Side>(self) -> u32 {
        if C::WHITE { self.pn } else { self.dn }
    }

    pub fn other<C: Side>(self) -> u32 {
        if C::WHITE { self.dn } else { self.pn }
    }

    /// Whether the node is decided.
    pub fn is_solved(self) -> bool {
        self.pn == 0 || self.dn == 0
    }
}

/// The number of entries at first, of 16 bytes each.
const SIZE: usize = 1 << 15;

/// The most entries: 32 MB.
const MOST: usize = 1 << 21;

/// A place without an entry: a position is never decided before it is examined, so no first number
/// is 0.
const EMPTY: (u64, Numbers) = (0, Numbers { pn: 0, dn: 0 });

/// First numbers, by the key of the position.
#[derive(Debug, Clone)]
pub struct FirstNumbers {
    /// A power of two.
    entries: Vec<(u64, Numbers)>,
    /// The most entries.
    most: usize,
    /// Places with an entry.
    filled: usize,
}

impl FirstNumbers {
    /// An empty table, which grows to at most `most` entries if that is more than it begins with.
    pub fn new(most: usize) -> FirstNumbers {
        let most = most.min(MOST);
        let mut entries = Vec::with_capacity(most.max(SIZE));
        prefer_large_pages(entries.spare_capacity_mut());
        entries.resize(SIZE, EMPTY);
        FirstNumbers {
            entries,
            most,
            filled: 0,
        }
    }

    /// An empty table of the same size.
    pub fn like(&self) -> FirstNumbers {
        FirstNumbers::new(self.most)
    }

    /// Forgets everything. Short jobs have nothing here, so this costs them nothing.
    pub fn begin_job(&mut self) {
        if self.filled > 0 {
            self.entries.truncate(SIZE);
            self.entries.fill(EMPTY);
            self.filled = 0;
        }
    }

    /// The first numbers of the position of `key`, if they are known.
    #[inline(always)]
    pub fn get(&self, key: u64) -> Option<Numbers> {
        let (found, numbers) = self.entries[self.place(key)];
        (found == key && numbers != EMPTY.1).then_some(numbers)
    }

    /// Prefetches the entries of these keys, like [`Table::touch`](super::table::Table::touch).
    #[inline(always)]
    pub fn touch(&self, keys: &[u64]) {
        let entries = keys.iter().map(|&key| &self.entries[self.place(key)]);
        prefetch(entries, |entry| entry.0);
    }

    /// Keeps the first numbers of the position of `key`.
    #[inline(always)]
    pub fn put(&mut self, key: u64, numbers: Numbers) {
        let place = self.place(key);
        self.filled += usize::from(self.entries[place] == EMPTY);
        self.entries[place] = (key, numbers);
        if 2 * self.filled > self.entries.len() && 2 * self.entries.len() <= self.most {
            self.grow();
        }
    }

    /// Doubles the table: each entry stays or moves up.
    #[cold]
    fn grow(&mut self) {
        let half = self.entries.len();
        self.entries.resize(2 * half, EMPTY);
        for place in 0..half {
            let (key, _) = self.entries[place];
            if key as usize & half != 0 {
                self.entries.swap(place, place + half);
            }
        }
    }

    #[inline(always)]
    fn place(&self, key: u64) -> usize {
        key as usize & (self.entries.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_number_is_lost_when_the_table_grows() {
        let mut table = FirstNumbers::new(4 * SIZE);
        // No two of these meet in one place.
        let keys = (0..2 * SIZE as u32 + 1).map(|i| (!u64::from(i), Numbers { pn: 1, dn: i }));
        for (key, numbers) in keys.clone() {
            table.put(key, numbers);
        }
        assert_eq!(table.entries.len(), 4 * SIZE);
        for (key, numbers) in keys.clone() {
            assert_eq!(table.get(key), Some(numbers));
        }
        table.begin_job();
        assert_eq!(table.entries.len(), SIZE);
        assert!(keys.into_iter().all(|(key, _)| table.get(key).is_none()));
    }

    #[test]
    fn numbers_are_found_under_their_whole_key_and_in_their_job_only() {
        let mut table = FirstNumbers::new(SIZE);
        for key in [0, !0, 0x0123_4567_89ab_cdef] {
            assert_eq!(table.get(key), None);
            let numbers = Numbers { pn: 1, dn: 0 };
            table.put(key, numbers);
            assert_eq!(table.get(key), Some(numbers));
            for bit in 0..64 {
                assert_eq!(table.get(key ^ 1 << bit), None, "{key:x}, bit {bit}");
            }
            table.begin_job();
            assert_eq!(table.get(key), None);
        }
    }
}
