//! What one search is to do, and what it tells while it does it: what passes between the session
//! and the thread that searches.

use shakmaty::Move;

use keymove_base::stop::Stop;
use keymove_rules::position::Position;
use keymove_solve::Kind;

/// What one `go` asks of the search. Time is not in it: the session looks at the clock and raises
/// the flag.
#[derive(Debug, Clone)]
pub struct Assignment {
    /// The number of the `go`, so that news of an earlier one are known as such.
    pub number: u64,
    /// The number of the game: what was proved in the same one helps.
    pub game: u64,
    /// The position; its side to move has a legal move.
    pub position: Position,
    /// What is to be reached; neither [`Kind::MATED`] nor help play.
    pub kind: Kind,
    /// The greatest length in moves of the attacker, 1 to 500.
    pub bound: u16,
    /// Whether the bound is a `go mate N`: any mate within it will do.
    pub any: bool,
    /// Whether the `go` names no length, so that a mate longer than the bound is an answer, too.
    pub open: bool,
    /// The first moves that may be played (`searchmoves`), all legal; none: every one.
    pub first: Vec<Move>,
    /// How many first moves are shown.
    pub shown: usize,
    /// Nodes at most, without those that it takes to write out the line of a proof.
    pub nodes: Option<u64>,
    /// Memory for the tables, in megabytes of 2^20 bytes.
    pub memory: usize,
    /// How many threads search.
    pub threads: usize,
    /// What ends the search, and takes its notes.
    pub stop: Stop,
}

/// A proved line: a first move and what follows against the longest resistance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvedLine {
    /// Moves of the attacker.
    pub moves: u16,
    /// Whether it is the side to move that loses.
    pub lost: bool,
    /// The line, to its end: `2 * moves - 1` plies in direct play, one more where the side to move
    /// loses and in self play.
    pub line: Vec<Move>,
}

/// What a search tells.
#[derive(Debug, Clone)]
pub enum News {
    /// There is no solution within so many moves.
    Refuted(u16),
    /// The proved lines, the best one first. Every list takes the place of the list before, and
    /// its first line is never a longer one.
    Proved(Vec<ProvedLine>),
    /// The side to move is not mated within `moves` moves of the other side. While nothing is
    /// proved, `safest` is the move to play.
    HoldsOut {
        /// The first move that is proved to hold out longest.
        safest: Move,
        /// Moves of the other side.
        moves: u16,
    },
    /// The search is over: everything within the bound is decided, or a limit of nodes was met.
    Done,
    /// Something to be said, as a sentence.
    Note(String),
}

/// News with what the search had cost when they were told.
#[derive(Debug, Clone)]
pub struct Bulletin {
    /// The number of the [`Assignment`].
    pub number: u64,
    /// Nodes so far.
    pub nodes: u64,
    /// How full the tables are, in thousandths.
    pub permille: u16,
    /// What was found.
    pub news: News,
}

impl Bulletin {
    /// News from outside of the search itself.
    pub fn new(number: u64, news: News) -> Bulletin {
        Bulletin {
            number,
            nodes: 0,
            permille: 0,
            news,
        }
    }
}
