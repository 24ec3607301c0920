//! What `compare`, `verify` and `check` tell a CI service, and the exit code beside it.

use std::fs;

use super::Scratch;
use crate::support::solver::solver;

/// The first record claims a key that is none, the second is sound, the third is no record.
const PROBLEMS: &str = "7k/8/8/8/8/8/R7/K5R1 w - - Stip \"#1\"; bm Ra8; id \"<a> & b\";\n\
                        7k/8/6K1/8/8/8/Q7/8 w - - Stip \"#1\"; bm Qa8#; id \"c\";\nnonsense\n";

fn told(folder: &Scratch, arguments: &[&str]) -> (String, Option<i32>) {
    let mut command = solver(arguments);
    let output = command.current_dir(&folder.0).output().expect("started");
    (
        String::from_utf8(output.stdout).expect("UTF-8"),
        output.status.code(),
    )
}

fn folder() -> Scratch {
    let folder = Scratch::new();
    fs::write(folder.0.join("p.epd"), PROBLEMS).expect("written");
    let worse = "7k/8/6K1/8/8/8/Q7/8 w - - Refuted 1; Stip \"#1\"; id \"c\";\n";
    fs::write(folder.0.join("now.epd"), worse).expect("written");
    let good = "7k/8/6K1/8/8/8/Q7/8 w - - dm 1; bm Qa8#; id \"c\";\n";
    fs::write(folder.0.join("good.epd"), good).expect("written");
    folder
}

#[test]
fn annotations_name_file_and_line_of_what_is_wrong_and_of_nothing_else() {
    let folder = folder();
    let (shown, code) = told(&folder, &["check", "--format", "github", "p.epd"]);
    let lines: Vec<&str> = shown
        .lines()
        .filter(|line| line.starts_with("::"))
        .collect();
    assert_eq!(lines.len(), 2, "{shown}");
    assert!(
        lines[0].starts_with("::error file=p.epd,line=1,title=key <a> & b::key #1"),
        "{shown}"
    );
    assert!(
        lines[1].starts_with("::error file=p.epd,line=3,title=illegal::illegal"),
        "{shown}"
    );
    assert_eq!(code, Some(2));
    let (allowed, _) = told(
        &folder,
        &["check", "--allow", "key", "--format", "github", "p.epd"],
    );
    assert!(
        !allowed.contains("line=1,"),
        "what is allowed is no error: {allowed}"
    );

    let (shown, code) = told(&folder, &["verify", "--format", "github", "now.epd"]);
    assert!(
        shown.starts_with("::error file=now.epd,line=1,title="),
        "{shown}"
    );
    assert_eq!((shown.lines().count(), code), (1, Some(1)));
    let (shown, code) = told(
        &folder,
        &["compare", "--format", "github", "good.epd", "now.epd"],
    );
    assert!(
        shown.starts_with("::error file=now.epd,line=1,title=lost c::"),
        "{shown}"
    );
    assert_eq!((shown.lines().count(), code), (1, Some(1)));
    let (shown, code) = told(
        &folder,
        &["compare", "--format", "github", "good.epd", "good.epd"],
    );
    assert_eq!((shown.as_str(), code), ("", Some(0)));
}

#[test]
fn junit_has_a_case_for_each_record_and_a_failure_for_each_fault() {
    let folder = folder();
    for (arguments, cases, failures) in [
        (&["check", "p.epd"][..], 3, 2),
        (&["verify", "good.epd"], 1, 0),
        (&["verify", "now.epd"], 2, 1),
        (&["compare", "good.epd", "now.epd"], 1, 1),
    ] {
        let (shown, _) = told(&folder, &[arguments, &["--format", "junit"]].concat());
        let count = |text: &str| shown.matches(text).count();
        assert!(
            shown.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"),
            "{shown}"
        );
        assert!(shown.ends_with("</testsuite>\n</testsuites>\n"), "{shown}");
        assert_eq!(
            (count("<testcase "), count("<failure ")),
            (cases, failures),
            "{arguments:?} {shown}"
        );
        assert_eq!(
            count("<testcase "),
            count("/>") + count("</testcase>"),
            "{shown}"
        );
        assert!(!shown.contains("<a>"), "{shown}");
    }
}
