//! The men on a board as a FEN has them. A page has several such texts for each half-move, and letter
//! by letter through [`std::fmt`] these were what most of the time was spent on.

use std::fmt;

use shakmaty::{Bitboard, Board, Color, Move, Rank, Square};

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
    /// The men that are `shown` of those on a board, `~` behind the promoted ones.
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

    /// Follows a move that was played on the board. All that it changes stands on the ranks of its
    /// two squares, the rook that castles and the pawn captured in passing as well.
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

impl fmt::Display for MenText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        self.append(&mut text);
        f.write_str(std::str::from_utf8(&text).expect("a FEN is ASCII"))
    }
}
