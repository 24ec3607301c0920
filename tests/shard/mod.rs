//! `solver split` and `solver join`: what is cut and put together is what one run gives, and what is not whole is not
//! put together.

use crate::support::scratch;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use scratch::Scratch;

const OPTIONS: [&str; 3] = ["--no-time", "-M", "4"];

fn solver(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_solver"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("a program")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// The records that `-b` gives for files as a whole.
fn whole(files: &[&str]) -> Vec<u8> {
    solver(&[&["-b"], &OPTIONS[..], files].concat()).stdout
}

/// The names of the shards in a folder, in order.
fn shards(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder.join("shards"))
        .expect("shards")
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .into_string()
                .expect("UTF-8")
        })
        .filter(|name| name.ends_with(".epd"))
        .collect();
    names.sort();
    names
}

fn solve_shards(folder: &Path) {
    fs::create_dir_all(folder.join("results")).expect("a folder");
    for name in shards(folder) {
        let result = folder.join("results").join(&name);
        let shard = folder.join("shards").join(&name);
        let ended = solver(
            &[
                &["-b", "--from", "epd"],
                &OPTIONS[..],
                &["-o", text(&result), text(&shard)],
            ]
            .concat(),
        );
        assert!(
            matches!(ended.status.code(), Some(0 | 2)),
            "{}",
            said(&ended)
        );
    }
}

/// A folder with the shards of a small suite, of one record each, all solved.
fn solved(scratch: &Scratch) -> PathBuf {
    let folder = scratch.0.join("run");
    let made = solver(&[
        "split",
        "--records",
        "10",
        "-o",
        text(&folder),
        "suites/mates-2.epd",
        "--",
        "--no-time",
        "-M",
        "4",
    ]);
    assert_eq!(made.status.code(), Some(0), "{}", said(&made));
    solve_shards(&folder);
    folder
}

#[test]
fn results_put_together_are_the_bytes_of_one_run() {
    let scratch = Scratch::new();
    let files = [
        "suites/mates-1.epd",
        "suites/malformed.epd",
        "suites/quirks.epd",
        "suites/refuted.epd",
    ];
    let should = whole(&files);
    for (number, size) in [
        ["--records", "1"],
        ["--records", "7"],
        ["--records", "1k"],
        ["--shards", "3"],
    ]
    .iter()
    .enumerate()
    {
        let folder = scratch.0.join(number.to_string());
        let made = solver(
            &[
                &["split"],
                &size[..],
                &["-o", text(&folder)],
                &files,
                &["--"],
                &OPTIONS,
            ]
            .concat(),
        );
        assert_eq!(made.status.code(), Some(0), "{}", said(&made));
        solve_shards(&folder);
        let joined = solver(&["join", text(&folder)]);
        assert_eq!(
            (joined.status.code(), said(&joined)),
            (Some(0), String::new())
        );
        assert!(joined.stdout == should, "{size:?}");
        let out = scratch.0.join("out.epd");
        let into = solver(&["join", "-o", text(&out), text(&folder)]);
        assert_eq!(into.status.code(), Some(0), "{}", said(&into));
        assert!(fs::read(&out).expect("a file") == should, "{size:?}");
    }
    assert_eq!(shards(&scratch.0.join("3")).len(), 3);
}

#[test]
fn shards_are_of_one_size_and_there_are_no_more_than_records() {
    let scratch = Scratch::new();
    let sizes = |count: &str| -> Vec<usize> {
        let folder = scratch.0.join(count);
        let made = solver(&[
            "split",
            "--shards",
            count,
            "-o",
            text(&folder),
            "suites/mates-2.epd",
        ]);
        assert_eq!(made.status.code(), Some(0), "{}", said(&made));
        let lines = |name: &String| {
            fs::read_to_string(folder.join("shards").join(name))
                .expect("a shard")
                .lines()
                .count()
        };
        shards(&folder).iter().map(lines).collect()
    };
    assert_eq!(sizes("4"), [13, 14, 13, 14]);
    assert_eq!(sizes("1"), [54]);
    assert_eq!(sizes("1000"), [1; 54]);
}

