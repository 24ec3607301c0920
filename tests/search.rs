//! The search and its proofs: compared with exhaustion, other programs' solutions and the claims of
//! the suites.
//!
//! There is a folder for each promise, in one crate, because each crate is linked separately.

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
