//! Endings that are played: matches against the table's promise, conversations, their records. K+R and
//! K+Q are built here; with `$KEYMOVE_ENDINGS`, the matches also use the two large tables.

mod by_table;
mod command;
mod conversations;
mod gambles;
mod matches;

use std::sync::OnceLock;

use keymove_kriegspiel::ending::{Ending, EndingTable};

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

/// The two large tables, if they are requested.
fn large() -> Vec<EndingTable> {
    if std::env::var_os("KEYMOVE_ENDINGS").is_none() {
        return Vec::new();
    }
    vec![built(Ending::Bishops), built(Ending::BishopAndKnight)]
}
