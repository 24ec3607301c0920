//! The nodes and the time that a search may still use, and its current slice.
//!
//! Every node goes through [`Budget::count`], so that one comparison has to be enough there: the
//! `alarm` is the next node count at which anything can have happened, and the other limits are
//! checked only then. The entry points: [`Budget::begin_slice`] and [`Budget::end_slice`] around a
//! call that may be continued later, [`Budget::lower`] and [`Budget::restore`] around work that is
//! worth less than the whole limit, [`Budget::allow`] for work after the answer, [`Budget::join`]
//! and [`Budget::part`] around work of several threads.

use std::time::{Duration, Instant};

use super::limit::{LimitKind, Limits};
use super::team::Team;
use keymove_base::stop::Stop;

/// Nodes between two checks of the clock and the stop flag: half a millisecond, so that a time
/// limit is kept to the millisecond and the clock costs nothing.
const PULSE: u64 = 1 << 10;

/// Why a search ended without an answer. A caller that receives this has proved nothing and stores
/// nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Abort {
    /// The slice of nodes given to this call is used up.
    Slice,
    /// A limit of the job was met.
    Limit(LimitKind),
    /// Another thread has decided a node of the line.
    Overtaken,
}

impl Abort {
    /// The limit of the job that was met, if this is the reason.
    pub fn limit(self) -> Option<LimitKind> {
        match self {
            Abort::Slice | Abort::Overtaken => None,
            Abort::Limit(limit) => Some(limit),
        }
    }
}

/// An answer, or the reason why there is none.
pub type Proof<T> = Result<T, Abort>;

/// The nodes and the time of one job, spent and left.
#[derive(Debug)]
pub struct Budget<'a> {
    /// Nodes so far.
    nodes: u64,
    /// The node count of the next check: the least of `pulse`, `slice` and `limit`.
    alarm: u64,
    /// The node count at which to check the clock and the stop flag, and the count at the last check.
    pulse: u64,
    checked: u64,
    /// The node count at which the slice ends.
    slice: u64,
    /// The node count at which the job ends.
    limit: u64,
    started: Instant,
    deadline: Option<Instant>,
    stop: &'a Stop,
    /// The common account while several threads work, from which the nodes are taken; `slice` is
    /// then the end of a lease.
    team: Option<&'a Team>,
}

impl<'a> Budget<'a> {
    /// The budget of a job that begins now.
    pub fn new(limits: Limits, stop: &'a Stop) -> Budget<'a> {
        let started = Instant::now();
        let mut budget = Budget {
            nodes: 0,
            alarm: 0,
            pulse: PULSE,
            checked: 0,
            slice: u64::MAX,
            limit: limits.nodes.unwrap_or(u64::MAX),
            started,
            // A time too long for the clock means no limit.
            deadline: limits.time.and_then(|time| started.checked_add(time)),
            stop,
            team: None,
        };
        budget.set_alarm();
        budget
    }

    /// The budget of a helper in a round of `team`.
    pub fn of_helper(&self, team: &'a Team) -> Budget<'a> {
        Budget {
            nodes: 0,
            alarm: 0,
            pulse: PULSE,
            checked: 0,
            slice: 0,
            limit: u64::MAX,
            team: Some(team),
            ..*self
        }
    }

    /// A budget of `nodes` nodes for a search that does not count for the job.
    pub fn aside(&self, nodes: u64) -> Budget<'a> {
        Budget {
            nodes: 0,
            alarm: 0,
            pulse: PULSE,
            checked: 0,
            slice: u64::MAX,
            limit: nodes,
            team: None,
            ..*self
        }
    }

    /// Takes part in a round of `team`: until [`Budget::part`] nodes are taken from it, and it
    /// enforces the limit of nodes.
    pub fn join(&mut self, team: &'a Team) {
        self.team = Some(team);
        self.slice = self.nodes;
        self.set_alarm();
    }

    /// Leaves the round; the other threads have spent `nodes` nodes.
    pub fn part(&mut self, nodes: u64) {
        self.team = None;
        self.nodes += nodes;
        // They have reported them themselves.
        self.pulse += nodes;
        self.checked += nodes;
        self.end_slice();
    }

    /// The other threads, during a round.
    #[inline(always)]
    pub fn team(&self) -> Option<&'a Team> {
        self.team
    }

    /// Nodes left within the limit of the job.
    pub fn left(&self) -> u64 {
        self.limit.saturating_sub(self.nodes)
    }

