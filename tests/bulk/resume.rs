//! `-o FILE --resume`: whatever ended the earlier run, the bytes become those of one that was never
//! interrupted.

use std::fs;
use std::io::Write;
use std::process::{Output, Stdio};

use crate::bulk::{Scratch, ended, fed, head, solver, suite, text, until};

const LINES: usize = 3000;

/// An input, the output it should give, and a place for one that is interrupted.
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

    /// FILE holds these records, and nobody says how they were made.
    fn holds(&self, records: &[u8]) {
        let _ = fs::remove_file(self.run_file());
        fs::write(&self.path, records).unwrap();
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

    /// Resuming is refused with a message that holds `words`, and FILE stays as it is.
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

#[test]
fn a_torn_last_line_is_done_again() {
    let case = Case::new(50);
    for lines in [0, 5, 49] {
        let whole = head(&case.expected, lines).len();
        let next = head(&case.expected, lines + 1).len();
        // Inside of the record, and whole but for its line feed.
        for end in [whole + (next - whole) / 2, next - 1] {
            case.holds(&case.expected[..end]);
            case.becomes_whole();
        }
        // What a lost write may leave behind.
        let mut zeros = case.expected[..whole].to_vec();
        zeros.extend_from_slice(&[0; 512]);
        case.holds(&zeros);
        case.becomes_whole();
    }
}

#[test]
fn all_from_the_first_stopped_record_on_is_done_again() {
    let case = Case::new(50);
    let stopped = "4k3/8/8/8/8/8/8/4K3 b - - Limit \"stopped\"; Refuted 0; id \"9\";";
    case.holds(&with_line(&case.expected, 10, stopped));
    case.becomes_whole();
}

#[test]
fn an_absent_or_empty_file_is_a_beginning_and_a_full_one_an_end() {
    let case = Case::new(50);
    case.becomes_whole();
    case.holds(b"");
    case.becomes_whole();
    let output = case.resume();
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    assert!(case.held() == case.expected);
    case.holds(&case.expected);
    let output = case.resume();
    let says = format!("solver: {} is not there: ", case.run_file());
    assert!(
        text(&output.stderr).starts_with(&says),
        "{}",
        text(&output.stderr)
    );
    assert_eq!(output.status.code(), Some(0));
    assert!(case.held() == case.expected);
    assert!(
        !fs::exists(case.run_file()).unwrap(),
        "nobody knows it later"
    );
}

#[test]
fn what_nobody_searched_is_searched() {
    let case = Case::new(50);
    case.holds(&case.suite);
    let output = case.resume();
    let says = format!("solver: {}:3: nobody searched this record", case.path);
    assert!(
        text(&output.stderr).starts_with(&says),
        "{}",
        text(&output.stderr)
    );
    assert!(case.held() == case.expected);
    // Behind answers, too.
    let mut mixed = head(&case.expected, 20).to_vec();
    mixed.extend_from_slice(&case.suite[head(&case.suite, 20).len()..]);
    case.holds(&mixed);
    case.becomes_whole();
}

#[test]
fn a_last_line_that_is_no_beginning_of_an_answer_is_left_alone() {
    let case = Case::new(50);
    for lines in [0, 1, 2, 20] {
        for notes in ["my notes", "8/8/8/8/8/8/8/8 w - - bm Ka1;"] {
            let mut held = head(&case.expected, lines).to_vec();
            held.extend_from_slice(notes.as_bytes());
            case.holds(&held);
            case.is_refused(&[&format!(
                "{}:{}: this line has no end",
                case.path,
                lines + 1
            )]);
        }
    }
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
        if options == ["--format", "json"] {
            // Seen from the records already.
            case.is_refused(&["is not the answer"]);
        } else {
            case.is_refused(&[
                &format!("{}: these records were made", case.run_file()),
                says,
            ]);
        }
    }
    // What says nothing of the records may be another.
    for options in [
        &["-j", "1"][..],
        &["--dedup"],
        &["--progress", "always", "-j", "2"],
    ] {
        made(options);
        let output = case.resume();
        assert_eq!(
            (output.status.code(), text(&output.stderr)),
            (Some(0), String::new())
        );
        assert!(case.held() == case.expected);
    }
    // A file without records is begun anew, whatever it held.
    made(&["--first"]);
    fs::write(&case.path, b"").unwrap();
    assert_eq!(text(&case.resume().stderr), "");
    assert!(case.held() == case.expected);
    // So is one that is not gone on with.
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
    // Cut by hand: what is missing is done again.
    fs::write(&case.path, head(&case.expected, 30)).unwrap();
    let output = case.resume();
    assert!(text(&output.stderr).contains("it was longer when it was written"));
    assert!(case.held() == case.expected);
}

