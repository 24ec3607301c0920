//! The men on a board as in a FEN. A page has several such texts for each half-move, and writing
//! them letter by letter through [`std::fmt`] took most of the time.

use std::fmt;

use shakmaty::{Bitboard, Board, Color, Move, Rank, Square};

/// The maximum length of the text of a rank: eight men, each with its sign.
const RANK: usize = 16;

/// The men on a board as text, rank by rank: a move rewrites only one or two ranks.
#[derive(Debug, Clone)]
pub struct MenText {
    /// The ranks, beginning with the first.
    ranks: [[u8; RANK]; 8],
    lengths: [u8; 8],
}

impl MenText {
    /// The men on the squares `shown` of a board, with `~` after promoted men.
    pub fn new(board: &Board, shown: Bitboard, promoted: Bitboard) -> MenText {
        let mut text = MenText {
            ranks: [[0; RANK]; 8],
            lengths: [0; 8],
        };
        for rank in Rank::ALL {
            text.write_rank(board, shown, promoted, rank);
        }
        text
    }

    /// The men on a board.
    pub fn of(board: &Board) -> MenText {
        MenText::new(board, Bitboard::FULL, Bitboard::EMPTY)
    }

    /// Updates the text after a move on the board. All its changes are on the ranks of its two
    /// squares, including a castling rook and a pawn captured en passant.
    #[inline]
    pub fn follow(&mut self, board: &Board, shown: Bitboard, promoted: Bitboard, m: Move) {
        let to = m.to().rank();
        self.write_rank(board, shown, promoted, to);
        if let Some(from) = m.from().map(Square::rank).filter(|from| *from != to) {
            self.write_rank(board, shown, promoted, from);
        }
    }

    #[inline]
    fn write_rank(&mut self, men: &Board, shown: Bitboard, promoted: Bitboard, rank: Rank) {
        // A rank of a set of squares, one bit for each file.
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
        let promoted = on_rank(promoted);
        let mut left = on_rank(men.occupied() & shown);
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
            // Without a branch, because the men on a rank are unpredictable.
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
            // A rank is copied with its full capacity, which is cheaper than checking its length;
            // the next one overwrites the rest.
            whole[end..end + RANK].copy_from_slice(rank);
            end += usize::from(length);
            whole[end] = b'/';
            end += 1;
        }
        text.extend_from_slice(&whole[..end - 1]);
    }
}

impl fmt::Display for MenText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        self.append(&mut text);
        f.write_str(std::str::from_utf8(&text).expect("a FEN is ASCII"))
    }
}
