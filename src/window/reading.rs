//! Text -> problems, whatever it is: a file in any form that the program reads, or what somebody
//! pastes. Nothing is solved here.

mod documents;

use std::io::{Cursor, Read};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use shakmaty::{Board, Color};

use super::foreign::{READ, description};
use super::pasted;
use super::question::{asking, stipulated};
use super::request::RequestFault;
use super::unsolved::ANY;
use keymove_base::error::without_mark;
use keymove_forms::collection::encoding::TextEncoding;
use keymove_forms::collection::stranger::Stranger;
use keymove_forms::collection::{
    CollectedProblem, Collection, CollectionEntry, InputForm, Reading, TwinnedDiagram, recognise,
};
use keymove_records::epd::{Epd, passes_through};
use keymove_records::job::{Defaults, Job};
use keymove_records::record::stated::Stated;
use keymove_rules::stipulation::AskedText;
use keymove_run::batch::lines::{InputLine, InputLines, Item, LineContent};

/// The most problems of a file.
const MOST: usize = 100_000;

/// The most messages about a file.
const MESSAGES: usize = 1000;

/// Problems that were found in a text.
#[derive(Debug, Default, Serialize)]
pub struct ProblemListing {
    form: &'static str,
    pub(crate) problems: Vec<ListedProblem>,
    /// Of a file of Olive: its documents, byte for byte.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    documents: Vec<String>,
    messages: Vec<String>,
    /// There are more of them.
    cut: bool,
}

/// A problem of a text.
#[derive(Debug, Default, Serialize)]
#[serde(default)]
pub struct ListedProblem {
    line: u64,
    record: String,
    /// The record with what its file says of its solution, where that is more.
    #[serde(skip_serializing_if = "Option::is_none")]
    claimed: Option<String>,
    /// The number of its document, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    document: Option<usize>,
    #[serde(flatten)]
    men: Option<CountedMen>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stipulation: Option<String>,
    /// The number of solutions that the author means.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<u64>,
    /// The side that begins by convention where this is asked, `w` or `b`.
    #[serde(skip_serializing_if = "Option::is_none")]
    begins: Option<char>,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    award: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    chess960: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    variant: Option<&'static str>,
    /// Why it cannot be solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) illegal: Option<String>,
    /// Where in `record`, in bytes, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    notes: Vec<String>,
    /// Its twins, each after its letter: `b) Move b4 c3`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    twins: Vec<String>,
    /// The problems that the diagram and its twins are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    parts: Vec<ListedProblem>,
}

/// The men on the board, and their numbers.
#[derive(Debug, Serialize)]
struct CountedMen {
    fen: String,
    white: usize,
    black: usize,
    counts: String,
}

impl CountedMen {
    fn of(fen: String, board: &Board) -> CountedMen {
        let count = |color: Color| board.by_color(color).count();
        let (white, black) = (count(Color::White), count(Color::Black));
        let counts = format!("({white}+{black})");
        CountedMen {
            fen,
            white,
            black,
            counts,
        }
    }
}

/// A file that a request brings.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileRequest {
    /// Its name, for messages.
    name: String,
    text: Option<String>,
    base64: Option<String>,
}

impl FileRequest {
    /// Its problems.
    ///
    /// # Errors
    ///
    /// There is no text, or it is no Base64.
    pub fn listing(self) -> Result<ProblemListing, RequestFault> {
        let bytes = match (self.text, self.base64) {
            (Some(text), None) => text.into_bytes(),
            (None, Some(coded)) => STANDARD
                .decode(coded)
                .map_err(|error| RequestFault::at("base64", error))?,
            _ => return Err(RequestFault::at("text", "either text or base64 is needed")),
        };
        Ok(ProblemListing::of_file(&self.name, bytes))
    }
}

/// A pasted text.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PastedText {
    text: String,
    stipulation: Option<String>,
}

impl PastedText {
    /// The problems in it.
    ///
    /// # Errors
    ///
    /// The stipulation cannot be read.
    pub fn listing(self) -> Result<ProblemListing, RequestFault> {
        let asked = self.stipulation.as_deref().map(stipulated).transpose()?;
        let mut listing = pasted::listing(&self.text, asked);
        if let Some(text) = &self.stipulation {
            for problem in &mut listing.problems {
                let record = asking(problem.record.as_bytes(), text);
                let notes = std::mem::take(&mut problem.notes);
                let twins = std::mem::take(&mut problem.twins);
                *problem = ListedProblem {
                    notes,
                    twins,
                    ..ListedProblem::of_record(problem.line, &record)
                };
            }
        }
        Ok(listing)
    }
}

impl ProblemListing {
    /// The problems of a file, which messages call `name` without its folders.
    pub fn of_file(name: &str, bytes: Vec<u8>) -> ProblemListing {
        ProblemListing::of_most(MOST, name, bytes)
    }

