//! The records of one shelf, joined: [`Joiner`].

use std::borrow::Cow;
use std::io;

use super::shelves::{Frame, Shelf, frames};
use super::streams::add_frame;
use super::{InputNames, LinePlace, MergeTotals};
use keymove_base::pool::PoolJob;
use keymove_base::pool::panics::Panic;
use keymove_base::pool::queue::Weigh;
use keymove_records::epd::{Epd, is_canonical};
use keymove_records::record::duplex;
use keymove_records::record::knowledge::RecordClaim;
use keymove_records::record::known_result::{AskedGoal, KnownSides};
use keymove_records::record::union::Remarks;
use keymove_rules::bounds::Contradiction;

/// Joins what is on a shelf.
pub(super) struct Joiner {
    pub(super) names: InputNames,
    pub(super) by_position: bool,
}

/// A shelf that is joined.
#[derive(Debug, Default)]
pub(super) struct ShelfJoin {
    /// Frames of records, in order.
    pub(super) records: Vec<u8>,
    /// Frames of messages, by place.
    pub(super) messages: Vec<u8>,
    pub(super) totals: MergeTotals,
}

impl Weigh for ShelfJoin {
    fn bytes(&self) -> usize {
        self.records.len() + self.messages.len()
    }
}

impl PoolJob for Joiner {
    type Input = Shelf;
    type Output = io::Result<ShelfJoin>;
    type State = ();

    fn state(&self) {}

    fn run(&self, (): &mut (), shelf: &Shelf) -> io::Result<ShelfJoin> {
        let bytes = shelf.read()?;
        let mut frames: Vec<Frame<'_>> = frames(&bytes).collect();
        frames.sort_unstable_by_key(|frame| (frame.hash, frame.place));
        let mut joining = Joining {
            joiner: self,
            records: Vec::new(),
            messages: Vec::new(),
            totals: MergeTotals::default(),
        };
        for group in frames.chunk_by(|a, b| a.hash == b.hash) {
            joining.join(group);
        }
        Ok(joining.finish())
    }

    fn failed(&self, _: &Shelf, panic: &Panic) -> io::Result<ShelfJoin> {
        Err(io::Error::other(format!("internal: {}", panic.message)))
    }
}

/// A shelf under way.
struct Joining<'a> {
    joiner: &'a Joiner,
    records: Vec<(LinePlace, Cow<'a, [u8]>)>,
    messages: Vec<(LinePlace, String)>,
    totals: MergeTotals,
}

/// The records of one position and goal.
struct ShelfSlot<'a> {
    remarks: Remarks,
    standing: KnownSides,
    /// The records joined, the first one first.
    sources: Vec<Frame<'a>>,
    /// Whether two of them contradict each other: then none is joined.
    is_contradictory: bool,
}

impl ShelfSlot<'_> {
    fn record(&self) -> &Epd {
        self.remarks.record()
    }

    fn place(&self) -> LinePlace {
        self.sources[0].place
    }

    /// The first record, with the others' remarks, where nobody searched and the others claim
    /// nothing more: it is no finding, and stays as it was written.
    fn claim(&self) -> Option<Epd> {
        if self.standing.own().counters().is_some() {
            return None;
        }
        let mut first = Epd::from_ascii(self.sources[0].line).ok()?;
        let said = KnownSides::of(&first, &RecordClaim::of(&first)).ok()?;
        if said != self.standing {
            return None;
        }
        let operations = self.record().operations();
        let remarks = operations
            .iter()
            .filter(|one| !first.operations().contains(one));
        let remarks: Vec<_> = remarks.cloned().collect();
        remarks.into_iter().for_each(|remark| first.add(remark));
        Some(first)
    }
}

