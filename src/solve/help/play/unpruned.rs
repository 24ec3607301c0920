//! Pruning loses no solution: over random positions of every [`Motif`] the search counts as many
//! lines of each length as its twin, which tries every legal move everywhere.
//!
//! The twin shares only the moves and the goal with the search; if the tree is small, both are
//! compared with exhaustion by the rules of shakmaty. `KEYMOVE_POSITIONS=5000` judges that many
//! positions of each motif and goal instead of the few of an ordinary run, `KEYMOVE_SEED=2` judges
//! others.

use shakmaty::fen::Fen;
use shakmaty::{Chess, Color, EnPassantMode, Position as _, Setup};

use super::motif::{Castling, Motif};
use super::placement::{Random, legal};
use super::{Node, Play, play_key};
use crate::Kind;
use crate::asked::number;
use crate::board::{Board, Move, NO_SQUARE, Orientation};
use crate::goal::{Goal, Mate, Stalemate};
use crate::help::move_order::InTurn;
use crate::limit::Limits;
use crate::long::{least, share};
use crate::movegen;
use crate::search::Search;
use crate::side::{Black, White};
use crate::table::Table;
use keymove_base::mix::SplitMix64;
use keymove_base::stop::Stop;
use keymove_rules::exhaust::HelpCount;
use keymove_rules::joint::JointRules;
use keymove_rules::position::Position;

/// Nodes that the twin may search for one position and side to move.
const EFFORT: u32 = 30_000;

/// Plies of the longest lines.
const LONGEST: u16 = 10;

/// The same if most of them are to be judged: h#2, h#2.5 and h#3.
const THREE_MOVES: u16 = 6;

/// Known counts, in place of a table.
struct Twin {
    counts: Vec<(u64, u64)>,
    /// A number that keeps the table entries of different boards apart.
    salt: u64,
    left: u32,
    moves: Vec<Move>,
}

impl Twin {
    fn new() -> Twin {
        Twin {
            counts: vec![(0, 0); 1 << 15],
            salt: 0,
            left: 0,
            moves: Vec::new(),
        }
    }

    /// The number of lines of this many plies to the goal; `None` if that takes too long.
    fn count<G: Goal<Rules = Board>>(&mut self, board: &Board, plies: u16) -> Option<u64> {
        let key = play_key(board.hash, plies) ^ self.salt;
        let at = key as usize % self.counts.len();
        if self.counts[at].0 == key {
            return Some(self.counts[at].1);
        }
        self.left = self.left.checked_sub(1)?;
        let first = self.moves.len();
        if plies % 2 == 1 {
            movegen::list::<White>(board, &mut self.moves);
        } else {
            movegen::list::<Black>(board, &mut self.moves);
        }
        let mut count = 0;
        for i in first..self.moves.len() {
            let m = self.moves[i];
            let found = match plies {
                1 => Some(u64::from(G::is_reached_by(&board.play_unkeyed::<White>(m)))),
                _ if plies % 2 == 1 => self.count::<G>(&board.play::<White>(m), plies - 1),
                _ => self.count::<G>(&board.play::<Black>(m), plies - 1),
            };
            match found {
                Some(found) => count += found,
                None => {
                    self.moves.clear();
                    return None;
                }
            }
        }
        self.moves.truncate(first);
        self.counts[at] = (key, count);
        Some(count)
    }
}

/// Counts of judged positions and lengths.
#[derive(Debug, Default, Clone, Copy)]
struct JudgedLengths {
    positions: usize,
    /// Positions judged at this length, by plies.
    judged: [usize; LONGEST as usize + 1],
    /// The judged positions that have a solution.
    solved: [usize; LONGEST as usize + 1],
    /// Lengths compared with exhaustion.
    exhausted: usize,
}

impl JudgedLengths {
    /// Half of the positions have been judged at one and a half or two whole moves; one in ten, at
    /// one or more of its lengths, has solutions, but few positions may have none.
    fn is_worth_something(&self) -> bool {
        self.judged[3] + self.judged[4] >= self.positions / 2
            && self.solved.iter().sum::<usize>() >= least(self.positions / 10)
            && self.exhausted >= self.positions / 20
    }
}

struct Judge {
    random: Random,
    table: Table,
    twin: Twin,
    longest: u16,
}

impl Judge {
    fn new(seed: u64, longest: u16) -> Judge {
        let more = number("KEYMOVE_SEED").unwrap_or(0) as u64;
        Judge {
            random: Random::seeded(SplitMix64::at(more << 32 ^ seed)),
            longest,
            table: Table::new(1),
            twin: Twin::new(),
        }
    }

