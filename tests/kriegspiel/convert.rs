//! `convert`: umpires' records in both directions.

use keymove_kriegspiel::convert::convert;
use keymove_kriegspiel::notation::Dialect;

use crate::kriegspiel::examples::{files, lines, read_one, written};

#[test]
fn an_umpires_record_comes_back_from_the_proposal() {
    for (name, text) in files("kriegspiel/games", ".no.pgn") {
        let there = convert(read_one(&text).game, Dialect::Proposal).expect("legal");
        let there = written(&there.game);
        let back = convert(read_one(&there).game, Dialect::V09).expect("legal");
        assert_eq!(written(&back.game), text, "{name}");
        assert_eq!(lines(&back.findings), "", "{name}");
    }
}
