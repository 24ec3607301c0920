//! Joins the records of one shelf: [`Joiner`].

use std::borrow::Cow;
use std::io;

use super::shelves::{Frame, Shelf, frames};
use super::streams::add_frame;
use super::{InputNames, LinePlace, MergeMessage, MergeTotals};
use keymove_base::error::excerpt;
use keymove_base::pool::PoolJob;
use keymove_base::pool::panics::Panic;
use keymove_base::pool::queue::Weigh;
use keymove_records::epd::{Epd, Operation, is_canonical};
use keymove_records::record::duplex;
use keymove_records::record::stated::{
    AskedGoal, Claim, KnownSides, Remarks, Stated, is_statement,
};
use keymove_rules::bounds::Contradiction;

/// Joins the records of a shelf.
pub(super) struct Joiner {
    pub(super) names: InputNames,
    pub(super) by_position: bool,
}

/// The result for a shelf.
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

/// A shelf that is being joined.
struct Joining<'a> {
    joiner: &'a Joiner,
    records: Vec<(LinePlace, Cow<'a, [u8]>)>,
    messages: Vec<(LinePlace, MergeMessage)>,
    totals: MergeTotals,
}

/// The records of one position and goal.
struct ShelfSlot<'a> {
    remarks: Remarks,
    known: KnownSides,
    /// The joined records, the first one first.
    sources: Vec<Frame<'a>>,
    /// Whether two of them contradict each other: then none of them is joined.
    is_contradictory: bool,
}

impl ShelfSlot<'_> {
    fn record(&self) -> &Epd {
        self.remarks.record()
    }

    fn place(&self) -> LinePlace {
        self.sources[0].place
    }

    /// The first record that claims all that is claimed, with the remarks of all, if none of them
    /// has been searched: it is not a finding, and keeps its form.
    fn claim(&self) -> Option<Epd> {
        if self.known.own().counters().is_some() {
            return None;
        }
        let mut sources = self.sources.iter().enumerate();
        let (at, mut claim) = sources.find_map(|(at, source)| {
            let record = Epd::from_ascii(source.line).ok()?;
            let claimed = Stated::read(&record).sides().ok()?;
            (claimed == self.known).then(|| (at, record.with(is_statement)))
        })?;
        for operation in self.record().operations() {
            // A shorter mate may have other keys.
            let is_opinion = (at == 0 || self.remarks.has_opinions())
                && claim
                    .operations()
                    .iter()
                    .all(|o| o.opcode() != operation.opcode())
                && !Claim::is_made_by(operation);
            if !is_statement(operation) || is_opinion {
                claim.add(operation.clone());
            }
        }
        Some(claim)
    }
}

