//! The marks of keys: a move on the board is an arrow; a promotion also has the promoted man in a
//! corner of its square; a drop is the man in a ring on its square.
//!
//! Arrows that overlap on one line (Rg5 and Rh5) would look like a single arrow; therefore the
//! longer one is drawn first, and each has a border.

use std::cmp::Reverse;

use shakmaty::{Bitboard, Color, Move, Piece, Role, Square, attacks};

use super::corner;
use keymove_base::drawing::men::{SIDE, scaled_man};

/// The colour of the marks on a screen.
const GREEN: &str = "#15781b";

/// The marks of `keys`, moves of `turn`.
pub(super) fn marks(keys: &[Move], turn: Color) -> String {
    let mut svg = arrows(keys, turn);
    svg.push_str(&men_on_squares(keys, turn, |m| m.promotion(), badges));
    let dropped = |m: &Move| match *m {
        Move::Put { role, .. } => Some(role),
        _ => None,
    };
    svg.push_str(&men_on_squares(keys, turn, dropped, drop_mark));
    svg
}

fn arrows(keys: &[Move], turn: Color) -> String {
    let mut arrows: Vec<(Square, Square)> = keys.iter().filter_map(|&m| from_to(m, turn)).collect();
    arrows.sort_unstable();
    // The promotions of one pawn share an arrow.
    arrows.dedup();
    let shares = |arrow: &(Square, Square)| {
        arrows
            .iter()
            .any(|other| other != arrow && share_line(*arrow, *other))
    };
    let (mut shared, alone): (Vec<_>, Vec<_>) = arrows.iter().copied().partition(shares);
    shared.sort_by_key(|&(from, to)| Reverse(from.distance(to)));
    let alone = alone.into_iter().map(|(from, to)| arrow(from, to, false));
    let shared = shared.into_iter().map(|(from, to)| arrow(from, to, true));
    alone.chain(shared).collect()
}

/// The squares where an arrow begins and ends; for castling, those of the king.
fn from_to(m: Move, turn: Color) -> Option<(Square, Square)> {
    let to = match m.castling_side() {
        Some(side) => side.king_to(turn),
        None => m.to(),
    };
    Some((m.from()?, to)).filter(|(from, to)| from != to)
}

/// Whether two arrows are on one line and overlap by more than a common end square.
fn share_line((from, to): (Square, Square), (other_from, other_to): (Square, Square)) -> bool {
    let way = |from, to| attacks::between(from, to) | Bitboard::from_square(to);
    let is_one_line =
        attacks::aligned(from, to, other_from) && attacks::aligned(from, to, other_to);
    let common = way(from, to) & way(other_from, other_to);
    is_one_line && common.any() && !(to == other_to && common.count() == 1)
}

/// The men that `role_of` finds in the keys, grouped by square, each square marked by `mark`.
fn men_on_squares(
    keys: &[Move],
    turn: Color,
    role_of: impl Fn(&Move) -> Option<Role>,
    mark: fn(Square, &[Piece]) -> String,
) -> String {
    let mut men: Vec<(Square, Reverse<Role>)> = keys
        .iter()
        .filter_map(|m| Some((m.to(), Reverse(role_of(m)?))))
        .collect();
    men.sort_unstable();
    men.dedup();
    men.chunk_by(|a, b| a.0 == b.0)
        .map(|on_square| {
            let pieces: Vec<Piece> = on_square
                .iter()
                .map(|&(_, Reverse(role))| role.of(turn))
                .collect();
            mark(on_square[0].0, &pieces)
        })
        .collect()
}

/// The promoted men, one in each corner of their square.
fn badges(square: Square, pieces: &[Piece]) -> String {
    const SCALE: f64 = 0.4;
    const RADIUS: f64 = 10.0;
    let (x, y) = corner(square);
    let places = [(RADIUS, RADIUS), (SIDE - RADIUS, RADIUS)];
    let places = places
        .into_iter()
        .chain([(RADIUS, SIDE - RADIUS), (SIDE - RADIUS, SIDE - RADIUS)]);
    let mut svg = String::new();
    for (&piece, (dx, dy)) in pieces.iter().zip(places) {
        let (x, y) = (x + dx, y + dy);
        svg.push_str(&format!(
            "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{RADIUS}\" fill=\"#fff\" stroke=\"{GREEN}\" \
             stroke-width=\"1.5\"/>\n"
        ));
        let half = SIDE * SCALE / 2.0;
        svg.push_str(&scaled_man(piece, x - half, y - half, SCALE));
        svg.push('\n');
    }
    svg
}

/// A ring with the dropped man, or with several.
fn drop_mark(square: Square, pieces: &[Piece]) -> String {
    let (x, y) = middle(square);
    let mut svg = format!(
        "<g class=\"key\"><circle cx=\"{x}\" cy=\"{y}\" r=\"20.5\" fill=\"#fff\" fill-opacity=\"0.6\" \
         stroke=\"{GREEN}\" stroke-width=\"3\"/>\n"
    );
    // One in the middle, two side by side, more in a circle.
    let (scale, around): (f64, f64) = match pieces.len() {
        1 => (0.75, 0.0),
        2 => (0.42, 9.0),
        _ => (0.36, 11.0),
    };
    let half = SIDE * scale / 2.0;
    for (&piece, number) in pieces.iter().zip(0u8..) {
        let turn = f64::from(number) / pieces.len() as f64 + 0.5;
        let (sin, cos) = (turn * std::f64::consts::TAU).sin_cos();
        let (x, y) = (x + around * cos - half, y + around * sin - half);
        svg.push_str(&scaled_man(piece, x, y, scale));
        svg.push('\n');
    }
    svg.push_str("</g>\n");
    svg
}

