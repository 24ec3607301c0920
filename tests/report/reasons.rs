//! Every reason with a translation is one that a reader gives, in the same words.

use std::cell::RefCell;
use std::collections::BTreeSet;

use keymove::cause::Cause;
use keymove::collection::{Collection, CollectionEntry, InputForm, Reading};
use keymove::epd::Epd;
use keymove::job::{Defaults, Job};
use keymove::language::Language;

/// The table of the translations.
const REASONS: &str = include_str!("../../src/records/cause/reasons.tsv");

/// The rows at the end of the table are reasons for a doubt: texts of records, not causes.
const DOUBTS: usize = 3;

/// Lines of EPD that are refused.
const EPD: [&str; 18] = [
    "7k/8/8/4K3/8/8/6Q1/8 w - - Stip \"#1 Loyd\";",
    "7k/8/8/4K3/8/8/6Q1/8 w - - Stip \"foo\";",
    "7k/8/8/4K3/8/8/6Q1/8 w - - Task \"+\";",
    "7k/8/8/4K3/8/8/6Q1/8 w - - Task \"#2\"; Condition \"Circe\";",
    "7k/8/8/4K3/8/8/6Q1/8 w - - dm 5000;",
    "7k/8/8/4K3/8/8/6Q1/8 w - - Variant \"Atomic\";",
    "7k/7Q/8/4K3/8/8/8/8 w - -",
    "7k/8/8/8/8/8/6Q1/8 w - -",
    "8/8/8/4K3/8/8/6Q1/8 w - -",
    "7k/8/8/4K3/8/8/6QK/8 w - -",
    "7k/8/k7/4K3/8/8/6Q1/8 w - -",
    "7k/8/8/4K3/8/8/6Q1/P7 w - -",
    "7k/8/8/4K3/8/8/8 w - -",
    "7k/8/7/4K3/8/8/8/8 w - -",
    "x w - -",
    "7k/8/8/4K3/8/8/6Q1/8 x - -",
    "7k/8/8/4K3/8/8/6Q1/8 w x -",
    "7k/8/8/4K3/8/8/6Q1/8 w - x",
];

/// Problems of Popeye that are refused.
const POPEYE: [&str; 8] = [
    "stip pser-#2 pieces white ka1 black ka8",
    "sstip white [b]",
    "stip #1 pieces white royal sa1 black ka8",
    "stip #1 condition circe pieces white ka1 black ka8",
    "stip #1 forsyth 9/8/8/8/8/8/8/8",
    "stip #1 nonsense",
    "stip #1 pieces white ka1 ga2 black ka8",
    "stip #1 pieces white ka1 black ka8 twin move z9 a1",
];

/// Documents of Olive that are refused, or twins of theirs.
const OLIVE: [&str; 9] = [
    "stipulation: '#2'",
    "algebraic: {white: [Ka1, Nb1], black: [Kh8]}\nstipulation: '#2'",
    "algebraic: {white: [Ka1, Gb1], black: [Kh8]}\nstipulation: '#2'",
    "algebraic: {white: [Ka1, Qa1], black: [Kh8]}\nstipulation: '#2'",
    "algebraic: {white: [Ka9], black: [Kh8]}\nstipulation: '#2'",
    "algebraic: [",
    "algebraic: {white: [Ka1], black: [Kh8]}\nstipulation: '#2'\ntwins: {b: Remove c3, c: Shift a1 h1}",
    "algebraic: {white: [Ka1], black: [Kh8]}\nstipulation: '#2'\noptions: [NoCastling z1]",
    "algebraic: {white: [Ka1], black: [Kh8]}\nstipulation: '#2'\ntwins: [b]",
];

/// The cause why a line of EPD has no job.
fn cause_of(line: &str) -> Cause {
    match Epd::read(line.as_bytes()) {
        Err(error) => error.kind.reason().into(),
        Ok((epd, _)) => {
            let error = Job::select(&epd, &Defaults::default()).expect_err(line);
            error.cause
        }
    }
}

/// The causes why problems of a file are not solved.
fn causes_in(form: InputForm, text: String) -> Vec<Cause> {
    let bytes = Box::new(std::io::Cursor::new(text.clone()));
    let entries = Collection::open(form, bytes, 1, &Reading::default()).expect("a reader");
    let causes: Vec<Cause> = entries
        .filter_map(|entry| match entry {
            CollectionEntry::Problem(problem) => problem.cause().cloned(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert!(!causes.is_empty(), "{text}");
    causes
}

#[test]
fn every_translation_is_of_a_reason_that_a_reader_gives() {
    let popeye = POPEYE.map(|text| causes_in(InputForm::Popeye, format!("begin {text} end\n")));
    let olive = OLIVE.map(|text| causes_in(InputForm::Olive, format!("---\n{text}\n")));
    let causes = EPD.into_iter().map(cause_of);
    let causes = causes.chain(popeye.into_iter().chain(olive).flatten());
    let given = RefCell::new(BTreeSet::from(["unsupported: {}".to_owned()]));
    for cause in causes {
        let note = |template: &str| {
            given.borrow_mut().insert(template.to_owned());
            Some("{}{}")
        };
        cause.reason().translated(&note);
        for language in [Language::German, Language::French] {
            let text = cause.text(language);
            assert!(!text.starts_with(['„', '«']), "{cause}: {text}");
        }
    }
    let given = given.into_inner();
    let rows: Vec<&str> = REASONS.lines().collect();
    let templates = rows[..rows.len() - DOUBTS].iter();
    let templates = templates.filter_map(|row| row.split('\t').next());
    let unused: Vec<&str> = templates.filter(|text| !given.contains(*text)).collect();
    assert_eq!(unused, Vec::<&str>::new());
}
