//! Help play against exhaustion on random positions: every solution, every count, every length, set play; and that no
//! limit, no lack of memory and no job before makes the search lie.

mod exhaustion;
#[path = "../brute_force/positions.rs"]
mod positions;

use std::time::Duration;

use keymove::game::Game;
use keymove::solve::{
    Extent, Help, Kind, LimitKind, Limits, Lines, Outcome, Problem, Stipulation, Stop, Tables,
    Verdict, Wanted, solve,
};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move};

use exhaustion::{Truth, in_uci};
use positions::{Random, SHAPES, ending};

const ALL: Wanted = Wanted {
    tree: true,
    tries: false,
    set_play: true,
    certificate: None,
};

/// A problem of help play, every solution asked for.
pub fn problem(position: &Game, kind: Kind, plies: u16) -> Problem {
    Problem {
        position: position.clone(),
        stipulation: Stipulation {
            kind,
            moves: plies / 2,
            half: plies % 2 == 1,
        },
        claimed: false,
        extent: Extent::AllKeys,
        limits: Limits::default(),
        wanted: Wanted::default(),
    }
}

fn run(problem: &Problem, tables: &mut Tables) -> Verdict {
    solve(problem, tables, &Stop::new()).expect("help play is supported")
}

fn name(problem: &Problem) -> String {
    let fen = Fen::from_position(problem.position.chess(), EnPassantMode::Legal);
    format!(
        "{fen} {} {:?} nodes {:?}",
        problem.stipulation, problem.extent, problem.limits.nodes
    )
}

/// Random positions with something to ask, as deep as exhaustion goes within a fraction of a second.
fn problems(seed: u64, count: usize) -> Vec<Problem> {
    let mut random = Random::new(seed);
    let mut problems = Vec::new();
    while problems.len() < count {
        let half = random.chance(40);
        let position = if random.chance(15) {
            Some(crowd(&mut random, half))
        } else {
            SHAPES[random.below(SHAPES.len())].position(&mut random, half)
        };
        let Some(position) = position.filter(|p| !p.legal_moves().is_empty()) else {
            continue;
        };
        let kind = if random.chance(65) {
            Kind::Helpmate
        } else {
            Kind::Helpstalemate
        };
        let mut plies = deepest(&position, if random.chance(4) { 200_000 } else { 8_000 });
        if (plies % 2 == 1) != half {
            plies -= 1;
        }
        if plies > 0 {
            problems.push(problem(&position, kind, plies));
        }
    }
    problems
}

/// A position of 10 to 18 men.
fn crowd(random: &mut Random, white_moves: bool) -> Game {
    let mut men = String::from("Kk");
    for _ in 0..8 + random.below(9) {
        men.push(char::from(b"QRBNPPPqrrbbnnppppp"[random.below(19)]));
    }
    ending(random, &men, !white_moves)
}

/// Plies, at most five, in which there are not many more than `most` lines.
fn deepest(position: &Game, most: usize) -> u16 {
    let ours = position.legal_moves().len().max(3);
    let theirs = position
        .passed()
        .map_or(ours, |p| p.legal_moves().len())
        .max(3);
    let (mut lines, mut plies) = (ours, 1);
    while plies < 5 {
        lines *= if plies % 2 == 1 { theirs } else { ours };
        if lines > most {
            break;
        }
        plies += 1;
    }
    plies
}

fn sorted(moves: &[Move]) -> Vec<Move> {
    let mut moves = moves.to_vec();
    moves.sort_by_key(|m| format!("{m:?}"));
    moves.dedup();
    moves
}

fn first_moves(lines: &[Vec<Move>]) -> Vec<Move> {
    sorted(&lines.iter().map(|line| line[0]).collect::<Vec<_>>())
}

/// The lines of one length are those of exhaustion, in its order.
fn assert_complete(name: &str, mode: CastlingMode, found: &Lines, truth: &[Vec<Move>]) {
    assert_eq!(found.count, Some(truth.len() as u64), "{name}");
    assert_eq!(found.lines.len(), truth.len().min(Lines::LISTED), "{name}");
    for (found, truth) in found.lines.iter().zip(truth) {
        assert_eq!(in_uci(found, mode), in_uci(truth, mode), "{name}");
        assert_eq!(found, truth, "{name}");
    }
}

