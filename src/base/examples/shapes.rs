//! Prints the shapes of the board and men for a page, as used by `scripts/package/site`.

use std::io::{self, Write};

fn main() -> io::Result<()> {
    io::stdout().write_all(keymove_base::drawing::shapes().as_bytes())
}
