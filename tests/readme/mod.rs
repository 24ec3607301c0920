//! The output that the README and the manuals show is the program's real output.

mod pasted;

use std::process::Command;

use crate::support::path::path;

/// The console blocks of a text, parsed: commands, each with its shown output.
fn examples(text: &str) -> Vec<(String, Vec<String>)> {
    let mut examples: Vec<(String, Vec<String>)> = Vec::new();
    for block in text.split("```console\n").skip(1) {
        let block = block.split("```").next().expect("an end");
        for line in block.lines() {
            match line.strip_prefix("$ ") {
                Some(command) => examples.push((command.to_owned(), Vec::new())),
                None => examples
                    .last_mut()
                    .expect("a command")
                    .1
                    .push(line.to_owned()),
            }
        }
    }
    examples
}

/// Runs a command line in the project's folder; returns its lines on both streams.
fn run(command: &str) -> Vec<String> {
    let output = Command::new("sh")
        .args(["-c", &format!("({command}) 2>&1")])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("PATH", path())
        .output()
        .expect("started");
    let shown = String::from_utf8(output.stdout).expect("UTF-8");
    shown.lines().map(str::to_owned).collect()
}

/// Whether the lines are those shown: `...` matches any lines, and at the end of a line the rest of
/// that line.
fn agree(shown: &[String], lines: &[String]) -> bool {
    let Some((first, rest)) = shown.split_first() else {
        return lines.is_empty();
    };
    if first == "..." {
        return (0..=lines.len()).any(|skipped| agree(rest, &lines[skipped..]));
    }
    let Some((line, others)) = lines.split_first() else {
        return false;
    };
    let same = match first.strip_suffix("...") {
        Some(start) => line.starts_with(start),
        None => line == first,
    };
    same && agree(rest, others)
}

#[test]
fn the_examples_are_true() {
    let texts = [
        include_str!("../../README.md"),
        include_str!("../../src/run/answer/manual.md"),
        include_str!("../../src/run/answer/lines.md"),
        include_str!("../../src/app/manuals/basics.md"),
        include_str!("../../src/app/manuals/mass.md"),
        include_str!("../../src/forms/report/manual.md"),
        include_str!("../../src/forms/collection/manual.md"),
        include_str!("../../src/kriegspiel/manual.md"),
        include_str!("../../src/run/merge/manual.md"),
        include_str!("../../src/bpgn/manual.md"),
        include_str!("../../src/doors/uci/manual.md"),
        include_str!("../../src/doors/popeye/manual.md"),
        include_str!("../../src/doors/chest/manual.md"),
    ];
    let examples: Vec<_> = texts.into_iter().flat_map(examples).collect();
    // Examples write to that folder; builds may go elsewhere.
    std::fs::create_dir_all("target").expect("a folder");
    for (command, shown) in &examples {
        let lines = run(command);
        assert!(agree(shown, &lines), "{command}\n{}", lines.join("\n"));
    }
    for (command, actions) in [
        ("bpgn", "check format columns json split join position mine"),
        ("kriegspiel", "check filter convert show solve"),
    ] {
        for action in actions.split(' ') {
            let typed = format!("{command} {action}");
            assert!(
                examples.iter().any(|(command, _)| command.contains(&typed)),
                "no example of {command} {action}"
            );
        }
    }
}

#[test]
fn the_readme_is_short_and_the_program_draws_its_picture() {
    let readme = include_str!("../../README.md");
    assert!(readme.lines().count() <= 120, "too long");
    let wide = readme.lines().find(|line| line.chars().count() > 110);
    assert_eq!(wide, None, "more than 110 columns");
    let picture = "<img src=\"tests/readme/diagram.svg\"";
    let (before, after) = readme.split_once(picture).expect("a picture");
    assert!(
        before.lines().count() < 10,
        "the picture is on the first screen"
    );
    let (command, _) = examples(after).swap_remove(0);
    let folder = env!("CARGO_TARGET_TMPDIR");
    run(&format!("{command} --svg {folder}/readme"));
    let drawn = std::fs::read(format!("{folder}/readme/00001.svg")).expect("drawn");
    assert!(drawn == include_bytes!("diagram.svg"), "another picture");
}

#[test]
fn every_link_of_the_readme_leads_to_a_file() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let targets = include_str!("../../README.md").split("](").skip(1);
    let targets = targets.map(|rest| rest.split([')', '#']).next().expect("an end"));
    let targets: Vec<&str> = targets.collect();
    assert!(targets.len() > 20, "only {} links", targets.len());
    for target in targets {
        assert!(folder.join(target).exists(), "{target}");
    }
}

