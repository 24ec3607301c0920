//! Twins: the changes of a board, and how Popeye writes them above the solution.

use std::fmt;

use shakmaty::{Board, Color, Piece, Role, Square};

use super::error::PopeyeErrorKind;
use super::language::Phrases;
use super::stipulation::WrittenStipulation;
use keymove_base::language::Language;

/// One change of a twin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TwinChange {
    /// A man is moved to another square; a man there is removed.
    Move(Square, Square),
    /// Two men are exchanged.
    Exchange(Square, Square),
    /// A man is added, replacing any man there.
    Add(Piece, Square),
    /// A man is removed.
    Remove(Square),
    /// All men of one kind, White's and Black's, become another kind.
    Substitute(Role, Role),
    /// The board is rotated by 90 degrees this number of times.
    Rotate(u8),
    /// The board is mirrored, which exchanges these corners.
    Mirror(Corners),
    /// All men are moved by the vector from the first square to the second.
    Shift(Square, Square),
    /// White's men become Black's, Black's White's.
    PolishType,
    /// Another stipulation.
    Stipulation(WrittenStipulation),
}

/// Popeye's English words for the change, which are read again: `Move b4 c3`.
impl fmt::Display for TwinChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |role| Phrases::of(Language::English).letter(role);
        match *self {
            TwinChange::Move(from, to) => write!(f, "Move {from} {to}"),
            TwinChange::Exchange(one, other) => write!(f, "Exchange {one} {other}"),
            TwinChange::Add(Piece { color, role }, square) => {
                write!(f, "Add {color} {}{square}", letter(role))
            }
            TwinChange::Remove(square) => write!(f, "Remove {square}"),
            TwinChange::Substitute(from, to) => {
                write!(f, "Substitute {} {}", letter(from), letter(to))
            }
            TwinChange::Rotate(quarters) => write!(f, "Rotate {}", 90 * u32::from(quarters)),
            TwinChange::Mirror(corners) => write!(f, "Mirror {}", corners.name()),
            TwinChange::Shift(from, to) => write!(f, "Shift {from} {to}"),
            TwinChange::PolishType => f.write_str("PolishType"),
            TwinChange::Stipulation(ref written) => write!(f, "Stipulation {}", written.text),
        }
    }
}

/// Two corners that are exchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Corners {
    /// `a1<-->h1`: left and right.
    A1H1,
    /// `a1<-->a8`: up and down.
    A1A8,
    /// `a1<-->h8`: across the diagonal from a8 to h1.
    A1H8,
    /// `a8<-->h1`: across the diagonal from a1 to h8.
    A8H1,
}

impl Corners {
    /// Reads Popeye's notation.
    pub fn read(text: &[u8]) -> Option<Corners> {
        [Corners::A1H1, Corners::A1A8, Corners::A1H8, Corners::A8H1]
            .into_iter()
            .find(|corners| corners.name().as_bytes().eq_ignore_ascii_case(text))
    }

    /// The square on the other side of the board.
    fn mirrored(self, square: Square) -> Square {
        match self {
            Corners::A1H1 => square.flip_horizontal(),
            Corners::A1A8 => square.flip_vertical(),
            Corners::A1H8 => square.flip_anti_diagonal(),
            Corners::A8H1 => square.flip_diagonal(),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Corners::A1H1 => "a1<-->h1",
            Corners::A1A8 => "a1<-->a8",
            Corners::A1H8 => "a1<-->h8",
            Corners::A8H1 => "a8<-->h1",
        }
    }
}

