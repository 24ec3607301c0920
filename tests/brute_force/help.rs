//! Help play: length, keys, the number of solutions and all of them.

use std::time::Duration;

use keymove::position::Position;
use keymove::solve::{
    Extent, Help, Kind, Length, LimitKind, Lines, Outcome, Problem, Stipulation, Tables, Verdict,
    Wanted, solve,
};
use keymove::stop::Stop;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Move};

use crate::brute_force::judge::{Judge, after};
use crate::brute_force::plain;
use crate::brute_force::positions::{self, Random, SHAPES};
use crate::brute_force::truth::{set_play, truth};
use crate::brute_force::verdicts::{check_set, legal_where, name};
use crate::brute_force::{EXTENTS, Under, check_extents, compare, problem};
use crate::support::long::{least, share};

/// The number of plies of a length.
fn plies(stipulation: Stipulation, moves: u16) -> u32 {
    2 * u32::from(moves) + u32::from(stipulation.length.has_half())
}

/// The permitted verdicts on a problem of help play in which a move is possible.
pub fn check(problem: &Problem, outcome: &Outcome, judge: &mut Judge, name: &str) {
    let asked = problem.stipulation;
    let kind = asked.kind;
    let position = &problem.position;
    let limited = problem.limits.nodes.is_some();
    let mut lengths = (0..=asked.length.moves()).filter(|&n| plies(asked, n) > 0);
    let shortest = lengths.find(|&n| judge.count(kind, position, plies(asked, n)) > 0);
    match outcome {
        Outcome::Helped(help) => {
            assert_eq!(
                Some(help.length),
                shortest.map(|n| asked.length.with_moves(n)),
                "{name}: {help:?}"
            );
            helped(problem, help, judge, name);
        }
        Outcome::Refuted {
            length,
            escapes,
            open,
            limit,
        } => {
            assert_eq!(shortest, None, "{name}: refuted");
            assert_eq!((*length, *open), (asked.length, 0), "{name}");
            // The limit may have prevented the search for set play.
            assert!(
                limit.is_none() || limited && problem.wanted.set_play,
                "{name}"
            );
            assert!(escapes.is_empty(), "{name}");
        }
        Outcome::GaveUp { refuted, .. } => {
            assert!(limited, "{name}: gave up");
            let whole = refuted.half_moves();
            assert!(
                whole < plies(asked, asked.length.moves()),
                "{name}: gave up after {refuted}"
            );
            assert!(
                shortest.is_none_or(|n| plies(asked, n) > whole),
                "{name}: refuted {refuted}, but there is a solution in {shortest:?}"
            );
        }
        _ => panic!("{name}: {outcome:?}"),
    }
}

fn helped(problem: &Problem, help: &Help, judge: &mut Judge, name: &str) {
    let Help {
        length,
        keys,
        open,
        solutions,
        limit,
    } = help;
    let asked = problem.stipulation;
    let kind = asked.kind;
    let position = &problem.position;
    let after_first = length.half_moves() - 1;
    let all = legal_where(position, |m| {
        judge.count(kind, &after(position, m), after_first) > 0
    });
    check_set(problem, (keys, *open), &all, *limit, name);
    let complete = limit.is_none() && problem.extent == Extent::AllKeys;
    if limit.is_none() && !complete {
        let one = &solutions[0];
        assert_eq!((keys.len(), solutions.len()), (1, 1), "{name}: {help:?}");
        assert_eq!((one.lines.len(), one.count), (1, None), "{name}: {help:?}");
    }
    // Shortest first, each length once.
    assert!(
        solutions.is_sorted_by(|a, b| a.length < b.length),
        "{name}: {help:?}"
    );
    let shortest = &solutions[0];
    assert_eq!(shortest.length, *length, "{name}: {help:?}");
    for line in &shortest.lines {
        assert!(
            keys.contains(&line[0]),
            "{name}: {line:?} is not of {keys:?}"
        );
    }
    for lines in solutions {
        assert!(lines.length <= asked.length, "{name}: {lines:?}");
        assert_ne!(lines.count, Some(0), "{name}: {help:?}");
        assert!(!lines.lines.is_empty(), "{name}: {help:?}");
        are_solutions(
            problem,
            position,
            lines,
            lines.length.half_moves(),
            judge,
            name,
        );
        assert!(lines.count.is_some() || !complete, "{name}: {lines:?}");
    }
    let mut longer = (length.moves() + 1..=asked.length.moves())
        .filter(|&n| judge.count(kind, position, plies(asked, n)) > 0)
        .collect::<Vec<_>>();
    if !problem.wanted.tree {
        longer.clear();
    }
    let listed: Vec<u16> = solutions[1..]
        .iter()
        .map(|lines| lines.length.moves())
        .collect();
    if complete {
        assert_eq!(listed, longer, "{name}");
    } else {
        assert!(
            listed.iter().all(|n| longer.contains(n)),
            "{name}: {listed:?}"
        );
    }
}

