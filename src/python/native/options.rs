//! How records are solved: the keyword arguments of `solve` and `solve_many`.

use keymove::Settings;
use keymove::answer::Format;
use keymove::batch::has_memory;
use keymove::units::{given, megabytes};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pythonize::depythonize;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};

/// The keyword arguments about the work, as passed on by the Python half.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct Options {
    #[serde(deserialize_with = "memory")]
    pub memory: usize,
    pub workers: usize,
    pub threads: usize,
    pub ahead: usize,
    /// Whether blank lines and comments have answers.
    pub keeps_blank: bool,
}

impl Options {
    /// Reads the arguments; raises an error if there is not enough memory.
    pub fn read(given: &Bound<'_, PyDict>) -> PyResult<Options> {
        let options: Options = read(given)?;
        let Options {
            workers, memory, ..
        } = options;
        if !has_memory(workers, memory) {
            let text = format!("not enough memory: workers={workers}, memory={memory} MB for each");
            return Err(PyMemoryError::new_err(text));
        }
        Ok(options)
    }
}

fn memory<'de, D: Deserializer<'de>>(deserializer: D) -> Result<usize, D::Error> {
    let memory = given(deserializer, megabytes)?;
    memory.ok_or_else(|| D::Error::custom("None is not a size in megabytes, as 512, 512M or 2G"))
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
            let reason = error.value(py).to_string();
            let text = match reason.starts_with(&name.to_string()) {
                true => reason,
                false => format!("{name}: {reason}"),
            };
            PyValueError::new_err(text)
        })?;
    }
    Ok(depythonize(given)?)
}
