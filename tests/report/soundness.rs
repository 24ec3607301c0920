//! `solver check`: an editor's verdict on each record.

use std::process::Command;

use super::scratch::Scratch;

/// What `solver check` says of `records`, and its exit code.
fn checked(name: &str, records: &str, options: &[&str]) -> (Vec<String>, Option<i32>) {
    let folder = Scratch::new();
    let path = folder.0.join(format!("{name}.epd"));
    std::fs::write(&path, records).expect("written");
    let output = Command::new(env!("CARGO_BIN_EXE_solver"))
        .args(["check", "-M", "1", "--progress", "never"])
        .args(options)
        .arg(&path)
        .output()
        .expect("started");
    let place = format!("{}:", path.display());
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let lines = text.lines().map(|line| line.replace(&place, "")).collect();
    (lines, output.status.code())
}

#[test]
fn every_verdict_is_given_for_its_reason() {
    let one = "7k/8/8/4K3/8/8/6Q1/8 w - -";
    let three = "8/8/pQ6/p1P5/P1p5/5p2/2k2P2/R3K3 w Q -";
    let cooked = "k7/8/1K6/8/8/8/8/6QR w - -";
    let help = "4N1b1/3P4/1B3k2/8/p7/7p/2p4P/7K b - -";
    for (record, due) in [
        (format!("{three} Stip \"#3\";"), "sound #3: Qf6"),
        (format!("{three} bm Qf6; Stip \"#3\";"), "sound #3: Qf6"),
        (
            format!("{three} Stip \"#4\"; id \"x\";"),
            "short #4 \"x\": solved in 3, not 4",
        ),
        (
            format!("{three} Stip \"#2\";"),
            "no solution #2: no solution within 2",
        ),
        (
            format!("{one} bm Qg3; Stip \"#2\";"),
            "key #2: Qg3 is no key, Kf6 is",
        ),
        (
            format!("{one} pv Qg3 Kh7 Qg7#;"),
            "key #2: Qg3 is no key, Kf6 is",
        ),
        (
            format!("{one} bm Kf6 Qg3; Stip \"#2\";"),
            "key #2: Qg3 is no key, Kf6 is",
        ),
        (
            format!("{cooked} Stip \"#1\";"),
            "cooked #1: 2 keys: Qg8#, Rh8#",
        ),
        (
            format!("{cooked} bm Rh8; Stip \"#1\";"),
            "cooked #1: cooked by Qg8#",
        ),
        (
            format!("{cooked} bm Rh8 Qg8; Stip \"#1\";"),
            "sound #1: Qg8#, Rh8#",
        ),
        (
            format!("{help} Count 2; Stip \"h#2\";"),
            "sound h#2: 2 solutions",
        ),
        (
            format!("{help} Stip \"h#2\";"),
            "cooked h#2: 2 solutions, not 1: Ke7 Nd6 Be6 d8=Q#, Ke7 Ng7 Bf7 d8=Q#",
        ),
        (
            format!("{help} pv Ke7 Nd6 Be6 d8=Q#; Stip \"h#2\";"),
            "cooked h#2: 2 solutions, not 1: Ke7 Ng7 Bf7 d8=Q#, ...",
        ),
        (
            format!("{help} Count 3; Stip \"h#2\";"),
            "count h#2: 2 solutions, not 3",
        ),
        (
            format!("{help} Stip \"h#3\";"),
            "short h#3: solved in 2, not 3",
        ),
        (
            format!("{help} bm Bf7; Count 2; Stip \"h#2\";"),
            "key h#2: Bf7 is no key, Ke7 is",
        ),
        (
            format!("{one} id \"n\";"),
            "unclaimed \"n\": the record claims nothing",
        ),
        (
            format!("{one} Stip \"reci-h#2\";"),
            "illegal: stipulation reci-h#2 is not supported",
        ),
        (
            "4k3/8/8/8/8/8/8/8 w - -".to_owned(),
            "illegal: white has no king",
        ),
    ] {
        let (lines, code) = checked("check-verdict", &(record.clone() + "\n"), &[]);
        let said = lines[0].strip_prefix("1: ").expect("a place");
        // Of a shorter solution it is told as well how many there are of the length claimed.
        let is_said = said == due || said.starts_with(&format!("{due}; "));
        assert!(is_said, "{record}\n{said}");
        let due_code = match due.split(' ').next() {
            Some("sound") => 0,
            Some("illegal:") => 2,
            _ => 1,
        };
        assert_eq!(code, Some(due_code), "{record}");
        assert_eq!(lines.len(), 2);
    }
}

#[test]
fn duals_are_told_with_the_line_that_leads_to_them() {
    let record = "8/3RP3/7Q/2k5/4K2P/8/6NP/8 w - - Stip \"#2\";\n";
    let (lines, code) = checked("check-dual", record, &[]);
    assert_eq!(lines[0], "1: dual #2: dual 1.Rb7 Kc4 2.Qc1#, Qc6#");
    assert_eq!(code, Some(1));
    assert_eq!(
        checked("check-dual", record, &["--allow", "dual"]).1,
        Some(0)
    );
    let (lines, _) = checked("check-dual", record, &["--format", "json"]);
    let value = |line: &str| -> serde_json::Value { serde_json::from_str(line).expect("JSON") };
    let object = value(&lines[0]);
    assert_eq!(
        (&object["line"], &object["stipulation"]),
        (&1.into(), &"#2".into())
    );
    assert_eq!(object["verdict"], "dual");
    assert_eq!(object["keys"], serde_json::json!(["Rb7"]));
    assert_eq!(
        object["defects"],
        serde_json::json!([{
            "name": "dual",
            "duals": [{ "line": ["Rb7", "Kc4"], "continuations": ["Qc1#", "Qc6#"] }],
        }])
    );
    assert_eq!(value(&lines[1])["totals"]["dual"], 1);
}

#[test]
fn a_limit_leaves_the_verdict_undecided_and_what_is_allowed_is_no_reason_to_fail() {
    let record = "8/8/pQ6/p1P5/P1p5/5p2/2k2P2/R3K3 w Q - Stip \"#3\";\n";
    let (lines, code) = checked("check-limit", record, &["--nodes", "50"]);
    assert_eq!(
        lines[0],
        "1: undecided #3: undecided: the node limit was met"
    );
    assert_eq!(lines[1], "1 record: 1 undecided");
    assert_eq!(code, Some(1));
    let allowed = ["--nodes", "50", "--allow", "undecided,dual"];
    assert_eq!(checked("check-allowed", record, &allowed).1, Some(0));
    let unknown = ["--allow", "illegal"];
    assert_eq!(checked("check-unknown", record, &unknown).1, Some(64));
}

#[test]
fn totals_and_order_do_not_depend_on_workers() {
    let suite = std::fs::read_to_string("suites/false-claims.epd").expect("read")
        + &std::fs::read_to_string("suites/mates-2.epd").expect("read");
    let one = checked("check-j1", &suite, &["-j", "1"]);
    let two = checked("check-j1", &suite, &["-j", "2"]);
    assert_eq!(one, two);
    assert_eq!(one.1.map(|code| code > 0), Some(true));
    let total = one.0.last().expect("totals");
    assert!(
        total.starts_with(&format!("{} records: ", one.0.len() - 1)),
        "{total}"
    );
    let sum: usize = total
        .split_once(": ")
        .expect("numbers")
        .1
        .split(", ")
        .map(|part| {
            part.split(' ')
                .next()
                .and_then(|n| n.parse().ok())
                .unwrap_or(0)
        })
        .sum();
    assert_eq!(sum, one.0.len() - 1);
}
