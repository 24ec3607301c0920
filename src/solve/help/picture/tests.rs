use super::men::Picture;
use super::step::Step;
use super::{FittingPictures, PictureLimits};
use crate::attacks::{self, Bits, Sq, bit};
use crate::board::{BISHOP, Board, KING, KNIGHT, Move, Orientation, PAWN, QUEEN, ROOK};
use crate::small::recorded;

const A1: Sq = 0;
const B1: Sq = 1;
const C1: Sq = 2;
const E1: Sq = 4;
const F1: Sq = 5;
const H1: Sq = 7;
const B3: Sq = 17;
const A4: Sq = 24;
const A5: Sq = 32;
const A7: Sq = 48;
const C7: Sq = 50;
const E7: Sq = 52;
const A8: Sq = 56;
const B8: Sq = 57;
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

/// The pictures of a position of one line, complete for the final square h1; `white` made the move
/// before it.
fn pictures_of(fen: &str, limits: PictureLimits, white: bool) -> (FittingPictures, Move) {
    let before = match white {
        true => Move::new(KING, E1, F1, false),
        false => Move::new(PAWN, A7 + 8, A7, false),
    };
    let mut pictures = FittingPictures::default();
    pictures.begin(&[before], white);
    assert!(pictures.exist(&board(fen), limits, &mut 1000, 0));
    (pictures, before)
}

/// In the picture from the top of the module the pawn goes to a5, and a black move remains for
/// nobody else; then the bishop goes to a4.
#[test]
fn pictures_choose_the_moves_of_both_sides() {
    let captures = attacks::bishop(E8, 0) | attacks::king(F1);
    let black = "4B3/p7/8/8/8/8/7p/5K1k b - -";
    let (pictures, _) = pictures_of(black, limits(1, 1, captures), true);
    let targets = pictures
        .targets(bit(H1), false, 1, H1)
        .expect("all are known");
    assert_eq!(targets[usize::from(A7)], bit(A5));
    assert_eq!(targets[usize::from(H1)], 0, "there is no move to spare");
    assert_eq!(pictures.targets(bit(A1), false, 1, H1), None);

    let white = "4B3/8/8/p7/8/8/7p/5K1k w - -";
    let (pictures, _) = pictures_of(white, limits(1, 0, captures), false);
    let targets = pictures
        .targets(bit(H1), true, 1, H1)
        .expect("all are known");
    assert_eq!(targets[usize::from(E8)], bit(A4));
    assert_eq!(targets[usize::from(F1)], 0, "there is no move to spare");
}

/// The bishop captures the pawn, as the only picture foresees; the king would be too far.
#[test]
fn a_picture_goes_on_after_the_capture_that_it_foresees() {
    let fen = "1B6/p7/8/8/8/8/7p/5K1k w - -";
    let (pictures, before) = pictures_of(fen, limits(1, 0, bit(A7)), false);
    let capture = Move::new(BISHOP, B8, A7, true);
    assert_eq!(
        pictures.carried(&[before, capture], true, !0, 0),
        [bit(H1), bit(H1)]
    );
    assert!(pictures.may_go_on(bit(H1), capture, true, 1));
    let quiet = Move::new(BISHOP, B8, C7, false);
    assert_eq!(
        pictures.carried(&[before, quiet], true, !0, 0),
        [bit(H1), 0]
    );
    assert!(!pictures.may_go_on(bit(H1), quiet, true, 1));
    let castle = Move::castle(E1, H1);
    assert!(pictures.may_go_on(bit(H1), castle, true, 1), "not carried");
    assert_eq!(pictures.carried(&[before, castle], true, !0, 0), [0, 0]);
}

/// 1.e8=B a5 2.Ba4: a queen gets there in time, too, a rook and a knight do not.
#[test]
fn a_picture_goes_on_after_the_promotions_that_it_foresees() {
    let fen = "8/p3P3/8/8/8/8/7p/5K1k w - -";
    let (pictures, before) = pictures_of(fen, limits(2, 1, attacks::queen(E8, 0)), false);
    for (role, fitting) in [(QUEEN, bit(H1)), (BISHOP, bit(H1)), (ROOK, 0), (KNIGHT, 0)] {
        let line = [before, Move::promotion(E7, E8, role, false)];
        assert_eq!(
            pictures.carried(&line, true, !0, 1),
            [bit(H1), fitting],
            "{role}"
        );
    }
}

/// A black man that another white man has to capture where it stands, or that has a place or moves
/// to make, is not captured in the picture; any other leaves it.
#[test]
fn a_captured_man_leaves_the_picture_that_agrees() {
    let board = board("8/8/8/8/8/1N6/8/nn3K1k w - -");
    let captures = |m: Move, change: &dyn Fn(&mut Picture)| {
        let mut picture = Picture::still(&board, &limits(2, 9, !0), 1);
        change(&mut picture);
        let step = Step::last(&[m], true).expect("a plain move");
        picture.after(step, 2).map(|next| next.men())
    };
    let capture = Move::new(KNIGHT, B3, A1, true);
    let rest = bit(A1) | bit(B1) | bit(F1) | bit(H1);
    assert_eq!(captures(capture, &|_| {}), Some(rest), "nothing is known");
    let gone = captures(capture, &|picture| picture.take(0, 0));
    assert_eq!(gone, Some(rest), "it was to be captured there");
    assert_eq!(
        captures(capture, &|picture| picture.take(0, 1)),
        None,
        "a move later"
    );
    let placed = captures(capture, &|picture| {
        picture.place_black(0, KNIGHT, C1, 2);
    });
    assert_eq!(placed, None);
    let by_king = captures(capture, &|picture| {
        picture.take(0, 0);
        let king = picture.white.iter().position(|man| man.from == F1);
        let king = king.expect("the king");
        picture.replace_white(king, picture.white[king].capturing(A1));
    });
    assert_eq!(by_king, None, "the king has this task");
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
