//! The door for programs that call Chest: its input, its layout, and what Olive makes of it.

use crate::support::feed;
use crate::support::scratch;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use keymove::Epd;
use keymove::chest::{FOOT, HEAD, Jobs};
use keymove::job::Defaults;
use proptest::prelude::*;

use feed::fed;
use scratch::Scratch;

fn chest(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_solver"));
    command
        .arg("chest")
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Runs jobs; gives the exit code and both streams.
fn answered(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    read(fed(&mut chest(arguments), input))
}

fn read(output: Output) -> (Option<i32>, String, String) {
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// What an answer of one job says between head and foot.
fn solution(text: &str) -> Vec<&str> {
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() > HEAD + FOOT, "{text}");
    let (head, rest) = lines.split_at(HEAD);
    for (line, rank) in head.iter().zip((1..=8).rev()) {
        assert!(line.starts_with(&format!("{rank} ")), "{text}");
    }
    let (solution, foot) = rest.split_at(rest.len() - FOOT);
    assert!(
        foot[0].is_empty() && foot[1].starts_with("Time ") && foot[2].ends_with(" nodes"),
        "{text}"
    );
    solution.to_vec()
}

/// The answers to several jobs, apart.
fn apart(text: &str) -> Vec<String> {
    let mut answers = vec![String::new()];
    for line in text.lines() {
        let last = answers.last_mut().expect("one");
        last.push_str(line);
        last.push('\n');
        if line.ends_with(" nodes") {
            answers.push(String::new());
        }
    }
    assert_eq!(answers.pop().as_deref(), Some(""));
    answers
}

#[test]
fn every_job_letter_asks_what_it_says() {
    // Letter, board, side, length, keys; within one move less there is nothing.
    let jobs = include_str!("letters.txt");
    let mut letters = String::new();
    for job in jobs.lines().filter(|line| !line.starts_with('#')) {
        let [letter, board, side, length, keys] = job.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{job}");
        };
        letters.push_str(letter);
        let length: u16 = length.parse().expect("a length");
        let job = |length| format!("LE\nf {board}\nj{letter}\nz{length}{side}\n");
        let (code, text, messages) = answered(&[], &job(length));
        assert_eq!((code, messages.as_str()), (Some(0), ""), "{letter}");
        let lines = solution(&text);
        assert_eq!(
            lines[0],
            format!("Solution (in {length} moves):"),
            "{letter}"
        );
        let keys: Vec<&str> = keys.split(',').collect();
        for key in keys {
            assert!(text.contains(key), "{letter}: no {key} in\n{text}");
        }
        if length > 1 {
            let (code, text, _) = answered(&[], &job(length - 1));
            let none = format!("No solution (in {} moves)", length - 1);
            assert_eq!(
                (code, solution(&text)[..].to_vec()),
                (Some(0), vec![&*none]),
                "{letter}"
            );
        }
    }
    for letter in "oOsShH".chars() {
        assert!(letters.contains(letter), "no job {letter}");
    }
}

/// A record as a job of Chest: what Olive would write.
fn job_of(epd: &Epd, stipulation: &str) -> Option<String> {
    let fields = epd.fields();
    let fields: Vec<&str> = fields.split(' ').collect();
    let [board, side, castling, passant] = fields[..] else {
        panic!("{fields:?}");
    };
    if !castling.chars().all(|right| "KQkq-".contains(right)) || board.contains('[') {
        return None;
    }
    let goal = stipulation.find(['#', '='])?;
    let letter = match &stipulation[..=goal] {
        "#" => "",
        "=" => "jO\n",
        "s#" => "js\n",
        "s=" => "jS\n",
        "h#" => "jh\n",
        "h=" => "jH\n",
        _ => return None,
    };
    let mut job = format!("LE\nf {board}\n{letter}");
    for (right, word) in [('K', "cws"), ('Q', "cwl"), ('k', "cbs"), ('q', "cbl")] {
        if castling.contains(right) {
            job.push_str(&format!("{word}\n"));
        }
    }
    if let [file, rank] = passant.as_bytes() {
        let pawn = if *rank == b'3' { '4' } else { '5' };
        job.push_str(&format!("e{}{pawn}\n", char::from(*file)));
    }
    Some(job + &format!("z{}{side}\n..\n", &stipulation[goal + 1..]))
}

