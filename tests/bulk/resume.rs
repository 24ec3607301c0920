//! `-o FILE --resume`: however the earlier run ended, the bytes become those of a run that was
//! never interrupted.

use std::fs;
use std::io::Write;
use std::process::{Output, Stdio};

use crate::bulk::{Scratch, ended, fed, head, signal, solver, suite, text, until};

const LINES: usize = 3000;

/// An input, the expected output, and a place for the output of an interrupted run.
struct Case {
    scratch: Scratch,
    suite: Vec<u8>,
    input: String,
    path: String,
    expected: Vec<u8>,
}

impl Case {
    fn new(lines: usize) -> Case {
        let scratch = Scratch::new();
        let suite = suite(lines);
        let input = scratch.file("in", &suite);
        let path = scratch.path("out");
        let expected = fed(&mut solver(&[&input]), b"").stdout;
        assert_eq!(expected.split(|b| *b == b'\n').count(), lines + 1);
        Case {
            scratch,
            suite,
            input,
            path,
            expected,
        }
    }

    fn resume(&self) -> Output {
        let arguments = ["-j", "2", "-o", &self.path, "--resume", &self.input];
        fed(&mut solver(&arguments), b"")
    }

    /// FILE and FILE.run are those of a run over the first lines of the input.
    fn begun(&self, lines: usize) {
        let _ = fs::remove_file(&self.path);
        fs::write(&self.input, head(&self.suite, lines)).unwrap();
        assert_eq!(self.resume().status.code(), Some(0));
        assert!(self.held() == head(&self.expected, lines));
        fs::write(&self.input, &self.suite).unwrap();
    }

    fn run_file(&self) -> String {
        format!("{}.run", self.path)
    }

    fn held(&self) -> Vec<u8> {
        fs::read(&self.path).unwrap()
    }

    fn becomes_whole(&self) {
        let output = self.resume();
        let stderr = text(&output.stderr);
        assert!(!stderr.contains("cannot resume"), "{stderr}");
        assert!(self.held() == self.expected);
    }

    /// Resuming is refused with a message that contains `words`, and FILE is unchanged.
    fn is_refused(&self, words: &[&str]) {
        let before = self.held();
        let output = self.resume();
        assert_eq!(output.status.code(), Some(2));
        let stderr = text(&output.stderr);
        for word in words {
            assert!(stderr.contains(word), "{stderr}");
        }
        assert!(self.held() == before);
    }
}

/// The lines of `text` with line `number` (from 1) replaced.
fn with_line(text: &[u8], number: usize, line: &str) -> Vec<u8> {
    let mut changed = head(text, number - 1).to_vec();
    changed.extend_from_slice(line.as_bytes());
    changed.push(b'\n');
    changed.extend_from_slice(&text[head(text, number).len()..]);
    changed
}

#[test]
fn after_kill_9_with_any_number_of_lines_written() {
    let case = Case::new(LINES);
    for lines in [0, 1, 2, 700, LINES - 1, LINES] {
        let _ = fs::remove_file(&case.path);
        let mut child = solver(&["-j", "2", "-o", &case.path])
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(head(&case.suite, lines)).unwrap();
        let written = head(&case.expected, lines);
        until("so many lines are written", || {
            fs::metadata(&case.path).is_ok_and(|data| data.len() == written.len() as u64)
        });
        child.kill().unwrap();
        ended(&mut child);
        assert!(case.held() == written);
        case.becomes_whole();
    }
}

#[test]
fn after_kill_9_at_any_moment_again_and_again() {
    let case = Case::new(60_000);
    let mut length = 0;
    loop {
        let arguments = ["-o", &case.path, "--resume", &case.input];
        let mut child = solver(&arguments).stderr(Stdio::null()).spawn().unwrap();
        let mut status = None;
        until("the file grows", || {
            status = child.try_wait().unwrap();
            let now = fs::metadata(&case.path).map_or(0, |data| data.len());
            status.is_some() || now > length
        });
        if status.is_some() {
            break;
        }
        child.kill().unwrap();
        ended(&mut child);
        length = fs::metadata(&case.path).unwrap().len();
    }
    assert!(case.held() == case.expected);
}

