//! The forms of output, one file each ([`Form`]): the text for a line that is passed on, for an
//! answered record and for a refused line, and the texts before and after all of them.
//!
//! A new form is a new file in this folder, or in [`report`](crate::report) if it is for people, and
//! a row of [`ROWS`].

mod check;
mod epd;
pub mod json;
pub mod olive;
pub mod pgn;
pub mod pieces;
pub mod popeye;
mod sheet;
mod text;
pub mod tsv;

use serde::{Deserialize, Serialize, Serializer};

use crate::report::Style;
use crate::report::html::HtmlForm;
use crate::report::latex::LatexForm;
use crate::report::svg::Look;
use check::CheckForm;
use keymove_base::error::Warning;
use keymove_base::reason::Reason;
use keymove_records::cause::Cause;
use keymove_records::epd::Epd;
use keymove_records::job::{Defaults, Job};
use keymove_records::judgement::JudgementForm;
use keymove_records::record::Findings;
use keymove_records::record::duplex::AnsweredSide;
use keymove_records::soundness::{Ledger, Soundness};

/// How records are read and written.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default, rename_all(serialize = "kebab-case"))]
pub struct Settings {
    /// What a record that does not name a job is taken to ask.
    #[serde(flatten)]
    pub defaults: Defaults,
    /// Leave out `acs` (in JSON and tables, `seconds`).
    pub no_time: bool,
    /// The form of the output.
    #[serde(skip_deserializing, serialize_with = "not_epd")]
    pub format: Format,
    /// The look of [`Format::Text`], and the language of [`Format::Html`] and [`Format::Latex`].
    #[serde(skip)]
    pub style: Style,
    /// The title of a page or document; without it a page has its usual title.
    #[serde(skip)]
    pub title: Option<String>,
    /// Whether a picture of each record is wanted.
    #[serde(skip)]
    pub svg: bool,
    /// The look of pictures.
    #[serde(skip)]
    pub look: Look,
}

/// Serializes the name of a form; EPD is the usual one.
fn not_epd<S: Serializer>(format: &Format, serializer: S) -> Result<S::Ok, S::Error> {
    let name = format.name().filter(|_| *format != Format::Epd);
    name.serialize(serializer)
}

/// The name of a form of output.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Format {
    /// One EPD record per line.
    #[default]
    Epd,
    /// One JSON object per line.
    Json,
    /// One table row per line.
    Tsv,
    /// Text for people: diagram and variations.
    Text,
    /// Documents of Olive, with the solution in Popeye's layout.
    Olive,
    /// Such a solution alone; the owner of a document inserts it.
    Solution,
    /// The play for a page on which moves can be clicked, [`report::sheet`](crate::report::sheet).
    Sheet,
    /// A part of an HTML page, [`report::html`](crate::report::html).
    Html,
    /// A part of a TeX document, [`report::latex`](crate::report::latex).
    Latex,
    /// A game whose variations are the solution, [`pgn`].
    Pgn,
    /// A problem of Popeye's input, which is not solved, [`popeye`].
    Popeye,
    /// An editor's verdict: one line per record, or JSON Lines.
    Check(JudgementForm),
}

/// A form that can be asked for.
pub struct FormRow {
    /// Which it is.
    pub format: Format,
    /// Its name on the command line, in FILE.run and in Python.
    pub name: &'static str,
    /// The endings of names of files in this form alone; the first is that of a new file.
    pub endings: &'static [&'static str],
    /// Its media type, for programs that are given such a file.
    pub media: &'static str,
    /// Whether a run that was stopped can go on with what it has written: a line for each record,
    /// and nothing after all of them.
    pub resumes: bool,
    /// Its writer.
    pub form: &'static dyn Form,
}

const fn row(
    format: Format,
    name: &'static str,
    endings: &'static [&'static str],
    media: &'static str,
    form: &'static dyn Form,
) -> FormRow {
    FormRow {
        format,
        name,
        endings,
        media,
        resumes: matches!(format, Format::Epd | Format::Json | Format::Tsv),
        form,
    }
}

