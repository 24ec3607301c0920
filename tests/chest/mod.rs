//! The interface for programs that call Chest: its input, its layout, and Olive's use of it.

use crate::support::feed;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use keymove::Epd;
use keymove::chest::{FOOT, HEAD, Jobs};
use keymove::job::Defaults;
use proptest::prelude::*;

use feed::fed;

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

/// Runs jobs; returns the exit code and both streams.
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

/// The answer to one job between header and footer.
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

/// The answers to several jobs, separately.
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

/// A record as a job of Chest, as Olive would write it.
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

/// A key of the text in the form of the record.
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
            // Only small ones: these tests run without optimisation.
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

#[test]
fn a_signal_ends_the_job_under_way_and_its_result_is_written() {
    let mut child = chest(&["-M", "1"])
        .stdin(Stdio::piped())
        .spawn()
        .expect("started");
    let mut stdin = child.stdin.take().expect("a pipe");
    let mut stdout = BufReader::new(child.stdout.take().expect("a pipe"));
    // The input stays open: the first answer arrives nevertheless.
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
fn closing_the_output_early_ends_the_run_quietly() {
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
                // The job's record reads as itself again.
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
