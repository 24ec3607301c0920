//! The content of a certificate: the whole proof behind a verdict, as a directed acyclic graph.
//! There is no search here.
//!
//! `keymove::proof` describes how it is written, and the meaning of each part for a checker.

use shakmaty::Move;

use super::verdict::Outcome;
use keymove_rules::uci::Uci;

/// The proof behind a verdict.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Certificate {
    /// The statements about first moves. Facts that a look one move ahead shows are left out.
    pub statements: Vec<Statement>,
    /// The nodes that the statements point at.
    pub graph: Graph,
    /// Full solutions of help play, which are their own proof.
    pub lines: Vec<Vec<Move>>,
    /// The parts of the verdict that the certificate does not show.
    pub gaps: Vec<Gap>,
}

impl Certificate {
    /// The certificate of `outcome` if only going through every line of `moves` can show it: exact
    /// play.
    pub(super) fn left_to_exhaustion(outcome: &Outcome, moves: u16) -> Certificate {
        let gap = |wins| Gap {
            wins,
            m: None,
            moves,
            reason: Shortfall::Exhaustion,
        };
        let gaps = match outcome {
            Outcome::Solved(_) => vec![gap(true), gap(false)],
            Outcome::Refuted { .. } => vec![gap(false)],
            _ => Vec::new(),
        };
        Certificate {
            gaps,
            ..Certificate::default()
        }
    }
}

/// A proved statement about one first move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Statement {
    /// After `m` the attacker reaches the goal within `moves` of its own.
    Win {
        /// The first move.
        m: Uci,
        /// The length, including `m` if it is the attacker's.
        moves: u16,
        /// A node that wins: at the first position, with `m` for its move, if `m` is the
        /// attacker's; else after `m`.
        node: u32,
    },
    /// After `m` the attacker does not reach the goal within `moves`.
    Fail {
        /// The first move.
        m: Uci,
        /// The length, including `m` if it is the attacker's.
        moves: u16,
        /// The defender's reply, if `m` is the attacker's.
        reply: Option<Uci>,
        /// The node that refutes, after `m` and the reply; none if it is enough that the attacker
        /// does not win with one move there, or if it has none.
        node: Option<u32>,
    },
}

/// One move of a node and its result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edge {
    /// In a node that wins: the reply reaches the goal at once (self play). In a node that refutes:
    /// there is no reply, and the goal is not reached.
    End,
    /// In a node that wins: the attacker's move that reaches the goal at once, in self play with
    /// every reply. In a node that refutes: the reply, after which the attacker does not win with
    /// one move.
    Leaf(Uci),
    /// In a node that wins: the node after the reply.
    Won(u32),
    /// In a node that refutes: the reply and the node after it.
    Refuted(Uci, u32),
}

/// Why something is not certified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shortfall {
    /// The proof would take more nodes than a certificate may have.
    Nodes,
    /// The tables have forgotten it, and proving it again costs too much.
    Search,
    /// The run was stopped.
    Stopped,
    /// The verdict does not say which moves it refers to.
    Undecided,
    /// Only going through every line could show it (help play, exact play).
    Exhaustion,
}

impl Shortfall {
    /// Its name in a certificate.
    pub fn name(self) -> &'static str {
        match self {
            Shortfall::Nodes => "nodes",
            Shortfall::Search => "search",
            Shortfall::Stopped => "stopped",
            Shortfall::Undecided => "undecided",
            Shortfall::Exhaustion => "exhaustion",
        }
    }
}

/// A statement that is not certified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Gap {
    /// Whether the statement is that moves win; otherwise that they fail.
    pub wins: bool,
    /// The first move; none if there are several.
    pub m: Option<Uci>,
    /// The length.
    pub moves: u16,
    /// The reason.
    pub reason: Shortfall,
}

/// An item that occurs several times in a row, such as a threat, or a reply that answers nearly
/// everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// The item.
    pub item: Edge,
    /// How often it occurs, at least once.
    pub times: u16,
}

