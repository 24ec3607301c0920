//! Exhaustion that remembers: what [`keymove::solve::brute`] says, for positions where that would
//! take years.

use std::collections::HashMap;

use keymove::house::House;
use keymove::position::Position;
use keymove::solve::{Aim, Kind, PlayKind, brute};
use shakmaty::zobrist::Zobrist128;
use shakmaty::{EnPassantMode, Move, Position as _};

/// The side to move reaches the goal (or can't help it) within `proved` moves and not within
/// `refuted`.
#[derive(Debug, Clone, Copy)]
struct Known {
    proved: u16,
    refuted: Option<u16>,
}

/// A position: its board in 128 bits, which no two of a run are likely to share, and its hands.
type Place = (Zobrist128, Option<House>);

/// What is known about positions of one kind of play.
type Memory = HashMap<(Kind, Place), Known>;

/// Every line, with the rules of shakmaty.
#[derive(Debug, Default)]
pub struct Judge {
    attacker: Memory,
    defender: Memory,
    help: HashMap<(Aim, u32, Place), u64>,
}

impl Judge {
    /// Whether the side to move, the attacker, reaches the goal within `n`.
    pub fn wins(&mut self, kind: Kind, position: &Position, n: u16) -> bool {
        if n == 0 {
            return false;
        }
        let key = (kind, place(position));
        if let Some(answer) = look(&self.attacker, key, n) {
            return answer;
        }
        let answer = !brute::attacker_must(kind, position)
            && position
                .legal_moves()
                .into_iter()
                .any(|m| self.loses(kind, &after(position, m), n - 1));
        note(&mut self.attacker, key, n, answer);
        answer
    }

    /// Whether the side to move can't keep the other from the goal, who has `n` more moves after
    /// the reply.
    pub fn loses(&mut self, kind: Kind, position: &Position, n: u16) -> bool {
        let self_play = kind.is_self_play();
        if n == 0 && !self_play {
            return kind.aim.is_reached(position);
        }
        let key = (kind, place(position));
        if let Some(answer) = look(&self.defender, key, n) {
            return answer;
        }
        let replies = position.legal_moves();
        let answer = if kind.play != PlayKind::SelfPlay && self_play && n == 0 {
            brute::defender_must(kind, position)
        } else if brute::defender_must(kind, position) {
            true
        } else if replies.is_empty() {
            !self_play && kind.aim.is_reached(position)
        } else {
            replies.into_iter().all(|m| {
                let attacker = after(position, m);
                is_over(kind, &attacker) || self.wins(kind, &attacker, n)
            })
        };
        note(&mut self.defender, key, n, answer);
        answer
    }

    /// The number of lines of exactly `plies` in which both sides together reach the goal.
    pub fn count(&mut self, goal: Aim, position: &Position, plies: u32) -> u64 {
        if plies == 0 {
            return u64::from(goal.is_reached(position));
        }
        let key = (goal, plies, place(position));
        if let Some(&count) = self.help.get(&key) {
            return count;
        }
        let count = position
            .legal_moves()
            .into_iter()
            .map(|m| self.count(goal, &after(position, m), plies - 1))
            .sum();
        self.help.insert(key, count);
        count
    }

    /// Appends these lines, the first `most` of them in the order of their moves in UCI, each after
    /// what is in `begun`.
    pub fn lines(
        &mut self,
        goal: Aim,
        position: &Position,
        plies: u32,
        begun: &[Move],
        most: usize,
        found: &mut Vec<Vec<Move>>,
    ) {
        if found.len() >= most || self.count(goal, position, plies) == 0 {
            return;
        }
        if plies == 0 {
            found.push(begun.to_vec());
            return;
        }
        let mode = position.mode();
        let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
        moves.sort_by_cached_key(|m| m.to_uci(mode).to_string());
        for m in moves {
            let begun = [begun, &[m]].concat();
            self.lines(goal, &after(position, m), plies - 1, &begun, most, found);
        }
    }
}

/// Whether a reply has reached the goal of self play.
pub fn is_over(kind: Kind, attacker: &Position) -> bool {
    kind.is_self_play() && kind.aim.is_reached(attacker)
}

fn place(position: &Position) -> Place {
    let board = position.chess().zobrist_hash(EnPassantMode::Legal);
    (board, position.house().copied())
}

fn look(memory: &Memory, key: (Kind, Place), n: u16) -> Option<bool> {
    let known = memory.get(&key)?;
    if known.proved <= n {
        Some(true)
    } else if known.refuted >= Some(n) {
        Some(false)
    } else {
        None
    }
}

fn note(memory: &mut Memory, key: (Kind, Place), n: u16, answer: bool) {
    let entry = memory.entry(key).or_insert(Known {
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
pub fn after(position: &Position, m: Move) -> Position {
    position.after(m)
}
