//! What `check` finds.

use keymove::kriegspiel::check::check;

use keymove::kriegspiel::notation::read::Read;
use keymove::kriegspiel::notation::{Announced, Attachment, Info, Payload, Tries, TryList};
use shakmaty::Square;

use crate::kriegspiel::examples::{
    FILTERED, PROPOSAL, UNFILTERED, files, findings, lines, read_all,
};

#[test]
fn the_examples_of_the_documents_are_right_but_for_a_slip() {
    assert_eq!(
        findings(UNFILTERED),
        "13:12: the try e7 is nonsense: no own man can go there\n"
    );
    assert_eq!(findings(FILTERED), "");
    assert_eq!(
        findings(PROPOSAL),
        "4:16: note: the try dd3 is written d3\n"
    );
}

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

/// `UNFILTERED` or `FILTERED` with one thing changed, and what is found.
fn changed(base: &str, changes: &[(&str, &str)]) -> String {
    changes
        .iter()
        .map(|(from, to)| {
            assert_eq!(base.matches(from).count(), 1, "{from}");
            let found = findings(&base.replace(from, to));
            format!("{from:?} -> {to:?}\n{found}\n")
        })
        .collect()
}

#[test]
fn every_change_of_an_umpires_record_is_found() {
    let base = UNFILTERED.replace("(Xe5:e7)", "(Xe5:)");
    assert_eq!(findings(&base), "");
    insta::assert_snapshot!(changed(
        &base,
        &[
            ("(:Qf7)", "(:Qf7,Qf7)"),
            ("(:Qf7)", "(:Nf3,Qf7)"),
            ("(:Qf7)", "(:Nf7)"),
            ("(:Qf7)", "(:Xyz)"),
            ("(:Qf7)", "(:Qxf7+)"),
            ("(:Qf7)", "(:1)"),
            ("(:Qf7)", "(Qf7)"),
            ("(:Qf7)", "(:Qf7"),
            ("(Xe5:)", "(:)"),
            ("(Xe5:)", "(Xe4:)"),
            ("(Xe5:)", "(Te5:)"),
            ("(CS:)", "(:)"),
            ("(CS:)", "(CL:)"),
            ("(CS:)", "(CSF:)"),
            ("(CS:)", "(Xg6,CS:)"),
            ("(Xh5,CS:)", "(CS,Xh5:)"),
            ("(Xh5,CS:)", "(Xh5,Xh5,CS,CS:)"),
            ("Qh5+ {(CS:)}", "Qh5+"),
            ("Qh5+", "Qh5"),
            ("Qh5+", "Qh5#"),
            ("Qh5+", "Qxh5+"),
            ("Qh5+", "Qdh5+"),
            ("Be2", "Be2+"),
            ("Be2", "Bb7"),
            ("Be2", "??"),
            ("f6 {(:)}", "e7 {(:)}"),
            ("f6 {(:)}", "hello {(:)}"),
            ("1-0\"]", "0-1\"]"),
            ("\n1-0\n", "\n1/2-1/2\n"),
            ("\n1-0\n", "\n6. e3 {(:)} 1-0\n"),
            ("\"no\"", "\"nobody\""),
            ("(Berkeley)", "(Wild 16)"),
            ("(Berkeley)", "(RAND)"),
        ],
    ));
}

