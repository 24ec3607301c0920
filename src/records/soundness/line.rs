//! Judges whether the lines of a record (`pv`, and those of a solution) are play of its problem.
//!
//! A line must be legal, as long as the problem, and end in its goal ([`PlayedLine`]); in the
//! solution of forced play it may break off. In help and series play it must be one of the
//! solutions. In forced play, every move of the side that forces the goal must still do so in time.
//! So the move must be one of the continuations of the tree, unless a reply leaves time to spare,
//! in which case the tree has only the fastest moves. A line that reaches the goal sooner than the
//! best defence allows is play as well. Moves omitted from the tree are not judged.

use shakmaty::Move;

use super::{Defect, Examined, Soundness};
use crate::record::line::{LineFault, PlayedLine};
use crate::record::stated::{ClaimedLine, LineSource};
use keymove_solve::{Continuation, Lines, Tree, Variation, Verdict};

/// The place where a claimed line is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BrokenLine {
    /// The operation from which the line comes.
    pub source: LineSource,
    /// The moves before the wrong one, in SAN.
    pub before: Vec<String>,
    /// The wrong move in SAN; `None` if `reason` says everything.
    pub wrong: Option<String>,
    /// The reason.
    pub reason: LineReason,
}

/// The fault of a move of a line, or of the whole line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineReason {
    /// The line is not play of its stipulation.
    Fault(LineFault),
    /// No solution continues with the move after this beginning.
    NoSolution,
    /// The first move is not a key.
    NoKey,
    /// The move does not threaten what the line claims.
    NoThreat,
    /// The goal has been reached before.
    BehindTheEnd,
    /// The move does not force the goal in time.
    TooSlow,
}

impl BrokenLine {
    /// The half move `at` of `line` is wrong.
    fn at(source: LineSource, line: &PlayedLine, at: usize, reason: LineReason) -> BrokenLine {
        let mut before = line.san();
        before.truncate(at + 1);
        BrokenLine {
            source,
            wrong: before.pop(),
            before,
            reason,
        }
    }

    /// The line has `fault`.
    fn faulty(source: LineSource, line: &PlayedLine, fault: &LineFault) -> BrokenLine {
        BrokenLine {
            source,
            before: line.san(),
            wrong: None,
            reason: LineReason::Fault(fault.clone()),
        }
    }
}

/// The maximum number of lines that are reported as wrong.
const MOST_REPORTED: usize = 20;