/// A complete answer is the truth.
fn assert_same(problem: &Problem, outcome: &Outcome, truth: &Truth) {
    let name = name(problem);
    let mode = problem.position.mode();
    match (outcome, truth.shortest()) {
        (Outcome::Helped(help), Some((moves, lines))) => {
            assert_eq!(help.moves, *moves, "{name}");
            assert_eq!((help.open, help.limit), (0, None), "{name}");
            assert_eq!(sorted(&help.keys), first_moves(lines), "{name}");
            let lengths: Vec<_> = truth
                .lengths
                .iter()
                .filter(|length| !length.1.is_empty())
                .take(if problem.wanted.tree { usize::MAX } else { 1 })
                .collect();
            assert_eq!(help.solutions.len(), lengths.len(), "{name}");
            for (found, (moves, lines)) in help.solutions.iter().zip(lengths) {
                assert_eq!(found.moves, *moves, "{name}");
                assert_complete(&name, mode, found, lines);
            }
            match (&help.set_play, &truth.set_play) {
                (Some(found), Some(lines)) => {
                    assert!(problem.wanted.set_play, "{name}");
                    assert_eq!(found.moves, problem.stipulation.moves, "{name}");
                    assert_complete(&name, mode, found, lines);
                }
                (None, None) => (),
                (None, Some(_)) => assert!(!problem.wanted.set_play, "{name}: no set play"),
                (Some(_), None) => panic!("{name}: set play where there can be none"),
            }
        }
        (Outcome::Refuted { moves, .. }, None) => {
            assert_eq!(*moves, problem.stipulation.moves, "{name}");
        }
        _ => panic!("{name}: found {outcome:?}, exhaustion says {truth:?}"),
    }
}

/// An incomplete answer claims nothing but the truth.
fn assert_true(problem: &Problem, outcome: &Outcome, truth: &Truth) {
    let name = name(problem);
    match outcome {
        Outcome::Helped(help) => {
            let (moves, lines) = truth.shortest().expect("a solution");
            assert_eq!(help.moves, *moves, "{name}");
            assert_keys(&name, problem, help, lines);
            for length in &help.solutions {
                let (_, lines) = truth
                    .lengths
                    .iter()
                    .find(|l| l.0 == length.moves)
                    .expect("a length within the bound");
                assert_part(&name, length, lines);
            }
            if let Some(found) = &help.set_play {
                assert_part(&name, found, truth.set_play.as_ref().expect("set play"));
            }
        }
        Outcome::GaveUp { refuted, limit } => {
            assert_eq!(*limit, LimitKind::Nodes, "{name}");
            let half = u16::from(problem.stipulation.half);
            if let Some((moves, _)) = truth.shortest() {
                assert!(2 * refuted < 2 * moves + half, "{name}");
            }
            assert!(*refuted <= problem.stipulation.moves, "{name}");
        }
        _ => assert_same(problem, outcome, truth),
    }
}

/// The keys are keys, and those that are missing are among the open ones.
fn assert_keys(name: &str, problem: &Problem, help: &Help, lines: &[Vec<Move>]) {
    let keys = first_moves(lines);
    let found = sorted(&help.keys);
    assert!(!found.is_empty(), "{name}");
    assert_eq!(found.len(), help.keys.len(), "{name}");
    assert!(found.iter().all(|m| keys.contains(m)), "{name}");
    assert!(found.len() + help.open >= keys.len(), "{name}");
    assert!(
        found.len() + help.open <= problem.position.legal_moves().len(),
        "{name}"
    );
    assert!(!help.solutions.is_empty(), "{name}");
    assert_eq!(help.solutions[0].moves, help.moves, "{name}");
}

/// Lines that are true, and a count only if it is right.
fn assert_part(name: &str, found: &Lines, truth: &[Vec<Move>]) {
    assert!(
        found.count.is_none_or(|count| count == truth.len() as u64),
        "{name}"
    );
    assert!(!found.lines.is_empty() || found.count == Some(0), "{name}");
    assert!(found.lines.iter().all(|l| truth.contains(l)), "{name}");
}

