//! Positions as text. An archive's pages and objects have two positions a half-move, and letter by
//! letter through [`fmt`] these were what most of the time was spent on.

use std::fmt;

use shakmaty::{Bitboard, CastlingSide, Color, Square};

use super::Bfen;
use crate::bpgn::board::{BughouseBoard, DROPPABLE, Hands};
use crate::bpgn::seat::{BoardName, Seat};
use crate::viewer::MenText;

/// The men on a board as text, `~` behind a promoted man.
pub fn men_text(board: &BughouseBoard) -> MenText {
    MenText::new(board.men(), Bitboard::FULL, board.promoted())
}

/// The men on a board: eight ranks, `~` behind a promoted man.
#[derive(Debug, Clone, Copy)]
pub struct BfenMen<'a>(pub &'a BughouseBoard);

impl fmt::Display for BfenMen<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_letters(f, |text| men_text(self.0).append(text))
    }
}

/// The men in both hands, White's in upper case: `PPNqb`.
#[derive(Debug, Clone, Copy)]
pub struct Holdings<'a>(pub &'a Hands);

impl Holdings<'_> {
    /// Appends the men.
    pub fn append(&self, text: &mut Vec<u8>) {
        for color in Color::ALL {
            for role in DROPPABLE {
                let piece = role.of(color);
                for _ in 0..*self.0.piece(piece) {
                    text.push(piece.char() as u8);
                }
            }
        }
    }
}

impl fmt::Display for Holdings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_letters(f, |text| self.append(text))
    }
}

/// The three fields behind the men: side to move, castling, en passant.
#[derive(Debug, Clone, Copy)]
pub struct StateFields<'a>(pub &'a BughouseBoard);

impl StateFields<'_> {
    /// Appends the fields.
    #[inline]
    pub fn append(&self, text: &mut Vec<u8>) {
        let board = self.0;
        text.extend_from_slice(board.turn().fold_wb(b"w ", b"b "));
        let before = text.len();
        if board.rooks.any() {
            for color in Color::ALL {
                for side in CastlingSide::ALL {
                    text.extend(board.castling_letter(color, side));
                }
            }
        }
        if text.len() == before {
            text.push(b'-');
        }
        match board.en_passant() {
            Some(square) => {
                let (file, rank) = (square.file().char(), square.rank().char());
                text.extend_from_slice(&[b' ', file as u8, rank as u8]);
            }
            None => text.extend_from_slice(b" -"),
        }
    }
}

impl fmt::Display for StateFields<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_letters(f, |text| self.append(text))
    }
}

/// Writes what is appended, which is ASCII.
fn write_letters(f: &mut fmt::Formatter<'_>, append: impl FnOnce(&mut Vec<u8>)) -> fmt::Result {
    let mut text = Vec::with_capacity(128);
    append(&mut text);
    f.write_str(std::str::from_utf8(&text).expect("letters, digits and signs are ASCII"))
}

impl BughouseBoard {
    /// The letter of a castling right: `K` or `Q` for the outermost rook, otherwise its file.
    fn castling_letter(&self, color: Color, side: CastlingSide) -> Option<u8> {
        let king = self.men.king_of(color)?;
        let on_side = |rook: &Square| side.is_king_side() == (king < *rook);
        let backrank = Bitboard::from_rank(color.backrank());
        let rook = (self.rooks & backrank).into_iter().find(on_side)?;
        let rooks = self.men.by_piece(color.rook()) & backrank;
        let (outermost, letter) = if side.is_king_side() {
            (rooks.last(), b'k')
        } else {
            (rooks.first(), b'q')
        };
        let letter = if outermost == Some(rook) {
            letter
        } else {
            rook.file().char() as u8
        };
        Some(color.fold_wb(letter.to_ascii_uppercase(), letter))
    }
}

impl fmt::Display for Bfen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for name in BoardName::ALL {
            if name == BoardName::B {
                f.write_str(" | ")?;
            }
            let board = self.boards.board(name);
            write!(f, "{}", BfenMen(board))?;
            let holdings = Holdings(board.hands()).to_string();
            if !holdings.is_empty() {
                write!(f, "/{holdings}")?;
            }
            write!(f, " {}", StateFields(board))?;
            let clocks = Color::ALL.map(|color| self.clocks[Seat { board: name, color }.index()]);
            match clocks {
                [None, None] => (),
                _ => {
                    for clock in clocks {
                        match clock {
                            Some(clock) => write!(f, " {clock}")?,
                            None => f.write_str(" -")?,
                        }
                    }
                }
            }
        }
        Ok(())
    }
}