impl Examined<'_> {
    /// Compares the lines with the solutions of help and series play.
    pub(super) fn lines_among_solutions(
        &self,
        lines: &Lines,
        set_play: Option<&[Lines]>,
        soundness: &mut Soundness,
    ) {
        let is_short = soundness.is_short();
        self.judge_lines(soundness, |source, line| {
            let is_set_play = source == LineSource::SetPlay;
            // Set play may be shorter, too; a shorter solution has already been reported.
            let may_be_short = is_short || is_set_play && !self.stipulation.exact;
            if let Some(fault) = &line.fault {
                let is_sooner = match fault {
                    // The last move must be made by the same side.
                    LineFault::TooShort(plies, due, _) => (due - plies).is_multiple_of(2),
                    _ => false,
                } && line.reaches(self.stipulation.kind);
                if !is_sooner || !may_be_short {
                    return Some(BrokenLine::faulty(source, line, fault));
                }
                if !is_set_play {
                    return None;
                }
            }
            let found = match is_set_play {
                true => set_play?,
                false => std::slice::from_ref(lines),
            };
            let is_every = |lines: &Lines| lines.count == Some(lines.lines.len() as u64);
            if !found.iter().all(is_every) {
                return None;
            }
            let moves: Vec<Move> = line.moves().collect();
            let shared = |solution: &Vec<Move>| {
                let pairs = solution.iter().zip(&moves);
                pairs.take_while(|(one, other)| one == other).count()
            };
            let all = found.iter().flat_map(|lines| &lines.lines);
            let longest = all.map(shared).max().unwrap_or(0);
            let steps = line.steps.iter().enumerate();
            let at = steps.filter(|(_, step)| step.is_some()).nth(longest)?.0;
            Some(BrokenLine::at(source, line, at, LineReason::NoSolution))
        });
    }

    /// Compares the lines with the variations of forced play.
    pub(super) fn lines_among_variations(&self, verdict: &Verdict, soundness: &mut Soundness) {
        let length = self.stipulation.length.moves();
        self.judge_lines(soundness, |source, line| {
            let broken = line.fault.as_ref().and_then(|fault| {
                // The best defence would hold out longer, and a solution may omit its end.
                let may_be_short = source != LineSource::Pv || line.reaches(self.stipulation.kind);
                let is_short = matches!(fault, LineFault::TooShort(..)) && may_be_short;
                (!is_short).then(|| BrokenLine::faulty(source, line, fault))
            });
            broken.or_else(|| {
                let tree = verdict.tree.as_deref()?;
                let play = LinePlay { source, line };
                if source == LineSource::SetPlay {
                    let set_play = tree.set_play.as_deref()?;
                    play.along_replies(set_play, 0, length.saturating_sub(1))
                } else if tree.defences.is_empty() {
                    self.along_first_moves(play, tree)
                } else {
                    play.along_replies(&tree.defences, 0, length)
                }
            })
        });
    }

    /// Adds the faults that `judge` finds in the lines. A line with several readings is wrong only
    /// if all of them are.
    fn judge_lines(
        &self,
        soundness: &mut Soundness,
        judge: impl Fn(LineSource, &PlayedLine) -> Option<BrokenLine>,
    ) {
        let mut reported: Vec<BrokenLine> = Vec::new();
        for line in &self.claims.lines {
            if self.is_reported(line) {
                continue;
            }
            let judged: Option<Vec<BrokenLine>> = line
                .readings
                .iter()
                .map(|reading| judge(line.source, reading))
                .collect();
            let broken = judged.and_then(|judged| judged.into_iter().next());
            let is_new =
                |broken: &BrokenLine| reported.len() < MOST_REPORTED && !reported.contains(broken);
            reported.extend(broken.filter(is_new));
        }
        soundness
            .defects
            .extend(reported.into_iter().map(Defect::Line));
    }

    /// Whether a line begins with a move already reported as not being a legal key or try.
    fn is_reported(&self, line: &ClaimedLine) -> bool {
        let tries = self.claims.tries.iter().map(|claimed| &claimed.first);
        let mut named = std::iter::once(&self.claims.keys).chain(tries);
        let is_first = |(text, _): &(String, _)| line.written.first() == Some(text);
        line.source == LineSource::Line && named.any(|moves| moves.wrong.iter().any(is_first))
    }

    /// Judges the line from its first move, if that is a key or a try.
    fn along_first_moves(&self, play: LinePlay<'_>, tree: &Tree) -> Option<BrokenLine> {
        let first = play.step(0)?;
        let length = self.stipulation.length.moves();
        if let Some(key) = tree.keys.iter().find(|key| key.m == first) {
            return play.along(key, 1, length);
        }
        let mut tries = tree.tries.iter().flatten();
        if let Some(found) = tries.find(|found| found.play.m == first) {
            let is_refuted = |reply| found.refutations.contains(&reply);
            return match play.step(1).filter(|&reply| is_refuted(reply)) {
                Some(_) => None,
                None => play.along(&found.play, 1, length),
            };
        }
        // A wrong key or try has already been reported, unless other moves are claimed to be keys.
        let named = self
            .claims
            .tries
            .iter()
            .flat_map(|claimed| &claimed.first.moves);
        let is_named = self
            .claims
            .keys
            .moves
            .iter()
            .chain(named)
            .any(|&m| m == first);
        if is_named || tree.keys.is_empty() {
            return None;
        }
        Some(BrokenLine::at(play.source, play.line, 0, LineReason::NoKey))
    }
}

/// A line that is compared with the variations of forced play.
#[derive(Clone, Copy)]
struct LinePlay<'a> {
    source: LineSource,
    line: &'a PlayedLine,
}

impl LinePlay<'_> {
    /// The half move `at`, if the line has one and the side does not wait there.
    fn step(self, at: usize) -> Option<Move> {
        self.line.steps.get(at).copied().flatten()
    }

    /// Judges the line after `played`, whose next half move is `at`; the attacker had `left` moves
    /// to go, including `played`.
    fn along(self, played: &Continuation, at: usize, left: u16) -> Option<BrokenLine> {
        if played.cut {
            return None;
        }
        let left = left.saturating_sub(1);
        if self.line.steps.get(at) == Some(&None) {
            return self.threatened(played, at + 1, left);
        }
        self.along_replies(&played.variations, at, left)
    }

    /// Judges a line in which the defender passes: the move `at` must be a threat of `played`.
    fn threatened(self, played: &Continuation, at: usize, left: u16) -> Option<BrokenLine> {
        let next = self.step(at)?;
        let threats = &played.threats;
        match threats.iter().find(|threat| threat.m == next) {
            Some(threat) => self.along(threat, at + 1, left),
            None if played.zugzwang || threats.iter().any(|threat| threat.moves == left) => Some(
                BrokenLine::at(self.source, self.line, at, LineReason::NoThreat),
            ),
            None => None,
        }
    }

    /// Judges the line from the defender's move `at`, which is one of `variations`.
    fn along_replies(self, variations: &[Variation], at: usize, left: u16) -> Option<BrokenLine> {
        let reply = self.step(at)?;
        let variation = variations.iter().find(|v| v.reply == reply)?;
        let next = self.step(at + 1)?;
        let broken = |reason| Some(BrokenLine::at(self.source, self.line, at + 1, reason));
        if variation.ends {
            return broken(LineReason::BehindTheEnd);
        }
        let continuations = &variation.continuations;
        match continuations.iter().find(|c| c.m == next) {
            Some(next) => self.along(next, at + 2, left),
            None if continuations.is_empty() || continuations.iter().any(|c| c.moves == left) => {
                broken(LineReason::TooSlow)
            }
            None => None,
        }
    }
}
