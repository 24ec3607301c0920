//! Every supported stipulation compared with another program's results, if its collections are next
//! to the project: keys of direct and self play, all solutions of help play, tries, set play.
//!
//! That program lists every first move that reaches the goal within the stipulated length, and the
//! help solutions of every length up to it. So solutions are compared length by length, and keys
//! if the shortest solution is as long as stipulated; if there is a shorter one, exhaustion is used
//! instead of the search.

use crate::brute_force::judge::Judge;
use crate::brute_force::plain;
use crate::support::{data, long};

use std::collections::BTreeSet;

use keymove::epd::Epd;
use keymove::job::{Defaults, Job};
use keymove::solve::{Kind, Limits, Lines, Outcome, Problem, Tables, Tree, Verdict, Wanted, solve};
use keymove::stop::Stop;
use serde_json::Value;
use shakmaty::{CastlingMode, Move};

/// The limit of nodes for one record: the few long helpmates and helpstalemates that take more are
/// left out, and counted.
const NODES: u64 = 3_000_000;

/// A file of the collections; none, with a message, if there are none.
fn file(name: &str) -> Option<String> {
    let file = data::folder("stipulations")?.join(name);
    Some(std::fs::read_to_string(file).expect("the file is there"))
}

/// One record of the reference.
struct Reference {
    name: String,
    problem: Problem,
    expected: Value,
}

impl Reference {
    /// The record; every stipulation of the collections is supported.
    fn read(line: &str) -> Reference {
        let record: Value = serde_json::from_str(line).expect("an object a line");
        let text = |field: &str| record[field].as_str().expect("a string").to_owned();
        let (fen, stip) = (text("fen"), text("stip"));
        let name = format!("{fen} {stip}");
        let (epd, warnings) =
            Epd::read(format!("{fen} Stip \"{stip}\";").as_bytes()).expect("a record");
        assert!(warnings.is_empty(), "{name}: {warnings:?}");
        let problem = match Job::select(&epd, &Defaults::default()) {
            Ok((job, _)) => job.single().expect("one question").clone(),
            Err(error) => panic!("{name}: {error}"),
        };
        let expected = match record.get("expected") {
            Some(expected) => {
                assert_eq!(expected["complete"], true, "{name}");
                expected.clone()
            }
            None => record,
        };
        Reference {
            name,
            problem,
            expected,
        }
    }

    fn verdict(&self, wanted: Wanted, tables: &mut Tables) -> Verdict {
        let problem = Problem {
            wanted,
            limits: Limits {
                nodes: Some(NODES),
                time: None,
            },
            ..self.problem.clone()
        };
        solve(&problem, tables, &Stop::new())
            .unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    /// The strings of a list; none without the field.
    fn list(&self, field: &str) -> Option<BTreeSet<String>> {
        let list = self.expected.get(field)?.as_array()?;
        let set: BTreeSet<String> = list
            .iter()
            .map(|text| text.as_str().expect("a string").to_owned())
            .collect();
        assert_eq!(set.len(), list.len(), "{}: {field}", self.name);
        Some(set)
    }
}

fn uci(m: Move) -> String {
    m.to_uci(CastlingMode::Standard).to_string()
}

fn written(lines: &Lines) -> BTreeSet<String> {
    let line = |line: &Vec<Move>| line.iter().map(|&m| uci(m)).collect::<Vec<_>>().join(" ");
    lines.lines.iter().map(line).collect()
}

/// The numbers of comparisons.
#[derive(Debug, Default)]
struct Compared {
    keys: usize,
    refuted: usize,
    shorter: usize,
    help: usize,
    no_help: usize,
    tries: usize,
    set_play: usize,
    /// Not decided within [`NODES`].
    left: usize,
}

impl Compared {
    fn file(&mut self, name: &str) {
        let Some(text) = file(name) else {
            return;
        };
        let mut tables = Tables::new(64);
        for line in text.lines().step_by(long::step()) {
            self.record(&Reference::read(line), &mut tables);
        }
        eprintln!("{name}: {self:?}");
        let compared = self.keys + self.refuted + self.shorter + self.help + self.no_help;
        assert!(5 * self.left < compared, "{name}: too many are left");
    }

    fn record(&mut self, reference: &Reference, tables: &mut Tables) {
        if reference.problem.stipulation.kind.is_help() {
            self.help(reference, tables);
        } else {
            self.forced(reference, tables);
        }
    }

