//! The question of a request about a problem, as records and as settings of the program.

use std::time::Duration;

use serde::Deserialize;

use super::request::RequestFault;
use super::solving::{Examining, SolvingTask};
use super::task::JobTask;
use super::twins::{self, ProblemPart};
use keymove_base::language::Language;
use keymove_forms::collection::{Collection, CollectionEntry};
use keymove_forms::form::Settings;
use keymove_records::epd::{Epd, Operation};
use keymove_records::job::Defaults;
use keymove_rules::stipulation::AskedText;
use keymove_solve::{Extent, Limits, Wanted};

/// The most refutations of a try that can be asked for.
const MOST_TRIES: usize = 999;

/// A question about a problem.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedProblem {
    /// An EPD record or a FEN.
    #[serde(default)]
    record: String,
    /// In the place of what the record asks.
    stipulation: Option<String>,
    #[serde(default)]
    tries: usize,
    #[serde(default)]
    set_play: bool,
    #[serde(default)]
    longer_keys: bool,
    #[serde(default)]
    duplex: bool,
    #[serde(default)]
    extent: Extent,
    #[serde(default)]
    twins: Vec<String>,
    /// The diagram is no problem itself.
    #[serde(default)]
    zero_position: bool,
    /// Limits of each part.
    nodes: Option<u64>,
    seconds: Option<f64>,
    /// The most memory for tables, in megabytes of 2^20 bytes.
    memory: Option<usize>,
    #[serde(default)]
    no_time: bool,
    #[serde(default = "english")]
    languages: Vec<Language>,
    /// For a file of Olive: the document that the problem came from, and its record as it was there.
    document: Option<String>,
    listed: Option<String>,
    /// Its twins as they were there.
    #[serde(default)]
    listed_twins: Vec<String>,
}

fn english() -> Vec<Language> {
    vec![Language::English]
}

impl AskedProblem {
    /// The task of solving it.
    ///
    /// # Errors
    ///
    /// The question cannot be understood.
    pub fn solving(&self) -> Result<Box<dyn JobTask>, RequestFault> {
        let mut languages = self.languages.clone();
        languages.sort_unstable();
        languages.dedup();
        Ok(Box::new(SolvingTask {
            parts: self.parts()?,
            settings: self.settings()?,
            memory: self.memory,
            languages,
        }))
    }

    /// The task of an editor's verdict on it.
    ///
    /// # Errors
    ///
    /// The question cannot be understood.
    pub fn examining(&self) -> Result<Box<dyn JobTask>, RequestFault> {
        Ok(Box::new(Examining {
            parts: self.parts()?,
            settings: self.settings()?,
            memory: self.memory,
        }))
    }

    /// The document of Olive that it came from.
    pub fn document(&self) -> Option<&str> {
        self.document.as_deref()
    }

    /// Whether the document as it stands is meant.
    pub fn is_document(&self) -> bool {
        self.document.is_some() && self.record.trim().is_empty()
    }

    /// The problem as it was in the document.
    pub fn as_listed(&self) -> Option<AskedProblem> {
        let record = self.listed.clone()?;
        Some(AskedProblem {
            record,
            twins: self.listed_twins.clone(),
            ..AskedProblem::default()
        })
    }

    /// The problem and its twins.
    ///
    /// # Errors
    ///
    /// The question cannot be understood.
    pub fn parts(&self) -> Result<Vec<ProblemPart>, RequestFault> {
        let line = self.line()?;
        let is_zero_position = self.is_zero_position();
        if self.twins.is_empty() && !is_zero_position {
            return Ok(vec![ProblemPart::alone(&line)]);
        }
        twins::parts(&line, &self.twins, is_zero_position)
    }

    /// Its twins as they were described.
    pub fn twins(&self) -> &[String] {
        &self.twins
    }

    /// Its twins as they were in the document.
    pub fn listed_twins(&self) -> &[String] {
        &self.listed_twins
    }

