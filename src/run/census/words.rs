//! [`CensusFigures`] in words.

use std::fmt;

use super::{Bar, CensusFigures};
use keymove_base::desk::counted;
use keymove_base::error::printable;

/// The maximum length of a bar in characters.
const BAR: u64 = 40;

/// Lines without the last line feed.
impl fmt::Display for CensusFigures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nodes = counted(self.outcomes.nodes, "node", "nodes");
        write!(
            f,
            "{}, {nodes}",
            counted(self.outcomes.records, "record", "records")
        )?;
        self.outcomes.write_lines(f, 12)?;
        write!(f, "\nunanswered  {}", self.unanswered)?;
        histogram(f, "nodes", &self.by_nodes)?;
        histogram(f, "seconds", &self.by_seconds)?;
        for (number, slow) in self.slowest.iter().enumerate() {
            let label = if number == 0 { "slowest" } else { "" };
            write!(f, "\n{label:<12}")?;
            if let Some(seconds) = slow.seconds {
                write!(f, "{seconds} s ")?;
            }
            let nodes = counted(slow.nodes, "node", "nodes");
            let file = printable(&slow.file);
            write!(f, "{nodes} {file}:{} {}", slow.line, slow.says)?;
            if let Some(id) = &slow.id {
                write!(f, " {}", printable(id))?;
            }
        }
        Ok(())
    }
}

fn histogram(f: &mut fmt::Formatter<'_>, label: &str, steps: &[Bar]) -> fmt::Result {
    let most = steps
        .iter()
        .map(|step| step.records)
        .max()
        .unwrap_or(1)
        .max(1);
    for (number, step) in steps.iter().enumerate() {
        let label = if number == 0 { label } else { "" };
        let range = if step.from == step.to {
            step.from.to_string()
        } else {
            format!("{}-{}", step.from, step.to)
        };
        let bar = usize::try_from((step.records * BAR).div_ceil(most)).expect("at most BAR");
        let line = format!(
            "{label:<12}{range:<24}{:>10} {}",
            step.records,
            "#".repeat(bar)
        );
        write!(f, "\n{}", line.trim_end())?;
    }
    Ok(())
}
