//! Runs over many records: in bulk, in shards, by several workers.
//!
//! There is a folder for each promise, in one crate, because each crate is linked separately.

mod support {
    pub mod feed;
    pub mod files;
    pub mod programs;
    pub mod scratch;
    pub mod waiting;
}

mod bulk;
mod pool;
