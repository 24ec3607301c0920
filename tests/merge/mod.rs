//! The promises of `solver merge`: nothing proved is lost, nothing is chosen in silence.

use crate::support::feed;
mod results;
use crate::support::scratch;
use crate::support::solver;

use std::fs;
use std::io::Write as _;
use std::process::Output;

use feed::fed;
use scratch::Scratch;
use solver::solver;

const PLACE: &str = "7k/8/8/4K3/8/8/6Q1/8 w - -";

fn merged(arguments: &[&str]) -> Output {
    let arguments: Vec<&str> = [&["merge"], arguments].concat();
    fed(&mut solver(&arguments), b"")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

/// Positions of two kings, many of them, with an `id` and a bound that `seed` chooses.
fn records(count: usize, seed: usize) -> String {
    let mut text = String::new();
    for i in 0..count {
        let i = (i * 7919 + seed * 31) % count;
        let (king, other) = (i % 8, i / 8 % 8);
        let board = format!("{}/8/8/8/8/8/8/{}", rank(other, 'k'), rank(king, 'K'));
        let pawns = format!("{:06b}", i / 64 % 64)
            .chars()
            .map(|bit| if bit == '1' { 'P' } else { '1' })
            .collect::<String>();
        let board = board.replacen("8/8/8/8/8/8", &format!("8/8/8/8/8/{pawns}2"), 1);
        let depth = 1 + (i + seed) % 4;
        text.push_str(&format!(
            "{board} w - - Refuted {depth}; Stip \"#{depth}\"; acd {depth}; acn {i}; c{seed} \"{seed}\"; \
             id \"{i}\";\n"
        ));
    }
    text
}

fn rank(file: usize, man: char) -> String {
    let count = |n: usize| if n > 0 { n.to_string() } else { String::new() };
    format!("{}{man}{}", count(file), count(7 - file))
}

#[test]
fn records_come_in_the_order_of_their_first_appearance_or_of_their_positions() {
    let scratch = Scratch::new();
    let lines = [
        "7k/8/8/8/8/8/8/K7 w - - id \"last\";",
        "7k/8/8/8/8/8/8/K7 b - - id \"first\";",
        "# a comment",
        "",
        "7k/8/8/8/8/8/8/K7 w - - c0 \"more\"; id \"other\";",
        "7k/8/8/8/8/8/1P6/K7 w - - 3 7",
    ];
    let path = scratch.file("a", lines.join("\n"));
    let joined = "7k/8/8/8/8/8/8/K7 w - - c0 \"more\"; id \"last\";";
    let counters = "7k/8/8/8/8/8/1P6/K7 w - - fmvn 7; hmvc 3;";
    let expected = [joined, lines[1], counters].map(|line| format!("{line}\n"));
    let output = merged(&[&path]);
    assert_eq!(text(&output.stdout), expected.concat());
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(
        text(&output.stderr),
        "solver: 4 records, 3 written, 1 with another id than the first\n"
    );
    let mut sorted = expected;
    sorted.sort();
    let output = merged(&["--sort", "position", &path]);
    assert_eq!(text(&output.stdout), sorted.concat());
}

#[test]
fn that_play_is_over_answers_every_question() {
    let scratch = Scratch::new();
    let (mate, stalemate) = ("7k/6Q1/6K1/8/8/8/8/8 b - -", "7k/5Q2/8/6K1/8/8/8/8 b - -");
    for (place, answer) in [(mate, "ce -32767;"), (stalemate, "ce 0;")] {
        let over = format!("{place} {answer}\n");
        for asked in ["Stip \"#1\";", "Stip \"h#2\";", ""] {
            let question = format!("{place} {asked} id \"a\";\n");
            for lines in [[&over, &question], [&question, &over]] {
                let file = scratch.file("in", lines.map(String::as_str).concat());
                let output = merged(&[&file]);
                let one = format!("{place} {answer} id \"a\";\n");
                assert_eq!(text(&output.stdout), one, "{asked}");
                assert_eq!(output.status.code(), Some(0));
            }
        }
    }
    let file = scratch.file("in", format!("{mate} ce -32767;\n"));
    assert_eq!(
        text(&merged(&[&file]).stderr),
        "solver: 1 record, 1 written\n"
    );
}

#[test]
fn temporary_files_and_workers_change_nothing() {
    let scratch = Scratch::new();
    let count = 4096;
    let files: Vec<String> = (0..4)
        .map(|seed| scratch.file(&seed.to_string(), records(count, seed)))
        .collect();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let bytes: u64 = files.iter().map(|f| fs::metadata(f).unwrap().len()).sum();
    assert!(bytes > 1 << 20, "more than -M 1 holds");
    let whole = merged(&[&["-j", "1"], &files[..]].concat());
    assert_eq!(whole.status.code(), Some(0), "{}", text(&whole.stderr));
    let lines: Vec<&str> = text(&whole.stdout).lines().collect();
    assert_eq!(lines.len(), count);
    for line in &lines {
        let with_all = (0..4).all(|seed| line.contains(&format!("c{seed} \"{seed}\";")));
        assert!(
            line.contains("Refuted 4; Stip \"#4\"; acd 4;") && with_all,
            "{line}"
        );
    }
    for sort in [&[][..], &["--sort", "position"]] {
        let whole = merged(&[sort, &files[..]].concat());
        let spilled = merged(&[sort, &["-M", "1", "-j", "2"], &files[..]].concat());
        assert!(whole.stdout == spilled.stdout, "{sort:?}");
    }
}

#[test]
fn records_that_contradict_each_other_are_shown_and_stay() {
    let scratch = Scratch::new();
    let other = "7k/8/8/8/8/8/8/K7 w - - Refuted 2; Stip \"#2\";";
    let mate = format!("{PLACE} dm 2; id \"a\";");
    let refuted = format!("{PLACE} Refuted 4; Stip \"#4\";");
    let one = scratch.file("one", format!("{mate}\n{other}\n"));
    let two = scratch.file("two", format!("{other}\n# \n{refuted}\n{PLACE} dm 3;\n"));
    let output = merged(&[&one, &two]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output.stderr),
        format!(
            "{two}:3: this record contradicts {one}:1: reached within 2 and refuted within 4; \
             both stay as they are\n  {one}:1: {mate}\n  {two}:3: {refuted}\n\
             solver: 5 records, 4 written, 1 contradict another\n"
        )
    );
    assert_eq!(
        text(&output.stdout),
        format!("{mate}\n{other}\n{refuted}\n{PLACE} dm 3;\n")
    );
    let sides = scratch.file("sides", format!("{PLACE} dm 2;\n{PLACE} ce -32763;\n"));
    assert_eq!(merged(&[&sides]).status.code(), Some(1));
}

