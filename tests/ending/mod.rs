//! The exact tables of endings. K+R and K+Q are built here; all four, with every sample, by
//!
//! ```sh
//! KEYMOVE_ENDINGS=all KEYMOVE_LONG=1 cargo test --release --test umpired ending:: play::
//! ```

mod belief;
mod command;
mod judge;
mod numbers;
mod rederived;
mod verify;

use std::sync::OnceLock;

use keymove_kriegspiel::ending::{Ending, EndingTable};

/// The available tables: the two small ones, and the others if `$KEYMOVE_ENDINGS` is set.
fn tables() -> &'static [EndingTable] {
    static TABLES: OnceLock<Vec<EndingTable>> = OnceLock::new();
    TABLES.get_or_init(|| {
        let all = std::env::var_os("KEYMOVE_ENDINGS").is_some();
        Ending::ALL
            .into_iter()
            .filter(|ending| all || matches!(ending, Ending::Rook | Ending::Queen))
            .map(|ending| EndingTable::build(ending, || false, |_| ()).expect("a table"))
            .collect()
    })
}

fn table(ending: Ending) -> &'static EndingTable {
    tables()
        .iter()
        .find(|table| table.ending() == ending)
        .expect("K+R and K+Q are always there")
}