    /// Whether the diagram is no problem itself: the first twin is `a)`.
    pub fn is_zero_position(&self) -> bool {
        self.zero_position || twins::is_zero_position(&self.twins)
    }

    /// Whether the other side is asked, too.
    pub fn is_duplex(&self) -> bool {
        self.duplex
    }

    /// The options of Popeye for what is to be found.
    pub fn popeyes_options(&self) -> Vec<String> {
        let set_play = self.set_play.then(|| "SetPlay".to_owned());
        let tries = (self.tries > 0).then(|| format!("Try Defence {}", self.tries));
        set_play.into_iter().chain(tries).collect()
    }

    /// The record with what is asked of it.
    ///
    /// # Errors
    ///
    /// The question cannot be understood.
    pub fn line(&self) -> Result<Vec<u8>, RequestFault> {
        let given = self.record.trim();
        if given.contains(['\n', '\r']) {
            return Err(RequestFault::at("record", "a record is one line"));
        }
        let asked = self.stipulation.as_deref().map(stipulated).transpose()?;
        let line = match given.contains(';') {
            true => given.as_bytes().to_vec(),
            false => completed(given, asked)?,
        };
        Ok(match &self.stipulation {
            Some(text) => asking(&line, text),
            None => line,
        })
    }

    /// The settings of the program.
    ///
    /// # Errors
    ///
    /// The question cannot be understood.
    pub fn settings(&self) -> Result<Settings, RequestFault> {
        if self.tries > MOST_TRIES {
            let message = format!("a try has at most {MOST_TRIES} refutations");
            return Err(RequestFault::at("tries", message));
        }
        Ok(Settings {
            defaults: Defaults {
                duplex: self.duplex,
                extent: self.extent,
                limits: self.limits()?,
                wanted: Wanted {
                    tree: true,
                    tries: self.tries,
                    longer_keys: self.longer_keys,
                    set_play: self.set_play,
                    certificate: None,
                },
                ..Defaults::default()
            },
            no_time: self.no_time,
            ..Settings::default()
        })
    }

    fn limits(&self) -> Result<Limits, RequestFault> {
        if self.nodes == Some(0) {
            return Err(RequestFault::at("nodes", "at least one node is needed"));
        }
        if self.memory == Some(0) {
            return Err(RequestFault::at(
                "memory",
                "at least one megabyte is needed",
            ));
        }
        let time = |seconds| {
            let time = Duration::try_from_secs_f64(seconds).ok();
            let time = time.filter(|time| !time.is_zero());
            time.ok_or_else(|| RequestFault::at("seconds", "more than 0 seconds are needed"))
        };
        Ok(Limits {
            nodes: self.nodes,
            time: self.seconds.map(time).transpose()?,
        })
    }
}

/// The record that a board with or without the other fields is; `asked` is what is asked of it.
fn completed(text: &str, asked: Option<AskedText>) -> Result<Vec<u8>, RequestFault> {
    match Collection::position(text, asked).next() {
        Some(CollectionEntry::Problem(problem)) if !text.is_empty() => {
            Ok(problem.line().into_owned())
        }
        _ => Err(RequestFault::at("record", "there is no position")),
    }
}

/// The question in `text`.
///
/// # Errors
///
/// It cannot be read.
pub fn stipulated(text: &str) -> Result<AskedText, RequestFault> {
    AskedText::read(text.as_bytes())
        .map_err(|error| RequestFault::at("stipulation", error.to_string()))
}

/// The record with the question in `text`, and none of its own. What is no record stays as it is:
/// whoever answers it says why.
pub fn asking(line: &[u8], text: &str) -> Vec<u8> {
    let Ok((mut epd, _)) = Epd::read(line) else {
        return line.to_vec();
    };
    epd.retain(|operation| {
        !["Stip", "dm", "ce"]
            .iter()
            .any(|opcode| operation.is(opcode))
    });
    epd.add(Operation::string("Stip", text));
    epd.to_bytes()
}
