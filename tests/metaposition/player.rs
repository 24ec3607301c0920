//! The player mates, by legal moves, and only the random opponent lets it fail.

use keymove_kriegspiel::ending::Ending;
use keymove_kriegspiel::ending::chance::Chance;
use keymove_kriegspiel::ending::distance::Distances;
use keymove_kriegspiel::ending::geometry::{Pseudomove, WhiteTry};
use keymove_kriegspiel::metaposition::experiment::{Distribution, Experiment};
use keymove_kriegspiel::metaposition::matches::{MatchEnd, play};
use keymove_kriegspiel::metaposition::opponent::{King, Opponent};
use keymove_kriegspiel::metaposition::search::{DEPTH, Deliberation, MEMORY, RecentMoves, grade};
use keymove_kriegspiel::metaposition::{Metaposition, Signal};
use shakmaty::{Bitboard, Chess, Move, Position as _, Role, Square};

use crate::metaposition::real;

fn experiment(opponent: Opponent) -> Experiment {
    Experiment {
        depth: DEPTH,
        opponent,
        seed: 1,
        starts: Some(20),
        kings: Some(10),
        limit: 300,
    }
}

fn played(experiment: &Experiment, ending: Ending) -> Vec<Vec<MatchEnd>> {
    played_until(experiment, ending, &|| false)
}

/// One start after the other, until `halt` says to stop.
fn played_until(
    experiment: &Experiment,
    ending: Ending,
    halt: &dyn Fn() -> bool,
) -> Vec<Vec<MatchEnd>> {
    let distances = experiment.distances(ending);
    let mut search = Deliberation::new(experiment.depth);
    let starts = experiment.placements(ending).into_iter().enumerate();
    starts
        .map_while(|(index, start)| {
            experiment.play(&mut search, index, start, distances.as_ref(), halt)
        })
        .collect()
}

#[test]
fn rook_and_queen_mate_and_the_queen_is_quicker() {
    for (opponent, slowest) in [(Opponent::Random, 30.0), (Opponent::Best, 150.0)] {
        let [rook, queen] = [Ending::Rook, Ending::Queen].map(|ending| {
            let all = Distribution::of(&played(&experiment(opponent), ending));
            assert_eq!((all.matches, all.stalemate), (200, 0));
            assert!(all.won >= 180, "{ending}: {all:?}");
            // The best king may evade the rook for long.
            let may_last = opponent == Opponent::Best && ending == Ending::Rook;
            assert!(all.endless == 0 || may_last, "{ending}: {all:?}");
            all.average.unwrap()
        });
        assert!(
            queen + 2.0 < rook && rook < slowest,
            "{opponent:?}: {queen} {rook}"
        );
    }
}

/// So a match may be given to any worker: a new search and one that played before agree.
#[test]
fn the_order_of_the_starts_does_not_change_their_outcomes() {
    for opponent in [Opponent::Random, Opponent::Best] {
        let experiment = Experiment {
            kings: Some(1),
            ..experiment(opponent)
        };
        let forth = played(&experiment, Ending::Bishops);
        let distances = experiment.distances(Ending::Bishops);
        let mut search = Deliberation::new(experiment.depth);
        let starts = experiment.placements(Ending::Bishops);
        let backwards = starts.into_iter().enumerate().rev();
        let mut back: Vec<Vec<MatchEnd>> = backwards
            .filter_map(|(index, start)| {
                experiment.play(&mut search, index, start, distances.as_ref(), &|| false)
            })
            .collect();
        back.reverse();
        assert_eq!(forth, back);
    }
}

#[test]
fn another_seed_gives_other_matches() {
    let one = experiment(Opponent::Random);
    let other = Experiment { seed: 2, ..one };
    assert_ne!(one.placements(Ending::Rook), other.placements(Ending::Rook));
}

/// State that is kept from one match to the next changes no match.
#[test]
fn a_match_is_the_same_with_and_without_known_results() {
    let start = Metaposition::uncertain("Kc1 Re6".parse().unwrap());
    let mut known = Deliberation::new(DEPTH);
    for square in start.kings {
        let mut fresh = Deliberation::new(DEPTH);
        let match_of = |search: &mut Deliberation| {
            let mut tries = Vec::new();
            let king = King::Random(Chance::new(3));
            let end = play(search, start, square, king, 300, |_, tried, _| {
                tries.push(tried.step)
            });
            (end, tries)
        };
        assert_eq!(match_of(&mut known), match_of(&mut fresh));
    }
}

/// The value of the chosen move is the highest one, by a search that prunes nothing and stores
/// nothing.
#[test]
fn the_search_is_that_of_a_plain_twin() {
    let mut random = Chance::new(4);
    for ending in Ending::ALL {
        let starts = experiment(Opponent::Random).placements(ending);
        for (depth, rounds) in [(1, 20), (2, 20), (3, 1)] {
            for _ in 0..rounds {
                let mut metaposition = Metaposition::uncertain(starts[random.below(starts.len())]);
                let few = Bitboard(random.number() & random.number() & random.number());
                if metaposition.kings.intersects(few) {
                    metaposition.kings &= few;
                }
                let history = RecentMoves::default();
                let chosen = Deliberation::new(depth)
                    .choose(&metaposition, &history)
                    .unwrap();
                let value = |tried: WhiteTry| plain_value(&metaposition, &tried, depth);
                let best = metaposition.tries().map(value).max();
                let chosen = metaposition
                    .tries()
                    .find(|tried| tried.step == chosen)
                    .unwrap();
                assert_eq!(
                    Some(value(chosen)),
                    best,
                    "{} {chosen}",
                    metaposition.placement
                );
            }
        }
    }
}

