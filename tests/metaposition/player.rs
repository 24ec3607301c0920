//! The player mates; the strongest resistance is as strong as every match played.

use keymove::kriegspiel::metaposition::experiment::{Distribution, Experiment, Resistance};
use keymove::kriegspiel::metaposition::matches::{Dice, End, play, resist};
use keymove::kriegspiel::metaposition::plan::Plan;
use keymove::kriegspiel::metaposition::search::Player;
use keymove::kriegspiel::metaposition::{Ending, Metaposition, Placement};
use shakmaty::{Bitboard, Square};

fn experiment(resistance: Resistance) -> Experiment {
    Experiment {
        player: Player::default(),
        resistance,
        seed: 1,
        starts: Some(6),
        longest: 300,
        nodes: 100_000,
        workers: 1,
    }
}

#[test]
fn a_random_king_is_mated() {
    for ending in [Ending::Rook, Ending::Queen] {
        let outcomes = experiment(Resistance::Random).run(ending, &|| false);
        let all = Distribution::of(&outcomes);
        assert!(all.matches > 150, "{all:?}");
        assert_eq!((all.stalemate, all.endless), (0, 0), "{ending}: {all:?}");
        assert!(20 * all.taken < all.matches, "{ending}: {all:?}");
    }
}

#[test]
fn workers_do_not_change_the_outcome() {
    let one = experiment(Resistance::Random);
    let four = Experiment { workers: 4, ..one };
    let run =
        |experiment: Experiment| Distribution::of(&experiment.run(Ending::Bishops, &|| false));
    assert_eq!(run(one), run(four));
}

#[test]
fn no_match_outlasts_the_strongest_resistance() {
    // Few kings and no memory, so that the whole plan is small.
    let player = Player {
        memory: 0,
        ..Player::default()
    };
    let starts = [
        (Ending::Rook, "Kb6 Rh1", vec![Square::A8]),
        (Ending::Rook, "Kc6 Rb1", vec![Square::A8]),
        (Ending::Rook, "Kc7 Rb2", vec![Square::A6, Square::A7]),
        (Ending::Queen, "Kc6 Qb5", vec![Square::A8, Square::A7]),
        (
            Ending::Queen,
            "Kf6 Qg1",
            vec![Square::H8, Square::H7, Square::H6],
        ),
    ];
    let mut bounded = 0;
    for (ending, placement, kings) in starts {
        let placement = Placement::parse(ending, placement).unwrap();
        let kings: Bitboard = kings.into_iter().collect();
        let metaposition = Metaposition::new(placement, placement.uncontrolled() & kings).unwrap();
        let mut plan = Plan::new(player);
        let start = plan.start(metaposition);
        assert!(plan.grow(200_000, &|| false), "{placement}");
        let levels = plan.resisted(&[start]);
        let resisted = resist(metaposition.kings, &levels[0]);
        for (king, most) in metaposition.kings.into_iter().zip(resisted) {
            let End::Mate(most) = most else { continue };
            bounded += 1;
            let mut longest = 0;
            for number in 0..300 {
                let mut dice = Dice::new(3, number);
                let end = play(&mut plan, start, king, 300, &mut dice, |_| ());
                let End::Mate(moves) = end else {
                    panic!("{placement} {king}: {end:?}")
                };
                longest = longest.max(moves);
            }
            assert!(longest <= most, "{placement} {king}: {longest} > {most}");
            // A short line is found by chance, too.
            assert!(
                most > 4 || longest == most,
                "{placement} {king}: {longest} {most}"
            );
        }
    }
    assert!(bounded > 0);
}

#[test]
fn a_mate_is_made_at_once() {
    let placement = Placement::parse(Ending::Rook, "Kb6 Rh1").unwrap();
    let metaposition = Metaposition::new(placement, Square::A8.into()).unwrap();
    let chosen = Player::default().choose(&metaposition, &Default::default());
    assert_eq!(chosen.unwrap().to_string(), "Rh1-h8");
}

#[test]
fn an_experiment_that_is_stopped_has_no_outcome() {
    for resistance in [Resistance::Random, Resistance::Best] {
        assert!(
            experiment(resistance)
                .run(Ending::Rook, &|| true)
                .is_empty()
        );
    }
}
