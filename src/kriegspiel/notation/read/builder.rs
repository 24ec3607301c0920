//! Builds one game from its tokens.

use std::collections::HashSet;

use super::super::super::finding::{Irregularity, RecordFinding};
use super::super::lex::Lexeme;
use super::super::payload::{broken, text_of};
use super::super::{
    Attachment, Attachments, GameResult, MoveEntry, Payload, Place, Tries, Turn, Viewpoint,
};
use super::glyph::{glyph_number, numbers_length, split_glyph};
use super::{DEEPEST_VARIATION, Read, syntax};

/// A game that is being read.
#[derive(Default)]
pub(super) struct Builder {
    pub(super) read: Read,
    // The names of its tags.
    names: HashSet<Vec<u8>>,
    pub(super) filtered: bool,
    pub(super) moves_begun: bool,
    // Whether a move number precedes the next token.
    numbered: bool,
    // A `??` that was taken for a remark: the following tokens may show that it is a move.
    doubtful: Option<Place>,
    // The letters of unknown items that have already been reported.
    unknown: HashSet<Vec<u8>>,
    // The main line of the game, and the open variations, the outermost first.
    pub(super) lines: Vec<OpenLine>,
}

/// A line of moves under construction.
#[derive(Default)]
pub(super) struct OpenLine {
    pub(super) turns: Vec<Turn>,
    // Whether its last move has its payload.
    paid: bool,
    // The place of its parenthesis.
    place: Place,
}

impl Builder {
    pub(super) fn new(place: Place) -> Builder {
        let mut builder = Builder::default();
        builder.read.game.place = place;
        builder.lines.push(OpenLine::default());
        builder
    }

    /// The game; no variation may be open.
    pub(super) fn built(mut self) -> Read {
        self.read.game.turns = self.lines.pop().unwrap_or_default().turns;
        self.read
    }

    /// Whether no variation is open.
    pub(super) fn is_main_line(&self) -> bool {
        self.lines.len() == 1
    }

    /// Whether a tag belongs to the next game: after moves, or if it is repeated after a `gap`.
    /// Games without moves, such as problems, need not end with a result.
    pub(super) fn is_over_at(&self, name: &[u8], gap: bool) -> bool {
        let game = &self.read.game;
        let again = self.names.contains(name);
        self.moves_begun || again && (gap || name == b"Event" || !game.opening.is_empty())
    }

    /// Adds a token; returns whether it ends the game.
    pub(super) fn push(
        &mut self,
        token: Lexeme,
        content: &[u8],
        place: Place,
    ) -> Result<bool, RecordFinding> {
        let doubtful = self.doubtful.take();
        match token {
            Lexeme::Tag(tag) => {
                if self.names.insert(tag.name.clone()) && tag.name == b"Filtered" {
                    self.filtered =
                        matches!(Viewpoint::from_value(&tag.value), Some(Viewpoint::For(_)));
                }
                self.read.game.tags.push(*tag);
                return Ok(false);
            }
            Lexeme::Word => {
                self.moves_begun = true;
                return self.word(content, place);
            }
            Lexeme::Nag(number) => self.attach(Attachment::Nag(number)),
            Lexeme::Comment => self.comment(content, place, doubtful, Attachment::Comment),
            Lexeme::LineComment => self.comment(content, place, doubtful, Attachment::LineComment),
            Lexeme::Escape => self.attach(Attachment::Escape(content.to_vec())),
            Lexeme::Unclosed(fault) => return Err(fault),
            Lexeme::Open => {
                if self.lines.len() > DEEPEST_VARIATION {
                    return Err(syntax(place, "too many variations within each other"));
                }
                if self.last_turn().is_none() {
                    return Err(syntax(place, "a variation before the first move"));
                }
                self.lines.push(OpenLine {
                    place,
                    ..OpenLine::default()
                });
            }
            Lexeme::Close => {
                if self.is_main_line() {
                    return Err(syntax(place, ") closes nothing"));
                }
                let closed = self.lines.pop().unwrap_or_default();
                if closed.turns.is_empty() {
                    return Err(syntax(closed.place, "the variation is empty"));
                }
                self.attach(Attachment::Variation(closed.turns));
            }
        }
        Ok(false)
    }

    fn line(&mut self) -> &mut OpenLine {
        self.lines
            .last_mut()
            .expect("the game's own line is never closed")
    }

    pub(super) fn all_closed(&self) -> Result<(), RecordFinding> {
        match self.lines.get(1) {
            Some(open) => Err(syntax(open.place, "the variation is not closed")),
            None => Ok(()),
        }
    }

    /// Ends the game here, because the rest is missing.
    pub(super) fn cut(&mut self, cut: RecordFinding) {
        while !self.is_main_line() {
            let open = self.lines.pop().unwrap_or_default();
            if !open.turns.is_empty() {
                self.attach(Attachment::Variation(open.turns));
            }
        }
        self.read.game.end = cut.place;
        self.read.cut = Some(cut);
    }