/// The permitted set play if a limit may have been reached.
pub fn check_set_play(problem: &Problem, verdict: &Verdict, judge: &mut Judge) {
    let name = name(problem);
    for lines in verdict.set_play.iter().flatten() {
        assert!(problem.wanted.set_play, "{name}: {lines:?}");
        let other = problem.position.passed();
        let other = other.unwrap_or_else(|| panic!("{name}: there is a check"));
        let plies = lines.length.half_moves();
        let less = problem.stipulation.length.half_moves() - plies;
        assert!(less % 2 == 1, "{name}: {lines:?}");
        are_solutions(problem, &other, lines, plies, judge, &name);
    }
}

/// All lines are solutions of that length, sorted, each once; they are all of them if they are
/// counted, if there are not too many, and if no limit was reached.
fn are_solutions(
    problem: &Problem,
    position: &Position,
    found: &Lines,
    plies: u32,
    judge: &mut Judge,
    name: &str,
) {
    let kind = problem.stipulation.kind;
    let mode = position.mode();
    for line in &found.lines {
        assert_eq!(line.len(), plies as usize, "{name}: {line:?}");
        let mut position = position.clone();
        for &m in line {
            assert!(position.legal_moves().contains(&m), "{name}: {line:?}");
            position.play(m);
        }
        assert!(kind.aim.is_reached(&position), "{name}: {line:?}");
    }
    let written = |line: &Vec<Move>| -> Vec<String> {
        line.iter().map(|m| m.to_uci(mode).to_string()).collect()
    };
    assert!(
        found.lines.is_sorted_by(|a, b| written(a) < written(b)),
        "{name}: {:?}",
        found.lines
    );
    assert!(found.lines.len() <= Lines::LISTED, "{name}");
    if let Some(count) = found.count {
        assert_eq!(
            count,
            judge.count(kind, position, plies),
            "{name}: {plies} plies"
        );
        let all = judge.lines(kind, position, plies, Lines::LISTED);
        // A limit may be reached when the lines are counted, but not yet listed.
        if problem.limits.nodes.is_none() {
            assert_eq!(found.lines, all, "{name}: {plies} plies");
        }
        assert!(found.lines.len() as u64 <= count, "{name}: {plies} plies");
    }
}

/// Random positions of 3 to 8 men and lengths up to two and a half moves.
fn problems(kind: Kind, seed: u64, count: usize) -> Vec<Problem> {
    let mut random = Random::new(seed);
    let mut problems = Vec::new();
    while problems.len() < count {
        let shape = SHAPES[problems.len() % SHAPES.len()];
        // The side to move is the weak one when it is to be mated.
        let half = random.chance(50);
        let strong_moves = half ^ random.chance(15);
        let Some(position) = shape.position(&mut random, strong_moves) else {
            continue;
        };
        let deepest = deepest(&position);
        let moves = if half {
            (deepest - 1) / 2
        } else {
            (deepest / 2).max(1)
        };
        let moves = if random.chance(75) {
            moves
        } else {
            1 + random.below(moves.max(1)) - usize::from(half)
        };
        let stipulation = Stipulation::within(kind, Length::of_moves(moves as u16).with_half(half));
        // At random, two thirds would have no solution.
        if problems.len() % 2 == 0 && !is_solvable(&position, stipulation) {
            continue;
        }
        problems.push(Problem {
            stipulation,
            claimed: random.chance(50),
            lines: Vec::new(),
            wanted: Wanted {
                tree: random.chance(50),
                // A single move has no set play half a move shorter.
                set_play: moves > 0 && random.chance(50),
                ..Wanted::default()
            },
            ..problem(&position, kind, 1)
        });
    }
    problems
}

