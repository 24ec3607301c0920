//! `solver kriegspiel html`: three boards, of which a player's has only the own men; and a player's
//! own page, compared with the positions that `belief` lists.

use std::collections::BTreeMap;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::kriegspiel::feed::fed;

const GAME: &str = r#"[White "a</script>"]
[Black "b"]
[Rules "kriegspiel (Berkeley)"]

1. e4 {(:)} d5 {(:)} 2. exd5 {(Xd5:)} Qxd5 {(Xd5:Qd4)} 3. Nc3 {(:)} Qe5+ {(CF:) well} *
"#;

fn page(text: &str) -> (Option<i32>, String, String) {
    run(&["html"], text)
}

fn run(arguments: &[&str], text: &str) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_solver"));
    command
        .arg("kriegspiel")
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let output = fed(&mut command, text.as_bytes());
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// The men of a side in a FEN's placement, with the others as empty squares.
fn own(placement: &str, white: bool) -> Vec<char> {
    placement
        .chars()
        .filter(|c| *c != '/')
        .flat_map(|c| match c.to_digit(10) {
            Some(empty) => vec!['.'; empty as usize],
            None if c.is_uppercase() == white => vec![c],
            None => vec!['.'],
        })
        .collect()
}

#[test]
fn a_player_sees_the_own_men_and_hears_the_umpire() {
    let (code, page, told) = page(GAME);
    assert!(code == Some(0) && told.starts_with("1 game, "), "{told}");
    let block = page
        .split_once("<script type=\"application/json\" class=game>")
        .and_then(|(_, rest)| rest.split_once("</script>"))
        .expect("a game")
        .0;
    assert_eq!(page.matches("</script>").count(), 2);
    let game: Value = serde_json::from_str(block).expect("JSON");
    // A player's board shows White's or Black's men of the umpire's board, and no change names
    // others.
    let boards = game["boards"].as_array().expect("boards");
    let parts: Vec<&Value> = boards.iter().map(|board| &board["part"]).collect();
    assert_eq!(parts, [&json!([1, true]), &Value::Null, &json!([1, false])]);
    let steps = game["steps"].as_array().expect("steps");
    assert_eq!(steps.len(), 6);
    for (step, changes) in steps.iter().map(|step| &step["changes"]).enumerate() {
        assert_eq!(changes.as_array().map(Vec::len), Some(2));
        let (mover, other) = [(0, 2), (2, 0)][step % 2];
        assert_eq!(
            (&changes[0]["board"], &changes[0]["also"]),
            (&json!(1), &json!(mover))
        );
        assert_eq!(changes[1]["board"], json!(other));
        assert!(changes[0]["men"].is_string() && changes[1]["men"].is_null());
    }
    assert_eq!(
        steps[5]["changes"][0]["men"],
        "rnb1kbnr/ppp1pppp/8/4q3/8/2N5/PPPP1PPP/R1BQKBNR"
    );
    let news = |step: usize, seen: bool| &steps[step]["changes"][usize::from(!seen)]["news"];
    assert_eq!(news(0, false), "White has moved");
    assert_eq!(news(2, false), "capture on d5");
    assert_eq!(news(3, false), "1 try; capture on d5");
    assert_eq!(news(3, true), "capture on d5");
    assert_eq!(steps[3]["changes"][0]["no"], "Qd4");
    assert!(steps[3]["changes"][1]["no"].is_null());
    assert_eq!(news(5, false), "check (file)");
    // White sees where the man was lost, but not where the capturing man came from.
    assert_eq!(steps[3]["changes"][1]["marks"], json!(["d5"]));
    assert_eq!(steps[5]["remarks"][0], "well");
}

