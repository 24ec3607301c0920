//! The judge of plans: replays a plan with the umpire in every position of the belief and against
//! every reply.
//!
//! It uses neither the search nor the packed board's moves: positions, legality and announcements
//! come from shakmaty and the umpire.

use shakmaty::{Bitboard, Chess, File, Move, Position as _, Role, attacks};

use super::super::announcement::{Announcement, Finish};
use super::super::own_board::Try;
use super::super::rules::RuleSet;
use super::super::umpire::{Response, Umpire};
use super::goal::MateEndings;
use super::plan::{MoveResult, TryPlan};

/// Replays `plan` from each of `positions`: within `depth` half-moves it must end in mate, or in an
/// ending that counts as mate for `goal`. Returns the number of final positions examined.
///
/// # Errors
///
/// A case for which the plan does not provide.
pub fn replay<'a>(
    plan: &TryPlan,
    positions: impl IntoIterator<Item = &'a Chess>,
    depth: u32,
    goal: MateEndings,
    rules: RuleSet,
) -> Result<u64, String> {
    let mut ends = 0;
    for position in positions {
        let umpire = Umpire::by(rules, position.clone());
        turn(plan, umpire, depth, goal, &mut ends)?;
    }
    Ok(ends)
}

fn turn(
    plan: &TryPlan,
    mut umpire: Umpire,
    depth: u32,
    goal: MateEndings,
    ends: &mut u64,
) -> Result<(), String> {
    if depth == 0 {
        return Err("the plan is too long".to_owned());
    }
    for step in &plan.steps {
        match umpire.answer(step.tried) {
            Response::Illegal => {}
            Response::Nonsense => return Err(format!("{:?} is nonsense", step.tried)),
            Response::Yes(announcement) => {
                let then = step
                    .after
                    .iter()
                    .find(|(provided, _)| *provided == announcement)
                    .map(|(_, then)| then)
                    .ok_or_else(|| unforeseen(&umpire, announcement))?;
                return follow(then, &umpire, announcement, depth - 1, goal, ends);
            }
        }
    }
    Err(format!(
        "no try of the plan is legal in {:?}",
        umpire.position()
    ))
}

fn follow(
    then: &MoveResult,
    umpire: &Umpire,
    announcement: Announcement,
    depth: u32,
    goal: MateEndings,
    ends: &mut u64,
) -> Result<(), String> {
    match (then, announcement.end) {
        (MoveResult::Mate, Some(Finish::Mate)) => {
            *ends += 1;
            Ok(())
        }
        (MoveResult::Ending, None) if counts(umpire.position(), goal) => {
            *ends += 1;
            Ok(())
        }
        (MoveResult::Replies(replies), None) if depth > 0 => {
            for played in umpire.position().legal_moves() {
                let mut after = umpire.clone();
                let Response::Yes(announcement) = after.answer(Try::of(played)) else {
                    return Err(format!("the umpire refuses the legal {played:?}"));
                };
                let reply = replies
                    .iter()
                    .find(|reply| reply.announcement == announcement)
                    .ok_or_else(|| unforeseen(&after, announcement))?;
                turn(&reply.plan, after, depth - 1, goal, ends)?;
            }
            Ok(())
        }
        _ => Err(format!("the plan ends wrongly in {:?}", umpire.position())),
    }
}

fn unforeseen(umpire: &Umpire, announcement: Announcement) -> String {
    format!(
        "{announcement:?} is not provided for in {:?}",
        umpire.position()
    )
}

/// Whether the position is an ending that counts as mate, with the other side to move.
fn counts(position: &Chess, goal: MateEndings) -> bool {
    let bare = position.turn();
    let board = position.board();
    let moves = position.legal_moves();
    if board.by_color(bare).count() != 1 || moves.iter().any(|played: &Move| played.is_capture()) {
        return false;
    }
    let Some(king) = board.king_of(!bare) else {
        return false;
    };
    let protected: Vec<_> = board
        .by_color(!bare)
        .into_iter()
        .filter(|square| attacks::king_attacks(king).contains(*square))
        .filter_map(|square| Some((board.role_at(square)?, square)))
        .collect();
    let forced = protected.iter().any(|(role, square)| match role {
        Role::Queen | Role::Rook => true,
        Role::Pawn => !matches!(square.file(), File::A | File::H),
        _ => false,
    });
    let bishops: Bitboard = protected
        .iter()
        .filter(|(role, _)| *role == Role::Bishop)
        .map(|(_, square)| *square)
        .collect();
    let knight = protected.iter().any(|(role, _)| *role == Role::Knight);
    let epsilon = (bishops & Bitboard::LIGHT_SQUARES).any()
        && (bishops & Bitboard::DARK_SQUARES).any()
        || bishops.any() && knight;
    (goal.forced && forced) || (goal.epsilon && epsilon)
}
