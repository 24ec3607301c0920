//! Exhaustion that remembers: what [`keymove::solve::brute`] says, for positions where that would take years.

use std::collections::HashMap;

use shakmaty::zobrist::Zobrist128;
use shakmaty::{Chess, EnPassantMode, Position};

/// The side to move mates (or is mated) within `proved` moves and not within `refuted`.
#[derive(Debug, Clone, Copy)]
struct Known {
    proved: u16,
    refuted: Option<u16>,
}

/// Every line, with the rules of shakmaty. Positions are told apart by 128 bits, which none of its own
/// is likely to confuse.
#[derive(Debug, Default)]
pub struct Judge {
    attacker: HashMap<Zobrist128, Known>,
    defender: HashMap<Zobrist128, Known>,
}

impl Judge {
    /// Whether the side to move mates within `n`.
    pub fn wins(&mut self, position: &Chess, n: u16) -> bool {
        if n == 0 {
            return false;
        }
        let key = position.zobrist_hash(EnPassantMode::Legal);
        if let Some(answer) = look(&self.attacker, key, n) {
            return answer;
        }
        let answer = position
            .legal_moves()
            .into_iter()
            .any(|m| self.loses(&after(position, m), n - 1));
        note(&mut self.attacker, key, n, answer);
        answer
    }

    /// Whether the side to move is mated within `n` moves of the other side, whatever it does.
    pub fn loses(&mut self, position: &Chess, n: u16) -> bool {
        if n == 0 {
            return position.is_checkmate();
        }
        let key = position.zobrist_hash(EnPassantMode::Legal);
        if let Some(answer) = look(&self.defender, key, n) {
            return answer;
        }
        let moves = position.legal_moves();
        let answer = if moves.is_empty() {
            position.is_check()
        } else {
            moves.into_iter().all(|m| self.wins(&after(position, m), n))
        };
        note(&mut self.defender, key, n, answer);
        answer
    }
}

fn look(known: &HashMap<Zobrist128, Known>, key: Zobrist128, n: u16) -> Option<bool> {
    let known = known.get(&key)?;
    if known.proved <= n {
        Some(true)
    } else if known.refuted >= Some(n) {
        Some(false)
    } else {
        None
    }
}

fn note(known: &mut HashMap<Zobrist128, Known>, key: Zobrist128, n: u16, answer: bool) {
    let entry = known.entry(key).or_insert(Known {
        proved: u16::MAX,
        refuted: None,
    });
    if answer {
        entry.proved = entry.proved.min(n);
    } else {
        entry.refuted = entry.refuted.max(Some(n));
    }
}

/// The position after a legal move.
pub fn after(position: &Chess, m: shakmaty::Move) -> Chess {
    let mut next = position.clone();
    next.play_unchecked(m);
    next
}
