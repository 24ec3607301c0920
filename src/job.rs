//! What to solve: [`crate::epd::Epd`] and [`Defaults`] -> [`crate::solve::Problem`].

use crate::solve::{Extent, Kind, Limits};

/// What the command line asks for.
#[derive(Debug, Clone, Default)]
pub struct Defaults {
    /// `-z N`: depth in full moves for records that name none.
    pub depth: Option<u16>,
    /// `-Z N`: depth for every record.
    pub force_depth: Option<u16>,
    /// `-J STIP`: kind for records that name none.
    pub kind: Option<Kind>,
    /// `-x`: the side to move is the one that gets mated.
    pub mated: bool,
    /// All keys, the first, or any solution.
    pub extent: Extent,
    /// Limits of one job.
    pub limits: Limits,
}
