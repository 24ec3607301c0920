//! What stands around the answers of a run: the head and the foot of a page or document, totals of
//! verdicts. It is made of the gists of answers, and does not grow with their number.

use crate::answer::{Format, Gist, Settings};
use crate::report::html::BarCharts;
use crate::report::{Style, html, latex};
use crate::soundness::Ledger;

/// What comes before and after the answers.
#[derive(Debug)]
pub(super) struct Binding {
    format: Format,
    style: Style,
    no_time: bool,
    ledger: Ledger,
    charts: BarCharts,
}

impl Binding {
    /// That of a run with `settings`.
    pub(super) fn new(settings: &Settings) -> Binding {
        Binding {
            format: settings.format,
            style: settings.style,
            no_time: settings.no_time,
            ledger: Ledger::default(),
            charts: BarCharts::default(),
        }
    }

    /// What comes before all answers, without its last line feed.
    pub(super) fn head(&self) -> Option<Vec<u8>> {
        match self.format {
            Format::Html => Some(html::head(self.style)),
            Format::Latex => Some(latex::head()),
            Format::Epd
            | Format::Json
            | Format::Tsv
            | Format::Olive
            | Format::Text
            | Format::Check
            | Format::CheckJson => None,
        }
    }

    /// Counts an answer.
    pub(super) fn add(&mut self, gist: &Gist) {
        self.ledger.count(&gist.soundness);
        if self.format == Format::Html {
            let cost = gist.cost.map(|cost| (cost.nodes, cost.elapsed));
            let verdict = gist.soundness.verdict();
            self.charts.count(verdict, gist.outcome, gist.length, cost);
        }
    }

    /// What comes after all answers, without its last line feed. A page or document in which answers
    /// are missing, because the run was not `complete`, says so; elsewhere only the exit code does.
    pub(super) fn tail(&self, complete: bool) -> Option<Vec<u8>> {
        match self.format {
            Format::Check => Some(self.ledger.to_string().into_bytes()),
            Format::CheckJson => Some(self.ledger.object()),
            Format::Html => Some(html::tail(&self.charts, self.style, self.no_time, complete)),
            Format::Latex => Some(latex::tail(self.style, complete)),
            Format::Olive if !complete => {
                Some(b"# the run was stopped: documents are missing here".to_vec())
            }
            Format::Epd | Format::Json | Format::Tsv | Format::Olive | Format::Text => None,
        }
    }

    /// How many records have which verdict.
    pub(super) fn ledger(&self) -> Ledger {
        self.ledger
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
            let settings = Settings {
                format,
                ..Settings::default()
            };
            let binding = Binding::new(&settings);
            let tail = |complete| {
                let tail = binding.tail(complete).unwrap_or_default();
                String::from_utf8(tail).expect("text")
            };
            assert!(!tail(true).contains(said), "{format:?}");
            assert!(tail(false).contains(said), "{format:?}");
        }
    }
}