#[test]
fn of_castling_the_squares_of_the_king_are_marked() {
    let (code, page, told) = page(
        "[Rules \"Kriegspiel (Berkeley)\"]\n\n\
         1. e4 {(:)} e5 {(:)} 2. Nf3 {(:)} Nc6 {(:)} 3. Be2 {(:)} d6 {(:)} 4. O-O {(:)} *\n",
    );
    assert_eq!((code, told.as_str()), (Some(0), "1 game, 7 half-moves\n"));
    let changes = &game_of(&page)["steps"][6]["changes"];
    // On the umpire's board and on White's.
    assert_eq!(changes[0]["marks"], json!(["e1", "g1"]));
    assert_eq!(
        (&changes[0]["board"], &changes[0]["also"]),
        (&json!(1), &json!(0))
    );
    assert!(changes[1]["marks"].is_null());
}

/// A plain PGN as the Internet Chess Club writes it.
const ICC: &str = include_str!("examples/icc.pgn");

/// The game of a page.
fn game_of(page: &str) -> Value {
    let block = page
        .split_once("<script type=\"application/json\" class=game>")
        .and_then(|(_, rest)| rest.split_once("</script>"))
        .expect("a game")
        .0;
    serde_json::from_str(block).expect("JSON")
}

/// A shading, counted from positions as FEN: the number of times each man is on each square.
fn counted(fens: &[Value], others: fn(&char) -> bool) -> BTreeMap<(String, char), usize> {
    let mut counts = BTreeMap::new();
    for fen in fens {
        let men = fen
            .as_str()
            .and_then(|fen| fen.split(' ').next())
            .expect("men");
        for (rank, row) in men.split('/').enumerate() {
            let mut file = 0;
            for letter in row.chars() {
                if let Some(empty) = letter.to_digit(10) {
                    file += empty as u8;
                    continue;
                }
                if others(&letter) {
                    let square = format!("{}{}", char::from(b'a' + file), 8 - rank);
                    *counts
                        .entry((square, letter.to_ascii_lowercase()))
                        .or_default() += 1;
                }
                file += 1;
            }
        }
    }
    counts
}

/// The same from `641 e5p12k3`, with the number of positions.
fn told(shade: &str) -> (usize, BTreeMap<(String, char), usize>) {
    let mut words = shade.split(' ');
    let positions = words
        .next()
        .and_then(|word| word.parse().ok())
        .expect("a number");
    let mut counts = BTreeMap::new();
    for word in words {
        let (square, men) = word.split_at(2);
        let mut rest = men;
        while let Some(man) = rest.chars().next() {
            let end = rest[1..]
                .find(|c: char| !c.is_ascii_digit())
                .map_or(rest.len(), |at| at + 1);
            let number = rest[1..end].parse().expect("a number");
            counts.insert((square.to_owned(), man), number);
            rest = &rest[end..];
        }
    }
    (positions, counts)
}

/// Compares the shading of every half-move of a player's record with the positions that `belief`
/// lists; returns the game of the page.
fn shaded(record: &str, others: fn(&char) -> bool) -> Value {
    let (code, page, said) = page(record);
    assert_eq!(code, Some(0));
    assert!(
        said.starts_with("1 game, ") && said.lines().count() == 1,
        "{said}"
    );
    let game = game_of(&page);
    let (_, listed, _) = run(&["belief", "--list", "--format", "json"], record);
    let listed: Value = serde_json::from_str(&listed).expect("JSON");
    let lists = listed["lists"].as_array().expect("lists");
    let steps = game["steps"].as_array().expect("steps");
    assert_eq!(lists.len(), steps.len() + 1);
    let shades = steps.iter().map(|step| &step["changes"][0]["shade"]);
    let shades = [&game["boards"][0]["shade"]].into_iter().chain(shades);
    for (shade, list) in shades.zip(lists) {
        let fens = list.as_array().expect("a list");
        let expected = (fens.len(), counted(fens, others));
        assert_eq!(told(shade.as_str().expect("a shading")), expected);
    }
    game
}

#[test]
fn a_players_own_page_shades_the_possible_squares() {
    let record = include_str!("examples/game.pgn");
    for (player, others) in [
        ("white", char::is_ascii_lowercase as fn(&char) -> bool),
        ("black", char::is_ascii_uppercase),
    ] {
        let (_, filtered, _) = run(&["filter", "--for", player], record);
        let game = shaded(&filtered, others);
        assert_eq!(game["boards"].as_array().map(Vec::len), Some(1));
        for step in game["steps"].as_array().expect("steps") {
            let men = step["changes"][0]["men"].as_str().expect("men");
            assert!(!men.chars().any(|c| others(&c)), "{men}");
        }
    }
}

