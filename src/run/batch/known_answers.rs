//! Answers records from known results, so that nothing is searched twice: [`KnownAnswers`].

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::known::{KnownPlace, KnownPosition, KnownRecords};
use crate::answer::known::find_known;
use crate::answer::{Answer, Found, Question, Settings, answer_guided, find, searched};
use keymove_base::stop::Stop;
use keymove_records::record::duplex::AskedSide;
use keymove_solve::{Tables, Unsupported};

/// The known results of a run; without files there are none.
#[derive(Debug, Default)]
pub struct KnownAnswers {
    known: Option<KnownRecords>,
    /// The number of records for which the known results cannot be true.
    contradicted: Arc<AtomicU64>,
}

impl KnownAnswers {
    /// Opens the files of known records.
    ///
    /// # Errors
    ///
    /// A file cannot be read; its name is given.
    pub fn open(files: &[PathBuf]) -> Result<KnownAnswers, (PathBuf, io::Error)> {
        let known = (!files.is_empty()).then(|| KnownRecords::open(files));
        Ok(KnownAnswers {
            known: known.transpose()?,
            contradicted: Arc::default(),
        })
    }

    /// Messages about the files.
    pub fn complaints(&self) -> &[String] {
        self.known.as_ref().map_or(&[], KnownRecords::complaints)
    }

    /// The number of records for which the known results cannot be true.
    pub fn contradicted(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.contradicted)
    }

    /// Answers a question, starting from the results known for it. Lines of play that known records
    /// claim guide the search.
    pub fn answer(
        &self,
        question: Question<'_>,
        settings: &Settings,
        tables: &mut Tables,
        stop: &Stop,
    ) -> Answer {
        let Some(known) = &self.known else {
            return answer_guided(question, settings, &|_| Vec::new(), &mut |sides| {
                searched(sides, tables, stop)
            });
        };
        let line = question.line.clone();
        // Where a file can no longer be read, the search for the record says so.
        let claimed = |epd: &_| known.claimed_lines(epd, &line).unwrap_or_default();
        answer_guided(question, settings, &claimed, &mut |sides| {
            let search = |side| self.search(known, side, sides, &line, tables, stop);
            sides.iter().map(search).collect()
        })
    }

    /// Solves the job of a side of the record in `line`, starting from the results known for it.
    fn search(
        &self,
        known: &KnownRecords,
        side: &AskedSide<'_>,
        sides: &[AskedSide<'_>],
        line: &[u8],
        tables: &mut Tables,
        stop: &Stop,
    ) -> Result<Found, Unsupported> {
        let mut warnings = Vec::new();
        let found = known_of(known, side, sides, line).unwrap_or_else(|error| {
            warnings.push(format!("known records cannot be read: {error}"));
            KnownPosition::default()
        });
        for (place, unclear) in found.unclear {
            let name = named(known, place);
            warnings.push(format!("{name} is not used: {unclear}"));
        }
        if found.results.is_empty() {
            return Ok(Found {
                warnings,
                ..Found::searched(find(&side.job, tables, stop)?)
            });
        }
        let (solved, contradiction) = find_known(&side.job, &found.results, tables, stop)?;
        if let Some(why) = contradiction {
            self.contradicted.fetch_add(1, Ordering::Relaxed);
            let sources: Vec<String> = found.places.iter().map(|&at| named(known, at)).collect();
            let sources = sources.join(", ");
            warnings.push(format!(
                "what is known cannot be true, and was left aside: {why} ({sources})"
            ));
        }
        Ok(Found { warnings, ..solved })
    }
}

/// The results known for a side of the record in `line`: from answers for its own position and, for
/// the other side of a duplex, from answers for both sides.
fn known_of(
    known: &KnownRecords,
    side: &AskedSide<'_>,
    sides: &[AskedSide<'_>],
    line: &[u8],
) -> io::Result<KnownPosition> {
    let own = &sides[0];
    if std::ptr::eq(side, own) {
        return known.of(&side.epd, line);
    }
    let mut found = known.of(&side.epd, &side.epd.to_bytes())?;
    found.add(known.of_other_side(&own.epd, line)?);
    Ok(found)
}

/// The file and line of a known record.
fn named(known: &KnownRecords, place: KnownPlace) -> String {
    known
        .name(place)
        .unwrap_or_else(|error| format!("a known record whose file cannot be read: {error}"))
}
