//! Bughouse: reading, checking and writing.
//!
//! There is a folder for each promise, in one crate, because each crate is linked separately.

mod support {
    pub mod data;
    pub mod feed;
}

mod bpgn;
