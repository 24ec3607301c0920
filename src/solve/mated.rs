//! Jobs in which the side to move is mated: how long does each reply hold out?

use super::board::Move;
use super::decide::{FIRST_SLICE, Question, Share};
use super::goal::Goal;
use super::guide::Guide;
use super::limit::LimitKind;
use super::problem::Extent;
use super::rules::Rules;
use super::search::{Abort, Proof, Search};
use super::side::Black;
use super::table::Depth;

/// What was proved of the replies, in the search's own moves.
#[derive(Debug)]
pub struct Replies<R> {
    /// Every reply with what is known of it.
    pub replies: Vec<Resistance<R>>,
    /// The longest line when every reply loses.
    pub line: Vec<Move>,
    /// The limit that was met.
    pub limit: Option<LimitKind>,
}

/// A reply and how long it holds out.
#[derive(Debug, Clone, Copy)]
pub struct Resistance<R> {
    /// The reply.
    pub m: Move,
    /// Position after it.
    board: R,
    /// No mate within that many moves.
    pub refuted: Depth,
    /// Mate within exactly that many moves.
    pub proved: Option<Depth>,
}

/// Solves a mated job on `board`, defender to move and not yet mated, within `bound` moves of the
/// attacker.
pub fn solve_mated<G: Goal>(
    search: &mut Search<G>,
    board: &G::Rules,
    bound: Depth,
    extent: Extent,
    guides: &mut [Guide<G::Rules>],
) -> Replies<G::Rules> {
    let mut moves = Vec::new();
    board.list::<Black>(&mut moves);
    let mut replies: Vec<Resistance<G::Rules>> = moves
        .into_iter()
        .map(|m| Resistance {
            m,
            board: board.play::<Black>(m),
            refuted: 0,
            proved: None,
        })
        .collect();
    let mut limit = search
        .time_replies(&mut replies, bound, extent, guides)
        .err()
        .and_then(Abort::limit);
    let mut line = Vec::new();
    let longest = replies.iter().map(|r| r.proved).max().flatten();
    if let Some(moves) = longest
        && replies.iter().all(|r| r.proved.is_some())
    {
        search.allow_overtime();
        let reply = replies.iter().find(|r| r.proved == longest);
        if let Some(reply) = reply {
            match search.shortest_line(&reply.board, moves) {
                Ok(rest) => {
                    line.push(reply.m);
                    line.extend(rest);
                }
                Err(abort) => limit = limit.or(abort.limit()),
            }
        }
    }
    Replies {
        replies,
        line,
        limit,
    }
}

impl<G: Goal> Search<'_, G> {
    /// Finds out for every reply when it is mated, one depth after the other.
    fn time_replies(
        &mut self,
        replies: &mut [Resistance<G::Rules>],
        bound: Depth,
        extent: Extent,
        guides: &mut [Guide<G::Rules>],
    ) -> Proof<()> {
        let begun = self.begun;
        for guide in &mut *guides {
            guide.begin(bound);
        }
        for n in begun + 1..=bound {
            for reply in replies.iter_mut().filter(|r| r.proved.is_none()) {
                if self.decide_reply(&reply.board, n, guides)? {
                    reply.proved = Some(n);
                } else {
                    reply.refuted = n;
                    if n == bound && extent != Extent::AllKeys {
                        // One escape is enough.
                        return Ok(());
                    }
                }
            }
            if replies.iter().any(|r| r.proved.is_none()) {
                self.note_refuted(n);
            } else if n == begun + 1 && begun > 0 {
                return self.time_first(replies, begun);
            }
        }
        if begun >= bound {
            // What escapes is asked for all the same.
            self.begun = bound - 1;
            return self.time_replies(replies, bound, extent, guides);
        }
        Ok(())
    }

    /// Whether the attacker, to move after a reply, wins within `n`; `guides` that begin there and
    /// are of that length help.
    fn decide_reply(
        &mut self,
        board: &G::Rules,
        n: Depth,
        guides: &mut [Guide<G::Rules>],
    ) -> Proof<bool> {
        let node = Question::Attack(board);
        let mut slice = FIRST_SLICE;
        loop {
            if let Some(answer) = self.take_turn(node, n, Share::Refute, slice)? {
                return Ok(answer);
            }
            slice = slice.saturating_mul(2);
            let is_for = |guide: &&mut Guide<G::Rules>| {
                guide.length() == n && guide.root().hash() == board.hash()
            };
            for guide in guides.iter_mut().filter(is_for) {
                if let Some(answer) = self.walk(guide, slice)? {
                    return Ok(answer);
                }
            }
        }
    }

    /// Of replies that all lose within the first depth that was looked at, finds those that lose
    /// within `n` already, the depth before.
    fn time_first(&mut self, replies: &mut [Resistance<G::Rules>], n: Depth) -> Proof<()> {
        // Where a limit comes before this is known of all, nothing is: none of them may count as
        // one that holds out for longer.
        for reply in replies.iter_mut() {
            reply.proved = None;
        }
        for reply in replies {
            reply.proved = if self.decide(Question::Attack(&reply.board), n, Share::Refute)? {
                Some(n)
            } else {
                reply.refuted = n;
                Some(n + 1)
            };
        }
        Ok(())
    }
}
