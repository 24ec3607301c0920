//! Helpself, helpreflex and series play: length, keys, the number of solutions and all of them,
//! compared with exhaustion.

use keymove::epd::Epd;
use keymove::position::Position;
use keymove::solve::{
    Aim, Extent, Kind, Length, Limits, Outcome, PlayKind, Problem, Stipulation, Tables, Wanted,
};
use shakmaty::{Bitboard, EnPassantMode, Move, Position as _};

use crate::brute_force::judge::Judge;
use crate::brute_force::positions::{self, Random, SHAPES};
use crate::brute_force::truth::{set_play, truth};
use crate::brute_force::verdicts::name;
use crate::brute_force::{EXTENTS, answer, asked_for, assert_same, problem, verdict};
use crate::support::long::{least, share};

/// The approximate number of lines that exhaustion searches for one problem.
const EFFORT: usize = 1_500;

/// The number of problems of each kind.
fn count() -> usize {
    asked_for(share(40))
}

/// Whether the side to move is the one that is mated or stalemated.
fn mover_ends(stipulation: Stipulation) -> bool {
    match stipulation.kind.play {
        PlayKind::Series => false,
        _ => !stipulation.length.has_half(),
    }
}

/// The number of moves of one side, or of both in turn, that exhaustion can search.
fn deepest(ours: usize, theirs: usize, play: PlayKind) -> u16 {
    let mut lines = if play == PlayKind::Series { 1 } else { theirs };
    let mut moves = 0;
    while lines * ours <= EFFORT && moves < 5 {
        lines *= ours;
        if matches!(
            play,
            PlayKind::Help | PlayKind::HelpSelf | PlayKind::HelpReflex
        ) {
            lines *= theirs;
        }
        moves += 1;
    }
    moves.max(1)
}

/// Random positions of 3 to 8 men, half of them with a solution if solutions are frequent. The
/// search decides which have one; the other half is taken unfiltered, so that missed solutions are
/// not hidden.
fn problems(kind: Kind, seed: u64, count: usize) -> Vec<Problem> {
    let mut random = Random::new(seed);
    let mut tables = Tables::new(1);
    let mut problems = Vec::new();
    let mut tries = 0;
    while problems.len() < count {
        let shape = SHAPES[problems.len() % SHAPES.len()];
        let half = kind.is_help() && random.chance(40);
        let stipulated = |moves| Stipulation::within(kind, Length::of_moves(moves).with_half(half));
        let strong_moves = !mover_ends(stipulated(1)) ^ random.chance(15);
        let Some(position) = shape.position(&mut random, strong_moves) else {
            continue;
        };
        let ours = position.legal_moves().len().max(3);
        let theirs = position
            .passed()
            .map_or(ours, |other| other.legal_moves().len().max(3));
        let deepest = deepest(ours, theirs, kind.play);
        let moves = 1 + random.below(usize::from(deepest)) as u16;
        let asked = Problem {
            stipulation: Stipulation {
                exact: random.chance(10),
                ..stipulated(moves)
            },
            wanted: Wanted {
                tree: random.chance(50),
                set_play: random.chance(50),
                ..Wanted::default()
            },
            ..problem(&position, kind, 1)
        };
        tries += 1;
        // A forced end is too rare to wait for; the search's own tests make such positions.
        let patience = if is_rare(kind) { 4 } else { 60 };
        let wants_solution = problems.len() % 2 == 0 && tries % patience != 0;
        if wants_solution && !matches!(answer(&asked, &mut tables), Outcome::Helped(_)) {
            continue;
        }
        problems.push(asked);
    }
    problems
}

/// The features of a set of problems.
#[derive(Debug, Default)]
struct Contents {
    solved: usize,
    refuted: usize,
    many: usize,
    longest: u16,
    en_passant: usize,
    castling: usize,
    promotion: usize,
}

impl Contents {
    fn count(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Helped(help) => {
                self.solved += 1;
                self.longest = self.longest.max(help.length.moves());
                self.many += usize::from(help.solutions.iter().any(|l| l.count > Some(1)));
                let has = |is_one: fn(&Move) -> bool| {
                    let mut moves = help.solutions.iter().flat_map(|l| &l.lines).flatten();
                    usize::from(moves.any(is_one))
                };
                self.en_passant += has(|m| m.is_en_passant());
                self.castling += has(|m| m.is_castle());
                self.promotion += has(|m| m.is_promotion());
            }
            Outcome::Refuted { .. } => self.refuted += 1,
            _ => {}
        }
    }
}