/// A power cut leaves zeros, or anything, behind what was brought to the disk; an answer among it may be
/// that of another run.
#[test]
fn what_was_not_on_the_disk_is_done_again() {
    let case = Case::new(50);
    let vouched = |lines: usize| {
        let _ = fs::remove_file(&case.path);
        fs::write(&case.input, head(&case.suite, lines)).unwrap();
        assert_eq!(case.resume().status.code(), Some(0));
        assert!(case.held() == head(&case.expected, lines));
        fs::write(&case.input, &case.suite).unwrap();
    };
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
            vouched(lines);
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
fn a_file_of_somebody_else_beside_the_output_is_not_written_over() {
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
    // Nor an input of that name.
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
          7k/8/8/4K3/8/8/6Q1/8 w - - Stip \"reci-h#2\";\n\
          8/8/8/8/8/5k2/7p/5K2 b - - dup; Stip \"h#2\";\n\
          7k/8/8/4K3/8/8/6Q1/8 w - - Stip \"#9\";\n\
          7k/8/8/4K3/8/8/6Q1/8 b - -\n# the end\n",
    );
    let input = scratch.file("in", &lines);
    let (out, stats) = (scratch.path("out"), scratch.path("stats"));
    // Without --resume: what stands in FILE is of no interest then.
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
            let count = expected.2.iter().filter(|byte| **byte == b'\n').count();
            for kept in (0..=count).step_by(9).chain([count - 1, count]) {
                fs::write(&out, head(&expected.2, kept)).unwrap();
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
    case.holds(head(&case.expected, 123));
    fed(&mut solver(&["-o", &case.path, "--resume"]), &case.suite);
    assert!(case.held() == case.expected);
}

#[test]
fn records_of_another_input_are_refused() {
    let case = Case::new(50);
    let places = |line: usize| {
        [
            format!("{}:{line}:", case.path),
            format!("{}:{line}", case.input),
        ]
    };
    let other = [
        "4k3/8/8/8/8/8/4P3/4K3 b - - id \"9\";",
        "4k3/8/8/8/8/8/8/4K3 w - - id \"9\";",
        "# 9",
        "",
    ];
    for line in other {
        case.holds(&with_line(&case.expected, 10, line));
        let [record, input] = places(10);
        case.is_refused(&[&record, &input]);
    }
    // The same position, but another record of it.
    let (mine, others) = (head(&case.expected, 9), head(&case.expected, 10));
    let renamed = text(&others[mine.len()..]).replace("id \"9\"", "id \"8\"");
    case.holds(&with_line(&case.expected, 10, renamed.trim_end()));
    let [record, input] = places(10);
    case.is_refused(&[&record, &input]);
}

#[test]
fn more_records_than_lines_are_refused() {
    let case = Case::new(50);
    for more in ["# more\n", "torn"] {
        let mut longer = case.expected.clone();
        longer.extend_from_slice(more.as_bytes());
        case.holds(&longer);
        case.is_refused(&[&format!("{}:51:", case.path)]);
    }
}

#[test]
fn an_input_that_cannot_be_read_is_no_reason_to_cut_the_file() {
    let mut case = Case::new(50);
    case.holds(head(&case.expected, 20));
    case.input = case.scratch.path("none");
    case.is_refused(&["cannot be read"]);
}

#[test]
fn there_is_nothing_to_resume_in_a_device() {
    let output = fed(&mut solver(&["-o", "/dev/null", "--resume"]), b"# 1\n");
    assert_eq!(output.status.code(), Some(64));
    assert!(text(&output.stderr).contains("not a regular file"));
}
