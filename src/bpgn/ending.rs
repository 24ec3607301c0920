//! What the comment at the end says: who lost, and how.

use super::game::{BpgnGame, ItemKind};
use super::seat::Seat;
use crate::pgn::GameResult;

/// How a game ended, in the server's words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// `death checkmated`
    Checkmated,
    /// `resigns`, `forfeits on time`, `forfeits by disconnection`...
    GaveUp,
    /// `Game drawn by mutual agreement`...
    Drawn,
}

/// An ending.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameEnd {
    /// How the game ended.
    pub how: How,
    /// The seat that lost; none after a draw.
    pub loser: Option<Seat>,
    /// Where the comment stands.
    pub at: u32,
}

/// The words behind a player's name and what they mean.
const WORDS: [(&[u8], How); 7] = [
    (b"checkmated", How::Checkmated),
    (b"is checkmated", How::Checkmated),
    (b"resigns", How::GaveUp),
    (b"resigned", How::GaveUp),
    (b"forfeits", How::GaveUp),
    (b"ran out of time", How::GaveUp),
    (b"disconnected", How::GaveUp),
];

impl GameEnd {
    /// Reads the comments behind the last half-move and behind the result; the last one that says
    /// how the game ended counts.
    pub fn of(game: &BpgnGame<'_>) -> Option<GameEnd> {
        let last = game.half_moves().len().checked_sub(1)?;
        game.items(last)
            .iter()
            .chain(game.trailing())
            .filter(|item| matches!(item.kind, ItemKind::Comment { .. }))
            .filter_map(|item| GameEnd::read(game, game.inside(item), item.span.start))
            .next_back()
    }

    fn read(game: &BpgnGame<'_>, comment: &[u8], at: u32) -> Option<GameEnd> {
        let text = comment.trim_ascii();
        if is_drawn(text) {
            return Some(GameEnd {
                how: How::Drawn,
                loser: None,
                at,
            });
        }
        let players = game.players();
        // The same player may sit at two boards of one team, never at two of both.
        let mut endings = Seat::ALL.into_iter().filter_map(|seat| {
            Some(GameEnd {
                how: lost(players[seat.index()]?, text)?,
                loser: Some(seat),
                at,
            })
        });
        let first = endings.next()?;
        match endings.next() {
            Some(second) if second.result() != first.result() => None,
            _ => Some(first),
        }
    }

    /// The result that follows.
    pub fn result(&self) -> GameResult {
        match self.loser {
            Some(loser) => lost_by(loser),
            None => GameResult::Draw,
        }
    }
}

/// Whether a comment says that the game was drawn, or that one of these players lost.
pub fn ends_game<'a>(comment: &[u8], mut players: impl Iterator<Item = &'a [u8]>) -> bool {
    let text = comment.trim_ascii();
    is_drawn(text) || players.any(|name| lost(name, text).is_some())
}

fn is_drawn(text: &[u8]) -> bool {
    text.starts_with(b"Game drawn") || text.starts_with(b"Partners' game drawn")
}

/// How the player of this name lost; none if the text says nothing of it.
fn lost(name: &[u8], text: &[u8]) -> Option<How> {
    let (head, rest) = text.split_at_checked(name.len())?;
    if !head.eq_ignore_ascii_case(name) || rest.first() != Some(&b' ') {
        return None;
    }
    let words = rest.trim_ascii();
    let (_, how) = WORDS.iter().find(|(start, _)| words.starts_with(start))?;
    Some(*how)
}

/// The result when this seat has lost.
pub fn lost_by(loser: Seat) -> GameResult {
    if loser.of_first_team() {
        GameResult::Black
    } else {
        GameResult::White
    }
}
