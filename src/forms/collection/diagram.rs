//! A diagram as composers write it: men with the letters K Q R B S P on squares.
//!
//! In such a diagram, castling is allowed if king and rook are on their original squares, unless it
//! is ruled out. White begins, except in help play of whole moves, where Black begins.

use std::str::FromStr;

use shakmaty::{Bitboard, Board, Color, Role, Square};

use crate::composition::castling;
use crate::composition::language::Phrases;
use keymove_base::error::excerpt;
use keymove_base::language::Language;
use keymove_base::reason::Reason;
use keymove_records::cause::Cause;
use keymove_records::job::stipulation_named;
use keymove_solve::Stipulation;

/// A diagram with its stipulation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagram {
    /// The men.
    pub board: Board,
    /// The stipulation as written: `h#2.5`.
    pub stipulation: String,
    /// Squares from and to which castling is not allowed.
    pub uncastled: Bitboard,
    /// The square on which a pawn may be captured en passant.
    pub en_passant: Option<Square>,
    /// Whether the side begins that would not begin according to the stipulation.
    pub other_side: bool,
}

/// The reason why men that are not orthodox are refused.
pub const FAIRY_MEN: &str = "fairy men: {}";

/// Reads a man of Olive, `Sb1`.
///
/// # Errors
///
/// The text is not an orthodox man on a square; the message says what it is.
pub fn man(text: &str) -> Result<(Role, Square), Cause> {
    let text = text.trim();
    let shown = excerpt(text.as_bytes());
    let split = text
        .len()
        .checked_sub(2)
        .filter(|&at| text.is_char_boundary(at));
    let (name, square) = text.split_at(split.unwrap_or(0));
    let square = Square::from_str(square)
        .map_err(|_| Reason::new("{} is not a man on a square", [shown.clone()]))?;
    let role = match name.as_bytes() {
        [b'N' | b'n'] => Err("fairy men: {} (S is the knight)"),
        [letter] => Phrases::of(Language::English)
            .role(*letter)
            .ok_or(FAIRY_MEN),
        _ => Err(FAIRY_MEN),
    };
    let role = role.map_err(|text| Cause::Unsupported(Reason::new(text, [shown])))?;
    Ok((role, square))
}

impl Diagram {
    /// A diagram of `board` with all castling allowed.
    pub fn new(board: Board, stipulation: impl Into<String>) -> Diagram {
        Diagram {
            board,
            stipulation: stipulation.into(),
            uncastled: Bitboard::EMPTY,
            en_passant: None,
            other_side: false,
        }
    }

    /// Makes this side begin, if one is named.
    pub fn begin_with(&mut self, beginner: Option<Color>) {
        if beginner.is_some_and(|beginner| beginner != self.turn()) {
            self.other_side = !self.other_side;
        }
    }

    /// The four fields of EPD.
    pub fn fields(&self) -> String {
        let turn = self.turn();
        let castling = castling(&self.board, self.uncastled);
        let en_passant = self
            .en_passant
            .map_or("-".to_owned(), |square| square.to_string());
        format!("{} {} {castling} {en_passant}", self.board, turn.char())
    }

    /// The side that begins.
    pub fn turn(&self) -> Color {
        let beginner = stipulation_named(self.stipulation.as_bytes())
            .map_or(Color::White, Stipulation::beginner);
        if self.other_side { !beginner } else { beginner }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn men_are_orthodox_or_refused_by_name() {
        assert_eq!(man("Sb1"), Ok((Role::Knight, Square::B1)));
        assert_eq!(man(" Ka8 "), Ok((Role::King, Square::A8)));
        for (text, reason) in [
            ("Nb1", "unsupported: fairy men: Nb1 (S is the knight)"),
            ("LEa1", "unsupported: fairy men: LEa1"),
            ("a1", "unsupported: fairy men: a1"),
            ("Ka9", "Ka9 is not a man on a square"),
            ("", "(nothing) is not a man on a square"),
            ("é", "é is not a man on a square"),
        ] {
            let cause = man(text).expect_err("no man");
            assert_eq!(cause.to_string(), reason, "{text}");
        }
    }

    #[test]
    fn who_begins_and_who_castles() {
        let board: Board = "r3k2r/8/8/8/8/8/8/R3K2R".parse().expect("a board");
        let mut diagram = Diagram::new(board, "#2");
        assert!(
            diagram.fields().ends_with(" w KQkq -"),
            "{}",
            diagram.fields()
        );
        diagram.uncastled = Bitboard::from_iter([Square::E8, Square::H1]);
        diagram.stipulation = "h#2".to_owned();
        assert!(diagram.fields().ends_with(" b Q -"), "{}", diagram.fields());
        diagram.stipulation = "h#2.5".to_owned();
        assert_eq!(diagram.turn(), Color::White);
        diagram.other_side = true;
        assert_eq!(diagram.turn(), Color::Black);
    }
}