#[test]
fn every_change_of_a_players_record_is_found() {
    insta::assert_snapshot!(changed(
        FILTERED,
        &[
            ("f7)}\n?? {(Xh5:2)}", "f7)}\n?? {(Xh5:99)}"),
            ("e4 {(:)}\n?? {(:0)}", "e4 {(:)}\n?? {(:15)}"),
            ("e4 {(:)}\n?? {(:0)}", "e4 {(:)}\n?? {(:14)}"),
            ("e4 {(:)}\n?? {(:0)}", "e4 {(:)}\n?? {(:)}"),
            ("e4 {(:)}\n?? {(:0)}", "e4 {(:)}\n?? {(:a6,b6)}"),
            ("e4 {(:)}\n?? {(:0)}", "e4 {(:)}\n?? {(Xe4:0)}"),
            ("e4 {(:)}\n?? {(:0)}", "e4 {(:)}\n??"),
            ("e4 {(:)}\n?? {(:0)}", "e4 {(:)}\ne5 {(:)}"),
            ("(Xe5:1)", "(Xe6:1)"),
            ("(Xe5:1)", "(Xe5,CF:1)"),
            ("(Xe5:1)", "(Xe5,CSR:1)"),
            ("(Xe5:1)", "(Xe5,CD:1)"),
            ("2. e5", "2. e6"),
            ("2. e5", "2. ??"),
            ("(CS:)", "(CR:)"),
            ("(CS:)", "(:)"),
            ("(:Qf7)", "(:Qf7,Qf7)"),
            ("(:Qf7)", "(:Nf7)"),
            ("(:Qf7)", "(:Nf3)"),
            ("(:Qf7)", "(:1)"),
            ("4. Be2 {(:Qf7)}", "4. Be2 {(Xe2:Qf7)}"),
            ("4. Be2 {(:Qf7)}", "4. Bxe2 {(:Qf7)}"),
        ],
    ));
}

#[test]
fn the_end_of_a_game_asks_for_its_result() {
    let mate = "1. f3 {(:)} e5 {(:)} 2. g4 {(:)} Qh4# {(CS:)}";
    assert_eq!(findings(&format!("[Result \"0-1\"] {mate} 0-1")), "");
    assert_eq!(
        findings(&format!("[Result \"1-0\"]\n{mate} *")),
        "1:1: the result is 0-1 after checkmate, not 1-0\n\
         2:47: the game ends with *, its tag says 1-0\n\
         2:47: the result is 0-1 after checkmate, not *\n"
    );
    let stalemate = "[FEN \"7k/8/6K1/8/8/5Q2/8/8 w - - 0 1\"]\n1. Qf7 {(:)} 1-0";
    assert_eq!(
        findings(stalemate),
        "2:14: the result is 1/2-1/2 after stalemate, not 1-0\n"
    );
    let black = "[Filtered \"black\"] 1. ?? {(:0)} e5 {(:)} 2. ?? {(:0)} Qh4# {(CS:)} 1-0";
    assert_eq!(
        findings(black),
        "1:68: the result is 0-1 after checkmate, not 1-0\n"
    );
}

#[test]
fn what_no_position_fits_is_found() {
    // Nothing of Black can be on a2 with its second move.
    let text = "[Filtered \"white\"] 1. h4 {(:)} ?? {(:0)} 2. h5 {(:)} ?? {(Xa2:0)} *";
    assert_eq!(
        findings(text),
        "1:58: no legal move of the other side fits this announcement\n"
    );
    let text = "[Filtered \"white\"] 1. e4 {(:)} ?? {(:0)} 2. Qxd8+ {(Xd8,CR:)} *";
    assert_eq!(
        findings(text),
        "1:45: Qxd8+ is impossible: no own man can go there; the rest is not replayed\n"
    );
    let text = "[Filtered \"white\"] 1. e4 {(:)} ?? {(:0)} 2. Bxc4 {(Xc4:)} *";
    assert_eq!(
        findings(text),
        "1:45: no position fits Bxc4 with these tries and this announcement\n"
    );
}

#[test]
fn a_filtered_record_that_does_not_say_so_is_not_played_as_another_game() {
    let text = FILTERED.replace("[Filtered \"white\"]\n", "");
    assert_eq!(
        findings(&text),
        "13:1: ?? in a record that is not filtered; the rest is not replayed\n"
    );
    let black = "1. ?? {(:0)} e5 {(:)} 2. ?? {(:0)} *";
    assert_eq!(
        findings(black),
        "1:4: ?? in a record that is not filtered; the rest is not replayed\n"
    );
}

