//! The findings of `check` in a collection, and in records that are damaged by one change.

use keymove_kriegspiel::check::check;

use keymove_kriegspiel::notation::read::Read;
use keymove_kriegspiel::notation::{Announced, Attachment, Info, Payload, Tries, TryList};
use shakmaty::Square;

use crate::kriegspiel::examples::{UNFILTERED, files, lines, read_all};

#[test]
fn the_games_of_the_collection_are_right() {
    for folder in ["kriegspiel/games", "kriegspiel/problems"] {
        for (name, text) in files(folder, ".pgn") {
            for read in read_all(&text) {
                let found = check(&read, 2_000);
                assert_eq!(lines(&found), "", "{name}");
            }
        }
    }
}

/// All records that differ from `read` by one change of one payload.
fn spoilt(read: &Read, change: impl Fn(&mut Payload) -> bool) -> Vec<Read> {
    let mut spoilt = Vec::new();
    for turn in 0..read.game.turns.len() {
        let mut changed = read.clone();
        let mut did = false;
        for attachment in &mut changed.game.turns[turn].after {
            if let Attachment::Payload(payload) = attachment {
                did |= change(payload);
            }
        }
        if did {
            spoilt.push(changed);
        }
    }
    spoilt
}

fn without(info: &mut Announced, unwanted: impl Fn(&Info) -> bool) -> bool {
    let length = info.len();
    info.retain(|item| !unwanted(item));
    info.len() < length
}

#[test]
fn no_spoilt_game_of_the_collection_passes() {
    let changes: [&dyn Fn(&mut Payload) -> bool; 8] = [
        &|p| without(&mut p.info, |item| matches!(item, Info::Capture(_))),
        &|p| without(&mut p.info, |item| matches!(item, Info::Check(_))),
        &|p| {
            p.info.iter_mut().any(|item| match item {
                Info::Capture(square) => {
                    *square = square.offset(8).unwrap_or(Square::A1);
                    true
                }
                Info::Check(letters) => {
                    *letters = if letters == "L" { "S" } else { "L" }.into();
                    true
                }
                Info::PawnTries(_) | Info::Other(_) => false,
            })
        },
        &|p| {
            let quiet = p.check_letters().is_none();
            p.info.push(Info::Check("F".into()));
            quiet
        },
        &|p| {
            let quiet = p.capture().is_none();
            p.info.insert(0, Info::Capture(Square::D4));
            quiet
        },
        &|p| match &mut p.tries {
            Tries::List(list) if !list.is_empty() => {
                let again = list.iter().next().expect("it has some").to_vec();
                list.push(std::str::from_utf8(&again).expect("a move"));
                true
            }
            _ => false,
        },
        &|p| match &mut p.tries {
            Tries::List(list) => {
                list.push("Kd4");
                // Sooner or later a king moves there.
                p.place.line < 30
            }
            Tries::Count(_) => false,
        },
        &|p| {
            p.tries = match p.tries {
                Tries::Count(_) => Tries::List(TryList::default()),
                Tries::List(_) => Tries::Count(0),
            };
            true
        },
    ];
    let extent = 0;
    let mut found = [0; 8];
    for (name, text) in files("kriegspiel/games", ".no.pgn") {
        let read = &read_all(&text)[0];
        for (number, change) in changes.iter().enumerate() {
            for spoilt in spoilt(read, change) {
                let shown = lines(&check(&spoilt, extent));
                assert_ne!(shown, "", "{name}, change {number}");
                found[number] += 1;
            }
        }
    }
    // If there is no collection, nothing is checked.
    assert!(
        found == [0; 8] || found.iter().all(|found| *found > 50),
        "{found:?}"
    );
    // An impossible number of tries, long after all positions were given up.
    for (name, text) in files("kriegspiel/games", ".white.pgn") {
        let read = &read_all(&text)[0];
        let hidden = |p: &mut Payload| match &mut p.tries {
            Tries::Count(count) => {
                *count = 450;
                true
            }
            Tries::List(_) => false,
        };
        for spoilt in spoilt(read, hidden) {
            assert_ne!(lines(&check(&spoilt, extent)), "", "{name}");
        }
    }
}

#[test]
fn a_filtered_record_with_iccs_rules_has_no_number_of_tries() {
    use keymove_kriegspiel::filter::{Comments, filter};
    use keymove_kriegspiel::notation::{MoveEntry, Viewpoint};
    use shakmaty::Color;
    for (rules, hushed) in [("Kriegspiel (Berkeley)", false), ("wild16", true)] {
        let text = UNFILTERED.replace("Kriegspiel (Berkeley)", rules);
        let read = &read_all(&text)[0];
        let wanted = Viewpoint::For(Color::White);
        let made = filter(read.game.clone(), wanted, Comments::Own).expect("it is legal");
        let hidden = made.game.turns.iter();
        let counts: Vec<u32> = hidden
            .filter(|turn| turn.written == MoveEntry::Hidden)
            .filter_map(|turn| turn.payload().map(|payload| payload.tries.count()))
            .collect();
        assert!(counts.len() > 3);
        assert_eq!(counts.iter().all(|&count| count == 0), hushed, "{counts:?}");
    }
}
