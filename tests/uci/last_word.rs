//! The last lines that a client reads: once a mate was shown, no later line takes it back, shows a
//! longer one or a smaller depth, and the answer is the first move of the last line.

use std::collections::BTreeMap;

use keymove::mix::SplitMix64;
use keymove::record::stated::{RecordClaim, Stated};
use keymove::{Epd, Position};
use shakmaty::CastlingMode;

use super::engine::Engine;
use crate::support::long;

/// The fields of an `info` line: the words after a name.
fn field<'a>(words: &[&'a str], name: &str) -> Option<&'a str> {
    let at = words.iter().position(|word| *word == name)?;
    words.get(at + 1).copied()
}

/// The faults in the lines that answer one `go`, up to its `bestmove` or as far as they were read;
/// and the mate in the last line of the first rank, if there is one.
pub fn judged(lines: &[String]) -> Result<Option<i32>, String> {
    let mut depth = 0;
    let mut shown: BTreeMap<&str, i32> = BTreeMap::new();
    // The first moves by rank, as a client keeps them.
    let mut first: BTreeMap<&str, &str> = BTreeMap::new();
    let mut last = "";
    for line in lines {
        let (said, _) = line.split_once(" string ").unwrap_or((line, ""));
        let words: Vec<&str> = said.split_whitespace().collect();
        match words[..] {
            ["info", _, ..] => {}
            ["bestmove", best, ..] => {
                let is_first = first.get("1").is_none_or(|m| *m == best);
                if !is_first || (!shown.is_empty() && !last.contains(" score mate ")) {
                    return Err(format!("{line} after {last}"));
                }
                continue;
            }
            _ => continue,
        }
        last = line;
        let number: u32 = field(&words, "depth").map_or(0, |n| n.parse().expect("plies"));
        if number < depth {
            return Err(format!("{line} after depth {depth}"));
        }
        depth = number;
        let rank = field(&words, "multipv").expect("a rank");
        let Some(mate) = field(&words, "mate") else {
            if shown.is_empty() {
                continue;
            }
            return Err(format!("{line} after a mate in {shown:?}"));
        };
        let mate: i32 = mate.parse().expect("moves");
        if let Some(before) = shown.insert(rank, mate)
            && (mate.signum() != before.signum() || mate.abs() > before.abs())
        {
            return Err(format!("{line} after mate {before}"));
        }
        if let Some(m) = field(&words, "pv") {
            first.insert(rank, m);
        }
    }
    let moves: std::collections::BTreeSet<_> = first.values().collect();
    if moves.len() < first.len() {
        return Err(format!("a first move has two lines: {first:?}"));
    }
    Ok(shown.get("1").copied())
}

/// The faults in the statements about absent mates before `mate`.
fn contradiction(lines: &[String], mate: i32) -> Option<&String> {
    lines.iter().find(|line| {
        let Some((_, said)) = line.split_once(" string no mate within ") else {
            return false;
        };
        let mut numbers = said
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|number| number.parse::<i32>().ok());
        let own = numbers.next().expect("moves");
        let other = numbers.next().unwrap_or(own);
        (if mate > 0 { own } else { other }) >= mate.abs()
    })
}

/// Sends `go` and reads the answer; `stop` is sent after a while if there is no limit.
fn answer(engine: &mut Engine, go: &str, pause: u64) -> Vec<String> {
    let before = engine.said.len();
    engine.say(go);
    if go == "go infinite" {
        std::thread::sleep(std::time::Duration::from_millis(pause));
        engine.say("stop");
    }
    engine.hear_until("bestmove ");
    engine.said[before..].to_vec()
}

