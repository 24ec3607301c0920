//! The true worst case of a player: the longest match over all of Black's choices.
//!
//! A player that does not use chance is a function of what White knows, and what White knows is made
//! of answers. So all matches from one start are a tree with the umpire's possible answers for
//! branches, whichever king brings them about, and its longest branch is the worst case. What the
//! player goes by ([`Mind`]) is a node; nodes met again are not gone through again. A node that comes
//! back on its own branch is a match without an end.
//!
//! The table's player goes by the metaposition (and, where the win is not sure, by the squares it
//! gambles on); the paper's goes by its last moves, too, and so has many more nodes. Where they are
//! too many nothing is claimed but the longest branch that was found, which is a lower bound.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use shakmaty::Bitboard;

use super::Metaposition;
use super::matches::MatchEnd;
use super::ruling::{Announcements, Pseudomove, Ruling, Signal};
use super::search::{Deliberation, RecentMoves};
use crate::kriegspiel::announcement::Directions;
use crate::kriegspiel::ending::EndingTable;
use crate::kriegspiel::ending::gamble::Caution;
use crate::kriegspiel::ending::geometry::{WhiteTry, tries};
use crate::kriegspiel::play::attack::Attack;

/// A player without chance: what it goes by, and what it does.
pub trait Mind {
    /// All it goes by.
    type Knowledge: Clone + Eq + Hash;

    /// At a start.
    fn begin(&self, start: Metaposition) -> Self::Knowledge;

    /// What White knows of the board.
    fn metaposition(&self, knowledge: &Self::Knowledge) -> Metaposition;

    /// What it tries; none if there is nothing to try.
    fn choose(&mut self, knowledge: &Self::Knowledge) -> Option<Pseudomove>;

    /// What it goes by after an answer to that.
    fn hear(
        &self,
        knowledge: &Self::Knowledge,
        tried: Pseudomove,
        answer: Signal,
        next: Metaposition,
    ) -> Self::Knowledge;

    /// What the umpire tells.
    fn announcements(&self) -> Announcements;
}

/// The paper's player goes by the metaposition and its last moves.
impl Mind for Deliberation {
    type Knowledge = (Metaposition, RecentMoves);

    fn begin(&self, start: Metaposition) -> Self::Knowledge {
        (start, RecentMoves::default())
    }

    fn metaposition(&self, knowledge: &Self::Knowledge) -> Metaposition {
        knowledge.0
    }

    fn choose(&mut self, knowledge: &Self::Knowledge) -> Option<Pseudomove> {
        Deliberation::choose(self, &knowledge.0, &knowledge.1)
    }

    fn hear(
        &self,
        knowledge: &Self::Knowledge,
        tried: Pseudomove,
        answer: Signal,
        next: Metaposition,
    ) -> Self::Knowledge {
        let mut recent = knowledge.1.clone();
        if answer != Signal::Illegal {
            recent.add(tried, self.player().memory);
        }
        (next, recent)
    }

    fn announcements(&self) -> Announcements {
        self.player().announcements
    }
}

/// The table's player.
impl Mind for &EndingTable {
    type Knowledge = Attack;

    fn begin(&self, start: Metaposition) -> Attack {
        Attack::new(self, start.placement, start.kings, Caution::default())
    }

    fn metaposition(&self, attack: &Attack) -> Metaposition {
        attack.metaposition()
    }

    fn choose(&mut self, attack: &Attack) -> Option<Pseudomove> {
        attack.choose(self).as_ref().map(Pseudomove::from)
    }

    fn hear(
        &self,
        attack: &Attack,
        tried: Pseudomove,
        answer: Signal,
        _next: Metaposition,
    ) -> Attack {
        let mut attack = *attack;
        let is_meant = |one: &WhiteTry| Pseudomove::from(one) == tried;
        if let Some(tried) = tries(attack.placement()).into_iter().find(is_meant) {
            match answer {
                Signal::Illegal => attack.refused(self, &tried),
                Signal::Silent => attack.made(self, &tried, Directions::NONE),
                Signal::Check(checks) => attack.made(self, &tried, checks),
            };
        }
        attack
    }

    fn announcements(&self) -> Announcements {
        Announcements::Full
    }
}

/// The worst end that Black's choices and the king's square can bring about from a start: the first
/// one found in which a man is taken, White stalemates, or does not mate within `limit` moves; else
/// the longest match, [`MatchEnd::Mate`]; or [`MatchEnd::Undecided`] with the longest match found
/// when more than `most` nodes have to be gone through.
pub fn worst_case<M: Mind>(
    mind: &mut M,
    start: Metaposition,
    limit: u16,
    most: usize,
    halt: &dyn Fn() -> bool,
) -> MatchEnd {
    let knowledge = mind.begin(start);
    let mut explorer = Explorer {
        mind,
        limit,
        most,
        halt,
        known: HashMap::new(),
        under_way: HashSet::new(),
        longest: 0,
    };
    match explorer.explore(&knowledge, 0) {
        Ok(moves) => MatchEnd::Mate(moves),
        Err(end) => end,
    }
}

struct Explorer<'a, M: Mind> {
    mind: &'a mut M,
    limit: u16,
    most: usize,
    halt: &'a dyn Fn() -> bool,
    /// The most moves from a node on.
    known: HashMap<M::Knowledge, u16>,
    under_way: HashSet<M::Knowledge>,
    /// The most moves of a branch gone down, in case all is too much.
    longest: u16,
}

impl<M: Mind> Explorer<'_, M> {
    /// The most moves from here on, after so many; or the end that is no mate.
    fn explore(&mut self, here: &M::Knowledge, made: u16) -> Result<u16, MatchEnd> {
        if let Some(&known) = self.known.get(here) {
            return self.within(made, known);
        }
        self.longest = self.longest.max(made);
        if made >= self.limit || self.under_way.contains(here) {
            return Err(MatchEnd::Endless);
        }
        let nodes = self.known.len() + self.under_way.len();
        if nodes >= self.most || (nodes.is_multiple_of(64) && (self.halt)()) {
            return Err(MatchEnd::Undecided(self.longest));
        }
        let before = self.mind.metaposition(here);
        let Some(tried) = self.mind.choose(here) else {
            return Err(MatchEnd::Endless);
        };
        let ruling = Ruling::new(&before, tried, self.mind.announcements());
        if ruling.takers.any() {
            return Err(MatchEnd::Taken);
        }
        if ruling.stalemated.any() {
            return Err(MatchEnd::Stalemate);
        }
        let mut most = u16::from(ruling.mated.any());
        self.under_way.insert(here.clone());
        let answers: Vec<(Signal, Bitboard)> = ruling.answers().to_vec();
        for (answer, kings) in answers {
            let next = ruling.next(&before, answer, kings);
            let next = self.mind.hear(here, tried, answer, next);
            let step = u16::from(answer != Signal::Illegal);
            most = most.max(step + self.explore(&next, made + step)?);
        }
        self.under_way.remove(here);
        self.known.insert(here.clone(), most);
        self.within(made, most)
    }

    fn within(&mut self, made: u16, more: u16) -> Result<u16, MatchEnd> {
        self.longest = self.longest.max(made + more);
        if made + more > self.limit {
            Err(MatchEnd::Endless)
        } else {
            Ok(more)
        }
    }
}
