//! Play without a fight before the end: help play, where both sides work together until one of them
//! is mated or stalemated, or until that can be forced, and series, where one of them waits.
//!
//! Such a problem asks for every solution of one length, so the search counts: [`Play::count`]
//! gives the number of lines of an exact number of plies from a position on. The lengths are
//! searched in order; the first one with a solution is the answer. Inside, the mating (or
//! stalemating) side is always White, and since it makes the last move, the number of plies left
//! determines the side to move, by the [`move_order`].
//!
//! # What is asked of a position
//!
//! A position is given up as soon as one of these questions shows that it has no solution with the
//! plies left. [`play`] asks them in this order, the cheap ones first. The example: White Kf1, Be8,
//! Black Kh1, pawns h2 and a7; Black to move, a stalemate with one move each. The only solution is
//! 1.a5 Ba4.
//!
//! 1. [`mobile_men`], stalemates: are there more loose black men than the moves can stop? One is
//!    loose, the pawn on a7 (the king stands before the other one). A black move can move one man
//!    away and stop one pawn, a white move stops one, and the bishop may pin one: 1 of 4.
//! 2. [`net`]: on which squares can the black king end, if White's moves are to guard what Black's
//!    moves don't block around it? On h1: Kf1 guards g1 and g2, and h2 is blocked. On g1 or g2 it
//!    can't: Kf1 would have to go away, and no move of White's guards the rest. If White is to mate
//!    and each side has one move, the net says where Black's move may go ([`destinations`]). Below a
//!    position all of whose pictures are known, they are asked instead (6).
//! 3. The table: how many lines are known to go on from here?
//! 4. [`mobility`] with [`spare_moves`], stalemates: what can White do while it guards g1 and g2?
//!    This costs no move, so one is free: the bishop may stand on any square of its lines, or pin
//!    from c6; the king may go to f2.
//! 5. [`self_blocks`], stalemates: where can a black officer be shut in by its own side? The pawn
//!    does not promote with one move, so there is none.
//! 6. [`picture`]: is there a final position that every man can reach, all together within the
//!    moves left? One, with a pawn on a5 and a bishop on a4; the page goes through it. With
//!    positions of more than one move each, the pictures of a position go on with the line.
//!    If all of them are known, they choose the moves as well: of the pawn's moves only a5.
//!
//! If a side may still castle, 4 to 6 are asked of each position after a castling, and of one
//! without rights ([`castlings`]).

mod castlings;
mod destinations;
mod lines;
mod mobile_men;
mod mobility;
mod move_order;
mod net;
mod picture;
mod play;
mod reach;
mod self_blocks;
mod spare_moves;

pub use reach::exits;
use std::ops::RangeInclusive;

use super::side::{Black, White};
use shakmaty::CastlingMode;

use super::board::{Board, Move, Orientation};
use super::certificate::{Certificate, Gap, Shortfall};
use super::goal::Goal;
use super::limit::LimitKind;
use super::movegen;
use super::problem::{Extent, Problem};
use super::search::Search;
use super::table::Table;
use super::verdict::{Counters, Lines, Verdict};
use keymove_base::stop::Stop;
use keymove_rules::bounds::{Bounds, Length, MoveRange, Reached};
use keymove_rules::stipulation::PlayKind;
use move_order::{InTurn, MoveOrder, OtherPlay};
use play::{Node, Play};

/// Solves a problem of help or series play; `G` is the end of Black's play, in the search's
/// orientation. Lengths up to `refuted` are skipped.
///
/// # Panics
///
/// If the problem's play is forced from the first move on.
pub fn help<G: Goal<Rules = Board>>(
    problem: &Problem,
    refuted: Length,
    table: &mut Table,
    stop: &Stop,
) -> Verdict {
    let play = problem.stipulation.kind.play;
    if play == PlayKind::Help {
        return run::<G, _>(problem, InTurn, refuted, table, stop);
    }
    let move_order = OtherPlay::of(play).expect("forced play has a search of its own");
    run::<G, _>(problem, move_order, refuted, table, stop)
}

