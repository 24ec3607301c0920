//! What is asked: a position, a stipulation, how much of the answer, and what it may cost.

use shakmaty::Move;

use super::limit::Limits;
use keymove_rules::position::Position;
use keymove_rules::stipulation::Stipulation;

/// How much of the answer is asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Extent {
    /// The shortest length, proved, and every key of that length.
    #[default]
    AllKeys,
    /// The shortest length, proved, and one key.
    First,
    /// Any proved solution within the depth.
    Any,
}

/// What else is asked for, beside the verdict. Each costs a search of its own.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Wanted {
    /// The variations as a [`Tree`](super::Tree); in help play every solution of every length up to
    /// the stipulated one.
    pub tree: bool,
    /// With the tree: first moves that fail to at least one reply and to at most so many; 0: none
    /// are looked for. Help play has none.
    pub tries: usize,
    /// With the tree: where the solution is shorter than stipulated, also the keys that reach the
    /// goal later, up to the stipulated length; tries and set play are then those of that length.
    pub longer_keys: bool,
    /// With the tree: what happens if the other side begins.
    pub set_play: bool,
    /// The whole proof as a [`Certificate`](super::Certificate) of at most so many nodes. It may
    /// cost as many nodes of the search again as the verdict did, and four million; they are not
    /// counted, and [`Limits`] don't hold for them.
    pub certificate: Option<usize>,
}

/// One problem: a position, what is asked of it, and how much that may cost.
#[derive(Debug, Clone)]
pub struct Problem {
    /// The position; its side to move begins. Whose a reserve is, the stipulation decides: see
    /// [`Kind::settle`](super::Kind::settle).
    pub position: Position,
    /// What is to be reached, and the depth within which.
    pub stipulation: Stipulation,
    /// Whether the depth is somebody's claim (a `dm`, a `bm #N`, ...) and so probably the
    /// solution's length, rather than a bound picked in advance. It changes the order of work,
    /// never the answer.
    pub claimed: bool,
    /// Lines that somebody gives, from the position on, good or bad: in forced play they say where
    /// the search looks first once it has looked a little without them. Moves behind one that is
    /// not legal are left out.
    pub lines: Vec<Vec<Move>>,
    /// How much of the answer is asked for.
    pub extent: Extent,
    /// What the search may cost.
    pub limits: Limits,
    /// What is asked for beside the verdict.
    pub wanted: Wanted,
}

impl Problem {
    /// What is asked of a position: every key, nothing else, without limits. The length is taken
    /// for a bound, not for a claim.
    pub fn new(position: Position, stipulation: Stipulation) -> Problem {
        Problem {
            position,
            stipulation,
            claimed: false,
            lines: Vec::new(),
            extent: Extent::default(),
            limits: Limits::default(),
            wanted: Wanted::default(),
        }
    }

    /// This problem, the reserve of its position with the defender.
    pub(super) fn settled(&self) -> Problem {
        Problem {
            position: self.stipulation.kind.settle(&self.position),
            ..self.clone()
        }
    }
}
