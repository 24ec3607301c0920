//! The play of direct and self mates compared with that of Popeye 4.104, over all 416 inputs of the
//! collection: keys, tries with their refutations, threats, zugzwang, defences, continuations and
//! set play, at every level, as sets. Our JSON is compared, so this test also judges the JSON and
//! the tree from which it is made. There is no list of exceptions, because there are none.
//!
//! Popeye's options and ours:
//!
//! | Popeye | here |
//! |---|---|
//! | `Variation` | the tree; all inputs have it |
//! | `Try` | tries with one refutation at most |
//! | `SetPlay` | set play |
//! | `NoThreat` | threats and zugzwang are not read, and every reply counts as shown |
//! | `NoBoard` | nothing to compare |
//! | `NoCastling` | castling rights of the corners that are not named; all inputs have it |
//! | none | all first moves that reach the goal within the stipulated length are keys: longer keys |

pub mod output;

use crate::support::json::object;
use keymove::epd::Epd;
use keymove::job::{Defaults, Job};
use keymove::record::Findings;
use keymove::solve::{Tables, Wanted, solve};
use keymove::stop::Stop;
use serde_json::Value;

use crate::report::data;
use output::Facts;

/// The collection; none, with a message, if there is none.
fn collection() -> Option<String> {
    let file = data::folder("popeye")?.join("text-open.jsonl");
    Some(std::fs::read_to_string(file).expect("the file is there"))
}

/// The squares where rooks may castle, with their castling rights.
const CORNERS: [(&str, char); 4] = [("h1", 'K'), ("a1", 'Q'), ("h8", 'k'), ("a8", 'q')];

/// A problem as Popeye reads it, and its relevant options.
struct Input {
    record: String,
    wanted: Wanted,
    threats: bool,
}

impl Input {
    fn read(text: &str) -> Input {
        let mut board = None;
        let mut stipulation = None;
        let mut castling = None;
        let mut wanted = Wanted {
            longer_keys: true,
            ..Wanted::default()
        };
        let mut threats = true;
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let mut words = line.split(' ');
            match words.next() {
                Some("BeginProblem" | "EndProblem") => assert_eq!(words.next(), None, "{line}"),
                Some("Forsyth") => {
                    board = words.next().map(|b| b.replace('s', "n").replace('S', "N"))
                }
                Some("Stipulation") => stipulation = words.next().map(str::to_owned),
                Some("Option") => {
                    while let Some(option) = words.next() {
                        match option {
                            "NoBoard" => (),
                            "Variation" => wanted.tree = true,
                            "Try" => wanted.tries = 1,
                            "SetPlay" => wanted.set_play = true,
                            "NoThreat" => threats = false,
                            "NoCastling" => {
                                let without = words.next().expect("corners");
                                let rights = CORNERS.iter().filter(|c| !without.contains(c.0));
                                castling = Some(rights.map(|c| c.1).collect::<String>());
                            }
                            other => panic!("the option {other} was not thought of"),
                        }
                    }
                }
                _ => panic!("not understood: {line}"),
            }
        }
        assert!(wanted.tree, "{text}");
        let castling = castling.expect("a word on castling");
        let castling = if castling.is_empty() { "-" } else { &castling };
        let (board, stipulation) = (board.expect("a board"), stipulation.expect("what to do"));
        Input {
            record: format!("{board} w {castling} - Stip \"{stipulation}\";"),
            wanted,
            threats,
        }
    }

    /// Our play of it, as JSON.
    fn tree(&self, tables: &mut Tables) -> Value {
        let (epd, _) = Epd::read(self.record.as_bytes()).expect("a record");
        let defaults = Defaults {
            wanted: self.wanted,
            ..Defaults::default()
        };
        let (job, _) = Job::select(&epd, &defaults).expect("a job");
        let problem = job.single().expect("one question");
        let findings = Findings::single(solve(problem, tables, &Stop::new()).expect("supported"));
        let text = object(&epd, &findings, true, &[]).into_bytes();
        let mut value: Value = serde_json::from_slice(&text).expect("JSON");
        value["tree"].take()
    }
}

/// Our play in Popeye's form.
struct Ours {
    facts: Facts,
    threats: bool,
    self_play: bool,
}

fn list<'a>(value: &'a Value, field: &str) -> &'a [Value] {
    value[field].as_array().map_or(&[], Vec::as_slice)
}

fn uci(value: &Value) -> &str {
    value["uci"].as_str().expect("a move")
}

impl Ours {
    fn read(input: &Input, tree: &Value) -> Facts {
        let mut ours = Ours {
            facts: Facts::new(),
            threats: input.threats,
            self_play: input.record.contains("\"s"),
        };
        assert_eq!(tree["limit"], Value::Null, "{}", input.record);
        for key in list(tree, "keys") {
            ours.played("key", key);
        }
        for try_move in list(tree, "tries") {
            ours.played("try", try_move);
            for refutation in list(try_move, "refutations") {
                ours.say(format!("try {} but {}", uci(try_move), uci(refutation)));
            }
        }
        ours.defences("set", list(tree, "set_play"));
        ours.facts
    }

    fn say(&mut self, fact: String) {
        assert!(self.facts.insert(fact.clone()), "twice: {fact}");
    }

    fn played(&mut self, path: &str, played: &Value) {
        let path = format!("{path} {}", uci(played));
        assert_ne!(played["cut"], true, "{path}");
        self.say(path.clone());
        if !self.self_play && played["moves"] == 1 {
            self.say(format!("{path} goal"));
        }
        if self.threats {
            if played["zugzwang"] == true {
                self.say(format!("{path} zugzwang"));
            }
            for threat in list(played, "threats") {
                self.played(&format!("{path} threat"), threat);
            }
        }
        self.defences(&path, list(played, "variations"));
    }

