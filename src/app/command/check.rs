//! `solver check`: an editor's verdict on each record, and whether something is unsound.

use super::solve::summary;
use keymove_base::exit::Exit;
use keymove_run::batch::Config;

/// What `solver check` is to do.
#[derive(Debug, Clone)]
pub struct Examination {
    /// The run over the records.
    pub config: Config,
    /// Verdicts that are no reason to end with 1.
    pub allowed: Vec<String>,
}

/// Checks.
pub fn run(examination: &Examination) -> Result<Exit, Exit> {
    let summary = summary(&examination.config)?;
    // Who read as much as they wanted did not ask for the whole verdict.
    let is_whole = summary.end.is_some();
    let is_unsound = is_whole && summary.ledger.unsound(&examination.allowed) > 0;
    Ok(match is_unsound {
        true => summary.exit().min(Exit::Found),
        false => summary.exit(),
    })
}
