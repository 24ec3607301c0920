//! The exact tables of endings. K+R and K+Q are built here; `scripts/kriegspiel-endings` builds all
//! four and runs these tests over them.

mod belief;
mod command;
mod file;
mod judge;
use crate::support::named;
mod numbers;
mod rederived;
mod verify;

use std::path::Path;
use std::sync::OnceLock;

use keymove::kriegspiel::ending::{Ending, EndingTable};

/// The tables there are: the two small ones, and those that the folder `$KEYMOVE_ENDINGS` holds as
/// `kbbk.end` and so on.
fn tables() -> &'static [EndingTable] {
    static TABLES: OnceLock<Vec<EndingTable>> = OnceLock::new();
    TABLES.get_or_init(|| {
        let saved = std::env::var_os("KEYMOVE_ENDINGS");
        Ending::ALL
            .into_iter()
            .filter_map(|ending| match (&saved, ending) {
                (Some(folder), _) => {
                    let file = Path::new(folder).join(format!("{}.end", ending.name()));
                    Some(EndingTable::load(&file).expect("a table"))
                }
                (None, Ending::Rook | Ending::Queen) => {
                    Some(EndingTable::build(ending, || false, |_| ()).expect("a table"))
                }
                (None, _) => None,
            })
            .collect()
    })
}

fn table(ending: Ending) -> &'static EndingTable {
    tables()
        .iter()
        .find(|table| table.ending() == ending)
        .expect("K+R and K+Q are always there")
}
