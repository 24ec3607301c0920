//! Single positions, the state of the tables, and limits other than nodes.

use std::time::Duration;

use keymove::house::{House, MateRule, Reserve, Variant};
use keymove::position::Position;
use keymove::solve::{
    Extent, Kind, Length, LimitKind, Outcome, Problem, Stipulation, Tables, Wanted, solve,
};
use keymove::stop::Stop;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position as _};

use crate::brute_force::judge::Judge;
use crate::brute_force::kinds::{DEEP_MATES, ENDINGS, HANDS, HELP, LOSSES_WITH_HANDS};
use crate::brute_force::positions::{self, Random, SHAPES, Shape};
use crate::brute_force::sources::{Problems, Source};
use crate::brute_force::verdicts::{check, name};
use crate::brute_force::{EXTENTS, Group, answer, verdict};
use crate::support::long::{least, share};

/// A few problems of every ending of mates.
fn deep_mates(seed: u64, of_each: usize) -> impl Iterator<Item = Problem> {
    DEEP_MATES.split(", ").flat_map(move |ending| {
        let (men, asked) = ending.split_once(' ').expect("men and a stipulation");
        let source = Source::Ending(men);
        Problems::new(Group { source, ..ENDINGS }, asked, seed).take(of_each)
    })
}

#[test]
fn a_raised_stop_proves_nothing() {
    let stop = Stop::new();
    stop.raise();
    for problem in deep_mates(5, 1) {
        let found = solve(&problem, &mut Tables::new(1), &stop).expect("mate is supported");
        match found.outcome() {
            Outcome::GaveUp { limit, .. } => assert_eq!(limit, LimitKind::Stopped),
            // A result that is found before the search first checks the flag.
            _ => check(&problem, &found, &mut Judge::default()),
        }
    }
}

#[test]
fn jobs_before_and_the_size_of_the_table_change_nothing_in_the_answer() {
    let mut used = Tables::new(1);
    let mut random = Random::new(3);
    let run = |problem: &Problem, tables: &mut Tables| {
        let verdict = verdict(problem, tables);
        (format!("{:?}", verdict.outcome()), verdict.counters.nodes)
    };
    let mates = deep_mates(6, 3).enumerate().map(|(i, problem)| Problem {
        extent: EXTENTS[i % 3],
        ..problem
    });
    let helpmate = |_| {
        let position = positions::ending(&mut random, "KQNPkrbp", true);
        Problem::new(position, Stipulation::new(Kind::HELPMATE, 2))
    };
    for problem in mates.chain((0..12).map(helpmate)) {
        let found = run(&problem, &mut used);
        assert_eq!(found, run(&problem, &mut used), "{}", name(&problem));
        let new = run(&problem, &mut Tables::new(1));
        assert_eq!(found, new, "{}", name(&problem));
        if problem.stipulation.kind.is_help() {
            let large = run(&problem, &mut Tables::new(64));
            assert_eq!(found.0, large.0, "{}", name(&problem));
        }
    }
}

