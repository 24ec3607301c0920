//! Decides whether a claim is true, by certificates, by a look one move ahead, and by an exhaustive
//! search within an effort.

use std::collections::HashMap;

use shakmaty::Move;

use super::demands::{Demand, Fact, MATETRACK_LINE};
use crate::epd::Epd;
use crate::epd::moves::{read_move, written_moves};
use crate::proof::part::Evidence;
use crate::record::line::PlayedLine;
use crate::record::stated::Viewpoints;
use keymove_base::stop::Stop;
use keymove_rules::exhaust::{ExactExhaustion, Exhaustion, HelpCount, TooHard};
use keymove_rules::forced::PlayRules;
use keymove_rules::joint::JointRules;
use keymove_solve::{Kind, Stipulation, Uci};

/// A limit for the recursion of the exhaustive search, which in practice stays far below it.
const DEEPEST: u16 = 50;

/// The result of a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CheckState {
    /// The claim is true.
    Checked,
    /// The claim is too hard to decide.
    Unchecked,
    /// The claim is false, for this reason.
    Failed(String),
}

/// The evidence for and against the claims of one record.
#[derive(Debug)]
pub struct Witness<'a> {
    record: &'a Epd,
    views: Viewpoints,
    evidence: &'a [(Kind, Evidence)],
    /// The maximum number of positions for one claim.
    effort: u64,
    stop: &'a Stop,
    exhaustions: HashMap<Kind, Exhaustion>,
    exact: HashMap<Kind, ExactExhaustion>,
    counts: HashMap<Kind, HelpCount>,
}

