//! The board as text: figurines in a frame, or plain letters.

use std::fmt::Write;

use shakmaty::{Board, File, Piece, Rank, Role, Square};

use super::language::Words;

/// The diagram from White's side; White's letters are in upper case. Every line ends with a line
/// feed.
pub(super) fn diagram(board: &Board, words: &Words, ascii: bool) -> String {
    let (corners, dash, wall, empty) = if ascii {
        (["+", "+", "+", "+"], "-", "|", '.')
    } else {
        (["┌", "┐", "└", "┘"], "─", "│", '·')
    };
    let side = dash.repeat(17);
    let mut text = format!("   {}{side}{}\n", corners[0], corners[1]);
    for rank in Rank::ALL.into_iter().rev() {
        let mut row = String::new();
        for file in File::ALL {
            let man = board.piece_at(Square::from_coords(file, rank));
            row.push(' ');
            row.push(match man {
                None => empty,
                Some(piece) if ascii => words.man(piece),
                Some(piece) => figurine(piece),
            });
        }
        // Writing to a string cannot fail.
        let _ = writeln!(text, " {} {wall}{row} {wall}", rank.char());
    }
    let _ = writeln!(text, "   {}{side}{}", corners[2], corners[3]);
    text.push_str("     a b c d e f g h\n");
    text
}

fn figurine(piece: Piece) -> char {
    let [white, black] = match piece.role {
        Role::King => ['♔', '♚'],
        Role::Queen => ['♕', '♛'],
        Role::Rook => ['♖', '♜'],
        Role::Bishop => ['♗', '♝'],
        Role::Knight => ['♘', '♞'],
        Role::Pawn => ['♙', '♟'],
    };
    piece.color.fold_wb(white, black)
}
