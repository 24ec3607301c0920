//! The count of solutions: depth-first search that remembers the number of lines of an exact number
//! of plies.
//!
//! Two sides that do not hinder each other, or one that moves alone, reach most positions by many
//! orders of moves, so nearly all work of a plain search is repeated work. [`Play::count`] keeps
//! the count of every position and number of plies in the table.

use super::destinations::Destinations;
use super::mobile_men::MobileMen;
use super::mobility::{FinalPosition, Mobility, Stage};
use super::move_order::{MoveOrder, MovesLeft};
use super::net::{Net, Sides, way};
use super::picture::{FittingPictures, PictureBudget, mates};
use crate::attacks::{Bits, bit};
use crate::board::{Board, Move};
use crate::finish::Finish;
use crate::goal::Goal;
use crate::movegen;
use crate::search::{Proof, Search};
use crate::side::{Black, White};

/// A position on the way.
#[derive(Debug, Clone, Copy)]
pub struct Node {
    pub board: Board,
    sides: Sides,
    /// The squares on which the black king may end, as far as is known.
    kings: Bits,
    /// The most men that White may pin in the end, if Black is stalemated. (As one field with the
    /// squares the two make helpmates slower by a seventh.)
    pins: u8,
}

impl Node {
    /// The node at which lines begin.
    pub fn root(board: &Board) -> Node {
        Node {
            board: *board,
            sides: Sides::new(board),
            kings: !0,
            pins: u8::MAX,
        }
    }

    /// The node with the rest of the line.
    #[inline(always)]
    fn stage(&self, left: MovesLeft, plies: u16) -> Stage<'_> {
        Stage {
            board: &self.board,
            sides: self.sides,
            left,
            plies,
        }
    }

    /// Appends the legal moves when `plies` are left; the move order may forbid some of them.
    #[inline(always)]
    pub fn list(&self, move_order: impl MoveOrder, plies: u16, moves: &mut Vec<Move>) {
        if move_order.is_white(plies) {
            movegen::list::<White>(&self.board, moves);
        } else {
            movegen::list::<Black>(&self.board, moves);
        }
    }

    /// The node after a legal move with `plies` left before it; the other side has not waited yet.
    #[inline(always)]
    fn moved(&self, move_order: impl MoveOrder, m: Move, plies: u16) -> Node {
        let (board, sides);
        if move_order.is_white(plies) {
            board = self.board.play::<White>(m);
            sides = self.sides.after::<White>(&board, m.is_capture());
        } else {
            board = self.board.play::<Black>(m);
            sides = self.sides.after::<Black>(&board, m.is_capture());
        }
        Node {
            board,
            sides,
            kings: self.kings,
            pins: self.pins,
        }
    }

    /// The node after a move that the move order allows, with `plies` left before it.
    #[inline(always)]
    pub fn play(&self, move_order: impl MoveOrder, m: Move, plies: u16) -> Node {
        let mut next = self.moved(move_order, m, plies);
        if plies > 1 && move_order.goes_on(plies) {
            next.board = next.board.pass();
        }
        next
    }

    /// The same for any legal move with at least two plies left; `None` if the move order has no
    /// such move, because the other side could not wait.
    #[inline(always)]
    fn step<G: Goal<Rules = Board>>(
        &self,
        move_order: impl MoveOrder,
        m: Move,
        plies: u16,
    ) -> Option<Node> {
        let mut next = self.moved(move_order, m, plies);
        if move_order.goes_on(plies) {
            let board = &next.board;
            let is_check = if move_order.is_white(plies) {
                board.checkers::<Black>() != 0
            } else {
                board.checkers::<White>() != 0
            };
            // White still has its right to capture en passant here.
            if is_check || move_order.is_bound() && G::in_one(board).is_some() {
                return None;
            }
            next.board = board.pass();
        }
        Some(next)
    }
}

/// The search of one problem.
#[derive(Debug)]
pub struct Play<'a, G, C> {
    pub search: Search<'a, G>,
    net: Net,
    mobility: Mobility,
    budget: PictureBudget,
    pictures: FittingPictures,
    /// Whether all solutions are counted; otherwise one is enough.
    pub complete: bool,
    /// The first solution found since this was last cleared.
    pub witness: Vec<Move>,
    /// Moves from the root to the current node.
    line: Vec<Move>,
    /// The nodes after the moves of the nodes on the way, with the possible destinations of the
    /// next move.
    children: Vec<(Move, Node, Destinations)>,
    pub move_order: C,
}

