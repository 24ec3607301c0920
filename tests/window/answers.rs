//! Every answer is the program's own answer to the same record.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::time::Duration;

use serde_json::{Value, json};

use super::client::Window;
use crate::support::scratch::Scratch;
use crate::support::solver::solver;

/// The program's standard output.
fn said(arguments: &[&str]) -> String {
    let output = solver(arguments).output().expect("started");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn answers_are_those_of_the_command_line() {
    let window = Window::open(&[]);
    for (record, fields, options) in [
        (
            "7k/8/8/4K3/8/8/6Q1/8 w - - Stip \"#2\";",
            json!({}),
            &[][..],
        ),
        (
            "8/8/8/3K4/8/8/5Q2/7k w - - Stip \"#3\"; id \"x y\";",
            json!({ "tries": 1, "set_play": true }),
            &["--tries=1", "--set-play"],
        ),
        (
            "7k/8/8/8/8/8/1Q6/K7 b - - Stip \"h#2\";",
            json!({ "set_play": true }),
            &["--set-play"],
        ),
        ("7k/8/8/4K3/8/8/6Q1/8 w - - Stip \"s#2\";", json!({}), &[]),
        (
            "7k/8/6K1/8/8/8/Q7/8 w - - Stip \"ser-h#2\";",
            json!({}),
            &[],
        ),
        (
            "7k/8/6KQ/8/8/8/8/8 w - - Stip \"#2\";",
            json!({ "longer_keys": true }),
            &["--longer-keys"],
        ),
        (
            "7k/5Q2/6K1/8/8/8/8/8 b - - Stip \"-#1\";",
            json!({ "duplex": true }),
            &["--duplex"],
        ),
        (
            "8/8/8/3K4/8/8/5Q2/7k w - - Stip \"#9\";",
            json!({ "nodes": 1000 }),
            &["--nodes=1000"],
        ),
        (
            "8/8/8/3K4/8/8/5Q2/7k w - - Stip \"#9\";",
            json!({ "extent": "any" }),
            &["--any"],
        ),
        ("8/8/8/3K4/8/8/5Q2/7k w - -", json!({}), &[]),
        ("7k/8/8/8/8/8/6Q1/8 w - - Stip \"#2\";", json!({}), &[]),
        ("hello", json!({}), &[]),
    ] {
        let mut question = fields;
        question["record"] = record.into();
        question["no_time"] = true.into();
        question["languages"] = json!(["en", "de", "fr"]);
        let answer = window.solved("solve", &question);
        let part = &answer["parts"][0];
        let given = ["--fen", record];
        let own = [&["--no-time"], options, &given].concat();
        let written = said(&[&own[..], &["--format", "json", "--tree"]].concat());
        let object: Value = serde_json::from_str(&written).expect("JSON");
        assert_eq!(part["object"], object, "{record}");
        for language in ["en", "de", "fr"] {
            let text = said(&[&own[..], &["--language", language]].concat());
            assert_eq!(part["text"][language], text, "{record} {language}");
        }
        let check = window.solved("check", &json!({ "record": record, "no_time": true }));
        let judged = said(&[&["check", "--format", "json"], &given[..]].concat());
        let judged = judged.lines().next().expect("a line");
        let judged: Value = serde_json::from_str(judged).expect("JSON");
        assert_eq!(check["parts"][0]["object"], judged, "{record}");
    }
}

#[test]
fn twins_are_those_of_popeyes_input() {
    let window = Window::open(&[]);
    let scratch = Scratch::new();
    let file = scratch.0.join("twins.inp");
    let text = "BeginProblem\nTitle T\nStipulation h#1\nPieces White Ka1 Qb2 Black Kh8\n\
                Twin Move b2 b3\nTwin Continued Rotate 90\nTwin Stipulation h#2\nEndProblem\n";
    fs::write(&file, text).expect("written");
    let file = file.to_str().expect("text");
    let written = said(&["--no-time", "--format", "json", "--tree", file]);
    let objects = written
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let question = json!({
        "record": "7k/8/8/8/8/8/1Q6/K7 b - - Stip \"h#1\"; id \"T\";",
        "twins": ["b) Qb2-b3", "c) Continued Rotate 90", "h#2"],
        "no_time": true,
    });
    let answer = window.solved("solve", &question);
    let parts = answer["parts"].as_array().expect("parts");
    let objects: Vec<Value> = objects.collect();
    assert_eq!((parts.len(), objects.len()), (4, 4));
    for (part, mut object) in parts.iter().zip(objects) {
        object["line"] = 1.into();
        assert_eq!(part["object"], object);
    }
    assert_eq!(parts[1]["caption"], "b) wQb2-->b3");
}

#[test]
fn mistakes_in_a_question_are_reported_with_their_place() {
    let window = Window::open(&[]);
    let record = "7k/8/8/4K3/8/8/6Q1/8 w - - Stip \"#2\";";
    for (body, place) in [
        (json!({ "record": "" }), "record"),
        (json!({ "record": "a\nb" }), "record"),
        (
            json!({ "record": record, "stipulation": "z#2" }),
            "stipulation",
        ),
        (json!({ "record": record, "twins": ["Kb4-c3"] }), "twins[0]"),
        (
            json!({ "record": record, "twins": ["-g2", "nonsense"] }),
            "twins[1]",
        ),
        (json!({ "record": record, "seconds": 0 }), "seconds"),
        (json!({ "record": record, "seconds": -1 }), "seconds"),
        (json!({ "record": record, "seconds": 1e300 }), "seconds"),
        (json!({ "record": record, "nodes": 0 }), "nodes"),
        (json!({ "record": record, "tries": 10_000 }), "tries"),
        (json!({ "record": record, "zero_position": true }), "twins"),
    ] {
        let answered = window.post("solve", &body);
        assert_eq!(answered.status, 400, "{body}: {answered:?}");
        assert_eq!(
            answered.json()["error"]["place"],
            place,
            "{body}: {answered:?}"
        );
    }
    for body in [
        "",
        "{",
        "[]",
        "{}",
        "{\"record\": 1}",
        "{\"record\": \"\", \"x\": 1}",
    ] {
        let answered = window.answer(window.question("solve", body).as_bytes());
        assert_eq!(answered.status, 400, "{body}");
        assert!(answered.json()["error"]["message"].is_string(), "{body}");
    }
}

/// An aborted answer is unproved.
#[test]
fn stop_ends_a_job_at_once_and_open_results_are_marked() {
    let window = Window::open(&["-j", "1"]);
    let hard = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq -";
    let body = json!({ "record": hard, "stipulation": "#30" });
    let mut stream = window.connect();
    stream
        .write_all(window.question("solve", &body.to_string()).as_bytes())
        .expect("sent");
    let mut lines = BufReader::new(stream)
        .lines()
        .map(|line| line.expect("text"));
    let mut event = |name: &str| -> Value {
        let heading = format!("event: {name}");
        lines.find(|line| *line == heading).expect("the event");
        let data = lines.next().expect("data");
        serde_json::from_str(data.strip_prefix("data: ").expect("data")).expect("JSON")
    };
    let job = event("started")["job"].clone();
    // Nodes are recorded about every thousand, depths at once.
    loop {
        let progress = event("progress");
        let number = |field: &str| progress[field].as_u64().unwrap_or(0);
        if number("refuted") >= 2 && number("nodes") > 0 {
            break;
        }
    }
    assert_eq!(
        window.post("stop", &json!({ "job": job })).json()["stopped"],
        true
    );
    // A reader that gets nothing for a minute gives up.
    let answer = event("answer");
    assert_eq!(answer["stopped"], true);
    let part = &answer["parts"][0];
    assert_eq!(part["status"], "gave up");
    assert_eq!(part["object"]["outcome"], "gave up");
    assert_eq!(part["object"]["limit"], "stopped");
    assert!(part["object"]["keys"].is_null());
    assert_eq!(
        window.post("stop", &json!({ "job": job })).json()["stopped"],
        false
    );
}

#[test]
fn ctrl_c_ends_the_window_and_a_job_in_it() {
    let mut window = Window::open(&["-j", "1"]);
    let hard = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - Stip \"#30\";";
    let mut stream = window.connect();
    let body = json!({ "record": hard }).to_string();
    stream
        .write_all(window.question("solve", &body).as_bytes())
        .expect("sent");
    std::thread::sleep(Duration::from_millis(300));
    window.signal("INT");
    assert_eq!(window.exit_code(), Some(130));
}

#[test]
fn the_file_of_the_command_line_is_there_without_its_folders() {
    let scratch = Scratch::new();
    let file = scratch.0.join("two.epd");
    let text = "# c\n7k/8/8/4K3/8/8/6Q1/8 w - - Stip \"#2\"; id \"one\";\n8/8 w - -\n";
    fs::write(&file, text).expect("written");
    let window = Window::open(&["--once", file.to_str().expect("text")]);
    let about = window.get("about").json();
    assert_eq!(about["file"], "two.epd");
    let opened = window.get("opened");
    assert!(
        !opened.body.contains(&*scratch.0.to_string_lossy()),
        "{opened:?}"
    );
    let opened = opened.json();
    assert_eq!(opened["form"], "EPD");
    let problems = opened["problems"].as_array().expect("a list");
    assert_eq!(problems.len(), 2, "{problems:?}");
    assert_eq!(problems[0]["id"], "one");
    assert_eq!(
        (&problems[0]["line"], &problems[0]["counts"]),
        (&json!(2), &json!("(2+1)"))
    );
    assert!(problems[1]["illegal"].is_string());
}
