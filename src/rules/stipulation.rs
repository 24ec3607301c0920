//! What is asked about a position: the stipulation of problem literature.
//!
//! A [`Kind`] is a [`PlayKind`], which says who moves and who wants what, together with an [`Aim`],
//! which says how the play ends: `semi-r=` is semi-reflex play to stalemate. [`Kind::ALL`] contains
//! all kinds used in problems.

mod asked;
mod unsolved;
mod words;
mod written;

use std::fmt;

pub use asked::{AskedText, intended_solutions};
pub use unsolved::is_unsolved;
pub use words::{is_statement, side_named};
pub use written::{StipulationError, asks_something, may_ask};

use shakmaty::{Color, Move};

use crate::bounds::Length;
use crate::position::Position;

/// Who moves, and who wants what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PlayKind {
    /// `#n`: the side to move forces the goal on the other side.
    Direct,
    /// `-#n`: the goal is forced on the side to move.
    Mated,
    /// `s#n`: the side to move forces the other side to reach the goal on it.
    SelfPlay,
    /// `r#n`: like self play, but either side must reach the goal at once if it can.
    Reflex,
    /// `semi-r#n`: like self play, but the other side must reach the goal at once if it can.
    SemiReflex,
    /// `h#n`: both sides cooperate.
    Help,
    /// `hs#n`: both sides cooperate until the last move, which is self play.
    HelpSelf,
    /// `hr#n`: both sides cooperate until the last move, which is reflex play; before that, too,
    /// either side must reach the goal at once if it can.
    HelpReflex,
    /// `ser-#n`: the side to move makes every move, the last of which reaches the goal.
    Series,
    /// `ser-h#n`: the side to move makes `n` moves, then the other side reaches the goal with one.
    SeriesHelp,
    /// `ser-s#n`: the side to move makes `n` moves, after which the other side must reach the goal
    /// with its next move.
    SeriesSelf,
    /// `ser-r#n`: the same, but either side must reach the goal at once if it can.
    SeriesReflex,
}

/// The end of the play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Aim {
    /// The side to move is checkmated.
    Mate,
    /// The side to move is stalemated.
    Stalemate,
    /// The side to move is stalemated, and so would the other side be if it were to move.
    DoubleStalemate,
}

impl Aim {
    /// Its name: `stalemate`.
    pub fn name(self) -> &'static str {
        match self {
            Aim::Mate => "mate",
            Aim::Stalemate => "stalemate",
            Aim::DoubleStalemate => "double stalemate",
        }
    }

    /// Its sign: `=`.
    pub const fn sign(self) -> &'static str {
        match self {
            Aim::Mate => "#",
            Aim::Stalemate => "=",
            Aim::DoubleStalemate => "==",
        }
    }

    /// Whether the aim is reached in `position`, by the rules of chess alone. Only the side to move
    /// may capture en passant.
    pub fn is_reached(self, position: &Position) -> bool {
        match self {
            Aim::Mate => position.is_over(true),
            Aim::Stalemate => position.is_over(false),
            Aim::DoubleStalemate => {
                let passed = || position.passed().is_some_and(|other| other.is_over(false));
                position.is_over(false) && passed()
            }
        }
    }
}

/// A kind of play and its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Kind {
    /// Who moves, and who wants what.
    pub play: PlayKind,
    /// How the play ends.
    pub aim: Aim,
}

