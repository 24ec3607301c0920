//! Problems in Popeye's language. The orthodox part of its input is read and interpreted: the men,
//! the twins, the output options, and the positions in which the problem is to be solved. Solutions
//! are written in Popeye's layout.
//!
//! [`Compositions`] reads, [`mod@write`] writes. This is used by everything that speaks the
//! language: the emulation of Popeye; [`collection`](crate::collection), which makes records of
//! such files and describes Olive's twins in the same words; and the run, which writes solutions
//! into Olive's documents.

pub mod error;
pub mod keyword;
pub mod language;
pub mod order;
pub mod read;
pub mod stipulation;
mod token;
mod twin;
pub mod write;

use std::time::Duration;

use shakmaty::{Bitboard, Board, Color, File, Role, Square};

use keymove_base::language::Language;
use keymove_records::epd::Epd;
use keymove_rules::position::Position;
use keymove_solve::{Kind, Length, Stipulation};
use stipulation::WrittenStipulation;

pub use error::{PopeyeError, PopeyeErrorKind};
pub use read::{Compositions, LoneOptions, TwinDescription};

/// A problem with all its twins.
#[derive(Debug, Clone)]
pub struct Composition {
    /// The line where it begins, from 1.
    pub line: u64,
    /// The language of its keywords.
    pub language: Language,
    /// Lines of text, as bytes: their encoding is unknown.
    pub texts: Texts,
    /// What is to be written.
    pub choices: Choices,
    /// Options that were ignored, each with its place.
    pub notes: Vec<PopeyeError>,
    /// The men of the diagram.
    pub diagram: Board,
    /// The stipulation under the diagram.
    pub stipulation: WrittenStipulation,
    /// Whether the diagram itself is not a problem (`ZeroPosition`).
    pub zero_position: bool,
    /// The problem or its twins; never empty.
    pub twins: Vec<TwinForm>,
}

/// The texts above the diagram.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Texts {
    /// Remarks.
    pub remarks: Vec<Vec<u8>>,
    /// Authors.
    pub authors: Vec<Vec<u8>>,
    /// Sources.
    pub origins: Vec<Vec<u8>>,
    /// Awards.
    pub awards: Vec<Vec<u8>>,
    /// Titles.
    pub titles: Vec<Vec<u8>>,
}

/// The choices made by `Option`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choices {
    /// Whether the diagram and the texts around it are written.
    pub board: bool,
    /// The play after the keys.
    pub variations: bool,
    /// The maximum number of refutations of a try; 0 for no tries.
    pub tries: usize,
    /// The set play.
    pub set_play: bool,
    /// Threats and zugzwang.
    pub threats: bool,
    /// Variations that are shorter than necessary.
    pub short_variations: bool,
    /// Every first move with its number.
    pub move_numbers: bool,
    /// The numbers of the first moves that are tried, from 1.
    pub first_moves: std::ops::RangeInclusive<usize>,
    /// The maximum number of solutions.
    pub most_solutions: Option<usize>,
    /// The time limit.
    pub time: Option<Duration>,
    /// Whether only the set play of help play is wanted.
    pub white_to_play: bool,
    /// The sides to be solved for: `false` for the given side, `true` for the exchanged sides.
    pub sides: Vec<bool>,
    /// Corners and kings' squares for which castling is excluded.
    pub no_castling: Bitboard,
    /// The square that a pawn has just passed.
    pub en_passant: Option<(Square, u64, usize)>,
    /// Whether the key has already been played.
    pub post_key_play: bool,
    /// The text after the stipulation under the diagram: options that restrict the search.
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

/// One form of the problem: the diagram or a twin.
#[derive(Debug, Clone)]
pub struct TwinForm {
    /// `a`, `b`, ... `z`, `z1`; `None` if there are no twins.
    pub label: Option<String>,
    /// Whether it is made from the form before it.
    pub continued: bool,
    /// The changes, each as it is written.
    pub changes: Vec<String>,
    /// Its description in English words, `Continued Move b4 c3`; empty for the diagram.
    pub words: String,
    /// The men.
    pub board: Board,
    /// The stipulation.
    pub stipulation: WrittenStipulation,
    /// The line where the form is described, from 1.
    pub line: u64,
    /// The column of the description, in bytes, from 1.
    pub column: usize,
    /// Why the form is impossible; the board is then only partly changed.
    pub fault: Option<PopeyeError>,
}

/// How the play begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Opening {
    /// With the first move of the stipulation.
    Key,
    /// With the reply to a key that has already been played.
    Reply,
}

/// A position with a stipulation: a form of the problem from the view of one side.
#[derive(Debug, Clone)]
pub struct Simplex {
    /// The position.
    pub position: Position,
    /// The stipulation. After a key that has already been played, the side to move is to be mated
    /// ([`Kind::MATED`]) in one move less than stipulated.
    pub stipulation: Stipulation,
    /// How the play begins.
    pub opening: Opening,
}

impl Composition {
    /// The position and stipulation of a form; with `changed`, the sides are exchanged.
    ///
    /// # Errors
    ///
    /// The form is impossible, its position cannot be solved, or it has no play of that sort.
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
                return Err(refused(PopeyeErrorKind::NoMoveLeft));
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
                return Err(refused(PopeyeErrorKind::NoMoveLeft));
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

    /// The position of a form with `turn` to move. Kings and rooks on their original squares may
    /// castle, unless that was excluded.
    fn position(&self, twin: &TwinForm, turn: Color) -> Result<Position, PopeyeError> {
        let rights = castling(&twin.board, self.choices.no_castling);
        // The square is behind a pawn of the other side; for this side it has no meaning.
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
            kind: PopeyeErrorKind::Position(error.kind),
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

/// The castling rights of a diagram: a king and a rook on their original squares may castle, except
/// from or to the squares in `excluded`.
pub(crate) fn castling(board: &Board, excluded: Bitboard) -> String {
    let mut rights = String::new();
    for color in Color::ALL {
        let stands = |file, role: Role| {
            let square = Square::from_coords(file, color.backrank());
            board.piece_at(square) == Some(role.of(color)) && !excluded.contains(square)
        };
        for (file, role) in [(File::H, Role::King), (File::A, Role::Queen)] {
            if stands(File::E, Role::King) && stands(file, Role::Rook) {
                rights.push(role.of(color).char());
            }
        }
    }
    if rights.is_empty() {
        rights.push('-');
    }
    rights
}
