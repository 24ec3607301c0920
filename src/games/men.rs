//! The men on a board as in a FEN, for pages and objects that have such a text for every half-move.
//! A move changes one or two ranks, and only these are written anew: through shakmaty's `append_to`
//! the texts were an eighth of the time for a page.

use std::fmt;

use shakmaty::{Bitboard, Board, Color, Move, Rank};

/// The longest text of a rank: eight men, each followed by a sign.
const LONGEST: usize = 16;

/// The men on a board, from the eighth rank to the first one, with slashes between the ranks.
#[derive(Debug, Clone)]
pub struct MenText {
    text: [u8; 8 * (LONGEST + 1)],
    /// The lengths of the ranks, from the eighth one, with their slashes.
    lengths: [u8; 8],
    length: usize,
}

impl MenText {
    /// The men on a board, with `~` after the promoted ones.
    pub fn new(board: &Board, promoted: Bitboard) -> MenText {
        let mut text = MenText {
            text: [b'/'; 8 * (LONGEST + 1)],
            lengths: [1; 8],
            length: 8,
        };
        for rank in Rank::ALL {
            text.write_rank(board, promoted, rank);
        }
        text
    }

    /// The text.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.text[..self.length - 1]
    }

    /// Follows a move that was played on the board. It changes only the ranks of its two squares: a
    /// castling rook and a pawn captured en passant are on these ranks, too.
    #[inline]
    pub fn follow(&mut self, board: &Board, promoted: Bitboard, m: Move) {
        let to = m.to().rank();
        self.write_rank(board, promoted, to);
        match m.from() {
            Some(from) if from.rank() != to => self.write_rank(board, promoted, from.rank()),
            _ => {}
        }
    }

    fn write_rank(&mut self, board: &Board, promoted: Bitboard, rank: Rank) {
        // The rank of a set of squares, with a bit for each file.
        let on_rank = |squares: Bitboard| (squares.0 >> (8 * rank as u32)) as u8;
        let [knights, bishops, rooks, queens, kings] = [
            board.knights(),
            board.bishops(),
            board.rooks(),
            board.queens(),
            board.kings(),
        ]
        .map(on_rank);
        let (black, promoted) = (on_rank(board.by_color(Color::Black)), on_rank(promoted));
        let mut left = on_rank(board.occupied());
        let mut text = [b'/'; LONGEST + 1];
        let (mut length, mut next) = (0, 0);
        let mut push = |letter: u8| {
            text[length] = letter;
            length += 1;
        };
        while left != 0 {
            let file = left.trailing_zeros() as u8;
            left &= left - 1;
            if file > next {
                push(b'0' + file - next);
            }
            next = file + 1;
            // Without branches, because no man can be predicted.
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
        self.replace(7 - rank as usize, &text[..length + 1]);
    }

    /// Replaces a rank, counted from the eighth one, by a text with its slash.
    fn replace(&mut self, index: usize, rank: &[u8]) {
        let start: usize = self.lengths[..index]
            .iter()
            .map(|&length| usize::from(length))
            .sum();
        let (before, after) = (usize::from(self.lengths[index]), rank.len());
        if before != after {
            self.text
                .copy_within(start + before..self.length, start + after);
            self.length = self.length + after - before;
            self.lengths[index] = after as u8;
        }
        self.text[start..start + after].copy_from_slice(rank);
    }
}

impl fmt::Display for MenText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf8_lossy(self.as_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Chess, Position as _};

    use super::*;

    #[test]
    fn a_text_follows_every_kind_of_move() {
        let mut seed = 1_u64;
        let (mut castlings, mut passings) = (0, 0);
        for _ in 0..300 {
            let mut position = Chess::default();
            let mut text = MenText::new(position.board(), Bitboard::EMPTY);
            for _ in 0..150 {
                let moves = position.legal_moves();
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let mut rare = moves.clone();
                rare.retain(|m| m.is_castle() || m.is_en_passant() || m.is_promotion());
                let from = if rare.is_empty() { &moves } else { &rare };
                let Some(m) = from.get((seed >> 33) as usize % from.len().max(1)) else {
                    break;
                };
                castlings += usize::from(m.is_castle());
                passings += usize::from(m.is_en_passant());
                position.play_unchecked(*m);
                text.follow(position.board(), Bitboard::EMPTY, *m);
                let fen = position.board().board_fen();
                assert_eq!(text.to_string(), fen.to_string());
            }
        }
        assert!(castlings > 100 && passings > 10, "{castlings} {passings}");
    }

    #[test]
    fn promoted_men_have_a_sign() {
        let fen: shakmaty::fen::Fen = "rnbqkbnr/8/QQQQQQQQ/8/8/1N6/8/K7 w - - 0 1"
            .parse()
            .unwrap();
        let board = &fen.as_setup().board;
        let text = MenText::new(
            board,
            board.queens() & !Bitboard::from_rank(Rank::Eighth) | board.knights() & board.white(),
        );
        assert_eq!(
            text.to_string(),
            "rnbqkbnr/8/Q~Q~Q~Q~Q~Q~Q~Q~/8/8/1N~6/8/K7"
        );
    }
}