    /// Judges `setup` with either side to move; false if it is not a position with White mating.
    fn judge<G: Goal<Rules = Board>>(&mut self, setup: &Setup, seen: &mut JudgedLengths) -> bool {
        let mut judged = false;
        for turn in Color::ALL {
            let mut setup = setup.clone();
            if setup.turn != turn {
                setup.turn = turn;
                setup.ep_square = None;
            }
            if let Some(first) = legal(setup) {
                judged = true;
                self.lengths::<G>(&first, seen);
            }
        }
        seen.positions += usize::from(judged);
        judged
    }

    /// Whether there are fewer lines of some length without the rights to castle.
    fn castling_matters<G: Goal<Rules = Board>>(&mut self, setup: &Setup) -> bool {
        Color::ALL.into_iter().any(|turn| {
            let mut setup = setup.clone();
            setup.turn = turn;
            let Some(first) = legal(setup) else {
                return false;
            };
            let board = Orientation::new(Color::White).board(&first);
            let mut without = Board {
                castling: [NO_SQUARE; 4],
                may_castle: false,
                ..board
            };
            without.hash = without.key();
            self.twin.salt = self.twin.salt.wrapping_add(0x9e37_79b9_7f4a_7c15);
            self.twin.left = EFFORT;
            let shortest = if turn == Color::White { 1 } else { 2 };
            (shortest..=self.longest).step_by(2).any(|plies| {
                let lines = self.twin.count::<G>(&board, plies);
                let others = lines.and_then(|_| self.twin.count::<G>(&without, plies));
                others.is_some() && others != lines
            })
        })
    }

    fn lengths<G: Goal<Rules = Board>>(&mut self, first: &Chess, seen: &mut JudgedLengths) {
        // Black may be the mating side: the men are the same, seen from the other side.
        let reversed = self.random.chance(50);
        let first = if reversed {
            reverse(first)
        } else {
            first.clone()
        };
        let mating = Color::from_white(!reversed);
        let board = Orientation::new(mating).board(&first);
        let stop = Stop::new();
        self.table.begin_job();
        let search = Search::<G>::new(&mut self.table, Limits::default(), &stop);
        let mut play = Play::<G, _>::new(search, InTurn, true);
        self.twin.salt = self.twin.salt.wrapping_add(0x9e37_79b9_7f4a_7c15);
        self.twin.left = EFFORT;
        let shortest = if first.turn() == mating { 1 } else { 2 };
        for plies in (shortest..=self.longest).step_by(2) {
            let Some(truth) = self.twin.count::<G>(&board, plies) else {
                break;
            };
            let found = play
                .count(Node::root(&board), plies)
                .expect("there is no limit");
            let fen = || Fen::from_position(&first, EnPassantMode::Legal);
            assert_eq!(found, truth, "{}: {plies} plies, {:?}", fen(), G::MATE);
            seen.judged[usize::from(plies)] += 1;
            seen.solved[usize::from(plies)] += usize::from(truth > 0);
            if EFFORT - self.twin.left <= 150 {
                seen.exhausted += 1;
                let kind = if G::MATE {
                    Kind::HELPMATE
                } else {
                    Kind::HELPSTALEMATE
                };
                let truth = exhausted(kind, &Position::from(first.clone()), u32::from(plies));
                assert_eq!(found, truth, "{}: {plies} plies, {:?}", fen(), G::MATE);
            }
        }
    }
}

/// The number of lines of this many half moves, as `solver verify` counts them.
pub(super) fn exhausted(kind: Kind, position: &Position, half_moves: u32) -> u64 {
    let rules = JointRules::of(kind).expect("a kind with lines");
    let half_moves = u16::try_from(half_moves).expect("a short line");
    HelpCount::new(rules, Stop::new())
        .count(position, half_moves, &mut u64::MAX.clone())
        .expect("there is no limit")
}

/// The same with colours and ranks reversed.
fn reverse(position: &Chess) -> Chess {
    let mut setup = position.to_setup(EnPassantMode::Legal);
    setup.mirror();
    legal(setup).expect("what is legal is so for the other side")
}

/// The number of positions of each motif and goal: the number of an ordinary run unless more are
/// asked for.
fn of_each(common: usize) -> usize {
    number("KEYMOVE_POSITIONS").unwrap_or_else(|| share(common))
}

fn nothing_is_lost<G: Goal<Rules = Board>>(seed: u64, motifs: &[Motif], common: usize) {
    for &motif in motifs {
        let mut judge = Judge::new(seed + 2 * motif as u64, LONGEST);
        let mut seen = JudgedLengths::default();
        while seen.positions < of_each(common) {
            if let Some(setup) = motif.setup(&mut judge.random) {
                judge.judge::<G>(&setup, &mut seen);
            }
        }
        eprintln!("{motif:?}: {seen:?}");
        assert!(seen.is_worth_something(), "{motif:?}: {seen:?}");
    }
}

