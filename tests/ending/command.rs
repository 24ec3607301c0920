//! `solver kriegspiel ending` as a program.

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;

use crate::ending::named::scratch;

fn ending(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_solver"))
        .args(["kriegspiel", "ending"])
        .args(arguments)
        .output()
        .expect("the program runs")
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("UTF-8")
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("UTF-8")
}

#[test]
fn a_table_is_built_saved_loaded_and_asked() {
    let (_, file) = scratch("saved.end");
    let built = ending(&["krk", "--no-time", "--save", &file]);
    assert_eq!(built.status.code(), Some(0), "{}", stderr(&built));
    assert!(stdout(&built).contains("won from full uncertainty          315 in 25 to 33 moves\n"));

    let loaded = ending(&["K+R", "--no-time", "--load", &file]);
    assert_eq!(
        (loaded.status.code(), stdout(&loaded)),
        (Some(0), stdout(&built))
    );

    let asked = ending(&[
        "krk",
        "--load",
        &file,
        "--position",
        "Kf6 Ra1",
        "--king",
        "h8 g8,h7",
    ]);
    assert_eq!(
        stdout(&asked),
        "\
Kf6 Ra1, black king on 3 squares (h7 g8 h8): mate in 3
1. Ra1-h1, legal on 3 squares (h7 g8 h8): mate in 3
   silent: it is on g8; after its move on f8: mate in 1
   F: it is on 2 squares (h7 h8); after its move on g8: mate in 2
"
    );

    let refused = ending(&[
        "krk",
        "--load",
        &file,
        "--position",
        "Kc3 Ra8",
        "--king",
        "c5 h1 e7",
    ]);
    let text = stdout(&refused);
    assert!(
        text.starts_with("Kc3 Ra8, black king on 3 squares (h1 c5 e7): mate in "),
        "{text}"
    );

    let json = ending(&[
        "krk",
        "--load",
        &file,
        "--position",
        "Kf6 Rg1",
        "--king",
        "h8",
        "--format",
        "json",
    ]);
    let json: Value = serde_json::from_str(stdout(&json)).expect("JSON");
    assert_eq!(json["moves"], 2);
    assert_eq!(json["king"], serde_json::json!(["h8"]));
    assert_eq!(json["tries"][0]["legal"], serde_json::json!(["h8"]));

    let wrong = ending(&["kqk", "--load", &file]);
    assert_eq!(wrong.status.code(), Some(2));
    assert_eq!(
        stderr(&wrong),
        format!("solver: {file}: a table of K+R, not K+Q\n")
    );
}

#[test]
fn what_is_not_won_is_said_so() {
    // The rook is attacked on two squares and protected on none.
    let asked = ending(&["krk", "--position", "Kh8 Ra1"]);
    assert_eq!(asked.status.code(), Some(0));
    assert!(
        stdout(&asked).ends_with(": not won for sure\n"),
        "{}",
        stdout(&asked)
    );
    assert_eq!(stdout(&asked).lines().count(), 1);
}

#[test]
fn a_build_out_of_time_names_the_level_and_writes_nothing() {
    let (path, file) = scratch("none.end");
    let stopped = ending(&["kbnk", "--time", "0.001", "--save", &file]);
    assert_eq!(stopped.status.code(), Some(124));
    assert_eq!(stdout(&stopped), "");
    assert_eq!(
        stderr(&stopped),
        "solver: out of time: stopped before the first level was complete; there is no table\n"
    );
    assert!(!path.exists());
}

#[test]
#[cfg(unix)]
fn a_signal_ends_a_build_that_names_the_level() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::Stdio;

    let (path, file) = scratch("interrupted.end");
    let mut child = Command::new(env!("CARGO_BIN_EXE_solver"))
        .args([
            "kriegspiel",
            "ending",
            "kbnk",
            "--progress",
            "always",
            "--save",
            &file,
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut errors = BufReader::new(child.stderr.take().expect("piped"));
    let mut line = String::new();
    errors.read_line(&mut line).expect("a level");
    assert!(line.starts_with("level 1: 230 fresh, "), "{line}");
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .expect("kill")
            .success()
    );
    assert_eq!(child.wait().expect("an end").code(), Some(130));
    let mut rest = String::new();
    errors.read_to_string(&mut rest).expect("the rest");
    let last = rest.lines().last().expect("a last line");
    assert!(
        last.starts_with("solver: stopped: levels 1 to ")
            && last.ends_with(" are complete, later ones are not; there is no table"),
        "{last}"
    );
    assert!(!path.exists());
}

#[test]
fn the_command_line_is_checked_before_anything_is_built() {
    for (arguments, message) in [
        (&["kppk"][..], "an ending is krk, kqk, kbbk or kbnk"),
        (
            &["kqk", "--position", "Kc3 Ra1"],
            "Kc3 Ra1 is a position of K+R, not of K+Q",
        ),
        (
            &["krk", "--position", "Kc3 Ra1", "--king", "c4"],
            "the black king cannot be on c4",
        ),
        (
            &["krk", "--position", "Kc3 Ra1", "--king", "z9"],
            "\"z9\" is not a square",
        ),
        (
            &["krk", "--position", "Kc3"],
            "the men beside the king are R, Q, two B, or B and N",
        ),
        (&["krk", "--king", "c4"], "--position"),
    ] {
        let output = ending(arguments);
        assert_eq!(output.status.code(), Some(64), "{arguments:?}");
        assert!(stderr(&output).contains(message), "{}", stderr(&output));
    }
}