#[test]
fn what_cannot_be_read_is_told_and_the_rest_is_done() {
    let scratch = Scratch::new();
    let good = format!("{PLACE} dm 2;");
    let odd = format!("{PLACE} dm 2; bm Qh9;");
    let file = scratch.file("a", format!("{good}\nnonsense\n{odd}\n{good}\n"));
    let output = merged(&[&file, "/no/such/file"]);
    assert_eq!(output.status.code(), Some(2));
    let stderr = text(&output.stderr);
    assert!(
        stderr.contains("/no/such/file: cannot be read: "),
        "{stderr}"
    );
    assert!(
        stderr.contains(&format!("{file}:2:1: nonsense is not a board; left out\n")),
        "{stderr}"
    );
    assert!(
        stderr.contains(&format!("{file}:3: bm: Qh9 is not")),
        "{stderr}"
    );
    // The one that is not understood stands beside the other two.
    let stdout = text(&output.stdout);
    assert_eq!(stdout.lines().count(), 2, "{stdout}");
    assert!(stdout.contains("bm Qh9;"), "{stdout}");
}

#[test]
fn the_output_may_be_an_input() {
    let scratch = Scratch::new();
    let all = scratch.file("all", format!("{PLACE} Refuted 1; Stip \"#1\";\n"));
    let more = scratch.file("more", format!("{PLACE} dm 2;\n"));
    let output = merged(&["-o", &all, &all, &more]);
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(0), ""));
    assert_eq!(
        fs::read_to_string(&all).unwrap(),
        format!("{PLACE} ce 32764; dm 2;\n")
    );
    // What could not be read may be in no other file: the output stays as it was.
    let before = fs::read_to_string(&all).unwrap();
    let output = merged(&["-o", &all, &more, "/no/such/file"]);
    assert_eq!(output.status.code(), Some(2));
    let says =
        format!("solver: {all}: not replaced, as not every input could be read to its end\n");
    assert!(
        text(&output.stderr).ends_with(&says),
        "{}",
        text(&output.stderr)
    );
    assert_eq!(fs::read_to_string(&all).unwrap(), before);
    let fresh = scratch.path("fresh");
    assert_eq!(
        merged(&["-o", &fresh, &more, "/no/such/file"])
            .status
            .code(),
        Some(2)
    );
    assert_eq!(
        fs::read_to_string(&fresh).unwrap(),
        format!("{PLACE} dm 2;\n")
    );
    let output = merged(&["-o", &scratch.path("none/all"), &all]);
    assert_eq!(output.status.code(), Some(74));
}