/// The whole answer is that of exhaustion, also with a small table; a partial answer is a part of
/// it.
pub fn agree(problem: &Problem, tables: &mut Tables) -> Outcome {
    let truth = truth(problem);
    for extent in EXTENTS {
        let problem = Problem {
            extent,
            ..problem.clone()
        };
        let verdict = verdict(&problem, tables);
        let found = verdict.outcome();
        if extent == Extent::AllKeys {
            assert_same(&problem, &found, &truth);
            let set_play = set_play(&problem, &mut Judge::default());
            assert_eq!(verdict.set_play, set_play, "{}", name(&problem));
        } else {
            is_part_of(&problem, &found, &truth);
        }
    }
    for (at, nodes) in [1, 5, 20, 100, 500].into_iter().enumerate() {
        let problem = Problem {
            extent: EXTENTS[at % EXTENTS.len()],
            limits: Limits {
                nodes: Some(nodes),
                time: None,
            },
            ..problem.clone()
        };
        let found = verdict(&problem, tables);
        assert!(found.counters.nodes <= nodes, "{problem:?}");
        is_part_of(&problem, &found.outcome(), &truth);
    }
    truth
}

/// An answer that was stopped, or that had a smaller request, is true.
fn is_part_of(problem: &Problem, found: &Outcome, truth: &Outcome) {
    match (found, truth) {
        (Outcome::Helped(found), Outcome::Helped(truth)) => {
            assert_eq!(found.length, truth.length, "{problem:?}");
            assert!(
                found.keys.iter().all(|m| truth.keys.contains(m)),
                "{problem:?}"
            );
            for lines in &found.solutions {
                let all = truth
                    .solutions
                    .iter()
                    .find(|all| all.length == lines.length)
                    .expect("a length with solutions");
                assert!(
                    lines.count.is_none() || lines.count == all.count,
                    "{problem:?}"
                );
                assert!(!lines.lines.is_empty(), "{problem:?}");
                if all.count == Some(all.lines.len() as u64) {
                    let is_one = |line| all.lines.contains(line);
                    assert!(lines.lines.iter().all(is_one), "{problem:?}");
                }
            }
        }
        (Outcome::GaveUp { refuted, .. }, Outcome::Helped(truth)) => {
            assert!(*refuted < truth.length, "{problem:?}: {refuted}");
        }
        (Outcome::GaveUp { refuted, .. }, Outcome::Refuted { length, .. }) => {
            assert!(refuted < length, "{problem:?}: {refuted}");
        }
        _ => assert_same(problem, found, truth),
    }
}

/// Whether random positions hardly ever have a solution.
fn is_rare(kind: Kind) -> bool {
    kind.aim == Aim::DoubleStalemate
        || matches!(kind.play, PlayKind::HelpSelf | PlayKind::SeriesSelf)
}

fn every_verdict(play: PlayKind, seed: u64, solved: usize) {
    let mut tables = Tables::new(1);
    for aim in [Aim::Mate, Aim::Stalemate, Aim::DoubleStalemate] {
        let kind = Kind { play, aim };
        let mut contents = Contents::default();
        for problem in problems(kind, seed, count()) {
            contents.count(&agree(&problem, &mut tables));
        }
        eprintln!("{}: {contents:?}", kind.sign());
        let part = |of_thousand: usize| count() * of_thousand / 1000;
        assert!(
            contents.refuted >= part(200),
            "{}: {contents:?}",
            kind.sign()
        );
        if is_rare(kind) {
            continue;
        }
        assert!(
            contents.solved >= part(solved),
            "{}: {contents:?}",
            kind.sign()
        );
        assert!(
            contents.longest >= 2 && contents.many >= part(5).max(least(1)),
            "{}: {contents:?}",
            kind.sign()
        );
        assert!(
            contents.promotion >= part(5),
            "{}: {contents:?}",
            kind.sign()
        );
    }
}

#[test]
fn every_series_is_that_of_exhaustion() {
    every_verdict(PlayKind::Series, 71, 300);
}

