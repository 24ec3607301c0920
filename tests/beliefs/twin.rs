//! A slow, plain second implementation of beliefs and plans: whole positions of shakmaty, the
//! umpire, every order of tries.

use std::collections::{BTreeMap, HashSet};

use keymove_kriegspiel::announcement::{Announcement, Finish};
use keymove_kriegspiel::own_board::{OwnBoard, Try};
use keymove_kriegspiel::problem::goal::MateEndings;
use keymove_kriegspiel::umpire::{Response, Umpire, legal_if_possible};
use shakmaty::fen::Fen;
use shakmaty::{Chess, Color, EnPassantMode, Position as _, Rank, Role, Square};

/// A set of positions by their FEN without the counters.
pub type Belief = BTreeMap<String, Chess>;

/// The position's FEN, with the en-passant square only if a pawn of the side to move is next to
/// the pawn that has passed it.
pub fn fen(position: &Chess) -> String {
    let mut setup = Fen::from_position(position, EnPassantMode::Always).into_setup();
    if let Some(passed) = setup.ep_square {
        let us = setup.turn;
        let rank = us.fold_wb(Rank::Fifth, Rank::Fourth);
        let beside = [-1, 1].into_iter().filter_map(|step| {
            let file = passed.file().offset(step)?;
            setup.board.piece_at(Square::from_coords(file, rank))
        });
        let pawn = Role::Pawn.of(us);
        if !beside.into_iter().any(|piece| piece == pawn) {
            setup.ep_square = None;
        }
    }
    setup.halfmoves = 0;
    setup.fullmoves = std::num::NonZeroU32::MIN;
    Fen::try_from_setup(setup).expect("a FEN").to_string()
}

/// The rest of `belief` when the player made `made` after `refused` and heard this.
pub fn own_move(belief: &Belief, refused: &[Try], made: Try, heard: Announcement) -> Belief {
    let mut next = Belief::new();
    for position in belief.values() {
        let mut umpire = Umpire::new(position.clone());
        if refused
            .iter()
            .all(|tried| umpire.answer(*tried) == Response::Illegal)
            && umpire.answer(made) == Response::Yes(heard)
        {
            next.insert(fen(umpire.position()), umpire.position().clone());
        }
    }
    next
}

/// The belief after `belief` when the other side moves after `count` tries.
pub fn hidden_move(belief: &Belief, count: usize, heard: Announcement) -> Belief {
    let mut next = Belief::new();
    for position in belief.values() {
        let tries = OwnBoard::of(position, position.turn()).tries();
        let illegal = tries
            .iter()
            .filter(|tried| legal_if_possible(position, **tried).is_none());
        if illegal.count() < count {
            continue;
        }
        for (announcement, after) in replies(position) {
            if announcement == heard {
                next.insert(fen(&after), after);
            }
        }
    }
    next
}

fn replies(position: &Chess) -> Vec<(Announcement, Chess)> {
    position
        .legal_moves()
        .into_iter()
        .map(|played| {
            let mut umpire = Umpire::new(position.clone());
            let Response::Yes(announcement) = umpire.answer(Try::of(played)) else {
                panic!("the umpire refuses the legal {played}");
            };
            (announcement, umpire.position().clone())
        })
        .collect()
}

/// Tells whether the player, to move, can force mate within `depth` half-moves.
pub fn is_won(belief: &Belief, depth: u32, goal: MateEndings) -> bool {
    let positions: Vec<&Chess> = belief.values().collect();
    let all: Vec<usize> = (0..positions.len()).collect();
    some_order_wins(&positions, &all, depth, goal, &mut HashSet::new())
}

/// Every first move that wins.
pub fn keys(belief: &Belief, depth: u32, goal: MateEndings) -> Vec<Try> {
    let positions: Vec<&Chess> = belief.values().collect();
    let all: Vec<usize> = (0..positions.len()).collect();
    tries(&positions)
        .into_iter()
        .filter(|tried| {
            let (yes, no) = split(&positions, &all, *tried);
            !yes.is_empty()
                && wins(&positions, &yes, *tried, depth, goal)
                && some_order_wins(&positions, &no, depth, goal, &mut HashSet::new())
        })
        .collect()
}

