//! Caught squares are won, and risky moves are risky by shakmaty's rules.

use keymove_kriegspiel::ending::chance::Chance;
use keymove_kriegspiel::ending::geometry::tries;
use keymove_kriegspiel::ending::{EndingTable, WhitePlacement};
use keymove_kriegspiel::play::record::fen;
use shakmaty::fen::Fen;
use shakmaty::{Bitboard, CastlingMode, Chess, Position as _, Square};

use crate::play::rook;

/// Whether Black, after this move, can take a man or is stalemated, by shakmaty's rules.
fn is_risky(placement: WhitePlacement, (from, to): (Square, Square), king: Square) -> bool {
    let fen: Fen = fen(placement, king).parse().expect("a FEN");
    let mut position: Chess = fen
        .into_position(CastlingMode::Standard)
        .expect("a position");
    let moves = position.legal_moves();
    let Some(made) = moves
        .into_iter()
        .find(|made| made.from() == Some(from) && made.to() == to)
    else {
        return false;
    };
    position.play_unchecked(made);
    position.is_stalemate()
        || position
            .legal_moves()
            .iter()
            .any(|reply| reply.is_capture())
}

#[test]
fn the_squares_caught_are_won_in_the_moves_that_are_said() {
    let table = rook();
    let mut chance = Chance::new(3);
    let mut open = 0;
    for _ in 0..600 {
        let placement = table.placements()[chance.below(table.placements().len())];
        let kings = EndingTable::possible(placement) & Bitboard(chance.number() | chance.number());
        let Some(gamble) = table.gamble(placement, kings) else {
            assert!(kings.is_empty());
            continue;
        };
        assert!(gamble.caught.is_subset(kings) && gamble.risked.is_subset(kings));
        let moves = table.moves_to_mate(placement, gamble.caught);
        let moves = moves.expect("what is caught is won");
        assert!(moves <= gamble.moves);
        if table.moves_to_mate(placement, kings).is_none() {
            open += 1;
            assert_ne!(gamble.caught, kings);
        }
    }
    assert!(open > 100, "{open}");
}

#[test]
fn no_more_squares_are_caught_than_a_maximal_set_has() {
    let table = rook();
    let mut chance = Chance::new(4);
    for _ in 0..60 {
        let placement = table.placements()[chance.below(table.placements().len())];
        let kings = EndingTable::possible(placement) & Bitboard(chance.number() | chance.number());
        if kings.is_empty() {
            continue;
        }
        let sets = table.maximal_sets(placement, table.longest());
        let most = sets.iter().map(|&set| (set & kings).count()).max();
        let gamble = table.gamble(placement, kings);
        let caught = gamble.expect("there is a king").caught.count();
        assert!(Some(caught) <= most, "{placement}");
    }
}

#[test]
fn a_try_risks_what_shakmatys_king_can_take_and_where_it_is_stalemated() {
    let table = rook();
    let mut chance = Chance::new(5);
    let (mut risks, mut all) = (0, 0);
    for _ in 0..60 {
        let placement = table.placements()[chance.below(table.placements().len())];
        for try_move in tries(placement) {
            for king in EndingTable::possible(placement) {
                let risked = is_risky(placement, (try_move.step.from, try_move.step.to), king);
                let said = Bitboard(try_move.risked()).contains(king);
                assert_eq!(said, risked, "{placement} {try_move} {king}");
                risks += usize::from(risked);
                all += 1;
            }
        }
    }
    assert!(risks > 500 && all > 20_000, "{risks} of {all}");
}
