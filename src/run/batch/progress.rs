//! Messages and a single status line on stderr.
//!
//! The status line is shorter than 80 columns, so that it never wraps. All output to stderr goes
//! through here, so that the line can be cleared before a message and drawn again after it.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use super::lines::{Input, InputLines, Item};
use super::tally::Tally;
use super::watch::Underway;
pub use keymove_base::desk::When;
use keymove_base::desk::{StatusLine, clock, complain, tell};
use keymove_base::pool::queue::Weigh;
use keymove_forms::collection::Reading;

/// A record that takes at least this long is shown in the status line.
const LONG: Duration = Duration::from_secs(1);

/// The maximum length of the status line.
const COLUMNS: usize = 79;

/// The lines of larger inputs are not counted but estimated.
const COUNTED_BYTES: u64 = 64 << 20;

/// The amount of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Amount {
    Lines(u64),
    Bytes(u64),
    Unknown,
}

impl Amount {
    fn of(inputs: &[Input], reading: &Reading) -> Amount {
        let size = |input: &Input| match input {
            Input::Stdin => None,
            Input::Position { text, .. } => Some(text.len() as u64),
            Input::File(path) => {
                let data = path.metadata().ok()?;
                data.is_file().then_some(data.len())
            }
        };
        match inputs.iter().map(size).sum::<Option<u64>>() {
            None => Amount::Unknown,
            Some(bytes) if bytes > COUNTED_BYTES => Amount::Bytes(bytes),
            Some(bytes) => {
                let (mut lines, mut counted) = (0, 0);
                for block in InputLines::new(inputs.iter().cloned(), reading) {
                    let is_line = |item: &&Item| !matches!(item, Item::Rest(_));
                    lines += block.iter().filter(is_line).count() as u64;
                    counted += block.iter().map(|item| item.bytes() as u64).sum::<u64>();
                    // A small file can contain a lot if it is compressed.
                    if counted > COUNTED_BYTES {
                        return Amount::Bytes(bytes);
                    }
                }
                Amount::Lines(lines)
            }
        }
    }
}

/// The stderr of a run.
#[derive(Debug)]
pub struct Progress {
    /// The inputs from which the amount of work is determined when it is first shown.
    inputs: Vec<Input>,
    reading: Reading,
    total: Option<Amount>,
    start: Instant,
    line: StatusLine,
}

impl Progress {
    /// Starts the clock. The amount of work in `inputs` is determined if it will be shown. `log`: a
    /// line every minute instead, whatever `when` says.
    pub fn new(when: When, log: bool, inputs: &[Input], reading: &Reading) -> Progress {
        // If lines are typed in, it would get in their way.
        let is_shown = when.or(|| io::stderr().is_terminal() && !reads_terminal(inputs));
        Progress {
            inputs: inputs.to_vec(),
            reading: reading.clone(),
            total: None,
            start: Instant::now(),
            line: if log {
                StatusLine::log()
            } else {
                StatusLine::new(is_shown)
            },
        }
    }

    /// Draws the status line if it is due. `read` is the number of input bytes done. `underway` is
    /// called for the record that has been running longest.
    pub fn draw(&mut self, tally: &Tally, read: u64, underway: impl FnOnce() -> Option<Underway>) {
        if self.line.is_due() {
            let text = self.status(tally, read, Now::Running(underway()));
            self.line.draw(&text);
        }
    }

    /// Writes the status line as a message, whether or not it is enabled.
    pub fn tell(&mut self, tally: &Tally, read: u64, underway: Option<Underway>) {
        let text = self.status(tally, read, Now::Running(underway));
        self.say(&text);
    }

    fn status(&mut self, tally: &Tally, read: u64, now: Now) -> String {
        let total = *self
            .total
            .get_or_insert_with(|| Amount::of(&self.inputs, &self.reading));
        status(total, tally, read, self.start.elapsed(), now)
    }

    /// Clears the status line to make room for something else. It is drawn again later.
    pub fn clear(&mut self) {
        self.line.clear();
    }

    /// Writes a message on a line of its own.
    pub fn complain(&mut self, message: &str) {
        self.clear();
        complain(message);
    }

    fn say(&mut self, line: &str) {
        self.clear();
        tell(line);
    }

    /// Leaves the final status on the screen, or `summary` instead, if there is one.
    pub fn finish(mut self, tally: &Tally, read: u64, summary: Option<&str>) {
        if let Some(summary) = summary {
            for line in summary.lines() {
                self.say(line);
            }
        } else if self.line.is_shown() {
            let text = self.status(tally, read, Now::Ended);
            self.line.leave(&text);
        }
    }
}

/// Whether any of `inputs` is typed in at a terminal.
pub(super) fn reads_terminal(inputs: &[Input]) -> bool {
    inputs.contains(&Input::Stdin) && io::stdin().is_terminal()
}

/// The time shown in the status line.
enum Now {
    /// The record that has been running longest, and the estimated remaining time.
    Running(Option<Underway>),
    /// The elapsed time.
    Ended,
}

/// The number of lines by outcome, each preceded by a blank.
fn outcomes(tally: &Tally) -> String {
    let groups = [
        ("solved", tally.solved),
        ("refuted", tally.refuted),
        ("gave up", tally.unknown),
        ("malformed", tally.malformed),
        ("unsupported", tally.unsupported),
        ("internal errors", tally.panicked),
    ];
    let shown = groups.into_iter().filter(|(_, number)| *number > 0);
    shown
        .map(|(name, number)| format!(" {name} {number}"))
        .collect()
}

