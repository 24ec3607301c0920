//! Every line, by the rules of chess alone: the last judge of a claim that no certificate shows.
//!
//! The one technique is a memory of positions; effort counts the positions that were gone through.
//! A claim whose effort is spent stays open.

use std::collections::HashMap;

use shakmaty::Move;

use crate::position::Position;
use crate::proof::rules::PlayRules;
use crate::stop::Stop;

/// How many positions are gone through between two looks at the stop flag.
const STOP_EVERY: u64 = 1024;

/// The effort allowed for a claim is spent, or a signal came; nothing follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooHard;

/// What is known of a position, the attacker being to move.
#[derive(Debug, Clone, Copy)]
struct Bracket {
    /// It wins within so many moves.
    won: u16,
    /// It does not win within so many.
    failed: Option<u16>,
}

/// The judge of forced play of one kind.
#[derive(Debug)]
pub struct Exhaustion {
    rules: PlayRules,
    known: HashMap<Position, Bracket>,
    left: u64,
    stop: Stop,
}

impl Exhaustion {
    /// A judge by these rules, for whom everything is too hard once `stop` is raised.
    pub fn new(rules: PlayRules, stop: Stop) -> Exhaustion {
        Exhaustion {
            rules,
            known: HashMap::new(),
            left: 0,
            stop,
        }
    }

    /// Whether the attacker wins within `n` after first move `m`, decided within `effort`
    /// positions.
    ///
    /// # Errors
    ///
    /// That was not enough.
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
        self.left = *effort;
        let next = position.after(m);
        let answer = if self.rules.defender_begins {
            self.wins(&next, n)
        } else {
            self.loses(&next, n)
        };
        *effort = self.left;
        answer
    }

    /// Whether the attacker, to move, wins within `n`.
    fn wins(&mut self, position: &Position, n: u16) -> Result<bool, TooHard> {
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
        spend(&mut self.left, &self.stop)?;
        let mut won = false;
        for m in self.rules.attacks(position) {
            if self.loses(&position.after(m), n)? {
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

    /// Whether the attacker wins within `n`, its move that led here counted; the defender is to
    /// move.
    fn loses(&mut self, position: &Position, n: u16) -> Result<bool, TooHard> {
        if n == 1 {
            return Ok(self.rules.won_at_once(position));
        }
        let replies = self.rules.defences(position);
        if replies.is_empty() {
            return Ok(self.rules.reached_by_attack(position));
        }
        for reply in replies {
            if !self.wins(&position.after(reply), n - 1)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Takes one position from `left`.
fn spend(left: &mut u64, stop: &Stop) -> Result<(), TooHard> {
    if left.is_multiple_of(STOP_EVERY) && stop.is_raised() {
        return Err(TooHard);
    }
    *left = left.checked_sub(1).ok_or(TooHard)?;
    Ok(())
}

/// Help play: how many lines of exactly so many plies end in the goal.
#[derive(Debug)]
pub struct HelpCount {
    mate: bool,
    known: HashMap<(Position, u16), u64>,
    stop: Stop,
}

impl HelpCount {
    /// A count of lines that end in mate, or else in stalemate; too hard once `stop` is raised.
    pub fn new(mate: bool, stop: Stop) -> HelpCount {
        HelpCount {
            mate,
            known: HashMap::new(),
            stop,
        }
    }

    /// The number of lines of `plies` plies from `position` on, within `effort` positions;
    /// [`u64::MAX`] stands for itself and more.
    ///
    /// # Errors
    ///
    /// That was not enough.
    pub fn count(
        &mut self,
        position: &Position,
        plies: u16,
        effort: &mut u64,
    ) -> Result<u64, TooHard> {
        if plies == 0 {
            let over = position.is_over(self.mate);
            return Ok(u64::from(over));
        }
        let key = (position.clone(), plies);
        if let Some(&count) = self.known.get(&key) {
            return Ok(count);
        }
        spend(effort, &self.stop)?;
        let mut sum = 0u64;
        for m in position.legal_moves() {
            sum = sum.saturating_add(self.count(&position.after(m), plies - 1, effort)?);
        }
        self.known.insert(key, sum);
        Ok(sum)
    }
}
