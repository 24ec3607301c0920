//! An editor's verdict on a problem: the claims of its record compared with what was found.
//! [`examine`] returns the [`Soundness`] of a record; start reading there.
//!
//! ```text
//! Epd -> Claims                       what the author says       (record/claims)
//! Findings -> keys, solutions, duals  what is so                 (duals)
//! both -> Defects, the gravest first                              (here)
//!      -> a line of text or JSON, totals                          (write, ledger)
//! ```
//!
//! Definitions:
//!
//! - A problem has one key unless its record says otherwise (by `bm`, `pm`, the first move of `pv`,
//!   or a number in `Count`). A help problem has as many solutions as `Count` says, otherwise as
//!   many as `bm` has moves, otherwise one if there is a `pm` or `pv`. If the record says nothing,
//!   one solution is expected, but further ones are not cooks, because they may be intended
//!   ([`Defect::Several`]).
//! - A *cook* is a key in addition to a claimed one, or a solution beyond the claimed number.
//! - A *try* (`Try`) must not be a key, and must fail to the named replies and to no others
//!   (`tries`).
//! - A *line* (`pv`, `Line`, `SetPlay`) must be legal, as long as claimed, and end in the goal, and
//!   is compared with the play that was found (`line`). A move of `am` must not be a key.
//! - A *dual* is a displayed reply (see [`mod@keymove_solve`], `tree`) with more than one
//!   continuation of the shortest length, in the play of the claimed keys. Several threats are not
//!   a dual, and help play has no duals. Promotions to different men are different moves.
//! - What a limit left open is reported as undecided; what is proved in spite of the limit counts.
//! - If a part of the solution was not understood (`Unread`), or may mean something else
//!   (`Unsure`), nothing is counted as the author's fault ([`Defect::is_held_against`]); nor is it
//!   if the solution depends on something not known here (`Doubt`), such as retro-analysis.

mod defect;
mod duals;
mod ledger;
mod line;
mod tries;
mod words;
mod write;

use std::collections::BTreeSet;

use shakmaty::{Move, Role};

use crate::cause::Cause;
use crate::epd::Epd;
use crate::record::stated::{Claims, LineSource, Stated};
use crate::record::{Findings, san_line, san_set};
pub use defect::{Defect, LeftOpen};
pub use duals::Dual;
use keymove_rules::position::Position;
use keymove_solve::{
    Help, Kind, Length, LimitKind, Lines, Outcome, Solution, Stipulation, Verdict, Wanted,
};
pub use ledger::Ledger;
pub use line::{BrokenLine, LineReason};
pub use tries::{TryReason, WrongTry};
use write::ClaimsObject;
pub use write::{cause_line, cause_object, line, object};

/// The maximum number of cooks that are named by their moves; the others are only counted.
const NAMED: usize = 20;

/// The name of a verdict without defects.
pub const SOUND: &str = "sound";

/// The verdict on one record.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Soundness {
    /// The claimed stipulation, if the record claims one.
    pub claimed: Option<Stipulation>,
    /// The number of solutions that the author means, if the record says it.
    pub meant: Option<u64>,
    /// The claimed keys in SAN, sorted; a word that is not a legal move is kept unchanged.
    pub claimed_keys: Vec<String>,
    /// All claims of the record, in a form for programs.
    claims: Option<ClaimsObject>,
    /// The keys in SAN, sorted; in help play the first moves.
    pub keys: Vec<String>,
    /// The number of solutions with the claimed length (help play).
    pub solutions: Option<u64>,
    /// The defects, the gravest first; empty if the problem is sound, on this side at least.
    pub defects: Vec<Defect>,
    /// The verdict on the other side, in a duplex.
    pub duplex: Option<Box<Soundness>>,
}

impl Soundness {
    /// The verdict on a line that is not a record, or has no valid job.
    pub fn of_cause(cause: &Cause) -> Soundness {
        Soundness::single(cause.into())
    }

    /// The verdict on a record that claims nothing.
    pub fn unclaimed() -> Soundness {
        Soundness::single(Defect::Unclaimed)
    }

    fn single(defect: Defect) -> Soundness {
        Soundness {
            defects: vec![defect],
            ..Soundness::default()
        }
    }

