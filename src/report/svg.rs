//! The diagram of a record as an SVG picture, with an arrow for each key. It has no words that
//! would have to be translated: stipulation and number of men below, and a dot beside the rank of
//! the side to move.

use shakmaty::{Color, File, Move, Rank, Square};

use super::men::{SIDE, man};
use super::{house_rules, men, printable};
use crate::epd::Epd;
use crate::record::Findings;
use crate::solve::Outcome;

/// The left edge of the board; the margin holds the numbers of the ranks.
const LEFT: f64 = 24.0;
/// The upper edge of the board.
const TOP: f64 = 10.0;
/// The side of the board.
const BOARD: f64 = 8.0 * SIDE;
/// The longest name taken from an `id`, in characters.
const LONGEST_NAME: usize = 40;

/// A picture and what its file can be called by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    /// The `id` of the record, of letters, digits, `-`, `_` and `.` only, beginning with none of
    /// the latter three; empty if there is no `id`.
    pub name: String,
    /// The picture.
    pub svg: String,
}

/// Draws the position with what was found to solve it.
pub fn draw(epd: &Epd, findings: &Findings) -> Drawing {
    let position = epd.position();
    let id = epd
        .operation("id")
        .map(|id| printable(&id.text()))
        .unwrap_or_default();
    let (width, height) = (LEFT + BOARD + 24.0, TOP + BOARD + 46.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\">\n"
    );
    if !id.is_empty() {
        svg.push_str(&format!("<title>{}</title>\n", escaped(&id)));
    }
    svg.push_str(&format!(
        "<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    ));
    svg.push_str(&board());
    for (square, piece) in position.board() {
        let (x, y) = corner(square);
        svg.push_str(&man(piece, x, y));
        svg.push('\n');
    }
    let keys = match findings.outcome() {
        Outcome::Solved(solution) => &solution.keys[..],
        Outcome::Helped(help) => &help.keys[..],
        _ => &[],
    };
    let mut arrows: Vec<(Square, Square)> = keys
        .iter()
        .filter_map(|&m| from_to(m, position.turn()))
        .collect();
    arrows.sort_unstable();
    // The promotions of one pawn share an arrow.
    arrows.dedup();
    for (from, to) in arrows {
        svg.push_str(&arrow(from, to));
    }
    svg.push_str(&margin(position.turn()));
    let caption = |x: f64, anchor, text: &str| {
        let y = TOP + BOARD + 38.0;
        format!(
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" font-family=\"sans-serif\" font-size=\"17\">\
             {}</text>\n",
            escaped(text)
        )
    };
    let mut asked = findings.asked();
    if let Some(house) = position.house() {
        // The first field ends in the hands.
        let fields = epd.fields();
        let board = fields.split(' ').next().unwrap_or_default();
        let hands = board.find('[').map_or("", |bracket| &board[bracket..]);
        asked = format!("{asked} {} {hands}", house_rules(house));
    }
    svg.push_str(&caption(LEFT, "start", &asked));
    svg.push_str(&caption(LEFT + BOARD, "end", &men(position)));
    svg.push_str("</svg>\n");
    Drawing {
        name: file_safe(&id),
        svg,
    }
}

/// The squares and their frame.
fn board() -> String {
    let mut dark = String::new();
    for square in Square::ALL.into_iter().filter(|s| s.is_dark()) {
        let (x, y) = corner(square);
        dark.push_str(&format!("M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z"));
    }
    let rect = format!("x=\"{LEFT}\" y=\"{TOP}\" width=\"{BOARD}\" height=\"{BOARD}\"");
    format!(
        "<rect {rect} fill=\"#f3ead8\"/>\n<path fill=\"#c9a77c\" d=\"{dark}\"/>\n\
         <rect {rect} fill=\"none\" stroke=\"#000\" stroke-width=\"1.5\"/>\n"
    )
}

/// Files, ranks, and a dot beside the last rank of the side to move.
fn margin(turn: Color) -> String {
    let mut text =
        "<g font-family=\"sans-serif\" font-size=\"12\" fill=\"#444\" text-anchor=\"middle\">\n"
            .to_owned();
    for (file, rank) in File::ALL.into_iter().zip(Rank::ALL) {
        let (x, y) = corner(Square::from_coords(file, rank));
        text.push_str(&format!(
            "<text x=\"{}\" y=\"{}\">{}</text><text x=\"{}\" y=\"{}\">{}</text>\n",
            x + SIDE / 2.0,
            TOP + BOARD + 15.0,
            file.char(),
            LEFT / 2.0,
            y + SIDE / 2.0 + 4.0,
            rank.char(),
        ));
    }
    let (_, y) = corner(Square::from_coords(File::A, turn.backrank()));
    text.push_str(&format!(
        "</g>\n<circle cx=\"{}\" cy=\"{}\" r=\"6\" fill=\"{}\" stroke=\"#000\"/>\n",
        LEFT + BOARD + 12.0,
        y + SIDE / 2.0,
        turn.fold_wb("#fff", "#000"),
    ));
    text
}

/// The upper left corner of a square.
fn corner(square: Square) -> (f64, f64) {
    let (file, rank) = square.coords();
    let x = LEFT + SIDE * f64::from(u32::from(file));
    let y = TOP + SIDE * f64::from(7 - u32::from(rank));
    (x, y)
}

/// Where an arrow begins and ends; castling is the move of the king.
fn from_to(m: Move, turn: Color) -> Option<(Square, Square)> {
    let to = match m.castling_side() {
        Some(side) => side.king_to(turn),
        None => m.to(),
    };
    Some((m.from()?, to)).filter(|(from, to)| from != to)
}

/// An arrow from the middle of a square to that of another, its shaft and head one outline.
fn arrow(from: Square, to: Square) -> String {
    const SHAFT: f64 = 3.0;
    const HEAD: f64 = 9.0;
    const HEAD_LENGTH: f64 = 16.0;
    const START: f64 = 8.0;
    const GAP: f64 = 4.0;
    let middle = |square| {
        let (x, y) = corner(square);
        (x + SIDE / 2.0, y + SIDE / 2.0)
    };
    let ((x0, y0), (x1, y1)) = (middle(from), middle(to));
    let (dx, dy) = (x1 - x0, y1 - y0);
    let length = (dx * dx + dy * dy).sqrt();
    let (ux, uy) = (dx / length, dy / length);
    // A point `along` the way and `aside` of it.
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
    format!("<polygon class=\"key\" points=\"{points}\" fill=\"#15781b\" fill-opacity=\"0.75\"/>\n")
}

/// `text` where XML holds text. Control characters, which XML forbids, are replaced already; two
/// more characters that it forbids are left out.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\u{fffe}' | '\u{ffff}' => (),
            c => escaped.push(c),
        }
    }
    escaped
}