/// A key of the text as the record writes it.
fn bare(key: &str) -> String {
    let key = key
        .trim_start_matches(|c: char| c.is_ascii_digit())
        .trim_start_matches('.');
    key.replace('0', "O")
        .replace("ep", "")
        .trim_end_matches(['!', '+', '#', '='])
        .to_owned()
}

#[test]
fn records_asked_as_chest_asks_have_the_keys_that_are_expected() {
    let mut input = String::new();
    let mut expected = Vec::new();
    for suite in [
        "mates-1",
        "mates-2",
        "mates-3",
        "stalemates",
        "selfmates",
        "castling",
        "en-passant",
        "under-promotion",
    ] {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/expected");
        let records = fs::read_to_string(format!("{folder}/{suite}.epd")).expect("a suite");
        for line in records.lines().filter(|line| line.contains(" bm ")) {
            let epd = Epd::read(line.as_bytes()).expect("a record").0;
            let said = |opcode: &str| {
                epd.operation(opcode)
                    .map(|operation| String::from_utf8_lossy(&operation.text()).into_owned())
            };
            let length = said("dm").or_else(|| said("Dist"));
            let (Some(length), Some(keys)) = (length, said("bm")) else {
                continue;
            };
            let goal = said("Stip").unwrap_or_else(|| "#".to_owned());
            let kind = goal.trim_end_matches(|c: char| c.is_ascii_digit());
            // Small ones: these run without optimisation.
            if length.starts_with('-') || length.parse::<f64>().is_ok_and(|moves| moves > 3.0) {
                continue;
            }
            let Some(job) = job_of(&epd, &format!("{kind}{length}")) else {
                continue;
            };
            input.push_str(&job);
            let mut keys: Vec<String> = keys.split(' ').map(bare).collect();
            keys.sort();
            expected.push((line.to_owned(), length, keys));
        }
    }
    assert!(expected.len() > 200, "{} records", expected.len());
    let (code, text, messages) = answered(&["-M", "16"], &input);
    assert_eq!((code, messages.as_str()), (Some(0), ""));
    let answers = apart(&text);
    assert_eq!(answers.len(), expected.len());
    for (answer, (record, length, keys)) in answers.iter().zip(expected) {
        let lines = solution(answer);
        assert_eq!(
            lines[0],
            format!("Solution (in {length} moves):"),
            "{record}"
        );
        let play = lines[1..]
            .iter()
            .filter(|line| !line.starts_with("   line:"));
        let play: Vec<&str> = play.flat_map(|line| line.split([' ', ','])).collect();
        let mut written: Vec<String> = play
            .iter()
            .filter(|word| !word.is_empty())
            .map(|key| bare(key))
            .collect();
        written.sort();
        assert_eq!(written, keys, "{record}\n{answer}");
    }
}

