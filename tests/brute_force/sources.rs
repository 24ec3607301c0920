//! The sources of problems. At random a position hardly ever has a solution of self play, two sides
//! that can mate, or a crowd of men in each other's way, so each of these is made.

use std::collections::BTreeMap;

use keymove::epd::Epd;
use keymove::house::{House, MateRule, Reserve, Variant};
use keymove::position::Position;
use keymove::solve::{Aim, Kind, Length, PlayKind, Problem, Stipulation, Wanted};
use shakmaty::{
    Bitboard, Board, CastlingMode, Color, EnPassantMode, Move, Piece, Position as _, Rank, Role,
    Setup, Square, attacks,
};

use crate::brute_force::Group;
use crate::brute_force::huddles::{huddle, retract, retract_one, stuck};
use crate::brute_force::judge::{Judge, lengths};
use crate::brute_force::positions::{
    self, EDGE, PAWNS, Random, SHAPES, Shape, legal, put, put_castling, put_en_passant,
};

/// A way to make positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source<'a> {
    /// 3 to 8 men. In play with lines half of them have a solution, unless solutions are rare.
    Shapes,
    /// The same, half of them made to have a solution: one in one move is found at random, and moves
    /// taken back from it may lead to one in two.
    Stock,
    /// Positions of the suites changed one man at a time; a change is kept if there still is a
    /// solution. A search that refutes everything would pass nearly all random selfmates.
    Suites,
    /// Both sides can mate, at once or a few moves later: there the obligation of reflex play falls
    /// now on one side and now on the other, and longer play must not use the mate.
    Duels,
    /// 6 to 25 men in each other's way, often with more queens than in any game.
    Crowds,
    /// These men (`KQkr`), which are few enough for deep play.
    Ending(&'a str),
}

/// The problems of a group, one after another.
#[derive(Debug)]
pub struct Problems<'a> {
    group: Group<'a>,
    /// The play, and its greatest length.
    asked: Stipulation,
    random: Random,
    made: usize,
    /// Positions by the length of their solution.
    stock: BTreeMap<u16, Vec<Position>>,
}

impl Iterator for Problems<'_> {
    type Item = Problem;

    /// There always is another one.
    fn next(&mut self) -> Option<Problem> {
        loop {
            let problem = self.attempt();
            if problem.is_some() {
                return problem;
            }
        }
    }
}

