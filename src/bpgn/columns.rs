//! The four-column display of section 2.3 of the standard: a column for each player, read line by
//! line.
//!
//! The order of the match is the reading order: a half-move whose column has already been passed
//! begins a new line. `{A:!}` is written after its move, `{D:}` draws both boards, and other
//! comments get a line of their own.

use std::io::{self, Write};

use shakmaty::{Color, Square};

use super::bfen::Holdings;
use super::finding::{BpgnFinding, Severity};
use super::format::written;
use super::game::BpgnGame;
use super::replay::BpgnReplay;
use super::seat::{BoardName, Seat};
use super::tags::{decode, player};
use keymove_base::error::printable_bytes;

/// The blanks between two columns.
const GAP: usize = 2;

/// Writes the display of a game and an empty line, and appends the findings.
///
/// # Errors
///
/// Errors of the stream.
pub fn write(
    game: &BpgnGame<'_>,
    out: &mut impl Write,
    findings: &mut Vec<BpgnFinding>,
) -> io::Result<()> {
    findings.extend(game.problems());
    if game.tags().is_empty() && game.half_moves().is_empty() {
        return Ok(());
    }
    let cells: Vec<Vec<u8>> = (0..game.half_moves().len())
        .map(|index| cell(game, index))
        .collect();
    let heads = Seat::ALL.map(|seat| player(game, seat));
    let mut widths = heads.each_ref().map(|head| width(head));
    for (half_move, cell) in game.half_moves().iter().zip(&cells) {
        let widest = &mut widths[half_move.seat.index()];
        *widest = (*widest).max(width(cell));
    }
    let mut display = Display {
        text: Vec::new(),
        widths,
        column: 0,
        filled: 0,
    };
    for (seat, head) in Seat::ALL.into_iter().zip(&heads) {
        display.cell(seat, head);
    }
    display.end_line();
    for item in game.preamble() {
        display.line(&written(game, item));
    }
    display.half_moves(game, &cells, findings);
    // The end of the game is a single line.
    if let Some((result, _)) = game.result() {
        display.result(result.as_str().as_bytes());
    }
    for item in game.trailing() {
        display.line(&written(game, item));
    }
    display.end_line();
    display.text.push(b'\n');
    out.write_all(&printable_bytes(&display.text))
}

/// `1. e4! {298}`
fn cell(game: &BpgnGame<'_>, index: usize) -> Vec<u8> {
    let half_move = &game.half_moves()[index];
    let mut cell = format!("{}. ", half_move.number).into_bytes();
    cell.extend_from_slice(game.bytes(half_move.san));
    for item in game.items(index) {
        let annotation = game.comment(item).and_then(|text| text.strip_prefix(b"A:"));
        if let Some(annotation) = annotation.or_else(|| game.signs(item)) {
            cell.extend_from_slice(annotation);
        }
    }
    if let Some(clock) = game.clock(index) {
        cell.extend_from_slice(format!(" {{{clock}}}").as_bytes());
    }
    cell
}

/// The width of a text in characters.
fn width(text: &[u8]) -> usize {
    decode(text).chars().count()
}

/// Lines of cells.
struct Display {
    text: Vec<u8>,
    widths: [usize; 4],
    /// The first free column of this line.
    column: usize,
    /// The number of characters in this line.
    filled: usize,
}

