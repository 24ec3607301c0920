//! No output is also an input or another output: every pair of options that name files, under every name of a file.

use std::fs::{self, File, OpenOptions};
use std::process::{Output, Stdio};

use super::{Scratch, solver, text};
use crate::support::programs::called;

/// A record that each of the options can read.
const RECORD: &str = "7k/8/5KQ1/8/8/8/8/8 w - - dm 1;\n";

/// The way in which an option names a file.
#[derive(Clone, Copy)]
enum Role {
    /// As an argument, after this option if it has one.
    Named(&'static str),
    /// On standard input.
    Stdin,
    /// As the FILE.run of `-o`.
    Run,
    /// As a picture.
    Picture,
}

use Role::{Named, Picture, Run, Stdin};

const READERS: [(&str, Role); 3] = [
    ("a file", Named("")),
    ("standard input", Stdin),
    ("--known", Named("--known")),
];

const WRITERS: [(&str, Role); 6] = [
    ("-o", Named("-o")),
    ("-o to go on with", Named("--resume")),
    ("FILE.run", Run),
    ("--stats", Named("--stats")),
    ("--proof", Named("--proof")),
    ("--svg", Picture),
];

/// The arguments that give the file `path` of the folder `scratch` the role; `None` if the file cannot have
/// the role under that name.
fn arguments(role: Role, path: &str) -> Option<Vec<String>> {
    let words: Vec<&str> = match role {
        Named("") => vec![path],
        Named("--resume") => vec!["--resume", "-o", path],
        Named(option) => vec![option, path],
        Stdin => vec![],
        Run => vec!["-o", path.strip_suffix(".run")?],
        Picture => vec!["--svg", path.strip_suffix("/00001-a.run.svg")?],
    };
    Some(words.into_iter().map(str::to_owned).collect())
}

#[test]
fn no_two_options_have_one_file_if_one_of_them_writes() {
    let mut pairs = Vec::new();
    for (number, writer) in WRITERS.iter().enumerate() {
        pairs.extend(READERS.iter().map(|reader| (reader, writer)));
        pairs.extend(WRITERS[..number].iter().map(|other| (other, writer)));
    }
    let mut refused = 0;
    for (one, other) in pairs {
        for (first, second) in [(one, other), (other, one)] {
            refused += refusals(*first, *second);
        }
    }
    assert!(refused > 150, "{refused}");
}

/// Gives `first` the file under its name, and `second` the same file under each of its names; returns the count.
fn refusals(first: (&str, Role), second: (&str, Role)) -> usize {
    let is_output = |role| matches!(role, Named("-o" | "--resume") | Run);
    let is = |role: Role, name| matches!(role, Named(named) if named == name);
    let has = |name| is(first.1, name) || is(second.1, name);
    if is_output(first.1) && is_output(second.1)
        || has("--proof") && (has("--resume") || has("--known"))
    {
        return 0;
    }
    let scratch = Scratch::new();
    fs::create_dir(scratch.path("sub")).unwrap();
    let is_picture = [first.1, second.1]
        .iter()
        .any(|role| matches!(role, Picture));
    let name = match is_picture {
        true => "00001-a.run.svg",
        false => "file.run",
    };
    let file = scratch.file(name, RECORD);
    let hard = scratch.path("hard.run");
    fs::hard_link(&file, &hard).unwrap();
    std::os::unix::fs::symlink(&file, scratch.path("link.run")).unwrap();
    std::os::unix::fs::symlink("../", scratch.path("sub/up")).unwrap();
    let mut names = vec![
        file.clone(),
        scratch.path(&format!("./{name}")),
        scratch.path(&format!("sub/../{name}")),
        scratch.path(&format!("sub/up/{name}")),
        scratch.path("link.run"),
    ];
    if !is_picture {
        // A picture replaces one of the names.
        names.push(hard);
    }
    if matches!(first.1, Stdin) {
        names.extend(["/dev/stdin", "/proc/self/fd/0"].map(str::to_owned));
    }
    let mut refused = 0;
    for path in names {
        let words = [arguments(first.1, &file), arguments(second.1, &path)];
        let [Some(words), Some(more)] = words else {
            continue;
        };
        let words: Vec<&str> = words.iter().chain(&more).map(String::as_str).collect();
        let mut command = solver(&words);
        if is_picture {
            // Without it, -o refuses the ending of a picture.
            command.args(["--format", "tsv"]);
        }
        if [first.1, second.1].iter().any(|role| matches!(role, Stdin)) {
            command.stdin(Stdio::from(File::open(&file).unwrap()));
        }
        let output = command.output().unwrap();
        let what = format!(
            "{} and {}: {words:?}: {}",
            first.0,
            second.0,
            text(&output.stderr)
        );
        assert_eq!(output.status.code(), Some(64), "{what}");
        assert!(
            text(&output.stderr).contains("needs a file of its own"),
            "{what}"
        );
        assert_eq!(fs::read(&file).unwrap(), RECORD.as_bytes(), "{what}");
        refused += 1;
    }
    refused
}

/// Files that do not exist yet.
#[test]
fn no_two_options_make_one_file() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.path("sub")).unwrap();
    let input = scratch.file("in", RECORD);
    let new = scratch.path("new");
    let beside = scratch.path("new.run");
    for options in [["-o", "--stats"], ["-o", "--proof"], ["--proof", "--stats"]] {
        for other in ["new", "./new", "sub/../new", "NEW"] {
            let words = [options[0], &new, options[1], &scratch.path(other), &input];
            let output = solver(&words).output().unwrap();
            assert_eq!(output.status.code(), Some(64), "{words:?}");
        }
    }
    for option in ["--stats", "--proof"] {
        let output = solver(&["-o", &new, option, &beside, &input])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(64), "{option}");
    }
    assert!(!fs::exists(&new).unwrap() && !fs::exists(&beside).unwrap());
}

