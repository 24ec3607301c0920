//! The transposition table: what was proved of a position, and the state of proof-number search.
//!
//! An entry ([`Slot`]) is 16 bytes, four of them share a cache line:
//!
//! ```text
//! key      64 bits   the whole Zobrist key, so that a match is not a guess
//! payload  46 bits   Bounds: move 16, proved 10, refuted 10  |  Numbers: pn 23, dn 23  |  a count
//! work      6 bits   log2 of the nodes spent below; the least is replaced first
//! stamp    12 bits   generation: entries of another job count as absent
//! ```
//!
//! All kinds share the slots. The kind of an entry, the side to move and, for [`Numbers`], the
//! depth are part of the key. Only proofs are stored: an aborted search never calls `store`.
//!
//! A job begins with a small part of the table, which fits into the processor's cache (this matters
//! most for mates in one to three), and doubles it as it fills; nothing is lost by the growth. All
//! of this depends on the job alone, so the table's content does, too.
//!
//! Several threads may work with the same slots: [`Table::share`] gives a helper its own table over
//! them, and no lock is taken. While the slots are shared the part in use does not grow, so a
//! thread that shares them makes room first ([`Table::make_room`]).

use std::sync::Arc;

use super::attacks::Bits;
use super::near::Near;
use super::numbers::{FirstNumbers, MAX_NUMBER, Numbers};
use super::prove::Easier;
use super::side::Side;
use super::slot::Slot;
use keymove_base::large_pages::prefer_large_pages;
use keymove_base::prefetch::prefetch;
use keymove_rules::bounds::Length;

/// Depth in full moves of the attacker, 0 to [`Length::LONGEST`].
pub type Depth = u16;

/// "Nothing is proved": greater than every depth.
pub const UNPROVED: Depth = 1023;
const _: () = assert!(Length::LONGEST < UNPROVED);

/// The proved bounds of a position: the goal is reached within `proved` moves of the attacker, and
/// not within `refuted`. At a defender's node the attacker's move that led to it is included, so
/// that a node and its best child have the same numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableBounds {
    /// Mate within this many moves; [`UNPROVED`] if no mate is known.
    pub proved: Depth,
    /// No mate within this many moves; 0 if nothing is known.
    pub refuted: Depth,
    /// The 16-bit identity of the attacker's move that proves or of the defender's reply that
    /// refutes; 0 if there is none.
    pub best: u16,
}

impl TableBounds {
    /// Nothing is known.
    pub const UNKNOWN: TableBounds = TableBounds {
        proved: UNPROVED,
        refuted: 0,
        best: 0,
    };
}

const BUCKET: usize = 4;
const SMALLEST: usize = 1 << 12;
const STAMP_SHIFT: u32 = 52;
const WORK_SHIFT: u32 = 46;
const PAYLOAD: u64 = (1 << WORK_SHIFT) - 1;

/// Bits of a count that are kept in its first slot.
const LOW_BITS: u32 = WORK_SHIFT - 1;
/// A flag: the rest of the count is in a second slot.
const LARGE: u64 = 1 << LOW_BITS;
/// The key of that second slot is the key of the first with these bits flipped (digits of pi).
const HIGH: u64 = 0x13198a2e03707344;

/// The table of one worker, or of one thread of it.
#[derive(Debug)]
pub struct Table {
    /// The slots that any job since the last clearing has used; the first `first` of them are
    /// skipped so that buckets begin at cache lines. Room for the whole table is claimed from the
    /// system at once, but the system provides the memory only as it is used.
    slots: Arc<Vec<Slot>>,
    first: usize,
    /// Buckets of the whole table.
    capacity: usize,
    /// Buckets in use by this job: `capacity` divided by a power of two.
    buckets: usize,
    /// Entries stored into empty slots by this job.
    filled: usize,
    /// The number of such entries at which the part in use grows: seven eighths of it. To grow is
    /// work of one thread, and the processor's cache holds less of a larger part: twelve mates in
    /// 8, refuted within 7, take 0.91 times the user time of growing at a half (nodes 1.03).
    full: usize,
    stamp: u64,
    /// The number of threads that work on one job.
    threads: usize,
    /// The results for positions with two moves left, separate for each thread.
    pub near: Near,
    /// The first numbers of positions, separate for each thread.
    pub first_numbers: FirstNumbers,
    /// The same two of helpers that are to begin.
    helpers: Vec<(Near, FirstNumbers)>,
    /// How the replies' numbers are added up, in first numbers, too.
    easier: Easier,
}

