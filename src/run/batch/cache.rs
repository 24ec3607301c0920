//! A cache of results in bounded memory that keeps results that are often requested: [`Cache`].
//!
//! Each hash has a few places. When the memory is full, a new entry is not stored; instead, it
//! reduces the patience of one existing entry, each in turn. An entry whose patience is used up is
//! removed; a request restores its patience. With plain FIFO or LRU replacement there would be no
//! hits at all in a file whose lines repeat cyclically and slightly exceed the memory; here there
//! are as many hits as entries fit.

/// How many places a hash has.
const WAYS: usize = 4;

/// The patience of an entry without cost; the patience is multiplied by the number of bits of its
/// node count.
const PATIENCE: u32 = 4;

/// After this many places without an entry to replace, the new entry is dropped.
const LOOKS: usize = 4 * WAYS;

/// Values found by hash.
#[derive(Debug)]
pub(super) struct Cache<V> {
    places: Vec<Option<Box<CacheEntry<V>>>>,
    /// The size of the entries in bytes, and its maximum.
    held: usize,
    room: usize,
    /// The next entry that loses patience.
    turn: usize,
}

#[derive(Debug)]
struct CacheEntry<V> {
    hash: u64,
    /// The remaining patience, and the patience after a request.
    patience: u32,
    full: u32,
    weight: usize,
    value: V,
}

impl<V> Cache<V> {
    /// An empty cache of `room` bytes for entries of about `typical` bytes.
    pub(super) fn new(room: usize, typical: usize) -> Cache<V> {
        let places = (room / typical / WAYS).max(1) * WAYS;
        Cache {
            places: std::iter::repeat_with(|| None).take(places).collect(),
            held: 0,
            turn: 0,
            room: room.saturating_sub(places * size_of::<Option<Box<CacheEntry<V>>>>()),
        }
    }

    /// The value with this hash for which `is` is true.
    pub(super) fn get(&mut self, hash: u64, is: impl Fn(&V) -> bool) -> Option<&V> {
        let bucket = self.bucket(hash);
        let entry = self.places[bucket]
            .iter_mut()
            .flatten()
            .find(|entry| entry.hash == hash && is(&entry.value))?;
        entry.patience = entry.full;
        Some(&entry.value)
    }

    /// Stores a new value of `weight` bytes if there is room. `nodes` is its cost: expensive values
    /// stay longer. `urgent`: a worker waits for it, so other entries are removed at once.
    pub(super) fn put(&mut self, hash: u64, value: V, weight: usize, nodes: u64, urgent: bool) {
        let weight = weight + size_of::<CacheEntry<V>>();
        if weight > self.room {
            return;
        }
        if self.held + weight > self.room {
            self.give_way(weight, urgent);
        }
        let bucket = self.bucket(hash);
        // A free place is preferred.
        let Some(place) = self.places[bucket]
            .iter_mut()
            .min_by_key(|place| place.as_ref().map(|entry| entry.patience))
        else {
            return;
        };
        if let Some(entry) = place
            && entry.patience > 0
            && !urgent
        {
            entry.patience -= 1;
            return;
        }
        let held = self.held + weight - place.as_ref().map_or(0, |entry| entry.weight);
        if held > self.room {
            return;
        }
        self.held = held;
        let bits = u64::BITS - nodes.leading_zeros();
        let full = PATIENCE * (1 + bits);
        *place = Some(Box::new(CacheEntry {
            hash,
            patience: full,
            full,
            weight,
            value,
        }));
    }

    /// Reduces the patience of the next entry; if `urgent`, removes as many entries as necessary.
    fn give_way(&mut self, weight: usize, urgent: bool) {
        let looks = if urgent { self.places.len() } else { LOOKS };
        for _ in 0..looks {
            let turn = self.turn;
            self.turn = (turn + 1) % self.places.len();
            let place = &mut self.places[turn];
            let Some(entry) = place else { continue };
            if urgent || entry.patience == 0 {
                self.held -= entry.weight;
                *place = None;
            } else {
                entry.patience -= 1;
            }
            if !urgent || self.held + weight <= self.room {
                return;
            }
        }
    }

    /// The places of a hash.
    fn bucket(&self, hash: u64) -> std::ops::Range<usize> {
        let first = hash as usize % (self.places.len() / WAYS) * WAYS;
        first..first + WAYS
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use keymove_base::mix::SplitMix64;

    const WEIGHT: usize = 100;

    /// A cache for about this number of entries.
    fn cache(entries: usize) -> Cache<u64> {
        Cache::new(entries * (WEIGHT + 100), 100)
    }

    /// Requests each of `numbers`, stores the missing ones, and returns the number of hits.
    fn found(cache: &mut Cache<u64>, numbers: impl Iterator<Item = u64>) -> usize {
        numbers
            .filter(|&number| {
                let hash = SplitMix64::at(number);
                let is_there = cache.get(hash, |there| *there == number).is_some();
                if !is_there {
                    cache.put(hash, number, WEIGHT, 1, false);
                }
                assert!(cache.held <= cache.room);
                is_there
            })
            .count()
    }

    #[test]
    fn what_fits_is_found_again() {
        let mut cache = cache(1000);
        assert_eq!(found(&mut cache, 0..500), 0);
        assert!(found(&mut cache, 0..500) > 490);
    }

    #[test]
    fn of_what_comes_round_in_turn_a_part_is_found() {
        let mut cache = cache(1000);
        for _ in 0..3 {
            found(&mut cache, 0..3000);
        }
        let all = found(&mut cache, 0..3000);
        assert!(all > 700, "{all} of 3000");
    }

    #[test]
    fn what_is_not_asked_for_any_more_is_forgotten() {
        let mut cache = cache(1000);
        found(&mut cache, 0..2000);
        for _ in 0..200 {
            found(&mut cache, 10_000..10_200);
        }
        let again = found(&mut cache, 10_000..10_200);
        assert!(again > 150, "{again} of 200");
    }

    #[test]
    fn what_was_dear_stays_where_what_was_cheap_goes() {
        let mut cache = cache(1000);
        for number in 0..500 {
            let nodes = if number % 2 == 0 { 1 << 40 } else { 0 };
            cache.put(SplitMix64::at(number), number, WEIGHT, nodes, false);
        }
        found(&mut cache, 1000..41_000);
        let mut left = [0, 0];
        for number in 0..500u64 {
            let there = cache.get(SplitMix64::at(number), |there| *there == number);
            left[usize::from(number % 2 == 0)] += usize::from(there.is_some());
        }
        assert!(left[1] > 200 && left[0] < 100, "{left:?}");
    }

    #[test]
    fn what_somebody_waits_for_has_a_place_at_once() {
        let mut cache = cache(8);
        for number in 0..100 {
            let hash = SplitMix64::at(number);
            cache.put(hash, number, WEIGHT, 1 << 60, true);
            let is_kept = cache.get(hash, |there| *there == number).is_some();
            assert!(is_kept, "{number}");
        }
        // A value larger than the whole cache is not stored and does no harm.
        cache.put(7, 7, 1 << 20, 1, true);
        assert!(cache.get(7, |_| true).is_none());
    }

    #[test]
    fn equal_hashes_are_no_equal_values() {
        let mut cache = cache(100);
        cache.put(5, 1, WEIGHT, 1, false);
        cache.put(5, 2, WEIGHT, 1, false);
        assert!(cache.get(5, |there| *there == 3).is_none());
        assert_eq!(cache.get(5, |there| *there == 2), Some(&2));
        assert_eq!(cache.get(5, |there| *there == 1), Some(&1));
    }
}
