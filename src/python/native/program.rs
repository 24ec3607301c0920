//! The program inside the package: `python -m keymove`.

use std::ffi::OsString;

use keymove::app;
use pyo3::prelude::*;

/// Runs the program with these arguments, of which the first is its name, and gives its exit code.
/// It takes the signals of the process.
#[pyfunction]
pub(crate) fn run(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    let exit = py.detach(|| match app::parse(arguments) {
        Ok(command) => command.run(),
        Err(instead) => instead.show(),
    });
    exit.code()
}
