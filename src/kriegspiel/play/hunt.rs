//! A running game: White's men hunt a king, and the umpire's words are recorded.
//!
//! A [`Hunt`] is the umpire's score sheet. It contains White's knowledge, which follows from what
//! both players heard; it contains the real squares of the king only if they become known.
//! Otherwise a path of the king that is consistent with all answers can be computed afterwards
//! ([`Hunt::king_path`]): there always is one.

use std::fmt;

use shakmaty::{Bitboard, Color, Square, attacks};

use super::attack::{announced, checked};
use super::hiding::Ruling;
use crate::announcement::Directions;
use crate::ending::geometry::WhiteTry;
use crate::ending::{EndingTable, WhitePlacement};
use crate::notation::GameResult;

/// The ways in which a hunt ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HuntEnd {
    /// The king is mated.
    Mate,
    /// The king is stalemated.
    Stalemate,
    /// The king captured the man on this square; the rest cannot win.
    Taken(Square),
    /// This side resigned.
    Resigned(Color),
    /// White made the maximum number of moves.
    Endless,
}

impl HuntEnd {
    /// The result of the game.
    pub fn result(self) -> GameResult {
        match self {
            HuntEnd::Mate | HuntEnd::Resigned(Color::Black) => GameResult::White,
            HuntEnd::Resigned(Color::White) => GameResult::Black,
            HuntEnd::Stalemate | HuntEnd::Taken(_) | HuntEnd::Endless => GameResult::Draw,
        }
    }
}

/// The result and the reason: `1-0 mate`.
impl fmt::Display for HuntEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.result().as_str())?;
        match self {
            HuntEnd::Mate => f.write_str("mate"),
            HuntEnd::Stalemate => f.write_str("stalemate"),
            HuntEnd::Taken(square) => write!(f, "{square} taken"),
            HuntEnd::Resigned(color) => write!(f, "{color} resigns"),
            HuntEnd::Endless => f.write_str("no mate within the moves allowed"),
        }
    }
}

/// A move of White and Black's reply.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HuntMove {
    /// The tries refused before it, in order.
    pub refused: Vec<WhiteTry>,
    /// The move; `None` as long as it is White's turn.
    pub made: Option<WhiteTry>,
    /// The announced checks.
    pub checks: Directions,
    /// The possible squares of the king when the move was made.
    pub before: Bitboard,
    /// The squares that the king was refused in its reply, if known.
    pub king_refused: Vec<Square>,
    /// The square to which it moved, if known.
    pub king_to: Option<Square>,
}

/// A game from its beginning.
#[derive(Debug, Clone)]
pub struct Hunt {
    /// The squares of White's men at the beginning.
    pub start: WhitePlacement,
    /// The square of the king at the beginning, if known.
    pub king: Option<Square>,
    /// The squares of White's men.
    pub placement: WhitePlacement,
    /// The possible squares of the king with White to move; at the end, the possible squares when
    /// the last move was made.
    pub kings: Bitboard,
    /// The moves; the last entry is White's current turn, unless the game is over.
    pub moves: Vec<HuntMove>,
    /// The end of the game.
    pub end: Option<HuntEnd>,
}

impl Hunt {
    /// Begins a game with White to move; squares of `kings` that are impossible for the king are
    /// ignored.
    pub fn new(start: WhitePlacement, kings: Bitboard) -> Hunt {
        Hunt {
            start,
            king: None,
            placement: start,
            kings: kings & EndingTable::possible(start),
            moves: vec![HuntMove::default()],
            end: None,
        }
    }

    /// The number of moves White has made.
    pub fn made(&self) -> usize {
        self.moves.iter().filter(|one| one.made.is_some()).count()
    }

