//! The shapes of board and men, as a page has them: `scripts/package/site` puts them into its own.

use std::io::{self, Write};

fn main() -> io::Result<()> {
    io::stdout().write_all(keymove_base::drawing::shapes().as_bytes())
}
