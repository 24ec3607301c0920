//! `filter`: the collection byte for byte, the seed's pair of examples, and what is kept.

use keymove::kriegspiel::filter::filter;
use keymove::kriegspiel::notation::Filtered;
use shakmaty::Color;

use crate::examples::{FILTERED, UNFILTERED, files, filtered, read_one, written};

const ALL: [(Filtered, &str); 3] = [
    (Filtered::No, ".no.pgn"),
    (Filtered::For(Color::White), ".white.pgn"),
    (Filtered::For(Color::Black), ".black.pgn"),
];

#[test]
fn the_collection_byte_for_byte() {
    for (name, text) in files("kriegspiel/games", ".no.pgn") {
        for (wanted, end) in ALL {
            let expected = std::fs::read_to_string(name.replace(".no.pgn", end)).expect("a file");
            assert_eq!(filtered(&text, wanted), expected, "{name}");
            // What is filtered is in the normal form.
            assert_eq!(filtered(&expected, wanted), expected, "{name}");
        }
    }
    for (name, text) in files("kriegspiel/problems", ".pgn") {
        let is = read_one(&text).game.filtered().expect("a known value");
        assert_eq!(filtered(&text, is), text, "{name}");
    }
}

#[test]
fn the_unfiltered_example_gives_the_filtered_one() {
    let white = filtered(UNFILTERED, Filtered::For(Color::White));
    let example = filtered(FILTERED, Filtered::For(Color::White));
    let moves = |text: &str| -> Vec<String> {
        text.lines()
            .filter(|line| line.contains("{("))
            .map(str::to_owned)
            .collect()
    };
    let example = moves(&example);
    assert_eq!(moves(&white)[..example.len()], example);
    insta::assert_snapshot!(white);
    insta::assert_snapshot!(filtered(UNFILTERED, Filtered::For(Color::Black)));
}

#[test]
fn what_is_filtered_is_not_filtered_for_somebody_else() {
    for wanted in [Filtered::No, Filtered::For(Color::Black)] {
        let error = filter(&read_one(FILTERED).game, wanted).expect_err("it is White's");
        assert_eq!(
            error.to_string(),
            "1:1: this record is filtered for white already"
        );
    }
}

#[test]
fn a_game_that_breaks_off_is_not_filtered() {
    let game = read_one("1. e4 {(:)} e5 {(:)} 2. Ke3 {(:)} *").game;
    let error = filter(&game, Filtered::For(Color::White)).expect_err("an illegal move");
    assert_eq!(
        error.to_string(),
        "1:25: Ke3 is impossible: no own man can go there; the rest is not replayed"
    );
}

#[test]
fn comments_nags_and_variations_are_kept_and_filtered() {
    let text = "[Zebra \"z\"] [Result \"*\"] [Event \"e\"] {to begin} 1. e4! {(:) best} $7 {more} \
        e5 {(:)} $2 (1... d5?! {(:) [%clk 1]} 2. exd5 {(Xd5:exf5)} Qxd5 {(Xd5:)}) 2. Nf3 Nc6 *";
    insta::assert_snapshot!(filtered(text, Filtered::For(Color::White)));
    insta::assert_snapshot!(filtered(text, Filtered::For(Color::Black)));
    insta::assert_snapshot!(filtered(text, Filtered::No));
}

#[test]
fn announcements_are_those_of_the_board() {
    let text = "1.d4 f6 2.ed3 {(:)} *";
    assert!(filter(&read_one(text).game, Filtered::No).is_err());
    let text = "[FEN \"4k3/8/8/8/4N3/8/3p4/K3R3 w - - 0 7\"] 7.Nf6 Kd8 8.Rd1 {(CF,Xd2:)} *";
    let made = filter(&read_one(text).game, Filtered::No).expect("legal");
    insta::assert_snapshot!(written(&made.game));
}