/// A line in the middle of a file would make another form of a shard that began with it.
#[test]
fn no_shard_begins_with_what_could_be_another_form() {
    let scratch = Scratch::new();
    let record = b"7k/8/8/4K3/8/8/6Q1/8 w - - dm 2;\n";
    let strange: [&[u8]; 7] = [
        b"\x1f\x8b\x08\0 gzip\n",
        b"\x28\xb5\x2f\xfd zstd\n",
        b"\xff\xfe[\0E\0v\0\n",
        b"\xef\xbb\xbf7k/8/8/4K3/8/8/6Q1/8 w - - dm 2;\n",
        b"[Event \"a game\"]\n",
        b"BeginProblem\n",
        b"{\"fen\": 1}\n",
    ];
    let mut lines = record.to_vec();
    for strange in strange {
        lines.extend_from_slice(strange);
        lines.extend_from_slice(record);
    }
    let file = scratch.0.join("strange.epd");
    fs::write(&file, &lines).expect("written");
    let folder = scratch.0.join("run");
    let made = solver(
        &[
            &[
                "split",
                "--records",
                "1",
                "-o",
                text(&folder),
                text(&file),
                "--",
            ],
            &OPTIONS[..],
        ]
        .concat(),
    );
    assert_eq!(made.status.code(), Some(0), "{}", said(&made));
    for name in shards(&folder) {
        let shard = fs::read(folder.join("shards").join(name)).expect("a shard");
        assert!(shard.starts_with(b"7k/"));
    }
    solve_shards(&folder);
    assert!(solver(&["join", text(&folder)]).stdout == whole(&[text(&file)]));
}

#[test]
fn all_that_is_wrong_is_told_with_its_place_and_nothing_is_written() {
    let scratch = Scratch::new();
    let folder = solved(&scratch);
    let at = |place: &str, name: &str| folder.join(place).join(name);
    let result = |number: u32| at("results", &format!("{number:07}.epd"));
    let lines = |number| -> Vec<String> {
        let text = fs::read_to_string(result(number)).expect("a result");
        text.lines().map(str::to_owned).collect()
    };
    let write = |number, lines: &[String]| {
        fs::write(result(number), lines.join("\n") + "\n").expect("written")
    };
    // Short, torn, changed, foreign, missing; a shard that is another; a result of another run.
    write(0, &lines(0)[..7]);
    let torn = fs::read(result(1)).expect("a result");
    fs::write(result(1), &torn[..torn.len() - 1]).expect("written");
    let mut swapped = lines(2);
    swapped.swap(3, 4);
    write(2, &swapped);
    for end in ["", ".run"] {
        let of = |number| at("results", &format!("{number:07}.epd{end}"));
        fs::copy(of(4), of(3)).expect("copied");
    }
    fs::remove_file(result(4)).expect("removed");
    fs::write(at("shards", "0000005.epd"), "# another\n").expect("written");
    fs::copy(result(3), at("results", "0000099.epd")).expect("copied");
    let out = scratch.0.join("out.epd");
    fs::write(&out, "as it was").expect("written");
    let joined = solver(&["join", "-o", text(&out), text(&folder)]);
    assert_eq!(joined.status.code(), Some(2));
    let messages = said(&joined).replace(&format!("{}/", text(&folder)), "");
    let had = |number| {
        let run = fs::read(at("results", &format!("{number:07}.epd.run"))).expect("a file");
        let run: serde_json::Value = serde_json::from_slice(&run).expect("JSON");
        run["bytes"].as_u64().expect("a number")
    };
    let has = |number| fs::read(result(number)).expect("a result").len();
    let should = format!(
        "\
solver: results/0000099.epd: no shard of this run
solver: results/0000000.epd: it has {} bytes, and had {} when it was written
solver: results/0000001.epd: it has {} bytes, and had {} when it was written
solver: results/0000002.epd: it was changed after it was written
solver: results/0000003.epd: not the answers to shards/0000003.epd
solver: results/0000004.epd: not solved yet
solver: shards/0000005.epd: not the shard that was cut: its SHA-256 is not the manifest's
",
        has(0),
        had(0),
        has(1),
        had(1)
    );
    assert_eq!(messages, should);
    assert_eq!(fs::read_to_string(&out).expect("a file"), "as it was");
    assert!(!scratch.0.join("out.epd.part").exists());
    assert!(solver(&["join", text(&folder)]).stdout.is_empty());
}

