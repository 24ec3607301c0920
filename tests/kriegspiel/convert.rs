//! `convert`: what each notation can say of the other.

use keymove::kriegspiel::convert::convert;
use keymove::kriegspiel::notation::Dialect;

use crate::kriegspiel::examples::{
    FILTERED, PROPOSAL, UNFILTERED, files, lines, read_one, written,
};

/// The record in the other notation, and what is lost.
fn converted(text: &str, to: Dialect) -> String {
    let made = convert(read_one(text).game, to).expect("a game that can be converted");
    format!("{}\n{}", written(&made.game), lines(&made.findings))
}

#[test]
fn the_examples() {
    insta::assert_snapshot!(converted(UNFILTERED, Dialect::Proposal));
    insta::assert_snapshot!(converted(FILTERED, Dialect::Proposal));
    insta::assert_snapshot!(converted(PROPOSAL, Dialect::V09));
}

#[test]
fn a_players_record_in_the_proposal_says_less_than_asked() {
    let text = "[Filtered \"white\"]\n1. e4 {(K::)} ?? {(K:0:)} 2. Qh5 {(K::)} ?? {(K:0:)} \
        3. Qxf7+ {(K::Tf7)} ?? {(K:0:Tf7)} 4. Bc4+ {(K::CD)} ?? {(K:2:CK)} *";
    insta::assert_snapshot!(converted(text, Dialect::V09));
}

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