/// Whether there is a solution of any length.
fn is_solvable(position: &Position, asked: Stipulation) -> bool {
    let mut judge = Judge::default();
    let kind = asked.kind;
    (0..=asked.length.moves())
        .map(|n| plies(asked, n))
        .any(|plies| plies > 0 && judge.count(kind, position, plies) > 0)
}

/// The number of plies that exhaustion searches within a fraction of a second: 2 to 5.
fn deepest(position: &Position) -> usize {
    let ours = position.legal_moves().len().max(4);
    let theirs = position
        .passed()
        .map_or(ours, |other| other.legal_moves().len().max(4));
    let mut lines = ours * theirs;
    let mut plies = 2;
    while plies < 5 {
        lines *= if plies % 2 == 0 { ours } else { theirs };
        if lines > 60_000 {
            break;
        }
        plies += 1;
    }
    plies
}

/// The features of a set of problems.
#[derive(Debug, Default)]
struct Seen {
    plies: [usize; 6],
    refuted: usize,
    longer: usize,
    many: usize,
    set_play: usize,
    en_passant: usize,
    castling: usize,
    promotion: usize,
    under_promotion: usize,
}

impl Seen {
    fn count(&mut self, outcome: &Outcome, set_play: Option<&[Lines]>) {
        self.set_play += usize::from(set_play.is_some_and(|all| !all.is_empty()));
        let help = match outcome {
            Outcome::Helped(help) => help,
            Outcome::Refuted { .. } => {
                self.refuted += 1;
                return;
            }
            _ => return,
        };
        self.plies[help.length.half_moves() as usize] += 1;
        self.longer += usize::from(help.solutions.len() > 1);
        let listed = Lines::LISTED as u64;
        self.many += usize::from(help.solutions.iter().any(|l| l.count > Some(listed)));
        let any = |is_one: &dyn Fn(&Move) -> bool| {
            let mut lines = help.solutions.iter().flat_map(|l| &l.lines);
            usize::from(lines.any(|line| line.iter().any(is_one)))
        };
        self.en_passant += any(&|m| m.is_en_passant());
        self.castling += any(&|m| m.is_castle());
        self.promotion += any(&|m| m.is_promotion());
        self.under_promotion += any(&|m| m.promotion().is_some_and(|r| r != shakmaty::Role::Queen));
    }

    fn is_worth_something(&self) -> bool {
        eprintln!("{self:?}");
        let Seen {
            plies: [_, plies @ ..],
            ..
        } = self;
        let often = [
            self.refuted,
            self.longer,
            self.set_play,
            self.promotion,
            self.under_promotion,
        ];
        plies.iter().chain(&often).all(|&count| count >= least(20))
            && self.en_passant >= least(10)
            && self.castling >= least(10)
            && self.many >= least(3)
    }
}

fn every_verdict(kind: Kind, seed: u64) {
    let mut tables = Tables::new(4);
    let mut seen = Seen::default();
    for problem in problems(kind, seed, share(1200)) {
        let truth = truth(&problem);
        let set_play = set_play(&problem, &mut Judge::default());
        seen.count(&truth, set_play.as_deref());
        compare(&problem, &truth, &mut tables, &mut Judge::default());
    }
    assert!(seen.is_worth_something(), "{seen:?}");
}

#[test]
fn every_helpmate_is_that_of_exhaustion() {
    every_verdict(Kind::HELPMATE, 21);
}

#[test]
fn every_helpstalemate_is_that_of_exhaustion() {
    every_verdict(Kind::HELPSTALEMATE, 22);
}

