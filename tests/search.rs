//! The search and its proofs: held against exhaustion, other programs' solutions and what the suites claim.
//!
//! A folder for each promise. One crate, because each links anew.

mod support {
    pub mod asked;
    pub mod data;
    pub mod long;
    pub mod scratch;
    pub mod solver;
}

mod brute_force;
mod proof;
mod stipulations;
mod suites;
mod threads;
mod verify;
