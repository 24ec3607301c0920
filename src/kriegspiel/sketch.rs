//! Boards as text: one mark a square, ranks from the top.

pub mod panel;

use shakmaty::{Bitboard, File, Rank, Role, Square};

use super::ending::WhitePlacement;

/// Draws a board; `mark` gives what stands on a square, and marks are as wide as the widest.
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

/// What White knows in an ending: the own men, `?` where the black king may be; `k` where it
/// stands, for a reader who may see it.
pub fn metaposition(placement: WhitePlacement, kings: Bitboard, king: Option<Square>) -> String {
    board(|square| {
        let white = man_on(placement, square);
        match white {
            _ if king == Some(square) => "k".to_owned(),
            Some(man) => man.upper_char().to_string(),
            None if kings.contains(square) => "?".to_owned(),
            None => ".".to_owned(),
        }
    })
}

/// White's man on a square.
pub fn man_on(placement: WhitePlacement, square: Square) -> Option<Role> {
    let mut men = placement.men().chain([(Role::King, placement.king())]);
    men.find_map(|(role, at)| (at == square).then_some(role))
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
