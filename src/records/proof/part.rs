//! Checks one part of a certificate, move by move: [`Part`] takes its lines in turn.
//!
//! It keeps the positions of nodes still to come, with what they have to prove; a node is forgotten
//! once it has been checked.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::iter;

use shakmaty::Move;

use super::read::{Items, ProofLine, WrittenItem};
use keymove_rules::forced::{PlayRules, in_order, legal};
use keymove_rules::position::Position;
use keymove_solve::{Kind, Uci};

/// Proved facts about first moves.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Evidence {
    /// Moves after which the attacker wins, each with the number of moves within which it wins.
    pub wins: HashMap<Uci, u16>,
    /// Moves after which the attacker does not win, each with the number of moves within which it
    /// does not.
    pub fails: HashMap<Uci, u16>,
    /// Solutions of help play.
    pub lines: Vec<Vec<Move>>,
}

/// The error in a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wrong {
    /// A move that is not legal in its position.
    Illegal(Uci),
    /// There are more items than moves, or fewer.
    Items {
        /// The number of moves.
        moves: usize,
        /// The number of items.
        items: usize,
    },
    /// An item that a node of this kind does not have.
    Item,
    /// After this move there should be no reply, but there is.
    Reply(Uci),
    /// This move should reach the goal but does not.
    NoGoal(Uci),
    /// This move should not reach the goal but does.
    Goal(Uci),
    /// After this reply the attacker wins within one.
    WonWithinOne(Uci),
    /// The step takes more moves than the duty allows, or shows fewer than it demands.
    Depth,
    /// A node without a reference.
    Unasked,
    /// A referenced node that does not exist.
    Missing(u64),
    /// A node with references for two positions, or for both winning and refuting.
    Shared(u64),
    /// The node does not match its reference: it is of the other kind, or has another move.
    Sort,
    /// A line that does not belong here.
    Place,
    /// A help solution that does not end in the goal.
    Unfinished,
    /// The record does not have the stated number of nodes but this many.
    Count(u64),
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wrong::Illegal(m) => write!(f, "{m} is not legal"),
            Wrong::Items { moves, items } => write!(f, "{items} items for {moves} moves"),
            Wrong::Item => f.write_str("an item that such a node does not have"),
            Wrong::Reply(m) => write!(f, "there is a reply to {m}"),
            Wrong::NoGoal(m) => write!(f, "{m} does not reach the goal"),
            Wrong::Goal(m) => write!(f, "{m} reaches the goal"),
            Wrong::WonWithinOne(reply) => write!(f, "the attacker wins within one after {reply}"),
            Wrong::Depth => f.write_str("the depth is wrong"),
            Wrong::Unasked => f.write_str("nothing points at this node"),
            Wrong::Missing(node) => write!(f, "node {node} is missing"),
            Wrong::Shared(node) => write!(f, "node {node} is pointed at for different things"),
            Wrong::Sort => f.write_str("not the node that was pointed at"),
            Wrong::Place => f.write_str("this line does not belong here"),
            Wrong::Unfinished => f.write_str("the line does not end in the goal"),
            Wrong::Count(nodes) => write!(f, "the record has {nodes} nodes"),
        }
    }
}

impl std::error::Error for Wrong {}

/// The claim that a node has to prove.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Duty {
    /// A win within this number of moves; with this move if a statement names one.
    Win(u16, Option<Uci>),
    /// A refutation of this number of moves.
    Fail(u16),
}

/// The part of a certificate about one kind of play.
#[derive(Debug)]
pub struct Part {
    kind: Kind,
    /// `None` in help play.
    rules: Option<PlayRules>,
    position: Position,
    awaited: HashMap<u64, (Position, Duty)>,
    /// The number of nodes so far, which is the number of the current node.
    nodes: u64,
    evidence: Evidence,
}

impl Part {
    /// A part about this kind of play from `position`, whose reserve is the defender's in this kind
    /// of play.
    pub fn new(kind: Kind, position: &Position) -> Part {
        Part {
            kind,
            rules: PlayRules::of(kind),
            position: kind.settle(position),
            awaited: HashMap::new(),
            nodes: 0,
            evidence: Evidence::default(),
        }
    }