/// The number of empty slots with which threads that share the table should begin: few rounds at
/// the start, 4 MB.
const LEAST_ROOM: usize = 1 << 17;

/// They begin with a larger table if less than this part of it is empty. One thread grows it when
/// it is full, and to begin earlier makes new memory of the system be cleared earlier: with a half
/// instead of a sixteenth two threads refute 1.62 times as fast as one instead of 1.79 times.
const SMALL_ROOM: usize = 16;

/// The first numbers take at most this part of the room of the table, in addition.
const FIRST_NUMBERS: usize = 32;

impl Table {
    /// A table of at most `megabytes` (of 2^20 bytes). Memory is claimed as it is used.
    pub fn new(megabytes: usize) -> Table {
        let bytes = megabytes.max(1) << 20;
        let capacity = (bytes / (BUCKET * 16)) / SMALLEST * SMALLEST;
        let mut slots: Vec<Slot> = Vec::with_capacity((capacity + 1) * BUCKET);
        prefer_large_pages(slots.spare_capacity_mut());
        let misaligned = slots.as_ptr() as usize % 64;
        let first = (64 - misaligned) % 64 / 16;
        Table {
            slots: Arc::new(slots),
            first,
            capacity,
            buckets: 0,
            filled: 0,
            full: 0,
            stamp: 0,
            threads: 1,
            near: Near::new(),
            first_numbers: FirstNumbers::new(capacity * BUCKET / FIRST_NUMBERS),
            helpers: Vec::new(),
            easier: Easier::ALL,
        }
    }

    /// The number of threads that work on one job, at least 1.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Sets the number of threads that work on one job.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// Makes the table like new.
    pub fn begin_job(&mut self) {
        self.near.begin_job();
        for (near, _) in &mut self.helpers {
            near.begin_job();
        }
        self.forget_first_numbers();
        self.easier = Easier::ALL;
        self.stamp += 1;
        if self.stamp == 1 << (64 - STAMP_SHIFT) {
            // All stamps are used: erase the entries of old jobs, once in 4,095 jobs.
            self.own_slots().clear();
            self.stamp = 1;
        }
        let mut halvings = self.capacity;
        while halvings.is_multiple_of(2) && halvings > SMALLEST {
            halvings /= 2;
        }
        self.filled = 0;
        self.use_buckets(halvings);
    }

    /// How the replies' numbers are added up.
    #[inline(always)]
    pub fn easier(&self) -> Easier {
        self.easier
    }

    /// Chooses how the replies' numbers are added up. First numbers of another rule are forgotten: a
    /// game's jobs keep their table.
    pub fn add_up(&mut self, easier: Easier) {
        if self.easier != easier {
            self.forget_first_numbers();
            self.easier = easier;
        }
    }

    fn forget_first_numbers(&mut self) {
        self.first_numbers.begin_job();
        for (_, first_numbers) in &mut self.helpers {
            first_numbers.begin_job();
        }
    }

    /// The slots of a table that is not shared.
    fn own_slots(&mut self) -> &mut Vec<Slot> {
        Arc::get_mut(&mut self.slots).expect("helpers give their tables back before")
    }

