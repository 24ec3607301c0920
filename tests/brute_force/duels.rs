//! Positions in which both sides can mate at once, at the beginning or a few moves later, with
//! castling, en passant and promotions possible: there the obligation of reflex play falls now on
//! one side and now on the other, and play that has to last longer must not use the mate. (For
//! stalemates that both sides can reach, `forced` and `joint` have random positions.)

use keymove::position::Position;
use keymove::solve::{Aim, Kind, Length, Outcome, PlayKind, Problem, Stipulation, Tables, Wanted};
use shakmaty::{Bitboard, Color, EnPassantMode, Move, Position as _, Role, attacks};

use crate::brute_force::judge::Judge;
use crate::brute_force::positions::{Random, SHAPES, Shape, legal, put};
use crate::brute_force::truth::truth;
use crate::brute_force::{asked_for, compare, joint, problem};

/// The number of problems of each kind.
fn count() -> usize {
    asked_for(24)
}

/// The number of moves of a side that are tried to find their consequences.
const LOOKS: usize = 8;

/// The moves with which the side to move mates.
fn mates(position: &Position) -> Vec<Move> {
    let mut moves = position.legal_moves();
    moves.retain(|&m| Aim::Mate.is_reached(&position.after(m)));
    moves.into_iter().collect()
}

/// The ways and times at which the sides can mate.
#[derive(Debug, Default, Clone)]
struct Chances {
    /// By the side to move, and by the other one if it were its turn.
    first: Vec<Move>,
    passed: Vec<Move>,
    /// By the other side after some first move.
    second: Vec<Move>,
    /// By the side to move after some move of each side.
    third: Vec<Move>,
}

impl Chances {
    fn of(position: &Position, random: &mut Random) -> Chances {
        let mut chances = Chances {
            first: mates(position),
            passed: position
                .passed()
                .map_or(Vec::new(), |passed| mates(&passed)),
            ..Chances::default()
        };
        for m in some(position, random) {
            let next = position.after(m);
            chances.second.extend(mates(&next));
            for reply in some(&next, random) {
                chances.third.extend(mates(&next.after(reply)));
            }
        }
        chances
    }

    fn are_of_both(&self) -> bool {
        let own = !self.first.is_empty() || !self.third.is_empty();
        let others = !self.second.is_empty() || !self.passed.is_empty();
        own && others
    }

    fn have(&self, is_one: fn(&Move) -> bool) -> bool {
        [&self.first, &self.passed, &self.second, &self.third]
            .into_iter()
            .flatten()
            .any(is_one)
    }
}

/// A few of the legal moves.
fn some(position: &Position, random: &mut Random) -> Vec<Move> {
    let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
    while moves.len() > LOOKS {
        moves.swap_remove(random.below(moves.len()));
    }
    moves
}

/// One attempt at a position of the shape with strong men on both sides.
fn drawn(shape: Shape, random: &mut Random) -> Option<Position> {
    let strong_moves = random.chance(50);
    let base = shape.position(random, strong_moves)?;
    let mut setup = base.chess().to_setup(EnPassantMode::Legal);
    for color in Color::ALL {
        let king = setup.board.king_of(color)?;
        for _ in 0..random.below(3) {
            let role = random.role([5, 2, 2, 0, 0]);
            let beside = attacks::king_attacks(king);
            put(&mut setup, random, color, role, beside);
        }
        for _ in 0..1 + random.below(2) {
            let role = [Role::Rook, Role::Queen, Role::Knight][random.below(3)];
            put(&mut setup, random, color, role, Bitboard::FULL);
        }
    }
    legal(setup, base.mode())
}

/// The number of attempts at a position in which both sides can mate at once, before others are
/// accepted.
const DRAWS: usize = 2000;

/// The number of positions that are rejected in favour of one with a mate as the shape has it.
const PATIENCE: usize = 25;

/// A position in which both sides can mate, now or soon; in a quarter of the positions at once.
fn duel(shape: Shape, random: &mut Random) -> (Position, Chances) {
    let at_once = random.chance(25);
    let (mut draws, mut patience) = (0, PATIENCE);
    loop {
        let Some(position) = drawn(shape, random) else {
            continue;
        };
        draws += 1;
        let can = |position: &Position| !mates(position).is_empty();
        let is_first = can(&position);
        // Most must not begin with the obligation, which ends the play.
        let fits = if at_once && draws < DRAWS {
            is_first && position.passed().is_some_and(|passed| can(&passed))
        } else {
            !is_first || random.chance(10)
        };
        if !fits {
            continue;
        }
        let chances = Chances::of(&position, random);
        if !chances.are_of_both() {
            continue;
        }
        let is_special = match shape {
            Shape::Castling | Shape::Chess960 => chances.have(|m| m.is_castle()),
            Shape::EnPassant => chances.have(|m| m.is_en_passant()),
            Shape::Promotion => chances.have(|m| m.is_promotion()),
            Shape::Plain | Shape::Edge | Shape::Box => true,
        };
        if is_special || patience == 0 {
            return (position, chances);
        }
        patience -= 1;
    }
}

