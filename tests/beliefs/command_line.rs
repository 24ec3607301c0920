//! The two commands as they are typed.

use std::process::{Command, Output, Stdio};

use crate::beliefs::examples::SEED;
use crate::beliefs::feed::fed;

const TWO_MOVER: &str = "2R5/3N4/4p3/2p1Pk2/2bp4/2PR3P/PB2PPB1/6K1 w - - 0 1";

fn solver(arguments: &[&str], input: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_solver"));
    command
        .arg("kriegspiel")
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    fed(&mut command, input)
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn beliefs_as_text_and_json() {
    let text = solver(&["belief"], SEED);
    assert_eq!(text.status.code(), Some(0));
    assert_eq!(
        stdout(&text),
        "-:1: for white, 8 half-moves, 1 position, at most 20\nstart 1\n1. e4 1\n1... ?? 20\n2. e5 19\n\
         2... ?? 3\n3. Qh5+ 1\n3... ?? 1\n4. Be2 1\n4... ?? 1\n"
    );
    let json = stdout(&solver(&["belief", "--format", "json", "--list"], SEED));
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(
        json["sizes"],
        serde_json::json!([1, 1, 20, 19, 3, 1, 1, 1, 1])
    );
    assert_eq!(json["lists"][4].as_array().map(Vec::len), Some(3));
    let few = stdout(&solver(&["belief", "--positions", "10"], SEED));
    assert!(
        few.contains("undecided: more than 10 positions\nstart 1\n1. e4 1\n"),
        "{few}"
    );
    assert!(!few.contains("1... ??"), "{few}");
}

#[test]
fn a_position_is_solved_with_its_keys() {
    let arguments = ["solve", "--keys", "--depth", "3", "--fen", TWO_MOVER];
    let output = solver(&arguments, "");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        stdout(&output),
        format!(
            "[SetUp \"1\"]\n[FEN \"{TWO_MOVER}\"]\n[depth \"3\"]\n[Solved \"yes\"]\n[Keys \"Rg3\"]\n\n\
             {{ Solution: yes; depth 3, 1 position, 5 tries\nRg3  1 position\n  silent, ??\n    silent: 7 positions\n\
             \x20     Rf8#  7 positions\n    Xa2: 1 position\n      Rf8#  1 position\n    Xe2: 1 position\n\
             \x20     Rf8#  1 position\n    Xc3: 1 position\n      Rf8#  1 position\n}}\n*\n\n"
        )
    );
    let json = stdout(&solver(
        &[&arguments[..], &["--format", "json"]].concat(),
        "",
    ));
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["solved"], "yes");
    assert_eq!(json["keys"], serde_json::json!(["Rg3"]));
    let second = &json["plan"][0]["after"][0]["then"][0];
    assert_eq!(second["positions"], 7);
    assert_eq!(second["plan"][0]["try"], "Rf8");
    assert_eq!(second["plan"][0]["after"][0]["then"], "mate");
}

#[test]
fn undecided_is_said() {
    let output = solver(&["solve", "--positions", "10"], SEED);
    assert_eq!(output.status.code(), Some(0));
    assert!(stdout(&output).contains("[Solved \"undecided\"]"));
    let json = stdout(&solver(
        &["solve", "--positions", "10", "--format", "json"],
        SEED,
    ));
    assert!(
        json.contains("\"reason\":\"more than 10 positions\""),
        "{json}"
    );
}

#[test]
fn workers_change_nothing_and_what_is_malformed_is_passed_over() {
    let broken = "[Filtered \"white\"]\n1. e5 {(:)} *\n";
    let deep = SEED.replace("[depth \"1\"]", "[depth \"x\"]");
    let input = format!("{SEED}\n{broken}\n{SEED}\n{deep}\n{SEED}\n");
    let one = solver(&["solve", "-j", "1", "-"], &input);
    let three = solver(&["solve", "-j", "3", "-"], &input);
    assert_eq!(one, three);
    assert_eq!(one.status.code(), Some(2));
    assert_eq!(stdout(&one).matches("[Solved \"yes\"]").count(), 3);
    let complaints = String::from_utf8_lossy(&one.stderr).into_owned();
    assert!(
        complaints.starts_with("-:18:4: e5 is impossible"),
        "{complaints}"
    );
    assert!(
        complaints.contains("depth is a number of half-moves"),
        "{complaints}"
    );
    assert_eq!(
        solver(&["solve", "no such file"], "").status.code(),
        Some(2)
    );
    assert_eq!(
        solver(&["solve", "--depth", "0"], "").status.code(),
        Some(64)
    );
    let chess = solver(&["solve", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"], "");
    assert_eq!(chess.status.code(), Some(2));
}

#[test]
fn a_depth_is_for_records_without_the_tag_and_a_forced_one_for_all() {
    let two = format!("{SEED}\n{SEED}");
    let depths = |arguments: &[&str], input: &str| {
        let output = solver(&[&["solve", "--format", "json"], arguments].concat(), input);
        let depths: Vec<u64> = stdout(&output)
            .lines()
            .map(|line| {
                let object: serde_json::Value = serde_json::from_str(line).expect("JSON");
                object["depth"].as_u64().expect("a depth")
            })
            .collect();
        (depths, String::from_utf8_lossy(&output.stderr).into_owned())
    };
    assert!(SEED.contains("[depth \"1\"]"));
    assert_eq!(depths(&[], &two), (vec![1, 1], String::new()));
    assert_eq!(depths(&["--depth", "1"], &two), (vec![1, 1], String::new()));
    let (followed, said) = depths(&["--depth", "3"], &two);
    assert_eq!(followed, [1, 1]);
    assert_eq!(said.matches("--force-depth").count(), 1, "once: {said}");
    assert_eq!(depths(&["-Z", "3"], &two), (vec![3, 3], String::new()));
    let both = depths(&["--depth", "5", "--force-depth", "3"], &two);
    assert_eq!(both, (vec![3, 3], String::new()));
    let untagged = SEED.replace("[depth \"1\"]\n", "");
    assert_eq!(
        depths(&["--depth", "3"], &untagged),
        (vec![3], String::new())
    );
}

#[test]
fn an_even_depth_is_said_to_be_the_odd_one_before() {
    let of = |arguments: &[&str]| {
        let output = solver(&[&["solve", "--fen", TWO_MOVER], arguments].concat(), "");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (stdout(&output).contains("[Solved \"yes\"]"), said)
    };
    for option in ["--depth", "--force-depth"] {
        let (solved, said) = of(&[option, "2"]);
        assert!(!solved);
        assert_eq!(
            said,
            format!(
                "note: {option} 2 asks the same as 1: the last half-move is the other side's\n"
            )
        );
        assert!(of(&[option, "4"]).0, "as with 3");
        assert_eq!(of(&[option, "3"]), (true, String::new()));
    }
}
