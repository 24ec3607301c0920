//! Games, tables and records as people write them: each is read as its author meant it, or refused
//! at the word that cannot be read.

use std::process::{Command, Output};

use crate::formats::{Scratch, run, text, written};

/// The records of a file, and the exit code.
fn records(name: &str, content: impl AsRef<[u8]>, arguments: &[&str]) -> (Vec<String>, i32) {
    let scratch = Scratch::new();
    let file = written(&scratch, name, content);
    let output = run(&[&["-b", "--nodes", "100k"], arguments, &[&file]].concat());
    let lines = text(&output.stdout).lines().map(str::to_owned).collect();
    (lines, output.status.code().expect("an exit code"))
}

/// The four fields of the one record of a file.
fn position(name: &str, content: &str, arguments: &[&str]) -> String {
    let (records, code) = records(name, content, arguments);
    assert_eq!((records.len(), code), (1, 0), "{content}: {records:?}");
    records[0].split(' ').take(4).collect::<Vec<_>>().join(" ")
}

/// The lines of `check`.
fn checked(name: &str, content: impl AsRef<[u8]>) -> Vec<String> {
    let scratch = Scratch::new();
    let file = written(&scratch, name, content);
    let mut command = Command::new(env!("CARGO_BIN_EXE_solver"));
    let output = command.args(["check", &file]).output().expect("a program");
    text(&output.stdout).lines().map(str::to_owned).collect()
}

/// A king that is mated in two by a rook.
const ROOK: &str = "8/8/8/8/8/2K5/k7/7R w - -";

#[test]
fn moves_are_read_however_they_are_spelled() {
    let games = [
        (
            "1. h4 g5 2. hxg5 h5 3. g6 Nf6 4. g7 h4 5. ",
            "rnbqkb1Q/pppppp2/5n2/8/7p/8/PPPPPPP1/RNBQKBNR b KQq -",
            "gxh8=Q gxh8Q gxh8=q g7h8q g7xh8=Q g7-h8Q gxh8/Q gxh8(Q) gh8Q gxh8=Q!? gxh8Q+ g:h8D gxh8=♕ g×h8=Q",
        ),
        (
            "1. d4 h6 2. d5 c5 3. ",
            "rnbqkbnr/pp1pppp1/2P4p/8/8/8/PPP1PPPP/RNBQKBNR b KQkq -",
            "dxc6 dxc6e.p. dxc6ep dxc6/ep dxc6(ep) d5xc6 d5c6 d:c6 dc6 dc dxc d5-c6 ♙dxc6 dxc6!e.p.",
        ),
        (
            "1. c4 c5 2. ",
            "rnbqkbnr/pp1ppppp/8/2p5/2P5/2N5/PP1PPPPP/R1BQKBNR b KQkq -",
            "Nc3 Nb1-c3 Nb1c3 b1c3 Nbc3 N1c3 Sc3 ♘c3 ♞c3 Nc3!? Nc3$14 Nc3{good} Nc3+= Nc3± Nc3N \u{a0}Nc3\u{a0} Nc3(2.g3)",
        ),
        (
            "1. g4 e6 2. f4 ",
            "rnb1kbnr/pppp1ppp/4p3/8/5PPq/8/PPPPP2P/RNBQKBNR w KQkq -",
            "Qh4# Qh4++ Qh4mate Qh4+ Qh4 Qd8-h4# d8h4 Dh4 ♛h4 Qh4#!! Qh4ch Qh4matt Qh4+(mate) Q-h4",
        ),
        (
            "1. Nf3 d5 2. g3 c5 3. Bg2 Nc6 4. ",
            "r1bqkbnr/pp2pppp/2n5/2pp4/8/5NP1/PPPPPPBP/RNBQ1RK1 b kq -",
            "O-O 0-0 o-o e1g1 e1h1 Kg1 Ke1-g1 O–O 0-0! 00 OO",
        ),
    ];
    for (before, after, spellings) in games {
        for spelling in spellings.split_ascii_whitespace() {
            // Before the answer nothing is known of how a game ends.
            let game = format!("[Event \"x\"]\n\n{before}{spelling} *\n");
            assert_eq!(
                position("x.pgn", &game, &["--final", "-z", "1"]),
                after,
                "{spelling}"
            );
        }
    }
    for moves in [
        "1.e4 e5 2.Nf3",
        "1 e4 e5 2 Nf3",
        "1.e4,e5 2.Nf3",
        "e2e4 e7e5 g1f3",
        "1. e4 1... e5 2. Nf3 = ",
    ] {
        let after = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq -";
        assert_eq!(
            position("x.pgn", moves, &["--final", "-z", "1"]),
            after,
            "{moves}"
        );
    }
}

