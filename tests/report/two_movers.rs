//! The text of mates in two, read back: its statement about every legal reply is true, and there is
//! one about each.

use crate::support::json::side;
use keymove::epd::moves::read_move;
use keymove::position::Position;
use shakmaty::{Move, Role};

use crate::report::judge::after;
use crate::report::{PLAY, below_diagram, judged};

/// Mates in two by zugzwang, where many replies have the same answer.
const ZUGZWANG: &str = "\
8/8/8/8/1RRb4/K7/3p4/k7 w - - dm 2;
8/8/8/8/4p2Q/4B1n1/7p/5K1k w - - dm 2;
7k/6nP/6Q1/6pK/8/8/8/8 w - - dm 2;
8/8/8/8/8/pQ1N4/1b1K4/k7 w - - dm 2;
5K1k/6p1/5Q2/4Bn2/8/8/8/8 w - - dm 2;
4K2k/7p/6bR/6N1/8/8/8/8 w - - dm 2;
4Q1rk/8/5Kp1/4B3/8/8/8/8 w - - dm 2;
8/8/8/8/5K1B/5npp/5Q2/7k w - - dm 2;
8/8/8/8/1Qn5/1pK5/8/k1B5 w - - dm 2;
8/8/8/8/8/4R1R1/4Kp1p/7k w - - dm 2;
3nnB1k/7P/6K1/8/6N1/8/8/8 w - - dm 2;
k2n4/B3Q3/4n3/K7/8/8/8/8 w - - dm 2;
8/8/8/6N1/4pQ2/4Rb2/5Kb1/7k w - - dm 2;
";

/// The line of a key, and the lines of its variations.
type Play = (String, Vec<String>);

/// Every key of the text; broken lines are joined again.
fn keys(text: &str) -> Vec<Play> {
    let mut keys: Vec<Play> = Vec::new();
    for line in text.lines().skip(2).take_while(|l| !l.ends_with(" nodes")) {
        if line.starts_with("1.") {
            keys.push((line.to_owned(), Vec::new()));
        } else if let Some(variation) = line.strip_prefix("   1...") {
            let (_, variations) = keys.last_mut().expect("a key");
            variations.push(variation.to_owned());
        } else if !line.is_empty() {
            let (key, variations) = keys.last_mut().expect("a key");
            let broken = variations.last_mut().unwrap_or(key);
            broken.push(' ');
            broken.push_str(line.trim_start());
        }
    }
    keys
}

/// A move as the text writes it.
fn written(position: &Position, text: &str) -> Move {
    let text = text
        .trim_end_matches('!')
        .replace("0", "O")
        .replace("ep", "");
    read_move(position, text.as_bytes()).unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// Moves after their numbers: `2.Qh8#, 2.Qg7#`.
fn mates(position: &Position, text: &str) -> Vec<Move> {
    text.split(", ")
        .map(|m| written(position, m.strip_prefix("2.").expect("a number")))
        .collect()
}

/// The replies that a part of a line represents; `~` alone is any reply that is not in `others`.
fn replies(position: &Position, text: &str, others: &[Move]) -> Vec<Move> {
    let legal = position.legal_moves();
    text.split(", ")
        .flat_map(|reply| match reply.strip_suffix('~') {
            Some("") => legal
                .iter()
                .copied()
                .filter(|m| !others.contains(m))
                .collect(),
            Some(man) => {
                let first = man.chars().next().expect("a letter");
                let moves: Vec<Move> = match Role::from_char(first).filter(|_| first.is_uppercase())
                {
                    Some(role) => legal.iter().copied().filter(|m| m.role() == role).collect(),
                    None => legal
                        .iter()
                        .copied()
                        .filter(|m| m.role() == Role::Pawn)
                        .filter(|m| m.from().is_some_and(|from| from.file().char() == first))
                        .collect(),
                };
                moves
            }
            None => vec![written(position, reply)],
        })
        .collect()
}

/// Whether the threatened move mates, whatever it captures.
fn works(position: &Position, threat: Move) -> bool {
    let way = |m: Move| (m.from(), m.to(), m.promotion());
    position
        .legal_moves()
        .into_iter()
        .any(|m| way(m) == way(threat) && after(position, m).is_checkmate())
}

#[test]
fn every_reply_is_accounted_for() {
    let mut tildes = 0;
    let mut separated = 0;
    let suite = include_str!("../../suites/mates-2.epd").lines();
    for line in ZUGZWANG.lines().chain(suite) {
        let (epd, findings) = judged(line, PLAY);
        let text = below_diagram(&keymove::report::text(
            &[side(&epd, &findings)],
            crate::report::ASCII,
            true,
        ));
        tildes += text.matches('~').count();
        let root = epd.position();
        for (key, variations) in keys(&text) {
            let words = key.strip_prefix("1.").expect("a number");
            let (m, rest) = words.split_once(' ').unwrap_or((words, ""));
            let position = after(root, written(root, m));
            let threats = match rest.strip_prefix('(') {
                Some(threats) => {
                    let other = position.passed().expect("no check");
                    mates(&other, threats.strip_suffix(')').expect("a bracket"))
                }
                None => Vec::new(),
            };
            assert_eq!(
                rest == "zugzwang",
                threats.is_empty() && !position.is_check(),
                "{text}"
            );
            let mut said: Vec<Move> = Vec::new();
            for variation in &variations {
                assert!(!variation.contains(" or "), "{text}");
                let at = variation.find(" 2.").expect("a mate");
                let (left, right) = variation.split_at(at);
                for reply in replies(&position, left, &said) {
                    assert!(!said.contains(&reply), "{reply} twice\n{text}");
                    said.push(reply);
                    let answered = after(&position, reply);
                    let mating: Vec<Move> = answered
                        .legal_moves()
                        .into_iter()
                        .filter(|&m| after(&answered, m).is_checkmate())
                        .collect();
                    let mut shown = mates(&answered, right.trim_start());
                    shown.sort_by_key(|m| mating.iter().position(|n| n == m));
                    assert_eq!(shown, mating, "{reply}\n{text}");
                    let left = threats.iter().filter(|&&t| works(&answered, t)).count();
                    assert!(
                        threats.is_empty() || left < threats.len(),
                        "{reply}\n{text}"
                    );
                    separated += usize::from(left > 0);
                }
            }
            // A reply that is not written does not defend against any threat.
            for reply in position
                .legal_moves()
                .into_iter()
                .filter(|m| !said.contains(m))
            {
                let answered = after(&position, reply);
                assert!(!threats.is_empty(), "{reply}\n{text}");
                assert!(
                    threats.iter().all(|&t| works(&answered, t)),
                    "{reply}\n{text}"
                );
            }
        }
    }
    assert!(tildes >= 12, "hardly a tilde was tested: {tildes}");
    assert!(
        separated >= 15,
        "hardly a threat was separated: {separated}"
    );
}
