//! Line ends, unusual bytes, long lines and many operations can be read; other tolerances are lines
//! of `tests/transcripts/epd/reading.epd`.

use keymove::epd::{Epd, passes_through};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// The record as it is written again, with its warnings.
fn rewritten(line: impl AsRef<[u8]>) -> (String, Vec<String>) {
    let (epd, warnings) = Epd::read(line.as_ref()).expect("a record");
    let warnings = warnings
        .iter()
        .map(|w| format!("{}: {}", w.column, w.text))
        .collect();
    (epd.to_string(), warnings)
}

#[track_caller]
fn reads_as(line: impl AsRef<[u8]>, written: &str) {
    assert_eq!(rewritten(line), (written.to_owned(), vec![]));
}

#[test]
fn ends_of_lines() {
    // CRLF files, files of strings that end in NUL, tabs, trailing blanks.
    for end in ["", "\r", "\0", " ", "\t \r", ";\r\0", "\r\r"] {
        reads_as(
            format!("{START} w KQkq - bm e4{end}"),
            &format!("{START} w KQkq - bm e4;"),
        );
        reads_as(
            format!("{START} w KQkq -{end}"),
            &format!("{START} w KQkq -"),
        );
    }
}

#[test]
fn a_byte_order_mark() {
    reads_as(
        format!("\u{feff}{START} w KQkq - bm e4;"),
        &format!("{START} w KQkq - bm e4;"),
    );
    assert!(passes_through("\u{feff}# comment".as_bytes()));
}

#[test]
fn bytes_that_are_not_utf_8() {
    // Old suites in ISO-8859.
    let line = b"4k3/8/8/8/8/8/8/4K3 w - - id \"Stra\xdfburg\"; z\xff 1;";
    let (epd, warnings) = Epd::read(line).expect("a record");
    assert_eq!(epd.to_bytes(), line);
    assert_eq!(warnings, []);
}

#[test]
fn long_lines() {
    let text = "x".repeat(1_000_000);
    let line = format!("4k3/8/8/8/8/8/8/4K3 w - - c0 \"{text}\"; c1 {text};");
    reads_as(&line, &line);
    // Many opening quotes take time only in proportion to their number.
    let quotes = format!("4k3/8/8/8/8/8/8/4K3 w - - {}", "c0 \"\\\"; ".repeat(10_000));
    assert_eq!(rewritten(quotes).1.len(), 10_000);
    let missing = format!("4k3/8/8/8/8/8/8/4K3 w - - {}", "bm ".repeat(20_000));
    assert_eq!(rewritten(missing).1.len(), 19_999);
}

#[test]
fn operations_and_operands_are_counted() {
    let fields = "4k3/8/8/8/8/8/8/4K3 w - -";
    let read = |operations: &str| {
        Epd::from_ascii(format!("{fields} {operations}").as_bytes()).map_err(|e| e.to_string())
    };
    let refused = Err("a record may have 20000 operations and operands at most".to_owned());
    for (begin, unit, words, end) in [
        ("", "a; ", 1, ""),
        ("", "a;", 1, ""),
        ("", "c0 x;", 2, ""),
        ("", "c0 \"x y z\";", 2, ""),
        ("bm Ke2 ", "Ke2 ", 1, ";"),
        ("pv Ke2 ", "e2 ", 1, ""),
        ("c0 x ", "\"y\" ", 1, ";"),
        ("bm bm ", "bm ", 1, ";"),
        ("id x; ", "Twin \"x\";", 2, ""),
    ] {
        let of = |count: usize| {
            let count = (count - 2 * usize::from(!begin.is_empty())) / words;
            read(&format!("{begin}{}{end}", unit.repeat(count)))
        };
        assert!(of(20_000).is_ok(), "{begin}{unit}: {:?}", of(20_000));
        assert_eq!(of(20_002), refused, "{begin}{unit}");
    }
    // Anything in a string is one operand, and an empty string is nothing.
    for text in ["x;".repeat(100_000), "x ".repeat(100_000)] {
        assert!(read(&format!("c0 \"{text}\";")).is_ok());
    }
    assert!(read(&";".repeat(100_000)).is_ok());
    // Each right counts once.
    let rights = format!("4k3/8/8/8/8/8/8/R3K2R w {} -", "KQ".repeat(100_000));
    let (epd, warnings) = Epd::read(rights.as_bytes()).expect("a record");
    assert_eq!(epd.to_string(), "4k3/8/8/8/8/8/8/R3K2R w KQ -");
    assert_eq!(warnings, []);
    for board in ["4k3/8/8/8/8/8/8/4K1R1", "5k2/8/8/8/8/8/8/5KR1"] {
        let rights = format!("{board} w {} -", "KQkqHA".repeat(100_000));
        let (_, warnings) = Epd::read(rights.as_bytes()).expect("a record");
        assert!(warnings.iter().all(|warning| warning.text.len() < 100));
    }
}

