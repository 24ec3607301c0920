//! `solver verify`: claims and certificates, proved again without the search.

use std::io::{self, BufWriter, Read};
use std::path::PathBuf;
use std::sync::Arc;

use super::records::{RecordLines, open};
use super::{caught, no_thread};
use keymove_base::desk::{complain, ended, reads_standard_input, tell_if_typed};
use keymove_base::exit::Exit;
use keymove_base::notices::{NoticeForm, VerifyNotices};
use keymove_base::pool::Failure;
use keymove_base::stop::signals;
use keymove_records::verify::{self, Inputs, JudgedLine, Verification};

/// What `solver verify` is to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifyTask {
    /// Files of records or certificates; `-` is standard input.
    pub files: Vec<PathBuf>,
    /// How their claims are judged, and how that is told.
    pub verification: Verification,
    /// Notices in place of JSON; then [`Verification::json`] is set.
    pub notices: Option<NoticeForm>,
}

/// Verifies. The first signal ends it with the totals of what was judged; USR1 tells how far it is.
pub fn run(trial: &VerifyTask) -> Result<Exit, Exit> {
    let VerifyTask {
        files,
        verification,
        notices,
    } = trial;
    let stop = caught(signals::on_signals())?;
    if reads_standard_input(files) {
        tell_if_typed("EPD records");
    }
    let mut inputs = Inputs::default();
    // Until there is something to look at, a signal need not wait for it.
    stop.while_waiting(|| {
        for path in files {
            inputs.add(&path.to_string_lossy(), open(path), exhibits);
        }
    });
    let mut out = BufWriter::new(io::stdout().lock());
    let run = match notices {
        None => verify::run(verification, inputs, &mut out, &stop),
        Some(form) => VerifyNotices::new(out, *form)
            .map_err(Failure::Sink)
            .and_then(|mut out| verify::run(verification, inputs, &mut out, &stop)),
    };
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

/// The records of an open file, to be judged.
fn exhibits(
    name: &Arc<str>,
    reader: Box<dyn Read + Send>,
) -> impl Iterator<Item = JudgedLine> + Send + use<> {
    let name = Arc::clone(name);
    RecordLines::of(&name, reader).map(move |line| JudgedLine {
        line: line.number,
        text: match line.refusal {
            // The name stands before what is said of a file.
            Some(message) if line.number == 0 => {
                let own = message.strip_prefix(&format!("{name}:"));
                Err(own.map_or_else(|| message.clone(), |own| own.trim_start().to_owned()))
            }
            Some(reason) => Err(reason),
            None => Ok(line.bytes),
        },
        file: Arc::clone(&name),
    })
}