impl<'a> Witness<'a> {
    /// The evidence for the claims of `record`, including its certificates. Once `stop` is raised,
    /// only claims that can be decided at a glance are decided.
    pub fn new(
        record: &'a Epd,
        evidence: &'a [(Kind, Evidence)],
        effort: u64,
        stop: &'a Stop,
    ) -> Witness<'a> {
        Witness {
            record,
            views: Viewpoints::of(record),
            evidence,
            effort,
            stop,
            exhaustions: HashMap::new(),
            exact: HashMap::new(),
            counts: HashMap::new(),
        }
    }

    /// Whether the demand is met.
    pub fn state(&mut self, demand: &Demand) -> CheckState {
        match demand {
            Demand::Facts { kind, least, facts } => self.facts(*kind, *least, facts),
            Demand::Count { kind, plies, count } => self.count(*kind, *plies, *count),
            Demand::Over { check } => {
                // The side that is mated or stalemated is the defender.
                let over = self.views.position(Kind::MATED).is_over(*check);
                let name = if *check { "checkmate" } else { "stalemate" };
                known(over, || format!("this is no {name}"))
            }
            Demand::Waits => {
                let position = self.views.position(Kind::MATED);
                let waits = position.legal_moves().is_empty()
                    && !position.is_over(true)
                    && !position.is_over(false);
                known(waits, || "it is mated or stalemated".to_owned())
            }
            Demand::Line(stipulation) => match self.line(*stipulation) {
                Ok(()) => CheckState::Checked,
                Err(why) => CheckState::Failed(why),
            },
            Demand::Unclear => CheckState::Unchecked,
            Demand::Impossible(why) => CheckState::Failed(why.clone()),
        }
    }

    fn facts(&mut self, kind: Kind, least: usize, facts: &[Fact]) -> CheckState {
        let mut held = 0;
        let mut open = Vec::new();
        let mut false_ones = Vec::new();
        for &fact in facts {
            match self.evident(kind, fact) {
                Some(true) => held += 1,
                Some(false) => false_ones.push(fact),
                None => open.push(fact),
            }
        }
        let mut effort = self.effort;
        while held < least && held + open.len() >= least {
            let Some(fact) = open.pop() else { break };
            match self.exhausted(kind, fact, &mut effort) {
                Ok(true) => held += 1,
                Ok(false) => false_ones.push(fact),
                Err(TooHard) => return CheckState::Unchecked,
            }
        }
        known(held >= least, || {
            let Some(fact) = false_ones.first() else {
                return "there is no such move".to_owned();
            };
            let position = self.views.position(kind);
            let san = position.san(fact.m);
            let within = if fact.exact { "in exactly" } else { "within" };
            match (fact.wins, kind.has_lines()) {
                (true, false) if least == 1 && facts.len() > 1 => {
                    format!("no first move wins {within} {}", fact.length)
                }
                (true, false) => format!("{san} does not win {within} {}", fact.length),
                (false, false) => format!("{san} wins {within} {}", fact.length),
                (true, true) => format!("no solution of {} plies begins with {san}", fact.length),
                (false, true) => format!("a solution of {} plies begins with {san}", fact.length),
            }
        })
    }

    /// Whether a fact is true, as far as certificates or a look one move ahead can decide.
    fn evident(&self, kind: Kind, fact: Fact) -> Option<bool> {
        let position = self.views.position(kind);
        if fact.exact {
            return None;
        }
        let wins = if let Some(rules) = PlayRules::of(kind) {
            let m = Uci::from(fact.m);
            let shown = |evidence: &Evidence| {
                let won = evidence.wins.get(&m).is_some_and(|&n| n <= fact.length);
                let failed = evidence.fails.get(&m).is_some_and(|&n| n >= fact.length);
                won.then_some(true).or(failed.then_some(false))
            };
            let mut evidence = self.evidence_of(kind);
            evidence.find_map(shown).or_else(|| {
                if rules.shows_failure(position, fact.m, fact.length) {
                    Some(false)
                } else {
                    rules.shows_win(position, fact.m).then_some(true)
                }
            })
        } else {
            let begins = |line: &Vec<Move>| {
                line.len() == usize::from(fact.length) && line.first() == Some(&fact.m)
            };
            let mut evidence = self.evidence_of(kind);
            let shown = evidence.any(|evidence| evidence.lines.iter().any(begins));
            shown.then_some(true)
        };
        wins.map(|wins| wins == fact.wins)
    }

    fn evidence_of(&self, kind: Kind) -> impl Iterator<Item = &Evidence> {
        let of_kind = self.evidence.iter().filter(move |(k, _)| *k == kind);
        of_kind.map(|(_, evidence)| evidence)
    }

    fn exhausted(&mut self, kind: Kind, fact: Fact, effort: &mut u64) -> Result<bool, TooHard> {
        if *effort == 0 || fact.length > DEEPEST {
            return Err(TooHard);
        }
        let position = self.views.position(kind);
        let wins = match PlayRules::of(kind) {
            Some(rules) if fact.exact => {
                let exhaustion = self.exact.entry(kind);
                let exhaustion =
                    exhaustion.or_insert_with(|| ExactExhaustion::new(rules, self.stop.clone()));
                exhaustion.wins_by(position, fact.m, fact.length, effort)?
            }
            Some(rules) => {
                let exhaustion = self.exhaustions.entry(kind);
                let exhaustion =
                    exhaustion.or_insert_with(|| Exhaustion::new(rules, self.stop.clone()));
                exhaustion.wins_by(position, fact.m, fact.length, effort)?
            }
            None => {
                let position = position.clone();
                let counts = self.help_count(kind).ok_or(TooHard)?;
                counts.count_after(&position, fact.m, fact.length, effort)? > 0
            }
        };
        Ok(wins == fact.wins)
    }

    /// The counter of lines of a kind; `None` if there are no rules for that kind.
    fn help_count(&mut self, kind: Kind) -> Option<&mut HelpCount> {
        let rules = JointRules::of(kind)?;
        let counts = self.counts.entry(kind);
        Some(counts.or_insert_with(|| HelpCount::new(rules, self.stop.clone())))
    }

    fn count(&mut self, kind: Kind, plies: u16, claimed: u64) -> CheckState {
        let mut effort = self.effort;
        if effort == 0 || plies > DEEPEST {
            return CheckState::Unchecked;
        }
        let position = self.views.position(kind).clone();
        let Some(counts) = self.help_count(kind) else {
            return CheckState::Unchecked;
        };
        match counts.count(&position, plies, &mut effort) {
            // Both this count and the claimed one are capped there, so nothing follows.
            Ok(u64::MAX) if claimed == u64::MAX => CheckState::Unchecked,
            Ok(1) => known(claimed == 1, || "there is 1 solution".to_owned()),
            Ok(count) => known(count == claimed, || format!("there are {count} solutions")),
            Err(TooHard) => CheckState::Unchecked,
        }
    }

    /// Checks the `pv`.
    fn line(&self, stipulation: Stipulation) -> Result<(), String> {
        let written = |opcode| -> Vec<Vec<u8>> {
            let operation = self.record.operation(opcode);
            operation.map_or(Vec::new(), written_moves)
        };
        let begin = self.views.position(stipulation.kind);
        let line = match written("pv") {
            line if line.is_empty() => written(MATETRACK_LINE),
            line => line,
        };
        let line = PlayedLine::walk(begin, stipulation, &line);
        if let Some(fault) = &line.fault {
            return Err(format!("pv {fault}"));
        }
        follows_rules(&line, stipulation)?;
        let first = line.moves().next();
        for opcode in ["pm", "bm"] {
            let moves = written(opcode);
            let is_first = |text: &Vec<u8>| read_move(begin, text).ok() == first;
            if !moves.is_empty() && !moves.iter().any(is_first) {
                return Err(format!("it does not begin with {opcode}"));
            }
        }
        Ok(())
    }
}

/// Checks that every move of a line that is legal and has the right length obeys the rules of its
/// play: where the goal must be reached at once, and where no side may leave the series.
fn follows_rules(line: &PlayedLine, stipulation: Stipulation) -> Result<(), String> {
    let kind = stipulation.kind;
    let (forced, joint) = (PlayRules::of(kind), JointRules::of(kind));
    let plies = line.steps.len() as u16;
    for ((position, step), left) in line.with_positions().zip((1..=plies).rev()) {
        let Some(m) = step else { continue };
        if let Some(rules) = forced {
            let attacker = (position.turn() == line.begin.turn()) != rules.defender_begins;
            if rules.allows(&position, Uci::from(m), attacker).is_none() {
                let san = position.san(m);
                return Err(format!("the goal must be reached in the place of {san}"));
            }
        }
        if let Some(rules) = joint
            && (!rules.may_go_on(&position, left) || rules.after(&position, m, left).is_none())
        {
            return Err(format!("{} is not a move of this play", position.san(m)));
        }
    }
    Ok(())
}

fn known(good: bool, why: impl FnOnce() -> String) -> CheckState {
    if good {
        CheckState::Checked
    } else {
        CheckState::Failed(why())
    }
}