    /// The first `most` problems of a file.
    fn of_most(most: usize, name: &str, bytes: Vec<u8>) -> ProblemListing {
        let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
        let bytes = as_utf8(bytes);
        let form = match form(&bytes) {
            Ok(form) => form,
            Err(stranger) => {
                return ProblemListing::unknown(format!("{name}: {}; {READ}", stranger.form));
            }
        };
        let mut listing = ProblemListing {
            form: form.title(),
            ..ProblemListing::default()
        };
        let is_utf8 = std::str::from_utf8(&bytes).is_ok();
        let reading = Reading {
            claims: true,
            remarks: true,
            keeps_bytes: false,
            documents: true,
            ..Reading::default()
        };
        let reader = Box::new(Cursor::new(bytes));
        let mut open = None;
        'file: for item in InputLines::of_any_form(&name.into(), reader, &reading).flatten() {
            let line = match item {
                Item::Line(line) => line,
                Item::Rest(_) => continue,
                Item::Unreadable(mut message) | Item::Note(mut message) => {
                    if listing.messages.len() < MESSAGES {
                        // A page has no options.
                        message.remark.option = None;
                        listing.messages.push(message.to_string());
                    }
                    continue;
                }
            };
            if !line.is_job() {
                continue;
            }
            for (problem, twinned) in listing.listed(line) {
                if listing.problems.len() == most {
                    listing.cut = true;
                    break 'file;
                }
                listing.problems.push(problem);
                listing.join(twinned, &mut open);
            }
        }
        if listing.cut || !is_utf8 {
            listing.without_documents();
        }
        listing
    }

    /// The problems of a line, each with the diagram and the twins that begin with it.
    fn listed(&mut self, line: InputLine) -> Vec<(ListedProblem, Option<Box<TwinnedDiagram>>)> {
        let (problems, document) = match line.content {
            LineContent::Problem(problem) => (vec![*problem], None),
            LineContent::Document(document) => {
                self.documents.push(lossy(document.document.as_bytes()));
                (document.problems, Some(self.documents.len() - 1))
            }
            _ => {
                let mut problem = ListedProblem::of_record(line.number, &line.bytes());
                let cause = line.cause().map(|cause| cause.to_string());
                problem.illegal = cause.or(problem.illegal);
                return vec![(problem, None)];
            }
        };
        let problems = problems.into_iter().map(|mut problem| {
            let twinned = problem.twinned.take();
            let listed = ListedProblem::collected(&problem);
            (ListedProblem { document, ..listed }, twinned)
        });
        problems.collect()
    }

    /// No problems, and the reason.
    fn unknown(message: String) -> ProblemListing {
        ProblemListing {
            form: "unknown",
            messages: vec![message],
            ..ProblemListing::default()
        }
    }

    /// Without a single board: what the text is, in place of what is wrong with each line.
    pub fn or_description(self, what: &str, bytes: &[u8]) -> ProblemListing {
        if self.problems.iter().any(|problem| problem.men.is_some()) {
            return self;
        }
        match description(what, bytes) {
            None => self,
            Some(message) => ProblemListing::unknown(message),
        }
    }

    /// The problem that stands in one line: a board, and what is asked of it; otherwise `asked`.
    pub fn of_position(text: &str, asked: Option<AskedText>) -> ProblemListing {
        let mut listing = ProblemListing {
            form: "FEN",
            ..ProblemListing::default()
        };
        for entry in Collection::position(text, asked) {
            if let CollectionEntry::Problem(problem) = entry {
                listing.problems.push(ListedProblem::collected(&problem));
            }
        }
        listing
    }

    /// Whether there is a problem and all of them can be solved.
    pub fn is_legal(&self) -> bool {
        !self.problems.is_empty()
            && self
                .problems
                .iter()
                .all(|problem| problem.illegal.is_none())
    }

    /// Adds what is to be said of each problem.
    pub fn noting(mut self, note: &str) -> ProblemListing {
        for problem in &mut self.problems {
            problem.notes.push(note.to_owned());
        }
        self
    }

    /// The problems without what is asked of them.
    pub fn unasked(mut self) -> ProblemListing {
        for problem in &mut self.problems {
            if let Ok((mut epd, _)) = Epd::read(problem.record.as_bytes()) {
                epd.retain(|operation| !operation.is("Stip"));
                *problem = ListedProblem {
                    twins: std::mem::take(&mut problem.twins),
                    ..ListedProblem::of_record(problem.line, &epd.to_bytes())
                };
            }
        }
        self
    }
}

/// The form of a text.
///
/// # Errors
///
/// No reader takes it.
pub fn form(bytes: &[u8]) -> Result<InputForm, Stranger> {
    let mut lines = without_mark(bytes).split(|&b| b == b'\n');
    let shows_form = lines.find(|line| !passes_through(line));
    shows_form.map_or(Ok(InputForm::Epd), recognise)
}

