//! Depth-first search with a two-bound table: proves the absence of a solution fast.
//!
//! At an attacker's node every move has to be refuted, so the size of the tree depends on the
//! defender's choice of reply: replies are ordered by how few moves they leave the attacker, at
//! greater depths by how few they leave him a reply later, too. Every attacker's node deepens from
//! its refuted depth upwards, so that the table's replies are good ones. Read [`Search::attack`]
//! first; [`Search::attack_in_two`] takes nearly all the time.

use super::attacks::bit;
use super::board::{Move, PAWN};
use super::goal::Goal;
use super::outlook::SECOND_REPLY;
use super::rules::Rules;
use super::search::{Proof, Search};
use super::side::{Black, White};
use super::split::SPLIT;
use super::table::{Depth, attacker_key, defender_key};

/// From this depth on the table's entries of all replies are read before any reply is searched. At
/// depth 3 reading them costs more than the search (40 mates in 6, all keys: 4.8 s against 5.9 s).
///
/// Below this depth the most recent refuting reply is tried first. From here on that is a worse
/// guess than the reply that leaves the attacker the fewest moves: it refuted at a smaller depth,
/// and if it refutes at this one, its entry says so (24 mates in 7, refuting 6: 10.8 million nodes
/// against 10.3).
const LOOK_FIRST: Depth = 4;

/// If nothing is known of a node at this depth, the reply that most recently refuted another node
/// is tried before any is listed. 41 mates in 8 to 11, refuting every shorter length: 13 % more
/// nodes, 8 to 10 % less time. The same time with two such replies, or if the entries of all
/// replies are read; more if it is only a bonus in the rank (6 % with an eighth of the rank, 1 %
/// with a quarter of it), with the defender's flights in the rank (22 to 47 %), with a check
/// counted at twice its moves (5 %).
const KILLER_DEPTH: Depth = 3;

/// The number of generated replies that are tried in the sieve. The first is nearly always of use.
const SIEVE_TRIES: usize = 6;

