//! Forms beside EPD: files, reports, and what programs that call Chest or Popeye read.
//!
//! A folder for each promise. One crate, because each links anew.

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
