//! The answers of a [`Net`](super::Net) that are kept, by key.

use super::Sets;

/// One kept answer.
#[derive(Debug, Clone, Copy, Default)]
struct Entry {
    key: u64,
    sets: Sets,
}

/// The number of entries of the cache at first, 640 KB, and after `MISSES` searches, 10 MB: an h#10
/// with a walk of the kings takes 4.7 s instead of 7.4 s, an h#7 and an h=6 three quarters.
const ENTRIES: usize = 1 << 14;
const MOST_ENTRIES: usize = 1 << 18;
const MISSES: usize = 1 << 14;

/// The kept answers of one job.
#[derive(Debug)]
pub(super) struct Kept {
    entries: Vec<Entry>,
    /// The number of answers that were not found there.
    misses: usize,
}

impl Kept {
    /// An empty cache.
    pub(super) fn new() -> Kept {
        Kept {
            entries: vec![Entry::default(); ENTRIES],
            misses: 0,
        }
    }

    /// Looks up the answer for `key`; a missing answer is computed with `find` and stored.
    #[inline(always)]
    pub(super) fn sets(&mut self, key: u64, find: impl FnOnce() -> Sets) -> Sets {
        let at = key as usize & (self.entries.len() - 1);
        if self.entries[at].key == key {
            return self.entries[at].sets;
        }
        let sets = find();
        self.misses += 1;
        if self.misses == MISSES {
            self.entries = vec![Entry::default(); MOST_ENTRIES];
        }
        let at = key as usize & (self.entries.len() - 1);
        self.entries[at] = Entry { key, sets };
        sets
    }
}

#[cfg(test)]
mod tests {
    use super::super::mix;
    use super::*;

    #[test]
    fn a_cache_that_grows_has_the_right_answers() {
        let mut kept = Kept::new();
        let sets = |key: u64| [key, !key, key << 1, 7];
        for key in (1..=3 * MISSES as u64).chain(1..=100).map(mix) {
            assert_eq!(kept.sets(key, || sets(key)), sets(key));
        }
        assert_eq!(kept.entries.len(), MOST_ENTRIES);
    }
}
