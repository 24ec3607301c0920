//! The packed board's moves, answers and announcements against shakmaty's and the umpire's.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use keymove_kriegspiel::announcement::{Announcement, captured_square};
use keymove_kriegspiel::belief::announced;
use keymove_kriegspiel::belief::board::CompactBoard;
use keymove_kriegspiel::belief::moves::MoveChoice;
use keymove_kriegspiel::own_board::{OwnBoard, Try};
use keymove_kriegspiel::rules::RuleSet;
use keymove_kriegspiel::umpire::legal_if_possible;
use shakmaty::{Chess, Position as _, Square};

use crate::beliefs::random::Random;
use crate::beliefs::twin::fen;

fn compare(position: &Chess) {
    let board = CompactBoard::of(position);
    assert_eq!(board.fen(), fen(position));
    assert_eq!(board.position().as_ref(), Some(position));
    let own = OwnBoard::of(position, position.turn());
    assert_eq!(board.own_board(position.turn()), own);
    let mut whole = BTreeSet::new();
    for played in position.legal_moves() {
        let mut after = position.clone();
        after.play_unchecked(played);
        let (tried, capture) = (Try::of(played), captured_square(played));
        let made = board.answer(tried).expect("a legal move");
        assert_eq!(made.capture, capture);
        assert_eq!(made.after, CompactBoard::of(&after), "{}", fen(position));
        assert_eq!(
            announced(RuleSet::default(), capture, &made.after),
            RuleSet::default().announcement(Announcement::of(played, &after), &after)
        );
        whole.insert((format!("{tried:?}"), capture, made.after));
    }
    let tries = own.tries();
    for tried in &tries {
        let (ours, theirs) = (board.answer(*tried), legal_if_possible(position, *tried));
        assert_eq!(
            ours.is_some(),
            theirs.is_some(),
            "{tried:?} in {}",
            fen(position)
        );
    }
    assert!(board.vain_pawn_captures() <= tries.len() - whole.len());
    assert_eq!(board.has_move(), !whole.is_empty());
    let list = |wanted| {
        let mut list = Vec::new();
        let _ = board.each_move(wanted, |tried, made| {
            list.push((format!("{tried:?}"), made.capture, made.after));
            ControlFlow::<()>::Continue(())
        });
        let set: BTreeSet<_> = list.iter().cloned().collect();
        assert_eq!(set.len(), list.len(), "a move twice");
        set
    };
    assert_eq!(list(MoveChoice::All), whole, "{}", fen(position));
    let fitting = |capture: Option<Square>| -> BTreeSet<_> {
        whole
            .iter()
            .filter(|made| made.1 == capture)
            .cloned()
            .collect()
    };
    assert_eq!(list(MoveChoice::Quiet), fitting(None));
    for square in Square::ALL {
        assert_eq!(list(MoveChoice::Capture(square)), fitting(Some(square)));
    }
}

#[test]
fn moves_of_random_games() {
    let mut random = Random::seeded(1);
    for _ in 0..60 {
        let mut position = Chess::default();
        for _ in 0..120 {
            compare(&position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(random.one_of(&moves));
        }
    }
}

#[test]
fn moves_of_random_positions() {
    let mut random = Random::seeded(2);
    for number in 0..2_000 {
        let (white, black) = (random.men(6), random.men(6));
        let turn = shakmaty::Color::from_white(number % 2 == 0);
        let mut position = random.position(&white, &black, turn);
        for _ in 0..4 {
            compare(&position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(random.one_of(&moves));
        }
    }
}