/// What the program does under the name `chest`.
fn by_name(name: &str, scratch: &Scratch) -> Command {
    let link = scratch.0.join(name);
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_solver"), &link).expect("a link");
    let mut command = Command::new(link);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

#[test]
fn what_olive_runs_gives_what_olive_shows() {
    let scratch = Scratch::new();
    let file = scratch.0.join("tmpabc123");
    // As Olive writes it for a problem with castling.
    fs::write(
        &file,
        "LE\nf 8/8/pN6/p1P5/P1p5/5p2/2k2P2/R3K2R\ncwl\ncws\nz3w\n",
    )
    .expect("written");
    for name in ["chest", "dchest"] {
        let mut command = by_name(name, &scratch);
        let output = command
            .args(["-r", "-LS", "-M", "128"])
            .arg(&file)
            .output()
            .expect("run");
        let (code, text, messages) = read(output);
        assert_eq!((code, messages.as_str()), (Some(0), ""), "{name}");
        // What its button does.
        let replaced = text.replace("=*=", "~");
        let parts: Vec<&str> = replaced.split('\n').collect();
        let compact = parts[8..parts.len() - 3].join("\n");
        assert!(
            compact.starts_with("Solution (in ") || compact.starts_with("No solution"),
            "{text}"
        );
        assert!(
            !compact.contains("Time") && !compact.contains(" nodes"),
            "{compact}"
        );
        assert!(
            text.starts_with("8 . . . . . . . .   mate in 3 moves (#3)\n"),
            "{text}"
        );
        assert!(text.contains("6 p S . . . . . .   castling KQ\n"), "{text}");
    }
}

#[test]
fn any_other_reply_is_written_as_olive_reads_it() {
    let job = "f kbK5/pp6/1P6/8/8/8/8/R7\nz2w\n";
    let (_, text, _) = answered(&["-r"], job);
    let problem = "kbK5/pp6/1P6/8/8/8/8/R7 w - - Stip \"#2\";\n";
    let mut solver = Command::new(env!("CARGO_BIN_EXE_solver"));
    let solver = solver
        .arg("--no-time")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let (_, report, _) = read(fed(solver, problem));
    let play = solution(&text)[1..].join("\n");
    assert!(
        report.contains('~') && play.contains("=*=") && !play.contains('~'),
        "{play}"
    );
    assert!(
        report.contains(&play.replace("=*=", "~")),
        "{report}\n{play}"
    );
}

#[test]
fn the_bulk_mode_is_the_bulk_run() {
    let suite = fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/suites/mates-2.epd")).expect("read");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_solver"));
        command
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let (code, text, messages) = read(fed(&mut command, &suite));
        let without_seconds = |line: &str| {
            let parts = line.split("; ").filter(|part| !part.starts_with("acs "));
            parts.collect::<Vec<_>>().join("; ")
        };
        (
            code,
            text.lines().map(without_seconds).collect::<Vec<_>>(),
            messages,
        )
    };
    assert_eq!(run(&["chest", "-b"]), run(&["-b"]));
    assert_eq!(
        run(&["chest", "-b", "-Z1", "-M", "16", "-x", "-LS", "-r"]),
        run(&["-b", "-Z1", "-M16", "-x"])
    );
    assert_eq!(
        run(&["chest", "-b", "-js", "-z", "2"]),
        run(&["-b", "-J", "selfmate", "-z2"])
    );
}

#[test]
fn options_say_what_jobs_leave_open() {
    let board = "f 7k/8/8/4K3/8/8/6Q1/8\n";
    let said = |arguments: &[&str], job: &str| {
        let (code, text, messages) = answered(arguments, &format!("{board}{job}"));
        assert_eq!(messages, "");
        assert_eq!(code, Some(0));
        solution(&text)[0].to_owned()
    };
    assert_eq!(said(&[], ""), "Solution (in 2 moves):");
    assert_eq!(said(&["-z", "1"], ""), "No solution (in 1 moves)");
    assert_eq!(said(&["-z1"], "z2w"), "Solution (in 2 moves):");
    assert_eq!(said(&["-Z1"], "z2w"), "No solution (in 1 moves)");
    assert_eq!(said(&["-jO", "-z1"], ""), "Solution (in 1 moves):");
    assert_eq!(said(&["-x"], "z3b"), "Solution (in 2 moves):");
    assert_eq!(said(&["-x", "-z1"], "z1b"), "No solution (in 1 moves)");
    assert_eq!(
        said(&["--nodes", "1"], "z2w"),
        "Not solved, no solution in 1 moves [nodes limit]"
    );
}

#[test]
fn letters_of_other_languages_are_read_and_written() {
    let english = "f 8/8/8/8/8/1k6/8/KNbq3R z1b";
    let (_, expected, _) = answered(&[], english);
    let (_, german, _) = answered(&["-LD"], english);
    assert!(expected.contains("1 K N b q . . . R") && german.contains("1 K S l d . . . T"));
    for (language, board) in [("LS", "KSbq3R"), ("LD", "KSld3T"), ("LE", "KNbq3R")] {
        let (code, text, messages) =
            answered(&[], &format!("{language} f 8/8/8/8/8/1k6/8/{board} z1b"));
        assert_eq!((code, messages.as_str()), (Some(0), ""));
        assert_eq!(solution(&text), solution(&expected), "{language}");
    }
}

