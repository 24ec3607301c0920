use std::fs;
use std::path::Path;

use proptest::prelude::*;

use super::super::Epd;
use super::is_canonical;

/// The promise: what is canonical is a record, and is written as it stands.
fn assert_true(line: &[u8]) {
    if is_canonical(line) {
        let text = String::from_utf8_lossy(line);
        let record = Epd::from_ascii(line).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(String::from_utf8_lossy(&record.to_bytes()), text);
    }
}

/// Lines of the suites and of their answers.
fn lines() -> Vec<Vec<u8>> {
    let mut lines = Vec::new();
    for folder in ["suites", "expected"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../..")
            .join(folder);
        for file in fs::read_dir(folder).expect("the folder") {
            let path = file.expect("a file").path();
            if path.extension().is_some_and(|extension| extension == "epd") {
                let text = fs::read(&path).expect("its bytes");
                lines.extend(text.split(|&b| b == b'\n').map(<[u8]>::to_vec));
            }
        }
    }
    lines
}

#[test]
fn what_is_canonical_is_written_as_it_stands() {
    let (mut plain, mut seen) = (0, 0);
    for line in lines() {
        assert_true(&line);
        if let Ok(record) = Epd::from_ascii(&line) {
            let written = record.to_bytes();
            assert_true(&written);
            // Nearly all that this program writes is seen to be so.
            let is_simple = record.to_string().split(' ').skip(2).take(2).eq(["-", "-"]);
            if is_simple && record.position().house().is_none() {
                plain += 1;
                seen += usize::from(is_canonical(&written));
            }
        }
    }
    assert!(
        plain > 1000 && seen * 100 >= plain * 98,
        "{seen} of {plain}"
    );
}

/// Answers with one thing changed, where a line may stop being what would be written.
#[test]
fn what_is_nearly_canonical_is_seen_through() {
    const NEARLY: [(&str, &str); 24] = [
        (" w - -", " W - -"),
        (" b - -", "  b - -"),
        (" - -", " - - 0 1"),
        (" - -", " - -0 1"),
        (" - - ", " - -"),
        (" - - ", " - - ; "),
        (" - - ", " - - 48; "),
        ("; ", ";"),
        ("; ", ";  "),
        ("; ", " ; "),
        ("; ", "\t; "),
        ("; ", "; zz 1; "),
        ("; ", "; Variant \"bughouse\"; "),
        ("; ", "; hmvc 3; id \"a;b\"; "),
        ("; ", "; hmvc 3; id \"a\\\"; "),
        ("; ", "; hmvc 3; id \"a\"\"; "),
        ("; ", "; hmvc 3; id \"a; "),
        ("; ", " id x; "),
        ("; ", " ce \"dm 1\"; "),
        ("/8/", "/44/"),
        ("/8/", "/7/"),
        ("K", "k"),
        ("K", "K~"),
        ("K", "P"),
    ];
    let mut answers = 0;
    for line in lines().into_iter().filter(|line| is_canonical(line)) {
        let text = String::from_utf8_lossy(&line).into_owned();
        for (from, to) in NEARLY {
            for (at, _) in text.match_indices(from) {
                let nearly = [&text[..at], to, &text[at + from.len()..]].concat();
                assert_true(nearly.as_bytes());
            }
        }
        answers += 1;
    }
    assert!(answers > 700, "{answers}");
}

/// Pieces that lines are made of, good and bad.
const PIECES: [&str; 40] = [
    "7k/8/8/4K3/8/8/6Q1/8",
    "7k/44/8/4K3/8/8/6Q1/8",
    "7k/8/8/4K3/8/8/6Q1",
    "7k/8/8/8/8/8/6QK/P7",
    "4k3/8/8/8/8/8/8/R3K3",
    " w",
    " b",
    " -",
    " -",
    " Q",
    " e3",
    " ",
    " bm",
    " Kf6",
    " Qg8+",
    " id",
    " id \"a b\"",
    " \"",
    "\"",
    "\\",
    ";",
    ";",
    ";",
    " dm 2",
    " ce 32764",
    " acn 7",
    " pv Kf6 Kh7",
    " Refuted 3",
    " Stip \"#3\"",
    " Variant \"crazyhouse\"",
    "\u{e9}",
    " c0 \"\u{e9}\"",
    " hmvc 1",
    " 0 1",
    " 48",
    "\t",
    "\r",
    "#",
    " _x",
    " v=-3",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]
    #[test]
    fn no_line_is_taken_for_what_it_is_not(
        board in 0..5usize,
        fields in prop::bool::weighted(0.9),
        pieces in prop::collection::vec(5..PIECES.len(), 0..9),
    ) {
        let mut line = PIECES[board].to_owned();
        if fields {
            line.push_str(" w - -");
        }
        line.extend(pieces.into_iter().map(|piece| PIECES[piece]));
        assert_true(line.as_bytes());
        line.push(';');
        assert_true(line.as_bytes());
    }
}