    /// This verdict, with the verdict on the other side of a duplex, if there is one.
    pub fn with_duplex(self, other: Option<Soundness>) -> Soundness {
        Soundness {
            duplex: other.map(Box::new),
            ..self
        }
    }

    /// Whether there is a solution shorter than claimed.
    fn is_short(&self) -> bool {
        let is_it = |defect: &Defect| matches!(defect, Defect::Short(_));
        self.defects.iter().any(is_it)
    }

    /// The gravest defect of either side.
    fn gravest(&self) -> Option<&Defect> {
        let others = self.duplex.iter().filter_map(|other| other.defects.first());
        let all = self.defects.first().into_iter().chain(others);
        all.min_by_key(|defect| defect.rank())
    }

    /// The verdict in one word: [`SOUND`], or the name of the gravest defect of either side.
    pub fn verdict(&self) -> &'static str {
        self.gravest().map_or(SOUND, Defect::name)
    }
}

/// Compares the claims of the record `epd` with the findings. Duals are only found in the play of
/// the solution ([`Wanted::tree`](keymove_solve::Wanted::tree)).
pub fn examine(epd: &Epd, findings: &Findings) -> Soundness {
    if !findings.is_named() {
        return Soundness::unclaimed();
    }
    let verdict = findings.decisive();
    let stipulation = &verdict.stipulation;
    let mut soundness = Soundness {
        claimed: Some(*stipulation),
        meant: Stated::read(epd).meant_solutions(),
        ..Soundness::default()
    };
    let judged = of_found_length(verdict);
    let claims = Claims::of(epd, judged);
    let examined = Examined {
        position: &verdict.position,
        stipulation: judged,
        keys: claims.keys.written(&verdict.position).collect(),
        claims: &claims,
    };
    soundness.claimed_keys = examined.keys.iter().cloned().collect();
    soundness.claims = Some(ClaimsObject::of(&claims, &verdict.position));
    if !claims.unread.is_empty() {
        soundness
            .defects
            .push(Defect::Unread(claims.unread.clone()));
    }
    match &verdict.outcome() {
        Outcome::Checkmate if stipulation.kind == Kind::MATED => (),
        Outcome::Checkmate | Outcome::Stalemate | Outcome::Refuted { .. } => {
            soundness
                .defects
                .push(Defect::NoSolution(stipulation.length));
        }
        Outcome::Solved(solution) => examined.solved(solution, verdict, &mut soundness),
        Outcome::Helped(help) => examined.helped(help, verdict, &mut soundness),
        Outcome::Lost(loss) => {
            soundness.keys = examined.san(&loss.longest);
            let length = Length::of_moves(loss.moves);
            let is_exact = loss.safe.saturating_add(1) >= loss.moves;
            if examined.is_too_short(length) {
                soundness.defects.push(Defect::Short(length));
            } else if !is_exact || loss.open > 0 {
                soundness.defects.push(undecided(loss.limit));
            }
            examined.keys(&mut soundness, loss.open, is_exact);
            if length == stipulation.length {
                examined.avoided(&mut soundness);
                examined.lines_among_variations(verdict, &mut soundness);
            }
        }
        Outcome::GaveUp { limit, .. } => soundness.defects.push(undecided(Some(*limit))),
    }
    doubt(claims, &mut soundness.defects);
    soundness.defects.sort_by_key(Defect::rank);
    soundness.defects.dedup();
    soundness
}

/// The stipulation of a verdict; for a helpmate without a number that of its solutions.
fn of_found_length(verdict: &Verdict) -> Stipulation {
    let stipulation = verdict.stipulation;
    match verdict.outcome() {
        Outcome::Helped(help) if stipulation.is_of_any_length() => Stipulation {
            length: help.length,
            ..stipulation
        },
        _ => stipulation,
    }
}

/// Where not all of the claims were read or they are doubtful, takes back what is held against the
/// record, and says why.
fn doubt(claims: Claims, defects: &mut Vec<Defect>) {
    if !defects.iter().any(Defect::is_held_against) {
        return;
    }
    let why = match claims.doubt {
        _ if !claims.unread.is_empty() => None,
        Some(doubt) => Some(Defect::Doubtful(doubt)),
        None if claims.unsure.is_empty() => return,
        None => Some(Defect::Unread(claims.unsure)),
    };
    defects.retain(|defect| !defect.is_held_against());
    defects.extend(why);
}