/// What a set of problems has in it, so that a test that passes says something.
#[derive(Debug, Default)]
struct Seen {
    unsolvable: usize,
    by_plies: [usize; 6],
    stalemates: usize,
    more_than_listed: usize,
    longer: usize,
    set_play: usize,
    en_passant: usize,
    castling: usize,
    promotion: usize,
    under_promotion: usize,
}

impl Seen {
    fn count(&mut self, problem: &Problem, truth: &Truth) {
        let Some((moves, lines)) = truth.shortest() else {
            self.unsolvable += 1;
            return;
        };
        let plies = 2 * moves + u16::from(problem.stipulation.half);
        self.by_plies[usize::from(plies)] += 1;
        self.stalemates += usize::from(problem.stipulation.kind == Kind::Helpstalemate);
        self.longer += truth
            .lengths
            .iter()
            .filter(|l| l.0 > *moves && !l.1.is_empty())
            .count();
        self.set_play += usize::from(truth.set_play.as_ref().is_some_and(|l| !l.is_empty()));
        self.more_than_listed += truth
            .lengths
            .iter()
            .filter(|l| l.1.len() > Lines::LISTED)
            .count();
        let has = |wanted: fn(&Move) -> bool| usize::from(lines.iter().flatten().any(wanted));
        self.en_passant += has(|m| m.is_en_passant());
        self.castling += has(|m| m.is_castle());
        self.promotion += has(|m| m.is_promotion());
        self.under_promotion += has(|m| {
            m.promotion()
                .is_some_and(|role| role != shakmaty::Role::Queen)
        });
    }
}

#[test]
fn every_answer_is_that_of_exhaustion() {
    let mut tables = Tables::new(4);
    let mut seen = Seen::default();
    for problem in problems(1, 2600) {
        let truth = Truth::new(&problem);
        seen.count(&problem, &truth);
        let found = run(&problem, &mut tables);
        assert_same(&problem, &found.outcome, &truth);
        let all = Problem {
            wanted: ALL,
            ..problem.clone()
        };
        let found = run(&all, &mut tables);
        assert_same(&all, &found.outcome, &truth);
        for extent in [Extent::First, Extent::Any] {
            let one = Problem {
                extent,
                ..problem.clone()
            };
            let found = run(&one, &mut tables);
            assert_true(&one, &found.outcome, &truth);
            if let Outcome::Helped(help) = &found.outcome {
                assert_eq!((help.keys.len(), help.limit), (1, None), "{}", name(&one));
                assert_eq!(help.solutions.len(), 1, "{}", name(&one));
                assert_eq!(help.solutions[0].count, None, "{}", name(&one));
                assert_eq!(help.solutions[0].lines.len(), 1, "{}", name(&one));
            } else {
                assert!(matches!(found.outcome, Outcome::Refuted { .. }));
            }
        }
    }
    eprintln!("{seen:?}");
    assert!(seen.unsolvable > 300);
    assert!(seen.by_plies[1..].iter().all(|&n| n > 30));
    assert!(seen.stalemates > 100 && seen.longer > 100 && seen.set_play > 80);
    assert!(seen.more_than_listed > 20);
    assert!(seen.en_passant > 10 && seen.castling > 10);
    assert!(seen.promotion > 80 && seen.under_promotion > 60);
}

#[test]
fn what_pruning_once_dropped_is_found() {
    for (fen, kind, plies, count) in [
        // Black fills one of the two ways of the pawn b4, the white knight leaves the other and pins.
        (
            "4B3/6K1/8/8/1p2p3/k1NR4/7R/n7 w - - 0 1",
            Kind::Helpstalemate,
            3,
            53,
        ),
        // Castling leads to a square on which there is another rook, which has to go away before.
        (
            "8/8/8/6p1/4P3/7k/8/2K1RR2 b E - 0 1",
            Kind::Helpstalemate,
            4,
            2,
        ),
    ] {
        let fen: Fen = fen.parse().expect("a FEN");
        let position: Chess = fen
            .into_position(CastlingMode::Chess960)
            .expect("a position");
        let problem = problem(&position.into(), kind, plies);
        let truth = Truth::new(&problem);
        assert_eq!(truth.shortest().map(|(_, lines)| lines.len()), Some(count));
        assert_same(
            &problem,
            &run(&problem, &mut Tables::new(1)).outcome,
            &truth,
        );
    }
}

