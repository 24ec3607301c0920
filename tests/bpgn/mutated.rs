//! Damaged files: there is no panic, every byte is part of something, the normal form is stable.

use proptest::prelude::*;
use proptest::sample::Index;

use crate::bpgn::seed::{GNEJS, LAG, RESUMED};
use crate::bpgn::{checked, each_game, formatted, kept, show};
use keymove_bpgn::finding::BpgnFinding;
use keymove_bpgn::format::normal_form;
use keymove_bpgn::game::BpgnGame;
use keymove_bpgn::html::replayed;
use keymove_bpgn::join::{KEPT, join};
use keymove_bpgn::mine::{MateMining, mine};
use keymove_bpgn::position::{Point, position};
use keymove_bpgn::read::Reader;
use keymove_bpgn::split::split;
use keymove_bpgn::{columns, json};
use keymove_rules::house::Variant;

/// One damage.
#[derive(Debug, Clone)]
enum Damage {
    Delete(Index, usize),
    Insert(Index, Vec<u8>),
    Repeat(Index, usize),
    Flip(Index, u8),
}

fn damage() -> impl Strategy<Value = Damage> {
    let fragment = prop_oneof![
        Just(b"{".to_vec()),
        Just(b"}".to_vec()),
        Just(b"[".to_vec()),
        Just(b"\"]".to_vec()),
        Just(b"\n\n".to_vec()),
        Just(b"\r\n".to_vec()),
        Just(b"1A. ".to_vec()),
        Just(b"\n\n1B. e4".to_vec()),
        Just(b" 1-0 ".to_vec()),
        Just(b";".to_vec()),
        Just(b"\n%".to_vec()),
        Just(b"[Event \"x\"]".to_vec()),
        Just(b"$1".to_vec()),
        Just(b"99999999999A.".to_vec()),
        Just(b"{-99999999999}".to_vec()),
        Just(b"K@a1".to_vec()),
        prop::collection::vec(any::<u8>(), 1..6),
    ];
    prop_oneof![
        (any::<Index>(), 1..40usize).prop_map(|(at, length)| Damage::Delete(at, length)),
        (any::<Index>(), fragment).prop_map(|(at, bytes)| Damage::Insert(at, bytes)),
        (any::<Index>(), 1..80usize).prop_map(|(at, length)| Damage::Repeat(at, length)),
        (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Damage::Flip(at, byte)),
    ]
}

fn damaged(mut text: Vec<u8>, damages: &[Damage]) -> Vec<u8> {
    for damage in damages {
        if text.is_empty() {
            break;
        }
        let (Damage::Delete(at, _)
        | Damage::Insert(at, _)
        | Damage::Repeat(at, _)
        | Damage::Flip(at, _)) = damage;
        let at = at.index(text.len());
        match damage {
            Damage::Delete(_, length) => {
                text.drain(at..(at + length).min(text.len()));
            }
            Damage::Insert(_, bytes) => {
                text.splice(at..at, bytes.iter().copied());
            }
            Damage::Repeat(_, length) => {
                let piece = text[at..(at + length).min(text.len())].to_vec();
                text.splice(at..at, piece);
            }
            Damage::Flip(_, byte) => text[at] = *byte,
        }
    }
    text
}

fn is_blank(byte: u8) -> bool {
    b" \t\n\r\x0b\x0c".contains(&byte)
}

/// Every byte of a game that is not a blank is part of a tag, a half-move, an item or the result.
fn assert_accounted_for(game: &BpgnGame<'_>) {
    let text = game.text();
    let mut known = vec![false; text.len()];
    let mut mark = |start: u32, end: u32| known[start as usize..end as usize].fill(true);
    for tag in game.tags() {
        let open = memchr::memrchr(b'[', &text[..tag.name.start as usize]).expect("a bracket");
        let close = memchr::memchr(b']', &text[tag.value.end as usize..]).expect("a bracket");
        mark(open as u32, tag.value.end + close as u32 + 1);
    }
    for half_move in game.half_moves() {
        mark(half_move.at, half_move.san.end);
    }
    for item in game.all_items() {
        mark(item.span.start, item.span.end);
    }
    if let Some((_, span)) = game.result() {
        mark(span.start, span.end);
    }
    for (at, known) in known.into_iter().enumerate() {
        assert!(known || is_blank(text[at]), "{at}: {}", show(text));
    }
}