/// A helpmate without a number is of the shortest length; nothing longer is listed, and nothing as
/// set play.
#[test]
fn a_helpmate_of_any_length_is_the_shortest_one() {
    let mut tables = Tables::new(4);
    let mut seen = [0; 6];
    for problem in problems(Kind::HELPMATE, 24, share(600)) {
        let mut judge = Judge::default();
        let asked = problem.stipulation;
        let lengths = (0..=asked.length.moves()).map(|n| plies(asked, n));
        let mut count = |plies: u32| judge.count(asked.kind, &problem.position, plies);
        let counts = lengths.map(|plies| (plies, if plies > 0 { count(plies) } else { 0 }));
        let counts: Vec<(u32, u64)> = counts.collect();
        let Some(&(shortest, count)) = counts.iter().find(|(_, count)| *count > 0) else {
            continue;
        };
        let length = asked.length.with_moves(Length::LONGEST);
        let of_any_length = Problem {
            stipulation: Stipulation::within(asked.kind, length),
            extent: Extent::AllKeys,
            wanted: Wanted {
                tree: true,
                set_play: true,
                ..Wanted::default()
            },
            ..problem.clone()
        };
        let verdict = solve(&of_any_length, &mut tables, &Stop::default()).expect("supported");
        let name = name(&problem);
        assert_eq!(verdict.set_play, None, "{name}");
        let Outcome::Helped(help) = verdict.outcome() else {
            panic!("{name}: {verdict:?}");
        };
        assert_eq!(help.length.half_moves(), shortest, "{name}");
        let [lines] = &help.solutions[..] else {
            panic!("{name}: {help:?}");
        };
        assert_eq!(lines.count, Some(count), "{name}");
        seen[shortest as usize] += 1;
    }
    let enough = seen[1..].iter().all(|&count| count >= least(15));
    assert!(enough, "{seen:?}");
}

/// Deep enough for tables to overflow and for lines of one length to meet.
const ENDINGS: [(&str, u16, bool); 10] = [
    ("Kkq", 3, false),
    ("KRk", 3, false),
    ("KPk", 4, false),
    ("KBNk", 3, false),
    ("KQkp", 2, true),
    ("KRkp", 3, false),
    ("KPkp", 3, true),
    ("KPPk", 3, false),
    ("KNkp", 3, true),
    ("KBkn", 3, false),
];

fn endings(kind: Kind, seed: u64, of_each: usize) -> Vec<Vec<Problem>> {
    let mut random = Random::new(seed);
    let of = |random: &mut Random, men: &str, moves, half: bool| {
        let position = positions::ending(random, men, !half);
        Problem {
            stipulation: Stipulation::within(kind, Length::of_moves(moves).with_half(half)),
            wanted: Wanted {
                tree: random.chance(50),
                set_play: random.chance(30),
                ..Wanted::default()
            },
            ..problem(&position, kind, moves)
        }
    };
    ENDINGS
        .iter()
        .map(|&(men, moves, half)| {
            (0..of_each)
                .map(|_| of(&mut random, men, moves, half))
                .collect()
        })
        .collect()
}

#[test]
fn deeper_help_is_that_of_exhaustion() {
    let kinds = [Kind::HELPMATE, Kind::HELPSTALEMATE].into_iter();
    let groups = kinds.flat_map(|kind| endings(kind, 23, 4));
    let (solved, refuted) = check_extents(groups, &mut Tables::new(1));
    assert!(solved >= 50 && refuted >= 20, "{solved}, {refuted}");
}

#[test]
fn no_limit_makes_help_wrong() {
    let mut tables = Tables::new(1);
    let mut under = Under::default();
    for kind in [Kind::HELPMATE, Kind::HELPSTALEMATE] {
        for (i, problem) in problems(kind, 24, share(300)).into_iter().enumerate() {
            let problem = Problem {
                extent: EXTENTS[i % 3],
                ..problem
            };
            let mut judge = Judge::default();
            for nodes in [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000] {
                under.nodes(&problem, nodes, &mut tables, &mut judge);
            }
        }
        for problems in endings(kind, 25, 2) {
            let mut judge = Judge::default();
            for (i, problem) in problems.into_iter().enumerate() {
                let problem = Problem {
                    extent: EXTENTS[i % 3],
                    ..problem
                };
                for nodes in [300, 1_000, 5_000, 20_000, 100_000] {
                    under.nodes(&problem, nodes, &mut tables, &mut judge);
                }
            }
        }
    }
    assert!(under.is_worth_something());
}

