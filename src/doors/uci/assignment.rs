//! The task of one search, and the updates it sends: the data exchanged between the session and the
//! thread that searches.

use shakmaty::Move;

use keymove_base::stop::Stop;
use keymove_rules::position::Position;
use keymove_solve::Kind;

/// The task of one `go`. It does not include the time: the session watches the clock and raises the
/// flag.
#[derive(Debug, Clone)]
pub struct Assignment {
    /// The number of the `go`, so that late updates of an earlier one can be recognized.
    pub number: u64,
    /// The number of the game: proofs from the same game are reused.
    pub game: u64,
    /// The position; its side to move has a legal move.
    pub position: Position,
    /// The goal; neither [`Kind::MATED`] nor help play.
    pub kind: Kind,
    /// The maximum length in moves of the attacker, 1 to 500.
    pub bound: u16,
    /// Whether the bound comes from `go mate N`: any mate within it will do.
    pub any: bool,
    /// Whether the `go` gives no length, so that a mate longer than the bound is an answer, too.
    pub open: bool,
    /// The allowed first moves (`searchmoves`), all legal; empty for all.
    pub first: Vec<Move>,
    /// The number of first moves to report.
    pub shown: usize,
    /// The maximum number of nodes, not counting those needed to write out the line of a proof.
    pub nodes: Option<u64>,
    /// Memory for the tables, in megabytes of 2^20 bytes.
    pub memory: usize,
    /// The number of threads that search.
    pub threads: usize,
    /// The flag that ends the search, with its notes.
    pub stop: Stop,
}

/// A proved line: a first move, and the play after it against the longest resistance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvedLine {
    /// The number of moves of the attacker.
    pub moves: u16,
    /// Whether the side to move loses.
    pub lost: bool,
    /// The complete line: `2 * moves - 1` plies in direct play, one more if the side to move loses
    /// and in self play.
    pub line: Vec<Move>,
}

/// The updates sent by a search.
#[derive(Debug, Clone)]
pub enum News {
    /// There is no solution within this number of moves.
    Refuted(u16),
    /// The proved lines, the best one first. Every list replaces the previous one, and its first
    /// line never gets longer.
    Proved(Vec<ProvedLine>),
    /// The side to move is not mated within `moves` moves of the other side. As long as nothing is
    /// proved, `safest` is the move to play.
    HoldsOut {
        /// The first move that is proved to hold out longest.
        safest: Move,
        /// The number of moves of the other side.
        moves: u16,
    },
    /// The search has ended: everything within the bound is decided, or a node limit was met.
    Done,
    /// A message, as a sentence.
    Note(String),
}

/// An update with the cost of the search so far.
#[derive(Debug, Clone)]
pub struct SearchUpdate {
    /// The number of the [`Assignment`].
    pub number: u64,
    /// The number of nodes so far.
    pub nodes: u64,
    /// The used part of the tables, in thousandths.
    pub permille: u16,
    /// The content.
    pub news: News,
}

impl SearchUpdate {
    /// An update that does not come from the search itself.
    pub fn new(number: u64, news: News) -> SearchUpdate {
        SearchUpdate {
            number,
            nodes: 0,
            permille: 0,
            news,
        }
    }
}
