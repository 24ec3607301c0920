//! Certificates from a finished search: [`certify`] walks the tables and writes down why a verdict
//! holds.
//!
//! A node that wins takes the attacker's move from the table, a node that refutes takes the
//! defender's reply; entries that the table has forgotten are proved again. A position that occurs
//! twice gets one node, since a node that wins within fewer moves, or refutes more of them, serves
//! as well. Each fact is certified completely or not at all, the cheap ones first: the keys, then
//! the absence of anything shorter, and last the failure of all other first moves, which takes
//! most.

use super::side::{Black, Side, White};
use std::collections::HashMap;

use super::board::{Move, Orientation};
use super::certificate::{Certificate, Edge, Gap, Graph, Shortfall, Statement};
use super::decide::{Question, Share};
use super::facts::{Facts, Quota};
use super::goal::Goal;
use super::limit::LimitKind;
use super::problem::Problem;
use super::rules::Rules;
use super::search::{Abort, Search};
use super::table::{Depth, attacker_key, defender_key};
use super::verdict::Outcome;
use keymove_rules::stipulation::Kind;
use keymove_rules::uci::Uci;

/// Nodes that a certificate may cost the search, in addition to as many as the verdict took.
const BUDGET: u64 = 1 << 22;

/// The certificate of `outcome`, which `search` has just found for `position`, of at most `limit`
/// nodes.
pub fn certify<G: Goal>(
    search: &mut Search<G>,
    problem: &Problem,
    orientation: Orientation,
    board: &G::Rules,
    outcome: &Outcome,
    limit: usize,
) -> Certificate {
    let is_mated = problem.stipulation.kind == Kind::MATED;
    search.allow(search.nodes().saturating_add(BUDGET));
    let mut first = Vec::new();
    if is_mated {
        board.list::<Black>(&mut first);
    } else {
        board.list::<White>(&mut first);
    }
    let first: HashMap<Uci, Move> = first
        .into_iter()
        .map(|m| (orientation.chess_move(m, board.men()).into(), m))
        .collect();
    let facts = Facts::of(outcome, first.keys().copied().collect(), is_mated);
    let mut certifier = Certifier {
        search,
        orientation,
        limit,
        graph: Graph::default(),
        winning: HashMap::new(),
        refuting: HashMap::new(),
        habits: [Move(0); 2],
        board: *board,
        first,
        is_mated,
    };
    let (statements, gaps) = certifier.statements(facts);
    Certificate {
        statements,
        graph: certifier.graph,
        lines: Vec::new(),
        gaps,
    }
}

type Attempt<T> = Result<T, Shortfall>;

impl From<Abort> for Shortfall {
    fn from(abort: Abort) -> Shortfall {
        match abort {
            Abort::Limit(LimitKind::Stopped) => Shortfall::Stopped,
            _ => Shortfall::Search,
        }
    }
}

struct Certifier<'s, 'a, G: Goal> {
    search: &'s mut Search<'a, G>,
    orientation: Orientation,
    limit: usize,
    graph: Graph,
    /// By position, attacker to move: the node that wins, and within how many moves.
    winning: HashMap<u64, (u32, Depth)>,
    /// Nodes that refute, in the same way.
    refuting: HashMap<u64, (u32, Depth)>,
    /// The replies that most recently left no win with one move: long runs of one reply take little
    /// space.
    habits: [Move; 2],
    /// The first position and its moves.
    board: G::Rules,
    first: HashMap<Uci, Move>,
    is_mated: bool,
}

