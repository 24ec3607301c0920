//! Positions as text.

use std::fmt::{self, Write};

use shakmaty::{Bitboard, CastlingSide, Color, Square};

use super::Bfen;
use crate::board::{BughouseBoard, DROPPABLE, Hands};
use crate::seat::{BoardName, Seat};
use keymove_games::viewer::men;

/// The men on a board: eight ranks, with `~` after a promoted man.
#[derive(Debug, Clone, Copy)]
pub struct BfenMen<'a>(pub &'a BughouseBoard);

impl fmt::Display for BfenMen<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&men(self.0.men(), self.0.promoted()))
    }
}

/// The men in both hands, White's in upper case: `PPNqb`.
#[derive(Debug, Clone, Copy)]
pub struct Holdings<'a>(pub &'a Hands);

impl fmt::Display for Holdings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for color in Color::ALL {
            for role in DROPPABLE {
                let piece = role.of(color);
                for _ in 0..*self.0.piece(piece) {
                    f.write_char(piece.char())?;
                }
            }
        }
        Ok(())
    }
}

/// The three fields after the men: side to move, castling, en passant.
#[derive(Debug, Clone, Copy)]
pub struct StateFields<'a>(pub &'a BughouseBoard);

impl fmt::Display for StateFields<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.0;
        write!(f, "{} ", board.turn().char())?;
        let letters = Color::ALL
            .into_iter()
            .flat_map(|color| CastlingSide::ALL.map(|side| board.castling_letter(color, side)));
        let castling = String::from_iter(letters.flatten());
        f.write_str(if castling.is_empty() { "-" } else { &castling })?;
        match board.en_passant() {
            Some(square) => write!(f, " {square}"),
            None => f.write_str(" -"),
        }
    }
}

impl BughouseBoard {
    /// The letter of a castling right: `K` or `Q` for the outermost rook, otherwise its file.
    fn castling_letter(&self, color: Color, side: CastlingSide) -> Option<char> {
        let king = self.men.king_of(color)?;
        let on_side = |rook: &Square| side.is_king_side() == (king < *rook);
        let backrank = Bitboard::from_rank(color.backrank());
        let rook = (self.rooks & backrank).into_iter().find(on_side)?;
        let rooks = self.men.by_piece(color.rook()) & backrank;
        let (outermost, letter) = if side.is_king_side() {
            (rooks.last(), 'k')
        } else {
            (rooks.first(), 'q')
        };
        let letter = if outermost == Some(rook) {
            letter
        } else {
            rook.file().char()
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