impl ListedProblem {
    /// A problem of a file in another form than EPD.
    fn collected(problem: &CollectedProblem) -> ListedProblem {
        let notes = problem.notes.clone();
        let unsolved = match problem.unclaimed() {
            Ok(record) => {
                let listed = ListedProblem {
                    line: problem.number,
                    record: record.to_string(),
                    claimed: (!problem.claims.is_empty()).then(|| lossy(&problem.line())),
                    ..ListedProblem::default()
                };
                return listed.with(&record, notes);
            }
            Err(unsolved) => unsolved,
        };
        let listed = match unsolved.line.strip_prefix(b"#") {
            None => ListedProblem::of_record(problem.number, &unsolved.line),
            // A comment; behind its sign stand the operations of a record.
            Some(operations) => ListedProblem {
                record: lossy(&unsolved.line),
                men: None,
                ..ListedProblem::of_record(problem.number, &[ANY, operations].concat())
            },
        };
        ListedProblem {
            illegal: Some(unsolved.cause.to_string()),
            notes,
            ..listed
        }
    }

    fn of_record(line: u64, record: &[u8]) -> ListedProblem {
        let problem = ListedProblem {
            line,
            record: lossy(record),
            ..ListedProblem::default()
        };
        match Epd::read(record) {
            Ok((epd, warnings)) => {
                let told = warnings.iter().map(|warning| warning.text.clone());
                problem.with(&epd, told.collect())
            }
            Err(error) => {
                let fields = problem.record.split_whitespace();
                let fen = fields.take(4).collect::<Vec<_>>().join(" ");
                let board = fen.split([' ', '[']).next().unwrap_or_default();
                let board = Board::from_ascii_board_fen(board.as_bytes()).ok();
                // Its operations are read all the same: the board can be mended.
                let operations = record.splitn(5, |&b| b == b' ').nth(4).unwrap_or_default();
                let said = match Epd::read(&[ANY, b" ", operations].concat()) {
                    Ok((epd, _)) => problem.with(&epd, Vec::new()),
                    Err(_) => problem,
                };
                ListedProblem {
                    men: board.map(|board| CountedMen::of(fen, &board)),
                    illegal: Some(error.to_string()),
                    column: Some(error.column),
                    notes: Vec::new(),
                    ..said
                }
            }
        }
    }

    /// With what a record says.
    fn with(self, epd: &Epd, notes: Vec<String>) -> ListedProblem {
        let text = |opcode| {
            let text = epd
                .operation(opcode)
                .map(|operation| lossy(&operation.text()));
            text.filter(|text| !text.is_empty())
        };
        let position = epd.position();
        let mut problem = ListedProblem {
            men: Some(CountedMen::of(epd.fields(), position.board())),
            id: text("id"),
            author: text("c0"),
            source: text("c1"),
            award: text("c2"),
            solutions: Stated::read(epd).meant_solutions(),
            chess960: epd.mode().is_chess960(),
            variant: position.house().map(|house| house.variant.name()),
            notes,
            ..self
        };
        match Job::select(epd, &Defaults::default()) {
            Ok((job, warnings)) => {
                let stipulation = job.single().map(|asked| asked.stipulation);
                problem.stipulation = stipulation.map(|asked| asked.to_string());
                problem.begins = stipulation.map(|asked| asked.beginner().char());
                problem
                    .notes
                    .extend(warnings.into_iter().map(|warning| warning.text));
            }
            Err(error) => {
                problem.illegal = Some(error.to_string());
                problem.column = Some(error.column);
            }
        }
        problem
    }
}

fn lossy(text: &[u8]) -> String {
    String::from_utf8_lossy(text).into_owned()
}

/// The bytes of a file in UTF-8, if they are in UTF-16.
fn as_utf8(bytes: Vec<u8>) -> Vec<u8> {
    let Some(encoding) = TextEncoding::utf16(&bytes) else {
        return bytes;
    };
    let mut text = Vec::new();
    let decoded = encoding.decoded(Box::new(Cursor::new(bytes)));
    let mut decoded = decoded;
    decoded.read_to_end(&mut text).expect("memory can be read");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_illegal_board_keeps_what_is_asked_of_it() {
        let listing =
            ProblemListing::of_position("8/8/8/8/8/8/8/K7 w - - id \"x\"; Stip \"h#3\";", None);
        let [problem] = &listing.problems[..] else {
            panic!("{listing:?}");
        };
        assert!(problem.illegal.is_some(), "{problem:?}");
        assert_eq!(problem.stipulation.as_deref(), Some("h#3"));
        assert_eq!(problem.id.as_deref(), Some("x"));
    }

    #[test]
    fn what_is_too_much_is_cut_and_the_file_has_no_folders() {
        let text = "8/8/8/8/8/1k6/8/K7 w - -\n# c\n".repeat(3);
        let listing = |most| ProblemListing::of_most(most, "a/b\\c.epd", text.clone().into_bytes());
        assert_eq!((listing(2).problems.len(), listing(2).cut), (2, true));
        assert_eq!((listing(3).problems.len(), listing(3).cut), (3, false));
        let broken = ProblemListing::of_file("a/b\\c.gz", b"\x1f\x8b\x08\x00".to_vec());
        assert!(
            broken.messages[0].starts_with("c.gz: this is compressed"),
            "{broken:?}"
        );
    }
}
