//! Bughouse: what is read, checked and written.
//!
//! A folder for each promise. One crate, because each links anew.

mod support {
    pub mod data;
    pub mod feed;
}

mod bpgn;
