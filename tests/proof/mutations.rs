//! Certificates damaged at random: no checker crashes, everything that is still accepted is true,
//! and both accept the same.

use std::collections::HashSet;

use keymove::position::Position;
use keymove::proof::check::Records;
use keymove::proof::part::Evidence;
use keymove::rules::forced::legal;
use keymove::solve::{Kind, Tables};

use crate::brute_force::plain;
use crate::proof::positions::Random;
use crate::proof::random::{FORCED, records};
use crate::proof::{Scratch, certificate, file, python, settings};

/// True certificates of a few records of each kind, one per file.
fn originals(count: usize) -> Vec<String> {
    let mut tables = Tables::new(4);
    let mut files = Vec::new();
    for (seed, (kind, _)) in (50..).zip(FORCED) {
        for record in records(kind, 2, seed, count) {
            files.push(file(&[certificate(&record, &settings(), &mut tables)]));
        }
    }
    files
}

/// The text with one thing changed at random.
fn mutated(text: &str, random: &mut Random) -> Vec<u8> {
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    let line = random.below(lines.len());
    let words: Vec<&str> = text.split_whitespace().collect();
    match random.below(8) {
        0 => {
            lines.remove(line);
        }
        1 => lines.insert(random.below(lines.len()), lines[line]),
        2 => {
            let other = random.below(lines.len());
            lines.swap(line, other);
        }
        3 | 4 => {
            // One word replaced by another word of the file.
            let other = words[random.below(words.len())];
            let here: Vec<&str> = lines[line].split(' ').collect();
            let replaced = here[random.below(here.len())].trim_end();
            let changed = lines[line].replacen(replaced, other, 1);
            let at = lines[..line].concat().len();
            let mut bytes = text.as_bytes().to_vec();
            bytes.splice(at..at + lines[line].len(), changed.into_bytes());
            return bytes;
        }
        5 => {
            let cut = random.below(text.len());
            return text.as_bytes()[..cut].to_vec();
        }
        kind => {
            let mut bytes = text.as_bytes().to_vec();
            let at = random.below(bytes.len());
            bytes[at] = if kind == 6 {
                random.below(256) as u8
            } else {
                let likely = b"abcdefgh12345678.-*: \n#pr";
                likely[random.below(likely.len())]
            };
            return bytes;
        }
    }
    lines.concat().into_bytes()
}

/// A position and the facts that are shown about it.
type Shown = (Position, Vec<(Kind, Evidence)>);

/// The facts that a certificate shows, if it is accepted.
fn accepted(bytes: &[u8]) -> Option<Vec<Shown>> {
    let mut shown = Vec::new();
    for record in Records::new(bytes).ok()? {
        let record = record.ok()?;
        if record.fault.is_some() {
            return None;
        }
        shown.push((record.epd.position().clone(), record.evidence));
    }
    Some(shown)
}

/// The answer of exhaustion for it.
fn assert_true(position: &Position, kind: Kind, evidence: &Evidence, name: &str) {
    let wins = |m, n: u16| {
        let next = position.after(legal(position, m).expect("a legal move"));
        match kind {
            Kind::MATED => plain::wins(Kind::MATE, &next, n),
            _ => plain::loses(kind, &next, n - 1),
        }
    };
    // These certificates prove at most two moves; a damaged number may claim more, and still be
    // true.
    for (&m, &n) in &evidence.wins {
        assert!(wins(m, n.min(3)), "{name}: {m} does not win within {n}");
    }
    for (&m, &n) in &evidence.fails {
        assert!(!wins(m, n.min(3)), "{name}: {m} wins within {n}");
    }
}

#[test]
fn every_mutated_certificate_that_is_accepted_is_true() {
    let mut random = Random::new(60);
    let (mut survivors, mut all) = (0, 0);
    for original in originals(12) {
        assert!(accepted(original.as_bytes()).is_some(), "{original}");
        for _ in 0..100 {
            let bytes = mutated(&original, &mut random);
            all += 1;
            let Some(shown) = accepted(&bytes) else {
                continue;
            };
            if bytes == original.as_bytes() {
                continue;
            }
            survivors += 1;
            for (position, evidence) in shown {
                for (kind, evidence) in evidence {
                    let name = String::from_utf8_lossy(&bytes);
                    assert_true(&position, kind, &evidence, &name);
                }
            }
        }
    }
    eprintln!("{survivors} of {all} survived");
    assert!(survivors > 100);
}

#[test]
fn both_checkers_accept_the_same() {
    let Some(mut python) = python() else { return };
    let scratch = Scratch::new();
    let mut random = Random::new(61);
    let mut expected = Vec::new();
    for original in originals(3) {
        let records = |text: &[u8]| -> Option<Vec<u8>> {
            let mut lines = text.split(|&b| b == b'\n');
            lines
                .find(|line| line.starts_with(b"epd "))
                .map(<[u8]>::to_vec)
        };
        for _ in 0..30 {
            let bytes = mutated(&original, &mut random);
            // Another test checks how tolerantly records are read.
            if records(&bytes) != records(original.as_bytes()) {
                continue;
            }
            let path = scratch.file(&format!("{}", expected.len()), &bytes);
            python.arg(&path);
            expected.push((path, accepted(&bytes).is_some()));
        }
    }
    let output = python.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    // A claim that is no longer shown does not matter here, a contradicted claim does.
    let refused: HashSet<&str> = said
        .lines()
        .filter_map(|line| line.split_once(": "))
        .filter(|(_, what)| !what.contains(" certificates of "))
        .filter_map(|(place, _)| place.rsplit_once(':'))
        .map(|(path, _)| path)
        .collect();
    for (path, accepted) in &expected {
        let path = path.to_str().unwrap();
        let text = std::fs::read(path).unwrap();
        assert_eq!(
            !refused.contains(path),
            *accepted,
            "{}\n{said}",
            String::from_utf8_lossy(&text)
        );
    }
    let accepted = expected.iter().filter(|(_, accepted)| *accepted).count();
    eprintln!("{accepted} of {} accepted", expected.len());
    assert!(accepted > 20 && expected.len() - accepted > 100);
}
