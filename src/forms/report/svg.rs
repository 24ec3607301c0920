//! The diagram of a record as an SVG picture, with its keys marked (`keys`). It contains no words
//! that would need a translation: below it are the stipulation and the number of men, and a dot
//! next to the board marks the side to move. For a board with hands, the rules and the men in hand
//! follow, one row for each hand that is not empty.
//!
//! A [`Look`] selects the medium: the screen (colours, coordinates, arrows) or a book (black and
//! white, dark squares hatched). `small_diagram` is only the board, for a page that contains the
//! drawings of the men.

mod keys;

use serde::Deserialize;
use shakmaty::{Color, File, Piece, Rank, Role, Square};

use super::heading::men;
use super::{house_rules, printable};
use keymove_base::drawing::men::{SIDE, man, reference, scaled_man};
use keymove_base::drawing::{self, BOARD, dark_squares};
use keymove_records::epd::Epd;
use keymove_records::record::Findings;
use keymove_rules::house::{Hand, House};
use keymove_rules::position::Position;
use keymove_solve::Kind;

/// The left edge of the board; the margin holds the numbers of the ranks.
const LEFT: f64 = 24.0;
/// The upper edge of the board.
const TOP: f64 = 10.0;
/// The height of the part below every board.
const BELOW: f64 = 46.0;
/// The height of the line that names the rules of a board with hands.
const RULES: f64 = 20.0;
/// The height of the row of a hand.
const ROW: f64 = 32.0;
/// The size of a man in hand relative to one on the board.
const IN_HAND: f64 = 0.65;
/// The maximum length of a name taken from an `id`, in characters.
const LONGEST_NAME: usize = 40;

/// The look of pictures.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Look {
    /// For the screen: in colours, with coordinates and arrows.
    #[default]
    Screen,
    /// For a book: the bare diagram, black and white, dark squares hatched.
    Book,
}

impl Look {
    /// All looks with their names.
    pub const NAMES: [(&str, Look); 2] = [("screen", Look::Screen), ("book", Look::Book)];

    /// Whether it is black and white, without coordinates and arrows.
    fn is_book(self) -> bool {
        self == Look::Book
    }
}

/// A picture and a name for its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    /// The `id` of the record, restricted to letters, digits, `-`, `_` and `.`, and not beginning
    /// with one of the latter three; empty if there is no `id`.
    pub name: String,
    /// The picture.
    pub svg: String,
}

/// Draws the position with the keys that were found.
pub fn draw(epd: &Epd, findings: &Findings, look: Look) -> Drawing {
    let position = epd.position();
    let id = epd
        .operation("id")
        .map(|id| printable(&id.text()))
        .unwrap_or_default();
    let hands = position.house().map(in_hand).unwrap_or_default();
    let rules = match position.house() {
        Some(_) => RULES + ROW * hands.len() as f64,
        None => 0.0,
    };
    let mut svg = sheet(&id, rules, look);
    svg.push_str(&if look.is_book() { hatched() } else { board() });
    for (square, piece) in position.board() {
        let (x, y) = corner(square);
        svg.push_str(&man(piece, x, y));
        svg.push('\n');
    }
    let decisive = findings.decisive();
    let keys = match &decisive.bounds.reached {
        Some(reached) if decisive.stipulation.kind != Kind::MATED => &reached.keys.moves[..],
        _ => &[],
    };
    if !look.is_book() {
        svg.push_str(&keys::marks(keys, position.turn()));
        svg.push_str(&coordinates());
    }
    svg.push_str(&turn_dot(position.turn()));
    svg.push_str(&caption(LEFT, "start", &findings.asked()));
    svg.push_str(&caption(LEFT + BOARD, "end", &men(position)));
    if let Some(house) = position.house() {
        let y = TOP + BOARD + BELOW + 12.0;
        svg.push_str(&small_text(LEFT, y, &house_rules(house)));
        for ((color, hand), row) in hands.iter().zip(0u8..) {
            let y = TOP + BOARD + BELOW + RULES + ROW * f64::from(row);
            svg.push_str(&hand_row(*color, hand, y));
        }
    }
    svg.push_str("</svg>\n");
    Drawing {
        name: file_safe(&id),
        svg,
    }
}

