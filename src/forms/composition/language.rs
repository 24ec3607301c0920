//! Popeye's output in the language of its input: words, and the letters of the men.

use serde::Deserialize;
use shakmaty::Role;

use crate::words;
use keymove_base::language::Language;

/// The words of one language, as Popeye 4.104 writes them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Phrases {
    /// Pawn, knight, bishop, rook, queen, king.
    pub(crate) letters: [char; 6],
    /// White, Black.
    pub colours: [char; 2],
    /// Follows a move that threatens.
    pub threat: &'static str,
    /// Follows a move that puts the other side in zugzwang.
    pub zugzwang: &'static str,
    /// Precedes the refutations of a try.
    pub but: &'static str,
    /// Follows a reply that refutes, if there is no try.
    pub refutes: &'static str,
    /// The search is complete.
    pub finished: &'static str,
    /// The search may be incomplete.
    pub partial: &'static str,
    /// Precedes the elapsed time.
    pub time: &'static str,
    /// Above the twins of a diagram that is not a problem.
    pub zero_position: &'static str,
    /// Both sides are solved for.
    pub duplex: &'static str,
    /// The sides are exchanged.
    pub half_duplex: &'static str,
    /// The diagram has no play.
    pub king_missing: &'static str,
    /// The side not to move is in check.
    pub king_hangs: &'static str,
    /// Precedes a fault of the input.
    pub input_error: &'static str,
    /// Precedes the offending word.
    pub offending: &'static str,
    /// Rotation, mirror, shift, exchange of colours.
    pub changes: [&'static str; 4],
}

impl Phrases {
    /// The words of `language`.
    pub fn of(language: Language) -> &'static Phrases {
        &words::of(language).popeye
    }

    /// The letter of a man, in upper case.
    pub fn letter(&self, role: Role) -> char {
        self.letters[role as usize - 1]
    }

    /// The man denoted by a letter, in upper or lower case.
    pub fn role(&self, letter: u8) -> Option<Role> {
        let letter = char::from(letter.to_ascii_uppercase());
        Role::ALL
            .into_iter()
            .find(|&role| self.letter(role) == letter)
    }
}
