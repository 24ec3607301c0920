//! `solver bpgn` as a program: exit codes, what is on which stream, files.

use std::fs;
use std::io::{Read, Write};
use std::process::{Command, Output, Stdio};

use crate::bpgn::boards::LOG;
use crate::bpgn::feed::fed;
use crate::bpgn::scratch::Scratch;
use crate::bpgn::seed::{GNEJS, LAG, RESUMED};
use crate::bpgn::show;
use crate::support::packed::{bzip2, gzip, zstd};

pub fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_solver"));
    command
        .arg("bpgn")
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    fed(&mut command, input)
}

fn code(output: &Output) -> i32 {
    output.status.code().expect("a code")
}

#[test]
fn check_tells_errors_from_notes() {
    let output = run(&["check"], LAG.as_bytes());
    assert_eq!(code(&output), 0);
    assert_eq!(
        show(&output.stdout),
        "-:3:2: note: the date is not YYYY.MM.DD: 2006-02-05\n"
    );
    let output = run(&["check", "-"], GNEJS.as_bytes());
    assert_eq!(code(&output), 1);
    assert_eq!(show(&output.stdout).lines().count(), 2);
    let output = run(&["check", "no/such/file"], b"");
    assert_eq!(code(&output), 2);
    let output = run(&["check", "--nonsense"], b"");
    assert_eq!(code(&output), 64);
}

#[test]
fn split_and_join_restore_the_bytes() {
    let folder = Scratch::new();
    let prefix = folder.0.join("match").display().to_string();
    let games = [GNEJS, RESUMED, LAG].join("\n") + "\n";
    let output = run(&["split", "-o", &prefix], games.as_bytes());
    assert_eq!(code(&output), 0);
    assert!(output.stdout.is_empty());
    let (a, b) = (format!("{prefix}-A.pgn"), format!("{prefix}-B.pgn"));
    for arguments in [["join", &a, &b], ["join", &b, &a]] {
        let output = run(&arguments, b"");
        assert_eq!(show(&output.stdout), games);
        assert!(output.stderr.is_empty());
    }
    let both = run(&["split"], games.as_bytes());
    let output = run(&["join", "-"], &both.stdout);
    assert_eq!(show(&output.stdout), games);
    insta::assert_snapshot!(show(&fs::read(b).expect("a file")));
}

#[test]
fn foreign_pgns_are_joined_by_clock() {
    let folder = Scratch::new();
    let file = |name: &str, text: &str| {
        let path = folder.0.join(name).display().to_string();
        fs::write(&path, text).expect("written");
        path
    };
    let a = file(
        "a.pgn",
        "[White \"Ann\"]\n[Black \"Bob\"]\n[TimeControl \"180+0\"]\n[Result \"1-0\"]\n\n\
         1. e4 {[%clk 0:02:59.5]} d5 {[%clk 0:02:58]} 2. exd5 {[%clk 0:02:57]} Qxd5 {[%clk 0:02:50]} 1-0\n",
    );
    let b = file(
        "b.pgn",
        "[White \"Cid\"]\n[Black \"Dee\"]\n[TimeControl \"180+0\"]\n\n\
         1. e4 {[%clk 0:02:59]} e5 {[%clk 0:02:59]} 2. P@e6 {[%clk 0:02:59]} 0-1\n",
    );
    let output = run(&["join", &a, &b], b"");
    assert_eq!(code(&output), 0);
    insta::assert_snapshot!(show(&output.stdout) + &show(&output.stderr));
}

#[test]
fn the_comment_that_ends_the_match_stands_before_the_result() {
    let folder = Scratch::new();
    let a = folder.0.join("a.pgn").display().to_string();
    let b = folder.0.join("b.pgn").display().to_string();
    // Board A ends, and board B has the last half-move by the clock.
    let texts = [
        "[White \"Ann\"]\n[Black \"Bob\"]\n[TimeControl \"180+0\"]\n\n\
         1. e4 {[%clk 0:02:59]} {nice} {bob resigns} 1-0\n",
        "[White \"Cid\"]\n[Black \"Dee\"]\n[TimeControl \"180+0\"]\n\n\
         1. e4 {[%clk 0:02:58]} e5 {[%clk 0:02:59]} *\n",
    ];
    for (path, text) in [&a, &b].into_iter().zip(texts) {
        fs::write(path, text).expect("written");
    }
    let output = run(&["join", &a, &b], b"");
    let joined = show(&output.stdout);
    assert!(
        joined.ends_with("1A. e4 {179} {nice} 1B. e4 {178} 1b. e5 {179} {bob resigns} 1-0\n\n"),
        "{joined}"
    );
    assert!(
        !show(&run(&["check"], &output.stdout).stdout).contains("error"),
        "{joined}"
    );
}

