//! The rule sets that records name in their tag `Rules` (or `Variant`), and how they differ from
//! Berkeley's, which this program plays.
//!
//! All have moves, refusals and the announcements of captures and checks in common; what they tell
//! beyond that has no place in either notation, so it cannot be checked. All of it is about pawns:
//! in a game without pawns a record says everything ([`RuleSet::is_recorded_whole`]).
//!
//! | | pawn captures | captured | an illegal try | what cannot be tried |
//! |---|---|---|---|---|
//! | Berkeley | not told | the square | No, both hear it | nonsense, nobody hears it |
//! | Berkeley + Any | the player may ask "Any?": Try, or No | the square | both hear it | nonsense |
//! | Cincinnati | told whether there is one | pawn or piece, and the square | both hear it | nonsense |
//! | Wild 16 (ICC) | their number is told | pawn or piece, and the square | illegal; only the player hears it | the same answer: illegal |
//!
//! Sources: the server's own help on its wild 16, D. Moeser's article on the Cincinnati style, and
//! the package `kriegspiel` (1.7.3), which plays all four.

use shakmaty::{Chess, Position as _};

use super::notation::{Game, TagPair};

/// What is said of a belief or an answer where [`RuleSet::is_recorded_whole`] does not hold.
pub const UNTOLD: &str = "by these rules more is told than a record holds";

/// A rule set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RuleSet {
    /// Berkeley's, and what no tag names.
    Berkeley,
    /// Berkeley's with the question "Any?".
    BerkeleyAny,
    /// The Cincinnati style.
    Cincinnati,
    /// The wild 16 of the Internet Chess Club.
    Wild16,
}

impl RuleSet {
    /// What a tag's value names; none if it names something else: `Kriegspiel (Cincinnati)`,
    /// `ICC`, `wild 16`, `Berkeley + Any`. Mere `Kriegspiel` is Berkeley's.
    pub fn from_value(value: &[u8]) -> Option<RuleSet> {
        let text = String::from_utf8_lossy(value).to_ascii_lowercase();
        let words: Vec<&str> = text
            .split(|letter: char| !letter.is_ascii_alphanumeric())
            .filter(|word| !matches!(*word, "" | "kriegspiel" | "chess" | "rules" | "style"))
            .collect();
        match words.as_slice() {
            [] => text.contains("kriegspiel").then_some(RuleSet::Berkeley),
            ["berkeley"] => Some(RuleSet::Berkeley),
            ["berkeley", "any"] | ["any"] => Some(RuleSet::BerkeleyAny),
            ["cincinnati"] => Some(RuleSet::Cincinnati),
            ["icc"] | ["wild16" | "w16"] | ["wild", "16"] => Some(RuleSet::Wild16),
            ["icc", "wild16"] | ["wild16", "icc"] => Some(RuleSet::Wild16),
            ["icc", "wild", "16"] | ["wild", "16", "icc"] => Some(RuleSet::Wild16),
            _ => None,
        }
    }

    /// The tag that names a record's rules, if there is one: many programs name a variant where
    /// none is meant.
    pub fn tag(game: &Game) -> Option<&TagPair> {
        let variant = || game.tag("Variant").filter(|tag| !is_no_variant(&tag.value));
        game.tag("Rules").or_else(variant)
    }

    /// What a record is played by: Berkeley's rules where its tag says nothing that is known.
    pub fn of(game: &Game) -> RuleSet {
        RuleSet::tag(game)
            .and_then(|tag| RuleSet::from_value(&tag.value))
            .unwrap_or(RuleSet::Berkeley)
    }

    /// Whether records of games from `start` hold all that a player hears: by Berkeley's rules they
    /// do, by the others where there is no pawn to be told of.
    pub fn is_recorded_whole(self, start: &Chess) -> bool {
        self == RuleSet::Berkeley || start.board().pawns().is_empty()
    }

    /// What the umpire says that no record can hold; none for Berkeley's.
    pub fn untold(self) -> Option<&'static str> {
        match self {
            RuleSet::Berkeley => None,
            RuleSet::BerkeleyAny => Some(
                "the answers to Any? have no place in the notation; all else is checked by Berkeley's rules",
            ),
            RuleSet::Cincinnati => Some(
                "whether there is a pawn capture, and whether a pawn or a piece was taken, have no place in the \
                 notation; all else is checked by Berkeley's rules",
            ),
            RuleSet::Wild16 => Some(
                "the number of pawn tries, and whether a pawn or a piece was taken, have no place in the notation; \
                 no try is nonsense, and nobody hears of the other side's tries",
            ),
        }
    }

    /// Whether both players hear of a try that is refused.
    pub fn tells_refusals(self) -> bool {
        self != RuleSet::Wild16
    }

    /// Whether a try that is impossible on the own board, or made before, is answered otherwise
    /// than one that is illegal, and not recorded.
    pub fn knows_nonsense(self) -> bool {
        self != RuleSet::Wild16
    }
}

/// Whether a `Variant` says no more than that this is chess.
fn is_no_variant(value: &[u8]) -> bool {
    let names: [&[u8]; 4] = [b"", b"chess", b"standard", b"from position"];
    names
        .iter()
        .any(|name| value.trim_ascii().eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known_as_they_are_written() {
        for (value, rules) in [
            ("Kriegspiel", Some(RuleSet::Berkeley)),
            ("Kriegspiel (Berkeley)", Some(RuleSet::Berkeley)),
            ("kriegspiel (Berkeley + Any)", Some(RuleSet::BerkeleyAny)),
            ("Kriegspiel (Cincinnati style)", Some(RuleSet::Cincinnati)),
            ("cincinnati", Some(RuleSet::Cincinnati)),
            ("ICC", Some(RuleSet::Wild16)),
            ("wild16", Some(RuleSet::Wild16)),
            ("Kriegspiel (ICC Wild 16)", Some(RuleSet::Wild16)),
            ("Kriegspiel (RAND)", None),
            ("English", None),
            ("", None),
            ("Chess", None),
            ("\u{fffd}(", None),
        ] {
            assert_eq!(RuleSet::from_value(value.as_bytes()), rules, "{value}");
        }
    }
}