/// A record that was stopped is written, but is not an answer.
#[test]
fn all_from_the_first_stopped_record_on_is_done_again() {
    let scratch = Scratch::new();
    let hard = "1k6/8/8/8/8/8/1p6/1K1RN3 w - - id \"hard\";\n";
    let input = scratch.file("in", [&suite(9), hard.as_bytes(), &suite(9)].concat());
    let path = scratch.path("out");
    let arguments = ["-Z", "20", "--nodes", "1M", "-j", "2", &input];
    let expected = fed(&mut solver(&arguments), b"").stdout;
    assert!(text(&expected).contains("Limit \"nodes\""));
    let mut child = solver(&[&arguments[..], &["-o", &path]].concat())
        .spawn()
        .unwrap();
    let written = head(&expected, 9).len() as u64;
    until("the hard record is begun", || {
        fs::metadata(&path).is_ok_and(|data| data.len() >= written)
    });
    signal(&child, "INT");
    assert_eq!(ended(&mut child).code(), Some(130));
    let held = text(&fs::read(&path).unwrap());
    assert!(held.contains("Limit \"stopped\""), "{held}");
    let output = fed(
        &mut solver(&[&arguments[..], &["-o", &path, "--resume"]].concat()),
        b"",
    );
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(fs::read(&path).unwrap() == expected);
}

#[test]
fn an_absent_or_empty_file_is_a_beginning_and_a_full_one_an_end() {
    let case = Case::new(50);
    case.becomes_whole();
    // Then the contents of FILE.run do not matter.
    fs::write(&case.path, b"").unwrap();
    case.becomes_whole();
    let output = case.resume();
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    assert!(case.held() == case.expected);
}

#[test]
fn records_without_their_run_are_left_alone_and_the_ways_out_are_named() {
    let case = Case::new(50);
    case.begun(20);
    fs::remove_file(case.run_file()).unwrap();
    for held in [&case.held()[..], &case.suite, b"my notes"] {
        fs::write(&case.path, held).unwrap();
        let known = format!("--known {}", case.path);
        let missing = format!("{} is not there", case.run_file());
        case.is_refused(&[&missing, &known, "without --resume"]);
    }
    let other = case.scratch.path("other");
    fs::write(&case.path, head(&case.expected, 20)).unwrap();
    let arguments = ["--known", &case.path, "-o", &other, &case.input];
    fed(&mut solver(&arguments), b"");
    assert!(fs::read(other).unwrap() == case.expected);
}

#[test]
fn a_run_of_another_layout_can_be_restarted_but_not_resumed() {
    let case = Case::new(50);
    case.begun(20);
    let run = text(&fs::read(case.run_file()).unwrap());
    fs::write(
        case.run_file(),
        run.replace("\"layout\": 3", "\"layout\": 1"),
    )
    .unwrap();
    case.is_refused(&["layout 1 is not known"]);
    fed(&mut solver(&["-o", &case.path, &case.input]), b"");
    assert!(case.held() == case.expected);
}

#[test]
fn records_of_other_options_are_refused_and_left_alone() {
    let case = Case::new(50);
    let made = |options: &[&str]| {
        let _ = fs::remove_file(&case.path);
        fed(
            &mut solver(&[options, &["-o", &case.path, &case.input]].concat()),
            b"",
        );
    };
    for (options, says) in [
        (&["-Z", "2"][..], "-Z 2 (here -Z 1)"),
        (&["--nodes", "50"], "--nodes 50 (here no --nodes)"),
        (&["--first"], "--first (here no --first)"),
        (&["--format", "json"], "--format json (here no --format)"),
    ] {
        made(options);
        case.is_refused(&[
            &format!("{}: these records were made", case.run_file()),
            says,
        ]);
    }
    // Options that do not affect the records may differ.
    for options in [&["-j", "1"][..], &["--progress", "always", "-j", "2"]] {
        made(options);
        let output = case.resume();
        assert_eq!(
            (output.status.code(), text(&output.stderr)),
            (Some(0), String::new())
        );
        assert!(case.held() == case.expected);
    }
    // Also if the run had not reached its first record yet.
    let _ = fs::remove_file(&case.path);
    fed(&mut solver(&["--first", "-o", &case.path]), b"");
    fs::write(&case.path, head(&case.expected, 3)).unwrap();
    case.is_refused(&["--first (here no --first)"]);
    // A file without records is begun anew, whatever FILE.run says.
    made(&["--first"]);
    fs::write(&case.path, b"").unwrap();
    assert_eq!(text(&case.resume().stderr), "");
    assert!(case.held() == case.expected);
    // So is a file that is not resumed.
    made(&["--first"]);
    fed(&mut solver(&["-o", &case.path, &case.input]), b"");
    assert_eq!(text(&case.resume().stderr), "");
}

