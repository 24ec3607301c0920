//! How a tree grows: level by level, until it is complete or large enough.
//!
//! A tree of five moves may have millions of variations, and nobody reads them. So the nodes wait
//! in a queue, the shallow ones are expanded first, and what is left over when the tree is large
//! enough is cut.

use shakmaty::Move as ChessMove;

use super::super::board::{Move, Orientation};
use super::super::decide::{Node, Share};
use super::super::goal::Goal;
use super::super::limit::LimitKind;
use super::super::rules::Rules;
use super::super::search::{Abort, Proof, Search};
use super::super::table::Depth;
use super::{Continuation, Tree, TryMove, Variation};

/// Continuations that a tree has at most, give or take those of one node.
const LARGEST: usize = 20_000;

/// Nodes that a tree may cost beyond as many as the solution took.
const ALLOWANCE: u64 = 1 << 22;

/// What a tree grows from.
pub struct Root<'a, R> {
    /// The problem's position, seen from the attacker.
    pub board: &'a R,
    /// The way back to the problem's own squares.
    pub orientation: Orientation,
    /// The length of the solution; without one, as stipulated.
    pub moves: Depth,
}

/// A continuation whose variations may still be missing.
struct Seedling<R> {
    m: ChessMove,
    moves: Depth,
    /// Position after the move.
    board: R,
    /// The reply that refutes it, if it is a try.
    refutation: Option<Move>,
    threats: Vec<usize>,
    variations: Vec<Branch>,
    cut: bool,
}

/// A reply with the numbers of its continuations.
struct Branch {
    reply: ChessMove,
    ends: bool,
    continuations: Vec<usize>,
}

/// A reply with its continuations, before they have numbers.
struct Answered<R> {
    reply: ChessMove,
    ends: bool,
    continuations: Vec<Seedling<R>>,
}

/// The continuations of a tree in the making.
pub struct Forest<'s, 'a, 'b, G: Goal> {
    search: &'s mut Search<'a, G>,
    root: Root<'b, G::Rules>,
    seedlings: Vec<Seedling<G::Rules>>,
    keys: Vec<usize>,
    tries: Option<Vec<(usize, ChessMove)>>,
    defences: Vec<Branch>,
    set_play: Option<Vec<Branch>>,
    limit: Option<LimitKind>,
}

impl<'s, 'a, 'b, G: Goal> Forest<'s, 'a, 'b, G> {
    /// Nothing yet.
    pub fn new(search: &'s mut Search<'a, G>, root: Root<'b, G::Rules>) -> Self {
        Forest {
            search,
            root,
            seedlings: Vec::new(),
            keys: Vec::new(),
            tries: None,
            defences: Vec::new(),
            set_play: None,
            limit: None,
        }
    }

    /// Adds the keys: first moves known to reach the goal in the root's number of moves.
    pub fn add_keys(&mut self, keys: &[Move]) {
        for &m in keys {
            let key = self.seedling(self.root.board, m, self.root.moves, None);
            self.keys.push(self.seedlings.len());
            self.seedlings.push(key);
        }
    }

    /// Looks for tries among the first moves that are no `keys`.
    pub fn add_tries(&mut self, keys: &[Move]) {
        let mut tries = Vec::new();
        let mut moves = Vec::new();
        self.root.board.list::<true>(&mut moves);
        for m in moves {
            if keys.contains(&m) {
                continue;
            }
            match self.only_refutation(&self.root.board.play::<true>(m)) {
                Ok(None) => {}
                Ok(Some(reply)) => {
                    let play = self.seedling(self.root.board, m, self.root.moves, Some(reply));
                    let refutation = self.root.orientation.chess_move(reply, play.board.men());
                    tries.push((self.seedlings.len(), refutation));
                    self.seedlings.push(play);
                }
                Err(abort) => {
                    self.meet(abort);
                    break;
                }
            }
        }
        self.tries = Some(tries);
    }

    /// The reply that refutes the move which led to `board`, if there is exactly one.
    fn only_refutation(&mut self, board: &G::Rules) -> Proof<Option<Move>> {
        let left = self.root.moves - 1;
        let mut replies = Vec::new();
        board.list::<false>(&mut replies);
        let mut only = None;
        for reply in replies {
            let child = board.play::<false>(reply);
            if !self
                .search
                .decide(Node::Attack(&child), left, Share::Refute)?
            {
                if only.is_some() {
                    return Ok(None);
                }
                only = Some(reply);
            }
        }
        Ok(only)
    }

    /// Adds what follows if the defender begins, unless the attacker is in check.
    pub fn add_set_play(&mut self) {
        if self.root.board.is_check::<true>() {
            return;
        }
        let board = self.root.board.pass();
        match self.answers(&board, self.root.moves - 1) {
            Ok(answers) => self.set_play = Some(self.plant(answers)),
            Err(abort) => self.meet(abort),
        }
    }

    /// Adds the moves of the defender, to move at the root, that lose within the root's number of
    /// moves.
    pub fn add_defences(&mut self) {
        match self.answers(self.root.board, self.root.moves) {
            Ok(mut answers) => {
                answers.retain(|answer| !answer.continuations.is_empty());
                self.defences = self.plant(answers);
            }
            Err(abort) => self.meet(abort),
        }
    }