#[test]
fn results_of_shards_in_another_encoding_are_put_together() {
    let scratch = Scratch::new();
    let file = scratch.0.join("latin.epd");
    fs::write(
        &file,
        b"7k/8/8/4K3/8/8/6Q1/8 w - - dm 2; id \"M\xfcller\";\n",
    )
    .expect("written");
    let folder = scratch.0.join("run");
    let options = ["--encoding", "latin1", "--no-time", "-M", "4"];
    let split = [
        "split",
        "--records",
        "1",
        "-o",
        text(&folder),
        text(&file),
        "--",
    ];
    let made = solver(&[&split[..], &options].concat());
    assert_eq!(made.status.code(), Some(0), "{}", said(&made));
    fs::create_dir_all(folder.join("results")).expect("a folder");
    let (result, shard) = (
        folder.join("results/0000000.epd"),
        folder.join("shards/0000000.epd"),
    );
    let places = ["-o", text(&result), text(&shard)];
    solver(&[&["-b", "--from", "epd"], &options[..], &places].concat());
    let joined = solver(&["join", text(&folder)]);
    assert_eq!(joined.status.code(), Some(0), "{}", said(&joined));
    assert!(String::from_utf8_lossy(&joined.stdout).contains("M\u{fc}ller"));
}

#[test]
fn what_nothing_vouches_for_is_no_result() {
    let scratch = Scratch::new();
    let folder = solved(&scratch);
    let result = folder.join("results/0000000.epd");
    let refused = |says: &str| {
        let joined = solver(&["join", text(&folder)]);
        assert_eq!(joined.status.code(), Some(2), "{}", said(&joined));
        assert!(joined.stdout.is_empty());
        assert!(said(&joined).contains(says), "{}", said(&joined));
    };
    fs::remove_file(result.with_extension("epd.run")).expect("removed");
    refused("results/0000000.epd: neither");
    let sum = || {
        let sum = Command::new("sha256sum")
            .arg("0000000.epd")
            .current_dir(folder.join("results"))
            .output()
            .expect("sha256sum");
        fs::write(result.with_extension("sha256"), &sum.stdout).expect("written");
    };
    sum();
    assert_eq!(solver(&["join", text(&folder)]).status.code(), Some(0));
    let lines = fs::read_to_string(&result).expect("a result");
    fs::write(&result, format!("{lines}# one more\n")).expect("written");
    sum();
    refused("results/0000000.epd: 11 lines, and ");
}

#[test]
fn results_of_other_options_and_changed_ones_are_refused() {
    let scratch = Scratch::new();
    let folder = solved(&scratch);
    assert_eq!(solver(&["join", text(&folder)]).status.code(), Some(0));
    let (shard, result) = (
        folder.join("shards/0000001.epd"),
        folder.join("results/0000001.epd"),
    );
    let refused = |says: &str| {
        let joined = solver(&["join", text(&folder)]);
        assert_eq!(joined.status.code(), Some(2), "{}", said(&joined));
        assert!(said(&joined).contains(says), "{}", said(&joined));
        assert!(joined.stdout.is_empty());
    };
    let again = |options: &[&str]| {
        let files = ["-o", text(&result), text(&shard)];
        solver(&[&["-b", "--from", "epd"], options, &files].concat());
    };
    again(&["--no-time", "-M", "4", "--nodes", "50"]);
    refused(
        "0000001.epd: solved with other options than the manifest's: --nodes 50 (here no --nodes)",
    );
    again(&OPTIONS);
    assert_eq!(solver(&["join", text(&folder)]).status.code(), Some(0));
    // Without a .sha256, too.
    let changed = fs::read_to_string(&result).expect("a result");
    for (old, new) in [("acn ", "acn 1"), ("ce 3276", "ce 3275")] {
        let other = changed.replacen(old, new, 1);
        assert_ne!(other, changed);
        fs::write(&result, other).expect("written");
        refused("0000001.epd: it was changed after it was written");
    }
}

#[test]
fn a_result_is_held_against_the_hash_beside_it() {
    let scratch = Scratch::new();
    let folder = solved(&scratch);
    let beside = folder.join("results/0000001.sha256");
    let sum = Command::new("sha256sum")
        .arg("0000001.epd")
        .current_dir(folder.join("results"))
        .output()
        .expect("sha256sum");
    fs::write(&beside, &sum.stdout).expect("written");
    assert_eq!(solver(&["join", text(&folder)]).status.code(), Some(0));
    // Still the answers, but others.
    let result = folder.join("results/0000001.epd");
    let changed = fs::read_to_string(&result)
        .expect("a result")
        .replace("acn ", "acn 1");
    fs::write(&result, changed).expect("written");
    let joined = solver(&["join", text(&folder)]);
    assert_eq!(joined.status.code(), Some(2));
    assert!(
        said(&joined).contains("not the result that was written"),
        "{}",
        said(&joined)
    );
}

