//! What real files hold is read: one test per tolerance, each naming the kind of file it comes
//! from.

use insta::assert_snapshot;
use keymove::epd::{Epd, passes_through};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

/// The record as it is written again, with the warnings.
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

#[track_caller]
fn reads_with_warning(line: impl AsRef<[u8]>, written: &str, warning: &str) {
    assert_eq!(
        rewritten(line),
        (written.to_owned(), vec![warning.to_owned()])
    );
}

fn refusal(line: impl AsRef<[u8]>) -> String {
    let error = Epd::read(line.as_ref()).expect_err("no record");
    format!("{}: {error}", error.column)
}

#[test]
fn a_record_of_the_standard() {
    // wac.epd of many engines.
    reads_as(
        "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id \"WAC.001\";",
        "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id \"WAC.001\";",
    );
}

#[test]
fn six_fields_and_nothing_else() {
    // Opening and mate suites with the suffix .fen.
    reads_as(
        "r2q1rk1/1bppbppp/p4n2/n2Np3/Pp2P3/1B1P1N2/1PP2PPP/R1BQ1RK1 w - - 0 1",
        "r2q1rk1/1bppbppp/p4n2/n2Np3/Pp2P3/1B1P1N2/1PP2PPP/R1BQ1RK1 w - - fmvn 1; hmvc 0;",
    );
}

#[test]
fn four_fields_and_nothing_else() {
    // Opening books.
    reads_as(format!("{START} w KQkq -"), &format!("{START} w KQkq -"));
}

#[test]
fn six_fields_and_operations() {
    // A suite of problems with the moves in UCI.
    reads_as(
        "5N1r/5n1n/ppp3R1/5K2/7k/6p1/6PN/8 w - - 0 1 bm g6g4",
        "5N1r/5n1n/ppp3R1/5K2/7k/6p1/6PN/8 w - - bm g6g4; fmvn 1; hmvc 0;",
    );
}

#[test]
fn counters_before_a_semicolon() {
    // Perft suites: `;D1 20 ;D2 400`, where a blank belongs to the operation.
    reads_as(
        format!("{START} w KQkq - 0 1 ;D1 20 ;D2 400"),
        &format!("{START} w KQkq - D1 20 ; D2 400; fmvn 1; hmvc 0;"),
    );
    // Positions with queen's odds and an evaluation.
    reads_as(
        "rnbqkb1r/ppp2ppp/5n2/3pp3/8/2N1PN2/PPPP1PPP/R1B1KB1R w KQkq - 2 4; v=-1164\r",
        "rnbqkb1r/ppp2ppp/5n2/3pp3/8/2N1PN2/PPPP1PPP/R1B1KB1R w KQkq - fmvn 4; hmvc 2; v=-1164;",
    );
}

#[test]
fn one_counter_only() {
    // An opening file cut off after the fifth field.
    reads_as(
        "rnbq1rk1/1p2npbp/p5p1/3p4/3NP3/2NBB3/PP3PPP/R2Q1RK1 w - - 4",
        "rnbq1rk1/1p2npbp/p5p1/3p4/3NP3/2NBB3/PP3PPP/R2Q1RK1 w - - hmvc 4;",
    );
}

#[test]
fn a_counter_without_its_blank() {
    // A destruction test ("epd should be OK") and a Kaufman test.
    reads_as(
        "1R6/1brk2p1/4p2p/p1P1Pp2/P7/6P1/1P4P1/2R3K1 w - -0 1 bm b8b7; epd should be OK\0",
        "1R6/1brk2p1/4p2p/p1P1Pp2/P7/6P1/1P4P1/2R3K1 w - - bm b8b7; epd should be OK; fmvn 1; hmvc 0;",
    );
    reads_as(
        "r4rk1/3nppbp/bq1p1np1/2pP4/8/2N2NPP/PP2PPB1/R1BQR1K1 b - -1 12 ; bm Rfb8\0",
        "r4rk1/3nppbp/bq1p1np1/2pP4/8/2N2NPP/PP2PPB1/R1BQR1K1 b - - bm Rfb8; fmvn 12; hmvc 1;",
    );
}

