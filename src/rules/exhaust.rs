//! Exhaustive search by the rules of chess alone: the last resort for a claim that no certificate
//! proves.
//!
//! Its only technique is to remember positions; the effort is the number of positions visited. A
//! claim whose effort is used up stays open. It shares nothing with the search: the tests compare
//! the search with this judge, and this judge with the definition of the play, which remembers
//! nothing (`tests/brute_force/plain.rs`). Read [`Exhaustion`] first.

use std::collections::HashMap;

use shakmaty::Move;

use keymove_base::stop::Stop;

use crate::forced::PlayRules;
use crate::joint::JointRules;
use crate::position::Position;

/// The number of positions between two checks of the stop flag.
const STOP_EVERY: u64 = 1024;

/// The effort allowed for a claim is used up, or a signal came; nothing follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooHard;

/// The results known about a position with the attacker to move.
#[derive(Debug, Clone, Copy)]
struct Bracket {
    /// The attacker wins within this number of moves.
    won: u16,
    /// The attacker does not win within this number of moves.
    failed: Option<u16>,
}

/// The judge of forced play of one kind.
#[derive(Debug)]
pub struct Exhaustion {
    rules: PlayRules,
    known: HashMap<Position, Bracket>,
    stop: Stop,
}

impl Exhaustion {
    /// A judge with these rules, for which everything is too hard once `stop` is raised.
    pub fn new(rules: PlayRules, stop: Stop) -> Exhaustion {
        Exhaustion {
            rules,
            known: HashMap::new(),
            stop,
        }
    }

    /// Whether the attacker wins within `n` moves after first move `m`, decided within `effort`
    /// positions.
    ///
    /// # Errors
    ///
    /// The effort was not enough.
    pub fn wins_by(
        &mut self,
        position: &Position,
        m: Move,
        n: u16,
        effort: &mut u64,
    ) -> Result<bool, TooHard> {
        if self.rules.shows_failure(position, m, n) {
            return Ok(false);
        }
        let next = position.after(m);
        if self.rules.defender_begins {
            self.wins(&next, n, effort)
        } else {
            self.loses(&next, n, effort)
        }
    }

    /// Whether the attacker, to move, wins within `n` moves, decided within `effort` positions.
    ///
    /// # Errors
    ///
    /// The effort was not enough.
    pub fn wins(&mut self, position: &Position, n: u16, effort: &mut u64) -> Result<bool, TooHard> {
        if self.rules.reached_by_defence(position) {
            return Ok(true);
        }
        if n == 0 {
            return Ok(false);
        }
        if let Some(known) = self.known.get(position) {
            if known.won <= n {
                return Ok(true);
            }
            if known.failed >= Some(n) {
                return Ok(false);
            }
        }
        spend(effort, &self.stop)?;
        let mut won = false;
        for m in self.rules.attacks(position) {
            if self.loses(&position.after(m), n, effort)? {
                won = true;
                break;
            }
        }
        let known = self.known.entry(position.clone()).or_insert(Bracket {
            won: u16::MAX,
            failed: None,
        });
        if won {
            known.won = known.won.min(n);
        } else {
            known.failed = known.failed.max(Some(n));
        }
        Ok(won)
    }

