//! A board with the men that are known and how often others stand on each square, as text and as
//! SVG with shading.

use std::fmt::Write;

use shakmaty::{Color, Piece, Role, Square};

use super::{board, man_on};
use crate::kriegspiel::belief::board::CompactBoard;
use crate::kriegspiel::metaposition::Metaposition;

/// One board.
#[derive(Debug, Clone)]
pub struct Panel {
    /// Above it.
    pub title: String,
    /// The men that are known.
    pub men: Vec<(Square, Piece)>,
    /// In how many positions a man of the other side stands on each square, a1 first.
    pub counts: [u32; 64],
    /// The number of positions.
    pub positions: u32,
}

impl Panel {
    /// White's reference board: one position for each square of the king.
    pub fn metaposition(title: String, known: &Metaposition) -> Panel {
        let men = Square::ALL.into_iter().filter_map(|square| {
            let role = man_on(known.placement, square)?;
            Some((square, role.of(Color::White)))
        });
        let mut counts = [0; 64];
        for square in known.kings {
            counts[square.to_usize()] = 1;
        }
        Panel {
            title,
            men: men.collect(),
            counts,
            positions: known.kings.count() as u32,
        }
    }

    /// What `player` has to reckon with; with `man` only men of this kind are counted.
    pub fn belief(
        title: String,
        boards: &[CompactBoard],
        player: Color,
        man: Option<Role>,
    ) -> Panel {
        let mut counts = [0; 64];
        for board in boards {
            let counted = man.map_or_else(|| board.side(!player), |man| board.men(man));
            for square in counted & board.side(!player) {
                counts[square.to_usize()] += 1;
            }
        }
        let own = boards.first().map_or_else(Vec::new, |first| {
            let own = first.side(player).into_iter();
            own.filter_map(|square| Some((square, first.role_at(square)?.of(player))))
                .collect()
        });
        Panel {
            title,
            men: own,
            counts,
            positions: boards.len() as u32,
        }
    }

    /// The title, then the board: the men as in FEN, `.` for what is empty for certain, else in how
    /// many positions a man stands there, or `?` where each position has a square of its own.
    pub fn text(&self) -> String {
        let is_plain = self.counts.iter().all(|&count| count <= 1);
        let drawn = board(|square| {
            let man = self.men.iter().find(|(at, _)| *at == square);
            match (man, self.counts[square.to_usize()]) {
                (Some((_, man)), _) => man.char().to_string(),
                (None, 0) => ".".to_owned(),
                (None, _) if is_plain => "?".to_owned(),
                (None, count) => count.to_string(),
            }
        });
        format!("{}\n{drawn}", self.title)
    }
}

/// The side of a square in the picture, in its units.
const SIDE: usize = 44;
/// Left and right of a board, and above it for the title.
const MARGIN: usize = 26;
/// Boards in a row.
const ACROSS: usize = 4;

/// Boards side by side: the darker a square is, the more of the positions have a man there; how
/// many is written into it, where not all squares are alike.
pub fn svg(panels: &[Panel]) -> String {
    let (width, height) = (8 * SIDE + 2 * MARGIN, 8 * SIDE + 3 * MARGIN);
    let columns = panels.len().clamp(1, ACROSS);
    let rows = panels.len().div_ceil(ACROSS).max(1);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" \
         font-family=\"sans-serif\" font-size=\"13\" text-anchor=\"middle\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        columns * width,
        rows * height
    );
    for (index, panel) in panels.iter().enumerate() {
        let (left, top) = (index % ACROSS * width, index / ACROSS * height);
        // Writing to a String cannot fail.
        let _ = writeln!(svg, "<g transform=\"translate({left} {top})\">");
        panel.draw(&mut svg);
        svg.push_str("</g>\n");
    }
    svg.push_str("</svg>\n");
    svg
}

impl Panel {
    fn draw(&self, svg: &mut String) {
        let title = self.title.replace('&', "&amp;").replace('<', "&lt;");
        let middle = MARGIN + 4 * SIDE;
        let most = self.counts.iter().max().copied().unwrap_or(0).max(1);
        let _ = writeln!(svg, "<text x=\"{middle}\" y=\"18\">{title}</text>");
        for square in Square::ALL {
            let (file, rank) = (usize::from(square.file()), usize::from(square.rank()));
            let (x, y) = (MARGIN + file * SIDE, MARGIN + (7 - rank) * SIDE);
            let ground = if square.is_dark() {
                "#d9d9d9"
            } else {
                "#f4f4f4"
            };
            let _ = writeln!(
                svg,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{ground}\"/>"
            );
            let (x, y) = (x + SIDE / 2, y + SIDE / 2);
            let count = self.counts[square.to_usize()];
            if count > 0 {
                let share = f64::from(count) / f64::from(most);
                let _ = writeln!(
                    svg,
                    "<rect class=\"shade\" x=\"{}\" y=\"{}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"#1b6ca8\" \
                     fill-opacity=\"{:.2}\"><title>{square}: {count} of {}</title></rect>",
                    x - SIDE / 2,
                    y - SIDE / 2,
                    0.15 + 0.65 * share,
                    self.positions
                );
                if most > 1 {
                    let _ = writeln!(svg, "<text x=\"{x}\" y=\"{}\">{count}</text>", y + 5);
                }
            }
        }
        for &(square, man) in &self.men {
            let x = MARGIN + usize::from(square.file()) * SIDE + SIDE / 2;
            let y = MARGIN + (7 - usize::from(square.rank())) * SIDE + SIDE / 2;
            let _ = writeln!(
                svg,
                "<text x=\"{x}\" y=\"{}\" font-size=\"34\">{}</text>",
                y + 12,
                glyph(man)
            );
        }
        for index in 0..8 {
            let at = index * SIDE + SIDE / 2;
            let (x, y) = (MARGIN + at, MARGIN + 8 * SIDE + 16);
            let file = char::from(b'a' + index as u8);
            let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{file}</text>");
            let (y, rank) = (MARGIN + at + 5, 8 - index);
            let _ = writeln!(svg, "<text x=\"14\" y=\"{y}\">{rank}</text>");
        }
    }
}

fn glyph(man: Piece) -> char {
    let white = match man.role {
        Role::King => '\u{2654}',
        Role::Queen => '\u{2655}',
        Role::Rook => '\u{2656}',
        Role::Bishop => '\u{2657}',
        Role::Knight => '\u{2658}',
        Role::Pawn => '\u{2659}',
    };
    match man.color {
        Color::White => white,
        // Black's signs follow White's in the same order.
        Color::Black => char::from_u32(white as u32 + 6).unwrap_or(white),
    }
}