/// `wanted`, extended by what is needed to judge the claims of a record with this stipulation:
/// tries and set play.
pub fn wanted(epd: &Epd, stipulation: Stipulation, wanted: Wanted) -> Wanted {
    let claims = Claims::of(epd, stipulation);
    // Each promotion of a pawn is a refutation of its own.
    let replies = |m: &Move| if m.is_promotion() { Role::ALL.len() } else { 1 };
    let refuting = claims
        .tries
        .iter()
        .map(|t| t.refutations.moves.iter().map(replies).sum());
    let mut lines = claims.lines.iter();
    Wanted {
        tries: wanted.tries.max(refuting.max().unwrap_or(0)),
        set_play: wanted.set_play || lines.any(|line| line.source == LineSource::SetPlay),
        ..wanted
    }
}

/// The defect for what a limit left open.
fn undecided(limit: Option<LimitKind>) -> Defect {
    Defect::Undecided(match limit {
        Some(LimitKind::Nodes) => LeftOpen::Nodes,
        Some(LimitKind::Time) => LeftOpen::Time,
        Some(LimitKind::Stopped) => LeftOpen::Stopped,
        None => LeftOpen::FirstMoves,
    })
}

/// A record with its findings.
struct Examined<'a> {
    position: &'a Position,
    stipulation: Stipulation,
    claims: &'a Claims,
    /// The claimed keys in SAN; a word that is not a legal move is kept unchanged.
    keys: BTreeSet<String>,
}

