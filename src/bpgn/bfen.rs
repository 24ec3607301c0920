//! BFEN: the positions of both boards, with hands and clocks.
//!
//! Accepted on either board: `~` after a promoted man, holdings after a slash or in brackets,
//! castling by the outermost rook or by its file, with or without clocks (`0 1` are the counters of
//! a FEN). The order of the holdings does not matter. An initial position of one board stands for
//! both.
//!
//! The parser is hand-written, so that a message can name the board and show the faulty part, which
//! is not possible with shakmaty's `Fen`.

mod write;

use shakmaty::{Bitboard, Board as Men, Color, File, Piece, Rank, Role, Square};

pub use self::write::{BfenMen, Holdings, StateFields};
use super::board::{BughouseBoard, Hands};
use super::boards::Boards;
use super::clock::Clock;
use super::seat::{BoardName, Seat};
use super::tags::words;
use keymove_base::error::excerpt;
use keymove_base::reason::Reason;

/// The maximum number of men of one kind in a hand when reading: two sets have sixteen pawns of a
/// colour.
const MOST_IN_HAND: u8 = 64;

/// The contents of a BFEN.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bfen {
    /// The positions.
    pub boards: Boards,
    /// The given clocks, by [`Seat::index`].
    pub clocks: [Option<Clock>; 4],
    /// The parts that were dropped, and why.
    pub dropped: Vec<String>,
}

impl Bfen {
    /// Reads both boards.
    ///
    /// # Errors
    ///
    /// A message if they cannot be read, or a game with them is impossible.
    pub fn read(text: &[u8]) -> Result<Bfen, Reason> {
        let halves: Vec<&[u8]> = text.split(|&b| b == b'|').collect();
        let (a, b) = match halves[..] {
            [a, b] => (a, b),
            // pychess writes the initial position of board A, which is the same as that of board B.
            [both] if is_array(both) => (both, both),
            _ => {
                return Err("two boards with | between them are needed".into());
            }
        };
        let mut clocks = [None; 4];
        let mut dropped = Vec::new();
        let mut read = |name: BoardName, text| -> Result<BughouseBoard, Reason> {
            let (board, of_board, lost) = half(text)
                .map_err(|error| Reason::new("board {}: {}", [name.to_string().into(), error]))?;
            for color in Color::ALL {
                let seat = Seat { board: name, color };
                clocks[seat.index()] = of_board[usize::from(color.is_black())];
            }
            dropped.extend(lost.into_iter().map(|lost| format!("board {name}: {lost}")));
            Ok(board)
        };
        let boards = Boards::new(read(BoardName::A, a)?, read(BoardName::B, b)?);
        Ok(Bfen {
            boards,
            clocks,
            dropped,
        })
    }

    /// Reads the FENs of both boards, whose last fields are counters instead of clocks.
    ///
    /// # Errors
    ///
    /// As in [`Bfen::read`].
    pub fn read_dual(text: &[u8]) -> Result<Bfen, Reason> {
        let halves: Vec<Vec<u8>> = text.split(|&b| b == b'|').map(without_counters).collect();
        Bfen::read(&halves.join(&b'|'))
    }
}

/// Whether this is a position of one board before any move.
fn is_array(text: &[u8]) -> bool {
    half(text).is_ok_and(|(board, ..)| {
        let (men, home) = (
            board.men(),
            Bitboard::from_rank(Rank::Second) | Bitboard::from_rank(Rank::Seventh),
        );
        men.pawns() == home && men.occupied() == home | Bitboard::BACKRANKS
    })
}

/// The position of a FEN with hands, as in crazyhouse; its counters are ignored.
///
/// # Errors
///
/// A message if it cannot be read, or a game with its men is impossible.
pub(super) fn one_board(fen: &[u8]) -> Result<BughouseBoard, Reason> {
    half(&without_counters(fen)).map(|(board, ..)| board)
}

/// The first four fields of a FEN.
fn without_counters(fen: &[u8]) -> Vec<u8> {
    let fields: Vec<&[u8]> = words(fen).take(4).collect();
    fields.join(&b' ')
}

/// The message for a part that is not what it should be.
fn part(what: &'static str, text: &[u8]) -> Reason {
    Reason::new("{}: {}", [what.into(), excerpt(text)])
}

/// A board, the clocks of its White and Black, and the dropped parts.
type BoardPart = (BughouseBoard, [Option<Clock>; 2], Vec<String>);