#[test]
fn a_game_is_refused_where_it_cannot_be_read() {
    for (moves, reason) in [
        ("1. e4 e5 2. hxg8X", "2.hxg8X cannot be read"),
        ("1. e4 zork 2. d4", "1...zork cannot be read"),
        ("1. e4 e5 2. Nh4", "2.Nh4 is not a legal move"),
        ("1. e4 (1. d4", "the variation does not end"),
    ] {
        let (seen, code) = records(
            "x.pgn",
            format!("[Event \"x\"]\n\n{moves} *\n"),
            &["--final"],
        );
        assert_eq!(code, 2, "{moves}");
        assert!(seen.len() == 1 && seen[0].contains(reason), "{seen:?}");
    }
}

#[test]
fn a_number_in_a_title_is_no_task_and_a_tag_that_says_one_is() {
    let game = |tags: &str| format!("{tags}\n[FEN \"{ROOK} 0 1\"]\n[SetUp \"1\"]\n\n*\n");
    for tags in [
        "[Event \"Ladder Mate #1\"]\n[Termination \"mate in 2\"]",
        "[Event \"#400 Rooks\"]\n[White \"Mate in two\"]\n[Black \"White to move\"]",
        "[White \"Puzzle #12\"]\n[Black \"#2 ...\"]",
        "[Event \"#1\"]\n[Stipulation \"Mat en deux coups\"]",
    ] {
        let (seen, code) = records("x.pgn", game(tags), &["-z", "1"]);
        assert!(code == 0 && seen[0].contains("; dm 2;"), "{tags}: {seen:?}");
    }
    let (seen, _) = records(
        "x.pgn",
        game("[Event \"Ladder Mate #1\"]\n[White \"#4 of 100\"]"),
        &["-z", "2"],
    );
    assert!(seen[0].contains("; dm 2;"), "{seen:?}");
}

#[test]
fn games_need_no_tags_and_tags_may_have_blanks() {
    let text = "1. e4 e5 1/2-1/2\n\n1. d4 d5 1-0\n\n[Event \"c\"]\n\n1. c4 *\n\n1. f4 f5 *\n";
    assert_eq!(records("x.pgn", text, &["--final", "-z", "1"]).0.len(), 4);
    let text = format!("[  White \"Me\"  ]\n[  FEN  \"{ROOK} 0 1\"  ]\n\n1. Rd1 *\n");
    assert_eq!(position("x.pgn", &text, &["-z", "2"]), ROOK);
    let text = format!("{{ my games }}\n[FEN \"{ROOK} 0 1\"]\n\n*\n");
    assert_eq!(position("x.pgn", &text, &["-z", "2"]), ROOK);
}

