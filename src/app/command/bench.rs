//! `solver bench`: nodes on standard output, time on standard error.

use std::io;

use keymove_base::desk::{ended, tell};
use keymove_base::exit::Exit;
use keymove_base::stop::Stop;
use keymove_run::bench;

/// Searches the fixed positions.
pub fn run() -> Exit {
    let written = bench::run(io::stdout().lock()).map(|total| {
        // The nodes stand on stdout already.
        tell(total);
        Exit::Success
    });
    ended(written, &Stop::new())
}