#[test]
fn compressed_files_are_read_and_a_full_disk_is_told() {
    let scratch = Scratch::new();
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed
        .write_all(format!("{PLACE} dm 2;\n").as_bytes())
        .unwrap();
    let file = scratch.file("a.gz", packed.finish().unwrap());
    let output = merged(&[&file]);
    assert_eq!(text(&output.stdout), format!("{PLACE} dm 2;\n"));
    let output = merged(&["-o", "/dev/full", &file]);
    assert_eq!(output.status.code(), Some(74));
    let stderr = text(&output.stderr);
    assert!(
        stderr.starts_with("solver: /dev/full: write error: "),
        "{stderr}"
    );
    // A folder that is not there: nowhere to put temporary files, and nothing is written.
    let many = scratch.file("many", records(4096, 0).repeat(4));
    let out = scratch.file("out", "as it was\n");
    let arguments = ["merge", "-M", "1", "-o", &out, &many];
    let output = fed(solver(&arguments).env("TMPDIR", scratch.path("none")), b"");
    assert_eq!(output.status.code(), Some(74), "{}", text(&output.stderr));
    assert!(
        text(&output.stderr).contains("temporary file in "),
        "{}",
        text(&output.stderr)
    );
    assert_eq!(fs::read_to_string(&out).unwrap(), "as it was\n");
}

#[test]
fn exact_lengths_do_not_contradict_each_other() {
    let scratch = Scratch::new();
    let none = format!("{PLACE} Refuted 3; Stip \"exact-h#3\"; acd 3; acn 9;\n");
    let one = format!("{PLACE} Count 1; Dist 2; Stip \"exact-h#2\"; acd 2; acn 9; bm Kf6;\n");
    let within = format!("{PLACE} Count 1; Dist 3; Stip \"h#3\"; acd 3; acn 9; bm Kf6;\n");
    let file = scratch.file("all", format!("{none}{one}{within}{none}{one}"));
    let output = merged(&[&file]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout), format!("{none}{one}{within}"));
    let other = none.replace("Refuted 3", "Count 2; Dist 3");
    let file = scratch.file("two", format!("# a comment\n{none}{one}{other}"));
    let output = merged(&[&file]);
    assert_eq!(output.status.code(), Some(1));
    let says = format!("{file}:4: this record contradicts {file}:2: ");
    assert!(
        text(&output.stderr).starts_with(&says),
        "{}",
        text(&output.stderr)
    );
}

