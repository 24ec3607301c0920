//! A problem that is being read: keyword by keyword, then checked as a whole.

use shakmaty::Board;

use super::twins::{TwinDescription, label};
use crate::composition::error::{PopeyeError, PopeyeErrorKind};
use crate::composition::keyword::{KEYWORDS, Keyword, Meaning, meaning};
use crate::composition::language::Phrases;
use crate::composition::stipulation::WrittenStipulation;
use crate::composition::token::{InputWord, InputWords};
use crate::composition::{Choices, Composition, Texts, TwinForm};
use keymove_base::language::Language;

/// The part of a word that is kept for a message.
const LONGEST_WORD: usize = 200;

pub(super) fn error(word: InputWord<'_>, kind: PopeyeErrorKind) -> PopeyeError {
    PopeyeError {
        line: word.line,
        column: word.column,
        word: String::from_utf8_lossy(&word.text[..word.text.len().min(LONGEST_WORD)]).into_owned(),
        kind,
    }
}

/// A problem that is being read.
pub(super) struct CompositionDraft<'a> {
    pub(super) words: InputWords<'a>,
    /// The place before the last word.
    pub(super) before: InputWords<'a>,
    /// The last word.
    pub(super) last: Option<InputWord<'a>>,
    pub(super) language: Language,
    pub(super) phrases: &'static Phrases,
    pub(super) first: Option<InputWord<'a>>,
    pub(super) texts: Texts,
    pub(super) choices: Choices,
    pub(super) notes: Vec<PopeyeError>,
    pub(super) diagram: Board,
    pub(super) stipulation: Option<WrittenStipulation>,
    pub(super) twins: Vec<TwinDescription<'a>>,
}

pub(super) type Readout<T> = Result<T, PopeyeError>;

/// The maximum number of messages about a problem.
const MOST_NOTES: usize = 1000;

/// Adds a message about a problem.
pub(super) fn note(notes: &mut Vec<PopeyeError>, note: PopeyeError) -> Readout<()> {
    if notes.len() == MOST_NOTES {
        let kind = PopeyeErrorKind::TooManyNotes(MOST_NOTES);
        return Err(PopeyeError { kind, ..note });
    }
    notes.push(note);
    Ok(())
}

impl<'a> CompositionDraft<'a> {
    pub(super) fn new(words: InputWords<'a>, language: Language) -> CompositionDraft<'a> {
        CompositionDraft {
            words,
            before: words,
            last: None,
            language,
            phrases: Phrases::of(language),
            first: None,
            texts: Texts::default(),
            choices: Choices::default(),
            notes: Vec::new(),
            diagram: Board::empty(),
            stipulation: None,
            twins: Vec::new(),
        }
    }

    /// Whether nothing has been read.
    pub(super) fn is_blank(&self) -> bool {
        self.first.is_none()
    }

    pub(super) fn next(&mut self) -> Option<InputWord<'a>> {
        let before = self.words;
        let word = self.words.next()?;
        self.before = before;
        self.last = Some(word);
        self.first.get_or_insert(word);
        Some(word)
    }

    /// Puts the last word back.
    pub(super) fn put_back(&mut self) {
        self.words = self.before;
    }

