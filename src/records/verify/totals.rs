//! The totals of a verification: numbers by name of the claim, and the exit code.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use serde_json::{Value, json};

use keymove_base::desk::counted;
use keymove_base::exit::Exit;

/// The totals of a verification.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CheckTotals {
    /// By name of the claim: the numbers checked, unchecked and failed.
    pub claims: BTreeMap<&'static str, [u64; 3]>,
    /// The number of records, with or without claims.
    pub records: u64,
    /// The number of records with an `Error`, which claim nothing.
    pub errors: u64,
    /// The number of certificates.
    pub certificates: u64,
    /// The number of their nodes.
    pub nodes: u64,
    /// The number of lines or files that could not be read.
    pub unreadable: u64,
    /// The number of records for which this program failed.
    pub internal: u64,
    /// Whether a signal came before everything was read.
    pub stopped: bool,
}

impl CheckTotals {
    /// The numbers of checked, unchecked and failed claims.
    pub fn sums(&self) -> [u64; 3] {
        let mut sums = [0; 3];
        for counts in self.claims.values() {
            for (sum, count) in sums.iter_mut().zip(counts) {
                *sum += count;
            }
        }
        sums
    }

    /// Whether there was nothing to verify: everything was read, and nothing was claimed.
    pub fn are_empty(&self) -> bool {
        self.sums() == [0; 3] && self.unreadable == 0 && self.internal == 0 && !self.stopped
    }

    /// The exit code. A file without claims counts as a mistake of the user.
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

    /// The totals as a JSON object, with the elapsed time.
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