impl<G: Goal> Certifier<'_, '_, G> {
    fn statements(&mut self, mut facts: Facts) -> (Vec<Statement>, Vec<Gap>) {
        let (mut statements, mut gaps) = (Vec::new(), Vec::new());
        // This comes first because walking through the table may make it forget.
        if let Some(decided) = facts.decided.take() {
            let moves = decided.moves;
            match self.remembered_first(&decided) {
                Some(group) if decided.wins => {
                    facts.wins.extend(group.into_iter().map(|m| (m, moves)));
                }
                Some(group) => facts.fails.push((group, moves)),
                None => gaps.push(Gap {
                    wins: decided.wins,
                    m: None,
                    moves,
                    reason: Shortfall::Undecided,
                }),
            }
        }
        for &(m, moves) in &facts.wins {
            match self.attempt(|this| this.win(m, moves)) {
                Ok(statement) => statements.extend(statement),
                Err(reason) => gaps.push(Gap {
                    wins: true,
                    m: Some(m),
                    moves,
                    reason,
                }),
            }
        }
        for (group, moves) in &facts.fails {
            let attempt = self.attempt(|this| {
                let fails = group.iter().map(|&m| this.fail(m, *moves));
                fails.collect::<Attempt<Vec<Option<Statement>>>>()
            });
            match attempt {
                Ok(all) => statements.extend(all.into_iter().flatten()),
                Err(reason) => gaps.push(Gap {
                    wins: false,
                    m: group.first().copied().filter(|_| group.len() == 1),
                    moves: *moves,
                    reason,
                }),
            }
        }
        if let Some((group, moves)) = &facts.some_fail
            && *moves > 0
        {
            match self.attempt(|this| this.some_fail(group, *moves)) {
                Ok(statement) => statements.extend(statement),
                Err(reason) => gaps.push(Gap {
                    wins: false,
                    m: None,
                    moves: *moves,
                    reason,
                }),
            }
        }
        (statements, gaps)
    }

    /// Makes nodes with `work`; if that fails, it removes them all.
    fn attempt<T>(&mut self, work: impl FnOnce(&mut Self) -> Attempt<T>) -> Attempt<T> {
        let mark = self.graph.len();
        let result = work(self);
        if result.is_err() {
            self.graph.truncate(mark);
            self.winning.retain(|_, node| (node.0 as usize) < mark);
            self.refuting.retain(|_, node| (node.0 as usize) < mark);
            // The search was ended in the middle of a line.
            self.search.clear_stacks();
        }
        result
    }

    /// States that first move `m` wins within `n`; nothing if one look shows it.
    fn win(&mut self, m: Uci, n: Depth) -> Attempt<Option<Statement>> {
        let first = self.first_move(m)?;
        let node = if self.is_mated {
            let board = self.board.play::<Black>(first);
            if G::is_within_one(&board) {
                return Ok(None);
            }
            self.winning_node(&board, n)?
        } else {
            if G::is_reached_by(&self.board.play::<White>(first)) {
                return Ok(None);
            }
            let board = self.board;
            self.node_of_move(&board, first, n)?
        };
        Ok(Some(Statement::Win { m, moves: n, node }))
    }

    /// States that first move `m` does not win within `n`; nothing if one look shows it.
    fn fail(&mut self, m: Uci, n: Depth) -> Attempt<Option<Statement>> {
        let first = self.first_move(m)?;
        if n <= 1 {
            return Ok(None);
        }
        let (reply, node) = if self.is_mated {
            let board = self.board.play::<Black>(first);
            if !board.any::<White>() {
                return Ok(None);
            }
            (None, Some(self.refuting_node(&board, n)?))
        } else {
            match self.refutation(&self.board.play::<White>(first), n)? {
                Edge::Leaf(reply) => (Some(reply), None),
                Edge::Refuted(reply, node) => (Some(reply), Some(node)),
                Edge::End | Edge::Won(_) => return Ok(None),
            }
        };
        Ok(Some(Statement::Fail {
            m,
            moves: n,
            reply,
            node,
        }))
    }

