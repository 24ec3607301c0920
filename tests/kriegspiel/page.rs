//! `kriegspiel html`: three boards, of which a player's has only the own men.

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
    let mut command = Command::new(env!("CARGO_BIN_EXE_kriegspiel"));
    command
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

/// The game of a page.
fn game_of(page: &str) -> Value {
    let block = page
        .split_once("<script type=\"application/json\" class=game>")
        .and_then(|(_, rest)| rest.split_once("</script>"))
        .expect("a game")
        .0;
    serde_json::from_str(block).expect("JSON")
}

/// A plain PGN as the Internet Chess Club writes it.
const ICC: &str = include_str!("examples/icc.pgn");

#[test]
fn a_plain_pgn_is_replayed_and_a_players_record_is_refused() {
    let (code, page, said) = page(ICC);
    assert_eq!((code, said.as_str()), (Some(0), "1 game, 7 half-moves\n"));
    let game = game_of(&page);
    assert_eq!(game["boards"].as_array().map(Vec::len), Some(3));
    let steps = game["steps"].as_array().expect("steps");
    assert_eq!(
        (steps.len(), &steps[6]["changes"][0]["men"]),
        (
            7,
            &json!("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR")
        )
    );
    let (_, filtered, _) = run(&["filter", "--for", "white"], ICC);
    let (code, page, said) = self::page(&filtered);
    assert_eq!((code, page.as_str()), (Some(2), ""));
    assert!(
        said.starts_with(
            "kriegspiel: -:1:1: only the umpire's record has the boards of both players; left out\n"
        ),
        "{said}"
    );
}