    /// Takes the first `buckets` into use.
    fn use_buckets(&mut self, buckets: usize) {
        self.buckets = buckets;
        self.full = if buckets * 2 <= self.capacity {
            buckets * BUCKET / 8 * 7
        } else {
            // Full size: it never grows again.
            usize::MAX
        };
        let used = self.first + buckets * BUCKET;
        if self.slots.len() < used {
            self.own_slots().resize_with(used, Slot::default);
        }
    }

    /// Makes room for the entries of several threads, because it can't be made while they work.
    /// Returns for about how many entries there is room, [`u64::MAX`] if the whole table is in use.
    pub fn make_room(&mut self) -> u64 {
        while self.full != usize::MAX
            && self.full.saturating_sub(self.filled) < LEAST_ROOM.max(self.full / SMALL_ROOM)
        {
            self.grow();
        }
        if self.full == usize::MAX {
            return u64::MAX;
        }
        (self.full - self.filled) as u64
    }

    /// A table over the same slots, for a helper. Until [`Table::own`] none of them grows.
    pub fn share(&mut self) -> Table {
        self.full = usize::MAX;
        let small_tables = self.helpers.pop();
        let (near, first_numbers) =
            small_tables.unwrap_or_else(|| (Near::new(), self.first_numbers.like()));
        Table {
            slots: Arc::clone(&self.slots),
            filled: 0,
            near,
            first_numbers,
            helpers: Vec::new(),
            ..*self
        }
    }

    /// Takes back the table of a helper that has finished. The next helper gets its small tables.
    pub fn take_back(&mut self, helper: Table) {
        self.filled += helper.filled;
        self.helpers.push((helper.near, helper.first_numbers));
    }

    /// Lets the table grow again after all helpers have given theirs back.
    pub fn own(&mut self) {
        self.use_buckets(self.buckets);
    }

    /// How full the whole table is, in thousandths.
    pub fn permille(&self) -> u16 {
        let slots = self.capacity * BUCKET;
        u16::try_from(self.filled.min(slots) * 1000 / slots).expect("at most 1000")
    }

    #[inline(always)]
    fn place(&self, key: u64) -> usize {
        place(self.first, self.buckets, key)
    }

    /// The bucket of a key, as a separate reference: around an atomic access the compiler would
    /// read the address of the slots from the table again.
    #[inline(always)]
    fn bucket(&self, key: u64) -> &[Slot; BUCKET] {
        let at = self.place(key);
        self.slots[at..at + BUCKET]
            .try_into()
            .expect("a slice of so many slots")
    }

    #[inline(always)]
    fn find(&self, key: u64) -> Option<u64> {
        let stamp = self.stamp;
        for slot in self.bucket(key) {
            let (found, data) = slot.read();
            if found == key {
                // Slots fill from the front: no entry of this job follows one of another job.
                return (data >> STAMP_SHIFT == stamp).then_some(data);
            }
        }
        None
    }

    fn store(&mut self, key: u64, payload: u64, work: u64) {
        let work = u64::from(work.max(1).ilog2());
        let data = payload | work << WORK_SHIFT | self.stamp << STAMP_SHIFT;
        let stamp = self.stamp;
        let bucket = self.bucket(key);
        let mut victim = &bucket[0];
        let mut least = u64::MAX;
        for slot in bucket {
            let (found, held) = slot.read();
            let current = held >> STAMP_SHIFT == stamp;
            if !current {
                // Slots fill from the front, so no match can follow an empty one.
                slot.write(key, data);
                self.filled += 1;
                if self.filled > self.full {
                    self.grow();
                }
                return;
            }
            let worth = held >> WORK_SHIFT & 63;
            if found == key {
                let kept = worth.max(work);
                slot.write(key, payload | kept << WORK_SHIFT | stamp << STAMP_SHIFT);
                return;
            }
            if worth < least {
                least = worth;
                victim = slot;
            }
        }
        victim.write(key, data);
    }

