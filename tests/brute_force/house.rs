//! Bughouse and crazyhouse: positions with men in hand, both mate rules, sometimes a reserve.

use keymove::house::{House, MateRule, Reserve, Variant};
use keymove::position::Position;
use keymove::solve::{Aim, Kind, Outcome, PlayKind, Problem, Stipulation, Tables, solve};
use keymove::stop::Stop;
use shakmaty::{Bitboard, Color};

use crate::brute_force::judge::Judge;
use crate::brute_force::positions::{Random, SHAPES};
use crate::brute_force::truth::truth;
use crate::brute_force::verdicts::name;
use crate::brute_force::{Under, answer, asked_for, compare, forced, problem};
use crate::support::long::{least, share};

/// The same men, with some in hand.
fn with_hands(position: &Position, random: &mut Random, defender: Color) -> Position {
    let (variant, mate_rule) = match random.below(4) {
        0 => (Variant::Crazyhouse, MateRule::Now),
        1 => (Variant::Bughouse, MateRule::Now),
        _ => (Variant::Bughouse, MateRule::Unblockable),
    };
    let mut house = House::new(variant, mate_rule);
    for color in Color::ALL {
        // A hand of two kinds soon costs exhaustion too much.
        for _ in 0..random.below(3) {
            let role = random.role([3, 2, 2, 2, 2]);
            *house.hands.get_mut(color).get_mut(role) += 1;
        }
    }
    if random.chance(15) {
        house.reserve = Reserve::Of(defender);
    }
    let board = position.board();
    let men = board.occupied() & !board.kings() & !board.pawns();
    house.promoted = men
        .into_iter()
        .filter(|_| random.chance(25))
        .collect::<Bitboard>();
    Position::with_house(position.chess().clone(), house)
}

/// Problems that exhaustion solves quickly.
fn problems(seed: u64, count: usize) -> Vec<Problem> {
    let mut random = Random::new(seed);
    let mut problems = Vec::new();
    while problems.len() < count {
        let shape = SHAPES[problems.len() % SHAPES.len()];
        let mated = random.chance(30);
        let Some(position) = shape.position(&mut random, !mated) else {
            continue;
        };
        let kind = if mated { Kind::MATED } else { Kind::MATE };
        let defender = kind.defender(position.turn());
        let position = with_hands(&position, &mut random, defender);
        let ours = position.legal_moves().len();
        let Some(theirs) = position.passed().map(|p| p.legal_moves().len().max(4)) else {
            continue;
        };
        let two = ours * theirs * ours;
        let deepest = match kind {
            Kind::MATED if two < 3_000 => 2,
            Kind::MATED => 1,
            _ if two * theirs * ours < 3_000_000 => 3,
            _ if two < 200_000 => 2,
            _ => 1,
        };
        let moves = 1 + random.below(deepest).max(random.below(deepest));
        problems.push(Problem {
            claimed: random.chance(50),
            lines: Vec::new(),
            ..problem(&position, kind, moves as u16)
        });
    }
    problems
}

/// The features of a set of problems, so that a test that passes is meaningful.
#[derive(Debug, Default)]
struct Seen {
    mates: [usize; 3],
    lost: usize,
    refuted: usize,
    escapes: usize,
    drops_mate: usize,
    drops_save: usize,
    /// Won without hands, but not with them.
    hand_matters: usize,
}

impl Seen {
    fn count(&mut self, outcome: &Outcome, orthodox: &Outcome) {
        let is_drop = |m: &shakmaty::Move| m.from().is_none();
        match outcome {
            Outcome::Solved(s) => {
                self.mates[usize::from(s.moves) - 1] += 1;
                self.drops_mate += usize::from(s.keys.iter().any(is_drop));
            }
            Outcome::Lost(_) => self.lost += 1,
            Outcome::Refuted { escapes, .. } => {
                self.refuted += usize::from(escapes.is_empty());
                self.escapes += usize::from(!escapes.is_empty());
                self.drops_save += usize::from(escapes.iter().any(is_drop));
                self.hand_matters += usize::from(matches!(orthodox, Outcome::Solved(_)));
            }
            _ => {}
        }
    }
}

#[test]
fn every_verdict_is_that_of_exhaustion() {
    let mut tables = Tables::new(4);
    let mut seen = Seen::default();
    for problem in problems(31, share(3000)) {
        let due = truth(&problem);
        let orthodox = truth(&Problem {
            position: problem.position.chess().clone().into(),
            ..problem.clone()
        });
        seen.count(&due, &orthodox);
        compare(&problem, &due, &mut tables, &mut Judge::default());
    }
    eprintln!("{seen:?}");
    let counts = [
        seen.mates[0],
        seen.mates[1],
        seen.lost,
        seen.refuted,
        seen.escapes,
        seen.drops_mate,
        seen.drops_save,
        seen.hand_matters,
    ];
    assert!(counts.iter().all(|&count| count >= least(20)), "{seen:?}");
}

#[test]
fn limits_and_lack_of_memory_never_make_it_lie() {
    let mut tables = Tables::new(1);
    let mut under = Under::default();
    for (i, problem) in problems(32, share(400)).into_iter().enumerate() {
        let mut judge = Judge::default();
        for nodes in [1, 3, 10, 40, 200] {
            under.nodes(&problem, nodes + i as u64 % 3, &mut tables, &mut judge);
        }
    }
    assert!(under.is_worth_something());
}

