//! How the threads of a [`Team`] avoid each other's work.
//!
//! All of them search the same question with the same table, where each finds the proofs of the
//! others. Marks keep them apart: a thread marks the node on which it works, and the others turn to
//! its siblings first.
//!
//! *Refuting.* If the attacker is to move, every move has to be refuted, so whichever is taken is
//! work that has to be done; the defender's reply is a choice, and all threads make the same one.
//! [`Search::attack_apart`] searches moves on which another thread is working last (ABDADA, Weill
//! 1996, as simplified by Kerrigan), and by then most of them are done.
//!
//! *Finding.* A child on which another thread is working is assumed to cost more than its numbers
//! (virtual proof numbers, Kaneko 2010); before a thread goes down to a child it checks whether the
//! others have changed its numbers: `Search::advance`.
//!
//! A thread may be deep below a node that another one has decided. So each keeps the nodes of its
//! line ([`Search::path`]), looks them up now and then and returns to the highest decided one
//! ([`Abort::Overtaken`]).
//!
//! *Measured* in nodes, which do not depend on the other work of the machine (two cores, load 12 to
//! 18). Refuting: four mates in 6 to 8 of more than 250,000 nodes, shortest length proved: two
//! threads take 0.97 times as many nodes as one (0.93 to 1.11), four 1.01 on the mates in 6 and 7.
//! By the clock 7.9 s against 4.2 s, and 21.8 s against 16.3 s. Finding: seven mates in 8 to 20 of
//! more than 60,000 nodes, `--any`: 1.16 times as many nodes with two threads, 1.25 with four
//! (geometric mean of the six and seven that were found).
//!
//! *The limit on paper.* Nothing is locked; the work that is done twice or in vain grows with the
//! threads: the end of each question (the last nodes of depth [`SPLIT`], one thread each;
//! microseconds), the moves after one that wins, and at the beginning of each question the
//! [`FIRST_LOOK`](super::round::FIRST_LOOK) nodes of one thread. A question of `w` nodes keeps no
//! more threads busy than the attacker has moves at depths from [`SPLIT`] on, about 30 to the power
//! of `n - 2` for a refutation of `n` moves, so that questions of seconds do not limit dozens of
//! threads; the bandwidth of the memory and the single counter of leases (one addition for 512
//! nodes) are limits first.

use super::board::Move;
use super::goal::Goal;
use super::rules::Rules;
use super::search::{Abort, Proof, Search};
use super::side::White;
use super::table::{Depth, TableBounds, attacker_key, defender_key};
use super::team::{Team, TeamMark};

/// From this depth on the attacker's moves are divided among the threads. Below it a node costs
/// less than marking it.
pub const SPLIT: Depth = 3;

/// Lookups in the table between two checks of the whole line.
const LOOK: u32 = 8;

/// A node of the line on which a thread is working.
#[derive(Debug, Clone, Copy)]
pub struct Station {
    key: u64,
    n: Depth,
}

impl Station {
    fn is_decided(self, known: TableBounds) -> bool {
        known.proved <= self.n || known.refuted >= self.n
    }
}

impl<G: Goal> Search<'_, G> {
    /// Adds a node to the line. Returns its number there.
    pub fn enter(&mut self, key: u64, n: Depth) -> usize {
        self.path.push(Station { key, n });
        self.path.len() - 1
    }

    /// Whether another thread has decided a node of the line, whose number is then kept.
    pub fn look_behind(&mut self) -> Proof<()> {
        self.looks = self.looks.wrapping_add(1);
        if !self.looks.is_multiple_of(LOOK) {
            return Ok(());
        }
        let table = &*self.table;
        let decided = self
            .path
            .iter()
            .position(|station| station.is_decided(table.bounds(station.key)));
        match decided {
            Some(number) => {
                self.overtaken = number;
                Err(Abort::Overtaken)
            }
            None => Ok(()),
        }
    }

    /// [`attack_at`](Search::attack_at) while other threads work: the moves on which they are
    /// working come last. If they decide the node first, the table's entry for it is the answer;
    /// the winning move may then be unknown (0).
    pub fn attack_apart(
        &mut self,
        board: &G::Rules,
        base: usize,
        end: usize,
        n: Depth,
        team: &Team,
    ) -> Proof<Option<Move>> {
        let key = attacker_key(board.hash());
        let ranked = self.ranked.len();
        let number = self.enter(key, n);
        let result = loop {
            match self.attack_in_turn(board, base, end, n, team) {
                Err(Abort::Overtaken) if self.overtaken == number => {
                    self.path.truncate(number + 1);
                    self.moves.truncate(end);
                    self.ranked.truncate(ranked);
                    let known = self.table.bounds(key);
                    if known.proved <= n {
                        break Ok(Some(Move(0)));
                    }
                    if known.refuted >= n {
                        break Ok(None);
                    }
                    // The table has forgotten the answer meanwhile.
                }
                result => break result,
            }
        };
        self.path.truncate(number);
        result
    }

    fn attack_in_turn(
        &mut self,
        board: &G::Rules,
        base: usize,
        end: usize,
        n: Depth,
        team: &Team,
    ) -> Proof<Option<Move>> {
        let mut later = Vec::new();
        for i in base..end {
            let m = self.moves[i];
            let child = board.play::<White>(m);
            let key = defender_key(child.hash());
            if self.table.bounds(key).refuted >= n {
                continue;
            }
            let mark = TeamMark::new(key, n);
            if team.is_at(mark) {
                later.push(m);
                continue;
            }
            team.enter(mark);
            let result = self.defend(&child, n);
            team.leave(mark);
            if result? {
                return Ok(Some(m));
            }
            self.look_behind()?;
        }
        for m in later {
            if self.defend(&board.play::<White>(m), n)? {
                return Ok(Some(m));
            }
            self.look_behind()?;
        }
        Ok(None)
    }
}
