//! A job under construction, and its conversion to the equivalent EPD record.

use std::sync::Arc;

use shakmaty::{Board, Color, File, Square};

use super::error::{ChestError, ChestErrorKind};
use super::word::Word;
use keymove_base::error::{Location, Warning};
use keymove_records::epd::Epd;
use keymove_records::job::{Defaults, Job};
use keymove_solve::{Kind, Length, Problem};

/// The depth in full moves if neither the job nor the command line gives one.
pub const DEFAULT_DEPTH: u16 = 5;

/// A job that can be solved.
#[derive(Debug, Clone)]
pub struct ChestJob {
    /// The position, and the stipulation as `Stip`.
    pub epd: Epd,
    /// The task.
    pub problem: Box<Problem>,
    /// Warnings about parts that were not understood exactly as written, each with its place.
    pub warnings: Vec<String>,
}

/// The letters of the men on a board of the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Letters {
    /// `LE`: those of FEN, K Q R B N P.
    English,
    /// `LS`: like FEN, with S for the knight.
    ProblemEnglish,
    /// `LD`: K D T L S B.
    German,
}

impl Letters {
    pub fn named(letter: &[u8]) -> Option<Letters> {
        match letter {
            b"E" => Some(Letters::English),
            b"S" => Some(Letters::ProblemEnglish),
            b"D" => Some(Letters::German),
            _ => None,
        }
    }

    /// Converts the letters of a board to those of FEN.
    pub fn to_fen(self, board: &mut [u8]) {
        for byte in board {
            let letter = match (self, byte.to_ascii_uppercase()) {
                (Letters::English, _) => continue,
                (Letters::ProblemEnglish | Letters::German, b'S') => b'N',
                (Letters::German, b'D') => b'Q',
                (Letters::German, b'T') => b'R',
                (Letters::German, b'L') => b'B',
                (Letters::German, b'B') => b'P',
                // Letters of another language are kept, and refused as such.
                (Letters::German, b'Q' | b'R' | b'N' | b'P') => b'?',
                _ => continue,
            };
            *byte = match byte.is_ascii_lowercase() {
                true => letter.to_ascii_lowercase(),
                false => letter,
            };
        }
    }
}

/// A depth and, if given, the side to move.
#[derive(Debug, Clone, Copy)]
pub(super) struct DepthWord {
    length: Length,
    turn: Option<Color>,
}

/// A job under construction.
#[derive(Debug, Default)]
pub(super) struct Draft {
    pub board: Option<Word>,
    /// The turn, castling and en-passant fields of a FEN, as far as they are given.
    pub fields: Vec<Word>,
    /// Letters of FEN.
    pub rights: Vec<(u8, Word)>,
    /// The square behind the pawn.
    pub en_passant: Option<([u8; 2], Word)>,
    pub kind: Option<(Kind, Word)>,
    pub depth: Option<(DepthWord, Word)>,
}

impl Draft {
    /// Reads `3w`, `3b` and `3`.
    pub fn depth_of(text: &[u8]) -> Option<DepthWord> {
        let (length, turn) = match text {
            [length @ .., b'w'] => (length, Some(Color::White)),
            [length @ .., b'b'] => (length, Some(Color::Black)),
            length => (length, None),
        };
        let digits = length.first().is_some_and(u8::is_ascii_digit);
        let length = Length::read(length).filter(|length| digits && *length > Length::NONE)?;
        Some(DepthWord { length, turn })
    }

    /// The place where the job begins; `None` if it is empty.
    pub fn first_place(&self) -> Option<WordAt> {
        let words = self
            .board
            .iter()
            .chain(self.rights.iter().map(|(_, word)| word));
        let words = words.chain(self.en_passant.iter().map(|(_, word)| word));
        let words = words.chain(self.kind.iter().map(|(_, word)| word));
        let words = words.chain(self.depth.iter().map(|(_, word)| word));
        words.map(|word| (word.line, word.column)).min()
    }