#[test]
fn both_sides_of_a_duplex_are_joined_each_with_its_own() {
    let scratch = Scratch::new();
    let asked = [
        "7k/8/5K2/8/8/8/8/1Q6 w - - dup; Stip \"#3\"; id \"mate\";",
        "4k3/4P3/4K3/8/8/8/8/8 w - - dup; Stip \"=1\"; id \"stalemate\";",
        "8/8/8/8/8/5k2/7p/5K2 b - - dup; Stip \"h#2\"; id \"help\";",
        "7k/5Q2/6K1/8/8/8/8/8 b - - dup; Stip \"#1\"; id \"over\";",
        "4k3/8/8/8/8/8/4R3/4K3 b - - dup; Stip \"h#1\"; id \"in check\";",
    ];
    let input = scratch.file("in", asked.join("\n"));
    let answers = |more: &[&str]| {
        let arguments = [&["-b", "--no-time"], more, &[&input]].concat();
        text(&fed(&mut solver(&arguments), b"").stdout).to_owned()
    };
    let full = answers(&[]);
    assert_eq!(full.matches("Stip ").count(), asked.len(), "{full}");
    let shallow = answers(&["--nodes", "3"]);
    assert!(
        shallow.contains("DuplexLimit") && shallow != full,
        "{shallow}"
    );
    let (one, two) = (
        scratch.file("full", &full),
        scratch.file("shallow", &shallow),
    );
    for files in [[&one, &two], [&two, &one], [&one, &one]] {
        let output = merged(&[files[0], files[1]]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert_eq!(text(&output.stdout), full, "{files:?}");
    }
    // What is true of one side is no contradiction to what is true of the other.
    let refuted = "8/8/8/8/8/5k2/7p/5K2 b - - Refuted 4; Stip \"h#4\"; acd 4; acn 9;";
    let other = scratch.file("other", format!("{refuted}\n"));
    let output = merged(&[&one, &other]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let joined = text(&output.stdout).lines().nth(2).unwrap();
    assert!(
        joined.contains("DuplexDist 2;") && joined.contains("; Refuted 4;"),
        "{joined}"
    );
    // Nor is what is said of different goals of the other side, and neither is lost.
    let board = "7k/5Q2/8/4K3/8/8/8/8 w - -";
    let input = format!(
        "{board} Stip \"#2\"; DuplexRefuted 5; dup;\n{board} Stip \"#2\"; Duplexdm -3; dup;\n"
    );
    let goals = scratch.file("goals", input);
    let output = merged(&[&goals]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let kept = text(&output.stdout);
    assert!(
        kept.contains("DuplexRefuted 5;") && kept.contains("Duplexdm -3;"),
        "{kept}"
    );
    // What only looks like something said of the other side is somebody's own operation.
    let note = "DuplexNote \"cooked\";";
    let answered = full.lines().nth(2).unwrap();
    let noted = scratch.file("noted", format!("{answered} {note}\n"));
    let output = merged(&[&one, &noted]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let joined = text(&output.stdout).lines().nth(2).unwrap();
    assert_eq!(joined.replace(&format!("{note} "), ""), answered);
    assert!(joined.contains(note), "{joined}");
    // And what cannot be true of the other side is.
    let wrong = "8/8/8/8/8/5k2/7p/5K2 b - - DuplexRefuted 4; Refuted 2; Stip \"h#2\"; dup;";
    let other = scratch.file("wrong", format!("{wrong}\n"));
    let output = merged(&[&one, &other]);
    assert_eq!(output.status.code(), Some(1), "{}", text(&output.stdout));
    let says = format!("{other}:1: this record contradicts {one}:3: ");
    assert!(
        text(&output.stderr).starts_with(&says),
        "{}",
        text(&output.stderr)
    );
    assert_eq!(text(&output.stdout), format!("{full}{wrong}\n"));
}

/// Whatever is in them: answers with remarks that contradict them, claims that nobody searched, and what was given up.
#[test]
fn a_file_merged_with_itself_is_merged() {
    let scratch = Scratch::new();
    let operations = [
        "bm Kf6; dm 40;",
        "Count 2; Dist 1; Stip \"h#1\"; bm Ke6;",
        "Refuted 5; Safe 5; acd 5; acn 56; bm Kf6; pm; pv Kf6 \u{9b}x;",
        "Limit \"nodes\"; Stip \"h=2\"; acd 2; acn 200; bm Kf6; pm Kf6; pv Kf6 Kg8;",
        "Limit \"nodes\"; acd 3; acn 7; am Qg7; id \"a\"; id \"b\";",
        "Open 3; Refuted 1; acd 2;",
    ];
    for operations in operations {
        let file = scratch.file("in", format!("{PLACE} {operations}\n"));
        let once = merged(&[&file]);
        let twice = merged(&[&file, &file, &file]);
        assert_eq!(text(&once.stdout).lines().count(), 1, "{operations}");
        assert_eq!(text(&twice.stdout), text(&once.stdout), "{operations}");
    }
}
