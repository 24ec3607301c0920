//! Endings played: matches against the table's promise, conversations, records. K+R and K+Q are
//! built here; with the folder `$KEYMOVE_ENDINGS`, which `scripts/kriegspiel-endings` fills, the
//! matches go through the two large tables, too.

mod by_table;
mod command;
mod conversations;
use crate::support::feed;
mod gambles;
mod matches;
use crate::support::named;
mod records;

use std::path::Path;
use std::sync::OnceLock;

use keymove::kriegspiel::ending::{Ending, EndingTable};

fn rook() -> &'static EndingTable {
    static TABLE: OnceLock<EndingTable> = OnceLock::new();
    TABLE.get_or_init(|| built(Ending::Rook))
}

fn queen() -> &'static EndingTable {
    static TABLE: OnceLock<EndingTable> = OnceLock::new();
    TABLE.get_or_init(|| built(Ending::Queen))
}

fn built(ending: Ending) -> EndingTable {
    EndingTable::build(ending, || false, |_| ()).expect("nothing stops it")
}

/// The two large tables, where they are kept.
fn large() -> Vec<EndingTable> {
    let Some(folder) = std::env::var_os("KEYMOVE_ENDINGS") else {
        return Vec::new();
    };
    let load = |ending: Ending| {
        let file = Path::new(&folder).join(format!("{}.end", ending.name()));
        EndingTable::load(&file).expect("a table")
    };
    vec![load(Ending::Bishops), load(Ending::BishopAndKnight)]
}
