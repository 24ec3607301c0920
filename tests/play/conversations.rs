//! Matches, line by line: every line has an answer, every answer is the umpire's of a real board,
//! and nothing impossible is accepted.

use keymove_kriegspiel::check::{POSITIONS, check};
use keymove_kriegspiel::ending::chance::Chance;
use keymove_kriegspiel::ending::{EndingTable, WhitePlacement};
use keymove_kriegspiel::notation::read::Games;
use keymove_kriegspiel::notation::write::write_game;
use keymove_kriegspiel::play::{EndingMatch, draw};

use crate::play::{queen, rook};

/// A match from these men, or a drawn start.
fn begun(table: &EndingTable, hides: bool, men: Option<&str>, seed: u64) -> EndingMatch {
    let men: WhitePlacement = match men {
        Some(men) => men.parse().expect("a placement"),
        None => draw(table, seed),
    };
    EndingMatch::new(table.clone(), (men, EndingTable::possible(men)), hides)
}

/// The words of a board: the men, the squares of the king, and White's promise.
fn board(played: &mut EndingMatch) -> (String, Vec<String>, String) {
    let board = played.answer("board");
    let (men, rest) = board
        .strip_prefix("board ")
        .and_then(|rest| rest.split_once(" kings "))
        .expect("a board");
    let (kings, promise) = rest.split_once(' ').expect("a promise");
    let kings = kings.split(',').map(str::to_owned).collect();
    (men.to_owned(), kings, promise.to_owned())
}

/// The tries that are left.
fn tries(played: &mut EndingMatch) -> Vec<String> {
    let tries = played.answer("tries");
    let words = tries.strip_prefix("tries ").expect("tries").split(' ');
    words.map(str::to_owned).collect()
}

/// Makes a random try or, seldom, says something else.
fn blunder(played: &mut EndingMatch, chance: &mut Chance) -> String {
    let mut left = tries(played);
    let line = match chance.below(12) {
        0 => "try a1a1".to_owned(),
        1 => "try hallo".to_owned(),
        _ => format!("try {}", left.swap_remove(chance.below(left.len()))),
    };
    played.answer(&line)
}

/// The record as text, in which `check` finds nothing.
fn judged(played: &EndingMatch) -> String {
    let game = played.record().expect("a move was made");
    let mut text = Vec::new();
    write_game(&game, &mut text);
    let mut games = Games::new(&text[..]);
    let read = games.next().expect("a game").expect("PGN");
    let text = String::from_utf8(text.clone()).expect("UTF-8");
    let findings: Vec<String> = check(&read, POSITIONS)
        .iter()
        .map(ToString::to_string)
        .collect();
    assert!(findings.is_empty(), "{findings:?}\n{text}");
    text
}

/// What a record announces for each half-move, in the words of the umpire's protocol, with the
/// number of tries.
fn announced(record: &str) -> Vec<String> {
    let moves = record.split("\n\n").nth(1).expect("moves");
    let payloads = moves.split("{(").skip(1);
    payloads
        .map(|payload| {
            let (payload, _) = payload.split_once(")}").expect("an end");
            let (info, tries) = payload.split_once(':').expect("a colon");
            let part = |letter: char| {
                let mut items = info.split(',');
                items
                    .find_map(|item| item.strip_prefix(letter))
                    .unwrap_or("-")
            };
            let tries = tries.split(',').filter(|tried| !tried.is_empty()).count();
            format!("{tries} {} {}", part('X'), part('C'))
        })
        .collect()
}

/// The same from the answers of a match in which the reader moves first, or the program does.
fn heard(answers: &[String], first: &str) -> Vec<String> {
    let mut heard = Vec::new();
    let mut refused = 0;
    for answer in answers {
        let answer = answer.split(" over ").next().expect("words");
        if answer == "no" {
            refused += 1;
        } else if let Some(words) = answer.strip_prefix("yes ") {
            let words: Vec<&str> = words.split(' ').collect();
            heard.push(format!("{refused} {} {}", words[0], words[1]));
            refused = 0;
            if let Some([tries, capture, checks]) = words.get(4..7) {
                heard.push(format!("{tries} {capture} {checks}"));
            }
        } else if let Some(words) = answer.strip_prefix(first) {
            let words: Vec<&str> = words.split(' ').collect();
            heard.push(words[..3].join(" "));
        }
    }
    heard
}

#[test]
fn the_answers_are_those_of_the_umpire_of_the_record() {
    let (mut half_moves, mut refused, mut checks, mut ends) = (0, 0, 0, 0);
    for game in 0..60 {
        let mut chance = Chance::of_game(2, game);
        let hides = game % 2 == 0;
        let table = if game % 3 == 0 { queen() } else { rook() };
        let mut played = begun(table, hides, None, game);
        let mut answers = Vec::new();
        if !hides {
            let (_, kings, _) = board(&mut played);
            answers.push(played.answer(&format!("king {}", kings[chance.below(kings.len())])));
        }
        for _ in 0..200 {
            if played.result.is_some() {
                break;
            }
            answers.push(blunder(&mut played, &mut chance));
        }
        let text = judged(&played);
        let due = announced(&text);
        assert_eq!(heard(&answers, "white "), due, "{answers:?}\n{text}");
        half_moves += due.len();
        refused += due.iter().filter(|one| !one.starts_with('0')).count();
        checks += due.iter().filter(|one| !one.ends_with('-')).count();
        let over = answers.last().expect("an answer").split_once(" over ");
        if let Some((_, result)) = over {
            assert!(text.trim_end().ends_with(result), "{result}\n{text}");
            ends += 1;
        }
    }
    assert!(half_moves > 500, "{half_moves}");
    assert!(
        refused > 50 && checks > 50 && ends > 30,
        "{refused} {checks} {ends}"
    );
}