impl Display {
    /// Writes the half-moves, each in its cell, and what stands between them.
    fn half_moves(
        &mut self,
        game: &BpgnGame<'_>,
        cells: &[Vec<u8>],
        findings: &mut Vec<BpgnFinding>,
    ) {
        let mut items = game.all_items().iter();
        let is_drawn = items.any(|item| game.comment(item) == Some(b"D:"));
        let mut replay = BpgnReplay::start(game).ok().filter(|_| is_drawn);
        for (index, half_move) in game.half_moves().iter().enumerate() {
            self.cell(half_move.seat, &cells[index]);
            let step = replay.as_mut().map(|replay| replay.step(game, half_move));
            if let Some(Err(refusal)) = step {
                let text = format!("{refusal}; no diagrams from here");
                findings.push(BpgnFinding::at_half_move(Severity::Note, half_move, text));
                replay = None;
            }
            // The clock and the annotations are in the cell.
            let clock = game.clock_item(index).map(|(place, _)| place);
            for (place, item) in game.items(index).iter().enumerate() {
                match game.comment(item) {
                    None if game.signs(item).is_some() => (),
                    Some(comment) if Some(place) == clock || comment.starts_with(b"A:") => (),
                    Some(b"D:") => self.diagram(&replay),
                    _ => self.line(&written(game, item)),
                }
            }
        }
    }

    fn cell(&mut self, seat: Seat, cell: &[u8]) {
        let column = seat.index();
        if column < self.column {
            self.end_line();
        }
        let start: usize = self.widths[..column].iter().map(|width| width + GAP).sum();
        self.text
            .resize(self.text.len() + start.saturating_sub(self.filled), b' ');
        self.text.extend_from_slice(cell);
        self.filled = start + width(cell);
        self.column = column + 1;
    }

    fn end_line(&mut self) {
        if self.filled > 0 {
            self.text.push(b'\n');
        }
        self.column = 0;
        self.filled = 0;
    }

    /// Writes a line that is not a row of cells.
    fn line(&mut self, line: &[u8]) {
        self.end_line();
        if line.is_empty() {
            return;
        }
        self.text.extend_from_slice(line);
        self.text.push(b'\n');
    }

    /// Writes the result, after the comment that ends the game if there is one.
    fn result(&mut self, result: &[u8]) {
        if self.filled == 0 && self.text.ends_with(b"}\n") {
            self.text.pop();
            self.text.push(b' ');
        } else {
            self.end_line();
        }
        self.text.extend_from_slice(result);
        self.text.push(b'\n');
    }

    fn diagram(&mut self, replay: &Option<BpgnReplay>) {
        self.end_line();
        let diagram = replay.as_ref().map(diagram);
        self.text.extend(diagram.unwrap_or_default().bytes());
    }
}

/// Both boards side by side, White of A and Black of B below, as the players sit, with their hands.
fn diagram(replay: &BpgnReplay) -> String {
    let mut text = String::new();
    let rank_of = |name: BoardName, row: u32| {
        let board = replay.boards.board(name);
        let squares = (0..8).map(|file| Square::new(8 * row + file));
        // Board A is seen from White's side, board B from Black's.
        let seen = |square: Square| match name {
            BoardName::A => square.flip_vertical(),
            BoardName::B => square.flip_horizontal(),
        };
        let rank = seen(Square::new(8 * row)).rank();
        let men = squares.map(|square| board.men().piece_at(seen(square)));
        let men = men.map(|piece| [' ', piece.map_or('.', |piece| piece.char())]);
        format!("{} {}", rank.char(), String::from_iter(men.flatten()))
    };
    let hand = |name: BoardName, color: Color| {
        let holdings = Holdings(replay.boards.board(name).hands()).to_string();
        let own = |c: &char| c.is_uppercase() == color.is_white();
        let men: String = holdings.chars().filter(own).collect();
        format!("[{men}]")
    };
    let mut line = |a: String, b: String| {
        text.push_str(format!("{a:<24}{b}").trim_end());
        text.push('\n');
    };
    line(
        format!("A {}", hand(BoardName::A, Color::Black)),
        format!("B {}", hand(BoardName::B, Color::White)),
    );
    for row in 0..8 {
        line(rank_of(BoardName::A, row), rank_of(BoardName::B, row));
    }
    line(
        "   a b c d e f g h".to_owned(),
        "   h g f e d c b a".to_owned(),
    );
    line(
        format!("  {}", hand(BoardName::A, Color::White)),
        format!("  {}", hand(BoardName::B, Color::Black)),
    );
    text
}