/// The commands that read files and write to standard output, without their files.
const FILTERS: [&str; 21] = [
    "",
    "-b",
    "check",
    "verify",
    "merge",
    "stats",
    "compare other",
    "popeye",
    "chest",
    "bpgn check",
    "bpgn format",
    "bpgn columns",
    "bpgn json",
    "bpgn mine",
    "bpgn html",
    "bpgn position",
    "bpgn split",
    "kriegspiel check",
    "kriegspiel filter --for white",
    "kriegspiel convert --to proposal",
    "kriegspiel html",
];

/// Files under all names: `file`, a hard link, links, indirect paths.
fn names(scratch: &Scratch) -> [String; 6] {
    fs::create_dir(scratch.path("sub")).unwrap();
    scratch.file("other", RECORD);
    let file = scratch.file("file", RECORD);
    fs::hard_link(&file, scratch.path("hard")).unwrap();
    std::os::unix::fs::symlink(&file, scratch.path("link")).unwrap();
    std::os::unix::fs::symlink("../", scratch.path("sub/up")).unwrap();
    [
        "file",
        "./file",
        "sub/../file",
        "sub/up/file",
        "hard",
        "link",
    ]
    .map(|name| scratch.path(name))
}

fn run(scratch: &Scratch, words: &[&str], input: Stdio, output: Stdio) -> Output {
    called(words)
        .current_dir(scratch.path("."))
        .stdin(input)
        .stdout(output)
        .output()
        .unwrap()
}

fn assert_refused(output: &Output, what: &dyn std::fmt::Debug) {
    let told = text(&output.stderr);
    assert_eq!(output.status.code(), Some(64), "{what:?}: {told}");
    assert!(told.contains("needs a file of its own"), "{what:?}: {told}");
}

#[test]
fn no_command_reads_the_file_that_is_its_standard_output() {
    for filter in FILTERS {
        let scratch = Scratch::new();
        let names = names(&scratch);
        let output = || Stdio::from(OpenOptions::new().append(true).open(&names[0]).unwrap());
        let words: Vec<&str> = filter.split_whitespace().collect();
        for name in &names {
            let words = [&words[..], &[name]].concat();
            assert_refused(&run(&scratch, &words, Stdio::null(), output()), &words);
        }
        if !filter.contains("other") {
            for dash in [&[][..], &["-"]] {
                let words = [&words[..], dash].concat();
                let input = Stdio::from(File::open(&names[0]).unwrap());
                assert_refused(&run(&scratch, &words, input, output()), &words);
            }
        }
        assert_eq!(fs::read(&names[0]).unwrap(), RECORD.as_bytes(), "{filter}");
    }
}

#[test]
fn files_made_next_to_others_are_not_inputs_either() {
    let scratch = Scratch::new();
    let names = names(&scratch);
    let board = scratch.path("board-A.pgn");
    fs::rename(&names[0], &board).unwrap();
    let hard = &names[4];
    for words in [
        ["bpgn", "split", "-o", "board", &board],
        ["bpgn", "split", "-o", "sub/../board", hard],
    ] {
        let refused = run(&scratch, &words, Stdio::null(), Stdio::piped());
        assert_refused(&refused, &words);
    }
    assert_eq!(fs::read(hard).unwrap(), RECORD.as_bytes());
}

/// The output replaces the file when everything has been read.
#[test]
fn the_output_of_merge_may_be_an_input_under_any_name() {
    let scratch = Scratch::new();
    let names = names(&scratch);
    let merged = |output: &str, input: &str| {
        let words = ["merge", "-o", output, input, "other"];
        let output = run(&scratch, &words, Stdio::null(), Stdio::piped());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        fs::read(&names[0]).unwrap()
    };
    for name in &names {
        assert_eq!(merged(&names[0], name), RECORD.as_bytes(), "{name}");
        assert_eq!(merged(name, &names[0]), RECORD.as_bytes(), "{name}");
    }
}
