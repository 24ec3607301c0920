//! stdout is data only; messages go to stderr, in the order of the input, and leave the status line
//! alone.

use crate::bulk::{Scratch, fed, solver, suite, text};

#[test]
fn unreadable_files_are_reported_in_order_and_the_others_are_done() {
    let scratch = Scratch::new();
    let good = scratch.file("good", b"# good\n");
    let folder = scratch.path("");
    let none = scratch.path("none");
    let output = fed(&mut solver(&[&none, &good, &folder, "-"]), b"# stdin\n");
    assert_eq!(text(&output.stdout), "# good\n# stdin\n");
    let stderr = text(&output.stderr);
    let messages: Vec<&str> = stderr.lines().collect();
    assert_eq!(messages.len(), 2, "{stderr}");
    assert!(messages[0].starts_with(&format!("{none}: cannot be read: ")));
    assert!(messages[1].starts_with(&format!("{folder}: cannot be read: ")));
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn the_status_line_ends_with_what_was_done() {
    let scratch = Scratch::new();
    let input = scratch.file("in", suite(100));
    let output = fed(&mut solver(&["--progress", "always", &input]), b"");
    let stderr = text(&output.stderr);
    assert!(stderr.ends_with('\n'), "{stderr:?}");
    let last = stderr.trim_end().rsplit('\r').next().unwrap();
    assert!(last.starts_with("100/100 100% "), "{last:?}");
}

#[test]
fn a_message_stands_on_a_line_of_its_own() {
    let none = "there-is-no-such-file";
    let output = fed(&mut solver(&["--progress", "always", "-", none]), b"# 1\n");
    let stderr = text(&output.stderr);
    // On a screen, what follows the last CR is what stays of a line.
    let seen: Vec<&str> = stderr
        .lines()
        .map(|line| line.rsplit('\r').next().unwrap_or(line))
        .collect();
    assert!(seen[0].starts_with("there-is-no-such-file: "), "{stderr:?}");
    assert!(seen[1].starts_with("1 "), "{stderr:?}");
    assert_eq!(seen.len(), 2, "{stderr:?}");
}

#[test]
fn there_is_no_status_line_unless_a_terminal_or_the_user_wants_it() {
    for arguments in [&[][..], &["--progress", "auto"], &["--progress", "never"]] {
        let output = fed(&mut solver(arguments), b"# 1\n");
        assert_eq!(text(&output.stderr), "");
        assert_eq!(output.status.code(), Some(0));
    }
}

#[test]
fn a_file_of_another_form_is_told_once_and_keeps_its_lines() {
    let inputs: [(&[u8], &str); 2] = [
        (b"\xfd7zXZ\x00ab\ncd\n\xff\n", "xz"),
        (b"7z\xbc\xaf\x27\x1c\ncd\n", "7-Zip"),
    ];
    for (input, form) in inputs {
        let output = fed(&mut solver(&[]), input);
        // The last line gets its line feed.
        let kept = [input, if input.ends_with(b"\n") { b"" } else { b"\n" }].concat();
        assert_eq!(output.stdout, kept, "{form}");
        let stderr = text(&output.stderr);
        assert_eq!(stderr.lines().count(), 1, "{form}: {stderr}");
        assert!(
            stderr.starts_with("-:") && stderr.contains(form),
            "{stderr}"
        );
        assert_eq!(output.status.code(), Some(2), "{form}");
        let json = fed(&mut solver(&["--format", "json"]), input);
        assert_eq!(text(&json.stderr).lines().count(), 1, "{form}");
    }
}

#[test]
fn a_record_in_a_file_of_another_form_is_answered_all_the_same() {
    let input = b"{\"x\": 1}\n7k/8/6K1/8/8/8/Q7/8 w - -\n7k/8/6K1/8/8/8/Q7 w - -\n";
    let output = fed(&mut solver(&[]), input);
    assert!(text(&output.stdout).contains("bm Qa8#;"), "{output:?}");
    let stderr = text(&output.stderr);
    let messages: Vec<&str> = stderr.lines().collect();
    assert_eq!(messages.len(), 2, "{stderr}");
    assert!(
        messages[0].starts_with("-:1:1: this object has no fen"),
        "{stderr}"
    );
    assert_eq!(messages[1], "-:3:1: the board has 7 ranks, not 8");
}

#[test]
fn the_next_file_has_its_own_message() {
    let scratch = Scratch::new();
    let one = scratch.file("one", b"{\nx\n");
    let other = scratch.file("other", b"nonsense\nmore\n");
    let output = fed(&mut solver(&[&one, &other]), b"");
    assert_eq!(text(&output.stderr).lines().count(), 3, "{output:?}");
}

#[test]
fn text_of_several_records_says_where_those_without_an_id_stand() {
    let run = |arguments: &[&str], input: &[u8]| {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_solver"));
        command
            .args(["-M", "1", "--no-time", "--ascii"])
            .args(arguments)
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped());
        text(&fed(&mut command, input).stdout)
    };
    let scratch = Scratch::new();
    let one = "7k/8/6K1/8/8/8/Q7/8 w - - dm 1;\n";
    let single = scratch.file("single", format!("# x\n\n{one}").as_bytes());
    let named = one.replace("dm 1;", "dm 1; id \"n\";");
    let several = scratch.file("several", format!("{one}{named}x\n").as_bytes());
    assert!(!run(&[&single], b"").contains("single:"));
    let shown = run(&[&several], b"");
    assert!(shown.starts_with(&format!("{several}:1\n====")), "{shown}");
    assert!(!shown.contains(&format!("{several}:2")), "{shown}");
    assert!(shown.contains(&format!("{several}:3\n")), "{shown}");
    // From a pipe nobody knows whether a second one will come.
    let shown = run(&[], format!("{one}{one}").as_bytes());
    assert!(
        !shown.contains("-:1\n") && shown.contains("-:2\n===\n"),
        "{shown}"
    );
}
