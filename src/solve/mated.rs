//! Jobs in which the side to move is mated: how long does each reply hold out?
//!
//! [`solve_mated`] searches one depth after another for every reply, so that the length and the
//! replies that reach it are exact. A long loss is seldom decided in this way, because every depth
//! has to be refuted for some reply. So if the loss is claimed (by a line or a length), a share of
//! the nodes goes to the bound alone: every open reply is searched for a mate within it, each in
//! its turn, so that a hard one does not delay the others. With [`Extent::Any`] there is no other
//! work. The replies share one table: proofs late in the line of one reply help the others.

use std::cmp::Reverse;

use super::board::Move;
use super::decide::{FIRST_SLICE, Question, SHALLOW, Share};
use super::goal::Goal;
use super::guide::Guide;
use super::keys::{AT_CLAIM, Interval, after_answer};
use super::limit::LimitKind;
use super::problem::Extent;
use super::rules::Rules;
use super::search::{Abort, Proof, Search};
use super::side::Black;
use super::table::Depth;
use keymove_rules::bounds::Length;

/// Up to this bound [`Extent::Any`], too, searches one depth after another: that costs little, and
/// a user who names no job asks for five moves and hardly ever expects to be mated.
const SHORT: Depth = 5;

/// The proved results for the replies, in the search's own moves.
#[derive(Debug)]
pub struct Replies<R> {
    /// Every reply with the known bounds on its length.
    pub replies: Vec<Resistance<R>>,
    /// The longest line when every reply loses.
    pub line: Vec<Move>,
    /// The limit that was met.
    pub limit: Option<LimitKind>,
}

/// A reply and the time it holds out.
#[derive(Debug, Clone, Copy)]
pub struct Resistance<R> {
    /// The reply.
    pub m: Move,
    /// Position after it.
    board: R,
    /// The length of the attacker's mate after it.
    pub length: Interval,
}

impl<R> Replies<R> {
    /// The largest depth for which some reply is proved to hold out.
    pub fn safe(&self) -> Depth {
        safe(&self.replies)
    }

    /// The length of the loss: the longest that a reply may hold out; `None` unless every reply is
    /// proved to lose.
    pub fn moves(&self) -> Option<Depth> {
        let proved = self.replies.iter().map(|reply| reply.length.proved);
        proved.collect::<Option<Vec<Depth>>>()?.into_iter().max()
    }
}

fn safe<R>(replies: &[Resistance<R>]) -> Depth {
    let refuted = replies.iter().map(|reply| reply.length.refuted);
    refuted.max().unwrap_or(0)
}

/// A mated job in progress.
struct Trial<'g, R> {
    replies: Vec<Resistance<R>>,
    guides: &'g mut [Guide<R>],
    bound: Depth,
    extent: Extent,
    /// The nodes that the next turn at the bound gives each technique.
    slice: u64,
    /// The node count at which that turn comes.
    due: u64,
    /// Nodes of other work for each node of such a turn.
    pause: u64,
}

impl<'g, R: Rules> Trial<'g, R> {
    /// The replies on `board`, of which nothing is known; parameters as for [`solve_mated`].
    fn new(
        board: &R,
        bound: Depth,
        claimed: bool,
        extent: Extent,
        guides: &'g mut [Guide<R>],
    ) -> Trial<'g, R> {
        let mut moves = Vec::new();
        board.list::<Black>(&mut moves);
        let reply = |m| Resistance {
            m,
            board: board.play::<Black>(m),
            length: Interval::default(),
        };
        for guide in &mut *guides {
            guide.begin(bound);
        }
        let is_believed = bound > SHALLOW && (claimed || !guides.is_empty());
        Trial {
            replies: moves.into_iter().map(reply).collect(),
            slice: FIRST_SLICE,
            due: if is_believed { FIRST_SLICE } else { u64::MAX },
            pause: if guides.is_empty() { AT_CLAIM } else { 1 },
            guides,
            bound,
            extent,
        }
    }

    /// Whether a reply is known to escape.
    fn has_escape(&self) -> bool {
        safe(&self.replies) >= self.bound
    }

    /// Whether the work is done, since one escape is enough.
    fn is_over(&self) -> bool {
        self.extent != Extent::AllKeys && self.has_escape()
    }
}