#[test]
fn no_motif_makes_pruning_lose_a_mate() {
    nothing_is_lost::<Mate>(1, &Motif::ALL, 40);
}

#[test]
fn no_motif_makes_pruning_lose_a_stalemate() {
    nothing_is_lost::<Stalemate>(2, &Motif::ALL, 40);
}

/// The motifs with rights to castle.
const CASTLING: [Motif; 4] = [
    Motif::KingOnTarget,
    Motif::MenOnTargets,
    Motif::CastlingLines,
    Motif::Castlings,
];

/// In half of the positions a castling is part of a solution: without the rights there are fewer.
fn no_castling_is_lost<G: Goal<Rules = Board>>(seed: u64) {
    let positions = of_each(240);
    let mut judge = Judge::new(seed, THREE_MOVES + 1);
    let mut seen = [JudgedLengths::default(); 2];
    // By colour, and by side, of the positions in which a castling matters.
    let (mut colors, mut sides) = ([0; 2], [0; 2]);
    while seen.iter().any(|seen| seen.positions < positions / 2) {
        let motif = CASTLING[judge.random.below(CASTLING.len())];
        let Some(setup) = motif.setup(&mut judge.random) else {
            continue;
        };
        let matters = judge.castling_matters::<G>(&setup);
        let seen = &mut seen[usize::from(matters)];
        if seen.positions < positions / 2
            && judge.judge::<G>(&setup, seen)
            && matters
            && let Some(rook) = setup.castling_rights.first()
            && let Some(color) = setup.board.color_at(rook)
        {
            let short = setup.board.king_of(color).is_some_and(|king| king < rook);
            colors[usize::from(color.is_white())] += 1;
            sides[usize::from(short)] += 1;
        }
    }
    eprintln!("{colors:?} {sides:?} {seen:?}");
    // Black castles into few mates and stalemates.
    assert!(colors.iter().all(|&n| n > positions / 200), "{colors:?}");
    assert!(sides.iter().all(|&n| n > positions / 10), "{sides:?}");
    assert!(
        seen.iter().all(|seen| seen.judged[4] >= positions / 8),
        "{seen:?}"
    );
    let solved: usize = seen[1].solved.iter().sum();
    assert!(solved >= positions / 2, "{seen:?}");
}

#[test]
fn no_castling_of_a_mate_is_lost() {
    no_castling_is_lost::<Mate>(5);
}

#[test]
fn no_castling_of_a_stalemate_is_lost() {
    no_castling_is_lost::<Stalemate>(6);
}

/// The castling on whose target the other king is, and whether it is the rook's target.
fn covered(setup: &Setup) -> Option<(Castling, bool)> {
    setup.castling_rights.into_iter().find_map(|rook| {
        let color = setup.board.color_at(rook)?;
        let castling = Castling {
            color,
            short: rook > setup.board.king_of(color)?,
        };
        let other = setup.board.king_of(!color)?;
        let on_rooks = other == castling.rook_to();
        (on_rooks || other == castling.king_to()).then_some((castling, on_rooks))
    })
}

fn no_king_on_a_target_matters<G: Goal<Rules = Board>>(seed: u64) {
    let mut judge = Judge::new(seed, THREE_MOVES);
    let mut seen = JudgedLengths::default();
    // By colour, side, and whose target it is.
    let mut kinds = [0; 8];
    let positions = of_each(400);
    while seen.positions < positions {
        let Some(setup) = Motif::KingOnTarget.setup(&mut judge.random) else {
            continue;
        };
        if let Some((castling, on_rooks)) = covered(&setup)
            && judge.judge::<G>(&setup, &mut seen)
        {
            let white = usize::from(castling.color.is_white());
            kinds[4 * white + 2 * usize::from(castling.short) + usize::from(on_rooks)] += 1;
        }
    }
    eprintln!("{kinds:?} {seen:?}");
    assert!(seen.is_worth_something(), "{seen:?}");
    assert!(seen.judged[6] >= positions / 4, "{seen:?}");
    assert!(kinds.iter().all(|&n| n >= positions / 50), "{kinds:?}");
}

#[test]
fn a_king_on_a_castling_target_loses_no_mate() {
    no_king_on_a_target_matters::<Mate>(88_172_645_463_325_265);
}

#[test]
fn a_king_on_a_castling_target_loses_no_stalemate() {
    no_king_on_a_target_matters::<Stalemate>(88_172_645_463_325_267);
}
