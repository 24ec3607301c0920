//! Breaks the claims of a record down into facts about single first moves: [`demands`].

use shakmaty::Move;

use crate::epd::Epd;
use crate::record::stated::{
    Absence, Claim, Distance, NamedMoves, RecordClaim, Stated, Viewpoints, asked, claimed_count,
    contradicts_itself, unclear,
};
use keymove_rules::forced::in_order;
use keymove_rules::joint::JointRules;
use keymove_solve::{Kind, Length, Stipulation};

/// One claim of a record.
#[derive(Debug, Clone)]
pub struct Assertion {
    /// The kind of the claim, for the totals.
    pub name: &'static str,
    /// The condition that must be true.
    pub demand: Demand,
}

/// A condition that must be true for a claim.
#[derive(Debug, Clone)]
pub enum Demand {
    /// At least `least` of these facts hold.
    Facts {
        /// The play that the facts are about.
        kind: Kind,
        /// The required number of true facts.
        least: usize,
        /// The facts.
        facts: Vec<Fact>,
    },
    /// There are exactly `count` lines of `plies` plies (help play).
    Count {
        /// The play.
        kind: Kind,
        /// The length of the lines.
        plies: u16,
        /// The number of lines.
        count: u64,
    },
    /// The side to move has no legal move; `check` says whether it must be in check.
    Over {
        /// Whether the side must be in check.
        check: bool,
    },
    /// The side to move has no move but is neither mated nor stalemated: it waits for a man to
    /// drop.
    Waits,
    /// The `pv` is play of this stipulation: legal, of the right length, and ends in the goal.
    Line(Stipulation),
    /// The record does not say whether it makes the claim, so the claim stays unchecked.
    Unclear,
    /// The claim cannot be true, for this reason.
    Impossible(String),
}

/// A fact about a first move.
#[derive(Debug, Clone, Copy)]
pub struct Fact {
    /// The first move.
    pub m: Move,
    /// Whether the move wins, as opposed to fails; in help play, whether a solution begins with it.
    pub wins: bool,
    /// The number of the attacker's moves within which it does; in help play, the exact number of
    /// plies.
    pub length: u16,
    /// Whether the length is exact and not an upper bound.
    pub exact: bool,
}

/// Collects the claims of one record.
struct Collector<'a> {
    record: &'a Epd,
    /// The claim is held to its word: if an author means the shortest length, nothing may be shorter.
    stated: Stated<'a>,
    views: Viewpoints,
    /// The names of the wanted claims; `None` for all.
    wanted: Option<&'a [String]>,
    /// Whether the record is in a file of certificates, which contains only answers of this
    /// program.
    is_certified: bool,
    /// Whether the record is about exact play.
    exact: bool,
    claims: Vec<Assertion>,
}

/// The names of the claims that can be selected; their meaning is documented where they are
/// created.
///
/// Two of them, `complete` (no move outside `bm` is a key) and `sooner` (every move outside `bm`
/// loses sooner), are claimed by answers of this solver. So unless they are selected by name, they
/// are required only of a record that is such an answer (see [`Stated::means_every_move`]) or is in a file
/// of certificates. If a record may be such an answer (it has `acn` or `Dist`), they stay
/// unchecked.
pub const NAMES: [&str; 12] = [
    "complete", "count", "escapes", "keys", "line", "longest", "mated", "over", "refuted", "safe",
    "shortest", "sooner",
];

/// The opcode of a line in files like matetrack's: `bm #2; PV: h5a5 c8d7 a5d5;`.
pub const MATETRACK_LINE: &str = "PV:";

/// The claims of a record that are `wanted` (by name; `None` for all); empty if it is not a result.
/// `is_certified`: the record is in a file of certificates.
pub fn demands(record: &Epd, wanted: Option<&[String]>, is_certified: bool) -> Vec<Assertion> {
    let stated = Stated::read(record).as_meant();
    let claim = stated.claim.clone();
    let mut claims = Collector {
        record,
        stated,
        views: Viewpoints::of(record),
        wanted,
        is_certified,
        exact: asked(record).is_some_and(|asked| asked.exact),
        claims: Vec::new(),
    };
    if !matches!(claim, RecordClaim::Error(_)) {
        for (name, why) in unclear(record) {
            claims.add(name, Demand::Impossible(why));
        }
        if contradicts_itself(record) {
            let why = "ce and dm name different lengths".to_owned();
            claims.add("shortest", Demand::Impossible(why));
        }
    }
    match &claim {
        RecordClaim::Stalemate => claims.add("over", Demand::Over { check: false }),
        RecordClaim::Solved(length) => claims.solved(*length),
        RecordClaim::Absent(absence) => claims.absent(*absence),
        RecordClaim::BestMoves | RecordClaim::Nothing => claims.stipulated(),
        RecordClaim::Error(_) => {}
    }
    claims.claims
}

