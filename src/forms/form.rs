//! The forms of output, a file each: what stands there for a line that is passed on, for an
//! answered record and for a refused line, and what stands before and after all of them ([`Form`]).
//!
//! A new form is a file beside these, and a line in [`Format::form`].

mod check;
mod check_notices;
mod epd;
mod html;
pub mod json;
mod latex;
mod olive;
mod sheet;
mod text;
pub mod tsv;

use std::sync::Arc;

use crate::report::html::BarCharts;
use crate::report::svg::Look;
use crate::report::{Book, BookEntry, Style};
use keymove_base::error::Warning;
use keymove_base::notices::NoticeForm;
use keymove_records::epd::Epd;
use keymove_records::job::{Defaults, Job};
use keymove_records::record::Findings;
use keymove_records::record::duplex::AnsweredSide;
use keymove_records::record::line_book::LineBook;
use keymove_records::soundness::{self, Ledger, Soundness};
use keymove_solve::{Counters, Length};

/// How records are read and written.
#[derive(Debug, Clone, Default)]
pub struct Settings {
    /// What a record that says nothing is taken to ask.
    pub defaults: Defaults,
    /// Leave out `acs` (in JSON and tables, `seconds`).
    pub no_time: bool,
    /// No line guides the search, be it a record's own.
    pub no_lines: bool,
    /// Lines that guide it beside the records' own.
    pub lines: Arc<LineBook>,
    /// The form of the output.
    pub format: Format,
    /// How [`Format::Text`] looks, and the language of [`Format::Html`] and [`Format::Latex`].
    pub style: Style,
    /// What a page or document is called, and where its solutions stand.
    pub book: Book,
    /// Whether a picture of each record is wanted.
    pub svg: bool,
    /// How pictures look.
    pub look: Look,
    /// In tables: an apostrophe before what a spreadsheet would take for a formula.
    pub tsv_safe: bool,
    /// In JSON: lines that are no jobs have an object, too. Otherwise they are left out.
    pub copied: bool,
    /// For notices of `check`: verdicts that are not told as wrong.
    pub allowed: Vec<String>,
}

/// The name of a form of output.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Format {
    /// One EPD record a line.
    #[default]
    Epd,
    /// One JSON object a line.
    Json,
    /// One row of a table a line.
    Tsv,
    /// Text for a reader: diagram and variations.
    Text,
    /// Documents of Olive, with the solution as Popeye writes it. Only the play is written here;
    /// whoever has the document puts it there.
    Olive,
    /// The play for a page on which it is clicked, [`report::sheet`](crate::report::sheet).
    Sheet,
    /// A part of a page for a reader, [`report::html`](crate::report::html).
    Html,
    /// A part of a document for TeX, [`report::latex`](crate::report::latex).
    Latex,
    /// An editor's verdict, one line a record.
    Check,
    /// An editor's verdict as JSON Lines.
    CheckJson,
    /// The same as annotations of GitHub.
    CheckGithub,
    /// The same as cases of JUnit's XML.
    CheckJunit,
}

impl Format {
    /// The form of that name.
    pub fn form(self) -> &'static dyn Form {
        match self {
            Format::Epd => &epd::EpdForm,
            Format::Json => &json::JsonForm,
            Format::Tsv => &tsv::TsvForm,
            Format::Text => &text::TextForm,
            Format::Olive => &olive::OliveForm,
            Format::Sheet => &sheet::SheetForm,
            Format::Html => &html::HtmlForm,
            Format::Latex => &latex::LatexForm,
            Format::Check => &check::CheckText,
            Format::CheckJson => &check::CheckJson,
            Format::CheckGithub => &check_notices::CheckNotices(NoticeForm::Github),
            Format::CheckJunit => &check_notices::CheckNotices(NoticeForm::Junit),
        }
    }
}

/// Whether a form has the play after first moves: threats, variations, tries, set play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayShown {
    /// The form has no place for the play.
    Never,
    /// Where it is asked for.
    Asked,
    /// In each record.
    Always,
}