#[test]
fn records_that_somebody_changed_are_refused() {
    let case = Case::new(50);
    case.becomes_whole();
    for (old, new) in [
        ("acn 1;", "acn 9;"),
        ("bm Qg7#", "bm Qe8#"),
        ("acn 1;", "acn 10;"),
    ] {
        let changed = text(&case.expected).replacen(old, new, 1);
        assert_ne!(changed.as_bytes(), case.expected);
        fs::write(&case.path, &changed).unwrap();
        case.is_refused(&["it was changed after it was written"]);
    }
    fs::write(&case.path, head(&case.expected, 30)).unwrap();
    let had = format!("and had {} when it was written", case.expected.len());
    case.is_refused(&[&had]);
}

/// A power cut leaves zeros, or arbitrary bytes, after the data that reached the disk; an answer
/// among these may come from another run.
#[test]
fn records_that_were_not_on_the_disk_are_solved_again() {
    let case = Case::new(50);
    for lines in [0, 1, 20, 50] {
        let behind = &case.expected[head(&case.expected, lines).len()..];
        let false_answers = text(behind).replace("acn 1;", "acn 9;");
        for tail in [
            &b"\0\0\0\0"[..],
            b"\0\n\0\n",
            b"my notes",
            b"my notes\n",
            &behind[..behind.len() / 2],
            behind,
            false_answers.as_bytes(),
            &[&behind[..behind.len() / 2], &[0; 5000]].concat(),
            &[&[0; 5000], &behind[behind.len() / 2..]].concat(),
        ] {
            case.begun(lines);
            fs::write(&case.path, [case.held().as_slice(), tail].concat()).unwrap();
            let output = case.resume();
            assert_eq!(output.status.code(), Some(0));
            let is_said = text(&output.stderr).contains("does not vouch for them");
            assert_eq!(is_said, !tail.is_empty(), "{}", text(&output.stderr));
            assert!(case.held() == case.expected, "{lines} {tail:?}");
        }
    }
}

#[test]
fn a_foreign_file_next_to_the_output_is_not_overwritten() {
    let case = Case::new(50);
    for (flags, is_there) in [
        (&[][..], true),
        (&["--resume"], true),
        (&[], false),
        (&["--resume"], false),
    ] {
        let _ = fs::remove_file(&case.path);
        if is_there {
            fs::write(&case.path, "").unwrap();
        }
        fs::write(case.run_file(), "my notes").unwrap();
        let arguments = [&["-o", &case.path, &case.input], flags].concat();
        let output = fed(&mut solver(&arguments), b"");
        assert_ne!(output.status.code(), Some(0));
        let says = "not what a run writes";
        assert!(
            text(&output.stderr).contains(says),
            "{}",
            text(&output.stderr)
        );
        assert_eq!(fs::read(case.run_file()).unwrap(), b"my notes");
        assert_eq!(fs::exists(&case.path).unwrap(), is_there);
    }
    // Nor is an input with that name.
    fs::write(case.run_file(), &case.suite).unwrap();
    let output = fed(&mut solver(&["-o", &case.path, &case.run_file()]), b"");
    assert_eq!(output.status.code(), Some(64));
    assert_eq!(fs::read(case.run_file()).unwrap(), case.suite);
}

#[test]
fn exit_code_and_numbers_are_those_of_an_undisturbed_run() {
    let scratch = Scratch::new();
    let mut lines = suite(40);
    lines.extend_from_slice(
        b"nonsense\n8/8/8/8/8/8/8/8 w - - id \"no kings\";\n\
          7k/8/8/4K3/8/8/6Q1/8 w - - Stip \"z#2\";\n\
          8/8/8/8/8/5k2/7p/5K2 b - - dup; Stip \"h#2\";\n\
          7k/8/8/4K3/8/8/6Q1/8 w - - Stip \"#9\";\n\
          7k/8/8/4K3/8/8/6Q1/8 b - -\n# the end\n",
    );
    let input = scratch.file("in", &lines);
    let (out, stats) = (scratch.path("out"), scratch.path("stats"));
    let common = [
        "-Z", "9", "--nodes", "40", "--stats", &stats, "-o", &out, &input,
    ];
    let numbers = || -> serde_json::Value {
        let mut value: serde_json::Value =
            serde_json::from_slice(&fs::read(&stats).unwrap()).unwrap();
        value.as_object_mut().unwrap().remove("kept");
        value
    };
    for format in ["epd", "json", "tsv"] {
        for fail_on in ["limit", "error", "refuted"] {
            let arguments = [&common[..], &["--format", format, "--fail-on", fail_on]].concat();
            let arguments = match fail_on {
                "refuted" => [&common[..], &["--format", format]].concat(),
                _ => arguments,
            };
            let _ = fs::remove_file(&out);
            let whole = fed(&mut solver(&arguments), b"");
            let expected = (whole.status.code(), numbers(), fs::read(&out).unwrap());
            assert_eq!(expected.0, Some(if fail_on == "refuted" { 2 } else { 3 }));
            let count = lines.iter().filter(|byte| **byte == b'\n').count();
            for kept in (0..=count).step_by(9).chain([count - 1, count]) {
                fs::write(&input, head(&lines, kept)).unwrap();
                fed(&mut solver(&arguments), b"");
                fs::write(&input, &lines).unwrap();
                let resumed = fed(&mut solver(&[&arguments[..], &["--resume"]].concat()), b"");
                let found = (resumed.status.code(), numbers(), fs::read(&out).unwrap());
                assert_eq!(found.0, expected.0, "{}", text(&resumed.stderr));
                assert_eq!(found.1, expected.1, "{format}, {kept} lines kept");
                assert!(found.2 == expected.2);
            }
        }
    }
}

