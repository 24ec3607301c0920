//! Positions as text. An archive's pages and objects have two positions a half-move, and letter by
//! letter through [`fmt`] these were what most of the time was spent on.

use std::fmt;

use shakmaty::{Bitboard, CastlingSide, Color, Move, Rank, Square};

use super::Bfen;
use crate::bpgn::board::{BughouseBoard, DROPPABLE, Hands};
use crate::bpgn::seat::{BoardName, Seat};

/// The longest text of a rank: eight men, each with its sign.
const RANK: usize = 16;

/// The men on a board as text, rank by rank: a move writes one or two of them anew.
#[derive(Debug, Clone)]
pub struct MenText {
    /// The ranks from the first one.
    ranks: [[u8; RANK]; 8],
    lengths: [u8; 8],
}

impl MenText {
    /// The men on a board.
    pub fn new(board: &BughouseBoard) -> MenText {
        let mut text = MenText {
            ranks: [[0; RANK]; 8],
            lengths: [0; 8],
        };
        for rank in Rank::ALL {
            text.write_rank(board, rank);
        }
        text
    }

    /// Follows a move that was played on the board. All that it changes stands on the ranks of its
    /// two squares, the rook that castles and the pawn captured in passing as well.
    #[inline]
    pub fn follow(&mut self, board: &BughouseBoard, m: Move) {
        let to = m.to().rank();
        self.write_rank(board, to);
        if let Some(from) = m.from().map(Square::rank).filter(|from| *from != to) {
            self.write_rank(board, from);
        }
    }

    #[inline]
    fn write_rank(&mut self, board: &BughouseBoard, rank: Rank) {
        let men = board.men();
        // The rank of a set of squares, a file a bit.
        let on_rank = |squares: Bitboard| (squares.0 >> (8 * rank as u32)) as u8;
        let [knights, bishops, rooks, queens, kings] = [
            men.knights(),
            men.bishops(),
            men.rooks(),
            men.queens(),
            men.kings(),
        ]
        .map(on_rank);
        let black = on_rank(men.by_color(Color::Black));
        let promoted = on_rank(board.promoted());
        let mut left = on_rank(men.occupied());
        let text = &mut self.ranks[rank as usize];
        let mut length = 0;
        let mut push = |letter: u8| {
            text[length] = letter;
            length += 1;
        };
        let mut next = 0;
        while left != 0 {
            let file = left.trailing_zeros() as u8;
            left &= left - 1;
            if file > next {
                push(b'0' + file - next);
            }
            next = file + 1;
            // Without a branch: which man stands there is anybody's guess.
            let bit = |squares: u8| (squares >> file) & 1;
            let man =
                bit(knights) + 2 * bit(bishops) + 3 * bit(rooks) + 4 * bit(queens) + 5 * bit(kings);
            push(b"PNBRQK\0\0"[usize::from(man & 7)] | (bit(black) << 5));
            if bit(promoted) != 0 {
                push(b'~');
            }
        }
        if next < 8 {
            push(b'8' - next);
        }
        self.lengths[rank as usize] = length as u8;
    }

    /// Appends the eighth rank and those below it, with slashes.
    #[inline]
    pub fn append(&self, text: &mut Vec<u8>) {
        let mut whole = [b'/'; 8 * (RANK + 1)];
        let mut end = 0;
        for (rank, length) in self.ranks.iter().zip(self.lengths).rev() {
            // All of its place, which costs less than to look how much; the next one lies over it.
            whole[end..end + RANK].copy_from_slice(rank);
            end += usize::from(length);
            whole[end] = b'/';
            end += 1;
        }
        text.extend_from_slice(&whole[..end - 1]);
    }
}

/// The men on a board: eight ranks, `~` behind a promoted man.
#[derive(Debug, Clone, Copy)]
pub struct BfenMen<'a>(pub &'a BughouseBoard);

impl fmt::Display for BfenMen<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_letters(f, |text| MenText::new(self.0).append(text))
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
    let mut text = Vec::with_capacity(8 * (RANK + 1));
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