    /// Doubles the part in use: the entries of every bucket are distributed over the two that
    /// replace it.
    #[cold]
    fn grow(&mut self) {
        let old = self.buckets;
        self.use_buckets(old * 2);
        for index in (0..old).rev() {
            let at = self.first + index * BUCKET;
            let slots = self.slots.as_slice();
            let held: [(u64, u64); BUCKET] = std::array::from_fn(|i| slots[at + i].read());
            let to = self.first + index * 2 * BUCKET;
            let halves = &slots[to..to + 2 * BUCKET];
            for slot in halves {
                slot.clear();
            }
            let mut used = [0; 2];
            for (key, data) in held {
                if data >> STAMP_SHIFT != self.stamp {
                    continue;
                }
                // Two threads that wrote here at once may have left a mixed entry ([`Slot`]), whose
                // key belongs anywhere.
                let half = self.place(key).wrapping_sub(to) / BUCKET;
                if let Some(used) = used.get_mut(half) {
                    halves[half * BUCKET + *used].write(key, data);
                    *used += 1;
                }
            }
        }
    }

    /// Prefetches the places of these keys, so that the table's misses of the processor's cache
    /// overlap instead of being waited for one by one.
    #[inline(always)]
    pub fn touch(&self, keys: impl Iterator<Item = u64>) {
        let (slots, first, buckets) = (self.slots.as_slice(), self.first, self.buckets);
        prefetch(
            keys.map(|key| &slots[place(first, buckets, key)]),
            Slot::data,
        );
    }

    /// The proved bounds of the position with this key.
    #[inline(always)]
    pub fn bounds(&self, key: u64) -> TableBounds {
        match self.find(key) {
            Some(data) => TableBounds {
                best: data as u16,
                proved: (data >> 16 & 1023) as Depth,
                refuted: (data >> 26 & 1023) as Depth,
            },
            None => TableBounds::UNKNOWN,
        }
    }

    /// Keeps proved bounds; `work` is the number of nodes they cost.
    #[inline]
    pub fn store_bounds(&mut self, key: u64, bounds: TableBounds, work: u64) {
        let payload = u64::from(bounds.best)
            | u64::from(bounds.proved) << 16
            | u64::from(bounds.refuted) << 26;
        self.store(key, payload, work);
    }

    /// The count kept under this key.
    #[inline(always)]
    pub fn count(&self, key: u64) -> Option<u64> {
        let low = self.find(key)? & PAYLOAD;
        if low & LARGE == 0 {
            return Some(low);
        }
        let high = self.find(key ^ HIGH)? & PAYLOAD;
        Some((high << LOW_BITS) | (low ^ LARGE))
    }

    /// Keeps a count, which may need two slots; `work` is the number of nodes it cost.
    #[inline]
    pub fn store_count(&mut self, key: u64, count: u64, work: u64) {
        if count < LARGE {
            self.store(key, count, work);
        } else {
            self.store(key ^ HIGH, count >> LOW_BITS, work);
            self.store(key, count & (LARGE - 1) | LARGE, work);
        }
    }

    /// The proof and disproof number of the node of this key, if proof-number search has left them.
    #[inline(always)]
    pub fn numbers(&self, key: u64) -> Option<Numbers> {
        self.find(key).map(|data| Numbers {
            pn: (data & u64::from(MAX_NUMBER)) as u32,
            dn: (data >> 23 & u64::from(MAX_NUMBER)) as u32,
        })
    }

    /// Keeps proof and disproof number; `work` is the number of nodes they cost.
    #[inline]
    pub fn store_numbers(&mut self, key: u64, numbers: Numbers, work: u64) {
        let payload =
            u64::from(numbers.pn.min(MAX_NUMBER)) | u64::from(numbers.dn.min(MAX_NUMBER)) << 23;
        self.store(key, payload & PAYLOAD, work);
    }
}

/// The index at which the bucket of a key begins.
#[inline(always)]
fn place(first: usize, buckets: usize, key: u64) -> usize {
    let index = (u128::from(key) * buckets as u128) >> 64;
    first + index as usize * BUCKET
}