fn half(text: &[u8]) -> Result<BoardPart, Reason> {
    let mut fields = words(text);
    let (men, promoted, hands) = men_and_holdings(fields.next().unwrap_or_default())?;
    let turn = match fields.next().unwrap_or_default() {
        b"w" | b"W" => Color::White,
        b"b" | b"B" => Color::Black,
        other => return Err(part("neither w nor b", other)),
    };
    let mut board = BughouseBoard::new(men, promoted, hands, turn)?;
    let mut dropped = Vec::new();
    let castling = fields.next().unwrap_or(b"-");
    for &letter in castling.iter().filter(|&&letter| letter != b'-') {
        let no_rights = || part("no castling rights", castling);
        let rook = rook_of(&board, letter).ok_or_else(no_rights)?;
        if !rook.is_some_and(|rook| board.allow_castling(rook)) {
            dropped.push(format!(
                "castling {}: king or rook is not in its place, or another rook castles there",
                char::from(letter)
            ));
        }
    }
    match fields.next().unwrap_or(b"-") {
        b"-" => (),
        text => {
            let square =
                Square::from_ascii(text).map_err(|_| part("no en-passant square", text))?;
            if !board.allow_en_passant(square) {
                dropped.push(format!("en passant {square}: no pawn has just passed it"));
            }
        }
    }
    let mut clocks = [None; 2];
    let mut fields = fields.peekable();
    if fields.peek() == Some(&&b"0"[..]) {
        let mut counters = fields.clone();
        // The counters of a FEN at the beginning of a game: no clock shows zero, or one second,
        // then.
        if counters.by_ref().take(2).eq([&b"0"[..], b"1"]) && counters.next().is_none() {
            fields = counters;
        }
    }
    let no_clock = |text: &[u8]| part("no clock", text);
    for clock in &mut clocks {
        match fields.next() {
            None | Some(b"-") => (),
            Some(text) => *clock = Some(Clock::seconds(text).ok_or_else(|| no_clock(text))?),
        }
    }
    if let Some(more) = fields.next() {
        return Err(no_clock(more));
    }
    Ok((board, clocks, dropped))
}

fn men_and_holdings(field: &[u8]) -> Result<(Men, Bitboard, Hands), Reason> {
    let no_men = || part("not eight ranks of eight squares", field);
    let no_holdings = |text: &[u8]| part("no holdings", text);
    let (placement, holdings) = match memchr::memchr(b'[', field) {
        Some(bracket) => {
            let inside = field[bracket + 1..]
                .strip_suffix(b"]")
                .ok_or_else(|| no_holdings(&field[bracket..]))?;
            (&field[..bracket], inside)
        }
        None => match field.iter().enumerate().filter(|(_, b)| **b == b'/').nth(7) {
            Some((slash, _)) => (&field[..slash], &field[slash + 1..]),
            None => (field, &b""[..]),
        },
    };
    let mut men = Men::empty();
    let mut promoted = Bitboard::EMPTY;
    let mut ranks = Rank::ALL.into_iter().rev();
    for text in placement.split(|&b| b == b'/') {
        let rank = ranks.next().ok_or_else(no_men)?;
        let mut file = 0;
        let mut last = None;
        for &byte in text {
            if let b'1'..=b'8' = byte {
                file += u32::from(byte - b'0');
                last = None;
            } else if byte == b'~' {
                promoted.add(last.take().ok_or_else(no_men)?);
            } else {
                let piece = Piece::from_char(char::from(byte)).ok_or_else(no_men)?;
                let on = File::try_from(file).map_err(|_| no_men())?;
                let square = Square::from_coords(on, rank);
                men.set_piece_at(square, piece);
                last = Some(square).filter(|_| !matches!(piece.role, Role::King | Role::Pawn));
                file += 1;
            }
            if file > 8 {
                return Err(no_men());
            }
        }
        if file != 8 {
            return Err(no_men());
        }
    }
    if ranks.next().is_some() {
        return Err(no_men());
    }
    let mut hands = Hands::default();
    for &byte in holdings.iter().filter(|&&b| b != b'-') {
        let piece = Piece::from_char(char::from(byte))
            .filter(|piece| piece.role != Role::King && *hands.piece(*piece) < MOST_IN_HAND)
            .ok_or_else(|| no_holdings(holdings))?;
        *hands.piece_mut(piece) += 1;
    }
    Ok((men, promoted, hands))
}

/// The rook denoted by a castling letter: the inner `None` if there is none, the outer one if it is
/// not a castling letter.
fn rook_of(board: &BughouseBoard, letter: u8) -> Option<Option<Square>> {
    let color = Color::from_white(letter.is_ascii_uppercase());
    let rooks = board.men().by_piece(color.rook()) & Bitboard::from_rank(color.backrank());
    let king = board.men().king_of(color);
    Some(match letter.to_ascii_lowercase() {
        b'k' => rooks
            .last()
            .filter(|rook| king.is_some_and(|king| king < *rook)),
        b'q' => rooks
            .first()
            .filter(|rook| king.is_some_and(|king| *rook < king)),
        file => {
            let file = File::from_char(char::from(file))?;
            Some(Square::from_coords(file, color.backrank()))
        }
    })
}
