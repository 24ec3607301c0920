//! The worst match there can be: no match that is played is longer, and where it is not won some
//! match is not won; and beside a plain twin that goes through all real kings by shakmaty's rules.

use std::collections::HashMap;

use keymove::kriegspiel::ending::distance::Distances;
use keymove::kriegspiel::ending::verify::Chance;
use keymove::kriegspiel::ending::{Ending, EndingTable};
use keymove::kriegspiel::metaposition::experiment::Experiment;
use keymove::kriegspiel::metaposition::matches::{MatchEnd, play};
use keymove::kriegspiel::metaposition::opponent::{King, Opponent};
use keymove::kriegspiel::metaposition::search::{Deliberation, Player};
use keymove::kriegspiel::metaposition::worst_case::{Mind, worst_case};
use keymove::kriegspiel::metaposition::{Metaposition, Ruling, Signal};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Color, Position as _, Square};

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

type Known<M> = HashMap<(<M as Mind>::Knowledge, Square, u16), Option<u16>>;

/// The moves that the longest match takes in which the king really stands in `position`; none if one
/// of them is no mate in at most `left` moves.
fn longest<M: Mind>(
    mind: &mut M,
    knowledge: &M::Knowledge,
    position: &Chess,
    left: u16,
    known: &mut Known<M>,
) -> Option<u16> {
    let king = position.board().king_of(Color::Black).expect("two kings");
    let key = (knowledge.clone(), king, left);
    if let Some(&known) = known.get(&key) {
        return known;
    }
    let most = longest_anew(mind, knowledge, position, left, known);
    known.insert(key, most);
    most
}

fn longest_anew<M: Mind>(
    mind: &mut M,
    knowledge: &M::Knowledge,
    position: &Chess,
    left: u16,
    known: &mut Known<M>,
) -> Option<u16> {
    if left == 0 {
        return None;
    }
    let king = position.board().king_of(Color::Black).expect("two kings");
    let tried = mind.choose(knowledge)?;
    let before = mind.metaposition(knowledge);
    let ruling = Ruling::new(&before, tried, mind.announcements());
    let heard = |is_it: &dyn Fn(Signal) -> bool| {
        let answers = ruling.answers().iter();
        let mut fitting = answers.filter(|(signal, kings)| is_it(*signal) && kings.contains(king));
        *fitting
            .next()
            .expect("the umpire's answer is one of those reckoned with")
    };
    let legal = position.legal_moves();
    let legal = legal
        .iter()
        .find(|m| (m.from(), m.to()) == (Some(tried.from), tried.to));
    let Some(&legal) = legal else {
        let (signal, kings) = heard(&|signal| signal == Signal::Illegal);
        let next = ruling.next(&before, signal, kings);
        let next = mind.hear(knowledge, tried, signal, next);
        return longest(mind, &next, position, left, known);
    };
    let after = position.clone().play(legal).expect("it is legal");
    if after.legal_moves().is_empty() {
        return after.is_check().then_some(1);
    }
    let (signal, kings) = heard(&|signal| match signal {
        Signal::Check(_) => after.is_check(),
        Signal::Silent => !after.is_check(),
        Signal::Illegal => false,
    });
    let next = ruling.next(&before, signal, kings);
    let next = mind.hear(knowledge, tried, signal, next);
    let mut most = 0;
    for reply in after.legal_moves() {
        if reply.is_capture() {
            return None;
        }
        let replied = after.clone().play(reply).expect("it is legal");
        most = most.max(longest(mind, &next, &replied, left - 1, known)?);
    }
    Some(most + 1)
}

/// Compares the worst cases of a player with those of the twin: how many starts are won, how many
/// not.
fn compare<M: Mind>(mind: &mut M, starts: &[Metaposition], limit: u16) -> (usize, usize) {
    let (mut won, mut other) = (0, 0);
    for start in starts {
        let mut known = HashMap::new();
        let knowledge = mind.begin(*start);
        let mut most = Some(0);
        for king in start.kings {
            let mut board = shakmaty::Board::empty();
            board.set_piece_at(king, shakmaty::Role::King.of(Color::Black));
            let white = (shakmaty::Role::King, start.placement.king());
            for (role, square) in start.placement.men().chain([white]) {
                board.set_piece_at(square, role.of(Color::White));
            }
            let fen: Fen = format!("{board} w - - 0 1").parse().expect("a position");
            let position: Chess = fen
                .into_position(CastlingMode::Standard)
                .expect("a position");
            let real = longest(mind, &knowledge, &position, limit, &mut known);
            most = most.zip(real).map(|(most, real)| most.max(real));
        }
        let worst = worst_case(mind, *start, limit, 1_000_000, &|| false);
        match (worst, most) {
            (MatchEnd::Mate(moves), Some(most)) if moves == most => won += 1,
            (MatchEnd::Taken | MatchEnd::Stalemate | MatchEnd::Endless, None) => other += 1,
            _ => panic!("{start:?}: {worst:?}, the twin {most:?}"),
        }
    }
    (won, other)
}

#[test]
fn the_worst_case_is_that_of_all_real_kings_by_the_rules_of_chess() {
    let table = EndingTable::build(Ending::Rook, || false, |_| ()).expect("a table");
    let mut chance = Chance::new(7);
    let (mut near, mut far) = (Vec::new(), Vec::new());
    while near.len() < 60 || far.len() < 30 {
        let placement = table.placements()[chance.below(table.placements().len())];
        let mut start = Metaposition::uncertain(placement);
        let mut kings: Vec<Square> = start.kings.into_iter().collect();
        while kings.len() > 1 + chance.below(3) {
            kings.swap_remove(chance.below(kings.len()));
        }
        start.kings = kings.into_iter().collect();
        match table.moves_to_mate(placement, start.kings) {
            Some(..=4) if near.len() < 60 => near.push(start),
            _ if far.len() < 30 => far.push(start),
            _ => {}
        }
    }
    let (won, other) = compare(&mut &table, &near, 4);
    assert_eq!((won, other), (60, 0));
    assert_eq!(
        compare(&mut &table, &near, 2).0 + compare(&mut &table, &far, 4).0,
        {
            let within = |starts: &[Metaposition], limit| {
                let moves = |start: &&Metaposition| {
                    let moves = table.moves_to_mate(start.placement, start.kings);
                    moves.is_some_and(|moves| moves <= limit)
                };
                starts.iter().filter(moves).count()
            };
            within(&near, 2) + within(&far, 4)
        }
    );
    let mut search = Deliberation::new(Player::default());
    let (won, other) = compare(&mut search, &near, 6);
    assert!(won >= 10 && won + other == 60, "{won} won, {other} not");
    compare(&mut search, &far, 4);
}