impl<'a> Problems<'a> {
    /// Problems of up to the length of `asked`.
    pub fn new(group: Group<'a>, asked: &str, seed: u64) -> Problems<'a> {
        Problems {
            group,
            asked: asked.parse().expect("a stipulation"),
            random: Random::new(seed),
            made: 0,
            stock: BTreeMap::new(),
        }
    }

    fn attempt(&mut self) -> Option<Problem> {
        let Stipulation { kind, .. } = self.asked;
        let with_lines = kind.has_lines();
        let mut asked = self.asked;
        if let Source::Shapes | Source::Duels | Source::Crowds = self.group.source {
            asked.exact |= with_lines && self.random.chance(15);
            let half = kind.is_help() && self.random.chance(50);
            asked.length = asked.length.with_half(half);
        }
        let mut position = self.position(asked.length.has_half())?;
        if self.group.hands {
            position = with_hands(&position, kind, &mut self.random);
        }
        asked.length = self.length(&position, asked);
        if with_lines && self.group.source == Source::Shapes && self.wants_solution() {
            Judge::default().shortest(asked, &position)?;
        }
        self.made += 1;
        Some(Problem {
            claimed: self.random.chance(50),
            wanted: Wanted {
                tree: with_lines && self.random.chance(75),
                set_play: with_lines && self.random.chance(75),
                ..Wanted::default()
            },
            ..Problem::new(position, asked)
        })
    }

    fn position(&mut self, half: bool) -> Option<Position> {
        let (kind, made) = (self.asked.kind, self.made);
        let shape = SHAPES[made % SHAPES.len()];
        let random = &mut self.random;
        match self.group.source {
            Source::Duels => duel(random, shape, made % 4 == 0),
            Source::Shapes => {
                let strong_moves = match kind.play {
                    PlayKind::Direct => true,
                    PlayKind::Mated => false,
                    // The side to move is the weak one if it is to be mated.
                    PlayKind::Series => random.chance(85),
                    _ => half ^ random.chance(15),
                };
                shape.position(random, strong_moves)
            }
            Source::Stock if made % 2 == 0 => {
                let length = 1 + random.below(self.asked.length.moves().into()) as u16;
                Some(self.solved(length))
            }
            Source::Stock if random.chance(33) => huddle(random, kind.aim == Aim::Stalemate),
            Source::Stock => {
                let strong_moves = random.chance(75);
                SHAPES[made / 2 % SHAPES.len()].position(random, strong_moves)
            }
            Source::Suites => Some(self.solved(self.asked.length.moves())),
            Source::Crowds => crowd(random, kind),
            Source::Ending(men) => {
                let black_moves = kind == Kind::MATED || kind.is_help() && !half;
                Some(positions::ending(random, men, black_moves))
            }
        }
    }

    /// Whether the next position of play with lines has to have a solution. Some solutions are too
    /// rare to wait for.
    fn wants_solution(&mut self) -> bool {
        let Kind { play, aim } = self.asked.kind;
        let is_rare = aim == Aim::DoubleStalemate
            || matches!(play, PlayKind::HelpSelf | PlayKind::SeriesSelf);
        self.made.is_multiple_of(2) && !self.random.chance(if is_rare { 25 } else { 2 })
    }

    /// Mostly the greatest length that exhaustion searches quickly; if the length of the solution is
    /// known, mostly that one, or one that is off by one.
    fn length(&mut self, position: &Position, asked: Stipulation) -> Length {
        let whole = Stipulation {
            exact: false,
            ..asked
        };
        let (most, known) = match self.group.source {
            Source::Ending(_) => return asked.length,
            Source::Suites => (asked.length.moves() + 1, Some(asked.length)),
            _ => (asked.length.moves(), None),
        };
        let fits = |length: &Length| lines(position, asked.kind, *length) <= self.group.effort;
        let all: Vec<Length> = lengths(whole.with_moves(most)).collect();
        let last = all.iter().filter(|length| fits(length)).count().max(1) - 1;
        let known = match self.group.source {
            Source::Stock if self.made.is_multiple_of(2) || !self.group.hands => {
                Judge::default().shortest(whole.with_moves(all[last].moves()), position)
            }
            _ => known,
        };
        let at = known.and_then(|n| all.iter().position(|&length| length == n));
        let at = match (at, self.random.below(10)) {
            (None, 0..7) => last,
            (None, _) => self.random.below(last + 1),
            (Some(at), 0 | 1) => at + 1,
            (Some(at), 2) => at.saturating_sub(1),
            // In exact play there is often one that is too short.
            (Some(at), 3..8) if asked.exact && self.group.source == Source::Stock => at + 1,
            (Some(at), _) => at,
        };
        all[at.min(last)]
    }

    /// A new position with a solution of this length and none that is shorter.
    fn solved(&mut self, length: u16) -> Position {
        let from_suites = self.group.source == Source::Suites;
        if from_suites && self.stock.is_empty() {
            let mut seeds = seeds(self.asked.kind.aim);
            seeds.retain(|position| self.is_solved(position, length));
            assert!(!seeds.is_empty(), "{}: no seed", self.asked);
            self.stock.insert(length, seeds);
        }
        // From many positions, so that not all come from the same one.
        while !from_suites && length > 1 && self.stock.get(&(length - 1)).map_or(0, Vec::len) < 30 {
            self.solved(length - 1);
        }
        loop {
            let random = &mut self.random;
            let tried = if from_suites {
                let parents = &self.stock[&length];
                let parent = &parents[random.below(parents.len())];
                changed(random, parent)
            } else if length == 1 {
                in_one(self.asked.kind, random)
            } else {
                let later = &self.stock[&(length - 1)];
                let later = &later[random.below(later.len())];
                retract(random, later)
            };
            if let Some(position) = tried
                && self.is_solved(&position, length)
            {
                let known = self.stock.entry(length).or_default();
                if !from_suites || !known.contains(&position) {
                    known.push(position.clone());
                    return position;
                }
            }
        }
    }

    fn is_solved(&self, position: &Position, length: u16) -> bool {
        let from_suites = self.group.source == Source::Suites;
        let asked = Stipulation {
            exact: self.asked.exact && from_suites,
            ..self.asked.with_moves(length)
        };
        let is_small = position.board().occupied().count() <= 16
            && lines(position, asked.kind, asked.length) <= self.group.effort;
        (is_small || !from_suites)
            && !position.legal_moves().is_empty()
            && Judge::default().shortest(asked, position) == Some(asked.length)
    }
}

/// The approximate number of lines of this length.
fn lines(position: &Position, kind: Kind, length: Length) -> usize {
    let moves = |position: &Position| position.legal_moves().len().max(4);
    let (ours, theirs) = match position.passed() {
        Some(other) => (moves(position), moves(&other)),
        // There are few moves in check, but more later.
        None => (moves(position).max(20), 20),
    };
    let plies = length.plies(kind);
    let moves_of = |ply: u32| match ply % 2 {
        0 => ours,
        _ if kind.is_series() && ply + 1 < plies => 1,
        _ => theirs,
    };
    (0..plies).fold(1, |lines: usize, ply| lines.saturating_mul(moves_of(ply)))
}

/// A position that may well have a solution in one move.
fn in_one(kind: Kind, random: &mut Random) -> Option<Position> {
    let any = |random: &mut Random, strong_moves| {
        SHAPES[random.below(SHAPES.len())].position(random, strong_moves)
    };
    match (kind.play, kind.aim) {
        (play, Aim::DoubleStalemate) => {
            let turn = Color::from_white(random.chance(50));
            let end = stuck(random, turn);
            match play {
                PlayKind::Direct => retract_one(random, &end),
                _ => retract(random, &end),
            }
        }
        (PlayKind::Direct, _) => any(random, true),
        (PlayKind::SelfPlay, aim) => huddle(random, aim == Aim::Stalemate),
        // Both sides may be able to reach the goal.
        (_, aim) => match random.below(4) {
            0 => huddle(random, aim == Aim::Stalemate),
            strong => any(random, strong == 1),
        },
    }
}

/// The positions from which the solutions of the suites go on, with an attacker to move.
fn seeds(aim: Aim) -> Vec<Position> {
    let suites: &[&str] = match aim {
        Aim::Mate => &["selfmates", "reflexmates", "helpselfmates", "exact"],
        _ => &["selfstalemates", "reflexstalemates", "helpselfmates"],
    };
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("expected");
    let mut seeds = Vec::new();
    for suite in suites {
        let file = folder.join(suite).with_extension("epd");
        let answers = std::fs::read_to_string(file).expect("the answers are there");
        for answer in answers.lines() {
            let (epd, _) = Epd::read(answer.as_bytes()).expect("a record");
            let pv = epd.operation("pv").map(|pv| pv.operands());
            let mut position = epd.position().clone();
            for (ply, word) in pv.into_iter().flatten().enumerate() {
                if ply % 2 == 0 {
                    seeds.push(position.clone());
                }
                let written = |m: &Move| *position.san(*m).as_bytes() == *word;
                let Some(m) = position.legal_moves().into_iter().find(written) else {
                    break;
                };
                position.play(m);
            }
        }
    }
    seeds
}

/// The position with one man moved, added, removed or exchanged for another, or with all men one
/// square further.
fn changed(random: &mut Random, position: &Position) -> Option<Position> {
    let mut setup = position.chess().to_setup(EnPassantMode::Legal);
    setup.castling_rights = Bitboard::EMPTY;
    setup.ep_square = None;
    let men = setup.board.occupied();
    let kings = setup.board.kings();
    match random.below(6) {
        0 | 1 => {
            let man = setup.board.remove_piece_at(random.square(men)?)?;
            put(&mut setup, random, man.color, man.role, Bitboard::FULL);
        }
        2 => {
            setup.board.remove_piece_at(random.square(men & !kings)?)?;
        }
        3 => {
            let color = Color::from_white(random.chance(50));
            let role = random.role([3, 2, 2, 2, 1]);
            put(&mut setup, random, color, role, Bitboard::FULL);
        }
        4 => {
            let from = random.square(men & !kings)?;
            let color = setup.board.color_at(from)?;
            let role = random.role([1, 2, 2, 2, 2]);
            setup.board.set_piece_at(from, Piece { color, role });
        }
        _ => {
            let (files, ranks) = [(1, 0), (-1, 0), (0, 1), (0, -1)][random.below(4)];
            let mut moved = Board::empty();
            for (from, man) in setup.board.clone() {
                let file = from.file().offset(files)?;
                let to = Square::from_coords(file, from.rank().offset(ranks)?);
                moved.set_piece_at(to, man);
            }
            setup.board = moved;
        }
    }
    let pawns_stand = (setup.board.pawns() & !PAWNS).is_empty();
    legal(setup, position.mode()).filter(|_| pawns_stand)
}

/// The same men, with some in hand, both mate rules, and sometimes a reserve.
fn with_hands(position: &Position, kind: Kind, random: &mut Random) -> Position {
    let (variant, mate_rule) = match random.below(4) {
        // In bughouse no side is stalemated.
        _ if kind.aim == Aim::Stalemate => (Variant::Crazyhouse, MateRule::Now),
        0 => (Variant::Crazyhouse, MateRule::Now),
        1 => (Variant::Bughouse, MateRule::Now),
        _ => (Variant::Bughouse, MateRule::Unblockable),
    };
    let mut house = House::new(variant, mate_rule);
    // A hand of two kinds soon costs exhaustion too much, and the side that must end without a move
    // has no men in hand at the end.
    let turn = position.turn();
    let hands: &[(Color, usize)] = match kind {
        Kind::MATE | Kind::MATED => &[(turn, 67), (!turn, 67), (turn, 33), (!turn, 33)],
        Kind::SELFSTALEMATE => &[(turn, 30), (!turn, 15)],
        _ => &[(turn, 70), (!turn, 15)],
    };
    for &(color, percent) in hands {
        if random.chance(percent) {
            let role = random.role([3, 2, 2, 2, 2]);
            *house.hands.get_mut(color).get_mut(role) += 1;
        }
    }
    if random.chance(10) {
        house.reserve = Reserve::Of(kind.defender(turn));
    }
    let board = position.board();
    let men = board.occupied() & !board.kings() & !board.pawns();
    house.promoted = men.into_iter().filter(|_| random.chance(25)).collect();
    Position::with_house(position.chess().clone(), house)
}

/// The moves with which the side to move mates.
fn mates(position: &Position) -> Vec<Move> {
    let mut moves = position.legal_moves();
    moves.retain(|&m| Aim::Mate.is_reached(&position.after(m)));
    moves
}

/// Eight of the legal moves.
fn some(position: &Position, random: &mut Random) -> Vec<Move> {
    let mut moves = position.legal_moves();
    while moves.len() > 8 {
        moves.swap_remove(random.below(moves.len()));
    }
    moves
}

/// One attempt at a position in which both sides can mate, at once or soon, mostly by a move as the
/// shape has it.
fn duel(random: &mut Random, shape: Shape, at_once: bool) -> Option<Position> {
    let position = armed(shape, random)?;
    let first = mates(&position);
    // Most must not begin with the obligation, which ends the play.
    if first.is_empty() == at_once && !random.chance(5) {
        return None;
    }
    let passed = position.passed().map_or(Vec::new(), |other| mates(&other));
    // After some move of the one side, and after some move of each.
    let (mut second, mut third) = (Vec::new(), Vec::new());
    for m in some(&position, random) {
        let next = position.after(m);
        second.extend(mates(&next));
        for reply in some(&next, random) {
            third.extend(mates(&next.after(reply)));
        }
    }
    let (own, others) = match at_once {
        true => (first, passed),
        false => ([first, third].concat(), [second, passed].concat()),
    };
    let is_special = |m: &Move| match shape {
        Shape::Castling | Shape::Chess960 => m.is_castle(),
        Shape::EnPassant => m.is_en_passant(),
        Shape::Promotion => m.is_promotion(),
        Shape::Plain | Shape::Edge | Shape::Box => true,
    };
    let fits = own.iter().chain(&others).any(is_special) || random.chance(4);
    (fits && !own.is_empty() && !others.is_empty()).then_some(position)
}

/// One attempt at a position of the shape with strong men on both sides.
fn armed(shape: Shape, random: &mut Random) -> Option<Position> {
    let strong_moves = random.chance(50);
    let base = shape.position(random, strong_moves)?;
    let mut setup = base.chess().to_setup(EnPassantMode::Legal);
    for color in Color::ALL {
        let beside = attacks::king_attacks(setup.board.king_of(color)?);
        for _ in 0..random.below(3) {
            let role = random.role([5, 2, 2, 0, 0]);
            put(&mut setup, random, color, role, beside);
        }
        for _ in 0..1 + random.below(2) {
            let role = [Role::Rook, Role::Queen, Role::Knight][random.below(3)];
            put(&mut setup, random, color, role, Bitboard::FULL);
        }
    }
    legal(setup, base.mode())
}

/// One attempt at a crowded position: both sides may castle, promote and capture en passant. In self
/// and help play, and if the side to move is to be mated, the other side is the strong one.
fn crowd(random: &mut Random, kind: Kind) -> Option<Position> {
    let mut setup = Setup::empty();
    let us = Color::from_white(random.chance(50));
    setup.turn = us;
    let (mode, files) = if random.chance(50) {
        (CastlingMode::Chess960, positions::shuffled(random))
    } else {
        (CastlingMode::Standard, [0, 4, 7])
    };
    for color in [us, !us] {
        if random.chance(60) {
            put_castling(&mut setup, random, color, files)?;
        }
    }
    if random.chance(60) {
        put_en_passant(&mut setup, random, us)?;
    }
    for color in [us, !us] {
        if setup.board.king_of(color).is_none() {
            put(&mut setup, random, color, Role::King, EDGE);
        }
    }
    let weights = match random.below(4) {
        0 => [1, 1, 1, 1, 8],
        1 => [12, 1, 1, 1, 1],
        _ => [6, 3, 2, 2, 2],
    };
    let weak = match kind.play {
        PlayKind::Direct => !us,
        _ => us,
    };
    let beside = attacks::king_attacks(setup.board.king_of(weak)?);
    for _ in 0..4 + random.below(15) {
        let color = if random.chance(60) { !weak } else { weak };
        let role = random.role(weights);
        let squares = match random.below(4) {
            0 if role == Role::Pawn => Bitboard::from(color.fold_wb(Rank::Seventh, Rank::Second)),
            1 if color == weak => beside,
            2 => EDGE,
            _ => Bitboard::FULL,
        };
        put(&mut setup, random, color, role, squares);
    }
    legal(setup, mode).filter(|position| !position.legal_moves().is_empty())
}