#[test]
fn a_limit_never_makes_an_answer_untrue() {
    let mut tables = Tables::new(1);
    let (mut gave_up, mut partial) = (0, 0);
    for problem in problems(2, 250) {
        let truth = Truth::new(&problem);
        for nodes in [1, 3, 10, 31, 100, 316, 1000, 3162] {
            for wanted in [Wanted::default(), ALL] {
                let problem = Problem {
                    limits: Limits {
                        nodes: Some(nodes),
                        time: None,
                    },
                    wanted,
                    ..problem.clone()
                };
                let found = run(&problem, &mut tables);
                assert!(found.counters.nodes <= nodes, "{}", name(&problem));
                assert_true(&problem, &found.outcome, &truth);
                match &found.outcome {
                    Outcome::GaveUp { .. } => gave_up += 1,
                    Outcome::Helped(help) if help.limit.is_some() => partial += 1,
                    outcome => assert_same(&problem, outcome, &truth),
                }
            }
        }
    }
    assert!(gave_up > 300, "{gave_up}");
    assert!(partial > 100, "{partial}");
}

#[test]
fn jobs_before_and_the_size_of_the_table_change_nothing_in_the_answer() {
    let mut used = Tables::new(1);
    let mut random = Random::new(3);
    for _ in 0..12 {
        let position = ending(&mut random, "KQNPkrbp", true);
        let problem = problem(&position, Kind::Helpmate, 4);
        let found = run(&problem, &mut used);
        let again = run(&problem, &mut used);
        let fresh = run(&problem, &mut Tables::new(1));
        let large = run(&problem, &mut Tables::new(64));
        for other in [&again, &fresh] {
            assert_eq!(found.counters.nodes, other.counters.nodes);
            assert_eq!(
                format!("{:?}", found.outcome),
                format!("{:?}", other.outcome)
            );
        }
        assert_eq!(
            format!("{:?}", found.outcome),
            format!("{:?}", large.outcome)
        );
    }
}

#[test]
fn a_raised_flag_or_a_time_limit_ends_the_search() {
    let mut random = Random::new(4);
    let position = ending(&mut random, "KQRBNPPPkqrbnppp", true);
    let mut problem = problem(&position, Kind::Helpstalemate, 40);
    let stop = Stop::new();
    stop.raise();
    let stopped = solve(&problem, &mut Tables::new(1), &stop).expect("help play is supported");
    assert!(matches!(
        stopped.outcome,
        Outcome::GaveUp {
            limit: LimitKind::Stopped,
            ..
        }
    ));
    problem.limits.time = Some(Duration::from_millis(50));
    let timed = run(&problem, &mut Tables::new(1));
    assert!(matches!(
        timed.outcome,
        Outcome::GaveUp {
            limit: LimitKind::Time,
            ..
        }
    ));
}

#[test]
fn a_position_without_a_move_is_mate_or_stalemate() {
    for (fen, mate) in [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", true),
        ("7k/8/5KQ1/8/8/8/8/8 b - - 0 1", false),
    ] {
        let fen: Fen = fen.parse().expect("a FEN");
        let position: Chess = fen
            .into_position(CastlingMode::Standard)
            .expect("a position");
        let position = Game::from(position);
        for kind in [Kind::Helpmate, Kind::Helpstalemate] {
            for plies in [1, 2, 4] {
                let found = run(&problem(&position, kind, plies), &mut Tables::new(1));
                assert_eq!(matches!(found.outcome, Outcome::Checkmate), mate);
                assert_eq!(matches!(found.outcome, Outcome::Stalemate), !mate);
            }
        }
    }
}
