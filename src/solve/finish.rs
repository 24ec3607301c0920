//! How play ends: a type for each aim, so that each search is compiled for its own aim.
//!
//! `reaches` asks whether a side can end the other's play in this way with one move, which is the
//! obligation of reflex play.

use super::attacks::{self, Bits, bit, pop};
use super::board::{Board, KING, Move, NO_SQUARE, PAWN};
use super::help::exits;
use super::mate_in_one::has_mate;
use super::movegen;
use super::rules::Rules;
use super::side::{Black, Side, White};
use keymove_rules::stipulation::Aim;

/// How the play of the side in question ends.
pub trait Finish: Send + Sync + 'static {
    /// The aim in a stipulation.
    const AIM: Aim;

    /// Whether colour `C`, to move and without a move, ends in this way.
    fn is_end_without_move<C: Side>(board: &impl Rules) -> bool;

    /// Whether colour `C`, to move, ends in this way.
    #[inline]
    fn is_end<C: Side>(board: &impl Rules) -> bool {
        !board.any::<C>() && Self::is_end_without_move::<C>(board)
    }

    /// Whether colour `C`, to move in orthodox chess, has a move after which the other side ends in
    /// this way.
    fn reaches<C: Side>(board: &Board) -> bool {
        let mut moves = Vec::new();
        movegen::list::<C>(board, &mut moves);
        moves
            .into_iter()
            .any(|m| Self::is_end::<C::Other>(&board.play_unkeyed::<C>(m)))
    }
}

/// White's move, in orthodox chess, after which Black ends as `E` says, in a kind of stalemate.
pub fn last_move<E: Finish>(board: &Board) -> Option<Move> {
    let ends = last_squares(board);
    if ends == 0 && !board.may_castle && board.ep == NO_SQUARE {
        return None;
    }
    let mut moves = Vec::new();
    movegen::list::<White>(board, &mut moves);
    moves.into_iter().find(|&m| {
        // Castling and capturing en passant change more than two squares, and are rare.
        let may_end = ends & bit(m.to()) != 0 || m.is_castle() || m.is_en_passant();
        may_end && E::is_end::<Black>(&board.play_unkeyed::<White>(m))
    })
}

/// The squares on which White's move has to end if Black is to have no move after it. A man that can
/// move and never gets pinned has to be captured, or blocked if it is a pawn: nearly always there
/// are too many such men. The same 181,000 nodes of 60 random `r=4` of eight men take 0.60 s of user
/// time instead of 2.2 s.
fn last_squares(board: &Board) -> Bits {
    let (white, black) = (board.us::<White>(), board.us::<Black>());
    let mut ends = !0;
    let mut men = black & !attacks::queen(board.king::<Black>(), 0) & !board.roles[KING];
    while let Some(sq) = pop(&mut men) {
        let role = board.role_at(sq);
        let front = bit(sq) >> 8;
        if role != PAWN {
            if exits(role, sq) & !black != 0 {
                ends &= bit(sq);
            }
        } else if front & (white | black) == 0 && attacks::pawn::<Black>(sq) & white == 0 {
            ends &= bit(sq) | front;
        }
    }
    ends
}

/// Whether colour `C`, to move, has such a move.
fn stalemates<E: Finish, C: Side>(board: &Board) -> bool {
    if C::WHITE {
        last_move::<E>(board).is_some()
    } else {
        last_move::<E>(&board.upside_down()).is_some()
    }
}

/// The side is mated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InCheck;

/// The side is stalemated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unchecked;

/// The side is stalemated, and the other side would be, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BothStuck;

impl Finish for InCheck {
    const AIM: Aim = Aim::Mate;

    #[inline]
    fn is_end_without_move<C: Side>(board: &impl Rules) -> bool {
        board.is_check::<C>()
    }

    fn reaches<C: Side>(board: &Board) -> bool {
        has_mate::<C>(board)
    }
}

impl Finish for Unchecked {
    const AIM: Aim = Aim::Stalemate;

    fn reaches<C: Side>(board: &Board) -> bool {
        stalemates::<Self, C>(board)
    }

    #[inline]
    fn is_end_without_move<C: Side>(board: &impl Rules) -> bool {
        !board.is_check::<C>()
    }
}

impl Finish for BothStuck {
    const AIM: Aim = Aim::DoubleStalemate;

    fn reaches<C: Side>(board: &Board) -> bool {
        stalemates::<Self, C>(board)
    }

    #[inline]
    fn is_end_without_move<C: Side>(board: &impl Rules) -> bool {
        !board.is_check::<C>() && !board.pass::<C>().any::<C::Other>()
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::Position as _;

    use super::*;
    use crate::board::Orientation;
    use crate::small;
    use keymove_base::mix::SplitMix64;

    /// The same as `reaches`, by trying every move.
    fn plain<E: Finish, C: Side>(board: &Board) -> bool {
        let mut moves = Vec::new();
        movegen::list::<C>(board, &mut moves);
        moves
            .into_iter()
            .any(|m| E::is_end::<C::Other>(&board.play_unkeyed::<C>(m)))
    }

    /// Compares both functions for the side to move, seen from either side; returns whether the aim
    /// can be reached.
    fn compare<E: Finish>(position: &shakmaty::Chess) -> bool {
        let turn = position.turn();
        let own = Orientation::new(turn).board(position);
        let others = Orientation::new(!turn).board(position);
        let truth = plain::<E, White>(&own);
        assert_eq!(E::reaches::<White>(&own), truth, "{position:?}");
        assert_eq!(E::reaches::<Black>(&others), truth, "{position:?}");
        assert_eq!(plain::<E, Black>(&others), truth, "{position:?}");
        truth
    }

    #[test]
    fn a_look_at_free_men_misses_no_stalemate() {
        let mut random = SplitMix64(7);
        let (mut stalemates, mut double, mut asked) = (0, 0, 0);
        for suite in [
            "reflexstalemates",
            "selfstalemates",
            "stalemates",
            "helpstalemates",
            "double-stalemates",
            "castling",
            "en-passant",
            "under-promotion",
        ] {
            for first in small::suite(suite) {
                for _ in 0..40 {
                    let mut position = first.clone();
                    for _ in 0..6 {
                        asked += 1;
                        stalemates += usize::from(compare::<Unchecked>(&position));
                        double += usize::from(compare::<BothStuck>(&position));
                        let moves = position.legal_moves();
                        if moves.is_empty() {
                            break;
                        }
                        let m = moves[random.below(moves.len())];
                        position.play_unchecked(m);
                    }
                }
            }
        }
        eprintln!("{asked} positions, {stalemates} stalemates, {double} double");
        assert!(stalemates > 1000 && double > 50, "{stalemates}, {double}");
    }
}
