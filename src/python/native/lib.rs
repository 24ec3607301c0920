//! The native half of the Python package `keymove`: it takes lines of EPD and returns answers as
//! JSON. Names, types and units of the package are those of its Python half, `keymove/__init__.py`.
//!
//! ```text
//! Python's iterator -> Stream -> pool of the library -> Stream -> Found -> keymove.Answer
//!                      (the caller's thread asks; the workers never touch Python)
//! ```

mod found;
mod options;
mod program;
mod records;
mod solving;
mod stream;

use std::sync::OnceLock;
use std::time::Duration;

use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;

/// The time between two checks for a signal to Python.
const TICK: Duration = Duration::from_millis(50);

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    one_interpreter(module.py())?;
    module.add_class::<stream::Stream>()?;
    module.add_class::<found::FoundRecord>()?;
    module.add_function(wrap_pyfunction!(records::read, module)?)?;
    module.add_function(wrap_pyfunction!(records::verify, module)?)?;
    module.add_function(wrap_pyfunction!(program::run, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}

/// Refuses a second interpreter of the process: the data that PyO3 keeps about classes are shared
/// by all interpreters, and their objects belong to the first one. PyO3 itself checks this only for
/// modules inside modules.
fn one_interpreter(py: Python<'_>) -> PyResult<()> {
    /// The address of `sys`, of which each interpreter has its own.
    static FIRST: OnceLock<usize> = OnceLock::new();
    let own = py.import("sys")?.as_ptr() as usize;
    if *FIRST.get_or_init(|| own) == own {
        return Ok(());
    }
    Err(PyImportError::new_err(
        "keymove is imported in another interpreter of this process already, and does not support \
         subinterpreters",
    ))
}
