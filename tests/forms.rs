//! Forms other than EPD: files, reports, and the input of programs that call Chest or Popeye.
//!
//! There is a folder for each promise, in one crate, because each crate is linked separately.

mod support {
    pub mod data;
    pub mod feed;
    pub mod json;
    pub mod scratch;
    pub mod verdict;
}

mod chest;
mod formats;
mod popeye;
mod report;
