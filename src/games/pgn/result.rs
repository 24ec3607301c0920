//! The token that ends a game.

use shakmaty::Color;

/// The result of a game. In bughouse, White is WhiteA's team, and Black the other one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameResult {
    /// `1-0`
    White,
    /// `0-1`
    Black,
    /// `1/2-1/2`
    Draw,
    /// `*`
    Unknown,
}

impl GameResult {
    /// Reads a result in PGN notation.
    #[inline]
    pub fn read(text: &[u8]) -> Option<GameResult> {
        Some(match text {
            b"1-0" => GameResult::White,
            b"0-1" => GameResult::Black,
            b"1/2-1/2" => GameResult::Draw,
            b"*" => GameResult::Unknown,
            _ => return None,
        })
    }

    /// Reads a result, accepting `1/2` for a draw, and blanks around it.
    #[inline]
    pub fn read_loosely(text: &[u8]) -> Option<GameResult> {
        match text.trim_ascii() {
            b"1/2" => Some(GameResult::Draw),
            text => GameResult::read(text),
        }
    }

    /// The result as it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            GameResult::White => "1-0",
            GameResult::Black => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Unknown => "*",
        }
    }

    /// The result for the other side.
    pub fn reversed(self) -> GameResult {
        match self {
            GameResult::White => GameResult::Black,
            GameResult::Black => GameResult::White,
            other => other,
        }
    }

    /// The winner, if there is one.
    pub fn winner(self) -> Option<Color> {
        match self {
            GameResult::White => Some(Color::White),
            GameResult::Black => Some(Color::Black),
            GameResult::Draw | GameResult::Unknown => None,
        }
    }

    /// The result of a game won by `winner`.
    pub fn won_by(winner: Color) -> GameResult {
        winner.fold_wb(GameResult::White, GameResult::Black)
    }
}