impl Collector<'_> {
    fn add(&mut self, name: &'static str, demand: Demand) {
        let left_out = NAMES.contains(&name) && !self.is_wanted(name);
        if left_out {
            return;
        }
        self.claims.push(Assertion { name, demand });
    }

    fn is_wanted(&self, name: &str) -> bool {
        self.wanted
            .is_none_or(|wanted| wanted.iter().any(|wanted| wanted == name))
    }

    /// Whether the record says that its `bm` is complete except for admitted gaps: see [`NAMES`].
    fn means_every_move(&self, name: &str, length: u16) -> bool {
        let is_chosen = self.wanted.is_some() && self.is_wanted(name);
        is_chosen || self.is_certified || self.stated.means_every_move(length)
    }

    /// Whether the record makes the claim; if it does not but may intend it, the claim stays
    /// unchecked.
    fn is_asked(&mut self, name: &'static str, length: u16) -> bool {
        let is_meant = self.means_every_move(name, length);
        let is_own = |opcode| self.record.operation(opcode).is_some();
        if !is_meant && (is_own("acn") || is_own("Dist")) {
            self.add(name, Demand::Unclear);
        }
        is_meant
    }

    /// Adds the claims of a record that has a stipulation and moves or a number of solutions, but
    /// not the length that was found: the moves and the number belong to the stipulation.
    fn stipulated(&mut self) {
        let stipulation = Claim::stipulated(self.record);
        let Some(Ok(Claim { stipulation, .. })) = stipulation else {
            return;
        };
        let kind = stipulation.kind;
        // The best moves of a side that is mated do not claim anything.
        if kind == Kind::MATED {
            return;
        }
        let unit = unit(stipulation);
        let keys = self.moves(kind, "bm");
        self.other_first_moves(kind, keys.as_deref(), unit);
        if let Some(keys) = keys {
            self.facts("keys", kind, &keys, true, unit);
            if self.means_every_move("complete", unit) {
                let open = self
                    .stated
                    .move_set("bm")
                    .map_or(usize::MAX, |set| set.open);
                let others = self.without(kind, &keys);
                let least = others.len().saturating_sub(open);
                self.some("complete", kind, &others, least, (false, unit));
            }
        }
        if let (true, Some(count)) = (kind.has_lines(), claimed_count(self.record)) {
            let plies = unit;
            self.add("count", Demand::Count { kind, plies, count });
        }
    }

    fn facts(&mut self, name: &'static str, kind: Kind, moves: &[Move], wins: bool, length: u16) {
        self.some(name, kind, moves, moves.len(), (wins, length));
    }

    /// Adds the claim that at least `least` of the moves win, or fail.
    fn some(
        &mut self,
        name: &'static str,
        kind: Kind,
        moves: &[Move],
        least: usize,
        (wins, length): (bool, u16),
    ) {
        let exact = self.exact && !kind.has_lines();
        let fact = |&m| Fact {
            m,
            wins,
            length,
            exact,
        };
        let facts = moves.iter().map(fact).collect();
        let demand = Demand::Facts { kind, least, facts };
        self.add(name, demand);
    }

    /// The first moves in play of this kind.
    fn all(&self, kind: Kind) -> Vec<Move> {
        let moves = in_order(self.views.position(kind).legal_moves());
        moves.into_iter().map(|(_, m)| m).collect()
    }

    /// The moves of `bm` or `am`; `None` if the operation is missing or contains a word that is not
    /// a move.
    fn moves(&mut self, kind: Kind, opcode: &'static str) -> Option<Vec<Move>> {
        let position = self.views.position(kind);
        let NamedMoves { moves, wrong } = NamedMoves::of(self.record, opcode, position);
        if let Some((_, error)) = wrong.first() {
            self.add("keys", Demand::Impossible(format!("{opcode}: {error}")));
            return None;
        }
        (!moves.is_empty()).then_some(moves)
    }

    fn without(&self, kind: Kind, moves: &[Move]) -> Vec<Move> {
        let mut others = self.all(kind);
        others.retain(|m| !moves.contains(m));
        others
    }

    fn solved(&mut self, length: Distance) {
        let Distance {
            stipulation, count, ..
        } = length;
        let below = length.below().moves();
        let (kind, n) = (stipulation.kind, stipulation.length.moves());
        if n == 0 && kind == Kind::MATED {
            return self.add("over", Demand::Over { check: true });
        }
        let bm = self.moves(kind, "bm");
        let open = self
            .stated
            .move_set("bm")
            .map_or(usize::MAX, |set| set.open);
        if kind == Kind::MATED {
            self.lost(n, below, bm.as_deref(), open);
        } else {
            // Help play is counted in plies, all of the same parity.
            let unit = unit(stipulation);
            match &bm {
                Some(keys) => self.facts("keys", kind, keys, true, unit),
                None => {
                    let all = self.all(kind);
                    self.some("keys", kind, &all, 1, (true, unit));
                }
            }
            self.other_first_moves(kind, bm.as_deref(), unit);
            let shorter: Vec<u16> = if stipulation.exact {
                Vec::new()
            } else if let Some(rules) = JointRules::of(kind) {
                (rules.shortest()..unit)
                    .filter(|p| p % 2 == unit % 2)
                    .collect()
            } else {
                Some(below).into_iter().filter(|&n| n > 0).collect()
            };
            for length in shorter {
                let all = self.all(kind);
                self.facts("shortest", kind, &all, false, length);
            }
            if let Some(keys) = &bm
                && length.is_shortest()
                && self.is_asked("complete", stipulation.length.rounded_up())
            {
                let others = self.without(kind, keys);
                let least = others.len().saturating_sub(open);
                self.some("complete", kind, &others, least, (false, unit));
            }
            if let Some(count) = count {
                let plies = unit;
                self.add("count", Demand::Count { kind, plies, count });
            }
        }
        let is_given = |opcode| self.record.operation(opcode).is_some();
        if is_given("pv") || is_given(MATETRACK_LINE) {
            self.add("line", Demand::Line(stipulation));
        }
    }

    /// Adds the claims that the move of `pm`, unless it is one of `keys`, wins within `length`, and
    /// those of `am` do not.
    fn other_first_moves(&mut self, kind: Kind, keys: Option<&[Move]>, length: u16) {
        if let Some(mut predicted) = self.moves(kind, "pm") {
            predicted.retain(|m| keys.is_none_or(|keys| !keys.contains(m)));
            if !predicted.is_empty() {
                self.facts("keys", kind, &predicted, true, length);
            }
        }
        if let Some(avoided) = self.moves(kind, "am") {
            self.facts("keys", kind, &avoided, false, length);
        }
    }

    /// Adds the claims that the side to move is mated within `n` but not within `safe`.
    fn lost(&mut self, n: u16, safe: u16, bm: Option<&[Move]>, open: usize) {
        let kind = Kind::MATED;
        let all = self.all(kind);
        self.facts("mated", kind, &all, true, n);
        if safe + 1 == n
            && let Some(longest) = bm
        {
            self.facts("longest", kind, longest, false, safe);
            if open == 0 && self.is_asked("sooner", n) {
                let sooner = self.without(kind, longest);
                let written = self.moves(kind, "am").unwrap_or_default();
                if written.iter().any(|m| !sooner.contains(m)) {
                    let why = "a move is in bm and in am".to_owned();
                    self.add("sooner", Demand::Impossible(why));
                }
                self.facts("sooner", kind, &sooner, true, safe);
            } else if open > 0
                && let Some(sooner) = self.moves(kind, "am")
            {
                self.facts("sooner", kind, &sooner, true, safe);
            }
        } else if safe > 0 {
            self.some("longest", kind, &all, 1, (false, safe));
        }
    }

    fn absent(&mut self, absence: Absence) {
        let asked = absence.asked;
        let kind = asked.map_or(Kind::MATE, |stipulation| stipulation.kind);
        let all = self.all(kind);
        if let Some(rules) = JointRules::of(kind) {
            let half = asked.is_some_and(|asked| asked.length.has_half());
            let plies = plies(absence.refuted);
            let shortest = match asked {
                Some(asked) if asked.exact => plies.max(1),
                _ => rules.shortest(),
            };
            for length in (shortest..=plies).filter(|p| (p % 2 == 1) == half) {
                self.facts("refuted", kind, &all, false, length);
            }
            return;
        }
        let (refuted, safe) = (absence.refuted.moves(), absence.safe.moves());
        if refuted > 0 && kind != Kind::MATED {
            self.facts("refuted", kind, &all, false, refuted);
        }
        if safe == 0 || (kind != Kind::MATED && asked.is_some()) {
            return;
        }
        let kind = Kind::MATED;
        let all = self.all(kind);
        if all.is_empty() {
            return self.add("safe", Demand::Waits);
        }
        self.some("safe", kind, &all, 1, (false, safe));
        if asked.is_some_and(|asked| asked.length.moves() == safe)
            && let Some(escapes) = self.moves(kind, "bm")
        {
            let open = self
                .stated
                .move_set("bm")
                .map_or(usize::MAX, |set| set.open);
            self.facts("escapes", kind, &escapes, false, safe);
            let others = self.without(kind, &escapes);
            let least = others.len().saturating_sub(open);
            self.some("complete", kind, &others, least, (true, safe));
        }
    }
}