#[test]
fn movelists_are_found_behind_what_was_logged_for_days() {
    let log = "Ann(1850)[4]: partner for 1. e4?\n".repeat(20_000) + LOG;
    let (late, at_once) = (
        run(&["join", "-"], log.as_bytes()),
        run(&["join", "-"], LOG.as_bytes()),
    );
    assert_eq!((code(&late), code(&at_once)), (0, 0));
    assert!(show(&late.stdout).contains("[WhiteA "));
    assert_eq!(show(&late.stdout), show(&at_once.stdout));
    let told = run(&["check", "-"], log.as_bytes());
    assert_eq!(code(&told), 2);
    assert!(
        show(&told.stderr).contains("movelists of FICS"),
        "{}",
        show(&told.stderr)
    );
}

#[test]
fn positions_and_jobs() {
    let at = |at: &str| show(&run(&["position", "-", "--at", at], GNEJS.as_bytes()).stdout);
    assert_eq!(
        at("0"),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 300 300 | \
         rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 300 300\n"
    );
    assert_eq!(
        at("7a"),
        "r2qkb1r/ppp2ppp/2bpp3/3nP3/3P4/5N2/PPP2PPP/RNBQK2R/Ppn w KQkq - 278 289 | \
         r1bqkb1r/ppp2ppp/2n5/3Np3/8/3P1N2/PPP2PPP/R1BQKB1R/Bn b KQkq - 278 290\n"
    );
    for (arguments, input, exit, told) in [
        (
            ["--at", "99a"],
            GNEJS,
            1,
            "-:1:1: error: there is no half-move 99a in this game; BlackA has 1a to 29a\n",
        ),
        (
            ["--at", "0A"],
            "1a. e4",
            1,
            "-:1:1: error: there is no half-move 0A in this game; WhiteA has none\n",
        ),
        (
            ["--at", "2a"],
            "1A. e4 1a. Ke4 2A. d4 2a. d5 *",
            1,
            "-:1:8: error: 1a: no such king can go to e4\n",
        ),
        (
            ["--game", "2"],
            GNEJS,
            1,
            "error: there is no game 2, the last one is 1\n",
        ),
        (["--game", "1"], "", 1, "error: there is no game\n"),
    ] {
        let output = run(&[&["position"], &arguments[..]].concat(), input.as_bytes());
        assert_eq!((code(&output), show(&output.stderr).as_str()), (exit, told));
        assert!(output.stdout.is_empty());
    }
    let output = run(&["position", "--at", "12"], GNEJS.as_bytes());
    assert_eq!(code(&output), 64);
    assert!(show(&output.stderr).contains("half-moves are named 12A, 12a, 12B or 12b"));
    let jobs = run(&["mine", "--moves", "2"], GNEJS.as_bytes());
    assert_eq!(code(&jobs), 0);
    insta::assert_snapshot!(show(&jobs.stdout));
}

#[test]
fn games_without_mates_give_no_jobs() {
    let output = run(&["mine"], RESUMED.as_bytes());
    assert_eq!((code(&output), show(&output.stdout)), (0, String::new()));
    // The mate was there, but the game was not played so far.
    let cut = GNEJS.replace("26a. Q@f1+", "26a. Q@f9+");
    let output = run(&["mine"], cut.as_bytes());
    assert_eq!((code(&output), show(&output.stdout)), (1, String::new()));
    assert!(show(&output.stderr).contains("error: 26a: this is no move"));
}

#[test]
fn what_split_wrote_is_told_to_be_a_board_a_game() {
    let folder = Scratch::new();
    let prefix = folder.0.join("m").display().to_string();
    let output = run(&["split", "-o", &prefix], GNEJS.as_bytes());
    assert_eq!(code(&output), 0);
    let board = fs::read(format!("{prefix}-A.pgn")).expect("a file");
    assert!(show(&board).contains("[WhiteA \""));
    for action in [
        "check", "format", "columns", "json", "split", "html", "position",
    ] {
        let output = run(&[action, "-"], &board);
        assert_eq!(code(&output), 2, "{action}");
        assert!(
            show(&output.stderr).starts_with(
                "solver: -: PGN with a board a game: join makes matches of two, mine reads crazyhouse\n"
            ),
            "{action}: {}",
            show(&output.stderr)
        );
    }
    let output = run(&["mine", "-"], &board);
    assert_eq!((code(&output), show(&output.stdout)), (1, String::new()));
    assert!(
        show(&output.stderr).contains(
            "this is no crazyhouse, and of bughouse only one board; join puts two together\n"
        ),
        "{}",
        show(&output.stderr)
    );
}

