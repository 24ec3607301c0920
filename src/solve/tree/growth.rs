//! How a tree grows: level by level, until it is complete or large enough.
//!
//! A tree of five moves may have millions of variations, too many to read. So the nodes wait in a
//! queue, the shallow ones are expanded first, and the nodes that are left when the tree is large
//! enough are cut.

use shakmaty::Move as ChessMove;

use super::super::board::{Move, Orientation};
use super::super::decide::{Question, Share};
use super::super::goal::Goal;
use super::super::limit::LimitKind;
use super::super::rules::Rules;
use super::super::search::{Abort, Proof, Search};
use super::super::side::{Black, White};
use super::super::table::Depth;
use super::{Continuation, Tree, TryMove, Variation, parries};

/// The most continuations of a tree, except that the last expanded node may exceed it.
const LARGEST: usize = 20_000;

/// Nodes that a tree may cost in addition to as many as the solution took.
const ALLOWANCE: u64 = 1 << 22;

/// The root of a tree.
pub struct Root<'a, R> {
    /// The problem's position, seen from the attacker.
    pub board: &'a R,
    /// The conversion back to the problem's own squares.
    pub orientation: Orientation,
    /// The length of the solution; the stipulated length without one, and with longer keys.
    pub moves: Depth,
}

/// A continuation whose variations may still be missing.
struct Seedling<R> {
    m: ChessMove,
    moves: Depth,
    /// Position after the move.
    board: R,
    /// The replies that refute it, if it is a try.
    refutations: Vec<Move>,
    threats: Vec<usize>,
    zugzwang: bool,
    variations: Vec<Branch>,
    cut: bool,
}

/// A reply with the numbers of its continuations.
struct Branch {
    reply: ChessMove,
    ends: bool,
    shown: bool,
    continuations: Vec<usize>,
}

/// A reply with its continuations, before they have numbers.
struct Answered<R> {
    reply: ChessMove,
    ends: bool,
    shown: bool,
    continuations: Vec<Seedling<R>>,
}

/// The continuations of an unfinished tree.
pub struct Forest<'s, 'a, 'b, G: Goal> {
    search: &'s mut Search<'a, G>,
    root: Root<'b, G::Rules>,
    seedlings: Vec<Seedling<G::Rules>>,
    keys: Vec<usize>,
    tries: Option<Vec<(usize, Vec<ChessMove>)>>,
    defences: Vec<Branch>,
    set_play: Option<Vec<Branch>>,
    limit: Option<LimitKind>,
}

impl<'s, 'a, 'b, G: Goal> Forest<'s, 'a, 'b, G> {
    /// An empty forest.
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

    /// Adds the keys: first moves known to reach the goal in `moves` and no sooner.
    pub fn add_keys(&mut self, keys: &[Move], moves: Depth) {
        for &m in keys {
            let key = self.seedling(self.root.board, m, moves);
            self.keys.push(self.seedlings.len());
            self.seedlings.push(key);
        }
    }

    /// Adds the first moves that reach the goal within the root's number of moves, but not within
    /// `moves` as `keys` do, and returns them.
    pub fn add_longer_keys(&mut self, keys: &[Move], moves: Depth) -> Vec<Move> {
        let mut others = Vec::new();
        self.root.board.list::<White>(&mut others);
        others.retain(|m| !keys.contains(m));
        let mut found = Vec::new();
        for length in moves + 1..=self.root.moves {
            let (reach, rest) = match self.reaching(&others, length) {
                Ok(parted) => parted,
                Err(abort) => {
                    self.meet(abort);
                    break;
                }
            };
            self.add_keys(&reach, length);
            found.extend(reach);
            others = rest;
        }
        found
    }

    /// The first `moves` that reach the goal within `length`, and the others.
    fn reaching(&mut self, moves: &[Move], length: Depth) -> Proof<(Vec<Move>, Vec<Move>)> {
        let (mut reach, mut rest) = (Vec::new(), Vec::new());
        for &m in moves {
            let child = self.root.board.play::<White>(m);
            let node = Question::Defence(&child);
            if self.search.decide(node, length, Share::Refute)? {
                reach.push(m);
            } else {
                rest.push(m);
            }
        }
        Ok((reach, rest))
    }

