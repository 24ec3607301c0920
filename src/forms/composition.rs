//! Problems in Popeye's language: its input read, the orthodox part of it, and understood: the men,
//! the twins, what is to be written of them, and the positions in which all that is to be solved.
//! And Popeye's layout, in which solutions are written.
//!
//! [`Compositions`] reads, [`mod@write`] writes. All that speak that language take it from here: the
//! door to Popeye; [`collection`](crate::collection), which makes records of such files and has
//! Olive's twins in the same words; and the run, which writes solutions into Olive's documents.

pub mod error;
mod keyword;
pub mod language;
pub mod order;
pub mod read;
pub mod stipulation;
mod token;
mod twin;
pub mod write;

use std::time::Duration;

use shakmaty::{Bitboard, Board, CastlingSide, Color, Role, Square};

use keymove_base::language::Language;
use keymove_records::epd::{Epd, EpdErrorKind};
use keymove_rules::position::Position;
use keymove_solve::{Kind, Length, Stipulation};
use stipulation::WrittenStipulation;

pub use error::{PopeyeError, PopeyeErrorKind};
pub use read::{Compositions, LoneTwin};

/// A problem with all its twins.
#[derive(Debug, Clone)]
pub struct Composition {
    /// The line where it begins, counted from 1.
    pub line: u64,
    /// The language of its keywords.
    pub language: Language,
    /// Lines of text, as they were: no encoding is known.
    pub texts: Texts,
    /// What is to be written.
    pub choices: Choices,
    /// Options that were passed over, each with its place.
    pub notes: Vec<PopeyeError>,
    /// The men of the diagram.
    pub diagram: Board,
    /// The stipulation under the diagram.
    pub stipulation: WrittenStipulation,
    /// The diagram itself is no problem (`ZeroPosition`).
    pub zero_position: bool,
    /// The problem, or its twins; at least one.
    pub twins: Vec<TwinForm>,
}

/// What stands above the diagram.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Texts {
    /// Remarks.
    pub remarks: Vec<Vec<u8>>,
    /// Authors.
    pub authors: Vec<Vec<u8>>,
    /// Where it was published.
    pub origins: Vec<Vec<u8>>,
    /// What it won.
    pub awards: Vec<Vec<u8>>,
    /// Titles.
    pub titles: Vec<Vec<u8>>,
}

/// What `Option` chose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choices {
    /// The diagram and what stands around it.
    pub board: bool,
    /// The play after the keys.
    pub variations: bool,
    /// Refutations that a try may have; 0: no tries.
    pub tries: usize,
    /// The set play.
    pub set_play: bool,
    /// Threats and zugzwang.
    pub threats: bool,
    /// Variations that are shorter than they need to be.
    pub short_variations: bool,
    /// Every first move with its number.
    pub move_numbers: bool,
    /// The numbers of the first moves that are looked at, from 1.
    pub first_moves: std::ops::RangeInclusive<usize>,
    /// Solutions at most.
    pub most_solutions: Option<usize>,
    /// Time at most.
    pub time: Option<Duration>,
    /// In help play the set play alone.
    pub white_to_play: bool,
    /// As it stands, with the parts changed, or both.
    pub sides: Vec<bool>,
    /// Corners and kings' squares that do not castle.
    pub no_castling: Bitboard,
    /// The square that a pawn has just passed.
    pub en_passant: Option<(Square, u64, usize)>,
    /// The key is played already.
    pub post_key_play: bool,
    /// What stands behind the stipulation under the diagram: options that restrict a search.
    pub restrictions: String,
}

impl Default for Choices {
    fn default() -> Choices {
        Choices {
            board: true,
            variations: false,
            tries: 0,
            set_play: false,
            threats: true,
            short_variations: true,
            move_numbers: false,
            first_moves: 1..=usize::MAX,
            most_solutions: None,
            time: None,
            white_to_play: false,
            sides: vec![false],
            no_castling: Bitboard::EMPTY,
            en_passant: None,
            post_key_play: false,
            restrictions: String::new(),
        }
    }
}

/// One form of the problem.
#[derive(Debug, Clone)]
pub struct TwinForm {
    /// `a`, `b`, ... `z`, `z1`; `None` where there are no twins.
    pub label: Option<String>,
    /// The form is made of the form before it.
    pub continued: bool,
    /// What is changed, each as it is written.
    pub changes: Vec<String>,
    /// The men.
    pub board: Board,
    /// What is to be reached.
    pub stipulation: WrittenStipulation,
    /// The line where the form is described, counted from 1.
    pub line: u64,
    /// The column of that, in bytes, counted from 1.
    pub column: usize,
    /// Why there is no such form; the board is then half changed.
    pub fault: Option<PopeyeError>,
}

/// What begins the play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opening {
    /// The first move of the stipulation.
    Key,
    /// The reply to a key that is played already.
    Reply,
}