    /// The decided first moves, if the table remembers enough of them.
    fn remembered_first(&self, decided: &Quota) -> Option<Vec<Uci>> {
        let is_decided = |m: &Uci| {
            let Some(&first) = self.first.get(m) else {
                return false;
            };
            let (key, at_end) = if self.is_mated {
                let board = self.board.play::<Black>(first);
                (attacker_key(board.hash()), G::is_within_one(&board))
            } else {
                let board = self.board.play::<White>(first);
                (defender_key(board.hash()), !board.any::<Black>())
            };
            let known = self.search.table.bounds(key);
            at_end
                || if decided.wins {
                    known.proved <= decided.moves
                } else {
                    known.refuted >= decided.moves || decided.moves == 1
                }
        };
        let moves = decided.among.iter().copied().filter(is_decided);
        let moves: Vec<Uci> = moves.collect();
        (moves.len() >= decided.least).then_some(moves)
    }

    /// States that some first move fails; the table says which.
    fn some_fail(&mut self, group: &[Uci], n: Depth) -> Attempt<Option<Statement>> {
        for &m in group {
            let child = self.board.play::<Black>(self.first_move(m)?);
            if self.search.table.bounds(attacker_key(child.hash())).refuted >= n {
                return self.fail(m, n);
            }
        }
        for &m in group {
            let child = self.board.play::<Black>(self.first_move(m)?);
            if !self
                .search
                .decide(Question::Attack(&child), n, Share::Refute)?
            {
                return self.fail(m, n);
            }
        }
        Err(Shortfall::Search)
    }

    fn first_move(&self, m: Uci) -> Attempt<Move> {
        self.first.get(&m).copied().ok_or(Shortfall::Undecided)
    }

    /// A node that wins within `n`, which is known to be possible.
    fn winning_node(&mut self, board: &G::Rules, n: Depth) -> Attempt<u32> {
        if let Some(&(node, bound)) = self.winning.get(&board.hash())
            && bound <= n
        {
            return Ok(node);
        }
        let m = self.search.proving_move(board, n)?;
        let known = self.search.table.bounds(attacker_key(board.hash()));
        let bound = if known.best == m.id() {
            n.min(known.proved)
        } else {
            n
        };
        let node = self.node_of_move(board, m, bound)?;
        self.winning.insert(board.hash(), (node, bound));
        Ok(node)
    }

    /// The node in which the attacker plays `m`, known to win within `n`.
    fn node_of_move(&mut self, board: &G::Rules, m: Move, n: Depth) -> Attempt<u32> {
        self.search.count()?;
        let child = board.play::<White>(m);
        let mut items = Vec::new();
        let mut last = None;
        for reply in self.in_order::<Black>(&child) {
            let next = child.play::<Black>(reply);
            items.push(if G::is_reached(&next) {
                Edge::End
            } else if let Some(winner) = in_one_like::<G>(&next, last) {
                last = Some(winner);
                Edge::Leaf(self.uci(winner, &next))
            } else {
                Edge::Won(self.winning_node(&next, n - 1)?)
            });
        }
        self.add(Some(self.uci(m, board)), &items)
    }

    /// A node that refutes `n` (at least 2), which is known to be possible; the attacker has moves.
    fn refuting_node(&mut self, board: &G::Rules, n: Depth) -> Attempt<u32> {
        if let Some(&(node, depth)) = self.refuting.get(&board.hash())
            && depth >= n
        {
            return Ok(node);
        }
        let mut items = Vec::new();
        for m in self.in_order::<White>(board) {
            items.push(self.refutation(&board.play::<White>(m), n)?);
        }
        let node = self.add(None, &items)?;
        self.refuting.insert(board.hash(), (node, n));
        Ok(node)
    }

    /// Why the attacker does not win within `n`, including its move that led here; `n` is at
    /// least 2.
    fn refutation(&mut self, child: &G::Rules, n: Depth) -> Attempt<Edge> {
        self.search.count()?;
        if !child.any::<Black>() {
            return Ok(Edge::End);
        }
        if n == 2 {
            let reply = self.reply_against_one(child)?;
            return Ok(Edge::Leaf(self.uci(reply, child)));
        }
        let reply = self.refuting_reply(child, n)?;
        let next = child.play::<Black>(reply);
        let written = self.uci(reply, child);
        if !next.any::<White>() {
            return Ok(Edge::Leaf(written));
        }
        Ok(Edge::Refuted(written, self.refuting_node(&next, n - 1)?))
    }

