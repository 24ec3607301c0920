//! The search path of a shell that calls the programs.

use std::env;
use std::ffi::OsString;
use std::iter::once;

use super::programs::folder;

/// `PATH` with the folder of the programs first.
pub fn path() -> OsString {
    let path = env::var_os("PATH").expect("a path");
    let folders = once(folder()).chain(env::split_paths(&path));
    env::join_paths(folders).expect("a path")
}
