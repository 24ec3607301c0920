//! How records are solved: the keyword arguments of `solve` and `solve_many`.

use keymove::Settings;
use keymove::answer::Format;
use keymove::batch::has_memory;
use pyo3::exceptions::{PyMemoryError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pythonize::depythonize;
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The keyword arguments about the work, as passed on by the Python half.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct Options {
    pub memory: usize,
    pub workers: usize,
    pub threads: usize,
    pub ahead: usize,
    /// Whether blank lines and comments have answers.
    pub keeps_blank: bool,
}

impl Options {
    /// Reads the arguments; raises an error if one is out of range or if there is not enough
    /// memory.
    pub fn read(given: &Bound<'_, PyDict>) -> PyResult<Options> {
        let options: Options = read(given)?;
        options.check()?;
        Ok(options)
    }

    fn check(&self) -> PyResult<()> {
        let refused = |what: &str| Err(PyValueError::new_err(what.to_owned()));
        if !(1..=1024).contains(&self.workers) {
            return refused("workers is 1 to 1024");
        }
        if !(1..=512).contains(&self.threads) {
            return refused("threads is 1 to 512");
        }
        if !(1..=1 << 20).contains(&self.ahead) {
            return refused("ahead is 1 to 1048576");
        }
        if self.memory == 0 || self.memory > u32::MAX as usize {
            return refused("memory is a number of megabytes, at least 1");
        }
        if !has_memory(self.workers, self.memory) {
            let (workers, memory) = (self.workers, self.memory);
            let text = format!("not enough memory: workers={workers}, memory={memory} MB for each");
            return Err(PyMemoryError::new_err(text));
        }
        Ok(())
    }
}

/// Reads the arguments about records and answers: the fields of [`Settings`].
pub(crate) fn settings(given: &Bound<'_, PyDict>) -> PyResult<Settings> {
    let mut settings: Settings = read(given)?;
    settings.format = Format::Json;
    let wanted = &mut settings.defaults.wanted;
    wanted.tree |= wanted.has_play();
    Ok(settings)
}

/// Reads arguments. Each is read alone first, so that an error can name it.
fn read<T: DeserializeOwned>(given: &Bound<'_, PyDict>) -> PyResult<T> {
    let py = given.py();
    for (name, value) in given {
        let one = PyDict::new(py);
        one.set_item(&name, value)?;
        depythonize::<T>(&one).map_err(|error| {
            let error = PyErr::from(error);
            let text = format!("{name}: {}", error.value(py));
            match error.is_instance_of::<PyTypeError>(py) {
                true => PyTypeError::new_err(text),
                false => PyValueError::new_err(text),
            }
        })?;
    }
    Ok(depythonize(given)?)
}
