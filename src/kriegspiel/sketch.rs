//! Boards as text: one mark for each square, the top rank first.

use shakmaty::{Bitboard, Color, File, Rank, Role, Square};

use super::belief::board::CompactBoard;
use super::belief::hidden_men;
use super::ending::WhitePlacement;

/// Draws a board. `mark` returns the mark of a square; marks are padded to the width of the widest.
///
/// ```text
/// 2 | . . ?
/// 1 | K . .
///     a b c
/// ```
pub fn board(mark: impl Fn(Square) -> String) -> String {
    let marks: Vec<String> = Square::ALL.into_iter().map(mark).collect();
    let width = marks.iter().map(|mark| mark.chars().count()).max();
    let width = width.unwrap_or(1);
    let mut text = String::new();
    for rank in Rank::ALL.into_iter().rev() {
        text.push_str(&format!("{} |", rank.char()));
        for file in File::ALL {
            let mark = &marks[Square::from_coords(file, rank).to_usize()];
            text.push_str(&format!(" {mark:>width$}"));
        }
        text.push('\n');
    }
    text.push_str("   ");
    for file in File::ALL {
        text.push_str(&format!(" {:>width$}", file.char()));
    }
    text.push('\n');
    text
}

/// White's knowledge in an ending: the own men, and `?` for possible squares of the black king; `k`
/// is its real square, for a reader who may see it.
pub fn metaposition(placement: WhitePlacement, kings: Bitboard, king: Option<Square>) -> String {
    board(|square| {
        let white = placement.all_men().find(|(_, at)| *at == square);
        match white {
            _ if king == Some(square) => "k".to_owned(),
            Some((man, _)) => man.upper_char().to_string(),
            None if kings.contains(square) => "?".to_owned(),
            None => ".".to_owned(),
        }
    })
}

/// The possible positions for `player`: the own men as in FEN, `.` for squares that are certainly
/// empty, otherwise the number of positions with a man of the other side there, or `?` if no square
/// has two; with `man`, only men of this kind are counted.
pub fn belief(boards: &[CompactBoard], player: Color, man: Option<Role>) -> String {
    let counts = hidden_men(boards, player).map(|men| match man {
        Some(man) => men[man],
        None => men.iter().sum(),
    });
    let is_plain = counts.iter().all(|&count| count <= 1);
    let own = |square| {
        let known = boards.first()?;
        let is_own = known.side(player).contains(square);
        is_own.then(|| known.role_at(square)).flatten()
    };
    board(|square| match (own(square), counts[square.to_usize()]) {
        (Some(man), _) => man.of(player).char().to_string(),
        (None, 0) => ".".to_owned(),
        (None, _) if is_plain => "?".to_owned(),
        (None, count) => count.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_metaposition_is_drawn() {
        let placement = "Kc3 Ra1".parse().expect("a placement");
        let kings = Bitboard::from_square(Square::H8).with(Square::E5);
        assert_eq!(
            metaposition(placement, kings, None),
            "\
8 | . . . . . . . ?
7 | . . . . . . . .
6 | . . . . . . . .
5 | . . . . ? . . .
4 | . . . . . . . .
3 | . . K . . . . .
2 | . . . . . . . .
1 | R . . . . . . .
    a b c d e f g h
"
        );
    }
}
