//! A `go` until its `bestmove`: what is known of it so far, and the lines that report it.

use std::time::{Duration, Instant};

use shakmaty::{Color, Move};

use super::assignment::ProvedLine;
use super::clock::time_for_move;
use super::info::{Cost, Score, info};
use super::message::Go;
use super::options::{LONGEST, UciOptions};
use super::session::Reaction;
use super::setup::written;
use keymove_base::stop::Stop;
use keymove_rules::position::Position;
use keymove_solve::{Kind, Length};

/// A `go` without a `bestmove` so far.
#[derive(Debug)]
pub(super) struct Running {
    pub(super) number: u64,
    pub(super) position: Position,
    pub(super) kind: Kind,
    /// The maximum length that is searched, in moves.
    pub(super) bound: u16,
    pub(super) chess960: bool,
    pub(super) stop: Stop,
    pub(super) began: Instant,
    /// The time at which it must be answered.
    pub(super) deadline: Option<Instant>,
    /// The time available after `ponderhit`.
    pub(super) share: Option<Duration>,
    /// Whether only `stop` ends it.
    pub(super) infinite: bool,
    /// Whether it has no limit, and may never end by itself.
    pub(super) endless: bool,
    /// Whether only `stop` or `ponderhit` ends it.
    pub(super) ponder: bool,
    /// Whether the search has ended.
    pub(super) done: bool,
    /// The proved lines, the best one first.
    pub(super) proved: Vec<ProvedLine>,
    /// The move to play while nothing is proved; `None` if there is no move.
    pub(super) safest: Option<Move>,
    /// The number of moves within which the side to move does not reach the goal.
    pub(super) refuted: u16,
    /// The number of moves of the other side within which the side to move is not mated.
    pub(super) holds_out: u16,
    /// The number of moves up to which lines have been sent.
    pub(super) decided: u16,
    /// The largest depth sent, in plies: later lines never have a smaller one.
    pub(super) depth: u32,
    pub(super) nodes: u64,
    pub(super) permille: u16,
    /// The time of the last line, and its node count.
    pub(super) reported: Instant,
    pub(super) reported_nodes: Option<u64>,
}

impl Running {
    /// A search that begins: its number, the position with the goal, and a move in case nothing is
    /// proved.
    pub(super) fn new(
        number: u64,
        (position, kind, safest): (Position, Kind, Option<Move>),
        go: &Go,
        options: &UciOptions,
        now: Instant,
    ) -> Running {
        let share = time_for_move(go, position.turn() == Color::White);
        Running {
            number,
            kind,
            bound: bound(go, options.depth),
            chess960: options.chess960 || position.mode().is_chess960(),
            stop: Stop::new(),
            began: now,
            deadline: share
                .filter(|_| !go.ponder)
                .and_then(|share| now.checked_add(share)),
            share,
            infinite: go.infinite,
            endless: go.has_no_limit(),
            ponder: go.ponder,
            done: safest.is_none(),
            proved: Vec::new(),
            safest,
            refuted: 0,
            // Only in play for mate does the search consider mates by the other side.
            holds_out: if kind == Kind::MATE { 0 } else { LONGEST },
            decided: 0,
            depth: 0,
            nodes: 0,
            permille: 0,
            reported: now,
            reported_nodes: None,
            position,
        }
    }

    /// The line for a position in which the play is over.
    pub(super) fn over(&self, now: Instant) -> String {
        let score = match self.position.is_checkmate() {
            true => Score::Mate(0),
            false => Score::Nothing,
        };
        info(0, 0, 1, score, &self.cost(now), "")
    }

    /// Reports the lengths within which neither side has a solution, one line for each length that
    /// has not been reported. There are no such lines after something has been proved.
    pub(super) fn say_decided(&mut self, now: Instant, reaction: &mut Reaction) {
        let decided = self.refuted.min(self.holds_out).min(self.bound);
        if !self.proved.is_empty() || decided <= self.decided {
            return;
        }
        for moves in self.decided + 1..=decided {
            self.decided = moves;
            reaction.lines.push(self.nothing(moves, LONGEST, now));
        }
        self.note_report(now);
    }

    /// Handles the proved lines and reports those that are new in their place.
    pub(super) fn prove(&mut self, lines: Vec<ProvedLine>, now: Instant, reaction: &mut Reaction) {
        let before = std::mem::replace(&mut self.proved, lines);
        for place in 0..self.proved.len() {
            if before.get(place) != self.proved.get(place) {
                reaction.lines.push(self.line_at(place, now));
            }
        }
        self.note_report(now);
    }

    /// Reports the known results.
    pub(super) fn report(&mut self, now: Instant, reaction: &mut Reaction) {
        if self.proved.is_empty() {
            let refuted = self.refuted.min(self.bound);
            let nothing = self.nothing(refuted, self.holds_out.min(self.bound), now);
            reaction.lines.push(nothing);
        }
        for place in 0..self.proved.len() {
            reaction.lines.push(self.line_at(place, now));
        }
        self.note_report(now);
    }

    /// Records that the known results have been reported.
    fn note_report(&mut self, now: Instant) {
        self.reported = now;
        self.reported_nodes = Some(self.nodes);
    }

    /// The line that reports no solution within `refuted` moves, and no mate of the side to move
    /// within `holds_out`.
    fn nothing(&mut self, refuted: u16, holds_out: u16, now: Instant) -> String {
        let goal = self.kind.name();
        let mut rest = match refuted {
            0 => String::new(),
            moves => format!(" string no {goal} within {moves}"),
        };
        if refuted > holds_out {
            rest += &format!(", not mated within {holds_out}");
        }
        let plies = Length::of_moves(refuted.min(holds_out)).plies(self.kind);
        self.depth = self.depth.max(plies);
        info(
            self.depth,
            self.depth,
            1,
            Score::Nothing,
            &self.cost(now),
            &rest,
        )
    }

    /// The line for the proved line at this index.
    fn line_at(&mut self, place: usize, now: Instant) -> String {
        let proved = &self.proved[place];
        let moves = i32::from(proved.moves);
        let score = Score::Mate(if proved.lost { -moves } else { moves });
        let mut line = String::from(" pv");
        for &m in &proved.line {
            line.push(' ');
            line.push_str(&written(m, self.chess960));
        }
        let plies = u32::try_from(proved.line.len()).expect("a line is at most 1000 plies long");
        self.depth = self.depth.max(plies);
        info(self.depth, plies, place + 1, score, &self.cost(now), &line)
    }

    fn cost(&self, now: Instant) -> Cost {
        Cost {
            nodes: self.nodes,
            permille: self.permille,
            time: now.duration_since(self.began),
        }
    }

    pub(super) fn best_move(&self) -> String {
        let line = match self.proved.first() {
            Some(proved) => proved.line.as_slice(),
            None => self.safest.as_slice(),
        };
        let name = |m: &Move| written(*m, self.chess960);
        match line {
            [] => "bestmove (none)".to_owned(),
            [best] => format!("bestmove {}", name(best)),
            [best, reply, ..] => format!("bestmove {} ponder {}", name(best), name(reply)),
        }
    }
}

/// The maximum length in moves requested by a `go`.
fn bound(go: &Go, depth: u16) -> u16 {
    let plies = go
        .depth
        .map(|plies| u16::try_from(plies.div_ceil(2)).unwrap_or(LONGEST));
    let asked = match (go.mate, plies) {
        (Some(moves), Some(plies)) => Some(moves.min(plies)),
        (moves, plies) => moves.or(plies),
    };
    asked.unwrap_or(depth).clamp(1, LONGEST)
}
