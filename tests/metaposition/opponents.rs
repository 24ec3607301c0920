//! The king that resists longest, judged by a slow twin of the distances to mate.

use std::collections::HashMap;

use keymove_kriegspiel::ending::chance::Chance;
use keymove_kriegspiel::ending::distance::Distances;
use keymove_kriegspiel::ending::{Ending, WhitePlacement};
use keymove_kriegspiel::metaposition::Metaposition;
use keymove_kriegspiel::metaposition::opponent::{King, longest_resistance};
use shakmaty::{Bitboard, Chess, Color, Position as _, Role, Square};

use crate::metaposition::real;

/// Depth-first to a number of moves, by the legal moves of shakmaty: White's moves to mate, if
/// there are at most `most`.
fn plain_distance(
    position: &Chess,
    most: u8,
    known: &mut HashMap<(String, u8), Option<u8>>,
) -> Option<u8> {
    if most == 0 {
        return None;
    }
    let key = (position.board().to_string(), most);
    if let Some(&found) = known.get(&key) {
        return found;
    }
    let mut best: Option<u8> = None;
    for played in position.legal_moves() {
        let within = best.map_or(most, |best| best - 1);
        let mut after = position.clone();
        after.play_unchecked(played);
        let Some(moves) = plain_distance_after(&after, within, known) else {
            continue;
        };
        best = Some(moves + 1);
        if moves == 0 {
            break;
        }
    }
    known.insert(key, best);
    best
}

/// The same with Black to move, in less than `within` more moves.
fn plain_distance_after(
    position: &Chess,
    within: u8,
    known: &mut HashMap<(String, u8), Option<u8>>,
) -> Option<u8> {
    if within == 0 || position.is_stalemate() {
        return None;
    }
    let mut longest = 0;
    for reply in position.legal_moves() {
        if reply.is_capture() {
            return None;
        }
        let mut next = position.clone();
        next.play_unchecked(reply);
        longest = longest.max(plain_distance(&next, within - 1, known)?);
    }
    Some(longest)
}

#[test]
fn short_distances_are_those_of_a_plain_search() {
    let mut random = Chance::new(9);
    for (ending, corner) in [
        (Ending::Rook, "c2"),
        (Ending::Queen, "c2"),
        (Ending::Bishops, "c2"),
        (Ending::BishopAndKnight, "b3"),
    ] {
        let distances = Distances::new(ending);
        let mut known = HashMap::new();
        let all: Vec<WhitePlacement> = WhitePlacement::all(ending)
            .filter(|placement| placement.king().to_string() == corner)
            .collect();
        let (mut short, mut long) = (0, 0);
        for _ in 0..400 {
            let placement = all[random.below(all.len())];
            let start = Metaposition::uncertain(placement);
            for king in start.kings & Bitboard(0x0f0f_0f0f) {
                let found = plain_distance(&real(placement, king), 2, &mut known);
                let distance = distances.before(placement, king);
                assert_eq!(
                    found,
                    distance.filter(|&moves| moves <= 2),
                    "{placement} {king}"
                );
                match found {
                    Some(_) => short += 1,
                    None => long += 1,
                }
            }
        }
        assert!(short > 5 && long > 20, "{ending}: {short} {long}");
    }
}

/// One step of the definition, at any distance: the minimum over White's moves, the maximum over
/// Black's.
#[test]
fn distances_follow_from_each_other() {
    let mut random = Chance::new(10);
    for ending in Ending::ALL {
        let distances = Distances::new(ending);
        let all: Vec<WhitePlacement> = WhitePlacement::all(ending).collect();
        let mut never = 0;
        for _ in 0..300 {
            let placement = all[random.below(all.len())];
            let Some(king) = random.square_of(Metaposition::uncertain(placement).kings) else {
                continue;
            };
            let position = real(placement, king);
            let mut least: Option<u8> = None;
            for played in position.legal_moves() {
                let mut after = position.clone();
                after.play_unchecked(played);
                let moved = placement.after(played.from().unwrap(), played.to());
                let mut most = (!after.is_stalemate()).then_some(0);
                for reply in after.legal_moves() {
                    let next = distances.before(moved, reply.to());
                    let next = next.filter(|_| !reply.is_capture());
                    most = most.zip(next).map(|(most, next)| most.max(next));
                }
                let moves = most.map(|most| most + 1);
                least = [least, moves].into_iter().flatten().min();
            }
            assert_eq!(
                distances.before(placement, king),
                least,
                "{placement} {king}"
            );
            never += u32::from(least.is_none());
        }
        assert!(never < 100, "{ending}: {never}");
    }
}

/// The best king chooses a best legal reply: it takes if it can, escapes if it can, and is mated as
/// late as possible.
#[test]
fn the_best_king_is_never_mated_sooner_than_needed() {
    let mut random = Chance::new(12);
    let (mut captures, mut escapes, mut replies) = (0, 0, 0);
    for ending in Ending::ALL {
        let distances = Distances::new(ending);
        let all: Vec<WhitePlacement> = WhitePlacement::all(ending).collect();
        for round in 0..400 {
            let start = Metaposition::uncertain(all[random.below(all.len())]);
            let moves: Vec<_> = start.tries().collect();
            if moves.is_empty() {
                continue;
            }
            let tried = moves[random.below(moves.len())];
            for (answer, kings) in tried.answers() {
                let square = random.square_of(kings).unwrap();
                if answer.to_string() == "illegal" {
                    continue;
                }
                let mut king = King::Best(&distances, Chance::new(round));
                let to = king.reply(&tried, square).unwrap();
                let position = after(tried.after, square);
                let legal = position.legal_moves();
                let chosen = legal.iter().find(|reply| reply.to() == to).expect("legal");
                let worth = |to: Square, capture: bool| {
                    let moves = distances.before(tried.after, to);
                    (capture, moves.is_none(), moves)
                };
                let best = legal
                    .iter()
                    .map(|reply| worth(reply.to(), reply.is_capture()))
                    .max();
                assert_eq!(Some(worth(to, chosen.is_capture())), best);
                captures += u32::from(chosen.is_capture());
                escapes += u32::from(distances.before(tried.after, to).is_none());
                replies += 1;
            }
        }
    }
    assert!(
        captures > 20 && escapes > captures && replies > 1000,
        "{captures} {escapes} {replies}"
    );
}

fn after(placement: WhitePlacement, king: Square) -> Chess {
    let mut setup = shakmaty::Setup::empty();
    let white = placement.men().chain([(Role::King, placement.king())]);
    for (role, square) in white {
        setup.board.set_piece_at(square, role.of(Color::White));
    }
    setup.board.set_piece_at(king, Role::King.of(Color::Black));
    setup.turn = Color::Black;
    setup
        .position(shakmaty::CastlingMode::Standard)
        .expect("a position")
}

#[test]
fn a_man_is_taken_before_anything_else() {
    let distances = Distances::new(Ending::Rook);
    let placement: WhitePlacement = "Kh1 Rb2".parse().unwrap();
    let replies: Bitboard = [Square::B2, Square::A1].into_iter().collect();
    let best = longest_resistance(&distances, placement, replies);
    assert_eq!(best, Square::B2.into());
}
