//! Records: what is read, written, compared, put together and used again.
//!
//! A folder for each promise. One crate, because each links anew.

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