#[test]
fn each_answer_says_what_it_ruled_out() {
    let (_, filtered, _) = run(
        &["filter", "--for", "white"],
        include_str!("examples/game.pgn"),
    );
    let (_, page, _) = page(&filtered);
    let game = game_of(&page);
    let remark = |step: usize| {
        game["steps"][step]["remarks"][0]
            .as_str()
            .expect("a remark")
    };
    // 20 positions, in two of which the pawn could have taken.
    assert_eq!(
        remark(2),
        "20 positions; no to exf5: 19 left; no to exd5: 18 left; yes to Bc4: 18 left; \
         2 tries refused; silence: 18 positions"
    );
    assert!(remark(3).starts_with("18 positions; "), "{}", remark(3));
    assert!(remark(3).ends_with("1 try refused; silence: 250 positions"));
}

#[test]
fn where_a_mate_was_certain_is_said() {
    let (code, page, _) = page(include_str!("examples/problem.pgn"));
    assert_eq!(code, Some(0));
    let step = &game_of(&page)["steps"][0];
    assert_eq!(step["text"], "?? (mate in 2)");
    let remarks = step["remarks"].to_string();
    assert!(
        remarks.contains("mate in 2 is certain: Kg6, if refused Re8"),
        "{remarks}"
    );
}

#[test]
fn a_plain_pgn_goes_in_with_the_umpires_board_covered() {
    let (code, page, said) = run(&["html", "--for", "white"], ICC);
    assert_eq!((code, said.as_str()), (Some(0), "1 game, 7 half-moves\n"));
    let game = game_of(&page);
    assert_eq!(game["boards"][1]["covered"], true);
    let steps = game["steps"].as_array().expect("steps");
    assert_eq!(steps.len(), 7);
    let men = |board: usize| steps[6]["changes"][board]["men"].as_str().expect("men");
    assert_eq!(
        men(1),
        "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR"
    );
    assert_eq!(own(men(0), true), own(men(1), true));
    assert!(!men(0).contains(char::is_lowercase));
    let news = steps[6]["changes"][0]["news"].as_str().expect("news");
    assert!(
        news.starts_with("capture on f7, check (short diagonal), checkmate; "),
        "{news}"
    );
    // The same as the player's own record, with the umpire's in another file.
    let (_, filtered, _) = run(&["filter", "--for", "white"], ICC);
    let file = std::env::temp_dir().join(format!("umpire-{}.pgn", std::process::id()));
    std::fs::write(&file, format!("{GAME}\n{ICC}")).expect("written");
    let (_, paired, _) = run(
        &["html", "--umpire", file.to_str().expect("UTF-8")],
        &filtered,
    );
    std::fs::remove_file(&file).expect("removed");
    assert_eq!(game_of(&paired)["steps"], game["steps"]);
    assert_eq!(
        game_of(&self::page(&filtered).1)["boards"]
            .as_array()
            .map(Vec::len),
        Some(1)
    );
}

#[test]
fn past_the_cap_only_the_own_men_are_shown() {
    let (_, filtered, _) = run(
        &["filter", "--for", "white"],
        include_str!("examples/game.pgn"),
    );
    let (code, page, _) = run(&["html", "--positions", "100"], &filtered);
    assert_eq!(code, Some(0));
    let game = game_of(&page);
    let steps = game["steps"].as_array().expect("steps");
    assert_eq!(steps.len(), 7);
    assert!(steps[2]["changes"][0]["shade"].is_string());
    for step in &steps[3..] {
        assert!(step["changes"][0]["shade"].is_null() && step["changes"][0]["men"].is_string());
    }
    let news = steps[6]["changes"][0]["news"].as_str().expect("news");
    assert!(news.contains("more than 100 positions"), "{news}");
}
