//! Counts records by verdict.

use std::fmt;

use super::{Defect, SOUND, Soundness};

/// Numbers of records by their verdict.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Ledger {
    sound: u64,
    /// Indexed like [`Defect::NAMES`].
    defective: [u64; Defect::NAMES.len()],
}

impl Ledger {
    /// Counts a record.
    pub fn count(&mut self, soundness: &Soundness) {
        match soundness.gravest() {
            None => self.sound += 1,
            Some(defect) => self.defective[defect.rank()] += 1,
        }
    }

    /// The number of all records.
    pub fn records(&self) -> u64 {
        self.sound + self.defective.iter().sum::<u64>()
    }

    /// The verdicts with their numbers: [`SOUND`] first, then in the order of [`Defect::NAMES`].
    pub fn numbers(&self) -> impl Iterator<Item = (&'static str, u64)> {
        let defective = Defect::NAMES.into_iter().zip(self.defective);
        [(SOUND, self.sound)].into_iter().chain(defective)
    }

    /// The number of records that are not sound, excluding those whose verdict is one of `allowed`
    /// and problems that are not supported.
    pub fn unsound(&self, allowed: &[String]) -> u64 {
        self.numbers()
            .filter(|(name, _)| {
                ![SOUND, Defect::UNSUPPORTED].contains(name) && !allowed.iter().any(|a| a == name)
            })
            .map(|(_, number)| number)
            .sum()
    }

    /// The totals as a JSON object, without a line feed.
    pub fn object(&self) -> Vec<u8> {
        let mut totals = serde_json::Map::new();
        totals.insert("records".to_owned(), self.records().into());
        for (name, number) in self.numbers() {
            totals.insert(name.to_owned(), number.into());
        }
        serde_json::json!({ "totals": totals }).to_string().into()
    }
}

impl fmt::Display for Ledger {
    /// `5 records: 3 sound, 1 cooked, 1 dual`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let records = self.records();
        let noun = if records == 1 { "record" } else { "records" };
        write!(f, "{records} {noun}")?;
        let some = self.numbers().filter(|(_, number)| *number > 0);
        for (at, (name, number)) in some.enumerate() {
            let before = if at == 0 { ": " } else { ", " };
            write!(f, "{before}{number} {name}")?;
        }
        Ok(())
    }
}
