//! Reads men and squares: `Pieces`, `Forsyth`, and all places with squares.

use shakmaty::{Board, Color, File, Piece, Rank, Role, Square};

use super::draft::{CompositionDraft, Readout, error};
use crate::composition::error::{PopeyeError, PopeyeErrorKind};
use crate::composition::keyword::{ATTRIBUTES, COLOURS, KEYWORDS, Meaning, meaning};
use crate::composition::token::InputWord;

impl<'a> CompositionDraft<'a> {
    /// Reads a board like the first field of a FEN, in the letters of the language.
    pub(super) fn forsyth(&self, word: InputWord<'a>) -> Readout<Board> {
        let mut board = Board::empty();
        let mut square = 0usize;
        let mut at = 0;
        while let Some(&byte) = word.text.get(at) {
            at += 1;
            match byte {
                b'/' if square.is_multiple_of(8) => continue,
                b'0'..=b'9' => {
                    let mut free = usize::from(byte - b'0');
                    // Popeye counts on across ranks: `16`.
                    if let Some(digit @ b'0'..=b'9') = word.text.get(at) {
                        free = 10 * free + usize::from(digit - b'0');
                        at += 1;
                    }
                    square += free;
                }
                b'a'..=b'z' | b'A'..=b'Z' => {
                    let role = self
                        .phrases
                        .role(byte)
                        .ok_or_else(|| self.no_man(word, &[byte]))?;
                    if square >= 64 {
                        return Err(error(word, PopeyeErrorKind::Board));
                    }
                    let color = Color::from_white(byte.is_ascii_uppercase());
                    let file = File::new((square % 8) as u32);
                    let rank = Rank::new(7 - (square / 8) as u32);
                    board.set_piece_at(Square::from_coords(file, rank), role.of(color));
                    square += 1;
                }
                b'.' | b'+' | b'=' => {
                    let length = if byte == b'.' { 2 } else { 3 };
                    let name = &word.text[at - 1..word.text.len().min(at + length)];
                    return Err(self.no_man(word, name));
                }
                _ => return Err(error(word, PopeyeErrorKind::Board)),
            }
        }
        if square == 64 {
            Ok(board)
        } else {
            Err(error(word, PopeyeErrorKind::Board))
        }
    }

    fn no_man(&self, word: InputWord<'a>, name: &[u8]) -> PopeyeError {
        PopeyeError {
            word: String::from_utf8_lossy(name).into_owned(),
            ..error(word, PopeyeErrorKind::FairyMan)
        }
    }

    /// Reads men with their squares, up to a word of another kind.
    pub(super) fn pieces(
        &mut self,
        mut found: impl FnMut(Piece, Square, InputWord<'a>) -> Readout<()>,
    ) -> Readout<()> {
        let mut colour = None;
        while let Some(word) = self.next() {
            if let Some((name, squares)) = self.men(word) {
                let [letter] = name else {
                    return Err(self.no_man(word, name));
                };
                let role: Role = self
                    .phrases
                    .role(*letter)
                    .ok_or_else(|| self.no_man(word, name))?;
                let color: Color = colour.ok_or_else(|| error(word, PopeyeErrorKind::NoColour))?;
                for square in squares {
                    found(role.of(color), square, word)?;
                }
                continue;
            }
            match meaning(&COLOURS, self.language, word.text) {
                Meaning::Only(Some(color)) => {
                    colour = Some(color);
                    continue;
                }
                Meaning::Only(None) => return Err(error(word, PopeyeErrorKind::Attribute)),
                Meaning::Nothing | Meaning::Several => (),
            }
            let keyword = meaning(&KEYWORDS, self.language, word.text);
            if keyword == Meaning::Nothing
                && meaning(&ATTRIBUTES, self.language, word.text) != Meaning::Nothing
            {
                return Err(error(word, PopeyeErrorKind::Attribute));
            }
            self.put_back();
            break;
        }
        Ok(())
    }

    /// Reads the letter of a man, or the letters of a fairy piece, with its squares, which may be
    /// in the next word.
    fn men(&mut self, word: InputWord<'a>) -> Option<(&'a [u8], Vec<Square>)> {
        if word.text.len() == 1 {
            let mut ahead = self.words;
            let squares = ahead.next().and_then(|next| all_squares(next.text))?;
            self.words = ahead;
            return Some((word.text, squares));
        }
        (1..=2).find_map(|length| {
            let (name, squares) = word.text.split_at_checked(length)?;
            Some((name, all_squares(squares)?))
        })
    }

    /// Reads squares in one or several words, up to a word of another kind.
    pub(super) fn squares(&mut self) -> Readout<Vec<(Square, InputWord<'a>)>> {
        let mut squares = Vec::new();
        while let Some(word) = self.next() {
            match all_squares(word.text) {
                Some(more) => squares.extend(more.into_iter().map(|square| (square, word))),
                None if squares.is_empty() => {
                    return Err(error(word, PopeyeErrorKind::NoSquare));
                }
                None => {
                    self.put_back();
                    return Ok(squares);
                }
            }
        }
        if squares.is_empty() {
            return Err(self.at_end(PopeyeErrorKind::Ends("a square")));
        }
        Ok(squares)
    }

    /// Reads two squares.
    pub(super) fn two_squares(&mut self) -> Readout<(Square, Square)> {
        let mut squares = Vec::new();
        while squares.len() < 2 {
            let word = self.required("a square")?;
            let more = all_squares(word.text)
                .filter(|more| squares.len() + more.len() <= 2)
                .ok_or_else(|| error(word, PopeyeErrorKind::NoSquare))?;
            squares.extend(more);
        }
        Ok((squares[0], squares[1]))
    }
}

/// The squares in a word that contains nothing else.
fn all_squares(text: &[u8]) -> Option<Vec<Square>> {
    let (pairs, rest) = text.as_chunks::<2>();
    if text.is_empty() || !rest.is_empty() {
        return None;
    }
    pairs
        .iter()
        .map(|pair| Square::from_ascii(&pair.to_ascii_lowercase()).ok())
        .collect()
}