impl<'a, G: Goal<Rules = Board>, C: MoveOrder> Play<'a, G, C> {
    /// A search that has found nothing yet.
    pub fn new(search: Search<'a, G>, move_order: C, complete: bool) -> Play<'a, G, C> {
        Play {
            search,
            net: Net::new(G::MATE),
            mobility: Mobility::new(),
            budget: PictureBudget::new(G::MATE),
            pictures: FittingPictures::default(),
            complete,
            witness: Vec::new(),
            line: Vec::new(),
            children: Vec::with_capacity(256),
            move_order,
        }
    }

    /// Forgets the state of the search, after an abort.
    pub fn forget_line(&mut self) {
        self.line.clear();
        self.children.clear();
        self.search.clear_stacks();
    }

    /// The number of solutions that continue with the legal move `m` when `plies` are left before
    /// it; [`u64::MAX`] means more than it can hold. If not `complete`, 1 means any number of
    /// solutions.
    #[inline]
    pub fn after(&mut self, node: &Node, m: Move, plies: u16) -> Proof<u64> {
        self.line.push(m);
        let count = match plies {
            1 => {
                self.search.count()?;
                self.ending(&node.board.play_unkeyed::<White>(m))
            }
            _ => match node.step::<G>(self.move_order, m, plies) {
                Some(next) => self.count(next, plies - 1)?,
                None => 0,
            },
        };
        self.line.pop();
        Ok(count)
    }

    /// The number of solutions of exactly `plies` plies, at least one, from `node` on.
    pub fn count(&mut self, mut node: Node, plies: u16) -> Proof<u64> {
        self.search.count()?;
        let heading = self.admit(&mut node, plies);
        if heading.is_nowhere() {
            return Ok(0);
        }
        if plies == 1 {
            return Ok(self.last_move(&node));
        }
        self.count_admitted(&mut node, plies, heading)
    }

    /// The possible destinations of the next move, as far as they are known before the table is
    /// used: nowhere if there can be no solution of `plies` plies.
    #[inline(always)]
    fn admit(&mut self, node: &mut Node, plies: u16) -> Destinations {
        if !G::MATE && !self.may_stop(node, plies) {
            return Destinations::NOWHERE;
        }
        self.narrow(node, plies)
    }

    /// Whether the table keeps the counts of this many plies: for a stalemate, the last ply but one
    /// is counted faster than looked up.
    #[inline(always)]
    fn is_kept(plies: u16) -> bool {
        plies > if G::MATE { 1 } else { 2 }
    }

    /// The number of solutions of exactly `plies` plies, at least two, from an admitted node on.
    #[inline]
    fn count_admitted(&mut self, node: &mut Node, plies: u16, heading: Destinations) -> Proof<u64> {
        let key = play_key(node.board.hash, plies);
        if Self::is_kept(plies)
            && let Some(count) = self.search.table.count(key)
        {
            return Ok(count);
        }
        let pictures = self.budget.pictures();
        let can_end = self.can_end(node, plies);
        // A thousand nodes with their pictures can take a second.
        self.search.budget.hasten(self.budget.pictures() - pictures);
        if !can_end {
            return Ok(0);
        }
        let start = self.search.nodes();
        let pictures = self.budget.pictures();
        let first = self.search.moves.len();
        if self.may_go_on(node, plies) {
            self.list(node, plies, heading);
            self.choose(node, plies, first);
        }
        let count = if Self::is_kept(plies - 1) {
            self.count_kept(node, plies, first)?
        } else {
            self.count_each(node, plies, first)?
        };
        self.search.moves.truncate(first);
        // An incomplete count is not kept.
        if Self::is_kept(plies) && (self.complete || count == 0) {
            let work = self.search.nodes() - start;
            let pictures = self.budget.pictures() - pictures;
            self.budget.searched(plies, work, pictures);
            self.search.table.store_count(key, count, work);
        }
        Ok(count)
    }

    /// Removes the quiet moves after which no picture fits from the ones at `first` on.
    #[inline]
    fn choose(&mut self, node: &Node, plies: u16, first: usize) {
        let left = self.move_order.moves_left(plies);
        let white = self.move_order.is_white(plies);
        let king = node.board.king::<Black>();
        let targets = self.pictures.targets(node.kings, white, left.white, king);
        let Some(targets) = targets else {
            return;
        };
        let moves = &mut self.search.moves;
        let mut kept = first;
        for i in first..moves.len() {
            let m = moves[i];
            let goes_on = match m.is_quiet() {
                true => targets[usize::from(m.from())] & bit(m.to()) != 0,
                false => self.pictures.may_go_on(node.kings, m, white, left.white),
            };
            if goes_on {
                moves[kept] = m;
                kept += 1;
            }
        }
        moves.truncate(kept);
    }

    /// The number of solutions that continue with the moves from the one at `first` on.
    #[inline]
    fn count_each(&mut self, node: &Node, plies: u16, first: usize) -> Proof<u64> {
        let mut count = 0u64;
        for i in first..self.search.moves.len() {
            let m = self.search.moves[i];
            count = count.saturating_add(self.after(node, m, plies)?);
            if count > 0 && !self.complete {
                return Ok(1);
            }
        }
        Ok(count)
    }

    /// The same if the table keeps the counts after these moves. All of its lines are read ahead,
    /// so that the misses of the processor's cache overlap: an h=5 of 25 million nodes takes 7.9 s
    /// instead of 8.9 s, an h=8 of 26 million 10.1 s instead of 11.7 s.
    #[inline]
    fn count_kept(&mut self, node: &Node, plies: u16, first: usize) -> Proof<u64> {
        let base = self.children.len();
        for i in first..self.search.moves.len() {
            let m = self.search.moves[i];
            let Some(mut next) = node.step::<G>(self.move_order, m, plies) else {
                continue;
            };
            self.search.count()?;
            self.line.push(m);
            let heading = self.admit(&mut next, plies - 1);
            self.line.pop();
            if !heading.is_nowhere() {
                self.children.push((m, next, heading));
            }
        }
        let nodes = self.children[base..].iter();
        let keys = nodes.map(|(_, next, _)| play_key(next.board.hash, plies - 1));
        self.search.table.touch(keys);
        let mut count = 0u64;
        for i in base..self.children.len() {
            let (m, mut next, heading) = self.children[i];
            self.line.push(m);
            count = count.saturating_add(self.count_admitted(&mut next, plies - 1, heading)?);
            self.line.pop();
            if count > 0 && !self.complete {
                count = 1;
                break;
            }
        }
        self.children.truncate(base);
        Ok(count)
    }

    /// Whether the move order allows the side to move a move at all: with the last move it must not
    /// be able to miss the aim if the aim is forced, and before that it must not be able to reach
    /// the aim if it would have to.
    pub fn may_go_on(&mut self, node: &Node, plies: u16) -> bool {
        if plies == 1 {
            return !self.move_order.is_forced() || self.is_forced(&node.board);
        }
        if !self.move_order.is_bound() {
            return true;
        }
        if self.move_order.is_white(plies) {
            G::in_one(&node.board).is_none()
        } else {
            !G::End::reaches::<Black>(&node.board)
        }
    }

    /// Whether every legal move of White reaches the goal, and there is one.
    fn is_forced(&mut self, board: &Board) -> bool {
        let moves = &mut self.search.moves;
        let first = moves.len();
        movegen::list::<White>(board, moves);
        let forced = moves.len() > first
            && moves[first..]
                .iter()
                .all(|&m| G::is_reached_by(&board.play_unkeyed::<White>(m)));
        moves.truncate(first);
        forced
    }

    /// Whether Black may be left without a move, according to its loose men.
    #[inline(always)]
    fn may_stop(&self, node: &Node, plies: u16) -> bool {
        let left = self.move_order.moves_left(plies);
        let Some(loose) = MobileMen::of(&node.board, left.white) else {
            return true;
        };
        let way = way(node.board.king::<Black>(), node.kings, left.black);
        loose.can_be_stopped(left, way, node.pins)
    }

    /// The possible destinations of the next move: nowhere if there can be no solution of `plies`
    /// plies. Reduces the squares on which the black king may end.
    #[inline(always)]
    fn narrow(&mut self, node: &mut Node, plies: u16) -> Destinations {
        let mut heading = Destinations::ANYWHERE;
        let left = self.move_order.moves_left(plies);
        if G::MATE && plies == 2 && !self.move_order.is_white(2) && !node.board.may_castle {
            heading = self.net.last_move(&node.board, node.sides, node.kings);
        } else {
            let white = self.move_order.is_white(plies + 1);
            let pictures = &self.pictures;
            let [known, fitting] = pictures.carried(&self.line, white, node.kings, left.white);
            let others = node.kings & !known;
            node.kings = fitting | self.net.squares(&node.board, node.sides, others, left);
            if node.kings == 0 {
                return Destinations::NOWHERE;
            }
        }
        heading
    }

    /// Whether Black may be mated, or left without a move, according to everything that is known.
    #[inline]
    fn can_end(&mut self, node: &mut Node, plies: u16) -> bool {
        let white = self.move_order.is_white(plies + 1);
        self.pictures.begin(&self.line, white);
        if G::MATE {
            self.can_mate(node, plies)
        } else {
            self.can_stop(node, plies)
        }
    }

    /// Whether there may be a picture of a mate. Reduces the squares of the black king.
    #[inline]
    fn can_mate(&mut self, node: &mut Node, plies: u16) -> bool {
        let left = self.move_order.moves_left(plies);
        let (budget, pictures) = (&mut self.budget, &mut self.pictures);
        node.kings = mates::squares(&node.board, node.kings, left, plies, budget, pictures);
        node.kings != 0
    }

    /// Whether Black may be left without a move. Reduces the final positions.
    #[inline]
    fn can_stop(&mut self, node: &mut Node, plies: u16) -> bool {
        let left = self.move_order.moves_left(plies);
        let last = FinalPosition {
            kings: node.kings,
            pins: node.pins,
        };
        let (net, budget) = (&mut self.net, &mut self.budget);
        let stage = node.stage(left, plies);
        let (mobility, pictures) = (&mut self.mobility, &mut self.pictures);
        let last = match node.board.may_castle {
            true => mobility.narrow_castling(net, stage, last, budget, pictures),
            false => mobility.narrow(net, stage, last, budget, pictures),
        };
        (node.kings, node.pins) = (last.kings, last.pins);
        node.kings != 0
    }

    /// Appends the legal moves that may begin a solution of `plies` plies; the last move but one
    /// has to have a destination in `heading`.
    #[inline]
    fn list(&mut self, node: &Node, plies: u16, heading: Destinations) {
        if G::MATE && plies == 2 && !self.move_order.is_white(2) {
            heading.list(&node.board, &mut self.search.moves);
        } else if plies > 1 || !G::MATE || G::in_one(&node.board).is_some() {
            node.list(self.move_order, plies, &mut self.search.moves);
        }
    }

    /// The number of solutions of one ply.
    fn last_move(&mut self, node: &Node) -> u64 {
        if !self.may_go_on(node, 1) {
            return 0;
        }
        let first = self.search.moves.len();
        self.list(node, 1, Destinations::ANYWHERE);
        let mut count = 0;
        for i in first..self.search.moves.len() {
            let m = self.search.moves[i];
            self.line.push(m);
            count += self.ending(&node.board.play_unkeyed::<White>(m));
            self.line.pop();
        }
        self.search.moves.truncate(first);
        if self.complete { count } else { count.min(1) }
    }

    /// 1 if the goal is reached, with Black to move.
    #[inline]
    fn ending(&mut self, board: &Board) -> u64 {
        if !G::is_reached_by(board) {
            return 0;
        }
        if self.witness.is_empty() {
            self.witness.clone_from(&self.line);
        }
        1
    }
}

/// The key of the count of a position at a number of plies.
#[inline(always)]
pub(super) fn play_key(hash: u64, plies: u16) -> u64 {
    const PLIES: u64 = 0x9216_d5d9_8979_fb1b;
    hash ^ PLIES.wrapping_mul(2 * u64::from(plies) + 1)
}

#[cfg(test)]
mod backwards;
#[cfg(test)]
mod courses;
#[cfg(test)]
mod motif;
#[cfg(test)]
mod placement;
#[cfg(test)]
mod retraction;
#[cfg(test)]
mod unpruned;
