//! Families of sets none of which contains another.

/// Maximal sets of squares; those added since a mark, the fresh ones, are kept separate.
#[derive(Debug, Clone, Default)]
pub struct Maximal {
    sets: Vec<u64>,
    /// The number of sets at the beginning that are not fresh.
    settled: usize,
}

impl Maximal {
    /// The family that contains only the empty set, which is fresh.
    pub fn of_empty_set() -> Maximal {
        Maximal {
            sets: vec![0],
            settled: 0,
        }
    }

    /// Whether `set` is a member of the family or a subset of one.
    #[inline]
    pub fn covers(&self, set: u64) -> bool {
        covers(&self.sets, set)
    }

    /// Adds a set and removes its subsets; `false` if it is a subset of an existing member.
    #[inline]
    pub fn insert(&mut self, set: u64) -> bool {
        if self.covers(set) {
            return false;
        }
        self.drop_within(set);
        self.sets.push(set);
        true
    }

    fn drop_within(&mut self, set: u64) {
        let mut kept = 0;
        let mut settled = 0;
        for index in 0..self.sets.len() {
            let old = self.sets[index];
            if old & !set != 0 {
                self.sets[kept] = old;
                kept += 1;
                settled += usize::from(index < self.settled);
            }
        }
        self.sets.truncate(kept);
        self.settled = settled;
    }

    /// All sets.
    pub fn all(&self) -> &[u64] {
        &self.sets
    }

    /// The sets from before the mark.
    pub fn settled(&self) -> &[u64] {
        &self.sets[..self.settled]
    }

    /// The sets added since the mark.
    pub fn fresh(&self) -> &[u64] {
        &self.sets[self.settled..]
    }

    /// Sets the mark: no set is fresh afterwards.
    pub fn settle(&mut self) {
        self.settled = self.sets.len();
    }
}

/// Whether `set` is a subset of one of `sets`.
#[inline]
pub fn covers(sets: &[u64], set: u64) -> bool {
    // Blocks without a branch inside, so that the compiler compares several sets at once.
    let mut blocks = sets.chunks_exact(16);
    blocks.any(|block| {
        block
            .iter()
            .fold(false, |found, other| found | (set & !other == 0))
    }) || blocks.remainder().iter().any(|other| set & !other == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Some 8-square sets, a small linear congruence over the bytes.
    fn sets() -> impl Iterator<Item = u64> {
        (0..400_u64).map(|step| (step * step * 167 + step * 13 + 5) & 0xff)
    }

    #[test]
    fn a_family_covers_what_was_inserted_and_holds_nothing_superfluous() {
        let mut family = Maximal::default();
        let mut inserted = Vec::new();
        for set in sets() {
            assert_eq!(
                family.insert(set),
                !inserted.iter().any(|other| set & !other == 0)
            );
            inserted.push(set);
            assert!(inserted.iter().all(|&other| family.covers(other)));
            for one in family.all() {
                assert!(inserted.contains(one));
                assert_eq!(
                    family
                        .all()
                        .iter()
                        .filter(|other| one & !**other == 0)
                        .count(),
                    1
                );
            }
        }
    }

    #[test]
    fn what_was_there_before_the_mark_is_settled() {
        let mut family = Maximal::of_empty_set();
        family.insert(0b0011);
        family.insert(0b0101);
        family.settle();
        family.insert(0b0111);
        family.insert(0b1000);
        assert_eq!(
            (family.settled(), family.fresh()),
            (&[][..], &[0b0111, 0b1000][..])
        );
        family.settle();
        family.insert(0b1001);
        assert_eq!(
            (family.settled(), family.fresh()),
            (&[0b0111][..], &[0b1001][..])
        );
    }

    #[test]
    fn long_families_are_searched_to_their_end() {
        let singles: Vec<u64> = (0..40).map(|square| 1 << square).collect();
        for (index, &set) in singles.iter().enumerate() {
            assert!(covers(&singles, set));
            assert!(!covers(&singles[..index], set));
        }
    }
}