/// The forms that can be asked for.
#[rustfmt::skip]
pub static ROWS: [FormRow; 9] = [
    row(Format::Epd, "epd", &["epd"], "text/plain", &epd::EpdForm),
    row(Format::Json, "json", &["jsonl", "json"], "application/jsonl", &json::JsonForm),
    row(Format::Tsv, "tsv", &["tsv"], "text/tab-separated-values", &tsv::TsvForm),
    row(Format::Text, "text", &[], "text/plain", &text::TextForm),
    row(Format::Olive, "olv", &["olv"], "application/yaml", &olive::OliveForm),
    row(Format::Html, "html", &["html", "htm"], "text/html", &HtmlForm),
    row(Format::Latex, "latex", &["tex"], "application/x-tex", &LatexForm),
    row(Format::Pgn, "pgn", &["pgn"], "application/vnd.chess-pgn", &pgn::PgnForm),
    row(Format::Popeye, "popeye", &["inp"], "text/plain", &popeye::PopeyeForm),
];

impl Format {
    /// The forms that can be asked for, with their names.
    pub const NAMES: [(&str, Format); ROWS.len()] = {
        let mut names = [("", Format::Epd); ROWS.len()];
        let mut at = 0;
        while at < ROWS.len() {
            names[at] = (ROWS[at].name, ROWS[at].format);
            at += 1;
        }
        names
    };

    /// The form of a file whose name has this ending, if the ending is that of one form alone.
    pub fn of_ending(ending: &str) -> Option<Format> {
        let mut rows = ROWS.iter();
        let row = rows.find(|row| row.endings.contains(&ending))?;
        Some(row.format)
    }

    /// Its row, if it can be asked for.
    pub fn row(self) -> Option<&'static FormRow> {
        ROWS.iter().find(|row| row.format == self)
    }

    /// Its name, if it can be asked for.
    pub fn name(self) -> Option<&'static str> {
        self.row().map(|row| row.name)
    }

    /// Whether a run that was stopped can go on with what it has written.
    pub fn resumes(self) -> bool {
        self.row().is_some_and(|row| row.resumes)
    }

    /// Its writer.
    pub fn form(self) -> &'static dyn Form {
        match self {
            Format::Solution => &olive::SolutionForm,
            Format::Sheet => &sheet::SheetForm,
            Format::Check(JudgementForm::Text) => &CheckForm(JudgementForm::Text),
            Format::Check(JudgementForm::Json) => &CheckForm(JudgementForm::Json),
            _ => self.row().expect("every other form has a row").form,
        }
    }
}

/// Whether a form has the play after first moves: threats, variations, tries, set play.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum PlayShown {
    /// Never: the form has no place for it.
    Never,
    /// If it is asked for.
    Asked,
    /// In every record.
    #[default]
    Always,
}

/// The constant properties of a form. By default it has at most one line per record, with the play.
#[derive(Debug, Clone, Copy, Default)]
pub struct Layout {
    /// Whether it has the play after the first moves.
    pub play: PlayShown,
    /// Whether it includes a verdict on the claims of the record, and totals of the verdicts.
    pub judges: bool,
    /// Whether it is for people to read, so that an answer may have several lines or none.
    pub for_readers: bool,
    /// Whether every line of the input is in the output, whatever its length and content. In other
    /// forms a line may have no text.
    pub keeps_lines: bool,
    /// Whether its texts include the line feed at their end.
    pub ends_lines: bool,
    /// Whether the input consists of documents, which may have many lines each.
    pub has_documents: bool,
    /// Whether records without an `id` get a heading with their place, if there are several.
    pub has_headings: bool,
    /// Whether each text is preceded by file and line.
    pub names_places: bool,
    /// Whether the text of a refused line contains the reason, so that no message is needed.
    pub tells_reasons: bool,
    /// The line between two records.
    pub between: Option<&'static [u8]>,
}

