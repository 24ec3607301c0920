//! `--format tsv`: a header, then one row a record, whatever the records hold.

use std::fs;

use keymove::form::tsv::HEADER;

use crate::bulk::{Scratch, fed, solver, suite, text};

/// The cells of a row without quotes.
fn plain(row: &str) -> Vec<&str> {
    row.split('\t').collect()
}

fn table(arguments: &[&str], input: &[u8]) -> String {
    let arguments: Vec<&str> = ["--format", "tsv"]
        .iter()
        .chain(arguments)
        .copied()
        .collect();
    text(&fed(&mut solver(&arguments), input).stdout)
}

#[test]
fn a_row_says_what_was_found_and_empty_cells_that_there_is_nothing_to_say() {
    let input = b"# a comment\n\
        7k/8/6K1/8/8/8/Q7/8 w - - id \"one\";\n\
        \n\
        4k3/8/8/8/8/8/8/4K3 b - - dm 1;\n\
        R6k/8/7K/8/8/8/8/8 b - -\n\
        nonsense\n";
    let table = table(&[], input);
    let rows: Vec<Vec<&str>> = table.lines().map(plain).collect();
    assert_eq!(rows[0].join("\t"), HEADER);
    assert_eq!(
        rows[1][..8],
        [
            "7k/8/6K1/8/8/8/Q7/8 w - -",
            "one",
            "solved",
            "#1 -#1",
            "1",
            "Qa8#",
            "2",
            rows[1][7]
        ]
    );
    assert!(rows[1][7].parse::<u64>().is_ok());
    assert_eq!(rows[1][8..13], ["", "", "Qa8#", "", ""], "no seconds");
    assert_eq!((rows[2][2], rows[2][3], rows[2][6]), ("refuted", "#1", "4"));
    assert_eq!((rows[3][2], rows[3][4]), ("checkmate", ""));
    assert_eq!((rows[4][0], rows[4][2], rows[4][6]), ("", "error", "6"));
    assert_eq!(rows[4][12], "nonsense");
    assert!(!rows[4][11].is_empty());
    assert_eq!(rows.len(), 5, "{table}");
    assert!(rows.iter().all(|row| row.len() == 20), "{table}");
}

#[test]
fn the_other_side_of_a_duplex_has_columns_of_its_own() {
    // Black cannot begin in the third: White is in check.
    let input = b"6k1/5ppp/8/8/8/8/r4PPP/R5K1 w - - Stip \"#1\"; dup;\n\
        8/8/8/8/8/1K1Q4/8/k7 w - - Stip \"ser-h#1\"; dup;\n\
        6k1/5ppp/8/8/8/8/8/K3r3 w - - Stip \"#1\"; dup;\n\
        7k/8/6K1/8/8/8/Q7/8 w - - Stip \"#1\";\n";
    let json = text(&fed(&mut solver(&["--format", "json"]), input).stdout);
    let table = table(&[], input);
    let rows: Vec<Vec<&str>> = table.lines().skip(1).map(plain).collect();
    for (row, object) in rows.iter().zip(json.lines()) {
        let object: serde_json::Value = serde_json::from_str(object).expect("JSON");
        let other = &object["duplex"];
        let text = |name: &str| other[name].as_str().unwrap_or_default();
        assert_eq!(row[13], text("outcome"), "{table}");
        assert_eq!(
            row[16],
            other["nodes"]
                .as_u64()
                .map_or_else(String::new, |n| n.to_string())
        );
        let keys = other["keys"].as_array().map_or(0, Vec::len);
        assert_eq!(row[15].split_whitespace().count(), keys, "{table}");
        assert_eq!(row[19].is_empty(), keys == 0, "{table}");
    }
    assert_eq!(rows.len(), 4);
    assert_eq!((rows[0][13], rows[0][15]), ("solved", "Rxa1#"), "{table}");
    assert!(!rows[1][13].is_empty(), "{table}");
    assert_eq!(
        (&rows[2][13..], &rows[3][13..]),
        (&[""; 7][..], &[""; 7][..])
    );
}

#[test]
fn what_would_end_a_cell_or_a_row_is_quoted() {
    let board = "7k/8/6K1/8/8/8/Q7/8 w - -";
    let input = format!("{board} id \"a\tb\";\n{board} id \"c\";\n\"\tx y\n");
    let table = table(&[], input.as_bytes());
    assert_eq!(table.matches('\n').count(), 4, "{table:?}");
    for quoted in ["\t\"a\tb\"\t", "\t\"\"\"\tx y\"\t"] {
        assert!(table.contains(quoted), "{table:?}");
    }
}

#[test]
fn no_input_gives_the_header_alone() {
    assert_eq!(table(&[], b""), format!("{HEADER}\n"));
    assert_eq!(table(&[], b"# nothing\n"), format!("{HEADER}\n"));
}

#[test]
fn the_bytes_are_those_of_one_worker() {
    let input = suite(3000);
    assert_eq!(table(&["-j", "1"], &input), table(&["-j", "3"], &input));
}

#[test]
fn a_table_that_was_begun_is_gone_on_with() {
    let scratch = Scratch::new();
    let mut lines = suite(40);
    lines.extend_from_slice(b"7k/8/6K1/8/8/8/Q7/8 w - - id \"t\tq\"\nnonsense \"\t\n");
    lines.extend_from_slice(b"7k/8/6K1/8/8/8/Q7/8 w - - id \"two\\nlines\";\n");
    let input = scratch.file("in", &lines);
    let path = scratch.path("out");
    let whole = table(&[], &lines);
    for begun in 0..=43 {
        let arguments = ["--format", "tsv", "-o", &path];
        fed(&mut solver(&arguments), crate::bulk::head(&lines, begun));
        let resumed = [&arguments[..], &["--resume", &input]].concat();
        let output = fed(&mut solver(&resumed), b"");
        let stderr = text(&output.stderr);
        assert!(!stderr.contains("cannot resume"), "{begun}: {stderr}");
        assert_eq!(text(&fs::read(&path).unwrap()), whole, "{begun} lines");
    }
}
