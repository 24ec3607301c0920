//! Counts solved records by length.

use std::collections::BTreeMap;

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::LengthFigures;
use keymove_solve::{Kind, Stipulation};

/// The numbers of solved records by what they reached, in the order of [`Kind::ALL`], then by
/// length.
///
/// In FILE.run these are pairs of a stipulation and a number.
#[derive(Debug, Clone, Default)]
pub struct SolvedLengths(BTreeMap<(usize, bool, u32), (Stipulation, u64)>);

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

    /// The total number of records.
    pub fn records(&self) -> u64 {
        self.0.values().map(|(_, records)| records).sum()
    }

    /// The published numbers for each length.
    pub fn figures(&self) -> Vec<LengthFigures> {
        let figures = self.0.values().map(|(stipulation, records)| LengthFigures {
            stipulation: stipulation.to_string(),
            moves: f64::from(stipulation.length.half_moves()) / 2.0,
            records: *records,
        });
        figures.collect()
    }
}

impl Serialize for SolvedLengths {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let pairs = self.0.values();
        serializer
            .collect_seq(pairs.map(|(stipulation, records)| (stipulation.to_string(), records)))
    }
}

impl<'de> Deserialize<'de> for SolvedLengths {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<SolvedLengths, D::Error> {
        let mut lengths = SolvedLengths::default();
        for (stipulation, records) in Vec::<(String, u64)>::deserialize(deserializer)? {
            lengths.add(stipulation.parse().map_err(D::Error::custom)?, records);
        }
        Ok(lengths)
    }
}
