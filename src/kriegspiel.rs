//! Kriegspiel: chess for players who do not see the other side's men. Berkeley rules.
//!
//! - [`announcement`]: what the umpire says to both players.
//! - [`own_board`]: what a player knows of the board for certain: the own men, and what can be tried with them.
//! - [`umpire`]: the only one who sees both sides; start reading here.

pub mod announcement;
pub mod own_board;
pub mod umpire;
