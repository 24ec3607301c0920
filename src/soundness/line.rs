//! Whether the line that a record shows (`pv`) is play of its problem.
//!
//! In help and series play a whole line must be one of the solutions, and a part of one the beginning
//! of some. In forced play every move of the side that forces the goal must be one that still does so
//! in time: one of the continuations of the tree, unless a reply leaves time to spare, where the tree
//! has the fastest alone. What the tree leaves out is not judged, but that the line, if it is whole,
//! ends in the goal.

use super::{Defect, Examined, Soundness};
use crate::position::Position;
use crate::record::{LEFT_OUT, san_line};
use crate::solve::{Continuation, Lines, Variation, Verdict};

/// Where a line that is claimed goes wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenLine {
    /// The moves up to there, in SAN.
    pub before: Vec<String>,
    /// The move that is wrong, as SAN or as it is written.
    pub wrong: String,
    /// What is wrong with it.
    pub reason: &'static str,
}

/// A line as the record has it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ClaimedLine {
    /// In SAN, with [`LEFT_OUT`] for a move not made, up to the first move that is not legal.
    pub moves: Vec<String>,
    /// What stands in the place of the first legal move that is lacking.
    pub illegal: Option<String>,
    /// Where the legal moves lead to.
    pub end: Option<Position>,
}

impl ClaimedLine {
    /// That its move `at` is wrong.
    fn broken(&self, at: usize, reason: &'static str) -> BrokenLine {
        BrokenLine {
            before: self.moves[..at].to_vec(),
            wrong: self.moves[at].clone(),
            reason,
        }
    }

    /// Its first move that is not legal, if there is one.
    fn illegal(&self) -> Option<BrokenLine> {
        Some(BrokenLine {
            before: self.moves.clone(),
            wrong: self.illegal.clone()?,
            reason: "is not legal",
        })
    }
}

impl Examined<'_> {
    /// Holds the line against the solutions of help and series play.
    pub(super) fn line_among_solutions(&self, lines: &Lines, soundness: &mut Soundness) {
        let claimed = &self.claims.line;
        let broken = claimed.illegal().or_else(|| {
            let kind = self.stipulation.kind;
            let written = lines.lines.iter();
            let written: Vec<Vec<String>> = written
                .map(|line| san_line(self.position, kind, line))
                .collect();
            let shared = |line: &Vec<String>| {
                let pairs = line.iter().zip(&claimed.moves);
                pairs.take_while(|(one, other)| one == other).count()
            };
            let longest = written.iter().map(shared).max().unwrap_or(0);
            let is_every = lines.count == Some(lines.lines.len() as u64);
            // Beside a shorter solution a shorter line may be one.
            let is_long = written.iter().any(|line| line.len() <= claimed.moves.len());
            let is_judged = is_every && (is_long || !soundness.is_short());
            (is_judged && longest < claimed.moves.len())
                .then(|| claimed.broken(longest, "is in no solution that begins so"))
        });
        soundness.defects.extend(broken.map(Defect::Line));
    }

    /// Holds the line against the variations of forced play.
    pub(super) fn line_among_variations(&self, verdict: &Verdict, soundness: &mut Soundness) {
        let claimed = &self.claims.line;
        let in_play = verdict.tree.as_deref().and_then(|tree| {
            if tree.defences.is_empty() {
                self.along_keys(&tree.keys)
            } else {
                self.along_replies(&tree.defences, 0, self.stipulation.length.moves())
            }
        });
        let broken = claimed.illegal().or(in_play).or_else(|| self.at_its_end());
        soundness.defects.extend(broken.map(Defect::Line));
    }

    /// The line from the first move on, if that is a key.
    fn along_keys(&self, keys: &[Continuation]) -> Option<BrokenLine> {
        let first = self.claims.line.moves.first()?;
        let key = keys.iter().find(|key| self.position.san(key.m) == *first);
        match key {
            Some(key) => self.along(key, 1, self.stipulation.length.moves()),
            // A wrong key is told already, unless other moves are claimed to be keys.
            None if self.claims.keys.contains(first) || keys.is_empty() => None,
            None => Some(self.claims.line.broken(0, "is no key")),
        }
    }

    /// The line behind `played`, which is followed by its move `at`; the attacker had `left` moves
    /// to go, that one counted.
    fn along(&self, played: &Continuation, at: usize, left: u16) -> Option<BrokenLine> {
        if played.cut {
            return None;
        }
        self.along_replies(&played.variations, at, left.saturating_sub(1))
    }

    /// The same from a move `at` of the defender on, one of `variations`.
    fn along_replies(&self, variations: &[Variation], at: usize, left: u16) -> Option<BrokenLine> {
        let line = &self.claims.line;
        let reply = line.moves.get(at)?;
        let before = self.after(at)?;
        let variation = variations
            .iter()
            .find(|variation| before.san(variation.reply) == *reply)?;
        let next = line.moves.get(at + 1)?;
        if variation.ends {
            return Some(line.broken(at + 1, "comes after the end"));
        }
        let before = self.after(at + 1)?;
        let continuations = &variation.continuations;
        let found = continuations.iter().find(|c| before.san(c.m) == *next);
        match found {
            Some(next) => self.along(next, at + 2, left),
            None if continuations.iter().any(|c| c.moves == left) => {
                Some(line.broken(at + 1, "does not reach the goal in time"))
            }
            None => None,
        }
    }

    /// The position before move `at` of the line.
    fn after(&self, at: usize) -> Option<Position> {
        let mut position = self.position.clone();
        for written in &self.claims.line.moves[..at] {
            debug_assert!(written != LEFT_OUT, "in forced play nobody waits");
            let moves = position.legal_moves();
            let m = moves.into_iter().find(|&m| position.san(m) == *written)?;
            position = position.after(m);
        }
        Some(position)
    }

    /// A line as long as the play is to end in the goal, and none goes on.
    fn at_its_end(&self) -> Option<BrokenLine> {
        let line = &self.claims.line;
        let kind = self.stipulation.kind;
        let whole = self.stipulation.length.plies(kind) as usize;
        if line.moves.len() > whole {
            return Some(line.broken(whole, "comes after the last move"));
        }
        let is_over = line.end.as_ref().is_none_or(|end| kind.aim.is_reached(end));
        (line.moves.len() == whole && !is_over)
            .then(|| line.broken(whole - 1, "does not end the play"))
    }
}