#[test]
fn standard_input_holds_both_boards() {
    let both = run(&["split"], RESUMED.as_bytes());
    for arguments in [&["join", "-"][..], &["join", "-", "-"]] {
        let output = run(arguments, &both.stdout);
        assert_eq!(show(&output.stdout), format!("{RESUMED}\n"));
    }
}

#[test]
fn what_is_written_otherwise_is_told() {
    let output = run(&["format", "--to", "1.0"], LAG.as_bytes());
    assert_eq!(code(&output), 0);
    assert_eq!(
        show(&output.stderr),
        "-:10:2: note: only version 1.2 has lag; left out\n"
    );
    let before = run(&["format", "--version", "1.0"], LAG.as_bytes());
    assert_eq!(before.stdout, output.stdout);
    let help = show(&run(&["format", "--help"], b"").stdout);
    assert!(
        help.contains("--to <VERSION>") && !help.contains("--version"),
        "{help}"
    );
    let output = run(&["format", "--fix-result"], RESUMED.as_bytes());
    assert_eq!(code(&output), 0);
    assert_eq!(
        show(&output.stderr),
        "-:9:10: note: the result was 1-0 and is 0-1\n-:16:22: note: the result was 1-0 and is 0-1\n"
    );
    let fixed = run(&["format", "--fix-result"], &output.stdout);
    assert_eq!(
        (fixed.stdout, show(&fixed.stderr)),
        (output.stdout, String::new())
    );
    let output = run(&["split", "-o", "no/such/folder/x"], LAG.as_bytes());
    assert_eq!(code(&output), 74);
    assert!(show(&output.stderr).contains("no/such/folder/x-A.pgn: "));
}

#[test]
fn a_file_full_of_errors_is_gone_through_once() {
    // Looking for each place from the beginning takes minutes.
    let lines = 400_000;
    let output = run(&["check"], &b"foo\n".repeat(lines));
    assert_eq!(code(&output), 1);
    let told = show(&output.stdout);
    assert_eq!(told.lines().count(), lines);
    assert!(told.contains(&format!("-:{lines}:1: error: not understood: foo\n")));
    let tags = run(&["check"], &b"[a \"b\"]\n".repeat(lines));
    assert_eq!(show(&tags.stdout).lines().count(), lines);
}

/// A signal ends the program quietly: at once while it waits for more, otherwise after the game. A
/// page has its end.
#[cfg(unix)]
#[test]
fn a_signal_ends_the_run() {
    for (action, signal, waits) in [
        ("format", "-INT", true),
        ("format", "-TERM", true),
        ("format", "-INT", false),
        ("format", "-TERM", false),
        ("html", "-TERM", true),
        ("html", "-TERM", false),
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_solver"))
            .args(["bpgn", action])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("started");
        let mut stdin = child.stdin.take().expect("a pipe");
        let feeder = std::thread::spawn(move || {
            // Without an end, and the pipe breaks when the program has ended: perhaps before this.
            let games = [GNEJS, "\n"].concat().repeat(100);
            while stdin.write_all(games.as_bytes()).is_ok() && !waits {}
            stdin
        });
        let mut stdout = child.stdout.take().expect("a pipe");
        let mut first = [0; 1];
        stdout
            .read_exact(&mut first)
            .expect("the signals are caught by now");
        let id = child.id().to_string();
        let sent = Command::new("kill").args([signal, &id]).status();
        assert!(sent.is_ok_and(|status| status.success()));
        let mut rest = Vec::new();
        stdout.read_to_end(&mut rest).expect("read");
        let output = child.wait_with_output().expect("ended");
        assert_eq!(
            (output.status.code(), show(&output.stderr)),
            (Some(130), String::new())
        );
        if action == "html" {
            let page = show(&rest);
            assert!(page.contains("The run was stopped"), "waits: {waits}");
            assert!(page.ends_with("</html>\n"), "waits: {waits}");
        }
        let _stdin = feeder.join().expect("fed");
    }
}

