//! The sheet reads like the text, and every one of its moves can be played in its place.

use crate::support::json::side;
use keymove::language::Language;
use keymove::position::Position;
use keymove::report::sheet::{SheetLine, SheetWord, sheet};
use keymove::report::{Style, text};
use shakmaty::uci::UciMove;

use crate::report::{ALL, judged};

const RECORDS: [&str; 13] = [
    "kbK5/pp6/1P6/8/8/8/8/R7 w - - dm 2;",
    "8/8/8/4RN1P/4K3/2P4N/2P2p1Q/4k3 w - - dm 2;",
    "8/2Q1K3/4P2k/4p3/6P1/8/p5Q1/6N1 w - - dm 2;",
    "8/4p3/8/8/3Q3R/K2p4/8/N1k5 w - - dm 2;",
    "8/8/3q1n2/k4n2/8/1r6/1P6/1K6 b - - dm 2;",
    "8/8/2r4q/6p1/6Pp/5P2/5k2/7K b - g3 dm 1;",
    "2rkr3/2p1p3/8/8/8/8/8/R3K3 w Q - Stip \"#1\";",
    "8/8/8/8/8/3K4/1R6/k7 w - - Stip \"#3\";",
    "8/8/8/8/1Q6/3K4/p7/k7 w - - Stip \"#3\";",
    "8/8/8/8/1RRb4/K7/3p4/k7 w - - dm 2;",
    "8/8/8/8/7R/2K5/8/k7 b - - Stip \"h#2\";",
    "8/8/8/8/7R/2K5/8/k7 w - - Stip \"h#1.5\";",
    "7k/8/8/8/8/8/1p6/K7 w - - Stip \"-#2\";",
];

/// The text that a reader reads, without the layout.
fn read(line: &SheetLine, words: &mut String) {
    for word in &line.words {
        words.push_str(match word {
            SheetWord::Text(text) => text,
            SheetWord::Move { san, .. } => san,
        });
    }
    words.push(' ');
    line.below.iter().for_each(|below| read(below, words));
}

/// Plays every move of a line: before a move of ply `n`, the moves that lead to it are played, the
/// last one of each lower ply; where the other side would be to move, it passes.
fn replay(line: &SheetLine, root: &Position, way: &[(usize, Position)], played: &mut usize) {
    let mut way = way.to_vec();
    let mut follows = false;
    for word in &line.words {
        match word {
            SheetWord::Text(text) => follows = text != ", ",
            SheetWord::Move { san, uci, ply } => {
                way.retain(|(before, _)| before < ply || (!follows && before == ply));
                let before = way.iter().rev().find(|(before, _)| before < ply);
                let mut after = before.map_or(root, |(_, position)| position).clone();
                let uci: UciMove = uci.parse().expect("UCI");
                let m = legal(&after, uci).or_else(|| {
                    after = after.passed()?;
                    legal(&after, uci)
                });
                after.play(m.unwrap_or_else(|| panic!("{san} is no move of {line:?}")));
                *played += 1;
                if !way.iter().any(|(before, _)| before == ply) {
                    way.push((*ply, after));
                }
            }
        }
    }
    for below in &line.below {
        replay(below, root, &way, played);
    }
}

fn legal(position: &Position, uci: UciMove) -> Option<shakmaty::Move> {
    let moves = position.legal_moves();
    moves
        .into_iter()
        .find(|m| m.to_uci(shakmaty::CastlingMode::Chess960) == uci)
}

#[test]
fn a_sheet_reads_as_the_text_does() {
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for record in RECORDS {
        let (epd, findings) = judged(record, ALL);
        for language in [Language::English, Language::German, Language::French] {
            let style = Style {
                language,
                ascii: true,
                details: true,
                ..Style::default()
            };
            let sides = [side(&epd, &findings)];
            let whole = String::from_utf8(text(&sides, style, true)).expect("text");
            let mut sheet_words = String::new();
            for line in sheet(&sides, style) {
                read(&line, &mut sheet_words);
            }
            let due = words(&sheet_words);
            assert!(whole.len() > 100 && !due.is_empty());
            assert!(words(&whole).contains(&due), "{record}\n{whole}\n{due}");
            assert!(!whole.contains(['\u{e000}', '\u{e001}', '\u{e002}']));
        }
    }
}

#[test]
fn every_move_of_a_sheet_can_be_played() {
    let mut played = 0;
    for record in RECORDS {
        let (epd, findings) = judged(record, ALL);
        let root = epd.position();
        for line in sheet(&[side(&epd, &findings)], Style::default()) {
            replay(&line, root, &[], &mut played);
        }
    }
    assert!(played > 200, "{played}");
}