#[test]
fn a_reserve_is_never_worth_less_than_a_hand() {
    let mut changed = 0;
    for problem in problems(33, share(300)) {
        let Some(house) = problem.position.house().copied() else {
            panic!("{}", name(&problem));
        };
        let defender = problem.stipulation.kind.defender(problem.position.turn());
        let with = |reserve| {
            let house = House { reserve, ..house };
            let position = Position::with_house(problem.position.chess().clone(), house);
            let problem = Problem {
                position,
                ..problem.clone()
            };
            answer(&problem, &mut Tables::new(1))
        };
        let (frozen, any) = (with(Reserve::Nobody), with(Reserve::Of(defender)));
        let solved = |outcome: &Outcome| matches!(outcome, Outcome::Solved(_) | Outcome::Lost(_));
        assert!(solved(&frozen) || !solved(&any), "{}", name(&problem));
        changed += usize::from(solved(&frozen) && !solved(&any));
    }
    assert!(changed >= least(10), "{changed}");
}

/// Problems with the other goals: those of orthodox chess, with a man or two in hand, usually the
/// attacker's. In bughouse no side is stalemated.
fn of_other_goals(kind: Kind, seed: u64, count: usize) -> Vec<Problem> {
    let mut random = Random::new(seed);
    let mut problems = Vec::new();
    for orthodox in forced::problems(kind, 2, seed, count) {
        let crazyhouse = kind.aim == Aim::Stalemate || random.chance(50);
        let mut house = match (crazyhouse, random.chance(50)) {
            (true, _) => House::new(Variant::Crazyhouse, MateRule::Now),
            (_, true) => House::new(Variant::Bughouse, MateRule::Now),
            (_, false) => House::new(Variant::Bughouse, MateRule::Unblockable),
        };
        let turn = orthodox.position.turn();
        // The side that must end without a move has no men in hand at the end.
        let own = if kind == Kind::SELFSTALEMATE { 30 } else { 70 };
        for (color, percent) in [(turn, own), (!turn, 15)] {
            if random.chance(percent) {
                let role = random.role([3, 2, 2, 2, 2]);
                *house.hands.get_mut(color).get_mut(role) += 1;
            }
        }
        if random.chance(5) {
            house.reserve = Reserve::Of(!turn);
        }
        let position = Position::with_house(orthodox.position.chess().clone(), house);
        let ours = position.legal_moves().len();
        let theirs = position
            .passed()
            .map_or(40, |p| p.legal_moves().len().max(4));
        let replies = if kind.play == PlayKind::SelfPlay {
            theirs
        } else {
            1
        };
        let soon = ours * theirs * ours * replies < 60_000;
        let length = orthodox.stipulation.length.moves();
        problems.push(Problem {
            position,
            stipulation: Stipulation::new(kind, if soon { length } else { 1 }),
            ..orthodox
        });
    }
    problems
}

#[test]
fn every_other_goal_with_hands_is_that_of_exhaustion() {
    let mut drops = 0;
    // A side that captures has a man to drop again, so selfstalemates in two are rare.
    for (kind, seed, in_two) in [
        (Kind::SELFMATE, 41, 5),
        (Kind::STALEMATE, 42, 5),
        (Kind::SELFSTALEMATE, 43, 1),
    ] {
        let mut tables = Tables::new(4);
        let (mut solved, mut refuted, mut lost) = ([0; 2], 0, 0);
        for problem in of_other_goals(kind, seed, asked_for(share(400))) {
            let due = truth(&problem);
            compare(&problem, &due, &mut tables, &mut Judge::default());
            match &due {
                Outcome::Solved(s) => {
                    solved[usize::from(s.moves) - 1] += 1;
                    drops += usize::from(s.keys.iter().any(|m| m.from().is_none()));
                }
                Outcome::Refuted { .. } => {
                    refuted += 1;
                    // The effects of hands: they save or spoil a solution.
                    let orthodox = Problem {
                        position: problem.position.chess().clone().into(),
                        ..problem.clone()
                    };
                    let without = truth(&orthodox);
                    lost += usize::from(matches!(without, Outcome::Solved(_)));
                }
                _ => (),
            }
        }
        eprintln!("{kind:?}: {solved:?} {refuted} refuted, {lost} lost, {drops} by drops so far");
        let counts = [solved[0], refuted, lost];
        assert!(
            solved[1] >= least(in_two) && counts.iter().all(|&count| count >= least(20)),
            "{kind:?}: {solved:?} {counts:?}"
        );
    }
    assert!(drops >= least(50), "{drops} solved by a drop");
}

#[test]
fn tasks_without_meaning_for_hands_are_refused() {
    let mut random = Random::new(44);
    let position = loop {
        if let Some(position) = SHAPES[0].position(&mut random, true) {
            break position;
        }
    };
    let refused = |kind: Kind, variant: Variant, exact: bool| {
        let house = House::new(variant, MateRule::Now);
        let mut asked = problem(&position, kind, 1);
        asked.position = Position::with_house(position.chess().clone(), house);
        asked.stipulation.exact = exact;
        solve(&asked, &mut Tables::new(1), &Stop::new()).is_err()
    };
    for kind in [Kind::STALEMATE, Kind::SELFSTALEMATE] {
        assert!(refused(kind, Variant::Bughouse, false));
        assert!(!refused(kind, Variant::Crazyhouse, false));
    }
    for variant in Variant::ALL {
        assert!(refused(Kind::HELPMATE, variant, false));
        assert!(refused(Kind::MATE, variant, true));
        assert!(!refused(Kind::SELFMATE, variant, false));
    }
}
