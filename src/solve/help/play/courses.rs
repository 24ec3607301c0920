//! Pruning loses no solution in any move order: over random positions of every [`Motif`] the search
//! counts as many lines of each length as a twin that tries every legal move everywhere, and that
//! tests the conditions of the move order on each move by their definition.
//!
//! [`unpruned`](super::unpruned) does this for help play, and more thoroughly; this file is for the
//! other move orders. `KEYMOVE_POSITIONS=1000` judges that many positions of each motif instead of
//! the few of an ordinary run, `KEYMOVE_SEED=2` judges others.

use std::collections::HashMap;

use shakmaty::fen::Fen;
use shakmaty::{Chess, Color, EnPassantMode, Position as _, Setup};

use super::motif::Motif;
use super::placement::{Random, legal};
use super::{Node, Play};
use crate::asked::number;
use crate::board::{Board, Move, Orientation};
use crate::goal::{Goal, Mate, Stalemate, is_stalemate};
use crate::help::move_order::{InTurn, MoveOrder, OtherPlay};
use crate::limit::Limits;
use crate::long::{least, share};
use crate::mate_in_one::is_checkmate;
use crate::movegen;
use crate::search::Search;
use crate::side::{Black, White};
use crate::table::Table;
use crate::{Aim, Kind, PlayKind};
use keymove_base::mix::SplitMix64;
use keymove_base::stop::Stop;
use keymove_rules::position::Position;

/// Nodes that the twin may search for one position and move order.
const EFFORT: u32 = 2_000;

/// Plies of the longest lines.
const LONGEST: u16 = 8;

/// Counts every legal line.
struct Twin {
    known: HashMap<(u64, u16), u64>,
    left: u32,
}

fn legal_moves(board: &Board, white: bool) -> Vec<Move> {
    let mut moves = Vec::new();
    if white {
        movegen::list::<White>(board, &mut moves);
    } else {
        movegen::list::<Black>(board, &mut moves);
    }
    moves
}

fn after(board: &Board, m: Move, white: bool) -> Board {
    if white {
        board.play::<White>(m)
    } else {
        board.play::<Black>(m)
    }
}

/// Whether the side has a move that reaches the goal against the other side.
fn can_reach<G: Goal<Rules = Board>>(board: &Board, white: bool) -> bool {
    legal_moves(board, white).into_iter().any(|m| {
        let next = after(board, m, white);
        match (G::MATE, white) {
            (true, true) => is_checkmate::<Black>(&next),
            (true, false) => is_checkmate::<White>(&next),
            (false, true) => is_stalemate::<Black>(&next),
            (false, false) => is_stalemate::<White>(&next),
        }
    })
}

impl Twin {
    /// The number of lines of this many plies; `None` if that takes too long.
    fn count<G: Goal<Rules = Board>>(
        &mut self,
        move_order: impl MoveOrder,
        board: &Board,
        plies: u16,
    ) -> Option<u64> {
        if let Some(&count) = self.known.get(&(board.hash, plies)) {
            return Some(count);
        }
        self.left = self.left.checked_sub(1)?;
        let white = move_order.is_white(plies);
        let moves = legal_moves(board, white);
        let mut count = 0;
        if plies == 1 {
            let reaching = moves
                .iter()
                .filter(|&&m| G::is_reached_by(&board.play_unkeyed::<White>(m)));
            count = reaching.count() as u64;
            if move_order.is_forced() && count < moves.len() as u64 {
                count = 0;
            }
        } else if !(move_order.is_bound() && can_reach::<G>(board, white)) {
            for m in moves {
                let next = after(board, m, white);
                let again = move_order.is_series() && move_order.is_white(plies - 1) == white;
                let check = if white {
                    next.checkers::<Black>()
                } else {
                    next.checkers::<White>()
                };
                if again && (check != 0 || move_order.is_bound() && can_reach::<G>(&next, !white)) {
                    continue;
                }
                let next = if again { next.pass() } else { next };
                count += self.count::<G>(move_order, &next, plies - 1)?;
            }
        }
        self.known.insert((board.hash, plies), count);
        Some(count)
    }
}

/// Counts of the judged lengths, by plies.
#[derive(Debug, Default, Clone, Copy)]
struct JudgedPlies {
    judged: [usize; LONGEST as usize + 1],
    solved: [usize; LONGEST as usize + 1],
    /// Lengths compared with exhaustion by definition.
    exhausted: usize,
}