/// The middle of a square.
fn middle(square: Square) -> (f64, f64) {
    let (x, y) = corner(square);
    (x + SIDE / 2.0, y + SIDE / 2.0)
}

/// An arrow from the middle of a square to that of another, with shaft and head as one outline. If
/// it is `bordered`, it stands out against an arrow below it.
fn arrow(from: Square, to: Square, bordered: bool) -> String {
    const SHAFT: f64 = 3.0;
    const HEAD: f64 = 9.0;
    const HEAD_LENGTH: f64 = 16.0;
    const START: f64 = 8.0;
    const GAP: f64 = 4.0;
    let ((x0, y0), (x1, y1)) = (middle(from), middle(to));
    let (dx, dy) = (x1 - x0, y1 - y0);
    let length = (dx * dx + dy * dy).sqrt();
    let (ux, uy) = (dx / length, dy / length);
    // A point `along` the arrow and `aside` of it.
    let point = |along: f64, aside: f64| {
        let x = x0 + ux * along - uy * aside;
        let y = y0 + uy * along + ux * aside;
        format!("{x:.1},{y:.1}")
    };
    let (tip, neck) = (length - GAP, length - GAP - HEAD_LENGTH);
    let points = [
        point(START, SHAFT),
        point(neck, SHAFT),
        point(neck, HEAD),
        point(tip, 0.0),
        point(neck, -HEAD),
        point(neck, -SHAFT),
        point(START, -SHAFT),
    ]
    .join(" ");
    let border = if bordered {
        " stroke=\"#fff\" stroke-width=\"1.5\""
    } else {
        ""
    };
    format!(
        "<polygon class=\"key\" points=\"{points}\" fill=\"{GREEN}\" fill-opacity=\"0.75\"{border}/>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn normal(from: Square, to: Square, promotion: Option<Role>) -> Move {
        Move::Normal {
            role: promotion.map_or(Role::Rook, |_| Role::Pawn),
            from,
            capture: None,
            to,
            promotion,
        }
    }

    fn polygons(svg: &str) -> Vec<&str> {
        svg.lines().filter(|l| l.starts_with("<polygon")).collect()
    }

    #[test]
    fn arrows_on_one_line_are_told_apart() {
        let rook = |to| normal(Square::C5, to, None);
        let svg = marks(
            &[rook(Square::G5), rook(Square::H5), rook(Square::C6)],
            Color::White,
        );
        let arrows = polygons(&svg);
        assert_eq!(arrows.len(), 3);
        let bordered: Vec<bool> = arrows.iter().map(|a| a.contains("stroke=")).collect();
        assert_eq!(
            bordered,
            [false, true, true],
            "another line needs no border"
        );
        let alone = |to| marks(&[rook(to)], Color::White).replace("/>\n", "");
        let points = |svg: &str| svg.split('"').nth(3).map(str::to_owned);
        assert_eq!(
            points(arrows[1]),
            points(&alone(Square::H5)),
            "the longer is below"
        );
        assert_eq!(points(arrows[2]), points(&alone(Square::G5)));
    }

    #[test]
    fn lines_are_shared_where_more_than_an_end_is() {
        use Square::{A1, A5, A8, B3, C1, C5, D1, E1, F1, H1};
        assert!(share_line((A1, D1), (A1, C1)));
        assert!(share_line((A1, D1), (F1, C1)), "head on");
        assert!(!share_line((A1, D1), (H1, D1)), "tip to tip");
        assert!(!share_line((A1, D1), (F1, E1)), "one behind the other");
        assert!(!share_line((A1, A5), (A1, D1)));
        assert!(!share_line((A1, A5), (A8, A5)));
        assert!(!share_line((A1, B3), (A1, C5)), "knights jump");
    }

    #[test]
    fn a_promotion_shows_what_the_pawn_becomes() {
        let pawn = |role| normal(Square::C7, Square::C8, Some(role));
        let count = |keys: &[Move]| marks(keys, Color::White).matches("<circle").count();
        assert_eq!(count(&[pawn(Role::Queen)]), 1);
        let all = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight].map(pawn);
        assert_eq!(count(&all), 4);
        assert_eq!(polygons(&marks(&all, Color::White)).len(), 1);
        assert_ne!(
            marks(&[pawn(Role::Queen)], Color::White),
            marks(&[pawn(Role::Rook)], Color::White)
        );
        assert_eq!(count(&[normal(Square::C7, Square::C8, None)]), 0);
    }

    #[test]
    fn a_drop_is_a_ring_with_its_man() {
        let drop = |role, to| Move::Put { role, to };
        let one = marks(&[drop(Role::Queen, Square::F2)], Color::Black);
        assert_eq!(one.matches("class=\"key\"").count(), 1);
        // The ring's group and that of the man.
        assert_eq!(one.matches("<g ").count(), 2);
        let two = [
            drop(Role::Queen, Square::F7),
            drop(Role::Bishop, Square::F7),
        ];
        let two = marks(&two, Color::White);
        assert_eq!(two.matches("class=\"key\"").count(), 1, "one square");
        assert_eq!(two.matches("<g ").count(), 3);
        let apart = [drop(Role::Queen, Square::F7), drop(Role::Queen, Square::G7)];
        assert_eq!(
            marks(&apart, Color::White).matches("class=\"key\"").count(),
            2
        );
        assert_ne!(one, marks(&[drop(Role::Queen, Square::F2)], Color::White));
    }
}
