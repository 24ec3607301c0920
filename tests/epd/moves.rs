//! Moves as real files write them.

use keymove::epd::Epd;
use keymove::epd::moves::{MoveError, read_move, written_moves};
use shakmaty::PositionError;

/// The moves of `bm` in SAN, or the fault in them.
fn moves(fields: &str, bm: &str) -> Vec<String> {
    let (epd, _) = Epd::read(format!("{fields} bm {bm};").as_bytes()).expect("a record");
    let operation = epd.operation("bm").expect("moves");
    written_moves(operation)
        .iter()
        .map(|text| match read_move(epd.position(), text) {
            Ok(m) => epd.position().san(m),
            Err(error) => error.to_string(),
        })
        .collect()
}

const WAC_1: &str = "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - -";
/// A pawn that may promote by a step or a capture, and castling to both sides.
const PROMOTION: &str = "2n5/1P1k4/8/8/8/8/8/R3K2R w KQ -";
const EN_PASSANT: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6";

#[test]
fn signs_may_be_missing_superfluous_or_apart() {
    for bm in [
        "Qh4", "Qh4+", "Qh4#", "Qh4!", "Qh4 + ?", "Qh4!?", "Qh4 !!", "Qh4=", "1.Qh4", "1... Qh4",
    ] {
        assert_eq!(moves(WAC_1, bm), ["Qh4"], "{bm}");
    }
    assert_eq!(moves("7k/8/6K1/8/8/8/Q7/8 w - -", "Qa8"), ["Qa8#"]);
    // Fortress suites.
    assert_eq!(
        moves(
            "2k5/2p5/1q1p4/pPpPp1p1/N1P1Pp1p/P4PbP/KQ4P1/8 w - -",
            "Nxb6 + ? "
        ),
        ["Nxb6+"]
    );
}

#[test]
fn men_may_have_german_letters_or_figurines() {
    for bm in [
        "Dh4", "Dg3-h4+", "♕h4", "♛g3h4", "Qh4mate", "Qh4ch", "Q–h4", "Qh4‼",
    ] {
        assert_eq!(moves(WAC_1, bm), ["Qh4"], "{bm}");
    }
    assert_eq!(
        moves(WAC_1, "Sd7:+ Tad1"),
        ["Sd7:+ may be several moves", "Rad1"]
    );
    assert_eq!(moves(EN_PASSANT, "ed"), ["exd6"]);
    assert_eq!(moves(PROMOTION, "bc8S"), ["bxc8=N"]);
    assert_eq!(moves(PROMOTION, "Kg1"), ["O-O"]);
}

#[test]
fn captures_may_lack_their_sign() {
    assert_eq!(
        moves(WAC_1, "Nc6 Nxc6 N:c6 Nd5"),
        ["Nxc6", "Nxc6", "Nxc6", "Nxd5"]
    );
}

#[test]
fn sets_may_be_separated_by_commas() {
    assert_eq!(
        moves(WAC_1, "Qg6,Qh4, Qh3 ,Nd7"),
        ["Qg6", "Qh4", "Qh3", "Nd7 may be several moves"]
    );
}

#[test]
fn promotions() {
    for bm in [
        "b8=Q", "b8Q", "b8=q", "b8q", "b7b8q", "b7b8Q", "b7-b8=Q", "b8(Q)", "b8/Q", "b8=Q+",
        "Pb8=Q",
    ] {
        assert_eq!(moves(PROMOTION, bm), ["b8=Q"], "{bm}");
    }
    for bm in ["bxc8=N", "bxc8N+", "b7c8n", "b7xc8N", "bc8N"] {
        assert_eq!(moves(PROMOTION, bm), ["bxc8=N"], "{bm}");
    }
    assert_eq!(moves(PROMOTION, "b8"), ["b8 is not a legal move"]);
    assert_eq!(moves(PROMOTION, "b8=K"), ["b8=K is not a move"]);
}

#[test]
fn en_passant() {
    for bm in [
        "exd6",
        "exd6e.p.",
        "exd6 e.p.",
        "exd6ep",
        "e5d6",
        "e5xd6/ep",
        "ed6",
        "e5-d6",
    ] {
        assert_eq!(moves(EN_PASSANT, bm), ["exd6"], "{bm}");
    }
}

#[test]
fn castling() {
    for bm in ["O-O", "0-0", "o-o", "O-O+", "e1g1", "e1h1"] {
        assert_eq!(moves(PROMOTION, bm), ["O-O"], "{bm}");
    }
    for bm in ["O-O-O", "0-0-0", "e1c1", "e1a1"] {
        assert_eq!(moves(PROMOTION, bm), ["O-O-O+"], "{bm}");
    }
    // Chess960: the king takes its rook.
    let frc = "k7/8/8/8/8/8/8/2K1R1R1 w G -";
    assert_eq!(
        moves(frc, "c1g1 O-O"),
        ["c1g1 is not a legal move", "O-O is not a legal move"]
    );
    let frc = "7k/8/8/8/8/8/8/RK6 w A -";
    assert_eq!(moves(frc, "b1a1 O-O-O"), ["O-O-O", "O-O-O"]);
}

#[test]
fn long_algebraic() {
    // Mate suites of one collection.
    assert_eq!(
        moves("3k3B/7p/p1Q1p3/2n5/6P1/K3b3/PP5q/R7 w - -", "Bh8-f6+"),
        ["Bf6#"]
    );
    assert_eq!(
        moves(
            "4bk2/ppp3p1/2np3p/2b5/2B2Bnq/2N5/PP4PP/4RR1K w - -",
            "Bf4xd6+"
        ),
        ["Bxd6#"]
    );
}

#[test]
fn unreadable_moves_are_distinguished_from_illegal_moves() {
    assert_eq!(
        moves(WAC_1, "Ka1 hello Qg6x \u{fc} N Qd7xh3 --"),
        [
            "Ka1 is not a legal move",
            "hello is not a move",
            "Qg6x is not a move",
            "ü is not a move",
            "N is not a move",
            "Qd7xh3 is not a legal move",
            "-- is not a move",
        ]
    );
}

#[test]
fn too_many_moves_are_no_panic() {
    // Forty queens can't come from a record, but can come from another program's position.
    let setup: shakmaty::fen::Fen = "QQQQQQBk/Q6B/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ b - -"
        .parse()
        .expect("a FEN");
    let position: shakmaty::Chess = setup
        .into_position(shakmaty::CastlingMode::Standard)
        .or_else(PositionError::ignore_too_much_material)
        .or_else(PositionError::ignore_impossible_check)
        .expect("a position");
    assert_eq!(
        read_move(&position.into(), b"Qb2"),
        Err(MoveError::TooManyMoves)
    );
}
