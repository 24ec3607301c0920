//! Plans against the twin, which tries every order of tries; and the judge of plans.

use keymove_base::stop::Stop;
use keymove_kriegspiel::belief::Belief;
use keymove_kriegspiel::belief::board::CompactBoard;
use keymove_kriegspiel::problem::goal::MateEndings;
use keymove_kriegspiel::problem::plan::{MoveResult, TryPlan};
use keymove_kriegspiel::problem::replay::replay;
use keymove_kriegspiel::problem::search::solve;
use keymove_kriegspiel::problem::{Allowance, Conclusion, Inquiry, Reason};
use keymove_kriegspiel::rules::RuleSet;
use shakmaty::{
    CastlingMode, Chess, Color, EnPassantMode, FromSetup, Piece, Position as _, Role, Square,
};

use crate::beliefs::histories::{beliefs, game};
use crate::beliefs::random::Random;
use crate::beliefs::twin;
use crate::support::long::{least, share};

const LIMITS: Allowance = Allowance {
    positions: 100_000,
    until: None,
};

fn problem(belief: &twin::Belief, depth: u32, goal: MateEndings) -> Inquiry {
    let mut packed = Belief::default();
    for position in belief.values() {
        packed.insert(CompactBoard::of(position));
    }
    Inquiry {
        belief: packed,
        depth,
        goal,
        keys: true,
        rules: RuleSet::default(),
        is_whole: true,
    }
}

/// Compares one problem; returns the number of tries of the first turn, 0 if it is not solved.
fn compare(belief: &twin::Belief, depth: u32, goal: MateEndings) -> usize {
    let answer = solve(&problem(belief, depth, goal), LIMITS, &Stop::new());
    let shown = || format!("depth {depth}, {goal:?}, {:#?}", belief.keys());
    match answer {
        Conclusion::Yes {
            plan,
            mut keys,
            open,
        } => {
            assert!(twin::is_won(belief, depth, goal), "{}", shown());
            assert!(replay(&plan, belief.values(), depth, goal, RuleSet::default()).is_ok());
            assert!(open.is_empty());
            let mut expected = twin::keys(belief, depth, goal);
            keys.sort_by_key(|tried| format!("{tried:?}"));
            expected.sort_by_key(|tried| format!("{tried:?}"));
            assert_eq!(keys, expected, "{}", shown());
            plan.steps.len()
        }
        Conclusion::No { left, winnable } => {
            assert!(!twin::is_won(belief, depth, goal), "{}", shown());
            assert!(!left.is_empty() && winnable.is_some_and(|winnable| winnable <= left.len()));
            // The positions left are lost by themselves, without any of the others.
            let left: twin::Belief = left
                .iter()
                .map(|board| (board.fen(), board.position().expect("a position")))
                .collect();
            assert!(!twin::is_won(&left, depth, goal), "{}", shown());
            0
        }
        Conclusion::Undecided(reason) => panic!("{reason:?}: {}", shown()),
    }
}

fn goal(random: &mut Random) -> MateEndings {
    MateEndings {
        forced: random.below(3) == 0,
        epsilon: random.below(3) == 0,
    }
}

/// A random problem: the belief after a few half-moves; the player is to move.
fn belief(random: &mut Random, white: &[Role], black: &[Role], most: usize) -> twin::Belief {
    loop {
        let half_moves = 1 + 2 * random.below(2);
        let start = random.position(white, black, Color::Black);
        let (plies, _) = game(random, &start, half_moves);
        if plies.len() != half_moves {
            continue;
        }
        if let Some(mut beliefs) = beliefs(&start, &plies, Color::White, most) {
            return beliefs.pop().expect("a belief");
        }
    }
}

/// A composed belief: the same white men in each position, and random black ones such that each
/// position alone is won.
fn united(random: &mut Random, white: &[Role], depth: u32, most: usize) -> twin::Belief {
    let black = [
        random.one_of(&[Role::Knight, Role::Rook, Role::Bishop]),
        Role::Pawn,
    ];
    loop {
        let first = random.position(white, &[], Color::White);
        let mut belief = twin::Belief::new();
        for _ in 0..60 {
            let Some(position) = other_side(random, &first, &black) else {
                continue;
            };
            let alone = twin::Belief::from([(twin::fen(&position), position)]);
            let answer = solve(
                &problem(&alone, depth, MateEndings::default()),
                LIMITS,
                &Stop::new(),
            );
            if matches!(answer, Conclusion::Yes { .. }) {
                belief.extend(alone);
            }
            if belief.len() == most {
                return belief;
            }
        }
    }
}

/// The white men of `position` against other black ones.
fn other_side(random: &mut Random, position: &Chess, black: &[Role]) -> Option<Chess> {
    let mut setup = position.to_setup(EnPassantMode::Legal);
    for square in position.them() {
        setup.board.discard_piece_at(square);
    }
    for role in black.iter().chain(&[Role::King]) {
        let square = Square::new(random.below(64) as u32);
        if setup.board.piece_at(square).is_some() {
            return None;
        }
        setup.board.set_piece_at(
            square,
            Piece {
                color: Color::Black,
                role: *role,
            },
        );
    }
    Chess::from_setup(setup, CastlingMode::Standard).ok()
}