/// Changes `board` and returns the text for the change.
///
/// # Errors
///
/// A square without a man, or a man that would leave the board; with the offending word.
pub fn apply(
    board: &mut Board,
    change: &TwinChange,
    phrases: &Phrases,
) -> Result<String, (String, PopeyeErrorKind)> {
    let taken = |board: &mut Board, from: Square| {
        board
            .remove_piece_at(from)
            .ok_or_else(|| (from.to_string(), PopeyeErrorKind::EmptySquare))
    };
    let man = |piece: Piece, square: Square| {
        let colour = phrases.colours[usize::from(piece.color == Color::Black)];
        format!("{colour}{}{square}", phrases.letter(piece.role))
    };
    let [rotate, mirror, shift, polish] = phrases.changes;
    Ok(match *change {
        TwinChange::Move(from, to) => {
            let piece = taken(board, from)?;
            let moved = format!("{}-->{to}", man(piece, from));
            match put(board, to, piece) {
                Some(gone) => format!("-{}  {moved}", man(gone, to)),
                None => moved,
            }
        }
        TwinChange::Exchange(one, other) => {
            let (first, second) = (taken(board, one)?, taken(board, other)?);
            board.set_piece_at(other, first);
            board.set_piece_at(one, second);
            format!("{}<-->{}", man(first, one), man(second, other))
        }
        TwinChange::Add(piece, square) => {
            // A man that replaces another one has no sign.
            match put(board, square, piece) {
                Some(_) => man(piece, square),
                None => format!("+{}", man(piece, square)),
            }
        }
        TwinChange::Remove(square) => {
            let piece = taken(board, square)?;
            format!("-{}", man(piece, square))
        }
        TwinChange::Substitute(from, to) => {
            place(board, |square, piece| {
                let role = if piece.role == from { to } else { piece.role };
                Some((square, role.of(piece.color)))
            });
            format!("{} ==> {}", phrases.letter(from), phrases.letter(to))
        }
        TwinChange::Rotate(quarters) => {
            for _ in 0..quarters {
                place(board, |square, piece| {
                    Some((square.flip_diagonal().flip_horizontal(), piece))
                });
            }
            format!("{rotate} {}", 90 * u32::from(quarters))
        }
        TwinChange::Mirror(corners) => {
            place(board, |square, piece| {
                Some((corners.mirrored(square), piece))
            });
            format!("{mirror} {}", corners.name())
        }
        TwinChange::Shift(from, to) => {
            let text = format!("{shift} {from} ==> {to}");
            if !shifted(board, from, to) {
                return Err((text, PopeyeErrorKind::OffBoard));
            }
            text
        }
        TwinChange::PolishType => {
            place(board, |square, piece| {
                Some((square, piece.role.of(!piece.color)))
            });
            polish.to_owned()
        }
        TwinChange::Stipulation(ref stipulation) => stipulation.text.clone(),
    })
}

/// Shifts all men as far as `to` is from `from`; whether all of them stay on the board.
fn shifted(board: &mut Board, from: Square, to: Square) -> bool {
    let files = to.file() as i32 - from.file() as i32;
    let ranks = to.rank() as i32 - from.rank() as i32;
    place(board, |square, piece| {
        let file = square.file().offset(files)?;
        let rank = square.rank().offset(ranks)?;
        Some((Square::from_coords(file, rank), piece))
    })
}

/// Puts a man on a square and returns the man it replaces.
fn put(board: &mut Board, square: Square, piece: Piece) -> Option<Piece> {
    let gone = board.piece_at(square);
    board.set_piece_at(square, piece);
    gone
}