/// A position with what is to be reached in it: a form of the problem, seen from one side.
#[derive(Debug, Clone)]
pub struct Simplex {
    /// The position.
    pub position: Position,
    /// What is to be reached from it. After a key that is played already the side to move is to be
    /// mated ([`Kind::MATED`]), in a move less than stipulated.
    pub stipulation: Stipulation,
    /// What begins.
    pub opening: Opening,
}

impl Composition {
    /// The position and stipulation of a form; with `changed` parts of the sides.
    ///
    /// # Errors
    ///
    /// There is no such form, it is no position that is solved here, or has no play of that sort.
    pub fn simplex(&self, twin: &TwinForm, changed: bool) -> Result<Simplex, PopeyeError> {
        if let Some(fault) = &twin.fault {
            return Err(fault.clone());
        }
        let WrittenStipulation {
            stipulation, half, ..
        } = twin.stipulation;
        let refused = |kind| PopeyeError {
            line: twin.line,
            column: twin.column,
            word: twin.stipulation.text.clone(),
            kind,
        };
        let opening = if half || self.choices.post_key_play && !stipulation.kind.is_help() {
            Opening::Reply
        } else {
            Opening::Key
        };
        if opening == Opening::Reply {
            if stipulation.kind != Kind::MATE || stipulation.exact {
                return Err(refused(PopeyeErrorKind::PostKeyPlay));
            }
            let moves = stipulation.length.moves() - 1;
            if moves == 0 {
                return Err(refused(PopeyeErrorKind::Length));
            }
            return Ok(Simplex {
                position: self.position(twin, Color::from_white(changed))?,
                stipulation: Stipulation::new(Kind::MATED, moves),
                opening,
            });
        }
        let mut stipulation = stipulation;
        if stipulation.kind.is_help() && self.choices.white_to_play {
            let half_moves = stipulation.length.half_moves() - 1;
            if half_moves == 0 {
                return Err(refused(PopeyeErrorKind::Length));
            }
            stipulation.length = Length::of_half_moves(half_moves);
        }
        let white = stipulation.beginner().is_white();
        Ok(Simplex {
            position: self.position(twin, Color::from_white(white != changed))?,
            stipulation,
            opening,
        })
    }

    /// The position of a form with `turn` to move. Whoever stands where castling begins has the
    /// right to it, unless that was taken away.
    fn position(&self, twin: &TwinForm, turn: Color) -> Result<Position, PopeyeError> {
        let mut rights = String::new();
        for (color, side, letter) in [
            (Color::White, CastlingSide::KingSide, 'K'),
            (Color::White, CastlingSide::QueenSide, 'Q'),
            (Color::Black, CastlingSide::KingSide, 'k'),
            (Color::Black, CastlingSide::QueenSide, 'q'),
        ] {
            let king = Square::E1.fold(color);
            let rook = if side.is_king_side() {
                Square::H1.fold(color)
            } else {
                Square::A1.fold(color)
            };
            let stands = twin.board.piece_at(king) == Some(Role::King.of(color))
                && twin.board.piece_at(rook) == Some(Role::Rook.of(color));
            let taken =
                self.choices.no_castling.contains(king) || self.choices.no_castling.contains(rook);
            if stands && !taken {
                rights.push(letter);
            }
        }
        if rights.is_empty() {
            rights.push('-');
        }
        // The square behind a pawn of the other side; for this one it means nothing.
        let passed = self
            .choices
            .en_passant
            .filter(|(square, ..)| square.rank() == turn.fold_wb(RANKS[0], RANKS[1]));
        let en_passant = passed.map_or("-".to_owned(), |(square, ..)| square.to_string());
        let record = format!("{} {} {rights} {en_passant}", twin.board, turn.char());
        let (epd, warnings) = Epd::read(record.as_bytes()).map_err(|error| PopeyeError {
            line: twin.line,
            column: twin.column,
            word: twin.board.to_string(),
            kind: PopeyeErrorKind::Position(match error.kind {
                EpdErrorKind::NoKing(_) => "both sides need a king".to_owned(),
                EpdErrorKind::OppositeCheck => "the side to play can capture the king".to_owned(),
                kind => kind.to_string(),
            }),
        })?;
        match passed {
            Some((square, line, column)) if !warnings.is_empty() => Err(PopeyeError {
                line,
                column,
                word: square.to_string(),
                kind: PopeyeErrorKind::EnPassant,
            }),
            _ => Ok(epd.position().clone()),
        }
    }
}

/// The ranks on which White and Black capture en passant.
const RANKS: [shakmaty::Rank; 2] = [shakmaty::Rank::Sixth, shakmaty::Rank::Third];

/// A square of White's side, seen from either side.
trait Folded {
    fn fold(self, color: Color) -> Square;
}

impl Folded for Square {
    fn fold(self, color: Color) -> Square {
        color.fold_wb(self, self.flip_vertical())
    }
}