const STRONG: [&[Role]; 8] = [
    &[Role::Queen],
    &[Role::Queen, Role::Rook],
    &[Role::Rook, Role::Rook],
    &[Role::Queen, Role::Knight],
    &[Role::Queen, Role::Queen],
    &[Role::Rook, Role::Pawn],
    &[Role::Bishop, Role::Bishop],
    &[Role::Bishop, Role::Knight, Role::Rook],
];

#[test]
fn mates_in_one_of_small_positions() {
    let mut random = Random::seeded(6);
    let mut solved = 0;
    for _ in 0..1_500 {
        let white = random.one_of(&STRONG);
        let black = random.men(1);
        let belief = belief(&mut random, white, &black, 14);
        let goal = goal(&mut random);
        solved += usize::from(compare(&belief, 1, goal) > 0);
    }
    assert!(solved >= 30, "only {solved} solved");
}

#[test]
fn mates_in_two_of_small_positions() {
    let mut random = Random::seeded(7);
    let mut solved = 0;
    for _ in 0..share(500) {
        let white = random.one_of(&STRONG);
        let black = random.men(1);
        let belief = belief(&mut random, white, &black, 6);
        let goal = goal(&mut random);
        solved += usize::from(compare(&belief, 3, goal) > 0);
    }
    assert!(solved >= least(30), "only {solved} solved");
}

#[test]
fn mates_that_need_several_tries() {
    let mut random = Random::seeded(9);
    for (depth, number) in [(1, 600), (3, 50)] {
        let (mut solved, mut with_tries) = (0, 0);
        for _ in 0..number {
            let white = random.one_of(&[
                &[Role::Queen, Role::Rook, Role::Pawn][..],
                &[Role::Queen, Role::Bishop, Role::Knight],
                &[Role::Rook, Role::Rook, Role::Bishop],
            ]);
            let most = 2 + random.below(3);
            let belief = united(&mut random, white, depth, most);
            let tries = compare(&belief, depth, MateEndings::default());
            solved += usize::from(tries > 0);
            with_tries += usize::from(tries > 1);
        }
        assert!(
            with_tries >= 5,
            "depth {depth}: {solved} solved, {with_tries} with tries that may fail"
        );
    }
}

#[test]
fn a_mate_in_two_is_one_in_more_and_limits_leave_it_open() {
    let fen = "2R5/3N4/4p3/2p1Pk2/2bp4/2PR3P/PB2PPB1/6K1 w - - 0 1";
    let position: shakmaty::fen::Fen = fen.parse().expect("a FEN");
    let position: Chess = position
        .into_position(CastlingMode::Standard)
        .expect("a position");
    let belief = twin::Belief::from([(twin::fen(&position), position)]);
    let ask = |depth, limits| {
        solve(
            &problem(&belief, depth, MateEndings::default()),
            limits,
            &Stop::new(),
        )
    };
    assert!(matches!(ask(1, LIMITS), Conclusion::No { .. }));
    assert!(matches!(ask(2, LIMITS), Conclusion::No { .. }));
    assert!(matches!(ask(3, LIMITS), Conclusion::Yes { .. }));
    assert!(matches!(ask(4, LIMITS), Conclusion::Yes { .. }));
    let few = Allowance {
        positions: 6,
        until: None,
    };
    assert_eq!(ask(3, few), Conclusion::Undecided(Reason::Positions));
    let late = Allowance {
        positions: 100_000,
        until: Some(std::time::Instant::now()),
    };
    assert_eq!(ask(5, late), Conclusion::Undecided(Reason::Time));
}

#[test]
fn the_judge_refuses_missing_and_wrong_answers() {
    let mut random = Random::seeded(8);
    let mut refused = 0;
    for _ in 0..3_000 {
        let white = random.one_of(&STRONG);
        let belief = belief(&mut random, white, &[], 8);
        let Conclusion::Yes { plan, .. } = solve(
            &problem(&belief, 3, MateEndings::default()),
            LIMITS,
            &Stop::new(),
        ) else {
            continue;
        };
        let judge = |plan: &TryPlan, depth| {
            let (goal, rules) = (MateEndings::default(), RuleSet::default());
            replay(plan, belief.values(), depth, goal, rules)
        };
        assert!(judge(&plan, 3).is_ok());
        let mut spoilt = Vec::new();
        // Without a step, without the plan for a reply, with mate where there is none.
        for number in 0..plan.steps.len() {
            let mut without = plan.clone();
            without.steps.remove(number);
            spoilt.push(without);
            for then in 0..plan.steps[number].after.len() {
                let mut other = plan.clone();
                match &mut other.steps[number].after[then].1 {
                    MoveResult::Replies(replies) if !replies.is_empty() => {
                        replies.pop();
                        spoilt.push(other);
                        let mut mate = plan.clone();
                        mate.steps[number].after[then].1 = MoveResult::Mate;
                        spoilt.push(mate);
                        assert!(judge(&plan, 1).is_err(), "it takes two moves");
                    }
                    then => {
                        *then = MoveResult::Ending;
                        spoilt.push(other);
                    }
                }
            }
        }
        refused += spoilt.len();
        for plan in spoilt {
            assert!(judge(&plan, 3).is_err(), "{plan:#?}\n{:#?}", belief.keys());
        }
        assert!(
            belief
                .values()
                .all(|position| position.turn() == Color::White)
        );
        if refused > 300 {
            return;
        }
    }
    panic!("only {refused} spoilt plans");
}