#[test]
fn a_mistake_is_told_with_its_place_and_the_next_job_goes_on() {
    let good = "f 7k/8/8/4K3/8/8/6Q1/8\nz2w\n";
    for (job, message) in [
        (
            "foo\n",
            "1:1: foo is no word of Chest's input: L, f, F, c, e, j, z or ..",
        ),
        (
            "LE\nf 8/8/8/8/8/8/8/K6\nz2w\n",
            "2:17: rank 1 has 7 squares, not 8",
        ),
        (
            "LE\nf 8/8/8/8/8/8/8/K6S\n",
            "2:19: S is no man in FEN; N is the knight",
        ),
        ("f 8/8/8/8/8/8/8/K7\n", "1:3: black has no king"),
        ("z2w\n", "1:1: the job has no board: no line begins with f"),
        (
            "f\nz2w\n",
            "1:1: the job has no board: no line begins with f",
        ),
        (
            "f 7k/8/8/4K3/8/8/6Q1/8 z2x\n",
            "1:24: z2x is no depth with its side to move, as z3w",
        ),
        (
            "f 7k/8/8/4K3/8/8/6Q1/8 z0w\n",
            "1:24: z0w is no depth with its side to move, as z3w",
        ),
        (
            "f 7k/8/8/4K3/8/8/6Q1/8\njr\n",
            "2:1: jr is no job: o, O, s, S, h and H are; what Chest has no letter for is asked in EPD (-b, \
             Stip) or of solver popeye",
        ),
        (
            "f 7k/8/8/4K3/8/8/6Q1/8\nz2w\nz3w\n",
            "3:1: the job has a depth already; a line with .. ends a job",
        ),
        (
            "f 7k/8/8/4K3/8/8/6Q1/8\n f 7k/8/8/4K3/8/8/6Q1/8\n",
            "2:2: the job has a board already; a line with .. ends a job",
        ),
        (
            "f 7k/8/8/4K3/8/8/6Q1/8\ncws\n",
            "2:1: cws: king or rook is not in its place",
        ),
        (
            "f 6k1/8/8/8/8/8/8/3K3R\ncws\n",
            "2:1: cws: king or rook is not in its place",
        ),
        (
            "f 7k/8/8/4K3/8/8/6Q1/8\ncw\n",
            "2:1: cw is no right to castle: cws, cwl, cbs and cbl are",
        ),
        (
            "f 7k/8/8/4K3/8/8/6Q1/8\neg8\n",
            "2:1: eg8 is no pawn that has just made two steps, as eg4",
        ),
        (
            "F 7k/8/8/4K3/8/8/6Q1/8 w - -\nz2b\n",
            "2:1: the FEN says that the other side is to move",
        ),
        (
            "F 7k/8/8/4K3/8/8/6Q1/8 x - -\n",
            "1:24: x is not a side to move",
        ),
        ("LX\n", "1:1: LX is no language: LE, LS and LD are"),
        (
            "7k/8/8/4K3/8/8/6Q1/8 w - - bm #2;\n",
            "1:1: this is an EPD record; -b reads those",
        ),
        ("f 7k/8/8/4K3/8/8/6Q1/8 z2.5w\n", "1:24: "),
    ] {
        let (code, text, messages) = answered(&[], &format!("{job}..\n{good}"));
        assert_eq!(code, Some(2), "{job}");
        let lines: Vec<&str> = messages.lines().collect();
        assert_eq!(lines.len(), 1, "{job}: {messages}");
        assert!(
            lines[0].starts_with(&format!("-:{message}")),
            "{job}: {messages}"
        );
        assert_eq!(solution(&text)[0], "Solution (in 2 moves):", "{job}");
    }
}

#[test]
fn a_stipulation_without_a_letter_is_refused_by_name_and_taken_as_a_record() {
    let board = "7k/8/8/4K3/8/8/6Q1/8";
    let lettered = ["#", "=", "s#", "s=", "h#", "h=", "-#"];
    let mut refused = 0;
    for kind in keymove::solve::Kind::ALL {
        let sign = kind.sign();
        if lettered.contains(&sign) || !kind.is_solved() {
            continue;
        }
        refused += 1;
        // `#` begins a comment in Chest's input.
        let word = format!("j{}", sign.trim_end_matches('#'));
        let job = format!("f {board}\n{word}\nz1w\n");
        let (code, text, messages) = answered(&[], &job);
        assert_eq!((code, text.as_str()), (Some(2), ""), "{sign}");
        let due =
            format!("-:2:1: {word} is no job: o, O, s, S, h and H are; what Chest has no letter");
        assert!(messages.starts_with(&due), "{sign}: {messages}");
        assert_eq!(answered(&[&format!("-j{sign}")], "").0, Some(64), "{sign}");
        let record = format!("{board} w - - Stip \"{sign}1\";\n");
        let (code, text, messages) = answered(&["-b"], &record);
        assert_eq!(code, Some(0), "{sign}");
        // In help play it is told that usually the other side begins.
        assert!(
            messages.is_empty() || messages.contains("usually"),
            "{sign}: {messages}"
        );
        assert!(text.contains(&format!("Stip \"{sign}1\"")), "{text}");
    }
    assert_eq!(refused, 27);
}

