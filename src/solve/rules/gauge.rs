//! The number of moves that the attacker has, roughly; after each of many replies as a difference.
//!
//! The defender's replies are ranked by it, and of twenty-five replies to a position nearly all
//! change only the reach of one or two of the attacker's line pieces. So the reach of the men
//! before the reply is computed once ([`Gauge::new`]), and after a quiet reply only the line pieces
//! that see one of its two squares are computed again. A reply that captures, promotes or checks is
//! played and counted from scratch; [`mobility`] is the judge of every difference.

use crate::attacks::{self, Bits, Sq, bit, pop};
use crate::board::{BISHOP, Board, KNIGHT, Move, PAWN, QUEEN, ROOK};
use crate::movegen;
use crate::side::{Black, White};

/// The number of line pieces that a gauge holds; an ordinary set of men has no more.
const LINE_PIECES: usize = 16;

/// The sizes of the attacker's attack sets. In check, the true number of moves.
pub fn mobility(board: &Board) -> u32 {
    if board.checkers::<White>() != 0 {
        return movegen::count::<White>(board);
    }
    let us = board.us::<White>();
    let mut sum = steps(board);
    line_pieces(board, |_, _, reach| sum += (reach & !us).count_ones());
    sum
}

/// The part of [`mobility`] for knights, king and pawns.
#[inline(always)]
fn steps(board: &Board) -> u32 {
    let us = board.us::<White>();
    let mut sum = 0;
    let mut men = us & board.roles[KNIGHT];
    while let Some(sq) = pop(&mut men) {
        sum += (attacks::knight(sq) & !us).count_ones();
    }
    sum += (attacks::king(board.king::<White>()) & !us).count_ones();
    sum + ((us & board.roles[PAWN]) << 8 & !board.occupied()).count_ones()
}

/// Calls `take` with role, square and reach of each of the attacker's line pieces.
#[inline(always)]
fn line_pieces(board: &Board, mut take: impl FnMut(usize, Sq, Bits)) {
    let us = board.us::<White>();
    let occupied = board.occupied();
    for (role, line) in [
        (BISHOP, attacks::bishop as fn(Sq, Bits) -> Bits),
        (ROOK, attacks::rook),
        (QUEEN, attacks::queen),
    ] {
        let mut men = us & board.roles[role];
        while let Some(sq) = pop(&mut men) {
            take(role, sq, line(sq, occupied));
        }
    }
}

#[derive(Debug, Clone, Copy, Default)]
struct LinePiece {
    sq: Sq,
    role: u8,
    /// The number of squares it may go to.
    moves: u8,
    reach: Bits,
}

/// The reach of the attacker's men in a position in which the defender is to move.
#[derive(Debug)]
pub struct Gauge {
    /// By role: the squares from which a man of the defender gives check.
    checks: [Bits; 6],
    /// Men of the defender that uncover a check by leaving.
    batteries: Bits,
    /// The mobility before any reply.
    before: u32,
    /// The squares that the line pieces reach together.
    swept: Bits,
    pieces: [LinePiece; LINE_PIECES],
    count: usize,
}

impl Gauge {
    /// The gauge for the replies to a position.
    pub fn new(board: &Board) -> Gauge {
        let us = board.us::<White>();
        let checks = board.check_squares::<Black>();
        let mut gauge = Gauge {
            checks,
            batteries: movegen::batteries::<Black>(board, board.king::<White>()),
            before: steps(board),
            swept: 0,
            pieces: [LinePiece::default(); LINE_PIECES],
            count: 0,
        };
        line_pieces(board, |role, sq, reach| {
            if gauge.count == LINE_PIECES {
                // Every reply is counted from scratch.
                gauge.batteries = !0;
                return;
            }
            let moves = (reach & !us).count_ones();
            gauge.before += moves;
            gauge.swept |= reach;
            gauge.pieces[gauge.count] = LinePiece {
                sq,
                role: role as u8,
                moves: moves as u8,
                reach,
            };
            gauge.count += 1;
        });
        gauge
    }

    /// The [`mobility`] after `reply`, a legal reply to the position the gauge was made from.
    #[inline(always)]
    pub fn after(&self, board: &Board, reply: Move) -> u32 {
        let (from, to) = (bit(reply.from()), bit(reply.to()));
        if reply.is_capture()
            || reply.is_castle()
            || reply.promoted() != PAWN
            || self.checks[reply.role()] & to != 0
            || self.batteries & from != 0
        {
            return mobility(&board.play_unkeyed::<Black>(reply));
        }
        let ahead = (board.us::<White>() & board.roles[PAWN]) << 8;
        let mut sum = self.before + u32::from(ahead & from != 0) - u32::from(ahead & to != 0);
        if self.swept & (from | to) != 0 {
            sum = self.shifted(board, from, to, sum);
        }
        debug_assert_eq!(
            sum,
            mobility(&board.play_unkeyed::<Black>(reply)),
            "{reply:?}"
        );
        sum
    }

    /// The sum with new counts for the line pieces that see `from` or `to`.
    fn shifted(&self, board: &Board, from: Bits, to: Bits, mut sum: u32) -> u32 {
        let us = board.us::<White>();
        let occupied = (board.occupied() ^ from) | to;
        for piece in &self.pieces[..self.count] {
            if piece.reach & (from | to) != 0 {
                let reach = match usize::from(piece.role) {
                    BISHOP => attacks::bishop(piece.sq, occupied),
                    ROOK => attacks::rook(piece.sq, occupied),
                    _ => attacks::queen(piece.sq, occupied),
                };
                sum = sum + (reach & !us).count_ones() - u32::from(piece.moves);
            }
        }
        sum
    }
}