fn judge<G: Goal<Rules = Board>>(
    move_order: impl MoveOrder,
    first: &Chess,
    reversed: bool,
    play_kind: PlayKind,
    table: &mut Table,
    seen: &mut JudgedPlies,
) {
    let mating = Color::from_white(!reversed);
    let board = Orientation::new(mating).board(first);
    let stop = Stop::new();
    table.begin_job();
    let search = Search::<G>::new(table, Limits::default(), &stop);
    let mut play = Play::<G, _>::new(search, move_order, true);
    let mut twin = Twin {
        known: HashMap::new(),
        left: EFFORT,
    };
    for plies in 1..=LONGEST {
        if move_order.is_white(plies) != (first.turn() == mating) {
            continue;
        }
        let Some(truth) = twin.count::<G>(move_order, &board, plies) else {
            break;
        };
        let found = play
            .count(Node::root(&board), plies)
            .expect("there is no limit");
        let fen = || Fen::from_position(first, EnPassantMode::Legal);
        assert_eq!(
            found,
            truth,
            "{}: {plies} plies of {move_order:?}, {:?}",
            fen(),
            G::MATE
        );
        seen.judged[usize::from(plies)] += 1;
        seen.solved[usize::from(plies)] += usize::from(truth > 0);
        let length = move_order.length(plies);
        if plies <= 4 && EFFORT - twin.left <= 200 && length.moves() > 0 {
            seen.exhausted += 1;
            let aim = if G::MATE { Aim::Mate } else { Aim::Stalemate };
            let kind = Kind {
                play: play_kind,
                aim,
            };
            let position = Position::from(first.clone());
            let truth = super::unpruned::exhausted(kind, &position, length.half_moves());
            assert_eq!(found, truth, "{}: {plies} plies of {move_order:?}", fen());
        }
    }
}

/// The same with colours and ranks reversed.
fn reverse(position: &Chess) -> Chess {
    let mut setup = position.to_setup(EnPassantMode::Legal);
    setup.mirror();
    legal(setup).expect("what is legal is so for the other side")
}

fn nothing_is_lost<G: Goal<Rules = Board>>(
    move_order: impl MoveOrder,
    seed: u64,
    play_kind: PlayKind,
    solved: usize,
) {
    let more = number("KEYMOVE_SEED").unwrap_or(0) as u64;
    let mut random = Random::seeded(SplitMix64::at(more << 32 ^ seed));
    let mut table = Table::new(1);
    let mut seen = JudgedPlies::default();
    for motif in Motif::ALL {
        let mut positions = number("KEYMOVE_POSITIONS").unwrap_or_else(|| share(16));
        while positions > 0 {
            let Some(setup) = motif.setup(&mut random) else {
                continue;
            };
            for turn in Color::ALL {
                let mut setup: Setup = setup.clone();
                if setup.turn != turn {
                    setup.turn = turn;
                    setup.ep_square = None;
                }
                if let Some(first) = legal(setup) {
                    let reversed = random.chance(50);
                    let first = if reversed { reverse(&first) } else { first };
                    judge::<G>(
                        move_order, &first, reversed, play_kind, &mut table, &mut seen,
                    );
                    positions = positions.saturating_sub(1);
                }
            }
        }
    }
    eprintln!("{move_order:?} {:?}: {seen:?}", G::MATE);
    let judged: usize = seen.judged.iter().sum();
    let with_solutions: usize = seen.solved.iter().sum();
    assert!(
        judged >= least(300) && seen.exhausted >= least(100),
        "{seen:?}"
    );
    assert!(with_solutions >= least(solved), "{seen:?}");
}

fn no_course_loses<G: Goal<Rules = Board>>(seed: u64) {
    // Solutions with a forced end are too rare at random: tests/brute_force makes such positions.
    let seldom = [
        (PlayKind::Series, 15),
        (PlayKind::SeriesHelp, 30),
        (PlayKind::SeriesSelf, 0),
        (PlayKind::SeriesReflex, 5),
        (PlayKind::HelpSelf, 0),
        (PlayKind::HelpReflex, 5),
    ];
    for (number, (play, solved)) in (0..).zip(seldom) {
        let move_order = OtherPlay::of(play).expect("play of such a move_order");
        nothing_is_lost::<G>(move_order, seed + number, play, solved);
    }
    nothing_is_lost::<G>(InTurn, seed + 6, PlayKind::Help, 10);
}

#[test]
fn no_course_loses_a_mate() {
    no_course_loses::<Mate>(31);
}

#[test]
fn no_course_loses_a_stalemate() {
    no_course_loses::<Stalemate>(51);
}
