//! Reflex and semi-reflex play: the engine shows the keys of the recorded answers, each with a line
//! to its end.

use std::collections::BTreeSet;

use keymove::epd::Epd;
use keymove::job::{Defaults, Job};
use keymove::position::Position;
use keymove::record::stated::{RecordClaim, Stated};
use keymove::solve::{Kind, PlayKind};
use shakmaty::CastlingMode;

use super::engine::Engine;

/// The longest play in the test, in moves.
const LONGEST: u16 = 3;

/// The position after a line in UCI, each move of which must be legal.
fn played(position: &Position, line: &[&str]) -> Position {
    let mut position = position.clone();
    for text in line {
        let is_it = |m: &shakmaty::Move| m.to_uci(CastlingMode::Standard).to_string() == *text;
        let m = position.legal_moves().into_iter().find(is_it);
        position = position.after(m.unwrap_or_else(|| panic!("{text} is not legal")));
    }
    position
}

/// The first moves of the lines that reach the goal in `moves` according to the engine, each played
/// to its end.
fn keys(engine: &mut Engine, epd: &Epd, kind: Kind, moves: u16) -> BTreeSet<String> {
    engine.say(format!("setoption name Stipulation value {}", kind.name()));
    engine.say(format!("position fen {} 0 1", epd.fields()));
    engine.say(format!("go depth {}", 2 * moves));
    let mut keys = BTreeSet::new();
    loop {
        let line = engine.hear().expect("an answer");
        if let Some(best) = line.strip_prefix("bestmove ") {
            let best = best.split(' ').next().expect("a move");
            assert!(keys.is_empty() || keys.contains(best), "{line}");
            return keys;
        }
        let Some((_, pv)) = line.split_once(" pv ") else {
            continue;
        };
        let score = format!(" score mate {moves} ");
        if !line.contains(&score) {
            continue;
        }
        let pv: Vec<&str> = pv.split(' ').collect();
        assert_eq!(pv.len(), usize::from(2 * moves), "{line}");
        let end = played(epd.position(), &pv);
        assert!(kind.aim.is_reached(&end), "{line}");
        keys.insert(pv[0].to_owned());
    }
}

#[test]
fn the_keys_of_reflex_play_are_those_recorded() {
    let mut engine = Engine::start();
    engine.say("setoption name MultiPV value 255");
    let (mut solved, mut refuted, mut forced) = (0, 0, 0);
    for suite in ["reflexmates", "reflexstalemates", "double-stalemates"] {
        let path = format!("{}/expected/{suite}.epd", env!("CARGO_MANIFEST_DIR"));
        let answers = std::fs::read_to_string(path).expect("the answers are there");
        for answer in answers.lines() {
            let (epd, _) = Epd::read(answer.as_bytes()).expect("a record");
            let job = Job::select(&epd, &Defaults::default());
            let Some(problem) = job.ok().and_then(|(job, _)| job.single().cloned()) else {
                continue;
            };
            let asked = problem.stipulation;
            let is_bound = matches!(asked.kind.play, PlayKind::Reflex | PlayKind::SemiReflex);
            if !is_bound || asked.exact {
                continue;
            }
            let stated = Stated::read(&epd);
            let moves = match &stated.claim {
                RecordClaim::Solved(distance) => distance.stipulation.length.moves(),
                RecordClaim::Absent(absence) if !absence.gave_up => absence.refuted.moves(),
                _ => continue,
            };
            if moves > LONGEST {
                continue;
            }
            let found = keys(&mut engine, &epd, asked.kind, moves);
            let due: BTreeSet<String> = match &stated.claim {
                RecordClaim::Solved(_) => {
                    let set = stated.move_set("bm").expect("keys");
                    let legal = epd.position().legal_moves().into_iter();
                    legal
                        .filter(|&m| set.moves.contains(&epd.position().san(m)))
                        .map(|m| m.to_uci(CastlingMode::Standard).to_string())
                        .collect()
                }
                _ => BTreeSet::new(),
            };
            assert_eq!(found, due, "{answer}");
            solved += usize::from(!due.is_empty());
            refuted += usize::from(due.is_empty());
            forced += usize::from(!asked.kind.forced_moves(epd.position()).is_empty());
        }
    }
    engine.say("quit");
    eprintln!("{solved} solved, {refuted} refuted, {forced} with a forced move");
    assert!(solved >= 30 && refuted >= 10 && forced >= 3);
}