/// The length of a stipulation in the unit of its facts: moves of the attacker; in help and series
/// play, half moves.
fn unit(stipulation: Stipulation) -> u16 {
    if stipulation.kind.has_lines() {
        plies(stipulation.length)
    } else {
        stipulation.length.moves()
    }
}

/// The half moves of help and series play; the greatest number also stands for larger ones.
fn plies(length: Length) -> u16 {
    u16::try_from(length.half_moves()).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reasons why claims of a mate in two cannot be true.
    fn failures(operations: &str) -> Vec<String> {
        let record = format!("7k/8/5K2/8/8/8/Q7/8 w - - {operations}");
        let record = Epd::from_ascii(record.as_bytes()).expect("a record");
        let demands = demands(&record, None, false)
            .into_iter()
            .map(|claim| claim.demand);
        demands
            .filter_map(|demand| match demand {
                Demand::Impossible(why) => Some(why),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn what_is_said_twice_or_cannot_be_read_is_a_claim_that_fails() {
        for operations in [
            "Refuted 1; Refuted 3; Stip \"#3\";",
            "Refuted 1; Refuted 1; Stip \"#3\";",
            "Refuted three; Stip \"#3\";",
            "Refuted 2.5; Stip \"#3\";",
            "Refuted; Stip \"#3\";",
            "Safe 1; Safe 2;",
            "Safe 1.5;",
            "dm 2; dm 3;",
            "dm two;",
            "dm 0;",
            "Dist 2; Dist 3; Stip \"h#3\";",
            "Dist x; Stip \"h#3\";",
            "Dist 2.5; Stip \"h#3\";",
            "Dist 2; Stip \"h#2.5\";",
            "Count 1; Count 2; Dist 2; Stip \"h#2\";",
            "Count -1; Dist 2; Stip \"h#2\";",
            "Count 18446744073709551616; Dist 2; Stip \"h#2\";",
        ] {
            assert_eq!(failures(operations).len(), 1, "{operations}");
        }
    }

    #[test]
    fn what_is_said_once_and_clearly_may_hold() {
        for operations in [
            "Refuted 1; Stip \"#3\";",
            "Refuted 1; Safe 3;",
            "Refuted 1; dm 2;",
            "dm -3;",
            "Dist 2.5; Count 4; Refuted 1.5; Stip \"h#2.5\";",
            "bm Qg2; acd 1;",
        ] {
            assert_eq!(failures(operations), Vec::<String>::new(), "{operations}");
        }
    }

    #[test]
    fn an_error_claims_nothing() {
        assert_eq!(failures("Refuted x; Error \"no\";"), Vec::<String>::new());
    }
}
