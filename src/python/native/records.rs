//! Reads records, and proves their claims again.

use std::io::{self, Read};
use std::thread;

use crossbeam_channel::{RecvTimeoutError, bounded};
use keymove::judgement::JudgementForm;
use keymove::verify::{Inputs, JudgedLine, Verification, run};
use keymove::{Epd, Job, Settings, Stop};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use super::TICK;

/// The content of a record: its text in the standard's form, the position, the operations with
/// their operands, the stipulation, and the warnings.
type ReadRecord = (
    Vec<u8>,
    String,
    Vec<(Vec<u8>, Vec<Vec<u8>>)>,
    Option<String>,
    Vec<(usize, String)>,
);

/// Reads a record. An error in it is raised as `keymove.RecordError`.
#[pyfunction]
pub(crate) fn read(py: Python<'_>, line: &[u8]) -> PyResult<ReadRecord> {
    let refused = |column: usize, reason: String| {
        let text = String::from_utf8_lossy(line).into_owned();
        let raised = py
            .import("keymove._errors")
            .and_then(|module| module.getattr("RecordError"))
            .and_then(|class| class.call1((reason, column, text)));
        raised.map_or_else(|error| error, PyErr::from_value)
    };
    if line.contains(&b'\n') {
        return Err(refused(1, "a record is one line".to_owned()));
    }
    let (epd, warnings) =
        Epd::read(line).map_err(|error| refused(error.column, error.to_string()))?;
    let operations = epd.operations().iter().map(|operation| {
        let operands = operation.operands();
        let owned = operands.into_iter().map(|operand| operand.into_owned());
        (operation.opcode().to_vec(), owned.collect())
    });
    let asked = Job::select(&epd, &Settings::default().defaults).ok();
    let asked = asked.as_ref().and_then(|(job, _)| job.single());
    Ok((
        epd.to_bytes(),
        epd.fields(),
        operations.collect(),
        asked.map(|problem| problem.stipulation.to_string()),
        warnings
            .iter()
            .map(|warning| (warning.column, warning.to_string()))
            .collect(),
    ))
}

/// Proves the claims of a record again, without the search; returns the output of
/// `solver verify --format json`.
#[pyfunction]
pub(crate) fn verify(py: Python<'_>, line: Vec<u8>, effort: u64) -> PyResult<Vec<u8>> {
    let stop = Stop::new();
    let flag = stop.clone();
    let (sender, receiver) = bounded(1);
    thread::Builder::new().spawn(move || {
        let verification = Verification {
            effort,
            form: JudgementForm::Json,
            ..Verification::default()
        };
        let mut inputs = Inputs::default();
        let nothing: Box<dyn Read + Send> = Box::new(io::empty());
        inputs.add("record", Ok(nothing), |name, _| {
            std::iter::once(JudgedLine {
                file: name.clone(),
                line: 1,
                text: Ok(line),
            })
        });
        let mut told = Vec::new();
        let done = run(&verification, inputs, &mut told, &flag);
        // After Ctrl-C the receiver is gone.
        let _ = sender.send(done.map(|_| told).map_err(|_| "cannot start a thread"));
    })?;
    loop {
        match py.detach(|| receiver.recv_timeout(TICK)) {
            Ok(told) => return told.map_err(PyRuntimeError::new_err),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(signal) = py.check_signals() {
                    stop.raise();
                    return Err(signal);
                }
            }
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("internal: the judging died"));
            }
        }
    }
}
