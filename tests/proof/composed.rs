//! Composed problems of reflex play and double stalemate, also with a man moved or removed:
//! certificates that go further than one move ahead, which random positions hardly ever give.

use keymove::epd::{Epd, Operation, passes_through};
use keymove::exit::Exit;
use keymove::position::Position;
use keymove::solve::{Limits, Tables};
use shakmaty::{Bitboard, CastlingMode, EnPassantMode, Position as _};

use crate::proof::positions::{self, Random};
use crate::proof::{Scratch, certificate, file, python, settings, verified};

/// Suites with the minimum number of nodes in the certificates of their records and changed
/// records.
const SUITES: [(&str, u64); 3] = [
    ("reflexmates", 160),
    ("reflexstalemates", 8),
    ("double-stalemates", 12),
];

/// The number of positions made from one: the second checker takes a minute for four.
const CHANGED: usize = 1;

/// The records of a suite with their questions, each followed by changed ones.
fn records(suite: &str, random: &mut Random) -> Vec<String> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("suites");
    let text = std::fs::read(folder.join(suite).with_extension("epd")).expect("the suite");
    let mut records = Vec::new();
    for line in text.split(|&b| b == b'\n').filter(|l| !passes_through(l)) {
        let epd = Epd::from_ascii(line).expect("a record");
        let stip = epd.operation("Stip").map(Operation::as_bytes);
        let stip = String::from_utf8_lossy(stip.expect("it says what is asked"));
        records.push(format!("{} {stip};", epd.fields()));
        let others = (0..CHANGED).filter_map(|_| changed(epd.position(), random));
        records.extend(others.map(|position| format!("{} {stip};", Epd::new(position).fields())));
    }
    records
}

/// The position with a man on another square, or without it.
fn changed(position: &Position, random: &mut Random) -> Option<Position> {
    let mut setup = position.chess().to_setup(EnPassantMode::Legal);
    let men = setup.board.occupied() & !setup.board.kings();
    let from = random.square(men)?;
    let man = setup.board.remove_piece_at(from)?;
    if random.chance(70) {
        positions::put(&mut setup, random, man.color, man.role, Bitboard::FULL);
    }
    let position = positions::legal(setup, CastlingMode::Standard)?;
    (!position.legal_moves().is_empty()).then_some(position)
}

#[test]
fn composed_problems_are_certified_to_the_end() {
    let scratch = Scratch::new();
    let mut tables = Tables::new(4);
    let mut settings = settings();
    settings.defaults.limits = Limits {
        nodes: Some(100_000),
        time: None,
    };
    let mut random = Random::new(50);
    let mut paths = Vec::new();
    for (suite, least) in SUITES {
        let certificates: Vec<String> = records(suite, &mut random)
            .iter()
            .map(|record| certificate(record, &settings, &mut tables))
            .collect();
        let left = certificates.iter().filter(|c| c.contains("\nleft "));
        assert_eq!(left.count(), 0, "{suite}");
        let path = scratch.file(suite, file(&certificates));
        let (totals, said) = verified(&[&path], 0);
        assert_eq!(totals.exit(), Exit::Success, "{said}");
        assert_eq!(totals.sums()[1], 0, "{said}");
        eprintln!(
            "{suite}: {} records, {} nodes",
            certificates.len(),
            totals.nodes
        );
        assert!(totals.nodes >= least, "{suite}: {said}");
        paths.push(path);
    }
    let Some(mut python) = python() else { return };
    let output = python.args(paths).output().expect("the second checker");
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{said}");
}
