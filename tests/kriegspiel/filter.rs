//! `filter`: the collection byte for byte, the seed's pair of examples, and what is kept.

use keymove::kriegspiel::filter::{Comments, filter};
use keymove::kriegspiel::finding::{Irregularity, RecordFinding};
use keymove::kriegspiel::notation::Viewpoint;
use shakmaty::Color;

use crate::kriegspiel::examples::{
    FILTERED, UNFILTERED, files, filtered, filtered_with, lines, read_one, written,
};

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
    let white = filtered(UNFILTERED, Viewpoint::For(Color::White));
    let example = filtered(FILTERED, Viewpoint::For(Color::White));
    let moves = |text: &str| -> Vec<String> {
        text.lines()
            .filter(|line| line.contains("{("))
            .map(str::to_owned)
            .collect()
    };
    let example = moves(&example);
    assert_eq!(moves(&white)[..example.len()], example);
    insta::assert_snapshot!(white);
    insta::assert_snapshot!(filtered(UNFILTERED, Viewpoint::For(Color::Black)));
}

#[test]
fn what_is_filtered_is_not_filtered_for_somebody_else() {
    for wanted in [Viewpoint::No, Viewpoint::For(Color::Black)] {
        let error =
            filter(read_one(FILTERED).game, wanted, Comments::Own).expect_err("it is White's");
        assert_eq!(
            error.to_string(),
            "1:1: this record is filtered for white already"
        );
    }
}

#[test]
fn a_game_that_breaks_off_is_not_filtered() {
    let game = read_one("1. e4 {(:)} e5 {(:)} 2. Ke3 {(:)} *").game;
    let error = filter(game.clone(), Viewpoint::For(Color::White), Comments::Own)
        .expect_err("an illegal move");
    assert_eq!(
        error.to_string(),
        "1:25: Ke3 is impossible: no own man can go there; the rest is not replayed"
    );
}

/// A record that tells everything that can be told beside the moves.
const TALKATIVE: &str = "[Zebra \"z\"] [Result \"*\"] [Event \"e\"] [ECO \"B01\"] [Opening \"Centre\"] \
    [PlyCount \"4\"] {to begin} 1. e4! {(:) best} $7 {more} ; of the line\n\
    e5! {(:) after 1...e5} $2 (1... d5?! {(:) [%clk 1]} 2. exd5 {(Xd5:exf5)} Qxd5 {(Xd5:)}) \
    ; Black stands well\n 2. Nf3 {so (:exd5) and so} (2. d4 {(:)} exd4 {(Xd4:)}) Nc6 {secret} *";

#[test]
fn everything_beside_the_moves_is_kept_when_that_is_wanted() {
    for wanted in [
        Viewpoint::For(Color::White),
        Viewpoint::For(Color::Black),
        Viewpoint::No,
    ] {
        insta::assert_snapshot!(filtered_with(TALKATIVE, wanted, Comments::Keep));
    }
}

#[test]
fn a_players_record_tells_nothing_of_what_is_hidden() {
    for wanted in [Viewpoint::For(Color::White), Viewpoint::For(Color::Black)] {
        let own = filtered(TALKATIVE, wanted);
        // Whatever is told beside hidden moves, before the game, or of a board nobody sees.
        let secrets = match wanted {
            Viewpoint::For(Color::White) => ["1...e5", "$2", "Black stands", "secret"],
            _ => ["best", "$7", "more", "so"],
        };
        for secret in ["to begin", "ECO", "Opening", "PlyCount", "d5 {(X", "clk"] {
            assert!(!own.contains(secret), "{secret} in\n{own}");
        }
        for secret in secrets {
            assert!(!own.contains(secret), "{secret} in\n{own}");
        }
        insta::assert_snapshot!(own);
    }
    // The umpire's record tells nobody anything.
    assert_eq!(
        filtered(TALKATIVE, Viewpoint::No),
        filtered_with(TALKATIVE, Viewpoint::No, Comments::Keep)
    );
}

#[test]
fn no_comments_at_all_are_left_when_that_is_wanted() {
    for wanted in [Viewpoint::For(Color::White), Viewpoint::No] {
        insta::assert_snapshot!(filtered_with(TALKATIVE, wanted, Comments::None));
    }
}

#[test]
fn every_comment_on_a_hidden_move_that_is_kept_is_noted() {
    let game = read_one(TALKATIVE).game;
    let notes = |wanted, comments| {
        let made = filter(game.clone(), wanted, comments).expect("legal");
        let kept = |finding: &&RecordFinding| finding.kind == Irregularity::Kept;
        lines(
            &made
                .findings
                .iter()
                .filter(kept)
                .cloned()
                .collect::<Vec<_>>(),
        )
    };
    insta::assert_snapshot!(notes(Viewpoint::For(Color::White), Comments::Keep));
    insta::assert_snapshot!(notes(Viewpoint::For(Color::Black), Comments::Keep));
    assert_eq!(notes(Viewpoint::No, Comments::Keep), "");
    for comments in [Comments::Own, Comments::None] {
        assert_eq!(notes(Viewpoint::For(Color::White), comments), "");
    }
}

#[test]
fn what_was_filtered_without_discretion_is_filtered_again() {
    let kept = filtered_with(TALKATIVE, Viewpoint::For(Color::White), Comments::Keep);
    assert_eq!(
        filtered(&kept, Viewpoint::For(Color::White)),
        filtered(TALKATIVE, Viewpoint::For(Color::White))
    );
}

#[test]
fn announcements_are_those_of_the_board() {
    let text = "1.d4 f6 2.ed3 {(:)} *";
    assert!(filter(read_one(text).game, Viewpoint::No, Comments::Own).is_err());
    let text = "[FEN \"4k3/8/8/8/4N3/8/3p4/K3R3 w - - 0 7\"] 7.Nf6 Kd8 8.Rd1 {(CF,Xd2:)} *";
    let made = filter(read_one(text).game, Viewpoint::No, Comments::Own).expect("legal");
    insta::assert_snapshot!(written(&made.game));
}