#[test]
fn a_raised_flag_or_a_time_limit_ends_the_search() {
    let position = positions::ending(&mut Random::new(4), "KQRBNPPPkqrbnppp", true);
    let asked = Stipulation::new(Kind::HELPSTALEMATE, 20);
    let mut problem = Problem::new(position, asked);
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

/// A helpmate without a number is of the shortest length; nothing longer is listed, and nothing as
/// set play.
#[test]
fn a_helpmate_of_any_length_is_the_shortest_one() {
    let mut tables = Tables::new(4);
    let mut seen = [0; 6];
    for problem in Problems::new(HELP, "h#2.5", 24).take(share(600)) {
        let mut judge = Judge::default();
        let asked = Stipulation {
            exact: false,
            ..problem.stipulation
        };
        let Some(shortest) = judge.shortest(asked, &problem.position) else {
            continue;
        };
        let of_any_length = Problem {
            stipulation: asked.with_moves(Length::LONGEST),
            wanted: Wanted {
                tree: true,
                set_play: true,
                ..Wanted::default()
            },
            ..problem
        };
        let verdict = verdict(&of_any_length, &mut tables);
        check(&of_any_length, &verdict, &mut judge);
        seen[shortest.half_moves() as usize] += 1;
    }
    let enough = seen[1..].iter().all(|&count| count >= least(15));
    assert!(enough, "{seen:?}");
}

fn position(fen: &str) -> Position {
    let fen: Fen = fen.parse().expect("a FEN");
    let chess: Chess = fen
        .into_position(CastlingMode::Chess960)
        .expect("a position");
    chess.into()
}

#[test]
fn solutions_that_pruning_once_dropped_are_found() {
    for (fen, asked, count) in [
        // Black closes one of the two ways of the pawn b4; the white knight leaves the other way
        // and pins.
        ("4B3/6K1/8/8/1p2p3/k1NR4/7R/n7 w - - 0 1", "h=1.5", 53),
        // Castling leads to a square with another rook, which must first move away.
        ("8/8/8/6p1/4P3/7k/8/2K1RR2 b E - 0 1", "h=2", 2),
        // Of these and three shorter lines Popeye omits five, which end as lines that it prints.
        ("4K3/6bk/5Q2/8/8/8/8/8 b - - 0 1", "ser-h#4", 19),
        // A knight on h8 with a bishop on h4 was taken for a bishop on h8.
        (
            "3k1r2/1P1pP1PP/7P/3PPR1q/p1p1Pp1B/8/8/Q5K1 b f - 0 1",
            "h#2",
            1974,
        ),
    ] {
        let stipulation: Stipulation = asked.parse().expect("a stipulation");
        let mut problem = Problem::new(position(fen), stipulation);
        problem.wanted.tree = true;
        for extent in EXTENTS {
            problem.extent = extent;
            let verdict = verdict(&problem, &mut Tables::new(1));
            check(&problem, &verdict, &mut Judge::default());
            let mut solutions = verdict.solutions.iter();
            let whole = solutions.find(|lines| lines.length == stipulation.length);
            let found = whole.and_then(|lines| lines.count);
            assert!(extent != Extent::AllKeys || found == Some(count), "{fen}");
        }
    }
}

#[test]
fn a_position_without_a_move_is_mate_or_stalemate() {
    for (fen, mate) in [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", true),
        ("7k/8/5KQ1/8/8/8/8/8 b - - 0 1", false),
    ] {
        for asked in [
            "h#0.5",
            "h#1",
            "h#2",
            "h=0.5",
            "h=1",
            "h=2",
            "#2",
            "-#2",
            "s=2",
            "exact-r#2",
        ] {
            let problem = Problem::new(position(fen), asked.parse().expect("a stipulation"));
            let found = answer(&problem, &mut Tables::new(1));
            assert_eq!(matches!(found, Outcome::Checkmate), mate, "{asked}");
            assert_eq!(matches!(found, Outcome::Stalemate), !mate, "{asked}");
        }
    }
}

#[test]
fn a_reserve_is_never_worth_less_than_a_hand() {
    let mut changed = 0;
    let mates = Problems::new(HANDS, "#2", 33).take(share(800));
    let losses = Problems::new(LOSSES_WITH_HANDS, "-#2", 33).take(share(400));
    for problem in mates.chain(losses) {
        let house = *problem.position.house().expect("men in hand");
        let defender = problem.stipulation.kind.defender(problem.position.turn());
        let with = |reserve| {
            let house = House { reserve, ..house };
            Position::with_house(problem.position.chess().clone(), house)
        };
        let is_solved = |position| {
            let asked = Problem::new(position, problem.stipulation);
            let outcome = answer(&asked, &mut Tables::new(1));
            matches!(outcome, Outcome::Solved(_) | Outcome::Lost(_))
        };
        let frozen = with(Reserve::Nobody);
        // A side without a move is mated already, or waits.
        if frozen.legal_moves().is_empty() {
            continue;
        }
        let frozen = is_solved(frozen);
        let any = is_solved(with(Reserve::Of(defender)));
        assert!(frozen || !any, "{}", name(&problem));
        changed += usize::from(frozen && !any);
    }
    assert!(changed >= least(10), "{changed}");
}

#[test]
fn tasks_without_meaning_for_hands_are_refused() {
    let position = positions::ending(&mut Random::new(44), "KQk", false);
    let refused = |asked: &str, variant: Variant| {
        let house = House::new(variant, MateRule::Now);
        let position = Position::with_house(position.chess().clone(), house);
        let asked = Problem::new(position, asked.parse().expect("a stipulation"));
        solve(&asked, &mut Tables::new(1), &Stop::new()).is_err()
    };
    for asked in ["=1", "s=1"] {
        assert!(refused(asked, Variant::Bughouse));
        assert!(!refused(asked, Variant::Crazyhouse));
    }
    for variant in Variant::ALL {
        assert!(refused("h#1", variant));
        assert!(refused("exact-#1", variant));
        assert!(!refused("s#1", variant));
    }
}

#[test]
fn every_shape_matches_its_name() {
    let mut random = Random::new(8);
    for shape in SHAPES {
        let mut found = 0;
        for position in (0..400).filter_map(|_| shape.position(&mut random, true)) {
            let moves = position.legal_moves();
            found += usize::from(match shape {
                Shape::EnPassant => moves.iter().any(|m| m.is_en_passant()),
                Shape::Castling | Shape::Chess960 => position.chess().castles().any(),
                Shape::Promotion => moves.iter().any(|m| m.is_promotion()),
                Shape::Plain | Shape::Edge | Shape::Box => true,
            });
        }
        assert!(found >= 40, "{shape:?}: {found}");
    }
}
