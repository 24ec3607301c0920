//! Reads the choices after `Option`.

use std::time::Duration;

use shakmaty::{Rank, Square};

use super::draft::{CompositionDraft, Readout, error, note};
use crate::composition::Choices;
use crate::composition::error::{PopeyeError, PopeyeErrorKind};
use crate::composition::keyword::{CHOICES, Meaning, PlayOption, meaning};
use crate::composition::token::{InputWord, InputWords};
use keymove_base::language::Language;

/// Options on their own, as in Olive: `SetPlay Defence 2`.
#[derive(Debug)]
pub struct LoneOptions<'a> {
    /// The choices.
    pub choices: Choices,
    /// The text from the first word that is not an option; empty if every word is one.
    pub rest: &'a str,
}

impl<'a> LoneOptions<'a> {
    /// Reads the English words after `Option`.
    ///
    /// # Errors
    ///
    /// An option that is not supported, or a word that does not fit it.
    pub fn read(text: &'a str) -> Result<LoneOptions<'a>, PopeyeError> {
        let words = InputWords::new(text.as_bytes());
        let mut draft = CompositionDraft::new(words, Language::English);
        draft.options()?;
        let read = draft.words.place().at;
        let rest = text.get(read..).unwrap_or(text);
        Ok(LoneOptions {
            choices: draft.choices,
            rest: rest.trim_matches(|c: char| c.is_whitespace() || ",;".contains(c)),
        })
    }
}

impl<'a> CompositionDraft<'a> {
    pub(super) fn options(&mut self) -> Readout<()> {
        while let Some(word) = self.next() {
            let choice = match meaning(&CHOICES, self.language, word.text) {
                Meaning::Only(choice) => choice,
                Meaning::Several => return Err(error(word, PopeyeErrorKind::Ambiguous)),
                Meaning::Nothing => {
                    self.put_back();
                    return Ok(());
                }
            };
            self.choice(choice, word)?;
        }
        Ok(())
    }

    /// Records an option that is ignored; `caption` is its addition to the stipulation.
    fn passed_over(&mut self, word: InputWord<'a>, caption: &str) -> Readout<()> {
        self.choices.restrictions.push_str(caption);
        note(&mut self.notes, error(word, PopeyeErrorKind::PassedOver))
    }

    fn choice(&mut self, choice: PlayOption, word: InputWord<'a>) -> Readout<()> {
        let choices = &mut self.choices;
        let at_most = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        match choice {
            PlayOption::NoBoard => choices.board = false,
            PlayOption::Variation => choices.variations = true,
            PlayOption::Try => choices.tries = choices.tries.max(1),
            PlayOption::SetPlay => choices.set_play = true,
            PlayOption::NoThreat => choices.threats = false,
            PlayOption::NoShortVariations => choices.short_variations = false,
            PlayOption::MoveNumbers => choices.move_numbers = true,
            PlayOption::WhiteToPlay => choices.white_to_play = true,
            PlayOption::HalfDuplex => choices.sides = vec![true],
            PlayOption::Duplex => choices.sides = vec![false, true],
            PlayOption::PostKeyPlay => choices.post_key_play = true,
            PlayOption::Idle => (),
            PlayOption::MaxFlightsquares => {
                let flights = self.number("a number of squares")?;
                self.passed_over(word, &format!(";{flights}"))?;
            }
            PlayOption::NonTrivial => {
                let most = self.number("a number of replies")?;
                let length = self.number("a number of moves")?;
                self.passed_over(word, &format!(";{most},{length}"))?;
            }
            PlayOption::KeepMatingPiece | PlayOption::TrivialTriesAvoid => {
                self.passed_over(word, "")?;
            }
            PlayOption::Unsupported => return Err(error(word, PopeyeErrorKind::Choice)),
            PlayOption::Defence => {
                self.choices.tries = at_most(self.number("a number of refutations")?);
            }
            PlayOption::StartMoveNumber => {
                let from = at_most(self.number("a move's number")?).max(1);
                self.choices.first_moves = from..=*self.choices.first_moves.end();
            }
            PlayOption::UpToMoveNumber => {
                let to = at_most(self.number("a move's number")?);
                self.choices.first_moves = *self.choices.first_moves.start()..=to;
            }
            PlayOption::MaxSolutions => {
                let most = at_most(self.number("a number of solutions")?);
                self.choices.most_solutions = Some(most.max(1));
            }
            PlayOption::MaxTime => {
                self.choices.time = Some(Duration::from_secs(self.number("a number of seconds")?));
            }
            PlayOption::Counted => {
                self.optional_number();
            }
            PlayOption::Intelligent => {
                if self.optional_number() {
                    self.passed_over(word, "")?;
                }
            }
            PlayOption::NoCastling => {
                let squares = self.squares()?.into_iter();
                squares.for_each(|(square, _)| self.choices.no_castling.add(square));
            }
            PlayOption::EnPassant => self.choices.en_passant = Some(self.en_passant(word)?),
        }
        Ok(())
    }

    /// Takes a number if one follows, and tells whether it does.
    fn optional_number(&mut self) -> bool {
        let number = self.next();
        let is_number = number.is_some_and(|word| word.text.iter().all(u8::is_ascii_digit));
        if number.is_some() && !is_number {
            self.put_back();
        }
        is_number
    }

    /// The square that a pawn has just passed, with its line and column: of the pawn's path, the
    /// square in the middle, or that square alone.
    fn en_passant(&mut self, option: InputWord<'a>) -> Readout<(Square, u64, usize)> {
        let squares = self.squares()?;
        let (square, word) = match squares[..] {
            [passed] | [_, passed, _] => passed,
            _ => return Err(error(option, PopeyeErrorKind::Expected("one double step"))),
        };
        if ![Rank::Third, Rank::Sixth].contains(&square.rank()) {
            return Err(error(word, PopeyeErrorKind::EnPassant));
        }
        Ok((square, word.line, word.column))
    }
}
