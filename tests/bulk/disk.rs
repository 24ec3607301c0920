//! Output that cannot be written: a message, exit code 74, and never half a record in a file.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::process::{Child, ChildStdin, Command, Stdio};

use crate::bulk::{Scratch, ended, fed, solver, suite, text};

#[test]
fn a_full_disk_behind_standard_output() {
    let full = OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = fed(solver(&[]).stdout(full), suite(50_000));
    assert_eq!(output.status.code(), Some(74));
    let stderr = text(&output.stderr);
    assert!(
        stderr.starts_with("solver: standard output: write error: "),
        "{stderr}"
    );
}

#[test]
fn a_full_disk_behind_a_file() {
    let output = fed(&mut solver(&["-o", "/dev/full"]), b"# 1\n");
    assert_eq!(output.status.code(), Some(74));
    let stderr = text(&output.stderr);
    assert!(
        stderr.starts_with("solver: /dev/full: write error: "),
        "{stderr}"
    );
}

#[test]
fn a_file_that_may_not_grow_holds_whole_records_and_can_be_resumed() {
    let scratch = Scratch::new();
    let input = scratch.file("in", suite(20_000));
    let path = scratch.path("out");
    let expected = fed(&mut solver(&[&input]), b"").stdout;
    // The limit is not a multiple of a record's length, so the last write is cut inside a record.
    let script = "ulimit -f 100; exec \"$@\"";
    let output = Command::new("sh")
        .args(["-c", script, "sh", env!("CARGO_BIN_EXE_solver")])
        .args(["-b", "-M", "1", "-Z", "1", "--no-time", "-o", &path, &input])
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(74), "{}", text(&output.stderr));
    let written = fs::read(&path).unwrap();
    assert!(!written.is_empty() && written.len() < expected.len());
    assert!(written.ends_with(b"\n") && expected.starts_with(&written));

    let status = fed(&mut solver(&["-o", &path, "--resume", &input]), b"").status;
    assert_ne!(status.code(), Some(74));
    assert!(fs::read(&path).unwrap() == expected);
}

#[test]
fn a_file_that_cannot_be_made() {
    let scratch = Scratch::new();
    let path = scratch.path("no/such/folder");
    let output = fed(&mut solver(&["-o", &path]), b"# 1\n");
    assert_eq!(output.status.code(), Some(74));
    assert!(text(&output.stderr).starts_with(&format!("solver: {path}: ")));
}

#[test]
fn an_input_is_never_overwritten() {
    let scratch = Scratch::new();
    let input = scratch.file("in", b"# precious\n");
    let roundabout = scratch.path("../").replace("//", "/");
    let name = scratch.0.file_name().unwrap().to_str().unwrap().to_owned();
    let same = format!("{roundabout}{name}/in");
    for flags in [&[][..], &["--resume"]] {
        let mut arguments = vec!["-o", &same, &input];
        arguments.extend_from_slice(flags);
        let output = fed(&mut solver(&arguments), b"");
        assert_eq!(output.status.code(), Some(64));
        assert_eq!(fs::read(&input).unwrap(), b"# precious\n");
    }
}

#[test]
fn an_input_is_known_by_other_names_too() {
    let scratch = Scratch::new();
    let input = scratch.file("in", b"# precious\n");
    let link = scratch.path("link");
    fs::hard_link(&input, &link).unwrap();
    let read = || Stdio::from(fs::File::open(&input).unwrap());
    let append = || Stdio::from(OpenOptions::new().append(true).open(&input).unwrap());
    let runs = [
        solver(&["-o", &link, &input]).output(),
        solver(&["-o", &link]).stdin(read()).output(),
        solver(&[&input]).stdout(append()).output(),
        solver(&[]).stdin(read()).stdout(append()).output(),
    ];
    for output in runs.map(Result::unwrap) {
        assert_eq!(output.status.code(), Some(64));
        let stderr = text(&output.stderr);
        assert!(stderr.contains("needs a file of its own"), "{stderr}");
        assert_eq!(fs::read(&input).unwrap(), b"# precious\n");
    }
}