impl<'a> Joining<'a> {
    /// Joins the records in `group`, which contains all records of one or several positions.
    fn join(&mut self, group: &[Frame<'a>]) {
        let mut slots: Vec<ShelfSlot<'a>> = Vec::new();
        if let [frame] = group
            && is_canonical(frame.line)
        {
            // It is the only record, and its canonical form is the same.
            return self.add(frame.place, Cow::Borrowed(frame.line));
        }
        for &frame in group {
            // Most records of one position are written alike.
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
                // It is the only record, so its claims need not be interpreted.
                self.add(frame.place, record.to_bytes().into());
                return;
            }
            let stated = Stated::read(&record);
            let known = match stated.sides() {
                Ok(known) => known,
                Err(unclear) => {
                    self.malformed(frame, &format!(": {unclear}; it stays as it is"));
                    self.add(frame.place, record.to_bytes().into());
                    continue;
                }
            };
            let same = |slot: &ShelfSlot| {
                slot.known.is_joinable(&known) && slot.record().position() == record.position()
            };
            let same = slots.iter().position(same);
            let claim = stated.claim;
            let remarks = Remarks::of(record, &claim);
            match same {
                Some(same) => self.join_into(&mut slots[same], remarks, known, &[frame]),
                None => slots.push(ShelfSlot {
                    remarks,
                    known,
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

    /// Joins a record, made from `frames`, into a slot of the same position.
    fn join_into(
        &mut self,
        slot: &mut ShelfSlot<'a>,
        remarks: Remarks,
        known: KnownSides,
        frames: &[Frame<'a>],
    ) {
        let joined = slot.known.join(&known);
        if slot.is_contradictory {
            slot.sources.extend(frames);
            return;
        }
        if let Some(contradiction) = joined.contradiction() {
            let other = slot.sources.iter().find(|source| {
                let read = Epd::from_ascii(source.line).ok();
                let one = read.and_then(|record| Stated::read(&record).sides().ok());
                one.is_some_and(|one| one.join(&known).contradiction().is_some())
            });
            let other = *other.unwrap_or(&slot.sources[0]);
            self.contradict(other, frames[0], contradiction);
            slot.is_contradictory = true;
            slot.sources.extend(frames);
            return;
        }
        // The place of the first record is used.
        let is_first = slot.place() < frames[0].place;
        let solution = joined.own().solution();
        let own = std::mem::replace(&mut slot.remarks, remarks);
        let (both, left_out) = if is_first {
            own.combine(&slot.remarks, solution)
        } else {
            slot.remarks.clone().combine(&own, solution)
        };
        self.leave_out(slot.place(), frames[0].place, &left_out);
        slot.remarks = both;
        slot.known = joined;
        // Usually the records come in order, and to sort them each time takes quadratic time.
        let is_last = slot
            .sources
            .last()
            .is_some_and(|last| last.place < frames[0].place);
        slot.sources.extend(frames);
        if !is_last {
            slot.sources.sort_unstable_by_key(|source| source.place);
        }
    }

    /// Counts or reports operations that a record has only once, when two records were joined.
    fn leave_out(&mut self, one: LinePlace, two: LinePlace, left_out: &[Operation]) {
        let others = left_out.iter().filter(|o| !o.is("id"));
        let others: Vec<String> = others.map(|o| excerpt(o.as_bytes())).collect();
        self.totals.other_ids += u64::from(left_out.len() > others.len());
        if !others.is_empty() {
            let at = |place| self.joiner.names.at(place);
            let (first, second, others) = (at(one.min(two)), at(one.max(two)), others.join("; "));
            let message = format!("{second}: joined with {first}; left out: {others}");
            self.messages.push((one.max(two), message.into()));
        }
    }

    /// Combines slots of one position that have different goals but are about one question: whether
    /// the side to move mates or is mated, once that is answered; and questions that name nothing.
    fn settle(&mut self, slots: &mut Vec<ShelfSlot<'a>>) {
        self.end_what_is_over(slots);
        let mut at = 0;
        while at < slots.len() {
            let asks = &slots[at];
            if asks.known.own().goal != AskedGoal::Unnamed || asks.is_contradictory {
                at += 1;
                continue;
            }
            let is_empty = asks.known.is_empty();
            let answer = slots.iter().position(|slot| {
                slot.known.own().goal != AskedGoal::Unnamed
                    && !slot.is_contradictory
                    && slot.record().position() == asks.record().position()
                    && (is_empty
                        || (slot.known.own().is_solved() && slot.known.own().goal.is_mate()))
            });
            let Some(answer) = answer else {
                at += 1;
                continue;
            };
            let ShelfSlot {
                remarks,
                known,
                sources,
                ..
            } = slots.remove(at);
            let answer = answer - usize::from(answer > at);
            self.join_into(&mut slots[answer], remarks, known, &sources);
        }
        for one in 0..slots.len() {
            for two in one + 1..slots.len() {
                let is_answer = |slot: &ShelfSlot| {
                    slot.known.own().goal.is_mate()
                        && slot.known.own().is_solved()
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

    /// Adds questions to the answer that the play is over, which is the same for all of them.
    fn end_what_is_over(&mut self, slots: &mut Vec<ShelfSlot<'a>>) {
        let is_alone =
            |slot: &ShelfSlot<'a>| !duplex::is_asked(slot.record()) && !slot.is_contradictory;
        let mut at = 0;
        while at < slots.len() {
            let asks = &slots[at];
            let over = slots.iter().position(|slot| {
                slot.known.own().is_over()
                    && is_alone(slot)
                    && slot.record().position() == asks.record().position()
            });
            match over {
                Some(over) if over != at && asks.known.is_empty() && is_alone(asks) => {
                    let asks = slots.remove(at);
                    let slot = &mut slots[over - usize::from(over > at)];
                    self.join_into(slot, asks.remarks, asks.known, &asks.sources);
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
            // There may be several records, but they contain nothing new.
            self.add_as_read(first);
        } else if slot.known.is_empty() {
            let mut record = slot.record().clone();
            if let Some(deepest) = slot.known.own().deeper_than(&record) {
                record.remove("Stip");
                record.add(deepest);
            }
            self.add(slot.place(), record.to_bytes().into());
        } else if let Some(record) = slot.claim() {
            self.add(slot.place(), record.to_bytes().into());
        } else {
            let record = slot.known.record(slot.record());
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
        self.messages.push((frame.place, message.into()));
    }

    /// Reports two records that contradict each other, in the order of their places.
    fn contradict(&mut self, one: Frame<'a>, two: Frame<'a>, what: Contradiction) {
        self.totals.contradictions += 1;
        let (first, second) = if one.place < two.place {
            (one, two)
        } else {
            (two, one)
        };
        let names = &self.joiner.names;
        let text = format!(
            "{}: this record contradicts {}: {what}; both stay as they are",
            names.at(second.place),
            names.at(first.place)
        );
        let records = [first, second].map(|frame| {
            let line = String::from_utf8_lossy(frame.line);
            format!("{}: {line}", names.at(frame.place))
        });
        let records = records.into();
        self.messages
            .push((second.place, MergeMessage { text, records }));
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
            let message = serde_json::to_vec(message).expect("texts can be written as JSON");
            add_frame(&mut join.messages, *place, &message);
        }
        join
    }
}