    /// Looks for tries among the first moves that are not `keys`: moves with at most `most`
    /// refutations.
    pub fn add_tries(&mut self, keys: &[Move], most: usize) {
        let mut tries = Vec::new();
        let mut moves = Vec::new();
        self.root.board.list::<White>(&mut moves);
        for m in moves {
            if keys.contains(&m) {
                continue;
            }
            match self.refutations(&self.root.board.play::<White>(m), most) {
                Ok(None) => {}
                Ok(Some(refutations)) => {
                    let mut play = self.seedling(self.root.board, m, self.root.moves);
                    let written = refutations
                        .iter()
                        .map(|&reply| self.root.orientation.chess_move(reply, play.board.men()))
                        .collect();
                    play.refutations = refutations;
                    tries.push((self.seedlings.len(), written));
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

    /// The replies that refute the move which led to `board`; `None` if there are none, or more
    /// than `most`.
    fn refutations(&mut self, board: &G::Rules, most: usize) -> Proof<Option<Vec<Move>>> {
        let left = self.root.moves - 1;
        let mut replies = Vec::new();
        board.list::<Black>(&mut replies);
        let mut refutations = Vec::new();
        for reply in replies {
            let child = board.play::<Black>(reply);
            if !self
                .search
                .decide(Question::Attack(&child), left, Share::Refute)?
            {
                if refutations.len() == most {
                    return Ok(None);
                }
                refutations.push(reply);
            }
        }
        Ok((!refutations.is_empty()).then_some(refutations))
    }

    /// Adds the play if the defender begins, unless the attacker is in check.
    pub fn add_set_play(&mut self) {
        if self.root.board.is_check::<White>() {
            return;
        }
        let board = self.root.board.pass::<White>();
        match self.answers(&board, self.root.moves - 1) {
            Ok(mut answers) => {
                // As after a key: a reply that ends the play is shown if nothing else can be
                // played.
                let all_end = answers.iter().all(|answer| answer.ends);
                for answer in &mut answers {
                    answer.shown = if answer.ends {
                        all_end
                    } else {
                        !answer.continuations.is_empty()
                    };
                }
                self.set_play = Some(self.plant(answers));
            }
            Err(abort) => self.meet(abort),
        }
    }

    /// Adds the moves of the defender, to move at the root, that lose within the root's number of
    /// moves. If not all of them are `known`, or their lengths are not, this may take much longer
    /// than the answer did: then the allowance of the tree applies to them, too. Returns whether it
    /// was enough.
    pub fn add_defences(&mut self, known: bool) -> bool {
        let ended = if known {
            u64::MAX
        } else {
            self.end_of_allowance()
        };
        let limit = self.search.budget.lower(ended);
        let answers = self.answers(self.root.board, self.root.moves);
        self.search.budget.restore(limit);
        match answers {
            Ok(mut answers) => {
                answers.retain(|answer| !answer.continuations.is_empty());
                self.defences = self.plant(answers);
            }
            // The allowance is not a limit of the job.
            Err(Abort::Limit(LimitKind::Nodes))
                if self.search.nodes() >= ended && limit > ended =>
            {
                self.search.clear_stacks();
                return false;
            }
            Err(abort) => self.meet(abort),
        }
        true
    }

    /// The node count at which a tree ends if it begins now.
    fn end_of_allowance(&self) -> u64 {
        let nodes = self.search.nodes();
        nodes.saturating_add(nodes.saturating_add(ALLOWANCE))
    }

    /// The tree, grown from everything that was added.
    pub fn grow(mut self) -> Tree {
        let ended = self.end_of_allowance();
        let limit = self.search.budget.lower(ended);
        let mut next = 0;
        while next < self.seedlings.len() {
            if self.is_leaf(next) {
                // The goal is reached: there is nothing to cut.
            } else if self.seedlings.len() >= LARGEST || self.limit.is_some() {
                self.seedlings[next].cut = true;
            } else if let Err(abort) = self.expand(next) {
                self.seedlings[next].cut = true;
                // The tree's own allowance is not a limit of the job.
                if self.search.nodes() < ended || limit <= ended {
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
        self.search.budget.restore(limit);
        self.harvest()
    }

    /// Whether the continuation ends the play.
    fn is_leaf(&self, index: usize) -> bool {
        self.seedlings[index].moves == 1 && !G::is_self(self.root.board)
    }

    fn meet(&mut self, abort: Abort) {
        self.search.clear_stacks();
        self.limit = self.limit.or(abort.limit());
    }

    fn seedling(&self, board: &G::Rules, m: Move, moves: Depth) -> Seedling<G::Rules> {
        Seedling {
            m: self.root.orientation.chess_move(m, board.men()),
            moves,
            board: board.play::<White>(m),
            refutations: Vec::new(),
            threats: Vec::new(),
            zugzwang: false,
            variations: Vec::new(),
            cut: false,
        }
    }

    /// Finds the threats and variations of a continuation.
    fn expand(&mut self, index: usize) -> Proof<()> {
        let Seedling { board, moves, .. } = self.seedlings[index];
        let is_check = board.is_check::<Black>();
        let threats = if !is_check {
            self.continuations(&board.pass::<Black>(), moves - 1)?
        } else {
            Vec::new()
        };
        let mut answers = self.answers(&board, moves - 1)?;
        let zugzwang = threats.is_empty() && !is_check && !answers.is_empty() && moves > 1;
        let refutations: Vec<ChessMove> = self.seedlings[index]
            .refutations
            .iter()
            .map(|&reply| self.root.orientation.chess_move(reply, board.men()))
            .collect();
        answers.retain(|answer| !refutations.contains(&answer.reply));
        let threatened = lengths(&threats);
        for answer in &mut answers {
            answer.shown = if answer.ends {
                moves == 1
            } else {
                parries(&threatened, &lengths(&answer.continuations))
            };
        }
        let threats = threats.into_iter().map(|s| self.number(s)).collect();
        let variations = self.plant(answers);
        let seedling = &mut self.seedlings[index];
        seedling.threats = threats;
        seedling.variations = variations;
        seedling.zugzwang = zugzwang;
        Ok(())
    }

    /// Every reply with the attacker's continuations that win within `n`.
    fn answers(&mut self, board: &G::Rules, n: Depth) -> Proof<Vec<Answered<G::Rules>>> {
        let mut replies = Vec::new();
        board.list::<Black>(&mut replies);
        replies
            .into_iter()
            .map(|m| {
                let child = board.play::<Black>(m);
                let ends = G::is_reached(&child);
                Ok(Answered {
                    reply: self.root.orientation.chess_move(m, board.men()),
                    ends,
                    shown: true,
                    continuations: if ends {
                        Vec::new()
                    } else {
                        self.continuations(&child, n)?
                    },
                })
            })
            .collect()
    }

    /// Every move of the attacker that wins as fast as possible, within `n`.
    fn continuations(&mut self, board: &G::Rules, n: Depth) -> Proof<Vec<Seedling<G::Rules>>> {
        let mut found = Vec::new();
        for length in 1..=n {
            let share = if length < n {
                Share::Refute
            } else {
                Share::Find
            };
            if !self.search.decide(Question::Attack(board), length, share)? {
                continue;
            }
            let mut moves = Vec::new();
            board.list::<White>(&mut moves);
            for m in moves {
                let child = board.play::<White>(m);
                if self
                    .search
                    .decide(Question::Defence(&child), length, Share::Refute)?
                {
                    found.push(self.seedling(board, m, length));
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
                shown: answer.shown,
                continuations: answer
                    .continuations
                    .into_iter()
                    .map(|seedling| self.number(seedling))
                    .collect(),
            })
            .collect()
    }

    /// Nests the continuations, the last ones first: none has a smaller number than the
    /// continuation before it in the play.
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
                    shown: branch.shown,
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
                zugzwang: seedling.zugzwang,
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
                    .filter_map(|(i, refutations)| {
                        let play = grown[*i].take()?;
                        let refutations = refutations.clone();
                        Some(TryMove { play, refutations })
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

/// The move of each with its length.
fn lengths<R>(seedlings: &[Seedling<R>]) -> Vec<(ChessMove, Depth)> {
    seedlings.iter().map(|s| (s.m, s.moves)).collect()
}