#[test]
fn moves_in_uci_are_claims_and_what_is_not_read_is_unread() {
    let fen = "6k1/3P1ppp/8/8/8/8/5PPP/6K1 w - - 0 1";
    let game = |moves: &str| format!("[Termination \"mate in 1\"]\n[FEN \"{fen}\"]\n\n{moves} *\n");
    for moves in [
        "1. d7d8q",
        "1.d8Q#",
        "1. d8=Q mate",
        "1.d8D",
        "1. d7-d8=♕ {!}",
    ] {
        let seen = checked("x.pgn", game(moves));
        // A rook mates, too.
        assert!(
            seen[0].contains("cooked #1: cooked by d8=R#"),
            "{moves}: {seen:?}"
        );
    }
    let seen = checked("x.pgn", game("1. zork"));
    assert!(
        seen[0].contains(": unread #1") || seen[0].contains("zork"),
        "{seen:?}"
    );
    // The title is no task, but the moves are a mate of its length.
    let text = format!("[Event \"x #1\"]\n[FEN \"{fen}\"]\n\n1. d7d8q *\n");
    assert!(checked("x.pgn", text)[0].contains("cooked #1"));
}

#[test]
fn names_come_out_as_they_went_in() {
    let game = |event: &[u8]| {
        let tags = [b"[Event \"", event, b"\"]\n[White \"mate in 2\"]\n[FEN \""].concat();
        [&tags[..], ROOK.as_bytes(), b" 0 1\"]\n\n*\n"].concat()
    };
    for (name, written) in [
        ("x.pgn", game(b"K\xf6ln \x96 R\xe9ti")),
        ("x.pgn", game("Köln – Réti".as_bytes())),
        (
            "x.epd",
            [ROOK.as_bytes(), b" dm 2; id \"K\xf6ln \x96 R\xe9ti\";\n"].concat(),
        ),
    ] {
        let seen = checked(name, &written);
        assert!(seen[0].contains("\"Köln – Réti\""), "{seen:?}");
    }
    let scratch = Scratch::new();
    let file = written(
        &scratch,
        "x.pgn",
        [game(b"K\xf6ln"), game(b"M\xfcnchen")].concat(),
    );
    let output = run(&["-b", &file]);
    assert!(
        text(&output.stdout).contains("id \"Köln\"")
            && text(&output.stdout).contains("id \"München\"")
    );
    let told = text(&output.stderr);
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(
        told.contains("x.pgn:1: not UTF-8 from here on; read as Windows-1252"),
        "{told}"
    );
    let output = run(&[
        "-b",
        "--encoding",
        "latin2",
        &written(&scratch, "y.pgn", game(b"\xa3\xf3d\xbc")),
    ]);
    assert!(
        text(&output.stdout).contains("id \"Łódź\"") && output.stderr.is_empty(),
        "{output:?}"
    );
    assert_eq!(
        run(&["-b", "--encoding", "letters", &file]).status.code(),
        Some(64)
    );
}

#[test]
fn bytes_of_epd_stay_in_epd_and_are_text_elsewhere() {
    let line = [ROOK.as_bytes(), b" dm 2; id \"K\xf6ln\";\n"].concat();
    let scratch = Scratch::new();
    let file = written(&scratch, "x.epd", &line);
    let output = run(&["-b", &file]);
    assert!(
        output
            .stdout
            .windows(10)
            .any(|bytes| bytes == b"id \"K\xf6ln\";")
    );
    assert!(output.stderr.is_empty());
    let output = run(&["-b", "--format", "json", &file]);
    assert!(text(&output.stdout).contains("\"Köln\""), "{output:?}");
    assert_eq!(text(&output.stderr).lines().count(), 1);
    let output = run(&["-b", "--encoding", "latin1", &file]);
    assert!(text(&output.stdout).contains("id \"Köln\""), "{output:?}");
}

#[test]
fn utf_16_is_read_with_and_without_its_mark() {
    for mark in ["", "\u{feff}"] {
        for form in [
            format!("{mark}{ROOK} dm 2; id \"Łódź\";\n"),
            format!("{mark}[Event \"Łódź\"]\n[FEN \"{ROOK} 0 1\"]\n*\n"),
        ] {
            let wide: Vec<u8> = form.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let (seen, code) = records("x", wide, &["-z", "2"]);
            assert!(code == 0 && seen.len() == 1, "{seen:?}");
            assert!(
                seen[0].contains("id \"Łódź\"") && seen[0].contains("dm 2;"),
                "{seen:?}"
            );
        }
    }
}