/// What holds for all texts of a form.
#[derive(Debug, Clone, Copy)]
pub struct Layout {
    /// Whether it has the play after first moves.
    pub play: PlayShown,
    /// Whether a verdict on what the record claims is part of it, and of its totals.
    pub judges: bool,
    /// Whether it is for people to read, so that an answer may have several lines or none.
    pub for_readers: bool,
    /// Whether every line of the input is in the output, however long it is and whatever it holds.
    /// Of other forms a line has no text, or one.
    pub keeps_lines: bool,
    /// Whether its texts end their last line themselves.
    pub ends_lines: bool,
    /// Whether the input is documents, which may have many lines each.
    pub has_documents: bool,
    /// Whether records without an `id` have their place over them, where there are several.
    pub has_headings: bool,
    /// Whether each text has file and line before it.
    pub names_places: bool,
    /// Whether the text of a refused line tells the reason to a reader, who need not be told again.
    pub tells_reasons: bool,
}

impl Layout {
    /// The layout of a form with at most one line for each record, with the play.
    const LINES: Layout = Layout {
        play: PlayShown::Always,
        judges: false,
        for_readers: false,
        keeps_lines: false,
        ends_lines: false,
        has_documents: false,
        has_headings: false,
        names_places: false,
        tells_reasons: false,
    };
}

/// A form of output. No text has a line feed at its end that is not its own: of a form with one
/// line a record there is none at all.
pub trait Form: Sync {
    /// What holds for all of its texts.
    fn layout(&self) -> Layout;

    /// The text for line `number` of an input, `line`, which is no job; of most forms, none.
    fn passed(&self, number: u64, line: &[u8], settings: &Settings) -> Vec<u8>;

    /// The text for an answered record.
    fn answered(&self, record: &AnsweredRecord<'_>, settings: &Settings) -> Written;

    /// The text for a line that is no job that can be solved.
    fn refused(&self, refusal: &Refusal<'_>, settings: &Settings) -> Vec<u8>;

    /// The text for a record that asks what this program does not solve: in a book its diagram, its
    /// task and the author's own solution. Nothing: it is refused as any other line.
    fn unsolved(&self, _: &Refusal<'_>, _: &Epd, _: &Settings) -> Option<Written> {
        None
    }

    /// What is searched where `job` is asked for by the record `epd`; `None`: the record is written
    /// as it is, without a search ([`Form::unsearched`]).
    fn job(&self, _epd: &Epd, job: Job) -> Option<Job> {
        Some(job)
    }

    /// The text for a record that is not searched.
    fn unsearched(
        &self,
        _number: u64,
        epd: &Epd,
        _soundness: &Soundness,
        _settings: &Settings,
    ) -> Vec<u8> {
        epd.to_bytes()
    }

    /// What stands before all records.
    fn head(&self, _settings: &Settings) -> Option<Vec<u8>> {
        None
    }

    /// What stands after all records. A page or document in which answers are missing, because the
    /// run was not `complete`, says so; elsewhere only the exit code does.
    fn tail(&self, _totals: &Totals, _settings: &Settings, _complete: bool) -> Option<Vec<u8>> {
        None
    }

    /// What stands before a text that is not empty, of line `line` of `file`; usually nothing.
    fn begun(&self, _file: &str, _line: u64) -> Option<String> {
        None
    }
}

/// A record and what was found out about it.
#[derive(Debug, Clone, Copy)]
pub struct AnsweredRecord<'a> {
    /// Its line in the input, counted from 1.
    pub number: u64,
    /// The record and what was found out: for the side to move and, if it was asked for and may
    /// begin, for the other side.
    pub sides: &'a [AnsweredSide<'a>],
    /// Whether the other side was asked for, too.
    pub is_duplex: bool,
    /// The verdict on what the record claims, if the form [judges](Layout::judges).
    pub soundness: &'a Soundness,
    /// What is to be told about it.
    pub warnings: &'a [Warning],
}

