//! `bpgn html`: the page has the contents of the game; `tests/pages` tests the page
//! itself in a browser.

use serde_json::Value;

use crate::bpgn::command_line::run;
use crate::bpgn::seed::{GNEJS, LAG, RESUMED};
use crate::bpgn::show;

/// The games in a page, between the head and the script.
fn games(page: &str) -> Vec<Value> {
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    assert_eq!(page.matches("Content-Security-Policy").count(), 1);
    page.split("<script type=\"application/json\" class=game>")
        .skip(1)
        .map(|rest| rest.split_once("</script>").expect("an end").0)
        .map(|block| serde_json::from_str(block).expect("JSON"))
        .collect()
}

#[test]
fn boards_and_hands_are_those_of_the_replay() {
    let text = [GNEJS, RESUMED, LAG].join("\n");
    let page = run(&["html"], text.as_bytes());
    assert_eq!(page.status.code(), Some(0));
    let games = games(&show(&page.stdout));
    let json = show(&run(&["json"], text.as_bytes()).stdout);
    let judge: Vec<Value> = json
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(games.len(), 3);
    for (game, judge) in games.iter().zip(&judge) {
        let steps = game["steps"].as_array().expect("steps");
        let half_moves = judge["half_moves"].as_array().expect("half-moves");
        assert_eq!(steps.len(), half_moves.len());
        let mut boards: Vec<Value> = game["boards"].as_array().expect("boards").clone();
        for (step, half_move) in steps.iter().zip(half_moves) {
            for change in step["changes"].as_array().expect("changes") {
                let board = &mut boards[change["board"].as_u64().expect("a board") as usize];
                for part in ["men", "hands", "clocks"] {
                    if !change[part].is_null() {
                        board[part] = change[part].clone();
                    }
                }
            }
            for (board, name) in boards.iter().zip(["A", "B"]) {
                let due = half_move["boards"][name].as_str().expect("a position");
                assert_eq!(
                    Some(board["men"].as_str().expect("men")),
                    due.split(' ').next()
                );
                let hand =
                    |color: usize| board["hands"][color].as_str().expect("a hand").to_owned();
                let hands = hand(0) + &hand(1).to_lowercase();
                assert_eq!(Some(&*hands), half_move["hands"][name].as_str());
            }
        }
    }
    let first = &games[0];
    assert_eq!(
        first["title"],
        "raven and death against Gnejs and Paaso, 0-1"
    );
    assert_eq!(first["boards"][1]["players"][0], "Paaso (1925)");
    assert_eq!(first["steps"][87]["text"], "N@e5#");
    assert_eq!(first["steps"][87]["remarks"][0], "death checkmated");
    assert_eq!(first["end"][0], "0-1");
}

#[test]
fn a_page_ends_before_an_illegal_move_and_is_complete_without_games() {
    let page = run(
        &["html"],
        b"[WhiteA \"a</script><b>\"]\n1A. e4 {<!--} 1a. Ke4 *\n",
    );
    assert_eq!(page.status.code(), Some(1));
    assert!(show(&page.stderr).contains("error: 1a: Ke4: no such king can go to e4"));
    let text = show(&page.stdout);
    let game = &games(&text)[0];
    assert_eq!(game["steps"].as_array().map(Vec::len), Some(1));
    assert_eq!(game["steps"][0]["remarks"][0], "<!--");
    assert_eq!(game["end"][0], "1a. Ke4 cannot be played");
    assert_eq!(text.matches("</script>").count(), 2);
    let empty = run(&["html"], b"");
    assert_eq!(empty.status.code(), Some(0));
    assert_eq!(games(&show(&empty.stdout)).len(), 0);
}

#[test]
fn of_castling_the_squares_of_the_king_are_marked() {
    let game = b"1A. e4 1a. e5 2A. Nf3 2a. Qg5 3A. Be2 3a. d6 4A. O-O 4a. Bd7 5A. h3 5a. Nc6 6A. d3 6a. O-O-O *\n";
    let page = run(&["html"], game);
    assert_eq!(page.status.code(), Some(0), "{}", show(&page.stderr));
    let game = &games(&show(&page.stdout))[0];
    let marks = |step: usize| &game["steps"][step]["changes"][0]["marks"];
    assert_eq!(marks(0), &serde_json::json!(["e2", "e4"]));
    assert_eq!(marks(6), &serde_json::json!(["e1", "g1"]));
    assert_eq!(marks(11), &serde_json::json!(["e8", "c8"]));
}

#[test]
fn separate_signs_are_shown_at_their_move() {
    let page = run(&["html"], b"1A. e4 ! {178} *\n");
    assert_eq!(page.status.code(), Some(0), "{}", show(&page.stderr));
    let step = &games(&show(&page.stdout))[0]["steps"][0];
    assert_eq!(step["text"], "e4!");
    let columns = run(&["columns"], b"1A. e4 ! {178} *\n");
    assert!(
        show(&columns.stdout).contains("1. e4! {178}\n"),
        "{}",
        show(&columns.stdout)
    );
}

#[test]
fn losses_are_mined_as_questions() {
    let mined = |arguments: &[&str]| show(&run(arguments, GNEJS.as_bytes()).stdout);
    let wins = mined(&["mine", "--moves", "2"]);
    let all = mined(&["mine", "--moves", "2", "--losses"]);
    assert!(
        wins.lines()
            .all(|line| all.lines().any(|other| other == line))
    );
    let losses: Vec<&str> = all
        .lines()
        .filter(|line| line.contains("Stip \"-#"))
        .collect();
    assert!(
        losses.iter().any(|line| {
            line.contains(" w ")
                && line.contains("Stip \"-#1\"; Variant \"bughouse\"; id \"- 1 29A\";")
        }),
        "{all}"
    );
    assert!(losses.len() == all.lines().count() - wins.lines().count() && losses.len() <= 2);
}
