//! A written record is read as itself, and no input makes the program panic.

use keymove::answer::{Settings, answer};
use keymove::epd::Epd;
use keymove::error::Warning;
use keymove::job::Defaults;
use keymove::solve::{Limits, Tables};
use keymove::stop::Stop;
use proptest::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _, PositionError};

/// Starts of games, ordinary and Chess960, and problems with uncommon men.
const STARTS: [&str; 7] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
    "bqnb1rkr/pppppppp/5n2/8/8/5N2/PPPPPPPP/BQNB1RKR w HFhf -",
    "1rkr4/8/8/8/8/8/8/1RKR4 w DBdb -",
    "rnbqkbnr/bbbbbbbb/8/8/8/8/BBBBBBBB/RNBQKBNR w KQkq -",
    "1Q6/8/8/4k3/8/8/3p4/K7 b - -",
];

/// The four fields of a position some random moves after a start.
fn fields() -> impl Strategy<Value = String> {
    (0..STARTS.len(), prop::collection::vec(any::<u8>(), 0..40)).prop_map(|(start, choices)| {
        let fen: Fen = STARTS[start].parse().expect("a FEN");
        let setup = fen.into_setup();
        let mode = CastlingMode::detect(&setup);
        let mut position = setup
            .position::<Chess>(mode)
            .or_else(PositionError::ignore_too_much_material)
            .expect("a position");
        for choice in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.play_unchecked(moves[usize::from(choice) % moves.len()]);
        }
        Fen::from_position(&position, EnPassantMode::Always)
            .to_string()
            .rsplitn(3, ' ')
            .last()
            .unwrap_or_default()
            .to_owned()
    })
}

/// Operations: real ones, and noise in which strings, escapes and ends are frequent.
fn operations() -> impl Strategy<Value = Vec<u8>> {
    let real = prop::sample::select(vec![
        "bm Qg6;",
        "bm Qd1 + ;",
        "bm #3;",
        "dm 2;",
        "dm -1;",
        "ce 32764;",
        "ce -32767;",
        "ce +M3;",
        "id \"WAC.001\";",
        "id BK.01",
        "c0 \"a \\\"b\\\"; c\";",
        "c1 \"C:\\\";",
        "c2 5\" x;",
        "pv Qg6 fxg6 Nxg6#;",
        "Stip \"#2\";",
        "Stip \"s#2\";",
        "Stip \"reci-h#2\";",
        ";",
        "; ;",
        "D1 20 ;",
        "48;",
        "-;",
        "- ;",
        "0 1",
        "hmvc 3;",
        "fmvn 0;",
        "acd 5; acn 1; acs 9;",
        "Error \"x\";",
        "Refuted 2;",
        "Limit \"nodes\";",
        "bm e4 id \"x\";",
        "am Nxb6 + ? ;",
        "\"",
        "\\",
        "\"\";",
    ])
    .prop_map(|text: &str| text.as_bytes().to_vec());
    let noise = prop::collection::vec(
        prop::sample::select(b"\"\"\"\\\\;;  \tab1-#.\xc3\xa9\xff\0".to_vec()),
        0..12,
    );
    prop::collection::vec((prop_oneof![3 => real, 2 => noise], any::<bool>()), 0..8).prop_map(
        |parts| {
            let mut all = Vec::new();
            for (part, blank) in parts {
                all.extend(part);
                if blank {
                    all.push(b' ');
                }
            }
            all
        },
    )
}

fn line() -> impl Strategy<Value = Vec<u8>> {
    (fields(), operations())
        .prop_map(|(fields, operations)| [fields.as_bytes(), b" ", &operations].concat())
}

/// A change to a line: (kind, place, byte).
fn mutated() -> impl Strategy<Value = Vec<u8>> {
    let mutation = (
        0..6u8,
        any::<prop::sample::Index>(),
        any::<prop::sample::Index>(),
        any::<u8>(),
    );
    (line(), prop::collection::vec(mutation, 1..8)).prop_map(|(mut line, mutations)| {
        for (kind, place, other, byte) in mutations {
            let at = place.index(line.len().max(1)).min(line.len());
            match kind {
                0 => line.insert(at, byte),
                1 if at < line.len() => line[at] ^= 1 << (byte % 8),
                2 if at < line.len() => {
                    line.remove(at);
                }
                3 => {
                    let end = (at + 1 + usize::from(byte % 16)).min(line.len());
                    let copy = line[at..end].to_vec();
                    line.splice(at..at, copy);
                }
                4 => line.insert(at, b"\";\\ -/"[usize::from(byte) % 6]),
                _ => {
                    let mut words: Vec<Vec<u8>> =
                        line.split(|&b| b == b' ').map(<[u8]>::to_vec).collect();
                    let (a, b) = (place.index(words.len()), other.index(words.len()));
                    words.swap(a, b);
                    line = words.join(&b' ');
                }
            }
        }
        line.retain(|&b| b != b'\n');
        line
    })
}

fn settings() -> Settings {
    Settings {
        defaults: Defaults {
            force_depth: Some(1),
            limits: Limits {
                nodes: Some(20_000),
                time: None,
            },
            ..Defaults::default()
        },
        no_time: true,
        ..Settings::default()
    }
}

/// Warnings except those about text that is kept unchanged and may have another meaning.
fn without_doubts(mut warnings: Vec<Warning>) -> Vec<Warning> {
    let doubts = ["goes on behind a ;", "is not the operation"];
    warnings.retain(|warning| !doubts.iter().any(|doubt| warning.text.contains(doubt)));
    warnings
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn written_records_are_read_as_themselves(line in line()) {
        let (epd, _) = Epd::read(&line).expect("a legal position with any operations");
        let written = epd.to_bytes();
        let (again, warnings) = Epd::read(&written).expect("a record");
        prop_assert_eq!(&again, &epd);
        prop_assert_eq!(without_doubts(warnings), vec![]);
        prop_assert_eq!(again.to_bytes(), written);
    }

    #[test]
    fn operations_are_sorted_and_kept(line in line()) {
        let epd = Epd::from_ascii(&line).expect("a record");
        let opcodes: Vec<_> = epd.operations().iter().map(|o| o.opcode()).collect();
        prop_assert!(opcodes.is_sorted());
        // Operations that needed no repair are in the line unchanged.
        let (_, warnings) = Epd::read(&line).expect("a record");
        if warnings.is_empty() {
            for operation in epd.operations() {
                // Counters of a FEN, and a stipulation that was a bare word.
                let named = ["hmvc", "fmvn", "Stip"].iter().any(|o| operation.is(o));
                prop_assert!(
                    named || line.windows(operation.as_bytes().len()).any(|w| w == operation.as_bytes())
                );
            }
        }
    }

    #[test]
    fn no_line_is_too_odd(line in mutated()) {
        if let Ok((epd, _)) = Epd::read(&line) {
            let written = epd.to_bytes();
            let (again, warnings) = Epd::read(&written).expect("a record");
            prop_assert_eq!(again, epd);
            prop_assert_eq!(without_doubts(warnings), vec![]);
        }
    }

    #[test]
    fn no_bytes_are_too_odd(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = Epd::read(&bytes);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn answers_are_answered_alike(line in mutated()) {
        let mut tables = Tables::new(1);
        let first = answer(&line, &settings(), &mut tables, &Stop::new());
        prop_assert!(!first.text.contains(&b'\n'));
        let second = answer(&first.text, &settings(), &mut tables, &Stop::new());
        prop_assert_eq!(
            String::from_utf8_lossy(&second.text),
            String::from_utf8_lossy(&first.text)
        );
        prop_assert_eq!(second.outcome, first.outcome);
    }
}
