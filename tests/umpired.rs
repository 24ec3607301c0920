//! Kriegspiel: notation, umpire, beliefs, problems, play and the endings.
//!
//! There is a folder for each promise, in one crate, because each crate is linked separately.

mod support {
    pub mod data;
    pub mod feed;
    pub mod long;
}

mod beliefs;
mod ending;
mod kriegspiel;
mod metaposition;
mod play;
