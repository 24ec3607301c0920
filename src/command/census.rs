//! `solver stats`: what answered records came to, on standard output.

use std::io::{self, Write};

use crate::batch::lines::{Input, InputLines, Item};
use crate::census::Census;
use crate::collection::{InputForm, Reading};
use crate::desk::{complain, ended, tell_if_typed};
use crate::exit::Exit;
use crate::stop::Stop;

/// What `solver stats` is to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CensusRequest {
    /// Answered records.
    pub inputs: Vec<Input>,
    /// An object of JSON in the place of text.
    pub json: bool,
}

/// Counts. What cannot be read is told, and the rest counted.
pub fn run(request: &CensusRequest) -> Exit {
    if request.inputs.contains(&Input::Stdin) {
        tell_if_typed("answered records");
    }
    let reading = Reading {
        from: Some(InputForm::Epd),
        ..Reading::default()
    };
    let mut lines = InputLines::new(request.inputs.iter().cloned(), &reading);
    let mut census = Census::default();
    let mut exit = Exit::Success;
    while let Some(item) = lines.next_item() {
        match item {
            Item::Line(line) => census.count(&line.file, line.number, &line.bytes),
            Item::Unreadable(message) => {
                complain(message);
                census.unreadable();
                exit = Exit::Malformed;
            }
            Item::Note(_) => {}
        }
    }
    let figures = census.figures();
    let text = if request.json {
        figures.to_json()
    } else {
        format!("{figures}\n").into_bytes()
    };
    let mut out = io::stdout().lock();
    let written = out.write_all(&text).and_then(|()| out.flush());
    ended(written.map(|()| exit), &Stop::new())
}