#[test]
fn a_file_that_is_no_table_is_named() {
    let (path, file) = scratch("foreign.end");
    fs::write(&path, "nothing of the kind").expect("a file");
    let output = ending(&["krk", "--load", &file]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        stderr(&output),
        format!("solver: {file}: not a table of an ending\n")
    );
}

#[test]
#[cfg(unix)]
fn a_table_is_saved_through_links_and_into_what_is_no_file() {
    use std::os::unix::fs::{FileTypeExt, symlink};

    let save = |path: &str| ending(&["krk", "--no-time", "--save", path]);
    let (path, _) = scratch("target.end");
    fs::write(&path, "old").expect("written");
    // Links upon links, one of them relative.
    let (first, _) = scratch("first-link.end");
    let (second, link) = scratch("second-link.end");
    symlink(path.file_name().expect("a name"), &first).expect("a link");
    symlink(&first, &second).expect("a link");
    assert_eq!(save(&link).status.code(), Some(0));
    let table = fs::read(&path).expect("a table");
    assert!(table.starts_with(b"KMending"));
    assert!(fs::symlink_metadata(&first).expect("there").is_symlink());
    assert!(fs::symlink_metadata(&second).expect("there").is_symlink());
    // A link to nothing yet.
    fs::remove_file(&path).expect("removed");
    assert_eq!(save(&link).status.code(), Some(0));
    assert_eq!(fs::read(&path).expect("a table"), table);
    assert!(fs::symlink_metadata(&first).expect("there").is_symlink());
    // A link that leads to itself.
    let (ring, ring_name) = scratch("ring.end");
    symlink(&ring, &ring).expect("a link");
    assert_eq!(save(&ring_name).status.code(), Some(74));

    let (fifo, fifo_name) = scratch("fifo.end");
    let made = Command::new("mkfifo").arg(&fifo).status().expect("mkfifo");
    assert!(made.success());
    let reader = {
        let fifo = fifo.clone();
        std::thread::spawn(move || fs::read(fifo).expect("read"))
    };
    assert_eq!(save(&fifo_name).status.code(), Some(0));
    assert_eq!(reader.join().expect("read"), table);
    assert!(fs::metadata(&fifo).expect("there").file_type().is_fifo());
    // Devices, not as root's own: through links, so that nothing is lost if this fails.
    for (device, code) in [("/dev/null", 0), ("/dev/full", 74)] {
        if fs::metadata(device).is_ok() {
            let (link, name) = scratch("device.end");
            symlink(device, &link).expect("a link");
            let saved = save(&name);
            assert_eq!(saved.status.code(), Some(code), "{}", stderr(&saved));
            assert!(fs::symlink_metadata(&link).expect("there").is_symlink());
            let device = fs::metadata(device).expect("there");
            assert!(device.file_type().is_char_device());
        }
    }
}

#[test]
fn every_placement_is_listed_with_its_value() {
    use keymove::kriegspiel::ending::{Ending, EndingTable, WhitePlacement};

    let table = crate::ending::table(Ending::Rook);
    let tsv = ending(&["krk", "--all"]);
    let mut rows = stdout(&tsv).lines();
    assert_eq!(
        rows.next(),
        Some("placement\tsquares\tmoves\tlargest\tmaximal")
    );
    let json = ending(&["krk", "--all", "--format", "json"]);
    let mut objects = stdout(&json).lines();
    let (mut won, mut listed) = (0, std::collections::HashSet::new());
    for row in rows {
        let fields: Vec<&str> = row.split('\t').collect();
        let placement: WhitePlacement = fields[0].parse().expect("a placement");
        let possible = EndingTable::possible(placement);
        let moves = table.moves_to_mate(placement, possible);
        assert_eq!(fields[1], possible.count().to_string());
        assert_eq!(
            fields[2],
            moves.map_or(String::new(), |moves| moves.to_string())
        );
        let sets = table.maximal_sets(placement, table.longest());
        let sizes: Vec<usize> = sets
            .iter()
            .map(|set| set.count())
            .filter(|&size| size > 0)
            .collect();
        assert_eq!(
            fields[3],
            sizes.iter().max().copied().unwrap_or(0).to_string()
        );
        assert_eq!(fields[4], sizes.len().to_string());
        let object: Value =
            serde_json::from_str(objects.next().expect("as many objects")).expect("JSON");
        assert_eq!(object["placement"], fields[0]);
        assert_eq!(object["moves"].as_u64(), moves.map(u64::from));
        won += usize::from(moves.is_some());
        assert!(listed.insert(placement));
    }
    assert_eq!((listed.len(), won, objects.next()), (518, 315, None));
}
