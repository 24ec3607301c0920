//! `solver merge` over real results of one suite at many limits, in any order.

use std::fs;
use std::process::Output;

use crate::support::feed::fed;
use crate::support::scratch::Scratch;
use crate::support::solver::solver;

fn merged(arguments: &[&str]) -> Output {
    let arguments: Vec<&str> = [&["merge"], arguments].concat();
    fed(&mut solver(&arguments), b"")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// The ways to solve a suite, from complete answers down to almost nothing.
const RUNS: [&[&str]; 7] = [
    &[],
    &["--nodes", "2000"],
    &["--nodes", "60"],
    &["--first"],
    &["--any"],
    &["-Z", "2"],
    &["-Z", "1"],
];

/// Records of several suites, and some positions without questions.
fn suite() -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/suites/");
    let mut records = String::new();
    for (name, count) in [
        ("mates-3", 12),
        ("mated", 12),
        ("refuted", 20),
        ("selfmates", 10),
        ("helpmates", 16),
        ("stalemates", 10),
        ("crazyhouse", 10),
        ("bughouse", 10),
    ] {
        let text = fs::read_to_string(format!("{folder}{name}.epd")).expect("a suite");
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        records.extend(lines.take(count).map(|line| format!("{line}\n")));
    }
    let text = fs::read_to_string(format!("{folder}mates-2.epd")).expect("a suite");
    for line in text.lines().filter(|line| !line.starts_with('#')).take(10) {
        let fields: Vec<&str> = line.split(' ').take(4).collect();
        records.push_str(&format!("{} id \"open\";\n", fields.join(" ")));
    }
    records
}

/// The results of each run, as files.
fn results(scratch: &Scratch) -> Vec<String> {
    let input = scratch.file("in", suite());
    let solve = |(number, options): (usize, &&[&str])| {
        let common = ["-b", "-M", "8", "--no-time", &input];
        let output = fed(&mut solver(&[&common, *options].concat()), b"");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        scratch.file(&format!("run{number}"), output.stdout)
    };
    RUNS.iter().enumerate().map(solve).collect()
}

/// Records without the cost of a search and the place where it ended, and without the line that one
/// of several searches found.
fn claims(records: &[u8]) -> Vec<String> {
    let cost = ["acn ", "pm ", "pv "];
    let without = |line: &str| -> String {
        let operations = line.split("; ");
        let kept: Vec<&str> = operations
            .filter(|operation| !cost.iter().any(|opcode| operation.starts_with(opcode)))
            .collect();
        kept.join("; ").trim_end_matches(';').to_owned()
    };
    text(records).lines().map(without).collect()
}

#[test]
fn the_best_of_each_is_kept_in_whatever_order_they_come() {
    let scratch = Scratch::new();
    let runs = results(&scratch);
    let files: Vec<&str> = runs.iter().map(String::as_str).collect();
    let orders: [&[usize]; 4] = [
        &[0, 1, 2, 3, 4, 5, 6],
        &[6, 5, 4, 3, 2, 1, 0],
        &[3, 6, 2, 0, 5, 1, 4],
        &[4, 4, 2, 6, 0, 1, 5, 3, 0],
    ];
    let mut first = None;
    for order in orders {
        let chosen: Vec<&str> = order.iter().map(|&i| files[i]).collect();
        let output = merged(&[&["--sort", "position"], &chosen[..]].concat());
        assert_eq!(
            output.status.code(),
            Some(0),
            "{order:?} {}",
            text(&output.stderr)
        );
        let whole = scratch.file("whole", &output.stdout);
        let compared = fed(&mut solver(&["compare", files[0], &whole]), b"");
        assert_eq!(
            compared.status.code(),
            Some(0),
            "{order:?} {}",
            text(&compared.stdout)
        );
        let claims = claims(&output.stdout);
        assert_eq!(
            first.get_or_insert_with(|| claims.clone()),
            &claims,
            "{order:?}"
        );
    }
}

#[test]
fn results_assembled_from_parts_can_be_proved() {
    let scratch = Scratch::new();
    let runs = results(&scratch);
    let parts: Vec<&str> = runs[1..].iter().map(String::as_str).collect();
    let output = merged(&parts);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let file = scratch.file("parts", &output.stdout);
    let verified = fed(&mut solver(&["verify", "--effort", "20000", &file]), b"");
    assert_eq!(
        verified.status.code(),
        Some(0),
        "{}",
        text(&verified.stdout)
    );
    // Two halves, merged separately, give the same as all at once; and old results change nothing.
    let halves: Vec<String> = [&parts[..3], &parts[3..]]
        .iter()
        .enumerate()
        .map(|(i, half)| scratch.file(&format!("half{i}"), merged(half).stdout))
        .collect();
    let again = merged(&[&halves[0], &halves[1]]);
    assert_eq!(claims(&again.stdout), claims(&output.stdout));
    assert_eq!(merged(&[&file]).stdout, output.stdout);
    assert_eq!(text(&merged(&[&file, &file]).stdout), text(&output.stdout));
}
