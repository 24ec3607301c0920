//! A line of moves written by a program or an author, played on the board: [`PlayedLine::walk`].
//!
//! All readers of lines use this module: `compare`, `verify`, `check`, and the code that takes a
//! line as known. So a faulty line gets the same [`LineFault`], in the same words, everywhere. The
//! caller decides whether a line may break off ([`LineFault::TooShort`]); whether a move is forced
//! or best is a question for the search, not for this module.

use std::fmt;

use shakmaty::Move;

use super::LEFT_OUT;
use crate::epd::moves::{MoveError, read_move};
use keymove_rules::position::Position;
use keymove_solve::{Kind, Stipulation};

/// Where and why a line is not play of its stipulation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineFault {
    /// The half move with this number (from 1) is not legal.
    Illegal(usize, MoveError),
    /// This half move is [`LEFT_OUT`], but the side to move has to move.
    Waits(usize),
    /// This half move is [`LEFT_OUT`], but the side to move is in check.
    InCheck(usize),
    /// This half move is a move, but in a series that side does not move.
    Moves(usize, String),
    /// The line is legal and has the first number of half moves; the stipulation takes the second,
    /// which is larger.
    TooShort(usize, usize, Stipulation),
    /// The line has the first number of half moves; the stipulation takes the second, which is
    /// smaller. Up to there the line is legal.
    TooLong(usize, usize, Stipulation),
    /// The line is legal and has the right length but does not reach the goal of the stipulation.
    NoGoal(Stipulation),
}

impl fmt::Display for LineFault {
    /// The fault as a text to follow the name of the line: `has 1 ply, #2 takes 3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LineFault::Illegal(ply, error) => write!(f, "at ply {ply}: {error}"),
            LineFault::Waits(ply) => write!(f, "at ply {ply}: the side to move does not wait"),
            LineFault::InCheck(ply) => write!(f, "at ply {ply}: a side in check cannot wait"),
            LineFault::Moves(ply, text) => {
                write!(f, "at ply {ply}: {text} stands where {LEFT_OUT} is due")
            }
            LineFault::TooShort(plies, due, asked) | LineFault::TooLong(plies, due, asked) => {
                let noun = if *plies == 1 { "ply" } else { "plies" };
                write!(f, "has {plies} {noun}, {asked} takes {due}")
            }
            LineFault::NoGoal(asked) => write!(f, "does not end as {asked} asks"),
        }
    }
}

/// A line, as far as it can be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedLine {
    /// The position before the first move.
    pub begin: Position,
    /// The half moves that were played; `None` where a side waits.
    pub steps: Vec<Option<Move>>,
    /// The position after them.
    pub end: Position,
    /// The fault of the line.
    pub fault: Option<LineFault>,
}

impl PlayedLine {
    /// Plays the moves `written`, in any notation accepted by [`read_move`], from `begin`, as a
    /// line of `asked`. In a series, [`LEFT_OUT`] takes the place of every omitted reply.
    pub fn walk(begin: &Position, asked: Stipulation, written: &[impl AsRef<[u8]>]) -> PlayedLine {
        let whole = asked.length.plies(asked.kind) as usize;
        PlayedLine::walk_play(begin, asked, written, whole, false)
    }

    /// Like [`PlayedLine::walk`], but the line must have `whole` half moves (set play has one less
    /// than the stipulation). With `passes`, a side may wait after the first half move, so that a
    /// line shows a threat.
    pub fn walk_play(
        begin: &Position,
        asked: Stipulation,
        written: &[impl AsRef<[u8]>],
        whole: usize,
        passes: bool,
    ) -> PlayedLine {
        let mut line = PlayedLine {
            begin: begin.clone(),
            steps: Vec::with_capacity(written.len()),
            end: begin.clone(),
            fault: None,
        };
        for text in written {
            let played = line.steps.len();
            if played == whole {
                line.fault = Some(LineFault::TooLong(written.len(), whole, asked));
                return line;
            }
            let is_due = played > 0
                && line.steps[played - 1].is_some()
                && is_left_out(asked.kind, whole - played);
            if let Err(fault) = line.step(text.as_ref(), is_due, passes && played > 0) {
                line.fault = Some(fault);
                return line;
            }
        }
        if line.steps.len() < whole {
            line.fault = Some(LineFault::TooShort(line.steps.len(), whole, asked));
        } else if !line.reaches(asked.kind) {
            line.fault = Some(LineFault::NoGoal(asked));
        }
        line
    }

    /// A line that cannot begin: the other side would make its first move, but the side to move is
    /// in check.
    pub fn in_check(position: &Position) -> PlayedLine {
        PlayedLine {
            begin: position.clone(),
            steps: Vec::new(),
            end: position.clone(),
            fault: Some(LineFault::InCheck(1)),
        }
    }

    /// Plays the next half move. `is_due`: the half move has to be omitted; `may_pass`: it may be
    /// omitted.
    fn step(&mut self, text: &[u8], is_due: bool, may_pass: bool) -> Result<(), LineFault> {
        let ply = self.steps.len() + 1;
        match (text == LEFT_OUT.as_bytes(), is_due) {
            (false, false) => {
                let m = read_move(&self.end, text).map_err(|e| LineFault::Illegal(ply, e))?;
                self.end.play(m);
                self.steps.push(Some(m));
            }
            (true, _) if is_due || may_pass => {
                self.end = self.end.passed().ok_or(LineFault::InCheck(ply))?;
                self.steps.push(None);
            }
            (true, _) => return Err(LineFault::Waits(ply)),
            (false, true) => {
                let text = String::from_utf8_lossy(text).into_owned();
                return Err(LineFault::Moves(ply, text));
            }
        }
        Ok(())
    }

    /// Whether the line reaches the goal of `kind`.
    pub fn reaches(&self, kind: Kind) -> bool {
        kind.aim.is_reached(&self.end)
    }

    /// The moves, without the omitted half moves.
    pub fn moves(&self) -> impl Iterator<Item = Move> {
        self.steps.iter().copied().flatten()
    }

    /// Each half move with the position before it.
    pub fn with_positions(&self) -> impl Iterator<Item = (Position, Option<Move>)> {
        let mut position = self.begin.clone();
        self.steps.iter().map(move |&step| {
            let next = match step {
                Some(m) => position.after(m),
                None => position.passed().expect("a line waits where that is legal"),
            };
            (std::mem::replace(&mut position, next), step)
        })
    }

    /// The line in SAN, [`LEFT_OUT`] where a side waits.
    pub fn san(&self) -> Vec<String> {
        let written = |(position, step): (Position, Option<Move>)| match step {
            Some(m) => position.clone().play_with_san(m),
            None => LEFT_OUT.to_owned(),
        };
        self.with_positions().map(written).collect()
    }
}

/// Whether the reply to a move is omitted, `left` half moves before the end of the line. Every
/// other one of these half moves is omitted as well, except for a last reply.
fn is_left_out(kind: Kind, left: usize) -> bool {
    kind.is_reply_left_out(left.div_ceil(2))
}