#[test]
fn counters_that_are_not_known() {
    reads_as(
        "8/8/1k6/3K4/1b5r/8/8/8 w - - - - id \"x\";",
        "8/8/1k6/3K4/1b5r/8/8/8 w - - id \"x\";",
    );
}

#[test]
fn counters_and_their_opcodes() {
    // A suite that already has `hmvc`.
    reads_as(
        "8/8/1k6/3K4/1b5r/8/8/8 w - - 7 9 hmvc 7;",
        "8/8/1k6/3K4/1b5r/8/8/8 w - - fmvn 9; hmvc 7;",
    );
    reads_with_warning(
        "8/8/1k6/3K4/1b5r/8/8/8 w - - 7 9 hmvc 3;",
        "8/8/1k6/3K4/1b5r/8/8/8 w - - fmvn 9; hmvc 3;",
        "30: the counter 7 disagrees with hmvc, which is kept",
    );
}

#[test]
fn opcodes_that_are_numbers() {
    // A perft suite without opcodes. The first must not be taken for a counter the next time.
    let written = "rnbr2k1/pp2pp1p/6p1/q1PQ4/8/2b1PN2/PP1BBPPP/R3K2R w KQ - ; 1893; 48; 86741; fmvn 1; hmvc 0;";
    reads_as(
        "rnbr2k1/pp2pp1p/6p1/q1PQ4/8/2b1PN2/PP1BBPPP/R3K2R w KQ - 0 1;48;1893;86741",
        written,
    );
    reads_as(written, written);
}

