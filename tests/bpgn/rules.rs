//! The additional rules of bughouse: hands, promoted men, mates, the men of two sets.

use keymove_bpgn::bfen::{Bfen, Holdings};
use keymove_bpgn::board::BughouseBoard;
use keymove_bpgn::mate::MateRule;
use keymove_bpgn::seat::BoardName;
use keymove_games::pgn::MoveText;

use crate::bpgn::{each_game, errors};
use keymove_bpgn::position::position;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

fn board(text: &str) -> BughouseBoard {
    let bfen = Bfen::read(format!("{text} | {START}").as_bytes()).expect("a BFEN");
    bfen.boards.board(BoardName::A).clone()
}

/// Whether the move mates, by both rules.
fn mates(position: &str, san: &str) -> (bool, bool) {
    let mut board = board(position);
    let (san, _) = MoveText::read_loosely(san.as_bytes()).expect("a move");
    let m = board.resolve(san).expect("a legal move");
    board.play(m);
    (
        board.is_mate(MateRule::Unblockable),
        board.is_mate(MateRule::Now),
    )
}

#[test]
fn two_mate_rules() {
    for (position, san, unblockable, now) in [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - -", "Ra8", false, true),
        // A pawn cannot be dropped on the last rank, a knight can.
        ("6k1/5ppp/8/8/8/8/8/R3K3/p w - -", "Ra8", false, true),
        ("6k1/5ppp/8/8/8/8/8/R3K3/n w - -", "Ra8", false, false),
        ("6k1/5ppp/8/8/8/8/8/R3K3/N w - -", "Ra8", false, true),
        ("5rk1/5ppp/8/6N1/8/3Q4/8/4K3 w - -", "Qxh7", true, true),
        ("6rk/6pp/8/6N1/8/8/8/4K3 w - -", "Nf7", true, true),
        ("6rk/6pp/8/6N1/2B5/8/8/4K3/q w - -", "Nf7", true, true),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - -", "Kd2", false, false),
    ] {
        assert_eq!(mates(position, san), (unblockable, now), "{position} {san}");
    }
}

#[test]
fn captured_men_go_to_the_partner_and_promoted_men_as_pawns() {
    // White of A promotes, Black of A captures the queen: White of B gets a pawn.
    let text = "[FEN \"4k2r/P7/8/8/8/8/8/4K3 w k - | 4k3/8/8/8/8/8/8/4K3 w - -\"]\n\
                1A. a8=Q+ 1a. Kf7 2A. Qxh8 2a. Kg6 3A. Qg8+ 3a. Kh6 1B. Kd2 1b. R@e3 *";
    assert_eq!(errors(text.as_bytes()), [""; 0]);
    each_game(text.as_bytes(), |game| {
        let hand = |at: &str, name: BoardName| {
            let bfen = position(game, at.parse().expect("a point")).expect("a position");
            Holdings(bfen.boards.board(name).hands()).to_string()
        };
        assert_eq!(hand("2A", BoardName::A), "");
        assert_eq!(hand("2A", BoardName::B), "r");
        assert_eq!(hand("1b", BoardName::B), "");
    });
    let text = "[FEN \"4k2r/6P1/8/8/8/8/8/4K3 w k - | 4k3/8/8/8/8/8/8/4K3 w - -\"]\n\
                1A. g8=Q+ 1a. Rxg8 1B. P@e7 *";
    assert_eq!(errors(text.as_bytes()), [""; 0]);
    let queen = text.replace("P@e7", "Q@e7");
    assert_eq!(
        errors(queen.as_bytes()),
        ["error: 1B: Q@e7: there is no queen in hand"]
    );
}

