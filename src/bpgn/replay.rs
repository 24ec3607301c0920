//! The half-moves of a game, played on the boards in the order of the text.

use shakmaty::Move;

use super::bfen::{Bfen, BfenError};
use super::boards::Boards;
use super::clock::{Clock, TimeControl};
use super::game::{BpgnGame, HalfMove};
use super::san::{Illegal, SanList};
use super::tags::foreign_rules;
use crate::error::excerpt;
use crate::pgn::{Mark, MoveText};

/// The boards after some half-moves.
#[derive(Debug, Clone)]
pub struct BpgnReplay {
    /// The boards.
    pub boards: Boards,
    /// The last clock of every seat, by [`super::seat::Seat::index`].
    pub clocks: [Option<Clock>; 4],
    /// What of the starting position was not taken as it stands.
    pub dropped: Vec<String>,
    /// Whether the game begins at a position of its own.
    pub resumed: bool,
}

/// A half-move that was played.
#[derive(Debug, Clone, Copy)]
pub struct PlayedMove {
    /// The move.
    pub m: Move,
    /// The sign that is written behind it.
    pub mark: Option<Mark>,
}

/// Why a half-move was not played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveRefusal {
    /// The text is no move.
    NotAMove,
    /// The move is not legal.
    Illegal(Illegal),
}

impl std::fmt::Display for MoveRefusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            MoveRefusal::NotAMove => f.write_str("this is no move"),
            MoveRefusal::Illegal(illegal) => illegal.fmt(f),
        }
    }
}

/// Why a game cannot begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoStart {
    /// The position is none.
    Fen(BfenError),
    /// It has other rules: the tag that says so, and its value.
    Rules(&'static str, String),
}

impl std::fmt::Display for NoStart {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoStart::Fen(error) => write!(f, "FEN: {error}"),
            NoStart::Rules(tag, value) => {
                write!(
                    f,
                    "{tag} {value}: these are not the rules of bughouse; not played"
                )
            }
        }
    }
}

impl BpgnReplay {
    /// The starting position: that of the game's `FEN`, or two boards with all men at home.
    ///
    /// # Errors
    ///
    /// [`NoStart`] when the `FEN` cannot be read, or other rules are named.
    pub fn start(game: &BpgnGame<'_>) -> Result<BpgnReplay, NoStart> {
        if let Some((tag, value)) = foreign_rules(game) {
            return Err(NoStart::Rules(tag, excerpt(value)));
        }
        let start = game
            .tag("TimeControl")
            .and_then(TimeControl::read)
            .map(|control| Clock {
                millis: control.start,
                decimals: 0,
            });
        let Some(tag) = game.fen_tag() else {
            return Ok(BpgnReplay {
                boards: Boards::default(),
                clocks: [start; 4],
                dropped: Vec::new(),
                resumed: false,
            });
        };
        let read = if game.is_dual_fen(tag) {
            Bfen::read_dual
        } else {
            Bfen::read
        };
        let bfen = read(game.bytes(tag.value)).map_err(NoStart::Fen)?;
        Ok(BpgnReplay {
            boards: bfen.boards,
            clocks: bfen.clocks,
            dropped: bfen.dropped,
            resumed: true,
        })
    }

    /// Plays a half-move; nothing changes if it cannot be played.
    ///
    /// # Errors
    ///
    /// [`MoveRefusal`]
    #[inline]
    pub fn step(
        &mut self,
        game: &BpgnGame<'_>,
        half_move: &HalfMove,
    ) -> Result<PlayedMove, MoveRefusal> {
        let played = self.resolve(game, half_move)?;
        self.boards.play(half_move.seat.board, played.m);
        Ok(played)
    }

    /// Plays a half-move as [`BpgnReplay::step`] does, and appends it to the moves in SAN.
    ///
    /// # Errors
    ///
    /// [`MoveRefusal`]
    #[inline]
    pub fn step_in_san(
        &mut self,
        game: &BpgnGame<'_>,
        half_move: &HalfMove,
        sans: &mut SanList,
    ) -> Result<PlayedMove, MoveRefusal> {
        let played = self.resolve(game, half_move)?;
        let name = half_move.seat.board;
        self.boards.board(name).write_san(played.m, &mut sans.text);
        self.boards.play(name, played.m);
        if let Some(mark) = self.boards.board(name).mark() {
            sans.text.extend_from_slice(mark.sign().as_bytes());
        }
        sans.end();
        Ok(played)
    }

    /// The legal move that a half-move means.
    #[inline]
    fn resolve(
        &self,
        game: &BpgnGame<'_>,
        half_move: &HalfMove,
    ) -> Result<PlayedMove, MoveRefusal> {
        let (san, mark) =
            MoveText::read_loosely(game.bytes(half_move.san)).ok_or(MoveRefusal::NotAMove)?;
        let seat = half_move.seat;
        if !self.boards.is_turn(seat) {
            return Err(MoveRefusal::Illegal(Illegal::NotItsTurn));
        }
        san.resolve(self.boards.board(seat.board))
            .map(|m| PlayedMove { m, mark })
            .map_err(MoveRefusal::Illegal)
    }

    /// Remembers what the mover's clock shows.
    #[inline]
    pub fn set_clock(&mut self, half_move: &HalfMove, clock: Option<Clock>) {
        if clock.is_some() {
            self.clocks[half_move.seat.index()] = clock;
        }
    }

    /// The boards and clocks as they are now.
    pub fn bfen(&self) -> Bfen {
        Bfen {
            boards: self.boards.clone(),
            clocks: self.clocks,
            dropped: Vec::new(),
        }
    }
}
