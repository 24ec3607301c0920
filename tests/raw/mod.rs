//! Any name and any contents of a file are harmless: the text that people see on a terminal, and
//! that a CI service reads as its commands, controls nothing and cannot imitate a line of the
//! program.

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use crate::support::programs::called;
use crate::support::scratch::Scratch;

/// An escape sequence, one of C1 in UTF-8 and as a byte, DEL, bell, marks that change the direction
/// of text.
const HOSTILE: &[u8] = b"\x1b[2J\xc2\x9b1A\x9b\x7f\x07\xe2\x80\xae\xe2\x81\xa6\xd8\x9c";

/// The beginning of a line that appears in no message of these runs.
const FORGED: &str = "solver: forged";

const MATE: &str = "7k/8/5KQ1/8/8/8/8/8 w - -";

/// The text with `HOSTILE` in place of each `@`.
fn hostile(text: &str) -> Vec<u8> {
    let parts: Vec<&[u8]> = text.as_bytes().split(|&byte| byte == b'@').collect();
    parts.join(HOSTILE)
}

/// Files of every form, hostile in name and content, and two that are not files.
fn files(folder: &Path) -> Vec<PathBuf> {
    let name = |ending: &str| {
        let name = [
            HOSTILE,
            b"\n",
            FORGED.as_bytes(),
            b"%,:\r",
            ending.as_bytes(),
        ]
        .concat();
        folder.join(OsString::from_vec(name))
    };
    let contents = [
        (
            ".epd",
            format!(
                "{MATE} dm 1; bm Qg7; id \"@\\n{FORGED}\"; c0 \"@\"; Twin \"b) @\"; x@ 3;\n# @\n\
                 {MATE} Stip \"@\";\n{MATE} bm @; pv Q@;\n8/8@ w - - @\n@\n{MATE} Line \"@\"; am @;\n\
                 {MATE} acd 1; acn 1; acs 9; bm Qf7; ce 32766; dm 1; id \"@\"; pm Qf7; pv Qf7#;\n"
            ),
        ),
        (
            ".pgn",
            format!(
                "[Event \"@\"]\n[White \"@\"]\n[FEN \"{MATE} 0 1\"]\n\n{{ @ }} 1. Qg7@ @ *\n\n\
                 [Variant \"@\"]\n\n1. e4 @ *\n"
            ),
        ),
        (
            ".olv",
            "---\nauthors:\n  - \"\u{202e}\"\nalgebraic:\n  white: [Kf6, Qg6]\n  black: [Kh8\u{202e}]\n\
             stipulation: \"#1\u{9b}\"\n---\nsource: \"\u{202e}\"\nalgebraic:\n  white: [Kf6, Qg6]\n  \
             black: [Kh8]\nstipulation: \"#1\"\nsolution: |\n  1.Qg6-g7 #! \u{9b}\n"
                .to_owned(),
        ),
        (
            ".inp",
            "begin title @\nauthor @\nremark @\npieces white kf6 qg6 black kh8 stip #1\ntwin move @ a1\n\
             next condition @\nnext @\nend\n"
                .to_owned(),
        ),
        (".csv", format!("fen,id,@,stip\n\"{MATE}\",@,x,#1\n\"{MATE}\",@,x,@\n@,,,\n")),
        (
            ".json",
            format!("{{\"fen\":\"{MATE}\",\"id\":\"\\u001b\\u009b\\u202e\\n{FORGED}\"}}\n{{\"fen\":\"\\u001b\"}}\n{{ @ }}\n"),
        ),
        (
            ".bpgn",
            "[Event \"@\"]\n[WhiteA \"@\"][BlackA \"@\"][WhiteB \"c\"][BlackB \"@\"]\n[Date \"@\"]\n[@ \"x\"]\n\n\
             {C:@} 1A. e4{120} { @ } 1a. e5{@} 2A. K@5 2a. e6 {@ resigns} 1-0\n"
                .to_owned(),
        ),
        (
            ".kriegspiel",
            "[White \"@\"]\n[Variant \"Kriegspiel\"]\n\n1. e4 {:C@} e5 {(Ke2:) @} 2. K@ Qh5 1-0\n".to_owned(),
        ),
        (".chest", "LE @\nz @\nf @\nKa1\n@\n".to_owned()),
    ];
    let mut files: Vec<PathBuf> = Vec::new();
    for (ending, text) in contents {
        let path = name(ending);
        fs::write(&path, hostile(&text)).expect("a file");
        files.push(path);
    }
    let directory = name(".folder");
    fs::create_dir(&directory).expect("a folder");
    files.extend([directory, name(".missing")]);
    files
}

