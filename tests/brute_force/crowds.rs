//! Crowded positions: both sides may castle, promote and capture en passant, with many men in each
//! other's way and often more queens than in any game. Every kind of play.

use keymove::position::Position;
use keymove::solve::{Kind, Length, Outcome, Problem, Stipulation, Tables, Wanted};
use shakmaty::{Bitboard, CastlingMode, Color, Move, Rank, Role, Setup, attacks};

use crate::brute_force::judge::Judge;
use crate::brute_force::positions::{self, EDGE, Random, legal, put, put_castling, put_en_passant};
use crate::brute_force::verdicts::check;
use crate::brute_force::{EXTENTS, Under, problem};
use crate::support::long::{least, share};

/// One attempt at a position of 6 to 25 men. In self play, and if the side to move is to be mated,
/// the other side is the strong one.
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
    let weak = if kind.is_self_play() || kind == Kind::MATED || kind.is_help() {
        us
    } else {
        !us
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

/// A problem as deep as the judge can quickly search.
fn problem_of(random: &mut Random, kind: Kind) -> Problem {
    let position = loop {
        if let Some(position) = crowd(random, kind) {
            break position;
        }
    };
    let ours = position.legal_moves().len();
    let theirs = position
        .passed()
        .map_or(ours, |other| other.legal_moves().len())
        .max(4);
    let half = kind.is_help() && ours * theirs * ours < 20_000 && random.chance(70);
    let moves = match kind {
        Kind::MATE => 1 + u16::from(ours * theirs < 500) + u16::from(ours * theirs < 80),
        _ if half => 1,
        _ => 1 + u16::from(ours * theirs < 120),
    };
    Problem {
        stipulation: Stipulation::within(kind, Length::of_moves(moves).with_half(half)),
        claimed: random.chance(50),
        lines: Vec::new(),
        wanted: Wanted {
            tree: kind.is_help(),
            set_play: kind.is_help(),
            ..Wanted::default()
        },
        ..problem(&position, kind, moves)
    }
}

/// The features of the answers.
#[derive(Debug, Default)]
struct Seen {
    solved: [usize; 4],
    lost: usize,
    helped: usize,
    en_passant: usize,
    castling: usize,
    promotion: usize,
}

impl Seen {
    fn count(&mut self, outcome: &Outcome) {
        let moves: Vec<Move> = match outcome {
            Outcome::Solved(s) => {
                self.solved[usize::from(s.moves)] += 1;
                s.line.clone()
            }
            Outcome::Lost(l) => {
                self.lost += 1;
                l.line.clone()
            }
            Outcome::Helped(h) => {
                self.helped += 1;
                h.solutions.iter().flat_map(|l| l.lines.concat()).collect()
            }
            _ => return,
        };
        self.en_passant += usize::from(moves.iter().any(|m| m.is_en_passant()));
        self.castling += usize::from(moves.iter().any(|m| m.is_castle()));
        self.promotion += usize::from(moves.iter().any(|m| m.is_promotion()));
    }

    fn is_worth_something(&self) -> bool {
        let counts = [
            self.solved[1],
            self.solved[2..].iter().sum(),
            self.lost,
            self.helped,
            self.en_passant,
            self.castling,
            self.promotion,
        ];
        counts.iter().all(|&count| count >= least(10))
    }
}

/// The kinds whose verdicts [`check`] judges in any position.
const KINDS: [Kind; 7] = [
    Kind::MATE,
    Kind::MATED,
    Kind::STALEMATE,
    Kind::SELFMATE,
    Kind::SELFSTALEMATE,
    Kind::HELPMATE,
    Kind::HELPSTALEMATE,
];

#[test]
fn every_verdict_of_a_crowd_is_that_of_exhaustion() {
    let mut random = Random::new(51);
    let mut tables = Tables::new(1);
    let (mut seen, mut under) = (Seen::default(), Under::default());
    for i in 0..share(4200) {
        let problem = problem_of(&mut random, KINDS[i % KINDS.len()]);
        let mut judge = Judge::default();
        for extent in EXTENTS {
            let problem = Problem {
                extent,
                ..problem.clone()
            };
            let found = crate::brute_force::answer(&problem, &mut tables);
            check(&problem, &found, &mut judge);
            if extent == EXTENTS[0] {
                seen.count(&found);
            }
        }
        let nodes = 1 << random.below(12);
        under.nodes(&problem, nodes, &mut tables, &mut judge);
    }
    eprintln!("{seen:?}");
    assert!(
        seen.is_worth_something() && under.is_worth_something(),
        "{seen:?}"
    );
}
