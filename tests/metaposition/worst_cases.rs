//! The worst match there can be: no match that is played is longer, and where it is not won some
//! match is not won.

use keymove::kriegspiel::ending::distance::Distances;
use keymove::kriegspiel::ending::verify::Chance;
use keymove::kriegspiel::ending::{Ending, EndingTable};
use keymove::kriegspiel::metaposition::Metaposition;
use keymove::kriegspiel::metaposition::experiment::Experiment;
use keymove::kriegspiel::metaposition::matches::{MatchEnd, play};
use keymove::kriegspiel::metaposition::opponent::{King, Opponent};
use keymove::kriegspiel::metaposition::search::{Deliberation, Player};
use keymove::kriegspiel::metaposition::worst_case::worst_case;

#[test]
fn no_match_of_the_papers_player_is_worse_than_its_worst_case() {
    let player = Player {
        memory: 4,
        ..Player::default()
    };
    let distances = Distances::new(Ending::Queen);
    let experiment = Experiment {
        player,
        opponent: Opponent::Every,
        seed: 3,
        starts: Some(12),
        kings: None,
        limit: 100,
        nodes: 20_000,
    };
    let mut decided = 0;
    let mut search = Deliberation::new(player);
    for placement in experiment.placements(Ending::Queen) {
        let start = Metaposition::uncertain(placement);
        let worst = worst_case(&mut search, start, 100, 20_000, &|| false);
        let mut longest = 0;
        let mut all_won = true;
        for square in start.kings {
            for best in [false, true] {
                let chance = Chance::new(square.into());
                let king = if best {
                    King::Best(&distances, chance)
                } else {
                    King::Random(chance)
                };
                match play(&mut search, start, square, king, 100, |_| ()) {
                    MatchEnd::Mate(moves) => longest = longest.max(moves),
                    _ => all_won = false,
                }
            }
        }
        match worst {
            MatchEnd::Mate(moves) => {
                assert!(
                    all_won && longest <= moves,
                    "{placement}: {longest} of {moves}"
                );
                decided += 1;
            }
            MatchEnd::Undecided(moves) => assert!(moves > 0),
            MatchEnd::Taken | MatchEnd::Stalemate | MatchEnd::Endless => decided += 1,
        }
    }
    assert!(decided >= 6, "{decided}");
}

#[test]
fn the_tables_worst_case_is_its_promise() {
    let table = EndingTable::build(Ending::Rook, || false, |_| ()).expect("a table");
    let mut sure = 0;
    for &placement in table.placements().iter().step_by(7) {
        let start = Metaposition::uncertain(placement);
        let worst = worst_case(&mut &table, start, 300, 1_000_000, &|| false);
        match table.moves_to_mate(placement, start.kings) {
            Some(moves) => {
                assert_eq!(worst, MatchEnd::Mate(moves), "{placement}");
                sure += 1;
            }
            None => assert!(
                !matches!(worst, MatchEnd::Mate(_)),
                "{placement}: {worst:?}"
            ),
        }
    }
    assert!(sure > 30, "{sure}");
}

#[test]
fn a_worst_case_that_is_halted_or_too_large_claims_nothing() {
    let start = Metaposition::uncertain("Kc5 Qf3".parse().expect("a placement"));
    let mut search = Deliberation::new(Player::default());
    let halted = worst_case(&mut search, start, 300, 1_000_000, &|| true);
    assert_eq!(halted, MatchEnd::Undecided(0));
    let small = worst_case(&mut search, start, 300, 5, &|| false);
    assert!(matches!(small, MatchEnd::Undecided(1..=5)), "{small:?}");
}