/// The signs and names of the kinds of one play, one for each [`Aim`] in order.
struct Signs {
    play: PlayKind,
    /// The signs before the number of moves.
    signs: [&'static str; 3],
    names: [&'static str; 3],
}

/// The signs of a play: the prefix of its signs, and the prefix of its names.
macro_rules! signs {
    ($play:ident, $sign:literal, $name:literal) => {
        Signs {
            play: PlayKind::$play,
            signs: [
                concat!($sign, "#"),
                concat!($sign, "="),
                concat!($sign, "=="),
            ],
            names: [
                concat!($name, "mate"),
                concat!($name, "stalemate"),
                concat!($name, "doublestalemate"),
            ],
        }
    };
}

/// Every play except being mated, which has only one aim.
const SIGNS: [Signs; 11] = [
    signs!(Direct, "", ""),
    signs!(SelfPlay, "s", "self"),
    signs!(Help, "h", "help"),
    signs!(Reflex, "r", "reflex"),
    signs!(SemiReflex, "semi-r", "semireflex"),
    signs!(HelpSelf, "hs", "helpself"),
    signs!(HelpReflex, "hr", "helpreflex"),
    signs!(Series, "ser-", "series"),
    signs!(SeriesHelp, "ser-h", "serieshelp"),
    signs!(SeriesSelf, "ser-s", "seriesself"),
    signs!(SeriesReflex, "ser-r", "seriesreflex"),
];

const AIMS: [Aim; 3] = [Aim::Mate, Aim::Stalemate, Aim::DoubleStalemate];

impl Kind {
    /// `#n`: the side to move forces mate.
    pub const MATE: Kind = Kind::of(PlayKind::Direct, Aim::Mate);
    /// `-#n`: the side to move is mated, whatever it plays.
    pub const MATED: Kind = Kind::of(PlayKind::Mated, Aim::Mate);
    /// `=n`: the side to move forces stalemate.
    pub const STALEMATE: Kind = Kind::of(PlayKind::Direct, Aim::Stalemate);
    /// `s#n`: the side to move forces the other side to mate it.
    pub const SELFMATE: Kind = Kind::of(PlayKind::SelfPlay, Aim::Mate);
    /// `s=n`: the side to move forces the other side to stalemate it.
    pub const SELFSTALEMATE: Kind = Kind::of(PlayKind::SelfPlay, Aim::Stalemate);
    /// `==n`: the side to move forces a position in which neither side has a move.
    pub const DOUBLESTALEMATE: Kind = Kind::of(PlayKind::Direct, Aim::DoubleStalemate);
    /// `s==n`: the side to move forces the other side to reach such a position.
    pub const SELFDOUBLESTALEMATE: Kind = Kind::of(PlayKind::SelfPlay, Aim::DoubleStalemate);
    /// `h#n`: both sides cooperate to reach mate.
    pub const HELPMATE: Kind = Kind::of(PlayKind::Help, Aim::Mate);
    /// `h=n`: both sides cooperate to reach stalemate.
    pub const HELPSTALEMATE: Kind = Kind::of(PlayKind::Help, Aim::Stalemate);

    /// Every kind, in the order of summaries: mate and being mated first.
    pub const ALL: [Kind; 3 * SIGNS.len() + 1] = {
        let mut all = [Kind::MATE; 3 * SIGNS.len() + 1];
        all[1] = Kind::MATED;
        let mut place = 1;
        while place < 3 * SIGNS.len() {
            all[place + 1] = Kind::of(SIGNS[place / 3].play, AIMS[place % 3]);
            place += 1;
        }
        all
    };

    const fn of(play: PlayKind, aim: Aim) -> Kind {
        Kind { play, aim }
    }

    /// The sign before the number of moves in a stipulation.
    pub fn sign(self) -> &'static str {
        self.signed("-#", |signs| signs.signs)
    }

    /// The name of the goal: `selfmate`.
    pub fn name(self) -> &'static str {
        self.signed("mated", |signs| signs.names)
    }