#[test]
fn a_lone_carriage_return_ends_a_line() {
    let (seen, code) = records(
        "x.epd",
        format!("{ROOK} dm 2; id \"a\";\r{ROOK} dm 2; id \"b\";\r"),
        &[],
    );
    assert!(
        code == 0 && seen.len() == 2 && seen[1].contains("id \"b\""),
        "{seen:?}"
    );
    let game = format!("[Event \"a\"]\r[FEN \"{ROOK} 0 1\"]\r\r1. Rd1 ; a comment\rKa3 *\r");
    assert_eq!(position("x.pgn", &game, &["-z", "2"]), ROOK);
    let table = format!("id,fen\ra,{ROOK}\rb,{ROOK}\r");
    assert_eq!(records("x.csv", table, &["-z", "2"]).0.len(), 2);
}

#[test]
fn positions_may_be_given_by_moves() {
    let after = "8/8/8/8/8/k1K5/8/3R4 w - -";
    for line in [
        format!("{ROOK} moves h1d1 a2a3"),
        format!("{ROOK} 0 1 moves Rd1 Ka3; id \"x\";"),
        format!("fen {ROOK} moves h1d1 a2a3"),
    ] {
        let text = format!("{ROOK} dm 2;\n{line}\n");
        let (seen, code) = records("x.epd", text, &["-z", "1"]);
        assert!(
            code == 0 && seen[1].starts_with(after) && seen[1].contains("bm Ra1#;"),
            "{seen:?}"
        );
        let output = run(&["-b", "-z", "1", "--fen", &line]);
        assert!(text_of(&output).starts_with(after), "{output:?}");
    }
    let begun = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -";
    assert_eq!(
        position("x.epd", "startpos moves e2e4 e7e5\n", &["-z", "1"]),
        begun
    );
    let (seen, code) = records("x.epd", format!("{ROOK} moves h1d1 a2b4; id \"x\";\n"), &[]);
    assert_eq!(code, 2);
    assert!(
        seen[0].contains("Error \"1...a2b4 is not a legal move\"") && seen[0].contains("id \"x\""),
        "{seen:?}"
    );
}

fn text_of(output: &Output) -> String {
    text(&output.stdout)
}

#[test]
fn a_slash_behind_the_last_rank_is_no_hand() {
    let line = "8/8/8/8/8/2K5/k7/7R/ w - - 0 1";
    assert_eq!(position("x.epd", line, &["-z", "2"]), ROOK);
    assert_eq!(
        position("x.pgn", &format!("[FEN \"{line}\"]\n*\n"), &["-z", "2"]),
        ROOK
    );
}

#[test]
fn a_puzzle_is_asked_for_as_many_moves_as_its_solution_has() {
    let fen = "8/8/8/8/8/2K5/8/k6R b - - 0 1";
    let moves = "a1a2 h1d1 a2a3 d1a1";
    let themes = "endgame mate mateIn5";
    for (name, content) in [
        (
            "x.csv",
            format!("PuzzleId,FEN,Moves,Rating,Themes\np,{fen},{moves},900,{themes}\n"),
        ),
        (
            "x.csv",
            format!("p,{fen},{moves},900,80,90,10,{themes},https://example.org,\n"),
        ),
        ("x.csv", format!("\"p\",\"{fen}\",\"{moves}\"\n")),
        (
            "x.tsv",
            format!("PUZZLEID\tfen\tMOVES\np\t{fen}\t{moves}\n"),
        ),
        (
            "x.json",
            format!(
                "{{\"PuzzleId\":\"p\",\"FEN\":\"{fen}\",\"Moves\":\"{moves}\",\"Themes\":\"{themes}\"}}\n"
            ),
        ),
        (
            "x.json",
            format!(
                "[{{\"id\":\"p\",\"fen\":\"{fen}\",\"moves\":[\"{}\"],\"themes\":[\"mateIn5\"]}}]",
                moves.replace(' ', "\",\"")
            ),
        ),
        (
            "x.json",
            format!("{{\"ID\": \"p\",\n \"FEN\": \"{fen}\",\n \"Moves\": \"{moves}\"\n}}\n"),
        ),
    ] {
        let (seen, code) = records(name, &content, &[]);
        assert!(
            code == 0 && seen.len() == 1 && seen[0].starts_with(ROOK),
            "{content}: {seen:?}"
        );
        assert!(
            seen[0].contains("; dm 2;") && seen[0].contains("id \"p\""),
            "{seen:?}"
        );
        assert!(
            checked(name, &content)[0].contains(" #2 \"p\": "),
            "{content}"
        );
    }
}

