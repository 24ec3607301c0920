//! `solver verify`: claims and certificates, proved again without the search.

use std::io::{self, BufWriter, Write};

use crate::desk::ended;
use crate::exit::Exit;
use crate::stop::Stop;
use crate::verify::{self, Verification};

/// Verifies.
pub fn run(verification: &Verification) -> Exit {
    let mut out = BufWriter::new(io::stdout().lock());
    let written =
        verify::run(verification, &mut out).and_then(|totals| out.flush().map(|()| totals.exit()));
    ended(written, &Stop::new())
}