    fn defences(&mut self, path: &str, variations: &[Value]) {
        for variation in variations {
            let shown = variation["shown"].as_bool().expect("a bool");
            if !(shown || !self.threats && !list(variation, "continuations").is_empty()) {
                continue;
            }
            let path = format!("{path} defence {}", uci(variation));
            self.say(path.clone());
            if variation["ends"] == true {
                self.say(format!("{path} goal"));
            }
            for continuation in list(variation, "continuations") {
                self.played(&format!("{path} then"), continuation);
            }
        }
    }
}

/// The number of compared facts of each sort.
#[derive(Debug, Default)]
struct Compared {
    inputs: usize,
    keys: usize,
    tries: usize,
    refutations: usize,
    threats: usize,
    zugzwangs: usize,
    defences: usize,
    continuations: usize,
    set_play: usize,
    goals: usize,
}

impl Compared {
    fn sorts(&self) -> [(&'static str, usize); 9] {
        [
            ("keys", self.keys),
            ("tries", self.tries),
            ("refutations", self.refutations),
            ("threats", self.threats),
            ("zugzwang", self.zugzwangs),
            ("defences", self.defences),
            ("continuations", self.continuations),
            ("set play", self.set_play),
            ("goals", self.goals),
        ]
    }

    fn count(&mut self, facts: &Facts) {
        self.inputs += 1;
        for fact in facts {
            let words: Vec<&str> = fact.split(' ').collect();
            let counter = match words[..] {
                ["key", _] => &mut self.keys,
                ["try", _] => &mut self.tries,
                ["set", "defence", _] => &mut self.set_play,
                [.., "goal"] => &mut self.goals,
                [.., "zugzwang"] => &mut self.zugzwangs,
                [.., "but", _] => &mut self.refutations,
                [.., "threat", _] => &mut self.threats,
                [.., "defence", _] => &mut self.defences,
                [.., "then", _] => &mut self.continuations,
                _ => panic!("a fact of no sort: {fact}"),
            };
            *counter += 1;
        }
    }
}

#[test]
fn the_play_matches_popeyes() {
    let Some(collection) = collection() else {
        return;
    };
    let mut tables = Tables::new(4);
    let mut compared = Compared::default();
    let mut differences = Vec::new();
    for line in collection.lines() {
        let record: Value = serde_json::from_str(line).expect("an object a line");
        let text = |field: &str| record[field].as_str().expect("a string");
        let input = Input::read(text("input"));
        let popeye = output::read(text("output"))
            .unwrap_or_else(|error| panic!("{}: {error}", input.record));
        let ours = Ours::read(&input, &input.tree(&mut tables));
        for fact in popeye.difference(&ours) {
            differences.push(format!("{} only Popeye: {fact}", input.record));
        }
        for fact in ours.difference(&popeye) {
            differences.push(format!("{} only we: {fact}", input.record));
        }
        compared.count(&popeye);
    }
    assert!(
        differences.is_empty(),
        "{} differences\n{}",
        differences.len(),
        differences.join("\n")
    );
    eprintln!("{compared:?}");
    assert_eq!(compared.inputs, 416);
    for (sort, count) in compared.sorts() {
        assert!(count >= 100, "hardly any {sort}: {count}");
    }
}

/// The reader refuses lines that it does not understand, so that nothing is skipped.
#[test]
fn a_text_that_popeye_would_not_print_is_refused() {
    let good = "
   1.Qb2-f6 ? threat:
          2.Bc8-b7 #
      1...e7-e8=S
          2.Rg3*e3 #
    but
      1...d3*e2 ep. !

   1.Sh2-f1 ! zugzwang.
      1...d3-d2
          2.Qb2-c2 #


solution finished.
";
    let facts = output::read(good).expect("Popeye's form");
    let expected = [
        "key h2f1",
        "key h2f1 defence d3d2",
        "key h2f1 defence d3d2 then b2c2",
        "key h2f1 defence d3d2 then b2c2 goal",
        "key h2f1 zugzwang",
        "try b2f6",
        "try b2f6 but d3e2",
        "try b2f6 defence e7e8n",
        "try b2f6 defence e7e8n then g3e3",
        "try b2f6 defence e7e8n then g3e3 goal",
        "try b2f6 threat c8b7",
        "try b2f6 threat c8b7 goal",
    ];
    assert_eq!(facts, expected.map(str::to_owned).into());
    for (from, to) in [
        ("solution finished", "interrupted"),
        ("    but\n", ""),
        ("      1...d3*e2 ep. !\n", ""),
        ("ep. !", "ep."),
        (" threat:", ""),
        ("          2.Bc8-b7 #\n", ""),
        ("          2.Qb2-c2 #\n", ""),
        ("zugzwang.", "zugzwang"),
        ("2.Qb2-c2", "3.Qb2-c2"),
        ("2.Qb2-c2", " 2.Qb2-c2"),
        ("2.Qb2-c2", "2.Nb2-c2"),
        ("2.Qb2-c2", "2.Qb2-c9"),
        ("2.Qb2-c2 #", "2.Qb2-c2 # !"),
        ("e8=S", "e8=K"),
        ("1...d3-d2", "1...d3-d2 zugzwang."),
        ("f1 !", "f1"),
    ] {
        let bad = good.replace(from, to);
        assert_ne!(bad, good, "{from}");
        assert!(output::read(&bad).is_err(), "{from} -> {to}");
    }
}