    /// Records the umpire's answer to a try of White's, and Black's reply. `false`, without any
    /// change, if no king is consistent with it.
    pub fn hear(&mut self, try_move: &WhiteTry, ruled: Ruling) -> bool {
        let Some((checks, before, end)) = self.made_by(try_move, ruled) else {
            let left = self.kings & Bitboard(try_move.refused);
            if left.any() {
                self.kings = left;
                self.turn().refused.push(*try_move);
            }
            return left.any();
        };
        if before.is_empty() {
            return false;
        }
        self.placement = try_move.after;
        self.end = end;
        let turn = self.turn();
        turn.made = Some(*try_move);
        turn.checks = checks;
        turn.before = before;
        if let Some(HuntEnd::Taken(square)) = end {
            turn.king_to = Some(square);
        }
        if end.is_some() {
            self.kings = before;
        } else {
            self.kings = Bitboard(try_move.replies_of(before.0));
            self.moves.push(HuntMove::default());
        }
        true
    }

    /// The checks given by a try, the kings consistent with the answer to it, and the end of the
    /// hunt, if it ended it; `None` if the try was refused.
    fn made_by(
        &self,
        try_move: &WhiteTry,
        ruled: Ruling,
    ) -> Option<(Directions, Bitboard, Option<HuntEnd>)> {
        let kings = self.kings;
        let free = Bitboard(try_move.free);
        let takeable = try_move.after.takeable();
        let legal = |checks| checked(try_move, checks, kings);
        Some(match ruled {
            Ruling::Refused => return None,
            Ruling::Made(checks) => {
                let goes_on = |king: &Square| {
                    let to = attacks::king_attacks(*king) & free & !takeable;
                    to.any()
                };
                let before = announced(try_move, checks, kings);
                (checks, before.into_iter().filter(goes_on).collect(), None)
            }
            Ruling::Taken(checks, square) => {
                let is_free = (takeable & free).contains(square);
                let near = attacks::king_attacks(square);
                let before = if is_free {
                    legal(checks) & near
                } else {
                    Bitboard::EMPTY
                };
                (checks, before, Some(HuntEnd::Taken(square)))
            }
            Ruling::Mate(checks) => {
                let before = legal(checks) & Bitboard(try_move.mates);
                (checks, before, Some(HuntEnd::Mate))
            }
            Ruling::Stalemate => {
                let before = kings & Bitboard(try_move.stalemates);
                (Directions::NONE, before, Some(HuntEnd::Stalemate))
            }
        })
    }

    /// Records the king's reply to the last move, with the squares it was refused.
    pub fn tell_reply(&mut self, to: Square, refused: Vec<Square>) {
        let made = self.moves.iter_mut().rev().find(|one| one.made.is_some());
        if let Some(last) = made {
            last.king_to = Some(to);
            last.king_refused = refused;
        }
    }

    /// The king's squares at the beginning and after each of its replies; `None` if the known
    /// squares are inconsistent, or there is no king at all. Unknown squares are filled in by a
    /// consistent path.
    pub fn king_path(&self) -> Option<Vec<Square>> {
        let is_open = self.moves.last().is_some_and(|last| last.made.is_none());
        let made = &self.moves[..self.moves.len() - usize::from(is_open)];
        // Backwards, the king's next square first.
        let mut path = Vec::with_capacity(made.len() + 1);
        // A king with known squares has not moved before its move becomes known.
        let is_unseen = is_open && self.king.is_none();
        let mut next = if is_unseen { self.kings.first() } else { None };
        for (index, turn) in made.iter().enumerate().rev() {
            let target = turn.king_to.or(next);
            path.extend(target);
            let near = target.map_or(Bitboard::FULL, attacks::king_attacks);
            // Its own square, if known, is the target of its previous move.
            let known = match index.checked_sub(1) {
                Some(before) => made[before].king_to,
                None => self.king,
            };
            let mut fitting = turn.before & near;
            if let Some(known) = known {
                fitting &= Bitboard::from_square(known);
            }
            next = Some(fitting.first()?);
        }
        path.push(match (made.is_empty(), self.king) {
            (true, Some(king)) => king,
            _ => next?,
        });
        path.reverse();
        Some(path)
    }

    fn turn(&mut self) -> &mut HuntMove {
        if self.moves.last().is_none_or(|last| last.made.is_some()) {
            self.moves.push(HuntMove::default());
        }
        let last = self.moves.len() - 1;
        &mut self.moves[last]
    }
}
