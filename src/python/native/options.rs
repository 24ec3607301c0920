//! How records are solved: the keyword arguments of `solve` and `solve_many`.

use std::time::Duration;

use keymove::Settings;
use keymove::answer::Format;
use keymove::batch::has_memory;
use keymove::job::Defaults;
use keymove::solve::{Extent, Limits, Wanted};
use pyo3::exceptions::{PyMemoryError, PyOverflowError, PyValueError};
use pyo3::prelude::*;

/// The keyword arguments, as passed on by the Python half.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Options {
    stipulation: Option<String>,
    nodes: Option<u64>,
    time: Option<f64>,
    pub memory: usize,
    pub workers: usize,
    pub threads: usize,
    pub ahead: usize,
    first: bool,
    any: bool,
    tree: bool,
    tries: usize,
    set_play: bool,
    longer_keys: bool,
    duplex: bool,
    no_time: bool,
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
        if self.nodes == Some(0) {
            return refused("nodes is at least 1");
        }
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
        if self.first && self.any {
            return refused("first and any cannot be used together");
        }
        if !has_memory(self.workers, self.memory) {
            let (workers, memory) = (self.workers, self.memory);
            let text = format!("no {memory} MB for each of the workers, which are {workers}");
            return Err(PyMemoryError::new_err(text));
        }
        Ok(())
    }

    /// The arguments as settings of the library.
    pub fn settings(&self) -> PyResult<Settings> {
        let stipulation = self.stipulation.as_deref().map(str::parse).transpose();
        let stipulation = stipulation.map_err(|error| PyValueError::new_err(format!("{error}")))?;
        let time = match self.time {
            None => None,
            Some(seconds) => match Duration::try_from_secs_f64(seconds) {
                Ok(time) if !time.is_zero() => Some(time),
                _ => return Err(PyValueError::new_err("time is a number of seconds above 0")),
            },
        };
        let limits = Limits {
            nodes: self.nodes,
            time,
        };
        let wanted = Wanted {
            tree: self.tree || self.tries > 0 || self.set_play || self.longer_keys,
            tries: self.tries,
            longer_keys: self.longer_keys,
            set_play: self.set_play,
            certificate: None,
        };
        let extent = match (self.first, self.any) {
            (true, _) => Extent::First,
            (_, true) => Extent::Any,
            _ => Extent::AllKeys,
        };
        Ok(Settings {
            defaults: Defaults {
                stipulation,
                extent,
                limits,
                wanted,
                duplex: self.duplex,
                ..Defaults::default()
            },
            no_time: self.no_time,
            format: Format::Json,
            ..Settings::default()
        })
    }
}
