//! The result for one record, in the forms that Python asks for.

use std::sync::Arc;

use keymove::Settings;
use keymove::answer::{Answer, Format, Found, answer_found, refused};
use keymove::cause::Cause;
use keymove::record::Findings;
use keymove::record::duplex::AnsweredSide;
use keymove::report::html;
use pyo3::prelude::*;

use super::solving::{Line, SolvedLine};

/// A line and its result. Other forms are written from the result, without a search.
#[pyclass(frozen, module = "keymove._native")]
pub(crate) struct FoundRecord {
    line: Line,
    json: Vec<u8>,
    findings: Vec<Arc<Findings>>,
    cause: Option<Cause>,
    settings: Arc<Settings>,
}

impl FoundRecord {
    pub fn new(solved: SolvedLine, settings: &Arc<Settings>) -> FoundRecord {
        FoundRecord {
            line: solved.line,
            json: solved.json,
            findings: solved.findings,
            cause: solved.cause,
            settings: Arc::clone(settings),
        }
    }

    /// The findings once more, as a search would return them.
    fn again(&self) -> Vec<Found> {
        self.findings.iter().map(Found::again).collect()
    }
}

#[pymethods]
impl FoundRecord {
    /// The answer as written by `--format json`.
    #[getter]
    fn json(&self) -> &[u8] {
        &self.json
    }

    /// The answer as EPD; for a line that is not a record, the line with `Error`.
    fn epd(&self) -> Vec<u8> {
        self.written(Format::Epd).text
    }

    /// The answer as text for people: diagram, solution, play.
    fn text(&self) -> Vec<u8> {
        self.written(Format::Text).text
    }

    /// The answer as a game of PGN.
    fn pgn(&self) -> Vec<u8> {
        self.written(Format::Pgn).text
    }

    /// The diagram with its keys as a picture. `None` if there is no position.
    fn svg(&self) -> Option<String> {
        self.written(Format::Epd).drawing.map(|drawing| drawing.svg)
    }

    /// The answer as a part of a page: the diagram with its keys, and the play next to it. `None`
    /// if there is no position.
    fn html(&self) -> Option<String> {
        if self.findings.is_empty() {
            return None;
        }
        let mut cell = None;
        let Settings { style, no_time, .. } = *self.settings;
        let (number, line) = (self.line.number, &self.line.text);
        answer_found(number, line, &self.settings, &mut |asked| {
            let sides = asked.iter().zip(&self.findings);
            let sides = sides.map(|(asked, findings)| AnsweredSide {
                epd: asked.epd.clone(),
                findings: Arc::clone(findings),
            });
            cell = Some(html::cell(&sides.collect::<Vec<_>>(), style, no_time));
            Ok(self.again())
        });
        cell
    }
}

impl FoundRecord {
    fn written(&self, format: Format) -> Answer {
        let settings = Settings {
            format,
            svg: true,
            ..(*self.settings).clone()
        };
        let (number, line) = (self.line.number, &self.line.text);
        match &self.cause {
            Some(cause) => refused((number, 1), line, cause.clone(), &settings),
            None => answer_found(number, line, &settings, &mut |_| Ok(self.again())),
        }
    }
}