#[test]
fn with_every_hint_taken_the_hider_is_mated_in_the_moves_promised() {
    for seed in 0..10 {
        let mut played = begun(rook(), true, None, seed);
        let (.., promise) = board(&mut played);
        let mut line = String::new();
        while played.result.is_none() {
            let hint = played.answer("hint");
            line = played.answer(&hint.replace("hint", "try"));
        }
        assert!(line.ends_with(" mate over 1-0"), "{line}");
        let record = judged(&played);
        let made = announced(&record).len().div_ceil(2);
        assert_eq!(promise, format!("mate {made}"));
    }
}

#[test]
fn the_attack_mates_a_king_that_is_seen_by_the_umpire_alone_in_the_moves_promised() {
    for seed in 0..20 {
        let mut chance = Chance::of_game(3, seed);
        let mut played = begun(rook(), false, None, seed);
        let (_, kings, promise) = board(&mut played);
        let promised: usize = promise
            .strip_prefix("mate ")
            .and_then(|moves| moves.parse().ok())
            .expect("a certain mate");
        let mut line = played.answer(&format!("king {}", kings[chance.below(kings.len())]));
        while played.result.is_none() {
            let (_, kings, promise) = board(&mut played);
            assert!(!kings.is_empty() && promise.starts_with("mate "));
            line = blunder(&mut played, &mut chance);
        }
        assert!(line.ends_with(" mate over 1-0"), "{line}");
        let made = announced(&judged(&played)).len().div_ceil(2);
        assert!(made <= promised, "{made} {promised}");
    }
}

#[test]
fn a_careless_attacker_loses_the_rook() {
    let mut played = begun(rook(), true, Some("Kc3 Ra1"), 1);
    assert_eq!(
        played.answer("try a1a8"),
        "yes - - - black 0 a8 - - over 1/2-1/2"
    );
    assert_eq!(played.answer("try c3b2"), "error the match is over");
    assert!(judged(&played).contains("(Xa8:)"));
}

#[test]
fn impossible_input_is_reported_and_changes_nothing() {
    for (hides, lines) in [
        (
            true,
            &[
                ("try", "error "),
                ("try z9", "error "),
                ("try a1h8", "nonsense"),
                ("try Qd5", "nonsense"),
                ("try e8e7", "nonsense"),
                ("king e5", "error there is no king to place"),
            ][..],
        ),
        (
            false,
            &[
                ("try e5e4", "error place the king first, as in king e5"),
                ("tries", "error place the king first, as in king e5"),
                ("hint", "error king SQUARE"),
                ("king", "error a square is needed, as in king e5"),
                ("king Kz9", "error a square is needed, as in king e5"),
                ("king a5", "error the king cannot be on a5: "),
            ],
        ),
    ] {
        let mut played = begun(rook(), hides, Some("Kf6 Ra1"), 1);
        let before = played.answer("board");
        for (line, due) in [
            ("", "error king SQUARE"),
            ("\u{0}\u{1b}[2J", "error king SQUARE"),
        ]
        .iter()
        .chain(lines)
        {
            let said = played.answer(line);
            assert!(said.starts_with(due), "{line}: {said}");
            assert_eq!(played.answer("board"), before);
        }
        assert!(played.record().is_none() && played.result.is_none());
    }
}

#[test]
fn garbage_is_answered_line_by_line() {
    let words = [
        "try", "tries", "king", "hint", "board", "help", "R", "e4", "Ra1-h1", "a1", "a1h1", "-",
        "\u{fffd}", "Kc3 Ra1", "",
    ];
    for hides in [false, true] {
        let mut chance = Chance::new(u64::from(hides));
        let mut played = begun(rook(), hides, None, 1);
        for _ in 0..3000 {
            let count = 1 + chance.below(3);
            let line: Vec<&str> = (0..count)
                .map(|_| words[chance.below(words.len())])
                .collect();
            let said = played.answer(&line.join(" "));
            assert!(!said.is_empty() && !said.contains('\n'), "{said}");
        }
    }
}

#[test]
fn drawn_starts_are_won_for_sure_and_follow_the_seed() {
    let mut starts = std::collections::HashSet::new();
    for seed in 0..50 {
        let board = begun(rook(), false, None, seed).answer("board");
        assert!(board.contains(" mate "), "{board}");
        assert_eq!(board, begun(rook(), true, None, seed).answer("board"));
        starts.insert(board);
    }
    assert!(starts.len() > 30, "{}", starts.len());
}