    fn forced(&mut self, reference: &Reference, tables: &mut Tables) {
        let name = &reference.name;
        let keys = reference.list("keys").expect("keys");
        let tries = reference.expected.get("tries");
        let set_play = reference.list("setplay_first");
        let verdict = reference.verdict(
            Wanted {
                tree: tries.is_some() || set_play.is_some(),
                tries: usize::from(tries.is_some()),
                set_play: set_play.is_some(),
                ..Wanted::default()
            },
            tables,
        );
        let asked = reference.problem.stipulation;
        match &verdict.outcome() {
            Outcome::Solved(solution) if solution.moves == asked.length.moves() => {
                let found: BTreeSet<String> = solution.keys.iter().map(|&m| uci(m)).collect();
                assert_eq!(found, keys, "{name}");
                self.keys += 1;
            }
            Outcome::Solved(solution) => {
                let found: BTreeSet<String> = solution.keys.iter().map(|&m| uci(m)).collect();
                assert!(found.is_subset(&keys), "{name}: {found:?} of {keys:?}");
                assert_eq!(within(&reference.problem), keys, "{name}");
                self.shorter += 1;
            }
            Outcome::Refuted { .. } | Outcome::Checkmate | Outcome::Stalemate => {
                assert!(keys.is_empty(), "{name}: no solution, but {keys:?}");
                self.refuted += 1;
            }
            other => panic!("{name}: {other:?}"),
        }
        if let Some(tries) = tries {
            assert_eq!(
                found_tries(tree(&verdict, name)),
                single_tries(tries),
                "{name}"
            );
            self.tries += 1;
        }
        if let Some(set_play) = set_play {
            assert_eq!(found_set_play(tree(&verdict, name)), set_play, "{name}");
            self.set_play += 1;
        }
    }

    fn help(&mut self, reference: &Reference, tables: &mut Tables) {
        let name = &reference.name;
        let set_play = reference.list("setplay_lines");
        let verdict = reference.verdict(
            Wanted {
                tree: true,
                set_play: set_play.is_some(),
                ..Wanted::default()
            },
            tables,
        );
        let lines = reference.list("lines");
        let number = |field: &str| reference.expected.get(field).and_then(Value::as_u64);
        let solutions = number("solutions").expect("a number");
        let help = match verdict.outcome() {
            Outcome::Helped(help) if help.limit.is_none() => help,
            Outcome::Helped(_) | Outcome::GaveUp { .. } => {
                self.left += 1;
                return;
            }
            Outcome::Refuted { .. } | Outcome::Checkmate | Outcome::Stalemate => {
                assert_eq!(solutions, 0, "{name}");
                assert_eq!(set_play, None, "{name}");
                self.no_help += 1;
                return;
            }
            other => panic!("{name}: {other:?}"),
        };
        let counts = help.solutions.iter().map(|lines| lines.count);
        assert_eq!(counts.sum::<Option<u64>>(), Some(solutions), "{name}");
        // If there are very many, the reference doesn't list them.
        if let Some(lines) = lines {
            assert_eq!(lines.len() as u64, solutions, "{name}");
            let found: BTreeSet<String> = help.solutions.iter().flat_map(written).collect();
            assert_eq!(found, lines, "{name}");
        }
        if let Some(full) = number("full_length_solutions") {
            let asked = reference.problem.stipulation.length;
            let longest = help.solutions.iter().find(|lines| lines.length == asked);
            assert_eq!(
                longest.map_or(Some(0), |lines| lines.count),
                Some(full),
                "{name}"
            );
        }
        if let Some(expected) = set_play {
            let set_play = verdict.set_play.as_ref();
            let found = set_play.map(|all| all.iter().flat_map(written).collect());
            assert_eq!(found, Some(expected), "{name}");
            self.set_play += 1;
        }
        self.help += 1;
    }
}

fn tree<'a>(verdict: &'a Verdict, name: &str) -> &'a Tree {
    verdict
        .tree
        .as_deref()
        .unwrap_or_else(|| panic!("{name}: no tree"))
}

/// First moves that reach the goal within the stipulated length, by exhaustion.
fn within(problem: &Problem) -> BTreeSet<String> {
    let (kind, moves) = (problem.stipulation.kind, problem.stipulation.length.moves());
    assert_ne!(kind, Kind::MATED);
    let judge = &mut Judge::default();
    let position = &problem.position;
    position
        .legal_moves()
        .into_iter()
        .filter(|&m| {
            let mut next = position.clone();
            next.play(m);
            !plain::attacker_must(kind, position) && judge.loses(kind, &next, moves - 1)
        })
        .map(uci)
        .collect()
}

/// Tries and their refutations, as `key refutation`.
fn found_tries(tree: &Tree) -> BTreeSet<String> {
    let tries = tree.tries.as_deref().expect("tries were wanted");
    tries
        .iter()
        .map(|one| match one.refutations[..] {
            [refutation] => format!("{} {}", uci(one.play.m), uci(refutation)),
            _ => panic!("{}: not one refutation", uci(one.play.m)),
        })
        .collect()
}