#[test]
fn comments_blank_lines_and_several_words_a_line_are_read() {
    for job in [
        "\u{feff}% of Chest\r\n\r\nLE\r\nf 7k/8/8/4K3/8/8/6Q1/8\r\nz2w\r\n..\r\n",
        "LE f7k/8/8/4K3/8/8/6Q1/8 jo z2w",
        "# one\n; two\nf 7k/8/8/4K3/8/8/6Q1/8;three\nz2w ; four\n..\n..\n\n% end\n",
        "F 7k/8/8/4K3/8/8/6Q1/8 w - - 0 1\nz2",
        "F 7k/8/8/4K3/8/8/6Q1/8 w - - z2",
        "..\nF7k/8/8/4K3/8/8/6Q1/8\nz2w",
    ] {
        let (code, text, messages) = answered(&[], job);
        assert_eq!((code, messages.as_str()), (Some(0), ""), "{job}");
        assert_eq!(solution(&text)[0], "Solution (in 2 moves):", "{job}");
    }
}

#[test]
fn castling_and_en_passant_are_what_the_job_says() {
    let said = |job: &str| solution(&answered(&[], job).1)[0].to_owned();
    // 1.0-0# needs the right.
    let board = "f 5N2/8/8/8/6N1/1p6/7Q/k3K2R\n";
    assert_eq!(said(&format!("{board}cws\nz1w")), "Solution (in 1 moves):");
    assert_eq!(said(&format!("{board}z1w")), "No solution (in 1 moves)");
    assert_eq!(
        said("F 5N2/8/8/8/6N1/1p6/7Q/k3K2R w K - z1"),
        "Solution (in 1 moves):"
    );
    assert_eq!(
        said("F 5N2/8/8/8/6N1/1p6/7Q/k3K2R w - - 0 1\ncws\nz1"),
        "Solution (in 1 moves):"
    );
    // 1.fxg6 e.p.# as well.
    let board = "f 5N2/8/7p/3R1Ppk/8/6K1/8/8\nz1w\n";
    for pawn in ["eg5", "eg6"] {
        assert_eq!(said(&format!("{board}{pawn}")), "Solution (in 1 moves):");
    }
    assert_eq!(said(board), "No solution (in 1 moves)");
    let (code, _, messages) = answered(&[], &format!("{board}ea5"));
    assert_eq!(code, Some(0));
    assert!(
        messages.starts_with("-:3:1: warning: the en-passant square was dropped"),
        "{messages}"
    );
}

#[test]
fn options_of_chest_that_mean_nothing_here_are_passed_over_with_a_note() {
    let job = "f 7k/8/8/4K3/8/8/6Q1/8\nz2w\n";
    let (code, text, messages) = answered(&["-p3", "-r", "-q", "-"], job);
    assert_eq!(code, Some(0));
    assert_eq!(solution(&text)[0], "Solution (in 2 moves):");
    assert_eq!(
        messages,
        "solver: note: -p3 means nothing here and is passed over\n\
         solver: note: -q means nothing here and is passed over\n"
    );
    for arguments in [&["-LX"][..], &["-jx"], &["-x", "-js"], &["-M0"], &["--foo"]] {
        assert_eq!(answered(arguments, job).0, Some(64), "{arguments:?}");
    }
}