#[test]
fn objects_of_json_stand_in_any_shape() {
    let object = |id: usize| {
        format!(
            "{{\"problemid\": {id}, \"type\": \"Mate in Two\", \"fen\": \"{ROOK} 0 1\", \"moves\": \"h1-d1\"}}"
        )
    };
    let three = [1, 2, 3].map(object);
    let [one, two, last] = &three;
    for (content, lines) in [
        (three.join("\n"), [1, 2, 3]),
        (format!("[{}]", three.join(",")), [1, 1, 1]),
        (format!("[\n{}\n]\n", three.join(",\n")), [2, 3, 4]),
        (
            format!("{{ \"problems\":\n[\n{}\n]}}\n", three.join(",\n")),
            [3, 4, 5],
        ),
        (
            format!(
                "{{\"count\": 3, \"all\": [1, \"fen\"], \"problems\":[{}], \"x\": {{}}}}",
                three.join(",")
            ),
            [1, 1, 1],
        ),
        (
            format!("{{\"a\": {one},\n\"b\": {two},\n\"c\": {last}}}"),
            [1, 2, 3],
        ),
        (
            three.join("\n").replace('{', "{\n").replace('}', "\n}"),
            [1, 4, 7],
        ),
        (
            format!("{{\"data\": {{\"list\": [{}]}}}}", three.join(", ")),
            [1, 1, 1],
        ),
    ] {
        let scratch = Scratch::new();
        let file = written(&scratch, "x.json", &content);
        let output = run(&["--format", "json", "-z", "1", &file]);
        let seen: Vec<serde_json::Value> = text(&output.stdout)
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect();
        let places: Vec<_> = seen.iter().map(|answer| answer["line"].as_u64()).collect();
        assert_eq!(places, lines.map(Some), "{content}");
        assert!(seen.iter().all(|answer| answer["moves"] == 2), "{seen:?}");
    }
}

#[test]
fn json_that_is_not_understood_is_said_once() {
    for content in [
        "{\"games\": [\n{\"white\": 1},\n{\"white\": 2}\n]}\n".to_owned(),
        "{\"a\": 1}\n".repeat(1000),
        format!("[{{\"fen\": \"{ROOK}\"}}, {{\"fen\": "),
    ] {
        let scratch = Scratch::new();
        let file = written(&scratch, "x.json", &content);
        let output = run(&["-b", "-z", "2", &file]);
        let told = text(&output.stderr);
        let seen = (told.lines().count(), output.status.code());
        assert_eq!(seen, (1, Some(2)), "{content}: {told}");
    }
    // One strange line among others costs itself alone.
    let strange = format!("{{\"a\": 1}}\n{{\"fen\": \"{ROOK}\"}}\n");
    let (seen, code) = records("x.json", strange.repeat(2), &["-z", "2"]);
    let errors: Vec<bool> = seen.iter().map(|line| line.contains("Error")).collect();
    assert_eq!((errors, code), (vec![true, false, true, false], 2));
}
