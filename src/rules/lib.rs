//! The rules of chess problems, slow and plain: what a position is, what is asked of it, and what it means that
//! a problem is solved. Everything is by the rules of chess as [`shakmaty`] has them.
//!
//! - What is asked: a [`position`], with the hands of bughouse and crazyhouse ([`house`]); a
//!   [`stipulation`], as people write it.
//! - What an answer says: [`bounds`], which only get better; moves as text, [`uci`].
//! - What solved means: [`forced`] play (direct, self, reflex) and [`joint`] play (help, series) say
//!   which moves there are and when the goal is reached; [`exhaust`] goes through every line.
//!
//! It is not a search: no tables, no move ordering, no threads. The search has boards and rules of its own and
//! is judged by these; a checker of its proofs needs nothing else.
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
