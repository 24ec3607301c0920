//! The boards at a point in a game.

use std::str::FromStr;

use super::bfen::Bfen;
use super::finding::{BpgnFinding, Severity};
use super::game::BpgnGame;
use super::replay::BpgnReplay;
use super::seat::Seat;

/// A point in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Point {
    /// Before the first half-move: `0`.
    Start,
    /// After the half-move with this number and letter: `12b`. If there are several, after the last
    /// one.
    After(u32, Seat),
    /// After the last half-move.
    #[default]
    End,
}

impl FromStr for Point {
    type Err = &'static str;

    /// Reads `0` or the name of a half-move, in the notation of the game; a full stop may follow.
    fn from_str(text: &str) -> Result<Point, &'static str> {
        if text == "0" {
            return Ok(Point::Start);
        }
        let name = text.strip_suffix('.').unwrap_or(text).as_bytes();
        let read = || {
            let (letter, number) = name.split_last()?;
            let seat = Seat::from_letter(*letter)?;
            let digits = number.iter().all(u8::is_ascii_digit);
            let number = std::str::from_utf8(number).ok()?.parse().ok()?;
            digits.then_some(Point::After(number, seat))
        };
        read().ok_or("half-moves are named 12A, 12a, 12B or 12b, and the start is 0")
    }
}

/// The boards and clocks at a point in the game.
///
/// # Errors
///
/// A [`BpgnFinding`] if there is no such half-move, or the game cannot be played up to it.
pub fn position(game: &BpgnGame<'_>, at: Point) -> Result<Bfen, BpgnFinding> {
    let half_moves = game.half_moves();
    let count = match at {
        Point::Start => 0,
        Point::End => half_moves.len(),
        Point::After(number, seat) => {
            let found = half_moves
                .iter()
                .rposition(|half_move| half_move.number == number && half_move.seat == seat);
            1 + found.ok_or_else(|| missing(game, number, seat))?
        }
    };
    let mut replay = BpgnReplay::start(game)?;
    for (index, half_move) in half_moves[..count].iter().enumerate() {
        replay.step(game, half_move).map_err(|refusal| {
            BpgnFinding::at_half_move(Severity::Error, half_move, refusal.to_string())
        })?;
        if let Some(clock) = game.clock(index) {
            replay.clocks[half_move.seat.index()] = Some(clock);
        }
    }
    Ok(Bfen {
        boards: replay.boards,
        clocks: replay.clocks,
        dropped: Vec::new(),
    })
}

/// A finding that says which half-moves this seat has.
fn missing(game: &BpgnGame<'_>, number: u32, seat: Seat) -> BpgnFinding {
    let mut own = game.half_moves().iter().filter(|one| one.seat == seat);
    let there_are = match (own.next(), own.next_back()) {
        (None, _) => format!("{seat} has none"),
        (Some(only), None) => format!("{seat} has {}", BpgnGame::name(only)),
        (Some(first), Some(last)) => {
            format!(
                "{seat} has {} to {}",
                BpgnGame::name(first),
                BpgnGame::name(last)
            )
        }
    };
    let letter = seat.letter();
    BpgnFinding::in_text(
        Severity::Error,
        0,
        format!("there is no half-move {number}{letter} in this game; {there_are}"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read() {
        assert_eq!("0".parse(), Ok(Point::Start));
        assert_eq!("12b".parse(), Ok(Point::After(12, Seat::ALL[3])));
        assert_eq!("7A.".parse(), Ok(Point::After(7, Seat::ALL[0])));
        for text in [
            "",
            "b",
            "12",
            "12c",
            "+5A",
            "-1A",
            "5 A",
            "0.",
            "99999999999A",
        ] {
            assert!(text.parse::<Point>().is_err(), "{text}");
        }
    }
}