#[test]
fn semicolons_missing_at_the_end_stray_or_glued() {
    // Bratko-Kopec, Kaufman and fortress suites of one collection; python-chess's test of escapes.
    reads_as(
        "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - ; bm Qd1 + ; id BK.01\0",
        "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - bm Qd1 + ; id BK.01;",
    );
    reads_as(
        "2k5/2p5/1q1p4/pPpPp1p1/N1P1Pp1p/P4PbP/KQ4P1/8 w - -; am Nxb6 + ? ; c1 diff=10",
        "2k5/2p5/1q1p4/pPpPp1p1/N1P1Pp1p/P4PbP/KQ4P1/8 w - - am Nxb6 + ? ; c1 diff=10;",
    );
    reads_as(
        r#"4k3/8/8/8/8/8/8/4K3 w - - a "foo\"bar";; ; b "foo\\\\";"#,
        r#"4k3/8/8/8/8/8/8/4K3 w - - a "foo\"bar"; b "foo\\\\";"#,
    );
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
fn blanks_between_fields() {
    // Perft suites with two blanks before the counters.
    reads_as(
        "  8/5kpp/8/8/1p3P2/6PP/r3KP2/1R1q4 w\t-  -  0\t1; D4 23441\r",
        "8/5kpp/8/8/1p3P2/6PP/r3KP2/1R1q4 w - - D4 23441; fmvn 1; hmvc 0;",
    );
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
fn operations_in_any_order_are_sorted() {
    // python-chess's fuzz corpus. Capitals first, equal opcodes as they came.
    reads_as(
        "4k3/8/8/8/8/8/8/4K3 w - - id \"x\"; ce 182; Stip \"#3\"; acs 0; c10 b; c1 y; c1 a; bm Kd2;",
        "4k3/8/8/8/8/8/8/4K3 w - - Stip \"#3\"; acs 0; bm Kd2; c1 y; c1 a; c10 b; ce 182; id \"x\";",
    );
}

#[test]
fn semicolons_in_strings() {
    // Suites with comments, as arasan's.
    reads_as(
        r#"4k3/8/8/8/8/8/8/4K3 w - - id "a;b"; c0 "x; y \"; z";"#,
        r#"4k3/8/8/8/8/8/8/4K3 w - - c0 "x; y \"; z"; id "a;b";"#,
    );
}

#[test]
fn a_quote_inside_a_word_is_no_string() {
    reads_as(
        r#"4k3/8/8/8/8/8/8/4K3 w - - c0 5" board; bm Kd2;"#,
        r#"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; c0 5" board;"#,
    );
}

#[test]
fn a_string_without_end() {
    // A gnuchess file whose `id` goes on in the next line.
    reads_with_warning(
        r#"3b4/5kp1/1p1p1p1p/pP1PpP1P/P1P1P3/3KN3/8/8 w - - bm c5; id "13 c5"#,
        r#"3b4/5kp1/1p1p1p1p/pP1PpP1P/P1P1P3/3KN3/8/8 w - - bm c5; id "13 c5";"#,
        "57: the string of id does not end, it was closed",
    );
    reads_with_warning(
        r#"4k3/8/8/8/8/8/8/4K3 w - - id "WAC; bm Kd2;"#,
        r#"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id "WAC";"#,
        "27: the string of id does not end, it was closed",
    );
}

#[test]
fn a_string_that_ends_in_a_backslash() {
    // The standard knows no escapes, python-chess does.
    reads_with_warning(
        r#"4k3/8/8/8/8/8/8/4K3 w - - c0 "C:\chess\"; bm Kd2; id "x";"#,
        r#"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; c0 "C:\chess\\"; id "x";"#,
        "27: the string of c0 does not end, it was closed",
    );
}

#[test]
fn unquoted_text() {
    // `id` without quotes, prose for operations, opcodes with a colon.
    reads_as(
        "1qr3k1/p2nbppp/bp2p3/3p4/3P4/1P2PNP1/P2Q1PBP/1N2R1K1 b - - ; bm Qc7; id  sbd.001\0",
        "1qr3k1/p2nbppp/bp2p3/3p4/3P4/1P2PNP1/P2Q1PBP/1N2R1K1 b - - bm Qc7; id  sbd.001;",
    );
    reads_as(
        "2brrb2/8/p7/7Q/1p1kpPp1/1P1pN1K1/3P4/8 w - - bm #2; PV: h5a5 c8d7 a5d5;",
        "2brrb2/8/p7/7Q/1p1kpPp1/1P1pN1K1/3P4/8 w - - PV: h5a5 c8d7 a5d5; bm #2;",
    );
    reads_as(
        "8/8/8/8/8/8/8/K1k5 w - - draw by insufficient material;",
        "8/8/8/8/8/8/8/K1k5 w - - draw by insufficient material;",
    );
    reads_as(
        format!("{START} w KQkq - bm 1; id 1;"),
        &format!("{START} w KQkq - bm 1; id 1;"),
    );
}

#[test]
fn a_missing_semicolon_among_moves_and_numbers() {
    // Kaufman's and a suite of hard mates.
    reads_with_warning(
        "3r2k1/p2r1p1p/1p2p1p1/q4n2/3P4/PQ5P/1P1RNPP1/3R2K1 b - - bm Nxd4 id \"position 02\";\r",
        "3r2k1/p2r1p1p/1p2p1p1/q4n2/3P4/PQ5P/1P1RNPP1/3R2K1 b - - bm Nxd4; id \"position 02\";",
        "66: a ; is missing before id",
    );
    reads_with_warning(
        "7R/2k1p2P/r2rP3/8/3p1R2/8/2P2p2/2K5 w - - 0 1 bm Rc8+ dm 26\r",
        "7R/2k1p2P/r2rP3/8/3p1R2/8/2P2p2/2K5 w - - bm Rc8+; dm 26; fmvn 1; hmvc 0;",
        "55: a ; is missing before dm",
    );
    // c3, c4, v5 are moves as well as opcodes, and words of a text may be anything.
    reads_as(
        format!("{START} w KQkq - bm e4 c4 c3 c0; c1 id dm bm;"),
        &format!("{START} w KQkq - bm e4 c4 c3 c0; c1 id dm bm;"),
    );
}

#[test]
fn bytes_that_are_not_utf_8() {
    // Old suites in ISO-8859.
    let line = b"4k3/8/8/8/8/8/8/4K3 w - - id \"Stra\xdfburg\"; \xff\xfe 1;";
    let (epd, warnings) = Epd::read(line).expect("a record");
    assert_eq!(epd.to_bytes(), line);
    assert_eq!(warnings, []);
}

#[test]
fn long_lines() {
    let text = "x".repeat(1_000_000);
    let line = format!("4k3/8/8/8/8/8/8/4K3 w - - c0 \"{text}\"; c1 {text};");
    reads_as(&line, &line);
    // Many openings of strings take no more than their number.
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
    // Whatever a string holds is one operand, and what is empty is nothing.
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
fn castling_rights_without_their_rook() {
    // Positions with rook's odds: Black's queen's rook is missing, its right is not.
    reads_with_warning(
        "1nbqkbnr/pp2p1pp/2p5/3p1p2/3P1B2/5N2/PPP1PPPP/RN2KB1R w KQkq - 0 4; v=-237",
        "1nbqkbnr/pp2p1pp/2p5/3p1p2/3P1B2/5N2/PPP1PPPP/RN2KB1R w KQk - fmvn 4; hmvc 0; v=-237;",
        "57: castling q was dropped: king or rook is not in its place",
    );
    // White has castled long ago.
    reads_with_warning(
        "r3k2r/8/8/8/8/8/8/R4RK1 w KQkq -",
        "r3k2r/8/8/8/8/8/8/R4RK1 w kq -",
        "27: castling KQ was dropped: king or rook is not in its place",
    );
    // "two castling rooks on same side of black king": a destruction test.
    reads_with_warning(
        "krr5/8/8/8/8/8/8/4K3 w kq - 0 1;",
        "krr5/8/8/8/8/8/8/4K3 w - - fmvn 1; hmvc 0;",
        "24: castling kq was dropped: king or rook is not in its place",
    );
    // Kings on different files can't be those of one starting position.
    reads_with_warning(
        "r3k2r/8/8/8/8/8/8/R2K3R w KQkq -",
        "r3k2r/8/8/8/8/8/8/R2K3R w kq -",
        "27: castling KQ was dropped: king or rook is not in its place",
    );
}

#[test]
fn castling_in_any_order() {
    reads_as(
        "r3k2r/8/8/8/8/8/8/R3K2R w qkQK -",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
    );
}

#[test]
fn chess960_as_shredder_fen() {
    // Chess960 perft suites.
    reads_as(
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9 ;D1 21",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - D1 21; fmvn 9; hmvc 2;",
    );
    // One rook of two on the same side; the other could only be meant by its file.
    reads_as(
        "k7/8/8/8/8/8/8/2K1R1R1 w E -",
        "k7/8/8/8/8/8/8/2K1R1R1 w E -",
    );
    // The ordinary places are written as in ordinary chess.
    reads_as(
        "r3k2r/8/8/8/8/8/8/R3K2R w HAha -",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
    );
    reads_with_warning(
        "k7/8/8/8/8/8/8/2K1R1R1 w GE -",
        "k7/8/8/8/8/8/8/2K1R1R1 w G -",
        "26: castling E was dropped: king or rook is not in its place",
    );
}

#[test]
fn chess960_as_x_fen() {
    reads_as(
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq -",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf -",
    );
    // The outermost rook is meant, the inner one is named by its file.
    reads_as(
        "k7/8/8/8/8/8/8/2K1R1R1 w K -",
        "k7/8/8/8/8/8/8/2K1R1R1 w G -",
    );
    // Only one side may castle, and its king is not on the e-file.
    reads_as("4k3/8/8/8/8/8/8/R2K4 w Q -", "4k3/8/8/8/8/8/8/R2K4 w A -");
}

#[test]
fn en_passant_squares() {
    // Nobody can capture there: 1 e4.
    reads_as(
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -",
    );
    // A problem that begins with the capture.
    reads_as(
        "7n/BBP2P1P/8/P1PpK3/P5RR/5k2/Pn2NPN1/3Q2b1 w - d6 bm #1; ep; 00:00;",
        "7n/BBP2P1P/8/P1PpK3/P5RR/5k2/Pn2NPN1/3Q2b1 w - d6 00:00; bm #1; ep;",
    );
    // The capture would leave the king in check.
    reads_as(
        "8/8/8/K2pP2r/8/8/8/4k3 w - d6",
        "8/8/8/K2pP2r/8/8/8/4k3 w - -",
    );
    // No pawn has passed it.
    reads_with_warning(
        "4k3/8/8/8/8/8/8/4K3 w - d6",
        "4k3/8/8/8/8/8/8/4K3 w - -",
        "25: the en-passant square was dropped: no pawn has just passed it",
    );
    reads_with_warning(
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e4",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -",
        "54: the en-passant square was dropped: no pawn has just passed it",
    );
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
        // The side not to move may be in check there; that is another matter.
        let line = format!("{board} w - -");
        match Epd::read(line.as_bytes()) {
            Ok((epd, warnings)) => {
                assert_eq!(epd.to_string(), line);
                assert_eq!(warnings, []);
            }
            Err(error) => panic!("{error}"),
        }
    }
    // Checks no game can give: by three men, and by two knights.
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
fn refused_fields() {
    // python-chess's perft files of other variants, a destruction test, a record without its fourth
    // field.
    assert_snapshot!(refusal("id zh-all-drop-types"), @"1: id is not a board");
    assert_snapshot!(refusal("2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w - -"), @"1: a board with a hand or promoted men needs a Variant");
    assert_snapshot!(refusal("4k3/1Q~6/8/8/4b3/8/Kpp5/8 b - -"), @"1: a board with a hand or promoted men needs a Variant");
    assert_snapshot!(refusal("rnbqkbnr.pppppppp.8.8.8.8.PPPPPPPP.RNBQKBNR w KQkq - 0 1; slash chars"), @"1: rnbqkbnr.pppppppp.8.8.8.8.PPPPPPPP.RNBQK... is not a board");
    assert_snapshot!(refusal("N7/8/2KQ2rp/6k1/4p3p/2p4P/4PP2/5N2 w - - 0 1"), @"17: rank 4 has 9 squares, not 8");
    assert_snapshot!(refusal("4k3/8/8/8/8/8/8/4K3"), @"20: the side to move is missing");
    assert_snapshot!(refusal("4k3/8/8/8/8/8/8/4K3 K KQkq - 0 1; colour, cull"), @"21: K is not a side to move");
    assert_snapshot!(refusal("4k3/8/8/8/8/8/8/4K3 w"), @"22: the castling field is missing");
    assert_snapshot!(refusal("4k3/8/8/8/8/8/8/4K3 w KX -"), @"23: KX is not a set of castling rights");
    assert_snapshot!(refusal("4k3/8/8/8/8/8/8/4K3 w -"), @"24: the en-passant field is missing");
    assert_snapshot!(refusal("4k3/8/8/8/8/8/8/4K3 w -;"), @"25: the en-passant field is missing");
    assert_snapshot!(refusal("4k3/8/8/8/8/8/8/4K3 w - bm Kc2; id \"\";"), @"25: bm is not an en-passant square");
    assert_snapshot!(refusal("4k3/8/8/8/8/8/8/4K3 w - i3"), @"25: i3 is not an en-passant square");
    assert_snapshot!(refusal(b"\xff\xfe\x01 w - -"), @"1: ��� is not a board");
}

#[test]
fn refused_positions() {
    assert_snapshot!(refusal("8/8/8/8/8/8/8/4K3 w - - bm Kd2;"), @"1: black has no king");
    assert_snapshot!(refusal("4k3/8/8/8/8/8/8/8 w - -"), @"1: white has no king");
    assert_snapshot!(refusal("4k3/8/8/8/8/8/8/2K1K3 w - -"), @"1: white has more than one king");
    assert_snapshot!(refusal("4k2P/8/8/8/8/8/8/4K3 w - -"), @"1: a pawn stands on the first or last rank");
    assert_snapshot!(refusal("4k3/8/8/8/8/8/8/p3K3 w - -"), @"1: a pawn stands on the first or last rank");
    assert_snapshot!(refusal("4k3/8/8/8/8/8/4R3/4K3 w - -"), @"1: the side not to move is in check");
    assert_snapshot!(refusal("8/8/8/8/8/8/3kK3/8 w - -"), @"1: the side not to move is in check");
    // 412 moves.
    assert_snapshot!(refusal("QQQQQQBk/Q6B/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - -"), @"1: a side may have more than 256 moves");
    // The same for the side that is not to move.
    assert_snapshot!(refusal("QQQQQQBk/Q6B/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ b - -"), @"1: a side may have more than 256 moves");
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