/// `text` as a part of a file's name: what is no letter, digit, `-`, `_` or `.` becomes one `-`.
fn file_safe(text: &str) -> String {
    let mut name = String::new();
    for c in text.chars() {
        if c.is_alphanumeric() || matches!(c, '_' | '.') {
            name.push(c);
        } else if !name.ends_with('-') {
            name.push('-');
        }
    }
    let sign = |c: char| !c.is_alphanumeric();
    let short: String = name
        .trim_start_matches(sign)
        .chars()
        .take(LONGEST_NAME)
        .collect();
    short.trim_end_matches(sign).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_safe() {
        assert_eq!(
            file_safe("Loyd, Chess Monthly 1859"),
            "Loyd-Chess-Monthly-1859"
        );
        assert_eq!(file_safe("../../etc/passwd"), "etc-passwd");
        assert_eq!(file_safe("BK.01"), "BK.01");
        assert_eq!(file_safe(" ..-/"), "");
        assert_eq!(file_safe("a\0b\\c:d"), "a-b-c-d");
        assert_eq!(file_safe(&"x".repeat(300)).len(), LONGEST_NAME);
        assert_eq!(file_safe("Kubbel – Šachmaty"), "Kubbel-Šachmaty");
    }

    #[test]
    fn xml_is_escaped() {
        assert_eq!(escaped("a<b & c>\u{ffff}"), "a&lt;b &amp; c&gt;");
    }
}