/// The beginning of a picture; `below` is the height in units of the part below the captions.
fn sheet(id: &str, below: f64, look: Look) -> String {
    // Without rank numbers, their margin is cut off.
    let left = if look.is_book() { LEFT - 4.0 } else { 0.0 };
    let (width, height) = (LEFT + BOARD + 24.0 - left, TOP + BOARD + BELOW + below);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left} 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\">\n"
    );
    if !id.is_empty() {
        svg.push_str(&format!("<title>{}</title>\n", escaped(id)));
    }
    let x = match left > 0.0 {
        true => format!(" x=\"{left}\""),
        false => String::new(),
    };
    svg.push_str(&format!(
        "<rect{x} width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    ));
    svg
}

fn caption(x: f64, anchor: &str, text: &str) -> String {
    let y = TOP + BOARD + 38.0;
    format!(
        "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" font-family=\"sans-serif\" font-size=\"17\">\
         {}</text>\n",
        escaped(text)
    )
}

/// The board of `position`, whose fields are `fields`, and its hands below, for a page that
/// contains the [shared men](keymove_base::drawing::shapes) and the squares, `#b`.
pub(super) fn small_diagram(position: &Position, fields: &str) -> String {
    let hands = position.house().map(in_hand).unwrap_or_default();
    let height = BOARD + 4.0 + ROW * hands.len() as f64;
    let view = format!(" viewBox=\"-2 -2 {} {height}\"", BOARD + 4.0);
    let mut svg = opened_diagram(position, fields, &view) + "<use href=\"#b\"/>";
    for (square, piece) in position.board() {
        let (x, y) = drawing::corner(square);
        svg.push_str(&reference(piece, x, y, 1.0));
    }
    for ((color, hand), row) in hands.iter().zip(0u8..) {
        let y = BOARD + 4.0 + ROW * f64::from(row);
        let mut x = 0.0;
        for piece in men_of(*color, hand) {
            svg.push_str(&reference(piece, x, y, IN_HAND));
            // If there are many men, they are closer together, so that all fit into the picture.
            x += (SIDE * IN_HAND)
                .min((BOARD - SIDE * IN_HAND) / men_of(*color, hand).count() as f64);
        }
    }
    svg.push_str("</svg>");
    svg
}

/// A board without squares and men, on which a script can show the position.
pub(super) fn empty_diagram(position: &Position, fields: &str) -> String {
    opened_diagram(position, fields, "") + "</svg>"
}

fn opened_diagram(position: &Position, fields: &str, view: &str) -> String {
    let game = position
        .house()
        .map(|house| format!(" data-game={}", house.variant.name()));
    format!(
        "<svg class=d{}{view} role=img aria-label=\"{}\">",
        game.unwrap_or_default(),
        escaped(fields).replace('"', "&quot;")
    )
}

/// The men of a hand one by one, the most valuable first.
fn men_of(color: Color, hand: &Hand) -> impl Iterator<Item = Piece> {
    let hand = *hand;
    Role::ALL
        .into_iter()
        .rev()
        .flat_map(move |role| std::iter::repeat_n(Piece { color, role }, (*hand.get(role)).into()))
}

/// The squares and their frame in black and white: the dark squares are hatched.
fn hatched() -> String {
    const STEPS: u8 = 6;
    let mut lines = String::new();
    for square in Square::ALL.into_iter().filter(|s| s.is_dark()) {
        let (x, y) = corner(square);
        for step in 1..2 * STEPS {
            let along = SIDE / f64::from(STEPS) * f64::from(step);
            // From the left or lower edge to the upper or right one.
            let over = (along - SIDE).max(0.0);
            let (x0, y0, run) = (x + over, y + along - over, along - 2.0 * over);
            lines.push_str(&format!("M{x0} {y0}l{run}-{run}"));
        }
    }
    let rect = format!("x=\"{LEFT}\" y=\"{TOP}\" width=\"{BOARD}\" height=\"{BOARD}\"");
    format!(
        "<path fill=\"none\" stroke=\"#000\" stroke-width=\"0.8\" d=\"{lines}\"/>\n\
         <rect {rect} fill=\"none\" stroke=\"#000\" stroke-width=\"2\"/>\n"
    )
}

/// The squares and their frame.
fn board() -> String {
    let dark = dark_squares(LEFT, TOP);
    let rect = format!("x=\"{LEFT}\" y=\"{TOP}\" width=\"{BOARD}\" height=\"{BOARD}\"");
    format!(
        "<rect {rect} fill=\"#f3ead8\"/>\n<path fill=\"#c9a77c\" d=\"{dark}\"/>\n\
         <rect {rect} fill=\"none\" stroke=\"#000\" stroke-width=\"1.5\"/>\n"
    )
}

/// The letters of the files and numbers of the ranks.
fn coordinates() -> String {
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
    text.push_str("</g>\n");
    text
}

/// A dot next to the last rank of the side to move.
fn turn_dot(turn: Color) -> String {
    let (_, y) = corner(Square::from_coords(File::A, turn.backrank()));
    format!(
        "<circle cx=\"{}\" cy=\"{}\" r=\"6\" fill=\"{}\" stroke=\"#000\"/>\n",
        LEFT + BOARD + 12.0,
        y + SIDE / 2.0,
        turn.fold_wb("#fff", "#000"),
    )
}

/// The upper left corner of a square.
fn corner(square: Square) -> (f64, f64) {
    let (x, y) = drawing::corner(square);
    (LEFT + x, TOP + y)
}

/// The hands that are not empty, White's first.
fn in_hand(house: &House) -> Vec<(Color, Hand)> {
    let hands = house.hands.zip_color().into_iter();
    hands
        .filter(|(_, hand)| Role::ALL.iter().any(|&role| *hand.get(role) > 0))
        .collect()
}

/// The men of a hand side by side, the most valuable first, each with its number unless that is
/// one.
fn hand_row(color: Color, hand: &Hand, y: f64) -> String {
    let mut row = "<g class=\"hand\">\n".to_owned();
    let mut x = LEFT;
    for role in Role::ALL.into_iter().rev() {
        let count = *hand.get(role);
        if count == 0 {
            continue;
        }
        row.push_str(&scaled_man(Piece { color, role }, x, y, IN_HAND));
        row.push('\n');
        x += SIDE * IN_HAND;
        if count > 1 {
            let number = count.to_string();
            row.push_str(&small_text(x + 1.0, y + 20.0, &number));
            x += 9.0 * number.len() as f64;
        }
        x += 8.0;
    }
    row.push_str("</g>\n");
    row
}

fn small_text(x: f64, y: f64, text: &str) -> String {
    format!(
        "<text x=\"{x:.1}\" y=\"{y:.1}\" font-family=\"sans-serif\" font-size=\"13\">{}</text>\n",
        escaped(text)
    )
}

/// `text` escaped for XML. Control characters, which XML forbids, have already been replaced; two
/// more forbidden characters are dropped.
fn escaped(text: &str) -> String {
    drawing::escaped(&text.replace(['\u{fffe}', '\u{ffff}'], ""))
}

/// `text` as a part of a file name: characters other than letters, digits, `-`, `_` and `.` are
/// replaced by one `-`.
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
