//! Kriegspiel: notation, umpire, beliefs, problems, play and the endings.
//!
//! A folder for each promise. One crate, because each links anew.

mod support {
    pub mod data;
    pub mod feed;
    pub mod long;
    pub mod named;
}

mod beliefs;
mod ending;
mod kriegspiel;
mod metaposition;
mod play;