    /// The flag that ends the job from outside, and reports its progress.
    pub fn stop(&self) -> &'a Stop {
        self.stop
    }

    /// Nodes so far.
    #[inline(always)]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Wall-clock time since the job began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether nodes or time may run out.
    pub fn is_limited(&self) -> bool {
        self.limit != u64::MAX || self.deadline.is_some()
    }

    /// Counts one node.
    ///
    /// # Errors
    ///
    /// The node may not be searched.
    #[inline(always)]
    pub fn count(&mut self) -> Proof<()> {
        if self.nodes >= self.alarm {
            self.look_up()?;
        }
        self.nodes += 1;
        Ok(())
    }

    /// Brings the next check of the clock and the stop flag nearer, after work that takes as long as
    /// about this many nodes and is not counted.
    pub fn hasten(&mut self, nodes: u64) {
        self.pulse = self.pulse.saturating_sub(nodes);
        self.set_alarm();
    }

    /// Checks the clock and the stop flag, for work that has no nodes.
    ///
    /// # Errors
    ///
    /// The work has to end.
    pub fn look_at_clock(&self) -> Proof<()> {
        if self.stop.is_raised() {
            return Err(Abort::Limit(LimitKind::Stopped));
        }
        if self.deadline.is_some_and(|end| Instant::now() >= end) {
            return Err(Abort::Limit(LimitKind::Time));
        }
        Ok(())
    }

    /// Gives the following work `nodes` nodes; beyond them it ends as [`Abort::Slice`].
    pub fn begin_slice(&mut self, nodes: u64) {
        self.slice = self.nodes.saturating_add(nodes);
        self.set_alarm();
    }

    /// From here on only the limits of the job apply.
    pub fn end_slice(&mut self) {
        self.slice = u64::MAX;
        self.set_alarm();
    }

    /// Ends the work at `nodes` nodes in all, if not before. Returns the previous limit.
    pub fn lower(&mut self, nodes: u64) -> u64 {
        let limit = self.limit;
        self.restore(limit.min(nodes));
        limit
    }

    /// Undoes [`Budget::lower`].
    pub fn restore(&mut self, limit: u64) {
        self.limit = limit;
        self.set_alarm();
    }

    /// Allows `nodes` more nodes, whatever the limits were and however long they take.
    pub fn allow(&mut self, nodes: u64) {
        self.limit = self.nodes.saturating_add(nodes);
        self.deadline = None;
        self.end_slice();
    }

    /// Gives a job that has met its limit of time a twentieth of its time for additional output.
    pub fn hurry(&mut self) {
        self.deadline = Instant::now().checked_add(self.elapsed() / 20);
    }

    fn set_alarm(&mut self) {
        let limit = match self.team {
            Some(_) => u64::MAX,
            None => self.limit,
        };
        self.alarm = self.pulse.min(self.slice).min(limit);
    }

    #[cold]
    fn look_up(&mut self) -> Proof<()> {
        if self.nodes >= self.pulse {
            self.stop.note_nodes(self.nodes - self.checked);
            self.checked = self.nodes;
            self.pulse = self.nodes + PULSE;
            self.look_at_clock()?;
        }
        if let Some(team) = self.team {
            if self.nodes >= self.slice {
                let lease = team.lease();
                if lease == 0 {
                    return Err(Abort::Slice);
                }
                self.slice = self.nodes + lease;
            }
            self.set_alarm();
            return Ok(());
        }
        if self.nodes >= self.limit {
            return Err(Abort::Limit(LimitKind::Nodes));
        }
        if self.nodes >= self.slice {
            return Err(Abort::Slice);
        }
        self.set_alarm();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limited(nodes: Option<u64>, time: Option<Duration>) -> Limits {
        Limits { nodes, time }
    }

    /// Counts until the budget ends, at most `most` nodes.
    fn spend(budget: &mut Budget, most: u64) -> (u64, Option<Abort>) {
        let before = budget.nodes();
        for _ in 0..most {
            if let Err(abort) = budget.count() {
                return (budget.nodes() - before, Some(abort));
            }
        }
        (budget.nodes() - before, None)
    }

    #[test]
    fn a_slice_ends_before_the_limit_and_the_limit_stays_for_what_follows() {
        let stop = Stop::new();
        let mut budget = Budget::new(limited(Some(5000), None), &stop);
        budget.begin_slice(3000);
        assert_eq!(spend(&mut budget, 9000), (3000, Some(Abort::Slice)));
        budget.end_slice();
        let nodes = Some(Abort::Limit(LimitKind::Nodes));
        assert_eq!(spend(&mut budget, 9000), (2000, nodes));
        budget.allow(100);
        assert_eq!(spend(&mut budget, 9000), (100, nodes));
    }

    #[test]
    fn a_lowered_limit_is_as_before_when_it_is_restored() {
        let stop = Stop::new();
        let mut budget = Budget::new(limited(Some(4000), None), &stop);
        let nodes = Some(Abort::Limit(LimitKind::Nodes));
        let limit = budget.lower(1500);
        assert_eq!(spend(&mut budget, 9000), (1500, nodes));
        budget.restore(limit);
        let limit = budget.lower(9000);
        assert_eq!(spend(&mut budget, 9000), (2500, nodes));
        budget.restore(limit);
        assert_eq!(spend(&mut budget, 9000), (0, nodes));
    }

    #[test]
    fn work_without_nodes_brings_the_check_nearer_and_all_nodes_are_noted() {
        let stop = Stop::new();
        let mut budget = Budget::new(limited(None, None), &stop);
        assert_eq!(spend(&mut budget, 10), (10, None));
        stop.raise();
        budget.hasten(PULSE / 2);
        assert_eq!(spend(&mut budget, 100), (100, None));
        budget.hasten(PULSE / 2);
        assert_eq!(budget.count(), Err(Abort::Limit(LimitKind::Stopped)));
        assert_eq!(stop.nodes(), 110);
    }

    #[test]
    fn time_and_a_stop_end_within_one_pulse_and_time_is_over_after_the_answer() {
        let stop = Stop::new();
        let mut budget = Budget::new(limited(None, Some(Duration::ZERO)), &stop);
        assert!(budget.is_limited());
        let (nodes, abort) = spend(&mut budget, 9000);
        assert_eq!(abort, Some(Abort::Limit(LimitKind::Time)));
        assert!(nodes <= PULSE);
        budget.allow(9000);
        assert_eq!(spend(&mut budget, 9000), (9000, None));
        let mut budget = Budget::new(limited(None, None), &stop);
        assert!(!budget.is_limited());
        assert_eq!(spend(&mut budget, 9000), (9000, None));
        stop.raise();
        let (nodes, abort) = spend(&mut budget, 9000);
        assert_eq!(abort, Some(Abort::Limit(LimitKind::Stopped)));
        assert!(nodes <= PULSE);
    }
}
