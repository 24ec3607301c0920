//! The rule sets that records name in their tag `Rules` (or `Variant`), and their differences from
//! Berkeley's, which this program plays.
//!
//! All of them have moves, refusals and the announcements of captures and checks in common. Further
//! announcements have no place in either notation and so cannot be checked, except for the number
//! of pawn tries, which Darkboard writes as `P2`. All of them are about pawns: in a game without
//! pawns, a record contains everything ([`is_recorded_whole`]).
//!
//! | | pawn captures | captured | an illegal try | what cannot be tried |
//! |---|---|---|---|---|
//! | Berkeley | not told | the square | No, both hear it | nonsense, nobody hears it |
//! | Berkeley + Any | the player may ask "Any?": Try, or No | the square | both hear it | nonsense |
//! | Cincinnati | told whether there is one | pawn or piece, and the square | both hear it | nonsense |
//! | Wild 16 (ICC) | their number is told | pawn or piece, and the square | illegal; only the player hears it | the same answer: illegal |
//!
//! Berkeley's section IV.B, which holds with "Any?", too: if each side has a bare king, or a king with one knight or
//! bishop, the umpire announces stalemate and the game is drawn ([`RuleSet::announcement`]). The other two have no such
//! rule: there, the umpire announces only a stalemate of chess.
//!
//! Sources: the server's own help on its wild 16 (pawn tries are "legal capturing moves using pawns"), D. Moeser's article on the Cincinnati style, and
//! the package `kriegspiel` (1.7.3), which plays all four.

use shakmaty::{Bitboard, Board, Chess, Color, Position as _, Role};

use super::announcement::{Announcement, Finish, can_move};
use super::belief::board::CompactBoard;
use super::notation::{Game, Payload, TagPair};

/// The remark on a belief or an answer if [`is_recorded_whole`] is false.
pub const UNRECORDED: &str = "by these rules more is told than a record holds";

/// A rule set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum RuleSet {
    /// Berkeley's rules.
    #[default]
    Berkeley,
    /// Berkeley's with the question "Any?".
    BerkeleyAny,
    /// The Cincinnati style.
    Cincinnati,
    /// The wild 16 of the Internet Chess Club.
    Wild16,
}

impl RuleSet {
    /// The rule set in a tag's value; `None` if it names something else. Understood are `Kriegspiel
    /// (Cincinnati)`, `ICC`, `wild 16`, `Berkeley + Any`; `Kriegspiel` alone means Berkeley's.
    pub fn from_value(value: &[u8]) -> Option<RuleSet> {
        let text = String::from_utf8_lossy(value).to_ascii_lowercase();
        let words: Vec<&str> = words(&text)
            .filter(|word| !matches!(*word, "kriegspiel" | "chess" | "rules" | "style"))
            .collect();
        match words.as_slice() {
            [] => text.contains("kriegspiel").then_some(RuleSet::Berkeley),
            ["berkeley"] => Some(RuleSet::Berkeley),
            ["berkeley", "any"] | ["any"] => Some(RuleSet::BerkeleyAny),
            ["cincinnati"] => Some(RuleSet::Cincinnati),
            ["icc"] => Some(RuleSet::Wild16),
            words => names_wild16(words).then_some(RuleSet::Wild16),
        }
    }