fn run(arguments: &[&str], files: &[&Path]) -> Output {
    called(arguments)
        .args(files)
        .stdin(Stdio::null())
        .output()
        .expect("it runs")
}

/// Nothing that controls a terminal or changes the direction of text, except line feeds and tabs.
fn assert_plain(text: &[u8], what: &dyn std::fmt::Debug) {
    let text = String::from_utf8_lossy(text);
    let steers = |c: char| {
        (c.is_control() && c != '\n' && c != '\t')
            || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if let Some((at, c)) = text.char_indices().find(|(_, c)| steers(*c)) {
        let before: String = text[..at].chars().rev().take(60).collect();
        let before: String = before.chars().rev().collect();
        panic!("{what:?}: {c:?} behind {before:?}");
    }
    for line in text.lines() {
        assert!(!line.starts_with(FORGED), "{what:?}: {line:?}");
    }
}

/// Output for people: both streams are tested.
const FOR_PEOPLE: [&[&str]; 16] = [
    &["-z", "1"],
    &["-z", "1", "--final", "--summary", "always"],
    &["-z", "1", "--format", "html"],
    &["-z", "1", "--format", "latex"],
    &["check", "-z", "1"],
    &["verify"],
    &["stats"],
    &["popeye", "-regression"],
    &["chest"],
    &["bpgn", "check"],
    &["bpgn", "columns"],
    &["bpgn", "html"],
    &["bpgn", "position"],
    &["kriegspiel", "check"],
    &["kriegspiel", "html"],
    &["kriegspiel", "show"],
];

/// Output for machines keeps its bytes: people only see standard error.
const FOR_MACHINES: [&[&str]; 15] = [
    &["-b", "-z", "1"],
    &["--format", "json", "-z", "1"],
    &["--format", "tsv", "-z", "1"],
    &["--format", "olv", "-z", "1"],
    &["verify", "--format", "json"],
    &["merge"],
    &["bpgn", "format"],
    &["bpgn", "json"],
    &["bpgn", "split"],
    &["bpgn", "mine"],
    &["bpgn", "join"],
    &["kriegspiel", "filter", "--for", "white"],
    &["kriegspiel", "convert", "--to", "proposal"],
    &["kriegspiel", "solve"],
    &["-b", "-z", "1", "--fen", MATE, "--known"],
];

#[test]
fn nothing_in_a_file_or_its_name_steers_a_terminal() {
    let scratch = Scratch::new();
    let files = files(&scratch.0);
    for path in &files {
        for arguments in FOR_PEOPLE.into_iter().chain(FOR_MACHINES) {
            let output = run(arguments, &[path]);
            let ending = path.extension();
            assert_plain(&output.stderr, &(arguments, ending));
            if FOR_PEOPLE.contains(&arguments) {
                assert_plain(&output.stdout, &(arguments, ending));
            }
        }
        let arguments = ["compare", "--all"];
        let output = run(&arguments, &[&files[0], path]);
        assert_plain(&output.stdout, &(arguments, path.extension()));
        assert_plain(&output.stderr, &(arguments, path.extension()));
    }
}

/// On a terminal, colours and the status line are the program's, and nothing else has an effect.
#[test]
fn nothing_in_a_file_or_its_name_gets_to_a_terminal() {
    let scratch = Scratch::new();
    for path in files(&scratch.0) {
        for arguments in FOR_PEOPLE {
            let shown = on_a_terminal(arguments, &path);
            let shown = String::from_utf8_lossy(&shown);
            for planted in [
                "\u{1b}[2J",
                "\u{9b}",
                "\u{7f}",
                "\u{7}",
                "\u{202e}",
                "\u{2066}",
                "\u{61c}",
            ] {
                assert!(
                    !shown.contains(planted),
                    "{arguments:?} {:?}: {planted:?}",
                    path.extension()
                );
            }
            for line in shown.lines() {
                assert!(!line.starts_with(FORGED), "{arguments:?}: {line:?}");
            }
        }
    }
}

/// The visible output if standard output and standard error are a terminal.
fn on_a_terminal(arguments: &[&str], file: &Path) -> Vec<u8> {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    let screen = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&screen).expect("a terminal");
    unlockpt(&screen).expect("a terminal");
    let name = ptsname(&screen, Vec::new()).expect("a name");
    let name = name.into_string().expect("UTF-8");
    let line = || fs::OpenOptions::new().read(true).write(true).open(&name);
    let mut child = called(arguments)
        .arg(file)
        .env("TERM", "xterm-256color")
        .stdin(Stdio::null())
        .stdout(line().expect("a terminal"))
        .stderr(line().expect("a terminal"))
        .spawn()
        .expect("it runs");
    let mut shown = Vec::new();
    // At the end of the last writer this is an error.
    let _ = std::io::Read::read_to_end(&mut fs::File::from(screen), &mut shown);
    child.wait().expect("it ended");
    shown
}

