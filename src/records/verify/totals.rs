//! What came of a verification: numbers by name of the claim, and the exit code.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use serde_json::{Value, json};

use keymove_base::desk::counted;
use keymove_base::exit::Exit;

/// What came of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CheckTotals {
    /// By name of the claim: checked, unchecked, failed.
    pub claims: BTreeMap<&'static str, [u64; 3]>,
    /// Records read, with claims or without.
    pub records: u64,
    /// Records with an `Error`, which claim nothing.
    pub errors: u64,
    /// Certificates read, and the nodes they had.
    pub certificates: u64,
    /// Their nodes.
    pub nodes: u64,
    /// Lines or files that could not be read.
    pub unreadable: u64,
    /// Records whose judging failed inside this program.
    pub internal: u64,
    /// A signal came before all was read.
    pub stopped: bool,
}

impl CheckTotals {
    /// Claims that are checked, unchecked and failed.
    pub fn sums(&self) -> [u64; 3] {
        let mut sums = [0; 3];
        for counts in self.claims.values() {
            for (sum, count) in sums.iter_mut().zip(counts) {
                *sum += count;
            }
        }
        sums
    }

    /// Whether there was nothing to verify: all was read, and nothing was claimed.
    pub fn are_empty(&self) -> bool {
        self.sums() == [0; 3] && self.unreadable == 0 && self.internal == 0 && !self.stopped
    }

    /// The exit code. A file without a claim is not the one that was meant.
    pub fn exit(&self) -> Exit {
        if self.stopped {
            Exit::Interrupted
        } else if self.internal > 0 {
            Exit::Internal
        } else if self.unreadable > 0 || self.are_empty() {
            Exit::Malformed
        } else if self.sums()[2] > 0 {
            Exit::Found
        } else {
            Exit::Success
        }
    }

    /// The totals as a JSON object, with the time they took.
    pub fn json(&self, elapsed: Duration) -> Value {
        let claims: serde_json::Map<String, Value> = self
            .claims
            .iter()
            .map(|(&name, [checked, unchecked, failed])| {
                let counts = json!({"checked": checked, "unchecked": unchecked, "failed": failed});
                (name.to_owned(), counts)
            })
            .collect();
        let [checked, unchecked, failed] = self.sums();
        json!({"totals": {
            "records": self.records,
            "errors": self.errors,
            "certificates": self.certificates,
            "nodes": self.nodes,
            "unreadable": self.unreadable,
            "internal": self.internal,
            "stopped": self.stopped,
            "claims": claims,
            "checked": checked,
            "unchecked": unchecked,
            "failed": failed,
            "seconds": elapsed.as_secs_f64(),
        }})
    }
}

impl fmt::Display for CheckTotals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{}, {}, {} of {}, {} unreadable",
            counted(self.records, "record", "records"),
            counted(self.errors, "error", "errors"),
            counted(self.certificates, "certificate", "certificates"),
            counted(self.nodes, "node", "nodes"),
            self.unreadable
        )?;
        writeln!(
            f,
            "{:12} {:>9} {:>9} {:>9}",
            "", "checked", "unchecked", "failed"
        )?;
        let all = ("all", &self.sums());
        for (name, [checked, unchecked, failed]) in self
            .claims
            .iter()
            .map(|(&name, counts)| (name, counts))
            .chain([all])
        {
            writeln!(f, "{name:12} {checked:9} {unchecked:9} {failed:9}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_several_exit_codes_the_gravest_counts() {
        let exit = |counts, unreadable, internal, stopped| {
            let totals = CheckTotals {
                claims: [("keys", counts)].into(),
                unreadable,
                internal,
                stopped,
                ..CheckTotals::default()
            };
            totals.exit().code()
        };
        assert_eq!(exit([1, 0, 0], 0, 0, false), 0);
        assert_eq!(exit([0, 1, 0], 0, 0, false), 0, "beyond reach is no fault");
        assert_eq!(exit([1, 0, 1], 0, 0, false), 1);
        assert_eq!(exit([0, 0, 0], 0, 0, false), 2, "nothing was claimed");
        assert_eq!(exit([1, 0, 1], 1, 0, false), 2);
        assert_eq!(exit([1, 0, 1], 1, 1, false), 70);
        assert_eq!(exit([0, 0, 0], 1, 1, true), 130);
    }
}