    /// A reply after which the attacker does not win with one move; it is known to exist.
    fn reply_against_one(&mut self, child: &G::Rules) -> Attempt<Move> {
        let holds = |reply: Move| !G::is_within_one(&child.play_unkeyed::<Black>(reply));
        for i in 0..2 {
            let reply = self.habits[i];
            if child.is_legal::<Black>(reply) && holds(reply) {
                self.habits.swap(0, i);
                return Ok(reply);
            }
        }
        let found = self
            .in_order::<Black>(child)
            .into_iter()
            .find(|&m| holds(m));
        let reply = found.ok_or(Shortfall::Search)?;
        self.habits = [reply, self.habits[0]];
        Ok(reply)
    }

    /// A reply after which the attacker does not win within `n - 1`, which is at least 2; it is
    /// known to exist.
    fn refuting_reply(&mut self, child: &G::Rules, n: Depth) -> Attempt<Move> {
        let replies = self.in_order::<Black>(child);
        let after: Vec<(Move, G::Rules)> = replies
            .iter()
            .map(|&reply| (reply, child.play::<Black>(reply)))
            .collect();
        let has_node = |next: &G::Rules| {
            let node = self.refuting.get(&next.hash());
            node.is_some_and(|&(_, depth)| depth >= n - 1)
        };
        if let Some(&(reply, _)) = after.iter().find(|(_, next)| has_node(next)) {
            return Ok(reply);
        }
        if let Some(reply) = self.remembered(child, &after, n) {
            return Ok(reply);
        }
        self.search
            .decide(Question::Defence(child), n, Share::Refute)?;
        if let Some(reply) = self.remembered(child, &after, n) {
            return Ok(reply);
        }
        for (reply, next) in after {
            if !self
                .search
                .decide(Question::Attack(&next), n - 1, Share::Refute)?
            {
                return Ok(reply);
            }
        }
        Err(Shortfall::Search)
    }

    /// The reply that refutes `n` according to the table.
    fn remembered(&self, child: &G::Rules, after: &[(Move, G::Rules)], n: Depth) -> Option<Move> {
        let table = &self.search.table;
        let known = table.bounds(defender_key(child.hash()));
        let best = after
            .iter()
            .find(|(reply, _)| known.refuted >= n && reply.id() == known.best);
        best.or_else(|| {
            let refuted = |next: &G::Rules| table.bounds(attacker_key(next.hash())).refuted;
            after.iter().find(|(_, next)| refuted(next) >= n - 1)
        })
        .map(|&(reply, _)| reply)
    }

    fn add(&mut self, m: Option<Uci>, items: &[Edge]) -> Attempt<u32> {
        if self.graph.len() >= self.limit {
            return Err(Shortfall::Nodes);
        }
        Ok(self.graph.add(m, items))
    }

    /// The legal moves in the order of their UCI text.
    fn in_order<C: Side>(&self, board: &G::Rules) -> Vec<Move> {
        let mut moves = Vec::new();
        board.list::<C>(&mut moves);
        moves.sort_by_cached_key(|&m| self.uci(m, board));
        moves
    }

    fn uci(&self, m: Move, board: &G::Rules) -> Uci {
        self.orientation.chess_move(m, board.men()).into()
    }
}

/// A move that wins at once; `last` if it wins, because long runs of one move take little space.
fn in_one_like<G: Goal>(board: &G::Rules, last: Option<Move>) -> Option<Move> {
    let wins =
        |m: Move| board.is_legal::<White>(m) && G::is_reached_by(&board.play_unkeyed::<White>(m));
    last.filter(|&m| wins(m)).or_else(|| G::in_one(board))
}