/// The shell blocks of the README with one line.
fn single_commands() -> Vec<&'static str> {
    let blocks = include_str!("../../README.md").split("```sh\n").skip(1);
    let blocks = blocks.map(|block| block.split("\n```").next().expect("an end"));
    blocks.filter(|block| !block.contains('\n')).collect()
}

#[test]
fn the_readme_begins_with_two_commands_and_ci_runs_them_as_they_are_written() {
    let commands = single_commands();
    let expected = [
        "cargo run --release --locked -- -b suites/mates-2.epd",
        "cargo test --locked",
    ];
    assert_eq!(commands, expected);
    let readme = include_str!("../../README.md");
    let second = readme.find(expected[1]).expect("the tests");
    assert!(readme[..second].lines().count() < 25, "not at the top");
    let ci = include_str!("../../.ci/run");
    let (_, function) = ci.split_once("\nquick_start() {").expect("a function");
    let (function, _) = function.split_once("\n}\n").expect("an end");
    // The function of CI with a cargo that only shows its commands.
    for command in expected {
        let words: Vec<&str> = command.split(' ').take(2).collect();
        let call = format!("quick_start '{}'", words.join(" "));
        let script = format!(
            "cargo() {{ echo \"cargo $*\"; }}; export -f cargo; quick_start() {{{function}\n}}; {call}"
        );
        let shown = Command::new("bash")
            .args(["-c", &script])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .expect("started");
        assert_eq!(String::from_utf8_lossy(&shown.stdout).trim_end(), command);
        let steps = ci.lines().filter(|line| !line.starts_with('#'));
        let calls = steps.filter(|line| line.replace('"', "'").contains(&call));
        assert_eq!(calls.count(), 1, "{call}");
    }
    for step in ["step \"README\" suite_solved", "step \"tests\" tests"] {
        assert_eq!(ci.matches(step).count(), 1, "{step}");
    }
}

#[test]
fn other_lines_do_not_agree() {
    let lines = |text: &str| -> Vec<String> { text.lines().map(str::to_owned).collect() };
    let written = lines("one\ntwo\nthree");
    for shown in [
        "one\ntwo\nthree",
        "...",
        "one\n...",
        "o...\n...\nth...",
        "...\none\ntwo\nthree",
    ] {
        assert!(agree(&lines(shown), &written), "{shown}");
    }
    for shown in [
        "",
        "one\ntwo",
        "one\n...\ntwo",
        "two...\n...",
        "one\ntwo\nthree\nfour",
        "on",
    ] {
        assert!(!agree(&lines(shown), &written), "{shown}");
    }
}

/// The names in the first column of the tables of a page, each with the title of its section.
fn rows(page: &str) -> Vec<(&str, &str)> {
    let mut title = "";
    let mut found = Vec::new();
    for line in page.lines() {
        title = line.strip_prefix("## ").unwrap_or(title);
        let names = line
            .strip_prefix("| `")
            .and_then(|row| row.split_once("` | "));
        if let Some((names, _)) = names {
            found.extend(names.split("`, `").map(|name| (title, name)));
        }
    }
    found
}

#[test]
fn every_script_is_on_its_page_and_ci_runs_the_judges_listed_there() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let ci = std::fs::read_to_string(root.join(".ci/run")).expect("the steps of CI");
    for (folder, least) in [("scripts", 8), ("scripts/judge", 16)] {
        let folder = root.join(folder);
        let page = std::fs::read_to_string(folder.join("README.md")).expect("the page");
        let named = rows(&page);
        for (title, name) in &named {
            let is_run = ci
                .lines()
                .filter(|line| !line.starts_with('#'))
                .flat_map(|line| line.split(|c: char| c.is_whitespace() || c == ';'))
                .any(|word| word == format!("scripts/judge/{name}"));
            if *title == "In CI" || *title == "By hand" {
                assert_eq!(is_run, *title == "In CI", "{title}: {name}");
            }
        }
        let there: Vec<String> = std::fs::read_dir(&folder)
            .expect("the folder")
            .map(|entry| entry.expect("an entry").file_name())
            .map(|name| name.into_string().expect("UTF-8"))
            .filter(|name| name != "__pycache__" && name != "README.md")
            .collect();
        assert!(there.len() >= least, "only {} files", there.len());
        for file in there {
            let rows = named.iter().filter(|(_, name)| **name == file).count();
            let is_a_folder_with_a_page = folder.join(&file).join("README.md").exists();
            assert!(
                rows == 1 || is_a_folder_with_a_page,
                "{rows} rows about {file}"
            );
        }
    }
}
