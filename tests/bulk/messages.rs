//! stdout is data only; messages go to stderr, in the order of the input, and leave the status line
//! alone.

use crate::{Scratch, fed, solver, suite, text};

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
    let input = scratch.file("in", &suite(100));
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
