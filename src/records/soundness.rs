//! An editor's verdict on a problem: what its record claims held against what was found.
//! [`examine`] gives the [`Soundness`] of a record; start reading there.
//!
//! ```text
//! Epd -> Claims                       what the author says       (record/claims)
//! Findings -> keys, solutions, duals  what is so                 (duals)
//! both -> Defects, the gravest first                              (here)
//!      -> a line of text or JSON, totals                          (write, ledger)
//! ```
//!
//! What counts as what:
//!
//! - a problem has one key unless its record says otherwise (`bm`, or `pm`, or the first move of
//!   `pv`, or a number in `Count`); a help problem has as many solutions as `Count` says, else as
//!   `bm` has moves, else one if there is a `pm` or `pv`. Where nothing is said, one is what
//!   everybody expects, but more are no cooks: they may be meant ([`Defect::Several`]);
//! - a *cook* is a key beside one that is claimed, or a solution beyond the number claimed;
//! - a *try* (`Try`) must be no key, and fail to the replies that are named and to no others
//!   (`tries`);
//! - a *line* (`pv`, `Line`, `SetPlay`) must be legal, as long as claimed and end in the goal, and
//!   is held against the play that was found (`line`); a move of `am` must be no key;
//! - a *dual* is a reply that is shown (see [`mod@keymove_solve`], `tree`) with more than one
//!   continuation of the shortest length, in the play of the keys claimed; several threats are
//!   none, and help play has none. Promotions to different men are different moves;
//! - what a limit left open is said to be undecided, and what is proved in spite of it counts;
//! - where a part of the solution was not understood (`Unread`), or may mean something else
//!   (`Unsure`), nothing is held against the author ([`Defect::is_held_against`]); nor is it where the solution rests on what is not known here
//!   (`Doubt`), such as retro-analysis.

mod defect;
mod duals;
mod ledger;
mod line;
mod reason;
mod tries;
mod words;
mod write;

use std::collections::BTreeSet;

use shakmaty::{Move, Role};

use crate::epd::Epd;
use crate::record::claims::{Claims, LineSource};
use crate::record::{Findings, san_line, san_set};
pub use defect::Defect;
pub use duals::Dual;
use keymove_rules::position::Position;
use keymove_solve::{
    Help, Kind, Length, LimitKind, Lines, Outcome, Solution, Stipulation, Verdict, Wanted,
};
pub use ledger::Ledger;
pub use line::{BrokenLine, LineReason};
pub use reason::reason;
pub use tries::{TryReason, WrongTry};
use write::ClaimsObject;
pub use write::{line, object, refused_line, refused_object};

/// So many cooks are named by their moves; the others are counted.
const NAMED: usize = 20;

/// The name of a verdict without defects.
pub const SOUND: &str = "sound";

/// The verdict on one record.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Soundness {
    /// What is claimed, if anything is.
    pub claimed: Option<Stipulation>,
    /// The keys that the record names, in SAN, sorted; what is no legal move as it is written.
    pub claimed_keys: Vec<String>,
    /// All that the record claims, as a program reads it.
    claims: Option<ClaimsObject>,
    /// The keys in SAN, sorted; in help play the first moves.
    pub keys: Vec<String>,
    /// The number of solutions of the length claimed (help play).
    pub solutions: Option<u64>,
    /// What is wrong, the gravest first; nothing: the problem is sound, on this side at least.
    pub defects: Vec<Defect>,
    /// The verdict on the other side, in a duplex.
    pub duplex: Option<Box<Soundness>>,
}

impl Soundness {
    /// The verdict on a line that is no record, or no job.
    pub fn refused(reason: &str) -> Soundness {
        Soundness {
            defects: vec![Defect::refused(reason)],
            ..Soundness::default()
        }
    }

    /// The verdict on a record that claims nothing.
    pub fn unclaimed() -> Soundness {
        Soundness {
            defects: vec![Defect::Unclaimed],
            ..Soundness::default()
        }
    }

    /// This verdict with the one on the other side of a duplex, if there is one.
    pub fn with_duplex(self, other: Option<Soundness>) -> Soundness {
        Soundness {
            duplex: other.map(Box::new),
            ..self
        }
    }

    /// Whether there is a shorter solution than claimed.
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

    /// The verdict in a word: [`SOUND`], or the name of the gravest defect of either side.
    pub fn verdict(&self) -> &'static str {
        self.gravest().map_or(SOUND, Defect::name)
    }

    /// Whether nothing is wrong, on either side.
    pub fn is_sound(&self) -> bool {
        self.gravest().is_none()
    }
}