#[test]
fn every_series_with_help_at_its_end_is_that_of_exhaustion() {
    every_verdict(PlayKind::SeriesHelp, 72, 300);
}

#[test]
fn every_series_that_forces_its_end_is_that_of_exhaustion() {
    every_verdict(PlayKind::SeriesSelf, 73, 0);
}

#[test]
fn every_series_bound_to_its_end_is_that_of_exhaustion() {
    every_verdict(PlayKind::SeriesReflex, 74, 200);
}

#[test]
fn every_double_stalemate_with_help_is_that_of_exhaustion() {
    let mut tables = Tables::new(1);
    let kind = Kind {
        play: PlayKind::Help,
        aim: Aim::DoubleStalemate,
    };
    for problem in problems(kind, 77, count()) {
        agree(&problem, &mut tables);
    }
}

#[test]
fn every_helpself_play_is_that_of_exhaustion() {
    every_verdict(PlayKind::HelpSelf, 75, 0);
}

#[test]
fn every_helpreflex_play_is_that_of_exhaustion() {
    every_verdict(PlayKind::HelpReflex, 76, 200);
}

/// The positions before the last move of White in the answers to the suites of self play, where
/// the reply to that move is forced, and positions from which a man reaches the square on which it
/// stood there.
fn forced_ends() -> Vec<(Aim, Position)> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("expected");
    let mut ends = Vec::new();
    for (suite, aim) in [("selfmates", Aim::Mate), ("selfstalemates", Aim::Stalemate)] {
        let file = folder.join(suite).with_extension("epd");
        let answers = std::fs::read_to_string(file).expect("the answers are there");
        for answer in answers.lines() {
            let (epd, _) = Epd::read(answer.as_bytes()).expect("a record");
            let Some(pv) = epd.operation("pv") else {
                continue;
            };
            let words = pv.operands();
            let mut position = epd.position().clone();
            for word in &words[..words.len() - 2] {
                let written = |m: &Move| *position.san(*m).as_bytes() == **word;
                let m = position.legal_moves().into_iter().find(written);
                position.play(m.expect("a legal move"));
            }
            ends.extend(
                retracted(&position)
                    .into_iter()
                    .take(4)
                    .map(|before| (aim, before)),
            );
            ends.push((aim, position));
        }
    }
    ends
}

/// Positions in which an officer of the side to move is on a square that it attacks.
fn retracted(position: &Position) -> Vec<Position> {
    let men = position.board();
    let officers = men.by_color(position.turn()) & !men.pawns() & !men.kings();
    let mut before = Vec::new();
    for from in officers {
        let ways = men.attacks_from(from) & !men.occupied();
        for to in ways.into_iter().step_by(4) {
            let mut setup = position.chess().to_setup(EnPassantMode::Legal);
            let man = setup.board.remove_piece_at(from).expect("an officer");
            setup.board.set_piece_at(to, man);
            setup.castling_rights = Bitboard::EMPTY;
            setup.ep_square = None;
            before.extend(positions::legal(setup, position.mode()));
        }
    }
    before
}

#[test]
fn forced_ends_are_those_of_exhaustion() {
    let mut tables = Tables::new(1);
    let (mut series, mut help, mut longer) = (0, 0, 0);
    for (aim, position) in forced_ends() {
        for play in [PlayKind::SeriesSelf, PlayKind::HelpSelf] {
            let asked = Problem {
                wanted: Wanted {
                    tree: true,
                    set_play: true,
                    ..Wanted::default()
                },
                ..problem(&position, Kind { play, aim }, 1)
            };
            // Two moves in a row can be searched, two moves of each side cannot.
            let asked = Problem {
                stipulation: match play {
                    PlayKind::SeriesSelf => asked.stipulation.with_moves(2),
                    _ => asked.stipulation,
                },
                ..asked
            };
            if let Outcome::Helped(found) = agree(&asked, &mut tables) {
                series += usize::from(play == PlayKind::SeriesSelf);
                help += usize::from(play == PlayKind::HelpSelf);
                longer += usize::from(found.length.moves() == 2);
            }
        }
    }
    eprintln!("{series} series, {longer} of two moves, {help} helpselfmates");
    assert!(series >= 50 && longer >= 20 && help >= 20);
}
