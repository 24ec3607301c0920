//! Avoids repeated work: a run reuses results of other runs, of its own input, and of itself.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use memchr::memmem;

use super::dedup::JobCache;
use super::known::{KnownPlace, KnownPosition, KnownRecords, believed};
use crate::answer::known::{ResumedSearch, find_known};
use crate::answer::{Answer, Found, Settings, answer_found, answer_line, find};
use keymove_base::stop::Stop;
use keymove_records::epd::{Epd, passes_through};
use keymove_records::record::duplex::AskedSide;
use keymove_records::record::knowledge::asked;
use keymove_records::record::result::JobResult;
use keymove_solve::{Length, Tables, Unsupported};

/// The options for reusing results.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reuse {
    /// Files with known records.
    pub known: Vec<PathBuf>,
    /// Whether a record's own results are believed, so that only open records are searched.
    pub only_open: bool,
    /// Whether only the first of several equal questions is searched.
    pub dedup: bool,
}

/// The results that can be reused.
#[derive(Debug, Default)]
pub struct ReuseSources {
    known: Option<KnownRecords>,
    only_open: bool,
    dedup: Option<JobCache>,
    /// The number of records for which the known results cannot be true.
    contradicted: Arc<AtomicU64>,
    /// The number of records that were passed on although they had not been searched.
    questions: Arc<AtomicU64>,
}

impl ReuseSources {
    /// Opens the sources named in `reuse`; the results of this run take at most `megabytes`
    /// megabytes. `None` if `stop` is raised meanwhile.
    ///
    /// # Errors
    ///
    /// A file cannot be read; its name is given.
    pub fn open(
        reuse: &Reuse,
        megabytes: usize,
        max_input: u64,
        stop: &Stop,
    ) -> Result<Option<ReuseSources>, (PathBuf, io::Error)> {
        let known = if reuse.known.is_empty() {
            None
        } else {
            match KnownRecords::open(&reuse.known, max_input, stop)? {
                Some(known) => Some(known),
                None => return Ok(None),
            }
        };
        Ok(Some(ReuseSources {
            known,
            only_open: reuse.only_open,
            dedup: reuse.dedup.then(|| JobCache::new(megabytes << 20)),
            contradicted: Arc::default(),
            questions: Arc::default(),
        }))
    }

    /// Messages about the files.
    pub fn complaints(&self) -> &[String] {
        self.known.as_ref().map_or(&[], KnownRecords::complaints)
    }

    /// The number of records for which the known results cannot be true.
    pub fn contradicted(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.contradicted)
    }

    /// The number of records that were passed on although they had not been searched, because only
    /// open records are searched.
    pub fn questions(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.questions)
    }

    /// Answers an EPD line, starting from the results known for it.
    pub fn answer(
        &self,
        number: u64,
        line: &[u8],
        settings: &Settings,
        tables: &mut Tables,
        stop: &Stop,
    ) -> Answer {
        if self.only_open {
            if !is_open(line) {
                self.questions
                    .fetch_add(u64::from(is_question(line)), Ordering::Relaxed);
                return Answer::passed(line.to_vec());
            }
            if let Some(why) = loses(line, settings.defaults.force_depth) {
                let mut answer = Answer::passed(line.to_vec());
                answer
                    .messages
                    .push((1, format!("warning: {why}; it stays as it is")));
                return answer;
            }
        }
        if self.known.is_none() && !self.only_open && self.dedup.is_none() {
            return answer_line(number, line, settings, tables, stop);
        }
        answer_found(number, line, settings, &mut |sides| {
            let mut search = || {
                let search = |side| self.search(side, sides, line, tables, stop);
                sides.iter().map(search).collect()
            };
            match &self.dedup {
                Some(answered) => answered.find(sides, search),
                None => search(),
            }
        })
    }

    /// Solves the job of a side of the record in `line`, starting from the results known for it.
    fn search(
        &self,
        side: &AskedSide<'_>,
        sides: &[AskedSide<'_>],
        line: &[u8],
        tables: &mut Tables,
        stop: &Stop,
    ) -> Result<Found, Unsupported> {
        let mut results = Vec::new();
        let mut places = Vec::new();
        let mut warnings = Vec::new();
        if self.only_open {
            match believed(&side.epd) {
                Ok(result) => results.push(result),
                Err(unclear) => warnings.push(format!("its result is not believed: {unclear}")),
            }
        }
        let has_own = !results.is_empty();
        if let Some(known) = &self.known {
            match known_of(known, side, sides, line) {
                Ok(mut found) => {
                    results.append(&mut found.results);
                    places = found.places;
                    for (place, unclear) in found.unclear {
                        let name = named(known, place);
                        warnings.push(format!("{name} is not believed: {unclear}"));
                    }
                }
                Err(error) => warnings.push(format!("known records cannot be read: {error}")),
            }
        }
        if results.is_empty() {
            return Ok(Found {
                warnings,
                ..Found::searched(find(&side.job, tables, stop)?)
            });
        }
        let ResumedSearch {
            findings,
            nodes,
            contradiction,
        } = find_known(&side.job, &results, tables, stop)?;
        if let Some(why) = contradiction {
            self.contradicted.fetch_add(1, Ordering::Relaxed);
            let own = has_own.then(|| "this record".to_owned());
            let known = self.known.iter();
            let named = known.flat_map(|known| places.iter().map(|&place| named(known, place)));
            let sources: Vec<String> = own.into_iter().chain(named).collect();
            let sources = sources.join(", ");
            warnings.push(format!(
                "what is known cannot be true, and was left aside: {why} ({sources})"
            ));
        }
        Ok(Found {
            nodes: Some(nodes),
            warnings,
            ..Found::searched(findings)
        })
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

/// Whether a line is a record that says that something is left to find.
pub(super) fn is_open(line: &[u8]) -> bool {
    let opcodes = ["Limit", "Open", "DuplexLimit", "DuplexOpen"];
    opcodes
        .iter()
        .any(|opcode| memmem::find(line, opcode.as_bytes()).is_some())
        && Epd::from_ascii(line)
            .is_ok_and(|record| opcodes.iter().any(|o| record.operation(o).is_some()))
}

/// Whether a line is a record that has not been searched.
fn is_question(line: &[u8]) -> bool {
    // Most records that are not open have been answered, which this test shows quickly.
    memmem::find(line, b" acn ").is_none()
        && !passes_through(line)
        && Epd::from_ascii(line)
            .is_ok_and(|record| !JobResult::of(&record).is_some_and(|result| result.is_searched))
}

/// Why a search to the depth forced by `-Z` would lose results of the record in a line, if it
/// would.
fn loses(line: &[u8], force_depth: Option<u16>) -> Option<String> {
    let depth = force_depth?;
    let record = Epd::from_ascii(line).ok()?;
    let forced = Length::of_moves(depth);
    if let Some(asked) = asked(&record)
        && (forced < asked.length || (asked.exact && forced != asked.length))
    {
        return Some(format!("-Z {depth} asks something else than {asked}"));
    }
    let is_deeper = |opcode: &&str| {
        let known = record.operation(opcode).map(|known| known.text());
        known.and_then(|known| Length::read(&known)) > Some(forced)
    };
    let deeper = ["Refuted", "Safe"].into_iter().find(is_deeper)?;
    Some(format!("-Z {depth} asks for less than its {deeper}"))
}