/// Moves every man to the place given by `to`; `false` if one of them has no place.
fn place(board: &mut Board, to: impl Fn(Square, Piece) -> Option<(Square, Piece)>) -> bool {
    let mut placed = Board::empty();
    let mut all = true;
    for (square, piece) in board.clone() {
        match to(square, piece) {
            Some((square, piece)) => placed.set_piece_at(square, piece),
            None => all = false,
        }
    }
    *board = placed;
    all
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;

    use super::*;

    fn board(text: &str) -> Board {
        let fen: Fen = text.parse().expect("a board");
        fen.into_setup().board
    }

    /// Boards as changed by Popeye: the moves it printed begin on squares that are occupied only on
    /// these boards.
    #[test]
    fn boards_change_as_popeye_changes_them() {
        let diagram = "8/8/8/8/1k6/8/1K2R3/8";
        let square = |text: &str| text.parse::<Square>().expect("a square");
        let shift = |from, to| TwinChange::Shift(square(from), square(to));
        for (changes, after, text) in [
            (
                vec![TwinChange::Mirror(Corners::A1H1)],
                "8/8/8/8/6k1/8/3R2K1/8",
                "mirror a1<-->h1",
            ),
            (
                vec![TwinChange::Substitute(Role::Rook, Role::Knight)],
                "8/8/8/8/1k6/8/1K2N3/8",
                "R ==> S",
            ),
            (
                vec![TwinChange::Rotate(1)],
                "8/8/8/6R1/8/8/4k1K1/8",
                "rotate 90",
            ),
            (
                vec![TwinChange::Rotate(1), shift("a2", "b2")],
                "8/8/8/7R/8/8/5k1K/8",
                "rotate 90|shift a2 ==> b2",
            ),
            (
                vec![
                    TwinChange::Rotate(2),
                    shift("e4", "d4"),
                    TwinChange::PolishType,
                ],
                "8/2r2k2/8/5K2/8/8/8/8",
                "rotate 180|shift e4 ==> d4|PolishType",
            ),
            (
                vec![TwinChange::Mirror(Corners::A1H8)],
                "8/4k1K1/8/8/6R1/8/8/8",
                "mirror a1<-->h8",
            ),
            (
                vec![TwinChange::Move(square("e2"), square("e3"))],
                "8/8/8/8/1k6/4R3/1K6/8",
                "wRe2-->e3",
            ),
            (
                vec![TwinChange::Move(square("e2"), square("b4"))],
                "8/8/8/8/1R6/8/1K6/8",
                "-bKb4  wRe2-->b4",
            ),
            (
                vec![TwinChange::Add(Role::Pawn.of(Color::White), square("b4"))],
                "8/8/8/8/1P6/8/1K2R3/8",
                "wPb4",
            ),
            (
                vec![TwinChange::Exchange(square("e2"), square("b4"))],
                "8/8/8/8/1R6/8/1K2k3/8",
                "wRe2<-->bKb4",
            ),
            (
                vec![
                    TwinChange::Add(Role::Pawn.of(Color::Black), square("f2")),
                    TwinChange::Remove(square("e2")),
                ],
                "8/8/8/8/1k6/8/1K3p2/8",
                "+bPf2|-wRe2",
            ),
            (
                vec![TwinChange::Mirror(Corners::A8H1)],
                "8/8/8/1R6/8/8/1K1k4/8",
                "mirror a8<-->h1",
            ),
            (
                vec![TwinChange::Mirror(Corners::A1A8)],
                "8/1K2R3/8/1k6/8/8/8/8",
                "mirror a1<-->a8",
            ),
        ] {
            let mut changed = board(diagram);
            let texts: Vec<String> = changes
                .iter()
                .map(|change| {
                    apply(&mut changed, change, Phrases::of(Language::English)).expect("possible")
                })
                .collect();
            assert_eq!(changed, board(after), "{text}");
            assert_eq!(texts.join("|"), text);
        }
    }

    #[test]
    fn what_is_not_there_is_not_moved_and_nothing_leaves_the_board() {
        let square = |text: &str| text.parse::<Square>().expect("a square");
        let phrases = Phrases::of(Language::German);
        for (change, word) in [
            (TwinChange::Move(square("a1"), square("a2")), "a1"),
            (TwinChange::Exchange(square("b2"), square("c7")), "c7"),
            (TwinChange::Remove(square("h8")), "h8"),
            (
                TwinChange::Shift(square("b1"), square("h1")),
                "Verschiebung b1 ==> h1",
            ),
        ] {
            let refused = apply(&mut board("8/8/8/8/1k6/8/1K2R3/8"), &change, phrases);
            assert_eq!(refused.expect_err("refused").0, word);
        }
    }
}