/// A form of output. No text ends with a line feed added by the form; in a form with one line per
/// record, a text contains no line feed at all.
pub trait Form: Sync {
    /// The constant properties of its texts.
    fn layout(&self) -> Layout;

    /// The text for line `number` of an input, `line`, which is not a job; empty in most forms.
    fn passed(&self, _number: u64, _line: &[u8], _settings: &Settings) -> Vec<u8> {
        Vec::new()
    }

    /// The text for an answered record.
    fn answered(&self, record: &AnsweredRecord<'_>, settings: &Settings) -> Written;

    /// The text for a line without a job that can be solved.
    fn unanswered(&self, refusal: &Refusal<'_>, settings: &Settings) -> Vec<u8>;

    /// Gives the job to search for the record `epd`, line `number` of its input.
    ///
    /// # Errors
    ///
    /// The record is not searched: it is written as it is, or it has no place in this form.
    fn job(
        &self,
        _number: u64,
        _epd: &Epd,
        job: Job,
        _settings: &Settings,
    ) -> Result<Job, Unsearched> {
        Ok(job)
    }

    /// The text before all records.
    fn head(&self, _settings: &Settings) -> Option<Vec<u8>> {
        None
    }

    /// The text after all records. A page or document says if answers are missing because the run
    /// was not `complete`; in other forms only the exit code says so.
    fn tail(&self, _totals: &Ledger, _settings: &Settings, _complete: bool) -> Option<Vec<u8>> {
        None
    }
}

/// A record that is not searched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unsearched {
    /// Its text; it makes no claims that are judged.
    Written(Vec<u8>),
    /// The form has no place for it.
    Refused(Reason),
}

/// A record with its findings.
#[derive(Debug, Clone, Copy)]
pub struct AnsweredRecord<'a> {
    /// Its line in the input, counted from 1.
    pub number: u64,
    /// The record and the findings: for the side to move and, if it was asked for and can begin,
    /// for the other side.
    pub sides: &'a [AnsweredSide<'a>],
    /// Whether the other side was asked for, too.
    pub is_duplex: bool,
    /// The verdict on the claims of the record, if the form [judges](Layout::judges).
    pub soundness: &'a Soundness,
    /// The warnings about it.
    pub warnings: &'a [Warning],
}

impl<'a> AnsweredRecord<'a> {
    /// The record.
    pub fn epd(&self) -> &'a Epd {
        &self.sides[0].epd
    }

    /// The findings for the side to move.
    pub fn findings(&self) -> &'a Findings {
        &self.sides[0].findings
    }
}

/// A line without a job that can be solved.
#[derive(Debug, Clone, Copy)]
pub struct Refusal<'a> {
    /// Its number in the input, counted from 1.
    pub number: u64,
    /// The line.
    pub line: &'a [u8],
    /// The record, if it asks for something this program does not solve. A book has its diagram, its
    /// task and the author's own solution.
    pub unsolved: Option<&'a Epd>,
    /// The column of the fault, in bytes, from 1.
    pub column: usize,
    /// The cause.
    pub cause: &'a Cause,
}

/// The text for an answered record.
#[derive(Debug, Clone, Default)]
pub struct Written {
    /// The text.
    pub text: Vec<u8>,
    /// A warning about something missing in the text.
    pub warning: Option<&'static str>,
    /// Whether there are more solutions than the text contains.
    pub cut: bool,
}

impl From<Vec<u8>> for Written {
    fn from(text: Vec<u8>) -> Written {
        Written {
            text,
            ..Written::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_or_document_that_was_cut_says_so() {
        for (format, said) in [
            (Format::Html, "records are missing"),
            (Format::Latex, "records are missing"),
            (Format::Olive, "# the run was stopped"),
        ] {
            let tail = |complete| {
                let totals = Ledger::default();
                let tail = format.form().tail(&totals, &Settings::default(), complete);
                String::from_utf8(tail.unwrap_or_default()).expect("text")
            };
            assert!(!tail(true).contains(said), "{format:?}");
            assert!(tail(false).contains(said), "{format:?}");
        }
    }
}