const DEFENDER: Bits = 0x9d39_247e_3377_6d41;
const NUMBERS: Bits = 0x2af7_3980_05aa_a5c7;

/// The key of a position with the attacker to move.
#[inline(always)]
pub fn attacker_key(hash: u64) -> u64 {
    hash
}

/// The key of a position with the defender to move.
#[inline(always)]
pub fn defender_key(hash: u64) -> u64 {
    hash ^ DEFENDER
}

/// The key of a position with colour `C` to move.
#[inline(always)]
pub fn key_of<C: Side>(hash: u64) -> u64 {
    if C::WHITE {
        attacker_key(hash)
    } else {
        defender_key(hash)
    }
}

/// The key of the [`Numbers`] of a node, from its position key and its depth.
///
/// It differs in the index bits, too: numbers of many depths in the bucket of one position's bounds
/// would displace each other (59 instead of 64 of 78 mates in 8 to 20 found within 1.5 million
/// nodes).
#[inline(always)]
pub fn numbers_key(key: u64, depth: Depth) -> u64 {
    key ^ NUMBERS.wrapping_mul(2 * u64::from(depth) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(i: u64) -> u64 {
        let x = (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (x ^ (x >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    }

    fn bounds(i: u64) -> TableBounds {
        TableBounds {
            proved: (i % 1000) as Depth,
            refuted: (i % 77) as Depth,
            best: i as u16,
        }
    }

    #[test]
    fn what_is_found_is_what_was_stored_through_every_growth() {
        let mut table = Table::new(4);
        table.begin_job();
        let stored = 200_000;
        for i in 0..stored {
            table.store_bounds(key(i), bounds(i), i % 100);
            table.store_numbers(
                numbers_key(key(i), 3),
                Numbers {
                    pn: i as u32,
                    dn: MAX_NUMBER,
                },
                1,
            );
        }
        let mut kept = 0;
        for i in 0..stored {
            let found = table.bounds(key(i));
            if found != TableBounds::UNKNOWN {
                assert_eq!(found, bounds(i));
                kept += 1;
            }
            if let Some(numbers) = table.numbers(numbers_key(key(i), 3)) {
                assert_eq!((numbers.pn, numbers.dn), (i as u32, MAX_NUMBER));
                kept += 1;
            }
        }
        assert!(kept > 200_000, "only {kept} of 262,144 slots are in use");
        assert!(table.slots.capacity() * 16 <= (4 << 20) + 64);
    }

    #[test]
    fn the_mixed_entry_of_two_threads_is_dropped_when_the_table_grows() {
        for mixed in [0, 1 << 50, !0, key(1)] {
            let mut table = Table::new(4);
            table.begin_job();
            table.store_bounds(key(0), bounds(0), 1);
            table.store_bounds(key(1), bounds(1), 1);
            // A second entry in the bucket of the first.
            let slot = &table.bucket(key(0))[1];
            slot.write(key(0) ^ mixed, table.stamp << STAMP_SHIFT | 7);
            let before = table.buckets;
            table.grow();
            assert_eq!(table.buckets, 2 * before);
            assert_eq!(table.bounds(key(0)), bounds(0));
            assert_eq!(table.bounds(key(1)), bounds(1));
        }
    }

    #[test]
    fn a_job_finds_nothing_of_the_jobs_before_it() {
        let mut table = Table::new(1);
        for job in 0..5000u64 {
            table.begin_job();
            assert_eq!(table.bounds(key(0)), TableBounds::UNKNOWN);
            assert_eq!(table.bounds(key(job + 10)), TableBounds::UNKNOWN);
            table.store_bounds(key(0), bounds(job), 1);
            table.store_bounds(key(job + 11), bounds(job), 1);
            assert_eq!(table.bounds(key(0)), bounds(job));
        }
    }
}
