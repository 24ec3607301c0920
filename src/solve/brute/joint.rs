//! Exhaustion of play in which no side is fought until the end: help, helpself, helpreflex and
//! series play, word by word as they are defined.
//!
//! | play | until the last move | the last move |
//! |---|---|---|
//! | `h` | either side in turn | reaches the aim |
//! | `hs` | either side in turn | every legal move reaches the aim |
//! | `hr` | either side in turn, neither of which could reach the aim at once | reaches the aim |
//! | `ser-` | one side, without check | reaches the aim, the same side's |
//! | `ser-h` | one side, without check before its last move | reaches the aim |
//! | `ser-s` | the same | every legal move reaches the aim |
//! | `ser-r` | the same, and neither side could reach the aim at once | reaches the aim |
//!
//! Each last move that is possible makes a line of its own.

use shakmaty::Move;

use crate::position::Position;
use crate::solve::{Aim, Help, Kind, Length, Lines, Outcome, PlayKind, Problem};

/// A walk through all lines of one kind of play.
struct Exhaustion<'a> {
    kind: Kind,
    line: Vec<Move>,
    take: &'a mut dyn FnMut(&[Move]) -> bool,
}

/// Calls `take` with each line of exactly `length`, in the order of their moves in UCI, until it
/// gives back false. A line has the moves that are made; what a series leaves out is not in it.
///
/// # Panics
///
/// If `kind` is forced from the first move on.
pub fn each_line(
    kind: Kind,
    position: &Position,
    length: Length,
    mut take: impl FnMut(&[Move]) -> bool,
) {
    let mut walk = Exhaustion {
        kind,
        line: Vec::new(),
        take: &mut take,
    };
    match kind.play {
        PlayKind::Help | PlayKind::HelpSelf | PlayKind::HelpReflex => {
            walk.in_turn(position, length.half_moves());
        }
        PlayKind::SeriesHelp | PlayKind::SeriesSelf | PlayKind::SeriesReflex
            if length.half_moves() == 1 =>
        {
            walk.end(position);
        }
        PlayKind::Series | PlayKind::SeriesHelp | PlayKind::SeriesSelf | PlayKind::SeriesReflex => {
            walk.in_a_row(position, length.moves());
        }
        _ => panic!("{} is forced from the first move on", kind.sign()),
    }
}

/// The first length that has a solution, and what else is wanted.
pub(super) fn solve(problem: &Problem) -> Outcome {
    let position = &problem.position;
    let asked = problem.stipulation;
    let of_length = |moves: u16| {
        Some(solutions(
            asked.kind,
            position,
            asked.length.with_moves(moves),
        ))
        .filter(|found| found.count != Some(0))
    };
    let shortest = if asked.exact { asked.length.moves() } else { 1 };
    let mut lengths = shortest..=asked.length.moves();
    let Some(shortest) = lengths.find_map(of_length) else {
        return super::absent(asked.length, Vec::new());
    };
    let mut keys: Vec<Move> = Vec::new();
    each_line(asked.kind, position, shortest.length, |line| {
        if !keys.contains(&line[0]) {
            keys.push(line[0]);
        }
        true
    });
    let length = shortest.length;
    let mut found = vec![shortest];
    if problem.wanted.tree {
        found.extend(lengths.filter_map(of_length));
    }
    // A series that the other side ends has that move for its set play, one of its own has none.
    let has_set_play = problem.wanted.set_play && asked.kind.play != PlayKind::Series;
    let set_play = has_set_play.then(|| position.passed()).flatten();
    let shorter = Length::of_half_moves(match asked.kind.is_series() {
        true => 1,
        false => asked.length.half_moves() - 1,
    });
    Outcome::Helped(Help {
        length,
        keys,
        open: 0,
        solutions: found,
        set_play: set_play.map(|other| solutions(asked.kind, &other, shorter)),
        limit: None,
    })
}

fn solutions(kind: Kind, position: &Position, length: Length) -> Lines {
    let mut count = 0;
    let mut lines = Vec::new();
    each_line(kind, position, length, |line| {
        count += 1;
        if lines.len() < Lines::LISTED {
            lines.push(line.to_vec());
        }
        true
    });
    Lines {
        length,
        count: Some(count),
        lines,
    }
}

/// How many lines there are of exactly `length`.
pub fn count_lines(kind: Kind, position: &Position, length: Length) -> u64 {
    let mut count = 0;
    each_line(kind, position, length, |_| {
        count += 1;
        true
    });
    count
}

/// Whether the side to move reaches the aim with one move.
fn can_reach(aim: Aim, position: &Position) -> bool {
    position
        .legal_moves()
        .into_iter()
        .any(|m| aim.is_reached(&position.after(m)))
}

/// Whether either side has to reach the aim when it can, until the last move.
fn is_bound(kind: Kind) -> bool {
    matches!(kind.play, PlayKind::HelpReflex | PlayKind::SeriesReflex)
}

impl Exhaustion<'_> {
    /// Both sides move in turn for `plies` plies, the last of which is the end. False: enough.
    fn in_turn(&mut self, position: &Position, plies: u32) -> bool {
        if plies == 1 {
            return self.end(position);
        }
        if is_bound(self.kind) && can_reach(self.kind.aim, position) {
            return true;
        }
        self.each_move(position, |walk, next| walk.in_turn(next, plies - 1))
    }

    /// The side to move makes `moves` moves; the last of them, or one move of the other side, is
    /// the end.
    fn in_a_row(&mut self, position: &Position, moves: u16) -> bool {
        if moves == 1 && self.kind.play == PlayKind::Series {
            return self.end(position);
        }
        if is_bound(self.kind) && can_reach(self.kind.aim, position) {
            return true;
        }
        self.each_move(position, |walk, next| {
            if moves == 1 {
                return walk.end(next);
            }
            if is_bound(walk.kind) && can_reach(walk.kind.aim, next) {
                return true;
            }
            // None: the side that waits would be in check.
            match next.passed() {
                Some(again) => walk.in_a_row(&again, moves - 1),
                None => true,
            }
        })
    }

    /// The last move.
    fn end(&mut self, position: &Position) -> bool {
        let aim = self.kind.aim;
        let is_forced = matches!(self.kind.play, PlayKind::HelpSelf | PlayKind::SeriesSelf);
        if is_forced
            && !position
                .legal_moves()
                .into_iter()
                .all(|m| aim.is_reached(&position.after(m)))
        {
            return true;
        }
        self.each_move(position, |walk, next| {
            !aim.is_reached(next) || (walk.take)(&walk.line)
        })
    }

    fn each_move(
        &mut self,
        position: &Position,
        mut go_on: impl FnMut(&mut Self, &Position) -> bool,
    ) -> bool {
        let mode = position.mode();
        let mut moves = position.legal_moves();
        moves.sort_by_cached_key(|m| m.to_uci(mode).to_string());
        for m in moves {
            self.line.push(m);
            let more = go_on(self, &position.after(m));
            self.line.pop();
            if !more {
                return false;
            }
        }
        true
    }
}