    /// The next word, which must exist.
    pub(super) fn required(&mut self, what: &'static str) -> Readout<InputWord<'a>> {
        match self.next() {
            Some(word) => Ok(word),
            None => Err(self.at_end(PopeyeErrorKind::Ends(what))),
        }
    }

    /// An error for something missing at the end of what was read.
    pub(super) fn at_end(&self, kind: PopeyeErrorKind) -> PopeyeError {
        match self.last {
            Some(word) => error(word, kind),
            None => PopeyeError {
                line: 1,
                column: 1,
                word: String::new(),
                kind,
            },
        }
    }

    /// Reads to the end of the problem and returns the keyword that ended it; `None` for the end of
    /// the input.
    pub(super) fn read(&mut self) -> Readout<Option<Keyword>> {
        while let Some(word) = self.next() {
            match meaning(&KEYWORDS, self.language, word.text) {
                Meaning::Nothing => return Err(error(word, PopeyeErrorKind::Unknown)),
                Meaning::Several => return Err(error(word, PopeyeErrorKind::Ambiguous)),
                Meaning::Only(end @ (Keyword::End | Keyword::Next)) => return Ok(Some(end)),
                Meaning::Only(keyword) => self.section(keyword, word)?,
            }
        }
        Ok(None)
    }

    fn section(&mut self, keyword: Keyword, word: InputWord<'a>) -> Readout<()> {
        // Popeye, too, makes its twins before it reads on.
        if !self.twins.is_empty() && keyword.is_of_diagram() {
            return Err(error(word, PopeyeErrorKind::AfterTwins));
        }
        match keyword {
            Keyword::End | Keyword::Next => (),
            Keyword::Remark => self.texts.remarks.push(self.words.rest_of_line().to_vec()),
            Keyword::Author => self.texts.authors.push(self.words.rest_of_line().to_vec()),
            Keyword::Origin => self.texts.origins.push(self.words.rest_of_line().to_vec()),
            Keyword::Award => self.texts.awards.push(self.words.rest_of_line().to_vec()),
            Keyword::Title => self.texts.titles.push(self.words.rest_of_line().to_vec()),
            Keyword::Protocol | Keyword::Latex => {
                self.required("a file's name")?;
            }
            Keyword::LatexPieces => {
                self.words.rest_of_line();
            }
            Keyword::Structured => return Err(error(word, PopeyeErrorKind::Structured)),
            Keyword::Condition => {
                let condition = self.required("a condition")?;
                return Err(error(condition, PopeyeErrorKind::Condition));
            }
            Keyword::InitialArray => self.diagram = Board::new(),
            Keyword::Forsyth => {
                let forsyth = self.required("a board")?;
                self.diagram = self.forsyth(forsyth)?;
            }
            Keyword::Pieces => {
                let mut board = std::mem::replace(&mut self.diagram, Board::empty());
                let mut notes = std::mem::take(&mut self.notes);
                self.pieces(|piece, square, word| {
                    if board.occupied().contains(square) {
                        note(&mut notes, error(word, PopeyeErrorKind::Occupied(square)))?;
                    }
                    board.set_piece_at(square, piece);
                    Ok(())
                })?;
                self.diagram = board;
                self.notes = notes;
            }
            Keyword::Stipulation => self.stipulation = Some(self.written_stipulation()?),
            Keyword::Option => self.options()?,
            Keyword::Twin => self.twin(word, false)?,
            Keyword::ZeroPosition => self.twin(word, true)?,
        }
        Ok(())
    }

    /// Reads a stipulation; there may be blanks before its number.
    pub(super) fn written_stipulation(&mut self) -> Readout<WrittenStipulation> {
        let word = self.required("a stipulation")?;
        let mut text = word.text.to_vec();
        let no_number = !text.last().is_some_and(u8::is_ascii_digit);
        if no_number && let Some(number) = self.next() {
            if number.text[0].is_ascii_digit() {
                text.extend_from_slice(number.text);
            } else {
                self.put_back();
            }
        }
        WrittenStipulation::read(&text).map_err(|kind| PopeyeError {
            word: String::from_utf8_lossy(&text).into_owned(),
            ..error(word, kind)
        })
    }

    pub(super) fn number(&mut self, what: &'static str) -> Readout<u64> {
        let word = self.required(what)?;
        std::str::from_utf8(word.text)
            .ok()
            .and_then(|text| text.parse().ok())
            .ok_or_else(|| error(word, PopeyeErrorKind::Expected(what)))
    }

    /// The twin `described`, made from the one before it.
    fn changed(&self, described: &TwinDescription, from: &TwinForm) -> TwinForm {
        let mut twin = TwinForm {
            continued: described.continued,
            changes: Vec::new(),
            words: described.words(),
            line: described.word.line,
            column: described.word.column,
            ..from.clone()
        };
        // A twin that continues from an impossible one is impossible, too.
        if twin.fault.is_none() {
            let applied = described.apply(&mut twin.board, &mut twin.changes, self.phrases);
            twin.fault = applied.err();
        }
        if let Some(stipulation) = described.stipulation() {
            twin.stipulation = stipulation.clone();
        }
        twin
    }

    /// The problem, if it is complete. An impossible twin does not affect the others.
    pub(super) fn finish(self) -> Readout<Composition> {
        if self.diagram.occupied().is_empty() {
            return Err(self.at_end(PopeyeErrorKind::NoMen));
        }
        // Twins may supply it, if the diagram itself is not a problem.
        let stipulation = match &self.stipulation {
            Some(stipulation) => stipulation.clone(),
            None => self
                .twins
                .iter()
                .filter(|twin| twin.zero)
                .find_map(TwinDescription::stipulation)
                .cloned()
                .ok_or_else(|| self.at_end(PopeyeErrorKind::NoStipulation))?,
        };
        let zero_position = self.twins.first().is_some_and(|twin| twin.zero);
        let (first_line, first_column) = self.first.map_or((1, 1), |word| (word.line, word.column));
        let base = TwinForm {
            label: None,
            continued: false,
            changes: Vec::new(),
            words: String::new(),
            board: self.diagram.clone(),
            stipulation: stipulation.clone(),
            line: first_line,
            column: first_column,
            fault: None,
        };
        let mut twins = Vec::new();
        if !zero_position {
            twins.push(TwinForm {
                label: (!self.twins.is_empty()).then(|| label(0)),
                ..base.clone()
            });
        }
        for described in &self.twins {
            let before = twins.last().filter(|_| described.continued);
            let twin = TwinForm {
                label: Some(label(twins.len())),
                ..self.changed(described, before.unwrap_or(&base))
            };
            twins.push(twin);
        }
        Ok(Composition {
            line: first_line,
            language: self.language,
            texts: self.texts,
            choices: self.choices,
            notes: self.notes,
            diagram: self.diagram,
            stipulation,
            zero_position,
            twins,
        })
    }
}