    /// The entry that `of` selects from the signs of this play for its aim; `mated` for being
    /// mated.
    fn signed(self, mated: &'static str, of: fn(&Signs) -> [&'static str; 3]) -> &'static str {
        let of_play = SIGNS.iter().find(|signs| signs.play == self.play);
        of_play.map_or(mated, |signs| of(signs)[self.aim as usize])
    }

    /// Whether there is a search for it. A kind without one is refused by name when it is read.
    pub fn is_solved(self) -> bool {
        self.play != PlayKind::Mated || self.aim == Aim::Mate
    }

    /// The side against which play is forced; in help and series play, the side that is not to
    /// move. `turn` is the side to move.
    pub fn defender(self, turn: Color) -> Color {
        if self == Kind::MATED { turn } else { !turn }
    }

    /// `position` for play of this kind: a reserve, if there is one, belongs to the defender.
    ///
    /// A record leaves that open. It is determined when a position is first combined with a kind of
    /// play: in the search, and in every judge with rules of its own.
    pub fn settle(self, position: &Position) -> Position {
        position.defended_by(self.defender(position.turn()))
    }

    /// The moves with which the side to move must reach the goal of `r#n` at once, so that it has
    /// no other moves and there is no key (Popeye's `?!?`); empty if it cannot or need not.
    pub fn forced_moves(self, position: &Position) -> Vec<Move> {
        if self.play != PlayKind::Reflex {
            return Vec::new();
        }
        let mut moves = position.legal_moves();
        moves.retain(|&m| self.aim.is_reached(&position.after(m)));
        moves
    }

    /// The moves with which the side to move ends a series of the other side, if it begins now: the
    /// set play of `ser-h#n`, `ser-s#n` and `ser-r#n`. Empty if the play does not end in that way.
    pub fn closing_moves(self, position: &Position) -> Vec<Move> {
        let mut moves = position.legal_moves();
        let legal = moves.len();
        moves.retain(|&m| self.aim.is_reached(&position.after(m)));
        match self.play {
            PlayKind::SeriesHelp | PlayKind::SeriesReflex => moves,
            PlayKind::SeriesSelf if moves.len() == legal => moves,
            _ => Vec::new(),
        }
    }

    /// Whether both sides cooperate, until the end or until the last move, so that the length may
    /// have half a move.
    pub fn is_help(self) -> bool {
        matches!(
            self.play,
            PlayKind::Help | PlayKind::HelpSelf | PlayKind::HelpReflex
        )
    }

    /// Whether one side makes several moves in a row.
    pub fn is_series(self) -> bool {
        matches!(
            self.play,
            PlayKind::Series | PlayKind::SeriesHelp | PlayKind::SeriesSelf | PlayKind::SeriesReflex
        )
    }

    /// Whether an answer has lines and counts them, because the sides do not oppose each other, at
    /// least until the last move.
    pub fn has_lines(self) -> bool {
        self.is_help() || self.is_series()
    }

    /// Whether the reply to a move of a line is omitted when `left` more moves follow: the other
    /// side waits as long as a series continues.
    pub fn is_reply_left_out(self, left: usize) -> bool {
        match self.play {
            PlayKind::Series => left > 0,
            PlayKind::SeriesHelp | PlayKind::SeriesSelf | PlayKind::SeriesReflex => left > 1,
            _ => false,
        }
    }

    /// Whether play is forced and the attacker's own side is to end without a move: self and reflex
    /// play.
    pub fn is_self_play(self) -> bool {
        matches!(
            self.play,
            PlayKind::SelfPlay | PlayKind::Reflex | PlayKind::SemiReflex
        )
    }
}

/// A kind and its length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stipulation {
    /// `exact-`: shorter play is not a solution, and every line has the full length. In forced
    /// play, the defender refutes by ending the play sooner, even by reaching the goal.
    pub exact: bool,
    /// The kind of play and its goal.
    pub kind: Kind,
    /// The length within which the goal is to be reached. Help play may have half a move (`h#2.5`).
    pub length: Length,
}

impl Stipulation {
    /// A stipulation of whole moves.
    pub fn new(kind: Kind, moves: u16) -> Stipulation {
        Stipulation::within(kind, Length::of_moves(moves))
    }

    /// Play of `kind` within `length`.
    pub fn within(kind: Kind, length: Length) -> Stipulation {
        Stipulation {
            exact: false,
            kind,
            length,
        }
    }

    /// Whether it is mate or helpmate in any number of moves, which is written without a number.
    pub fn is_of_any_length(self) -> bool {
        let is_mate = matches!(self.kind, Kind::MATE | Kind::MATED | Kind::HELPMATE) && !self.exact;
        is_mate && self.length.moves() >= Length::LONGEST
    }

    /// Whether there is a search for it. A stipulation without one is refused by name when it is
    /// read.
    pub fn is_solved(self) -> bool {
        // How long a mated side holds out is only meaningful for shortest mates.
        self.kind.is_solved() && !(self.exact && self.kind.play == PlayKind::Mated)
    }

    /// The side that begins in a problem by convention: White; in help play, and if a series ends
    /// in it, Black; with half a move, the other one.
    pub fn beginner(self) -> Color {
        let black = matches!(self.kind.play, PlayKind::Help | PlayKind::SeriesHelp);
        Color::from_black(black != self.length.has_half())
    }

    /// This play with another number of whole moves; half a move is kept.
    pub fn with_moves(self, moves: u16) -> Stipulation {
        Stipulation {
            length: self.length.with_moves(moves),
            ..self
        }
    }
}

