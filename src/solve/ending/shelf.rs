//! The place of the tables of endings for all workers of a run: [`Endings`].
//!
//! Each table is made once, by the first job that asks for it; other jobs that want it wait. They
//! check their own limits meanwhile, and a job that ends before its table is finished leaves the
//! work to the next one. If there is no more room, the table that was unused for longest is
//! removed.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::Ending;
use super::retrograde::Retrograde;
use super::roster::Roster;
use super::stand_in::{CHEAP, FEW, LONGEST};
use crate::budget::{Budget, Proof};
use crate::table::Depth;
use keymove_rules::bounds::Length;

/// The time that a job waits for another's table between two checks of its own limits.
const PATIENCE: Duration = Duration::from_millis(5);

/// The tables of endings of one run; a clone shares them.
#[derive(Debug, Clone)]
pub struct Endings {
    shelf: Arc<EndingShelf>,
    /// The most nodes of the search that a table may be worth.
    most: u64,
    /// The length of the job.
    bound: Depth,
}

#[derive(Debug)]
struct EndingShelf {
    /// The tables; the most recently used ones are at the end.
    volumes: Mutex<Vec<Volume>>,
    /// A job has ended its work on a table.
    changed: Condvar,
    /// The most bytes of all finished tables together.
    capacity: usize,
    /// The nodes of all searches in the place of tables.
    searched: AtomicU64,
}

#[derive(Debug)]
struct Volume {
    roster: Roster,
    state: TableState,
}

#[derive(Debug)]
enum TableState {
    /// A job is working on it.
    InWork,
    /// A job began it, and no job is working on it.
    Begun(Box<Retrograde>),
    Complete(Arc<Ending>),
}

impl Endings {
    /// An empty shelf for tables of at most `megabytes` (of 2^20 bytes) together.
    pub fn new(megabytes: usize) -> Endings {
        Endings::with_capacity(megabytes.saturating_mul(1 << 20))
    }

    pub(super) fn with_capacity(capacity: usize) -> Endings {
        Endings {
            shelf: Arc::new(EndingShelf {
                volumes: Mutex::default(),
                changed: Condvar::new(),
                capacity,
                searched: AtomicU64::new(0),
            }),
            most: u64::MAX,
            bound: Length::LONGEST,
        }
    }

    /// The same tables for a job of this many nodes and `bound` moves: only tables that take no more
    /// nodes to make, whether they already exist or not.
    pub(super) fn within(&self, nodes: u64, bound: Depth) -> Endings {
        Endings {
            most: nodes,
            bound,
            ..self.clone()
        }
    }

    /// Whether a job may have the table of these men, whether it exists or not.
    fn allows(&self, roster: &Roster) -> bool {
        roster.attackers() > 0
            && roster.bytes() <= self.shelf.capacity
            && roster.nodes() <= self.most
    }

    /// Whether a search is to begin in the place of the table of these men.
    pub(super) fn is_searched(&self, roster: &Roster) -> bool {
        self.allows(roster)
            && self.is_short()
            && self.searched() < roster.nodes() / FEW
            && !self.has_table(roster)
    }

    /// Whether a search may stand in for a table.
    fn is_short(&self) -> bool {
        self.bound <= LONGEST
    }

    /// The greatest length that is told to a question of `n` moves: a search would not know more.
    pub(super) fn most_moves(&self, n: Depth) -> Depth {
        if self.is_short() { n } else { Length::LONGEST }
    }

    /// Whether the table of these men exists.
    pub(super) fn has_table(&self, roster: &Roster) -> bool {
        self.shelf.volumes().iter().any(|volume| {
            volume.roster == *roster && matches!(volume.state, TableState::Complete(_))
        })
    }

    /// The nodes that may still be searched in the place of the table of these men.
    pub(super) fn left_to_search(&self, roster: &Roster) -> u64 {
        (CHEAP * roster.nodes()).saturating_sub(self.searched())
    }

    /// The nodes that were searched in the place of tables.
    fn searched(&self) -> u64 {
        self.shelf.searched.load(Ordering::Relaxed)
    }

    /// Notes the nodes of a search in the place of a table.
    pub(super) fn note_searched(&self, nodes: u64) {
        self.shelf.searched.fetch_add(nodes, Ordering::Relaxed);
    }

    /// The ending of these men, which is made if necessary; `None` if neither side can mate, if
    /// there is no room for it, or if it takes too many nodes to make.
    pub(super) fn take(&self, roster: &Roster, budget: &Budget) -> Proof<Option<Arc<Ending>>> {
        if !self.allows(roster) {
            return Ok(None);
        }
        let begun = loop {
            let mut volumes = self.shelf.volumes();
            let Some(at) = volumes.iter().position(|volume| volume.roster == *roster) else {
                volumes.push(Volume {
                    roster: *roster,
                    state: TableState::InWork,
                });
                break None;
            };
            let mut volume = volumes.remove(at);
            let state = match volume.state {
                TableState::Complete(ending) => {
                    volume.state = TableState::Complete(Arc::clone(&ending));
                    volumes.push(volume);
                    return Ok(Some(ending));
                }
                TableState::Begun(work) => Some(work),
                TableState::InWork => None,
            };
            volumes.push(Volume {
                roster: *roster,
                state: TableState::InWork,
            });
            if state.is_some() {
                break state;
            }
            let waited = self.shelf.changed.wait_timeout(volumes, PATIENCE);
            drop(waited.unwrap_or_else(PoisonError::into_inner));
            budget.look_at_clock()?;
        };
        let mut place = TablePlace {
            shelf: &self.shelf,
            roster,
            state: None,
        };
        let mut work = match begun {
            Some(work) => work,
            None => {
                let after = (0..roster.men())
                    .map(|i| self.take(&roster.without(i), budget))
                    .collect::<Proof<_>>()?;
                Box::new(Retrograde::new(*roster, after))
            }
        };
        while work.advance() {
            if let Err(abort) = budget.look_at_clock() {
                place.state = Some(TableState::Begun(work));
                return Err(abort);
            }
        }
        let ending = Arc::new(work.finish());
        place.state = Some(TableState::Complete(Arc::clone(&ending)));
        Ok(Some(ending))
    }
}

impl EndingShelf {
    /// A panic elsewhere leaves no volume half changed, so a poisoned lock is taken.
    fn volumes(&self) -> MutexGuard<'_, Vec<Volume>> {
        self.volumes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Replaces the work in progress on `roster` by `state`, or removes it if the work failed.
    fn put(&self, roster: &Roster, state: Option<TableState>) {
        let mut volumes = self.volumes();
        volumes.retain(|volume| volume.roster != *roster);
        if let Some(state) = state {
            volumes.push(Volume {
                roster: *roster,
                state,
            });
        }
        let mut room = self.capacity;
        let mut too_old = volumes.len();
        for volume in volumes.iter().rev() {
            let Some(left) = room.checked_sub(volume.roster.bytes()) else {
                break;
            };
            room = left;
            too_old -= 1;
        }
        let mut old = 0..too_old;
        volumes.retain(|volume| old.next().is_none() || matches!(volume.state, TableState::InWork));
        drop(volumes);
        self.changed.notify_all();
    }
}

/// Frees its place on the shelf however the work on it ends, so that no job waits for ever.
struct TablePlace<'a> {
    shelf: &'a EndingShelf,
    roster: &'a Roster,
    state: Option<TableState>,
}

impl Drop for TablePlace<'_> {
    fn drop(&mut self) {
        self.shelf.put(self.roster, self.state.take());
    }
}
