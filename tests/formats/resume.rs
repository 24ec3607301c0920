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
    for format in ["epd", "json", "tsv"] {
        for file in &files {
            let whole = run(&["-b", "--format", format, file, &problems("epd")]).stdout;
            let ends: Vec<usize> = (0..whole.len()).filter(|&at| whole[at] == b'\n').collect();
            assert!(ends.len() > 5);
            for end in [
                0,
                ends[0] + 1,
                ends[1] - 3,
                ends[2] + 1,
                ends[ends.len() - 2] + 1,
                whole.len(),
            ] {
                let out = scratch.0.join("out");
                // What an earlier run left beside it.
                let _ = fs::remove_file(scratch.0.join("out.run"));
                fs::write(&out, &whole[..end]).expect("a file");
                let output = run(&[
                    "-b",
                    "--format",
                    format,
                    "-o",
                    &shown(&out),
                    "--resume",
                    file,
                    &problems("epd"),
                ]);
                assert_eq!(
                    text(&fs::read(&out).expect("a file")),
                    text(&whole),
                    "{file} at {end}: {output:?}"
                );
            }
            let out = scratch.0.join("other");
            fs::write(&out, b"8/8/8/8/8/8/8/8 w - -\n").expect("a file");
            let output = run(&[
                "-b",
                "--format",
                format,
                "-o",
                &shown(&out),
                "--resume",
                file,
            ]);
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