    /// The tree, grown from all that was added.
    pub fn grow(mut self) -> Tree {
        let allowance = self.search.nodes.saturating_add(ALLOWANCE);
        let ended = self.search.nodes.saturating_add(allowance);
        let limit = self.search.lower_node_limit(ended);
        let mut next = 0;
        while next < self.seedlings.len() {
            if self.is_leaf(next) {
                // The goal is reached: nothing is left to be cut.
            } else if self.seedlings.len() >= LARGEST || self.limit.is_some() {
                self.seedlings[next].cut = true;
            } else if let Err(abort) = self.expand(next) {
                self.seedlings[next].cut = true;
                // The tree's own allowance is no limit of the job.
                if self.search.nodes < ended || limit <= ended {
                    self.meet(abort);
                } else {
                    for rest in next..self.seedlings.len() {
                        self.seedlings[rest].cut = !self.is_leaf(rest);
                    }
                    break;
                }
            }
            next += 1;
        }
        self.search.restore_node_limit(limit);
        self.harvest()
    }

    /// Whether nothing follows.
    fn is_leaf(&self, index: usize) -> bool {
        self.seedlings[index].moves == 1 && !G::SELF
    }

    fn meet(&mut self, abort: Abort) {
        self.search.clear_stacks();
        self.limit = self.limit.or(abort.limit());
    }

    fn seedling(
        &self,
        board: &G::Rules,
        m: Move,
        moves: Depth,
        refutation: Option<Move>,
    ) -> Seedling<G::Rules> {
        Seedling {
            m: self.root.orientation.chess_move(m, board.men()),
            moves,
            board: board.play::<true>(m),
            refutation,
            threats: Vec::new(),
            variations: Vec::new(),
            cut: false,
        }
    }

    /// Finds the threats and variations of a continuation.
    fn expand(&mut self, index: usize) -> Proof<()> {
        let Seedling {
            board,
            moves,
            refutation,
            ..
        } = self.seedlings[index];
        let threats = if !board.is_check::<false>() {
            self.continuations(&board.pass(), moves - 1)?
        } else {
            Vec::new()
        };
        let mut answers = self.answers(&board, moves - 1)?;
        if let Some(refutation) = refutation {
            let refutation = self.root.orientation.chess_move(refutation, board.men());
            answers.retain(|answer| answer.reply != refutation);
        }
        let threats = threats.into_iter().map(|s| self.number(s)).collect();
        let variations = self.plant(answers);
        self.seedlings[index].threats = threats;
        self.seedlings[index].variations = variations;
        Ok(())
    }

    /// Every reply with what the attacker plays then to win within `n`.
    fn answers(&mut self, board: &G::Rules, n: Depth) -> Proof<Vec<Answered<G::Rules>>> {
        let mut replies = Vec::new();
        board.list::<false>(&mut replies);
        replies
            .into_iter()
            .map(|m| {
                let child = board.play::<false>(m);
                let ends = G::is_reached(&child);
                Ok(Answered {
                    reply: self.root.orientation.chess_move(m, board.men()),
                    ends,
                    continuations: if ends {
                        Vec::new()
                    } else {
                        self.continuations(&child, n)?
                    },
                })
            })
            .collect()
    }

    /// Every move of the attacker that wins within `n` as fast as can be.
    fn continuations(&mut self, board: &G::Rules, n: Depth) -> Proof<Vec<Seedling<G::Rules>>> {
        let mut found = Vec::new();
        for length in 1..=n {
            let share = if length < n {
                Share::Refute
            } else {
                Share::Find
            };
            if !self.search.decide(Node::Attack(board), length, share)? {
                continue;
            }
            let mut moves = Vec::new();
            board.list::<true>(&mut moves);
            for m in moves {
                let child = board.play::<true>(m);
                if self
                    .search
                    .decide(Node::Defence(&child), length, Share::Refute)?
                {
                    found.push(self.seedling(board, m, length, None));
                }
            }
            break;
        }
        Ok(found)
    }

    fn number(&mut self, seedling: Seedling<G::Rules>) -> usize {
        self.seedlings.push(seedling);
        self.seedlings.len() - 1
    }

    fn plant(&mut self, answers: Vec<Answered<G::Rules>>) -> Vec<Branch> {
        answers
            .into_iter()
            .map(|answer| Branch {
                reply: answer.reply,
                ends: answer.ends,
                continuations: answer
                    .continuations
                    .into_iter()
                    .map(|seedling| self.number(seedling))
                    .collect(),
            })
            .collect()
    }

    /// Puts the continuations into each other, the last ones first: nothing has a number below that
    /// of what it follows.
    fn harvest(self) -> Tree {
        let mut grown: Vec<Option<Continuation>> = self.seedlings.iter().map(|_| None).collect();
        let take = |grown: &mut Vec<Option<Continuation>>, indices: &[usize]| {
            indices
                .iter()
                .filter_map(|&i| grown[i].take())
                .collect::<Vec<_>>()
        };
        let branches = |grown: &mut Vec<Option<Continuation>>, branches: &[Branch]| {
            branches
                .iter()
                .map(|branch| Variation {
                    reply: branch.reply,
                    ends: branch.ends,
                    continuations: take(grown, &branch.continuations),
                })
                .collect::<Vec<_>>()
        };
        for (i, seedling) in self.seedlings.iter().enumerate().rev() {
            let threats = take(&mut grown, &seedling.threats);
            let variations = branches(&mut grown, &seedling.variations);
            grown[i] = Some(Continuation {
                m: seedling.m,
                moves: seedling.moves,
                threats,
                variations,
                cut: seedling.cut,
            });
        }
        Tree {
            keys: take(&mut grown, &self.keys),
            defences: branches(&mut grown, &self.defences),
            tries: self.tries.as_ref().map(|tries| {
                tries
                    .iter()
                    .filter_map(|&(i, refutation)| {
                        let play = grown[i].take()?;
                        Some(TryMove { play, refutation })
                    })
                    .collect()
            }),
            set_play: self
                .set_play
                .as_ref()
                .map(|play| branches(&mut grown, play)),
            limit: self.limit,
        }
    }
}