#[test]
fn a_manifest_is_taken_as_it_was_written_or_not_at_all() {
    let scratch = Scratch::new();
    let folder = solved(&scratch);
    let path = folder.join("shards/manifest.json");
    let sums = Command::new("sha256sum")
        .args(["-c", "manifest.sha256"])
        .current_dir(folder.join("shards"))
        .output()
        .expect("sha256sum");
    assert!(sums.status.success());
    let manifest = fs::read_to_string(&path).expect("a manifest");
    let refused = |text: &str, hashed: bool| {
        fs::write(&path, text).expect("written");
        if hashed {
            let sum = Command::new("sha256sum")
                .arg("manifest.json")
                .current_dir(folder.join("shards"))
                .output();
            fs::write(
                folder.join("shards/manifest.sha256"),
                sum.expect("sha256sum").stdout,
            )
            .expect("written");
        }
        let joined = solver(&["join", text_of(&folder)]);
        assert_eq!(joined.status.code(), Some(2));
        assert!(joined.stdout.is_empty());
        said(&joined)
    };
    fn text_of(path: &Path) -> &str {
        path.to_str().expect("UTF-8")
    }
    let edited = manifest.replacen("\"lines\": 54", "\"lines\": 55", 1);
    assert!(refused(&edited, false).contains("not the manifest that was written"));
    assert!(refused(&edited, true).contains("do not add up"));
    assert!(
        refused(&manifest.replacen("0000001.epd", "../1.epd", 1), true)
            .contains("should be 0000001.epd")
    );
    assert!(
        refused(
            &manifest.replacen("\"layout\": 1", "\"layout\": 2", 1),
            true
        )
        .contains("layout 2 is not known")
    );
    assert!(refused(&manifest[..200], true).contains("line"));
    // What is no text is no hash, and no output that cannot be written either.
    fs::write(&path, &manifest).expect("written");
    fs::write(folder.join("shards/manifest.sha256"), b"\xff\xfe\n").expect("written");
    let joined = solver(&["join", text_of(&folder)]);
    assert_eq!(joined.status.code(), Some(2), "{}", said(&joined));
    let says = "manifest.sha256: cannot be read: ";
    assert!(said(&joined).contains(says), "{}", said(&joined));
    assert!(
        refused(&manifest.replacen("\"first\":11", "\"first\":12", 1), true)
            .contains("should begin with line 11")
    );
}

#[test]
fn what_cannot_be_cut_is_refused_and_nothing_is_made() {
    let scratch = Scratch::new();
    let folder = scratch.0.join("run");
    let refused = |arguments: &[&str]| {
        let made = solver(&[&["split", "-o", text(&folder)], arguments].concat());
        assert!(!folder.join("shards").exists());
        (made.status.code().expect("a code"), said(&made))
    };
    let game = scratch.0.join("game.pgn");
    fs::write(
        &game,
        "[Event \"a\"]\n[FEN \"7k/8/8/4K3/8/8/6Q1/8 w - - 0 1\"]\n\n*\n",
    )
    .expect("written");
    for (arguments, code, message) in [
        (&["--records", "5", text(&game)][..], 2, "not EPD"),
        (
            &["--records", "5", "suites/mates-2.epd", "no/such.epd"],
            2,
            "no/such.epd: cannot be read",
        ),
        (&["--shards", "5", "-"], 64, "use --records"),
        (&["suites/mates-2.epd"], 64, "required"),
        (&["--records", "0", "suites/mates-2.epd"], 64, "0"),
        (
            &["--records", "5", "suites/mates-2.epd", "--", "-o", "x"],
            64,
            "-o cannot stand behind --",
        ),
        (
            &[
                "--records",
                "5",
                "suites/mates-2.epd",
                "--",
                "--format",
                "json",
            ],
            64,
            "a --format but epd",
        ),
        (
            &["--records", "5", "suites/mates-2.epd", "--", "--nonsense"],
            64,
            "--nonsense",
        ),
        (
            &["--records", "5", "suites/mates-2.epd", "--", "bench"],
            64,
            "files cannot stand behind --",
        ),
    ] {
        let (found, said) = refused(arguments);
        assert_eq!(found, code, "{arguments:?}: {said}");
        assert!(said.contains(message), "{arguments:?}: {said}");
    }
    // What a process left that was killed is no obstacle; shards are.
    fs::create_dir_all(folder.join("shards.new")).expect("a folder");
    fs::write(folder.join("shards.new/0000077.epd"), "# left").expect("written");
    let cut = [
        "split",
        "--records",
        "5",
        "-o",
        text(&folder),
        "suites/mates-2.epd",
    ];
    assert_eq!(solver(&cut).status.code(), Some(0));
    assert_eq!(shards(&folder).len(), 11);
    let again = solver(&cut);
    assert_eq!(again.status.code(), Some(64));
    assert!(said(&again).contains("there are shards already"));
}