#[test]
fn solutions_that_pruning_once_dropped_are_found() {
    for (fen, kind, moves, half, count) in [
        // Black closes one of the two ways of the pawn b4; the white knight leaves the other way
        // and pins.
        (
            "4B3/6K1/8/8/1p2p3/k1NR4/7R/n7 w - - 0 1",
            Kind::HELPSTALEMATE,
            1,
            true,
            53,
        ),
        // Castling leads to a square with another rook, which must first move away.
        (
            "8/8/8/6p1/4P3/7k/8/2K1RR2 b E - 0 1",
            Kind::HELPSTALEMATE,
            2,
            false,
            2,
        ),
        // A knight on h8 with a bishop on h4 was taken for a bishop on h8.
        (
            "3k1r2/1P1pP1PP/7P/3PPR1q/p1p1Pp1B/8/8/Q5K1 b f - 0 1",
            Kind::HELPMATE,
            2,
            false,
            1974,
        ),
    ] {
        let mut problem = problem(&position(fen), kind, moves);
        problem.stipulation.length = problem.stipulation.length.with_half(half);
        problem.wanted.tree = true;
        match crate::brute_force::answer(&problem, &mut Tables::new(1)) {
            Outcome::Helped(help) => {
                let of_length = help
                    .solutions
                    .iter()
                    .find(|lines| lines.length == problem.stipulation.length);
                let found = of_length.and_then(|lines| lines.count);
                assert_eq!(found, Some(count), "{fen}");
            }
            other => panic!("{fen}: {other:?}"),
        }
        let truth = truth(&problem);
        compare(&problem, &truth, &mut Tables::new(1), &mut Judge::default());
    }
}

#[test]
fn jobs_before_and_the_size_of_the_table_change_nothing_in_the_answer() {
    let mut used = Tables::new(1);
    let mut random = Random::new(3);
    let run = |problem: &Problem, tables: &mut Tables| {
        let verdict = solve(problem, tables, &Stop::new()).expect("help play is supported");
        (format!("{:?}", verdict.outcome()), verdict.counters.nodes)
    };
    for _ in 0..12 {
        let position = positions::ending(&mut random, "KQNPkrbp", true);
        let problem = problem(&position, Kind::HELPMATE, 2);
        let found = run(&problem, &mut used);
        assert_eq!(found, run(&problem, &mut used));
        assert_eq!(found, run(&problem, &mut Tables::new(1)));
        assert_eq!(found.0, run(&problem, &mut Tables::new(64)).0);
    }
}

#[test]
fn a_raised_flag_or_a_time_limit_ends_the_search() {
    let mut random = Random::new(4);
    let position = positions::ending(&mut random, "KQRBNPPPkqrbnppp", true);
    let mut problem = problem(&position, Kind::HELPSTALEMATE, 20);
    let ended_by = |problem: &Problem, stop: &Stop| {
        let verdict = solve(problem, &mut Tables::new(1), stop).expect("help play is supported");
        match verdict.outcome() {
            Outcome::GaveUp { limit, .. } => limit,
            other => panic!("{other:?}"),
        }
    };
    let stop = Stop::new();
    stop.raise();
    assert_eq!(ended_by(&problem, &stop), LimitKind::Stopped);
    problem.limits.time = Some(Duration::from_millis(50));
    assert_eq!(ended_by(&problem, &Stop::new()), LimitKind::Time);
}

#[test]
fn a_position_without_a_move_is_mate_or_stalemate() {
    for (fen, mate) in [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", true),
        ("7k/8/5KQ1/8/8/8/8/8 b - - 0 1", false),
    ] {
        for kind in [Kind::HELPMATE, Kind::HELPSTALEMATE] {
            for (moves, half) in [(0, true), (1, false), (2, false)] {
                let mut problem = problem(&position(fen), kind, moves);
                problem.stipulation.length = problem.stipulation.length.with_half(half);
                let found = crate::brute_force::answer(&problem, &mut Tables::new(1));
                assert_eq!(matches!(found, Outcome::Checkmate), mate);
                assert_eq!(matches!(found, Outcome::Stalemate), !mate);
            }
        }
    }
}

fn position(fen: &str) -> Position {
    let fen: Fen = fen.parse().expect("a FEN");
    let position: Chess = fen
        .into_position(CastlingMode::Chess960)
        .expect("a position");
    position.into()
}

#[test]
fn the_judge_of_help_agrees_with_plain_exhaustion() {
    for kind in [Kind::HELPMATE, Kind::HELPSTALEMATE] {
        for problem in problems(kind, 26, 100) {
            let mut judge = Judge::default();
            let goal = kind.aim;
            let position = &problem.position;
            for plies in (0..=plies(problem.stipulation, problem.stipulation.length.moves())).rev()
            {
                assert_eq!(
                    judge.lines(kind, position, plies, 50),
                    plain::lines(goal, position, plies, 50)
                );
                assert_eq!(
                    judge.count(kind, position, plies),
                    plain::count(goal, position, plies)
                );
            }
        }
    }
}