impl<'a> Joining<'a> {
    /// Joins records of which those of one position are all here; there may be several.
    fn join(&mut self, group: &[Frame<'a>]) {
        let mut slots: Vec<ShelfSlot<'a>> = Vec::new();
        if let [frame] = group
            && is_canonical(frame.line)
        {
            // Nobody else knows anything of it, and it would be written as it stands.
            return self.add(frame.place, Cow::Borrowed(frame.line));
        }
        for &frame in group {
            // Of one position most are written alike.
            let read = match slots.last() {
                Some(slot) => {
                    let near = slot.sources[0].line;
                    Epd::from_ascii_near(frame.line, slot.record(), near)
                }
                None => Epd::from_ascii(frame.line),
            };
            let record = match read {
                Ok(record) => record,
                Err(error) => {
                    self.malformed(frame, &format!(":{}: {error}; left out", error.column));
                    continue;
                }
            };
            if let [_] = group {
                // Nobody else knows anything of it, so it need not be understood.
                self.add(frame.place, record.to_bytes().into());
                return;
            }
            let said = RecordClaim::of(&record);
            let standing = match KnownSides::of(&record, &said) {
                Ok(standing) => standing,
                Err(unclear) => {
                    self.malformed(frame, &format!(": {unclear}; it stays as it is"));
                    self.add(frame.place, record.to_bytes().into());
                    continue;
                }
            };
            let same = |slot: &ShelfSlot| {
                slot.standing.is_joinable(&standing)
                    && slot.record().position() == record.position()
            };
            let same = slots.iter().position(same);
            let remarks = Remarks::of(record, &said);
            match same {
                Some(same) => self.join_into(&mut slots[same], remarks, standing, &[frame]),
                None => slots.push(ShelfSlot {
                    remarks,
                    standing,
                    sources: vec![frame],
                    is_contradictory: false,
                }),
            }
        }
        self.settle(&mut slots);
        for slot in slots {
            self.put(slot);
        }
    }

    /// Joins a record, made of `frames`, into a slot of the same position.
    fn join_into(
        &mut self,
        slot: &mut ShelfSlot<'a>,
        remarks: Remarks,
        standing: KnownSides,
        frames: &[Frame<'a>],
    ) {
        let joined = slot.standing.join(&standing);
        if slot.is_contradictory {
            slot.sources.extend(frames);
            return;
        }
        if let Some(contradiction) = joined.contradiction() {
            let other = slot.sources.iter().find(|source| {
                let read = Epd::from_ascii(source.line).ok();
                let known = read.and_then(|record| {
                    let said = RecordClaim::of(&record);
                    KnownSides::of(&record, &said).ok()
                });
                known.is_some_and(|known| known.join(&standing).contradiction().is_some())
            });
            let other = *other.unwrap_or(&slot.sources[0]);
            self.contradict(other, frames[0], contradiction);
            slot.is_contradictory = true;
            slot.sources.extend(frames);
            return;
        }
        // The first one's place, wherever it stood.
        let is_first = slot.place() < frames[0].place;
        let own = std::mem::replace(&mut slot.remarks, remarks);
        let (both, other_id) = if is_first {
            own.combine(&slot.remarks)
        } else {
            slot.remarks.clone().combine(&own)
        };
        self.totals.other_ids += u64::from(other_id);
        slot.remarks = both;
        slot.standing = joined;
        slot.sources.extend(frames);
        slot.sources.sort_unstable_by_key(|source| source.place);
    }

    /// Brings slots of one position together whose goals are not the same, but the records are
    /// about one question: whether the side to move mates, or is mated, once that is answered; and
    /// what asks for nothing.
    fn settle(&mut self, slots: &mut Vec<ShelfSlot<'a>>) {
        self.end_what_is_over(slots);
        let mut at = 0;
        while at < slots.len() {
            let asks = &slots[at];
            if asks.standing.own().goal != AskedGoal::Unnamed || asks.is_contradictory {
                at += 1;
                continue;
            }
            let is_empty = asks.standing.is_empty();
            let answer = slots.iter().position(|slot| {
                slot.standing.own().goal != AskedGoal::Unnamed
                    && !slot.is_contradictory
                    && slot.record().position() == asks.record().position()
                    && (is_empty
                        || (slot.standing.own().is_solved() && slot.standing.own().goal.is_mate()))
            });
            let Some(answer) = answer else {
                at += 1;
                continue;
            };
            let ShelfSlot {
                remarks,
                standing,
                sources,
                ..
            } = slots.remove(at);
            let answer = answer - usize::from(answer > at);
            self.join_into(&mut slots[answer], remarks, standing, &sources);
        }
        for one in 0..slots.len() {
            for two in one + 1..slots.len() {
                let is_answer = |slot: &ShelfSlot| {
                    slot.standing.own().goal.is_mate()
                        && slot.standing.own().is_solved()
                        && !slot.is_contradictory
                };
                let (one, two) = (&slots[one], &slots[two]);
                if is_answer(one)
                    && is_answer(two)
                    && one.record().position() == two.record().position()
                {
                    self.contradict(one.sources[0], two.sources[0], Contradiction::Sides);
                }
            }
        }
    }

    /// Brings questions to the answer that the play is over: it is the same to all of them.
    fn end_what_is_over(&mut self, slots: &mut Vec<ShelfSlot<'a>>) {
        let is_alone =
            |slot: &ShelfSlot<'a>| !duplex::is_asked(slot.record()) && !slot.is_contradictory;
        let mut at = 0;
        while at < slots.len() {
            let asks = &slots[at];
            let over = slots.iter().position(|slot| {
                slot.standing.own().is_over()
                    && is_alone(slot)
                    && slot.record().position() == asks.record().position()
            });
            match over {
                Some(over) if over != at && asks.standing.is_empty() && is_alone(asks) => {
                    let asks = slots.remove(at);
                    let slot = &mut slots[over - usize::from(over > at)];
                    self.join_into(slot, asks.remarks, asks.standing, &asks.sources);
                }
                _ => at += 1,
            }
        }
    }

    fn put(&mut self, slot: ShelfSlot<'a>) {
        let first = slot.sources[0];
        if slot.is_contradictory {
            for &source in &slot.sources {
                self.add_as_read(source);
            }
        } else if slot.sources.iter().all(|one| one.line == first.line) {
            // There may be several, but nothing is new in them.
            self.add_as_read(first);
        } else if slot.standing.is_empty() {
            self.add(slot.place(), slot.record().to_bytes().into());
        } else if let Some(record) = slot.claim() {
            self.add(slot.place(), record.to_bytes().into());
        } else {
            let record = slot.standing.record(slot.record());
            self.add(slot.place(), record.to_bytes().into());
        }
    }

    fn add_as_read(&mut self, source: Frame<'a>) {
        let record = Epd::from_ascii(source.line).expect("it was read before");
        self.add(source.place, record.to_bytes().into());
    }

    fn add(&mut self, place: LinePlace, record: Cow<'a, [u8]>) {
        self.totals.written += 1;
        self.records.push((place, record));
    }

    fn malformed(&mut self, frame: Frame<'a>, what: &str) {
        self.totals.malformed += 1;
        let message = format!("{}{what}", self.joiner.names.at(frame.place));
        self.messages.push((frame.place, message));
    }

    /// Tells of two records that contradict each other, in the order of their places.
    fn contradict(&mut self, one: Frame<'a>, two: Frame<'a>, what: Contradiction) {
        self.totals.contradictions += 1;
        let (first, second) = if one.place < two.place {
            (one, two)
        } else {
            (two, one)
        };
        let names = &self.joiner.names;
        let message = format!(
            "{}: this record contradicts {}: {what}; both stay as they are",
            names.at(second.place),
            names.at(first.place)
        );
        let shown = [first, second].map(|frame| {
            let line = String::from_utf8_lossy(frame.line);
            format!("  {}: {line}", names.at(frame.place))
        });
        for text in [message].into_iter().chain(shown) {
            self.messages.push((second.place, text));
        }
    }

    fn finish(mut self) -> ShelfJoin {
        if self.joiner.by_position {
            self.records
                .sort_unstable_by(|a, b| (&a.1, a.0).cmp(&(&b.1, b.0)));
        } else {
            self.records.sort_unstable_by_key(|record| record.0);
        }
        self.messages.sort_by_key(|message| message.0);
        let mut join = ShelfJoin {
            totals: self.totals,
            ..ShelfJoin::default()
        };
        for (place, record) in &self.records {
            add_frame(&mut join.records, *place, record);
        }
        for (place, message) in &self.messages {
            add_frame(&mut join.messages, *place, message.as_bytes());
        }
        join
    }
}