/// Solves a problem with the given move order.
fn run<G: Goal<Rules = Board>, C: MoveOrder>(
    problem: &Problem,
    move_order: C,
    refuted: Length,
    table: &mut Table,
    stop: &Stop,
) -> Verdict {
    let position = &problem.position;
    let white_begins = move_order.is_white(move_order.plies(problem.stipulation.length));
    let mating = if white_begins {
        position.turn()
    } else {
        !position.turn()
    };
    let orientation = Orientation::new(mating);
    let board = orientation.board(position.chess());
    let search = Search::new(table, problem.limits, stop);
    let (can_move, check) = if white_begins {
        (
            movegen::any::<White>(&board),
            board.checkers::<White>() != 0,
        )
    } else {
        (
            movegen::any::<Black>(&board),
            board.checkers::<Black>() != 0,
        )
    };
    let mut solver = HelpSolver {
        problem,
        orientation,
        mode: position.mode(),
        board,
        check,
        refuted,
        play: Play::<G, C>::new(search, move_order, problem.extent == Extent::AllKeys),
        room: ROOM,
    };
    let mut verdict = match can_move {
        true => solver.verdict(),
        false => solver.with(Bounds::over(check)),
    };
    if problem.wanted.set_play && solver.play.complete && verdict.limit.is_none() {
        (verdict.set_play, verdict.limit) = solver.set_play();
    }
    if problem.wanted.certificate.is_some() {
        verdict.certificate = Some(Box::new(certificate(&verdict)));
    }
    verdict.counters = Counters {
        nodes: solver.play.search.nodes(),
        elapsed: solver.play.search.elapsed(),
    };
    verdict
}

/// The certificate of help play: its solutions, each of which is its own proof. If a side waits, or
/// the end is forced, a line is not a proof, and is left to exhaustion.
fn certificate(verdict: &Verdict) -> Certificate {
    let mut certificate = Certificate::default();
    let reached = verdict.bounds.reached.as_ref();
    let shortest = verdict.solutions.first();
    if let (PlayKind::Help, Some(shortest)) = (verdict.stipulation.kind.play, shortest) {
        certificate.lines.clone_from(&shortest.lines);
    }
    // A certificate gives its gaps in whole moves.
    let refuted = reached.map_or(verdict.bounds.refuted, |reached| reached.length);
    let refuted = refuted.moves();
    if refuted > 0 {
        certificate.gaps.push(Gap {
            wins: false,
            m: None,
            moves: refuted,
            reason: Shortfall::Exhaustion,
        });
    }
    certificate
}

/// One problem on its way to an answer.
struct HelpSolver<'a, G, C> {
    problem: &'a Problem,
    orientation: Orientation,
    mode: CastlingMode,
    board: Board,
    /// Whether the side that begins is in check.
    check: bool,
    /// The caller says that there is no solution within this length.
    refuted: Length,
    play: Play<'a, G, C>,
    /// The number of plies that may still be listed, so that memory stays bounded.
    room: usize,
}

/// The greatest number of plies that are listed, for all lengths together; one line of each length
/// is always listed.
const ROOM: usize = 1 << 20;

/// The results for one length.
#[derive(Debug, Default)]
struct LengthResult {
    /// First moves of solutions.
    keys: Vec<Move>,
    /// First moves that are not decided.
    open: usize,
    /// The number of solutions; complete if nothing was left undecided.
    count: u64,
    /// One solution, if there is any.
    witness: Vec<Move>,
    limit: Option<LimitKind>,
}

