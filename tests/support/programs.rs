//! The programs of the workspace as a user calls them.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of all three programs. `cargo test` builds them; if one package or one test is chosen, programs of
/// other packages stay as they were built last.
pub fn folder() -> PathBuf {
    let test = std::env::current_exe().expect("a test");
    let mut folders = test.ancestors().skip(1);
    let has_programs = |folder: &&Path| folder.join("bpgn").is_file();
    let found = folders.find(has_programs);
    found.expect("run cargo test at the root").to_owned()
}

/// The program that `words` begin with, `kriegspiel` or `bpgn`, and otherwise the solver, with these arguments.
pub fn called(words: &[&str]) -> Command {
    let (program, arguments) = match words {
        [program @ ("kriegspiel" | "bpgn"), arguments @ ..] => (*program, arguments),
        _ => ("solver", words),
    };
    let mut command = Command::new(folder().join(program));
    command.args(arguments);
    command
}