#[test]
fn the_input_may_come_through_a_pipe() {
    let case = Case::new(500);
    case.begun(123);
    fed(&mut solver(&["-o", &case.path, "--resume"]), &case.suite);
    assert!(case.held() == case.expected);
}

#[test]
fn another_input_is_refused() {
    let case = Case::new(50);
    case.begun(30);
    let other = [
        "4k3/8/8/8/8/8/4P3/4K3 b - - id \"9\";",
        "4k3/8/8/8/8/8/8/4K3 w - - id \"9\";",
        "# 9",
        "",
    ];
    for line in other {
        fs::write(&case.input, with_line(&case.suite, 10, line)).unwrap();
        case.is_refused(&["the first 30 lines of the input are not those that were answered"]);
    }
    fs::write(&case.input, head(&case.suite, 29)).unwrap();
    case.is_refused(&["the input ends after 29 of the 30 lines that are done"]);
    // Lines that were not answered yet may change.
    fs::write(&case.input, with_line(&case.suite, 40, "# 40")).unwrap();
    assert_eq!(case.resume().status.code(), Some(0));
    assert!(case.held() == with_line(&case.expected, 40, "# 40"));
}

/// JSON names the line of each record.
#[test]
fn the_same_lines_with_other_numbers_are_another_input() {
    let case = Case::new(50);
    let two = [&case.suite[..], &case.suite].concat();
    let whole = case.scratch.file("whole", &two);
    let run = |inputs: &[&str]| {
        let arguments = ["--format", "json", "-o", &case.path];
        fed(&mut solver(&[&arguments[..], inputs].concat()), b"")
    };
    run(&[&case.input, &case.input]);
    let output = run(&["--resume", &whole]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("are not those that were answered"));
}

/// A file that cannot be read also affects the exit code of a run that is resumed after it.
#[test]
fn unreadable_input_is_still_reported_after_resuming() {
    let case = Case::new(50);
    let broken = case.scratch.file("broken", b"\x1f\x8b\x08\0 no gzip");
    let stats = case.scratch.path("stats");
    let run = |inputs: &[&str], flags: &[&str]| {
        let arguments = [&["-o", &case.path, "--stats", &stats], flags, inputs].concat();
        let code = fed(&mut solver(&arguments), b"").status.code();
        let numbers: serde_json::Value =
            serde_json::from_slice(&fs::read(&stats).unwrap()).unwrap();
        (code, numbers["unreadable_files"].clone(), case.held())
    };
    let whole = run(&[&broken, &case.input, &case.input], &[]);
    assert_eq!((whole.0, &whole.1), (Some(2), &1.into()));
    for begun in [&[&broken[..]][..], &[&broken, &case.input]] {
        run(begun, &[]);
        assert!(run(&[&broken, &case.input, &case.input], &["--resume"]) == whole);
    }
}

#[test]
fn an_unreadable_input_does_not_cut_the_file() {
    let mut case = Case::new(50);
    case.begun(20);
    case.input = case.scratch.path("none");
    case.is_refused(&["cannot be read"]);
}

#[test]
fn there_is_nothing_to_resume_in_a_device() {
    let output = fed(&mut solver(&["-o", "/dev/null", "--resume"]), b"# 1\n");
    assert_eq!(output.status.code(), Some(64));
    assert!(text(&output.stderr).contains("not a regular file"));
}
