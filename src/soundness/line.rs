//! Whether the line that a record shows (`pv`) is play of its problem.
//!
//! The line must be legal, as long as the problem and end in its goal ([`PlayedLine`]). In help and
//! series play it must be one of the solutions. In forced play every move of the side that forces the
//! goal must be one that still does so in time: one of the continuations of the tree, unless a reply
//! leaves time to spare, where the tree has the fastest alone; a line that reaches the goal sooner
//! than the best defence allows is play as well. What the tree leaves out is not judged.

use shakmaty::Move;

use super::{Defect, Examined, Soundness};
use crate::record::line::{LineFault, PlayedLine};
use crate::solve::{Continuation, Lines, Variation, Verdict};

/// Where a line that is claimed goes wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenLine {
    /// The moves up to there, in SAN.
    pub before: Vec<String>,
    /// The move that is wrong, in SAN; none where `reason` says all.
    pub wrong: Option<String>,
    /// What is wrong with it.
    pub reason: String,
}

impl BrokenLine {
    /// The half move `at` of `line` is wrong.
    fn at(line: &PlayedLine, at: usize, reason: &str) -> BrokenLine {
        let mut before = line.san();
        before.truncate(at + 1);
        BrokenLine {
            wrong: before.pop(),
            before,
            reason: reason.to_owned(),
        }
    }

    /// The line has this fault.
    fn faulty(line: &PlayedLine, fault: &LineFault) -> BrokenLine {
        BrokenLine {
            before: line.san(),
            wrong: None,
            reason: fault.to_string(),
        }
    }
}

impl Examined<'_> {
    /// Holds the line against the solutions of help and series play.
    pub(super) fn line_among_solutions(&self, lines: &Lines, soundness: &mut Soundness) {
        let Some(claimed) = &self.claims.line else {
            return;
        };
        let broken = self.faulty(claimed, soundness).or_else(|| {
            let moves: Vec<Move> = claimed.moves().collect();
            let shared = |line: &Vec<Move>| {
                let pairs = line.iter().zip(&moves);
                pairs.take_while(|(one, other)| one == other).count()
            };
            let is_every = lines.count == Some(lines.lines.len() as u64);
            let longest = lines.lines.iter().map(shared).max().unwrap_or(0);
            let is_judged = is_every && claimed.fault.is_none() && longest < moves.len();
            is_judged.then(|| {
                let mut steps = claimed.steps.iter().enumerate();
                let at = steps
                    .by_ref()
                    .filter(|(_, step)| step.is_some())
                    .nth(longest);
                let at = at.map_or(0, |(at, _)| at);
                BrokenLine::at(claimed, at, "is in no solution that begins so")
            })
        });
        soundness.defects.extend(broken.map(Defect::Line));
    }

    /// Holds the line against the variations of forced play.
    pub(super) fn line_among_variations(&self, verdict: &Verdict, soundness: &mut Soundness) {
        let Some(claimed) = &self.claims.line else {
            return;
        };
        let length = self.stipulation.length.moves();
        let broken = self.faulty(claimed, soundness).or_else(|| {
            let tree = verdict.tree.as_deref()?;
            let play = LinePlay(claimed);
            if tree.defences.is_empty() {
                self.along_keys(play, &tree.keys)
            } else {
                play.along_replies(&tree.defences, 0, length)
            }
        });
        soundness.defects.extend(broken.map(Defect::Line));
    }

    /// What is wrong with the line by itself.
    fn faulty(&self, line: &PlayedLine, soundness: &Soundness) -> Option<BrokenLine> {
        let fault = line.fault.as_ref()?;
        // The best defence would hold out longer; in help play a shorter solution is told already.
        let may_be_short = !self.stipulation.kind.has_lines() || soundness.is_short();
        let is_sooner = matches!(fault, LineFault::TooShort(..))
            && may_be_short
            && line.reaches(self.stipulation.kind);
        (!is_sooner).then(|| BrokenLine::faulty(line, fault))
    }

    /// The line from the first move on, if that is a key.
    fn along_keys(&self, play: LinePlay<'_>, keys: &[Continuation]) -> Option<BrokenLine> {
        let first = play.step(0)?;
        match keys.iter().find(|key| key.m == first) {
            Some(key) => play.along(key, 1, self.stipulation.length.moves()),
            // A wrong key is told already, unless other moves are claimed to be keys.
            None if self.claims.keys.contains(&self.position.san(first)) || keys.is_empty() => None,
            None => Some(BrokenLine::at(play.0, 0, "is no key")),
        }
    }
}

/// A line that is held against the variations of forced play.
#[derive(Clone, Copy)]
struct LinePlay<'a>(&'a PlayedLine);

impl LinePlay<'_> {
    /// The half move `at`, if the line has one and nobody waits there.
    fn step(self, at: usize) -> Option<Move> {
        self.0.steps.get(at).copied().flatten()
    }

    /// The line behind `played`, which is followed by its move `at`; the attacker had `left` moves
    /// to go, that one counted.
    fn along(self, played: &Continuation, at: usize, left: u16) -> Option<BrokenLine> {
        if played.cut {
            return None;
        }
        self.along_replies(&played.variations, at, left.saturating_sub(1))
    }

    /// The same from a move `at` of the defender on, one of `variations`.
    fn along_replies(self, variations: &[Variation], at: usize, left: u16) -> Option<BrokenLine> {
        let reply = self.step(at)?;
        let variation = variations.iter().find(|v| v.reply == reply)?;
        let next = self.step(at + 1)?;
        if variation.ends {
            return Some(BrokenLine::at(self.0, at + 1, "comes after the end"));
        }
        let continuations = &variation.continuations;
        match continuations.iter().find(|c| c.m == next) {
            Some(next) => self.along(next, at + 2, left),
            None if continuations.iter().any(|c| c.moves == left) => {
                let reason = "does not reach the goal in time";
                Some(BrokenLine::at(self.0, at + 1, reason))
            }
            None => None,
        }
    }
}