fn plain_value(before: &Metaposition, tried: &WhiteTry, depth: u8) -> i32 {
    if tried.stalemates != 0 {
        return -1_200_000;
    }
    if tried.mates_all() {
        return 1200 * i32::from(depth);
    }
    let graded = tried.answers().map(|(answer, kings)| {
        let grade = grade(before, tried, answer, kings);
        (grade, before.next(tried, answer, kings))
    });
    let (grade, next) = graded.min_by_key(|one| one.0).unwrap();
    if depth == 1 {
        return grade;
    }
    let values = next
        .tries()
        .map(|tried| plain_value(&next, &tried, depth - 1));
    grade + values.max().unwrap_or(-600_000).max(-600_000)
}

#[test]
fn a_mate_is_made_at_once() {
    let start = Metaposition {
        placement: "Kb6 Rh1".parse().unwrap(),
        kings: Square::A8.into(),
    };
    let chosen = Deliberation::new(DEPTH).choose(&start, &RecentMoves::default());
    assert_eq!(chosen.unwrap().to_string(), "Rh1-h8");
}

#[test]
fn a_move_is_neither_made_again_nor_taken_back() {
    let pseudomove = |from, to| Pseudomove {
        role: Role::Rook,
        from,
        to,
    };
    let mut history = RecentMoves::default();
    history.add(pseudomove(Square::A1, Square::A5));
    assert!(history.holds(pseudomove(Square::A1, Square::A5)));
    assert!(history.holds(pseudomove(Square::A5, Square::A1)));
    assert!(!history.holds(pseudomove(Square::B5, Square::A5)));
    for _ in 1..MEMORY {
        history.add(pseudomove(Square::A5, Square::H5));
    }
    assert!(history.holds(pseudomove(Square::A1, Square::A5)));
    history.add(pseudomove(Square::H5, Square::H1));
    assert!(!history.holds(pseudomove(Square::A1, Square::A5)));
}

#[test]
fn an_experiment_that_is_stopped_has_no_outcome() {
    for opponent in [Opponent::Random, Opponent::Best] {
        let outcomes = played_until(&experiment(opponent), Ending::Rook, &|| true);
        assert!(outcomes.is_empty());
    }
}

/// White's knowledge, its try, and the square of the king.
type Seen = (Metaposition, WhiteTry, Square);

/// Every match, replayed by shakmaty: the umpire's answers, the king's replies and the end are
/// those of chess, and the real king is always among the kings that White considers possible.
#[test]
fn matches_are_legal() {
    let mut mates = 0;
    for ending in Ending::ALL {
        let distances = Distances::new(ending);
        let mut search = Deliberation::new(DEPTH);
        let starts = Experiment {
            starts: Some(40),
            ..experiment(Opponent::Random)
        }
        .placements(ending);
        for (number, &placement) in starts.iter().enumerate() {
            let start = Metaposition::uncertain(placement);
            let mut random = Chance::new(number as u64);
            let square = random.square_of(start.kings).unwrap();
            let king = match number % 2 {
                0 => King::Random(random),
                _ => King::Best(&distances, random),
            };
            let mut tries: Vec<Seen> = Vec::new();
            let end = play(
                &mut search,
                start,
                square,
                king,
                100,
                |before, tried, at| {
                    tries.push((*before, *tried, at));
                },
            );
            let (position, moves) = replayed(placement, square, &tries);
            let (_, last, _) = tries.last().unwrap();
            let after = legal(&position, last.step).map(|played| position.play(played).unwrap());
            match end {
                MatchEnd::Mate(count) => {
                    mates += 1;
                    assert!(after.unwrap().is_checkmate());
                    assert_eq!(count, moves + 1);
                }
                MatchEnd::Stalemate => assert!(after.unwrap().is_stalemate()),
                MatchEnd::Taken => {
                    let replies = after.unwrap().legal_moves();
                    assert!(replies.iter().any(|reply| reply.is_capture()));
                }
                MatchEnd::Endless => {}
            }
        }
    }
    assert!(mates > 80, "{mates}");
}

/// The position before the last try, after a check of all others, and the moves made before it.
fn replayed(
    placement: keymove_kriegspiel::ending::WhitePlacement,
    square: Square,
    tries: &[Seen],
) -> (Chess, u16) {
    let mut position = real(placement, square);
    let mut moves = 0;
    for (number, (before, tried, square)) in tries.iter().enumerate() {
        let king = position.board().king_of(shakmaty::Color::Black);
        assert_eq!(king, Some(*square));
        assert!(before.kings.contains(*square));
        assert_eq!(position.us(), before.placement.occupied());
        let Some((_, _, to)) = tries.get(number + 1) else {
            break;
        };
        let answer = tried.answers().find(|(_, kings)| kings.contains(*square));
        let Some(played) = legal(&position, tried.step) else {
            assert_eq!(answer.unwrap().0, Signal::Illegal);
            continue;
        };
        position.play_unchecked(played);
        moves += 1;
        let due = match position.is_check() {
            true => Signal::Check,
            false => Signal::Silent,
        };
        assert_eq!(answer.unwrap().0, due);
        let replies = position.legal_moves();
        let reply = replies.iter().find(|reply| reply.to() == *to);
        position.play_unchecked(*reply.expect("a legal reply"));
    }
    (position, moves)
}

fn legal(position: &Chess, pseudomove: Pseudomove) -> Option<Move> {
    let moves = position.legal_moves();
    let same =
        |played: &&Move| played.from() == Some(pseudomove.from) && played.to() == pseudomove.to;
    moves.iter().find(same).copied()
}