#[test]
fn json_has_every_half_move() {
    let output = run(&["json"], [GNEJS, RESUMED, LAG].join("\n").as_bytes());
    // Two of the games contradict themselves.
    assert_eq!(code(&output), 1);
    let lines = show(&output.stdout);
    let mut half_moves = Vec::new();
    for line in lines.lines() {
        let game: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let list = game["half_moves"].as_array().expect("a list");
        assert!(list.iter().all(|one| one["uci"].is_string()
            && one["boards"]["A"].is_string()
            && one["hands"]["B"].is_string()
            && one["clock"].is_number()));
        half_moves.push(list.len());
    }
    assert_eq!(half_moves, [88, 13, 135]);
    let last: serde_json::Value =
        serde_json::from_str(lines.lines().nth(1).expect("a game")).expect("JSON");
    insta::assert_snapshot!(serde_json::to_string_pretty(&last["half_moves"][2]).expect("JSON"));
}

#[test]
fn diagrams_and_annotations_are_shown() {
    let text =
        "1A. e4 {179} {A:!} 1a. d5 {178} 2A. exd5 {177} {D:} {C: a pawn for BlackB} 1B. e4 {170} *";
    insta::assert_snapshot!(show(&run(&["columns"], text.as_bytes()).stdout));
}

#[test]
fn whoever_only_writes_a_game_hears_that_it_is_illegal() {
    let illegal = "[Event \"x\"]\n[Result \"*\"]\n\n1A. e4 1B. e4 1a. e5 1b. Ke4 *\n";
    let kings = "[Event \"x\"]\n[SetUp \"1\"]\n[FEN \"4k2k/8/8/8/8/8/8/4K3/ w - - 1 1 | \
        4k3/8/8/8/8/8/8/4K3/ w - - 1 1\"]\n\n1A. Kd1 *\n";
    for text in [illegal, kings] {
        let errors = |output: &Output| -> Vec<String> {
            [&output.stdout, &output.stderr]
                .into_iter()
                .flat_map(|stream| show(stream).lines().map(str::to_owned).collect::<Vec<_>>())
                .filter(|line| line.contains(": error: "))
                .collect()
        };
        let checked = run(&["check"], text.as_bytes());
        let expected = errors(&checked);
        assert!(!expected.is_empty());
        for action in ["format", "columns", "split"] {
            let output = run(&[action], text.as_bytes());
            assert_eq!(
                (code(&output), errors(&output)),
                (1, expected.clone()),
                "{action}"
            );
            assert!(!output.stdout.is_empty(), "{action}");
        }
        for action in ["json", "mine"] {
            assert_eq!(code(&run(&[action], text.as_bytes())), 1, "{action}");
        }
        let folder = Scratch::new();
        let prefix = folder.0.join("game");
        let to_files = run(
            &["split", "-o", prefix.to_str().expect("UTF-8")],
            text.as_bytes(),
        );
        assert_eq!(
            (code(&to_files), errors(&to_files)),
            (1, expected),
            "split -o"
        );
    }
    // A wrong result is for the check: no move is illegal. A wrong number is told by both.
    let wrong = include_str!("smothered.bpgn");
    assert_eq!(code(&run(&["check"], wrong.as_bytes())), 1);
    assert_eq!(code(&run(&["format"], wrong.as_bytes())), 0);
    let both = wrong.replace("1a.", "7a.");
    assert_eq!(code(&run(&["format"], both.as_bytes())), 1);
}

#[test]
fn a_number_that_is_too_large_is_noted() {
    let text = "[Event \"x\"]\n\n99999999999A. e4 *\n";
    for action in ["check", "format"] {
        let output = run(&[action], text.as_bytes());
        let said = show(&output.stdout) + &show(&output.stderr);
        assert!(
            said.contains(
                "-:3:1: note: 4294967295A: the number is too large: 99999999999A. counts as 4294967295\n"
            ),
            "{said}"
        );
    }
}

#[test]
fn messages_hold_no_control_bytes_and_utf_16_is_named_once() {
    let text = b"[Event \"x\"]\n\n1A. \x1b[2J\x9b 1a. \x07\x7f *\n";
    for action in ["check", "format", "columns", "json", "mine", "split"] {
        let output = run(&[action], text);
        let told = match action {
            "check" => show(&output.stdout) + &show(&output.stderr),
            _ => show(&output.stderr),
        };
        assert!(told.contains("[2J"), "{action}: {told}");
        assert!(
            !told.contains(|c: char| c.is_control() && c != '\n'),
            "{action}"
        );
    }
    let wide: Vec<u8> = GNEJS.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let output = run(&["check"], &wide);
    assert_eq!(code(&output), 2);
    assert!(
        show(&output.stderr).starts_with("solver: -: this is UTF-16: convert it to UTF-8\n"),
        "{}",
        show(&output.stderr)
    );
    assert_eq!(show(&output.stdout), "");
}

