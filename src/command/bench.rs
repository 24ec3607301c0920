//! `solver bench`: nodes on standard output, time on standard error.

use std::io;

use crate::bench;
use crate::desk::{ended, tell};
use crate::exit::Exit;
use crate::stop::Stop;

/// Searches the fixed positions.
pub fn run() -> Exit {
    let written = bench::run(io::stdout().lock()).map(|total| {
        // The nodes stand on stdout already.
        tell(total);
        Exit::Success
    });
    ended(written, &Stop::new())
}
