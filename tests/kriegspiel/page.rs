//! `solver kriegspiel html`: three boards, of which a player's has the own men and nothing else.

use std::process::{Command, Stdio};

use serde_json::Value;

use crate::kriegspiel::feed::fed;

const GAME: &str = r#"[White "a</script>"]
[Black "b"]
[Rules "kriegspiel (Berkeley)"]

1. e4 {(:)} d5 {(:)} 2. exd5 {(Xd5:)} Qxd5 {(Xd5:Qd4)} 3. Nc3 {(:)} Qe5+ {(CF:) well} *
"#;

fn page(text: &str) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_solver"));
    command
        .args(["kriegspiel", "html"])
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

/// The men of a side in a FEN's placement, the others as empty squares.
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
    assert_eq!((code, told.as_str()), (Some(0), ""));
    let block = page
        .split_once("<script type=\"application/json\" class=game>")
        .and_then(|(_, rest)| rest.split_once("</script>"))
        .expect("a game")
        .0;
    assert_eq!(page.matches("</script>").count(), 2);
    let game: Value = serde_json::from_str(block).expect("JSON");
    assert_eq!(game["boards"].as_array().map(Vec::len), Some(3));
    let steps = game["steps"].as_array().expect("steps");
    assert_eq!(steps.len(), 6);
    for step in steps {
        let men = |board: usize| step["changes"][board]["men"].as_str().expect("men");
        assert_eq!(own(men(0), true), own(men(1), true));
        assert_eq!(own(men(2), false), own(men(1), false));
        assert!(!men(0).contains(char::is_lowercase) && !men(2).contains(char::is_uppercase));
    }
    let news = |step: usize, board: usize| &steps[step]["changes"][board]["news"];
    assert_eq!(news(0, 2), "White has moved");
    assert_eq!(news(2, 2), "capture on d5");
    assert_eq!(news(3, 0), "1 try; capture on d5");
    assert_eq!(news(3, 1), "no: Qd4; capture on d5");
    assert_eq!(news(5, 0), "check (file)");
    // White sees where the man was lost, not where it came from.
    assert_eq!(steps[3]["changes"][0]["marks"], serde_json::json!(["d5"]));
    assert_eq!(steps[5]["remarks"][0], "well");
}

#[test]
fn of_castling_the_squares_of_the_king_are_marked() {
    let (code, page, told) = page(
        "[Rules \"Kriegspiel (Berkeley)\"]\n\n\
         1. e4 {(:)} e5 {(:)} 2. Nf3 {(:)} Nc6 {(:)} 3. Be2 {(:)} d6 {(:)} 4. O-O {(:)} *\n",
    );
    assert_eq!((code, told.as_str()), (Some(0), ""));
    let marks: Vec<&str> = page.matches("\"marks\":[\"e1\",\"g1\"]").collect();
    // On White's board and on the umpire's.
    assert_eq!(marks.len(), 2);
}

#[test]
fn a_players_record_has_no_three_boards() {
    let filtered = GAME.replace("[Rules", "[Filtered \"white\"]\n[Rules");
    let (code, page, told) = page(&filtered);
    assert_eq!(code, Some(2));
    assert!(
        told.contains("only the umpire's record has the boards of both players"),
        "{told}"
    );
    assert!(page.ends_with("</html>\n") && !page.contains("class=game>{"));
}