/// Records of a suite, every `step`th, with the length that its answer has.
fn records(suite: &str, step: usize) -> Vec<(Epd, i32)> {
    let path = format!("{}/suites/{suite}.epd", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("a suite");
    let read = |line: &str| {
        let (epd, _) = Epd::read(line.as_bytes()).ok()?;
        let RecordClaim::Solved(distance) = Stated::read(&epd).claim else {
            return None;
        };
        let moves = i32::from(distance.stipulation.length.moves());
        let lost = suite == "mated";
        (moves > 0).then_some((epd, if lost { -moves } else { moves }))
    };
    text.lines().filter_map(read).step_by(step).collect()
}

fn a_move(position: &Position, random: &mut SplitMix64) -> String {
    let legal = position.legal_moves();
    let m = legal[random.next() as usize % legal.len()];
    m.to_uci(CastlingMode::Standard).to_string()
}

#[test]
fn a_mate_that_was_shown_is_the_last_word_however_the_search_ends() {
    let mut engine = Engine::start();
    let mut random = SplitMix64(24);
    let mut held = 0;
    for (suite, stipulation, step) in [
        ("mates-4", "mate", 5),
        ("mates-5", "mate", 5),
        ("mates-6", "mate", 3),
        ("mated", "mate", 4),
        ("selfmates", "selfmate", 8),
        ("stalemates", "stalemate", 8),
    ] {
        engine.say(format!("setoption name Stipulation value {stipulation}"));
        for (epd, score) in records(suite, step * long::step()) {
            let moves = score.abs();
            let first = a_move(epd.position(), &mut random);
            let pause = random.next() % 60;
            engine.say(format!("position fen {} 0 1", epd.fields()));
            for (multipv, go) in [
                (1, format!("go mate {moves}")),
                (1, "go movetime 30".to_owned()),
                (2, format!("go mate {moves} nodes 5000")),
                (3, format!("go nodes {}", random.next() % 20_000)),
                (1, format!("go mate {moves} searchmoves {first} nodes 5000")),
                (3, "go infinite".to_owned()),
            ] {
                engine.say(format!("setoption name MultiPV value {multipv}"));
                let lines = answer(&mut engine, &go, pause);
                let told = || format!("{suite}: {epd}\n{go}\n{}", lines.join("\n"));
                let mate = judged(&lines).unwrap_or_else(|fault| panic!("{fault}\n{}", told()));
                if let Some(mate) = mate {
                    let fault = contradiction(&lines, mate);
                    assert!(fault.is_none(), "{fault:?}\n{}", told());
                    assert!(
                        mate.abs() >= moves || go.contains("searchmoves"),
                        "{}",
                        told()
                    );
                    held += 1;
                }
                if go == format!("go mate {moves}") {
                    assert_eq!(mate, Some(score), "{}", told());
                }
            }
        }
    }
    assert!(held >= long::least(150), "only {held} answers with a mate");
    assert_eq!(engine.close().0, Some(0));
}

#[test]
fn a_mate_that_is_taken_back_is_seen() {
    let mate = |depth, n, m| {
        format!("info depth {depth} seldepth 1 multipv 1 score mate {n} nodes 1 pv {m} a1a2")
    };
    let nothing = "info depth 11 multipv 1 score cp 0 nodes 1 string no mate within 5".to_owned();
    let best = "bestmove e2e4 ponder a1a2".to_owned();
    let first = mate(11, 6, "e2e4");
    assert_eq!(
        judged(&[nothing.clone(), first.clone(), best.clone()]),
        Ok(Some(6))
    );
    for wrong in [
        vec![first.clone(), nothing.clone()],
        vec![first.clone(), mate(13, 7, "e2e4")],
        vec![first.clone(), mate(13, -5, "e2e4")],
        vec![first.clone(), mate(9, 5, "e2e4")],
        vec![mate(11, 6, "d2d4"), best],
    ] {
        assert!(judged(&wrong).is_err(), "{wrong:?}");
    }
    assert!(contradiction(std::slice::from_ref(&nothing), 6).is_none());
    assert!(contradiction(std::slice::from_ref(&nothing), -5).is_some());
}