/// The same from the reference, which may also list moves with several refutations.
fn single_tries(tries: &Value) -> BTreeSet<String> {
    let tries = tries.as_object().expect("an object");
    tries
        .iter()
        .filter_map(|(m, refutations)| match &refutations.as_array()?[..] {
            [refutation] => Some(format!("{m} {}", refutation.as_str()?)),
            _ => None,
        })
        .collect()
}

/// The defender's first moves after which set play continues: moves that end it at once (in self
/// play) are not part of it.
fn found_set_play(tree: &Tree) -> BTreeSet<String> {
    let variations = tree.set_play.as_deref().expect("set play was wanted");
    variations
        .iter()
        .filter(|variation| !variation.continuations.is_empty())
        .map(|variation| uci(variation.reply))
        .collect()
}

#[test]
fn small_positions_are_solved_alike() {
    let mut compared = Compared::default();
    compared.file("oracle-open.jsonl");
}

#[test]
fn composed_problems_are_solved_alike() {
    let mut compared = Compared::default();
    compared.file("problems-open.jsonl");
}

/// Popeye's output for forced play: keys and obligatory moves.
#[derive(Debug, Default, PartialEq, Eq)]
struct Printed {
    keys: BTreeSet<String>,
    forced: BTreeSet<String>,
}

impl Printed {
    /// Reads lines such as `   1.Qg3-h4 + !`, `   1.c7-c8=Q # ?!?`.
    fn read(text: &str) -> Printed {
        let mut printed = Printed::default();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let rest = line.trim().strip_prefix("1.").expect("a first move");
            let (m, sign) = rest.rsplit_once(' ').expect("a sign behind it");
            let m = m.trim_end_matches(['#', '=', '+', ' ']).to_owned();
            let known = match sign {
                "!" => printed.keys.insert(m),
                "?!?" => printed.forced.insert(m),
                _ => panic!("{line}"),
            };
            assert!(known, "{line} twice");
        }
        printed
    }
}

/// A move as Popeye writes it: `Sg1*f3`, `e7-e8=S`, `0-0`.
fn as_popeye(m: Move) -> String {
    let letter = |role: shakmaty::Role| match role {
        shakmaty::Role::Knight => 'S',
        role => role.upper_char(),
    };
    if let Move::Castle { king, rook } = m {
        return if rook > king { "0-0" } else { "0-0-0" }.to_owned();
    }
    let from = m.from().expect("nothing is dropped");
    let mut text = String::new();
    if m.role() != shakmaty::Role::Pawn {
        text.push(letter(m.role()));
    }
    let capture = if m.is_capture() { '*' } else { '-' };
    text.push_str(&format!("{from}{capture}{}", m.to()));
    if m.is_en_passant() {
        text.push_str(" ep.");
    }
    text.extend(m.promotion().map(|role| format!("={}", letter(role))));
    text
}

#[test]
fn reflex_play_and_double_stalemates_are_those_of_popeye() {
    let Some(text) = file("popeye-open.jsonl") else {
        return;
    };
    let mut tables = Tables::new(16);
    let (mut keys, mut forced, mut nothing) = (0, 0, 0);
    for line in text.lines() {
        let record: Value = serde_json::from_str(line).expect("an object a line");
        let field = |name: &str| record[name].as_str().expect("a string");
        let stip = field("stip");
        let sign = stip.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
        if !["r#", "r=", "semi-r#", "semi-r=", "==", "s=="].contains(&sign) {
            continue;
        }
        let reference = Reference::read(line);
        let problem = &reference.problem;
        let verdict = reference.verdict(
            Wanted {
                tree: true,
                longer_keys: true,
                ..Wanted::default()
            },
            &mut tables,
        );
        let tree = verdict.tree.as_deref();
        let found = Printed {
            keys: tree.map_or_else(BTreeSet::new, |tree| {
                tree.keys.iter().map(|key| as_popeye(key.m)).collect()
            }),
            forced: problem
                .stipulation
                .kind
                .forced_moves(&problem.position)
                .into_iter()
                .map(as_popeye)
                .collect(),
        };
        assert_eq!(found, Printed::read(field("popeye")), "{line}");
        match &found {
            found if !found.keys.is_empty() => keys += 1,
            found if !found.forced.is_empty() => forced += 1,
            _ => nothing += 1,
        }
    }
    eprintln!("{keys} with keys, {forced} with moves that must be made, {nothing} with nothing");
    assert!(keys >= 60 && forced >= 10 && nothing >= 20);
}
