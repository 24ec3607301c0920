//! The first numbers of a node that proof-number search meets for the first time: an estimate of
//! the cost of its proof, from the position. This estimate is most of the guidance of that search.
//!
//! If the attacker is after a king, a proof number counts quarters of a leaf. The attacker's number
//! is a sum: a leaf, his flights, the distance of the kings. The defender's is the number of his
//! replies *times* the attacker's number of the position in which he passes, because that is about
//! what the search would find if it expanded the node: it would look at every reply, and after most
//! of them the king's surroundings are as before. As long as the defender's number was a sum, too
//! (replies, flights, distance, 8 leaves for a quiet move), a quiet move was expanded to be worth 4
//! times as much, and three of four first expansions of a defender's node ended at once. For 193
//! mates in 8 to 20, with 100,000 nodes each, such expansions looked at 27.6 million children; with
//! the product after quiet moves alone, at 7.6 million.
//!
//! Sum and product, the same nodes for each: 353 and 375 of 478 mates in 9 to 20 (100,000; nodes
//! 0.87, user time 0.79 where both solve), 32 and 35 of 84 mates in 21 to 39 (300,000; 0.85, 0.72);
//! without a length 132 and 145 of 193 mates in 8 to 20 (60,000), 30 and 34 of 84 (100,000). With
//! more nodes the answers come sooner, but there are hardly more of them: 170 and 173 of the 193
//! with 2 million (0.82), 175 and 176 with 5 million; 48 and 48 of the 84 with 2 million (0.82).
//! A second measurement: 217 and 231 of 295 mates in 9 to 20 (100,000; 0.87, user time 0.74).

use super::super::board::Board;
use super::super::goal::Goal;
use super::super::mate_in_one::Room;
use super::super::numbers::Numbers;
use super::super::rules::Rules;
use super::super::side::{Black, White};
use super::super::table::{Depth, TableBounds, UNPROVED};
use super::Easier;

/// A leaf, in the units of proof numbers if the attacker is after a king.
const LEAF: u32 = 4;

/// The estimated cost of a quiet move above that of a check, in leaves, if the attacker is not after
/// a king.
const QUIET: u32 = 8;

/// The cost of each flight of the defending king if the attacker is to move. With 6, 9, 15, 24 for
/// one flight, two and so on instead of 8, 16, 24, 32 it is level: of the 519 mates of [`NO_CHECK`]
/// 416 are found instead of 414.
const ATTACK_FLIGHT: u32 = 2 * LEAF;

/// The cost of each flight after a quiet move that threatens mate in one.
const DEFENCE_FLIGHT: u32 = 5 * LEAF;

/// The cost of each step between the kings.
const APART: u32 = LEAF;

/// The cost of a position is multiplied by this if the attacker has no check, except after a quiet
/// move. 519 mates in 9 to 20, 100,000 nodes each: 414 found; with sums for checks, too, 407, and
/// then without this 405, with 4 401, after quiet moves as well 405.
const NO_CHECK: u32 = 2;

/// The cost of a quiet move that threatens mate in one is divided by this, and it is a sum: most
/// replies lose at once. The same mates: 412 found with 8/3.
const THREAT: u32 = 2;

/// The first proof number of a node is halved if a proof is known that needs at most this many moves
/// more than are left. 544 mates in 11 to 39, 600,000 nodes each: 459 found, the same 451 and eight more,
/// with 0.995 times the nodes; half of them: 239 instead of 232, with one move more 236, with four
/// 238, with a quarter of the number 235.
const NEARLY: Depth = 2;

/// The first numbers of a node with `n` moves left, of which these bounds are `known`: a longer
/// proof shows where to look for a shorter one.
#[inline(always)]
pub fn with_bounds(mut numbers: Numbers, known: TableBounds, n: Depth) -> Numbers {
    if known.proved != UNPROVED && known.proved <= n.saturating_add(NEARLY) {
        numbers.pn = (numbers.pn / 2).max(1);
    }
    numbers
}

/// The first numbers of a node with the attacker to move; `room` if it is known.
pub fn attacker<G: Goal>(board: &G::Rules, room: Option<Room>) -> Numbers {
    let pn = if G::is_after_king(board) {
        let men = board.men();
        cost_with_check(men, room.unwrap_or_else(|| Room::of(men)))
    } else {
        1
    };
    Numbers {
        pn,
        dn: 1 + board.mobility(),
    }
}

/// The first numbers of a node with the defender to move, who has `replies`.
pub fn defender<G: Goal>(board: &G::Rules, replies: u32, easier: Easier) -> Numbers {
    let men = board.men();
    let is_check = board.is_check::<Black>();
    let pn = if !G::is_after_king(board) {
        replies + if is_check { 0 } else { QUIET }
    } else if is_check {
        easier.times(replies, cost_with_check(men, Room::of(men)))
    } else {
        let (threat, room) = G::in_one_and_room(&board.pass::<Black>());
        match threat {
            Some(_) => {
                let flights = DEFENCE_FLIGHT * room.flights;
                (LEAF * replies + flights + APART * kings_apart(men)) / THREAT
            }
            None => easier.times(replies, cost(men, room)),
        }
    };
    Numbers { pn, dn: 1 }
}

/// The cost of a position with the attacker to move, whose check costs nothing.
#[inline]
fn cost(men: &Board, room: Room) -> u32 {
    LEAF + ATTACK_FLIGHT * room.flights + APART * kings_apart(men)
}

/// The same, more if he has no check.
#[inline]
fn cost_with_check(men: &Board, room: Room) -> u32 {
    cost(men, room) * if room.may_check { 1 } else { NO_CHECK }
}

/// The number of steps from king to king.
#[inline]
fn kings_apart(board: &Board) -> u32 {
    let (own, other) = (board.king::<White>(), board.king::<Black>());
    let files = (own & 7).abs_diff(other & 7);
    let ranks = (own >> 3).abs_diff(other >> 3);
    files.max(ranks).into()
}