#[test]
fn output_does_not_depend_on_the_number_of_workers() {
    // Several batches, with a file between them that is none and games that are illegal.
    let folder = Scratch::new();
    let archive = folder.0.join("archive.bpgn");
    let illegal = GNEJS.replace("3A. Bd3", "3A. Bd7");
    let games = [GNEJS, RESUMED, &illegal, LAG].join("\n") + "\n";
    fs::write(&archive, games.repeat(60)).expect("a file");
    let archive = archive.display().to_string();
    for action in [
        "check", "format", "columns", "json", "split", "mine", "html",
    ] {
        let outputs = ["1", "2", "7"].map(|workers| {
            let files = [archive.as_str(), "no/such/file", archive.as_str()];
            run(&[&[action, "-j", workers][..], &files].concat(), b"")
        });
        assert_eq!(code(&outputs[0]), 2, "{action}");
        assert!(outputs[0].stdout.len() > 20_000, "{action}");
        for output in &outputs[1..] {
            assert!(outputs[0].stdout == output.stdout, "{action}");
            assert!(outputs[0].stderr == output.stderr, "{action}");
            assert_eq!(code(output), 2, "{action}");
        }
    }
    let split = ["1", "7"].map(|workers| {
        let prefix = folder.0.join(workers).display().to_string();
        let output = run(&["split", "-j", workers, "-o", &prefix, &archive], b"");
        assert_eq!((code(&output), output.stdout.len()), (1, 0));
        let board = |name: &str| fs::read(format!("{prefix}-{name}.pgn")).expect("a file");
        ([board("A"), board("B")], output.stderr)
    });
    assert!(split[0] == split[1]);
    let [a, b] = &split[0].0;
    let both = run(&["split", &archive], b"").stdout;
    assert!(a.len() > 20_000 && b.len() > 20_000 && a.len() + b.len() == both.len());
    assert!(both.starts_with(&a[..show(a).find("[White").expect("a tag")]));
    let count = |text: &[u8], tag: &str| show(text).matches(tag).count();
    assert_eq!(count(a, "[BughouseBoard \"A\"]"), 240);
    assert_eq!(
        (
            count(b, "[BughouseBoard \"B\"]"),
            count(a, "[BughouseBoard \"B\"]")
        ),
        (240, 0)
    );
}

#[test]
fn archives_are_read_as_they_are_served() {
    let folder = Scratch::new();
    let plain = [GNEJS, RESUMED, LAG].join("\n");
    let (first, rest) = plain.as_bytes().split_at(plain.len() / 2);
    let expected = run(&["format"], plain.as_bytes());
    assert!(expected.stdout.len() > 1000);
    // pzstd's first frame says how long the next one is.
    let skipped = b"\x50\x2a\x4d\x18\x04\0\0\0abcd";
    let members = [
        ("games.bpgn.bz2", [bzip2(first), bzip2(rest)]),
        ("games.bpgn.gz", [gzip(first), gzip(rest)]),
        ("games.bpgn.zst", [zstd(first), zstd(rest)]),
        (
            "pzstd.bpgn.zst",
            [
                [&skipped[..], &zstd(first)].concat(),
                [&skipped[..], &zstd(rest)].concat(),
            ],
        ),
    ];
    for (name, members) in members {
        let path = folder.0.join(name).display().to_string();
        let packed = members.concat();
        fs::write(&path, &packed).expect("written");
        for output in [run(&["format", &path], b""), run(&["format"], &packed)] {
            assert!(output.stdout == expected.stdout, "{name}");
            assert_eq!(code(&output), code(&expected), "{name}");
        }
        let torn = run(&["check"], &packed[..packed.len() - 9]);
        assert_eq!(code(&torn), 2, "{name}: {}", show(&torn.stderr));
        // What stands before the damage is read, but for the last game, which it may have cut.
        let padded = run(&["format"], &[&packed[..], &[0; 512]].concat());
        assert!(padded.stdout.len() > 1000, "{name}");
        assert!(expected.stdout.starts_with(&padded.stdout), "{name}");
        assert_eq!(code(&padded), 2, "{name}: {}", show(&padded.stderr));
    }
    let output = run(&["check"], b"\xfd7zXZ\x00\x00\x04");
    let stderr = show(&output.stderr);
    assert_eq!((code(&output), stderr.lines().count()), (2, 2), "{stderr}");
    assert!(stderr.contains("compressed by xz"), "{stderr}");
}