/// Goes through every order of tries; `hopeless` are the remainders that no order wins.
fn some_order_wins(
    positions: &[&Chess],
    left: &[usize],
    depth: u32,
    goal: MateEndings,
    hopeless: &mut HashSet<Vec<usize>>,
) -> bool {
    if left.is_empty() {
        return true;
    }
    if depth == 0 || hopeless.contains(left) {
        return false;
    }
    for tried in tries(positions) {
        let (yes, no) = split(positions, left, tried);
        if !yes.is_empty()
            && wins(positions, &yes, tried, depth, goal)
            && some_order_wins(positions, &no, depth, goal, hopeless)
        {
            return true;
        }
    }
    hopeless.insert(left.to_vec());
    false
}

fn tries(positions: &[&Chess]) -> Vec<Try> {
    let boards: HashSet<OwnBoard> = positions
        .iter()
        .map(|position| OwnBoard::of(position, position.turn()))
        .collect();
    assert!(boards.len() <= 1, "the own men are known");
    boards.iter().next().map_or(Vec::new(), OwnBoard::tries)
}

fn split(positions: &[&Chess], left: &[usize], tried: Try) -> (Vec<usize>, Vec<usize>) {
    left.iter()
        .copied()
        .partition(|index| legal_if_possible(positions[*index], tried).is_some())
}

/// Tells whether `tried`, legal in all of `yes`, wins there.
fn wins(positions: &[&Chess], yes: &[usize], tried: Try, depth: u32, goal: MateEndings) -> bool {
    let mut heard: BTreeMap<Announcement, Belief> = BTreeMap::new();
    for index in yes {
        let mut umpire = Umpire::new(positions[*index].clone());
        let Response::Yes(announcement) = umpire.answer(tried) else {
            panic!("legal, and the umpire says no");
        };
        heard
            .entry(announcement)
            .or_default()
            .insert(fen(umpire.position()), umpire.position().clone());
    }
    heard
        .into_iter()
        .all(|(announcement, belief)| match announcement.end {
            Some(Finish::Mate) => true,
            Some(Finish::Stalemate) => false,
            None if belief
                .values()
                .all(|position| is_won_ending(position, goal)) =>
            {
                true
            }
            None if depth < 3 => false,
            None => {
                let mut answers: BTreeMap<Announcement, Belief> = BTreeMap::new();
                for position in belief.values() {
                    for (announcement, after) in replies(position) {
                        answers
                            .entry(announcement)
                            .or_default()
                            .insert(fen(&after), after);
                    }
                }
                answers.into_iter().all(|(announcement, belief)| {
                    announcement.end.is_none() && is_won(&belief, depth - 2, goal)
                })
            }
        })
}

/// The endings that count as mate, from their words: the bare king, to move, can take nothing.
pub fn is_won_ending(position: &Chess, goal: MateEndings) -> bool {
    let bare = position.turn();
    let men = |color: Color| position.board().by_color(color);
    if men(bare).count() != 1 || !position.capture_moves().is_empty() {
        return false;
    }
    let king = position.board().king_of(!bare).expect("a king");
    let beside: Vec<(Role, Square)> = men(!bare)
        .into_iter()
        .filter(|square| king.distance(*square) == 1)
        .map(|square| (position.board().role_at(square).expect("a man"), square))
        .collect();
    let forced = beside.iter().any(|(role, square)| {
        matches!(role, Role::Queen | Role::Rook)
            || *role == Role::Pawn && !"ah".contains(square.file().char())
    });
    let bishop = |light| {
        beside
            .iter()
            .any(|(role, square)| *role == Role::Bishop && square.is_light() == light)
    };
    let knight = beside.iter().any(|(role, _)| *role == Role::Knight);
    let pair = bishop(true) && bishop(false);
    let epsilon = pair || (bishop(true) || bishop(false)) && knight;
    goal.forced && forced || goal.epsilon && epsilon
}
