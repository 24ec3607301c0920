//! Kriegspiel: chess for players who do not see the other side's men.

pub mod ending;
pub mod metaposition;