#[test]
fn variations_are_replayed_too() {
    let text = "1. e4 {(:)} (1. d4 {(Xd5:)} d5 {(:)} (1... Ke7 {(:)})) e5 {(:)} *";
    assert_eq!(
        findings(text),
        "1:22: Xd5 is wrong: nothing was captured\n\
         1:44: Ke7 is impossible: no own man can go there; the rest is not replayed\n"
    );
}

#[test]
fn a_double_check_has_two_letters_in_order() {
    let start = "[FEN \"4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1\"]\n1. Nf6+ ";
    assert_eq!(findings(&format!("{start}{{(CFN:)}} *")), "");
    assert_eq!(
        findings(&format!("{start}{{(CNF:)}} *")),
        "2:11: CNF: the letters are in alphabetical order, CFN\n"
    );
    assert_eq!(
        findings(&format!("{start}{{(CF:)}} *")),
        "2:11: CF is wrong: the check is CFN\n"
    );
    assert_eq!(findings(&format!("{start}{{(K::CK)}} *")), "");
    assert_eq!(
        findings(&format!("{start}{{(K::CR)}} *")),
        "2:14: CR is wrong\n"
    );
}

#[test]
fn moves_and_tries_less_specific_than_the_own_board_asks_are_found() {
    let start = "[FEN \"4k3/8/8/8/R2n3R/8/8/4K3 w - - 0 1\"]\n";
    assert_eq!(
        findings(&format!("{start}1. Rc4 {{(:)}} *")),
        "2:4: Rc4 is Rac4: on the own board other men can try to go there, too\n"
    );
    assert_eq!(
        findings(&format!("{start}1. Rac4 {{(:Rc4)}} *")),
        "2:12: the try Rc4 may be made by several own men\n"
    );
    assert_eq!(findings(&format!("{start}1. Rac4 {{(:Rhc4)}} *")), "");
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
                // Sooner or later a king goes there.
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
    // Nothing at all where there is no collection.
    assert!(
        found == [0; 8] || found.iter().all(|found| *found > 50),
        "{found:?}"
    );
    // A number that nobody could try, long after all positions were given up.
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

/// In ICC's rules there is no nonsense, and nobody hears of the other side's tries.
#[test]
fn the_rules_that_a_record_names_decide_what_is_wrong() {
    let slip = "(Xe5:e7,e7)";
    assert_eq!(UNFILTERED.matches("(Xe5:e7)").count(), 1);
    let twice = UNFILTERED.replace("(Xe5:e7)", slip);
    assert_eq!(findings(&twice).lines().count(), 2, "{}", findings(&twice));
    for named in ["ICC", "wild16", "Kriegspiel (ICC, wild 16)"] {
        let icc = twice.replace("Kriegspiel (Berkeley)", named);
        let found = findings(&icc);
        assert_eq!(found.lines().count(), 1, "{found}");
        assert!(
            found.contains("note: ") && found.contains("pawn tries"),
            "{found}"
        );
    }
    for (named, told) in [
        ("Kriegspiel (Cincinnati)", "whether there is a pawn capture"),
        ("Kriegspiel (Berkeley + Any)", "the answers to Any?"),
    ] {
        let found = findings(&twice.replace("Kriegspiel (Berkeley)", named));
        assert_eq!(found.lines().count(), 3, "{found}");
        assert!(found.contains(told), "{found}");
    }
    let heard = FILTERED.replace("Kriegspiel (Berkeley)", "ICC");
    let found = findings(&heard);
    let told = FILTERED
        .lines()
        .filter(|line| line.contains("?? {") && !line.contains(":0)"))
        .count();
    assert!(told > 0);
    let hushed = found.matches("by these rules nobody hears of them").count();
    assert_eq!(hushed, told, "{found}");
}

#[test]
fn a_filtered_record_of_iccs_rules_tells_no_number_of_tries() {
    use keymove::kriegspiel::filter::{Comments, filter};
    use keymove::kriegspiel::notation::{MoveEntry, Viewpoint};
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
