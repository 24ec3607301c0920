//! `solver verify`: claims and certificates, proved again without the search.

use std::io::{self, BufWriter, Read};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use clap::builder::PossibleValuesParser;

use keymove_base::desk::{When, complain, ended};
use keymove_base::exit::Exit;
use keymove_base::pool::Failure;
use keymove_base::stop::signals;
use keymove_base::units::{count, named};
use keymove_records::judgement::JudgementForm;
use keymove_records::verify::{self, Inputs, JudgedLine, Verification};
use keymove_run::batch::lines::FileRemark;
use keymove_run::record_lines::{RecordLines, open};
use keymove_terminal::arguments::{Workers, tell_if_read, when};
use keymove_terminal::{caught, no_thread};

/// Prove the claims of records or certificates again, without the search; exit 1 if one is false
#[derive(Debug, Args)]
pub struct Verify {
    /// Positions to search for one claim without a certificate; 0: none
    #[arg(long, value_name = "N", default_value = "100000", value_parser = count::<u64>(0..=u64::MAX))]
    effort: u64,
    /// Check these claims only: keys, complete, shortest, line, count, mated, longest, sooner, over,
    /// refuted, safe, escapes. Default: all, but complete and sooner (bm lists every key) only in
    /// answers of this solver, which have acn and acd
    #[arg(
        long,
        value_name = "NAMES",
        value_delimiter = ',',
        hide_possible_values = true
    )]
    #[arg(value_parser = PossibleValuesParser::new(verify::NAMES))]
    claims: Option<Vec<String>>,
    #[command(flatten)]
    workers: Workers,
    /// The form of the output; json: an object for each claim that fails, then the totals
    #[arg(long, value_parser = named(&JudgementForm::NAMES), default_value = "text")]
    format: JudgementForm,
    /// A status line with the speed on stderr; auto: if that is a terminal
    #[arg(long, value_name = "WHEN", value_parser = when(), default_value = "auto")]
    progress: When,
    /// Answers of a bulk run, or certificates of its --proof; none, or -: standard input
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    files: Vec<PathBuf>,
}

impl Verify {
    /// Verifies. The first signal ends it with the totals of what was judged; USR1 tells how far it
    /// is.
    pub fn run(self) -> Result<Exit, Exit> {
        let stop = caught(signals::on_signals())?;
        tell_if_read(&self.files, "EPD records");
        let verification = Verification {
            effort: self.effort,
            claims: self.claims,
            workers: self.workers.number(),
            form: self.format,
            progress: self.progress.on_stderr(),
        };
        let mut inputs = Inputs::default();
        // Until there is something to look at, a signal need not wait for it.
        stop.while_waiting(|| {
            for path in &self.files {
                inputs.add(&path.to_string_lossy(), open(path), exhibits);
            }
        });
        let mut out = BufWriter::new(io::stdout().lock());
        let run = verify::run(&verification, inputs, &mut out, &stop);
        let totals = run.map_err(|failure| match failure {
            Failure::Sink(error) => ended(Err(error), &stop),
            Failure::Thread(error) => no_thread(error),
        })?;
        if totals.are_empty() {
            complain(match verification.claims {
                None => "nothing to verify: no record claims anything",
                Some(_) => "nothing to verify: no record makes such a claim",
            });
        }
        Ok(totals.exit())
    }
}

/// The records of an open file, to be judged.
fn exhibits(
    name: &Arc<str>,
    reader: Box<dyn Read + Send>,
) -> impl Iterator<Item = JudgedLine> + Send + use<> {
    let name = Arc::clone(name);
    RecordLines::of(&name, reader).map(move |line| {
        let (line, text) = match line {
            Ok(line) => (line.number, line.cause.map_or(Ok(line.bytes), Err)),
            // The rest of the file is meant.
            Err(FileRemark { remark, .. }) => (0, Err(remark.to_string().into())),
        };
        let file = Arc::clone(&name);
        JudgedLine { file, line, text }
    })
}
