//! The job of the bulk run: a line in, its answer out.

use memchr::memchr;

use super::lines::{Item, Line};
use super::tally::Fate;
use crate::answer::{Answer, Format, Settings, answer, internal_error};
use crate::error::Location;
use crate::pool::Job;
use crate::pool::panics::Panic;
use crate::pool::queue::Weigh;
use crate::report::svg::Drawing;
use crate::solve::Tables;
use crate::stop::Stop;

/// Answers lines with [`crate::answer`].
pub struct Answering {
    /// How records are read and written.
    pub settings: Settings,
    /// Memory for the tables of one worker, in megabytes of 2^20 bytes.
    pub memory: usize,
    /// The flag that ends the jobs under way.
    pub stop: Stop,
}

/// A line that is done.
#[derive(Debug)]
pub struct Done {
    /// What is written, without its last line feed: one line, or several for a reader. A file that
    /// cannot be read has none, and a reader gets no blank lines of the input.
    pub text: Option<Vec<u8>>,
    /// The picture of the record, if one is wanted.
    pub drawing: Option<Drawing>,
    /// The lines of its certificate, without the last line feed, if one was made.
    pub certificate: Option<Vec<u8>>,
    /// What became of it.
    pub fate: Fate,
    /// Messages for stderr.
    pub messages: Vec<String>,
    /// The bytes of the input line, with its line feed.
    pub read: u64,
}

impl Weigh for Done {
    fn bytes(&self) -> usize {
        self.text.as_ref().map_or(0, Vec::len)
            + self.drawing.as_ref().map_or(0, |d| d.svg.len())
            + self.certificate.as_ref().map_or(0, Vec::len)
            + self.messages.iter().map(String::len).sum::<usize>()
    }
}

impl Job for Answering {
    type Input = Item;
    type Output = Done;
    type State = Tables;

    fn state(&self) -> Tables {
        Tables::new(self.memory)
    }

    fn run(&self, tables: &mut Tables, item: &Item) -> Done {
        let line = match item {
            Item::Line(line) => line,
            Item::Unreadable(message) => return Done::unreadable(message),
        };
        let answer = answer(&line.bytes, &self.settings, tables, &self.stop);
        // Were it written, every later line of the output would stand beside the wrong line of the
        // input.
        assert!(
            self.settings.format == Format::Text || memchr(b'\n', &answer.text).is_none(),
            "the answer has a line feed"
        );
        let fate = Fate::Answered(answer.status);
        Done::new(line, answer, fate, self.settings.format)
    }

    fn failed(&self, item: &Item, panic: &Panic) -> Done {
        let line = match item {
            Item::Line(line) => line,
            Item::Unreadable(message) => return Done::unreadable(message),
        };
        let mut answer = internal_error(&line.bytes, &panic.message, &self.settings);
        if let (Some((_, message)), Some(place)) = (answer.messages.last_mut(), &panic.place) {
            message.push_str(&format!(" (at {place})"));
        }
        Done::new(line, answer, Fate::Panicked, self.settings.format)
    }
}

impl Done {
    fn new(line: &Line, answer: Answer, fate: Fate, format: Format) -> Done {
        let message = |(column, text): &(usize, String)| {
            let place = Location {
                file: line.file.to_string(),
                line: line.number,
                column: *column,
            };
            format!("{place}: {text}")
        };
        Done {
            messages: answer.messages.iter().map(message).collect(),
            text: match format {
                Format::Epd | Format::Json => Some(answer.text),
                Format::Text => answer.text.strip_suffix(b"\n").map(<[u8]>::to_vec),
            },
            drawing: answer.drawing,
            certificate: answer.certificate,
            fate,
            read: line.bytes.len() as u64 + 1,
        }
    }

    fn unreadable(message: &str) -> Done {
        Done {
            text: None,
            drawing: None,
            certificate: None,
            fate: Fate::Unreadable,
            messages: vec![message.to_owned()],
            read: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Status;

    fn job() -> Answering {
        Answering {
            settings: Settings::default(),
            memory: 1,
            stop: Stop::new(),
        }
    }

    fn line() -> Line {
        Line {
            bytes: b"4k3/8/8/8/8/8/8/4K3 w - - id \"x\";".to_vec(),
            file: "suite.epd".into(),
            number: 7,
        }
    }

    #[test]
    fn a_message_names_file_line_and_column() {
        let answer = Answer {
            text: Vec::new(),
            status: Status::Malformed,
            stopped: false,
            messages: vec![
                (3, "warning: odd".to_owned()),
                (12, "no white king".to_owned()),
            ],
            drawing: None,
            certificate: None,
        };
        let fate = Fate::Answered(Status::Malformed);
        let done = Done::new(&line(), answer, fate, Format::Epd);
        assert_eq!(
            done.messages,
            [
                "suite.epd:7:3: warning: odd",
                "suite.epd:7:12: no white king"
            ]
        );
    }

    #[test]
    fn a_panic_is_in_the_record_but_its_place_only_in_the_message() {
        let panic = Panic {
            message: "oops".to_owned(),
            place: Some("src/x.rs:1:2".to_owned()),
        };
        let done = job().failed(&Item::Line(line()), &panic);
        let text = String::from_utf8(done.text.unwrap()).unwrap();
        assert!(text.ends_with("Error \"internal: oops\";"), "{text}");
        assert_eq!(
            done.messages,
            ["suite.epd:7:1: internal: oops (at src/x.rs:1:2)"]
        );
        assert_eq!(done.fate, Fate::Panicked);
    }

    #[test]
    fn a_panic_is_in_the_form_of_the_output() {
        let job = Answering {
            settings: Settings {
                format: Format::Json,
                ..Settings::default()
            },
            ..job()
        };
        let panic = Panic {
            message: "oops".to_owned(),
            place: None,
        };
        let done = job.failed(&Item::Line(line()), &panic);
        let object: serde_json::Value = serde_json::from_slice(&done.text.unwrap()).unwrap();
        assert_eq!(object["error"], "internal: oops");
    }

    #[test]
    fn a_file_that_cannot_be_read_has_no_line_of_output() {
        let item = Item::Unreadable("x: cannot be read".to_owned());
        let done = job().run(&mut job().state(), &item);
        assert_eq!((done.text, done.fate), (None, Fate::Unreadable));
        assert_eq!(done.messages, ["x: cannot be read"]);
    }
}
