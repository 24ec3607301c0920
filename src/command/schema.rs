//! `solver schema`: the JSON Schema of a line of `--format json`.

use std::io::{self, Write};

use crate::desk::ended;
use crate::exit::Exit;
use crate::form::json::SCHEMA;
use crate::stop::Stop;

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
