//! The shapes of the men, drawn for this program on a square of 45 units, White's outlined and
//! Black's filled.

use shakmaty::{Piece, Role};

/// The side length of the square on which the shapes are drawn.
pub const SIDE: f64 = 45.0;

/// A shape: the part that is filled and outlined, and the lines within it.
struct Shape {
    outline: &'static str,
    within: &'static str,
}

/// The man as SVG paths, with the upper left corner of its square at `x`, `y`.
pub fn man(piece: Piece, x: f64, y: f64) -> String {
    placed(piece, &format!("transform=\"translate({x} {y})\""))
}

/// The man on a square scaled by `scale`.
pub fn scaled_man(piece: Piece, x: f64, y: f64, scale: f64) -> String {
    let place = format!("transform=\"translate({x:.1} {y:.1}) scale({scale})\"");
    placed(piece, &place)
}

/// The man at the origin, as the target of [`reference()`].
pub fn shared(piece: Piece) -> String {
    placed(piece, &format!("id=\"{}\"", name(piece)))
}

/// A reference to the man drawn elsewhere on the page by [`shared`], scaled by `scale`.
pub fn reference(piece: Piece, x: f64, y: f64, scale: f64) -> String {
    let name = name(piece);
    if scale == 1.0 {
        format!("<use href=\"#{name}\" x=\"{x}\" y=\"{y}\"/>")
    } else {
        format!("<use href=\"#{name}\" transform=\"translate({x:.1} {y:.1}) scale({scale})\"/>")
    }
}

/// `wK`, `bP`.
fn name(piece: Piece) -> String {
    format!("{}{}", piece.color.char(), piece.role.upper_char())
}

fn placed(piece: Piece, place: &str) -> String {
    let shape = shape(piece.role);
    let (fill, within) = piece.color.fold_wb(("#fff", "#000"), ("#222", "#fff"));
    let mut text = format!(
        "<g {place} stroke-width=\"1.4\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\
         <path fill=\"{fill}\" stroke=\"#000\" d=\"{}\"/>",
        shape.outline
    );
    if !shape.within.is_empty() {
        let path = format!(
            "<path fill=\"none\" stroke=\"{within}\" d=\"{}\"/>",
            shape.within
        );
        text.push_str(&path);
    }
    text.push_str("</g>");
    text
}

fn shape(role: Role) -> Shape {
    match role {
        Role::Pawn => Shape {
            outline: "M22.5 9a5.5 5.5 0 0 0-3.6 9.6c-3.3 2-5.2 6-5.6 11.4h18.4c-.4-5.4-2.3-9.4-5.6-11.4 \
                      A5.5 5.5 0 0 0 22.5 9zM11 38v-3.5q0-4.5 4-4.5h15q4 0 4 4.5V38z",
            within: "",
        },
        Role::Knight => Shape {
            outline: "M13.5 38c0-8.5 3.5-11.5 9-16.5-3.5 1.5-6 1.5-8.5 4.5-1.2 1.5-3 2-4.5 1 \
                      -2-1.2-2.6-3.2-1.3-5.2 2.3-3.5 3-7 6-10.3L14 6.5l4.8 2.6L21.5 5.5l2.3 4 \
                      C32 11.5 36 20 35.5 38z",
            within: "M15.8 15.6v.6M10.8 23.4v.3M25.5 13c4.5 3.5 6.5 10 6.5 20",
        },
        Role::Bishop => Shape {
            outline: "M22.5 6a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5zM22.5 11c-5 3.5-8.5 7.5-8.5 12.5 \
                      0 2.6 1.3 4.5 3 6h11c1.7-1.5 3-3.4 3-6 0-5-3.5-9-8.5-12.5zM16.5 29.5h12l1 4h-14z \
                      M9.5 38.5c0-3.5 5-5 13-5s13 1.5 13 5z",
            within: "M22.5 16.5v8M18.8 20h7.4",
        },
        Role::Rook => Shape {
            outline: "M11 16.5V9h4.8v3.2h4.3V9h4.8v3.2h4.3V9H34v7.5L30.5 20l1 11H13.5l1-11zM10.5 38.5v-4 \
                      l3-3.5h18l3 3.5v4z",
            within: "M14.5 20h16M13.5 31h18",
        },
        Role::Queen => Shape {
            outline: "M10.5 31L6 15.5l7 7.5 1.5-12.5L20 22l2.5-13.5L25 22l5.5-11.5L32 23l7-7.5L34.5 31zM10 38.5 \
                      v-3.5q0-4 3-4h19q3 0 3 4v3.5zM6 11.5a2 2 0 1 0 0 4 2 2 0 1 0 0-4zM14.5 6.5a2 2 0 1 0 0 4 \
                      2 2 0 1 0 0-4zM22.5 4.5a2 2 0 1 0 0 4 2 2 0 1 0 0-4zM30.5 6.5a2 2 0 1 0 0 4 2 2 0 1 0 0-4z \
                      M39 11.5a2 2 0 1 0 0 4 2 2 0 1 0 0-4z",
            within: "M11.5 31q11-3 22 0M11 35q11.5-2.5 23 0",
        },
        Role::King => Shape {
            outline: "M21 12.5V9.5h-3V6.5h3V3.5h3v3h3v3h-3v3zM22.5 24c-3.5-5-3-9 0-11.5 3 2.5 3.5 6.5 0 11.5z \
                      M11.5 31C4 26 4.5 15.5 12.5 15.5c5 0 8.5 4 10 8.5 1.5-4.5 5-8.5 10-8.5 8 0 8.5 10.5 1 15.5z \
                      M11 38.5v-4q0-3.5 3-3.5h17q3 0 3 3.5v4z",
            within: "M22.5 24v7M11.5 31h22M11.5 35q11-2.5 22 0",
        },
    }
}
