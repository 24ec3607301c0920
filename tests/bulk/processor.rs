//! The plain build starts a faster one only if that is its own, and if the processor can run it.

use std::fs;
use std::io::ErrorKind;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::thread;

use super::Scratch;

/// The version that a program prints.
fn version(program: &Path, choice: &str) -> String {
    let mut command = Command::new(program);
    command.arg("-V").env("KEYMOVE_BUILD", choice);
    // A process that another test starts holds the copy open for writing until it has begun.
    let output = loop {
        match command.output() {
            Err(error) if error.kind() == ErrorKind::ExecutableFileBusy => thread::yield_now(),
            output => break output.expect("started"),
        }
    };
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
#[cfg(all(target_arch = "x86_64", not(target_feature = "avx2")))]
fn the_plain_build_gives_way_to_the_faster_one_of_its_own_version() {
    let folder = Scratch::new();
    let [programs, others] = ["bin", "lib/keymove"].map(|name| folder.0.join(name));
    fs::create_dir_all(&programs).expect("made");
    fs::create_dir_all(&others).expect("made");
    let plain = programs.join("solver");
    fs::copy(env!("CARGO_BIN_EXE_solver"), &plain).expect("copied");
    let own = version(&plain, "");
    assert!(own.contains("built for x86_64 (any processor"), "{own}");
    // `solver 0.1.0 (COMMIT)`; debug builds have no commit.
    let words: Vec<&str> = own.split_whitespace().collect();
    let commit = words[2]
        .strip_prefix('(')
        .map_or("unknown", |word| word.trim_end_matches(')'));

    let put = |name: &str| {
        let path = others.join(name);
        fs::write(&path, "#!/bin/sh\necho \"faster $*\"\n").expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("made executable");
        path
    };
    put("solver-0.0.0-unknown-x86-64-v3");
    assert_eq!(version(&plain, ""), own, "another version's");
    let faster = put(&format!("solver-{}-{commit}-x86-64-v3", words[1]));
    let can_run = own.contains("could run");
    assert_eq!(
        can_run,
        is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2")
    );
    let shown = if can_run { "faster -V\n" } else { &own };
    // A umask of a user's own group would let the group write.
    let mode = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode));
    let lib = folder.0.join("lib");
    for folder in [&folder.0, &programs, &lib, &others] {
        mode(folder, 0o755).expect("changed");
    }
    assert_eq!(version(&plain, ""), shown);
    // A file that another user may have put there is not run.
    for place in [&faster, &others, &lib] {
        for bits in [0o775, 0o757] {
            mode(place, bits).expect("changed");
            assert_eq!(version(&plain, ""), own, "{place:?} {bits:o}");
        }
        mode(place, 0o755).expect("changed");
    }
    let real = folder.0.join("real");
    fs::rename(&lib, &real).expect("renamed");
    std::os::unix::fs::symlink(&real, &lib).expect("linked");
    assert_eq!(version(&plain, ""), own, "through a link");
    fs::remove_file(&lib).expect("removed");
    fs::rename(&real, &lib).expect("renamed");
    // Nor is a program next to any folder other than `bin`.
    let elsewhere = folder.0.join("alice");
    fs::create_dir(&elsewhere).expect("made");
    fs::copy(&plain, elsewhere.join("solver")).expect("copied");
    assert_eq!(version(&elsewhere.join("solver"), ""), own);
    assert_eq!(version(&plain, ""), shown);
    assert_eq!(version(&plain, "baseline"), own, "as the user chose");
    fs::set_permissions(&faster, fs::Permissions::from_mode(0o644)).expect("made a mere file");
    assert_eq!(version(&plain, ""), own, "what cannot be run is not there");
}