    /// The kind of play.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Checks a line.
    ///
    /// # Errors
    ///
    /// The line is false; then nothing of this part counts.
    pub fn take(&mut self, line: &ProofLine) -> Result<(), Wrong> {
        let statements_may_stand = self.nodes == 0;
        match (line, self.rules) {
            (&ProofLine::Win { m, moves, node }, Some(rules)) if statements_may_stand => {
                self.win(rules, m, moves, node)
            }
            (
                &ProofLine::Fail {
                    m,
                    moves,
                    reply,
                    node,
                },
                Some(rules),
            ) if statements_may_stand => self.fail(rules, m, moves, reply, node),
            (ProofLine::Solution(moves), None) => self.solution(moves),
            (ProofLine::Left, _) if statements_may_stand => Ok(()),
            (ProofLine::Wins { m, items }, Some(rules)) => {
                let checked = self.wins(rules, *m, items);
                self.nodes += 1;
                checked
            }
            (ProofLine::Refutes(items), Some(rules)) => {
                let checked = self.refutes(rules, items);
                self.nodes += 1;
                checked
            }
            _ => Err(Wrong::Place),
        }
    }

    /// The facts that the part proves, after all its lines.
    ///
    /// # Errors
    ///
    /// A node is missing.
    pub fn finish(self) -> Result<Evidence, Wrong> {
        match self.awaited.keys().min() {
            Some(&node) => Err(Wrong::Missing(node)),
            None => Ok(self.evidence),
        }
    }

    fn win(&mut self, rules: PlayRules, m: Uci, moves: u16, node: u64) -> Result<(), Wrong> {
        let (position, by) = if rules.defender_begins {
            (self.after_first(m)?, None)
        } else {
            (self.position.clone(), Some(m))
        };
        self.ask(node, position, Duty::Win(moves, by))?;
        let known = self.evidence.wins.entry(m).or_insert(moves);
        *known = (*known).min(moves);
        Ok(())
    }

    fn fail(
        &mut self,
        rules: PlayRules,
        m: Uci,
        moves: u16,
        reply: Option<Uci>,
        node: Option<u64>,
    ) -> Result<(), Wrong> {
        let next = self.after_first(m)?;
        match (rules.defender_begins, reply, node) {
            (true, None, Some(node)) => self.ask(node, next, Duty::Fail(moves))?,
            (false, Some(reply), node) => self.refutation(rules, &next, moves, reply, node)?,
            _ => return Err(Wrong::Place),
        }
        let known = self.evidence.fails.entry(m).or_insert(moves);
        *known = (*known).max(moves);
        Ok(())
    }

    fn after_first(&self, m: Uci) -> Result<Position, Wrong> {
        play(&self.position, m)
    }

    fn solution(&mut self, moves: &[Uci]) -> Result<(), Wrong> {
        let mut position = self.position.clone();
        let mut line = Vec::with_capacity(moves.len());
        for &m in moves {
            let played = legal(&position, m).ok_or(Wrong::Illegal(m))?;
            position = position.after(played);
            line.push(played);
        }
        let mated = self.kind == Kind::HELPMATE;
        if !position.is_over(mated) {
            return Err(Wrong::Unfinished);
        }
        self.evidence.lines.push(line);
        Ok(())
    }

    /// Records what a node still to come has to prove.
    fn ask(&mut self, node: u64, position: Position, duty: Duty) -> Result<(), Wrong> {
        if let Duty::Win(0, _) | Duty::Fail(0) = duty {
            return Err(Wrong::Depth);
        }
        match self.awaited.entry(node) {
            Entry::Vacant(entry) => {
                entry.insert((position, duty));
                Ok(())
            }
            Entry::Occupied(mut entry) => {
                let (known, asked) = entry.get_mut();
                let harder = match (*asked, duty) {
                    (Duty::Win(a, by), Duty::Win(b, also))
                        if by.is_none() || also.is_none() || by == also =>
                    {
                        Duty::Win(a.min(b), by.or(also))
                    }
                    (Duty::Fail(a), Duty::Fail(b)) => Duty::Fail(a.max(b)),
                    _ => return Err(Wrong::Shared(node)),
                };
                if *known != position {
                    return Err(Wrong::Shared(node));
                }
                *asked = harder;
                Ok(())
            }
        }
    }

    /// The number of the node that is `distance` lines further down.
    fn further(&self, distance: u64) -> Result<u64, Wrong> {
        match self.nodes.checked_add(distance) {
            Some(node) if distance > 0 => Ok(node),
            _ => Err(Wrong::Item),
        }
    }

