//! The bitboards give the same results for a pseudomove as shakmaty gives for every real position
//! in it.

use std::collections::BTreeMap;

use keymove_kriegspiel::ending::chance::Chance;
use keymove_kriegspiel::ending::geometry::WhiteTry;
use keymove_kriegspiel::ending::{Ending, WhitePlacement};
use keymove_kriegspiel::metaposition::{Metaposition, Signal};
use shakmaty::{Bitboard, Chess, Move, Position as _, Role, Square};

use crate::metaposition::real;

fn drawn(ending: Ending, random: &mut Chance) -> WhitePlacement {
    loop {
        let mut square = || Square::new(random.below(64) as u32);
        let (king, men) = (square(), [square(), square()]);
        if let Ok(placement) = WhitePlacement::new(ending, king, &men[..ending.men().len()]) {
            return placement;
        }
    }
}

/// The kind of check, found by following each line from the king.
fn letters(position: &Chess) -> String {
    let board = position.board();
    let king = position.our(Role::King).first().unwrap();
    let mut found: Vec<char> = position
        .checkers()
        .into_iter()
        .map(|from| {
            if board.role_at(from) == Some(Role::Knight) {
                return 'N';
            }
            if from.file() == king.file() {
                return 'F';
            }
            if from.rank() == king.rank() {
                return 'R';
            }
            let diagonal = |rising: bool| {
                let on = |square: &&Square| {
                    let files = square.file().to_u32() as i32 - king.file().to_u32() as i32;
                    let ranks = square.rank().to_u32() as i32 - king.rank().to_u32() as i32;
                    files == if rising { ranks } else { -ranks }
                };
                Square::ALL.iter().filter(on).count()
            };
            let rising = (from.file() > king.file()) == (from.rank() > king.rank());
            if diagonal(rising) > diagonal(!rising) {
                'L'
            } else {
                'S'
            }
        })
        .collect();
    found.sort_unstable();
    found.into_iter().collect()
}

/// Answers, mates and so on, by name, with the kings for which they occur; and the metamove of each
/// answer.
fn judged(
    metaposition: &Metaposition,
    tried: &WhiteTry,
    full: bool,
) -> BTreeMap<String, (Bitboard, Bitboard)> {
    let mut all: BTreeMap<String, (Bitboard, Bitboard)> = BTreeMap::new();
    for king in metaposition.kings {
        let position = real(metaposition.placement, king);
        let wanted = |m: &&Move| m.from() == Some(tried.step.from) && m.to() == tried.step.to;
        let moves = position.legal_moves();
        let Some(&played) = moves.iter().find(wanted) else {
            all.entry("illegal".to_owned()).or_default().0.add(king);
            continue;
        };
        let after = position.play(played).unwrap();
        let (name, replies) = if after.is_checkmate() {
            ("mate".to_owned(), None)
        } else if after.is_stalemate() {
            ("stalemate".to_owned(), None)
        } else {
            let replies = after.legal_moves();
            if replies.iter().any(|reply| reply.is_capture()) {
                all.entry("takers".to_owned()).or_default().0.add(king);
            }
            let quiet = replies.iter().filter(|reply| !reply.is_capture());
            let squares: Bitboard = quiet.map(|reply| reply.to()).collect();
            let name = match (after.is_check(), full) {
                (false, _) => "silent".to_owned(),
                (true, false) => "check".to_owned(),
                (true, true) => format!("check {}", letters(&after)),
            };
            (name, Some(squares))
        };
        let entry = all.entry(name).or_default();
        entry.0.add(king);
        entry.1 |= replies.unwrap_or_default();
    }
    all
}

fn ruled(
    metaposition: &Metaposition,
    tried: &WhiteTry,
    full: bool,
) -> BTreeMap<String, (Bitboard, Bitboard)> {
    let mut all = BTreeMap::new();
    let ends = [
        ("mate", tried.mates),
        ("stalemate", tried.stalemates),
        ("takers", tried.takers()),
    ];
    for (name, kings) in ends {
        if kings != 0 {
            all.insert(name.to_owned(), (Bitboard(kings), Bitboard::EMPTY));
        }
    }
    for (answer, kings) in tried.answers() {
        let next = metaposition.next(tried, answer, kings).kings;
        match answer {
            Signal::Illegal => {
                assert_eq!(next, kings);
                all.insert("illegal".to_owned(), (kings, Bitboard::EMPTY));
            }
            Signal::Check if full => {}
            Signal::Silent | Signal::Check => {
                all.insert(answer.to_string(), (kings, next));
            }
        }
    }
    if full {
        for (checks, kings) in tried.announced() {
            let kings = kings & !tried.mates;
            if !checks.is_empty() && kings != 0 {
                let spread = Bitboard(tried.replies_of(kings));
                all.insert(format!("check {checks}"), (Bitboard(kings), spread));
            }
        }
    }
    all
}

#[test]
fn rulings_are_those_of_shakmaty() {
    let mut random = Chance::new(7);
    let mut positions = 0;
    for ending in Ending::ALL {
        for round in 0..30 {
            let mut metaposition = Metaposition::uncertain(drawn(ending, &mut random));
            // Mates and stalemates are rare among many kings in the middle of the board, so there
            // is also a crowd near a corner.
            if round % 2 == 1 {
                metaposition.kings &= Bitboard(0xe0c0_8000_0000_0000 | 0x0303);
            }
            for tried in metaposition.tries() {
                for full in [false, true] {
                    let (expected, found) = (
                        judged(&metaposition, &tried, full),
                        ruled(&metaposition, &tried, full),
                    );
                    assert_eq!(found, expected, "{} {tried}", metaposition.placement);
                }
                positions += metaposition.kings.count();
            }
        }
    }
    assert!(positions > 10_000, "{positions}");
}

#[test]
fn pseudomoves_are_the_moves_legal_for_some_king() {
    let mut random = Chance::new(8);
    for ending in Ending::ALL {
        for _ in 0..20 {
            let metaposition = Metaposition::uncertain(drawn(ending, &mut random));
            let mut expected = Vec::new();
            for king in metaposition.kings {
                for played in real(metaposition.placement, king).legal_moves() {
                    expected.push((played.from().unwrap(), played.to()));
                }
            }
            expected.sort_unstable();
            expected.dedup();
            let mut found: Vec<_> = metaposition
                .tries()
                .map(|m| (m.step.from, m.step.to))
                .collect();
            found.sort_unstable();
            assert_eq!(found, expected, "{}", metaposition.placement);
        }
    }
}

#[test]
fn the_papers_first_figure() {
    let placement = "Kc5 Rf3".parse().unwrap();
    let start = Metaposition::uncertain(placement);
    let to_e3 = start.tries().find(|m| m.to_string() == "Rf3-e3").unwrap();
    let kings = |wanted: &str| {
        let mut answers = to_e3.answers();
        answers
            .find(|(answer, _)| answer.to_string() == wanted)
            .unwrap()
            .1
    };
    // Check: the king is on e3's file (its rank was controlled before).
    for king in kings("check") {
        assert_eq!(king.file(), Square::E3.file());
    }
    assert!(kings("silent").is_disjoint(Bitboard::from_file(Square::E3.file())));
    // Stated for both: if the king is refused on d6, Black's is next to d6.
    let to_d6 = start.tries().find(|m| m.to_string() == "Kc5-d6").unwrap();
    let refused = to_d6.answers().find(|a| a.0 == Signal::Illegal).unwrap().1;
    assert!(refused.contains(Square::E7) && !refused.contains(Square::E8));
}
