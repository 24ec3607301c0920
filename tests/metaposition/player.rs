//! The player mates, by legal moves, and no opponent but chance lets it off.

use keymove::kriegspiel::ending::Ending;
use keymove::kriegspiel::ending::chance::Chance;
use keymove::kriegspiel::ending::distance::Distances;
use keymove::kriegspiel::metaposition::experiment::{Distribution, Experiment, StartOutcome};
use keymove::kriegspiel::metaposition::matches::{MatchEnd, MatchTry, play};
use keymove::kriegspiel::metaposition::opponent::{King, Opponent};
use keymove::kriegspiel::metaposition::search::{Deliberation, MEMORY, Player, RecentMoves};
use keymove::kriegspiel::metaposition::{Announcements, Metaposition, Pseudomove, Ruling, Signal};
use shakmaty::{Bitboard, Chess, Move, Position as _, Role, Square};

use crate::metaposition::real;

fn experiment(opponent: Opponent) -> Experiment {
    Experiment {
        player: Player::default(),
        opponent,
        seed: 1,
        starts: Some(20),
        kings: Some(10),
        limit: 300,
    }
}

fn played(experiment: &Experiment, ending: Ending) -> Vec<StartOutcome> {
    played_until(experiment, ending, &|| false)
}

/// One start after the other, until `halt` says to stop.
fn played_until(
    experiment: &Experiment,
    ending: Ending,
    halt: &dyn Fn() -> bool,
) -> Vec<StartOutcome> {
    let distances = experiment.distances(ending);
    let mut search = Deliberation::new(experiment.player);
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
            // The best king may lead the rook by the nose.
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

/// So it may be spread over workers: a search that is fresh and one that played before agree.
#[test]
fn the_order_of_the_starts_does_not_change_their_outcomes() {
    for opponent in [Opponent::Random, Opponent::Best] {
        let experiment = Experiment {
            kings: Some(1),
            ..experiment(opponent)
        };
        let forth = played(&experiment, Ending::Bishops);
        let distances = experiment.distances(Ending::Bishops);
        let mut search = Deliberation::new(experiment.player);
        let starts = experiment.placements(Ending::Bishops);
        let backwards = starts.into_iter().enumerate().rev();
        let mut back: Vec<StartOutcome> = backwards
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

/// What is kept from one match to the next does not change any.
#[test]
fn a_match_is_the_same_with_and_without_what_is_known() {
    let start = Metaposition::uncertain("Kc1 Re6".parse().unwrap());
    let mut known = Deliberation::new(Player::default());
    for square in start.kings {
        let mut fresh = Deliberation::new(Player::default());
        let match_of = |search: &mut Deliberation| {
            let mut tries = Vec::new();
            let king = King::Random(Chance::new(3));
            let end = play(search, start, square, king, 300, |tried| {
                tries.push(tried.pseudomove)
            });
            (end, tries)
        };
        assert_eq!(match_of(&mut known), match_of(&mut fresh));
    }
}

/// The value of the move chosen is the highest there is, by a search that cuts nothing and keeps
/// nothing.
#[test]
fn the_search_is_that_of_a_plain_twin() {
    let mut random = Chance::new(4);
    for ending in Ending::ALL {
        let starts = experiment(Opponent::Random).placements(ending);
        for (depth, rounds) in [(1, 20), (2, 20), (3, 1)] {
            let player = Player {
                depth,
                ..Player::default()
            };
            for _ in 0..rounds {
                let mut metaposition = Metaposition::uncertain(starts[random.below(starts.len())]);
                let few = Bitboard(random.number() & random.number() & random.number());
                if metaposition.kings.intersects(few) {
                    metaposition.kings &= few;
                }
                let history = RecentMoves::default();
                let chosen = Deliberation::new(player)
                    .choose(&metaposition, &history)
                    .unwrap();
                let value = |pseudomove| plain_value(&player, &metaposition, pseudomove, depth);
                let best = metaposition.pseudomoves().map(value).max();
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

fn plain_value(player: &Player, before: &Metaposition, pseudomove: Pseudomove, depth: u8) -> i32 {
    let ruling = Ruling::new(before, pseudomove, player.announcements);
    if ruling.stalemated.any() {
        return -1_200_000;
    }
    if ruling.mates_all() {
        return 1200 * i32::from(depth);
    }
    let answers = ruling.answers().iter();
    let graded = answers.map(|&(answer, kings)| {
        let grade = player.grade(before, &ruling, answer, kings);
        (grade, ruling.next(before, answer, kings))
    });
    let (grade, next) = graded.min_by_key(|one| one.0).unwrap();
    if depth == 1 {
        return grade;
    }
    let values = next
        .pseudomoves()
        .map(|next_move| plain_value(player, &next, next_move, depth - 1));
    grade + values.max().unwrap_or(-600_000).max(-600_000)
}

#[test]
fn a_mate_is_made_at_once() {
    let start = Metaposition {
        placement: "Kb6 Rh1".parse().unwrap(),
        kings: Square::A8.into(),
    };
    let chosen = Deliberation::new(Player::default()).choose(&start, &RecentMoves::default());
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

/// Every match, replayed by shakmaty: the umpire's answers, the king's replies and the end are
/// those of chess, and the real king is always among those that White reckons with.
#[test]
fn matches_are_legal() {
    let mut mates = 0;
    for ending in Ending::ALL {
        let distances = Distances::new(ending);
        for announcements in [Announcements::Paper, Announcements::Full] {
            let player = Player {
                announcements,
                ..Player::default()
            };
            let mut search = Deliberation::new(player);
            let starts = experiment(Opponent::Random).placements(ending);
            for (number, &placement) in starts.iter().enumerate() {
                let start = Metaposition::uncertain(placement);
                let mut random = Chance::new(number as u64);
                let square = random.square_of(start.kings).unwrap();
                let king = match number % 2 {
                    0 => King::Random(random),
                    _ => King::Best(&distances, random),
                };
                let mut tries = Vec::new();
                let end = play(&mut search, start, square, king, 100, |tried| {
                    tries.push(tried)
                });
                let position = replayed(placement, square, &tries, announcements);
                let after = replay_last(&position, tries.last().unwrap());
                match end {
                    MatchEnd::Mate(moves) => {
                        mates += 1;
                        assert!(after.is_checkmate());
                        let legal = tries
                            .iter()
                            .filter(|one| one.answer != Some(Signal::Illegal));
                        assert_eq!(legal.count(), usize::from(moves));
                    }
                    MatchEnd::Stalemate => assert!(after.is_stalemate()),
                    MatchEnd::Taken => {
                        assert!(after.board().occupied().count() < start_men(ending))
                    }
                    MatchEnd::Endless => {}
                }
            }
        }
    }
    assert!(mates > 80, "{mates}");
}

fn start_men(ending: Ending) -> usize {
    ending.men().len() + 2
}

/// The position before the last try, all others checked on the way.
fn replayed(
    placement: keymove::kriegspiel::ending::WhitePlacement,
    square: Square,
    tries: &[MatchTry],
    announcements: Announcements,
) -> Chess {
    let mut position = real(placement, square);
    for (number, tried) in tries.iter().enumerate() {
        let king = position.board().king_of(shakmaty::Color::Black);
        assert_eq!(king, Some(tried.king));
        assert!(tried.before.kings.contains(tried.king));
        assert_eq!(position.us(), tried.before.placement.occupied());
        if number + 1 == tries.len() {
            break;
        }
        let Some(played) = legal(&position, tried.pseudomove) else {
            assert_eq!(tried.answer, Some(Signal::Illegal));
            continue;
        };
        position.play_unchecked(played);
        match tried.answer {
            Some(Signal::Silent) => assert!(!position.is_check()),
            Some(Signal::Check(checks)) => {
                assert!(position.is_check());
                assert_eq!(checks.is_empty(), announcements == Announcements::Paper);
            }
            _ => panic!("{tried:?}"),
        }
        position = reply(&position, tried);
    }
    position
}

fn replay_last(position: &Chess, tried: &MatchTry) -> Chess {
    let mut position = position.clone();
    if let Some(played) = legal(&position, tried.pseudomove) {
        position.play_unchecked(played);
    }
    match tried.reply {
        Some(_) => reply(&position, tried),
        None => position,
    }
}

fn reply(position: &Chess, tried: &MatchTry) -> Chess {
    let replies = position.legal_moves();
    let reply = replies.iter().find(|reply| Some(reply.to()) == tried.reply);
    let mut position = position.clone();
    position.play_unchecked(*reply.expect("a legal reply"));
    position
}

fn legal(position: &Chess, pseudomove: Pseudomove) -> Option<Move> {
    let moves = position.legal_moves();
    let same =
        |played: &&Move| played.from() == Some(pseudomove.from) && played.to() == pseudomove.to;
    moves.iter().find(same).copied()
}