    pub(super) fn word(&mut self, word: &[u8], place: Place) -> Result<bool, RecordFinding> {
        let number = numbers_length(word);
        let place = place.after(&word[..number]);
        let text = &word[number..];
        if let Some(termination) = GameResult::read(text) {
            self.all_closed()?;
            self.read.game.termination = Some(termination);
            return Ok(true);
        }
        if text.is_empty() {
            self.numbered = true;
            return Ok(false);
        }
        let numbered = std::mem::take(&mut self.numbered) || number > 0;
        let (san, glyph) = split_glyph(text);
        if !san.is_empty() {
            self.turn(MoveEntry::San(text_of(san)), glyph, place);
            return Ok(false);
        }
        if glyph == Some("??") && (self.filtered || numbered) {
            self.turn(MoveEntry::Hidden, None, place);
            return Ok(false);
        }
        let (Some(glyph), Some(last)) = (glyph, self.last_turn()) else {
            let shown = keymove_base::error::excerpt(text);
            return Err(syntax(place, format!("{shown} remarks on no move")));
        };
        if last.glyph.is_none() && last.after.is_empty() && last.written != MoveEntry::Hidden {
            last.glyph = Some(glyph);
        } else {
            last.after.push(Attachment::Nag(glyph_number(glyph)));
            self.doubtful = (glyph == "??").then_some(place);
        }
        Ok(false)
    }

    pub(super) fn turn(&mut self, written: MoveEntry, glyph: Option<&'static str>, place: Place) {
        let line = self.line();
        line.paid = false;
        line.turns.push(Turn {
            written,
            glyph,
            after: Attachments::new(),
            place,
        });
    }

    /// Adds a comment of a kind. After a `??` that was taken for a remark on a move which has its
    /// payload, another payload shows that this is a filtered record without the tag.
    pub(super) fn comment(
        &mut self,
        text: &[u8],
        place: Place,
        doubtful: Option<Place>,
        kind: fn(Vec<u8>) -> Attachment,
    ) {
        if let Some(hidden) = doubtful
            && let Ok(payload) = payload(text, place.after(b"{"))
            && let Some((last, true)) = self.last_turn_and_has_payload()
        {
            last.after.pop();
            self.turn(MoveEntry::Hidden, None, hidden);
            return self.pay(payload);
        }
        if matches!(self.last_turn_and_has_payload(), Some((_, false))) {
            match payload(text, place.after(b"{")) {
                Ok(payload) => return self.pay(payload),
                Err(broken) => self.read.broken.extend(broken),
            }
        }
        self.attach(kind(text.to_vec()));
    }

    pub(super) fn attach(&mut self, attachment: Attachment) {
        match self.last_turn() {
            Some(turn) => turn.after.push(attachment),
            None => self.read.game.opening.push(attachment),
        }
    }

    /// Adds the payload of the last move.
    pub(super) fn pay(&mut self, payload: Box<Payload>) {
        if matches!(&payload.tries, Tries::List(list) if list.has_gap()) {
            self.read.broken.push(broken(
                payload.place_of(Irregularity::Count),
                "a try is empty",
            ));
        }
        for (place, text) in payload.unknown() {
            let text = text.trim_ascii();
            let kind = text.iter().take_while(|byte| !byte.is_ascii_digit());
            if self.unknown.insert(kind.copied().collect()) {
                let shown = keymove_base::error::excerpt(text);
                let text = format!("{shown} is not announced in this notation: kept as it stands");
                self.read.broken.push(broken(place, text));
            }
        }
        if let Some(line) = self.last_line() {
            line.paid = true;
        }
        self.attach(Attachment::Payload(payload));
    }

    /// The line to whose last move the next item belongs. A comment at the beginning of a variation
    /// belongs to the move that the variation replaces.
    fn last_line(&mut self) -> Option<&mut OpenLine> {
        let mut lines = self.lines.iter_mut().rev();
        lines.find(|line| !line.turns.is_empty())
    }

    /// The turn to which the next item belongs.
    pub(super) fn last_turn(&mut self) -> Option<&mut Turn> {
        self.last_turn_and_has_payload().map(|(turn, _)| turn)
    }

    /// The last turn, and whether it has its payload.
    pub(super) fn last_turn_and_has_payload(&mut self) -> Option<(&mut Turn, bool)> {
        let line = self.last_line()?;
        let paid = line.paid;
        line.turns.last_mut().map(|turn| (turn, paid))
    }
}

/// Reads a payload, which will be written in braces.
fn payload(text: &[u8], place: Place) -> Result<Box<Payload>, Option<RecordFinding>> {
    match Payload::parse(text, place) {
        Ok(payload) if text.contains(&b'}') => {
            let text = "an announcement behind ; that contains a }: write it in braces";
            Err(Some(broken(payload.place, text)))
        }
        read => read,
    }
}
