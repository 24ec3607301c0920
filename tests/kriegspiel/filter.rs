//! `filter`: the collection byte for byte.

use keymove_kriegspiel::notation::Viewpoint;
use shakmaty::Color;

use crate::kriegspiel::examples::{files, filtered, read_one};

const ALL: [(Viewpoint, &str); 3] = [
    (Viewpoint::No, ".no.pgn"),
    (Viewpoint::For(Color::White), ".white.pgn"),
    (Viewpoint::For(Color::Black), ".black.pgn"),
];

#[test]
fn the_collection_byte_for_byte() {
    for (name, text) in files("kriegspiel/games", ".no.pgn") {
        for (wanted, end) in ALL {
            let expected = std::fs::read_to_string(name.replace(".no.pgn", end)).expect("a file");
            assert_eq!(filtered(&text, wanted), expected, "{name}");
            // The filtered record is in the normal form.
            assert_eq!(filtered(&expected, wanted), expected, "{name}");
        }
    }
    for (name, text) in files("kriegspiel/problems", ".pgn") {
        let is = read_one(&text).game.filtered().expect("a known value");
        assert_eq!(filtered(&text, is), text, "{name}");
    }
}
