//! Ctrl-C, TERM and HUP: once for an orderly end, twice for an end at once. USR1: a status line.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};

use crate::bulk::{Scratch, ended, fed, signal, solver, text, until, waits_for_a_pipe};
use crate::support::programs::called;

/// The same program, with HUP enabled even if these tests run under `nohup`: otherwise all their
/// children would ignore HUP and wait for ever.
fn hearing_hangup(command: &Command) -> Command {
    let mut outer = Command::new("env");
    outer
        .arg("--default-signal=HUP")
        .arg(command.get_program())
        .args(command.get_args())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    outer
}

/// Before the program catches the signal, it would end the program.
fn until_usr1_is_caught(child: &Child) {
    until("signals are caught", || {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
        let caught = status
            .lines()
            .find_map(|l| l.strip_prefix("SigCgt:"))
            .unwrap();
        u64::from_str_radix(caught.trim(), 16).unwrap() >> 9 & 1 == 1
    });
}

#[test]
fn one_signal_ends_a_run_that_waits_for_input() {
    for name in ["INT", "TERM", "HUP"] {
        let mut child = hearing_hangup(&solver(&["-j", "2"]))
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        writeln!(stdin, "# first").unwrap();
        let mut answer = String::new();
        stdout.read_line(&mut answer).unwrap();
        signal(&child, name);
        assert_eq!(ended(&mut child).code(), Some(130), "{name}");
        drop(stdin);
    }
}

