//! Bughouse and crazyhouse as problems: one board of a match, with the men in hand.
//!
//! The hands are frozen: nothing is added from another board. In crazyhouse, a captured man goes to
//! the capturer's own hand (a promoted one as a pawn); in bughouse, it leaves the board. A man can
//! be dropped on any empty square, a pawn not on the first or last rank.
//!
//! [`House`] contains what such a position has in addition to orthodox chess;
//! [`Position`](crate::position::Position) combines the two.

use std::fmt;

use shakmaty::{Bitboard, ByColor, ByRole, Color, Role};

use keymove_base::error::excerpt;
use keymove_base::reason::Reason;

/// The two games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Variant {
    /// Captured men leave the board for good.
    Bughouse,
    /// Captured men go to the capturer's hand.
    Crazyhouse,
}

impl Variant {
    /// Both.
    pub const ALL: [Variant; 2] = [Variant::Bughouse, Variant::Crazyhouse];

    /// Reads the name of a game, in any case, with or without blanks and hyphens. `None` for chess,
    /// from any starting position.
    ///
    /// # Errors
    ///
    /// It is another game.
    pub fn read(name: &str) -> Result<Option<Variant>, Reason> {
        const CHESS: [&str; 10] = [
            "",
            "standard",
            "normal",
            "chess",
            "orthodox",
            "fromposition",
            "chess960",
            "960",
            "fischerandom",
            "fischerrandom",
        ];
        let letters = name.to_lowercase().replace([' ', '-', '_'], "");
        let plain = letters
            .strip_suffix("chess")
            .filter(|plain| !plain.is_empty());
        let plain = plain.unwrap_or(&letters);
        match Variant::ALL
            .into_iter()
            .find(|variant| variant.name() == plain)
        {
            None if CHESS.contains(&plain) => Ok(None),
            None => Err(Variant::unknown(excerpt(name.as_bytes()))),
            variant => Ok(variant),
        }
    }

    /// The reason for refusing the game called `name`.
    pub fn unknown(name: String) -> Reason {
        Reason::new("variant {} is not supported", [name])
    }

    /// The operand of the `Variant` operation.
    pub fn name(self) -> &'static str {
        match self {
            Variant::Bughouse => "bughouse",
            Variant::Crazyhouse => "crazyhouse",
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The rule that decides when a check is mate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum MateRule {
    /// There is no reply even if any man could be dropped: FICS, chess.com.
    #[default]
    Unblockable,
    /// There is no reply with the men now in hand.
    Now,
}

impl MateRule {
    /// Both.
    pub const ALL: [MateRule; 2] = [MateRule::Unblockable, MateRule::Now];

    /// The operand of the `MateRule` operation.
    pub fn name(self) -> &'static str {
        match self {
            MateRule::Unblockable => "unblockable",
            MateRule::Now => "now",
        }
    }
}

impl fmt::Display for MateRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The side that may drop any man, whether it is in hand or not.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Reserve {
    /// Neither side.
    #[default]
    Nobody,
    /// The defender, whichever side that will be, because a record alone does not determine it.
    /// Until it is determined, neither side drops from the reserve.
    Defender,
    /// This side, which is the defender.
    Of(Color),
}

impl Reserve {
    /// The same reserve, with `defender` as the side that is to be mated.
    pub fn with_defender(self, defender: Color) -> Reserve {
        match self {
            Reserve::Nobody => Reserve::Nobody,
            Reserve::Defender | Reserve::Of(_) => Reserve::Of(defender),
        }
    }
}

/// The men in one hand, by role; there is never a king.
pub type Hand = ByRole<u8>;

/// The additional state of a position of bughouse or crazyhouse.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct House {
    /// The game.
    pub variant: Variant,
    /// The rule that decides when a check is mate.
    pub mate_rule: MateRule,
    /// The men in hand.
    pub hands: ByColor<Hand>,
    /// The side that may drop any man.
    pub reserve: Reserve,
    /// Promoted men: if captured in crazyhouse, they become pawns again.
    pub promoted: Bitboard,
}

impl House {
    /// Empty hands.
    pub fn new(variant: Variant, mate_rule: MateRule) -> House {
        House {
            variant,
            mate_rule,
            hands: ByColor::default(),
            reserve: Reserve::Nobody,
            promoted: Bitboard::EMPTY,
        }
    }

    /// Whether `color` may drop a man of `role`.
    pub fn has(&self, color: Color, role: Role) -> bool {
        role != Role::King
            && (self.reserve == Reserve::Of(color) || *self.hands.get(color).get(role) > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_known_by_its_name_in_any_case() {
        for name in [
            "standard",
            "Standard",
            "STANDARD",
            "chess",
            "Normal",
            "From Position",
            "Chess960",
            "chess 960",
            "Chess-960",
            "Fischerandom",
            "Fischer Random",
            "Fischer Random Chess",
            "",
            "Standard chess",
        ] {
            assert_eq!(Variant::read(name), Ok(None), "{name}");
        }
        for name in ["crazyhouse", "Crazyhouse", "Crazy House", "CRAZYHOUSE"] {
            assert_eq!(Variant::read(name), Ok(Some(Variant::Crazyhouse)), "{name}");
        }
        assert_eq!(Variant::read("Bughouse"), Ok(Some(Variant::Bughouse)));
        for name in [
            "atomic",
            "Three-check",
            "King of the Hill",
            "Horde",
            "duck chess",
            "x",
        ] {
            let error = Variant::read(name).expect_err(name);
            assert_eq!(
                error.to_string(),
                format!("variant {name} is not supported")
            );
        }
    }
}
