//! A user who pastes the shell blocks of the README or of a manual, one after another, into a
//! terminal gets answers: each text is run in a folder that contains only links to the shipped
//! files and the files that the text assumes to be the reader's own.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support::programs;

/// The names of the reader's files in a manual.
const OWN_FILES: [&str; 11] = [
    "suite.epd",
    "positions.epd",
    "claims.epd",
    "run1.epd",
    "run2.epd",
    "monday.epd",
    "a.epd",
    "b.epd",
    "new.epd",
    "games.epd",
    "huge.epd",
];

/// The beginnings of commands that the tests cannot run here, each with the reason.
const ELSEWHERE: [(&str, &str); 7] = [
    ("apt ", "installs"),
    ("tar ", "installs"),
    ("pip ", "installs"),
    ("cargo ", "builds: CI runs the quick start as it is written"),
    ("scripts/", "needs Python's packages: CI runs each of them"),
    ("duckdb ", "needs DuckDB: CI reads both files with it"),
    ("ls *.epd | parallel", "needs GNU parallel: CI runs it"),
];

/// An empty folder with links to the shipped files.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("pasted-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("bin")).expect("a folder");
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    for shipped in ["suites", "tests", "scripts"] {
        symlink(project.join(shipped), folder.join(shipped)).expect("a link");
    }
    folder
}

/// Puts the files into the folder that a manual assumes to be the reader's own.
fn add_own_files(folder: &Path) {
    let suite = fs::read(folder.join("suites/mates-2.epd")).expect("a suite");
    for name in OWN_FILES {
        fs::write(folder.join(name), &suite).expect("written");
    }
    let records = folder.join("tests/formats/files/problems.inp");
    fs::copy(records, folder.join("problem.inp")).expect("copied");
    let chest = "LE\nf 7k/8/8/4K3/8/8/6Q1/8\nz2w\n";
    fs::write(folder.join("problem.chest"), chest).expect("written");
}

/// The lines of the shell blocks.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let blocks = text.split("```sh\n").skip(1);
    blocks.flat_map(|block| block.split("```").next().expect("an end").lines())
}

/// Runs the lines in one shell, as if they were pasted; returns their number.
fn paste(name: &str, text: &str, folder: &Path) -> usize {
    let own = [folder.join("bin"), programs::folder()];
    let path = std::env::var_os("PATH").expect("a path");
    let path = std::env::join_paths(own.into_iter().chain(std::env::split_paths(&path)));
    let mut script = String::from("exec </dev/null\n");
    let mut pasted = 0;
    for line in lines(text) {
        if ELSEWHERE
            .iter()
            .any(|(beginning, _)| line.starts_with(beginning))
        {
            continue;
        }
        pasted += 1;
        // A window stays open until Ctrl-C.
        let line = match line.starts_with("solver window") {
            true => format!("timeout -s INT 1 {line}\n[ $? -eq 124 ] || exit 3"),
            false => line.to_owned(),
        };
        // Negative verdicts, and messages about malformed records, are also answers.
        script += &format!(
            "{line}\ncode=$?; [ $code -le 2 ] || {{ echo \"exit code $code\"; exit 1; }}\n"
        );
    }
    let output = Command::new("bash")
        .args(["-c", &format!("{{\n{script}\n}} 2>&1")])
        .current_dir(folder)
        .env("PATH", path.expect("a path"))
        .env("HOME", folder)
        .output()
        .expect("started");
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{name}: {shown}\n{script}");
    for complaint in ["no such file", "No such file", "not found", "Usage:"] {
        assert!(!shown.contains(complaint), "{name}: {shown}");
    }
    pasted
}

#[test]
fn the_readme_can_be_pasted_downwards() {
    let pasted = paste("README", include_str!("../../README.md"), &folder("readme"));
    assert!(pasted >= 14, "only {pasted} lines");
}

#[test]
fn every_manual_can_be_pasted_downwards() {
    let manuals = [
        ("epd", include_str!("../../src/run/answer/manual.md")),
        ("lines", include_str!("../../src/run/answer/lines.md")),
        ("olive", include_str!("../../src/doors/chest/manual.md")),
        ("merge", include_str!("../../src/run/merge/manual.md")),
        ("popeye", include_str!("../../src/doors/popeye/manual.md")),
        (
            "files",
            include_str!("../../src/forms/collection/manual.md"),
        ),
        ("reports", include_str!("../../src/forms/report/manual.md")),
        ("kriegspiel", include_str!("../../src/kriegspiel/manual.md")),
        ("bpgn", include_str!("../../src/bpgn/manual.md")),
        ("uci", include_str!("../../src/doors/uci/manual.md")),
    ];
    for (name, manual) in manuals {
        let folder = folder(name);
        add_own_files(&folder);
        let pasted = paste(name, manual, &folder);
        assert_eq!(pasted > 0, manual.contains("```sh"), "{name}: {pasted}");
    }
}
