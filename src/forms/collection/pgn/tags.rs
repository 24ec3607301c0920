//! The tags of a game that are used, and their statements about the problem: [`Tags::facts`].

use crate::collection::problem::{ProblemFacts, stipulation_in};
use keymove_base::reason::Reason;
use keymove_games::pgn::tag::unescape;
use keymove_rules::house::Variant;
use keymove_rules::stipulation::is_statement;

/// Why the rules of a game are not supported, if they are not.
pub(super) fn unsupported_variant(tags: &Tags) -> Option<Reason> {
    let variant = tags.get("Variant")?;
    Variant::read(variant).err()
}

/// The used tags of a game.
#[derive(Debug, Default)]
pub(super) struct Tags(Vec<(&'static str, String)>);

/// The names of these tags.
const TAKEN: &str = "\
    Award Turn FEN SetUp Stipulation Termination Event Variant Id Title Round Source Site Date \
    White Black Author Composer Keywords";

/// Other names of tags, in lower case without blanks, hyphens and underscores, behind the usual one.
const SYNONYMS: [&[&str]; 3] = [
    &["stipulation", "stip"],
    &["variant", "rules", "ruleset", "ucivariant"],
    &["turn", "side", "stm", "tomove", "sidetomove", "activecolor"],
];

/// The usual name of the tag called `name`: `Side_to_move` is `turn`.
fn usual_name(name: &[u8]) -> &[u8] {
    let bare = |byte: &&u8| !b" -_".contains(byte);
    let bare: Vec<u8> = name
        .iter()
        .filter(bare)
        .map(u8::to_ascii_lowercase)
        .collect();
    let mut synonyms = SYNONYMS.iter();
    let found = synonyms.find(|names| names.iter().any(|other| other.as_bytes() == bare));
    found.map_or(name, |names| names[0].as_bytes())
}

impl Tags {
    /// Whether one of the used tags has this name.
    pub fn has(&self, name: &[u8]) -> bool {
        let mut names = self.0.iter();
        names.any(|(taken, _)| taken.as_bytes().eq_ignore_ascii_case(name))
    }

    pub fn add(&mut self, name: &[u8], value: &[u8]) {
        let name = usual_name(name);
        let mut names = TAKEN.split(' ');
        let taken = names.find(|taken| taken.as_bytes().eq_ignore_ascii_case(name));
        if let Some(taken) = taken.filter(|_| !self.has(name)) {
            let value = String::from_utf8_lossy(&unescape(value)).into_owned();
            self.0.push((taken, value));
        }
    }

    pub fn get(&self, name: &str) -> Option<&str> {
        let (_, value) = self
            .0
            .iter()
            .find(|(tag, _)| tag.eq_ignore_ascii_case(name))?;
        let value = value.trim();
        // The standard's words for unknown values.
        (!matches!(value, "" | "?" | "-" | "*" | "????.??.??")).then_some(value)
    }

    /// The variant of the game, if it is one with hands.
    pub fn house(&self) -> Option<Variant> {
        Variant::read(self.get("Variant")?).ok().flatten()
    }

    pub fn facts(&self) -> ProblemFacts {
        let text = |name| self.get(name).map(str::to_owned);
        let stated = |name| self.get(name).and_then(stipulation_in);
        // A stipulation that cannot be read is refused, not ignored.
        let stipulation = stated("Stipulation")
            .or_else(|| text("Stipulation"))
            .or_else(|| {
                ["Termination", "White", "Black"]
                    .into_iter()
                    .find_map(stated)
            });
        let id = text("Id")
            .or_else(|| text("Title"))
            .or_else(|| text("Event"));
        let id = match (id, self.get("Round")) {
            (Some(id), Some(round)) => Some(format!("{id}, {round}")),
            (id, _) => id,
        };
        let place: Vec<&str> = [
            self.get("Source").or_else(|| self.get("Site")),
            self.get("Date").map(|date| date.trim_end_matches(".??")),
        ]
        .into_iter()
        .flatten()
        .collect();
        let players: Vec<&str> = [self.get("White"), self.get("Black")]
            .into_iter()
            .flatten()
            .filter(|name| !is_statement(name))
            .collect();
        ProblemFacts {
            stipulation,
            turn: text("Turn"),
            id,
            author: text("Author")
                .or_else(|| text("Composer"))
                .or_else(|| (!players.is_empty()).then(|| players.join(" - "))),
            source: (!place.is_empty()).then(|| place.join(", ")),
            award: text("Award"),
            variant: self.house().map(|variant| variant.name().to_owned()),
            ..ProblemFacts::default()
        }
    }
}