#[test]
fn too_much_memory_is_refused_before_anything_is_written() {
    let scratch = Scratch::new();
    let path = scratch.file("out", b"# old\n");
    // More than an address space holds.
    let arguments = ["-M", "16777216", "-j", "1024", "-o", &path];
    let output = Command::new(env!("CARGO_BIN_EXE_solver"))
        .arg("-b")
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(64), "{}", text(&output.stderr));
    assert!(text(&output.stderr).starts_with("solver: not enough memory"));
    assert_eq!(fs::read(&path).unwrap(), b"# old\n");
}

/// A run that has written a line into a file, and so has locked it, and waits for more.
fn writing(path: &str) -> (Child, ChildStdin) {
    let mut run = solver(&["-o", path]).stdin(Stdio::piped()).spawn().unwrap();
    let mut input = run.stdin.take().unwrap();
    input.write_all(b"# a line\n").unwrap();
    crate::bulk::until("it is written", || {
        fs::metadata(path).is_ok_and(|data| data.len() > 0)
    });
    (run, input)
}

#[test]
fn two_runs_never_write_the_same_file() {
    let scratch = Scratch::new();
    let path = scratch.path("out");
    let (mut first, input) = writing(&path);
    let second = fed(&mut solver(&["-o", &path, "--resume"]), b"");
    assert_eq!(second.status.code(), Some(74));
    assert!(text(&second.stderr).contains("another run"));
    drop(input);
    assert_eq!(ended(&mut first).code(), Some(0));
}

/// At the end of the run, the run's file would have another name, or none.
#[test]
fn nothing_takes_the_place_of_a_file_that_a_run_writes() {
    let scratch = Scratch::new();
    let other = scratch.file("other", suite(3));
    let path = scratch.path("out");
    let (mut run, input) = writing(&path);
    std::os::unix::fs::symlink(&path, scratch.path("link")).unwrap();
    let link = scratch.path("link");
    let merge = |output: &str| {
        Command::new(env!("CARGO_BIN_EXE_solver"))
            .args(["merge", "-o", output, &other])
            .output()
            .unwrap()
    };
    for name in [&path, &link] {
        let refused = merge(name);
        let told = text(&refused.stderr);
        assert_eq!(refused.status.code(), Some(74), "{told}");
        assert!(told.contains("another run is writing it"), "{told}");
        let refused = solver(&["--stats", name, &other]).output().unwrap();
        assert_eq!(refused.status.code(), Some(74), "{refused:?}");
    }
    drop(input);
    assert_eq!(ended(&mut run).code(), Some(0));
    assert_eq!(fs::read(&path).unwrap(), b"# a line\n");
    assert_eq!(merge(&link).status.code(), Some(0));
    assert_eq!(text(&fs::read(&path).unwrap()).lines().count(), 1);
}

#[test]
fn without_resume_an_old_file_is_replaced() {
    let scratch = Scratch::new();
    let path = scratch.file("out", suite(100));
    let output = fed(&mut solver(&["-o", &path]), b"# new\n");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(fs::read(&path).unwrap(), b"# new\n");
}

#[test]
fn nothing_is_lost_when_an_input_cannot_be_read() {
    let scratch = Scratch::new();
    let (good, input) = (
        scratch.file("good", b"# good\n"),
        scratch.file("in", b"# in\n"),
    );
    let (none, folder) = (scratch.path("none"), scratch.path("folder"));
    fs::create_dir(&folder).unwrap();
    for lacking in [&none, &folder] {
        for flags in [&[][..], &["--resume"]] {
            let arguments = [&["-o", &good, &input, lacking], flags].concat();
            let output = fed(&mut solver(&arguments), b"");
            assert_eq!(output.status.code(), Some(2));
            let says = format!("solver: {lacking}: cannot be read: ");
            assert!(
                text(&output.stderr).starts_with(&says),
                "{}",
                text(&output.stderr)
            );
            assert_eq!(fs::read(&good).unwrap(), b"# good\n");
        }
    }
    // Nor is a new file made.
    let new = scratch.path("new");
    assert_eq!(
        fed(&mut solver(&["-o", &new, &none]), b"").status.code(),
        Some(2)
    );
    assert!(!fs::exists(&new).unwrap());
}