/// Nodes, each after all nodes it points at. A node takes about a hundred bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Graph {
    /// For each node the attacker's move if it wins, none if it refutes, and where its runs end.
    nodes: Vec<(Option<Uci>, u32)>,
    runs: Vec<Run>,
}

impl Graph {
    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Adds a node: with the attacker's move it wins and has an item for every reply, without one
    /// it refutes and has an item for every move of the attacker. Items are in the order of their
    /// moves.
    pub fn add(&mut self, m: Option<Uci>, items: &[Edge]) -> u32 {
        // The number of a side's moves always fits.
        let run = |run: &[Edge]| Run {
            item: run[0],
            times: run.len() as u16,
        };
        self.runs.extend(items.chunk_by(|a, b| a == b).map(run));
        let index = self.nodes.len() as u32;
        self.nodes.push((m, self.runs.len() as u32));
        index
    }

    /// The attacker's move, if the node wins, and the items.
    pub fn node(&self, index: u32) -> (Option<Uci>, &[Run]) {
        let index = index as usize;
        let start = match index {
            0 => 0,
            _ => self.nodes[index - 1].1,
        };
        let (m, end) = self.nodes[index];
        (m, &self.runs[start as usize..end as usize])
    }

    /// Drops every node from number `length` on.
    pub fn truncate(&mut self, length: usize) {
        self.nodes.truncate(length);
        let end = self.nodes.last().map_or(0, |node| node.1);
        self.runs.truncate(end as usize);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess, Position as _};

    #[test]
    fn uci_reads_what_it_writes_and_sorts_like_its_text() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/3pP3/8/8/1p4p1/R3K2R b KQkq - 0 1",
            "6k1/P7/8/3pP3/8/8/8/5K1R w H d6 0 1",
        ];
        for fen in fens {
            let fen: Fen = fen.parse().expect("a FEN");
            let position: Chess = fen
                .into_position(CastlingMode::Chess960)
                .expect("a position");
            let mut moves: Vec<Uci> = position.legal_moves().into_iter().map(Uci::from).collect();
            let mut texts: Vec<String> = position
                .legal_moves()
                .into_iter()
                .map(|m| m.to_uci(CastlingMode::Chess960).to_string())
                .collect();
            moves.sort_unstable();
            texts.sort_unstable();
            let written: Vec<String> = moves.iter().map(Uci::to_string).collect();
            assert_eq!(written, texts);
            for (m, text) in moves.into_iter().zip(texts) {
                assert_eq!(Uci::from_ascii(text.as_bytes()), Some(m));
            }
        }
        for text in [
            "", "e2", "P@", "K@e4", "p@e4", "P@e9", "N@e4q", "e2e9", "i2e4", "E2E4", "e7e8k",
            "e7e8Q", "e7e8qq", "0000",
        ] {
            assert_eq!(Uci::from_ascii(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn a_graph_gives_back_what_was_added_and_forgets_what_is_dropped() {
        let m = Uci::from_ascii(b"e2e4");
        let leaf = Edge::Leaf(Uci::from_ascii(b"d8h4").expect("a move"));
        let mut graph = Graph::default();
        assert_eq!(graph.add(m, &[leaf, leaf, Edge::End]), 0);
        assert_eq!(graph.add(None, &[Edge::End]), 1);
        let run = |item, times| Run { item, times };
        assert_eq!(graph.node(0), (m, &[run(leaf, 2), run(Edge::End, 1)][..]));
        assert_eq!(graph.node(1), (None, &[run(Edge::End, 1)][..]));
        graph.truncate(1);
        assert_eq!(graph.add(None, &[leaf]), 1);
        assert_eq!(graph.node(1), (None, &[run(leaf, 1)][..]));
        graph.truncate(0);
        assert_eq!(graph, Graph::default());
    }
}
