//! Nothing is paid twice: what a run takes from other runs, from its own input, and from itself.

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

/// What is to be reused.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reuse {
    /// Files of records that are known.
    pub known: Vec<PathBuf>,
    /// A record's own results are believed, and only those that are open are searched.
    pub only_open: bool,
    /// Of lines that ask the same the first is searched.
    pub dedup: bool,
}

/// What there is to reuse.
#[derive(Debug, Default)]
pub struct ReuseSources {
    known: Option<KnownRecords>,
    only_open: bool,
    dedup: Option<JobCache>,
    /// How many records there were of which what was known cannot be true.
    contradicted: Arc<AtomicU64>,
    /// How many records there were that nobody searched, and that were passed on.
    questions: Arc<AtomicU64>,
}

impl ReuseSources {
    /// What `reuse` names; answers of this run may hold so many megabytes. `None` when `stop` is
    /// raised meanwhile.
    ///
    /// # Errors
    ///
    /// A file cannot be read; it is named.
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

    /// What is to be told of the files.
    pub fn complaints(&self) -> &[String] {
        self.known.as_ref().map_or(&[], KnownRecords::complaints)
    }

    /// How many records there were of which what was known cannot be true.
    pub fn contradicted(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.contradicted)
    }

    /// How many records there were that nobody searched, and that were passed on because only what
    /// is open is searched.
    pub fn questions(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.questions)
    }

    /// Answers a line of EPD, with what is known of it.
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

    /// Does the job of a side of the record in `line`, beginning with what is known of it.
    fn search(
        &self,
        side: &AskedSide<'_>,
        sides: &[AskedSide<'_>],
        line: &[u8],
        tables: &mut Tables,
        stop: &Stop,
    ) -> Result<Found, Unsupported> {
        let mut standings = Vec::new();
        let mut places = Vec::new();
        let mut warnings = Vec::new();
        if self.only_open {
            match believed(&side.epd) {
                Ok(standing) => standings.push(standing),
                Err(unclear) => warnings.push(format!("its result is not believed: {unclear}")),
            }
        }
        let has_own = !standings.is_empty();
        if let Some(known) = &self.known {
            match known_of(known, side, sides, line) {
                Ok(mut found) => {
                    standings.append(&mut found.standings);
                    places = found.places;
                    for (place, unclear) in found.unclear {
                        let name = named(known, place);
                        warnings.push(format!("{name} is not believed: {unclear}"));
                    }
                }
                Err(error) => warnings.push(format!("known records cannot be read: {error}")),
            }
        }
        if standings.is_empty() {
            return Ok(Found {
                warnings,
                ..Found::searched(find(&side.job, tables, stop)?)
            });
        }
        let ResumedSearch {
            findings,
            nodes,
            contradiction,
        } = find_known(&side.job, &standings, tables, stop)?;
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

/// What is known of a side of the record in `line`: by answers for its own position and, for the
/// other side of a duplex, by answers for both sides.
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

/// Whether a line holds a record that says that something is left to find.
pub(super) fn is_open(line: &[u8]) -> bool {
    let opcodes = ["Limit", "Open", "DuplexLimit", "DuplexOpen"];
    opcodes
        .iter()
        .any(|opcode| memmem::find(line, opcode.as_bytes()).is_some())
        && Epd::from_ascii(line)
            .is_ok_and(|record| opcodes.iter().any(|o| record.operation(o).is_some()))
}

/// Whether a line holds a record that nobody searched.
fn is_question(line: &[u8]) -> bool {
    // Most records that are not open are answered, and a look shows it.
    memmem::find(line, b" acn ").is_none()
        && !passes_through(line)
        && Epd::from_ascii(line)
            .is_ok_and(|record| !JobResult::of(&record).is_some_and(|result| result.is_searched))
}

/// Why a search to the depth that `-Z` forces would lose what the record of a line says, if it
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
