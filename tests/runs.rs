//! Runs over many records: in bulk, in shards, by several workers.
//!
//! A folder for each promise. One crate, because each links anew.

mod support {
    pub mod feed;
    pub mod files;
    pub mod scratch;
    pub mod waiting;
}

mod bulk;
mod pool;