#[test]
fn more_men_than_a_game_has() {
    // A destruction test: "18 bishops; should be OK", "black 17 pieces".
    for board in [
        "rnbqkbnr/bbbbbbbb/8/8/8/8/BBBBBBBB/RNBQKBNR",
        "rnbqkbnr/qqqqqqqq/8/8/8/8/QQQQQQQQ/RNBQKBNR",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPnPP/RNBQKBNR",
        "rnbnkbnn/bbbbnnnn/8/8/8/8/PPPPPPPP/RNBQKBNR",
    ] {
        // The side not to move may be in check in it; another test checks that.
        let line = format!("{board} w - -");
        match Epd::read(line.as_bytes()) {
            Ok((epd, warnings)) => {
                assert_eq!(epd.to_string(), line);
                assert_eq!(warnings, []);
            }
            Err(error) => panic!("{error}"),
        }
    }
    // Checks that no game can give: by three men, and by two knights.
    reads_as(
        "4k3/8/8/8/4r3/3n1n2/8/4K3 w - -",
        "4k3/8/8/8/4r3/3n1n2/8/4K3 w - -",
    );
}

#[test]
fn lines_that_are_no_jobs() {
    for line in [
        "",
        " \t",
        "\r",
        "\0",
        "# x",
        "% x",
        "; x",
        "#",
        "\u{feff}",
        "\u{feff}; x",
    ] {
        assert!(passes_through(line.as_bytes()), "{line:?}");
    }
    for line in ["8", " # x", "bm", "\"", "- -"] {
        assert!(!passes_through(line.as_bytes()), "{line:?}");
    }
}

#[test]
fn operands() {
    let (epd, _) = Epd::read(
        br#"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2 "Ke2" Kf2; c0 "a \"b\"\tc"; c1 two words; c2; id BK.01;"#,
    )
    .expect("a record");
    let operands = |opcode| {
        epd.operation(opcode)
            .map(|o| {
                o.operands()
                    .iter()
                    .map(|o| String::from_utf8_lossy(o).into_owned())
                    .collect::<Vec<_>>()
            })
            .unwrap_or_default()
    };
    assert_eq!(operands("bm"), ["Kd2", "Ke2", "Kf2"]);
    assert_eq!(operands("c0"), ["a \"b\"\tc"]);
    assert_eq!(operands("c2"), [""; 0]);
    let text = |opcode| {
        epd.operation(opcode)
            .map(|o| String::from_utf8_lossy(&o.text()).into_owned())
    };
    assert_eq!(text("c0").as_deref(), Some("a \"b\"\tc"));
    assert_eq!(text("c1").as_deref(), Some("two words"));
    assert_eq!(text("c2").as_deref(), Some(""));
    assert_eq!(text("id").as_deref(), Some("BK.01"));
    assert_eq!(text("nothing"), None);
}
