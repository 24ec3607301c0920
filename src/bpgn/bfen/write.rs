//! Positions as text.

use std::fmt;

use shakmaty::{Bitboard, CastlingSide, Color, Square};

use super::Bfen;
use crate::board::{BughouseBoard, DROPPABLE, Hands};
use crate::seat::{BoardName, Seat};
use keymove_games::men::MenText;

/// The men on a board: eight ranks, with `~` after a promoted man.
#[derive(Debug, Clone, Copy)]
pub struct BfenMen<'a>(pub &'a BughouseBoard);

impl fmt::Display for BfenMen<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        MenText::new(self.0.men(), self.0.promoted()).fmt(f)
    }
}

/// The men in both hands, White's in upper case: `PPNqb`.
#[derive(Debug, Clone, Copy)]
pub struct Holdings<'a>(pub &'a Hands);

impl Holdings<'_> {
    /// Appends the men.
    pub fn append(&self, out: &mut Vec<u8>) {
        for color in Color::ALL {
            for role in DROPPABLE {
                let piece = role.of(color);
                out.extend((0..*self.0.piece(piece)).map(|_| piece.char() as u8));
            }
        }
    }
}

impl fmt::Display for Holdings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        appended(f, |out| self.append(out))
    }
}

/// The three fields after the men: side to move, castling, en passant.
#[derive(Debug, Clone, Copy)]
pub struct StateFields<'a>(pub &'a BughouseBoard);

impl StateFields<'_> {
    /// Appends the fields.
    #[inline]
    pub fn append(&self, out: &mut Vec<u8>) {
        let board = self.0;
        out.extend_from_slice(board.turn().fold_wb(b"w ", b"b "));
        let before = out.len();
        let may_castle =
            |color: &Color| (board.rooks & Bitboard::from_rank(color.backrank())).any();
        for color in Color::ALL.into_iter().filter(may_castle) {
            let letters = CastlingSide::ALL.map(|side| board.castling_letter(color, side));
            out.extend(letters.into_iter().flatten());
        }
        if out.len() == before {
            out.push(b'-');
        }
        out.push(b' ');
        match board.en_passant() {
            Some(square) => {
                out.extend([square.file().char(), square.rank().char()].map(|c| c as u8));
            }
            None => out.push(b'-'),
        }
    }
}

impl fmt::Display for StateFields<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        appended(f, |out| self.append(out))
    }
}

fn appended(f: &mut fmt::Formatter<'_>, append: impl FnOnce(&mut Vec<u8>)) -> fmt::Result {
    let mut text = Vec::new();
    append(&mut text);
    f.write_str(&String::from_utf8_lossy(&text))
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
            for clock in clocks.into_iter().filter(|_| clocks != [None; 2]) {
                match clock {
                    Some(clock) => write!(f, " {clock}")?,
                    None => f.write_str(" -")?,
                }
            }
        }
        Ok(())
    }
}
