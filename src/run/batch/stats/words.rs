//! [`Figures`] in words: the summary.

use std::fmt;
use std::io::{self, IsTerminal};
use std::time::Duration;

use super::super::Config;
use super::super::progress::reads_terminal;
use super::{Figures, RunStage};
use keymove_base::desk::{clock, counted};
use keymove_base::error::printable;

impl Figures {
    /// Whether the summary of a run with `config` is shown.
    pub(in crate::batch) fn are_wanted(&self, config: &Config) -> bool {
        // A user who types a line or asks for one answer does not need a summary; a reader who
        // closed the output wants no more of it.
        config.summary.or(|| {
            io::stderr().is_terminal()
                && !reads_terminal(&config.inputs)
                && self.outcomes.records > 1
                && self.end != RunStage::Closed
        })
    }
}

/// The summary: lines without the last line feed.
impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&counted(self.outcomes.records, "record", "records"))?;
        if let Some(wall) = self.wall_seconds {
            write!(f, " in {}", clock(Duration::from_secs_f64(wall)))?;
        }
        if let Some(cpu) = self.cpu_seconds {
            write!(f, ", {cpu:.2} s of CPU")?;
        }
        write!(f, ", {}", counted(self.outcomes.nodes, "node", "nodes"))?;
        match self.end {
            RunStage::Running | RunStage::Complete => {}
            RunStage::Stopped => f.write_str("; stopped")?,
            RunStage::Closed => f.write_str("; the output was closed")?,
            RunStage::Failed => f.write_str("; failed")?,
        }
        if self.kept > 0 {
            let lines = counted(self.kept, "line", "lines");
            write!(f, "\nkept      {lines} of an earlier run, counted below")?;
        }
        self.outcomes.write_lines(f, 10)?;
        if self.outcomes.unreadable_files > 0 {
            let files = counted(self.outcomes.unreadable_files, "file", "files");
            write!(f, "; {files} not readable")?;
        }
        for (number, slow) in self.slowest.iter().enumerate() {
            let label = if number == 0 { "slowest " } else { "        " };
            write!(f, "\n{label}  ")?;
            if let Some(seconds) = slow.seconds {
                write!(f, "{seconds:.3} s ")?;
            }
            let nodes = counted(slow.nodes, "node", "nodes");
            let file = printable(&slow.file);
            write!(f, "{nodes} {file}:{} {}", slow.line, slow.outcome)?;
        }
        Ok(())
    }
}
