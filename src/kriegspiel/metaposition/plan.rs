//! What the player does in every metaposition it has come to: a graph that grows as it is walked.
//!
//! The player is deterministic, so a metaposition with a history has one try, and each answer leads to one
//! node. Matches walk the graph. The strongest resistance is that of a king that knows the whole graph: with all of
//! it at hand, W(v, n), the kings of node v that are mated within n moves whatever they do, follow from W(., n - 1) with a
//! few operations on bitboards, as in the exact tables; kings that no n holds are never mated for sure.

use std::collections::HashMap;

use shakmaty::Bitboard;

use super::Metaposition;
use super::search::{History, Player};
use super::umpire::{Answer, Pseudomove, Ruling, neighbours};

/// A node's number.
pub type NodeId = u32;

/// A metaposition, with White to move, and what the player does there.
#[derive(Debug, Clone)]
pub struct Node {
    /// What White knows.
    pub metaposition: Metaposition,
    /// The try; none where the player has no move.
    pub pseudomove: Option<Pseudomove>,
    /// The kings for which it is mate.
    pub mated: Bitboard,
    /// Where Black's king can go after it.
    pub free: Bitboard,
    /// Unprotected and protected men after it.
    pub takeable: Bitboard,
    /// The answers, and the kings that bring them about.
    pub answers: Vec<(Answer, Bitboard)>,
    history: History,
    nexts: Vec<Option<NodeId>>,
}

/// The player's plan, as far as it is known.
#[derive(Debug)]
pub struct Plan {
    player: Player,
    nodes: Vec<Node>,
    ids: HashMap<(Metaposition, History), NodeId>,
}

impl Plan {
    /// An empty plan.
    pub fn new(player: Player) -> Plan {
        Plan {
            player,
            nodes: Vec::new(),
            ids: HashMap::new(),
        }
    }

    /// The nodes known.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no node is known.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    /// The node of a metaposition at the beginning of a match.
    pub fn start(&mut self, metaposition: Metaposition) -> NodeId {
        self.enter(metaposition, History::default())
    }

    /// The node after an answer; none if every king that would give it has taken a man.
    pub fn follow(&mut self, id: NodeId, answer: usize) -> Option<NodeId> {
        let node = self.node(id);
        if let Some(next) = node.nexts[answer] {
            return Some(next);
        }
        let pseudomove = node.pseudomove?;
        let (said, kings) = node.answers[answer];
        let ruling = Ruling::new(&node.metaposition, pseudomove, self.player.announcements);
        let left = ruling.left(&node.metaposition, said, kings);
        let (metaposition, history) = if said == Answer::Illegal {
            (left, node.history)
        } else {
            (
                ruling.metamove(kings),
                node.history.with(pseudomove, self.player.memory),
            )
        };
        if metaposition.kings.is_empty() {
            return None;
        }
        let next = self.enter(metaposition, history);
        self.nodes[id as usize].nexts[answer] = Some(next);
        Some(next)
    }

    /// Makes all nodes that can be reached known, unless they are more than `most` or `halt` says to stop.
    /// Returns whether all are known.
    pub fn grow(&mut self, most: usize, halt: &dyn Fn() -> bool) -> bool {
        let mut id = 0;
        while id < self.nodes.len() {
            if self.nodes.len() > most || halt() {
                return false;
            }
            for answer in 0..self.nodes[id].answers.len() {
                self.follow(id as NodeId, answer);
            }
            id += 1;
        }
        true
    }

    /// For each start and each n from 1 on the kings that are mated within n moves whatever they do. The plan has to be
    /// [grown](Plan::grow). The list ends where one more move changes nothing.
    pub fn resisted(&self, starts: &[NodeId]) -> Vec<Vec<Bitboard>> {
        let mut won = vec![Bitboard::EMPTY; self.nodes.len()];
        let mut levels = vec![Vec::new(); starts.len()];
        loop {
            let before = won.clone();
            for (node, won) in self.nodes.iter().zip(&mut won) {
                *won = node.mated;
                for (&(answer, kings), next) in node.answers.iter().zip(&node.nexts) {
                    let held = next.map_or(Bitboard::EMPTY, |next| before[next as usize]);
                    if answer != Answer::Illegal {
                        // No reply may leave what is won; taking a man does.
                        *won |= kings & !neighbours(node.free & !held);
                    }
                }
            }
            // A refusal leads to another node of the same turn, with fewer kings: repeated until nothing changes.
            let mut changed = true;
            while changed {
                changed = false;
                for (id, node) in self.nodes.iter().enumerate() {
                    for (&(answer, kings), next) in node.answers.iter().zip(&node.nexts) {
                        if let (Answer::Illegal, Some(next)) = (answer, next) {
                            let more = kings & won[*next as usize] & !won[id];
                            changed |= more.any();
                            won[id] |= more;
                        }
                    }
                }
            }
            if won == before {
                return levels;
            }
            for (levels, &start) in levels.iter_mut().zip(starts) {
                levels.push(won[start as usize]);
            }
        }
    }

    fn enter(&mut self, metaposition: Metaposition, history: History) -> NodeId {
        if let Some(&id) = self.ids.get(&(metaposition, history)) {
            return id;
        }
        let pseudomove = self.player.choose(&metaposition, &history);
        let ruling = pseudomove
            .map(|pseudomove| Ruling::new(&metaposition, pseudomove, self.player.announcements));
        let answers = ruling.map_or(Vec::new(), |ruling| ruling.answers().to_vec());
        let id = self.nodes.len() as NodeId;
        self.nodes.push(Node {
            metaposition,
            pseudomove,
            mated: ruling.map_or(Bitboard::EMPTY, |ruling| ruling.mated),
            free: ruling.map_or(Bitboard::EMPTY, |ruling| ruling.free),
            takeable: ruling.map_or(Bitboard::EMPTY, |ruling| ruling.after.takeable()),
            nexts: vec![None; answers.len()],
            answers,
            history,
        });
        self.ids.insert((metaposition, history), id);
        id
    }
}
