//! Plays the half-moves of a game on the boards, in the order of the text.

use shakmaty::Move;

use super::bfen::{Bfen, one_board};
use super::boards::Boards;
use super::clock::{Clock, TimeControl};
use super::finding::{BpgnFinding, Severity};
use super::game::{BpgnGame, HalfMove};
use super::san::{Illegal, SanList};
use super::seat::Seat;
use super::tags::foreign_rules;
use keymove_base::error::excerpt;
use keymove_base::reason::Reason;
use keymove_games::pgn::token::Span;
use keymove_games::pgn::{Mark, MoveText, Tag};

/// The boards after some half-moves.
#[derive(Debug, Clone, Default)]
pub struct BpgnReplay {
    /// The boards.
    pub boards: Boards,
    /// The last clock of every seat, by [`super::seat::Seat::index`].
    pub clocks: [Option<Clock>; 4],
    /// The dropped parts of the starting position.
    pub dropped: Vec<String>,
    /// Whether the game has its own starting position.
    pub resumed: bool,
}

/// A half-move that was played.
#[derive(Debug, Clone, Copy)]
pub struct PlayedMove {
    /// The move.
    pub m: Move,
    /// The sign after the move.
    pub mark: Option<Mark>,
}

impl BpgnReplay {
    /// The starting position: that of the game's `FEN`, or two boards in the initial position.
    ///
    /// # Errors
    ///
    /// A [`BpgnFinding`] if the `FEN` cannot be read, or other rules are named.
    pub fn start(game: &BpgnGame<'_>) -> Result<BpgnReplay, BpgnFinding> {
        if let Some(tag) = foreign_rules(game) {
            let [name, value] = [tag.name, tag.value].map(|part| excerpt(game.bytes(part)));
            let text = format!("{name} {value}: these are not the rules of bughouse; not played");
            return Err(BpgnFinding::in_text(Severity::Error, tag.value.start, text));
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
                clocks: [start; 4],
                ..BpgnReplay::default()
            });
        };
        let read = if game.is_dual_fen(tag) {
            Bfen::read_dual
        } else {
            Bfen::read
        };
        let bfen = read(game.bytes(tag.value)).map_err(no_fen(tag))?;
        Ok(BpgnReplay {
            boards: bfen.boards,
            clocks: bfen.clocks,
            dropped: bfen.dropped,
            resumed: true,
        })
    }

    /// The start of a game of crazyhouse on board A: that of its `FEN`, or the initial position.
    ///
    /// # Errors
    ///
    /// A [`BpgnFinding`] if the `FEN` cannot be read.
    pub fn crazyhouse(game: &BpgnGame<'_>) -> Result<BpgnReplay, BpgnFinding> {
        let read = |tag: &Tag<Span, u32>| one_board(game.bytes(tag.value)).map_err(no_fen(tag));
        let board = game.tag_named("FEN").map(read).transpose()?;
        Ok(BpgnReplay {
            resumed: board.is_some(),
            boards: Boards::crazyhouse(board.unwrap_or_default()),
            ..BpgnReplay::default()
        })
    }

    /// Plays a half-move; changes nothing if it cannot be played.
    ///
    /// # Errors
    ///
    /// [`Illegal`]
    #[inline]
    pub fn step(
        &mut self,
        game: &BpgnGame<'_>,
        half_move: &HalfMove,
    ) -> Result<PlayedMove, Illegal> {
        let played = resolve(&self.boards, half_move.seat, game.bytes(half_move.san))?;
        self.boards.play(half_move.seat.board, played.m);
        Ok(played)
    }

    /// Plays a half-move like [`BpgnReplay::step`], and appends it to the moves in SAN.
    ///
    /// # Errors
    ///
    /// [`Illegal`]
    #[inline]
    pub fn step_in_san(
        &mut self,
        game: &BpgnGame<'_>,
        half_move: &HalfMove,
        sans: &mut SanList,
    ) -> Result<PlayedMove, Illegal> {
        let played = resolve(&self.boards, half_move.seat, game.bytes(half_move.san))?;
        let name = half_move.seat.board;
        self.boards.board(name).write_san(played.m, &mut sans.text);
        self.boards.play(name, played.m);
        if let Some(mark) = self.boards.board(name).mark() {
            sans.text.extend_from_slice(mark.sign().as_bytes());
        }
        sans.end(played.m);
        Ok(played)
    }
}

/// The legal move denoted by a seat's text.
#[inline]
pub(super) fn resolve(boards: &Boards, seat: Seat, text: &[u8]) -> Result<PlayedMove, Illegal> {
    let (san, mark) = MoveText::read_loosely(text).ok_or(Illegal::NotAMove)?;
    if !boards.is_turn(seat) {
        return Err(Illegal::NotItsTurn);
    }
    let m = boards.board(seat.board).resolve(san)?;
    Ok(PlayedMove { m, mark })
}

/// A finding about a tag without a valid starting position.
fn no_fen(tag: &Tag<Span, u32>) -> impl Fn(Reason) -> BpgnFinding {
    let at = tag.value.start;
    move |error| BpgnFinding::in_text(Severity::Error, at, format!("FEN: {error}"))
}
