//! `solver schema`: the JSON Schema of a line of `--format json`.

use std::io::{self, Write};

use keymove_base::desk::ended;
use keymove_base::exit::Exit;
use keymove_base::stop::Stop;
use keymove_forms::form::json::SCHEMA;

/// Prints it.
pub fn run() -> Exit {
    let mut out = io::stdout().lock();
    let written = out
        .write_all(SCHEMA.as_bytes())
        .and_then(|()| out.flush())
        .map(|()| Exit::Success);
    // Too short for a signal to be caught.
    ended(written, &Stop::new())
}