#[test]
fn a_full_disk_is_told() {
    let scratch = Scratch::new();
    let folder = solved(&scratch);
    let full = fs::File::options()
        .write(true)
        .open("/dev/full")
        .expect("a device");
    let ended = Command::new(env!("CARGO_BIN_EXE_solver"))
        .args(["join", text(&folder)])
        .stdout(full)
        .output()
        .expect("a program");
    assert_eq!(ended.status.code(), Some(74));
    assert!(
        said(&ended).starts_with("solver: standard output: "),
        "{}",
        said(&ended)
    );
    // A device behind a link: neither is anything put into its place.
    let link = scratch.0.join("full");
    std::os::unix::fs::symlink("/dev/full", &link).expect("a link");
    let device = solver(&["join", "-o", text(&link), text(&folder)]);
    assert_eq!(device.status.code(), Some(74), "{}", said(&device));
    assert!(link.is_symlink() && !link.is_file(), "{}", said(&device));
    let nowhere = solver(&["join", "-o", "/no/such/place", text(&folder)]);
    assert_eq!(nowhere.status.code(), Some(74), "{}", said(&nowhere));
}

#[test]
fn answers_take_the_place_of_no_shard_and_no_result() {
    let scratch = Scratch::new();
    let folder = solved(&scratch);
    for place in [
        "results/0000000.epd",
        "results/all.epd",
        "shards/0000000.epd",
    ] {
        let path = folder.join(place);
        let before = fs::read(&path).ok();
        let ended = solver(&["join", "-o", text(&path), text(&folder)]);
        assert_eq!(ended.status.code(), Some(64), "{}", said(&ended));
        assert!(said(&ended).contains(place), "{}", said(&ended));
        assert_eq!(fs::read(&path).ok(), before);
    }
    // Nor does what a link leads to, be it there or not.
    let result = folder.join("results/0000000.epd");
    let before = fs::read(&result).expect("a result");
    for (name, target, code) in [
        ("in", result.as_path(), 64),
        ("out", Path::new("nowhere"), 74),
    ] {
        let link = scratch.0.join(name);
        std::os::unix::fs::symlink(target, &link).expect("a link");
        let ended = solver(&["join", "-o", text(&link), text(&folder)]);
        assert_eq!(ended.status.code(), Some(code), "{}", said(&ended));
        assert!(said(&ended).contains(name), "{}", said(&ended));
    }
    assert_eq!(fs::read(&result).expect("a result"), before);
    // Beside them there is room, and a link to a file stays one.
    let (file, link) = (folder.join("all.epd"), scratch.0.join("link"));
    fs::write(&file, "as it was").expect("written");
    std::os::unix::fs::symlink(&file, &link).expect("a link");
    let ended = solver(&["join", "-o", text(&link), text(&folder)]);
    assert_eq!(ended.status.code(), Some(0), "{}", said(&ended));
    assert!(link.is_symlink());
    let joined = solver(&["join", text(&folder)]).stdout;
    assert_eq!(fs::read(&file).expect("a file"), joined);
}

/// What is known beforehand is a part of what is asked: a file that is not there is told at once, and another content
/// makes another manifest.
#[test]
fn known_files_are_looked_at_and_their_content_is_kept() {
    let scratch = Scratch::new();
    let known = scratch.0.join("known.epd");
    let split = |name: &str| {
        let folder = scratch.0.join(name);
        let words = [
            "split",
            "--records",
            "10",
            "-o",
            text(&folder),
            "suites/mates-2.epd",
            "--",
            "--known",
            text(&known),
        ];
        let made = solver(&words);
        let manifest = fs::read_to_string(folder.join("shards/manifest.json")).unwrap_or_default();
        (made, manifest)
    };
    let (refused, manifest) = split("none");
    assert_eq!(refused.status.code(), Some(2), "{}", said(&refused));
    assert!(said(&refused).contains("known.epd"), "{}", said(&refused));
    assert_eq!(manifest, "");
    fs::write(&known, "7k/8/8/4K3/8/8/6Q1/8 w - - dm 2;\n").expect("a file");
    let (made, one) = split("one");
    assert_eq!(made.status.code(), Some(0), "{}", said(&made));
    fs::write(&known, "# nothing\n").expect("a file");
    let (_, other) = split("other");
    assert_ne!(one, other);
    assert_eq!(split("again").1, other);
}
