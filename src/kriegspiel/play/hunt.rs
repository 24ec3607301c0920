//! A game under way: White's men hunt a king, and what was said is written down.
//!
//! A [`Hunt`] is the umpire's sheet. It holds what White knows, for that follows from what was said
//! to both; where the king really goes it holds only if somebody tells it. If nobody does, a way of
//! the king that fits all that was said can be found afterwards ([`Hunt::way`]): there is always
//! one.

use std::fmt;

use shakmaty::{Bitboard, Color, Square, attacks};

use super::attack::{announced, checked};
use super::hiding::Ruled;
use crate::announcement::Directions;
use crate::ending::geometry::WhiteTry;
use crate::ending::{EndingTable, WhitePlacement};
use crate::notation::GameResult;

/// How a hunt ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HuntEnd {
    /// The king is mated.
    Mate,
    /// The king is stalemated.
    Stalemate,
    /// The king took the man on this square: what is left cannot win.
    Taken(Square),
    /// This side gave up.
    Resigned(Color),
    /// White made as many moves as were allowed.
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

/// White's move and Black's reply.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct HuntMove {
    /// The tries that were refused before it, the first first.
    pub refused: Vec<WhiteTry>,
    /// The move; none as long as it is White's turn.
    pub made: Option<WhiteTry>,
    /// What was announced with it.
    pub checks: Directions,
    /// Where the king may have stood when it was made.
    pub before: Bitboard,
    /// The squares the king was refused in its reply, where they are known.
    pub king_refused: Vec<Square>,
    /// Where it went, if it is known.
    pub king_to: Option<Square>,
}

/// A game from its start.
#[derive(Debug, Clone)]
pub struct Hunt {
    /// Where White's men stood at the start.
    pub start: WhitePlacement,
    /// Where the king stood at the start, if it is known.
    pub king: Option<Square>,
    /// Where White's men stand.
    pub placement: WhitePlacement,
    /// The squares on which the king may stand by what was said, White to move; at the end, on
    /// which it may have stood when the last move was made.
    pub kings: Bitboard,
    /// The moves; the last one is White's turn, unless the game is over.
    pub moves: Vec<HuntMove>,
    /// How it ended.
    pub end: Option<HuntEnd>,
}

impl Hunt {
    /// Begins, White to move, the king on any of `kings` where it can be.
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

    /// How many moves White has made.
    pub fn made(&self) -> usize {
        self.moves.iter().filter(|one| one.made.is_some()).count()
    }

    /// What the umpire said to a try of White's, and what Black did. False, and nothing is changed,
    /// if no king fits.
    pub fn hear(&mut self, try_move: &WhiteTry, ruled: Ruled) -> bool {
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
            self.kings = Bitboard(try_move.gone_on(before.0));
            self.moves.push(HuntMove::default());
        }
        true
    }

    /// The checks that a try gave, the kings that fit what was said of it, and how it ended the
    /// hunt; nothing if it was refused.
    fn made_by(
        &self,
        try_move: &WhiteTry,
        ruled: Ruled,
    ) -> Option<(Directions, Bitboard, Option<HuntEnd>)> {
        let kings = self.kings;
        let free = Bitboard(try_move.free);
        let takeable = try_move.after.takeable();
        let legal = |checks| checked(try_move, checks, kings);
        Some(match ruled {
            Ruled::Refused => return None,
            Ruled::Made(checks) => {
                let goes_on = |king: &Square| {
                    let to = attacks::king_attacks(*king) & free & !takeable;
                    to.any()
                };
                let before = announced(try_move, checks, kings);
                (checks, before.into_iter().filter(goes_on).collect(), None)
            }
            Ruled::Taken(checks, square) => {
                let is_free = (takeable & free).contains(square);
                let near = attacks::king_attacks(square);
                let before = if is_free {
                    legal(checks) & near
                } else {
                    Bitboard::EMPTY
                };
                (checks, before, Some(HuntEnd::Taken(square)))
            }
            Ruled::Mate(checks) => {
                let before = legal(checks) & Bitboard(try_move.mates);
                (checks, before, Some(HuntEnd::Mate))
            }
            Ruled::Stalemate => {
                let before = kings & Bitboard(try_move.stalemates);
                (Directions::NONE, before, Some(HuntEnd::Stalemate))
            }
        })
    }

    /// The king's reply to the last move becomes known, with the squares it was refused.
    pub fn tell_reply(&mut self, to: Square, refused: Vec<Square>) {
        let made = self.moves.iter_mut().rev().find(|one| one.made.is_some());
        if let Some(last) = made {
            last.king_to = Some(to);
            last.king_refused = refused;
        }
    }

    /// The king's squares: at the start and after each of its replies; none where what is known of
    /// them fits no way, or there is no king at all. Where they are not known it is a way that fits
    /// what was said.
    pub fn way(&self) -> Option<Vec<Square>> {
        let is_open = self.moves.last().is_some_and(|last| last.made.is_none());
        let made = &self.moves[..self.moves.len() - usize::from(is_open)];
        // Backwards, the king's next square first.
        let mut way = Vec::with_capacity(made.len() + 1);
        // A king that is known has not gone on before it says so.
        let is_unseen = is_open && self.king.is_none();
        let mut next = if is_unseen { self.kings.first() } else { None };
        for (index, turn) in made.iter().enumerate().rev() {
            let target = turn.king_to.or(next);
            way.extend(target);
            let near = target.map_or(Bitboard::FULL, attacks::king_attacks);
            // Its own square, if it is known, is where it went before.
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
        way.push(match (made.is_empty(), self.king) {
            (true, Some(king)) => king,
            _ => next?,
        });
        way.reverse();
        Some(way)
    }

    fn turn(&mut self) -> &mut HuntMove {
        if self.moves.last().is_none_or(|last| last.made.is_some()) {
            self.moves.push(HuntMove::default());
        }
        let last = self.moves.len() - 1;
        &mut self.moves[last]
    }
}
