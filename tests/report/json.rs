//! The whole play in JSON: moves are legal, replies are complete, and leaves reach the goal.

use insta::assert_snapshot;
use std::collections::BTreeSet;

use crate::support::json::object;
use keymove::answer::{Format, answer_line};
use keymove::form::json::SCHEMA;
use keymove::position::Position;
use keymove::solve::{Kind, Limits, Stipulation, Tables};
use keymove::stop::Stop;
use serde_json::Value;
use shakmaty::Move;
use shakmaty::uci::UciMove;

use crate::report::{ALL, PLAY, answered, judged, settings};

fn json(line: &str) -> (Position, Stipulation, Value) {
    let (epd, findings) = judged(line, ALL);
    let stipulation = findings.decisive().stipulation;
    let text = object(&epd, &findings, true, &[]).into_bytes();
    let value = serde_json::from_slice(&text).expect("JSON");
    (epd.position().clone(), stipulation, value)
}

fn list<'a>(value: &'a Value, field: &str) -> &'a [Value] {
    match &value[field] {
        Value::Array(items) => items,
        Value::Null => &[],
        other => panic!("{field}: {other}"),
    }
}

/// Plays the move of an object; its SAN and UCI must be the same move.
fn played(position: &Position, value: &Value) -> (Move, Position) {
    let text = |field: &str| value[field].as_str().expect("a string").to_owned();
    let uci: UciMove = text("uci").parse().expect("UCI");
    let m = uci.to_move(position.chess()).expect("a legal move");
    let mut next = position.clone();
    let san = next.play_with_san(m);
    assert_eq!(san.to_string(), text("san"));
    (m, next)
}

struct Checker {
    kind: Kind,
}

impl Checker {
    fn is_reached(&self, position: &Position) -> bool {
        match self.kind {
            Kind::MATE | Kind::MATED | Kind::SELFMATE | Kind::HELPMATE => position.is_checkmate(),
            _ => position.is_stalemate(),
        }
    }

    /// A continuation in `position`; `refutations` are missing from the replies.
    fn continuation(&self, position: &Position, value: &Value, refutations: &[Move]) {
        let (_, next) = played(position, value);
        let moves = value["moves"].as_u64().expect("moves");
        let replies = list(value, "variations");
        assert_eq!(
            replies.len() + refutations.len(),
            next.legal_moves().len(),
            "{value}"
        );
        if next.legal_moves().is_empty() {
            assert!(self.is_reached(&next), "{value}");
            assert_eq!(moves, 1);
        }
        for reply in replies {
            self.variation(&next, reply, moves - 1, true);
        }
        for threat in list(value, "threats") {
            let other = next.passed().expect("no check");
            assert!(threat["moves"].as_u64().expect("moves") < moves);
            self.continuation(&other, threat, &[]);
        }
    }

    fn variation(&self, position: &Position, value: &Value, left: u64, must: bool) {
        let (_, next) = played(position, value);
        let continuations = list(value, "continuations");
        if value["ends"] == true {
            assert!(
                self.is_reached(&next) && continuations.is_empty(),
                "{value}"
            );
        } else if must {
            assert!(!continuations.is_empty(), "{value}");
        }
        for c in continuations {
            assert!(c["moves"].as_u64().expect("moves") <= left, "{value}");
            self.continuation(&next, c, &[]);
        }
    }
}

#[test]
fn a_tree_can_be_replayed() {
    let lines = [
        "kbK5/pp6/1P6/8/8/8/8/R7 w - - dm 2;",
        "8/8/8/4RN1P/4K3/2P4N/2P2p1Q/4k3 w - - dm 2;",
        "8/8/8/8/8/3K4/1R6/k7 w - - Stip \"#3\";",
        "4k2r/8/5K2/8/3Pp3/8/QQ6/8 b k d3 Stip \"#2\";",
        "5k2/3p4/4Q3/8/5N2/8/2K5/8 w - - Stip \"=2\";",
        "8/8/8/8/6p1/7k/7p/2Q4K w - - Stip \"s#2\";",
        "8/8/7p/8/8/7k/7p/2Q4K w - - Stip \"s=2\";",
        "8/P7/8/8/8/4K3/1Q6/6k1 b - - Stip \"-#2\";",
        "8/8/8/8/8/5k2/8/K6R w - - Stip \"#2\";",
    ];
    for line in lines {
        let (position, stipulation, value) = json(line);
        let checker = Checker {
            kind: stipulation.kind,
        };
        let tree = &value["tree"];
        assert_eq!(
            list(tree, "keys").len(),
            list(&value, "keys").len(),
            "{line}"
        );
        for key in list(tree, "keys") {
            checker.continuation(&position, key, &[]);
        }
        for try_move in list(tree, "tries") {
            let (_, next) = played(&position, try_move);
            let refutations: Vec<Move> = list(try_move, "refutations")
                .iter()
                .map(|refutation| played(&next, refutation).0)
                .collect();
            assert_eq!(refutations.len(), 1, "{try_move}");
            checker.continuation(&position, try_move, &refutations);
        }
        for defence in list(tree, "defences") {
            checker.variation(
                &position,
                defence,
                u64::from(stipulation.length.moves()),
                true,
            );
        }
        for variation in list(tree, "set_play") {
            let other = position.passed().expect("no check");
            checker.variation(
                &other,
                variation,
                u64::from(stipulation.length.moves()) - 1,
                false,
            );
        }
    }
}

