//! `solver verify`: claims and certificates, proved again without the search.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::bpgn::input::Inputs;
use crate::desk::{complain, counted, ended, reads_standard_input, tell, tell_if_typed};
use crate::exit::Exit;
use crate::verify::{self, Totals, Verification};

/// Verifies. The first signal ends it after the record at hand, and what was found by then is
/// written with its totals; USR1 tells how far it is.
pub fn run(verification: &Verification) -> Exit {
    let inputs = match Inputs::until_signal() {
        Ok(inputs) => inputs,
        Err(error) => {
            complain(format_args!("cannot catch signals: {error}"));
            return Exit::Internal;
        }
    };
    if reads_standard_input(&verification.files) {
        tell_if_typed("EPD records");
    }
    let mut out = BufWriter::new(io::stdout().lock());
    let mut goes_on = |totals: &Totals| {
        if inputs.stop().take_question() {
            tell(so_far(totals));
        }
        !inputs.ended()
    };
    let open = |path: &Path| inputs.open(path);
    let written = verify::run(verification, &open, &mut goes_on, &mut out).and_then(|totals| {
        out.flush()?;
        Ok(if inputs.ended() {
            Exit::Interrupted
        } else {
            totals.exit()
        })
    });
    ended(written, inputs.stop())
}

/// The status line.
fn so_far(totals: &Totals) -> String {
    let [checked, unchecked, failed] = totals.sums();
    format!(
        "{}, {}: checked {checked} unchecked {unchecked} failed {failed}",
        counted(totals.records, "record", "records"),
        counted(totals.certificates, "certificate", "certificates"),
    )
}