#[test]
fn bfen_is_read_as_it_is_found() {
    let plain = Bfen::read(format!("8/8/8/8/8/3k4/8/R3K2R/PPq w KQ - 45 56 | {START}").as_bytes());
    assert!(plain.is_ok());
    for text in [
        "8/8/8/8/8/3k4/8/R3K2R/PqP w KQ - 45 56",
        "8/8/8/8/8/3k4/8/R3K2R[PPq]  w  QK - 45 56",
        "8/8/8/8/8/3k4/8/R3K2R/PPq w HA - 45 56",
        "8/8/8/8/8/3k4/8/R3K2R[-qPP] W KQ - 45 56",
    ] {
        let bfen = Bfen::read(format!("{text} | {START}").as_bytes());
        assert_eq!(bfen, plain, "{text}");
    }
    // Fractions of seconds, a promoted man, and holdings on both boards.
    let text = "q~3k3/8/8/8/8/8/8/4K3/Pb b - - 45.25 -0.5 | 4k3/8/8/8/8/8/8/4K2R/Nq w K e6 7 8.125";
    let bfen = Bfen::read(text.as_bytes()).expect("a BFEN");
    assert_eq!(bfen.to_string(), text.replace("e6", "-"));
    assert_eq!(bfen.dropped.len(), 1);
    for (text, reason) in [
        ("", "not eight ranks of eight squares: (nothing)"),
        ("8/8/8/8/8/8/8/8 w - -", "white has not exactly one king"),
        (
            "4k2P/8/8/8/8/8/8/4K3 w - -",
            "a pawn on the first or last rank",
        ),
        ("4k3/8/8/8/8/8/8/4K3/x w - -", "no holdings: x"),
        ("4k3/8/8/8/8/8/8/4K3 x - -", "neither w nor b: x"),
        ("4k3/8/8/8/8/8/8/4K3 w z -", "no castling rights: z"),
        ("4k3/8/8/8/8/8/8/4K3 w - e", "no en-passant square: e"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x", "no clock: x"),
        (
            "4k4/8/8/8/8/8/8/4K3 w - -",
            "not eight ranks of eight squares: 4k4/8/8/8/8/8/8/4K3",
        ),
        (
            "~4k2/8/8/8/8/8/8/4K3 w - -",
            "not eight ranks of eight squares: ~4k2/8/8/8/8/8/8/4K3",
        ),
    ] {
        let error = Bfen::read(format!("{text} | {START}").as_bytes()).expect_err(text);
        assert_eq!(error.to_string(), format!("board A: {reason}"), "{text}");
    }
}

#[test]
fn rights_that_nobody_can_have_are_dropped() {
    let bfen = Bfen::read(format!("4k3/8/8/8/8/8/8/4K3 w KQkq e3 | {START}").as_bytes());
    let bfen = bfen.expect("a BFEN");
    assert_eq!(bfen.dropped.len(), 5);
    assert!(bfen.to_string().starts_with("4k3/8/8/8/8/8/8/4K3 w - - | "));
}

/// Found by the fuzz target: a king has one rook for castling on each side.
#[test]
fn a_second_rook_on_the_same_side_has_no_right() {
    let men = "r2r1nbk/8/8/8/8/8/8/4K3";
    let bfen = Bfen::read(format!("{men} b dkq - | {START}").as_bytes()).expect("a BFEN");
    assert_eq!(bfen.dropped.len(), 2, "{:?}", bfen.dropped);
    assert!(bfen.to_string().starts_with(&format!("{men} b d - | ")));
    let again = Bfen::read(bfen.to_string().as_bytes()).expect("a BFEN");
    assert_eq!(again.boards, bfen.boards);
}

#[test]
fn castling_of_fischer_random() {
    let mut board = board("1r2k1r1/6p1/8/8/8/8/6P1/1R2K1R1 w GBgb -");
    for san in ["O-O-O", "O-O"] {
        let (san, _) = MoveText::read_loosely(san.as_bytes()).expect("a move");
        let m = board.resolve(san).expect("castling");
        board.play(m);
    }
    let shown = keymove_bpgn::bfen::BfenMen(&board).to_string();
    assert_eq!(shown, "1r3rk1/6p1/8/8/8/8/6P1/2KR2R1");
}
