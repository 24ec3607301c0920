//! Reads the choices after `Option`.

use std::time::Duration;

use shakmaty::Rank;

use super::draft::{CompositionDraft, Readout, error};
use crate::composition::error::PopeyeErrorKind;
use crate::composition::keyword::{CHOICES, Meaning, PlayOption, meaning};
use crate::composition::token::InputWord;

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
    fn passed_over(&mut self, word: InputWord<'a>, caption: &str) {
        self.choices.restrictions.push_str(caption);
        self.notes.push(error(word, PopeyeErrorKind::PassedOver));
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
                self.passed_over(word, &format!(";{flights}"));
            }
            PlayOption::NonTrivial => {
                let most = self.number("a number of replies")?;
                let length = self.number("a number of moves")?;
                self.passed_over(word, &format!(";{most},{length}"));
            }
            PlayOption::KeepMatingPiece => self.passed_over(word, ""),
            PlayOption::Unsupported => return Err(error(word, PopeyeErrorKind::Choice)),
            PlayOption::Defence => {
                let number = self.number("a number of refutations")?;
                self.choices.tries = at_most(number);
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
                self.choices.most_solutions =
                    Some(at_most(self.number("a number of solutions")?).max(1));
            }
            PlayOption::MaxTime => {
                self.choices.time = Some(Duration::from_secs(self.number("a number of seconds")?));
            }
            PlayOption::Intelligent => {
                if let Some(number) = self.next()
                    && !number.text.iter().all(u8::is_ascii_digit)
                {
                    self.put_back();
                }
            }
            PlayOption::NoCastling => {
                for (square, _) in self.squares()? {
                    self.choices.no_castling.add(square);
                }
            }
            PlayOption::EnPassant => {
                // Either the pawn's path, whose middle square was passed, or only that square.
                let squares = self.squares()?;
                let passed = match squares[..] {
                    [passed] => passed,
                    [_, passed, _] => passed,
                    _ => return Err(error(word, PopeyeErrorKind::Expected("one double step"))),
                };
                let (square, word) = passed;
                if ![Rank::Third, Rank::Sixth].contains(&square.rank()) {
                    return Err(error(word, PopeyeErrorKind::EnPassant));
                }
                self.choices.en_passant = Some((square, word.line, word.column));
            }
        }
        Ok(())
    }
}