/// The two PGNs of a game give its normal form again, for any game.
fn assert_comes_back(game: &BpgnGame<'_>, findings: &mut Vec<BpgnFinding>) {
    let Some(boards) = split(game, findings) else {
        return;
    };
    let [a, b] = boards.each_ref().map(|pgn| {
        let mut reader = Reader::pgn(&pgn[..]);
        let board = reader.next_board().expect("read").expect("a game");
        assert!(
            reader.next_board().expect("read").is_none(),
            "{}",
            show(pgn)
        );
        board
    });
    let normal = normal_form(game, &KEPT);
    let joined = join(&a, &b).bpgn;
    assert_eq!(show(&joined), show(&normal), "{}", show(game.text()));
}

/// Applies every operation to a file; nothing panics, and nothing is left out.
fn assert_survives(text: &[u8]) {
    let mut bytes = 0;
    let mut line = 1;
    let mut sink = Vec::new();
    each_game(text, |game| {
        assert_accounted_for(game);
        let (first, last) = game.lines();
        assert!(line <= first && first <= last);
        line = last;
        bytes += game.text().iter().filter(|&&b| !is_blank(b)).count();
        let mut findings = Vec::new();
        columns::write(game, &mut sink, &mut findings).expect("written");
        json::write(game, "f", 1, &mut sink, &mut findings).expect("written");
        let wanted = MateMining {
            moves: 3,
            losses: true,
        };
        mine(
            game,
            Variant::Bughouse,
            ("f", 1),
            wanted,
            &mut sink,
            &mut findings,
        )
        .expect("written");
        replayed(game, &mut findings);
        let _ = position(game, Point::End);
        assert_comes_back(game, &mut findings);
        let mut places = game.places();
        for finding in findings {
            let place = places.locate(finding.place);
            assert_eq!(place, game.places().locate(finding.place));
            assert!((first..=last + 1).contains(&place.line) && place.column > 0);
        }
    });
    let mark = usize::from(text.starts_with(b"\xef\xbb\xbf")) * 3;
    let expected = text.iter().filter(|&&b| !is_blank(b)).count() - mark;
    assert_eq!(bytes, expected, "{}", show(text));
    let lines = text.split(|&b| b == b'\n').count() as u64;
    assert!(line <= lines);
    checked(text);
    let normal = formatted(text);
    assert_eq!(show(&formatted(&normal)), show(&normal), "{}", show(text));
    let normal = kept(text);
    assert_eq!(show(&kept(&normal)), show(&normal), "{}", show(text));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1500) })]

    #[test]
    fn damaged_files_are_survived(
        seed in 0..4usize,
        damages in prop::collection::vec(damage(), 1..8),
    ) {
        let text = match seed {
            0 => GNEJS.to_owned(),
            1 => RESUMED.to_owned(),
            2 => LAG.to_owned(),
            _ => [RESUMED, GNEJS].concat(),
        };
        assert_survives(&damaged(text.into_bytes(), &damages));
    }

    #[test]
    fn noise_is_survived(
        parts in prop::collection::vec(prop_oneof![
            Just("1A."), Just("e4"), Just("{"), Just("}"), Just("["), Just("]"), Just("\""), Just("\n"),
            Just(" "), Just("Event"), Just("[Event \"x\"]"), Just("1-0"), Just("*"), Just(";"), Just("%"),
            Just("$"), Just("("), Just("2b."), Just("1"), Just("é"), Just("\u{1b}"), Just("{3}"), Just("\r"),
            Just("[FEN \""), Just("\u{feff}"),
        ], 0..60)
    ) {
        assert_survives(parts.concat().as_bytes());
    }
}