/// Solves a mated job on `board`, defender to move and not yet mated, within `bound` moves of the
/// attacker; `claimed`: the loss within `bound` is claimed.
pub fn solve_mated<G: Goal>(
    search: &mut Search<G>,
    board: &G::Rules,
    bound: Depth,
    claimed: bool,
    extent: Extent,
    guides: &mut [Guide<G::Rules>],
) -> Replies<G::Rules> {
    let mut trial = Trial::new(board, bound, claimed, extent, guides);
    let ended = if extent == Extent::Any && bound > SHORT {
        search.any_losses(&mut trial)
    } else {
        search.time_replies(&mut trial)
    };
    let mut answer = Replies {
        replies: trial.replies,
        line: Vec::new(),
        limit: ended.err().and_then(Abort::limit),
    };
    if answer.moves().is_some() {
        search.allow_overtime();
        match search.longest_line(&mut answer.replies) {
            Ok(line) => answer.line = line,
            Err(abort) => answer.limit = answer.limit.or(abort.limit()),
        }
    }
    answer
}

impl<G: Goal> Search<'_, G> {
    /// Finds the length of the mate for every reply, one depth after another.
    fn time_replies(&mut self, trial: &mut Trial<G::Rules>) -> Proof<()> {
        let (begun, bound) = (self.begun, trial.bound);
        for n in begun + 1..=bound {
            if n < bound && trial.has_escape() {
                // It no longer matters how long the other replies hold out.
                continue;
            }
            for i in 0..trial.replies.len() {
                self.decide_reply(trial, i, n)?;
                if trial.is_over() {
                    return Ok(());
                }
            }
            let is_lost = |r: &Resistance<G::Rules>| r.length.proved.is_some_and(|p| p <= n);
            if !trial.replies.iter().all(is_lost) {
                self.note_refuted(n);
            } else if n == begun + 1 && begun > 0 {
                return self.time_first(&mut trial.replies, begun);
            }
        }
        if begun >= bound {
            // The search still looks for replies that escape.
            self.begun = bound - 1;
            return self.time_replies(trial);
        }
        Ok(())
    }

    /// Decides whether the attacker, to move after reply number `i`, wins within `n`.
    fn decide_reply(&mut self, trial: &mut Trial<G::Rules>, i: usize, n: Depth) -> Proof<()> {
        let mut slice = FIRST_SLICE;
        loop {
            if self.nodes() >= trial.due {
                self.try_bound(trial)?;
            }
            let Resistance { board, length, .. } = &mut trial.replies[i];
            if length.is_decided(n) {
                return Ok(());
            }
            let node = Question::Attack(&*board);
            if let Some(answer) = self.take_turn(node, n, Share::Refute, slice)? {
                length.learn(n, answer);
                return Ok(());
            }
            slice = slice.saturating_mul(2);
        }
    }

    /// Takes a turn at the bound alone, for every reply that is open there.
    fn try_bound(&mut self, trial: &mut Trial<G::Rules>) -> Proof<()> {
        let begin = self.nodes();
        // The first turn is over: from now on the lines are used.
        let (bound, slice) = (trial.bound, trial.slice.saturating_mul(2));
        let mut is_open = false;
        for Resistance { board, length, .. } in &mut trial.replies {
            if !length.is_decided(bound) {
                self.find_any(board, bound, trial.guides, slice, length)?;
                is_open |= !length.is_decided(bound);
            }
        }
        let spent = self.nodes() - begin;
        trial.slice = slice;
        trial.due = match is_open {
            true => self.nodes().saturating_add(spent.max(slice) * trial.pause),
            false => u64::MAX,
        };
        if trial.replies.iter().all(|r| r.length.proved.is_some()) {
            self.note_proved(bound);
        }
        Ok(())
    }

    /// Among replies that all lose within the first searched depth, finds the replies that already
    /// lose within `n`, the depth before.
    fn time_first(&mut self, replies: &mut [Resistance<G::Rules>], n: Depth) -> Proof<()> {
        for Resistance { board, length, .. } in replies {
            let answer = self.decide(Question::Attack(&*board), n, Share::Refute)?;
            length.learn(n, answer);
        }
        Ok(())
    }

    /// Proves for every reply that it loses within the bound, or for one that it does not.
    fn any_losses(&mut self, trial: &mut Trial<G::Rules>) -> Proof<()> {
        // Proofs along a line help the replies without a line.
        let guides = &trial.guides;
        let is_guided = |board: &G::Rules| guides.iter().any(|g| g.begins_at(board));
        let replies = std::mem::take(&mut trial.replies).into_iter();
        let (guided, others): (Vec<_>, Vec<_>) = replies.partition(|r| is_guided(&r.board));
        trial.replies = guided;
        trial.replies.extend(others);
        let bound = trial.bound;
        loop {
            let mut is_open = false;
            for Resistance { board, length, .. } in &mut trial.replies {
                if length.is_decided(bound) {
                    continue;
                }
                self.any_turn(board, bound, trial.guides, trial.slice, length)?;
                if length.refuted >= bound {
                    // One escape is enough.
                    return Ok(());
                }
                is_open |= !length.is_decided(bound);
            }
            if !is_open {
                return match bound {
                    Length::LONGEST => after_answer(self.shorten_losses(&mut trial.replies)),
                    _ => Ok(()),
                };
            }
            self.note_refuted(safe(&trial.replies));
            trial.slice = trial.slice.saturating_mul(2);
        }
    }

    /// Looks for shorter solutions after the replies that hold out longest, as [`Search::shorten`]
    /// does; it is enough to prove the length for one of them.
    fn shorten_losses(&mut self, replies: &mut [Resistance<G::Rules>]) -> Proof<()> {
        let end = self.end_of_shortening();
        let mut slices = vec![FIRST_SLICE; replies.len()];
        loop {
            for Resistance { board, length, .. } in &mut *replies {
                self.length_in_hand(board, length);
            }
            let replies = replies.iter_mut().zip(&mut slices);
            let longest = replies.max_by_key(|(r, _)| (r.length.proved, r.length.is_exact()));
            let (Resistance { board, length, .. }, slice) =
                longest.expect("the defender has a move");
            if length.is_exact() || self.nodes() >= end {
                return Ok(());
            }
            self.shorten_once(board, slice, length)?;
        }
    }

    /// The longest proved line, if every reply loses. If a proof may be longer than necessary, it
    /// is measured first: its reply takes as long as its own longest line.
    fn longest_line(&mut self, replies: &mut [Resistance<G::Rules>]) -> Proof<Vec<Move>> {
        let mut lines: Vec<Option<Vec<Move>>> = vec![None; replies.len()];
        loop {
            let length = |i: usize| replies[i].length.proved;
            let longest = (0..replies.len()).max_by_key(|&i| (length(i), Reverse(i)));
            let longest = longest.expect("the defender has a move");
            let moves = length(longest).expect("every reply loses");
            let begin_with = |m, rest| [vec![m], rest].concat();
            if let Some(i) = replies.iter().position(|r| r.length.refuted + 1 == moves) {
                let reply = replies[i];
                match (self.shortest_line(&reply.board, moves), &lines[longest]) {
                    (Ok(rest), _) => return Ok(begin_with(reply.m, rest)),
                    (Err(abort), None) => return Err(abort),
                    (Err(_), Some(_)) => {
                        // Without the longest replies the line is correct only as the line of some
                        // proof, so the answer withdraws the claim that it is a loss of that
                        // length.
                        self.clear_stacks();
                        for Resistance { length, .. } in &mut *replies {
                            length.refuted = length.refuted.min(moves.saturating_sub(2));
                        }
                    }
                }
            }
            let Resistance { m, board, length } = &mut replies[longest];
            if let Some(rest) = lines[longest].take() {
                return Ok(begin_with(*m, rest));
            }
            let rest = self.longest_line_of_proof(board, moves)?;
            length.proved = Some(rest.len().div_ceil(2) as Depth);
            lines[longest] = Some(rest);
        }
    }
}

#[cfg(test)]
mod tests;