impl<G: Goal> Search<'_, G> {
    /// Whether the attacker, to move, reaches the goal within `n` moves.
    pub fn attack(&mut self, board: &G::Rules, n: Depth) -> Proof<bool> {
        self.count()?;
        if n == 0 {
            return Ok(G::is_reached(board));
        }
        if n < board.least() {
            return Ok(false);
        }
        if n == 1 {
            return Ok(G::is_within_one(board));
        }
        let key = attacker_key(board.hash());
        if n == 2 && G::SIEVED {
            return self.attack_near(board, key);
        }
        let start = self.nodes();
        let known = self.table.bounds(key);
        if known.proved <= n {
            return Ok(true);
        }
        if known.refuted >= n {
            return Ok(false);
        }
        let mut depth = (known.refuted + 1).max(board.least());
        if depth == 1 {
            if let Some(m) = G::in_one(board) {
                self.learn_proof(key, 1, m.id(), start);
                return Ok(true);
            }
            depth = 2;
        }
        if depth == 2 && G::SIEVED && self.table.near.get(key) == Some(false) {
            depth = 3;
        }
        let base = self.moves.len();
        board.list::<White>(&mut self.moves);
        let end = self.moves.len();
        if G::is_self(board) && base == end {
            return Ok(G::is_reached_without_attack(board));
        }
        self.order_attack(board, base, known.best);
        while depth <= n {
            let proof = if depth == 2 {
                self.attack_in_two(board, base, end)?
            } else {
                self.attack_at(board, base, end, depth)?
            };
            if let Some(m) = proof {
                self.learn_proof(key, depth, m.id(), start);
                self.moves.truncate(base);
                return Ok(true);
            }
            self.learn_refutation(key, depth, 0, start);
            depth += 1;
        }
        self.moves.truncate(base);
        Ok(false)
    }

    /// Whether the attacker, to move, mates within two moves.
    fn attack_near(&mut self, board: &G::Rules, key: u64) -> Proof<bool> {
        if let Some(won) = self.table.near.get(key) {
            return Ok(won);
        }
        let start = self.nodes();
        if let Some(m) = G::in_one(board) {
            self.learn_proof(key, 1, m.id(), start);
            return Ok(true);
        }
        let proof = self.attack_in_two_unlisted(board)?;
        self.table.near.put(key, proof.is_some());
        if let Some(m) = proof {
            self.learn_proof(key, 2, m.id(), start);
        }
        Ok(proof.is_some())
    }

    /// Puts the table's move first, then checks.
    fn order_attack(&mut self, board: &G::Rules, base: usize, best: u16) {
        let checks = board.check_squares();
        let mut front = base;
        for i in base..self.moves.len() {
            let m = self.moves[i];
            let role = if m.promoted() == PAWN {
                m.role()
            } else {
                m.promoted()
            };
            if checks[role] & bit(m.to()) != 0 {
                self.moves.swap(front, i);
                front += 1;
            }
        }
        if best != 0
            && let Some(i) = (base..self.moves.len()).find(|&i| self.moves[i].id() == best)
        {
            self.moves[base..=i].rotate_right(1);
        }
    }

    fn attack_at(
        &mut self,
        board: &G::Rules,
        base: usize,
        end: usize,
        n: Depth,
    ) -> Proof<Option<Move>> {
        let keys = self.moves[base..end]
            .iter()
            .filter_map(|&m| board.hash_after::<White>(m).map(defender_key));
        self.table.touch(keys);
        if n >= SPLIT
            && let Some(team) = self.budget.team()
        {
            return self.attack_apart(board, base, end, n, team);
        }
        for i in base..end {
            let m = self.moves[i];
            let child = board.play::<White>(m);
            if self.defend(&child, n)? {
                return Ok(Some(m));
            }
        }
        Ok(None)
    }

    /// Whether the defender, to move, loses within `n` moves of the attacker, including the move
    /// that led here.
    pub fn defend(&mut self, board: &G::Rules, n: Depth) -> Proof<bool> {
        self.count()?;
        if n == 1 {
            return Ok(G::is_reached_by(board));
        }
        let key = defender_key(board.hash());
        let known = self.table.bounds(key);
        if known.proved <= n {
            return Ok(true);
        }
        if known.refuted >= n {
            return Ok(false);
        }
        let start = self.nodes();
        if n == KILLER_DEPTH && known.best == 0 && board.is_legal::<Black>(self.killer) {
            let reply = self.killer;
            if !self.attack(&board.play::<Black>(reply), n - 1)? {
                self.learn_refutation(key, n, reply.id(), start);
                return Ok(false);
            }
        }
        let base = self.moves.len();
        board.list::<Black>(&mut self.moves);
        if self.moves.len() == base {
            return Ok(G::is_reached_without_defence(board));
        }
        let refuter = self.defend_replies(board, base, n, known.best)?;
        self.moves.truncate(base);
        if let Some(reply) = refuter
            && n == KILLER_DEPTH
        {
            self.killer = reply;
        }
        match refuter {
            None => self.learn_proof(key, n, 0, start),
            Some(reply) => self.learn_refutation(key, n, reply.id(), start),
        }
        Ok(refuter.is_none())
    }

    /// The reply after which the attacker does not win within `n - 1`, if there is one.
    fn defend_replies(
        &mut self,
        board: &G::Rules,
        base: usize,
        n: Depth,
        best: u16,
    ) -> Proof<Option<Move>> {
        let end = self.moves.len();
        let mut first = base;
        if n < LOOK_FIRST
            && best != 0
            && let Some(i) = (base..end).find(|&i| self.moves[i].id() == best)
        {
            first += 1;
            let m = self.moves[i];
            if !self.attack(&board.play::<Black>(m), n - 1)? {
                return Ok(Some(m));
            }
            self.moves.swap(base, i);
        }
        let ranked = self.ranked.len();
        if n < LOOK_FIRST {
            self.ranked
                .extend(self.moves[first..end].iter().map(|&m| (0, m)));
        } else if let Some(reply) = self.look_up(board, base, n) {
            self.ranked.truncate(ranked);
            return Ok(Some(reply));
        }
        let gauge = board.gauge();
        for (rank, m) in &mut self.ranked[ranked..] {
            *rank = board.mobility_after(&gauge, *m);
        }
        if n >= SECOND_REPLY && self.ranked.len() > ranked + 1 {
            self.rank_by_second_reply(board, ranked);
        }
        // Nearly always the first reply refutes, so picking beats sorting.
        while self.ranked.len() > ranked {
            let mut least = ranked;
            for i in ranked + 1..self.ranked.len() {
                if self.ranked[i].0 < self.ranked[least].0 {
                    least = i;
                }
            }
            let (_, m) = self.ranked.swap_remove(least);
            if !self.attack(&board.play::<Black>(m), n - 1)? {
                self.ranked.truncate(ranked);
                return Ok(Some(m));
            }
        }
        Ok(None)
    }

    /// The first reply that is known to refute. Replies of which nothing is known are collected for
    /// ranking.
    fn look_up(&mut self, board: &G::Rules, base: usize, n: Depth) -> Option<Move> {
        self.list_keys::<Black>(board, base);
        self.table.touch(self.keys.iter().copied());
        for (&key, &m) in self.keys.iter().zip(&self.moves[base..]) {
            let known = self.table.bounds(key);
            if known.refuted >= n - 1 {
                return Some(m);
            }
            if known.proved >= n {
                self.ranked.push((0, m));
            }
        }
        None
    }

    /// A move that wins in two, if there is one: one reply is tested against all moves at once;
    /// after each move that passes, the two most recent refuting replies are tried before any reply
    /// is generated.
    fn attack_in_two(&mut self, board: &G::Rules, base: usize, end: usize) -> Proof<Option<Move>> {
        let sieved = G::SIEVED && self.set_sieve(board);
        for i in base..end {
            let m = self.moves[i];
            if sieved && !self.sieve.passes(m) {
                #[cfg(any(test, debug_assertions))]
                self.judge_cut(board, m);
                continue;
            }
            if self.wins_in_two(board, m)? {
                return Ok(Some(m));
            }
        }
        Ok(None)
    }

    /// Like [`Search::attack_in_two`] if nothing is listed yet. The move that most recently won is
    /// tried before anything is listed (all keys of 500 mates in three: 0.92 of the instructions),
    /// then the moves that pass the sieve alone are listed (the same tree of 29 mates in 8 to 10:
    /// 4 % less time).
    fn attack_in_two_unlisted(&mut self, board: &G::Rules) -> Proof<Option<Move>> {
        let winner = Some(self.winner).filter(|&m| board.is_legal::<White>(m));
        if let Some(m) = winner
            && self.wins_in_two(board, m)?
        {
            return Ok(winner);
        }
        let base = self.moves.len();
        if self.set_sieve(board) {
            G::list_passing(&mut self.sieve, board, &mut self.moves);
            #[cfg(any(test, debug_assertions))]
            self.judge_unlisted(board, base);
        } else {
            board.list::<White>(&mut self.moves);
        }
        self.order_attack(board, base, 0);
        let mut proof = None;
        for i in base..self.moves.len() {
            let m = self.moves[i];
            if winner != Some(m) && self.wins_in_two(board, m)? {
                proof = Some(m);
                self.winner = m;
                self.tries_key = board.hash();
                self.tries.clear();
                self.tries.extend_from_slice(&self.moves[base..i]);
                break;
            }
        }
        self.moves.truncate(base);
        Ok(proof)
    }

    /// Decides all first moves at length 2, which is known to be the shortest, but for the key that
    /// was found and the tries before it: one reply is tested against all of them at once, the two
    /// most recent refuting replies against each move that passes. If a limit is met, the rest is
    /// `open`. All keys of 9,980 mates in two take 0.39 s of user time instead of 0.44 s without
    /// the tries and 0.53 s if every first move is played, looked up and decided in turn.
    pub fn decide_all_in_two(
        &mut self,
        board: &G::Rules,
        keys: &mut Vec<Move>,
        open: &mut Vec<(Move, G::Rules)>,
        told: &dyn Fn(Move),
    ) -> Proof<()> {
        let known = self.table.bounds(attacker_key(board.hash()));
        let found = if known.proved <= 2 { known.best } else { 0 };
        let sieved = self.set_sieve(board);
        let mut moves = Vec::with_capacity(64);
        board.list::<White>(&mut moves);
        if self.tries_key == board.hash() {
            moves.retain(|m| !self.tries.contains(m));
        }
        for (i, &m) in moves.iter().enumerate() {
            if m.id() != found {
                if sieved && !self.sieve.passes(m) {
                    #[cfg(any(test, debug_assertions))]
                    self.judge_cut(board, m);
                    continue;
                }
                match self.wins_in_two(board, m) {
                    Ok(true) => {}
                    Ok(false) => continue,
                    Err(abort) => {
                        open.extend(moves[i..].iter().map(|&m| (m, board.play::<White>(m))));
                        return Err(abort);
                    }
                }
            }
            keys.push(m);
            told(m);
        }
        Ok(())
    }

    /// Whether every reply to `m` allows the goal in one.
    #[inline(always)]
    fn wins_in_two(&mut self, board: &G::Rules, m: Move) -> Proof<bool> {
        self.count()?;
        Ok(self.all_replies_lose(&board.play_unkeyed::<White>(m), m))
    }

    /// Sets the sieve to one of the two most recent refuting replies or, if neither can be played
    /// or is of use, to one of the first generated replies.
    fn set_sieve(&mut self, board: &G::Rules) -> bool {
        let habits = self.refuters.recent;
        if habits
            .iter()
            .any(|&m| board.is_legal::<Black>(m) && G::set_sieve(&mut self.sieve, board, m))
        {
            return true;
        }
        let base = self.moves.len();
        board.list::<Black>(&mut self.moves);
        let found = self.moves[base..]
            .iter()
            .filter(|m| m.promoted() == PAWN && !habits.contains(m))
            .take(SIEVE_TRIES)
            .find(|&&m| G::set_sieve(&mut self.sieve, board, m))
            .copied();
        self.moves.truncate(base);
        if let Some(m) = found {
            self.refuters.put_recent(m);
        }
        found.is_some()
    }

    /// Whether every reply to `m`, which led to `child`, allows the goal in one. No
    /// replies are generated until three guesses have failed: the last refutation of `m` in another
    /// position, and the last two refutations of any move.
    #[inline(always)]
    fn all_replies_lose(&mut self, child: &G::Rules, m: Move) -> bool {
        let mut lost = [None; 3];
        for (i, reply) in self.refuters.guesses(m).into_iter().enumerate() {
            if lost.contains(&Some(reply)) || !child.is_legal::<Black>(reply) {
                continue;
            }
            if !G::is_within_one(&child.play_unkeyed::<Black>(reply)) {
                if i > 0 {
                    self.refuters.put(m, reply);
                }
                return false;
            }
            lost[i] = Some(reply);
        }
        self.other_replies_lose(child, m, lost)
    }

    /// The same if it is already known for the replies in `lost`.
    fn other_replies_lose(&mut self, child: &G::Rules, m: Move, lost: [Option<Move>; 3]) -> bool {
        let mut is_over = true;
        let mut guess = None;
        let refuter = child.find::<Black>(|reply| {
            is_over = false;
            !lost.contains(&Some(reply))
                && !G::is_within_one_like(&child.play_unkeyed::<Black>(reply), &mut guess)
        });
        if is_over {
            return G::is_reached_without_defence(child);
        }
        if let Some(reply) = refuter {
            self.refuters.put(m, reply);
        }
        refuter.is_none()
    }
}
