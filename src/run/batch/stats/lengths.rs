//! Counts solved records by length.

use std::collections::BTreeMap;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use keymove_solve::{Kind, Stipulation};

/// The numbers of solved records by what they reached, in the order of [`Kind::ALL`], then by
/// length. In JSON, each has an object.
#[derive(Debug, Clone, Default)]
pub(super) struct SolvedLengths(BTreeMap<(usize, bool, u32), (Stipulation, u64)>);

/// The records of one length.
#[derive(Serialize, Deserialize)]
struct LengthRow {
    /// The goal with its length: `#3`, `-#2`, `h#2.5`.
    stipulation: String,
    /// The length in full moves.
    moves: f64,
    /// Their number.
    records: u64,
}

impl SolvedLengths {
    /// Counts a record that reached `stipulation`.
    pub fn count(&mut self, stipulation: Stipulation) {
        self.add(stipulation, 1);
    }

    fn add(&mut self, stipulation: Stipulation, records: u64) {
        let kind = Kind::ALL.iter().position(|&kind| kind == stipulation.kind);
        let kind = kind.expect("every kind is among all kinds");
        let at = (kind, stipulation.exact, stipulation.length.half_moves());
        self.0.entry(at).or_insert((stipulation, 0)).1 += records;
    }

    /// The number of records of each length.
    pub fn numbers(&self) -> impl Iterator<Item = u64> {
        self.0.values().map(|(_, records)| *records)
    }

    /// Each length with its number of records, in words.
    pub fn parts(&self) -> Vec<String> {
        let parts = self.0.values();
        parts
            .map(|(stipulation, records)| format!("{stipulation} {records}"))
            .collect()
    }
}

impl Serialize for SolvedLengths {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.values().map(|(stipulation, records)| LengthRow {
            stipulation: stipulation.to_string(),
            moves: f64::from(stipulation.length.half_moves()) / 2.0,
            records: *records,
        }))
    }
}

impl<'de> Deserialize<'de> for SolvedLengths {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SolvedLengths, D::Error> {
        let mut lengths = SolvedLengths::default();
        for row in Vec::<LengthRow>::deserialize(deserializer)? {
            let stipulation = row.stipulation.parse().map_err(D::Error::custom)?;
            lengths.add(stipulation, row.records);
        }
        Ok(lengths)
    }
}
