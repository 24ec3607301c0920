//! The words of the text output, and the letters of the men, in every supported language.
//!
//! The reasons of errors stay in English, as on stderr; so do JSON, EPD and SVG.

use std::fmt::Display;

use serde::Deserialize;
use shakmaty::{Color, Piece, Role};

use keymove_base::language::Language;
use keymove_solve::{Kind, LimitKind, Stipulation};

use crate::words;

/// The singular and the plural of a phrase; `{}` is replaced by the number.
type NumberForms = [&'static str; 2];

/// The words of one language. In a phrase, `{}` is replaced by a number or a name.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    /// The message if a run was stopped.
    pub stopped: &'static str,
    /// Pawn, knight, bishop, rook, queen, king.
    pub(crate) letters: [char; 6],
    /// White, Black.
    to_move: [&'static str; 2],
    mated_already: [&'static str; 2],
    stalemated_already: [&'static str; 2],
    /// The names of the goals, by aim: mate, stalemate, double stalemate.
    goals: [&'static str; 3],
    /// The same in kinds of play that have a name, for which `{}` stands.
    compound: [&'static str; 3],
    /// The names of the kinds of play, in the order of [`PlayKind`](keymove_solve::PlayKind); direct
    /// play has none, and being mated has phrases of its own.
    plays: [&'static str; 12],
    /// The goal in this number of moves, and no goal within it; `{goal}` is replaced by the goal.
    within: [&'static str; 2],
    /// The same in exact play.
    exactly: [&'static str; 2],
    /// The side to move is mated in this number of moves, and is not.
    mated: [&'static str; 2],
    /// The limits: nodes, time, stopped.
    limits: [&'static str; 3],
    keys: NumberForms,
    solutions: NumberForms,
    undecided: NumberForms,
    nodes: NumberForms,
    /// The castling rights of the position.
    pub castling: &'static str,
    /// A king and a rook on their first squares may not castle.
    pub no_castling: &'static str,
    /// The square that can be captured on en passant.
    pub en_passant: &'static str,
    /// Men in hand.
    pub in_hand: &'static str,
    /// The length is not proved to be the shortest possible.
    pub not_shortest: &'static str,
    /// The questions to a record without a stipulation: within a length, of any length.
    pub unasked: [&'static str; 2],
    /// The length is less than stipulated.
    pub shorter: &'static str,
    /// The length is more than stipulated: within the stipulated number of moves it is open.
    pub longer: &'static str,
    /// Introduces what is proved not to exist.
    pub proved: &'static str,
    /// Nothing at all is proved.
    pub nothing_proved: &'static str,
    /// The heading of the other side's answer.
    pub duplex: &'static str,
    /// The replies after which there is no mate.
    pub escapes: &'static str,
    /// Lines counted, but not listed.
    pub more: &'static str,
    /// A number that may be too small.
    pub at_least: &'static str,
    /// The heading of keys that are longer than the shortest.
    pub longer_keys: &'static str,
    /// The heading of the set play.
    pub set_play: &'static str,
    /// The heading of the tries.
    pub tries: &'static str,
    /// There is nothing below a heading.
    pub none: &'static str,
    /// The heading of threats that do not fit in brackets.
    pub threat: &'static str,
    /// Zugzwang.
    pub zugzwang: &'static str,
    /// Precedes the refutations of a try.
    pub but: &'static str,
    /// Precedes a dual.
    pub or: &'static str,
    /// The play has gaps; `{}` is the limit that ended the search.
    pub incomplete: &'static str,
    /// Precedes the main line.
    pub line: &'static str,
    /// Precedes the reason why a line is not a job; `{}` is the column.
    pub error: &'static str,
}

impl Words {
    /// The words of `language`.
    pub fn of(language: Language) -> &'static Words {
        &words::of(language).report
    }

    /// The letter of a man, in upper case.
    pub fn letter(&self, role: Role) -> char {
        self.letters[role as usize - 1]
    }

    /// The letter of a man, in lower case for a black one.
    pub fn man(&self, piece: Piece) -> char {
        let letter = self.letter(piece.role);
        piece.color.fold_wb(letter, letter.to_ascii_lowercase())
    }

    /// The phrase for the side to move.
    pub fn to_move(&self, color: Color) -> &'static str {
        of_color(&self.to_move, color)
    }

    /// `color` is already checkmated.
    pub fn mated_already(&self, color: Color) -> &'static str {
        of_color(&self.mated_already, color)
    }

    /// `color` is already stalemated.
    pub fn stalemated_already(&self, color: Color) -> &'static str {
        of_color(&self.stalemated_already, color)
    }

    /// The goal is reached in `length` moves.
    pub fn reached(&self, asked: Stipulation, length: impl Display) -> String {
        let [reached, _] = self.results(asked);
        filled(&reached, length)
    }

    /// The goal is proved not to be reached within `length` moves.
    pub fn absent(&self, asked: Stipulation, length: impl Display) -> String {
        let [_, absent] = self.results(asked);
        format!("{} {}", self.proved, filled(&absent, length))
    }

    /// The phrases for the goal reached in a number of moves, and not reached.
    fn results(&self, asked: Stipulation) -> [String; 2] {
        let phrases = match asked {
            _ if asked.kind == Kind::MATED => self.mated,
            Stipulation { exact: true, .. } => self.exactly,
            _ => self.within,
        };
        let aim = asked.kind.aim as usize;
        let goal = match self.plays[asked.kind.play as usize] {
            "" => self.goals[aim].to_owned(),
            play => filled(self.compound[aim], play),
        };
        phrases.map(|phrase| phrase.replace("{goal}", &goal))
    }

    /// The limit that ended the search.
    pub fn limit(&self, limit: LimitKind) -> &'static str {
        self.limits[limit as usize]
    }

    /// The number of keys.
    pub fn keys(&self, number: usize) -> String {
        counted(&self.keys, number as u64)
    }

    /// The number of solutions.
    pub fn solutions(&self, number: u64) -> String {
        counted(&self.solutions, number)
    }

    /// The number of undecided first moves.
    pub fn undecided(&self, number: usize) -> String {
        counted(&self.undecided, number as u64)
    }

    /// The number of nodes.
    pub fn nodes(&self, number: u64) -> String {
        counted(&self.nodes, number)
    }
}

/// The phrase with `value` in place of `{}`.
pub fn filled(phrase: &str, value: impl Display) -> String {
    phrase.replace("{}", &value.to_string())
}

fn counted(phrases: &NumberForms, number: u64) -> String {
    filled(phrases[usize::from(number != 1)], number)
}

fn of_color(words: &[&'static str; 2], color: Color) -> &'static str {
    color.fold_wb(words[0], words[1])
}
