//! A question to the search: a position, a stipulation, the extent of the answer, and the limits.

use serde::{Deserialize, Serialize};
use shakmaty::Move;

use super::limit::Limits;
use keymove_rules::position::Position;
use keymove_rules::stipulation::Stipulation;

/// The extent of the answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Extent {
    /// The shortest length, proved, and every key of that length.
    #[default]
    #[serde(rename = "all")]
    AllKeys,
    /// The shortest length, proved, and one key.
    First,
    /// Any proved solution within the depth.
    Any,
}

/// Output that is wanted in addition to the verdict. Each costs a separate search; all but the
/// certificate belong to the tree.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, rename_all(serialize = "kebab-case"))]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Wanted {
    /// The variations as a [`Tree`](super::Tree); in help play every solution of every length up to
    /// the stipulated one.
    #[cfg_attr(
        feature = "clap",
        arg(
            long,
            help = "JSON: write the whole tree as well; --tries and --set-play imply it"
        )
    )]
    pub tree: bool,

    /// With the tree: first moves that fail to at least one reply and to at most this many; with 0
    /// none are searched. Help play has none.
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", num_args = 0..=1, require_equals = true,
        default_value = "none", hide_default_value = true, default_missing_value = "1", value_parser = tries,
        help = "Find the tries as well, with up to N refutations",
        long_help = "Find the tries as well: first moves that fail to at most N replies (default 1)"))]
    pub tries: usize,

    // Tries and set play are then of the stipulated length, too.
    /// Find the longer keys as well: those that reach the goal within the stipulated length, but not
    /// as fast as possible
    #[cfg_attr(feature = "clap", arg(long))]
    pub longer_keys: bool,

    /// Find the set play as well: the play if the other side begins
    #[cfg_attr(feature = "clap", arg(long))]
    pub set_play: bool,

    /// The whole proof as a [`Certificate`](super::Certificate) of at most this many nodes. It may
    /// cost as many nodes of the search again as the verdict did, and four million; they are not
    /// counted, and [`Limits`] do not apply to them.
    #[serde(skip)]
    #[cfg_attr(feature = "clap", arg(skip))]
    pub certificate: Option<usize>,
}

impl Wanted {
    /// Whether something is asked for that only the tree has.
    pub fn has_play(&self) -> bool {
        self.tries > 0 || self.set_play || self.longer_keys
    }
}

/// Reads the number of refutations of a try; `none` is the default.
#[cfg(feature = "clap")]
fn tries(text: &str) -> Result<usize, keymove_base::reason::Reason> {
    match text {
        "none" => Ok(0),
        _ => keymove_base::units::number(1..=u16::MAX.into())(text),
    }
}

/// One problem: a position, the question about it, and the limits of the cost.
#[derive(Debug, Clone)]
pub struct Problem {
    /// The position; its side to move begins. The stipulation decides which side has a reserve: see
    /// [`Kind::settle`](super::Kind::settle).
    pub position: Position,
    /// The goal, and the depth within which it is to be reached.
    pub stipulation: Stipulation,
    /// Whether the depth is a claim (a `dm`, a `bm #N`, ...) and so probably the solution's length,
    /// rather than a bound picked in advance. It changes the order of work, never the answer.
    pub claimed: bool,
    /// Given lines from the position on, good or bad: in forced play they decide where the search
    /// looks first after a short search without them. Moves after an illegal one are left out.
    pub lines: Vec<Vec<Move>>,
    /// The extent of the answer.
    pub extent: Extent,
    /// The limits of the search.
    pub limits: Limits,
    /// Output that is wanted in addition to the verdict.
    pub wanted: Wanted,
}

impl Problem {
    /// The question about a position: every key, nothing else, without limits. The length counts as
    /// a bound, not as a claim.
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

    /// This problem, with the reserve of its position given to the defender.
    pub(super) fn settled(&self) -> Problem {
        Problem {
            position: self.stipulation.kind.settle(&self.position),
            ..self.clone()
        }
    }
}