/// Holds what was found out about the record `epd` against what it claims. The play is needed for
/// duals ([`Wanted::tree`](keymove_solve::Wanted::tree)); without it none are found.
pub fn examine(epd: &Epd, findings: &Findings) -> Soundness {
    if !findings.is_named() {
        return Soundness::unclaimed();
    }
    let verdict = findings.decisive();
    let stipulation = &verdict.stipulation;
    let mut soundness = Soundness {
        claimed: Some(*stipulation),
        ..Soundness::default()
    };
    let claims = Claims::of(epd, *stipulation);
    let examined = Examined {
        position: &verdict.position,
        stipulation: *stipulation,
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
        Outcome::Checkmate | Outcome::Stalemate => {
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
            if length < stipulation.length {
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
        Outcome::Refuted { .. } => {
            soundness
                .defects
                .push(Defect::NoSolution(stipulation.length));
        }
        Outcome::GaveUp { limit, .. } => soundness.defects.push(undecided(Some(*limit))),
    }
    if !claims.unread.is_empty() {
        soundness.defects.retain(|defect| !defect.is_held_against());
    } else if let Some(doubt) = claims.doubt
        && soundness.defects.iter().any(Defect::is_held_against)
    {
        soundness.defects.retain(|defect| !defect.is_held_against());
        soundness.defects.push(Defect::Doubtful(doubt));
    } else if !claims.unsure.is_empty() && soundness.defects.iter().any(Defect::is_held_against) {
        soundness.defects.retain(|defect| !defect.is_held_against());
        soundness.defects.push(Defect::Unread(claims.unsure));
    }
    soundness.defects.sort_by_key(Defect::rank);
    soundness.defects.dedup();
    soundness
}

/// What has to be found out beside what is `wanted` anyhow, so that the claims of a record that
/// asks `stipulation` can be held against it: tries and set play.
pub fn wanted(epd: &Epd, stipulation: Stipulation, wanted: Wanted) -> Wanted {
    let claims = Claims::of(epd, stipulation);
    // Each promotion of a pawn refutes by itself.
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

/// What a [`Defect::Undecided`] may say.
const UNDECIDED: [&str; 5] = [
    "the node limit was met",
    "the time limit was met",
    "stopped",
    "not every first move was decided",
    "the play is too large to look through for duals",
];

/// What a limit left open.
fn undecided(limit: Option<LimitKind>) -> Defect {
    Defect::Undecided(match limit {
        Some(LimitKind::Nodes) => UNDECIDED[0],
        Some(LimitKind::Time) => UNDECIDED[1],
        Some(LimitKind::Stopped) => UNDECIDED[2],
        None => UNDECIDED[3],
    })
}

/// A record whose job was done.
struct Examined<'a> {
    position: &'a Position,
    stipulation: Stipulation,
    claims: &'a Claims,
    /// The keys claimed, in SAN; what is no legal move as it is written.
    keys: BTreeSet<String>,
}

impl Examined<'_> {
    fn san(&self, moves: &[shakmaty::Move]) -> Vec<String> {
        san_set(self.position, moves)
    }

    /// Keys of direct and self play.
    fn solved(&self, solution: &Solution, verdict: &Verdict, soundness: &mut Soundness) {
        soundness.keys = self.san(&solution.keys);
        let length = Length::of_moves(solution.moves);
        if length < self.stipulation.length {
            soundness.defects.push(Defect::Short(length));
            // The keys claimed are those of a longer solution.
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
            soundness.defects.push(Defect::Undecided(UNDECIDED[4]));
        }
    }

    /// Claimed keys that are none. `open` first moves are not decided; all are known only if the
    /// length `is_shortest`.
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

    /// Keys that `am` says are none.
    fn avoided(&self, soundness: &mut Soundness) {
        let avoided = self.claims.avoided.written(self.position);
        let avoided: Vec<String> = avoided.filter(|m| soundness.keys.contains(m)).collect();
        if !avoided.is_empty() {
            soundness.defects.push(Defect::Avoided(avoided));
        }
    }

    /// Keys beside those claimed, or fewer than claimed if all are known.
    fn cooks(&self, soundness: &mut Soundness, is_decided: bool) {
        let found = soundness.keys.len() as u64;
        let is_claimed = |key: &&String| self.keys.contains(*key);
        let confirmed = soundness.keys.iter().filter(is_claimed).count() as u64;
        let named = self.keys.len().max(1) as u64;
        let claimed = self.claims.count.unwrap_or(named);
        // One key instead of another is another key; beside it, it is a cook.
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

    /// Solutions of help play.
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

    /// The solutions that the record does not show.
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
    use crate::record::standing::KnownResult;

    #[test]
    fn a_loss_with_open_replies_is_undecided_whatever_its_length() {
        let place = "8/R7/8/3K3k/7N/8/p5p1/2R5 b - -";
        let record = |operations: &str| {
            Epd::from_ascii(format!("{place} {operations}").as_bytes()).expect("a record")
        };
        let verdict = |answer: &str, claim: &str| {
            let findings = KnownResult::of(&record(answer)).expect("a result");
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