#[test]
fn help_play_can_be_replayed() {
    let lines = [
        ("8/8/7p/4K3/6k1/1Q6/8/8 b - - Stip \"h#2\";", 2.0, 3),
        ("8/8/8/kP6/8/2K5/7R/3b4 w - - Stip \"h#1.5\";", 1.5, 1),
        ("8/3P4/k7/1R6/8/b7/3K4/8 b - - Stip \"h=2\";", 2.0, 1),
    ];
    for (line, moves, number) in lines {
        let (position, stipulation, value) = json(line);
        let checker = Checker {
            kind: stipulation.kind,
        };
        assert_eq!(value["moves"].as_f64(), Some(moves), "{line}");
        assert_eq!(value["count"], number, "{line}");
        let replay = |start: &Position, solutions: &Value| {
            let length = solutions["moves"].as_f64();
            assert_eq!(
                solutions["count"].as_u64(),
                Some(list(solutions, "lines").len() as u64)
            );
            for line in list(solutions, "lines") {
                let moves = line.as_array().expect("a line");
                assert_eq!(length, Some(moves.len() as f64 / 2.0));
                let end = moves
                    .iter()
                    .fold(start.clone(), |position, m| played(&position, m).1);
                assert!(checker.is_reached(&end), "{line}");
            }
        };
        for solutions in list(&value, "solutions") {
            replay(&position, solutions);
        }
        let other = position.passed().expect("no check");
        for solutions in list(&value, "set_play") {
            replay(&other, solutions);
        }
    }
}

#[test]
fn fields() {
    let (_, _, value) = json("8/8/8/8/8/6pk/7p/R6K w - - Stip \"s#1\";");
    let tree = serde_json::to_string_pretty(&value["tree"]).expect("JSON");
    assert_snapshot!(tree);
}

#[test]
fn epd_and_an_unwanted_tree_have_none() {
    let line = "kbK5/pp6/1P6/8/8/8/8/R7 w - - dm 2;";
    let text = |format, wanted| {
        String::from_utf8(answered(line, &settings(format, wanted)).text).expect("text")
    };
    let wanted = text(Format::Json, PLAY);
    assert!(
        wanted.contains("\"tree\":{\"keys\":[{\"san\":\"Ra6\""),
        "{wanted}"
    );
    assert!(!wanted.contains('\n') && !wanted.contains("\"set_play\""));
    assert!(!text(Format::Json, Default::default()).contains("\"tree\""));
    assert!(!text(Format::Epd, Default::default()).contains("tree"));
}

/// The fields that the schema describes: those of an answered record, and all fields.
fn documented() -> (BTreeSet<String>, BTreeSet<String>) {
    let schema: Value = serde_json::from_str(SCHEMA).expect("JSON");
    let fields = |definition: &Value| -> BTreeSet<String> {
        let properties = definition["properties"].as_object();
        let described = properties.into_iter().flatten().filter(|(name, field)| {
            let text = field["description"].as_str().unwrap_or_default();
            assert!(text.ends_with('.'), "{name} is not described");
            true
        });
        described.map(|(name, _)| name.clone()).collect()
    };
    let definitions = schema["$defs"].as_object().expect("definitions");
    (
        fields(&definitions["record"]),
        definitions.values().flat_map(fields).collect(),
    )
}

/// The names of fields in `value` and in everything inside it; those of `operations` are opcodes.
fn names(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| names(item, found)),
        Value::Object(object) => {
            for (name, value) in object {
                found.insert(name.clone());
                if name != "operations" {
                    names(value, found);
                }
            }
        }
        _ => {}
    }
}

#[test]
fn every_field_is_documented_and_every_documented_field_is_written() {
    let (fields, words) = documented();
    assert!(fields.len() > 30, "{fields:?}");
    let mut settings = settings(Format::Json, ALL);
    settings.no_time = false;
    settings.defaults.depth = Some(2);
    settings.defaults.limits = Limits {
        nodes: Some(3000),
        time: None,
    };
    let mut tables = Tables::new(1);
    let (mut outer, mut all) = (BTreeSet::new(), BTreeSet::new());
    let suites = [
        "play",
        "mated",
        "limits",
        "refuted",
        "malformed",
        "bughouse",
        "crazyhouse",
        "helpmates",
        "reflexmates",
        "quirks",
    ];
    let mut lines = 0;
    for suite in suites {
        let path = format!("{}/suites/{suite}.epd", env!("CARGO_MANIFEST_DIR"));
        let bytes = std::fs::read(path).expect("a suite");
        for (line, number) in bytes.split(|&b| b == b'\n').zip(1..) {
            let answer = answer_line(number, line, &settings, &mut tables, &Stop::new());
            if answer.text.is_empty() {
                continue;
            }
            let value: Value = serde_json::from_slice(&answer.text).expect("JSON");
            assert_eq!(value["line"], number, "{value}");
            outer.extend(value.as_object().expect("an object").keys().cloned());
            names(&value, &mut all);
            lines += 1;
        }
    }
    assert!(lines > 150, "{lines}");
    let duplex = b"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - Stip \"#1\"; dup;";
    let answer = answer_line(1, duplex, &settings, &mut tables, &Stop::new());
    names(
        &serde_json::from_slice(&answer.text).expect("JSON"),
        &mut all,
    );
    let malformed = ["text", "error", "column"].map(str::to_owned);
    let unknown: Vec<_> = outer.difference(&fields).collect();
    assert_eq!(unknown.len(), malformed.len(), "{unknown:?}");
    assert!(malformed.iter().all(|name| outer.contains(name)));
    assert_eq!(all.difference(&words).collect::<Vec<_>>(), [""; 0]);
    assert_eq!(fields.difference(&all).collect::<Vec<_>>(), [""; 0]);
}