impl<'a> AnsweredRecord<'a> {
    /// The record.
    pub fn epd(&self) -> &'a Epd {
        &self.sides[0].epd
    }

    /// What was found out for the side to move.
    pub fn findings(&self) -> &'a Findings {
        &self.sides[0].findings
    }
}

/// A line that is no job that can be solved.
#[derive(Debug, Clone, Copy)]
pub struct Refusal<'a> {
    /// Its number in the input, counted from 1.
    pub number: u64,
    /// The line.
    pub line: &'a [u8],
    /// The record, if the line is one and only its job is refused.
    pub epd: Option<&'a Epd>,
    /// Where the reason stands in it, in bytes, counted from 1.
    pub column: usize,
    /// The reason.
    pub reason: &'a str,
}

/// The text for an answered record.
#[derive(Debug, Clone, Default)]
pub struct Written {
    /// The text.
    pub text: Vec<u8>,
    /// What is missing in it.
    pub warning: Option<&'static str>,
    /// There are more solutions than the text has.
    pub cut: bool,
    /// What stands behind all records; it is kept until the end of the run.
    pub later: Vec<u8>,
}

impl From<BookEntry> for Written {
    fn from(entry: BookEntry) -> Written {
        Written {
            text: entry.text,
            later: entry.later,
            ..Written::default()
        }
    }
}

impl From<Vec<u8>> for Written {
    fn from(text: Vec<u8>) -> Written {
        Written {
            text,
            ..Written::default()
        }
    }
}

/// What is kept of an answer until the end of a run.
#[derive(Debug, Clone)]
pub struct TotalsRow {
    /// The editor's verdict.
    pub soundness: Soundness,
    /// The name of the outcome, as a page has it.
    pub outcome: &'static str,
    /// The length of the solution, if one was found.
    pub length: Option<Length>,
    /// What the search cost, if there was one.
    pub cost: Option<Counters>,
    /// What stands behind all records.
    pub later: Vec<u8>,
}

impl TotalsRow {
    /// The row of an answered record.
    pub fn of(sides: &[AnsweredSide<'_>]) -> TotalsRow {
        let mut examined = sides
            .iter()
            .map(|side| soundness::examine(&side.epd, &side.findings));
        let own = examined.next().expect("one side is to move");
        let findings = &sides[0].findings;
        TotalsRow {
            soundness: own.with_duplex(examined.next()),
            outcome: html::outcome(findings.decisive()),
            length: findings.reached().map(|reached| reached.length),
            cost: Some(findings.counters()),
            later: Vec::new(),
        }
    }

    /// The row of a line without a search.
    pub fn unsearched(soundness: Soundness) -> TotalsRow {
        TotalsRow {
            soundness,
            outcome: "error",
            length: None,
            cost: None,
            later: Vec::new(),
        }
    }
}

/// Totals of a run. They do not grow with the number of records, but for solutions that stand
/// behind all diagrams.
#[derive(Debug, Default)]
pub struct Totals {
    /// How many records have which verdict.
    pub ledger: Ledger,
    charts: BarCharts,
    /// What stands behind all records.
    later: Vec<u8>,
}

impl Totals {
    /// Counts an answer.
    pub fn add(&mut self, row: &TotalsRow) {
        self.ledger.count(&row.soundness);
        self.later.extend_from_slice(&row.later);
        let cost = row.cost.map(|cost| (cost.nodes, cost.elapsed));
        let verdict = row.soundness.verdict();
        self.charts.count(verdict, row.outcome, row.length, cost);
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
                let totals = Totals::default();
                let tail = format.form().tail(&totals, &Settings::default(), complete);
                String::from_utf8(tail.unwrap_or_default()).expect("text")
            };
            assert!(!tail(true).contains(said), "{format:?}");
            assert!(tail(false).contains(said), "{format:?}");
        }
    }
}
