//! A run over files in other forms goes on where it was cut off.

use std::fs;

use crate::formats::{FORMS, Scratch, gzip, problems, run, shown, text, written};

#[test]
fn resumed_bytes_are_those_of_a_whole_run() {
    let scratch = Scratch::new();
    let note = written(
        &scratch,
        "note.pgn",
        format!(
            "{}[Event \"none\"]\n\n1. e4 *\n",
            fs::read_to_string(problems("pgn")).expect("text")
        ),
    );
    let packed = written(
        &scratch,
        "packed",
        gzip(&fs::read(problems("olv")).expect("a file")),
    );
    let refused = written(
        &scratch,
        "refused.csv",
        "fen,stip\n,#1\n7k/8/5KQ1/8/8/8/8/8 w - -,#1\nx,#2\n",
    );
    let mut files: Vec<String> = FORMS.iter().map(|form| problems(form)).collect();
    files.extend([note, packed, refused]);
    let out = shown(&scratch.0.join("out"));
    for format in ["epd", "json", "tsv"] {
        let solved = |words: &[&str]| run(&[&["-b", "--format", format], words].concat());
        for file in &files {
            let last = problems("epd");
            let inputs = [file, file, &last];
            let whole = solved(&inputs.map(String::as_str)).stdout;
            // What an earlier run answered: none of the files, one or two of them, or all.
            for done in 0..=inputs.len() {
                let words = |inputs: &[&String]| -> Vec<String> {
                    let inputs = inputs.iter().map(|input| (*input).clone());
                    ["-o".to_owned(), out.clone()]
                        .into_iter()
                        .chain(inputs)
                        .collect()
                };
                let begun = words(&inputs[..done]);
                solved(&begun.iter().map(String::as_str).collect::<Vec<_>>());
                let again = words(&inputs);
                let again: Vec<&str> = again.iter().map(String::as_str).collect();
                let output = solved(&[&again[..], &["--resume"]].concat());
                assert_eq!(
                    text(&fs::read(&out).expect("a file")),
                    text(&whole),
                    "{file} after {done}: {output:?}"
                );
            }
            let output = solved(&["-o", &out, "--resume", &last, file]);
            assert!(text(&output.stderr).contains("cannot resume"), "{output:?}");
        }
    }
}

#[test]
fn documents_are_not_gone_on_with() {
    let output = run(&[
        "-b",
        "--format",
        "olv",
        "-o",
        "x",
        "--resume",
        &problems("olv"),
    ]);
    assert_eq!(output.status.code(), Some(64));
    assert!(
        text(&output.stderr).contains("not with --format olv"),
        "{output:?}"
    );
}
