//! The rules of chess problems, slow and simple: what a position is, what can be asked about it,
//! and when a problem is solved. Everything is based on the rules of chess in [`shakmaty`].
//!
//! - Questions: a [`position`], with the hands of bughouse and crazyhouse ([`house`]); a
//!   [`stipulation`], as people write it.
//! - Answers: [`bounds`], which can only improve; moves as text, [`uci`].
//! - What solved means: [`forced`] play (direct, self, reflex) and [`joint`] play (help, series)
//!   define the possible moves and when the goal is reached; [`exhaust`] searches every line.
//!
//! This crate is not a search: it has no tables, move ordering or threads. The search has boards
//! and rules of its own, which are tested against these; a checker of its proofs needs nothing
//! else.
//!
//! Start reading with [`stipulation::Kind`] and [`forced::PlayRules`].

pub mod bounds;
pub mod exhaust;
pub mod forced;
pub mod house;
pub mod joint;
pub mod position;
pub mod stipulation;
pub mod uci;