    /// The name in the tag `Rules`.
    pub fn value(self) -> &'static str {
        match self {
            RuleSet::Berkeley => "Kriegspiel (Berkeley)",
            RuleSet::BerkeleyAny => "Kriegspiel (Berkeley + Any)",
            RuleSet::Cincinnati => "Kriegspiel (Cincinnati)",
            RuleSet::Wild16 => "wild16",
        }
    }

    /// The rule set of a record, and the tag that names it, if one does: `Rules`, otherwise
    /// `Variant`. If these name nothing beyond Berkeley's, an `Event` of wild 16 counts, which the
    /// server itself writes: it names no variant, and a program that filters its games may not have
    /// looked at it.
    ///
    /// # Errors
    ///
    /// The tag, if its value is unknown.
    pub fn named(game: &Game) -> Result<(RuleSet, Option<&TagPair>), &TagPair> {
        let says = |name| game.tag(name).filter(|tag| !is_no_variant(&tag.value));
        let tag = says("Rules").or_else(|| says("Variant"));
        let rules = match tag {
            Some(tag) => RuleSet::from_value(&tag.value).ok_or(tag)?,
            None => RuleSet::Berkeley,
        };
        Ok(match game.tag("Event") {
            Some(event) if rules == RuleSet::Berkeley && is_event_of_wild16(event, game) => {
                (RuleSet::Wild16, Some(event))
            }
            _ => (rules, tag),
        })
    }

    /// The rule set of a record: Berkeley's if its tags name no known one.
    pub fn of(game: &Game) -> RuleSet {
        RuleSet::named(game).map_or(RuleSet::Berkeley, |(rules, _)| rules)
    }

    /// The number of pawn tries that a payload announces, if the rules have such announcements.
    pub fn heard_pawn_tries(self, payload: &Payload) -> Option<u32> {
        payload.pawn_tries().filter(|_| self == RuleSet::Wild16)
    }

    /// The announcements that no record can contain; `None` for Berkeley's.
    pub fn unrecorded_announcements(self) -> Option<&'static str> {
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
                "whether a pawn or a piece was taken has no place in the notation, and the number of pawn tries none \
                 but P; no try is nonsense, and nobody hears of the other side's tries",
            ),
        }
    }

    /// Whether the umpire ends the game because neither of the `sides` has more than a king and a
    /// knight or bishop; `heavy` are the pawns, rooks and queens.
    fn wants_men(self, heavy: Bitboard, sides: [Bitboard; 2]) -> bool {
        matches!(self, RuleSet::Berkeley | RuleSet::BerkeleyAny)
            && heavy.is_empty()
            && sides.into_iter().all(|men| men.count() <= 2)
    }

    /// Whether the umpire ends the game in `board` for want of men.
    pub fn is_dead(self, board: &CompactBoard) -> bool {
        let heavy = board.men(Role::Pawn) | board.men(Role::Rook) | board.men(Role::Queen);
        self.wants_men(heavy, Color::ALL.map(|color| board.side(color)))
    }

    /// Whether the game has ended in `position`.
    pub fn is_over(self, position: &Chess) -> bool {
        self.is_dead_board(position.board()) || !can_move(position, position.is_check())
    }

    fn is_dead_board(self, board: &Board) -> bool {
        let heavy = board.pawns() | board.rooks_and_queens();
        self.wants_men(heavy, [board.white(), board.black()])
    }

    /// Whether the game goes on in `board`.
    pub fn goes_on(self, board: &CompactBoard) -> bool {
        !self.is_dead(board) && board.has_move()
    }

    /// The announcement of a move that led to the position `after`, with stalemate where these rules
    /// end the game.
    pub fn announcement(self, mut announcement: Announcement, after: &Chess) -> Announcement {
        if announcement.end.is_none() && self.is_dead_board(after.board()) {
            announcement.end = Some(Finish::Stalemate);
        }
        announcement
    }

    /// Whether both players hear of a refused try, and so whether a try that is impossible on the
    /// own board, or was made before, gets another answer than an illegal one.
    pub fn tells_refusals(self) -> bool {
        self != RuleSet::Wild16
    }
}

/// Whether the record of a game from `start` contains everything that a player hears: with
/// Berkeley's rules it does; with the others only if there are no pawns, and no announcement is
/// foreign to these rules.
pub fn is_recorded_whole(game: &Game, start: &Chess) -> bool {
    let is_whole = RuleSet::of(game) == RuleSet::Berkeley || start.board().pawns().is_empty();
    is_whole && !game.tells_more()
}

/// Whether the value of a tag for rules or a variant is empty or just means chess.
pub fn is_no_variant(value: &[u8]) -> bool {
    let names: [&[u8]; 6] = [b"", b"?", b"-", b"chess", b"standard", b"from position"];
    names
        .iter()
        .any(|name| value.trim_ascii().eq_ignore_ascii_case(name))
}

