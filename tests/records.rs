//! Records: reading, writing, comparing, merging and reusing.
//!
//! There is a folder for each promise, in one crate, because each crate is linked separately.

mod support {
    pub mod data;
    pub mod feed;
    pub mod files;
    pub mod json;
    pub mod scratch;
    pub mod solver;
    pub mod verdict;
}

mod epd;
mod merge;