    /// The finished job. `begins` is its first place.
    pub fn finish(
        self,
        file: &Arc<str>,
        begins: WordAt,
        defaults: &Defaults,
    ) -> Result<ChestJob, ChestError> {
        let at = |(line, column): WordAt| Location {
            file: file.to_string(),
            line,
            column,
        };
        let record = self.record(defaults).map_err(|(place, kind)| ChestError {
            place: at(place.unwrap_or(begins)),
            kind,
        })?;
        let wrong = |column, kind| ChestError {
            place: at(record.place(column)),
            kind,
        };
        let (epd, warnings) = Epd::read(&record.text)
            .map_err(|error| wrong(error.column, ChestErrorKind::Position(error.kind)))?;
        if let Some(word) = self.misplaced_right(epd.position().board()) {
            return Err(ChestError {
                place: at(place(word)),
                kind: ChestErrorKind::NotCastling(word.excerpt()),
            });
        }
        // The record contains the stipulation, which also says which side is mated.
        let asked = Defaults {
            kind: None,
            mated: false,
            ..defaults.clone()
        };
        let (mut job, _) = Job::select(&epd, &asked)
            .map_err(|error| wrong(error.column, ChestErrorKind::Stipulation(error)))?;
        let said = |warning: &Warning| format!("{}: {warning}", at(record.place(warning.column)));
        Ok(ChestJob {
            warnings: warnings.iter().map(said).collect(),
            epd,
            // `Stip` asks a single question.
            problem: Box::new(job.questions.swap_remove(0)),
        })
    }

    /// The castling rights, from the field of a FEN and from separate words.
    fn castling(&self, field: Option<&Word>) -> Vec<u8> {
        let mut rights = match field {
            Some(field) if field.text != b"-" => field.text.clone(),
            _ => Vec::new(),
        };
        for (right, _) in &self.rights {
            if !rights.contains(right) {
                rights.push(*right);
            }
        }
        match rights.is_empty() {
            true => b"-".to_vec(),
            false => rights,
        }
    }

    /// The equivalent record, or the fault of a word by itself.
    fn record(&self, defaults: &Defaults) -> Result<Transcript, (Option<WordAt>, ChestErrorKind)> {
        let board = self.board.as_ref().ok_or((None, ChestErrorKind::NoBoard))?;
        let [turn, castling, en_passant] = [0, 1, 2].map(|index| self.fields.get(index));
        let depth = self.depth.as_ref();

        let mut record = Transcript::default();
        record.add(&board.text, place(board));
        match (
            depth.and_then(|(depth, word)| Some((depth.turn?, word))),
            turn,
        ) {
            (Some((side, word)), Some(turn)) if *turn.text != [side.char() as u8] => {
                return Err((Some(place(word)), ChestErrorKind::Turn));
            }
            (Some((side, word)), _) => record.add(&[side.char() as u8], place(word)),
            (None, Some(turn)) => record.add(&turn.text, place(turn)),
            (None, None) => record.add(b"w", place(board)),
        }
        let written = castling.or(self.rights.first().map(|(_, word)| word));
        record.add(&self.castling(castling), place(written.unwrap_or(board)));
        match (&self.en_passant, en_passant) {
            (Some((target, word)), _) => record.add(target, place(word)),
            (None, Some(target)) => record.add(&target.text, place(target)),
            (None, None) => record.add(b"-", place(board)),
        }

        let kind = self.kind.as_ref();
        let kind_place = kind.map(|(_, word)| place(word));
        let kind = match kind
            .map(|(kind, _)| *kind)
            .or(defaults.kind)
            .unwrap_or(Kind::MATE)
        {
            Kind::MATE if defaults.mated => Kind::MATED,
            _ if defaults.mated => return Err((kind_place, ChestErrorKind::MatedSide)),
            kind => kind,
        };
        let length = match depth {
            Some((depth, _)) => depth.length,
            None => Length::of_moves(defaults.depth.unwrap_or(DEFAULT_DEPTH)),
        };
        let asked_at = depth.map(|(_, word)| place(word)).or(kind_place);
        record.add(
            format!("Stip \"{}{length}\";", kind.sign()).as_bytes(),
            asked_at.unwrap_or(place(board)),
        );
        Ok(record)
    }