impl fmt::Display for Stipulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let exact = if self.exact { "exact-" } else { "" };
        write!(f, "{exact}{}", self.kind.sign())?;
        match self.is_of_any_length() {
            true => Ok(()),
            false => self.length.fmt(f),
        }
    }
}

impl Length {
    /// The number of plies of a line of this length in play of `kind`.
    pub fn plies(self, kind: Kind) -> u32 {
        match kind.play {
            // The defender does not answer the last move; in a series it answers none, and each
            // omitted reply is a ply.
            PlayKind::Direct | PlayKind::Series => self.half_moves().saturating_sub(1),
            PlayKind::Mated | PlayKind::SelfPlay | PlayKind::Reflex | PlayKind::SemiReflex => {
                self.half_moves()
            }
            PlayKind::Help | PlayKind::HelpSelf | PlayKind::HelpReflex => self.half_moves(),
            PlayKind::SeriesHelp | PlayKind::SeriesSelf | PlayKind::SeriesReflex => {
                self.half_moves()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess};

    use super::*;

    #[test]
    fn a_sign_and_a_name_stand_for_one_kind() {
        for (place, kind) in Kind::ALL.into_iter().enumerate() {
            for other in &Kind::ALL[..place] {
                assert_ne!(kind.sign(), other.sign());
                assert_ne!(kind.name(), other.name());
            }
        }
        let written = |kind: Kind| (kind.sign(), kind.name());
        assert_eq!(written(Kind::MATED), ("-#", "mated"));
        assert_eq!(written(Kind::SELFSTALEMATE), ("s=", "selfstalemate"));
        let series = Kind {
            play: PlayKind::SeriesHelp,
            aim: Aim::DoubleStalemate,
        };
        assert_eq!(written(series), ("ser-h==", "serieshelpdoublestalemate"));
    }

    #[test]
    fn who_begins_depends_on_the_play_and_on_half_a_move() {
        let begins = |kind, half_moves| {
            let length = Length::of_half_moves(half_moves);
            Stipulation::within(kind, length).beginner()
        };
        let of = |play| Kind {
            play,
            aim: Aim::Mate,
        };
        for (play, half_moves, beginner) in [
            (PlayKind::Direct, 4, Color::White),
            (PlayKind::Reflex, 4, Color::White),
            (PlayKind::Help, 4, Color::Black),
            (PlayKind::Help, 5, Color::White),
            (PlayKind::HelpSelf, 4, Color::White),
            (PlayKind::HelpSelf, 5, Color::Black),
            (PlayKind::Series, 4, Color::White),
            (PlayKind::SeriesHelp, 4, Color::Black),
            (PlayKind::SeriesSelf, 4, Color::White),
        ] {
            assert_eq!(begins(of(play), half_moves), beginner, "{play:?}");
        }
    }

    #[test]
    fn double_stalemate_is_the_stalemate_of_both_sides() {
        let reached = |fen: &str| {
            let fen: Fen = fen.parse().expect("a FEN");
            let chess: Chess = fen.into_position(CastlingMode::Standard).expect("legal");
            AIMS.map(|aim| aim.is_reached(&chess.clone().into()))
        };
        // White's king could still move.
        assert_eq!(reached("7k/5Q2/8/8/8/8/8/K7 b - -"), [false, true, false]);
        // White cannot move either: kings in their corners behind pawns that block each other.
        let both = "kb6/p1p5/P1P5/8/8/p1p5/P1P5/KB6";
        assert_eq!(reached(&format!("{both} b - -")), [false, true, true]);
        assert_eq!(reached(&format!("{both} w - -")), [false, true, true]);
        // A check ends in mate or in a move, never in double stalemate.
        assert_eq!(reached("R6k/6pp/8/8/8/8/8/K7 b - -"), [true, false, false]);
    }

    #[test]
    fn a_line_has_the_plies_of_its_kind() {
        let plies = |half_moves, kind| Length::of_half_moves(half_moves).plies(kind);
        assert_eq!(plies(6, Kind::MATE), 5);
        assert_eq!(plies(6, Kind::MATED), 6);
        assert_eq!(plies(6, Kind::SELFSTALEMATE), 6);
        assert_eq!(plies(5, Kind::HELPMATE), 5);
        assert_eq!(plies(0, Kind::MATE), 0);
    }
}
