//! Tables in files: what is written is read back, everything else is refused.

use keymove::kriegspiel::ending::file::FileError;
use keymove::kriegspiel::ending::statistics::Statistics;
use keymove::kriegspiel::ending::{Ending, EndingTable};

use crate::ending::{table, tables};

fn refused(bytes: &[u8]) -> String {
    let error: FileError = EndingTable::from_bytes(bytes).expect_err("not a table");
    error.to_string()
}

#[test]
fn a_table_is_read_as_it_was_written() {
    for table in tables() {
        let bytes = table.to_bytes();
        let read = EndingTable::from_bytes(&bytes).expect("a table");
        assert!(read.to_bytes() == bytes);
        assert_eq!(read.ending(), table.ending());
        assert_eq!(Statistics::of(&read), Statistics::of(table));
        for &placement in table.placements().iter().step_by(37) {
            for moves in [1, 5, table.longest()] {
                let sets = table.maximal_sets(placement, moves);
                assert_eq!(read.maximal_sets(placement, moves), sets);
            }
        }
    }
}

#[test]
fn a_table_that_is_cut_off_is_refused() {
    let bytes = table(Ending::Rook).to_bytes();
    let cuts = (1..40)
        .chain((40..bytes.len()).step_by(20_011))
        .chain([bytes.len() - 1]);
    for length in cuts {
        assert_eq!(
            refused(&bytes[..length]),
            "the table is cut off or damaged",
            "{length}"
        );
    }
    let mut longer = bytes;
    longer.push(0);
    assert_eq!(refused(&longer), "the table is cut off or damaged");
}

#[test]
fn a_table_with_one_wrong_bit_is_refused() {
    let mut bytes = table(Ending::Rook).to_bytes();
    for place in (12..bytes.len()).step_by(20_011).chain([bytes.len() - 1]) {
        bytes[place] ^= 0x10;
        assert_eq!(
            refused(&bytes),
            "the table is cut off or damaged",
            "{place}"
        );
        bytes[place] ^= 0x10;
    }
    EndingTable::from_bytes(&bytes).expect("as it was");
}

#[test]
fn a_foreign_file_is_refused() {
    for foreign in [
        &b""[..],
        b"hello",
        b"KMendinG12345678",
        b"8/8/8/8/8/5k2/8/K6R w - -",
    ] {
        assert_eq!(refused(foreign), "not a table of an ending");
    }
    let mut later = table(Ending::Rook).to_bytes();
    later[8] = 2;
    assert_eq!(refused(&later), "a table of version 2, only 1 can be read");
}
