//! The build's only script: which commit a release build is of, for `solver -V`.
//!
//! It comes from git where this crate is in its place in a work tree, from what `cargo package` left in
//! a crate, or not at all: a build never fails for it. Debug builds do without, so that a commit
//! does not have everything compiled again.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::Command;

fn main() {
    instruct("cargo::rerun-if-changed=commit.rs");
    if env::var("PROFILE").as_deref() != Ok("release") {
        return;
    }
    if let Some(commit) = of_work_tree().or_else(of_package) {
        instruct(&format!("cargo::rustc-env=KEYMOVE_COMMIT={commit}"));
    }
}

/// Tells cargo something.
fn instruct(line: &str) {
    writeln!(io::stdout(), "{line}").expect("cargo reads what a build script writes");
}

fn of_work_tree() -> Option<String> {
    let top = git(&["rev-parse", "--show-toplevel"])?;
    // A copy inside another project is not of that project's commit.
    if fs::canonicalize(top).ok()?
        != fs::canonicalize(env::current_dir().ok()?.join("../..")).ok()?
    {
        return None;
    }
    for file in ["HEAD", "logs/HEAD"] {
        let path = git(&["rev-parse", "--git-path", file])?;
        if Path::new(&path).exists() {
            instruct(&format!("cargo::rerun-if-changed={path}"));
        }
    }
    git(&["rev-parse", "--short=10", "HEAD"])
}

fn of_package() -> Option<String> {
    instruct("cargo::rerun-if-changed=Cargo.toml");
    let info = fs::read_to_string(".cargo_vcs_info.json").ok()?;
    let (_, rest) = info.split_once("\"sha1\"")?;
    let digits = rest.split('"').nth(1)?;
    let is_commit = digits.len() >= 10 && digits.bytes().all(|b| b.is_ascii_hexdigit());
    is_commit.then(|| digits[..10].to_owned())
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    (output.status.success() && !text.trim().is_empty()).then(|| text.trim().to_owned())
}