#[test]
fn a_file_that_is_not_text_gives_a_few_messages() {
    let scratch = Scratch::new();
    let mut state = 1u64;
    let mut random = |_| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 56) as u8
    };
    let noise: Vec<u8> = (0..1_000_000).map(&mut random).collect();
    for beginning in [
        &b"\x7fELF\x02\x01\x01\0\0"[..],
        b"\x89PNG\r\n\x1a\n",
        b"PK\x03\x04",
        b"\xff\xd8\xff\xe0",
    ] {
        let path = scratch.0.join("noise");
        fs::write(&path, [beginning, &noise].concat()).expect("a file");
        for arguments in FOR_PEOPLE.into_iter().chain(FOR_MACHINES) {
            let output = run(arguments, &[&path]);
            let told = output.stderr.split(|&byte| byte == b'\n').count();
            assert!(told < 100, "{arguments:?}: {told} lines");
            assert_ne!(output.status.code(), Some(0), "{arguments:?}");
        }
    }
}

#[test]
fn a_file_that_cannot_be_read_is_a_message_without_a_number_and_gives_no_page() {
    let missing = Path::new("no such file");
    for arguments in FOR_PEOPLE.into_iter().chain(FOR_MACHINES) {
        let output = run(arguments, &[missing]);
        // Errors can also be in JSON.
        let told = [&output.stderr[..], &output.stdout].concat();
        let told = String::from_utf8_lossy(&told);
        assert!(told.contains("no such file"), "{arguments:?}: {told}");
        assert!(!told.contains("os error"), "{arguments:?}: {told}");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
        let shown = String::from_utf8_lossy(&output.stdout);
        match arguments {
            [_, "html"] => assert_eq!(shown, ""),
            ["verify"] => assert!(shown.starts_with("0 records"), "{shown}"),
            _ => {}
        }
    }
}

#[test]
fn statistics_over_what_is_no_record_are_an_error() {
    let scratch = Scratch::new();
    let path = scratch.0.join("x");
    for (text, code) in [
        ("what is this\nand this\n", 2),
        ("# a comment\n\n", 0),
        (
            "what is this\n7k/8/5KQ1/8/8/8/8/8 w - - Limit \"nodes\"; Refuted 0;\n",
            2,
        ),
    ] {
        fs::write(&path, text).expect("a file");
        let output = run(&["stats"], &[&path]);
        assert_eq!(output.status.code(), Some(code), "{text}: {output:?}");
    }
}