/// The status line.
fn status(total: Amount, tally: &Tally, read: u64, elapsed: Duration, now: Now) -> String {
    let done = tally.lines();
    let (all, about) = match total {
        Amount::Lines(lines) => (Some(lines), ""),
        Amount::Bytes(bytes) if read > 0 => {
            let lines = u128::from(done) * u128::from(bytes) / u128::from(read);
            (u64::try_from(lines).ok(), "~")
        }
        Amount::Bytes(_) | Amount::Unknown => (None, ""),
    };
    let mut text = match all {
        Some(all) => {
            let percent = (100 * done).checked_div(all).unwrap_or(100);
            format!("{done}/{about}{all} {percent}%")
        }
        None => done.to_string(),
    };
    text.push_str(&outcomes(tally));
    let rate = tally.answered as f64 / elapsed.as_secs_f64().max(0.001);
    let decimals = if rate < 10.0 { 1 } else { 0 };
    text.push_str(&format!(" {rate:.decimals$}/s"));
    let mut add = |part: String| {
        if text.len() + part.len() <= COLUMNS {
            text.push_str(&part);
        }
    };
    let underway = match now {
        Now::Ended => {
            add(format!(" in {}", clock(elapsed)));
            text.truncate(COLUMNS);
            return text;
        }
        Now::Running(underway) => underway,
    };
    if let Some(record) = underway.filter(|record| record.elapsed >= LONG) {
        add(format!(" line {} {}", record.line, clock(record.elapsed)));
        if record.refuted > 0 {
            add(format!(" refuted {}", record.refuted));
        }
    }
    if let Some(left) = all.and_then(|all| all.checked_sub(done))
        && left > 0
        && tally.answered > 0
    {
        add(format!(
            " ETA {}",
            clock(Duration::from_secs_f64(left as f64 / rate))
        ));
    }
    text.truncate(COLUMNS);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const TALLY: Tally = Tally {
        kept: 100,
        answered: 150,
        solved: 120,
        refuted: 20,
        unknown: 9,
        malformed: 1,
        unsupported: 0,
        panicked: 0,
        unreadable: 0,
    };

    #[test]
    fn a_known_total_gives_the_time_left() {
        let text = status(
            Amount::Lines(1000),
            &TALLY,
            0,
            Duration::from_secs(10),
            Now::Running(None),
        );
        assert_eq!(
            text,
            "250/1000 25% solved 120 refuted 20 gave up 9 malformed 1 15/s ETA 0:50"
        );
    }

    #[test]
    fn a_large_total_is_estimated_from_the_bytes() {
        let text = status(
            Amount::Bytes(8000),
            &TALLY,
            2000,
            Duration::from_secs(100),
            Now::Running(None),
        );
        assert!(text.starts_with("250/~1000 25% "), "{text}");
        assert!(text.ends_with(" 1.5/s ETA 8:20"), "{text}");
    }

    #[test]
    fn an_unknown_total_is_not_invented() {
        let text = status(
            Amount::Unknown,
            &TALLY,
            2000,
            Duration::from_secs(10),
            Now::Running(None),
        );
        assert!(text.starts_with("250 solved 120 "), "{text}");
        assert!(!text.contains("ETA"), "{text}");
    }

    #[test]
    fn an_empty_run_divides_by_nothing() {
        let text = status(
            Amount::Lines(0),
            &Tally::default(),
            0,
            Duration::ZERO,
            Now::Running(None),
        );
        assert_eq!(text, "0/0 100% 0.0/s");
    }

    #[test]
    fn the_line_never_wraps() {
        let huge = 99_999_999_999;
        let tally = Tally {
            kept: huge,
            answered: huge,
            solved: huge,
            refuted: huge,
            unknown: huge,
            malformed: huge,
            unsupported: huge,
            panicked: huge,
            unreadable: huge,
        };
        let text = status(
            Amount::Bytes(huge),
            &tally,
            1,
            Duration::from_secs(1),
            Now::Running(None),
        );
        assert_eq!(text.len(), COLUMNS);
    }

    #[test]
    fn a_long_record_shows_its_time_and_depth() {
        let now = |seconds, refuted| {
            Now::Running(Some(Underway {
                line: 17,
                elapsed: Duration::from_secs(seconds),
                refuted,
            }))
        };
        let tally = Tally::default();
        let shown = |now| status(Amount::Lines(1), &tally, 0, Duration::from_secs(42), now);
        assert_eq!(shown(now(42, 5)), "0/1 0% 0.0/s line 17 0:42 refuted 5");
        assert_eq!(shown(now(42, 0)), "0/1 0% 0.0/s line 17 0:42");
        assert_eq!(shown(now(0, 5)), "0/1 0% 0.0/s");
    }

    #[test]
    fn the_last_line_says_how_long_it_took() {
        let text = status(
            Amount::Lines(250),
            &TALLY,
            0,
            Duration::from_secs(100),
            Now::Ended,
        );
        assert_eq!(
            text,
            "250/250 100% solved 120 refuted 20 gave up 9 malformed 1 1.5/s in 1:40"
        );
    }
}
