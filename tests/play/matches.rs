//! The table's player keeps its promise, whatever the king does.

use std::collections::HashMap;

use keymove_kriegspiel::ending::chance::Chance;
use keymove_kriegspiel::ending::distance::Distances;
use keymove_kriegspiel::ending::{EndingTable, WhitePlacement};
use keymove_kriegspiel::metaposition::matches::MatchEnd;
use keymove_kriegspiel::metaposition::opponent::King;
use keymove_kriegspiel::play::attack::{Attack, Pledge};
use shakmaty::Bitboard;

use crate::play::by_table::{play, play_worst};
use crate::play::{large, queen, rook};

/// The starts of greatest uncertainty that are certainly won, with the promised numbers of moves.
fn won(table: &EndingTable, every: usize) -> Vec<(WhitePlacement, u16)> {
    let placements = table.placements().iter().step_by(every);
    placements
        .filter_map(|&placement| {
            let kings = EndingTable::possible(placement);
            Some((placement, table.moves_to_mate(placement, kings)?))
        })
        .collect()
}

fn attack(table: &EndingTable, placement: WhitePlacement) -> Attack {
    let kings = EndingTable::possible(placement);
    Attack::new(table, placement, kings)
}

/// The longest match over all answers that occur for some king; `None` if one of them loses a man,
/// stalemates or breaks the promise.
fn longest(
    table: &EndingTable,
    attack: &Attack,
    known: &mut HashMap<(WhitePlacement, Bitboard), Option<u16>>,
) -> Option<u16> {
    let key = (attack.placement, attack.kings);
    if let Some(&known) = known.get(&key) {
        return known;
    }
    let Pledge::Sure(promised) = attack.pledge else {
        return None;
    };
    let tried = attack.choose(table)?;
    let kings = attack.kings.0;
    let mut most = Some(u16::from(kings & tried.mates != 0));
    if kings & tried.risked() != 0 {
        most = None;
    }
    let answers = tried.announced().into_iter().map(|(checks, squares)| {
        let left = tried.replies_of(squares & kings & !tried.mates);
        (Some(checks), tried.after, left)
    });
    let refused = (None, attack.placement, kings & tried.refused);
    for (checks, placement, left) in answers.chain([refused]).filter(|one| one.2 != 0) {
        let mut next = *attack;
        let made = u16::from(checks.is_some());
        match checks {
            None => next.hear_no(table, &tried),
            Some(checks) => next.hear_yes(table, &tried, checks),
        }
        // The attack believes exactly the squares that the umpire leaves possible.
        assert_eq!((next.placement, next.kings.0), (placement, left));
        let rest = longest(table, &next, known).map(|rest| rest + made);
        most = most.zip(rest).map(|(most, rest)| most.max(rest));
    }
    let most = most.filter(|&most| most <= promised);
    known.insert(key, most);
    most
}

#[test]
fn over_all_choices_of_the_king_the_longest_match_is_the_one_promised() {
    let mut starts = 0;
    let mut tables = vec![(rook(), 1), (queen(), 6)];
    let large = large();
    tables.extend(large.iter().map(|table| (table, 80)));
    for (table, every) in tables {
        let mut known = HashMap::new();
        for (placement, promised) in won(table, every) {
            let most = longest(table, &attack(table, placement), &mut known);
            assert_eq!(most, Some(promised), "{placement}");
            starts += 1;
        }
    }
    assert!(starts >= 315 + 86, "{starts}");
}

#[test]
fn against_the_undecided_king_every_match_takes_the_moves_promised() {
    for (placement, promised) in won(rook(), 1).into_iter().chain(won(queen(), 6)) {
        let table = if placement.ending() == rook().ending() {
            rook()
        } else {
            queen()
        };
        let end = play_worst(table, attack(table, placement), 300);
        assert_eq!(end, MatchEnd::Mate(promised), "{placement}");
    }
}

#[test]
fn against_a_king_on_a_fixed_square_no_match_is_longer_than_promised() {
    let table = rook();
    let distances = Distances::new(table.ending());
    let mut matches = 0;
    let mut average = 0.0;
    for (index, (placement, promised)) in won(table, 3).into_iter().enumerate() {
        let kings: Vec<_> = EndingTable::possible(placement).into_iter().collect();
        for square in [kings[index % kings.len()], kings[(index * 7) % kings.len()]] {
            for best in [false, true] {
                let chance = Chance::of_game(1, matches);
                let king = if best {
                    King::Best(&distances, chance)
                } else {
                    King::Random(chance)
                };
                let end = play(table, attack(table, placement), square, king, 300);
                let MatchEnd::Mate(moves) = end else {
                    panic!("{placement} {square}: {end:?}");
                };
                assert!(moves <= promised, "{placement} {square}: {moves}");
                matches += 1;
                average += f64::from(moves);
            }
        }
    }
    assert!(matches > 350, "{matches}");
    let average = average / matches as f64;
    assert!((10.0..30.0).contains(&average), "{average}");
}

/// Matches won, men lost and all matches, from starts that are not certainly won.
fn gambled(table: &EndingTable, every: usize) -> (u64, u64, u64) {
    let distances = Distances::new(table.ending());
    let (mut won, mut taken, mut all) = (0, 0, 0);
    for &placement in table.placements().iter().step_by(every) {
        let kings = EndingTable::possible(placement);
        let start = Attack::new(table, placement, kings);
        if matches!(start.pledge, Pledge::Sure(_)) {
            continue;
        }
        for square in kings.into_iter().skip((all % 7) as usize).step_by(9) {
            let king = King::Best(&distances, Chance::of_game(1, all));
            let end = play(table, start, square, king, 300);
            all += 1;
            won += u64::from(matches!(end, MatchEnd::Mate(_)));
            taken += u64::from(end == MatchEnd::Taken);
        }
    }
    (won, taken, all)
}

#[test]
fn where_the_win_is_not_sure_most_matches_are_won_and_few_men_lost() {
    let (won, taken, all) = gambled(rook(), 4);
    assert!(all > 200, "{all}");
    assert!(won * 100 >= all * 90, "{won} of {all}");
    assert!(taken * 100 <= all * 5, "{taken} of {all}");
    for table in large() {
        let every = table.placements().len() / 100;
        let (won, taken, all) = gambled(&table, every);
        assert!(all > 100 && won + taken <= all);
    }
}
