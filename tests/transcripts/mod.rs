//! The program at a prompt: each file in the folder of a topic is the output of a shell.
//!
//! Under each `##` heading, which states the promise, a shell begins in an empty folder and runs the commands of
//! the ` ```console ` blocks one after the other; those before the first heading are run first under each. A command
//! follows `$ `, and its further lines follow `> `. Below it are its standard output, its standard error after `! `,
//! and its exit code after `? ` unless it is 0. The folder contains `suites` and `tests`, as the project does.
//!
//! `[..]` is any text within a line, `...` any lines. With `SNAPSHOTS=overwrite` in the environment the program's
//! present output is written into the file.

use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::{Command, Stdio};

use snapbox::{Assert, Data, assert::DEFAULT_ACTION_ENV, data::DataFormat};

use crate::support::path::path;
use crate::support::scratch::Scratch;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

macro_rules! topics {
    ($($topic:ident)*) => {
        $(#[test]
        fn $topic() {
            shows_what_it_did(stringify!($topic));
        })*

        #[test]
        fn every_folder_is_a_topic() {
            let mut folders: Vec<String> = names("")
                .into_iter()
                .filter(|name| !name.contains('.'))
                .collect();
            folders.sort();
            assert_eq!(folders, [$(stringify!($topic)),*]);
        }
    };
}

topics!(beliefs bpgn bulk chest compare ending epd formats kriegspiel merge play player popeye proof report reuse verify);

/// The contents of a folder of the transcripts.
fn names(folder: &str) -> Vec<String> {
    let folder = Path::new(ROOT).join("tests/transcripts").join(folder);
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
    let names = fs::read_dir(folder).expect("a folder").map(name);
    names
        .map(|name| name.into_string().expect("text"))
        .collect()
}

fn shows_what_it_did(topic: &str) {
    let mut names = names(topic);
    names.retain(|name| name.ends_with(".md"));
    assert!(!names.is_empty());
    for name in names {
        let path = Path::new(ROOT).join(format!("tests/transcripts/{topic}/{name}"));
        let text = fs::read_to_string(&path).expect("a transcript");
        let mut sections = text.split_inclusive("\n## ");
        let before = sections.next().expect("a heading");
        let mut shown = before.to_owned();
        for section in sections {
            shown += &run(section, &commands(before));
        }
        Assert::new()
            .normalize_paths(false)
            .action_env(DEFAULT_ACTION_ENV)
            .eq(shown, Data::read_from(&path, Some(DataFormat::Text)));
    }
}

/// The commands of a section, each with the place after which its output begins.
fn commands(section: &str) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    let (mut is_inside, mut goes_on) = (false, false);
    for line in section.lines() {
        if line.starts_with("```") {
            is_inside = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| is_inside) {
            commands.push(command.to_owned());
            goes_on = true;
        } else if let Some(more) = line.strip_prefix('>').filter(|_| is_inside && goes_on) {
            let command = commands.last_mut().expect("a command");
            *command += "\n";
            *command += more.strip_prefix(' ').unwrap_or(more);
        } else {
            goes_on = false;
        }
    }
    commands
}

/// The expected section: its commands are run after the commands in `before`.
fn run(section: &str, before: &[String]) -> String {
    let scratch = Scratch::new();
    let folder = scratch.0.join("folder");
    fs::create_dir(&folder).expect("a folder");
    for name in ["suites", "tests"] {
        symlink(Path::new(ROOT).join(name), folder.join(name)).expect("a link");
    }
    let commands = commands(section);
    let mut script: String = before
        .iter()
        .map(|command| format!("{command}\n"))
        .collect();
    for (number, command) in commands.iter().enumerate() {
        let streams = format!(
            ">$streams/{number}.out 2>$streams/{number}.err; echo $? >$streams/{number}.code"
        );
        writeln!(script, "{{ {command}\n}} {streams}").expect("memory");
    }
    let ended = Command::new("sh")
        .args(["-c", &script])
        .current_dir(&folder)
        .env("PATH", path())
        .env("streams", &scratch.0)
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let heading = section.lines().next();
    assert_eq!(String::from_utf8_lossy(&ended.stderr), "", "{heading:?}");
    let stream = |number: usize, name: &str| {
        let bytes = fs::read(scratch.0.join(format!("{number}.{name}"))).expect("a stream");
        let text = String::from_utf8_lossy(&bytes).into_owned();
        match text.is_empty() || text.ends_with('\n') {
            true => text,
            false => text + "\n(no line feed at the end)\n",
        }
    };
    let mut shown = String::new();
    let mut number = 0;
    let mut is_inside = false;
    for line in section.split_inclusive('\n') {
        if line.starts_with("```") {
            is_inside = line.trim_end() == "```console";
        } else if is_inside && line.starts_with("$ ") {
            let lines = commands[number].split('\n');
            for (begin, line) in ["$ "].into_iter().chain(std::iter::repeat("> ")).zip(lines) {
                shown += format!("{begin}{line}").trim_end();
                shown += "\n";
            }
            shown += &stream(number, "out");
            let messages = stream(number, "err");
            shown.extend(messages.lines().map(|line| format!("! {line}\n")));
            let code = stream(number, "code");
            if code != "0\n" {
                write!(shown, "? {code}").expect("memory");
            }
            number += 1;
            continue;
        }
        if !is_inside || line.starts_with("```") {
            shown += line;
        }
    }
    shown
}
