use proptest::collection::vec;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use shakmaty::{Chess, Position as _};

use super::*;

/// Random pairs of each law.
const PAIRS: u32 = 100_000;

/// The first moves of a game.
fn first_moves() -> Vec<Move> {
    Chess::default().legal_moves().into_iter().collect()
}

/// A set of few moves, so that two of them often meet.
fn range() -> impl Strategy<Value = MoveRange> {
    let open = prop_oneof![Just(0), 0..3usize, Just(usize::MAX)];
    (vec(0..4usize, 0..4), open).prop_map(|(chosen, open)| {
        let moves = first_moves();
        MoveRange::new(chosen.into_iter().map(|i| moves[i]).collect(), open)
    })
}

fn bounds() -> impl Strategy<Value = Bounds> {
    let reached = (
        1..5u32,
        range(),
        proptest::option::of(1..3u64),
        any::<bool>(),
    );
    let reached =
        proptest::option::of(
            reached.prop_map(|(half_moves, keys, count, has_line)| Reached {
                length: Length::of_half_moves(half_moves),
                keys,
                counts: count.map(|count| (count, count)),
                // Of one length all lines are as long, if they are known.
                line: match has_line {
                    true => vec![first_moves()[0]; half_moves as usize],
                    false => Vec::new(),
                },
            }),
        );
    let over = proptest::option::weighted(0.1, Just(Over::Checkmate));
    (over, reached, 0..4u32, range()).prop_map(|(over, reached, refuted, escapes)| Bounds {
        over,
        reached,
        refuted: Length::of_half_moves(refuted),
        escapes,
    })
}

/// Whether all that is known in `weaker` is known in `bounds`, said without the join.
fn knows(bounds: &Bounds, weaker: &Bounds) -> bool {
    let holds = |range: &MoveRange, weaker: &MoveRange| {
        range.most <= weaker.most && weaker.moves.iter().all(|m| range.moves.contains(m))
    };
    let reached = match (&bounds.reached, &weaker.reached) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some(reached), Some(weaker)) => {
            let count = weaker.counts.is_none_or(|(least, most)| {
                reached
                    .counts
                    .is_some_and(|counts| counts.0 <= least && counts.1 >= most)
            });
            reached.length < weaker.length
                || reached.length == weaker.length
                    && holds(&reached.keys, &weaker.keys)
                    && count
                    && reached.line.len() >= weaker.line.len()
        }
    };
    let refuted = bounds.refuted > weaker.refuted
        || bounds.refuted == weaker.refuted && holds(&bounds.escapes, &weaker.escapes);
    reached && refuted && (bounds.over.is_some() || weaker.over.is_none())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: PAIRS, ..ProptestConfig::default() })]

    #[test]
    fn the_order_of_joining_does_not_matter_and_nothing_is_lost(
        one in bounds(), two in bounds(), three in bounds(),
    ) {
        let both = one.join(&two);
        prop_assert_eq!(&both, &two.join(&one));
        prop_assert_eq!(&one.join(&one), &one);
        prop_assert_eq!(&both.join(&one), &both);
        prop_assert_eq!(both.join(&three), one.join(&two.join(&three)));
        prop_assert!(knows(&both, &one) && knows(&both, &two));
    }

    #[test]
    fn what_is_reached_and_refuted_contradicts_itself_in_any_order(
        reached in 1..6u32, refuted in 0..6u32, others in vec(bounds(), 0..3),
    ) {
        let length = Length::of_half_moves;
        let claim = Bounds {
            reached: Some(Reached {
                length: length(reached),
                keys: MoveRange::UNKNOWN,
                counts: None,
                line: Vec::new(),
            }),
            ..Bounds::UNKNOWN
        };
        let denial = Bounds::refuted(length(refuted));
        let all = others.iter().fold(claim.join(&denial), |all, one| all.join(one));
        if refuted >= reached {
            prop_assert!(all.contradiction().is_some());
        } else if others.is_empty() {
            prop_assert_eq!(all.contradiction(), None);
        }
    }
}

#[test]
fn contradictions_are_met_often_enough_to_count() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut contradictions = 0;
    for _ in 0..1000 {
        let (one, two) = (bounds(), bounds())
            .new_tree(&mut runner)
            .expect("two bounds")
            .current();
        contradictions += u32::from(one.join(&two).contradiction().is_some());
    }
    assert!((200..900).contains(&contradictions), "{contradictions}");
}

#[test]
fn sets_that_exclude_each_others_moves_contradict_each_other() {
    let moves = first_moves();
    let all = |few: &[usize], open| MoveRange::new(few.iter().map(|&i| moves[i]).collect(), open);
    let open = all(&[0], 3).join(&all(&[1], 1));
    assert_eq!((open.moves.len(), open.most), (2, 2));
    assert!(open.contradiction().is_none() && open.is_complete());
    assert!(
        all(&[0, 1], 0)
            .join(&all(&[2], 5))
            .contradiction()
            .is_some()
    );
    assert!(all(&[0, 1], 0).join(&MoveRange::UNKNOWN).is_complete());
    assert_eq!(all(&[0, 0], 0).moves.len(), 1);
}
