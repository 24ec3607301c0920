//! The conversations in `conversations/`: `> ` is input, `< ` is output, `# ` is a remark and
//! `~ 100` a pause in milliseconds. A line of output may end in `...` for any rest, and `< ...`
//! alone is any lines. At the end the input is closed, and no further output may follow.

use std::fs;
use std::path::Path;
use std::time::Duration;

use super::engine::Engine;

fn fits(pattern: &str, line: &str) -> bool {
    match pattern.split_once(" ... ") {
        Some((start, rest)) => line.strip_prefix(start).is_some_and(|tail| {
            (0..tail.len()).any(|i| tail.is_char_boundary(i) && fits(rest, &tail[i..]))
        }),
        None => match pattern.strip_suffix("...") {
            Some(start) => line.starts_with(start),
            None => line == pattern,
        },
    }
}

fn hold(name: &str, script: &str) {
    let mut engine = Engine::start();
    let mut skips = false;
    for (number, step) in (1..).zip(script.lines()) {
        let place = format!("{name}:{number}");
        match step.split_at_checked(2) {
            Some(("> ", said)) => engine.say(said),
            Some(("< ", "...")) => skips = true,
            Some(("< ", pattern)) => loop {
                let line = engine.hear().unwrap_or_else(|| panic!("{place}: it ended"));
                if fits(pattern, &line) {
                    skips = false;
                    break;
                }
                let so_far = engine.said.join("\n");
                assert!(
                    skips,
                    "{place}: {line}\nin the place of {pattern}, after\n{so_far}"
                );
            },
            Some(("~ ", pause)) => {
                let pause = pause.parse().expect("milliseconds");
                std::thread::sleep(Duration::from_millis(pause));
            }
            Some(("# ", _)) | None => {}
            Some(_) => panic!("{place}: {step}"),
        }
    }
    let before = engine.said.len();
    let (code, said) = engine.close();
    assert_eq!(code, Some(0), "{name}");
    let asked = script
        .lines()
        .filter(|step| step.starts_with("> go"))
        .count();
    let answered = said
        .iter()
        .filter(|line| line.starts_with("bestmove "))
        .count();
    assert_eq!(answered, asked, "{name}");
    assert!(
        skips || said.len() == before,
        "{name}: {:?} at the end",
        &said[before..]
    );
}

#[test]
fn conversations_go_as_they_are_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/uci/conversations");
    let mut held = 0;
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let script = fs::read_to_string(&path).expect("a conversation");
        hold(&path.display().to_string(), &script);
        held += 1;
    }
    assert!(held >= 8, "only {held} conversations");
}

#[test]
fn patterns_match_their_description() {
    assert!(fits("a ... c d", "a b b c d") && fits("a...", "abc") && fits("a ... b...", "a x bcd"));
    assert!(!fits("a ... c d", "a c") && !fits("ab", "abc") && !fits("b...", "abc"));
}
