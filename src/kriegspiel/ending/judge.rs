//! The judge: what can be won in a turn, by the rules of shakmaty alone.
//!
//! Slow and plain on purpose: every square of the black king is a position of its own, every answer of the umpire comes
//! from its legal moves, and nothing of [`geometry`](super::geometry) or [`turn`](super::turn) is used.

use std::collections::BTreeMap;

use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, Move, Piece, Position, Role, Setup, Square, attacks,
};

use super::Placement;
use super::geometry::Announcement;

/// What the umpire says of one try with the black king on one square, and what Black can do then.
enum Outcome {
    Refused,
    Mate,
    /// Stalemate, or a man can be taken.
    Lost,
    /// What is announced, and where the king can go.
    GoesOn(Announcement, u64),
}

/// One placement as the umpire sees it: a position for every possible square of the black king.
#[derive(Debug, Clone)]
pub struct Judge {
    placement: Placement,
    positions: Vec<(u64, Chess)>,
}

impl Judge {
    /// Sets up the positions.
    pub fn new(placement: Placement) -> Judge {
        let white = |role| Piece {
            color: Color::White,
            role,
        };
        let mut positions = Vec::new();
        for black in Square::ALL {
            let mut setup = Setup::empty();
            setup.board.set_piece_at(black, Role::King.of(Color::Black));
            setup
                .board
                .set_piece_at(placement.king(), white(Role::King));
            for (man, square) in placement.men() {
                setup.board.set_piece_at(square, white(man));
            }
            // A black king that White's men stand upon, or that is in check with White to move, is no position.
            if let Ok(position) = setup.position(CastlingMode::Standard) {
                positions.push((1 << black.to_u32(), position));
            }
        }
        Judge {
            placement,
            positions,
        }
    }

    /// The squares on which the black king may stand.
    pub fn possible(&self) -> Bitboard {
        Bitboard(
            self.positions
                .iter()
                .fold(0, |all, (square, _)| all | square),
        )
    }

    /// Whether White, to move, can force that every end of the turn is mate or a set for which `goes_on`
    /// holds, given the placement after the move and the king squares after the reply.
    pub fn is_won(
        &self,
        king: Bitboard,
        mut goes_on: impl FnMut(Placement, Bitboard) -> bool,
    ) -> bool {
        let mut left: Vec<&(u64, Chess)> = self
            .positions
            .iter()
            .filter(|(square, _)| king.0 & square != 0)
            .collect();
        // Any try that is good where it is legal may be made at once: what is left is a subset.
        let mut tries = self.tries();
        while !left.is_empty() {
            let good = tries.iter().position(|&(from, to)| {
                let outcomes: Vec<Outcome> = left
                    .iter()
                    .map(|(_, position)| outcome(position, from, to))
                    .collect();
                !outcomes
                    .iter()
                    .all(|outcome| matches!(outcome, Outcome::Refused))
                    && self.is_good(from, to, &outcomes, &mut goes_on)
            });
            let Some(good) = good else { return false };
            let (from, to) = tries.swap_remove(good);
            left.retain(|(_, position)| matches!(outcome(position, from, to), Outcome::Refused));
        }
        true
    }

    /// What White can try: moves on a board with nothing but the own men.
    fn tries(&self) -> Vec<(Square, Square)> {
        let own = self.placement.occupied();
        let men = self
            .placement
            .men()
            .chain([(Role::King, self.placement.king())]);
        men.flat_map(|(man, from)| {
            let targets = attacks::attacks(from, man.of(Color::White), own) & !own;
            targets.into_iter().map(move |to| (from, to))
        })
        .collect()
    }

    fn is_good(
        &self,
        from: Square,
        to: Square,
        outcomes: &[Outcome],
        goes_on: &mut impl FnMut(Placement, Bitboard) -> bool,
    ) -> bool {
        let mut sets: BTreeMap<Announcement, u64> = BTreeMap::new();
        for outcome in outcomes {
            match outcome {
                Outcome::Refused | Outcome::Mate => {}
                Outcome::Lost => return false,
                Outcome::GoesOn(said, replies) => *sets.entry(*said).or_default() |= replies,
            }
        }
        let moved = |square| if square == from { to } else { square };
        let men: Vec<Square> = self
            .placement
            .men()
            .map(|(_, square)| moved(square))
            .collect();
        let Ok(after) = Placement::new(self.placement.ending(), moved(self.placement.king()), &men)
        else {
            return false;
        };
        sets.into_values().all(|set| goes_on(after, Bitboard(set)))
    }
}

fn outcome(position: &Chess, from: Square, to: Square) -> Outcome {
    let legal = position
        .legal_moves()
        .into_iter()
        .find(|m: &Move| m.from() == Some(from) && m.to() == to);
    let Some(legal) = legal else {
        return Outcome::Refused;
    };
    let mut after = position.clone();
    after.play_unchecked(legal);
    let replies = after.legal_moves();
    if replies.is_empty() {
        return if after.is_check() {
            Outcome::Mate
        } else {
            Outcome::Lost
        };
    }
    if replies.iter().any(|reply| reply.is_capture()) {
        return Outcome::Lost;
    }
    let squares = replies
        .iter()
        .fold(0, |all, reply| all | (1 << reply.to().to_u32()));
    match announced(&after) {
        Some(said) => Outcome::GoesOn(said, squares),
        None => Outcome::Lost,
    }
}

/// What is announced in a position with Black to move.
fn announced(position: &Chess) -> Option<Announcement> {
    let king = position.board().king_of(Color::Black)?;
    let mut letters = String::new();
    for checker in position.checkers() {
        let across = i32::from(checker.file()) - i32::from(king.file());
        let up = i32::from(checker.rank()) - i32::from(king.rank());
        letters.push(if position.board().role_at(checker)? == Role::Knight {
            'N'
        } else if up == 0 {
            'R'
        } else if across == 0 {
            'F'
        } else {
            let other = diagonal_length(king, 1, if across == up { -1 } else { 1 });
            let own = diagonal_length(king, 1, if across == up { 1 } else { -1 });
            if own > other { 'L' } else { 'S' }
        });
    }
    Announcement::of(&letters)
}

/// The number of squares on the diagonal through `square` in the direction given, and in the opposite one.
fn diagonal_length(square: Square, across: i32, up: i32) -> usize {
    let steps = |sign: i32| {
        (1..8)
            .take_while(|step| {
                let file = i32::from(square.file()) + sign * step * across;
                let rank = i32::from(square.rank()) + sign * step * up;
                (0..8).contains(&file) && (0..8).contains(&rank)
            })
            .count()
    };
    1 + steps(1) + steps(-1)
}
