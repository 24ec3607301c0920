use super::men::Picture;
use super::{FittingPictures, PictureLimits};
use crate::attacks::{self, Bits, Sq, bit};
use crate::board::{Board, KING, KNIGHT, Move, Orientation, PAWN};
use crate::small::recorded;

const A1: Sq = 0;
const B1: Sq = 1;
const C1: Sq = 2;
const F1: Sq = 5;
const H1: Sq = 7;
const A7: Sq = 48;
const A8: Sq = 56;
const E8: Sq = 60;
const H8: Sq = 63;

fn board(fen: &str) -> Board {
    Orientation::new(shakmaty::Color::White).board(&recorded(fen))
}

fn limits(white_moves: usize, black_moves: usize, captures: Bits) -> PictureLimits {
    PictureLimits {
        mate: false,
        king: H1,
        white_moves,
        black_moves,
        captures,
        stands: !0,
        pins: false,
        men: 0,
        cells: [!0; 16],
    }
}

/// Whether a picture fits within the limits, if a black pawn may capture this many men.
fn is_pictured(fen: &str, limits: PictureLimits, enemies: u32) -> bool {
    let mut pictures = FittingPictures::default();
    pictures.begin(&[], true);
    let mut room = 1000;
    let fits = pictures.exist(&board(fen), limits, &mut room, enemies);
    assert!(room > 0, "all pictures are looked at");
    fits
}

/// Whether a picture fits with a white bishop on a square.
fn has_picture(fen: &str, bishop: Sq, white_moves: usize, black_moves: usize) -> bool {
    let captures = attacks::bishop(bishop, 0) | attacks::king(F1);
    let limits = limits(white_moves, black_moves, captures);
    is_pictured(fen, limits, 0)
}

/// The position from the top of the module.
#[test]
fn a_pawn_has_to_go_where_the_bishop_stops_it() {
    let light = "4B3/p7/8/8/8/8/7p/5K1k b - -";
    assert!(has_picture(light, E8, 1, 1));
    assert!(!has_picture(light, E8, 0, 1));
    assert!(!has_picture(light, E8, 1, 0));
    let dark = "7B/p7/8/8/8/8/7p/5K1k b - -";
    assert!(!has_picture(dark, H8, 1, 1));
}

/// The picture from the top of the module is carried over a7-a5, and not over a7-a6, which it does
/// not contain.
#[test]
fn a_picture_goes_on_with_the_moves_that_it_foresees() {
    let board = board("4B3/p7/8/8/8/8/7p/5K1k b - -");
    let captures = attacks::bishop(E8, 0) | attacks::king(F1);
    let before = Move::new(KING, F1 + 1, F1, false);
    let mut pictures = FittingPictures::default();
    pictures.begin(&[before], true);
    assert!(pictures.exist(&board, limits(1, 1, captures), &mut 1000, 0));
    for (to, fitting) in [(A7 - 16, bit(H1)), (A7 - 8, 0)] {
        let line = [before, Move::new(PAWN, A7, to, false)];
        assert_eq!(pictures.carried(&line, false, !0, 1), [bit(H1), fitting]);
    }
}

/// The man on a1 goes away after another one got its square, or is captured there.
#[test]
fn a_square_is_not_empty_where_another_man_ends() {
    let board = board("8/8/8/8/8/8/8/nn3K1k b - -");
    let mut picture = Picture::still(&board, &limits(1, 9, !0), 0);
    let first = picture.mark();
    picture.place_black(1, KNIGHT, A1, 3);
    let crowded = picture.mark();
    picture.place_black(0, KNIGHT, C1, 2);
    assert_eq!(picture.black_men, bit(A1) | bit(C1) | bit(H1));
    picture.undo(crowded);
    picture.take(0, 0);
    assert_eq!(picture.black_men, bit(A1) | bit(H1));
    picture.undo(first);
    picture.take(0, 0);
    assert_eq!(picture.black_men, bit(B1) | bit(H1));
}

/// 1.Rb1 Nb5 2.b2 Nc3 3.c1=B Nd1: rook and bishop are next to b2, where one move shuts in both.
#[test]
fn a_square_next_to_two_officers_is_filled_once() {
    let fits = |black_moves| {
        let limits = PictureLimits {
            king: A1,
            ..limits(3, black_moves, 0)
        };
        is_pictured("8/8/8/8/8/Np6/prpp2K1/k7 b - -", limits, 0)
    };
    assert!(fits(3));
    assert!(!fits(2));
}

/// Whether a picture of a mate of the king on a8 fits.
fn has_mate(fen: &str, white_moves: usize, black_moves: usize) -> bool {
    let limits = PictureLimits {
        mate: true,
        king: A8,
        pins: true,
        ..limits(white_moves, black_moves, !0)
    };
    is_pictured(fen, limits, 1)
}

/// Rd8 is mate if the rook on h8 has gone; from h7 it can't go between.
#[test]
fn the_man_that_gives_check_must_not_be_captured() {
    let rook = "k6r/pp6/8/8/8/8/8/3R2K1 b - -";
    assert!(!has_mate(rook, 1, 0));
    assert!(!has_mate(rook, 0, 1));
    assert!(has_mate(rook, 1, 1));
    assert!(has_mate("k7/pp5r/8/8/8/8/8/3R2K1 b - -", 1, 0));
}

/// A bishop that can go between has to go away first; without the pawn on b7 the king goes there.
#[test]
fn nobody_must_be_able_to_go_between() {
    let bishop = "k7/pp6/3b4/8/8/8/8/3R2K1 b - -";
    assert!(!has_mate(bishop, 1, 0));
    assert!(has_mate(bishop, 1, 1));
    assert!(!has_mate("k7/p7/3b4/8/8/8/8/3R2K1 b - -", 1, 1));
}

/// Qb7 is mate with the king next to it; a rook alone guards only flights on its line.
#[test]
fn all_flights_are_guarded_or_blocked() {
    assert!(has_mate("k7/8/2K5/8/8/8/8/1Q6 b - -", 1, 0));
    assert!(!has_mate("k7/8/8/3K4/8/8/8/1R6 b - -", 1, 0));
}