#[test]
fn files_that_are_not_there_or_hold_nothing_are_errors() {
    let (code, text, messages) = answered(&["/no/such/file", "-"], "f 7k/8/8/4K3/8/8/6Q1/8 z2w");
    assert_eq!(code, Some(2));
    assert!(
        messages.starts_with("/no/such/file: cannot be read: "),
        "{messages}"
    );
    assert_eq!(solution(&text)[0], "Solution (in 2 moves):");
    for (input, message) in [
        (&b"% nothing\n"[..], "solver: there is no job"),
        (b"\xff\xfef\0", "-:1:1: this is UTF-16"),
        (&[b'f'; 100_000][..], "-:1:1: this line is too long"),
        (b"\xff\xfe\x80\n\0\0\0", "-:1:1: "),
    ] {
        let (code, text, messages) = read(fed(&mut chest(&[]), input));
        assert_eq!((code, text.as_str()), (Some(2), ""));
        assert_eq!(messages.lines().count(), 1, "{messages}");
        assert!(messages.starts_with(message), "{messages}");
    }
}

#[test]
fn a_signal_ends_the_job_under_way_and_what_is_there_is_written() {
    let mut child = chest(&["-M", "1"])
        .stdin(Stdio::piped())
        .spawn()
        .expect("started");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    // The input stays open: the first answer comes all the same.
    let start = "f rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR\nz30w\n..\n";
    writeln!(stdin, "f 7k/8/8/4K3/8/8/6Q1/8\nz2w\n..\n{start}{start}").expect("written");
    let mut first = String::new();
    while !first.ends_with(" nodes\n") {
        assert!(stdout.read_line(&mut first).expect("read") > 0, "{first}");
    }
    std::thread::sleep(Duration::from_millis(300));
    let killed = Command::new("kill")
        .args(["-s", "INT", &child.id().to_string()])
        .status();
    assert!(killed.expect("kill").success());
    let rest = read(child.wait_with_output().expect("an end"));
    let mut text = String::new();
    std::io::Read::read_to_string(&mut stdout, &mut text).expect("read");
    assert_eq!(rest.0, Some(130), "{text}");
    let said = solution(&text)[0];
    assert!(
        said.starts_with("Not solved") && said.ends_with("[interrupted]"),
        "{said}"
    );
    drop(stdin);
}

#[test]
fn whoever_has_enough_ends_it_in_peace() {
    let mut child = chest(&["-M", "1"])
        .stdin(Stdio::piped())
        .spawn()
        .expect("started");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("a pipe");
    let _ = stdin.write_all("f 7k/8/8/4K3/8/8/6Q1/8\nz2w\n..\n".repeat(100).as_bytes());
    drop(stdin);
    let (code, _, messages) = read(child.wait_with_output().expect("an end"));
    assert_eq!((code, messages.as_str()), (Some(0), ""));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn any_words_are_read_to_their_end_without_a_panic(
        words in prop::collection::vec(
            prop_oneof![
                Just("f 7k/8/8/4K3/8/8/6Q1/8".to_owned()),
                Just("F 7k/8/8/4K3/8/8/6Q1/8 w - - 0 1".to_owned()),
                Just("f r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R".to_owned()),
                Just("..".to_owned()),
                "L[ESDX]?", "c[wb]?[sl]?", "e[a-i]?[1-8]?", "j[oOsShHx]?",
                "z[0-9]{0,4}(\\.5)?[wbx]?", "[fF] ?[1-8kKqQpPsSdDtTlLbB/]{0,20}", "[ -~]{0,6}",
            ],
            0..20,
        ),
        breaks in prop::collection::vec(any::<bool>(), 20),
        mated in any::<bool>(),
    ) {
        let input: String = words
            .iter()
            .zip(breaks)
            .map(|(word, breaks)| format!("{word}{}", if breaks { '\n' } else { ' ' }))
            .collect();
        let defaults = Defaults { mated, ..Defaults::default() };
        let ends = input.split_whitespace().filter(|word| *word == "..").count();
        let mut read = 0;
        for job in Jobs::new("x", input.as_bytes(), &defaults) {
            read += 1;
            match job {
                // What was read is a record that says the same again.
                Ok(job) => {
                    let epd = Epd::read(&job.epd.to_bytes()).expect("a record").0;
                    prop_assert_eq!(epd, job.epd);
                }
                Err(error) => prop_assert!(error.to_string().starts_with("x:"), "{}", error),
            }
        }
        prop_assert!(read <= ends + 1, "{} answers to {:?}", read, input);
    }
}
