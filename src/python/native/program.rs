//! The program inside the package: `python -m keymove`.

use std::ffi::OsString;

use keymove::app;
use pyo3::prelude::*;

/// Runs the program with these arguments, the first of which is its name, and returns its exit
/// code. It takes over the signals of the process.
#[pyfunction]
pub(crate) fn run(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    let exit = py.detach(|| match app::parse(arguments) {
        Ok(command) => command.run(),
        Err(instead) => instead.show(),
    });
    exit.code()
}