impl<G: Goal<Rules = Board>, C: MoveOrder> HelpSolver<'_, G, C> {
    /// A number of whole moves and the stipulation's half move.
    fn length(&self, moves: u16) -> Length {
        self.problem.stipulation.length.with_moves(moves)
    }

    /// The plies of a line of `moves` whole moves and the stipulation's half move.
    fn plies(&self, moves: u16) -> u16 {
        self.play.move_order.plies(self.length(moves))
    }

    /// The greatest length, in whole moves.
    fn bound(&self) -> u16 {
        self.problem.stipulation.length.moves().min(Length::LONGEST)
    }

    /// The lengths up to `bound` that are searched, in whole moves: from a single move on, which
    /// may be just the last one, as in `h#0.5`.
    fn lengths(&self, bound: Length) -> RangeInclusive<u16> {
        let move_order = self.play.move_order;
        let shortest = match self.problem.stipulation.exact {
            true => bound.moves(),
            false => {
                u16::from(!bound.has_half() || move_order.is_forced() || move_order.is_bound())
            }
        };
        shortest..=bound.moves()
    }

    /// The verdict for a given result.
    fn with(&self, bounds: Bounds) -> Verdict {
        let Problem {
            stipulation,
            position,
            ..
        } = self.problem;
        Verdict::new(*stipulation, position.clone(), bounds)
    }

    /// Searches one length after the other.
    fn verdict(&mut self) -> Verdict {
        let board = self.board;
        for moves in self.lengths(self.length(self.bound())) {
            // A refutation of shorter lengths says nothing about the exact length.
            if !self.problem.stipulation.exact && self.length(moves) <= self.refuted {
                continue;
            }
            let survey = self.survey(&board, self.plies(moves));
            if !survey.keys.is_empty() {
                return self.helped(moves, survey);
            }
            if let Some(limit) = survey.limit {
                let refuted = if self.problem.stipulation.exact {
                    Length::NONE
                } else {
                    Length::of_moves(moves.saturating_sub(1))
                };
                return Verdict {
                    limit: Some(limit),
                    ..self.with(Bounds::refuted(refuted))
                };
            }
            self.play.search.note_refuted(moves);
        }
        self.with(Bounds::refuted(self.length(self.bound())))
    }

    /// Searches every first move at the length of `plies`.
    fn survey(&mut self, board: &Board, plies: u16) -> LengthResult {
        let root = Node::root(board);
        let mut first_moves = Vec::new();
        if self.play.may_go_on(&root, plies) {
            root.list(self.play.move_order, plies, &mut first_moves);
        }
        let mut survey = LengthResult {
            open: first_moves.len(),
            ..LengthResult::default()
        };
        self.play.witness.clear();
        for m in first_moves {
            match self.play.after(&root, m, plies) {
                Ok(0) => (),
                Ok(count) => {
                    survey.keys.push(m);
                    survey.count = survey.count.saturating_add(count);
                }
                Err(abort) => {
                    survey.limit = abort.limit();
                    self.play.forget_line();
                    // A solution may have been found below a move that was not searched completely.
                    if let Some(&first) = self.play.witness.first()
                        && !survey.keys.contains(&first)
                    {
                        survey.keys.push(first);
                        survey.open -= 1;
                    }
                    break;
                }
            }
            survey.open -= 1;
            if !survey.keys.is_empty() && !self.play.complete {
                break;
            }
        }
        survey.witness.clone_from(&self.play.witness);
        survey
    }

    /// The answer once the shortest length is known.
    fn helped(&mut self, moves: u16, survey: LengthResult) -> Verdict {
        let board = self.board;
        let (shortest, mut limit) = self.lines(&board, self.plies(moves), &survey);
        let mut solutions = Vec::from_iter(shortest);
        let has_longer = !self.problem.stipulation.is_of_any_length();
        if self.problem.wanted.tree && has_longer && self.play.complete && limit.is_none() {
            let longer;
            let bound = self.length(self.bound());
            (longer, limit) = self.listed(&board, bound, moves + 1..=bound.moves());
            solutions.extend(longer);
        }
        let first_moves = survey.keys.iter();
        let first_moves = first_moves.map(|&m| self.orientation.chess_move(m, &board));
        let shortest = solutions.first();
        let length = self.length(moves);
        let bounds = Bounds {
            reached: Some(Reached {
                length,
                keys: MoveRange::new(first_moves.collect(), survey.open),
                counts: shortest.and_then(|lines| lines.count).map(|n| (n, n)),
                line: shortest
                    .and_then(|s| s.lines.first())
                    .cloned()
                    .unwrap_or_default(),
            }),
            ..Bounds::refuted(length.shorter())
        };
        Verdict {
            limit,
            solutions,
            ..self.with(bounds)
        }
    }

    /// The lines from `board` on of up to `bound` moves (with half a move if `bound` has one), for
    /// each length separately; lengths without lines are left out.
    fn listed(
        &mut self,
        board: &Board,
        bound: Length,
        lengths: RangeInclusive<u16>,
    ) -> (Vec<Lines>, Option<LimitKind>) {
        let mut listed = Vec::new();
        for moves in lengths {
            let plies = self.play.move_order.plies(bound.with_moves(moves));
            let survey = self.survey(board, plies);
            let (lines, limit) = self.lines(board, plies, &survey);
            listed.extend(lines);
            if limit.is_some() {
                return (listed, limit);
            }
        }
        (listed, None)
    }

    /// The lines that the other side begins, up to half a move shorter than stipulated; in a
    /// series, only the move that ends it.
    fn set_play(&mut self) -> (Option<Vec<Lines>>, Option<LimitKind>) {
        if self.play.move_order.is_series() {
            return (self.series_set_play(), None);
        }
        let whole = self.length(self.bound()).half_moves();
        // Set play is shorter than stipulated, which says nothing here.
        if self.check || whole == 1 || self.problem.stipulation.is_of_any_length() {
            return (None, None);
        }
        let bound = Length::of_half_moves(whole - 1);
        let (listed, limit) = self.listed(&self.board.pass(), bound, self.lengths(bound));
        // If a limit was met before the first solution, nothing is known about set play.
        let is_known = limit.is_none() || !listed.is_empty();
        (is_known.then_some(listed), limit)
    }

    /// The moves that end a series, in the order of their UCI notation, like all lines; none if one
    /// side makes every move.
    fn series_set_play(&self) -> Option<Vec<Lines>> {
        let kind = self.problem.stipulation.kind;
        if kind.play == PlayKind::Series {
            return None;
        }
        let mut moves = kind.closing_moves(&self.problem.position.passed()?);
        moves.sort_by_cached_key(|m| m.to_uci(self.mode).to_string());
        let lines = Lines {
            length: Length::of_half_moves(1),
            count: Some(moves.len() as u64),
            lines: moves.into_iter().map(|m| vec![m]).collect(),
        };
        Some(Vec::from_iter(
            Some(lines).filter(|lines| !lines.lines.is_empty()),
        ))
    }
}
