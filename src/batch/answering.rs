//! The job of the bulk run: a line in, its answer out.

use memchr::memchr;

use super::lines::{Item, Line};
use super::panics::Panic;
use super::pool::Job;
use super::queue::Weigh;
use super::tally::Fate;
use crate::answer::{Answer, Settings, Status, answer, internal_error};
use crate::error::Location;
use crate::solve::{Stop, Tables};

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
    /// The output line, without its line feed. A file that cannot be read has none.
    pub text: Option<Vec<u8>>,
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
        // Were it written, every later line of the output would stand beside the wrong line of the input.
        assert!(
            memchr(b'\n', &answer.text).is_none(),
            "the answer has a line feed"
        );
        let fate = Fate::Answered(answer.status);
        Done::new(line, answer, fate)
    }

    fn failed(&self, item: &Item, panic: &Panic) -> Done {
        let line = match item {
            Item::Line(line) => line,
            Item::Unreadable(message) => return Done::unreadable(message),
        };
        let mut answer = internal_error(&line.bytes, &panic.message);
        if let (Some((_, message)), Some(place)) = (answer.messages.last_mut(), &panic.place) {
            message.push_str(&format!(" (at {place})"));
        }
        Done::new(line, answer, Fate::Panicked)
    }
}

impl Done {
    fn new(line: &Line, answer: Answer, fate: Fate) -> Done {
        // What a malformed record says is why it is refused; anything else says what to look at.
        let kind = match answer.status {
            Status::Malformed => "",
            _ => "warning: ",
        };
        let message = |(column, text): &(usize, String)| {
            let place = Location {
                file: line.file.to_string(),
                line: line.number,
                column: *column,
            };
            format!("{place}: {kind}{text}")
        };
        Done {
            messages: answer.messages.iter().map(message).collect(),
            text: Some(answer.text),
            fate,
            read: line.bytes.len() as u64 + 1,
        }
    }

    fn unreadable(message: &str) -> Done {
        Done {
            text: None,
            fate: Fate::Unreadable,
            messages: vec![message.to_owned()],
            read: 0,
        }
    }
}