    /// Whether the attacker wins within `n` moves, at least 1, including the move that led here;
    /// the defender is to move.
    ///
    /// # Errors
    ///
    /// `effort` positions were not enough.
    pub fn loses(
        &mut self,
        position: &Position,
        n: u16,
        effort: &mut u64,
    ) -> Result<bool, TooHard> {
        if n == 1 {
            return Ok(self.rules.won_at_once(position));
        }
        let replies = self.rules.defences(position);
        if replies.is_empty() {
            return Ok(self.rules.reached_by_attack(position));
        }
        for reply in replies {
            if !self.wins(&position.after(reply), n - 1, effort)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The judge of forced play of one kind in which every line must have the full length.
#[derive(Debug)]
pub struct ExactExhaustion {
    rules: PlayRules,
    /// Whether the attacker, to move, wins in exactly this number of moves.
    known: HashMap<(Position, u16), bool>,
    stop: Stop,
}

impl ExactExhaustion {
    /// A judge with these rules, for which everything is too hard once `stop` is raised.
    pub fn new(rules: PlayRules, stop: Stop) -> ExactExhaustion {
        ExactExhaustion {
            rules,
            known: HashMap::new(),
            stop,
        }
    }

    /// Whether the attacker, who begins, wins in exactly `n` moves after first move `m`, decided
    /// within `effort` positions.
    ///
    /// # Errors
    ///
    /// The effort was not enough.
    pub fn wins_by(
        &mut self,
        position: &Position,
        m: Move,
        n: u16,
        effort: &mut u64,
    ) -> Result<bool, TooHard> {
        let may_begin = n > 0 && self.rules.attacks(position).contains(&m);
        Ok(may_begin && self.loses(&position.after(m), n - 1, effort)?)
    }

    /// Whether the attacker, to move, wins in exactly `n` moves, at least 1.
    fn wins(&mut self, position: &Position, n: u16, effort: &mut u64) -> Result<bool, TooHard> {
        let key = (position.clone(), n);
        if let Some(&won) = self.known.get(&key) {
            return Ok(won);
        }
        spend(effort, &self.stop)?;
        let mut won = false;
        for m in self.rules.attacks(position) {
            if self.loses(&position.after(m), n - 1, effort)? {
                won = true;
                break;
            }
        }
        self.known.insert(key, won);
        Ok(won)
    }

    /// Whether the attacker wins in exactly `n` more moves; the defender is to move.
    ///
    /// # Errors
    ///
    /// `effort` positions were not enough.
    pub fn loses(
        &mut self,
        position: &Position,
        n: u16,
        effort: &mut u64,
    ) -> Result<bool, TooHard> {
        if n == 0 {
            return Ok(self.rules.won_at_once(position));
        }
        let replies = self.rules.defences(position);
        for &reply in &replies {
            // A reply that ends the play leaves the attacker no move.
            if !self.wins(&position.after(reply), n, effort)? {
                return Ok(false);
            }
        }
        Ok(!replies.is_empty())
    }
}

/// Subtracts one position from `left`.
fn spend(left: &mut u64, stop: &Stop) -> Result<(), TooHard> {
    if left.is_multiple_of(STOP_EVERY) && stop.is_raised() {
        return Err(TooHard);
    }
    *left = left.checked_sub(1).ok_or(TooHard)?;
    Ok(())
}

/// Help and series play: counts the lines of exactly a number of half moves that end in the goal.
#[derive(Debug)]
pub struct HelpCount {
    rules: JointRules,
    known: HashMap<(Position, u16), u64>,
    stop: Stop,
}

impl HelpCount {
    /// A counter of lines with these rules; everything is too hard once `stop` is raised.
    pub fn new(rules: JointRules, stop: Stop) -> HelpCount {
        HelpCount {
            rules,
            known: HashMap::new(),
            stop,
        }
    }

    /// The number of lines with a length in half moves from `position`, within `effort` positions;
    /// [`u64::MAX`] also stands for larger numbers.
    ///
    /// # Errors
    ///
    /// The effort was not enough.
    pub fn count(
        &mut self,
        position: &Position,
        half_moves: u16,
        effort: &mut u64,
    ) -> Result<u64, TooHard> {
        self.rest(position, self.rules.line(half_moves), effort)
    }

    /// The number of those lines that begin with `m`.
    ///
    /// # Errors
    ///
    /// As [`HelpCount::count`].
    pub fn count_after(
        &mut self,
        position: &Position,
        m: Move,
        half_moves: u16,
        effort: &mut u64,
    ) -> Result<u64, TooHard> {
        let left = self.rules.line(half_moves);
        if left == 0 || !self.rules.may_go_on(position, left) {
            return Ok(0);
        }
        match self.rules.after(position, m, left) {
            Some((next, left)) => self.rest(&next, left, effort),
            None => Ok(0),
        }
    }

    /// The number of ways to continue a line from `position`, with `left` half moves left.
    ///
    /// # Errors
    ///
    /// As [`HelpCount::count`].
    pub fn rest(
        &mut self,
        position: &Position,
        left: u16,
        effort: &mut u64,
    ) -> Result<u64, TooHard> {
        if left == 0 {
            return Ok(u64::from(self.rules.is_over(position)));
        }
        let key = (position.clone(), left);
        if let Some(&count) = self.known.get(&key) {
            return Ok(count);
        }
        spend(effort, &self.stop)?;
        let mut sum = 0u64;
        if self.rules.may_go_on(position, left) {
            for m in position.legal_moves() {
                if let Some((next, left)) = self.rules.after(position, m, left) {
                    sum = sum.saturating_add(self.rest(&next, left, effort)?);
                }
            }
        }
        self.known.insert(key, sum);
        Ok(sum)
    }
}
