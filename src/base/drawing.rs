//! The board and its men as SVG shapes, and escaped text for pages, shared by the report and the
//! viewer.
//!
//! A page contains the shapes once ([`shapes`]), and its boards refer to them ([`men::reference`]).

pub mod men;

use shakmaty::{Color, Piece, Role, Square};

use men::SIDE;

/// The side length of the board, in units.
pub const BOARD: f64 = 8.0 * SIDE;

/// The squares of a board (`#b`, 360 units wide) and all men (`#wK`, `#bP`, 45 units wide), for
/// references within a page.
pub fn shapes() -> String {
    let men: String = Color::ALL
        .into_iter()
        .flat_map(|color| Role::ALL.map(|role| Piece { color, role }))
        .map(men::shared)
        .collect();
    format!("<g id=b>{}</g>{men}", squares())
}

/// The squares at the origin, with the classes `l` and `k` (light and dark), in a frame.
fn squares() -> String {
    let dark = dark_squares(0.0, 0.0);
    format!(
        "<rect class=l width=\"{BOARD}\" height=\"{BOARD}\"/><path class=k d=\"{dark}\"/>\
         <rect width=\"{BOARD}\" height=\"{BOARD}\" fill=none stroke=\"#000\" stroke-width=\"1.5\"/>"
    )
}

/// The dark squares as the data of one SVG path, with the board's upper left corner at `left`,
/// `top`.
pub fn dark_squares(left: f64, top: f64) -> String {
    let mut dark = String::new();
    for square in Square::ALL.into_iter().filter(|s| s.is_dark()) {
        let (x, y) = corner(square);
        dark.push_str(&format!("M{} {}h{SIDE}v{SIDE}h-{SIDE}z", left + x, top + y));
    }
    dark
}

/// The upper left corner of a square relative to the board, in units.
pub fn corner(square: Square) -> (f64, f64) {
    let (file, rank) = square.coords();
    let x = SIDE * f64::from(u32::from(file));
    let y = SIDE * f64::from(7 - u32::from(rank));
    (x, y)
}

/// `text` escaped for HTML text and quoted attribute values.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}
