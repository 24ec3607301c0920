//! Certificate files: every statement that the checker accepts is true.
//!
//! Evidence of up to [`DEEPEST`] moves is compared with exhaustion, and lines of help play are played.

use std::cell::RefCell;
use std::collections::HashMap;

use keymove::position::Position;
use keymove::proof::check::Records;
use keymove::proof::part::Evidence;
use keymove::rules::forced::legal;
use keymove::solve::{Kind, Uci};

use crate::plain;
use crate::shown;

/// The longest win that is put to exhaustion, in full moves.
const DEEPEST: u16 = 2;

/// A question to exhaustion: the kind, the record's position, a first move, a length.
type Question = (Kind, Position, Uci, u16);

thread_local! {
    // The same few facts come again and again.
    static KNOWN: RefCell<HashMap<Question, bool>> = RefCell::new(HashMap::new());
}

/// Reads and checks a file.
pub fn run(data: &[u8]) {
    let records = match Records::new(data) {
        Ok(records) => records,
        Err(error) => return assert!(!error.what.is_empty()),
    };
    for record in records {
        match record {
            Ok(record) => {
                assert!(record.fault.is_none() || record.evidence.is_empty());
                for (kind, evidence) in &record.evidence {
                    is_true(*kind, &kind.settle(record.epd.position()), evidence, data);
                }
            }
            Err(error) => {
                let lines = data.split(|&b| b == b'\n').count() as u64;
                assert!(error.line <= lines && !error.what.is_empty());
            }
        }
    }
}

fn is_true(kind: Kind, position: &Position, evidence: &Evidence, data: &[u8]) {
    for (&m, &n) in &evidence.wins {
        let wins = n > DEEPEST || wins_by(kind, position, m, n);
        assert!(wins, "{m} does not win within {n}: {}", shown(data));
    }
    for (&m, &n) in &evidence.fails {
        let wins = n <= DEEPEST && wins_by(kind, position, m, n);
        assert!(!wins, "{m} wins within {n}: {}", shown(data));
    }
    for line in &evidence.lines {
        let end = line.iter().fold(position.clone(), |p, &m| p.after(m));
        let goal = match kind {
            Kind::HELPMATE => end.is_checkmate(),
            _ => end.is_stalemate(),
        };
        assert!(goal, "{}", shown(data));
    }
}

/// Whether the attacker wins within `n` of its moves after the first move `m`, by exhaustion.
fn wins_by(kind: Kind, position: &Position, m: Uci, n: u16) -> bool {
    let question = (kind, position.clone(), m, n);
    KNOWN.with_borrow_mut(|known| {
        if known.len() > 100_000 {
            known.clear();
        }
        *known.entry(question).or_insert_with(|| {
            let next = position.after(legal(position, m).expect("a legal first move"));
            match kind {
                Kind::MATED => plain::wins(Kind::MATE, &next, n),
                _ => n > 0 && plain::loses(kind, &next, n - 1),
            }
        })
    })
}
