//! How records are solved: the keyword arguments of `solve` and `solve_many`.

use keymove::Settings;
use keymove::answer::Format;
use keymove::batch::has_memory;
use pyo3::exceptions::{PyMemoryError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use pythonize::depythonize;

/// The keyword arguments about the work, as passed on by the Python half.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Options {
    pub memory: usize,
    pub workers: usize,
    pub threads: usize,
    pub ahead: usize,
}

impl Options {
    /// Reads the arguments; raises an error if one is out of range or if there is not enough
    /// memory.
    pub fn read(given: &Bound<'_, PyAny>) -> PyResult<Options> {
        let options: Options = given.extract().map_err(|error: PyErr| {
            let cause = error.cause(given.py());
            match cause.filter(|cause| cause.is_instance_of::<PyOverflowError>(given.py())) {
                Some(cause) => PyValueError::new_err(format!("{error}: {cause}")),
                None => error,
            }
        })?;
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
            let text = format!("no {memory} MB for each of the workers, which are {workers}");
            return Err(PyMemoryError::new_err(text));
        }
        Ok(())
    }
}

/// Reads the arguments about records and answers: the fields of [`Settings`].
pub(crate) fn settings(given: &Bound<'_, PyDict>) -> PyResult<Settings> {
    for (name, value) in given {
        // Read alone first, so that the message can name the argument.
        let one = PyDict::new(given.py());
        one.set_item(&name, value)?;
        depythonize::<Settings>(&one).map_err(|error| named(&name, &error.into()))?;
    }
    let mut settings: Settings = depythonize(given)?;
    settings.format = Format::Json;
    let wanted = &mut settings.defaults.wanted;
    wanted.tree |= wanted.has_play();
    Ok(settings)
}

fn named(name: &Bound<'_, PyAny>, error: &PyErr) -> PyErr {
    let py = name.py();
    let text = match name.cast::<PyString>() {
        Ok(name) => format!("{name}: {}", error.value(py)),
        Err(_) => error.to_string(),
    };
    match error.is_instance_of::<PyTypeError>(py) {
        true => PyTypeError::new_err(text),
        false => PyValueError::new_err(text),
    }
}