#[test]
fn one_signal_ends_a_resume_that_waits_for_input_and_leaves_the_file_alone() {
    let scratch = Scratch::new();
    // More than a pipe holds, so that the program must have begun to read when this ends.
    let mut comment = b"# 1\n# 2".to_vec();
    comment.resize(1 << 20, b' ');
    let path = scratch.path("out");
    fed(&mut solver(&["-o", &path]), [&comment[..], b"\n"].concat());
    let mut held = fs::read(&path).unwrap();
    held.extend_from_slice(b"# torn");
    fs::write(&path, &held).unwrap();
    let mut child = solver(&["-o", &path, "--resume"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    comment.extend_from_slice(b"no line feed");
    stdin.write_all(&comment).unwrap();
    signal(&child, "INT");
    assert_eq!(ended(&mut child).code(), Some(130));
    assert!(fs::read(&path).unwrap() == held);
}

/// Files that are opened before the run begins, and the file of numbers at its end.
#[test]
fn one_signal_ends_a_run_that_waits_for_the_other_end_of_a_pipe() {
    let scratch = Scratch::new();
    let input = scratch.file("in.epd", b"7k/8/8/4K3/8/8/6Q1/8 w - - Stip \"#2\";\n");
    let pipe = scratch.path("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    for arguments in [
        &["--known", &pipe][..],
        &["-o", &pipe],
        &["--proof", &pipe],
        &["--stats", &pipe],
        &["--known", &input, "-o", &pipe],
    ] {
        let mut child = solver(&[&[&input[..]], arguments].concat())
            .spawn()
            .unwrap();
        until_usr1_is_caught(&child);
        until("it waits", || waits_for_a_pipe(&child));
        signal(&child, "INT");
        assert_eq!(ended(&mut child).code(), Some(130), "{arguments:?}");
    }
}

#[test]
fn one_signal_ends_any_command_that_waits_for_the_other_end_of_a_pipe() {
    let scratch = Scratch::new();
    let record = scratch.file("in.epd", b"7k/8/8/4K3/8/8/6Q1/8 w - - Stip \"#2\";\n");
    let pipe = scratch.path("pipe");
    let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    for words in [
        &[][..],
        &["check"],
        &["merge"],
        &["merge", &record, "-o"],
        &["verify"],
        &["stats"],
        &["compare", &record],
        &["popeye"],
        &["chest"],
        &["bpgn", "check"],
        &["bpgn", "format"],
        &["bpgn", "position"],
        &["bpgn", "join", &record],
        &["kriegspiel", "check"],
        &["kriegspiel", "html"],
        &["kriegspiel", "show"],
    ] {
        let mut child = called(words)
            .arg(&pipe)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        until("it waits", || waits_for_a_pipe(&child));
        // A shell starts background processes with INT ignored.
        signal(&child, "TERM");
        let status = ended(&mut child);
        let is_ended = status.code() == Some(130) || status.signal() == Some(15);
        assert!(is_ended, "{words:?}: {status:?}");
    }
}

#[test]
fn answers_from_before_the_signal_are_written_whole() {
    let scratch = Scratch::new();
    let path = scratch.path("out");
    let mut child = solver(&["-j", "8", "-o", &path])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || {
        let mut written = 0;
        while writeln!(stdin, "# line {written}").is_ok() {
            written += 1;
        }
    });
    until("a part is written", || {
        fs::metadata(&path).is_ok_and(|data| data.len() > 100_000)
    });
    signal(&child, "TERM");
    assert_eq!(ended(&mut child).code(), Some(130));
    writer.join().unwrap();
    let written = text(&fs::read(&path).unwrap());
    assert!(written.ends_with('\n'));
    for (i, line) in written.lines().enumerate() {
        assert_eq!(line, format!("# line {i}"));
    }
}

#[test]
fn a_job_under_way_is_ended_and_says_so() {
    // Far more than the test waits for.
    let job = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let mut child = solver(&["-Z", "40", "-j", "2"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    writeln!(stdin, "# first\n{job}").unwrap();
    let mut answer = String::new();
    stdout.read_line(&mut answer).unwrap();
    signal(&child, "INT");
    assert_eq!(ended(&mut child).code(), Some(130));
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).unwrap();
    // The signal may arrive before the job is begun: then there is no record of it.
    assert!(rest.lines().count() <= 1, "{rest}");
    let passed_through = rest.trim_end() == job;
    assert!(rest.is_empty() || passed_through || rest.contains("Limit \"stopped\";"));
}

#[test]
fn a_second_signal_ends_even_a_run_that_cannot_write() {
    // The output is not read: the program is blocked in a write, which no flag can end.
    let mut child = solver(&[]).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut comment = vec![b'#'; 4 << 20];
    comment.push(b'\n');
    stdin.write_all(&comment).unwrap();
    let mut status = None;
    until("the second signal ends the program", || {
        // Two simultaneous signals may arrive as one.
        signal(&child, "INT");
        status = child.try_wait().unwrap();
        status.is_some()
    });
    assert_eq!(status.unwrap().code(), Some(130));
}

#[test]
fn usr1_asks_for_one_status_line_and_the_run_goes_on() {
    for arguments in [&["-j", "1"][..], &["--progress", "never"]] {
        let mut child = solver(arguments).stdin(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        let (mut answer, mut said) = (String::new(), String::new());
        writeln!(stdin, "# first").unwrap();
        stdout.read_line(&mut answer).unwrap();
        signal(&child, "USR1");
        stderr.read_line(&mut said).unwrap();
        assert!(said.starts_with("1 ") && said.ends_with("/s\n"), "{said:?}");
        writeln!(stdin, "# second").unwrap();
        drop(stdin);
        stdout.read_to_string(&mut answer).unwrap();
        assert_eq!(answer, "# first\n# second\n");
        assert_eq!(ended(&mut child).code(), Some(0));
        said.clear();
        stderr.read_to_string(&mut said).unwrap();
        assert_eq!(said, "", "it was asked once");
    }
}

#[test]
fn usr1_shows_the_record_under_way_and_the_depth_it_has_refuted() {
    let job = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let mut child = solver(&["-Z", "40", "-j", "2"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    writeln!(stdin, "# first\n{job}").unwrap();
    let mut said = String::new();
    until_usr1_is_caught(&child);
    until("the depth is told", || {
        signal(&child, "USR1");
        said.clear();
        stderr.read_line(&mut said).unwrap();
        said.contains(" refuted ")
    });
    let refuted = said.trim_end().rsplit_once(" refuted ").unwrap().1;
    assert!(said.contains(" line 2 0:"), "{said:?}");
    assert!(
        (1..40).contains(&refuted.parse::<u32>().unwrap()),
        "{said:?}"
    );
    signal(&child, "INT");
    assert_eq!(ended(&mut child).code(), Some(130));
}

#[test]
fn a_verification_tells_how_far_it_is_and_ends_with_its_totals() {
    let scratch = Scratch::new();
    // Far more records than are verified in the time this takes.
    let record = b"6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8#; dm 1;\n";
    let input = scratch.file("in", record.repeat(400_000));
    let mut program = Command::new(env!("CARGO_BIN_EXE_solver"));
    let mut child = hearing_hangup(program.args(["verify", &input]))
        .spawn()
        .unwrap();
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    until_usr1_is_caught(&child);
    signal(&child, "USR1");
    let mut said = String::new();
    stderr.read_line(&mut said).unwrap();
    assert!(said.contains(" claims: "), "{said:?}");
    signal(&child, "HUP");
    assert_eq!(ended(&mut child).code(), Some(130));
    let mut totals = String::new();
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut totals)
        .unwrap();
    assert!(totals.contains("\nall "), "{totals}");
}

#[test]
fn under_nohup_a_hangup_ends_nothing() {
    let mut child = Command::new("sh")
        .args(["-c", "trap '' HUP; exec \"$0\" -b"])
        .arg(env!("CARGO_BIN_EXE_solver"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut answer = String::new();
    writeln!(stdin, "# first").unwrap();
    stdout.read_line(&mut answer).unwrap();
    signal(&child, "HUP");
    writeln!(stdin, "# second").unwrap();
    drop(stdin);
    stdout.read_to_string(&mut answer).unwrap();
    assert_eq!(answer, "# first\n# second\n");
    assert_eq!(ended(&mut child).code(), Some(0));
}
