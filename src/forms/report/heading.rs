//! The texts around a diagram, as editors print them: [`Head`] above it, [`stipulation`] with the
//! number of men below it, and the facts that the board does not show.
//!
//! Nothing here depends on a verdict, so it also applies to records without one.

use shakmaty::{Bitboard, CastlingMode, Color, Position as _};

use super::language::{Words, filled};
use super::{house_rules, men_in_hand, printable};
use crate::composition::castling;
use keymove_records::epd::Epd;
use keymove_rules::position::Position;

/// The texts above a diagram.
#[derive(Debug, Default)]
pub(super) struct Head {
    /// The name, unless it says no more than the source; for a later twin, its letter and its
    /// changes, `b) bPg5→g6`.
    pub name: Option<String>,
    /// Author, source with its date, and award: `Loyd, Chess Monthly 1858, 1st Prize`.
    pub origin: Option<String>,
    /// Whether the record is a twin of the one before and shares its diagram.
    pub is_twin: bool,
}

impl Head {
    /// The head of `epd`, from its `c0`, `c1`, `c2`, `Twin`, `OwnDiagram` and `id`.
    pub fn of(epd: &Epd) -> Head {
        let text = |opcode| {
            let text = printable(&epd.operation(opcode)?.text());
            Some(text.trim().to_owned()).filter(|text| !text.is_empty())
        };
        let twin = text("Twin").unwrap_or_default();
        let letter = twin.trim_start_matches('+').split_inclusive(')').next();
        let letter = letter.unwrap_or_default();
        if !twin.is_empty() && letter != "a)" && epd.operation("OwnDiagram").is_none() {
            return Head {
                name: Some(twin.replace("<-->", "↔").replace("-->", "→")),
                origin: None,
                is_twin: true,
            };
        }
        let id = text("id").map(|id| match id.strip_suffix(letter) {
            Some(rest) if !rest.is_empty() && letter == "a)" => rest.trim_end().to_owned(),
            _ => id,
        });
        let (name, source) = source(id, text("c1"));
        let parts = [text("c0"), source, text("c2")];
        let origin = parts.into_iter().flatten().collect::<Vec<_>>().join(", ");
        Head {
            name,
            origin: Some(origin).filter(|origin| !origin.is_empty()),
            is_twin: false,
        }
    }

    /// Its lines, the most prominent first.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.name.iter().chain(&self.origin).map(String::as_str)
    }
}

/// The name of a record with this `id`, and its source as printed. Collections often name a problem
/// by its place of publication and its number there; that does not count as a name.
fn source(id: Option<String>, source: Option<String>) -> (Option<String>, Option<String>) {
    let Some(source) = source else {
        return (id, None);
    };
    let is_date = |text: &str| {
        text.bytes()
            .all(|b| b.is_ascii_digit() || b"/.-".contains(&b))
    };
    let (place, date) = match source.rsplit_once(", ") {
        Some((place, date)) if is_date(date) => (place, Some(date)),
        _ => (source.as_str(), None),
    };
    let number = id.as_deref().and_then(|id| id.strip_prefix(place));
    match (number, date) {
        (Some(""), Some(date)) => (None, Some(format!("{place} {date}"))),
        (Some(number), date) if number.is_empty() || number.starts_with(", ") => {
            let number = number.strip_prefix(", ").map(|n| format!(" ({n})"));
            let number = number.unwrap_or_default();
            let date = date.map_or(String::new(), |date| format!(", {date}"));
            (None, Some(format!("{place}{number}{date}")))
        }
        (_, Some(date)) => (id, Some(format!("{place} {date}"))),
        (_, None) => (id, Some(source)),
    }
}

/// The stipulation and the number of men: `#2 (7+5)`.
pub(super) fn stipulation(position: &Position, asked: &str) -> String {
    format!("{asked} ({})", men(position))
        .trim_start()
        .to_owned()
}

/// The numbers of White's and Black's men: `7+5`.
pub(super) fn men(position: &Position) -> String {
    let [white, black] = Color::ALL.map(|color| position.board().by_color(color).count());
    format!("{white}+{black}")
}

/// The facts that neither the board nor the stipulation shows: the side to move if it is not
/// `beginner`, castling rights that differ from the convention, men in hand.
pub(super) fn particulars(epd: &Epd, beginner: Option<Color>, words: &Words) -> String {
    let position = epd.position();
    let turn = position.turn();
    let mut parts = Vec::new();
    if beginner != Some(turn) {
        parts.push(words.to_move(turn).to_owned());
    }
    let fields = epd.fields();
    let rights = fields.split(' ').nth(2).unwrap_or("-");
    let is_usual = rights == castling(position.board(), Bitboard::EMPTY);
    match rights {
        "-" if !is_usual => parts.push(words.no_castling.to_owned()),
        "-" => {}
        _ if is_usual && position.mode() == CastlingMode::Standard => {}
        _ => parts.push(filled(words.castling, rights)),
    }
    let en_passant = position.chess().legal_ep_square();
    parts.extend(en_passant.map(|square| filled(words.en_passant, square)));
    if let Some(house) = position.house() {
        parts.push(house_rules(house));
        let men = men_in_hand(house, words);
        parts.extend((!men.is_empty()).then(|| filled(words.in_hand, men)));
    }
    parts.join("  ")
}
