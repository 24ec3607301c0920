//! The judge: the sets that can be won in a turn, by the rules of shakmaty alone.
//!
//! Slow and plain on purpose: every square of the black king is a position of its own, every answer
//! of the umpire comes from its legal moves, and nothing of the library's geometry is used.

use std::collections::BTreeMap;

use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, Move, Position as _, Role, Setup, Square, attacks,
};

use keymove_kriegspiel::announcement::{Direction, Directions};
use keymove_kriegspiel::ending::WhitePlacement;

/// The umpire's answer to one try with the black king on one square, and Black's possible replies.
#[derive(Debug, Clone, Copy)]
enum Consequence {
    Refused,
    Mate,
    /// Stalemate, or a man can be taken.
    Lost,
    /// The announcement, and the squares to which the king can go.
    GoesOn(Directions, u64),
}

/// One placement as the umpire sees it: the answer to every try, for every possible square of the
/// black king.
#[derive(Debug, Clone)]
pub struct Arbiter {
    squares: Vec<Square>,
    tries: Vec<TryRulings>,
}

/// A try, and the answer to it for each of [`Arbiter::squares`].
#[derive(Debug, Clone)]
struct TryRulings {
    after: WhitePlacement,
    outcomes: Vec<Consequence>,
}

impl Arbiter {
    /// Asks the umpire everything.
    pub fn new(placement: WhitePlacement) -> Arbiter {
        let mut squares = Vec::new();
        let mut positions = Vec::new();
        for black in Square::ALL {
            // The king cannot be on a square of White's men, nor on a square where it would be in
            // check with White to move.
            if let Some(position) = position(placement, black) {
                squares.push(black);
                positions.push(position);
            }
        }
        let tries = tries(placement)
            .into_iter()
            .map(|(from, to, after)| TryRulings {
                after,
                outcomes: positions
                    .iter()
                    .map(|position| outcome(position, from, to))
                    .collect(),
            })
            .collect();
        Arbiter { squares, tries }
    }

    /// The squares on which the black king may be.
    pub fn possible(&self) -> Bitboard {
        self.squares.iter().copied().collect()
    }

    /// Whether White, to move, can force that every end of the turn is mate or a set for which
    /// `goes_on` holds, given the placement after the move and the king squares after the reply.
    pub fn is_won(
        &self,
        king: Bitboard,
        mut goes_on: impl FnMut(WhitePlacement, Bitboard) -> bool,
    ) -> bool {
        let mut left = king & self.possible();
        // Any try that is good wherever it is legal may be made at once: the rest is a subset.
        while left.any() {
            let refused = self.tries.iter().find_map(|try_move| {
                let refused = self.refused(try_move, left);
                (refused != left && self.is_good(try_move, left, &mut goes_on)).then_some(refused)
            });
            match refused {
                Some(refused) => left = refused,
                None => return false,
            }
        }
        true
    }

    fn refused(&self, try_move: &TryRulings, king: Bitboard) -> Bitboard {
        self.outcomes(try_move, king)
            .filter(|(_, outcome)| matches!(outcome, Consequence::Refused))
            .map(|(square, _)| square)
            .collect()
    }

    fn is_good(
        &self,
        try_move: &TryRulings,
        king: Bitboard,
        goes_on: &mut impl FnMut(WhitePlacement, Bitboard) -> bool,
    ) -> bool {
        let mut sets: BTreeMap<Directions, u64> = BTreeMap::new();
        for (_, outcome) in self.outcomes(try_move, king) {
            match outcome {
                Consequence::Refused | Consequence::Mate => {}
                Consequence::Lost => return false,
                Consequence::GoesOn(said, replies) => *sets.entry(said).or_default() |= replies,
            }
        }
        sets.into_values()
            .all(|set| goes_on(try_move.after, Bitboard(set)))
    }

    fn outcomes(
        &self,
        try_move: &TryRulings,
        king: Bitboard,
    ) -> impl Iterator<Item = (Square, Consequence)> {
        let outcomes = try_move.outcomes.iter().copied();
        let all = self.squares.iter().copied().zip(outcomes);
        all.filter(move |&(square, _)| king.contains(square))
    }
}

/// White to move; none if that is not a legal chess position.
fn position(placement: WhitePlacement, black: Square) -> Option<Chess> {
    let mut setup = Setup::empty();
    setup.board.set_piece_at(black, Role::King.of(Color::Black));
    let king = (Role::King, placement.king());
    for (man, square) in placement.men().chain([king]) {
        setup.board.set_piece_at(square, man.of(Color::White));
    }
    setup.position(CastlingMode::Standard).ok()
}

/// The tries of White, as moves on a board with only the own men, and the placement after each.
fn tries(placement: WhitePlacement) -> Vec<(Square, Square, WhitePlacement)> {
    let own = placement.occupied();
    let king = (Role::King, placement.king());
    let mut tries = Vec::new();
    for (man, from) in placement.men().chain([king]) {
        for to in attacks::attacks(from, man.of(Color::White), own) & !own {
            let moved = |square| if square == from { to } else { square };
            let men: Vec<Square> = placement.men().map(|(_, square)| moved(square)).collect();
            let king = moved(placement.king());
            if let Ok(after) = WhitePlacement::new(placement.ending(), king, &men) {
                tries.push((from, to, after));
            }
        }
    }
    tries
}

fn outcome(position: &Chess, from: Square, to: Square) -> Consequence {
    let legal = position
        .legal_moves()
        .into_iter()
        .find(|m: &Move| m.from() == Some(from) && m.to() == to);
    let Some(legal) = legal else {
        return Consequence::Refused;
    };
    let mut after = position.clone();
    after.play_unchecked(legal);
    let replies = after.legal_moves();
    if replies.is_empty() {
        return if after.is_check() {
            Consequence::Mate
        } else {
            Consequence::Lost
        };
    }
    if replies.iter().any(|reply| reply.is_capture()) {
        return Consequence::Lost;
    }
    let squares: Bitboard = replies.iter().map(|reply| reply.to()).collect();
    match announced(&after) {
        Some(said) => Consequence::GoesOn(said, squares.0),
        None => Consequence::Lost,
    }
}

/// The announcement in a position with Black to move.
fn announced(position: &Chess) -> Option<Directions> {
    let king = position.board().king_of(Color::Black)?;
    let mut checks = Directions::NONE;
    for checker in position.checkers() {
        let across = i32::from(checker.file()) - i32::from(king.file());
        let up = i32::from(checker.rank()) - i32::from(king.rank());
        let letter = if position.board().role_at(checker)? == Role::Knight {
            'N'
        } else if up == 0 {
            'R'
        } else if across == 0 {
            'F'
        } else {
            let other = diagonal_length(king, 1, if across == up { -1 } else { 1 });
            let own = diagonal_length(king, 1, if across == up { 1 } else { -1 });
            if own > other { 'L' } else { 'S' }
        };
        checks = checks.with(Direction::from_letter(letter)?);
    }
    Some(checks)
}

/// The number of squares on the diagonal through `square` in the given direction and in the
/// opposite one.
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