    fn wins(&mut self, rules: PlayRules, m: Uci, items: &Items) -> Result<(), Wrong> {
        let (position, duty) = self.awaited.remove(&self.nodes).ok_or(Wrong::Unasked)?;
        let within = match duty {
            Duty::Win(within, by) if by.is_none_or(|by| by == m) => within,
            _ => return Err(Wrong::Sort),
        };
        let next = attack(rules, &position, m)?;
        let replies = in_order(rules.defences(&next));
        count(replies.len(), items)?;
        if replies.is_empty() && !rules.reached_by_attack(&next) {
            return Err(Wrong::NoGoal(m));
        }
        for (item, (reply, played)) in each(items).zip(replies) {
            let child = next.after(played);
            match item {
                WrittenItem::Reached if rules.reached_by_defence(&child) => {}
                WrittenItem::Reached => return Err(Wrong::NoGoal(reply)),
                WrittenItem::Move(_) | WrittenItem::Node(_) if within < 2 => {
                    return Err(Wrong::Depth);
                }
                WrittenItem::Move(m) => {
                    if !rules.won_at_once(&attack(rules, &child, m)?) {
                        return Err(Wrong::NoGoal(m));
                    }
                }
                WrittenItem::Node(distance) => {
                    let node = self.further(distance)?;
                    self.ask(node, child, Duty::Win(within - 1, None))?;
                }
                WrittenItem::NoReply | WrittenItem::MoveAndNode(..) => return Err(Wrong::Item),
            }
        }
        Ok(())
    }

    fn refutes(&mut self, rules: PlayRules, items: &Items) -> Result<(), Wrong> {
        let (position, duty) = self.awaited.remove(&self.nodes).ok_or(Wrong::Unasked)?;
        let Duty::Fail(n) = duty else {
            return Err(Wrong::Sort);
        };
        let moves = in_order(rules.attacks(&position));
        count(moves.len(), items)?;
        for (item, (m, played)) in each(items).zip(moves) {
            let next = position.after(played);
            match item {
                WrittenItem::NoReply if !next.legal_moves().is_empty() => {
                    return Err(Wrong::Reply(m));
                }
                WrittenItem::NoReply if rules.reached_by_attack(&next) => {
                    return Err(Wrong::Goal(m));
                }
                WrittenItem::NoReply => {}
                WrittenItem::Move(reply) => self.refutation(rules, &next, n, reply, None)?,
                WrittenItem::MoveAndNode(reply, distance) => {
                    let node = self.further(distance)?;
                    self.refutation(rules, &next, n, reply, Some(node))?;
                }
                WrittenItem::Reached | WrittenItem::Node(_) => return Err(Wrong::Item),
            }
        }
        Ok(())
    }

    /// Checks that the attacker does not win within `n` moves, including the move that led to
    /// `next`, because of `reply`.
    fn refutation(
        &mut self,
        rules: PlayRules,
        next: &Position,
        n: u16,
        reply: Uci,
        node: Option<u64>,
    ) -> Result<(), Wrong> {
        if n == 0 {
            return Err(Wrong::Depth);
        }
        let child = rules
            .allows(next, reply, false)
            .map(|played| next.after(played))
            .ok_or(Wrong::Illegal(reply))?;
        if rules.reached_by_defence(&child) {
            return Err(Wrong::Goal(reply));
        }
        match node {
            Some(node) => self.ask(node, child, Duty::Fail(n - 1)),
            None if child.legal_moves().is_empty() => Ok(()),
            None if n > 2 => Err(Wrong::Depth),
            None if rules.won_within_one(&child) => Err(Wrong::WonWithinOne(reply)),
            None => Ok(()),
        }
    }
}

/// The position after the attacker's move `m`.
fn attack(rules: PlayRules, position: &Position, m: Uci) -> Result<Position, Wrong> {
    let played = rules.allows(position, m, true).ok_or(Wrong::Illegal(m))?;
    Ok(position.after(played))
}

/// The position after the move `m`.
fn play(position: &Position, m: Uci) -> Result<Position, Wrong> {
    let played = legal(position, m).ok_or(Wrong::Illegal(m))?;
    Ok(position.after(played))
}

/// Checks that there are as many items as moves.
fn count(moves: usize, items: &Items) -> Result<(), Wrong> {
    let written = items
        .iter()
        .fold(0usize, |sum, (_, times)| sum.saturating_add(*times));
    if written == moves {
        Ok(())
    } else {
        Err(Wrong::Items {
            moves,
            items: written,
        })
    }
}

/// The items one by one.
fn each(items: &Items) -> impl Iterator<Item = WrittenItem> {
    items
        .iter()
        .flat_map(|&(item, times)| iter::repeat_n(item, times))
}