/// The features of a set of problems.
#[derive(Debug, Default)]
struct Seen {
    solved: usize,
    refuted: usize,
    /// Both sides could mate in the first position.
    both_at_once: usize,
    second: usize,
    third: usize,
    castling: usize,
    en_passant: usize,
    promotion: usize,
}

impl Seen {
    fn count(&mut self, chances: &Chances, truth: &Outcome) {
        match truth {
            Outcome::Solved(_) | Outcome::Helped(_) => self.solved += 1,
            Outcome::Refuted { .. } => self.refuted += 1,
            _ => {}
        }
        let both = !chances.first.is_empty() && !chances.passed.is_empty();
        self.both_at_once += usize::from(both);
        self.second += usize::from(!chances.second.is_empty());
        self.third += usize::from(!chances.third.is_empty());
        self.castling += usize::from(chances.have(|m| m.is_castle()));
        self.en_passant += usize::from(chances.have(|m| m.is_en_passant()));
        self.promotion += usize::from(chances.have(|m| m.is_promotion()));
    }

    fn is_worth_something(&self) -> bool {
        let few = count() / 20;
        self.both_at_once >= few
            && self.second >= count() / 3
            && self.third >= count() / 3
            && self.promotion >= few
            && self.castling + self.en_passant > 0
    }
}

/// The number of moves that exhaustion can search from a position with this many moves per side.
fn within_reach(position: &Position) -> u16 {
    if position.legal_moves().len() < 26 {
        2
    } else {
        1
    }
}

/// Problems of a kind, with the goals that both sides can reach in them.
fn problems(kind: Kind, deepest: u16, seed: u64) -> Vec<(Problem, Chances)> {
    let mut random = Random::new(seed);
    (0..count())
        .map(|i| {
            let shape = SHAPES[i % SHAPES.len()];
            let (position, chances) = duel(shape, &mut random);
            let moves =
                (1 + random.below(usize::from(deepest)) as u16).min(within_reach(&position));
            let half = kind.is_help() && random.chance(40);
            let length = Length::of_moves(moves).with_half(half && moves == 1);
            let asked = Problem {
                stipulation: Stipulation {
                    exact: kind.has_lines() && random.chance(30),
                    ..Stipulation::within(kind, length)
                },
                ..problem(&position, kind, 1)
            };
            (asked, chances)
        })
        .collect()
}

/// Duels of a kind of play; `judged` compares the search's answers with the truth, and gives it.
fn judge_duels(play: PlayKind, seed: u64, judged: impl Fn(Problem, &mut Tables) -> Outcome) {
    let mut tables = Tables::new(1);
    let kind = Kind {
        play,
        aim: Aim::Mate,
    };
    let mut seen = Seen::default();
    for (problem, chances) in problems(kind, 2, seed) {
        seen.count(&chances, &judged(problem, &mut tables));
    }
    eprintln!("{}: {seen:?}", kind.sign());
    assert!(seen.is_worth_something(), "{}: {seen:?}", kind.sign());
}

fn forced(play: PlayKind, seed: u64) {
    judge_duels(play, seed, |problem, tables| {
        let truth = truth(&problem);
        compare(&problem, &truth, tables, &mut Judge::default());
        truth
    });
}

fn with_lines(play: PlayKind, seed: u64) {
    let wanted = Wanted {
        tree: true,
        set_play: true,
        ..Wanted::default()
    };
    judge_duels(play, seed, |problem, tables| {
        joint::agree(&Problem { wanted, ..problem }, tables)
    });
}

#[test]
fn reflex_play_obliges_both_sides() {
    forced(PlayKind::Reflex, 91);
}

#[test]
fn semireflex_play_obliges_the_defender_alone() {
    forced(PlayKind::SemiReflex, 92);
}

#[test]
fn helpreflex_play_obliges_both_sides() {
    with_lines(PlayKind::HelpReflex, 93);
}

#[test]
fn helpself_play_skips_goals_that_could_be_reached() {
    with_lines(PlayKind::HelpSelf, 94);
}

#[test]
fn series_reflex_play_obliges_both_sides() {
    with_lines(PlayKind::SeriesReflex, 95);
}

#[test]
fn series_skip_goals_that_could_be_reached() {
    with_lines(PlayKind::Series, 96);
    with_lines(PlayKind::SeriesHelp, 97);
    with_lines(PlayKind::SeriesSelf, 98);
}
