//! The outputs of Popeye 4.104 for the 416 inputs of the collection, compared with ours.
//!
//! Three comparisons, each weaker than the one before: byte by byte, as `diff -wb` compares, and as
//! sets of facts (`tests/report/popeye/output.rs` reads both texts, strictly).

use keymove::solve::Tables;
use serde_json::Value;

use crate::popeye::{data, output, written};

/// Lines without their blanks, as `diff -wb` compares them.
fn without_blanks(text: &str) -> Vec<String> {
    text.lines()
        .map(|line| line.split_whitespace().collect())
        .collect()
}

#[test]
fn the_layout_is_popeyes_to_the_last_byte() {
    let Some(folder) = data::folder("popeye") else {
        return;
    };
    let file = folder.join("text-open.jsonl");
    let collection = std::fs::read_to_string(file).expect("the file is there");
    let mut tables = Tables::new(4);
    let (mut inputs, mut same_bytes, mut same_words, mut same_facts) = (0, 0, 0, 0);
    let mut differences = Vec::new();
    for line in collection.lines() {
        let record: Value = serde_json::from_str(line).expect("an object a line");
        let text = |field: &str| record[field].as_str().expect("a string");
        let ours = written(text("input"), &mut tables);
        let theirs = text("output");
        inputs += 1;
        same_bytes += usize::from(ours == theirs);
        same_words += usize::from(without_blanks(&ours) == without_blanks(theirs));
        let facts = output::read(&ours).unwrap_or_else(|error| panic!("{error}\n{ours}"));
        same_facts += usize::from(Ok(facts) == output::read(theirs));
        if ours != theirs {
            let pair = ours
                .lines()
                .zip(theirs.lines())
                .find(|(one, other)| one != other);
            differences.push(format!("{} {pair:?}", text("input")));
        }
    }
    eprintln!(
        "{inputs} inputs: {same_bytes} outputs equal to the byte, {same_words} but for blanks, \
         {same_facts} but for the order"
    );
    assert_eq!(inputs, 416);
    assert!(
        differences.is_empty(),
        "{} differ\n{}",
        differences.len(),
        differences.join("\n")
    );
}