impl Examined<'_> {
    fn san(&self, moves: &[shakmaty::Move]) -> Vec<String> {
        san_set(self.position, moves)
    }

    /// Whether less than is claimed will do. Of a mate of any length no length is claimed.
    fn is_too_short(&self, length: Length) -> bool {
        length < self.stipulation.length && !self.stipulation.is_of_any_length()
    }

    /// Judges the keys of direct and self play.
    fn solved(&self, solution: &Solution, verdict: &Verdict, soundness: &mut Soundness) {
        soundness.keys = self.san(&solution.keys);
        let length = Length::of_moves(solution.moves);
        if self.is_too_short(length) {
            soundness.defects.push(Defect::Short(length));
            // The claimed keys belong to a longer solution.
            return;
        }
        let is_shortest = solution.refuted.saturating_add(1) >= solution.moves;
        let is_decided = is_shortest && solution.open == 0;
        if !is_decided {
            soundness.defects.push(undecided(solution.limit));
        }
        self.keys(soundness, solution.open, is_shortest);
        self.avoided(soundness);
        self.cooks(soundness, is_decided);
        self.tries(verdict, soundness);
        self.lines_among_variations(verdict, soundness);
        let Some(tree) = verdict.tree.as_deref() else {
            return;
        };
        let play = duals::of(self.position, tree, |key| {
            self.keys.is_empty()
                || self.keys.contains(key)
                || self.keys.is_disjoint(&to_set(&soundness.keys))
        });
        if !play.duals.is_empty() {
            soundness.defects.push(Defect::Duals(play.duals));
        }
        if tree.limit.is_some() {
            soundness.defects.push(undecided(tree.limit));
        } else if play.is_cut {
            soundness.defects.push(Defect::Undecided(LeftOpen::Duals));
        }
    }

    /// Adds claimed keys that are not keys. `open` is the number of undecided first moves; all keys
    /// are known only if the length `is_shortest`.
    fn keys(&self, soundness: &mut Soundness, open: usize, is_shortest: bool) {
        if open > 0 || !is_shortest {
            return;
        }
        let keys = to_set(&soundness.keys);
        let wrong: Vec<String> = self.keys.difference(&keys).cloned().collect();
        if !wrong.is_empty() {
            soundness.defects.push(Defect::Key(wrong));
        }
    }

    /// Adds keys that `am` claims not to be keys.
    fn avoided(&self, soundness: &mut Soundness) {
        let avoided = self.claims.avoided.written(self.position);
        let avoided: Vec<String> = avoided.filter(|m| soundness.keys.contains(m)).collect();
        if !avoided.is_empty() {
            soundness.defects.push(Defect::Avoided(avoided));
        }
    }

    /// Adds keys in addition to the claimed ones, or reports that there are fewer if all are known.
    fn cooks(&self, soundness: &mut Soundness, is_decided: bool) {
        let found = soundness.keys.len() as u64;
        let is_claimed = |key: &&String| self.keys.contains(*key);
        let confirmed = soundness.keys.iter().filter(is_claimed).count() as u64;
        let named = self.keys.len().max(1) as u64;
        let claimed = self.claims.count.unwrap_or(named);
        // A key instead of the claimed one is a different key; in addition to it, it is a cook.
        let expected = match (self.claims.count, confirmed) {
            (Some(_), _) | (None, 0) => claimed,
            (None, confirmed) => confirmed,
        };
        if found > expected {
            let cooks = soundness.keys.iter().filter(|key| !is_claimed(key));
            soundness.defects.push(Defect::Cooked {
                moves: cooks.cloned().collect(),
                found,
                claimed,
            });
        } else if is_decided && self.claims.count.is_some_and(|count| found < count) {
            soundness.defects.push(Defect::Count { found, claimed });
        }
    }

    /// Judges the solutions of help play.
    fn helped(&self, help: &Help, verdict: &Verdict, soundness: &mut Soundness) {
        let whole = self.stipulation.length;
        soundness.keys = self.san(&help.keys);
        if help.length < whole {
            soundness.defects.push(Defect::Short(help.length));
        } else {
            self.keys(soundness, help.open, true);
            self.avoided(soundness);
        }
        let Some(lines) = help.solutions.iter().find(|l| l.length == whole) else {
            return;
        };
        let set_play = verdict.set_play.as_deref();
        self.lines_among_solutions(lines, set_play.filter(|_| help.limit.is_none()), soundness);
        let found = lines.count.unwrap_or(lines.lines.len() as u64);
        soundness.solutions = lines.count;
        let Some(claimed) = self.claims.solutions() else {
            if found > 1 {
                soundness.defects.push(Defect::Several(found));
            }
            if lines.count.is_none() {
                soundness.defects.push(undecided(help.limit));
            }
            return;
        };
        if found > claimed {
            soundness.defects.push(Defect::Cooked {
                moves: self.cooked_lines(lines),
                found,
                claimed,
            });
        } else if lines.count.is_none() {
            soundness.defects.push(undecided(help.limit));
        } else if found < claimed {
            soundness.defects.push(Defect::Count { found, claimed });
        }
    }

    /// The solutions that the record does not list.
    fn cooked_lines(&self, lines: &Lines) -> Vec<String> {
        let kind = self.stipulation.kind;
        let shown = self.claims.lines.iter();
        let shown = shown.filter(|line| line.source != LineSource::SetPlay);
        let claimed: Vec<Vec<Move>> = shown
            .flat_map(|line| &line.readings)
            .map(|reading| reading.moves().collect())
            .collect();
        let others = lines.lines.iter().filter(|line| !claimed.contains(line));
        let written = others
            .take(NAMED)
            .map(|line| san_line(self.position, kind, line));
        written.map(|line| line.join(" ")).collect()
    }
}

fn to_set(moves: &[String]) -> BTreeSet<String> {
    moves.iter().cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_with_open_replies_is_undecided_whatever_its_length() {
        let place = "8/R7/8/3K3k/7N/8/p5p1/2R5 b - -";
        let record = |operations: &str| {
            Epd::from_ascii(format!("{place} {operations}").as_bytes()).expect("a record")
        };
        let verdict = |answer: &str, claim: &str| {
            let findings = Stated::read(&record(answer)).known().expect("a result");
            examine(&record(claim), &findings.findings()).verdict()
        };
        let open = "Limit \"nodes\"; Open 1; acd 6; acn 120002; bm a1=Q a1=R; ce -32755; pm a1=Q;";
        let all = "acd 6; acn 231353; bm a1=B a1=Q a1=R; ce -32755; pm a1=Q;";
        assert_eq!(verdict(open, "dm -6; bm Kxh4;"), "undecided");
        assert_eq!(verdict(open, "dm -6; bm a1=Q;"), "undecided");
        assert_eq!(verdict(all, "dm -6; bm a1=Q;"), "sound");
        assert_eq!(verdict(all, "dm -6; bm Kxh4;"), "key");
    }
}
