//! Writes the findings: a line for each failed claim, the totals, and a status line.

use std::io::{self, Write};
use std::time::Instant;

use serde_json::json;

use super::judging::{Adjudication, ClaimReport};
use super::witness::CheckState;
use super::{CheckTotals, Verification};
use crate::judgement::JudgementForm;
use keymove_base::desk::{StatusLine, complain, counted};
use keymove_base::error::{message, printable};
use keymove_base::pool::Sink;
use keymove_base::stop::Stop;

/// Writes and counts the findings.
pub(super) struct FindingWriter<'a, W> {
    out: &'a mut W,
    /// Triggers the status line now and then.
    stop: Stop,
    form: JudgementForm,
    start: Instant,
    status: StatusLine,
    /// The totals so far.
    pub totals: CheckTotals,
}

impl<'a, W: Write> FindingWriter<'a, W> {
    /// A writer of findings for `verification`, with output to `out`; starts the clock.
    pub(super) fn new(
        verification: &Verification,
        out: &'a mut W,
        stop: &Stop,
    ) -> FindingWriter<'a, W> {
        FindingWriter {
            out,
            stop: stop.clone(),
            form: verification.form,
            start: Instant::now(),
            status: StatusLine::new(verification.progress),
            totals: CheckTotals::default(),
        }
    }

    /// Writes the totals and returns them.
    pub(super) fn finish(mut self) -> io::Result<CheckTotals> {
        let elapsed = self.start.elapsed();
        if self.status.is_shown() {
            let text = self.so_far();
            self.status.leave(&text);
        }
        match self.form {
            JudgementForm::Text => write!(self.out, "{}", self.totals)?,
            JudgementForm::Json => writeln!(self.out, "{}", self.totals.json(elapsed))?,
        }
        self.out.flush()?;
        Ok(self.totals)
    }

    fn count(&mut self, name: &'static str, state: &CheckState) {
        let counts = self.totals.claims.entry(name).or_default();
        match state {
            CheckState::Checked => counts[0] += 1,
            CheckState::Unchecked => counts[1] += 1,
            CheckState::Failed(_) => counts[2] += 1,
        }
    }

    /// Writes a failed claim.
    fn failed(
        &mut self,
        (file, line): (&str, u64),
        id: Option<&str>,
        claim: &str,
        why: &str,
    ) -> io::Result<()> {
        match self.form {
            JudgementForm::Text => self.say(&printable(&format!("{file}:{line}: {claim}: {why}"))),
            JudgementForm::Json => {
                let mut object = json!({"file": file, "line": line, "claim": claim, "failed": why});
                if let Some(id) = id {
                    object["id"] = json!(id);
                }
                self.say(&object.to_string())
            }
        }
    }

    /// Writes a line or file that could not be judged.
    fn not_judged(&mut self, file: &str, line: u64, what: &str) -> io::Result<()> {
        let what = message(what);
        match (self.form, line) {
            (JudgementForm::Text, 0) => {
                self.status.clear();
                complain(format_args!("{file}: {what}"));
                Ok(())
            }
            (JudgementForm::Text, _) => self.say(&printable(&format!("{file}:{line}: {what}"))),
            (JudgementForm::Json, 0) => self.say(&json!({"file": file, "error": what}).to_string()),
            (JudgementForm::Json, _) => {
                self.say(&json!({"file": file, "line": line, "error": what}).to_string())
            }
        }
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        self.status.make_room();
        writeln!(self.out, "{line}")
    }

    /// The text of the status line.
    fn so_far(&self) -> String {
        let seconds = self.start.elapsed().as_secs_f64().max(0.001);
        let [checked, unchecked, failed] = self.totals.sums();
        let records = self.totals.records;
        format!(
            "{}, claims: {checked} checked, {unchecked} unchecked, {failed} failed; \
             {seconds:.1} s, {:.0}/s",
            counted(records, "record", "records"),
            records as f64 / seconds
        )
    }
}

impl<W: Write> Sink<ClaimReport> for FindingWriter<'_, W> {
    type Error = io::Error;

    fn put(&mut self, report: ClaimReport) -> io::Result<()> {
        let ClaimReport {
            file,
            line,
            outcome,
        } = report;
        match outcome {
            Adjudication::Record(id, states) => {
                self.totals.records += 1;
                for (name, state) in states {
                    self.count(name, &state);
                    if let CheckState::Failed(why) = state {
                        self.failed((&file, line), id.as_deref(), name, &why)?;
                    }
                }
            }
            Adjudication::Error => self.totals.errors += 1,
            Adjudication::Certificate(nodes, state) => {
                self.totals.certificates += 1;
                self.totals.nodes += nodes;
                self.count("certificate", &state);
                if let CheckState::Failed(why) = state {
                    self.failed((&file, line), None, "certificate", &why)?;
                }
            }
            Adjudication::Unreadable(what) => {
                self.totals.unreadable += 1;
                self.not_judged(&file, line, &what)?;
            }
            Adjudication::Internal(what) => {
                self.totals.internal += 1;
                self.not_judged(&file, line, &format!("internal: {what}"))?;
            }
            Adjudication::Stopped => {}
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn tick(&mut self) -> io::Result<()> {
        if self.stop.take_question() {
            let text = self.so_far();
            self.status.leave(&text);
        }
        if self.status.is_due() {
            let text = self.so_far();
            self.status.draw(&text);
        }
        Ok(())
    }
}
