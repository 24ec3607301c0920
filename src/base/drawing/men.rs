//! The shapes of the men, drawn for this program on a square of 45 units, White's outlined and
//! Black's filled.

use shakmaty::{Piece, Role};

/// The side length of the square on which the shapes are drawn.
pub const SIDE: f64 = 45.0;

/// The shapes from the pawn to the king, a row each.
const SHAPES: &str = include_str!("men.tsv");

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
    let (outline, lines) = shape(piece.role);
    let (fill, within) = piece.color.fold_wb(("#fff", "#000"), ("#222", "#fff"));
    let mut text = format!(
        "<g {place} stroke-width=\"1.4\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\
         <path fill=\"{fill}\" stroke=\"#000\" d=\"{outline}\"/>"
    );
    if !lines.is_empty() {
        text.push_str(&format!(
            "<path fill=\"none\" stroke=\"{within}\" d=\"{lines}\"/>"
        ));
    }
    text.push_str("</g>");
    text
}

/// The part of a man that is filled and outlined, and the lines within it.
fn shape(role: Role) -> (&'static str, &'static str) {
    let row = SHAPES.lines().nth(role as usize - 1);
    row.and_then(|row| row.split_once('\t'))
        .expect("every man has a row")
}