    /// A castling right whose king or rook is not on its original square, as required by Chest.
    /// (EPD would look for another rook, as in Chess960.)
    fn misplaced_right(&self, board: &Board) -> Option<&Word> {
        let stands = |right: u8| {
            let color = Color::from_white(right.is_ascii_uppercase());
            let file = if right.eq_ignore_ascii_case(&b'K') {
                File::H
            } else {
                File::A
            };
            let at = |file| board.piece_at(Square::from_coords(file, color.backrank()));
            at(File::E) == Some(color.king()) && at(file) == Some(color.rook())
        };
        let misplaced = self.rights.iter().find(|(right, _)| !stands(*right))?;
        Some(&misplaced.1)
    }
}

/// A line and a column, both from 1.
type WordAt = (u64, usize);

fn place(word: &Word) -> WordAt {
    (word.line, word.column)
}

/// An EPD record with the places of its parts in the input.
#[derive(Debug, Default)]
struct Transcript {
    text: Vec<u8>,
    /// The beginning of each part in the text, from 0, and in the input.
    parts: Vec<(usize, WordAt)>,
}

impl Transcript {
    fn add(&mut self, part: &[u8], place: WordAt) {
        if !self.text.is_empty() {
            self.text.push(b' ');
        }
        self.parts.push((self.text.len(), place));
        self.text.extend_from_slice(part);
    }

    /// The place in the input of the text in `column` (from 1) of the record. Only the board is
    /// copied letter by letter.
    fn place(&self, column: usize) -> WordAt {
        let offset = column.saturating_sub(1);
        let part = self.parts.iter().rposition(|(begins, _)| *begins <= offset);
        let (begins, (line, first)) = self.parts[part.unwrap_or(0)];
        match part {
            None | Some(0) => (line, first + offset - begins),
            Some(_) => (line, first),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_become_those_of_fen() {
        let fen = |letters: Letters, board: &str| {
            let mut board = board.as_bytes().to_vec();
            letters.to_fen(&mut board);
            String::from_utf8(board).expect("ASCII")
        };
        assert_eq!(fen(Letters::English, "KQRBNPkqrbnp1s"), "KQRBNPkqrbnp1s");
        assert_eq!(fen(Letters::ProblemEnglish, "KSksNn8"), "KNknNn8");
        assert_eq!(fen(Letters::German, "KDTLSBkdtlsb8/"), "KQRBNPkqrbnp8/");
        assert_eq!(fen(Letters::German, "QRNPqrnp"), "????????");
    }

    #[test]
    fn a_depth_may_name_the_side_to_move() {
        let read = |text: &str| {
            Draft::depth_of(text.as_bytes()).map(|word| (word.length.to_string(), word.turn))
        };
        assert_eq!(read("3w"), Some(("3".to_owned(), Some(Color::White))));
        assert_eq!(read("12b"), Some(("12".to_owned(), Some(Color::Black))));
        assert_eq!(read("3"), Some(("3".to_owned(), None)));
        assert_eq!(read("2.5b"), Some(("2.5".to_owned(), Some(Color::Black))));
        for text in [
            "", "w", "0w", "-1w", "+1w", "3x", "3ww", "3 w", "99999w", ".5w",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn a_place_in_the_record_is_one_in_the_input() {
        let mut record = Transcript::default();
        record.add(b"8/8", (2, 3));
        record.add(b"w", (4, 1));
        assert_eq!(record.text, b"8/8 w");
        let places: Vec<WordAt> = (1..=6).map(|column| record.place(column)).collect();
        assert_eq!(places, [(2, 3), (2, 4), (2, 5), (2, 6), (4, 1), (4, 1)]);
    }
}
