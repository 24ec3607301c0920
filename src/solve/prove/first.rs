//! The first numbers of a node that proof-number search meets for the first time: an estimate of
//! the cost of its proof, from the position. This estimate is most of the guidance of that search.
//!
//! If the attacker is after a king, a proof number counts quarters of a leaf. Weights: on 65 mates
//! in 9 to 39 within 200,000 nodes each, 37 were found without the distance of the kings and the
//! threat, 42 with both, and the mates found in both runs took 0.65 times the nodes (geometric
//! mean); of 66 others within 400,000 nodes 46 instead of 43, in 0.61 times the nodes. A node costs
//! 20 % more time. The distance alone: 42, and 45 in 0.80 times the nodes; the threat alone: 38.

use super::super::attacks::{self, bit};
use super::super::board::Board;
use super::super::goal::Goal;
use super::super::movegen;
use super::super::numbers::Numbers;
use super::super::rules::Rules;
use super::super::side::{Black, White};

/// A leaf, in the units of proof numbers if the attacker is after a king.
const LEAF: u32 = 4;

/// The estimated cost of a quiet move above that of a check, in leaves. Long mates ([`SHALLOW`]'s)
/// solved of 46: 36 with 8, 35 with 0 and with 4, 37 with 16; on mates solved by both, 0 takes 13 %
/// fewer nodes and 16 takes 12 % more (geometric mean).
///
/// [`SHALLOW`]: super::super::decide::SHALLOW
const QUIET: u32 = 8;

/// The cost of each flight of the defending king if the attacker is to move. Together with
/// [`DEFENCE_FLIGHT`], 65 mates in 8 to 20 within 2 million nodes: 53 found instead of 46, 39
/// instead of 30 within 300,000; of 65 others 58 instead of 57, and 50 instead of 42.
const ATTACK_FLIGHT: u32 = 2 * LEAF;

/// The cost of each flight if the defender is to move, in addition to its cost as a reply.
const DEFENCE_FLIGHT: u32 = 5 * LEAF;

/// The cost of each step between the kings.
const APART: u32 = LEAF;

/// The cost of a quiet move that threatens mate in one is divided by this, and being quiet costs
/// nothing: most replies lose at once.
const THREAT: u32 = 2;

/// Whether the attacker is after the defender's king.
pub const fn is_after_king<G: Goal>() -> bool {
    G::MATE && !G::SELF
}

/// The first numbers of a node with the attacker to move.
pub fn attacker<G: Goal>(board: &G::Rules) -> Numbers {
    let pn = if is_after_king::<G>() {
        let men = board.men();
        LEAF + ATTACK_FLIGHT * flights(men) + APART * kings_apart(men)
    } else {
        1
    };
    Numbers {
        pn,
        dn: 1 + board.mobility(),
    }
}

/// The first numbers of a node with the defender to move, who has `replies`.
pub fn defender<G: Goal>(board: &G::Rules, replies: u32) -> Numbers {
    let quiet = if board.is_check::<Black>() { 0 } else { QUIET };
    if !is_after_king::<G>() {
        return Numbers {
            pn: replies + quiet,
            dn: 1,
        };
    }
    let men = board.men();
    let cost = LEAF * replies + DEFENCE_FLIGHT * flights(men) + APART * kings_apart(men);
    let threatens = quiet > 0 && G::in_one(&board.pass::<Black>()).is_some();
    Numbers {
        pn: if threatens {
            cost / THREAT
        } else {
            cost + LEAF * quiet
        },
        dn: 1,
    }
}

/// The flights of the king that is to be mated: squares it could go to, whichever side is to move.
#[inline]
fn flights(board: &Board) -> u32 {
    let king = board.king::<Black>();
    let danger = movegen::attacked::<White>(board, board.occupied() ^ bit(king));
    (attacks::king(king) & !board.us::<Black>() & !danger).count_ones()
}

/// The number of steps from king to king.
#[inline]
fn kings_apart(board: &Board) -> u32 {
    let (own, other) = (board.king::<White>(), board.king::<Black>());
    let files = (own & 7).abs_diff(other & 7);
    let ranks = (own >> 3).abs_diff(other >> 3);
    files.max(ranks).into()
}