/// The words of a text: letters and digits, in lower case.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
}

/// Whether the words name wild 16 and no other rule set.
fn names_wild16(words: &[&str]) -> bool {
    let others = ["berkeley", "any", "cincinnati", "rand", "english"];
    !words.iter().any(|word| others.contains(word))
        && (words.iter().any(|word| matches!(*word, "w16" | "wild16"))
            || words
                .windows(2)
                .any(|pair| matches!(pair, ["wild" | "w", "16"])))
}

/// Whether the tag `Event` belongs to a game of wild 16 (`ICC w16 1 0`), possibly with the server's
/// name in `Site`.
fn is_event_of_wild16(event: &TagPair, game: &Game) -> bool {
    let lower = |tag: &TagPair| String::from_utf8_lossy(&tag.value).to_ascii_lowercase();
    let site = game.tag("Site").map(lower).unwrap_or_default();
    let event = lower(event);
    let event: Vec<&str> = words(&event).collect();
    let has = |name| event.contains(&name);
    let is_icc = has("icc")
        || words(&site).any(|word| matches!(word, "icc" | "chessclub"))
        || site.contains("internet chess club");
    match (has("w16") || has("wild16"), has("kriegspiel")) {
        (true, _) => true,
        (false, true) => is_icc || names_wild16(&event),
        (false, false) => is_icc && names_wild16(&event),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::Place;

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
            ("ICC w16", Some(RuleSet::Wild16)),
            ("Wild/16 (ICC)", Some(RuleSet::Wild16)),
            ("wild16 + Any", None),
            ("Kriegspiel (RAND)", None),
            ("English", None),
            ("", None),
            ("Chess", None),
            ("\u{fffd}(", None),
        ] {
            assert_eq!(RuleSet::from_value(value.as_bytes()), rules, "{value}");
        }
    }

    #[test]
    fn the_event_of_a_server_names_its_rules() {
        let rules = |tags: &[(&str, &str)]| {
            let tag = |(name, value): &(&str, &str)| TagPair {
                name: name.as_bytes().to_vec(),
                value: value.as_bytes().to_vec(),
                place: Place::default(),
            };
            RuleSet::of(&Game {
                tags: tags.iter().map(tag).collect(),
                ..Game::default()
            })
        };
        for event in [
            "ICC w16 1 0",
            "ICC w16",
            "ICC 2 12 w16 u",
            "icc W16 r",
            "ICC wild16 3 0",
            "ICC wild 16",
            "ICC Wild(16) 5 0",
            "ICC wild/16",
            "ICC wild-16 blitz",
            "ICC tourney 7 w16",
            "[ICC] w16",
            "ICC_w16_1_0",
            "rated w16",
            "W16",
            "wild16",
            "Kriegspiel, wild 16",
            "ICC Kriegspiel",
            "kriegspiel (ICC) 5 0",
            "ICC w-16",
            "ICC: w16, unrated",
        ] {
            for more in [
                &[][..],
                &[("Variant", "")],
                &[("Rules", "")],
                &[("Variant", "?")],
                &[("Rules", "Kriegspiel")],
                &[("Rules", "Kriegspiel (Berkeley)")],
            ] {
                let tags = [&[("Event", event)], more].concat();
                assert_eq!(rules(&tags), RuleSet::Wild16, "{tags:?}");
            }
            let other = [("Event", event), ("Rules", "Cincinnati")];
            assert_eq!(rules(&other), RuleSet::Cincinnati, "{event}");
        }
        for event in [
            "Wild 16 Open",
            "ICC w5 1 0",
            "ICC 3 0",
            "Kriegspiel",
            "w160",
            "?",
        ] {
            assert_eq!(rules(&[("Event", event)]), RuleSet::Berkeley, "{event}");
        }
        for site in ["Internet Chess Club", "chessclub.com", "ICC"] {
            let tags = [("Event", "wild 16"), ("Site", site)];
            assert_eq!(rules(&tags), RuleSet::Wild16, "{site}");
        }
    }
}
