//! Reads the changes of `Twin` and `ZeroPosition`, and twins on their own in other files.

use shakmaty::Board;

use super::draft::{CompositionDraft, Readout, error};
use crate::composition::error::{PopeyeError, PopeyeErrorKind};
use crate::composition::keyword::{Meaning, TWINNINGS, Twinning, meaning};
use crate::composition::language::Phrases;
use crate::composition::stipulation::WrittenStipulation;
use crate::composition::token::{InputWord, InputWords};
use crate::composition::twin::{Corners, TwinChange, apply};
use keymove_base::language::Language;

/// The maximum number of twins of a problem. Once read, each takes many times its length in bytes.
const MOST_TWINS: usize = 1000;

/// The description of a twin.
#[derive(Debug)]
pub struct TwinDescription<'a> {
    pub(super) word: InputWord<'a>,
    pub(super) zero: bool,
    /// Whether it is made from the previous twin instead of the diagram.
    pub continued: bool,
    changes: Vec<(InputWord<'a>, TwinChange)>,
}

impl<'a> TwinDescription<'a> {
    fn new(word: InputWord<'a>, zero: bool) -> TwinDescription<'a> {
        TwinDescription {
            word,
            zero,
            continued: false,
            changes: Vec::new(),
        }
    }

    /// Reads the English words of a twin on its own, as in Olive, `Continued Move b4 f3 Stipulation
    /// h#3`; an empty text is a twin without changes.
    ///
    /// # Errors
    ///
    /// A word that does not belong to a twin or does not fit, with its place in `text`.
    pub fn read(text: &'a str) -> Result<TwinDescription<'a>, PopeyeError> {
        let words = InputWords::new(text.as_bytes());
        let mut draft = CompositionDraft::new(words, Language::English);
        let none = InputWord {
            text: b"",
            line: 1,
            column: 1,
        };
        let mut twin = TwinDescription::new(none, false);
        draft.describe(&mut twin)?;
        match draft.next() {
            Some(word) => Err(error(word, PopeyeErrorKind::Unknown)),
            None => Ok(twin),
        }
    }

    /// Changes the men of a diagram and returns Popeye's text for each change.
    ///
    /// # Errors
    ///
    /// There is no man on a square where one should be changed, or a man would leave the board; the
    /// board is then only partly changed.
    pub fn change(&self, board: &mut Board) -> Result<Vec<String>, PopeyeError> {
        let mut texts = Vec::new();
        self.apply(board, &mut texts, Phrases::of(Language::English))?;
        Ok(texts)
    }

    /// Changes `board` and adds the text for each change to `texts`. If a change is impossible, the
    /// board is only partly changed.
    pub(super) fn apply(
        &self,
        board: &mut Board,
        texts: &mut Vec<String>,
        phrases: &Phrases,
    ) -> Readout<()> {
        for (word, change) in &self.changes {
            let text = apply(board, change, phrases).map_err(|(offending, kind)| PopeyeError {
                word: offending,
                ..error(*word, kind)
            })?;
            texts.push(text);
        }
        Ok(())
    }

    /// Its English words: `Continued Move b4 c3`.
    pub(super) fn words(&self) -> String {
        let continued = self.continued.then(|| "Continued".to_owned());
        let changes = self.changes.iter().map(|(_, change)| change.to_string());
        continued
            .into_iter()
            .chain(changes)
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// The last stipulation in the description.
    pub fn stipulation(&self) -> Option<&WrittenStipulation> {
        let mut changes = self.changes.iter().rev();
        changes.find_map(|(_, change)| match change {
            TwinChange::Stipulation(stipulation) => Some(stipulation),
            _ => None,
        })
    }
}

impl<'a> CompositionDraft<'a> {
    pub(super) fn twin(&mut self, word: InputWord<'a>, zero: bool) -> Readout<()> {
        if self.twins.len() == MOST_TWINS {
            return Err(error(word, PopeyeErrorKind::TooManyTwins(MOST_TWINS)));
        }
        let mut twin = TwinDescription::new(word, zero);
        self.describe(&mut twin)?;
        self.twins.push(twin);
        Ok(())
    }

    /// Reads the changes, up to a word of another kind.
    fn describe(&mut self, twin: &mut TwinDescription<'a>) -> Readout<()> {
        while let Some(word) = self.next() {
            let twinning = match meaning(&TWINNINGS, self.language, word.text) {
                Meaning::Only(twinning) => twinning,
                Meaning::Several => return Err(error(word, PopeyeErrorKind::Ambiguous)),
                Meaning::Nothing => {
                    self.put_back();
                    break;
                }
            };
            if twinning == Twinning::Continued {
                twin.continued = true;
            } else {
                for change in self.changes(twinning, word)? {
                    twin.changes.push((word, change));
                }
            }
        }
        Ok(())
    }

    fn changes(&mut self, twinning: Twinning, word: InputWord<'a>) -> Readout<Vec<TwinChange>> {
        Ok(vec![match twinning {
            Twinning::Continued => return Ok(Vec::new()),
            Twinning::Structured => return Err(error(word, PopeyeErrorKind::Structured)),
            Twinning::Condition => {
                let condition = self.required("a condition")?;
                return Err(error(condition, PopeyeErrorKind::Condition));
            }
            Twinning::Move => {
                let (from, to) = self.two_squares()?;
                TwinChange::Move(from, to)
            }
            Twinning::Exchange => {
                let (one, other) = self.two_squares()?;
                TwinChange::Exchange(one, other)
            }
            Twinning::Shift => {
                let (from, to) = self.two_squares()?;
                TwinChange::Shift(from, to)
            }
            Twinning::Stipulation => TwinChange::Stipulation(self.written_stipulation()?),
            Twinning::PolishType => TwinChange::PolishType,
            Twinning::Remove => {
                let squares = self.squares()?;
                return Ok(squares
                    .into_iter()
                    .map(|(square, _)| TwinChange::Remove(square))
                    .collect());
            }
            Twinning::Add => {
                let mut added = Vec::new();
                self.pieces(|piece, square, _| {
                    added.push(TwinChange::Add(piece, square));
                    Ok(())
                })?;
                if added.is_empty() {
                    return Err(self.at_end(PopeyeErrorKind::Ends("a man")));
                }
                return Ok(added);
            }
            Twinning::Rotate => self.rotation()?,
            Twinning::Mirror => self.mirror()?,
            Twinning::Substitute => {
                let mut role = || {
                    let letter = self.required("a man")?;
                    match letter.text {
                        [letter] => self.phrases.role(*letter),
                        _ => None,
                    }
                    .ok_or_else(|| error(letter, PopeyeErrorKind::FairyMan))
                };
                TwinChange::Substitute(role()?, role()?)
            }
        }])
    }

    fn rotation(&mut self) -> Readout<TwinChange> {
        let what = "90, 180 or 270";
        let angle = self.required(what)?;
        match angle.text {
            b"90" => Ok(TwinChange::Rotate(1)),
            b"180" => Ok(TwinChange::Rotate(2)),
            b"270" => Ok(TwinChange::Rotate(3)),
            _ => Err(error(angle, PopeyeErrorKind::Expected(what))),
        }
    }

    fn mirror(&mut self) -> Readout<TwinChange> {
        let what = "a1<-->h1, a1<-->a8, a1<-->h8 or a8<-->h1";
        let corners = self.required(what)?;
        let read = Corners::read(corners.text).map(TwinChange::Mirror);
        read.ok_or_else(|| error(corners, PopeyeErrorKind::Expected(what)))
    }
}

/// `a` to `z`, then `z1`, `z2`.
pub(super) fn label(index: usize) -> String {
    match u8::try_from(index) {
        Ok(index @ 0..26) => char::from(b'a' + index).to_string(),
        _ => format!("z{}", index - 25),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The board after a twin, and the stipulation in its description.
    fn changed(board: &str, text: &str) -> Result<(String, Option<String>), PopeyeError> {
        let mut board: Board = board.parse().expect("a board");
        let twin = TwinDescription::read(text)?;
        twin.change(&mut board)?;
        let stipulation = twin.stipulation().map(|written| written.text.clone());
        Ok((board.to_string(), stipulation))
    }

    #[test]
    fn every_change_does_what_it_says() {
        let board = "k7/8/8/8/8/8/PP6/K6R";
        for (text, expected) in [
            ("", "k7/8/8/8/8/8/PP6/K6R"),
            ("Move a2 a3", "k7/8/8/8/8/P7/1P6/K6R"),
            ("Continued Exchange a8 h1", "R7/8/8/8/8/8/PP6/K6k"),
            ("Remove a2b2", "k7/8/8/8/8/8/8/K6R"),
            ("remove a2 b2 move h1 h2", "k7/8/8/8/8/8/7R/K7"),
            ("Add white Sc3 Bc4 black Pc5", "k7/8/8/2p5/2B5/2N5/PP6/K6R"),
            ("Substitute P S", "k7/8/8/8/8/8/NN6/K6R"),
            ("PolishType", "K7/8/8/8/8/8/pp6/k6r"),
            ("Shift a1 a1", "k7/8/8/8/8/8/PP6/K6R"),
            ("Mirror a1<-->h1", "7k/8/8/8/8/8/6PP/R6K"),
            ("Mirror a1<-->a8", "K6R/PP6/8/8/8/8/8/k7"),
            // Counterclockwise, as on the boards printed by Popeye itself.
            ("Rotate 90", "7R/8/8/8/8/8/6P1/k5PK"),
            ("Rotate 180", "R6K/6PP/8/8/8/8/8/7k"),
            ("Rotate 270", "KP5k/1P6/8/8/8/8/8/R7"),
        ] {
            assert_eq!(
                changed(board, text),
                Ok((expected.to_owned(), None)),
                "{text}"
            );
        }
        assert_eq!(
            changed("8/8/8/8/8/8/P7/K1R5", "Shift a1 c3").map(|(board, _)| board),
            Ok("8/8/8/8/2P5/2K1R3/8/8".to_owned())
        );
        for (text, stipulation) in [
            ("Stip h#3", "h#3"),
            ("stip #2 move a2 a3 stip H#2.5", "h#2.5"),
        ] {
            let (_, seen) = changed(board, text).expect("a twin");
            assert_eq!(seen.as_deref(), Some(stipulation));
        }
    }

    #[test]
    fn diagonal_mirrors_exchange_the_corners_they_name() {
        for (text, from, to) in [
            ("Mirror a1<-->h8", "8/8/8/8/8/8/8/K7", "7K/8/8/8/8/8/8/8"),
            ("Mirror a1<-->h8", "K7/8/8/8/8/8/8/8", "K7/8/8/8/8/8/8/8"),
            ("Mirror a8<-->h1", "K7/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/7K"),
            ("Mirror a8<-->h1", "8/8/8/8/8/8/8/K7", "8/8/8/8/8/8/8/K7"),
        ] {
            assert_eq!(
                changed(from, text).map(|(board, _)| board),
                Ok(to.to_owned()),
                "{text} {from}"
            );
        }
    }

    #[test]
    fn what_cannot_be_done_is_said() {
        let board = "k7/8/8/8/8/8/PP6/K6R";
        for (text, part) in [
            ("Move a3 a4", "there is no man on a3"),
            ("Move a2", "a square is missing behind a2"),
            ("Move a2 a9", "a9 is not a square"),
            ("Condition Circe", "condition Circe is not supported"),
            ("Rotate 45", "45 is not 90, 180 or 270"),
            ("Substitute S N", "N is not a man of orthodox chess"),
            ("Shift a1 b1", "takes a man off the board"),
            ("Add white Gc3", "G is not a man of orthodox chess"),
            ("Add neutral Sc3", "men that are neutral are not supported"),
            ("Add Sc3", "no colour stands before Sc3"),
            ("Juggle a1", "Juggle is not a keyword"),
            ("Move a2 a3 Next", "Next is not a keyword"),
            ("S h#2", "S is the beginning of several keywords"),
            ("Stip pser-#2", "stipulation pser-#2 is not supported"),
            ("Remove x", "x is not a square"),
        ] {
            let error = changed(board, text).expect_err(text).to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
        let continued = |text| TwinDescription::read(text).is_ok_and(|twin| twin.continued);
        assert!(continued("cont Move a1 a2") && !continued("Move a1 a2") && !continued(""));
    }
}
