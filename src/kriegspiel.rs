//! Kriegspiel: chess in which each player sees only the own men, and an umpire answers every try.
//!
//! It stands beside the solver: it shares the rules of chess (shakmaty) and [`crate::error`] with it, nothing else.

pub mod metaposition;
